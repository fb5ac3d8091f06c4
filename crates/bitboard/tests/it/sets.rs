//! Laws: a bitboard behaves like a set of squares.

use std::collections::BTreeSet;

use gardez_bitboard::{
    Bitboard, Color, Direction, File, Rank, Square, adjacent_files, aligned, between, bitboard, forward_file,
    forward_ranks, line, passed_pawn_span, path_to, pawn_attack_span, pawn_attacks, ray_pass,
};
use gardez_types::geometry;
use quickcheck::quickcheck;
use static_assertions::{assert_eq_size, assert_impl_all, assert_not_impl_any};

assert_eq_size!(Bitboard, u64);
assert_impl_all!(Bitboard: Copy, Ord, core::hash::Hash, IntoIterator<Item = Square>, FromIterator<Square>, Send, Sync);
assert_not_impl_any!(Bitboard: Iterator);
assert_impl_all!(gardez_bitboard::Squares: ExactSizeIterator, DoubleEndedIterator, core::iter::FusedIterator);

fn set(bits: u64) -> Bitboard {
    Bitboard::from_bits(bits)
}

fn model(bits: u64) -> BTreeSet<Square> {
    Square::ALL.into_iter().filter(|&square| bits >> square as u8 & 1 == 1).collect()
}

fn same(set: Bitboard, model: &BTreeSet<Square>) -> bool {
    set.into_iter().eq(model.iter().copied()) && set.len() as usize == model.len()
}

quickcheck! {
    fn operators_are_those_of_sets(a: u64, b: u64) -> bool {
        let (x, y) = (model(a), model(b));
        same(set(a) & set(b), &(&x & &y))
            && same(set(a) | set(b), &(&x | &y))
            && same(set(a) ^ set(b), &(&x ^ &y))
            && same(set(a) - set(b), &(&x - &y))
            && same(!set(a), &(&model(!0) - &x))
            && set(a).is_subset(set(b)) == x.is_subset(&y)
            && set(a).is_disjoint(set(b)) == x.is_disjoint(&y)
    }

    fn squares_come_out_in_order_from_either_end(bits: u64) -> bool {
        let mut backwards: Vec<_> = set(bits).into_iter().rev().collect();
        backwards.reverse();
        backwards.iter().copied().eq(model(bits))
            && set(bits).iter().len() == backwards.len()
            && set(bits).iter().count() == backwards.len()
            && set(bits).iter().last() == backwards.last().copied()
    }

    fn collecting_the_squares_of_a_set_gives_the_set(bits: u64) -> bool {
        set(bits).into_iter().collect::<Bitboard>() == set(bits)
    }

    fn popping_removes_the_first_and_the_last_square(bits: u64) -> bool {
        let (mut low, mut high) = (set(bits), set(bits));
        let squares = model(bits);
        low.pop_lsb() == squares.first().copied()
            && high.pop_msb() == squares.last().copied()
            && low.len() == set(bits).len().saturating_sub(1)
            && high.len() == low.len()
            && set(bits).lsb() == squares.first().copied()
            && set(bits).msb() == squares.last().copied()
            && set(bits).more_than_one() == (squares.len() > 1)
            && set(bits).single().is_some() == (squares.len() == 1)
    }

    fn inserting_toggling_and_removing_change_one_square(bits: u64, index: u8) -> bool {
        let square = Square::from_index(index % 64).expect("below 64");
        let (mut with, mut without, mut toggled) = (set(bits), set(bits), set(bits));
        with.insert(square);
        without.remove(square);
        toggled.toggle(square);
        with.contains(square)
            && !without.contains(square)
            && with - without == square.into()
            && toggled.contains(square) != set(bits).contains(square)
    }

    fn every_subset_is_visited_once(bits: u64) -> bool {
        // At most ten squares, so that the list stays short.
        let set: Bitboard = set(bits).into_iter().take(10).collect();
        let subsets: BTreeSet<_> = set.subsets().collect();
        subsets.len() == 1 << set.len() && subsets.iter().all(|subset| subset.is_subset(set))
    }

    fn flips_and_rotations_move_each_square(bits: u64) -> bool {
        let moved = |with: fn(Square) -> Square| set(bits).into_iter().map(with).collect::<Bitboard>();
        let transposed = |square: Square| Square::from_index((square as u8 >> 3) | ((square as u8 & 7) << 3)).expect("below 64");
        set(bits).flip_vertical() == moved(Square::flip_vertical)
            && set(bits).flip_horizontal() == moved(Square::flip_horizontal)
            && set(bits).rotate_180() == moved(|square| square.flip_vertical().flip_horizontal())
            && set(bits).transpose() == moved(transposed)
            && set(bits).relative_to(Color::Black) == set(bits).flip_vertical()
    }

    fn shifting_steps_each_square(bits: u64) -> bool {
        Direction::ALL.into_iter().all(|direction| {
            let stepped: Bitboard = set(bits).into_iter().filter_map(|square| square.step(direction)).collect();
            set(bits).shift(direction) == stepped
        })
    }
}

#[test]
fn a_file_and_a_rank_have_one_square_in_common() {
    for square in Square::ALL {
        let common = Bitboard::from(square.file()) & Bitboard::from(square.rank());
        assert_eq!(common, square.into());
    }
}

#[test]
fn light_squares_dark_squares_and_edges_are_where_they_are_on_a_board() {
    for square in Square::ALL {
        let light = Bitboard::LIGHT_SQUARES.contains(square);
        assert_eq!(light, (square.file() as u8 + square.rank() as u8) % 2 == 1, "{square}");
    }
    assert_eq!(Bitboard::LIGHT_SQUARES, !Bitboard::DARK_SQUARES);
    let edges = [Rank::One, Rank::Eight].map(Bitboard::from).into_iter().chain([File::A, File::H].map(Bitboard::from));
    assert_eq!(edges.fold(Bitboard::EMPTY, |all, edge| all | edge), Bitboard::EDGES);
}

#[test]
fn a_drawing_in_code_is_the_set() {
    let drawn = bitboard! {
        . . . . . . . X
        . . . . . . X .
        . . . . . X . .
        . . . . X . . .
        . . . X . . . .
        . . X . . . . .
        . X . . . . . .
        X . . . . . . .
    };
    assert_eq!(drawn, line(Square::B2, Square::D4));
    let debugged: String = format!("{drawn:?}").split_whitespace().collect();
    assert_eq!(debugged.len(), 64);
    assert!(debugged.starts_with(".......X......X."));
}

fn opposite_ray(a: Square, b: Square) -> Bitboard {
    let direction = geometry::direction(a, b).expect("the squares have a common line");
    Bitboard::from_bits(geometry::slide(a, direction.opposite(), 0))
}

#[test]
fn lines_agree_with_the_slow_definition() {
    for a in Square::ALL {
        for b in Square::ALL {
            let reached = geometry::direction(a, b).map(|direction| geometry::slide(a, direction, geometry::bit(b)));
            let strictly = reached.unwrap_or(0) & !geometry::bit(b);
            assert_eq!(between(a, b).bits(), strictly, "{a} {b}");
            assert_eq!(between(a, b), between(b, a));
            let ray = geometry::direction(a, b).map_or(0, |direction| geometry::slide(a, direction, 0));
            assert_eq!(ray_pass(a, b).bits(), ray, "{a} {b}");
            assert_eq!(path_to(a, b).bits(), strictly | geometry::bit(b), "{a} {b}");
            let whole = if ray == 0 { Bitboard::EMPTY } else { ray_pass(a, b) | a.into() | opposite_ray(a, b) };
            assert_eq!(line(a, b), whole, "{a} {b}");
            assert!(Square::ALL.into_iter().all(|c| aligned(a, b, c) == whole.contains(c)), "{a} {b}");
        }
    }
}

#[test]
fn a_pawn_attacks_a_square_from_the_squares_an_enemy_pawn_there_attacks() {
    for a in Square::ALL {
        for b in Square::ALL {
            assert_eq!(pawn_attacks(Color::White, a).contains(b), pawn_attacks(Color::Black, b).contains(a));
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn serde_keeps_all_64_bits_as_text() {
    let both = set(0x8000_0000_0000_0001);
    let text = serde_json::to_string(&both).expect("text");
    assert_eq!(text, "\"0x8000000000000001\"");
    assert_eq!(serde_json::to_string(&set(255)).expect("text"), "\"0x00000000000000ff\"");
    for accepted in [&*text, "9223372036854775809"] {
        assert_eq!(serde_json::from_str::<Bitboard>(accepted).expect("a set"), both);
    }
    for refused in ["\"\"", "\"0x\"", "\"0x+1\"", "\"ff\"", "\"0x10000000000000000\"", "-1", "1.5", "null"] {
        assert!(serde_json::from_str::<Bitboard>(refused).is_err(), "{refused}");
    }
}

quickcheck! {
    fn pawns_together_attack_what_each_of_them_attacks(bits: u64) -> bool {
        let pawns = Bitboard::from_bits(bits);
        for color in Color::ALL {
            let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
            for square in pawns {
                twice |= once & pawn_attacks(color, square);
                once |= pawn_attacks(color, square);
            }
            assert_eq!(pawns.pawn_attacks(color), once);
            assert_eq!(pawns.double_pawn_attacks(color), twice);
        }
        true
    }

    fn a_fill_is_all_steps_from_each_square(bits: u64) -> bool {
        let set = Bitboard::from_bits(bits & bits.rotate_left(17));
        for direction in Direction::ALL {
            let mut wanted = set;
            for square in set {
                let mut here = square;
                while let Some(next) = here.step(direction) {
                    wanted.insert(next);
                    here = next;
                }
            }
            assert_eq!(set.fill(direction), wanted, "{direction:?}");
        }
        true
    }
}

#[test]
fn spans_contain_the_squares_in_front() {
    for (color, square) in Color::ALL.into_iter().flat_map(|color| Square::ALL.map(|square| (color, square))) {
        let is_in_front = |other: &Square| other.rank().relative_to(color) > square.rank().relative_to(color);
        let within = |distance: u8| {
            let near = move |other: &Square| other.file_distance(square) <= distance;
            Square::ALL.into_iter().filter(is_in_front).filter(near).collect::<Bitboard>()
        };
        assert_eq!(forward_ranks(color, square.rank()), within(7), "{color} {square}");
        assert_eq!(forward_file(color, square), within(0), "{color} {square}");
        assert_eq!(passed_pawn_span(color, square), within(1), "{color} {square}");
        assert_eq!(pawn_attack_span(color, square), within(1) - within(0), "{color} {square}");
        let beside = |file: &File| (*file as u8).abs_diff(square.file() as u8) == 1;
        let files = File::ALL.into_iter().filter(beside).fold(Bitboard::EMPTY, |files, file| files | file.into());
        assert_eq!(adjacent_files(square.file()), files);
    }
}
