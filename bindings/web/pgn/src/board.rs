//! The boards on which a module makes the moves of a PGN.

use gardez_notation::pgn::PgnBoard;
use gardez_position::Board;
use gardez_types::{CastlingMode, Move};
use gardez_variants::{VariantBoard, VariantMove};

/// A board of chess, or of any variant.
pub trait WebBoard: PgnBoard {
    /// Returns the number of a move.
    fn raw(m: Self::Move) -> u16;

    /// Returns the name of the variant; of chess, `c` if castling is written as in Chess960.
    fn kind(&self) -> &'static str;

    /// Returns `true` if the board is the start position of its game, with the usual counters.
    fn is_usual(&self) -> bool;
}

impl WebBoard for Board {
    fn raw(m: Move) -> u16 {
        m.raw()
    }

    fn kind(&self) -> &'static str {
        if self.castling_mode() == CastlingMode::Chess960 { "c" } else { "" }
    }

    fn is_usual(&self) -> bool {
        self.same_state(&Self::start())
    }
}

impl WebBoard for VariantBoard {
    fn raw(m: VariantMove) -> u16 {
        m.raw()
    }

    fn kind(&self) -> &'static str {
        self.variant().title()
    }

    fn is_usual(&self) -> bool {
        PgnBoard::same_state(self, &Self::start(self.variant()))
    }
}
