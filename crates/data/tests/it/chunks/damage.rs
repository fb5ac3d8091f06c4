//! Damaged records: the games before the damage are given, then an error, then nothing.

use gardez_data::chunk::{ChunkGames, ChunkOptions};
use gardez_data::{Game, GameEntries, Ply};
use gardez_formats::{ReadEntries, Strictness};
use gardez_lc0::InputFormat;
use gardez_lc0::training::{Reader, V6};
use gardez_position::Board;
use gardez_types::ErrorInfo;
use gardez_types::GameResult;
use quickcheck::quickcheck;

use crate::chunks::{bytes, games, records};

fn game(plies: usize) -> Game {
    let mut game = Game::new(Board::start(), GameResult::WhiteWins);
    let mut board = game.start;
    for ply in 0..plies {
        let legal = board.legal_moves();
        let mv = legal[(ply * 11 + 5) % legal.len()];
        game.plies.push(Ply::new(mv));
        board.do_move(mv);
    }
    game
}

/// The lengths of the games in these bytes, and the error after them.
fn lengths(bytes: &[u8], strictness: Strictness) -> (Vec<usize>, Option<String>) {
    let mut reader = ChunkGames::new(Reader::new(bytes)).with_policies(true).with_strictness(strictness);
    let mut lengths = Vec::new();
    loop {
        match reader.next_game() {
            Ok(Some(game)) => lengths.push(game.plies.len()),
            Ok(None) => return (lengths, None),
            Err(error) => {
                assert!(error.offset() <= bytes.len() as u64);
                assert_eq!(reader.next_game().expect("nothing follows an error"), None);
                return (lengths, Some(error.to_string()));
            }
        }
    }
}

#[test]
fn a_cut_chunk_gives_the_records_before_the_cut() {
    let all = records(&game(6), &ChunkOptions::new(InputFormat::Hectoplies));
    let bytes = bytes(&all);
    for length in [0, 3, 4, 8355, 8356, 8357, 3 * 8356 - 1, 6 * 8356 - 1, 6 * 8356] {
        let whole = length / V6::SIZE;
        let (found, error) = lengths(&bytes[..length], Strictness::Strict);
        assert_eq!(found, if whole == 0 { vec![] } else { vec![whole] });
        assert_eq!(error.is_some(), length % V6::SIZE != 0, "{length}: {error:?}");
    }
}

#[test]
fn an_unsound_record_is_named_with_its_place() {
    let mut all = records(&game(6), &ChunkOptions::new(InputFormat::Hectoplies));
    all[4].best_q = 2.0.into();
    let (found, error) = lengths(&bytes(&all), Strictness::Strict);
    assert_eq!(found, [4]);
    assert_eq!(error.as_deref(), Some("best_q is 2: an expected result is from -1 to 1, in the record at byte 33424"));
    assert_eq!(lengths(&bytes(&all), Strictness::Lenient), (vec![6], None));

    let unsound = bytes(&all);
    let mut reader = GameEntries::new(ChunkGames::new(Reader::new(&unsound[..])), Some(0));
    let error = (0..5).find_map(|_| reader.next_entry().err()).expect("the fifth record is not sound");
    assert_eq!(error.to_string(), "the record is not sound (q), at byte 33424 of lc0's records");
    assert!(matches!(reader.next_entry(), Ok(None)));

    // Two pieces on a square.
    all.truncate(2);
    all[0].planes[1] = all[0].planes[0];
    let unsound = bytes(&all);
    let error = ChunkGames::new(Reader::new(&unsound[..])).next_game().expect_err("the planes overlap");
    assert_eq!((error.kind_name(), error.span()), ("overlap", Some(0..V6::SIZE)));
}

#[test]
fn missing_and_doubled_records_begin_a_new_game() {
    let all = records(&game(6), &ChunkOptions::new(InputFormat::Hectoplies));
    let lengths = |records: &[V6]| games(records).iter().map(|game| game.plies.len()).collect::<Vec<_>>();
    assert_eq!(lengths(&[all[0], all[1], all[3], all[4]]), [2, 2]);
    assert_eq!(lengths(&[all[0], all[1], all[1], all[2]]), [2, 2]);
    assert_eq!(lengths(&[all[1], all[0]]), [1, 1]);
    let twice: Vec<_> = all.iter().chain(&all).copied().collect();
    assert_eq!(lengths(&twice), [6, 6]);
}

quickcheck! {
    fn changed_bytes_never_panic(plies: u8, changes: Vec<(u32, u8)>, format: u8) -> bool {
        let format = InputFormat::ALL[usize::from(format) % 7];
        let mut bytes = bytes(&records(&game(usize::from(plies % 5) + 1), &ChunkOptions::new(format)));
        let length = bytes.len();
        for &(place, value) in &changes {
            // Half of the changes are in the planes and the fields after them.
            let place = place as usize % length;
            let place = if value % 2 == 0 { place } else { place / V6::SIZE * V6::SIZE + 7440 + place % 916 };
            bytes[place] = value;
        }
        [Strictness::Strict, Strictness::Lenient].into_iter().all(|strictness| {
            let (lengths, _) = lengths(&bytes, strictness);
            lengths.iter().sum::<usize>() <= length / V6::SIZE
        })
    }
}
