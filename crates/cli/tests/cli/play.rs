//! `gardez match`: games between engines, which are this program with a variable.

use std::collections::HashSet;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;
use std::{env, fs, io};

use gardez::notation::pgn::Reader;
use gardez::types::Generator;
use gardez::uci::server::{Search, Server, serve};
use gardez::uci::{BestMove, EngineOption, Go, Info, Score, SetOption, SetPosition};
use gardez::{FenMode, GameResult, Position};

use crate::{Run, command, directory, file};

/// An engine that plays random moves, and breaks as its option says.
struct Random {
    position: Position,
    fault: String,
}

impl Server for Random {
    fn name(&self) -> String {
        "Random".into()
    }

    fn author(&self) -> String {
        "the tests".into()
    }

    fn options(&self) -> Vec<EngineOption> {
        EngineOption::string("Fault", "").into_iter().collect()
    }

    fn set_option(&mut self, option: &SetOption) {
        self.fault = option.value().unwrap_or_default().to_owned();
    }

    fn set_position(&mut self, position: &SetPosition) -> Result<(), String> {
        self.position = position.to_position(FenMode::Standard).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn search(&mut self, _: &Go, search: &Search) -> BestMove {
        let moves = self.position.legal_moves();
        let score = if self.position.halfmove_clock().is_multiple_of(2) { 900 } else { -900 };
        search.info(&Info::default().with_depth(1).with_score(Score::cp(score)));
        match self.fault.as_str() {
            "crash" => std::process::exit(7),
            "hang" => thread::sleep(Duration::from_secs(3600)),
            "slow" => thread::sleep(Duration::from_millis(150)),
            "illegal" => return BestMove::new("e1e5".parse().expect("a text")),
            _ => {}
        }
        let mut generator = Generator::new(self.position.key() ^ u64::from(self.position.game_ply()));
        BestMove::new(moves[generator.next_below(moves.len())].uci(self.position.castling_mode()))
    }
}

/// Not a test but the process of [`Random`], if a test has set the variable.
#[test]
fn engine() {
    if env::var_os("GARDEZ_TEST_ENGINE").is_some() {
        serve(&mut Random { position: Position::start(), fault: String::new() }, io::stdin(), io::stdout());
    }
}

/// The command of a match of [`Random`] against itself.
fn play(arguments: &[&str]) -> std::process::Command {
    let program = env::current_exe().expect("this program");
    let engine = format!("{} --exact play::engine --nocapture", program.display());
    let mut command = command(["match", &engine, &engine]);
    command.args(arguments).env("GARDEZ_TEST_ENGINE", "1");
    command
}

fn run(arguments: &[&str]) -> Run {
    Run::of(&mut play(arguments))
}

/// Returns the rounds and the results of a file, each of whose games is sound.
fn games(path: &Path) -> Vec<(String, GameResult)> {
    let text = fs::read(path).expect("the file is there");
    let (mut reader, mut games) = (Reader::from_bytes(&text), Vec::new());
    while let Some(read) = reader.read_game().expect("bytes can be read") {
        assert_eq!(read.problems, [], "{:?}", read.game.tags);
        games.push((read.game.tags.get("Round").expect("a round").to_owned(), read.game.result));
    }
    games
}

#[test]
fn a_match_has_all_games_and_adds_them_up() {
    let pgn = directory("match").join("games.pgn");
    let name = pgn.to_str().expect("text");
    let run = run(&["--nodes", "1", "--games", "11", "--concurrency", "3", "--pgn", name, "--json"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    let json: serde_json::Value = serde_json::from_str(&run.stdout).expect("one object");
    let games = games(&pgn);
    assert_eq!((json["games"].as_u64(), games.len()), (Some(12), 12));
    let rounds: HashSet<_> = games.iter().map(|(round, _)| round.as_str()).collect();
    assert!(rounds.len() == 12 && rounds.contains("1.1") && rounds.contains("6.2"), "{rounds:?}");
    let draws = games.iter().filter(|(_, result)| *result == GameResult::Draw).count();
    assert_eq!(json["draws"].as_u64(), Some(draws as u64));
    assert_eq!(json["engines"], serde_json::json!(["Random (1)", "Random (2)"]));
    // Both engines choose by the position alone, so the games of a pair are the same.
    assert_eq!(json["pairs"].as_array().expect("numbers")[2], 6);
}

#[test]
fn an_engine_that_breaks_loses_the_game_with_the_reason_and_its_last_lines() {
    for (fault, more, reason) in [
        ("crash", "--nodes 1", "disconnects: "),
        ("hang", "--tc 0.2", "loses on time after "),
        ("slow", "--movetime 20", "loses on time after "),
        ("illegal", "--nodes 1", "makes an illegal move: e1e5 ("),
    ] {
        let mut arguments: Vec<&str> = more.split(' ').collect();
        let option = format!("2:Fault={fault}");
        arguments.extend(["--games", "2", "--option", &option]);
        let run = run(&arguments);
        assert_eq!(run.code, Some(0), "{fault}: {run:?}");
        assert!(
            run.stdout.contains("Games: 2, Wins: 2, Losses: 0, Draws: 0, Points: 2.0 (100.00 %)"),
            "{fault}: {run:?}"
        );
        assert!(run.stdout.contains(&format!("{{White {reason}")), "{fault}: {run:?}");
        assert!(run.stderr.contains("  > go ") && run.stderr.contains("Random (2)\n"), "{fault}: {run:?}");
    }
}

#[test]
fn a_flag_fall_is_a_draw_if_the_other_side_cannot_mate() {
    let openings = file(&directory("match-flag"), "one.epd", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\n");
    let run = run(&["--tc", "0.2", "--games", "2", "--option", "2:Fault=hang", "--openings", &openings]);
    assert!(run.stdout.contains("Games: 2, Wins: 1, Losses: 0, Draws: 1, "), "{run:?}");
    assert!(run.stdout.contains(": 1-0 {Black loses on time after "), "{run:?}");
    assert!(run.stdout.contains(": 1/2-1/2 {Draw by timeout: Black cannot mate}\n"), "{run:?}");
}

#[test]
fn a_match_that_is_killed_goes_on_without_losing_or_repeating_a_game() {
    let pgn = directory("match-kill").join("games.pgn");
    let name = pgn.to_str().expect("text");
    let arguments = ["--nodes", "1", "--games", "200", "--concurrency", "2", "--pgn", name, "-q"];
    for _ in 0..6 {
        let mut child = play(&arguments).stdout(Stdio::null()).spawn().expect("the program runs");
        thread::sleep(Duration::from_millis(200));
        child.kill().expect("it runs or has ended");
        child.wait().expect("it has ended");
    }
    // Half of a game, as if the disk had been full.
    let mut text = fs::read_to_string(&pgn).expect("some games");
    text.push_str("[Event \"gardez match\"]\n[Round \"77.1\"]\n\n1. e4 e5");
    fs::write(&pgn, text).expect("the file");
    let whole = run(&arguments);
    assert_eq!(whole.code, Some(0), "{whole:?}");
    let rounds: Vec<_> = games(&pgn).into_iter().map(|(round, _)| round).collect();
    assert_eq!((rounds.len(), rounds.iter().collect::<HashSet<_>>().len()), (200, 200));
    let again = run(&arguments);
    assert_eq!((again.code, &again.stdout), (Some(0), &whole.stdout));
}

#[test]
fn a_file_of_another_match_is_never_touched() {
    let directory = directory("match-other");
    for (name, content) in [
        ("notes.txt", "my notes\n"),
        ("other.pgn", "[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Round \"1.1\"]\n\n1. e4 *\n\n"),
        ("no-round.pgn", "[Event \"?\"]\n\n1. e4 *\n\n"),
    ] {
        let path = file(&directory, name, content);
        let run = run(&["--nodes", "1", "--games", "2", "--pgn", &path]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{name}: {run:?}");
        assert!(run.stderr.contains("is not of this match: "), "{name}: {run:?}");
        assert_eq!(fs::read_to_string(path).expect("the file"), content);
    }
}

#[test]
fn openings_come_from_every_kind_of_file() {
    let directory = directory("match-openings");
    let start = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let epd = file(&directory, "book.epd", format!("{start} id \"king's pawn\";\n\n# a comment\n{fen}\n"));
    let pgn = file(&directory, "book.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n");
    let bin = format!("{}/book.bin", directory.display());
    let made = crate::gardez(["book", "--games", "1", "--weights", "games", "-q", "-o", &bin, &pgn]);
    assert_eq!(made.code, Some(0), "{made:?}");
    for opening in [epd, pgn, bin] {
        let out = format!("{opening}.out.pgn");
        let run = run(&["--nodes", "1", "--games", "4", "--plies", "2", "--openings", &opening, "--pgn", &out]);
        assert_eq!(run.code, Some(0), "{run:?}");
        let text = fs::read_to_string(&out).expect("games");
        let expected = format!("[FEN \"{start} 0 ");
        assert_eq!(text.matches(&expected).count(), 4, "{opening}: {text}");
    }
    let empty = file(&directory, "empty.epd", "\n");
    let run = run(&["--nodes", "1", "--openings", &empty]);
    assert!(run.code == Some(2) && run.stderr.contains("it has no opening that can be played"), "{run:?}");
}

#[test]
fn games_are_decided_early_by_scores_and_tests_end_a_match() {
    let decided = run(&["--nodes", "1", "--games", "2", "--draw", "1,2,1000"]);
    assert!(decided.stdout.contains("{Draw by adjudication}"), "{decided:?}");
    let decided = run(&["--nodes", "1", "--games", "2", "--max-moves", "3"]);
    assert!(decided.stdout.contains("{Draw by adjudication: too many moves}"), "{decided:?}");
    let sprt = run(&["--nodes", "1", "--games", "4000", "--sprt", "0,400", "--option", "1:Fault=illegal", "--quiet"]);
    assert_eq!(sprt.code, Some(1), "{sprt:?}");
    assert!(sprt.stdout.ends_with("SPRT ([0.00, 400.00]) completed - H0 was accepted\n"), "{sprt:?}");
}
