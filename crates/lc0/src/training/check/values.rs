//! The checks of each record in lc0's rescorer, in its order.

use core::ops::RangeInclusive;

use super::broken::{BrokenRule, Field, field};
use super::rule::Rule;
use crate::encoder::InputFormat;
use crate::policy::POLICY_SIZE;
use crate::training::layout::V6;

/// The range of an expected result.
pub(super) const Q: RangeInclusive<f32> = -1.0..=1.0;

pub(super) const D: RangeInclusive<f32> = 0.0..=1.0;

type Outcome = Result<(), BrokenRule>;

/// Refuses a value outside of this range, such as NaN.
pub(super) fn within(rule: Rule, range: &RangeInclusive<f32>, field: Field, value: f32) -> Outcome {
    if range.contains(&value) { Ok(()) } else { Err(BrokenRule::new(rule, field, value)) }
}

fn plies(field: Field, value: f32) -> Outcome {
    if (0.0..).contains(&value) { Ok(()) } else { Err(BrokenRule::new(Rule::M, field, value)) }
}

fn or_unknown(value: f32, check: impl FnOnce(f32) -> Outcome) -> Outcome {
    if value.is_nan() { Ok(()) } else { check(value) }
}

/// Applies a check to fields of a record, in this order.
macro_rules! each {
    ($record:ident: $($name:ident)+ => $check:expr) => {
        $($check(field!($name), $record.$name.get())?;)+
    };
}

/// Checks a record as lc0 does. Each comparison is true inside of the range, so NaN fails.
pub(super) fn check(record: &V6) -> Outcome {
    let Ok(format) = record.format() else {
        return Err(BrokenRule::new(Rule::InputFormat, field!(input_format), record.input_format.get()));
    };
    let q = |field, value| within(Rule::Q, &Q, field, value);
    let d = |field, value| within(Rule::D, &D, field, value);
    each! { record: best_d root_d => d }
    each! { record: best_q root_q => q }
    each! { record: root_m best_m plies_left => plies }
    check_bytes(record, format)?;
    each! { record: result_q => q }
    // The upper limit is missing: lc0 compares result_q with it instead.
    if !(0.0..).contains(&record.result_d.get()) {
        return Err(BrokenRule::new(Rule::D, field!(result_d), record.result_d.get()));
    }
    if record.rule50_count > 100 {
        return Err(BrokenRule::new(Rule::Rule50, field!(rule50_count), u32::from(record.rule50_count)));
    }
    check_probabilities(record)?;
    for (field, index) in [(field!(best_idx), record.best_idx), (field!(played_idx), record.played_idx)] {
        // The limit itself passes.
        if usize::from(index.get()) > POLICY_SIZE {
            return Err(BrokenRule::new(Rule::Index, field, u32::from(index.get())));
        }
    }
    each! { record: played_q => q }
    each! { record: played_d => d }
    each! { record: played_m => plies }
    each! { record: orig_q => |field, value| or_unknown(value, |value| q(field, value)) }
    each! { record: orig_d => |field, value| or_unknown(value, |value| d(field, value)) }
    each! { record: orig_m => |field, value| or_unknown(value, |value| plies(field, value)) }
    Ok(())
}

/// Checks the castling rights, and the byte of the side to move or the en passant flag.
fn check_bytes(record: &V6, format: InputFormat) -> Outcome {
    let rights = [
        (field!(castling_them_oo), record.castling_them_oo),
        (field!(castling_them_ooo), record.castling_them_ooo),
        (field!(castling_us_oo), record.castling_us_oo),
        (field!(castling_us_ooo), record.castling_us_ooo),
    ];
    for (field, right) in rights {
        let is_right = if format.shows_rooks() { right.count_ones() <= 1 } else { right <= 1 };
        if !is_right {
            return Err(BrokenRule::new(Rule::Castling, field, u32::from(right)));
        }
    }
    let flag = record.side_to_move_or_enpassant;
    let is_flag = if format.is_canonical() { flag.count_ones() <= 1 } else { flag <= 1 };
    if is_flag {
        Ok(())
    } else {
        Err(BrokenRule::new(Rule::SideToMoveOrEnPassant, field!(side_to_move_or_enpassant), u32::from(flag)))
    }
}

/// Checks the probabilities in the order of their indices, and then their sum.
fn check_probabilities(record: &V6) -> Outcome {
    let has_visits = record.visits.get() > 0;
    let chosen = [record.best_idx, record.played_idx].map(|index| usize::from(index.get()));
    let mut sum = 0.0_f32;
    for (index, probability) in record.probabilities.iter().enumerate() {
        let probability = probability.get();
        let broken = |rule| Err(BrokenRule::new(rule, probability_field(index), probability));
        if !(D.contains(&probability) || probability == -1.0 || probability.is_nan()) {
            return broken(Rule::Probability);
        }
        if probability >= 0.0 {
            sum += probability;
        } else if has_visits && chosen.contains(&index) {
            return broken(Rule::ChosenMove);
        }
    }
    within(Rule::ProbabilitySum, &(0.99..=1.01), field!(probabilities), sum)
}

pub(in crate::training) const fn probability_field(index: usize) -> Field {
    field!(probabilities).part(index, POLICY_SIZE)
}
