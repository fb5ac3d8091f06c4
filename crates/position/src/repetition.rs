//! Repetition as Stockfish counts it: by raw keys, back to the set-up position or the last irreversible or null move.

use gardez_bitboard::between;
use gardez_zobrist::cuckoo;

use crate::outcome::FIFTY_MOVES;
use crate::position::Position;
use crate::state::StateInfo;

/// # Repetition and draws
///
/// In a search, use [`is_draw`](Position::is_draw) at every node; in a game, [`outcome`](Position::outcome). A `ply` is
/// the distance from the root of the search. The results match Stockfish.
impl Position {
    /// Returns the number of plies since the last occurrence of this position, or 0.
    ///
    /// Negative if that occurrence was a repetition itself. Looks back over every second reversible ply.
    ///
    /// ```
    /// use gardez_position::{FenMode, Position};
    ///
    /// let start = Position::start().to_string();
    /// let knights = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    /// let once = Position::from_fen_and_moves(&start, FenMode::Detect, knights.split(' ').take(4))?;
    /// let twice = Position::from_fen_and_moves(&start, FenMode::Detect, knights.split(' '))?;
    /// assert_eq!((once.repetition(), twice.repetition()), (4, -4));
    /// assert_eq!((once.occurrences(), twice.occurrences()), (2, 3));
    /// # Ok::<_, gardez_position::SetupError>(())
    /// ```
    pub fn repetition(&self) -> i32 {
        self.repetition_at(self.history().len())
    }

    /// Returns `true` if a position since the last irreversible move or null move was a repetition.
    ///
    /// Without a repetition, takes quadratic time in the number of reversible moves.
    #[inline]
    pub fn has_repeated(&self) -> bool {
        let now = self.history().len();
        let reversible = reversible(self.state());
        // A repetition takes at least four plies.
        (4..=reversible).rev().zip((0..=now).rev()).any(|(_, index)| self.repetition_at(index) != 0)
    }

    /// Returns `true` if one reversible move of the side to move repeats a position after the root, or a repetition.
    ///
    /// Takes one look-up in a cuckoo table for every second reversible ply.
    #[inline]
    pub fn upcoming_repetition(&self, ply: usize) -> bool {
        let now = self.history().len();
        let (key, us, occupied) = (self.raw_key(), self.side_to_move(), self.occupied());
        (3..=reversible(self.state()).min(now)).step_by(2).any(|back| {
            let before = &self.history()[now - back];
            cuckoo::find(key ^ before.raw_key()).is_some_and(|step| {
                // The piece is on one of the two squares. It must belong to the side to move.
                let piece = self.piece_on(step.from()).or(self.piece_on(step.to()));
                piece.is_some_and(|piece| piece.color() == us)
                    && between(step.from(), step.to()).is_disjoint(occupied)
                    && (back < ply || self.repetition_at(now - back) != 0)
            })
        })
    }

    /// Returns `true` if a search `ply` plies from the root should score this position as a draw.
    ///
    /// A draw is the fifty-move rule without checkmate, or a repetition: once after the root, or twice in all. Does not
    /// check for stalemate or insufficient material.
    #[inline]
    pub fn is_draw(&self, ply: usize) -> bool {
        let fifty = self.halfmove_clock() >= FIFTY_MOVES && (!self.in_check() || self.legal_move_count() > 0);
        // One earlier occurrence at the root is not enough.
        let repetition = self.repetition();
        fifty || (repetition != 0 && i64::from(repetition) < ply as i64)
    }

    /// Returns the number of occurrences of the position, including this one. Linear in the reversible plies.
    pub fn occurrences(&self) -> usize {
        let now = self.history().len();
        let back = reversible(self.state()).min(now);
        let earlier = self.history()[now - back..].iter().filter(|state| state.raw_key() == self.raw_key());
        1 + earlier.count()
    }
}

impl Position {
    /// Returns [`Position::repetition`] at `index` plies after the set-up.
    fn repetition_at(&self, index: usize) -> i32 {
        match self.last_occurrence(index) {
            None => 0,
            Some(back) if self.last_occurrence(index - back).is_none() => back as i32,
            Some(back) => -(back as i32),
        }
    }

    /// Returns the number of plies back to the last occurrence of the position `index` plies after the set-up.
    fn last_occurrence(&self, index: usize) -> Option<usize> {
        let state = self.state_at(index);
        let mut ago = (4..=reversible(state).min(index)).step_by(2);
        ago.find(|back| self.state_at(index - back).raw_key() == state.raw_key())
    }

    /// Returns the state `index` plies after the set-up.
    fn state_at(&self, index: usize) -> &StateInfo {
        self.history().get(index).unwrap_or_else(|| self.state())
    }
}

/// Returns the number of plies since the last irreversible move or null move.
fn reversible(state: &StateInfo) -> usize {
    u32::from(state.halfmove_clock()).min(state.plies_from_null()) as usize
}
