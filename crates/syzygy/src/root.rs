//! The moves of a game position, ranked: what an engine plays at the root of its search.

use core::ops::Deref;

use gardez_position::{Board, Position};
use gardez_types::Move;

use crate::probe::is_mate;
use crate::{Dtz, ProbeError, Tablebase, Wdl};

/// A rank that promises the win whatever the fifty-move rule says, or with the sign turned the loss.
const CERTAIN: i32 = 1000;

/// A move at the root, and what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Greater is better, from -1000 to 1000: above 0 for every win, below 0 for every loss. Moves of one rank are worth
    /// the same.
    pub rank: i32,
    /// What the side to move gets by it, when the fifty-move counter is 0.
    pub wdl: Wdl,
    /// The distance to the next zeroing move, this move included; none if it was not looked for.
    pub dtz: Option<Dtz>,
}

/// The legal moves of a position, best first: by rank, then the quicker win or the longer resistance.
///
/// It is a list ([`Deref`]) of [`RootMove`]s, empty in mate and stalemate.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RootMoves(Vec<RootMove>);

impl RootMoves {
    fn new(mut moves: Vec<RootMove>) -> Self {
        moves.sort_by_key(|entry| (-entry.rank, entry.dtz.map_or(0, Dtz::plies)));
        Self(moves)
    }

    /// The moves of the best rank, among which a search may choose.
    pub fn best_ranked(&self) -> &[RootMove] {
        let best = self.first().map(|first| first.rank);
        &self[..self.iter().take_while(|entry| Some(entry.rank) == best).count()]
    }

    /// The moves of the best rank if they win, be it only against a mistake with the fifty-move rule; else none.
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
    /// Ranks all legal moves by distance, with regard to the fifty-move counter and to repetition.
    ///
    /// A move with the distance `d` (see [`RootMove::dtz`]) at the count `r` has the rank
    ///
    /// - 1000 if it wins with `d + r ≤ 99` and no position has repeated since the last zeroing move; all such wins are
    ///   certain;
    /// - `1000 - (d + r)` for other wins, but at least 1: 900 is the edge, which a rounded distance may miss by a ply. After
    ///   a repetition the shorter way thus ranks higher, so that the game goes forward;
    /// - 0 in a draw;
    /// - -1000 if it loses and `2d + r < 100`, else `-1000 + d + r`, but at most -1: near the edge, resistance counts.
    ///
    /// These are lc0's ranks, but for the bounds 1 and -1, which take the longest endings of seven men or a counter that
    /// no game has.
    ///
    /// Within a rank the shorter win and the longer loss comes first; so the first move always makes progress.
    ///
    /// ```
    /// use gardez_position::Position;
    /// use gardez_syzygy::Tablebase;
    ///
    /// # let tablebase = Tablebase::open([concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables")])?;
    /// let position: Position = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1".parse()?;
    /// let moves = tablebase.probe_root(&position)?;
    /// // Two moves mate, the others win or give stalemate.
    /// assert_eq!(moves[0].dtz.map(|dtz| dtz.plies()), Some(1));
    /// assert!(moves.best_ranked().len() > 10);
    /// assert_eq!(moves.last().map(|last| last.rank), Some(0));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Tablebase::probe_dtz`], for any of the positions after a move.
    pub fn probe_root(&self, position: &Position) -> Result<RootMoves, ProbeError> {
        self.check(position)?;
        let (rule50, has_repeated) = (i32::from(position.rule50()), position.has_repeated());
        let moves = position.legal_moves().into_iter().map(|m| {
            let (dtz, wdl) = self.after(position, m)?;
            Ok(RootMove { mv: m, rank: rank(dtz.plies(), rule50, has_repeated), wdl, dtz: Some(dtz) })
        });
        moves.collect::<Result<_, _>>().map(RootMoves::new)
    }

    /// Ranks all legal moves by who wins alone, for use without tables of distances: 1000 for a win, 899 for a cursed one,
    /// 0 for a draw, -899 for a blessed loss, -1000 for a loss.
    ///
    /// A program that plays by these ranks alone may never make progress, nor notice that the fifty moves run out.
    ///
    /// # Errors
    ///
    /// As [`Tablebase::probe_wdl`], for any of the positions after a move.
    pub fn probe_root_wdl(&self, board: &Board) -> Result<RootMoves, ProbeError> {
        self.check(board)?;
        let moves = board.legal_moves().into_iter().map(|m| {
            let wdl = -self.score(&board.after(m))?.wdl;
            let rank = [-CERTAIN, -899, 0, 899, CERTAIN][wdl.index()];
            Ok(RootMove { mv: m, rank, wdl, dtz: None })
        });
        moves.collect::<Result<_, _>>().map(RootMoves::new)
    }

    /// The move to play: the first of [`Tablebase::probe_root`], or of [`Tablebase::probe_root_wdl`] if a table of
    /// distances is not there. None in mate and stalemate.
    ///
    /// # Errors
    ///
    /// As [`Tablebase::probe_root`].
    pub fn best_move(&self, position: &Position) -> Result<Option<RootMove>, ProbeError> {
        let moves = match self.probe_root(position) {
            Err(ProbeError::NotAvailable(_)) => self.probe_root_wdl(position),
            result => result,
        };
        Ok(moves?.first().copied())
    }

    /// The distance of a move, seen by the side that makes it, and who wins after it.
    fn after(&self, board: &Board, m: Move) -> Result<(Dtz, Wdl), ProbeError> {
        let after = board.after(m);
        if after.rule50() == 0 {
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

/// The rank of a move with this distance, as [`Tablebase::probe_root`] tells.
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
    fn a_loss_is_resisted_near_the_edge() {
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
