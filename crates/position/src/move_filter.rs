//! The choice of legal moves that the generator makes.

use gardez_bitboard::Bitboard;
use gardez_types::{Color, PieceType};

use crate::board::Board;
use crate::move_class::MoveClass;

/// The wanted moves; a trait, so that code that wants all moves contains no test.
pub(crate) trait MoveFilter: Copy {
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

impl MoveFilter for All {
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

/// The moves of a class; with `SQUARES`, also of some pieces, or to some squares.
#[derive(Clone, Copy)]
pub(crate) struct Limits<const SQUARES: bool> {
    sources: Bitboard,
    targets: Bitboard,
    promoting_steps: (Bitboard, &'static [PieceType]),
    en_passant: Bitboard,
    castling: Bitboard,
}

impl Limits<false> {
    /// All moves.
    const ALL: Self = Self {
        sources: Bitboard::FULL,
        targets: Bitboard::FULL,
        promoting_steps: (Bitboard::FULL, &PieceType::PROMOTION_PIECES),
        en_passant: Bitboard::FULL,
        castling: Bitboard::FULL,
    };

    /// Returns the moves of a class, or all moves, whether there is a check or not.
    pub(crate) fn of(board: &Board, us: Color, class: Option<MoveClass>) -> Self {
        let (queen, others) = PieceType::PROMOTION_PIECES.split_at(1);
        match class {
            Some(MoveClass::Captures) => Self {
                targets: board.by_color(!us),
                promoting_steps: (Bitboard::FULL, queen),
                castling: Bitboard::EMPTY,
                ..Self::ALL
            },
            Some(MoveClass::Quiets | MoveClass::QuietChecks) => Self {
                targets: !board.occupied(),
                promoting_steps: (Bitboard::FULL, others),
                en_passant: Bitboard::EMPTY,
                ..Self::ALL
            },
            None | Some(MoveClass::Evasions | MoveClass::NonEvasions) => Self::ALL,
        }
    }

    /// Keeps the moves of the pieces on `sources` to `targets`.
    #[inline]
    pub(crate) fn and(self, sources: Bitboard, targets: Bitboard) -> Limits<true> {
        Limits {
            sources,
            targets: self.targets & targets,
            promoting_steps: (self.promoting_steps.0 & targets, self.promoting_steps.1),
            en_passant: self.en_passant & targets,
            castling: self.castling & targets,
        }
    }
}

impl<const SQUARES: bool> MoveFilter for Limits<SQUARES> {
    #[inline]
    fn sources(self) -> Bitboard {
        if SQUARES { self.sources } else { Bitboard::FULL }
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
