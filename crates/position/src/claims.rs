//! The end of a game, and draws that a player can claim.

use gardez_types::Move;

use crate::board::Board;
use crate::outcome::{FIFTY_MOVES, Outcome};
use crate::position::Position;

/// # The end of a game
impl Position {
    /// Returns how the game ends in this position, or `None` if it goes on.
    ///
    /// Outcomes that end the game come before outcomes that need a claim (FIDE, articles 5 and 9). A search uses
    /// [`is_draw`](Position::is_draw) instead.
    ///
    /// ```
    /// use gardez_position::{Outcome, Position};
    ///
    /// let stalemate: Position = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert_eq!(stalemate.outcome(), Some(Outcome::Stalemate));
    /// assert_eq!(Position::start().outcome(), None);
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(mate) = self.mate() {
            return Some(mate);
        }
        if self.has_insufficient_material() {
            return Some(Outcome::InsufficientMaterial);
        }
        Outcome::draws_by_count(self.halfmove_clock(), self.occurrences()).next()
    }
}

/// # Claiming a draw
///
/// By FIDE, articles 9.2 and 9.3; [`outcome`](Position::outcome) reports the claims in the current position.
impl Position {
    /// Returns the claims by announcing a move: each move with the draw that the move leads to.
    ///
    /// The draws are [`Outcome::ThreefoldRepetition`] and [`Outcome::FiftyMoves`], one or both for a move that does not mate.
    ///
    /// ```
    /// use gardez_position::{Outcome, Position};
    ///
    /// let game = Position::from_moves("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1".split(' '))?;
    /// assert_eq!(game.outcome(), None);
    /// let back = game.parse_uci("f6g8")?;
    /// assert!(game.claims_by_move().eq([(back, Outcome::ThreefoldRepetition)]));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn claims_by_move(&self) -> impl Iterator<Item = (Move, Outcome)> + '_ {
        // A repetition takes at least three reversible plies before the move.
        let is_possible = self.halfmove_clock() >= 3;
        let moves = is_possible.then(|| self.legal_moves()).into_iter().flatten();
        moves.flat_map(move |m| {
            let after = self.board().after(m);
            let repeats = self.occurrences_before(&after) >= 2;
            let completes = after.halfmove_clock() >= FIFTY_MOVES && after.has_legal_moves();
            let repetition = repeats.then_some((m, Outcome::ThreefoldRepetition));
            let fifty = completes.then_some((m, Outcome::FiftyMoves));
            repetition.into_iter().chain(fifty)
        })
    }

    /// Returns `true` if the side to move can claim a draw, in this position or by announcing a move.
    // No program here calls it; users of python-chess look for it.
    #[inline]
    pub fn can_claim_draw(&self) -> bool {
        let now = self.halfmove_clock() >= FIFTY_MOVES && self.has_legal_moves() || self.occurrences() >= 3;
        now || self.claims_by_move().next().is_some()
    }

    /// Returns the number of occurrences in the history of a board one move after this position.
    #[inline]
    fn occurrences_before(&self, after: &Board) -> usize {
        let reversible = u32::from(after.halfmove_clock()).min(after.state().plies_from_null()) as usize;
        let history = self.history();
        // The history does not contain the current position, which is one ply before `after`.
        let back = reversible.saturating_sub(1).min(history.len());
        history[history.len() - back..].iter().filter(|state| state.raw_key() == after.raw_key()).count()
    }
}
