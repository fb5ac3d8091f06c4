//! A game of training records, damaged and rescored with endgame tables.
//!
//! Whole records would be too long for a mutator: the bytes choose a position, moves, options and places of damage.

use std::sync::LazyLock;

use gardez::data::{Deblunder, RescoreOptions, Rescorer};
use gardez_lc0::training::V6;
use gardez_lc0::{Encoder, FillMode, InputFormat, PolicyIndexing, PositionHistory};
use gardez_syzygy::Tablebase;
use gardez_types::GameResult;

use crate::seeds::home;

/// The games begin with three to five pieces.
const STARTS: [&str; 6] = [
    "8/8/8/8/2k5/3N4/8/KR6 b - - 0 1",
    "8/8/8/3k4/8/8/8/R3K3 w - - 80 60",
    "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 30",
    "8/2P5/8/8/5k2/8/1K6/8 w - - 12 40",
    "8/8/3k4/3p4/3KP3/8/8/8 w - - 0 1",
    "8/8/8/2b5/5k2/3q4/1K1Q4/8 w - - 5 9",
];

/// The most records of a game.
const RECORDS: usize = 24;

static TABLES: LazyLock<Tablebase> =
    LazyLock::new(|| Tablebase::open([home().join("../crates/syzygy/tests/tables")]).expect("the committed tables"));

pub(super) fn run(data: &[u8]) {
    let Some((&[start, format, result, temperature, boost, width, new_format], rest)) = data.split_first_chunk() else {
        return;
    };
    // The moves, up to a byte 255, and then the damage.
    let mut parts = rest.splitn(2, |&byte| byte == 255);
    let (moves, damage) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let mut records = game(start, format, result, moves);
    for bytes in damage.chunks_exact(4) {
        // Half of the places are after the planes.
        let place = usize::from(u16::from_le_bytes([bytes[1], bytes[2]]));
        let place = if place < 0x8000 { place % V6::SIZE } else { 8272 + place % (V6::SIZE - 8272) };
        if let Some(record) = records.get_mut(usize::from(bytes[0]) % RECORDS) {
            let mut altered = record.bytes().to_vec();
            altered[place] = bytes[3];
            *record = *V6::from_bytes(&altered).expect("the size of a record");
        }
    }
    twice(&records);

    let mut options = RescoreOptions::default()
        .with_temperature(f32::from(temperature) / 64.0)
        .with_dtz_policy_boost(f32::from(boost) / 255.0)
        .with_dist_offset(-f32::from(boost ^ temperature) / 300.0)
        .with_deblunder(Deblunder::default().with_threshold(0.5).with_width(f32::from(width) / 200.0));
    if let Some(&format) = InputFormat::ALL.get(usize::from(new_format) % 8) {
        options = options.with_new_input_format(format);
    }
    let Ok(rescorer) = Rescorer::new(&TABLES, options) else {
        assert!(options.check().is_err(), "there are tables");
        return;
    };
    let mut rescored = records.clone();
    match rescorer.rescore(&mut rescored) {
        Err(_) => assert!(bytes(&rescored) == bytes(&records), "a refused game is unchanged"),
        Ok(report) => {
            assert_eq!((report.games, report.positions), (1, records.len() as u64));
            assert!(report.delta <= 2 * report.rescored && report.rescored <= report.delta);
            assert!(report.blunders <= report.positions);
            for (old, new) in records.iter().zip(&rescored) {
                // What the search found is never changed.
                let place = 8280..8304;
                assert_eq!(old.bytes()[place.clone()], new.bytes()[place]);
                assert!(options.new_input_format.is_none_or(|format| new.format() == Ok(format)));
            }
        }
    }
}

/// Checks that rescoring a second time with the default options changes nothing.
fn twice(records: &[V6]) {
    let rescorer = Rescorer::new(&TABLES, RescoreOptions::default()).expect("there are tables");
    let mut once = records.to_vec();
    if rescorer.rescore(&mut once).is_err() {
        assert!(bytes(&once) == bytes(records), "a refused game is unchanged");
        return;
    }
    let mut twice = once.clone();
    let report = rescorer.rescore(&mut twice).expect("a rescored game is a game");
    assert!(bytes(&twice) == bytes(&once), "{report:?}");
}

fn bytes(records: &[V6]) -> Vec<u8> {
    records.iter().flat_map(|record| record.bytes()).copied().collect()
}

/// Returns the records of a game with these moves, as numbers.
fn game(start: u8, format: u8, result: u8, moves: &[u8]) -> Vec<V6> {
    let format = InputFormat::ALL[usize::from(format) % InputFormat::ALL.len()];
    let encoder = Encoder::new(format).with_fill(FillMode::No);
    let result = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins][usize::from(result) % 3];
    let mut history = PositionHistory::from_fen(STARTS[usize::from(start) % STARTS.len()]).expect("a FEN");
    let mut records = Vec::new();
    for &choice in moves.iter().take(RECORDS) {
        let board = *history.last().board();
        let legal = board.legal_moves();
        if legal.is_empty() || history.last().rule50() > 100 {
            break;
        }
        let m = legal[usize::from(choice) % legal.len()];
        let mut record = V6::from_history(&encoder, &history);
        let visits: Vec<_> = legal.iter().map(|&m| (m, 1)).collect();
        record.set_visits(&visits, PolicyIndexing::Lc0).expect("legal moves have indices");
        record.set_moves(m, m, PolicyIndexing::Lc0).expect("legal moves have indices");
        record.set_result(result, board.side_to_move());
        record.best_q = (f32::from(choice % 9) / 4.0 - 1.0).into();
        records.push(record);
        history.push_relative(m);
    }
    V6::set_plies_left(&mut records);
    records
}

/// Returns a game from each position, undamaged and damaged.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = vec![];
    for start in 0..STARTS.len() as u8 {
        let moves: Vec<u8> = (0..RECORDS as u8).map(|index| index.wrapping_mul(37) ^ start).collect();
        let game = [&[start, start, start, 64 + start, 16 * start, 20, start][..], &moves].concat();
        seeds.push([&game[..], &[255, 3, 200, 130, 0]].concat());
        seeds.push(game);
    }
    seeds
}
