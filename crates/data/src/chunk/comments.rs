//! What comments of a PGN say about positions.

use std::fmt::Write as _;
use std::string::String;
use std::vec::Vec;

use gardez_notation::pgn::{Annotation, CommentPart, Score, comment_parts};
use gardez_position::Board;
use gardez_types::{CastlingMode, Move};

use super::game::Policy;

/// What a comment says.
#[derive(Debug, Default)]
pub(super) struct Comment {
    /// The last `%eval`, which is about the position after the move, as White sees it.
    pub(super) evaluation: Option<Score>,
    /// The last `%policy`, which is about the position after the move. `Err` if it cannot be understood.
    pub(super) policy: Option<Result<Policy, ()>>,
    /// The evaluation in the style of cutechess, which is about the position before the move, as its player sees it.
    pub(super) of_mover: Option<Evaluation>,
}

/// An evaluation in the style of cutechess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Evaluation {
    Centipawns(i32),
    /// The number of plies to the mate. Negative, or 0, if the player of the move is mated.
    Mate(i32),
}

impl Comment {
    /// Reads a comment after which `board` is on the board.
    pub(super) fn read(comment: &str, board: &Board) -> Self {
        let mut read = Self { of_mover: of_mover(comment), ..Self::default() };
        for part in comment_parts(comment) {
            match part {
                CommentPart::Command(Annotation::Evaluation { score, .. }) => read.evaluation = Some(score),
                CommentPart::Command(Annotation::Other { name: "policy", value }) => {
                    read.policy = Some(policy(value, board).ok_or(()));
                }
                _ => {}
            }
        }
        read
    }
}

/// Reads `+0.35/12 1.2s` or `-M4/20 0.1s` at the start of a comment.
fn of_mover(comment: &str) -> Option<Evaluation> {
    let word = comment.split_ascii_whitespace().next()?.trim_end_matches(',');
    let (score, depth) = word.split_once('/')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(depth) {
        return None;
    }
    let (sign, digits) = match score.strip_prefix(['+', '-']) {
        Some(digits) => (if score.starts_with('-') { -1 } else { 1 }, digits),
        None => (1, score),
    };
    if let Some(plies) = digits.strip_prefix('M') {
        return is_number(plies).then(|| plies.parse::<i32>().ok())?.map(|plies| Evaluation::Mate(sign * plies));
    }
    // Always two digits after the point, so that a number in a text is not taken for an evaluation.
    let (pawns, hundredths) = digits.split_once('.')?;
    if !is_number(pawns) || !is_number(hundredths) || hundredths.len() != 2 {
        return None;
    }
    let (pawns, hundredths): (i32, i32) = (pawns.parse().ok()?, hundredths.parse().ok()?);
    Some(Evaluation::Centipawns(sign * pawns.checked_mul(100)?.checked_add(hundredths)?))
}

/// Reads `e2e4 550,d2d4 300`. The moves are legal and different, or the result is `None`.
fn policy(value: &str, board: &Board) -> Option<Policy> {
    let are_visits = !value.contains('.');
    let (mut visits, mut shares) = (Vec::new(), Vec::new());
    for item in value.split(',') {
        let (text, number) = item.trim().split_once(|c: char| c.is_ascii_whitespace())?;
        let (mv, number) = (board.parse_uci(text).ok()?, number.trim());
        if visits.iter().any(|&(other, _)| other == mv) || shares.iter().any(|&(other, _)| other == mv) {
            return None;
        }
        if are_visits {
            visits.push((mv, number.parse().ok()?));
        } else {
            shares.push((mv, number.parse().ok().filter(|share| (0.0..=1.0).contains(share))?));
        }
    }
    let policy = if are_visits { Policy::Visits(visits) } else { Policy::Probabilities(shares) };
    policy.is_distribution(board).then_some(policy)
}

impl Policy {
    /// The command `%policy` with these moves, the largest number first, or an empty text if only the played move is known.
    pub(super) fn command(&self, mode: CastlingMode) -> String {
        let mut text = String::new();
        match self {
            Self::Played => {}
            Self::Visits(visits) => {
                let mut visits = visits.clone();
                visits.sort_by_key(|&(_, count)| core::cmp::Reverse(count));
                write_items(&mut text, &visits, mode);
            }
            Self::Probabilities(shares) => {
                let mut shares = shares.clone();
                shares.sort_by(|a, b| b.1.total_cmp(&a.1));
                // `Debug` always writes a point, and as many digits as the number needs.
                let shares: Vec<_> = shares.iter().map(|&(mv, share)| (mv, Digits(share))).collect();
                write_items(&mut text, &shares, mode);
            }
        }
        text
    }
}

/// A number with a point and all its digits, but without an exponent.
struct Digits(f32);

impl std::fmt::Display for Digits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // `Display` has all digits and no exponent. It leaves out the point of a whole number.
        if self.0.fract() == 0.0 { write!(f, "{}.0", self.0) } else { write!(f, "{}", self.0) }
    }
}

fn write_items<T: std::fmt::Display>(text: &mut String, items: &[(Move, T)], mode: CastlingMode) {
    text.push_str("[%policy ");
    for (index, (mv, number)) in items.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(text, "{comma}{} {number}", mv.uci(mode)).expect("a String takes any text");
    }
    text.push(']');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_of_cutechess_are_read_and_texts_are_not() {
        for (text, evaluation) in [
            ("+0.35/12 1.2s", Evaluation::Centipawns(35)),
            ("-12.05/7 0.10s, Black resigns", Evaluation::Centipawns(-1205)),
            ("0.00/1, draw", Evaluation::Centipawns(0)),
            ("+M5/20 0.1s", Evaluation::Mate(5)),
            ("-M4/245", Evaluation::Mate(-4)),
        ] {
            assert_eq!(of_mover(text), Some(evaluation), "{text}");
        }
        for text in
            ["", "book", "1/2", "0.5/12", "0.355/12", "+0.35/", "/12", "+0.35", "M/5", "+-M5/20", "1.00/x", "-/1"]
        {
            assert_eq!(of_mover(text), None, "{text}");
        }
        assert_eq!(of_mover("99999999.00/1"), None);
        assert_eq!(of_mover("+M99999999999/1"), None);
    }

    #[test]
    fn a_policy_is_visits_or_probabilities_of_legal_moves() {
        let board = Board::start();
        let [e4, d4] = ["e2e4", "d2d4"].map(|text| board.parse_uci(text).expect("legal"));
        let read = |text: &str| Comment::read(text, &board).policy;
        let visits = Policy::Visits(std::vec![(e4, 550), (d4, 300)]);
        assert_eq!(read("best [%policy e2e4 550,d2d4 300] ever"), Some(Ok(visits.clone())));
        assert_eq!(visits.command(CastlingMode::Standard), "[%policy e2e4 550,d2d4 300]");
        let shares = Policy::Probabilities(std::vec![(e4, 1.0), (d4, 0.0)]);
        assert_eq!(
            read("[%policy d2d4 0.0, e2e4 1]").map(|policy| policy.map(|p| p.command(CastlingMode::Standard))),
            Some(Ok("[%policy e2e4 1.0,d2d4 0.0]".into()))
        );
        assert_eq!(read(&shares.command(CastlingMode::Standard)), Some(Ok(shares)));
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
            assert_eq!(read(&std::format!("[%policy {text}]")), Some(Err(())), "{text}");
        }
        assert_eq!(read("policy e2e4 1"), None);
    }
}
