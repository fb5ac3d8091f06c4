//! Wins that are played out: the winner follows the ranked moves, the loser resists as long as the tables allow.

use std::collections::BTreeMap;

use gardez_position::{Board, Position};
use gardez_types::Color;

use gardez_syzygy::{Dtz, Material, Prospect, RootMove, TableKind, Tablebase, Wdl};

use crate::common::{Random, committed, is_slow, large_tables, position};

/// The materials that have both tables.
fn complete(tablebase: &Tablebase) -> Vec<Material> {
    let mut kinds: BTreeMap<String, (Material, usize)> = BTreeMap::new();
    for name in tablebase.tables() {
        kinds.entry(name.material.to_string()).or_insert((name.material, 0)).1 += 1;
    }
    kinds.into_values().filter(|&(_, kinds)| kinds == TableKind::ALL.len()).map(|(material, _)| material).collect()
}

/// Plays a win from a given fifty-move counter up to the next zeroing move or mate. Returns the number of plies.
fn play(tablebase: &Tablebase, start: Board, winner: Color, random: Option<&mut Random>) -> u32 {
    let mut position = Position::from(start);
    let mut random = random;
    for plies in 1.. {
        let moves = tablebase.probe_root(&position).unwrap_or_else(|error| panic!("{position}: {error}"));
        let winner_is_to_move = position.side_to_move() == winner;
        let chosen: RootMove = match &mut random {
            // A loser who plays random moves must not survive longer either.
            Some(random) if !winner_is_to_move => moves[random.below(moves.len())],
            _ => moves[0],
        };
        position.do_move(chosen.mv);
        let is_mate = position.in_check() && position.legal_move_count() == 0;
        if is_mate {
            assert!(winner_is_to_move, "{position}");
            return plies;
        }
        if position.halfmove_clock() == 0 {
            // The win is still there after the zeroing move of either side.
            let expected = if winner_is_to_move { Wdl::Loss } else { Wdl::Win };
            let after = tablebase.probe_wdl(&position).unwrap_or_else(|error| panic!("{position}: {error}"));
            assert_eq!(after, expected, "{start} to {position}");
            return plies;
        }
        assert!(position.legal_move_count() != 0, "stalemate: {position}");
        assert!(position.halfmove_clock() < 100, "a draw by the fifty-move rule: {start} to {position}");
    }
    unreachable!("the counter ends every game")
}

/// The board with another fifty-move counter.
fn with_halfmove_clock(board: &Board, rule50: u32) -> Board {
    let fen = board.to_string();
    let fields: Vec<_> = fen.split(' ').collect();
    let text = format!("{} {} {} {} {rule50} 90", fields[0], fields[1], fields[2], fields[3]);
    *text.parse::<Position>().unwrap_or_else(|error| panic!("{text}: {error}")).board()
}

/// Plays out this many wins of a material, of either side, each from several counters. Returns the number of wins found
/// among twenty times as many positions.
fn play_out(tablebase: &Tablebase, material: &Material, wins: usize, seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut played = 0;
    for _ in 0..20 * wins {
        if played == wins {
            break;
        }
        let board = position(&mut random, material, 0);
        let dtz = tablebase.probe_dtz(&board).unwrap_or_else(|error| panic!("{board}: {error}"));
        let prospect = dtz.prospect(0);
        let winner = match prospect {
            Prospect::Win => board.side_to_move(),
            Prospect::Loss if board.legal_move_count() != 0 => !board.side_to_move(),
            _ => continue,
        };
        // From 0, from a random counter, and from the last counter that still wins.
        let last = 100 - dtz.at_most();
        for rule50 in [0, random.below(last as usize + 1) as u32, last] {
            let start = with_halfmove_clock(&board, rule50);
            assert_eq!(dtz.prospect(rule50 as u16), prospect, "{start}");
            let plies = play(tablebase, start, winner, None);
            assert!(plies <= dtz.at_most(), "{start}: {plies} plies, announced {dtz}");
            assert!(rule50 + plies <= 100, "{start}: {plies} plies");
            assert!(play(tablebase, start, winner, Some(&mut random)) <= dtz.at_most(), "{start}");
        }
        played += 1;
    }
    played
}

#[test]
fn wins_reach_their_zeroing_move_in_time() {
    let tablebase = Tablebase::open([committed()]).expect("the tables are committed");
    // The other materials lack some tables that a promotion needs.
    let is_closed = |material: &Material| material.piece_count() == 3 || !material.has_pawns();
    let mut played = 0;
    for (seed, material) in (1..).zip(complete(&tablebase).iter().filter(|material| is_closed(material))) {
        let wins = if is_slow() { 1000 } else { 25 };
        let here = play_out(&tablebase, material, wins, seed);
        assert!(here == wins || is_mostly_drawn(material), "{material}: {here} wins");
        played += here;
    }
    assert!(100 < played, "{played}");
}

/// Returns `true` if a win needs a mistake of the other side.
fn is_mostly_drawn(material: &Material) -> bool {
    ["KBvK", "KNvK", "KBvKB", "KBvKN", "KNvKN", "KNNvK"].contains(&material.to_string().as_str())
}

#[test]
fn wins_of_all_large_tables_reach_their_zeroing_move_in_time() {
    let Some(directory) = large_tables() else { return };
    let tablebase = Tablebase::open([directory]).expect("a directory");
    let materials = complete(&tablebase);
    assert!(materials.iter().any(|material| material.to_string() == "KRPvKR"));
    for (seed, material) in (100..).zip(&materials) {
        let is_large = material.piece_count() == 5;
        let wins = if is_slow() {
            1000
        } else if is_large {
            12
        } else {
            6
        };
        let played = play_out(&tablebase, material, wins, seed);
        assert!(played == wins || is_mostly_drawn(material), "{material}: {played} wins");
        println!("{material}: {played} wins");
    }
}

#[test]
fn after_a_repetition_the_shortest_win_ranks_alone() {
    let tablebase = Tablebase::open([committed()]).expect("the tables are committed");
    let mut position: Position = "8/8/8/8/4k3/8/8/KR6 w - - 0 1".parse().expect("a FEN");
    let before = tablebase.probe_root(&position).expect("the table is there");
    assert!(before.best_ranked().len() > 1, "all wins are certain");
    for text in ["b1b2", "e4d4", "b2b1", "d4e4", "b1b2", "e4d4", "b2b1", "d4e4"] {
        let m = position.parse_uci(text).expect("a legal move");
        position.do_move(m);
    }
    let after = tablebase.probe_root(&position).expect("the table is there");
    let dtz = |entry: &RootMove| entry.dtz.map_or(0, Dtz::plies);
    let best = dtz(&after[0]);
    assert!(after.best_ranked().iter().all(|entry| dtz(entry) == best && entry.rank == 1000 - (best + 8)));
    assert!(after.iter().filter(|entry| entry.rank > 0).all(|entry| entry.rank == 1000 - (dtz(entry) + 8)));
}

#[test]
fn ranks_follow_the_distance_and_the_counter() {
    let tablebase = Tablebase::open([committed()]).expect("the tables are committed");
    let mut random = Random::new(7);
    for name in ["KRvK", "KQvK", "KPvK", "KRvKR", "KQvKQ", "KRvKB"] {
        let material: Material = name.parse().expect("the name of an ending");
        for _ in 0..if is_slow() { 2000 } else { 100 } {
            let rule50 = random.below(101) as u16;
            let start = Position::from(position(&mut random, &material, rule50));
            let moves = tablebase.probe_root(&start).unwrap_or_else(|error| panic!("{start}: {error}"));
            assert_eq!(moves.len(), start.legal_move_count());
            for entry in &moves {
                let d = entry.dtz.expect("it was looked for").plies();
                let r = i32::from(rule50);
                let rank = if d > 0 && d + r <= 99 {
                    1000
                } else if d > 0 {
                    1000 - (d + r)
                } else if d < 0 && 2 * -d + r < 100 {
                    -1000
                } else if d < 0 {
                    -1000 + (-d + r)
                } else {
                    0
                };
                assert_eq!(entry.rank, rank, "{start} {entry:?}");
                assert_eq!(entry.wdl, -tablebase.probe_wdl(&start.after(entry.mv)).expect("as before"));
            }
            assert!(moves.is_sorted_by_key(|entry| -entry.rank));
            // The best move keeps the value of the position.
            let wdl = tablebase.probe_wdl(&start).expect("as before");
            let by_wdl = tablebase.probe_root_wdl(&start).expect("as before");
            if let Some(best) = by_wdl.first() {
                assert_eq!(best.wdl, wdl, "{start}");
                assert!(by_wdl.best_ranked().iter().all(|entry| entry.wdl == wdl));
                assert_eq!(by_wdl.winning().is_empty(), wdl <= Wdl::Draw);
                assert_eq!(tablebase.best_move(&start).expect("as before"), Some(moves[0]));
            }
        }
    }
}
