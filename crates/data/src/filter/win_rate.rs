//! The probability that a score wins.

use gardez_formats::Wdl;

/// The probabilities that a side wins, draws and loses with a score from its point of view.
///
/// It wins with the probability 1 / (1 + e^((half - score) / scale)), loses with the opposite score's, and draws
/// otherwise. This is the form in which Stockfish's win rates are published.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinRate {
    /// The score that wins half of the games, at least 0.
    pub half: f64,
    /// The score, more than that one, that wins 73 % of them: above 0.
    pub scale: f64,
}

impl WinRate {
    /// Returns the probability of this result after this score, both from the same point of view.
    pub fn probability(&self, score: i16, result: Wdl) -> f64 {
        let wins = |score: f64| 1.0 / (1.0 + ((self.half - score) / self.scale).exp());
        let (win, loss) = (wins(score.into()), wins(-f64::from(score)));
        match result {
            Wdl::Win => win,
            Wdl::Draw => (1.0 - win - loss).max(0.0),
            Wdl::Loss => loss,
        }
    }

    /// Returns the rate that fits best: scores, each with the number of its losses, draws and wins.
    ///
    /// Wins after each score and losses after the opposite one are fitted together by logistic regression. `None` means
    /// that higher scores do not win more, or that scores and results do not contradict each other at all.
    ///
    /// ```
    /// use gardez_data::WinRate;
    ///
    /// let games = [(-200, [73, 26, 1]), (0, [10, 80, 10]), (200, [1, 26, 73])];
    /// let rate = WinRate::fit(&games).expect("higher scores win more");
    /// assert!((100.0..160.0).contains(&rate.half) && (30.0..90.0).contains(&rate.scale));
    /// ```
    pub fn fit(games: &[(i16, [u64; 3])]) -> Option<Self> {
        // Scores are divided by this number, so that the steps of Newton's method are well scaled.
        const UNIT: f64 = 256.0;
        let rows = games.iter().flat_map(|&(score, [losses, draws, wins])| {
            let (x, total) = (f64::from(score) / UNIT, (losses + draws + wins) as f64);
            [(x, wins as f64, total), (-x, losses as f64, total)]
        });
        let (mut offset, mut slope) = (0.0_f64, 0.0_f64);
        for _ in 0..50 {
            // The gradient of the likelihood, and its second derivatives.
            let [mut g0, mut g1, mut h00, mut h01, mut h11] = [0.0; 5];
            for (x, wins, total) in rows.clone() {
                let p = 1.0 / (1.0 + (-(offset + slope * x)).exp());
                let (error, weight) = (wins - total * p, total * p * (1.0 - p));
                g0 += error;
                g1 += error * x;
                h00 += weight;
                h01 += weight * x;
                h11 += weight * x * x;
            }
            let determinant = h00 * h11 - h01 * h01;
            let steps = [(h11 * g0 - h01 * g1) / determinant, (h00 * g1 - h01 * g0) / determinant];
            if !steps.iter().all(|step| step.is_finite()) {
                return None;
            }
            // A step that is too long would leave the region in which the method converges.
            offset += steps[0].clamp(-2.0, 2.0);
            slope += steps[1].clamp(-2.0, 2.0);
            if steps.iter().all(|step| step.abs() < 1e-9) {
                let rate = Self { half: -offset / slope * UNIT, scale: UNIT / slope };
                return (0.0 < slope && 0.0 <= rate.half).then_some(rate);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_finds_the_rate_that_made_the_games() {
        let made = WinRate { half: 254.0, scale: 81.0 };
        let games: Vec<(i16, [u64; 3])> = (-100..=100)
            .map(|step| {
                let score = step * 8;
                (score, Wdl::ALL.map(|result| (1e6 * made.probability(score, result)).round() as u64))
            })
            .collect();
        let rate = WinRate::fit(&games).expect("the games fit");
        assert!((rate.half - made.half).abs() < 0.1 && (rate.scale - made.scale).abs() < 0.1, "{rate:?}");
    }

    #[test]
    fn games_that_say_nothing_have_no_rate() {
        assert_eq!(WinRate::fit(&[]), None);
        assert_eq!(WinRate::fit(&[(0, [10, 10, 10])]), None);
        assert_eq!(WinRate::fit(&[(-100, [0, 0, 9]), (100, [9, 0, 0])]), None);
        assert_eq!(WinRate::fit(&[(-100, [9, 0, 0]), (100, [0, 0, 9])]), None);
    }
}
