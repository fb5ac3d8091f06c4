//! Positions that cannot arise in a game, but can be played on: problems with a name, each of which may be ignored.

use core::fmt;
use core::str::FromStr;

use bitflags::bitflags;
use gardez_bitboard::{Bitboard, between, line};
use gardez_types::{Color, PieceType, Square};

use super::FenErrorKind;
use crate::Board;

bitflags! {
    /// A set of the problems that a [`FenReader`](super::FenReader) may be told to ignore.
    ///
    /// ```
    /// use gardez_position::FenProblems;
    ///
    /// let problem: FenProblems = "impossible-check".parse()?;
    /// assert_eq!(problem, FenProblems::IMPOSSIBLE_CHECK);
    /// # Ok::<_, gardez_position::fen::UnknownProblemError>(())
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct FenProblems: u8 {
        /// A castling right without its king or rook, or two for one wing; ignored, the right is dropped.
        const CASTLING_RIGHTS = 1;
        /// More than 16 pieces or 8 pawns of a side.
        const TOO_MANY_PIECES = 2;
        /// More promoted pieces than pawns are missing. Ignored unless asked for.
        const PROMOTED_SURPLUS = 4;
        /// A check that no move can have given: by three pieces, by two sliders from both ends of a line, or, after a
        /// double step, by a piece that the step did not uncover.
        const IMPOSSIBLE_CHECK = 8;
    }
}

/// A text that names no problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownProblemError;

impl fmt::Display for UnknownProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected ")?;
        for (_, name) in FenProblems::NAMES {
            write!(f, "{name}, ")?;
        }
        f.write_str("or all")
    }
}

impl core::error::Error for UnknownProblemError {}

impl FenProblems {
    /// The problems with their names.
    pub const NAMES: [(Self, &'static str); 4] = [
        (Self::CASTLING_RIGHTS, "castling-rights"),
        (Self::TOO_MANY_PIECES, "too-many-pieces"),
        (Self::PROMOTED_SURPLUS, "promoted-surplus"),
        (Self::IMPOSSIBLE_CHECK, "impossible-check"),
    ];
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
    /// The names of the problems, with commas between them; `none` for the empty set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (problem, name) in Self::NAMES {
            if self.contains(problem) {
                write!(f, "{separator}{name}")?;
                separator = ", ";
            }
        }
        if self.is_empty() { f.write_str("none") } else { Ok(()) }
    }
}

/// Every problem with the pieces of a board, in the order in which they are reported.
pub(super) fn of_board(board: &Board) -> [Option<FenErrorKind>; 5] {
    [
        too_many_men(board, Color::White),
        too_many_men(board, Color::Black),
        promoted_surplus(board, Color::White),
        promoted_surplus(board, Color::Black),
        impossible_check(board),
    ]
}

fn count(board: &Board, color: Color, piece_type: PieceType) -> u32 {
    board.pieces(color, piece_type).len()
}

fn too_many_men(board: &Board, color: Color) -> Option<FenErrorKind> {
    let (men, pawns) = (board.by_color(color).len(), count(board, color, PieceType::Pawn));
    match (men, pawns) {
        (17.., _) => Some(FenErrorKind::TooManyPieces { color, men }),
        (_, 9..) => Some(FenErrorKind::TooManyPawns { color, pawns }),
        _ => None,
    }
}

fn promoted_surplus(board: &Board, color: Color) -> Option<FenErrorKind> {
    let beyond = |piece_type, at_start| count(board, color, piece_type).saturating_sub(at_start);
    let promoted = beyond(PieceType::Knight, 2)
        + beyond(PieceType::Bishop, 2)
        + beyond(PieceType::Rook, 2)
        + beyond(PieceType::Queen, 1);
    let missing = 8_u32.saturating_sub(count(board, color, PieceType::Pawn));
    (promoted > missing).then_some(FenErrorKind::PromotedSurplus { color, promoted, missing })
}

fn impossible_check(board: &Board) -> Option<FenErrorKind> {
    let us = board.side_to_move();
    let (king, checkers) = (board.king(us), board.checkers());
    if checkers.is_empty() {
        return None;
    }
    let sliders = checkers & (board.diagonal_sliders(!us) | board.orthogonal_sliders(!us));
    let from_both_ends = sliders.into_iter().any(|slider| !(sliders - slider.into()).is_disjoint(line(king, slider)));
    if checkers.len() > 2 || from_both_ends {
        return Some(FenErrorKind::ImpossibleCheck { checkers });
    }
    let beside_the_step = board.state().double_step().is_some_and(|square| {
        let not_given = checkers - given_by_step(us, square, king, checkers);
        !not_given.is_empty()
    });
    beside_the_step.then_some(FenErrorKind::ImpossibleCheck { checkers })
}

/// Those of `checkers` that a double step past `square` can have given: the stepped pawn's own check, and those whose
/// line the step has opened.
fn given_by_step(us: Color, square: Square, king: Square, checkers: Bitboard) -> Bitboard {
    let (pawn, origin) = (square.step((!us).up()), square.step(us.up()));
    let opened = |checker| origin.is_some_and(|origin| between(king, checker).contains(origin));
    checkers.into_iter().filter(|&checker| pawn == Some(checker) || opened(checker)).collect()
}
