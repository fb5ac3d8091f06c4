//! Errors of positions.

use gardez_position::BoardError;
use gardez_types::{Color, Square, errors};

errors! {
    /// The reason pieces are not a position of a variant.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum SetupError {
        /// A rule that chess has, too, is broken.
        Board(error: BoardError) = error => from BoardError;
        EmptyBoard = "empty-board", "there are no pieces";
        /// Horde: both sides have a king.
        HordeKing(color: Color) = "horde-king", "{} is the horde and has a king", name(*color);
        BothGaveAllChecks = "both-gave-all-checks", "both sides have given all their checks";
        PawnInRace(square: Square) = "pawn-in-race", "a pawn is on {square}, and racing kings has none";
        CheckInRace(color: Color) = "check-in-race", "{} is in check, and no move of racing kings gives check", name(*color);
        RaceIsOver = "race-is-over", "both kings have arrived before Black's move";
        /// Strict reading: a side has more pieces than a game can give it.
        TooMuchMaterial(color: Color) = "too-much-material", "{} has more pieces than a game can give it", name(*color);
        /// Strict reading: three or more pieces give check.
        ImpossibleCheck { checkers: u32 } = "impossible-check", "{checkers} pieces give check";
    }
}

fn name(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}
