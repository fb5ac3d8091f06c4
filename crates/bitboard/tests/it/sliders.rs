//! Every slider back end compared with the slow definition, over all subsets of all 128 masks.

use gardez_bitboard::{Bitboard, Direction, Square, sliders};
use gardez_types::geometry;
use quickcheck::quickcheck;

/// Compares `$bishop` and `$rook` with [`geometry`], for every set of blockers that matters and for random sets.
macro_rules! back_end {
    ($name:ident, $bishop:expr, $rook:expr, $available:expr) => {
        mod $name {
            use super::*;

            #[test]
            fn bishops_agree_with_the_definition_for_all_blockers() {
                if $available {
                    compare_for_all_blockers(&Direction::DIAGONAL, geometry::bishop_attacks, $bishop);
                }
            }

            #[test]
            fn rooks_agree_with_the_definition_for_all_blockers() {
                if $available {
                    compare_for_all_blockers(&Direction::ORTHOGONAL, geometry::rook_attacks, $rook);
                }
            }

            quickcheck! {
                fn attacks_agree_with_the_definition_for_random_occupied_squares(occupied: u64) -> bool {
                    !$available || Square::ALL.into_iter().all(|square| {
                        let bishop = $bishop(square, Bitboard::from_bits(occupied)).bits();
                        let rook = $rook(square, Bitboard::from_bits(occupied)).bits();
                        bishop == geometry::bishop_attacks(square, occupied)
                            && rook == geometry::rook_attacks(square, occupied)
                    })
                }
            }
        }
    };
}

fn compare_for_all_blockers(
    directions: &[Direction; 4],
    slow: fn(Square, u64) -> u64,
    fast: fn(Square, Bitboard) -> Bitboard,
) {
    let mut sets = 0;
    for square in Square::ALL {
        let mask = Bitboard::from_bits(geometry::relevant_squares(square, directions));
        for blockers in mask.subsets() {
            assert_eq!(fast(square, blockers).bits(), slow(square, blockers.bits()), "{square} {blockers:?}");
            sets += 1;
        }
    }
    let expected = if *directions == Direction::ORTHOGONAL { 102_400 } else { 5_248 };
    assert_eq!(sets, expected, "the number of subsets tried");
}

back_end!(default, sliders::bishop_attacks, sliders::rook_attacks, true);
back_end!(magic, sliders::magic::bishop_attacks, sliders::magic::rook_attacks, true);
back_end!(hyperbola, sliders::hyperbola::bishop_attacks, sliders::hyperbola::rook_attacks, true);
#[cfg(target_arch = "x86_64")]
back_end!(pext, gather::bishop, gather::rook, is_x86_feature_detected!("bmi2"));

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod gather {
    //! The `pext` back end with the signatures of the others.

    use super::*;

    pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        // SAFETY: `back_end!` calls this only where the CPU reports BMI2.
        unsafe { sliders::pext::bishop_attacks(square, occupied) }
    }

    pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        // SAFETY: `back_end!` calls this only where the CPU reports BMI2.
        unsafe { sliders::pext::rook_attacks(square, occupied) }
    }
}
