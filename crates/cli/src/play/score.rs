//! The score of a match: Elo, normalized Elo, and a sequential test.
//!
//! The two games of an opening are one sample. Normalized Elo is the mean divided by the standard deviation of a game,
//! on the scale of Elo (M. Van den Bergh).

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use gardez::GameResult;
use serde::Serialize;

use super::half_points;

/// Elo is this times the natural logarithm of the odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Normalized Elo is this times the mean divided by the standard deviation of a game.
const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

/// The part of a normal distribution on both sides of the errors that are printed.
const CONFIDENCE: f64 = 1.959_964;

/// The number added to each kind of pair, so that the first pairs have a variance.
const PRIOR: f64 = 0.1;

/// A test has no verdict before this number of pairs, whose variance says little.
const FEWEST_PAIRS: f64 = 16.0;

/// The results so far, as the first engine sees them.
#[derive(Clone, Debug, Default)]
pub(super) struct Score {
    /// Losses, draws and wins.
    games: [u64; 3],
    /// Pairs of games by their points: 0, 1/2, 1, 3/2, 2.
    pairs: [u64; 5],
    /// Pairs with two draws.
    drawn: u64,
    /// The points of the games whose pair is not complete.
    single: HashMap<usize, usize>,
}

impl Score {
    /// Adds the result of the game with this number; games `2n` and `2n + 1` are a pair.
    pub(super) fn add(&mut self, number: usize, result: GameResult) {
        let points = half_points(number, result);
        self.games[points] += 1;
        match self.single.remove(&(number / 2)) {
            Some(other) => {
                self.pairs[points + other] += 1;
                self.drawn += u64::from(points == 1 && other == 1);
            }
            None => _ = self.single.insert(number / 2, points),
        }
    }

    pub(super) fn games(&self) -> u64 {
        self.games.iter().sum()
    }

    fn pairs(&self) -> f64 {
        self.pairs.iter().sum::<u64>() as f64
    }

    /// Returns the mean of the score of a pair, from 0 to 1, and the variance.
    fn moments(&self) -> (f64, f64) {
        let weights = self.pairs.map(|pairs| pairs as f64 + PRIOR);
        let total: f64 = weights.iter().sum();
        let mean =
            weights.iter().zip(0..).map(|(weight, points)| weight * f64::from(points) / 4.0).sum::<f64>() / total;
        let squares = weights.iter().zip(0..).map(|(weight, points)| weight * (f64::from(points) / 4.0 - mean).powi(2));
        (mean, squares.sum::<f64>() / total)
    }

    fn elo(&self) -> [f64; 2] {
        let (mean, variance) = self.moments();
        let error = CONFIDENCE * (variance / self.pairs()).sqrt();
        [elo(mean), (elo(mean + error) - elo(mean - error)) / 2.0]
    }

    fn normalized(&self) -> [f64; 2] {
        let (mean, variance) = self.moments();
        let scale = NORMALIZED / std::f64::consts::SQRT_2;
        [scale * (mean - 0.5) / variance.sqrt(), scale * CONFIDENCE / self.pairs().sqrt()]
    }

    fn superiority(&self) -> f64 {
        let (mean, variance) = self.moments();
        normal((mean - 0.5) / (variance / self.pairs()).sqrt())
    }

    pub(super) fn json(&self, names: &[String; 2], sprt: Option<&Sprt>, model: Model) -> impl Serialize {
        let [losses, draws, wins] = self.games;
        serde_json::json!({
            "engines": names, "games": self.games(), "wins": wins, "losses": losses, "draws": draws,
            "pairs": self.pairs, "elo": self.elo(), "nelo": self.normalized(), "los": self.superiority(),
            "llr": sprt.map(|sprt| sprt.llr(self, model)),
            "accepted": sprt.and_then(|sprt| sprt.verdict(self, model)).map(|verdict| verdict.to_string()),
        })
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [losses, draws, wins] = self.games;
        let points = wins as f64 + draws as f64 / 2.0;
        let percent = |part: f64, whole: f64| 100.0 * part / whole.max(1.0);
        // Not `-0.00`.
        let plain = |number: f64| if number.abs() < 0.005 { 0.0 } else { number };
        let ([elo, elo_error], [normalized, error]) = (self.elo().map(plain), self.normalized().map(plain));
        let [zero, half, equal, more, two] = self.pairs;
        let better = (more + two) as f64 / ((zero + half) as f64).max(f64::MIN_POSITIVE);
        writeln!(f, "Elo: {elo:.2} +/- {elo_error:.2}, nElo: {normalized:.2} +/- {error:.2}")?;
        let (superiority, drawn) = (100.0 * self.superiority(), percent(equal as f64, self.pairs()));
        let better = if zero + half == 0 { "inf".to_owned() } else { format!("{better:.2}") };
        writeln!(f, "LOS: {superiority:.2} %, DrawRatio: {drawn:.2} %, PairsRatio: {better}")?;
        let all = self.games();
        write!(f, "Games: {all}, Wins: {wins}, Losses: {losses}, Draws: {draws}, ")?;
        writeln!(f, "Points: {points:.1} ({:.2} %)", percent(points, all as f64))?;
        let decided = equal - self.drawn;
        let ratio =
            if self.drawn == 0 { "inf".to_owned() } else { format!("{:.2}", decided as f64 / self.drawn as f64) };
        writeln!(f, "Ptnml(0-2): {:?}, WL/DD Ratio: {ratio}", self.pairs)
    }
}

fn elo(mean: f64) -> f64 {
    let mean = mean.clamp(1e-6, 1.0 - 1e-6);
    SCALE * (mean / (1.0 - mean)).ln()
}

fn mean(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / SCALE).exp())
}

/// Returns the cumulative normal distribution, within 1e-7 (Abramowitz and Stegun, 26.2.17).
fn normal(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let terms = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let sum = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum;
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// The scale of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Model {
    /// normalized Elo: the same number of games for every book and time control
    Normalized,
    /// Elo
    Logistic,
}

/// A sequential probability ratio test of two hypotheses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sprt {
    elo: [f64; 2],
    alpha: f64,
    beta: f64,
}

/// The hypothesis that a test accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    H0,
    H1,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Vec<f64> = text.split(',').filter_map(|number| number.trim().parse().ok()).collect();
        let (elo, [alpha, beta]) = match numbers[..] {
            _ if numbers.len() != text.split(',').count() => return Err("expected numbers and commas".into()),
            [a, b] => ([a, b], [0.05, 0.05]),
            [a, b, alpha, beta] => ([a, b], [alpha, beta]),
            _ => return Err("expected two or four numbers: ELO0,ELO1[,ALPHA,BETA]".into()),
        };
        if elo[0].partial_cmp(&elo[1]) != Some(std::cmp::Ordering::Less) {
            return Err("ELO0 is not below ELO1".into());
        }
        if ![alpha, beta].iter().all(|error| 0.0 < *error && *error < 0.5) {
            return Err("ALPHA and BETA must be above 0 and below 0.5".into());
        }
        Ok(Self { elo, alpha, beta })
    }
}

impl Sprt {
    /// Returns the log-likelihood ratio of H1 and H0, for a normal distribution of unknown variance.
    pub(super) fn llr(&self, score: &Score, model: Model) -> f64 {
        let ((found, variance), pairs) = (score.moments(), score.pairs());
        let [zero, one] = match model {
            Model::Normalized => self.elo.map(|elo| {
                let t = elo / NORMALIZED * std::f64::consts::SQRT_2;
                let deviation = (found - 0.5) / variance.sqrt() - t;
                1.0 + deviation * deviation
            }),
            Model::Logistic => self.elo.map(|elo| variance + (found - mean(elo)).powi(2)),
        };
        pairs / 2.0 * (zero / one).ln()
    }

    /// Returns the bounds between which the test goes on.
    fn limits(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// Returns the accepted hypothesis, if there is one.
    pub(super) fn verdict(&self, score: &Score, model: Model) -> Option<Verdict> {
        let ([lower, upper], llr) = (self.limits(), self.llr(score, model));
        match llr {
            _ if score.pairs() < FEWEST_PAIRS => None,
            _ if llr <= lower => Some(Verdict::H0),
            _ if upper <= llr => Some(Verdict::H1),
            _ => None,
        }
    }

    pub(super) fn text(&self, score: &Score, model: Model) -> String {
        let ([lower, upper], llr) = (self.limits(), self.llr(score, model));
        let percent = 100.0 * llr / if llr < 0.0 { -lower } else { upper };
        format!("LLR: {llr:.2} ({percent:.1}%) ({lower:.2}, {upper:.2}) {}", self.bounds())
    }

    pub(super) fn bounds(&self) -> String {
        format!("[{:.2}, {:.2}]", self.elo[0], self.elo[1])
    }
}

#[cfg(test)]
mod tests {
    use gardez::types::Generator;

    use super::*;

    fn of(pairs: [u64; 5]) -> Score {
        Score { pairs, ..Score::default() }
    }

    #[test]
    fn pairs_are_counted_in_any_order() {
        let mut score = Score::default();
        for (number, result) in [
            (3, GameResult::BlackWins),
            (0, GameResult::Draw),
            (1, GameResult::Draw),
            (2, GameResult::WhiteWins),
            (4, GameResult::BlackWins),
        ] {
            score.add(number, result);
        }
        assert_eq!((score.games, score.pairs, score.drawn), ([1, 2, 2], [0, 0, 1, 0, 1], 1));
        assert!(score.to_string().contains("Ptnml(0-2): [0, 0, 1, 0, 1], WL/DD Ratio: 0.00\n"), "{score}");
    }

    #[test]
    fn numbers_are_those_of_the_definitions() {
        // A score of 0.55 with the variance of the multinomial distribution, by hand.
        let score = of([10, 40, 100, 40, 10]);
        assert!(score.elo()[0].abs() < 1e-9 && score.normalized()[0].abs() < 1e-9);
        assert!((score.superiority() - 0.5).abs() < 1e-6);
        let score = of([5, 25, 90, 60, 20]);
        let (mean, variance) = score.moments();
        assert!((mean - 0.581_25).abs() < 1e-3 && (variance - 0.051_21).abs() < 1e-3, "{mean} {variance}");
        assert!((score.elo()[0] - 56.98).abs() < 0.3, "{:?}", score.elo());
        assert!((score.normalized()[0] - 88.21).abs() < 0.6, "{:?}", score.normalized());
        assert!((normal(1.959_964) - 0.975).abs() < 1e-6 && (normal(-1.0) - 0.158_655).abs() < 1e-5);
    }

    /// Returns the part of simulated tests that accept H1, if the engines differ by this normalized Elo.
    fn accepted(truth: f64, model: Model, sprt: Sprt, tests: u32) -> f64 {
        let weights = [0.05, 0.25, 0.4, 0.25, 0.05];
        // The same weights, tilted until the mean has the distance.
        let tilted = |tilt: f64| {
            let weights: Vec<f64> =
                weights.iter().zip(0..).map(|(weight, points)| weight * (tilt * f64::from(points)).exp()).collect();
            let sum: f64 = weights.iter().sum();
            weights.iter().map(|weight| weight / sum).collect::<Vec<f64>>()
        };
        let distance = |weights: &[f64]| {
            let mean = weights.iter().zip(0..).map(|(weight, points)| weight * f64::from(points) / 4.0).sum::<f64>();
            let squares =
                weights.iter().zip(0..).map(|(weight, points)| weight * (f64::from(points) / 4.0 - mean).powi(2));
            match model {
                Model::Normalized => NORMALIZED / std::f64::consts::SQRT_2 * (mean - 0.5) / squares.sum::<f64>().sqrt(),
                Model::Logistic => elo(mean),
            }
        };
        let (mut low, mut high) = (-1.0, 1.0);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if distance(&tilted(middle)) < truth { low = middle } else { high = middle }
        }
        let weights = tilted(low);
        // A draw is sixteen bits.
        let drawn: Vec<u8> = (0..1 << 16)
            .map(|draw| {
                let mut rest = (f64::from(draw) + 0.5) / 65536.0;
                let points = weights.iter().position(|weight| {
                    rest -= weight;
                    rest < 0.0
                });
                points.unwrap_or(4) as u8
            })
            .collect();
        let mut generator = Generator::new(2026);
        let h1 = (0..tests).filter(|_| {
            let (mut score, mut skipped) = (Score::default(), 0);
            loop {
                for draw in generator.next_u64().to_le_bytes().chunks_exact(2) {
                    score.pairs[usize::from(drawn[usize::from(u16::from_le_bytes([draw[0], draw[1]]))])] += 1;
                    // A pair moves the logarithm of the ratio by less than a tenth: until then there is no verdict.
                    if 0 < skipped && FEWEST_PAIRS < score.pairs() {
                        skipped -= 1;
                        continue;
                    }
                    if let Some(verdict) = sprt.verdict(&score, model) {
                        return verdict == Verdict::H1;
                    }
                    let ([lower, upper], llr) = (sprt.limits(), sprt.llr(&score, model));
                    skipped = ((upper - llr).min(llr - lower) * 10.0) as u32;
                }
            }
        });
        h1.count() as f64 / f64::from(tests)
    }

    #[test]
    fn the_verdicts_are_wrong_as_often_as_the_test_promises() {
        let sprt = Sprt { elo: [0.0, 8.0], alpha: 0.05, beta: 0.05 };
        for model in [Model::Normalized, Model::Logistic] {
            let wrong = [accepted(0.0, model, sprt, 10_000), 1.0 - accepted(8.0, model, sprt, 10_000)];
            // Within 10 % of the nominal rate, and three standard deviations of this number of tests.
            for rate in wrong {
                assert!((rate - 0.05).abs() < 0.005 + 3.0 * 0.0022, "{model:?}: {wrong:?}");
            }
        }
    }

    #[test]
    fn hypotheses_that_make_no_sense_are_refused() {
        for text in ["", "1", "2,1", "0,x", "0,2,0.05", "0,2,0,0.05", "0,2,0.05,0.7", "nan,1"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
        assert_eq!("-3, 1".parse(), Ok(Sprt { elo: [-3.0, 1.0], alpha: 0.05, beta: 0.05 }));
    }
}
