//! The checks of a record that lc0 does not make.

use super::broken::{BrokenRule, field};
use super::rule::Rule;
use super::values::{D, Q, probability_field, within};
use crate::policy::POLICY_SIZE;
use crate::training::layout::{V6, V7};

/// The greatest rounding error of sums.
const ROUNDING: f32 = 1e-3;

type Outcome = Result<(), BrokenRule>;

/// Checks a record that [`values::check`](super::values::check) accepts.
pub(super) fn check(record: &V6, version: u32) -> Outcome {
    if record.version.get() != version {
        return Err(BrokenRule::new(Rule::Version, field!(version), record.version.get()));
    }
    if record.dummy != 0 {
        return Err(BrokenRule::new(Rule::Unused, field!(dummy), u32::from(record.dummy)));
    }
    within(Rule::D, &D, field!(result_d), record.result_d.get())?;
    if let Some(index) = record.probabilities.iter().position(|probability| probability.get().is_nan()) {
        return Err(BrokenRule::new(Rule::Probability, probability_field(index), f32::NAN));
    }
    for (field, index) in [(field!(best_idx), record.best_idx), (field!(played_idx), record.played_idx)] {
        if usize::from(index.get()) >= POLICY_SIZE {
            return Err(BrokenRule::new(Rule::Index, field, u32::from(index.get())));
        }
    }
    for (field, plies) in [
        (field!(root_m), record.root_m),
        (field!(best_m), record.best_m),
        (field!(plies_left), record.plies_left),
        (field!(played_m), record.played_m),
        (field!(orig_m), record.orig_m),
    ] {
        if plies.get().is_infinite() {
            return Err(BrokenRule::new(Rule::M, field, plies.get()));
        }
    }
    for (field, q, d) in [
        (field!(root_d), record.root_q, record.root_d),
        (field!(best_d), record.best_q, record.best_d),
        (field!(result_d), record.result_q, record.result_d),
        (field!(played_d), record.played_q, record.played_d),
        (field!(orig_d), record.orig_q, record.orig_d),
    ] {
        // NaN is not greater than anything: unknown values pass.
        if q.get().abs() + d.get() > 1.0 + ROUNDING {
            return Err(BrokenRule::new(Rule::WinDrawLoss, field, d.get()));
        }
    }
    let divergence = record.policy_kld.get();
    if divergence.is_finite() && divergence >= -ROUNDING {
        Ok(())
    } else {
        Err(BrokenRule::new(Rule::Divergence, field!(policy_kld), divergence))
    }
}

pub(super) fn check_v7(record: &V7) -> Outcome {
    within(Rule::Q, &Q, field!(V7, q_st), record.q_st.get())?;
    within(Rule::D, &D, field!(V7, d_st), record.d_st.get())?;
    for (field, index) in
        [(field!(V7, opp_played_idx), record.opp_played_idx), (field!(V7, next_played_idx), record.next_played_idx)]
    {
        if usize::from(index.get()) >= POLICY_SIZE && index.get() != V7::NO_MOVE {
            return Err(BrokenRule::new(Rule::Index, field, u32::from(index.get())));
        }
    }
    Ok(())
}
