//! What bishops, rooks and queens attack: three back ends side by side.
//!
//! [`magic`] multiplies, [`pext`] asks the CPU to gather bits, [`hyperbola`] subtracts and needs no large table. They
//! give the same answers; the functions of this module use the one that is fastest for the target the crate is compiled
//! for: `pext` where BMI2 is enabled (`-C target-cpu=native` and the like), `magic` elsewhere.

pub mod hyperbola;
pub mod magic;
#[cfg(target_arch = "x86_64")]
pub mod pext;

mod factors;
mod fill;

use gardez_types::Square;

use crate::Bitboard;

/// The squares a bishop on `square` attacks: along each diagonal up to the first occupied square, which is included.
#[inline]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    return pext::default::bishop_attacks(square, occupied);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    return magic::bishop_attacks(square, occupied);
}

/// The squares a rook on `square` attacks: along rank and file up to the first occupied square, which is included.
#[inline]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    return pext::default::rook_attacks(square, occupied);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    return magic::rook_attacks(square, occupied);
}

/// The squares a queen on `square` attacks: those of a bishop and of a rook.
#[inline]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}
