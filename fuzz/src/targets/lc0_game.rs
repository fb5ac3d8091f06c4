//! Sequences of hostile training records as games.

use gardez_lc0::training::{Checker, Record, Replay, Strictness, V6, V7, check_game};
use gardez_lc0::{Encoder, FillMode, GameResult, InputFormat, PolicyIndexing, PositionHistory};

use crate::input::Numbers;

/// Start positions with castling, en passant, promotions and few pieces.
const STARTS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pppq1ppp/8/3Pp3/8/8/PPP2PPP/R3K2R w KQkq e6 0 12",
    "4k3/1P4P1/8/8/8/8/1p4p1/4K3 b - - 0 1",
    "8/8/4k3/8/2n5/2K5/3R4/8 b - - 40 90",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

/// The number of records of a game is at most this.
const LENGTH: usize = 8;

pub(super) fn run(bytes: &[u8]) {
    let mut numbers = Numbers(bytes);
    let format = numbers.one(&InputFormat::ALL);
    let mut records = game(format, &mut numbers);
    let is_right = check_game(&records, Strictness::Strict);
    assert!(is_right.is_ok(), "what is written is accepted: {is_right:?}");
    damage(&mut records, &mut numbers);

    let lc0 = check_game(&records, Strictness::Lc0);
    let mut checker = Checker::new(Strictness::Strict);
    match (&lc0, checker.check_game(&records)) {
        // All NaN values are equal here.
        (Err(error), strict) => assert_eq!(format!("{:?}", strict.err()), format!("{:?}", Some(error))),
        (Ok(replay), Ok(strict)) => {
            assert_eq!(*replay, strict);
            assert_eq!(Replay::from_records(&records).as_ref(), Ok(replay), "a strict game has exact moves");
        }
        (Ok(_), Err(error)) => assert!(error.record < records.len() && !error.to_string().is_empty()),
    }
    assert_eq!(checker.accepted() + checker.refused(), 1);
    if let Ok(replay) = Replay::from_records(&records) {
        assert_eq!((replay.history().len(), replay.moves().len() + 1), (records.len(), records.len()));
    }

    // Other versions have the same verdict.
    let newer = V7::from_game(&records, V7::DEFAULT_THETA);
    assert_eq!(format!("{lc0:?}"), format!("{:?}", check_game(&newer, Strictness::Lc0)));
    let mixed: Vec<Record> = records.into_iter().map(Record::from).collect();
    assert_eq!(format!("{lc0:?}"), format!("{:?}", check_game(&mixed, Strictness::Lc0)));
}

/// Plays a game whose moves the numbers choose, and returns its records.
fn game(format: InputFormat, numbers: &mut Numbers<'_>) -> Vec<V6> {
    let mut history = PositionHistory::from_fen(numbers.one(&STARTS)).expect("a FEN");
    let encoder = Encoder::new(format).with_fill(FillMode::No);
    let mut records = vec![];
    for _ in 0..=numbers.below(LENGTH) {
        let board = history.last().board();
        let legal = board.legal_moves();
        if legal.is_empty() {
            break;
        }
        let played = legal[numbers.below(legal.len())];
        let visits: Vec<_> = legal.iter().map(|&m| (m, u32::from(m == played))).collect();
        let mut record = V6::from_history(&encoder, &history);
        record.set_visits(&visits, PolicyIndexing::Lc0).expect("a legal move");
        record.set_moves(played, played, PolicyIndexing::Lc0).expect("a legal move");
        record.set_result(GameResult::Unknown, board.side_to_move());
        records.push(record);
        history.push_relative(played);
    }
    V6::set_plies_left(&mut records);
    records
}

/// Damages records, removes them, doubles them and exchanges them.
fn damage(records: &mut Vec<V6>, numbers: &mut Numbers<'_>) {
    while !numbers.is_empty() && !records.is_empty() {
        let (index, other) = (numbers.below(records.len()), numbers.below(records.len()));
        match numbers.byte() {
            0 => _ = records.remove(index),
            1 if records.len() < 2 * LENGTH => records.insert(index, records[other]),
            2 => records.swap(index, other),
            // A record of any bytes, which the numbers repeat.
            3 => {
                let pattern = numbers.u64().to_le_bytes();
                let bytes: Vec<u8> = (0..V6::SIZE).map(|at| pattern[at % 8]).collect();
                records[index] = *V6::from_bytes(&bytes).expect("the size of a record");
            }
            // Bytes after the probabilities are more interesting.
            choice => {
                let mut bytes = records[index].bytes().to_vec();
                let start = if choice % 4 == 0 { 0 } else { 7440 };
                let place = start + usize::from(numbers.u16()) % (V6::SIZE - start);
                bytes[place] = numbers.byte();
                records[index] = *V6::from_bytes(&bytes).expect("the size of a record");
            }
        }
    }
}

/// Games in the formats, whole and with a damage.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = vec![];
    for format in 0..7 {
        for start in 0..5 {
            seeds.push(vec![format, start, 7, 1, 5, 9, 2, 14, 3, 0, 8]);
            seeds.push(vec![format, start, 5, 11, 0, 3, 7, 20, 1, 2, 1, 5, 0x36, 0x03, 200]);
        }
    }
    seeds
}
