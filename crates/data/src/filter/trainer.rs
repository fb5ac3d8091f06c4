//! The filters of nnue-pytorch's data loader, in its order and with its random numbers.

use core::str::FromStr;

use gardez_formats::{Entry, View};
use gardez_types::PieceType;

use super::{FilterTextError, Rejection};

/// The filters of nnue-pytorch, state of July 2026, by the names of its options. The default has its Python side's values.
///
/// ```
/// use gardez_data::TrainerFilter;
///
/// let mut filter = TrainerFilter::default();
/// filter.set("soft_early_fen_skipping", "12")?;
/// assert_eq!(filter.ply_probability(11), 0.3125);
/// // A draw is unlikely with this score, so much that nnue-pytorch's threshold overflows.
/// assert!(filter.wld_filtered && TrainerFilter::result_probability(4000, 100, 0) < 1e-16);
/// # Ok::<_, gardez_data::FilterTextError>(())
/// ```
///
/// [`TrainerFilterState`] decides entry by entry. Where the probability of a result is so small that the threshold does
/// not fit into 64 bits, nnue-pytorch drops the entry if it is compiled for AVX-512, and keeps it on other CPUs: here, it
/// is dropped.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainerFilter {
    /// Drops captures, except en passant, and positions in check.
    pub filtered: bool,
    /// Drops `n` of `n + 1` entries at random, if above 0.
    pub random_fen_skipping: i32,
    /// Keeps an entry with the [probability of its result](Self::result_probability).
    pub wld_filtered: bool,
    /// Drops the plies up to this one.
    pub early_fen_skipping: i32,
    /// Keeps an entry before this ply with the [probability of its ply](Self::ply_probability), if above 0.
    pub soft_early_fen_skipping: i32,
    /// Drops entries with less material on one side, if above 0: a pawn is 208, a knight 781, a bishop 825, a rook 1276, a
    /// queen 2538.
    pub simple_eval_skipping: i32,
    /// The wanted shares of 0, 8, 16, 24 and 32 pieces.
    pub pc_y: [f64; 5],
    /// The points of the probability of a ply: `ply_x1` and `ply_y1`, and so on.
    pub ply: [(f64, f64); 4],
}

impl Default for TrainerFilter {
    fn default() -> Self {
        Self {
            filtered: true,
            random_fen_skipping: 0,
            wld_filtered: true,
            early_fen_skipping: -1,
            soft_early_fen_skipping: 20,
            simple_eval_skipping: -1,
            pc_y: [0.0, 0.4, 1.0, 1.0, 0.75],
            ply: [(0.0, 0.1), (6.0, 0.15), (10.0, 0.25), (18.0, 0.75)],
        }
    }
}

impl TrainerFilter {
    /// Returns `true` if no entry is dropped: then the piece counts and `simple_eval_skipping` are ignored, too.
    pub const fn is_off(&self) -> bool {
        !self.filtered
            && !self.wld_filtered
            && self.random_fen_skipping <= 0
            && self.early_fen_skipping < 0
            && self.soft_early_fen_skipping <= 0
    }

    /// Sets the option with this name, such as `pc_y0` or `ply_x1`, to the value of a text.
    ///
    /// # Errors
    ///
    /// Returns an error if no option has this name, or if the text is not a value of it.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), FilterTextError> {
        fn put<T: FromStr>(option: &mut T, text: &str) -> Option<()> {
            *option = text.to_ascii_lowercase().parse().ok()?;
            Some(())
        }
        let (expected, done) = match name {
            "filtered" => ("true or false", put(&mut self.filtered, text)),
            "wld_filtered" => ("true or false", put(&mut self.wld_filtered, text)),
            "random_fen_skipping" => ("a number", put(&mut self.random_fen_skipping, text)),
            "early_fen_skipping" => ("a number", put(&mut self.early_fen_skipping, text)),
            "soft_early_fen_skipping" => ("a number", put(&mut self.soft_early_fen_skipping, text)),
            "simple_eval_skipping" => ("a number", put(&mut self.simple_eval_skipping, text)),
            _ => {
                let shares = self.pc_y.iter_mut().enumerate().map(|(i, y)| (format!("pc_y{i}"), y));
                let points = self.ply.iter_mut().zip(1..);
                let points = points.flat_map(|((x, y), i)| [(format!("ply_x{i}"), x), (format!("ply_y{i}"), y)]);
                let unknown = || FilterTextError::Unknown { name: name.to_owned() };
                let (_, option) = shares.chain(points).find(|(known, _)| known == name).ok_or_else(unknown)?;
                ("a number", put(option, text).filter(|()| option.is_finite()))
            }
        };
        done.ok_or_else(|| FilterTextError::Value { name: name.to_owned(), expected, found: text.to_owned() })
    }

    /// Returns the probability of a result (1, 0 or -1) after a score, both from the side to move's point of view. It can be
    /// a little below 0.
    pub fn result_probability(score: i16, ply: u32, result: i8) -> f64 {
        let m = f64::from(ply.min(240)) / 64.0;
        let a = ((-3.68389304 * m + 30.07065921) * m - 60.52878723) * m + 149.53378557;
        let b = 1.5 * (((-2.0181857 * m + 15.85685038) * m - 29.83452023) * m + 47.59078827);
        let x = (100.0 * f64::from(score) / 208.0).clamp(-2000.0, 2000.0);
        let (win, loss) = (1.0 / (1.0 + ((a - x) / b).exp()), 1.0 / (1.0 + ((a + x) / b).exp()));
        match result {
            1.. => win,
            0 => 1.0 - win - loss,
            _ => loss,
        }
    }

    /// Returns the probability of an early ply: lines between the points of [`ply`](Self::ply) and 1 at
    /// `soft_early_fen_skipping`. It is 1 from there on.
    pub fn ply_probability(&self, ply: u32) -> f64 {
        let (p, end) = (f64::from(ply), f64::from(self.soft_early_fen_skipping));
        let points = [self.ply[0], self.ply[1], self.ply[2], self.ply[3], (end, 1.0)];
        if end <= p {
            return 1.0;
        }
        if p < points[0].0 {
            return points[0].1.clamp(0.0, 1.0);
        }
        let segment = points.windows(2).find(|ends| ends[0].0 <= p && p <= ends[1].0);
        let y = segment.map_or(1.0, |ends| match ends[1].0 - ends[0].0 {
            0.0 => ends[0].1,
            width => ends[0].1 + (ends[1].1 - ends[0].1) * ((p - ends[0].0) / width),
        });
        y.clamp(0.0, 1.0)
    }

    /// Returns the state before the first entry.
    pub fn start(&self) -> TrainerFilterState {
        let (random, pieces) = (MersenneTwister::new(), PieceBalance::new(self.pc_y));
        TrainerFilterState { filter: self.clone(), random, draws: 0, ply: -1, score: None, pieces }
    }
}

/// What a [`TrainerFilter`] asks of an entry, from the side to move's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrainerEntry {
    /// The score.
    pub score: i16,
    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub result: i8,
    /// The plies since the start of the game.
    pub ply: u32,
    /// `true` if a piece of the other side is on the move's target.
    pub is_capture: bool,
    /// `true` if the side to move is in check.
    pub in_check: bool,
    /// The material of the side to move, less that of the other side.
    pub simple_eval: i32,
    /// The number of pieces.
    pub pieces: u32,
}

pub(crate) const SIMPLE_VALUES: [(PieceType, i32); 5] = [
    (PieceType::Pawn, 208),
    (PieceType::Knight, 781),
    (PieceType::Bishop, 825),
    (PieceType::Rook, 1276),
    (PieceType::Queen, 2538),
];

impl TrainerEntry {
    /// Returns the facts of an entry.
    pub fn new<V: View>(entry: &Entry<V>) -> Self {
        let (board, us) = (&entry.board, entry.board.side_to_move());
        let (score, result) = entry.seen_by_mover();
        let material = |color| -> i32 {
            SIMPLE_VALUES.iter().map(|&(piece, value)| value * board.pieces(color, piece).len() as i32).sum()
        };
        Self {
            score,
            result: result.sign(),
            ply: entry.ply,
            is_capture: entry.mv.is_some_and(|m| board.by_color(!us).contains(m.to())),
            in_check: board.in_check(),
            simple_eval: material(us) - material(!us),
            pieces: board.occupied().len(),
        }
    }
}

/// A [`TrainerFilter`] among entries: its random numbers, the entry before, and the numbers of pieces so far. Like a thread
/// of nnue-pytorch, it always begins with the same random numbers.
#[derive(Clone, Debug)]
pub struct TrainerFilterState {
    pub(crate) filter: TrainerFilter,
    random: MersenneTwister,
    draws: u64,
    ply: i64,
    /// The last score that is not missing.
    score: Option<i16>,
    pieces: PieceBalance,
}

const NO_SCORE: i16 = 32_002;

impl TrainerFilterState {
    /// Returns the first reason for which the next entry is dropped, or `None` if it is kept.
    pub fn rejects(&mut self, entry: &TrainerEntry) -> Option<Rejection> {
        if self.filter.is_off() {
            return None;
        }
        let ply = i64::from(entry.ply);
        let before = core::mem::replace(&mut self.ply, ply);
        if entry.score == NO_SCORE {
            return Some(Rejection::ValueNone);
        }
        let is_sudden = self.score.is_some_and(|score| 100 < score.unsigned_abs());
        if entry.score == 0 && entry.result != 0 && before < ply && is_sudden {
            return Some(Rejection::Placeholder);
        }
        self.score = Some(entry.score);
        let &TrainerFilter { filtered, wld_filtered, early_fen_skipping, simple_eval_skipping, .. } = &self.filter;
        let (random, soft) = (self.filter.random_fen_skipping, self.filter.soft_early_fen_skipping);
        if ply <= early_fen_skipping.into() {
            Some(Rejection::Ply)
        } else if 0 < random && !self.happens(1.0 / (f64::from(random) + 1.0)) {
            Some(Rejection::Random)
        } else if filtered && entry.is_capture {
            Some(Rejection::Capture)
        } else if filtered && entry.in_check {
            Some(Rejection::Check)
        } else if wld_filtered && !self.happens(TrainerFilter::result_probability(entry.score, entry.ply, entry.result))
        {
            Some(Rejection::Doubt)
        } else if 0 < simple_eval_skipping && entry.simple_eval.abs() < simple_eval_skipping {
            Some(Rejection::Material)
        } else if ply < soft.into() && !self.happens(self.filter.ply_probability(entry.ply)) {
            Some(Rejection::EarlyPly)
        } else {
            let probability = self.pieces.next(entry.pieces);
            (!self.happens(probability)).then_some(Rejection::PieceBalance)
        }
    }

    /// Returns the number of random numbers that were used.
    pub const fn draws(&self) -> u64 {
        self.draws
    }

    fn happens(&mut self, probability: f64) -> bool {
        const RANGE: f64 = 18_446_744_073_709_551_616.0;
        self.draws += 1;
        let (number, threshold) = (self.random.next_u64(), (1.0 - probability) * RANGE);
        threshold < RANGE && threshold as u64 <= number
    }

    pub(crate) fn to_words(&self) -> Vec<u64> {
        let PieceBalance { counts, sum, alpha, steps, .. } = &self.pieces;
        let numbers =
            [self.draws, self.ply as u64, self.score.map_or(u64::MAX, |score| u64::from(score as u16)), *steps];
        let floats = counts.iter().chain([sum, alpha]).map(|number| number.to_bits());
        let random = self.random.words.into_iter().chain([self.random.next as u64]);
        numbers.into_iter().chain(floats).chain(random).collect()
    }

    /// Reads the numbers of [`TrainerFilterState::to_words`], or returns `None` if they are not a state.
    pub(crate) fn from_words(filter: &TrainerFilter, words: &[u64]) -> Option<Self> {
        let mut state = filter.start();
        let (&[draws, ply, score, steps], words) = words.split_first_chunk()?;
        let (counts, words) = words.split_first_chunk::<COUNTS>()?;
        let (&[sum, alpha], words) = words.split_first_chunk()?;
        let (&next, words) = words.split_last()?;
        (state.draws, state.ply, state.pieces.steps) = (draws, ply as i64, steps);
        state.score = u16::try_from(score).ok().map(|score| score as i16);
        state.pieces.counts = counts.map(f64::from_bits);
        (state.pieces.sum, state.pieces.alpha) = (f64::from_bits(sum), f64::from_bits(alpha));
        state.random = MersenneTwister { words: words.try_into().ok()?, next: usize::try_from(next).ok()? };
        (state.random.next <= SIZE).then_some(state)
    }
}

const COUNTS: usize = 33;

/// The numbers of pieces of the entries so far, compared with the wanted ones: nnue-pytorch's filter by piece count.
#[derive(Clone, Debug)]
pub struct PieceBalance {
    /// The wanted shares of all entries.
    shares: [f64; COUNTS],
    counts: [f64; COUNTS],
    sum: f64,
    alpha: f64,
    steps: u64,
}

impl PieceBalance {
    /// Returns the state before the first entry, for the wanted shares of 0, 8, 16, 24 and 32 pieces.
    pub fn new(pc_y: [f64; 5]) -> Self {
        let slope = |i: usize| match i {
            0 => pc_y[1] - pc_y[0],
            4 => pc_y[4] - pc_y[3],
            _ => (pc_y[i + 1] - pc_y[i - 1]) / 2.0,
        };
        let mut weights: [f64; COUNTS] = core::array::from_fn(|count| {
            let i = (count / 8).min(3);
            let t = (count - 8 * i) as f64 / 8.0;
            let (t2, t3) = (t * t, t * t * t);
            let (low, high) = (pc_y[i] * (2.0 * t3 - 3.0 * t2 + 1.0), pc_y[i + 1] * (-2.0 * t3 + 3.0 * t2));
            let slopes = slope(i) * (t3 - 2.0 * t2 + t) + slope(i + 1) * (t3 - t2);
            (low + high + slopes).max(0.0)
        });
        if weights == [0.0; COUNTS] {
            weights = [1.0; COUNTS];
        }
        let total: f64 = weights.iter().sum();
        let shares = weights.map(|weight| weight / total);
        Self { shares, counts: [0.0; COUNTS], sum: 0.0, alpha: 1.0, steps: 0 }
    }

    /// Counts an entry with this number of pieces, and returns the probability to keep it.
    pub fn next(&mut self, pieces: u32) -> f64 {
        let Some(count) = self.counts.get_mut(pieces as usize) else { return 0.0 };
        *count += 1.0;
        self.sum += 1.0;
        self.steps += 1;
        if matches!(self.steps, 100 | 500 | 1000 | 2500 | 5000) || 5000 < self.steps && self.steps % 10_000 == 0 {
            let seen = (0..COUNTS).filter(|&k| 0.0 < self.shares[k] && 0.0 < self.counts[k]);
            self.alpha = 0.025 / seen.map(|k| self.ratio(k)).fold(f64::INFINITY, f64::min);
            if self.steps % 10_000 == 0 {
                self.counts.iter_mut().chain([&mut self.sum]).for_each(|count| *count /= 2.0);
            }
        }
        (self.alpha * self.ratio(pieces as usize)).clamp(0.0, 1.0)
    }

    /// Returns the wanted share of a number of pieces as a multiple of its share so far.
    fn ratio(&self, pieces: usize) -> f64 {
        self.sum * self.shares[pieces] / self.counts[pieces]
    }

    /// Returns the factor of all probabilities, with which the most frequent number of pieces keeps 2.5 %.
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }
}

const SIZE: usize = 312;

/// The generator MT19937-64 with its usual seed (Nishimura: "Tables of 64-bit Mersenne twisters", 2000).
#[derive(Clone, Debug)]
struct MersenneTwister {
    words: [u64; SIZE],
    next: usize,
}

impl MersenneTwister {
    fn new() -> Self {
        let mut words = [5489_u64; SIZE];
        for i in 1..SIZE {
            let before = words[i - 1];
            words[i] = (before ^ before >> 62).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i as u64);
        }
        Self { words, next: SIZE }
    }

    fn next_u64(&mut self) -> u64 {
        if self.next == SIZE {
            for i in 0..SIZE {
                let x = self.words[i] & !0x7fff_ffff | self.words[(i + 1) % SIZE] & 0x7fff_ffff;
                let twisted = x >> 1 ^ if x & 1 == 1 { 0xb502_6f5a_a966_19e9 } else { 0 };
                self.words[i] = self.words[(i + 156) % SIZE] ^ twisted;
            }
            self.next = 0;
        }
        let mut x = self.words[self.next];
        self.next += 1;
        x ^= x >> 29 & 0x5555_5555_5555_5555;
        x ^= x << 17 & 0x71d6_7fff_eda6_0000;
        x ^= x << 37 & 0xfff7_eee0_0000_0000;
        x ^ x >> 43
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_random_numbers_are_those_of_the_standard_of_cpp() {
        let mut random = MersenneTwister::new();
        let last = (0..10_000).map(|_| random.next_u64()).last();
        assert_eq!(last, Some(9_981_545_732_273_789_042));
    }

    #[test]
    fn a_state_continues_from_its_numbers() {
        let filter = TrainerFilter { random_fen_skipping: 1, ..TrainerFilter::default() };
        let entry = |ply: u32| TrainerEntry {
            score: (ply % 7 * 60) as i16 - 180,
            result: (ply % 3) as i8 - 1,
            ply,
            is_capture: ply % 5 == 0,
            in_check: false,
            simple_eval: 0,
            pieces: 32 - ply % 30,
        };
        let mut state = filter.start();
        for ply in 0..700 {
            let words = state.to_words();
            let mut again = TrainerFilterState::from_words(&filter, &words).expect("the numbers are a state");
            assert!(TrainerFilterState::from_words(&filter, &words[1..]).is_none());
            assert_eq!(state.rejects(&entry(ply)), again.rejects(&entry(ply)));
            assert_eq!(state.to_words(), again.to_words());
        }
    }

    #[test]
    fn every_option_is_set_by_its_name() {
        let mut filter = TrainerFilter::default();
        for name in ["filtered", "wld_filtered"] {
            filter.set(name, "False").expect("a value");
        }
        for name in ["random_fen_skipping", "early_fen_skipping", "soft_early_fen_skipping", "simple_eval_skipping"] {
            filter.set(name, "0").expect("a value");
        }
        for name in ["pc_y0", "pc_y4", "ply_x1", "ply_y4"] {
            filter.set(name, "0.5").expect("a value");
        }
        assert_eq!((filter.pc_y[4], filter.ply[0].0, filter.ply[3].1), (0.5, 0.5, 0.5));
        assert!(!filter.is_off() && filter.set("early_fen_skipping", "-1").is_ok() && filter.is_off());
        for (name, text) in [("pc_y5", "1"), ("ply_x0", "1"), ("pc_y0", "inf"), ("filtered", "1"), ("x", "")] {
            assert!(filter.set(name, text).is_err(), "{name}");
        }
    }
}
