//! The same code for CPUs with AVX2: a sum of four lanes is one register.
// A function for a CPU is unsafe to call. Boards of packed positions are made in 0.9 of the time.
#![allow(unsafe_code)]

use gardez_bitboard::Bitboard;
use gardez_bitboard::cpu::Avx2;
use gardez_types::{Color, Piece};

use super::PieceSetup;

/// Puts pieces on an empty board, as [`PieceSetup::gather`] does.
#[inline]
pub(super) fn gather(
    _: Avx2,
    setup: &mut PieceSetup,
    occupied: Bitboard,
    codes: u128,
    pieces: &[Option<Piece>; 16],
    marked: u16,
    perspective: Color,
) -> Bitboard {
    // SAFETY: the CPU has the features, because there is a proof.
    unsafe { compiled_here(setup, occupied, codes, pieces, marked, perspective) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn compiled_here(
    setup: &mut PieceSetup,
    occupied: Bitboard,
    codes: u128,
    pieces: &[Option<Piece>; 16],
    marked: u16,
    perspective: Color,
) -> Bitboard {
    setup.gather(occupied, codes, pieces, marked, perspective)
}

/// Returns the pieces on these squares, as [`PieceSetup::gather_squares`] does.
#[inline]
pub(super) fn from_squares(_: Avx2, squares: &[Option<Piece>; 64]) -> PieceSetup {
    // SAFETY: the CPU has the features, because there is a proof.
    unsafe { squares_compiled_here(squares) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn squares_compiled_here(squares: &[Option<Piece>; 64]) -> PieceSetup {
    PieceSetup::gather_squares(squares)
}
