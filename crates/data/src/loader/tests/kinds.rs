//! Laws that hold for training records, packed entries and PGN files.

use gardez_formats::{Format, bullet_text};
use quickcheck::quickcheck;

use super::*;
use crate::table::PGN;

/// What a loader reads in a test: games of these lengths, at most ten, whose samples are numbered from 0 on.
trait Kind {
    type Samples: Samples;

    fn games(lengths: &[u8]) -> Self::Samples;

    /// The same samples, in another kind of memory if there is one.
    fn again(lengths: &[u8]) -> Self::Samples {
        Self::games(lengths)
    }

    fn next(loader: &mut Loader<Self::Samples>) -> Result<Option<u32>, LoaderError>;

    /// Options with something of everything that the samples have.
    fn rich(seed: u64, shuffle: u8, kind: u8) -> LoaderOptions;
}

struct Lc0;

impl Kind for Lc0 {
    type Samples = Records;

    fn games(lengths: &[u8]) -> Records {
        Records::new(games(lengths))
    }

    fn again(lengths: &[u8]) -> Records {
        Records::new(Copied(games(lengths)))
    }

    fn next(loader: &mut Loader<Records>) -> Result<Option<u32>, LoaderError> {
        Ok(loader.next_record()?.map(|record| record.into_v6().visits.get()))
    }

    fn rich(seed: u64, shuffle: u8, kind: u8) -> LoaderOptions {
        rich(seed, shuffle, kind)
    }
}

/// Returns a file for each game. A game is a text for the numbers of its positions.
fn files(lengths: &[u8], format: Format, text: impl Fn(core::ops::Range<u32>) -> String) -> Positions {
    let mut next = 0;
    let files = lengths.iter().enumerate().map(|(game, length)| {
        let numbers = next..next + u32::from(length % 11);
        next = numbers.end;
        EntryFile::from_bytes(format!("game {game}"), text(numbers), Some(format)).expect("the format is named")
    });
    Positions::new(files.collect::<Vec<_>>()).seen_by_white()
}

fn next_score(loader: &mut Loader<Positions>) -> Result<Option<u32>, LoaderError> {
    Ok(loader.next_position()?.map(|(_, position)| position.score() as u32))
}

/// Without the options that need values of a network.
fn poor(seed: u64, shuffle: u8, kind: u8) -> LoaderOptions {
    let kind = kind & 63;
    rich(seed, shuffle, if kind / 5 % 3 == 2 { kind % 5 } else { kind })
}

struct Packed;

impl Kind for Packed {
    type Samples = Positions;

    fn games(lengths: &[u8]) -> Positions {
        let line =
            |number| format!("4k3/8/8/8/8/8/4P3/4K3 {} - - 0 1 | {number} | 0.5\n", ["w", "b"][number as usize % 2]);
        files(lengths, bullet_text::FORMAT, |numbers| numbers.map(line).collect())
    }

    fn next(loader: &mut Loader<Positions>) -> Result<Option<u32>, LoaderError> {
        next_score(loader)
    }

    fn rich(seed: u64, shuffle: u8, kind: u8) -> LoaderOptions {
        poor(seed, shuffle, kind)
    }
}

struct Pgn;

impl Kind for Pgn {
    type Samples = Positions;

    fn games(lengths: &[u8]) -> Positions {
        let ply = |(ply, number): (usize, u32)| {
            let m = ["Nf3", "Nf6", "Ng1", "Ng8"][ply % 4];
            format!("{{ [%eval {}.{:02}] }} {m} ", number / 100, number % 100)
        };
        files(lengths, PGN, |numbers| {
            let moves: String = numbers.enumerate().map(ply).collect();
            format!("[Event \"a\"]\n\n{moves}1/2-1/2\n")
        })
    }

    fn next(loader: &mut Loader<Positions>) -> Result<Option<u32>, LoaderError> {
        next_score(loader)
    }

    fn rich(seed: u64, shuffle: u8, kind: u8) -> LoaderOptions {
        poor(seed, shuffle, kind)
    }
}

fn new<S: Samples>(samples: S, options: LoaderOptions) -> Loader<S> {
    Loader::new(samples, options).expect("the options are right")
}

/// Returns the rest of the samples. An epoch without samples is an error once.
fn rest<K: Kind>(loader: &mut Loader<K::Samples>) -> Vec<u32> {
    let mut found = Vec::new();
    loop {
        match K::next(loader) {
            Ok(Some(number)) => found.push(number),
            Ok(None) => return found,
            Err(error) => assert!(matches!(error, LoaderError::NoRecords), "{error}"),
        }
    }
}

fn all<K: Kind>(lengths: &[u8], options: &LoaderOptions) -> Vec<u32> {
    rest::<K>(&mut new(K::games(lengths), options.clone()))
}

fn count(lengths: &[u8]) -> u32 {
    lengths.iter().map(|length| u32::from(length % 11)).sum()
}

fn every_sample_comes_once_in_each_epoch<K: Kind>(lengths: &[u8], seed: u64, shuffle: u8) -> bool {
    let options = LoaderOptions::default().with_seed(seed).with_shuffle(shuffle.into()).with_epochs(Some(3));
    let (found, count) = (all::<K>(lengths, &options), count(lengths));
    found.len() == 3 * count as usize
        && found.chunks(count.max(1) as usize).all(|epoch| sorted(epoch.to_vec()).into_iter().eq(0..count))
}

fn shards_are_a_partition<K: Kind>(lengths: &[u8], seed: u64, shards: u8) -> bool {
    let shards = u32::from(shards % 9) + 1;
    let options = LoaderOptions::default().with_seed(seed).with_shuffle(5);
    let found = (0..shards).flat_map(|shard| all::<K>(lengths, &options.clone().with_shard(shard, shards)));
    sorted(found.collect()).into_iter().eq(0..count(lengths))
}

fn splits_are_a_partition_that_does_not_depend_on_the_seed<K: Kind>(lengths: &[u8], at: u8, seed: u64) -> bool {
    let at = f64::from(at) / 255.0;
    let split = |start, end, seed| {
        let options = LoaderOptions::default().with_seed(seed).with_split(Split::new(start, end));
        sorted(all::<K>(lengths, &options))
    };
    let (train, test) = (split(0.0, at, seed), split(at, 1.0, seed));
    train == split(0.0, at, seed ^ 1) && sorted([train, test].concat()).into_iter().eq(0..count(lengths))
}

fn a_restored_loader_continues<K: Kind>(lengths: &[u8], options: LoaderOptions, stop: u8) -> bool {
    let mut loader = new(K::games(lengths), options.clone());
    for _ in 0..stop {
        let _ = K::next(&mut loader);
    }
    let state = loader.state();
    let read = LoaderState::from_bytes(&state.to_bytes()).expect("it is a state");
    let mut again = new(K::again(lengths), options.with_threads(1));
    again.restore(&read).expect("the chunks are the same");
    read == state
        && again.state() == state
        && rest::<K>(&mut again) == rest::<K>(&mut loader)
        && again.stats() == loader.stats()
}

fn threads_do_not_change_the_order<K: Kind>(lengths: &[u8], options: &LoaderOptions, ahead: u16) -> bool {
    let run = |options| {
        let mut loader = new(K::again(lengths), options);
        (rest::<K>(&mut loader), loader.stats())
    };
    let expected = run(options.clone());
    [1, 3].into_iter().all(|n| run(options.clone().with_threads(n).with_ahead(ahead.into())) == expected)
}

fn interruptions_change_nothing<K: Kind>(lengths: &[u8], options: &LoaderOptions) -> bool {
    let run = |has_interruptions: bool| {
        let mut loader = new(K::games(lengths), options.clone());
        let mut generator = gardez_types::Generator::new(1);
        loader.set_interrupt(move || has_interruptions && generator.next_below(3) == 0);
        let mut found = Vec::new();
        loop {
            match K::next(&mut loader) {
                Ok(Some(number)) => found.push(number),
                Ok(None) => return (found, loader.stats()),
                Err(LoaderError::Interrupted) => {
                    // A restore may be interrupted, too, and leaves the loader as it was.
                    let state = loader.state();
                    assert!(matches!(loader.restore(&state), Ok(()) | Err(LoaderError::Interrupted)));
                    assert_eq!(loader.state(), state);
                }
                Err(error) => assert!(matches!(error, LoaderError::NoRecords), "{error}"),
            }
        }
    };
    run(true) == run(false)
}

/// The laws for a kind.
macro_rules! laws {
    ($($name:ident: $kind:ident, $order:expr;)+) => {
        $(
            mod $name {
                use super::*;

                quickcheck! {
                    fn every_sample_comes_once_in_each_epoch(lengths: Vec<u8>, seed: u64, shuffle: u8) -> bool {
                        count(&lengths) == 0 || super::every_sample_comes_once_in_each_epoch::<$kind>(&lengths, seed, shuffle)
                    }

                    fn shards_are_a_partition(lengths: Vec<u8>, seed: u64, shards: u8) -> bool {
                        super::shards_are_a_partition::<$kind>(&lengths, seed, shards)
                    }

                    fn splits_are_a_partition(lengths: Vec<u8>, at: u8, seed: u64) -> bool {
                        super::splits_are_a_partition_that_does_not_depend_on_the_seed::<$kind>(&lengths, at, seed)
                    }

                    fn a_restored_loader_continues(
                        lengths: Vec<u8>, seed: u64, shuffle: u8, kind: u8, stop: u8
                    ) -> bool {
                        let options = $kind::rich(seed, shuffle % 32, kind);
                        super::a_restored_loader_continues::<$kind>(&[&lengths[..], &[4, 5, 6]].concat(), options, stop)
                    }

                    fn threads_do_not_change_the_order(lengths: Vec<u8>, shuffle: u8, kind: u8, ahead: u16) -> bool {
                        let options = $kind::rich(3, shuffle, kind);
                        super::threads_do_not_change_the_order::<$kind>(&[&lengths[..], &[4, 5, 6]].concat(), &options, ahead)
                    }

                    fn interruptions_change_nothing(lengths: Vec<u8>, kind: u8, shuffle: u8, threads: bool) -> bool {
                        let options = $kind::rich(3, shuffle % 16, kind).with_threads(threads.into());
                        super::interruptions_change_nothing::<$kind>(&[&lengths[..], &[4, 5, 6]].concat(), &options)
                    }
                }

                #[test]
                fn the_order_of_a_seed_never_changes() {
                    // If this fails, states and experiments of users are lost: the change belongs in the changelog.
                    let options = LoaderOptions::default().with_seed(7).with_shuffle(4);
                    assert_eq!(all::<$kind>(&[3; 5], &options), $order);
                }

                #[test]
                fn without_shuffling_samples_come_in_their_order() {
                    let options = LoaderOptions::default().with_chunk_order(ChunkOrder::Source);
                    assert!(all::<$kind>(&[5, 0, 7], &options).into_iter().eq(0..12));
                }
            }
        )+
    };
}

// The order is the same wherever the samples come from: it depends on the number of chunks and samples.
laws! {
    records: Lc0, [12, 1, 0, 13, 14, 2, 9, 7, 8, 3, 6, 5, 10, 4, 11];
    packed: Packed, [12, 1, 0, 13, 14, 2, 9, 7, 8, 3, 6, 5, 10, 4, 11];
    pgn: Pgn, [12, 1, 0, 13, 14, 2, 9, 7, 8, 3, 6, 5, 10, 4, 11];
}

#[test]
fn some_positions_of_each_game_of_a_pgn_are_used() {
    let options = LoaderOptions::default().with_sampling(Sampling::PerGame(2)).with_seed(1);
    let one_file = |count: u32| {
        let game = |n: u32| {
            format!("[Event \"{n}\"]\n\n{{ [%eval {n}] }} Nf3 {{ [%eval {n}] }} Nf6 {{ [%eval {n}] }} Ng1 1-0\n\n")
        };
        let text: String = (0..count).map(game).collect();
        Positions::new([EntryFile::from_bytes("a.pgn", text, None).expect("a PGN")]).seen_by_white()
    };
    let mut found = rest::<Pgn>(&mut new(one_file(50), options));
    found.sort_unstable();
    assert!(found.into_iter().eq((0..50).flat_map(|n| [100 * n; 2])));
}

#[test]
fn what_only_training_records_have_is_refused_for_positions() {
    let options = LoaderOptions::default();
    for wrong in [
        options.clone().with_focus(DiffFocus::default()),
        options.clone().with_games(GameSampling::Hanse { gamma: 1.0 }),
        options.clone().with_format(gardez_lc0::InputFormat::Classical),
        options.with_short_term_values(0.5),
    ] {
        assert!(matches!(Loader::new(Packed::games(&[1]), wrong), Err(LoaderError::Options { .. })));
    }
}

#[test]
fn a_damaged_file_gives_the_positions_before_the_damage_and_then_its_error() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 7 | 0.5\n";
    let text = format!("{line}{line}nothing\n{line}");
    let file = || Positions::new([EntryFile::from_bytes("a", text.clone(), Some(bullet_text::FORMAT)).expect("named")]);
    let stop = LoaderOptions::default().with_problems(OnProblem::Stop);
    let mut loader = new(file(), stop);
    for _ in 0..2 {
        assert_eq!(next_score(&mut loader).expect("before the damage"), Some(7));
    }
    let error = next_score(&mut loader).expect_err("damage");
    assert!(matches!(&error, LoaderError::Format { chunk, offset: 91, .. } if chunk == "a:0"), "{error:?}");
    assert_eq!(loader.samples().path_of("a:0"), Some("a".as_ref()));
    assert_eq!(next_score(&mut loader).expect("the end"), None);
    let mut skipping = new(file(), LoaderOptions::default());
    assert_eq!(rest::<Packed>(&mut skipping), [7, 7]);
    assert_eq!((skipping.stats().chunks_incomplete, skipping.problems().len()), (1, 1));
}

#[test]
fn a_pgn_of_many_mebibytes_has_blocks_that_begin_at_games() {
    // What looks like games in a comment divides nothing.
    let filler = "Nf3 1-0\r\n\r\n[Event \"in a comment\"]\r\n\r\n".repeat(26);
    let game = |n: u32| format!("[Event \"{n}\"]\r\n\r\n{{ [%eval 0.{:02}] {filler} }} Nf3 1-0\r\n\r\n", n % 100);
    let text: String = (0..3000).map(game).collect();
    let file = Positions::new([EntryFile::from_bytes("a.pgn", text, None).expect("a PGN")]).seen_by_white();
    let mut loader = new(file, LoaderOptions::default().with_chunk_order(ChunkOrder::Source).with_threads(1));
    assert_eq!(loader.chunks_per_epoch(), 3);
    assert!(rest::<Pgn>(&mut loader).into_iter().eq((0..3000).map(|n| n % 100)));
}

#[test]
fn a_filter_leaves_out_positions_and_is_checked_against_the_formats() {
    use crate::filter::Filter;

    let line = |score: i32| format!("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 | {score} | 0.5\n");
    let text: String = (-5..5).map(|score| line(score * 100)).collect();
    let file = |format| EntryFile::from_bytes("a", text.clone(), Some(format)).expect("named");
    // Black sees the scores with the other sign.
    let filter = Filter { scores: -200..=100, ..Filter::ALL };
    for by_white in [false, true] {
        let samples = Positions::new([file(bullet_text::FORMAT)]).with_filter(filter.clone());
        let samples = if by_white { samples.seen_by_white() } else { samples };
        let mut loader = new(samples, LoaderOptions::default());
        let mut scores = Vec::new();
        while let Some((_, position)) = loader.next_position().expect("the file is sound") {
            scores.push(if by_white { -position.score() } else { position.score() });
        }
        assert_eq!(scores, [100, 0, -100, -200]);
    }
    let samples = Positions::new([file(bullet_text::FORMAT)]);
    let error = Loader::new(samples.with_filter(Filter { with_move: true, ..Filter::ALL }), LoaderOptions::default());
    let text = error.map(drop).expect_err("the format has no moves").to_string();
    assert!(text.starts_with("a: ") && text.ends_with("so it cannot be filtered by \"no move\""), "{text}");
}

#[test]
fn the_filters_of_a_trainer_see_all_chunks_in_order_and_continue_from_a_state() {
    use crate::filter::{TrainerEntry, TrainerFilter};
    use gardez_formats::{Entry, SideToMove, Wdl, WriteEntries, bin};
    use gardez_position::Board;

    let (mut board, mut writer, mut entries) = (Board::start(), bin::Writer::new(Vec::new()), Vec::new());
    for ply in 0..40_000_u32 {
        let legal = board.legal_moves();
        if legal.is_empty() || ply % 90 == 0 {
            board = Board::start();
        }
        let legal = board.legal_moves();
        let mv = legal[7 * ply as usize % legal.len()];
        let mut entry = Entry::<SideToMove>::new(board, Some(mv), ply as i16 % 300, Wdl::ALL[ply as usize % 3]);
        entry.ply = ply % 90;
        writer.write_entry(&entry).expect("the entry fits");
        entries.push(TrainerEntry::new(&entry));
        board.do_move(mv);
    }
    let file = EntryFile::from_bytes("a.bin", writer.finish().expect("a Vec"), Some(bin::FORMAT)).expect("named");
    let filter = TrainerFilter { random_fen_skipping: 1, simple_eval_skipping: 300, ..TrainerFilter::default() };
    let mut state = filter.start();
    let mut expected = Vec::new();
    for place in (0..entries.len()).cycle().take(2 * entries.len()) {
        expected.extend(state.rejects(&entries[place]).is_none().then_some(entries[place].score));
    }
    assert!((100..10_000).contains(&expected.len()), "{}", expected.len());
    for (threads, by_white) in [(0, false), (3, true)] {
        let samples = Positions::new([file.clone()]).with_trainer_filter(Some(filter.clone()));
        let samples = if by_white { samples.seen_by_white() } else { samples };
        let options = LoaderOptions::default().with_chunk_order(ChunkOrder::Source).with_epochs(Some(2));
        let mut loader = new(samples.clone(), options.clone().with_threads(threads));
        let mut found = Vec::new();
        while let Some((_, position)) = loader.next_position().expect("the file is sound") {
            let is_turned = by_white && position.side_to_move() == gardez_types::Color::Black;
            found.push(if is_turned { -position.score() } else { position.score() });
            if found.len() % 97 == 1 {
                let bytes = loader.state().to_bytes();
                loader = new(samples.clone(), options.clone().with_threads(threads));
                loader.restore(&LoaderState::from_bytes(&bytes).expect("a state")).expect("the same loader");
            }
        }
        assert_eq!(found, expected);
    }
    // Nothing is ever left.
    let endless = LoaderOptions::default().with_epochs(None);
    let never = TrainerFilter { early_fen_skipping: 100, ..filter };
    let mut loader = new(Positions::new([file]).with_trainer_filter(Some(never)), endless);
    assert!(matches!(loader.next_position(), Err(LoaderError::NoRecords)));
}
