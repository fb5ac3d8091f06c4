//! Problems: named reasons why a position cannot arise in a game, although it can be played.

mod check;

use core::fmt;
use core::str::FromStr;

use bitflags::bitflags;
use gardez_bitboard::Bitboard;
use gardez_types::{Color, PieceType, errors};

use super::board_error::BoardError;
use crate::board::Board;

bitflags! {
    /// A set of reasons why a position cannot arise in a game, although it can be played.
    ///
    /// Such a position is read unless a [`FenReader`](crate::FenReader) refuses it. `parse` reads names.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct FenProblems: u8 {
        /// A castling right without its king or rook, two for the same side, or one that the
        /// [`FenMode`](crate::FenMode) does not allow. The position does not have the right.
        const CASTLING_RIGHTS = 1;
        /// More than 16 pieces or 8 pawns of a side.
        const TOO_MANY_PIECES = 2;
        /// More promoted pieces than missing pawns. Of two bishops on squares of one color, one counts as promoted.
        const PROMOTED_SURPLUS = 4;
        /// A check that no move can have given.
        ///
        /// ```text
        /// 3  . n . . k . . .   white is in check by two knights, but black has moved only one of them
        /// 2  . . n . . . . .
        /// 1  K . . . . . . .
        ///    a b c d e f g h
        /// ```
        ///
        /// No legal move, castling in Chess960 included, leads from a position without the check to this board, if a
        /// side with 16 pieces has lost none and each promotion a missing pawn.
        const IMPOSSIBLE_CHECK = 8;
        /// An en passant square that no double push can have left. The position does not have the square.
        const STALE_EN_PASSANT = 16;
    }
}

errors! {
    /// The text is not the name of a problem.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct UnknownProblemError = "unknown-problem", |f| {
        f.write_str("expected ")?;
        for (_, name) in FenProblems::NAMES {
            write!(f, "{name}, ")?;
        }
        f.write_str("or all")
    };
}

impl FenProblems {
    /// The problems with their names.
    pub const NAMES: [(Self, &'static str); 5] = [
        (Self::CASTLING_RIGHTS, "castling-rights"),
        (Self::TOO_MANY_PIECES, "too-many-pieces"),
        (Self::PROMOTED_SURPLUS, "promoted-surplus"),
        (Self::IMPOSSIBLE_CHECK, "impossible-check"),
        (Self::STALE_EN_PASSANT, "stale-en-passant"),
    ];

    /// Returns `true` if the set contains the problem of this error, or if the error is not a problem.
    pub(super) fn refuses(self, error: BoardError) -> bool {
        error.problem().is_none_or(|problem| self.contains(problem))
    }

    /// Returns the names of the problems in the set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::NAMES.into_iter().filter(move |&(problem, _)| self.contains(problem)).map(|(_, name)| name)
    }
}

impl FromStr for FenProblems {
    type Err = UnknownProblemError;

    /// Reads the name of one problem, or `all`.
    fn from_str(name: &str) -> Result<Self, UnknownProblemError> {
        if name == "all" {
            return Ok(Self::all());
        }
        Self::NAMES.into_iter().find(|&(_, known)| known == name).map(|(problem, _)| problem).ok_or(UnknownProblemError)
    }
}

impl fmt::Display for FenProblems {
    /// Writes the names of the problems with commas between them, or `none`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, name) in self.names().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{name}")?;
        }
        if self.is_empty() { f.write_str("none") } else { Ok(()) }
    }
}

impl BoardError {
    /// Returns the problem of this error, or `None` if a board with the error cannot be played.
    pub const fn problem(self) -> Option<FenProblems> {
        match self {
            Self::CastlingRight { .. } => Some(FenProblems::CASTLING_RIGHTS),
            Self::TooManyPieces { .. } | Self::TooManyPawns { .. } => Some(FenProblems::TOO_MANY_PIECES),
            Self::PromotedSurplus { .. } => Some(FenProblems::PROMOTED_SURPLUS),
            Self::ImpossibleCheck { .. } => Some(FenProblems::IMPOSSIBLE_CHECK),
            Self::StaleEnPassantSquare(_) => Some(FenProblems::STALE_EN_PASSANT),
            _ => None,
        }
    }
}

/// # Problems
impl Board {
    /// Returns the reasons why the position cannot arise in a game, although it can be played.
    ///
    /// ```
    /// use gardez_position::{Board, FenProblems, FenReader};
    ///
    /// assert!(Board::start().problems().is_empty());
    ///
    /// // Nine pawns, and a check by three pieces.
    /// let board = FenReader::new().read_board("8/pppppppp/8/p1k5/8/4q3/2n3n1/4K3 w - - 0 1")?.position;
    /// assert_eq!(board.problems(), FenProblems::TOO_MANY_PIECES | FenProblems::IMPOSSIBLE_CHECK);
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    pub fn problems(&self) -> FenProblems {
        self.problem_kinds().filter_map(BoardError::problem).collect()
    }

    /// Returns the problems of the position one by one, with their colors or squares.
    pub fn problem_kinds(&self) -> impl Iterator<Item = BoardError> + use<> {
        let [white, black] = Color::ALL.map(|color| (color, PieceCounts::new(self, color)));
        let kinds = [
            too_many(white),
            too_many(black),
            promoted_surplus(white),
            promoted_surplus(black),
            (!check::is_possible(self)).then(|| BoardError::ImpossibleCheck { checkers: self.checkers() }),
        ];
        kinds.into_iter().flatten()
    }
}

/// The numbers of pieces of one side.
#[derive(Clone, Copy)]
struct PieceCounts {
    pieces: u32,
    pawns: u32,
    /// The pieces that must come from promotions: a third knight, a second queen, two bishops on light squares.
    promoted: u32,
}

impl PieceCounts {
    /// The most pieces of a side.
    const MOST_PIECES: u32 = 16;
    /// The most pawns of a side, promoted pawns included.
    const MOST_PAWNS: u32 = 8;

    fn new(board: &Board, color: Color) -> Self {
        Self {
            pieces: board.by_color(color).len(),
            pawns: board.count(color, PieceType::Pawn),
            promoted: PieceKind::all(board, color).map(|kind| kind.now.saturating_sub(kind.at_start)).sum(),
        }
    }

    /// Returns pawns and promoted pieces, which all began as pawns.
    fn with_promoted(self) -> u32 {
        self.pawns + self.promoted
    }
}

/// The pieces of one kind, pawns and kings excluded. Bishops on light squares and on dark squares are two kinds.
struct PieceKind {
    piece_type: PieceType,
    squares: Bitboard,
    now: u32,
    at_start: u32,
}

impl PieceKind {
    fn all(board: &Board, color: Color) -> impl Iterator<Item = Self> {
        let kinds = [
            (PieceType::Knight, Bitboard::FULL, 2),
            (PieceType::Bishop, Bitboard::LIGHT_SQUARES, 1),
            (PieceType::Bishop, Bitboard::DARK_SQUARES, 1),
            (PieceType::Rook, Bitboard::FULL, 2),
            (PieceType::Queen, Bitboard::FULL, 1),
        ];
        kinds.into_iter().map(move |(piece_type, squares, at_start)| {
            let now = (board.pieces(color, piece_type) & squares).len();
            Self { piece_type, squares, now, at_start }
        })
    }
}

fn too_many((color, counts): (Color, PieceCounts)) -> Option<BoardError> {
    let PieceCounts { pieces, pawns, .. } = counts;
    if PieceCounts::MOST_PIECES < pieces {
        Some(BoardError::TooManyPieces { color, pieces })
    } else if PieceCounts::MOST_PAWNS < pawns {
        Some(BoardError::TooManyPawns { color, pawns })
    } else {
        None
    }
}

fn promoted_surplus((color, counts): (Color, PieceCounts)) -> Option<BoardError> {
    let PieceCounts { promoted, pawns, .. } = counts;
    let missing = PieceCounts::MOST_PAWNS.saturating_sub(pawns);
    (missing < promoted).then_some(BoardError::PromotedSurplus { color, promoted, missing })
}
