//! The end of a game, and draws that a player can claim: in this position, or by announcing a move.

use gardez_types::Move;

use crate::outcome::{FIFTY_MOVES, Outcome};
use crate::position::Position;

/// # The end of a game
///
/// [`outcome`](Position::outcome) applies the rules of a game. A search uses [`is_draw`](Position::is_draw) instead.
impl Position {
    /// Returns how the game ends in this position, or `None` if it goes on. An outcome that ends the game at once comes
    /// before one that needs a claim.
    ///
    /// The rules are the FIDE Laws of Chess, articles 5 and 9. [Insufficient material] is decided by the pieces
    /// alone.
    ///
    /// ```
    /// use gardez_position::{Outcome, Position};
    ///
    /// let stalemate: Position = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert_eq!(stalemate.outcome(), Some(Outcome::Stalemate));
    /// assert_eq!(Outcome::Stalemate.to_string(), "stalemate");
    /// assert_eq!(Position::start().outcome(), None);
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    ///
    /// [Insufficient material]: crate::Board::has_insufficient_material
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(mate) = self.mate() {
            return Some(mate);
        }
        if self.has_insufficient_material() {
            return Some(Outcome::InsufficientMaterial);
        }
        Outcome::draws_by_count(self.rule50(), self.occurrences()).next()
    }
}

/// # Claiming a draw
///
/// The player to move can claim a draw if the position is on the board for the third time or 50 moves have been made by
/// each side without a capture or a pawn move, or announce a move that leads to this (FIDE, articles 9.2 and 9.3).
///
/// [`outcome`](Position::outcome) reports the claims in the current position, after what ends the game without a claim.
impl Position {
    /// Returns the claims by announcing a move: each legal move that leads to the third occurrence of a position or
    /// completes 50 moves by each side, with [`Outcome::ThreefoldRepetition`] or [`Outcome::FiftyMoves`]. A move that
    /// leads to both appears twice. A move that ends the game by checkmate or stalemate is not a claim.
    ///
    /// Every occurrence after the third counts, too, and every move after the fiftieth.
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
    ///
    /// Makes each legal move on a copy of the board.
    #[inline]
    pub fn claims_by_move(&self) -> impl Iterator<Item = (Move, Outcome)> + '_ {
        // A repetition takes at least three reversible plies before the move. Most positions have no claim, and cost nothing.
        let is_possible = self.rule50() >= 3;
        let moves = is_possible.then(|| self.legal_moves()).into_iter().flatten();
        moves.flat_map(move |m| {
            let after = self.board().after(m);
            let repeats = self.occurrences_before(&after) >= 2;
            let completes = after.rule50() >= FIFTY_MOVES && after.has_legal_moves();
            let repetition = repeats.then_some((m, Outcome::ThreefoldRepetition));
            let fifty = completes.then_some((m, Outcome::FiftyMoves));
            repetition.into_iter().chain(fifty)
        })
    }

    /// Returns `true` if the side to move can claim a draw, in this position or by announcing a move.
    #[inline]
    pub fn can_claim_draw(&self) -> bool {
        let now = self.rule50() >= FIFTY_MOVES && self.has_legal_moves() || self.occurrences() >= 3;
        now || self.claims_by_move().next().is_some()
    }

    /// Returns the number of occurrences of a board in the history, if it is made by one move from this position.
    #[inline]
    fn occurrences_before(&self, after: &crate::board::Board) -> usize {
        let reversible = u32::from(after.rule50()).min(after.state().plies_from_null()) as usize;
        let history = self.history();
        // The history does not contain the current position, which is one ply before `after`.
        let back = reversible.saturating_sub(1).min(history.len());
        history[history.len() - back..].iter().filter(|state| state.raw_key() == after.raw_key()).count()
    }
}
