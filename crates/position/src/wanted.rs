//! The choice of legal moves that the generator makes.

use gardez_bitboard::Bitboard;
use gardez_types::{Color, PieceType};

use crate::board::Board;
use crate::move_class::MoveClass;

/// The moves that are wanted. A trait, so that code that wants all moves contains no test.
pub(crate) trait Wanted: Copy {
    /// Returns the squares of the pieces that move.
    fn sources(self) -> Bitboard;

    /// Returns the targets, except of promotions without capture, en passant and castling.
    fn targets(self) -> Bitboard;

    /// Returns the targets of promotions without capture, and the pieces that such pawns become.
    fn promoting_steps(self) -> (Bitboard, &'static [PieceType]);

    /// Returns the targets of en passant captures.
    fn en_passant(self) -> Bitboard;

    /// Returns the squares of the rooks that castle.
    fn castling(self) -> Bitboard;
}

/// All moves.
#[derive(Clone, Copy)]
pub(crate) struct All;

impl Wanted for All {
    #[inline]
    fn sources(self) -> Bitboard {
        Bitboard::FULL
    }

    #[inline]
    fn targets(self) -> Bitboard {
        Bitboard::FULL
    }

    #[inline]
    fn promoting_steps(self) -> (Bitboard, &'static [PieceType]) {
        (Bitboard::FULL, &PieceType::PROMOTION_PIECES)
    }

    #[inline]
    fn en_passant(self) -> Bitboard {
        Bitboard::FULL
    }

    #[inline]
    fn castling(self) -> Bitboard {
        Bitboard::FULL
    }
}

/// The moves of some pieces, to some squares, or of a class.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) sources: Bitboard,
    pub(crate) targets: Bitboard,
    pub(crate) promoting_steps: (Bitboard, &'static [PieceType]),
    pub(crate) en_passant: Bitboard,
    pub(crate) castling: Bitboard,
}

impl Limits {
    /// Returns the moves of the pieces on `sources` to `targets`.
    #[inline]
    pub(crate) const fn from_squares(sources: Bitboard, targets: Bitboard) -> Self {
        let promoting_steps: (_, &[_]) = (targets, &PieceType::PROMOTION_PIECES);
        Self { sources, targets, promoting_steps, en_passant: targets, castling: targets }
    }

    /// Returns the moves of a class, whether there is a check or not.
    pub(crate) fn from_class(board: &Board, us: Color, class: MoveClass) -> Self {
        let all = Self::from_squares(Bitboard::FULL, Bitboard::FULL);
        let (queen, others) = PieceType::PROMOTION_PIECES.split_at(1);
        match class {
            MoveClass::Captures => Self {
                targets: board.by_color(!us),
                promoting_steps: (Bitboard::FULL, queen),
                castling: Bitboard::EMPTY,
                ..all
            },
            MoveClass::Quiets | MoveClass::QuietChecks => Self {
                targets: !board.occupied(),
                promoting_steps: (Bitboard::FULL, others),
                en_passant: Bitboard::EMPTY,
                ..all
            },
            MoveClass::Evasions | MoveClass::NonEvasions => all,
        }
    }
}

impl Wanted for Limits {
    #[inline]
    fn sources(self) -> Bitboard {
        self.sources
    }

    #[inline]
    fn targets(self) -> Bitboard {
        self.targets
    }

    #[inline]
    fn promoting_steps(self) -> (Bitboard, &'static [PieceType]) {
        self.promoting_steps
    }

    #[inline]
    fn en_passant(self) -> Bitboard {
        self.en_passant
    }

    #[inline]
    fn castling(self) -> Bitboard {
        self.castling
    }
}
