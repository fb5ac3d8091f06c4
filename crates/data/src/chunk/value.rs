//! Evaluations in centipawns and expected results.

use gardez_notation::pgn::Score;
use gardez_types::{Color, GameResult};

/// The largest `f32` below 1: evaluations never say that a game is won, only mates do.
const ALMOST_WON: f32 = 1.0 - f32::EPSILON / 2.0;

/// The evaluation in centipawns of a position with the expected result `q`, by the formula of lc0's rescorer:
/// 660.6 *q* / (1 - 0.9751875 *q*¹⁰), rounded.
///
/// It is 26,624 for 1. A number outside of the range from -1 to 1 counts as the nearest in the range, and NaN as 0.
///
/// ```
/// use gardez_data::chunk::centipawns_from_q;
///
/// assert_eq!([-0.5, 0.0, 0.5, 1.0].map(centipawns_from_q), [-331, 0, 331, 26_624]);
/// ```
pub fn centipawns_from_q(q: f32) -> i32 {
    // The cast makes 0 of NaN.
    let q = f64::from(q).clamp(-1.0, 1.0);
    centipawns(q).round() as i32
}

fn centipawns(q: f64) -> f64 {
    let to_the_5th = q * q * q * q * q;
    660.6 * q / (1.0 - 0.975_187_5 * to_the_5th * to_the_5th)
}

/// The expected result of a position with this evaluation in centipawns: the inverse of [`centipawns_from_q`].
///
/// The result is always between -1 and 1: an evaluation of 26,624 or more gives the largest number below 1.
///
/// ```
/// use gardez_data::chunk::{centipawns_from_q, q_from_centipawns};
///
/// assert!((q_from_centipawns(100) - 0.1513).abs() < 0.0001);
/// assert_eq!(centipawns_from_q(q_from_centipawns(-2345)), -2345);
/// assert!(q_from_centipawns(i32::MAX) < 1.0);
/// ```
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
    let q = (high as f32).min(ALMOST_WON);
    if score == 0 {
        0.0
    } else if score < 0 {
        -q
    } else {
        q
    }
}

/// What is expected of a position, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// The expected result: the probability of a win less that of a loss. 1 or -1 if a mate was found.
    pub q: f32,
    /// The probability of a draw.
    pub d: f32,
    /// The number of plies to the mate, if one was found. With `q` above 0, the side to move mates.
    pub mate: Option<u32>,
}

impl Value {
    /// The value of a position with a mate in this number of plies, which `q` of the same sign expects.
    ///
    /// A negative number of plies, and 0, is a mate of the side to move.
    ///
    /// ```
    /// use gardez_data::chunk::Value;
    ///
    /// assert_eq!(Value::from_mate(3), Value { q: 1.0, d: 0.0, mate: Some(3) });
    /// assert_eq!(Value::from_mate(0).q, -1.0);
    /// ```
    pub const fn from_mate(plies: i32) -> Self {
        Self { q: if 0 < plies { 1.0 } else { -1.0 }, d: 0.0, mate: Some(plies.unsigned_abs()) }
    }

    /// The value of a game that ends with this result, which `color` sees. An unknown result counts as a draw, as in lc0.
    pub fn from_result(result: GameResult, color: Color) -> Self {
        match result.winner() {
            Some(winner) => Self { q: if winner == color { 1.0 } else { -1.0 }, d: 0.0, mate: None },
            None => Self { q: 0.0, d: 1.0, mate: None },
        }
    }

    /// The value as an evaluation that White sees, where `color` is to move: moves to a mate, or centipawns.
    ///
    /// ```
    /// use gardez_types::Color;
    /// use gardez_data::chunk::Value;
    /// use gardez_notation::pgn::Score;
    ///
    /// assert_eq!(Value::from_mate(5).score(Color::Black), Score::Mate(-3));
    /// assert_eq!(Value { q: 0.5, d: 0.2, mate: None }.score(Color::Black), Score::Centipawns(-331));
    /// ```
    pub fn score(&self, color: Color) -> Score {
        let score = match self.mate {
            // The player who mates makes one ply more than the other.
            Some(plies) => {
                let moves = i32::try_from(plies.div_ceil(2)).unwrap_or(i32::MAX);
                Score::Mate(if 0.0 < self.q { moves } else { -moves })
            }
            None => Score::Centipawns(centipawns_from_q(self.q)),
        };
        score.relative_to(color)
    }

    /// The value before a move that leads to a position with this value, as the player of the move sees it.
    pub(super) fn before_move(self) -> Self {
        Self { q: -self.q, d: self.d, mate: self.mate.map(|plies| plies.saturating_add(1)) }
    }
}

/// How evaluations become values: what they do not say about draws.
///
/// The probability of a draw is `draws` (1 - *q*²), but never more than 1 - |*q*|.
///
/// ```
/// use gardez_data::chunk::ValueRule;
///
/// let value = ValueRule { draws: 0.8 }.value(0);
/// assert_eq!((value.q, value.d), (0.0, 0.8));
/// assert!(ValueRule::default().value(30_000).d < 0.001);
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
    /// The value of a position with this evaluation in centipawns, as the side to move sees both.
    pub fn value(&self, centipawns: i32) -> Value {
        let q = q_from_centipawns(centipawns);
        let draws = if self.draws.is_nan() { 0.0 } else { self.draws.clamp(0.0, 1.0) };
        Value { q, d: (draws * (1.0 - q * q)).min(1.0 - q.abs()), mate: None }
    }

    /// The value of a position in which `color` is to move, with this evaluation, which White sees.
    ///
    /// A mate in *n* moves is 2*n* - 1 plies away for the side that mates, and 2*n* for the other.
    pub fn value_of_score(&self, score: Score, color: Color) -> Value {
        match score.relative_to(color) {
            Score::Centipawns(centipawns) => self.value(centipawns),
            Score::Mate(moves) if 0 < moves => Value::from_mate(moves.saturating_mul(2).saturating_sub(1)),
            Score::Mate(moves) => Value::from_mate(moves.saturating_mul(2)),
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
                let Value { q, d, .. } = ValueRule { draws }.value(score);
                assert!((0.0..=1.0).contains(&d) && q.abs() + d <= 1.0, "{draws} {score}: {q} {d}");
            }
        }
    }

    #[test]
    fn mates_in_moves_come_back() {
        for moves in (-300..=300).filter(|&moves| moves != 0) {
            for color in Color::ALL {
                let value = ValueRule::default().value_of_score(Score::Mate(moves), color);
                assert_eq!(value.score(color), Score::Mate(moves));
                assert_eq!(value.q, if (0 < moves) == (color == Color::White) { 1.0 } else { -1.0 });
            }
        }
        let mated = ValueRule::default().value_of_score(Score::Mate(0), Color::White);
        assert_eq!(mated, Value { q: -1.0, d: 0.0, mate: Some(0) });
        for moves in [i32::MIN, i32::MAX] {
            let value = ValueRule::default().value_of_score(Score::Mate(moves), Color::Black);
            assert!(matches!(value.score(Color::Black), Score::Mate(n) if (0 < n) == (0 < moves)));
        }
    }
}
