//! The errors in the pieces of a board.

use gardez_position::BoardError;
use gardez_types::{Color, Square, errors};

errors! {
    /// The reason pieces are not a position of a variant.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum SetupError {
        /// A rule of chess is broken that the variant has, too.
        Board(error: BoardError) = error => from BoardError;
        /// Antichess: there are no pieces.
        EmptyBoard = "empty-board", "there are no pieces";
        /// Horde: both sides have a king.
        HordeKing(color: Color) = "horde-king", "{} is the horde and has a king",
            if *color == Color::White { "White" } else { "Black" };
        BothGaveAllChecks = "both-gave-all-checks", "both sides have given all their checks";
        /// Racing kings: there is a pawn.
        PawnInRace(square: Square) = "pawn-in-race", "a pawn is on {square}, and racing kings has none";
        /// Racing kings: a king is in check.
        CheckInRace(color: Color) = "check-in-race", "{} is in check, and no move of racing kings gives check",
            if *color == Color::White { "White" } else { "Black" };
        /// Racing kings: both kings have arrived, and Black is to move.
        RaceIsOver = "race-is-over", "both kings have arrived before Black's move";
        /// Strict reading: a side has more pieces than a game can give it.
        TooMuchMaterial(color: Color) = "too-much-material", "{} has more pieces than a game can give it",
            if *color == Color::White { "White" } else { "Black" };
        /// Strict reading: three or more pieces give check.
        ImpossibleCheck { checkers: u32 } = "impossible-check", "{checkers} pieces give check";
    }
}
