//! Filling in a record what planes do not tell: moves, results, and what is left of the game.

use core::fmt;

use gardez_types::Color;
use zerocopy::little_endian::{F32, U16, U32};

use super::V6;
use crate::{GameResult, Move, PolicyIndex, PolicyIndexing};

/// A move that no policy index stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnlistedMoveError(pub Move);

impl fmt::Display for UnlistedMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the move {:?} has no policy index", self.0)
    }
}

impl core::error::Error for UnlistedMoveError {}

impl V6 {
    /// The flag of `invariance_info` that says that the best move is proven.
    pub const BEST_IS_PROVEN: u8 = 1 << 3;

    /// The flag that says that the game was cut for its length.
    pub const MAX_LENGTH_EXCEEDED: u8 = 1 << 4;

    /// The flag that says that the game was adjudicated.
    pub const ADJUDICATED: u8 = 1 << 5;

    /// The flag that marks the record for deletion.
    pub const MARKED_FOR_DELETION: u8 = 1 << 6;

    /// The flag that says that black is to move, in canonical formats.
    pub const BLACK_TO_MOVE: u8 = 1 << 7;

    /// A record of nothing: no plane, no legal move, unknown values of the network.
    pub fn empty() -> Self {
        let mut record = Self::zeroed();
        record.version = U32::new(Self::VERSION);
        record.probabilities.fill(F32::new(-1.0));
        for unknown in [&mut record.orig_q, &mut record.orig_d, &mut record.orig_m] {
            *unknown = F32::new(f32::NAN);
        }
        record
    }

    /// The index of a move under the record's transform.
    ///
    /// # Errors
    ///
    /// If no index stands for the move.
    pub fn index_of(&self, m: Move, indexing: PolicyIndexing) -> Result<PolicyIndex, UnlistedMoveError> {
        PolicyIndex::from_move(m, self.transform(), indexing).ok_or(UnlistedMoveError(m))
    }

    /// The rule by which the record numbers its moves: that under which its legal moves are these, those of its board.
    ///
    /// A record does not tell. Where both rules fit, as almost always, it is [`PolicyIndexing::Geometric`]; `None` if
    /// neither does.
    pub fn indexing(&self, legal: &[Move]) -> Option<PolicyIndexing> {
        let listed = self.probabilities.iter().filter(|p| p.get() >= 0.0).count();
        let is_listed = |m: &Move, indexing| {
            let index = self.index_of(*m, indexing).ok().map(|index| usize::from(index.index()));
            index.is_some_and(|index| self.probabilities[index].get() >= 0.0)
        };
        let fits = |&indexing: &PolicyIndexing| legal.iter().all(|m| is_listed(m, indexing));
        let rules = [PolicyIndexing::Geometric, PolicyIndexing::Lc0];
        rules.into_iter().find(fits).filter(|_| listed == legal.len())
    }

    /// Sets the probabilities from how often a search visited each legal move, and the number of visits, which counts the
    /// position itself as well; all other moves become illegal. Without any visit, all legal moves are equally probable.
    ///
    /// # Errors
    ///
    /// If no index stands for one of the moves; the record is unchanged.
    pub fn set_visits(&mut self, visits: &[(Move, u32)], indexing: PolicyIndexing) -> Result<(), UnlistedMoveError> {
        for &(m, _) in visits {
            self.index_of(m, indexing)?;
        }
        let total = visits.iter().fold(0_u32, |total, &(_, count)| total.saturating_add(count));
        self.probabilities.fill(F32::new(-1.0));
        for &(m, count) in visits {
            let index = self.index_of(m, indexing)?;
            let share = if total == 0 { 1.0 / visits.len() as f32 } else { count as f32 / total as f32 };
            self.probabilities[usize::from(index.index())] = F32::new(share);
        }
        self.visits = U32::new(total.saturating_add(1));
        Ok(())
    }

    /// Notes the move that was played and the one that was found best.
    ///
    /// # Errors
    ///
    /// If no index stands for one of the moves; the record is unchanged.
    pub fn set_moves(&mut self, played: Move, best: Move, indexing: PolicyIndexing) -> Result<(), UnlistedMoveError> {
        let (played, best) = (self.index_of(played, indexing)?, self.index_of(best, indexing)?);
        self.played_idx = U16::new(played.index());
        self.best_idx = U16::new(best.index());
        Ok(())
    }

    /// Notes how the game ended, as the side to move sees it. An undecided game counts as a draw, and is marked as
    /// [cut for its length](Self::MAX_LENGTH_EXCEEDED).
    pub fn set_result(&mut self, result: GameResult, side_to_move: Color) {
        let (q, d) = match (result, side_to_move) {
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => (1.0, 0.0),
            (GameResult::WhiteWins | GameResult::BlackWins, _) => (-1.0, 0.0),
            (GameResult::Draw | GameResult::Unknown, _) => (0.0, 1.0),
        };
        if result == GameResult::Unknown {
            self.invariance_info |= Self::MAX_LENGTH_EXCEEDED;
        }
        self.result_q = F32::new(q);
        self.result_d = F32::new(d);
    }

    /// Notes in all records of a game how many plies were left: those to the last record, and what that one expected.
    pub fn set_plies_left(game: &mut [Self]) {
        let Some(last) = game.last() else { return };
        // Counted down from the first record, as in the reference: it rounds where the number of digits changes.
        let mut plies_left = last.best_m.get() + (game.len() - 1) as f32;
        for record in game {
            record.plies_left = F32::new(plies_left);
            plies_left -= 1.0;
        }
    }
}
