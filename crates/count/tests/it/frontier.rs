//! Frontiers compared with known numbers and with a slow definition, and counts that are split into their units.

use std::collections::BTreeMap;

use gardez_count::{Counter, Frontier, FrontierError, Table, Unit, count};
use gardez_position::{Board, PackError, PackedBoard, Position};
use gardez_types::Generator;
use quickcheck::quickcheck;

/// The numbers of units and of move sequences at each ply from the start position (A083276 and A048987 in the OEIS).
const START: [(usize, u128); 6] =
    [(20, 20), (400, 400), (5362, 8902), (72_078, 197_281), (822_518, 4_865_609), (9_417_681, 119_060_324)];

fn is_slow() -> bool {
    std::env::var_os("GARDEZ_SLOW").is_some()
}

fn sequences(units: &[Unit]) -> u128 {
    units.iter().map(|unit| u128::from(unit.multiplicity)).sum()
}

#[test]
fn frontiers_of_the_start_position_have_the_known_sizes() {
    let plies = if is_slow() { 6 } else { 5 };
    for (ply, (size, perft)) in (1..=plies).zip(START) {
        let units = Frontier::new(ply).units(&Board::start()).expect("they fit");
        assert_eq!((units.len(), sequences(&units)), (size, perft), "ply {ply}");
        assert!(units.windows(2).all(|pair| pair[0].board < pair[1].board), "ply {ply}");
    }
}

/// The sum over the units of `plies`, each counted to `depth` with one table.
fn split(plies: u32, depth: u32, mebibytes: usize) -> u128 {
    let mut table = Table::new(mebibytes).expect("there is memory");
    let units = Frontier::new(plies).units(&Board::start()).expect("they fit");
    let count = |unit: &Unit| {
        let board = Board::try_from(&unit.board).expect("a unit is a board");
        u128::from(unit.multiplicity) * Counter::new().count_with(&board, depth, &mut table)
    };
    units.iter().map(count).sum()
}

#[test]
fn the_counts_of_the_units_sum_up_to_the_whole() {
    assert_eq!(split(3, 3, 1), 119_060_324);
    if is_slow() {
        assert_eq!(split(4, 4, 512), 84_998_978_956);
    }
}

/// A position some random moves after a random start position.
fn random_board(seed: u64, moves: u64) -> Board {
    let mut generator = Generator::new(seed | 1);
    let mut below = |n: u64| (generator.next_u64() >> 20) % n;
    let start =
        Board::double_chess960(below(960) as u16, below(960) as u16).map(Position::from).expect("numbers below 960");
    let mut board = if below(2) == 0 { *start.board() } else { Board::start() };
    for _ in 0..moves {
        let legal = board.legal_moves();
        if legal.is_empty() {
            break;
        }
        board = board.after(legal[below(legal.len() as u64) as usize]);
    }
    board
}

/// The units by definition: every sequence of moves is made, and its last position noted.
fn slow_units(position: &mut Position, plies: u32, units: &mut BTreeMap<PackedBoard, u64>) {
    if plies == 0 {
        *units.entry(position.packed().expect("at most 32 pieces")).or_default() += 1;
        return;
    }
    for m in position.legal_moves() {
        position.do_move(m);
        slow_units(position, plies - 1, units);
        position.undo_move();
    }
}

#[test]
fn a_frontier_is_what_making_every_sequence_of_moves_finds() {
    fn law(seed: u64, moves: u8, plies: u8) -> bool {
        let board = random_board(seed, u64::from(moves) % 120);
        let plies = u32::from(plies % 3);
        let mut expected = BTreeMap::new();
        slow_units(&mut Position::from(board), plies, &mut expected);
        let expected: Vec<_> = expected.into_iter().map(|(board, multiplicity)| Unit { board, multiplicity }).collect();

        let mut passed = Vec::new();
        let sum = Frontier::new(plies).with_memory(1024).for_each(&board, |unit| {
            passed.push(unit);
            Ok::<_, FrontierError>(())
        });
        sum == Ok(sequences(&expected)) && passed == expected && Frontier::new(plies).units(&board) == Ok(expected)
    }
    quickcheck(law as fn(u64, u8, u8) -> bool);
}

#[test]
fn a_table_that_other_counts_have_filled_changes_no_count() {
    fn law(seed: u64, moves: u8) -> bool {
        let mut table = Table::new(1).expect("a mebibyte");
        let board = random_board(seed, u64::from(moves) % 120);
        [4, 3, 2].into_iter().all(|depth| {
            board.legal_moves().into_iter().take(5).all(|m| {
                let next = board.after(m);
                Counter::new().count_with(&next, depth, &mut table) == count(&next, depth)
            })
        })
    }
    quickcheck(law as fn(u64, u8) -> bool);
}

#[test]
fn the_smallest_depth_of_a_table_changes_no_count() {
    for smallest in [0, 1, 2, 5, 9] {
        let mut table = Table::new(1).expect("a mebibyte").with_smallest(smallest);
        assert_eq!(Counter::new().count_with(&Board::start(), 5, &mut table), 4_865_609, "{smallest}");
    }
}

#[test]
fn more_units_than_the_limit_are_an_error() {
    let start = Board::start();
    let with = |plies, max| Frontier::new(plies).with_max_units(max).with_memory(1024);
    assert_eq!(with(3, 5362).units(&start).map(|units| units.len()), Ok(5362));
    let too_many = |ply, max| FrontierError::TooManyUnits { ply, max };
    assert_eq!(with(3, 5361).units(&start), Err(too_many(3, 5361)));
    assert_eq!(with(5, 5361).units(&start), Err(too_many(3, 5361)));
    let (mut passed, mut pass) = (0, |_| Ok::<_, FrontierError>(()));
    assert_eq!(with(3, 5362).for_each(&start, &mut pass), Ok(8902));
    let mut count = |unit| {
        passed += 1;
        pass(unit)
    };
    assert_eq!(with(3, 5361).for_each(&start, &mut count), Err(too_many(3, 5361)));
    assert!(passed <= 5361);
}

/// Two kings reach few positions by very many sequences.
#[test]
fn a_multiplicity_beyond_64_bits_is_an_error() {
    let kings: Board = "7k/8/8/8/8/8/8/K7 w - - 0 1".parse().expect("a legal position");
    let units = Frontier::new(20).units(&kings).expect("they fit");
    let mut table = Table::new(16).expect("there is memory");
    assert_eq!(sequences(&units), Counter::new().count_with(&kings, 20, &mut table));
    match Frontier::new(60).units(&kings) {
        Err(FrontierError::Multiplicity { ply, board }) => {
            assert!(20 < ply && ply < 60, "{ply}");
            assert!(Board::try_from(&board).is_ok());
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_board_with_too_many_pieces_is_an_error() {
    let crowded: Board = "qqqqkqqq/qqqqqqqq/qqqqqqqq/8/8/NNNNNNNN/NNNNNNNN/NNNNKNNN w - - 0 1".parse().expect("legal");
    assert_eq!(Frontier::new(1).units(&crowded), Err(FrontierError::Pack(PackError::TooManyPieces { pieces: 48 })));
}

#[test]
fn the_first_error_of_the_sink_ends_the_run() {
    #[derive(PartialEq, Debug)]
    struct Stopped;

    impl From<FrontierError> for Stopped {
        fn from(error: FrontierError) -> Self {
            panic!("{error}")
        }
    }

    let mut taken = 0;
    let stopped = Frontier::new(4).for_each(&Board::start(), |_| {
        taken += 1;
        if taken < 7 { Ok(()) } else { Err(Stopped) }
    });
    assert_eq!((stopped, taken), (Err(Stopped), 7));
}
