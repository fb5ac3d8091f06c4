//! Repetition, as Stockfish counts it: by raw keys, back to the last irreversible or null move.
//!
//! The set-up position counts as an occurrence, nothing before it does.

use gardez_bitboard::between;
use gardez_zobrist::cuckoo;

use crate::{Position, StateInfo};

impl Position {
    /// How many plies ago this position last occurred: 0 if it has not, negative if that occurrence was itself a
    /// repetition.
    ///
    /// Looks back over the reversible moves, every second ply; worked out at every call.
    pub fn repetition(&self) -> i32 {
        self.repetition_at(self.history().len())
    }

    /// True if the position is a draw by repetition in a search that is `ply` plies below its root: it occurred once
    /// after the root, or twice at all. Repeating the root itself once is not enough.
    pub fn is_repetition(&self, ply: usize) -> bool {
        let repetition = self.repetition();
        repetition != 0 && i64::from(repetition) < ply as i64
    }

    /// True if any position since the last irreversible or null move, this one included, was a repetition.
    ///
    /// Asks one position after the other, so that the time grows with the square of the reversible moves where nothing
    /// has repeated.
    pub fn has_repeated(&self) -> bool {
        let now = self.history().len();
        let reversible = reversible(self.state());
        // Nothing repeats within four plies of the irreversible move.
        (4..=reversible).rev().zip((0..=now).rev()).any(|(_, index)| self.repetition_at(index) != 0)
    }

    /// True if the side to move can repeat an earlier position with one reversible move; `ply` counts from the root of
    /// the search.
    ///
    /// The earlier position must lie after the root, or be a repetition itself. One look-up in the cuckoo table for
    /// every second ply back.
    pub fn upcoming_repetition(&self, ply: usize) -> bool {
        let now = self.history().len();
        let (key, us, occupied) = (self.raw_key(), self.side_to_move(), self.occupied());
        (3..=reversible(self.state()).min(now)).step_by(2).any(|back| {
            let before = &self.history()[now - back];
            cuckoo::find(key ^ before.raw_key()).is_some_and(|step| {
                // The piece stands at one end; if it is the enemy's, then it is not our move that would repeat.
                let piece = self.piece_on(step.from()).or(self.piece_on(step.to()));
                piece.is_some_and(|piece| piece.color() == us)
                    && between(step.from(), step.to()).is_disjoint(occupied)
                    && (back < ply || self.repetition_at(now - back) != 0)
            })
        })
    }

    /// True if the position is drawn in a search that is `ply` plies below its root: by the fifty-move rule, unless it
    /// is mate, or by [repetition](Position::is_repetition).
    ///
    /// Stalemate and insufficient material are not looked for.
    pub fn is_draw(&self, ply: usize) -> bool {
        let fifty = self.rule50() > 99 && (!self.in_check() || self.legal_move_count() > 0);
        fifty || self.is_repetition(ply)
    }

    /// How often the position has occurred since the last irreversible or null move, this time included.
    ///
    /// One comparison for each ply back.
    pub fn occurrences(&self) -> usize {
        let now = self.history().len();
        let back = reversible(self.state()).min(now);
        let earlier = self.history()[now - back..].iter().filter(|state| state.raw_key() == self.raw_key());
        1 + earlier.count()
    }

    /// The repetition of the position `index` moves after the set-up.
    fn repetition_at(&self, index: usize) -> i32 {
        match self.last_occurrence(index) {
            None => 0,
            Some(back) if self.last_occurrence(index - back).is_none() => back as i32,
            Some(back) => -(back as i32),
        }
    }

    /// How many plies before the position `index` moves after the set-up it stood on the board last.
    fn last_occurrence(&self, index: usize) -> Option<usize> {
        let state = self.state_at(index);
        let mut ago = (4..=reversible(state).min(index)).step_by(2);
        ago.find(|back| self.state_at(index - back).raw_key() == state.raw_key())
    }

    fn state_at(&self, index: usize) -> &StateInfo {
        self.history().get(index).unwrap_or_else(|| self.state())
    }
}

/// How many plies back the moves can be reversed.
fn reversible(state: &StateInfo) -> usize {
    u32::from(state.rule50()).min(state.plies_from_null()) as usize
}
