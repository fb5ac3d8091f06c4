//! The squares that bishops, rooks and queens attack, in three implementations.
//!
//! | module | method | tables | used by default |
//! |---|---|---|---|
//! | `pext` | the instruction `pext`, which gathers bits | 107 KiB | if BMI2 is enabled (`-C target-cpu=native` on a CPU that has it) |
//! | [`magic`] | a multiplication | 109 KiB | on all other targets |
//! | [`hyperbola`] | two subtractions per line | 2 KiB | with the flag `--cfg gardez_small` |
//!
//! All three return the same results, and have the same functions. The functions of this module, which the root of the
//! crate re-exports, call the one that is fastest for the target that the crate is compiled for. `pext` exists on
//! x86-64 only. Its functions are unsafe, because not every x86-64 CPU has the instruction.
//!
//! A program that must be small, on a web page or a microcontroller, is compiled with
//! `RUSTFLAGS="--cfg gardez_small"`. Then no table of sliders or lines becomes part of it.

pub mod hyperbola;
pub mod magic;
#[cfg(target_arch = "x86_64")]
pub mod pext;

mod factors;
mod fill;

use gardez_types::Square;

use crate::bitboard::Bitboard;

#[cfg(gardez_small)]
use hyperbola as chosen;
#[cfg(all(not(gardez_small), not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
use magic as chosen;
#[cfg(all(not(gardez_small), target_arch = "x86_64", target_feature = "bmi2"))]
use pext::default as chosen;

/// Returns the squares that a bishop on `square` attacks: each diagonal up to the first occupied square, which is
/// included.
///
/// It does not matter whether `square` itself is in `occupied`.
///
/// ```
/// use gardez_bitboard::{Square, bishop_attacks, bitboard};
///
/// // A piece on b6.
/// assert_eq!(
///     bishop_attacks(Square::D4, Square::B6.into()),
///     bitboard! {
///         . . . . . . . X
///         . . . . . . X .
///         . X . . . X . .
///         . . X . X . . .
///         . . . . . . . .
///         . . X . X . . .
///         . X . . . X . .
///         X . . . . . X .
///     }
/// );
/// ```
#[inline]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    chosen::bishop_attacks(square, occupied)
}

/// Returns the squares that a rook on `square` attacks: its rank and file up to the first occupied square in each
/// direction, which is included.
///
/// It does not matter whether `square` itself is in `occupied`.
///
/// ```
/// use gardez_bitboard::{Bitboard, Square, bitboard, rook_attacks};
///
/// // Pieces on d7 and f4.
/// assert_eq!(
///     rook_attacks(Square::D4, Bitboard::from(Square::D7) | Square::F4.into()),
///     bitboard! {
///         . . . . . . . .
///         . . . X . . . .
///         . . . X . . . .
///         . . . X . . . .
///         X X X . X X . .
///         . . . X . . . .
///         . . . X . . . .
///         . . . X . . . .
///     }
/// );
/// ```
#[inline]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    chosen::rook_attacks(square, occupied)
}

/// Returns the squares that a queen on `square` attacks: as a bishop and as a rook.
///
/// ```
/// use gardez_bitboard::{Bitboard, Square, bitboard, queen_attacks};
///
/// assert_eq!(
///     queen_attacks(Square::D4, Bitboard::EMPTY),
///     bitboard! {
///         . . . X . . . X
///         X . . X . . X .
///         . X . X . X . .
///         . . X X X . . .
///         X X X . X X X X
///         . . X X X . . .
///         . X . X . X . .
///         X . . X . . X .
///     }
/// );
/// ```
#[inline]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}
