//! The squares that bishops, rooks and queens attack, in three implementations.
//!
//! | module | method | tables | used by default |
//! |---|---|---|---|
//! | `pext` | the instruction `pext`, which gathers bits | 107 KiB | if BMI2 is enabled (`-C target-cpu=native` on a CPU that has it) |
//! | [`magic`] | a multiplication | 109 KiB | on all other targets |
//! | [`hyperbola`] | two subtractions per line | 2 KiB | with the flag `--cfg gardez_small` |
//!
//! All three have the same functions with the same results. The functions of this module call the one that is fastest
//! for the target. `pext` exists on x86-64 only, and its functions are unsafe, because not every such CPU has the
//! instruction. Compile a program that must be small with `RUSTFLAGS="--cfg gardez_small"`.

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

/// Returns the squares that a bishop attacks: diagonals up to and including the first occupied squares.
///
/// Ignores `square` in `occupied`.
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

/// Returns the squares that a rook attacks: lines up to and including the first occupied squares.
///
/// Ignores `square` in `occupied`.
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

/// Returns the squares that a queen attacks, as a bishop and as a rook.
#[inline]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}
