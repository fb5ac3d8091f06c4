//! `arbitrary`: values for fuzzing. Every value is possible, and no input is refused unless it is too short.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::castling::CastlingRights;
use crate::color::Color;
use crate::file::File;
use crate::moves::Move;
use crate::piece::{Piece, PieceType};
use crate::rank::Rank;
use crate::square::Square;

macro_rules! one_of_all {
    ($($name:ty),+) => {$(
        impl<'a> Arbitrary<'a> for $name {
            fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
                bytes.choose(&Self::ALL).copied()
            }

            fn size_hint(_: usize) -> (usize, Option<usize>) {
                (0, Some(1))
            }
        }
    )+};
}

one_of_all!(Color, File, Piece, PieceType, Rank, Square);

/// Any set of castling rights.
impl<'a> Arbitrary<'a> for CastlingRights {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        u8::arbitrary(bytes).map(Self::from_bits_truncate)
    }

    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (1, Some(1))
    }
}

/// A move that is possible on some board.
impl<'a> Arbitrary<'a> for Move {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let raw = u16::arbitrary(bytes)?;
        // The lowest six bits are the target: the first one from there on that is possible. From each square, normal
        // moves are possible, which have no bits above their squares.
        let first = |raw: u16| (0..64).find_map(|offset| Self::from_raw(raw & !63 | raw.wrapping_add(offset) & 63));
        Ok(first(raw).or_else(|| first(raw & 0xfff)).expect("there is a move from each square"))
    }

    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (2, Some(2))
    }
}
