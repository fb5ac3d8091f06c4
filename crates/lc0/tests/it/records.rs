//! Training records: layouts, streams, files and errors.

use crate::common::games;
use gardez_lc0::training::{
    AnyRecord, F32, ReadError, Reader, Record, RecordError, RecordErrorKind, RecordRef, Strictness, V3, V4, V5, V6, V7,
    Writer,
};
use gardez_lc0::{
    Encoder, ErrorInfo, FillMode, GameResult, InputFormat, Move, PolicyIndexing, PositionHistory, Rule50Scale,
    Transform,
};
use gardez_types::{Color, Square};
use quickcheck::quickcheck;

/// Returns a correct record of the position after these choices.
fn record(choices: &[u8], format: InputFormat) -> (V6, PositionHistory) {
    let (_, mut history, _) = games(choices);
    // The last position of a game may have no legal moves.
    while history.last().board().legal_moves().is_empty() && history.pop().is_some() {}
    let mut record = V6::from_history(&Encoder::new(format).with_fill(FillMode::No), &history);
    let board = history.last().board();
    let visits: Vec<_> = board.legal_moves().iter().zip(1..).map(|(&m, count)| (m, count)).collect();
    record.set_visits(&visits, PolicyIndexing::Lc0).expect("legal moves have indices");
    let (played, best) = (visits[0].0, visits[visits.len() - 1].0);
    record.set_moves(played, best, PolicyIndexing::Lc0).expect("legal moves have indices");
    record.set_result(GameResult::WhiteWins, board.side_to_move());
    (record, history)
}

/// Returns the bytes of a record of any version. All bytes but the version are `filling`.
fn bytes_of(version: u32, filling: u8) -> Vec<u8> {
    let mut bytes = vec![filling; RecordRef::size_of_version(version).expect("a known version")];
    bytes[..4].copy_from_slice(&version.to_le_bytes());
    bytes
}

quickcheck! {
    fn a_record_returns_the_planes_it_was_made_from(choices: Vec<u8>, format: u8) -> bool {
        let format = InputFormat::ALL[usize::from(format) % 7];
        let (record, history) = record(&choices, format);
        let expected = Encoder::new(format).with_fill(FillMode::No).encode(&history);
        history.last().halfmove_clock() > 255 || record.planes(Rule50Scale::Engine) == Ok(expected)
    }

    fn a_record_of_a_game_passes_the_check(choices: Vec<u8>, format: u8) -> bool {
        let (record, history) = record(&choices, InputFormat::ALL[usize::from(format) % 7]);
        history.last().halfmove_clock() > 100 || record.check(Strictness::Strict) == Ok(())
    }

    fn any_bytes_are_read_or_refused(bytes: Vec<u8>) -> bool {
        let read = Reader::new(&bytes[..]).count();
        // A record has more bytes.
        read <= 1 && Record::from_bytes(&bytes).is_err()
    }

    fn flipped_bits_never_cause_a_panic(choices: Vec<u8>, places: Vec<u16>) -> bool {
        let (record, _) = record(&choices, InputFormat::Canonical);
        let mut bytes = record.bytes().to_vec();
        for place in places {
            let length = bytes.len();
            bytes[usize::from(place) % length] ^= 1 << (place % 8);
        }
        for record in Reader::new(&bytes[..]).flatten() {
            let record = record.into_v6();
            let _ = record.check(Strictness::Strict);
            if let (Ok(format), Ok((planes, transform))) = (record.format(), record.planes(Rule50Scale::Engine)) {
                let _ = gardez_lc0::decode_board(format, &planes.untransformed(transform));
            }
        }
        true
    }
}

#[test]
fn every_version_is_written_as_it_was_read() {
    let mut stream = Vec::new();
    for version in [7, 3, 6, 5, 4, 6] {
        stream.extend(bytes_of(version, version as u8 + 40));
    }
    let records: Vec<_> = Reader::new(&stream[..]).collect::<Result<_, _>>().expect("known versions");
    assert_eq!(records.iter().map(AnyRecord::version).collect::<Vec<_>>(), [7, 3, 6, 5, 4, 6]);
    let mut writer = Writer::new(Vec::new());
    for record in &records {
        writer.write(record).expect("memory does not fail");
    }
    assert_eq!(writer.finish().expect("memory does not fail"), stream);
    assert_eq!([V3::SIZE, V4::SIZE, V5::SIZE, V6::SIZE, V7::SIZE], [8276, 8292, 8308, 8356, 8396]);
}

#[test]
fn fields_are_at_the_offsets_of_the_format() {
    let mut record = V6::empty();
    record.best_idx = 0x1234.into();
    record.plies_left = F32::new(1.0);
    record.invariance_info = 0xab;
    let bytes = record.bytes();
    assert_eq!(bytes[8346..8348], [0x34, 0x12]);
    assert_eq!(bytes[8304..8308], 1.0_f32.to_le_bytes());
    assert_eq!(bytes[8278], 0xab);
    assert_eq!(bytes[8..12], (-1.0_f32).to_le_bytes());
    assert_eq!(V6::from_bytes(bytes).map(V6::bytes), Some(bytes));
    assert_eq!(V6::from_bytes(&bytes[1..]), None);
}

#[test]
fn records_of_other_versions_are_converted_to_version_6() {
    for version in [3, 4, 5] {
        let mut bytes = bytes_of(version, 0);
        if version == 5 {
            bytes[4] = 3;
        }
        // Versions 3 and 4 have no input format before these fields.
        let side = if version == 5 { 8276 } else { 8272 };
        bytes[side..side + 4].copy_from_slice(&[1, 42, 0x21, 0xff]);
        let record = Record::from_bytes(&bytes).expect("a known version").into_v6();
        assert_eq!((record.side_to_move_or_enpassant, record.invariance_info), (1, 0x21), "version {version}");
        assert_eq!((record.version.get(), record.rule50_count, record.dummy), (6, 42, 0), "version {version}");
        assert_eq!((record.result_q.get(), record.result_d.get()), (-1.0, 0.0));
        assert_eq!(record.input_format.get(), if version == 5 { 3 } else { 1 });
        assert!(record.orig_q.get().is_nan() && record.orig_d.get().is_nan() && record.orig_m.get().is_nan());
    }
    let newest = Record::from_bytes(&bytes_of(7, 9)).expect("a known version").into_v6();
    assert_eq!((newest.version.get(), newest.rule50_count), (6, 9));
}

#[test]
fn reading_continues_after_a_record_of_an_unknown_version() {
    for version in [3_u32, 6] {
        let whole = bytes_of(version, 1);
        let mut unknown = whole.clone();
        unknown[..4].copy_from_slice(&99_u32.to_le_bytes());
        let stream = [&whole[..], &unknown, &whole].concat();
        let results: Vec<_> = Reader::new(&stream[..]).collect();
        assert_eq!(results.len(), 3, "version {version}");
        let error = results[1].as_ref().expect_err("an unknown version");
        assert_eq!(error.offset(), whole.len() as u64);
        assert_eq!(error.span(), Some(whole.len()..whole.len() + 4));
        assert_eq!(error.kind_name(), "unknown-version");
        assert!(matches!(
            error,
            ReadError::Record { error: RecordError { kind: RecordErrorKind::UnknownVersion { found: 99 }, .. }, .. }
        ));
        assert!(results[0].is_ok() && results[2].is_ok());
    }
    // The first record is assumed to have the size of version 6.
    let stream = [bytes_of(6, 0xff), bytes_of(6, 1)].concat();
    let mut unknown = stream.clone();
    unknown[0] = 0;
    let results: Vec<_> = Reader::new(&unknown[..]).collect();
    assert!(results[0].is_err() && results[1].is_ok() && results.len() == 2);
}

#[test]
fn a_record_that_is_incomplete_or_too_long_is_refused() {
    let whole = bytes_of(6, 1);
    for length in [1, 3, 4, 5, 8355] {
        let stream = [&whole[..], &whole[..length]].concat();
        let results: Vec<_> = Reader::new(&stream[..]).collect();
        assert_eq!(results.len(), 2, "{length}");
        let error = results[1].as_ref().expect_err("it is incomplete");
        assert_eq!((error.offset(), error.span()), (8356, Some(8356 + length..8356 + length)));
        assert!(error.to_string().contains("at byte 8356"), "{error}");
        assert!(Record::from_bytes(&whole[..length]).is_err());
    }
    let long = [&whole[..], &[0]].concat();
    let error = Record::from_bytes(&long).expect_err("there is a byte too many");
    assert_eq!(error.kind, RecordErrorKind::Length { version: 6, expected: 8356, found: 8357 });
    assert_eq!(error.span(), Some(8356..8357));
    let text = "expected 8356 bytes for a record of version 6, found 8357, at byte 8356 of the record";
    assert_eq!(error.to_string(), text);
}

#[test]
fn a_stream_that_fails_ends_the_reader_with_its_error() {
    struct Failing;
    impl std::io::Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("unplugged"))
        }
    }

    let whole = bytes_of(6, 1);
    let results: Vec<_> = Reader::new(std::io::Read::chain(&whole[..], Failing)).collect();
    assert_eq!(results.len(), 2);
    let error = results[1].as_ref().expect_err("the stream fails");
    assert_eq!((error.offset(), error.kind_name(), error.span()), (8356, "stream", None));
    assert_eq!(error.to_string(), "cannot read the record at byte 8356: unplugged");
}

#[test]
fn a_move_without_an_index_changes_nothing() {
    let (mut record, _) = record(&[0], InputFormat::Classical);
    let before = record;
    let impossible = Move::normal(Square::A1, Square::B4);
    assert!(record.set_visits(&[(impossible, 3)], PolicyIndexing::Lc0).is_err());
    assert!(record.set_moves(impossible, impossible, PolicyIndexing::Lc0).is_err());
    assert_eq!(record.bytes(), before.bytes());
}

#[test]
fn probabilities_are_the_shares_of_the_visits() {
    let (mut record, history) = record(&[0], InputFormat::Classical);
    let legal = history.last().board().legal_moves();
    record.set_visits(&[(legal[0], 3), (legal[1], 1)], PolicyIndexing::Lc0).expect("legal moves have indices");
    let share = |m: Move| {
        let index = record.index_of(m, PolicyIndexing::Lc0).expect("a legal move");
        record.probabilities[usize::from(index.index())].get()
    };
    assert_eq!((record.visits.get(), share(legal[0]), share(legal[1]), share(legal[2])), (5, 0.75, 0.25, -1.0));
}

#[test]
fn plies_left_end_with_the_expectation_of_the_last_record() {
    let mut game = [V6::empty(); 3];
    game[2].best_m = F32::new(7.5);
    V6::set_plies_left(&mut game);
    assert_eq!(game.map(|record| record.plies_left.get()), [9.5, 8.5, 7.5]);
    V6::set_plies_left(&mut []);
}

#[test]
fn the_divergence_is_0_for_equal_probabilities_and_finite_for_missing_ones() {
    let (mut record, history) = record(&[0], InputFormat::Classical);
    let legal = history.last().board().legal_moves();
    record.set_visits(&[(legal[0], 1), (legal[1], 1)], PolicyIndexing::Lc0).expect("legal moves have indices");
    record.set_moves(legal[0], legal[1], PolicyIndexing::Lc0).expect("legal moves have indices");
    let mut divergence = |network: &[(Move, f32)]| {
        record.set_policy_kld(network, PolicyIndexing::Lc0).expect("legal moves have indices");
        assert_eq!(record.check(Strictness::Strict), Ok(()));
        record.policy_kld.get()
    };
    assert_eq!(divergence(&[(legal[0], 0.5), (legal[1], 0.5)]), 0.0);
    assert_eq!(divergence(&[(legal[0], 0.25), (legal[1], 0.25), (legal[2], 0.5)]), 2.0_f32.ln());
    assert!(divergence(&[(legal[0], 1.0)]) > 40.0);
    let impossible = Move::normal(Square::A1, Square::B4);
    assert!(record.set_policy_kld(&[(impossible, 1.0)], PolicyIndexing::Lc0).is_err());
}

#[test]
fn without_visits_all_moves_are_equally_probable() {
    let (mut record, history) = record(&[0], InputFormat::Classical);
    let visits: Vec<_> = history.last().board().legal_moves().iter().map(|&m| (m, 0)).collect();
    record.set_visits(&visits, PolicyIndexing::Lc0).expect("legal moves have indices");
    let sum: f32 = record.probabilities.iter().map(|p| p.get()).filter(|&p| p > 0.0).sum();
    assert!((sum - 1.0).abs() < 1e-5 && record.check(Strictness::Strict) == Ok(()));
}

#[test]
fn results_are_seen_by_the_side_to_move() {
    let mut record = V6::empty();
    for (result, side, q, d) in [
        (GameResult::WhiteWins, Color::White, 1.0, 0.0),
        (GameResult::WhiteWins, Color::Black, -1.0, 0.0),
        (GameResult::BlackWins, Color::Black, 1.0, 0.0),
        (GameResult::Draw, Color::Black, 0.0, 1.0),
    ] {
        record.set_result(result, side);
        assert_eq!((record.result_q.get(), record.result_d.get(), record.invariance_info), (q, d, 0));
    }
    record.set_result(GameResult::Unknown, Color::White);
    let flags = V6::MAX_LENGTH_EXCEEDED | V6::ADJUDICATED;
    assert_eq!((record.result_d.get(), record.invariance_info), (1.0, flags));
    assert_eq!(record.transform(), Transform::NONE);
}

#[cfg(feature = "gzip")]
#[test]
fn chunks_are_packed_unpacked_and_listed_in_their_directory() {
    use gardez_lc0::training::{chunks, create, open};
    use std::fs;
    use std::path::Path;

    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("chunks");
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(directory.join("subdirectory")).expect("a directory");
    let records: Vec<_> = (0..5).map(|seed| record(&[seed, 1, 2], InputFormat::Canonical).0).collect();
    let mut writer = create(directory.join("game_1.gz")).expect("a file");
    for record in &records {
        writer.write(record).expect("written");
    }
    assert!(!directory.join("game_1.gz").exists(), "it is not complete");
    writer.close().expect("written");
    create(directory.join("game_2.gz")).expect("a file").write(&records[0]).expect("written");
    assert!(!directory.join("game_2.gz").exists(), "it was not closed");
    fs::write(directory.join("game_0"), records[0].bytes()).expect("written");
    let packed = fs::read(directory.join("game_1.gz")).expect("it is there");
    assert!(packed.len() < records.len() * V6::SIZE / 4);
    fs::write(directory.join("game_2.gz"), &packed[..packed.len() / 2]).expect("written");

    let read: Vec<_> =
        open(directory.join("game_1.gz")).expect("it is there").map(|r| r.expect("whole").into_v6()).collect();
    assert!(read.iter().zip(&records).all(|(a, b)| a.bytes() == b.bytes()) && read.len() == 5);

    let (mut chunks, mut counts) = (chunks(&directory).expect("a directory"), Vec::new());
    while let Some(chunk) = chunks.next_chunk() {
        let records = chunk.expect("opened").records();
        counts.push(records.fold((0, 0), |(ok, bad), r| if r.is_ok() { (ok + 1, bad) } else { (ok, bad + 1) }));
    }
    assert_eq!(counts[..2], [(1, 0), (5, 0)]);
    assert_eq!((counts[2].1, counts.len()), (1, 3), "the incomplete chunk ends with one error");
}

#[cfg(feature = "serde")]
#[test]
fn serde_reads_and_writes_values_as_their_numbers() {
    use gardez_lc0::PolicyIndex;
    let text =
        serde_json::to_string(&(InputFormat::HectopliesArmageddon, FillMode::Always, Transform::FLIP_HORIZONTAL));
    assert_eq!(text.expect("JSON"), "[132,2,1]");
    assert!(serde_json::from_str::<InputFormat>("6").is_err());
    assert!(serde_json::from_str::<Transform>("-1").is_err());
    assert_eq!(serde_json::from_str::<PolicyIndex>("1857").map(PolicyIndex::index).ok(), Some(1857));
    assert_eq!(serde_json::from_str::<Move>("796").ok(), Some(Move::normal(Square::E2, Square::E4)));
}
