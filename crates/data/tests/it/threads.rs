//! Conversions in several threads, held against one thread.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use gardez_data::files::{Bytes, FileOptions, Opener, Place, Survey, read_games};
use gardez_data::{
    Conversion, Converted, EntryOrder, Filter, GameTextError, GameTexts, Memory, OnUnrepresentable, table,
};
use gardez_formats::{Entry, Format, ReadOptions, Wdl, White, WriteOptions, bin, binpack, bullet, marlin, plain, viri};
use gardez_notation::pgn::Problem;
use gardez_notation::san::San;
use gardez_position::{Board, Color};
use gardez_types::Generator;

/// Random games with scores, as entries in rows.
fn games(count: u64) -> Vec<Vec<Entry<White>>> {
    let game = |seed: u64| {
        let (mut generator, mut board) = (Generator::new(seed * 31 + 7), Board::start());
        let (result, mut row) = (Wdl::ALL[seed as usize % 3], Vec::new());
        for _ in 0..80 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[generator.next_below(moves.len())];
            row.push(Entry::new(board, Some(m), (generator.next_u64() % 2000) as i16 - 1000, result));
            board.do_move(m);
        }
        row
    };
    (0..count).map(game).collect()
}

fn packed(format: Format, games: &[Vec<Entry<White>>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = format.writer(&mut bytes, WriteOptions::default()).expect("it is written");
    games.iter().flatten().for_each(|entry| writer.write(entry).expect("it fits"));
    writer.finish().expect("a list has no errors");
    bytes
}

fn pgn(games: &[Vec<Entry<White>>]) -> Vec<u8> {
    let mut text = String::new();
    for (number, game) in games.iter().enumerate() {
        // What looks like a game within a comment is none.
        let comment = if number % 50 == 7 { "{ a comment with\n1-0\n\n[Event \"within\"]\n }" } else { "" };
        text += &format!("[Event \"{number}\"]\n\n{comment} ");
        for entry in game {
            let m = entry.mv.expect("there is a move");
            text += &format!("{} {{ {:+.2}/9 0.1s }}\n", San::new(&entry.board, m), f64::from(entry.score) / 100.0);
        }
        text += ["0-1", "1/2-1/2", "1-0"][game[0].result as usize];
        text += "\n\n";
    }
    text.into_bytes()
}

/// Inputs of several blocks each, some of which are damaged.
fn inputs(directory: &Path) -> Vec<PathBuf> {
    let games = games(250);
    let mut damaged = packed(bin::FORMAT, &games);
    damaged[40 * 9_000..][..32].fill(0xff);
    let mut chunks: Vec<u8> = (0..3).flat_map(|part| packed(binpack::FORMAT, &games[part * 80..][..80])).collect();
    let cut = chunks.len() - 500;
    let whole = chunks.repeat(3);
    chunks.truncate(cut);
    let files = [
        ("a.bin", packed(bin::FORMAT, &games)),
        ("b.bin", damaged),
        ("c.binpack", whole),
        ("d.binpack", chunks),
        ("e.pgn", pgn(&games)),
        ("f.viri", packed(viri::FORMAT, &games[..90])),
        ("g.plain", packed(plain::FORMAT, &games[..40])),
        ("h.bin", Vec::new()),
    ];
    let write = |(name, bytes): (&str, Vec<u8>)| {
        let path = directory.join(name);
        fs::write(&path, bytes).expect("the directory is writable");
        path
    };
    files.map(write).into()
}

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("not 0")
}

fn conversion<'a>(format: Format, count: usize) -> Conversion<'a> {
    Conversion {
        filter: Filter { without_checks: true, probability: 0.9, ..Filter::ALL },
        seed: 3,
        on_unrepresentable: OnUnrepresentable::Skip,
        threads: threads(count),
        ..Conversion::new(format, Memory::new(1 << 20, std::env::temp_dir()))
    }
}

fn places(paths: &[PathBuf]) -> Vec<Place> {
    paths.iter().flat_map(|path| Place::all_of(path).expect("it is there")).collect()
}

/// Converts with this many outputs. Returns a report and the outputs.
fn run(conversion: &Conversion<'_>, paths: &[PathBuf], outputs: usize) -> (String, Vec<Vec<u8>>) {
    let opener = Opener::new(FileOptions::default());
    let mut outputs = vec![Vec::new(); outputs];
    let done: Converted = conversion.run(&opener, &places(paths), &mut outputs).expect("nothing fails");
    (format!("{done:?}"), outputs)
}

/// What is changed in a conversion.
type Way = dyn Fn(Conversion<'static>) -> Conversion<'static>;

#[test]
fn any_number_of_threads_writes_the_same_bytes_and_reports_the_same_errors() {
    let directory = tempfile::tempdir().expect("a directory");
    let paths = inputs(directory.path());
    for format in [bullet::FORMAT, bin::FORMAT, plain::FORMAT, binpack::FORMAT, viri::FORMAT] {
        let ways: [(&str, usize, &Way); 6] = [
            ("kept", 1, &|all| all),
            ("random", 2, &|all| Conversion { order: EntryOrder::Random, ..all }),
            ("unique", 1, &|all| Conversion { is_unique: true, ..all }),
            ("random and unique", 1, &|all| Conversion { order: EntryOrder::Random, is_unique: true, ..all }),
            ("head", 1, &|all| Conversion { head: Some(10_000), ..all }),
            ("sample", 1, &|all| Conversion { sample: Some(1000), ..all }),
        ];
        for (name, outputs, way) in ways {
            let one = run(&way(conversion(format, 1)), &paths, outputs);
            assert!(one.1.iter().all(|bytes| 1000 < bytes.len()), "{format} {name}: {}", one.0);
            for count in [2, 4] {
                assert!(run(&way(conversion(format, count)), &paths, outputs) == one, "{format} {name} {count}");
            }
        }
    }
}

#[test]
fn what_was_read_is_counted_when_enough_is_written() {
    let directory = tempfile::tempdir().expect("a directory");
    let paths = inputs(directory.path());
    for count in [1, 2] {
        let conversion = Conversion { head: Some(10), filter: Filter::ALL, ..conversion(bin::FORMAT, count) };
        let mut output = [Vec::new()];
        let done = conversion.run(&Opener::new(FileOptions::default()), &places(&paths), &mut output);
        let Converted { read, written, .. } = done.expect("nothing fails");
        assert!(written == [10] && (10..25_000).contains(&read), "{read} read, {written:?} written");
    }
}

#[test]
fn what_is_written_is_what_one_reader_after_the_other_reads() {
    let directory = tempfile::tempdir().expect("a directory");
    let paths = inputs(directory.path());
    let filter = conversion(bin::FORMAT, 1).filter;
    let mut expected = Vec::new();
    let mut ends = Vec::new();
    for path in &paths {
        let bytes = fs::read(path).expect("it is there");
        let format = table::of_path(path).expect("it has a format");
        let reader = format.reader(&bytes[..], ReadOptions::default()).expect("it has entries");
        let mut reader = reader.in_view::<White>();
        let end = loop {
            use gardez_formats::ReadEntries;
            match reader.next_entry() {
                Ok(Some(entry)) => expected.extend(filter.rejects(entry).is_none().then_some(*entry)),
                Ok(None) => break None,
                Err(error) => break Some(error.to_string()),
            }
        };
        ends.push(end);
    }
    assert_eq!(ends.iter().flatten().count(), 2);
    let opener = Opener::new(FileOptions::default());
    let mut output = [Vec::new()];
    let done = conversion(bin::FORMAT, 3).run(&opener, &places(&paths), &mut output).expect("nothing fails");
    assert!(output[0] == packed(bin::FORMAT, &[expected]));
    let found: Vec<_> = done.files.iter().map(|file| file.error.as_ref().map(ToString::to_string)).collect();
    assert_eq!(found, ends);
}

#[test]
fn an_entry_that_does_not_fit_has_its_place_whatever_the_number_of_threads_is() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut games = games(250);
    // About the 10,001st entry has a score without a negation, and Black is to move.
    let entry = games.iter_mut().flatten().skip(10_000).find(|entry| entry.board.side_to_move() != Color::White);
    entry.expect("there is one").score = i16::MIN;
    let path = directory.path().join("a.marlin");
    fs::write(&path, packed(marlin::FORMAT, &games)).expect("the directory is writable");
    let place = |count, order| {
        let stops =
            Conversion { on_unrepresentable: OnUnrepresentable::Stop, order, ..conversion(bullet::FORMAT, count) };
        let opener = Opener::new(FileOptions::default());
        let error = stops.run(&opener, &places(std::slice::from_ref(&path)), &mut [Vec::new()]).map(drop);
        error.expect_err("the score cannot be negated").to_string()
    };
    let one = place(1, EntryOrder::Kept);
    assert!(
        one.contains("a.marlin, entry 100")
            && one.ends_with("the negation of the score -32768 does not fit bulletformat"),
        "{one}"
    );
    assert_eq!([place(2, EntryOrder::Kept), place(5, EntryOrder::Random)], [one.clone(), one]);
}

#[test]
fn positions_of_another_file_are_left_out() {
    let directory = tempfile::tempdir().expect("a directory");
    let games = games(300);
    let write = |name: &str, games: &[Vec<Entry<White>>]| {
        let path = directory.path().join(name);
        fs::write(&path, packed(bin::FORMAT, games)).expect("the directory is writable");
        path
    };
    let (all, some) = (write("all.bin", &games), write("some.bin", &games[..100]));
    let unique = |against| Conversion { filter: Filter::ALL, is_unique: true, against, ..conversion(bin::FORMAT, 2) };
    let (all, some) = (places(&[all]), places(&[some]));
    let opener = Opener::new(FileOptions::default());
    let count = |conversion: &Conversion<'_>, places: &[Place]| {
        conversion.run(&opener, places, &mut [Vec::new()]).expect("nothing fails").written[0]
    };
    let excluded = count(&unique(&some), &all);
    assert_eq!(excluded + count(&unique(&[]), &some), count(&unique(&[]), &all));
    assert_eq!(count(&unique(&all), &some), 0);
}

#[test]
fn statistics_do_not_depend_on_threads() {
    let directory = tempfile::tempdir().expect("a directory");
    let paths = inputs(directory.path());
    let survey = |count| {
        let mut survey = Survey::new(Filter::ALL, threads(count)).with_duplicates(&Memory::new(1 << 20, "."));
        let (opener, mut files) = (Opener::new(FileOptions::default()), Vec::new());
        let read = survey.read(&opener, &places(&paths), |file| {
            files.push(file.to_string());
            Ok::<_, gardez_data::files::OpenError>(())
        });
        read.expect("nothing fails");
        (survey.duplicates().expect("there is room"), survey.statistics, files)
    };
    let one = survey(1);
    assert!(survey(2) == one && survey(5) == one);
    assert_eq!(one.1.scores.total(), one.1.entries);
    assert_eq!(one.1.results_by_score.values().flatten().sum::<u64>(), one.1.entries);
}

/// The text of a game, or a problem.
type Found = Result<Vec<u8>, Problem>;

fn each_game(
    games: &mut GameTexts<Bytes, Board>,
    found: &mut dyn FnMut(Found) -> Result<(), GameTextError>,
) -> Result<(), GameTextError> {
    while let Some(read) = games.read_game()? {
        read.problems.into_iter().try_for_each(|problem| found(Err(problem)))?;
        found(Ok(games.text()?))?;
    }
    Ok(())
}

#[test]
fn games_of_a_pgn_have_the_texts_and_the_places_that_one_reader_finds() {
    // Lines end in both ways; some games have an illegal move.
    let text = String::from_utf8(pgn(&games(250)).repeat(4)).expect("it is text");
    let ends = ["\n", "\r\n"];
    let mut text: String = text.split_inclusive("\n\n").enumerate().fold(String::new(), |text, (number, part)| {
        let illegal = if number % 20 == 1 { "Ka1 " } else { "" };
        text + &format!("{illegal}{part}").replace('\n', ends[number / 7 % 2])
    });
    let whole: Vec<u8> = text.clone().into_bytes();
    text += "[Event \"last\"]\n\n1. e4 {";
    for (bytes, is_damaged) in [(whole, false), (text.into_bytes(), true)] {
        assert!(1 << 20 < bytes.len());
        let stream = |bytes: &[u8]| -> Bytes {
            let bytes = std::io::Cursor::new(bytes.to_vec());
            let failing = std::io::Read::take(Failing, u64::from(is_damaged));
            Box::new(std::io::Read::chain(bytes, failing))
        };
        let mut expected = Vec::new();
        let mut sink = |found: Found| -> Result<(), GameTextError> {
            expected.push(found);
            Ok(())
        };
        let whole = each_game(&mut GameTexts::new(stream(&bytes)), &mut sink);
        assert_eq!(whole.is_err(), is_damaged);
        assert!(expected.iter().filter(|found| found.is_err()).count() > 10 && expected.len() > 1000);
        for count in [1, 3] {
            let mut found = Vec::new();
            let work = |games: &mut GameTexts<Bytes, Board>, emit: &mut dyn FnMut(Found) -> _| each_game(games, emit);
            let read = read_games((stream(&bytes), "games"), threads(count), work, |part, piece: Found| {
                found.push(piece.map_err(|problem| part.moved(problem)));
                Ok(())
            });
            assert_eq!((read.is_err(), found == expected), (is_damaged, true), "{count} threads");
        }
    }
}

/// A stream that cannot be read.
struct Failing;

impl std::io::Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("damaged"))
    }
}
