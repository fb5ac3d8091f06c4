//! Diff focus and weights: positions in which the network was wrong are used more often.

/// The values of a record that diff focus depends on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Surprise {
    pub(super) best_q: f32,
    pub(super) orig_q: f32,
    pub(super) policy_kld: f32,
}

/// The probability with which a position is kept, as in lczero-training's loader in Python ("diff focus").
///
/// ```text
/// t = (q_weight * |best_q - orig_q| + policy_kld) / (q_weight + policy_scale)
/// probability = min + slope * t
/// ```
///
/// A position is always kept if `orig_q` is NaN or `policy_kld` is not positive. The defaults, lczero-training's, keep all.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DiffFocus {
    /// The weight of the difference of expected results, `diff_focus_q_weight`.
    pub q_weight: f32,
    /// The scale of the divergence of the policy, `diff_focus_pol_scale`.
    pub policy_scale: f32,
    /// The probability of a position without surprise, `diff_focus_min`.
    pub min: f32,
    /// The growth of the probability with the surprise, `diff_focus_slope`.
    pub slope: f32,
}

impl Surprise {
    pub(super) const UNKNOWN: Self = Self { best_q: 0.0, orig_q: f32::NAN, policy_kld: 0.0 };

    #[cfg(feature = "lc0")]
    pub(super) fn of(record: &gardez_lc0::training::RecordView<'_>) -> Self {
        let tail = record.tail();
        Self { best_q: tail.best_q.get(), orig_q: tail.orig_q.get(), policy_kld: tail.policy_kld.get() }
    }
}

impl Default for DiffFocus {
    fn default() -> Self {
        Self { q_weight: 6.0, policy_scale: 3.5, min: 1.0, slope: 0.0 }
    }
}

impl DiffFocus {
    /// Returns the probability with which a position is kept, at most 1.
    pub fn probability(&self, best_q: f32, orig_q: f32, policy_kld: f32) -> f32 {
        if orig_q.is_nan() || policy_kld.is_nan() || policy_kld <= 0.0 {
            return 1.0;
        }
        let surprise = (self.q_weight * (best_q - orig_q).abs() + policy_kld) / (self.q_weight + self.policy_scale);
        // A surprise that is not a number says nothing against the position.
        (self.min + self.slope * surprise).min(1.0)
    }

    pub(super) fn keeps(&self, surprise: Surprise, random: f64) -> bool {
        let probability = self.probability(surprise.best_q, surprise.orig_q, surprise.policy_kld);
        probability >= 1.0 || random < f64::from(probability)
    }
}

/// The weight of a position, as in lczero-training's newer loader in C++.
///
/// ```text
/// t = (q_weight * |best_q - orig_q| + policy_kld) / (q_weight + policy_scale)
/// weight = min((alpha * t + beta) ^ gamma, tau)
/// ```
///
/// The weight is [`default_weight`](Self::default_weight) if `orig_q` is NaN, or if neither `q_weight` nor
/// `policy_scale` is set. A negative weight or NaN counts as 0.
///
/// [`Sampling::PerGame`](super::Sampling::PerGame) prefers positions with a large weight, and
/// [`GameSampling::Hanse`](super::GameSampling::Hanse) games.
///
/// ```
/// use gardez_data::loader::PositionWeight;
///
/// assert_eq!(PositionWeight::default().weight(0.5, -0.5, 1.0), 1.0);
/// let weight = PositionWeight { q_weight: Some(3.0), tau: 0.9, ..PositionWeight::default() };
/// assert_eq!(weight.weight(0.5, 0.0, 0.5), 0.5);
/// assert_eq!(weight.weight(0.5, -0.5, 1.0), 0.9);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PositionWeight {
    /// The weight of the difference of expected results; 0 if it is not set.
    pub q_weight: Option<f32>,
    /// The scale of the divergence of the policy; 1 if it is not set.
    pub policy_scale: Option<f32>,
    /// The factor.
    pub alpha: f32,
    /// The summand.
    pub beta: f32,
    /// The exponent.
    pub gamma: f32,
    /// The greatest weight.
    pub tau: f32,
    /// The weight of positions without the necessary values.
    pub default_weight: f32,
}

impl Default for PositionWeight {
    fn default() -> Self {
        Self { q_weight: None, policy_scale: None, alpha: 1.0, beta: 0.0, gamma: 1.0, tau: 1.0, default_weight: 1.0 }
    }
}

impl PositionWeight {
    /// Returns the weight of a position.
    pub fn weight(&self, best_q: f32, orig_q: f32, policy_kld: f32) -> f32 {
        if orig_q.is_nan() || self.q_weight.is_none() && self.policy_scale.is_none() {
            return self.default_weight;
        }
        let (q_weight, policy_scale) = (self.q_weight.unwrap_or(0.0), self.policy_scale.unwrap_or(1.0));
        let surprise = (q_weight * (best_q - orig_q).abs() + policy_kld) / (q_weight + policy_scale);
        let linear = surprise * self.alpha + self.beta;
        let weight = if self.gamma == 1.0 { linear } else { linear.powf(self.gamma) };
        if weight > 0.0 { weight.min(self.tau) } else { 0.0 }
    }

    pub(super) fn of(&self, surprise: Surprise) -> f32 {
        self.weight(surprise.best_q, surprise.orig_q, surprise.policy_kld)
    }
}
