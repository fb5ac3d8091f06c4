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

#[test]
fn the_number_of_a_direction_is_a_step_of_square_numbers() {
    for direction in Direction::ALL {
        assert_eq!(direction as i8, direction.offset());
        let step = Square::D4.step(direction).expect("a square next to d4");
        assert_eq!(step as i8 - Square::D4 as i8, direction as i8, "{direction:?}");
        assert_eq!(direction.opposite().offset(), -direction.offset());
    }
}
