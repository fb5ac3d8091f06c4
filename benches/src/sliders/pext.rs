//! The look-ups by `pext`, in a function that is compiled for BMI2 whatever the rest is compiled for.

// Code for a CPU that has the instruction is unsafe to call: it is here that the CPU is asked.
#![allow(unsafe_code)]

use std::hint::black_box;

use gardez_bitboard::sliders::pext::{bishop_attacks, rook_attacks};

use super::{Lookup, Slider};

/// Whether this CPU has the instruction.
pub fn is_available() -> bool {
    is_x86_feature_detected!("bmi2")
}

/// The XOR of the attacks of all look-ups.
///
/// # Panics
///
/// If the CPU has no `pext`.
pub fn sum(slider: Slider, lookups: &[Lookup]) -> u64 {
    assert!(is_available(), "the CPU has no pext");
    // SAFETY: the CPU has just been asked for BMI2.
    unsafe { sum_with_bmi2(slider, lookups) }
}

/// Closures of callers would be compiled without BMI2, and the look-ups not be inlined into them: hence the loops.
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
