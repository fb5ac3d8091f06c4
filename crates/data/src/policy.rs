//! The moves that a search preferred, and their command in comments of a PGN.

use gardez_position::Board;
use gardez_types::{CastlingMode, Move};

/// The moves that a search preferred.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub enum Policy {
    /// Only the move that was made is known.
    #[default]
    Played,
    /// The visits of moves. Other legal moves have none.
    Visits(Vec<(Move, u32)>),
    /// The probabilities of moves, with the sum 1. Other legal moves have the probability 0.
    Probabilities(Vec<(Move, f32)>),
}

impl Policy {
    /// Reads `e2e4 550,d2d4 300`. The moves are legal and different, or the result is `None`.
    pub(crate) fn read(value: &str, board: &Board) -> Option<Self> {
        let shares = value.contains('.');
        let mut policy = if shares { Self::Probabilities(Vec::new()) } else { Self::Visits(Vec::new()) };
        for item in value.split(',') {
            let (text, number) = item.trim().split_once(|c: char| c.is_ascii_whitespace())?;
            let (mv, number) = (board.parse_uci(text).ok()?, number.trim());
            match &mut policy {
                Self::Played => {}
                Self::Visits(visits) => visits.push((mv, number.parse().ok()?)),
                Self::Probabilities(shares) => shares.push((mv, number.parse().ok()?)),
            }
        }
        policy.is_distribution(board).then_some(policy)
    }

    /// Returns `true` if the moves are legal, appear once, and have numbers that make sense.
    pub(crate) fn is_distribution(&self, board: &Board) -> bool {
        match self {
            Self::Played => true,
            Self::Visits(visits) => {
                let total = visits.iter().try_fold(0_u32, |total, &(_, count)| total.checked_add(count));
                are_legal(visits, board) && total.is_some_and(|total| 0 < total && total < u32::MAX)
            }
            Self::Probabilities(shares) => {
                let sum: f32 = shares.iter().map(|&(_, share)| share).sum();
                are_legal(shares, board)
                    && shares.iter().all(|(_, share)| (0.0..=1.0).contains(share))
                    && (0.99..=1.01).contains(&sum)
            }
        }
    }

    /// Returns the command `%policy` with these moves, the largest number first, or an empty text if only the played
    /// move is known.
    pub(crate) fn command(&self, mode: CastlingMode) -> String {
        // `Display` has all digits of a number and no exponent, but leaves out the point of a whole number.
        let digits = |share: f32| if share.fract() == 0.0 { format!("{share}.0") } else { share.to_string() };
        let mut items: Vec<(Move, f64, String)> = match self {
            Self::Played => return String::new(),
            Self::Visits(visits) => visits.iter().map(|&(mv, n)| (mv, n.into(), n.to_string())).collect(),
            Self::Probabilities(shares) => {
                shares.iter().map(|&(mv, share)| (mv, share.into(), digits(share))).collect()
            }
        };
        items.sort_by(|a, b| b.1.total_cmp(&a.1));
        let items: Vec<_> = items.iter().map(|(mv, _, number)| format!("{} {number}", mv.uci(mode))).collect();
        format!("[%policy {}]", items.join(","))
    }
}

fn are_legal<T>(moves: &[(Move, T)], board: &Board) -> bool {
    let is_first = |index: usize| moves[..index].iter().all(|(earlier, _)| *earlier != moves[index].0);
    // No position has more moves, so the search for twins is short.
    moves.len() <= 256 && (0..moves.len()).all(|index| board.is_legal(moves[index].0) && is_first(index))
}

#[cfg(test)]
mod tests {
    use gardez_types::Color;

    use super::*;
    use crate::comment::Comment;

    #[test]
    fn a_policy_is_visits_or_probabilities_of_legal_moves() {
        let board = Board::start();
        let [e4, d4] = ["e2e4", "d2d4"].map(|text| board.parse_uci(text).expect("legal"));
        let read = |text: &str| Policy::read(Comment::read(text, Color::White).policy?, &board);
        let visits = Policy::Visits(std::vec![(e4, 550), (d4, 300)]);
        assert_eq!(read("best [%policy e2e4 550,d2d4 300] ever"), Some(visits.clone()));
        assert_eq!(visits.command(CastlingMode::Standard), "[%policy e2e4 550,d2d4 300]");
        let shares = Policy::Probabilities(std::vec![(e4, 1.0), (d4, 0.0)]);
        assert_eq!(
            read("[%policy d2d4 0.0, e2e4 1]").map(|policy| policy.command(CastlingMode::Standard)),
            Some("[%policy e2e4 1.0,d2d4 0.0]".into())
        );
        assert_eq!(read(&shares.command(CastlingMode::Standard)), Some(shares));
        for text in [
            "e2e5 1",
            "e2e4 1,e2e4 2",
            "e2e4",
            "",
            "e2e4 -1",
            "e2e4 0",
            "e2e4 4294967295",
            "e2e4 0.3",
            "e2e4 1.5",
            "e2e4 NaN.",
            "e2e4 1,,d2d4 2",
        ] {
            assert_eq!(read(&std::format!("[%policy {text}]")), None, "{text}");
        }
        assert_eq!(read("policy e2e4 1"), None);
    }
}
