//! Ranked moves at the root of a search.

use core::ops::Deref;

use gardez_position::{Board, Position};
use gardez_types::Move;

use crate::dtz::Dtz;
use crate::error::ProbeError;
use crate::probe::is_mate;
use crate::tablebase::Tablebase;
use crate::wdl::Wdl;

/// The rank of a win that the fifty-move rule cannot prevent.
const CERTAIN: i32 = 1000;

/// A move at the root and its value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// The rank, from -1000 to 1000: above 0 for wins, below 0 for losses. Moves of one rank are equally good.
    pub rank: i32,
    /// The result for the side that moves, if the fifty-move counter is 0 after the move.
    pub wdl: Wdl,
    /// The distance to the next zeroing move, including this move; `None` without tables of distances.
    pub dtz: Option<Dtz>,
}

/// The legal moves of a position, best first: by rank, then by distance. It dereferences to a slice of [`RootMove`]s.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RootMoves(Vec<RootMove>);

impl RootMoves {
    fn new(mut moves: Vec<RootMove>) -> Self {
        moves.sort_by_key(|entry| (-entry.rank, entry.dtz.map_or(0, Dtz::plies)));
        Self(moves)
    }

    /// Returns the moves of the best rank, from which a search may choose.
    pub fn best_ranked(&self) -> &[RootMove] {
        let best = self.first().map(|first| first.rank);
        &self[..self.iter().take_while(|entry| Some(entry.rank) == best).count()]
    }

    /// Returns the moves of the best rank if they win, and no moves otherwise. A cursed win is a win here.
    pub fn winning(&self) -> &[RootMove] {
        let best = self.best_ranked();
        if best.first().is_some_and(|first| 0 < first.rank) { best } else { &[] }
    }
}

impl Deref for RootMoves {
    type Target = [RootMove];

    fn deref(&self) -> &[RootMove] {
        &self.0
    }
}

impl IntoIterator for RootMoves {
    type Item = RootMove;
    type IntoIter = std::vec::IntoIter<RootMove>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a RootMoves {
    type Item = &'a RootMove;
    type IntoIter = core::slice::Iter<'a, RootMove>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl Tablebase {
    /// Ranks the legal moves by distance, the fifty-move counter and repetitions.
    ///
    /// A move with the distance `d` (see [`RootMove::dtz`]) at a fifty-move counter of `r` has the rank
    ///
    /// - 1000 for a certain win: `d + r ≤ 99`, and no repetition since the last zeroing move;
    /// - `1000 - (d + r)` for other wins, at least 1: after a repetition, the shorter win has the higher rank. From 900 on,
    ///   the fifty-move rule does not prevent the win, except for one ply of a rounded distance;
    /// - 0 for a draw;
    /// - -1000 for a loss with `2d + r < 100`, and `-1000 + d + r` for others, at most -1: near the limit of the fifty-move
    ///   rule, the longer loss has the higher rank.
    ///
    /// These are lc0's ranks, except for the bounds 1 and -1. In a rank, the shorter win and the longer loss come first, so
    /// the first move always makes progress.
    ///
    /// ```
    /// use gardez_position::Position;
    /// use gardez_syzygy::Tablebase;
    ///
    /// # let tablebase = Tablebase::open([concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables")])?;
    /// let position: Position = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1".parse()?;
    /// let moves = tablebase.probe_root(&position)?;
    /// // Qg7 mates. Qg6 is stalemate and Qg8 loses the queen. All other moves win.
    /// assert_eq!(moves[0].dtz.map(|dtz| dtz.plies()), Some(1));
    /// assert!(moves.best_ranked().len() > 10);
    /// assert_eq!(moves.last().map(|last| last.rank), Some(0));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Tablebase::probe_dtz`] for the positions after the moves.
    pub fn probe_root(&self, position: &Position) -> Result<RootMoves, ProbeError> {
        self.check(position)?;
        let (rule50, has_repeated) = (i32::from(position.halfmove_clock()), position.has_repeated());
        let moves = position.legal_moves().into_iter().map(|m| {
            let (dtz, wdl) = self.move_value(position, m)?;
            Ok(RootMove { mv: m, rank: rank(dtz.plies(), rule50, has_repeated), wdl, dtz: Some(dtz) })
        });
        moves.collect::<Result<_, _>>().map(RootMoves::new)
    }

    /// Ranks the legal moves by result, without tables of distances.
    ///
    /// The ranks are 1000, 899, 0, -899 and -1000, from a win to a loss. They do not suffice to make progress.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Tablebase::probe_wdl`] for the positions after the moves.
    pub fn probe_root_wdl(&self, board: &Board) -> Result<RootMoves, ProbeError> {
        self.check(board)?;
        let moves = board.legal_moves().into_iter().map(|m| {
            let wdl = -self.score(&board.after(m))?.wdl;
            let rank = [-CERTAIN, -899, 0, 899, CERTAIN][wdl.index()];
            Ok(RootMove { mv: m, rank, wdl, dtz: None })
        });
        moves.collect::<Result<_, _>>().map(RootMoves::new)
    }

    /// Returns the best move, or `None` in mate and stalemate.
    ///
    /// It is the first move of [`Tablebase::probe_root`], or of [`Tablebase::probe_root_wdl`] without a table of distances.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Tablebase::probe_root_wdl`], and an error if a table of distances is damaged.
    pub fn best_move(&self, position: &Position) -> Result<Option<RootMove>, ProbeError> {
        let moves = match self.probe_root(position) {
            Err(ProbeError::NotAvailable(_)) => self.probe_root_wdl(position),
            result => result,
        };
        Ok(moves?.first().copied())
    }

    /// Returns the distance and the result of a move, for the side that makes it.
    fn move_value(&self, board: &Board, m: Move) -> Result<(Dtz, Wdl), ProbeError> {
        let after = board.after(m);
        if after.halfmove_clock() == 0 {
            let wdl = -self.score(&after)?.wdl;
            return Ok((Dtz::before_zeroing(wdl), wdl));
        }
        let dtz = self.distance(&after)?.one_ply_earlier();
        let wdl = match dtz.plies() {
            101.. | ..=-101 => -self.score(&after)?.wdl,
            1.. => Wdl::Win,
            0 => Wdl::Draw,
            _ => Wdl::Loss,
        };
        let dtz = if dtz.plies() == 2 && is_mate(&after) { Dtz::new(1, false) } else { dtz };
        Ok((dtz, wdl))
    }
}

/// Returns the rank of a move with this distance, as [`Tablebase::probe_root`] defines it.
fn rank(plies: i32, rule50: i32, has_repeated: bool) -> i32 {
    let far = plies.abs() + rule50;
    match plies {
        1.. if far <= 99 && !has_repeated => CERTAIN,
        1.. => (CERTAIN - far).max(1),
        0 => 0,
        _ if 2 * plies.abs() + rule50 < 100 => -CERTAIN,
        _ => (far - CERTAIN).min(-1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_certain_up_to_the_ninety_ninth_ply_unless_the_game_repeats() {
        assert_eq!([98, 99, 100, 101].map(|plies| rank(plies, 0, false)), [1000, 1000, 900, 899]);
        assert_eq!([19, 20].map(|plies| rank(plies, 80, false)), [1000, 900]);
        assert_eq!([1, 20].map(|plies| rank(plies, 0, true)), [999, 980]);
    }

    #[test]
    fn a_loss_is_delayed_near_the_limit() {
        assert_eq!([-49, -50, -101].map(|plies| rank(plies, 0, false)), [-1000, -950, -899]);
        assert_eq!([-9, -10].map(|plies| rank(plies, 81, true)), [-1000, -909]);
    }

    #[test]
    fn no_win_ranks_below_a_draw_and_no_loss_above() {
        for (plies, rule50) in [(1134, 0), (1000, 0), (1, 65_535), (999, 1)] {
            assert_eq!([rank(plies, rule50, false), rank(-plies, rule50, false)], [1, -1]);
        }
        assert_eq!(rank(0, 65_535, true), 0);
    }
}
