//! `arbitrary`: any set of squares, for fuzzing.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::bitboard::Bitboard;

impl<'a> Arbitrary<'a> for Bitboard {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        u64::arbitrary(bytes).map(Self::from_bits)
    }

    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (8, Some(8))
    }
}
