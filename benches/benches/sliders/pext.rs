//! Look-ups by `pext`, in a function that is always compiled for BMI2, even if the rest of the program is not.

// Functions that need BMI2 are unsafe to call. This file checks for BMI2 at run time, as a program without
// `target-cpu=native` would.
#![allow(unsafe_code)]

use std::hint::black_box;

use gardez_bitboard::sliders::pext::{bishop_attacks, rook_attacks};

use crate::lookups::{Lookup, Slider};

/// Returns `true` if this CPU has the instruction.
pub(crate) fn is_available() -> bool {
    is_x86_feature_detected!("bmi2")
}

/// Returns the XOR of the attacks of all look-ups.
///
/// # Panics
///
/// If the CPU has no `pext`.
pub(crate) fn sum(slider: Slider, lookups: &[Lookup]) -> u64 {
    assert!(is_available(), "the CPU has no pext");
    // SAFETY: the line above has checked that the CPU has BMI2.
    unsafe { sum_with_bmi2(slider, lookups) }
}

/// Returns the sum with loops that are written out, because the closures of callers are compiled without BMI2. The
/// look-ups could not be inlined into them.
#[target_feature(enable = "bmi2")]
fn sum_with_bmi2(slider: Slider, lookups: &[Lookup]) -> u64 {
    let mut sum = 0;
    match slider {
        Slider::Bishop => {
            for &(square, occupied) in lookups {
                // SAFETY: the attribute of this function says that the CPU has BMI2.
                sum ^= black_box(unsafe { bishop_attacks(square, occupied) }.bits());
            }
        }
        Slider::Rook => {
            for &(square, occupied) in lookups {
                // SAFETY: as above.
                sum ^= black_box(unsafe { rook_attacks(square, occupied) }.bits());
            }
        }
        Slider::Queen => {
            for &(square, occupied) in lookups {
                // SAFETY: as above.
                let attacks = unsafe { bishop_attacks(square, occupied) | rook_attacks(square, occupied) };
                sum ^= black_box(attacks.bits());
            }
        }
    }
    sum
}
