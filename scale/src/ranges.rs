//! Key ranges: consecutive intervals of packed boards.

use gardez_position::PackedBoard;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A packed board as three numbers, which are compared faster than bytes and have the same order.
pub(crate) type Key = [u64; 3];

pub(crate) fn key_of(board: &PackedBoard) -> Key {
    let chunks = board.as_bytes().as_chunks().0;
    [chunks[0], chunks[1], chunks[2]].map(u64::from_be_bytes)
}

pub(crate) fn board_of(key: &Key) -> PackedBoard {
    PackedBoard::from_bytes(std::array::from_fn(|i| key[i / 8].to_be_bytes()[i % 8]))
}

/// Consecutive intervals that contain every packed board, in ascending order.
///
/// They are given by the boards at which they are cut, of which each is the first possible board of a range.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ranges(Vec<PackedBoard>);

impl Ranges {
    /// Returns the ranges between these boards. Returns `None` if they are not ascending.
    pub(crate) fn from_cuts(cuts: Vec<PackedBoard>) -> Option<Self> {
        cuts.is_sorted_by(|a, b| a < b).then_some(Self(cuts))
    }

    /// Returns the ranges that contain about the same number of boards of an ascending sample. There are at most
    /// `ranges` of them, and fewer if the sample is too small.
    pub(crate) fn from_sample(sample: &[PackedBoard], ranges: u32) -> Self {
        let at = |cut: u32| sample.get((sample.len() as u128 * u128::from(cut) / u128::from(ranges)) as usize).copied();
        let mut cuts: Vec<_> = (1..ranges).filter_map(at).collect();
        cuts.dedup();
        Self(cuts)
    }

    #[allow(clippy::len_without_is_empty, reason = "there is always at least one")]
    pub(crate) fn len(&self) -> u32 {
        u32::try_from(self.0.len() + 1).expect("a plan has fewer cuts")
    }

    /// Returns the boards at which the ranges are cut.
    pub(crate) fn cuts(&self) -> &[PackedBoard] {
        &self.0
    }
}

impl Serialize for Ranges {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let hex = |cut: &PackedBoard| cut.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        serializer.collect_seq(self.0.iter().map(hex))
    }
}

impl<'de> Deserialize<'de> for Ranges {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        let cuts: Option<Vec<_>> = texts.iter().map(|text| from_hex(text)).collect();
        let cuts = cuts.ok_or_else(|| D::Error::custom("a cut is not 48 hexadecimal digits"))?;
        Self::from_cuts(cuts).ok_or_else(|| D::Error::custom("the cuts are not ascending"))
    }
}

fn from_hex(text: &str) -> Option<PackedBoard> {
    let digits = text.chars().map(|c| Some(c.to_digit(16)? as u8)).collect::<Option<Vec<_>>>()?;
    let byte = |at: usize| digits[2 * at] << 4 | digits[2 * at + 1];
    (digits.len() == 2 * PackedBoard::SIZE).then(|| PackedBoard::from_bytes(std::array::from_fn(byte)))
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    fn board(number: u16) -> PackedBoard {
        let mut bytes = [0; PackedBoard::SIZE];
        bytes[..2].copy_from_slice(&number.to_be_bytes());
        PackedBoard::from_bytes(bytes)
    }

    fn find(ranges: &Ranges, board: &PackedBoard) -> usize {
        ranges.cuts().partition_point(|cut| cut <= board)
    }

    quickcheck! {
        fn a_board_is_in_the_range_between_its_cuts(cuts: Vec<u16>, number: u16) -> bool {
            let mut cuts: Vec<_> = cuts.into_iter().map(board).collect();
            cuts.sort();
            cuts.dedup();
            let ranges = Ranges::from_cuts(cuts.clone()).expect("ascending");
            let found = find(&ranges, &board(number));
            let is_above = found == 0 || cuts[found - 1] <= board(number);
            let is_below = found == cuts.len() || board(number) < cuts[found];
            is_above && is_below && ranges.len() as usize == cuts.len() + 1
        }

        fn ranges_are_read_as_they_are_written(cuts: Vec<u16>) -> bool {
            let mut cuts: Vec<_> = cuts.into_iter().map(board).collect();
            cuts.sort();
            cuts.dedup();
            let ranges = Ranges::from_cuts(cuts).expect("ascending");
            let text = serde_json::to_string(&ranges).expect("texts");
            serde_json::from_str::<Ranges>(&text).is_ok_and(|read| read == ranges)
        }

        fn ranges_of_a_sample_hold_about_as_many_boards_each(sample: u16, ranges: u8) -> bool {
            let sample: Vec<_> = (0..sample).map(board).collect();
            let wanted = u32::from(ranges) + 1;
            let ranges = Ranges::from_sample(&sample, wanted);
            let mut counts = vec![0_usize; ranges.len() as usize];
            sample.iter().for_each(|board| counts[find(&ranges, board)] += 1);
            let even = sample.len() / wanted as usize;
            ranges.len() <= wanted && (even == 0 || counts.iter().all(|count| (even..=even + 1).contains(count)))
        }
    }

    #[test]
    fn cuts_that_do_not_ascend_are_refused() {
        assert!(Ranges::from_cuts(vec![board(2), board(1)]).is_none());
        assert!(Ranges::from_cuts(vec![board(1), board(1)]).is_none());
        for text in [r#"["0"]"#, r#"["é"]"#, "[1]", &format!("[\"{}\"]", "g".repeat(48))] {
            assert!(serde_json::from_str::<Ranges>(text).is_err(), "{text}");
        }
    }
}
