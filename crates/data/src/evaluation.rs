//! Evaluations, and what they are in each format: one rule for mates and for scores that are too large.

use gardez_notation::pgn::Score;
use gardez_types::Color;

/// The largest `f32` below 1: evaluations never say that a game is won, only mates do.
const ALMOST_WON: f32 = 1.0 - f32::EPSILON / 2.0;

/// The score of a mate on the board.
const MATE: i16 = 32_000;

/// The most moves to a mate whose score says mate.
const MOST_MOVES: i16 = 1_000;

/// An evaluation of a position, from the side to move's point of view.
///
/// | | score of a packed format | PGN | record of lc0 |
/// |---|---|---|---|
/// | the side to move mates in *n* moves | 32,000 - *n* | `[%eval #n]`, with White to move | *q* = 1, *m* = 2*n* - 1 plies |
/// | it is mated in *n* moves | *n* - 32,000 | `[%eval #-n]`, with White to move | *q* = -1, *m* = 2*n* plies |
/// | centipawns | up to ±26,623 | all | *q* by the inverse of [`centipawns_from_q`], up to ±26,623 |
///
/// So an evaluation has the same score in every format:
///
/// ```
/// use gardez_data::Evaluation;
/// use gardez_notation::pgn::Score;
/// use gardez_types::Color;
///
/// let mated = Evaluation::from_white(Score::Mate(3), Color::Black);
/// assert_eq!((mated, mated.to_score()), (Evaluation::Mate(-6), -31_997));
/// assert_eq!(Evaluation::from_score(-31_997), mated);
/// assert_eq!(Evaluation::Centipawns(31_997).to_score(), 26_623);
/// assert_eq!(Evaluation::Expected { q: 0.5, d: 0.2 }.to_score(), 331);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Evaluation {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The plies to a mate; 0, or a negative number, if the side to move is mated.
    Mate(i32),
    /// The expectation of a network.
    Expected {
        /// The expected result: the probability of a win less the probability of a loss.
        q: f32,
        /// The probability of a draw.
        d: f32,
    },
}

impl Evaluation {
    /// The largest score that is not a mate, and the largest that records of lc0 give back: 26,623.
    pub const MOST: i16 = 26_623;

    /// The smallest score that is a mate: 31,000.
    pub const LEAST_MATE: i16 = MATE - MOST_MOVES;

    /// Returns the side to move's view of an evaluation from White's.
    ///
    /// A mate in *n* moves is 2*n* - 1 plies away for the side that mates, 2*n* for the other. `Mate(0)` is on the board.
    pub fn from_white(score: Score, color: Color) -> Self {
        match score.relative_to(color) {
            Score::Centipawns(centipawns) => Self::Centipawns(centipawns),
            Score::Mate(moves) => Self::from_moves(moves),
        }
    }

    pub(crate) const fn from_moves(moves: i32) -> Self {
        Self::Mate(moves.saturating_mul(2).saturating_sub((0 < moves) as i32))
    }

    /// Returns the evaluation from White's point of view, where `color` is to move.
    pub fn to_white(self, color: Color) -> Score {
        let score = match self {
            Self::Centipawns(centipawns) => Score::Centipawns(centipawns),
            // The player who mates makes one ply more than the other.
            Self::Mate(plies) => Score::Mate(plies / 2 + plies % 2),
            Self::Expected { q, .. } => Score::Centipawns(centipawns_from_q(q)),
        };
        score.relative_to(color)
    }

    /// Returns the evaluation with this score in a packed format. From 31,000 to 32,000, it is a mate.
    pub fn from_score(score: i16) -> Self {
        let moves = i32::from(MATE) - i32::from(score).abs();
        match moves {
            0 if 0 < score => Self::Mate(1),
            0.. if moves <= i32::from(MOST_MOVES) => Self::from_moves(if 0 < score { moves } else { -moves }),
            _ => Self::Centipawns(score.into()),
        }
    }

    /// Returns the score in a packed format, from the side to move's point of view: from -32,000 to 31,999.
    pub fn to_score(self) -> i16 {
        match self.to_white(Color::White) {
            Score::Centipawns(score) => score.clamp(-i32::from(Self::MOST), Self::MOST.into()) as i16,
            Score::Mate(moves) if 0 < moves => MATE - moves.min(MOST_MOVES.into()) as i16,
            Score::Mate(moves) => -MATE - moves.max(-i32::from(MOST_MOVES)) as i16,
        }
    }
}

/// Returns the centipawns of an expected result, by the formula of lc0's rescorer: 660.6 *q* / (1 - 0.9751875 *q*¹⁰).
///
/// The result is at most 26,624, for 1 and above; for NaN it is 0.
pub fn centipawns_from_q(q: f32) -> i32 {
    // The cast makes 0 of NaN.
    let q = f64::from(q).clamp(-1.0, 1.0);
    centipawns(q).round() as i32
}

fn centipawns(q: f64) -> f64 {
    let to_the_5th = q * q * q * q * q;
    660.6 * q / (1.0 - 0.975_187_5 * to_the_5th * to_the_5th)
}

/// Returns the expected result of an evaluation in centipawns: the inverse of [`centipawns_from_q`].
///
/// From 26,624 on, it is the largest number below 1.
pub fn q_from_centipawns(score: i32) -> f32 {
    let wanted = f64::from(score.unsigned_abs());
    // The formula rises from 0 to 1: half of the interval at a time.
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..48 {
        let middle = 0.5 * (low + high);
        if centipawns(middle) < wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    let q = if score == 0 { 0.0 } else { (high as f32).min(ALMOST_WON) };
    if score < 0 { -q } else { q }
}

/// A rule for turning evaluations into expected results, with the draws that centipawns do not include.
///
/// The probability of a draw is `draws` (1 - *q*²), but never more than 1 - |*q*|.
///
/// ```
/// use gardez_data::{Evaluation, ValueRule};
///
/// assert_eq!(ValueRule { draws: 0.8 }.expected(Evaluation::Centipawns(0)), (0.0, 0.8));
/// assert!(ValueRule::default().expected(Evaluation::Centipawns(30_000)).1 < 0.001);
/// assert_eq!(ValueRule::default().expected(Evaluation::Mate(-4)), (-1.0, 0.0));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValueRule {
    /// The probability of a draw in a position with the evaluation 0.
    pub draws: f32,
}

impl Default for ValueRule {
    /// Half of the games are drawn if the evaluation is 0.
    fn default() -> Self {
        Self { draws: 0.5 }
    }
}

impl ValueRule {
    /// Returns the expected result *q* and the probability *d* of a draw. Only for a mate, *q* is 1 or -1.
    pub fn expected(&self, evaluation: Evaluation) -> (f32, f32) {
        match evaluation {
            Evaluation::Centipawns(centipawns) => {
                let q = q_from_centipawns(centipawns);
                let draws = if self.draws.is_nan() { 0.0 } else { self.draws.clamp(0.0, 1.0) };
                (q, (draws * (1.0 - q * q)).min(1.0 - q.abs()))
            }
            Evaluation::Mate(plies) => (if 0 < plies { 1.0 } else { -1.0 }, 0.0),
            Evaluation::Expected { q, d } => (q, d),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_evaluation_up_to_26623_comes_back() {
        for score in -26_623..=26_623 {
            let q = q_from_centipawns(score);
            assert_eq!(centipawns_from_q(q), score);
            assert_eq!(q_from_centipawns(-score), -q);
            assert!(q.abs() < 1.0);
        }
        assert!(q_from_centipawns(0).is_sign_positive());
    }

    #[test]
    fn numbers_beyond_all_bounds_have_values() {
        assert_eq!([f32::NAN, f32::INFINITY, f32::NEG_INFINITY].map(centipawns_from_q), [0, 26_624, -26_624]);
        for score in [26_624, 30_000, i32::MAX] {
            assert_eq!([score, -score].map(q_from_centipawns), [ALMOST_WON, -ALMOST_WON]);
        }
        assert!(q_from_centipawns(i32::MIN) > -1.0);
        for draws in [f32::NAN, -1.0, 2.0, f32::INFINITY] {
            for score in [0, 1, -500, 26_623, i32::MAX] {
                let (q, d) = ValueRule { draws }.expected(Evaluation::Centipawns(score));
                assert!((0.0..=1.0).contains(&d) && q.abs() + d <= 1.0, "{draws} {score}: {q} {d}");
            }
        }
    }

    #[test]
    fn mates_in_moves_come_back() {
        for moves in (-300..=300).filter(|&moves| moves != 0) {
            for color in Color::ALL {
                let mate = Evaluation::from_white(Score::Mate(moves), color);
                assert_eq!(mate.to_white(color), Score::Mate(moves));
                assert_eq!(Evaluation::from_score(mate.to_score()), mate);
                let q = ValueRule::default().expected(mate).0;
                assert_eq!(q, if (0 < moves) == (color == Color::White) { 1.0 } else { -1.0 });
            }
        }
        assert_eq!(Evaluation::from_white(Score::Mate(0), Color::White), Evaluation::Mate(0));
        for moves in [i32::MIN, i32::MAX] {
            let mate = Evaluation::from_white(Score::Mate(moves), Color::Black);
            assert!(matches!(mate.to_white(Color::Black), Score::Mate(n) if (0 < n) == (0 < moves)));
        }
    }

    #[test]
    fn every_score_is_a_mate_or_comes_back_up_to_26623() {
        for score in i16::MIN..=i16::MAX {
            let evaluation = Evaluation::from_score(score);
            let expected = match score {
                -32_000..=-31_000 | 31_000..=31_999 => score,
                32_000 => 31_999,
                _ => score.clamp(-Evaluation::MOST, Evaluation::MOST),
            };
            assert_eq!(evaluation.to_score(), expected);
            // As a PGN has it, and as a record has it.
            for color in Color::ALL {
                assert_eq!(Evaluation::from_white(evaluation.to_white(color), color).to_score(), expected);
            }
            if let Evaluation::Centipawns(_) = evaluation {
                let (q, d) = ValueRule::default().expected(evaluation);
                assert_eq!(Evaluation::Expected { q, d }.to_score(), expected);
            }
        }
        let mates = [0, 1, -1, i32::MAX, i32::MIN].map(|plies| Evaluation::Mate(plies).to_score());
        assert_eq!(mates, [-32_000, 31_999, -31_999, 31_000, -31_000]);
        assert_eq!([1.0, -1.0].map(|q| Evaluation::Expected { q, d: 0.0 }.to_score()), [26_623, -26_623]);
    }
}
