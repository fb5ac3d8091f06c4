//! Sizes and niches that the layers above rely on.

use gardez_types::{CastlingRights, Color, Direction, File, Move, Piece, PieceType, Rank, Square};
use static_assertions::{assert_eq_size, assert_impl_all};

assert_eq_size!(Square, u8);
assert_eq_size!(Option<Square>, u8);
assert_eq_size!(Option<File>, u8);
assert_eq_size!(Option<Rank>, u8);
assert_eq_size!(Option<Color>, u8);
assert_eq_size!(Option<Direction>, u8);
assert_eq_size!(Option<PieceType>, u8);
assert_eq_size!(Option<Piece>, u8);
assert_eq_size!(CastlingRights, u8);
assert_eq_size!(Move, u16);
assert_eq_size!(Option<Move>, u16);

assert_impl_all!(Square: Copy, Ord, core::hash::Hash, Send, Sync);
assert_impl_all!(Move: Copy, Ord, core::hash::Hash, Send, Sync);
assert_impl_all!(gardez_types::ParseError: core::error::Error, Send, Sync);

#[test]
fn an_absent_square_is_no_square_number() {
    assert_eq!(Square::from_index(63), Some(Square::H8));
    assert_eq!(Square::from_index(64), None);
    assert_eq!(Square::from_index(255), None);
}
