//! Equality and hashes: the same position by the laws of chess, and nothing else.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use crate::common::walk;
use gardez_position::{Board, EnPassantPolicy, FenMode, FenReader, FenStyle, Position};
use quickcheck::quickcheck;

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn hash(board: &Board) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(board)
}

/// The fields of a FEN that the rules depend on, with the files of the rooks.
fn rules_text(board: &Board) -> String {
    let fen = board.fen(FenStyle::Shredder).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

quickcheck! {
    fn boards_are_equal_exactly_if_the_fields_of_their_fens_are(start: u16, choices: Vec<u8>) -> bool {
        let mut seen = vec![];
        walk(start, &choices, |position| {
            let fen = rules_text(position);
            let fields: Vec<_> = fen.split(' ').collect();
            let other = if fields[1] == "w" { "b" } else { "w" };
            let variants = [format!("{} {other} {} -", fields[0], fields[2]), format!("{} {} - -", fields[0], fields[1])];
            let boards = [*position.board(), position.board().swap_colors()];
            for board in boards.into_iter().chain(variants.iter().filter_map(|fen| fen.parse().ok())) {
                seen.push((rules_text(&board), board));
            }
        });
        let agree = |(a, x): &(String, Board), (b, y): &(String, Board)| {
            (a == b) == (x == y) && (x != y || hash(x) == hash(y))
        };
        seen.iter().all(|a| seen.iter().all(|b| agree(a, b)))
    }

    fn a_position_equals_the_one_that_is_read_from_its_fen(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            for style in [FenStyle::Shredder, FenStyle::XFen] {
                for policy in [EnPassantPolicy::Legal, EnPassantPolicy::PseudoLegal, EnPassantPolicy::Always] {
                    let fen = position.fen(style).with_en_passant(policy).to_string();
                    let read = FenReader::new().with_en_passant(policy).read(&fen).expect("its own FEN").position;
                    assert_eq!(read, *position, "{fen}");
                    assert_eq!(hash(&read), hash(position), "{fen}");
                    assert!(read.same_clocks(position), "{fen}");
                }
            }
        });
        true
    }

    fn positions_are_equal_exactly_if_repetition_counts_them_as_one(start: u16, choices: Vec<u8>) -> bool {
        let mut boards = vec![];
        walk(start, &choices, |position| {
            let reversible = position.halfmove_clock().min(position.state().plies_from_null() as u16);
            let from = boards.len() - usize::from(reversible).min(boards.len());
            let same = boards[from..].iter().filter(|&board| board == position.board()).count();
            // The set-up position has not been visited.
            let known = from > 0 || usize::from(reversible) <= boards.len();
            assert!(!known || same + 1 == position.occurrences(), "{position:?}");
            boards.push(*position.board());
        });
        true
    }
}

#[test]
fn a_position_that_is_reached_in_another_way_is_the_same() {
    let italian = Position::from_moves("e2e4 e7e5 g1f3 b8c6 f1c4".split(' ')).expect("legal moves");
    let transposed = Position::from_moves("e2e4 b8c6 f1c4 e7e5 g1f3".split(' ')).expect("legal moves");
    assert_eq!(italian, transposed);
    assert!(!italian.same_clocks(&transposed), "a knight or a pawn moved last");
    assert!(!italian.same_state(&transposed) && !italian.same_history(&transposed));
    let read: Position = italian.to_string().parse().expect("its own FEN");
    assert_eq!(read, italian);
    assert!(read.same_clocks(&italian) && !read.same_state(&italian), "the last move is unknown");
    assert_eq!(HashSet::from([italian, transposed, read]).len(), 1);
}

#[test]
fn an_en_passant_square_that_does_not_count_does_not_matter() {
    let nobody = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    // 5  K p P . . . . r   the capture would leave the king attacked
    let pinned = "7k/8/8/K1pP3r/8/8/8/8 w - c6 0 1";
    for fen in [nobody, pinned] {
        let without = board(&fen.replace(" e3 ", " - ").replace(" c6 ", " - "));
        for policy in [EnPassantPolicy::Legal, EnPassantPolicy::PseudoLegal, EnPassantPolicy::Always] {
            let read = FenReader::new().with_en_passant(policy).read_board(fen).expect("a FEN").position;
            assert_eq!(read, without, "{policy:?} {fen}");
            assert_eq!(hash(&read), hash(&without), "{policy:?} {fen}");
        }
        let always = FenReader::new().with_en_passant(EnPassantPolicy::Always).read_board(fen).expect("a FEN").position;
        assert_ne!(always.raw_key(), without.raw_key(), "the key follows the policy");
    }
    let counts = board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    assert_ne!(counts, board("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2"));
}

#[test]
fn castling_rights_are_compared_by_the_squares_of_the_rooks() {
    // 1  R R . . K . . .
    let outer = board("4k3/8/8/8/8/8/8/RR2K3 w A - 0 1");
    let inner = board("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1");
    assert_ne!(outer, inner);
    assert_eq!(outer.raw_key(), inner.raw_key(), "the key does not have the files of the rooks");
    assert_ne!(outer, board("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1"));
}

#[test]
fn a_right_that_was_lost_leaves_no_trace() {
    let lost = Position::from_fen_and_moves(
        "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1",
        FenMode::Detect,
        ["h1g1", "h8g8", "g1h1", "g8h8"],
    );
    assert_eq!(lost, Ok(board("4k2r/8/8/8/8/8/8/4K2R w - - 0 1").into()));
}

#[test]
fn the_castling_mode_does_not_matter_but_belongs_to_the_state() {
    let chess960 = Board::chess960(518).expect("below 960");
    assert_eq!(chess960, Board::start());
    assert_eq!(hash(&chess960), hash(&Board::start()));
    assert!(!chess960.same_state(&Board::start()));
    assert!(Board::start().same_state(&Board::start()));
}

#[test]
fn fens_are_equal_if_their_texts_are() {
    let (early, late) = (board("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), board("4k3/8/8/8/8/8/8/4K3 w - - 9 30"));
    assert_eq!(early, late);
    assert_ne!(early.fen(FenStyle::XFen), late.fen(FenStyle::XFen));
    assert_ne!(early.pretty(), late.pretty());
    assert_eq!(early.fen(FenStyle::XFen), early.fen(FenStyle::Shredder));
}
