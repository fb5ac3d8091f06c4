//! Chunks that are damaged.

use super::*;
use gardez_lc0::training::{Strictness, V5};

/// Returns a source with a good chunk after each damaged one, and the kinds of their problems.
fn damaged() -> (Memory, Vec<(&'static str, &'static str)>) {
    let good = [record(1), record(2)].map(|record| record.bytes().to_vec()).concat();
    let with = |offset: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[offset] = byte;
        bytes
    };
    // A stored block of gzip, whose bytes are those that are packed.
    let length = (good.len() as u16).to_le_bytes();
    let head = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff, 1, length[0], length[1], !length[0], !length[1]];
    let cut = [&head, &good[..good.len() - 1]].concat();
    let chunks = [
        ("empty", vec![], "empty-chunk"),
        ("short", good[..good.len() - 1].to_vec(), "incomplete-chunk"),
        ("cut", cut, "read"),
        ("text", b"LICENSE".to_vec(), "incomplete-chunk"),
        ("three bytes", vec![6, 0, 0], "incomplete-chunk"),
        ("version 9", with(0, 9), "unknown-version"),
        ("format 6", with(4, 6), "input-format"),
        ("result 5", with(V6::SIZE + 8311, 0x40), "q"),
    ];
    let mut source = Memory::new();
    let mut problems = Vec::new();
    for (name, bytes, problem) in chunks {
        source.push(name, bytes);
        source.push("good", good.clone());
        problems.push((name, problem));
    }
    (source, problems)
}

fn options() -> LoaderOptions {
    LoaderOptions::default().with_chunk_order(ChunkOrder::Source).with_validation(Validation::Records(Strictness::Lc0))
}

#[test]
fn damage_costs_the_chunk_or_the_record_only() {
    for threads in [0, 2] {
        let (source, problems) = damaged();
        let options = options().with_threads(threads);
        let mut skipping = loader_of(source.clone(), options.clone()).expect("the options are right");
        let found = ids(&mut skipping);
        // Five chunks keep one of their records.
        assert_eq!(found, [1, 2, 1, 1, 2, 1, 1, 2, 1, 2, 1, 2, 2, 1, 2, 2, 1, 2, 1, 1, 2]);
        let kinds: Vec<_> = skipping.problems().iter().map(|problem| names(problem).0).collect();
        assert_eq!(kinds, problems.iter().map(|problem| problem.1).collect::<Vec<_>>());
        for ((name, _), problem) in problems.iter().zip(skipping.problems()) {
            assert!(names(problem).1.contains(name), "{problem}");
        }
        let stats = skipping.stats();
        assert_eq!((stats.chunks, stats.chunks_empty, stats.chunks_incomplete), (16, 1, 3));
        assert_eq!((stats.refused_version, stats.refused_format, stats.refused_values), (1, 1, 1));
        assert_eq!((stats.records, stats.records_used), (24, 21));

        let mut stopping = loader_of(source, options.with_problems(OnProblem::Stop)).expect("the options are right");
        let (mut again, mut errors) = (Vec::new(), Vec::new());
        loop {
            match stopping.next_record() {
                Ok(Some(record)) => again.push(record.into_v6().visits.get()),
                Ok(None) => break,
                Err(error) => errors.push(names(&error).0),
            }
        }
        assert_eq!((again, errors), (found, kinds));
    }
}

#[test]
fn an_error_in_the_middle_of_a_batch_loses_no_record() {
    let (source, problems) = damaged();
    let mut loader = loader_of(source, options().with_problems(OnProblem::Stop)).expect("the options are right");
    let (mut found, mut errors) = (0, 0);
    loop {
        match loader.next_batch(Batch::new(5)) {
            Ok(0) => break,
            Ok(count) => found += count,
            Err(_) => errors += 1,
        }
    }
    assert_eq!((found, errors), (21, problems.len()));
}

#[test]
fn only_the_wanted_format_is_used() {
    let mut source = Memory::new();
    let mut other = record(5);
    other.input_format = 3.into();
    source.push("game", [record(1), other].map(|record| record.bytes().to_vec()).concat());
    let options = LoaderOptions::default().with_format(gardez_lc0::InputFormat::Canonical);
    assert_eq!(all(source, &options), [5]);
}

#[test]
fn a_chunk_above_the_limit_is_not_read() {
    let options = LoaderOptions::default().with_chunk_limit(2 * V6::SIZE);
    let mut loader = loader_of(games(&[2, 3, 1]), options).expect("the options are right");
    assert_eq!(sorted(ids(&mut loader)), [0, 1, 5]);
    assert_eq!(names(&loader.problems()[0]).0, "read");
}

#[test]
fn an_epoch_without_records_is_an_error_if_another_one_follows() {
    let options = LoaderOptions::default().with_epochs(None);
    let mut loader = loader_of(games(&[0, 0]), options.clone()).expect("the options are right");
    assert!(matches!(loader.next_record(), Err(LoaderError::NoRecords)));
    assert!(matches!(loader.next_record(), Err(LoaderError::NoRecords)));
    // Without chunks there are no epochs.
    let mut loader = loader_of(Memory::new(), options).expect("the options are right");
    assert!(matches!(loader.next_record(), Ok(None)));
}

#[test]
fn records_of_an_old_version_are_converted() {
    let mut old = vec![0; V5::SIZE];
    (old[0], old[4]) = (5, 1);
    let mut source = Memory::new();
    source.push("old", [&old[..], record(3).bytes()].concat());
    let options = LoaderOptions::default().with_shuffle(1);
    assert_eq!(sorted(all(source, &options)), [0, 3]);
}

#[test]
fn a_file_that_does_not_exist_is_a_problem() {
    let mut loader =
        loader_of(Files::new(["there is no such file"]), LoaderOptions::default()).expect("the options are right");
    assert!(ids(&mut loader).is_empty());
    assert_eq!(loader.stats().chunks_unreadable, 1);
    assert!(names(&loader.problems()[0]).1.starts_with("cannot read the chunk there is no such file: "));
}

#[test]
fn a_chunk_that_is_not_a_game_is_refused_as_a_whole() {
    let mut source = Memory::new();
    source.push("empty boards", [record(1), record(2)].map(|record| record.bytes().to_vec()).concat());
    let options = LoaderOptions::default().with_validation(Validation::Games(Strictness::Lc0));
    let mut loader = loader_of(source, options).expect("the options are right");
    assert!(ids(&mut loader).is_empty());
    assert_eq!((names(&loader.problems()[0]).0, loader.stats().chunks_refused), ("no-move", 1));
}

#[cfg(feature = "gzip")]
mod gzip {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use quickcheck::quickcheck;

    use super::*;
    use gardez_lc0::POLICY_SIZE;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).expect("memory does not fail");
        encoder.finish().expect("memory does not fail")
    }

    fn chunk() -> Vec<u8> {
        (0..4).flat_map(|id| record(id).bytes().to_vec()).collect()
    }

    quickcheck! {
        fn a_changed_byte_costs_its_chunk_at_most(place: usize, change: u8) -> bool {
            let mut bytes = packed(&chunk());
            let place = place % bytes.len();
            bytes[place] ^= change.max(1);
            let mut source = Memory::new();
            source.push("changed", bytes);
            source.push("good", packed(&chunk()));
            let options = LoaderOptions::default().with_chunk_order(ChunkOrder::Source);
            let mut loader = loader_of(source, options).expect("the options are right");
            let found = ids(&mut loader);
            // Some bytes of the header do not matter, and some make a stream that seems to be cut.
            found.ends_with(&[0, 1, 2, 3]) && (!loader.problems().is_empty() || found == [0, 1, 2, 3, 0, 1, 2, 3])
        }

        fn a_truncated_chunk_is_a_problem(size: usize) -> bool {
            let bytes = packed(&chunk());
            let mut source = Memory::new();
            source.push("short", &bytes[..size % bytes.len()]);
            let mut loader = loader_of(source, LoaderOptions::default()).expect("the options are right");
            [0, 1, 2, 3].starts_with(&ids(&mut loader)) && loader.problems().len() == 1
        }
    }

    #[test]
    fn the_records_before_a_cut_are_yielded_and_none_of_a_chunk_with_a_wrong_checksum() {
        let good = packed(&(0..168).flat_map(|id| record(id).bytes().to_vec()).collect::<Vec<_>>());
        let (all, mut wrong) = (good.len(), good.clone());
        wrong[all - 8] ^= 1;
        for (bytes, expected) in [(&good[..all - 1], 168..169), (&good[..all / 2], 1..168), (&wrong[..], 0..1)] {
            let mut source = Memory::new();
            source.push("chunk", bytes);
            let options = LoaderOptions::default().with_chunk_order(ChunkOrder::Source);
            let mut loader = loader_of(source, options).expect("the options are right");
            let found = ids(&mut loader);
            assert!(expected.contains(&found.len()), "{} in {expected:?}", found.len());
            assert_eq!(found, (0..found.len() as u32).collect::<Vec<_>>());
            let problems: Vec<_> = loader.problems().iter().map(|problem| names(problem).0).collect();
            assert_eq!(problems, ["read"]);
        }
    }

    #[test]
    fn an_interrupted_batch_has_the_same_records_again() {
        let game = |first: u32| (first..first + 4).flat_map(|id| record(id).bytes().to_vec()).collect::<Vec<_>>();
        let mut source = Memory::new();
        source.push("first", packed(&game(0)));
        source.push("second", packed(&game(20)));
        let mut damaged = game(4);
        damaged[4] = 99;
        source.push("damaged record", packed(&damaged));
        source.push("damaged chunk", &packed(&game(8))[..50]);
        source.push("last", packed(&game(8)));
        let expected = [0, 1, 2, 3, 20, 21, 22, 23, 5, 6, 7, 8, 9, 10, 11];
        for size in 1..20 {
            for threads in 0..2 {
                let options = options().with_chunk_order(ChunkOrder::Source).with_threads(threads);
                let options = options.with_problems(OnProblem::Stop);
                let mut loader = loader_of(source.clone(), options.clone()).expect("the options are right");
                let (mut found, mut errors) = (Vec::new(), 0);
                let mut policy = std::vec![0.0; size * POLICY_SIZE];
                loop {
                    match loader.next_batch(Batch::new(size).with_policy(&mut policy)) {
                        Ok(0) => break,
                        Ok(count) => found.extend(policy.chunks_exact(POLICY_SIZE).take(count).map(|policy| {
                            policy.iter().position(|&p| p == 1.0).expect("each record has a move of its own")
                        })),
                        Err(_) => errors += 1,
                    }
                    // In any state, another loader continues with the same records.
                    let mut again = loader_of(source.clone(), options.clone()).expect("the options are right");
                    again.restore(&loader.state()).expect("the chunks are the same");
                    assert_eq!(again.state(), loader.state());
                    loader = again;
                }
                assert_eq!((&found[..], errors), (&expected[..], 2), "{size}, {threads}");
            }
        }
    }

    #[test]
    fn several_members_are_one_chunk_and_a_wrong_size_in_the_trailer_is_found() {
        let mut source = Memory::new();
        source.push("two", [packed(&chunk()), packed(&chunk())].concat());
        let options = LoaderOptions::default();
        assert_eq!(all(source, &options), [0, 1, 2, 3, 0, 1, 2, 3]);

        let mut bytes = packed(&chunk());
        let size = bytes.len();
        bytes[size - 4..].fill(0xff);
        let mut source = Memory::new();
        source.push("wrong", bytes);
        let mut loader = loader_of(source, options).expect("the options are right");
        assert!(ids(&mut loader).is_empty());
    }

    #[test]
    fn what_unpacks_to_more_than_the_limit_is_a_problem() {
        let mut source = Memory::new();
        source.push("large", packed(&vec![0; 10 << 20]));
        let mut loader =
            loader_of(source, LoaderOptions::default().with_chunk_limit(1 << 20)).expect("the options are right");
        assert!(ids(&mut loader).is_empty());
        assert!(names(&loader.problems()[0]).1.contains("more than 1048576 bytes"));
    }
}
