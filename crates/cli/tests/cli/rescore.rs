//! `gardez rescore`.

use std::io::{Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use gardez::GameResult;
use gardez::lc0::training::{Reader, V6, V7};
use gardez::lc0::{Encoder, FillMode, InputFormat, PolicyIndexing, PositionHistory};
use serde_json::json;

use crate::{directory, file, gardez, names};

pub(crate) const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../syzygy/tests/tables");

/// A knight is taken, and the rook wins. The last move is only in the record.
const ROOK: (&str, &str) = ("8/8/8/8/2k5/3N4/8/KR6 b - - 0 1", "c4d3 b1b8 d3c4 b8b7");

/// The records of a game, which was called a draw.
fn records((fen, moves): (&str, &str), format: InputFormat) -> Vec<V6> {
    let encoder = Encoder::new(format).with_fill(FillMode::No);
    let mut history = PositionHistory::from_fen(fen).expect("a FEN");
    let mut records = Vec::new();
    for text in moves.split(' ') {
        let board = *history.last().board();
        let mv = board.parse_move(text).expect("a move");
        let mut record = V6::from_history(&encoder, &history);
        let visits: Vec<_> = board.legal_moves().iter().map(|&m| (m, 1)).collect();
        record.set_visits(&visits, PolicyIndexing::Lc0).expect("legal moves");
        record.set_moves(mv, mv, PolicyIndexing::Lc0).expect("legal moves");
        record.set_result(GameResult::Draw, board.side_to_move());
        records.push(record);
        history.push_relative(mv);
    }
    V6::set_plies_left(&mut records);
    records
}

fn bytes(records: &[V6]) -> Vec<u8> {
    records.iter().flat_map(|record| record.bytes()).copied().collect()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("written");
    encoder.finish().expect("packed")
}

/// A packed file with a game.
pub(crate) fn chunk() -> Vec<u8> {
    packed(&bytes(&records(ROOK, InputFormat::Classical)))
}

/// Writes a game, and returns its path.
fn write(directory: &Path, name: &str, records: &[V6]) -> String {
    file(directory, name, packed(&bytes(records)))
}

fn read(path: impl AsRef<Path>) -> Vec<V6> {
    let mut bytes = Vec::new();
    MultiGzDecoder::new(std::fs::File::open(path).expect("a file")).read_to_end(&mut bytes).expect("packed");
    Reader::new(&bytes[..]).map(|record| *record.expect("a record").into_v6()).collect()
}

fn results(records: &[V6]) -> Vec<f32> {
    records.iter().map(|record| record.result_q.get()).collect()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

#[test]
fn a_game_gets_the_results_of_the_tables_and_the_input_stays() {
    let directory = directory("rescore");
    let input = write(&directory, "game.gz", &records(ROOK, InputFormat::Classical));
    let before = std::fs::read(&input).expect("a file");
    let output = directory.join("out/inner");
    let run = gardez(["rescore", "--syzygy", TABLES, "--output", text(&output), &input]);
    let (code, summary) = run.quiet();
    assert_eq!(code, Some(0));
    for (name, number) in [
        ("games", 1),
        ("refused games", 0),
        ("positions", 4),
        ("records left out", 0),
        ("rescores", 2),
        ("cumulative change", 2),
        ("secondary rescores", 2),
        ("secondary rescores with DTZ", 2),
        ("blunders", 0),
    ] {
        assert!(summary.contains(&format!("{name:32} {number:>12}\n")), "{name}: {summary}");
    }
    assert!(summary.contains("first records before") && summary.lines().all(|line| line.len() <= 80), "{summary}");
    assert_eq!(names(&output), ["game.gz"]);
    let rescored = read(output.join("game.gz"));
    assert_eq!(results(&rescored), [-1.0, 1.0, -1.0, 1.0]);
    assert_eq!(std::fs::read(&input).expect("a file"), before);
}

#[test]
fn games_of_a_tar_become_files_with_their_names() {
    let directory = directory("rescore-tar");
    let games = directory.join("games");
    std::fs::create_dir(&games).expect("a directory");
    for name in ["a.gz", "b.gz"] {
        write(&games, name, &records(ROOK, InputFormat::Classical));
    }
    let tar = file(&directory, "games.tar", crate::chunks::tar_of(&games));
    let output = directory.join("out");
    let run = gardez(["rescore", "-q", "--json", "--tables", TABLES, "-o", text(&output), &tar]);
    assert_eq!((run.code, &run.json()[0]["games"]), (Some(0), &serde_json::json!(2)), "{run:?}");
    assert_eq!(names(&output), ["a.gz", "b.gz"]);
    assert_eq!(results(&read(output.join("b.gz"))), [-1.0, 1.0, -1.0, 1.0]);
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let directory = directory("rescore-threads");
    let input = directory.join("in");
    std::fs::create_dir(&input).expect("a directory");
    for (index, format) in InputFormat::ALL.into_iter().cycle().take(20).enumerate() {
        write(&input, &format!("game_{index}.gz"), &records(ROOK, format));
    }
    file(&input, "LICENSE", "not a game");
    let run = |threads: &str| {
        let output = directory.join(threads);
        let mut arguments = vec!["rescore", "--syzygy-paths", TABLES, "-o", text(&output), "--json"];
        arguments.extend(["--threads", threads, "--dtz_policy_boost", "0.5", "--temperature", "1.2", "--deblunder"]);
        let run = gardez(arguments.into_iter().chain([text(&input)]));
        assert_eq!(run.quiet().0, Some(0));
        let games: Vec<_> = names(&output).iter().map(|name| bytes(&read(output.join(name)))).collect();
        (run.json()[0].clone(), games)
    };
    let (one, games) = run("1");
    assert_eq!(run("3"), (one.clone(), games));
    assert_eq!((&one["games"], &one["positions"], &one["refused"]), (&json!(20), &json!(80), &json!([])));
    assert_eq!(one["after"], json!({"losses": 20, "draws": 0, "wins": 0}));
    assert!(one["boosted"].as_u64().is_some_and(|boosted| 0 < boosted), "{one}");
}

#[test]
fn refused_games_are_named_and_the_others_are_rescored() {
    let directory = directory("rescore-refused");
    let game = records(ROOK, InputFormat::Hectoplies);
    let whole = bytes(&game);
    let good = write(&directory, "good.gz", &game);
    let cut = file(&directory, "cut.gz", packed(&whole[..whole.len() - 1]));
    let torn = file(&directory, "torn.gz", &packed(&whole)[..300]);
    let mut fraction = game.clone();
    fraction[0].result_q = 0.5.into();
    let fraction = write(&directory, "fraction.gz", &fraction);
    let mut seven = whole.clone();
    seven[0] = 7;
    seven.resize(8396, 0);
    let seven = file(&directory, "seven.gz", packed(&seven));
    let doubled = write(&directory, "doubled.gz", &[game[0], game[0]]);
    let output = directory.join("out");
    let arguments = ["rescore", "--syzygy", TABLES, "-o", text(&output)];
    let inputs = [&good, &cut, &torn, &fraction, &seven, &doubled];
    let run = gardez(arguments.into_iter().chain(inputs.iter().map(|input| input.as_str())));
    assert_eq!(run.code, Some(1));
    assert_eq!(names(&output), ["good.gz"]);
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines.len(), 5, "{run:?}");
    for (line, input) in lines.iter().zip(&inputs[1..]) {
        assert!(line.starts_with(&format!("refused: {input}: ")), "{line}");
    }
    assert!(lines[2].ends_with("record 0: expected the result -1, 0 or 1, found 0.5"), "{run:?}");
    assert!(lines[3].ends_with("record 0: version 7 cannot be rescored"), "{run:?}");
    assert!(run.stdout.contains(&format!("{:32} {:>12}\n", "refused games", 5)), "{run:?}");
    let json = gardez(arguments.into_iter().chain(["--json", "--force"]).chain([good.as_str(), &fraction]));
    assert_eq!((json.code, json.stderr.as_str()), (Some(1), ""));
    assert_eq!(json.json()[0]["refused"][0]["file"], json!(fraction));
    assert_eq!(json.json()[0]["refused"][0]["error"]["kind"], json!("result"));
}

#[test]
fn records_that_are_marked_for_deletion_are_not_written() {
    let directory = directory("rescore-marked");
    let mut game = records(ROOK, InputFormat::Canonical);
    game[1].invariance_info |= V6::MARKED_FOR_DELETION;
    let some = write(&directory, "some.gz", &game);
    for record in &mut game {
        record.invariance_info |= V6::MARKED_FOR_DELETION;
    }
    let all = write(&directory, "all.gz", &game);
    let output = directory.join("out");
    let run = gardez(["rescore", "--syzygy", TABLES, "-o", text(&output), &some, &all]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stderr, format!("refused: {all}: all records are marked for deletion\n"));
    assert!(run.stdout.contains(&format!("{:32} {:>12}\n", "records left out", 1)), "{run:?}");
    assert_eq!(results(&read(output.join("some.gz"))), [-1.0, -1.0, 1.0]);
}

#[test]
fn version_7_is_written_on_request() {
    let directory = directory("rescore-v7");
    let game = records(ROOK, InputFormat::Canonical);
    let input = write(&directory, "game.gz", &game);
    let write = |option: &str| {
        let output = directory.join(option);
        let run = gardez(["rescore", "-q", "--syzygy", TABLES, "-o", text(&output), option, &input]);
        assert_eq!(run.quiet(), (Some(0), ""));
        let mut bytes = Vec::new();
        let file = std::fs::File::open(output.join("game.gz")).expect("a file");
        MultiGzDecoder::new(file).read_to_end(&mut bytes).expect("packed");
        bytes
    };
    let rescored = read({
        write("--force");
        directory.join("--force/game.gz")
    });
    for (option, theta) in [("--v7", V7::DEFAULT_THETA), ("--v7=0.5", 0.5)] {
        let expected: Vec<u8> =
            V7::from_game(&rescored, theta).iter().flat_map(|record| record.bytes().to_vec()).collect();
        assert!(write(option) == expected, "{option}");
    }
    let run = gardez(["rescore", "--syzygy", TABLES, "-o", "out", "--v7=2", &input]);
    assert!(run.only_error().contains("expected a number from 0 to 1"), "{run:?}");
}

#[test]
fn nothing_is_overwritten_without_force_and_an_input_never() {
    let directory = directory("rescore-force");
    let input = write(&directory, "game.gz", &records(ROOK, InputFormat::Classical));
    let output = directory.join("out");
    let run = |output: &Path, more: &[&str]| {
        gardez(["rescore", "--syzygy", TABLES, "-q", "-o", text(output), &input].iter().chain(more))
    };
    assert_eq!(run(&output, &[]).quiet(), (Some(0), ""));
    let existing = output.join("game.gz");
    let expected = format!("cannot write {}: it exists; --force replaces it", existing.display());
    assert_eq!(run(&output, &[]).only_error(), expected);
    assert_eq!(run(&output, &["--force"]).quiet(), (Some(0), ""));
    let expected = format!("cannot write {input}: it is an input of this command");
    assert_eq!(run(&directory, &["--force"]).only_error(), expected);
    let again = run(&output, &["--force", text(&existing)]);
    assert_eq!(again.only_error(), format!("{} and {input} would become the same file", existing.display()));
}

#[test]
fn options_out_of_range_and_directories_without_tables_are_errors() {
    let directory = directory("rescore-arguments");
    let input = write(&directory, "game.gz", &records(ROOK, InputFormat::Classical));
    let output = directory.join("out");
    let run = |more: &[&str]| gardez(["rescore", "-o", text(&output), &input].iter().chain(more));
    let with_tables = |more: &[&str]| run(&[&["--syzygy", TABLES], more].concat());
    for (arguments, expected) in [
        (["--temperature", "0"], "expected temperature from 0.001 to 100, found 0"),
        (["--temperature", "NaN"], "expected temperature from 0.001 to 100, found NaN"),
        (["--dist-offset", "0.1"], "expected dist_offset from -0.999 to 0, found 0.1"),
        (["--dtz-policy-boost", "1.5"], "expected dtz_policy_boost from 0 to 1, found 1.5"),
        (["--new-input-format", "6"], "there is no input format 6"),
        (["--new-input-format", "-2"], "there is no input format -2"),
    ] {
        assert_eq!(with_tables(&arguments).only_error(), expected);
    }
    assert!(with_tables(&["--threads", "0"]).only_error().contains("--threads"));
    let wide = ["--deblunder", "--deblunder-q-blunder-width", "3"];
    assert_eq!(with_tables(&wide).only_error(), "expected deblunder-q-blunder-width from 0 to 2, found 3");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let none = format!("there are no tables of results (.rtbw) in {source}");
    assert_eq!(run(&["--syzygy", source]).only_error(), none);
    assert!(run(&["--syzygy", "nowhere/at/all"]).only_error().starts_with("cannot read nowhere/at/all: "));
    assert!(with_tables(&["missing.gz"]).only_error().starts_with("cannot read missing.gz: "));
    assert!(!output.exists());
}
