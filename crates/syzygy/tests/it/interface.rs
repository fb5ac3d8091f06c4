//! What users can rely on: threads may share a tablebase, refusals name their reason, and the texts look as documented.

use std::thread;

use gardez_position::Position;
use gardez_syzygy::{Dtz, OpenError, ProbeError, RootMove, TableError, Tablebase, Wdl};
use gardez_types::CastlingRights;
use quickcheck::quickcheck;
use static_assertions::{assert_eq_size, assert_impl_all};

use crate::common::{Random, committed, position, tablebases};

assert_impl_all!(Tablebase: Send, Sync, Default, std::fmt::Debug, std::panic::UnwindSafe);
assert_impl_all!(ProbeError: Send, Sync, Clone, PartialEq, std::error::Error);
assert_impl_all!(TableError: std::error::Error);
assert_impl_all!(OpenError: std::error::Error);
assert_impl_all!(RootMove: Copy, Send, Sync);
assert_eq_size!(Wdl, u8);
assert_eq_size!(Dtz, u64);

fn open() -> Tablebase {
    Tablebase::open([committed()]).expect("the tables are committed")
}

fn read(fen: &str) -> Position {
    fen.parse().expect("a FEN")
}

#[test]
fn castling_rights_are_refused_by_name() {
    let (tablebase, position) = (open(), read("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"));
    let refused = ProbeError::CastlingRights(CastlingRights::WHITE_QUEEN_SIDE);
    assert_eq!(tablebase.probe_wdl(&position), Err(refused.clone()));
    assert_eq!(tablebase.probe_dtz(&position), Err(refused.clone()));
    assert_eq!(tablebase.probe_root(&position), Err(refused.clone()));
    assert_eq!(tablebase.probe_root_wdl(&position), Err(refused.clone()));
    assert_eq!(tablebase.best_move(&position), Err(refused.clone()));
    assert_eq!(refused.to_string(), "tables contain no positions with castling rights, found Q");
}

#[test]
fn too_many_pieces_are_refused_with_both_numbers() {
    let (tablebase, position) = (open(), Position::start());
    let board = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    let error = tablebase.probe_wdl(&board).expect_err("32 pieces");
    assert_eq!(error.to_string(), "the board has 32 pieces, but the largest table has 4");
    assert!(matches!(tablebase.probe_wdl(&position), Err(ProbeError::CastlingRights(_))));
}

#[test]
fn an_en_passant_capture_can_decide() {
    let tablebase = open();
    // The pawn that has just made a double push can be captured. Otherwise black loses the race.
    let with = read("8/8/8/8/1pP5/8/8/1K3k2 b - c3 0 1");
    let without = read("8/8/8/8/1pP5/8/8/1K3k2 b - - 0 1");
    let [with_wdl, without_wdl] = [&with, &without].map(|position| tablebase.probe_wdl(position).expect("a table"));
    assert!(without_wdl < with_wdl, "{without_wdl} without, {with_wdl} with");
}

#[test]
fn a_mated_side_lost_one_ply_ago_and_a_stalemated_side_draws() {
    let tablebase = open();
    let mated = read("R3k3/8/4K3/8/8/8/8/8 b - - 0 1");
    assert_eq!(tablebase.probe_wdl(&mated), Ok(Wdl::Loss));
    assert_eq!(tablebase.probe_dtz(&mated).map(Dtz::plies), Ok(-1));
    assert_eq!(tablebase.best_move(&mated), Ok(None));
    let stalemated = read("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(tablebase.probe_dtz(&stalemated), Ok(Dtz::DRAW));
    assert_eq!(tablebase.probe_root(&stalemated).map(|moves| moves.len()), Ok(0));
}

#[test]
fn without_distances_the_best_move_is_ranked_by_result() {
    let mut tablebase = Tablebase::new();
    let bytes = std::fs::read(committed().join("KQvK.rtbw")).expect("it is committed");
    tablebase.add_bytes("KQvK.rtbw", bytes.clone()).expect("a valid table");
    assert_eq!(tablebase.add_bytes("KQvK.rtbw", bytes), Ok(false), "it is there already");
    let best = tablebase.best_move(&read("8/8/8/4k3/8/8/8/KQ6 w - - 0 1")).expect("a table");
    assert!(best.is_some_and(|best| best.wdl == Wdl::Win && best.rank == 1000 && best.dtz.is_none()));
}

#[test]
fn threads_share_a_tablebase_and_tablebases_are_independent() {
    for tablebase in tablebases(&committed()) {
        let other = Tablebase::new();
        let answers: Vec<_> = thread::scope(|scope| {
            let probe = || {
                let mut random = Random::new(11);
                // A cache of one MiB does not keep all of the larger table.
                let endings = ["KPvKP", "KQQvK"].map(|ending| ending.parse().expect("the name of an ending"));
                let boards = (0..200).map(|round| position(&mut random, &endings[round % 2], 0));
                boards.map(|board| (tablebase.probe_wdl(&board), tablebase.probe_dtz(&board))).collect::<Vec<_>>()
            };
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(probe)).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1] && pair[0].iter().all(|(wdl, _)| wdl.is_ok())));
        assert_eq!(other.max_pieces(), 0);
    }
}

#[test]
fn the_first_of_two_directories_with_the_same_table_counts() {
    let tablebase = Tablebase::open([committed(), committed()]).expect("the tables are committed");
    assert_eq!(tablebase.tables().count(), open().tables().count());
    assert_eq!(tablebase.open_all(), []);
}

quickcheck! {
    /// For either side to move, the best move keeps the value of the position, and no move is better.
    fn a_position_is_worth_its_best_move(seed: u64, ending: usize) -> bool {
        let tablebase = open();
        let ending = ["KRvK", "KQvK", "KPvK", "KBvK", "KRvKR", "KQvKQ", "KQQvK", "KRvKB"][ending % 8];
        let board = position(&mut Random::new(seed), &ending.parse().expect("the name of an ending"), 0);
        let wdl = tablebase.probe_wdl(&board).expect("a table");
        let after = board.legal_moves().into_iter().map(|m| -tablebase.probe_wdl(&board.after(m)).expect("a table"));
        after.max().is_none_or(|best| best == wdl)
    }

    /// The distance of a move includes the move itself. Rounding may add one ply.
    fn the_best_move_has_the_distance_of_its_position(seed: u64, ending: usize) -> bool {
        let tablebase = open();
        let ending = ["KRvK", "KQvK", "KRvKR", "KQvKQ", "KQQvK", "KRvKB"][ending % 6];
        let start = Position::from(position(&mut Random::new(seed), &ending.parse().expect("the name of an ending"), 0));
        let dtz = tablebase.probe_dtz(&start).expect("a table");
        let Some(best) = tablebase.best_move(&start).expect("a table") else { return true };
        let best = best.dtz.expect("there is a table of distances");
        best.plies().signum() == dtz.plies().signum() && best.at_most().abs_diff(dtz.at_most()) <= 1
    }
}

#[cfg(feature = "serde")]
#[test]
fn answers_can_be_serialized() {
    let tablebase = open();
    let moves = tablebase.probe_root(&read("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")).expect("a table");
    let text = serde_json::to_value(&moves).expect("plain values");
    assert_eq!(text[0]["rank"], 1000);
    assert_eq!(text[0]["wdl"], "Win");
    assert_eq!(text[0]["dtz"]["plies"], 1);
    assert_eq!(serde_json::from_str::<Wdl>("\"CursedWin\"").ok(), Some(Wdl::CursedWin));
}
