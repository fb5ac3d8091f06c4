//! Evaluations of positions as the files keep them, and which of several is the deepest.

use gardez_notation::pgn::{MoveEvaluation, Score};

/// An evaluation by a program, as White sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Evaluation {
    /// Centipawns, or moves to a mate.
    value: i16,
    is_mate: bool,
    depth: Option<u8>,
}

/// The bits of a rank below the depth, the game and the ply: a mate or not, and the number.
const VALUE_BITS: u32 = 17;
const PLY_BITS: u32 = 16;
const GAME_BITS: u32 = 64;
const DEPTH_SHIFT: u32 = VALUE_BITS + PLY_BITS + GAME_BITS;

impl Evaluation {
    /// Returns the evaluation with this score and depth. Numbers that do not fit a column become the nearest ones that
    /// do: centipawns from -32,767 to 32,767, mates in up to 127 moves, depths up to 255.
    pub(crate) fn new(score: Score, depth: Option<u32>) -> Self {
        let (value, is_mate) = match score {
            Score::Centipawns(cp) => (cp.clamp(-32_767, 32_767) as i16, false),
            Score::Mate(moves) => (moves.clamp(-127, 127) as i16, true),
        };
        Self { value, is_mate, depth: depth.map(|depth| depth.min(255) as u8) }
    }

    /// Returns the evaluation of these columns; `None` if there is no score, or two.
    pub(crate) fn from_columns(cp: Option<i16>, mate: Option<i8>, depth: Option<u8>) -> Option<Self> {
        match (cp, mate) {
            (Some(value), None) => Some(Self { value, is_mate: false, depth }),
            (None, Some(moves)) => Some(Self { value: i16::from(moves), is_mate: true, depth }),
            _ => None,
        }
    }

    /// Returns the centipawns, unless there is a mate.
    pub(crate) const fn cp(&self) -> Option<i16> {
        if self.is_mate { None } else { Some(self.value) }
    }

    /// Returns the moves to a mate; negative if Black mates.
    pub(crate) const fn mate(&self) -> Option<i8> {
        if self.is_mate { Some(self.value as i8) } else { None }
    }

    pub(crate) const fn depth(&self) -> Option<u8> {
        self.depth
    }

    pub(crate) fn score(&self) -> Score {
        if self.is_mate { Score::Mate(self.value.into()) } else { Score::Centipawns(self.value.into()) }
    }

    /// Returns `true` if the columns have room for the evaluation as it is in a file.
    pub(super) fn fits(&self, found: &MoveEvaluation) -> bool {
        self.score() == found.score && self.depth.map(u32::from) == found.depth
    }

    /// Returns a number that is larger for a deeper evaluation, and contains the evaluation.
    ///
    /// An unknown depth is below all others. Among equal depths, the number is larger for an earlier game, and in a
    /// game for an earlier ply. So the largest of several does not depend on their order.
    pub(super) fn rank(&self, game: u64, ply: u16) -> i128 {
        let depth = self.depth.map_or(0, |depth| i128::from(depth) + 1);
        depth << DEPTH_SHIFT
            | i128::from(!game) << (VALUE_BITS + PLY_BITS)
            | i128::from(!ply) << VALUE_BITS
            | i128::from(self.is_mate) << 16
            | i128::from(self.value as u16)
    }

    /// Returns the evaluation in a rank; `None` if the number is not one.
    pub(super) fn from_rank(rank: i128) -> Option<Self> {
        let depth = match u16::try_from(rank >> DEPTH_SHIFT).ok()? {
            0 => None,
            depth => Some(u8::try_from(depth - 1).ok()?),
        };
        let (value, is_mate) = (rank as u16 as i16, rank >> 16 & 1 == 1);
        let fits = !is_mate || (-127..=127).contains(&value);
        fits.then_some(Self { value, is_mate, depth })
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    #[test]
    fn an_evaluation_has_centipawns_or_a_mate() {
        let evaluation = Evaluation::new(Score::Centipawns(-31), Some(22));
        assert_eq!((evaluation.cp(), evaluation.mate(), evaluation.depth()), (Some(-31), None, Some(22)));
    }

    quickcheck! {
        fn a_rank_contains_its_evaluation(value: i32, is_mate: bool, depth: Option<u32>, game: u64, ply: u16) -> bool {
            let score = if is_mate { Score::Mate(value) } else { Score::Centipawns(value) };
            let evaluation = Evaluation::new(score, depth);
            Evaluation::from_rank(evaluation.rank(game, ply)) == Some(evaluation)
        }

        fn the_deeper_one_has_the_larger_rank_and_then_the_earlier_one(
            first: (Option<u8>, u64, u16),
            second: (Option<u8>, u64, u16)
        ) -> bool {
            let rank = |(depth, game, ply): (Option<u8>, u64, u16), cp| {
                Evaluation::new(Score::Centipawns(cp), depth.map(u32::from)).rank(game, ply)
            };
            // `None` is below all depths.
            let order = |(depth, game, ply): (Option<u8>, u64, u16)| (depth, !game, !ply);
            first == second || (rank(first, -1) < rank(second, 1)) == (order(first) < order(second))
        }

        fn a_number_that_is_not_a_rank_is_refused_or_read(bits: u128) -> bool {
            let rank = (bits >> 1) as i128;
            Evaluation::from_rank(rank).is_none_or(|evaluation| evaluation.rank(0, 0) >> 97 == rank >> 97)
        }
    }
}
