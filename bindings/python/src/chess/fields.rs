//! The side to move, the counters and castling rights.

use gardez_bitboard::Bitboard;
use gardez_types::{Color, PieceType};
use pyo3::prelude::*;

use super::board::{Board, base, sketch};
use crate::args::{ColorArg, MaskArg, SquareArg};
use gardez_variants::{FreeBoard as Sketch, FreeProblems, Variant};

/// Returns the rights of a color on one side of its king, or both.
pub(super) fn rights(sketch: &Sketch, color: Color, is_queenside: Option<bool>) -> bool {
    let rights = sketch.clean_castling() & Bitboard::from_rank(color.back_rank());
    let back = Bitboard::from_rank(color.back_rank());
    let king = (sketch.pieces(color, PieceType::King) & !sketch.promoted & back).msb();
    match (king, is_queenside) {
        (_, None) => !rights.is_empty(),
        (Some(king), Some(is_queenside)) => rights.into_iter().any(|rook| (rook < king) == is_queenside),
        (None, _) => false,
    }
}

/// Returns what python-chess calls wrong with a position. It does not look for checks of the other side in atomic, and
/// in racing kings every check is an impossible one.
fn problems(sketch: &Sketch) -> FreeProblems {
    let problems = sketch.problems();
    match sketch.variant {
        Variant::Atomic => problems - FreeProblems::OPPONENT_IN_CHECK,
        Variant::RacingKings if problems.contains(FreeProblems::RACE_CHECK) => {
            problems | FreeProblems::TOO_MANY_CHECKERS | FreeProblems::IMPOSSIBLE_CHECK
        }
        _ => problems,
    }
}

/// Defines the fields that Python has as they are.
macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident, $set:ident: $type:ty;)+) => {
        #[pymethods]
        impl Board {$(
            $(#[$doc])*
            #[getter]
            fn $name(slf: &Bound<'_, Self>) -> $type {
                sketch(slf).$name
            }

            #[setter]
            fn $set(slf: &Bound<'_, Self>, value: $type) {
                base(slf).change(|sketch| sketch.$name = value);
            }
        )+}
    };
}

fields! {
    /// Returns the number of plies since the last capture or move of a pawn.
    halfmove_clock, set_halfmove_clock: u32;
    /// Returns the number of the move, which grows after Black's moves.
    fullmove_number, set_fullmove_number: u32;
    /// Returns `True` if castling is written as king takes rook.
    chess960, set_chess960: bool;
}

#[pymethods]
impl Board {
    /// Returns the side to move: True for white.
    #[getter]
    fn turn(slf: &Bound<'_, Self>) -> bool {
        sketch(slf).side_to_move == Color::White
    }

    #[setter]
    fn set_turn(slf: &Bound<'_, Self>, turn: ColorArg) {
        base(slf).change(|sketch| sketch.side_to_move = turn.0);
    }

    /// Returns the squares of rooks that may castle, as a number; `clean_castling_rights` leaves out what cannot be.
    #[getter]
    fn castling_rights(slf: &Bound<'_, Self>) -> u64 {
        sketch(slf).castling.bits()
    }

    #[setter]
    fn set_castling_rights(slf: &Bound<'_, Self>, rights: MaskArg) {
        base(slf).change(|sketch| sketch.castling = rights.0);
    }

    /// Returns the square that the last pawn passed with a double push, or None.
    #[getter]
    fn ep_square(slf: &Bound<'_, Self>) -> Option<u8> {
        sketch(slf).ep_square.map(|square| square as u8)
    }

    #[setter]
    fn set_ep_square(slf: &Bound<'_, Self>, square: Option<SquareArg>) {
        base(slf).change(|sketch| sketch.ep_square = square.map(|square| square.0));
    }

    /// Returns the number of plies since the start of the game, by the number of the move.
    fn ply(slf: &Bound<'_, Self>) -> i64 {
        let sketch = sketch(slf);
        2 * (i64::from(sketch.fullmove_number) - 1) + i64::from(sketch.side_to_move == Color::Black)
    }

    /// Returns the castling rights without those that the squares of kings and rooks do not allow, as a number.
    fn clean_castling_rights(slf: &Bound<'_, Self>) -> u64 {
        sketch(slf).clean_castling().bits()
    }

    /// Returns true if a color has castling rights.
    fn has_castling_rights(slf: &Bound<'_, Self>, color: ColorArg) -> bool {
        rights(&sketch(slf), color.0, None)
    }

    /// Returns true if a color may castle to the king's side.
    fn has_kingside_castling_rights(slf: &Bound<'_, Self>, color: ColorArg) -> bool {
        rights(&sketch(slf), color.0, Some(false))
    }

    /// Returns true if a color may castle to the queen's side.
    fn has_queenside_castling_rights(slf: &Bound<'_, Self>, color: ColorArg) -> bool {
        rights(&sketch(slf), color.0, Some(true))
    }

    /// Returns true if there are rights that only Chess960 has.
    fn has_chess960_castling_rights(slf: &Bound<'_, Self>) -> bool {
        sketch(slf).has_chess960_castling()
    }

    /// Returns what is wrong with the position.
    fn status<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("gardez.chess")?.getattr("Status")?.call1((problems(&sketch(slf)).bits(),))
    }

    /// Returns true if nothing is wrong with the position.
    fn is_valid(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Ok(slf.call_method0("status")?.extract::<u32>()? == 0)
    }
}
