//! Games of training records: replayed, and checked by lc0's rules and by stricter ones.

use crate::common::chunk;
use gardez_lc0::training::{Record, Replay, Rule, Strictness, V6, V7, check_game};
use gardez_lc0::{InputFormat, PolicyIndexing};
use quickcheck::quickcheck;

quickcheck! {
    fn what_is_written_is_accepted_and_replayed(choices: Vec<u8>, format: u8) -> bool {
        let (records, history, moves) = chunk(&choices, InputFormat::ALL[usize::from(format) % 7]);
        let replay = check_game(&records, Strictness::Strict);
        let replay = replay.unwrap_or_else(|error| panic!("{error} in {}", history[0]));
        // The last record has its move, but not the position after it.
        let (last, others) = moves.split_last().expect("a move");
        assert_eq!(check_game(&records, Strictness::Lc0).as_ref(), Ok(&replay));
        assert_eq!(Replay::from_records(&records).as_ref(), Ok(&replay));
        replay.moves() == others && replay.last_move() == Some(*last) && replay.history().len() == records.len()
    }

    fn the_same_game_in_other_versions_has_the_same_verdict(choices: Vec<u8>, places: Vec<u16>) -> bool {
        // Flipped bits after the planes, in the fields that all versions have in common.
        let (mut records, _, _) = chunk(&choices, InputFormat::Canonical);
        for place in places {
            let count = records.len();
            let mut bytes = records[usize::from(place) % count].bytes().to_vec();
            bytes[8272 + usize::from(place) % 76] ^= 1 << (place % 8);
            records[usize::from(place) % count] = *V6::from_bytes(&bytes).expect("a record");
        }
        let newer: Vec<_> = records.iter().map(newer).collect();
        let mixed: Vec<Record> = records.iter().map(|&record| record.into()).collect();
        let same = |strictness| {
            let verdict = check_game(&records, strictness);
            verdict == check_game(&newer, strictness) && verdict == check_game(&mixed, strictness)
        };
        same(Strictness::Lc0) && same(Strictness::Strict)
    }

    fn a_strict_verdict_is_never_milder(choices: Vec<u8>, places: Vec<u16>) -> bool {
        let (mut records, _, _) = chunk(&choices, InputFormat::CanonicalV2);
        for place in places {
            let count = records.len();
            let mut bytes = records[usize::from(place) % count].bytes().to_vec();
            bytes[usize::from(place) % V6::SIZE] ^= 1 << (place % 8);
            records[usize::from(place) % count] = *V6::from_bytes(&bytes).expect("a record");
        }
        // All NaN values are equal here.
        let text = |verdict| format!("{verdict:?}");
        match (check_game(&records, Strictness::Lc0), check_game(&records, Strictness::Strict)) {
            (Err(error), strict) => text(strict) == text(Err(error)),
            (Ok(replay), Ok(strict)) => replay == strict,
            (Ok(_), Err(_)) => true,
        }
    }
}

#[test]
fn an_endgame_without_pawns_is_accepted_with_the_default_indices_only() {
    let choices: Vec<u8> = std::iter::once(7).chain((0_u8..40).map(|ply| ply.wrapping_mul(37) % 23)).collect();
    for format in InputFormat::ALL.into_iter().filter(|format| format.is_canonical()) {
        let (mut records, history, moves) = chunk(&choices, format);
        let mut write = |indexing| {
            for (index, record) in records.iter_mut().enumerate() {
                let legal = history[index].board().legal_moves();
                let visits: Vec<_> = legal.iter().map(|&m| (m, u32::from(m == moves[index]))).collect();
                record.set_visits(&visits, indexing).expect("legal moves have indices");
                record.set_moves(moves[index], moves[index], indexing).expect("legal moves have indices");
                assert_eq!(record.check(Strictness::Strict), Ok(()));
            }
            check_game(&records, Strictness::Lc0).map_err(|error| error.broken.rule)
        };
        assert!(write(PolicyIndexing::default()).is_ok(), "{format:?}");
        assert_eq!(write(PolicyIndexing::Geometric), Err(Rule::NotPlayed), "{format:?}");
    }
}

/// Returns the record with version 7, and with the fields that only this version has.
fn newer(record: &V6) -> V7 {
    let mut bytes = record.bytes().to_vec();
    bytes.resize(V7::SIZE, 0);
    bytes[0] = 7;
    *V7::from_bytes(&bytes).expect("the size of a record")
}
