//! What is left of an output if a signal ends the program at any moment: nothing, or the whole file.
//!
//! `GARDEZ_KILLS` is the number of kills of each command: 24, or 125 if `GARDEZ_SLOW` is set, without it.
//! Windows has no signals, and no files without a name: the next run removes what a killed run has left.
#![cfg(any(target_os = "linux", windows))]

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Instant;

use gardez_io::Output;

use crate::rescore::{TABLES, chunk};
use crate::{command, directory, file, names};

/// The way in which Windows ends a program.
#[cfg(windows)]
fn signals() -> Vec<&'static str> {
    vec!["KILL"]
}

/// Ends a program, which may have ended.
#[cfg(windows)]
fn send(_: &str, child: &mut Child) {
    let _ = child.kill();
}

/// Returns `true` if a program was ended from outside.
fn is_killed(status: ExitStatus) -> bool {
    #[cfg(unix)]
    let is_killed = std::os::unix::process::ExitStatusExt::signal(&status).is_some();
    #[cfg(windows)]
    let is_killed = !status.success();
    is_killed
}

/// The signals that end a program, unless it was started to ignore them, as `nohup` and background jobs are.
#[cfg(unix)]
fn signals() -> Vec<&'static str> {
    let status = fs::read_to_string("/proc/self/status").expect("Linux has it");
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("a mask").trim();
    let ignored = u64::from_str_radix(ignored, 16).expect("a mask");
    let all = [("HUP", 1), ("INT", 2), ("KILL", 9), ("TERM", 15)];
    all.into_iter().filter(|(_, number)| ignored >> (number - 1) & 1 == 0).map(|(name, _)| name).collect()
}

/// Sends a signal to a program, which may have ended.
#[cfg(unix)]
fn send(signal: &str, child: &mut Child) {
    let sent =
        std::process::Command::new("kill").args(["-s", signal, &child.id().to_string()]).stderr(Stdio::null()).status();
    assert!(sent.is_ok(), "every Unix has kill");
}

/// Returns a random number from 0 to 1.
fn random(kill: usize) -> f64 {
    RandomState::new().hash_one(kill) as f64 / u64::MAX as f64
}

/// The files of a directory with their contents.
fn contents(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    names(directory)
        .into_iter()
        .map(|name| {
            let content = fs::read(directory.join(&name)).expect("a file");
            (name, content)
        })
        .collect()
}

/// Returns `true` if files of this directory can be without a name. If not, a kill may leave one.
fn has_nameless_files(directory: &Path) -> bool {
    let _output = Output::create(directory.join("probe")).expect("a file");
    let has = names(directory).is_empty();
    if !has {
        println!("skipped: O_TMPFILE in {}", directory.display());
    }
    has
}

/// Kills a command at random moments, as often as `GARDEZ_KILLS` says, and looks at what it leaves in `out`.
fn kill_at_random(name: &str, input: (&str, impl AsRef<[u8]>), arguments: &[&str]) {
    let directory = directory(&format!("kills-{name}"));
    let out = directory.join("out");
    fs::create_dir(&out).expect("a directory");
    if !cfg!(windows) && !has_nameless_files(&out) {
        return;
    }
    let input = (file(&directory, input.0, &input.1), input.1);
    let command = |is_forced: bool| {
        let mut command = command(arguments.iter().map(|argument| match *argument {
            "IN" => input.0.clone(),
            "TABLES" => TABLES.to_owned(),
            argument => argument.replace("OUT", out.to_str().expect("text")),
        }));
        command.args(is_forced.then_some("--force")).envs(["TMPDIR", "TMP"].map(|name| (name, &out)));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let start = Instant::now();
    assert!(command(false).status().expect("it runs").success());
    let duration = start.elapsed();
    let whole = contents(&out);
    assert!(!whole.is_empty() && whole.values().all(|content| content != b"old"));

    let signals = signals();
    let usual = if env::var_os("GARDEZ_SLOW").is_some() { 125 } else { 24 };
    let kills = env::var("GARDEZ_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(usual);
    let (mut killed, mut complete, mut left_over) = (0, 0, 0);
    let mut kill = 0;
    // The first run may have taken much longer than others: if none was killed, further ones are, sooner and sooner.
    while kill < kills || killed == 0 && kill < kills + 100 {
        let (signal, is_forced) = (signals[kill % signals.len()], (kill / signals.len()).is_multiple_of(2));
        for name in whole.keys() {
            match is_forced {
                true => fs::write(out.join(name), "old").expect("a file"),
                false => _ = fs::remove_file(out.join(name)),
            }
        }
        let mut child = command(is_forced).spawn().expect("it runs");
        sleep(duration.mul_f64(random(kill)) / (kill.saturating_sub(kills) + 1) as u32);
        send(signal, &mut child);
        let status = child.wait().expect("it ends");
        killed += usize::from(is_killed(status));
        if !cfg!(windows) && is_forced && signal == "KILL" && names(&out).iter().any(|name| name.starts_with('.')) {
            // A file has two names for an instant before it replaces another one. The next run removes the first.
            assert!(command(true).status().expect("it runs").success());
            left_over += 1;
        }
        let mut left = contents(&out);
        left.retain(|name, _| !cfg!(windows) || !name.starts_with('.'));
        for (name, content) in &left {
            let is_old = is_forced && content == b"old";
            assert!(is_old || whole.get(name) == Some(content), "{signal} leaves a part of {name}");
        }
        assert!(!is_forced || left.len() == whole.len(), "{signal} loses a file");
        let is_complete = left == whole;
        assert!(is_complete || !status.success());
        complete += usize::from(is_complete);
        assert!(fs::read(&input.0).is_ok_and(|bytes| bytes == input.1.as_ref()), "{signal} changes the input");
        kill += 1;
    }
    assert!(command(true).status().expect("it runs").success());
    assert!(contents(&out) == whole, "{:?}", names(&out));
    println!("{name}: {killed} of {kill} killed, {complete} complete, {left_over} times two names for a file");
    assert!(killed != 0, "every run was faster than its kill");
}

fn positions() -> String {
    let line =
        |number: usize| format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | {} | 0.5\n", number % 1000);
    (0..100_000).map(line).collect()
}

fn games() -> String {
    (0..20_000).map(|number| format!("[White \"{}\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n", number % 40)).collect()
}

#[test]
fn a_conversion_that_is_killed_leaves_a_whole_file_or_none() {
    kill_at_random("convert", ("in.bullet.txt", positions()), &["convert", "IN", "OUT/a.bullet"]);
}

#[test]
fn a_conversion_to_parts_that_is_killed_leaves_whole_files_only() {
    let arguments = ["convert", "--split", "train=0.9,test=0.1", "IN", "OUT/a.bullet"];
    kill_at_random("parts", ("in.bullet.txt", positions()), &arguments);
}

#[test]
fn a_shuffle_that_is_killed_leaves_a_whole_file_or_none() {
    kill_at_random(
        "shuffle",
        ("in.bullet.txt", positions()),
        &["convert", "--shuffle", "--memory", "1", "IN", "OUT/a.bullet"],
    );
}

#[test]
fn games_that_are_filtered_or_cleaned_leave_a_whole_file_or_none_after_a_kill() {
    kill_at_random("filter", ("in.pgn", games()), &["pgn", "filter", "IN", "-o", "OUT/a.pgn.gz"]);
    kill_at_random("clean", ("in.pgn", games()), &["pgn", "clean", "IN", "-o", "OUT/a.pgn"]);
}

#[test]
fn a_report_that_is_killed_leaves_a_whole_file_or_none() {
    kill_at_random("stats", ("in.bullet.txt", positions()), &["stats", "-q", "--html", "OUT/a.html", "IN"]);
}

#[test]
fn a_split_that_is_killed_leaves_whole_files_only() {
    kill_at_random("split", ("in.pgn", games()), &["pgn", "split", "IN", "--by", "White", "--dir", "OUT"]);
}

#[test]
fn games_that_are_extracted_or_rescored_and_books_leave_whole_files_only_after_a_kill() {
    kill_at_random("extract", ("in.pgn", games()), &["pgn", "extract", "-n", "1-", "IN", "-o", "OUT/a.pgn.zst"]);
    kill_at_random("book", ("in.pgn", games()), &["book", "-q", "--weights", "games", "IN", "-o", "OUT/a.bin"]);
    let games = directory("kills-games");
    (0..100).for_each(|number| _ = file(&games, &format!("game_{number:06}.gz"), chunk()));
    let tar = crate::chunks::tar_of(&games);
    kill_at_random("rescore", ("in.tar", tar), &["rescore", "-q", "--tables", "TABLES", "-o", "OUT", "IN"]);
}

#[test]
fn pictures_and_manual_pages_are_whole_or_missing_after_a_kill() {
    kill_at_random("fen", ("none", ""), &["fen", "--svg", "OUT/a.svg", "startpos"]);
    kill_at_random("manual", ("none", ""), &["manual", "--dir", "OUT"]);
}

#[cfg(target_os = "linux")]
mod linux {
    use std::os::unix::process::CommandExt;
    use std::path::PathBuf;
    use std::process::Command;
    use std::time::Duration;

    use super::*;

    /// Returns one of 16,384 positions in which both sides can move their e-pawns.
    fn start(number: usize) -> String {
        let row = |bits: usize, [one, zero]: [char; 2]| -> String {
            let piece = |file: usize| if bits >> file & 1 != 0 { one } else { zero };
            (0..4).map(piece).chain(['1']).chain((4..7).map(piece)).collect()
        };
        format!("4k3/4p3/{}/8/{}/8/4P3/4K3 w - - 0 1", row(number >> 7, ['P', 'p']), row(number & 127, ['N', 'n']))
    }

    /// The `Makefile` of the documentation, run to its end after it and its commands were killed at random moments.
    #[test]
    fn the_makefile_of_the_documentation_makes_the_same_bytes_after_kills() {
        let page = crate::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats.md"));
        let makefile = page.split_once("```make\n").and_then(|(_, rest)| rest.split_once("```")).expect("a Makefile").0;
        let program = Path::new(env!("CARGO_BIN_EXE_gardez")).parent().expect("a directory");
        let path = env::join_paths(
            [program.to_owned()].into_iter().chain(env::split_paths(&env::var_os("PATH").expect("set"))),
        );
        let path = path.expect("no colon");
        let begin = |name: &str| {
            let directory = directory(name);
            fs::create_dir(directory.join("games")).expect("a directory");
            file(&directory, "Makefile", makefile);
            for (number, name) in ["test.pgn", "games/a.pgn", "games/b.pgn", "games/c.pgn"].into_iter().enumerate() {
                let game = |score: usize| {
                    let score = score * 7 + number;
                    format!("1. e4 {{ [%eval 0.{:02}] }} e5 {{ [%eval 0.{:02}] }} 1-0\n\n", score % 100, score % 90)
                };
                let tags = |game: usize| format!("[Result \"1-0\"]\n[FEN \"{}\"]\n\n", start(game * 4 + number));
                file(&directory, name, (0..2000).map(|number| tags(number) + &game(number)).collect::<String>());
            }
            directory
        };
        let make = |directory: &Path| {
            let mut make = Command::new("make");
            make.args(["-j2", "train.bullet.zst"]).current_dir(directory).env("PATH", &path).process_group(0);
            make.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            make
        };
        let all = |directory: &Path| (contents(&directory.join("parts")), fs::read(directory.join("train.bullet.zst")));
        let whole = begin("kills-make-whole");
        let start = Instant::now();
        assert!(make(&whole).status().expect("GNU make is installed").success());
        let duration = start.elapsed();

        let (killed, mut interrupted) = (begin("kills-make"), 0);
        for kill in 0..10 {
            let mut child = make(&killed).spawn().expect("it runs");
            sleep(duration.mul_f64(random(kill) / 2.0));
            // The group of `make` and of what it runs.
            let group = format!("-{}", child.id());
            let sent = Command::new("kill")
                .args(["-s", ["KILL", "TERM"][kill % 2], "--", &group])
                .stderr(Stdio::null())
                .status();
            assert!(sent.is_ok(), "every Unix has kill");
            interrupted += usize::from(!child.wait().expect("it ends").success());
        }
        assert!(make(&killed).status().expect("it runs").success());
        let [made, expected] = [&killed, &whole].map(|directory| all(directory));
        assert!(made.0 == expected.0 && made.1.expect("a file") == expected.1.expect("a file"));
        assert_eq!(expected.0.len(), 3);
        assert_eq!(names(&killed), names(&whole));
        println!("make: {interrupted} of 10 killed");
        assert!(interrupted != 0);
    }

    /// Starts a command that waits for its input, after it has begun to write a file in this directory.
    fn begun(directory: &Path, arguments: &[&str]) -> Child {
        let mut child = command(arguments).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        let descriptors = PathBuf::from(format!("/proc/{}/fd", child.id()));
        let is_writing = || {
            let links = fs::read_dir(&descriptors).into_iter().flatten().flatten();
            links.filter_map(|link| fs::read_link(link.path()).ok()).any(|path| path.starts_with(directory))
        };
        let start = Instant::now();
        while !is_writing() {
            assert!(start.elapsed() < Duration::from_secs(60) && child.try_wait().expect("a process").is_none());
            sleep(Duration::from_millis(1));
        }
        child.stdin.as_mut().expect("piped").write_all(b"1. e4 *\n\n").expect("it reads");
        child
    }

    #[test]
    fn nothing_is_left_of_an_unfinished_output_after_any_signal() {
        let directory = directory("kills-signals");
        if !has_nameless_files(&directory) {
            return;
        }
        let output = directory.join("out.pgn");
        for signal in signals() {
            let mut child = begun(&directory, &["pgn", "clean", "-", "-o", output.to_str().expect("text")]);
            send(signal, &mut child);
            assert!(is_killed(child.wait().expect("it ends")));
            assert_eq!(names(&directory), [""; 0], "{signal}");
        }
    }
}
