//! The choice of legal moves that the generator makes.

use gardez_bitboard::Bitboard;
use gardez_types::{Color, PieceType};

use crate::board::Board;
use crate::move_class::MoveClass;
use crate::sink::Promotions;

/// The wanted moves: everything that a filter does not limit is a constant, so code that wants all moves has no tests.
pub(crate) trait MoveFilter: Copy {
    fn limits(self) -> Limits;

    #[inline]
    fn sources(self) -> Bitboard {
        self.limits().sources
    }

    /// Returns the targets, except of promotions without capture, en passant and castling.
    #[inline]
    fn targets(self) -> Bitboard {
        self.limits().targets
    }
}

/// All moves.
#[derive(Clone, Copy)]
pub(crate) struct All;

/// The moves of a class.
#[derive(Clone, Copy)]
pub(crate) struct OfClass(Limits);

/// The moves of a class, or of some pieces, or to some squares.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    sources: Bitboard,
    targets: Bitboard,
    /// The targets of promotions without capture, and the pieces that such pawns become.
    pub(crate) promoting_steps: (Bitboard, Promotions),
    pub(crate) en_passant: Bitboard,
    /// The squares of the rooks that castle.
    pub(crate) castling: Bitboard,
}

impl Limits {
    const ALL: Self = Self {
        sources: Bitboard::FULL,
        targets: Bitboard::FULL,
        promoting_steps: (Bitboard::FULL, &PieceType::PROMOTION_PIECES),
        en_passant: Bitboard::FULL,
        castling: Bitboard::FULL,
    };
}

impl OfClass {
    /// Returns the moves of a class, or all moves, whether there is a check or not.
    pub(crate) fn new(board: &Board, us: Color, class: Option<MoveClass>) -> Self {
        let (queen, others) = PieceType::PROMOTION_PIECES.split_at(1);
        Self(match class {
            Some(MoveClass::Captures) => Limits {
                targets: board.by_color(!us),
                promoting_steps: (Bitboard::FULL, queen),
                castling: Bitboard::EMPTY,
                ..Limits::ALL
            },
            Some(MoveClass::Quiets | MoveClass::QuietChecks) => Limits {
                targets: !board.occupied(),
                promoting_steps: (Bitboard::FULL, others),
                en_passant: Bitboard::EMPTY,
                ..Limits::ALL
            },
            None | Some(MoveClass::Evasions | MoveClass::NonEvasions) => Limits::ALL,
        })
    }

    #[inline]
    pub(crate) fn and(self, sources: Bitboard, targets: Bitboard) -> Limits {
        let Self(limits) = self;
        Limits {
            sources,
            targets: limits.targets & targets,
            promoting_steps: (limits.promoting_steps.0 & targets, limits.promoting_steps.1),
            en_passant: limits.en_passant & targets,
            castling: limits.castling & targets,
        }
    }
}

impl MoveFilter for All {
    #[inline]
    fn limits(self) -> Limits {
        Limits::ALL
    }
}

impl MoveFilter for OfClass {
    #[inline]
    fn limits(self) -> Limits {
        Limits { sources: Bitboard::FULL, ..self.0 }
    }
}

impl MoveFilter for Limits {
    #[inline]
    fn limits(self) -> Limits {
        self
    }
}
