//! Sizes and niches on which the other crates rely.

use gardez_types::{CastlingRights, CastlingSide, Color, Direction, ErrorInfo, File, GameResult, Move, ParseError};
use gardez_types::{Piece, PieceType, Rank, Square, UciText};
use static_assertions::{assert_eq_size, assert_impl_all, assert_obj_safe};

assert_eq_size!(Square, u8);
assert_eq_size!(Option<Square>, u8);
assert_eq_size!(Option<File>, u8);
assert_eq_size!(Option<Rank>, u8);
assert_eq_size!(Option<Color>, u8);
assert_eq_size!(Option<Direction>, u8);
assert_eq_size!(Option<PieceType>, u8);
assert_eq_size!(Option<Piece>, u8);
assert_eq_size!(Option<CastlingSide>, u8);
assert_eq_size!(CastlingRights, u8);
assert_eq_size!(Option<GameResult>, u8);
assert_eq_size!(Move, u16);
assert_eq_size!(Option<Move>, u16);

assert_impl_all!(Square: Copy, Ord, core::hash::Hash, Send, Sync);
assert_impl_all!(Move: Copy, Ord, core::hash::Hash, Send, Sync);
assert_impl_all!(UciText: Copy, Eq, core::hash::Hash, Send, Sync);
assert_impl_all!(ParseError: ErrorInfo, core::error::Error, Copy, Send, Sync);
assert_obj_safe!(ErrorInfo);

#[test]
fn numbers_above_63_are_not_squares() {
    assert_eq!(Square::from_index(63), Some(Square::H8));
    assert_eq!(Square::from_index(64), None);
    assert_eq!(Square::from_index(255), None);
}
