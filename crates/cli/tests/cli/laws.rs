//! What holds for every command that writes files: a table of commands, and a test for each hazard.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::rescore::{TABLES, chunk};
use crate::{Run, command, directory, file, gardez, names};

/// A command that writes: its words, its other arguments, its input, and a file that appears in the directory.
type Row = (&'static str, &'static str, Option<&'static str>, &'static str);

/// In the arguments, IN is the input, OUT the file that appears, DIR the directory, and TABLES one of endgame tables.
const ROWS: &[Row] = &[
    ("convert", "-q IN OUT", Some("in.bullet.txt"), "out.bullet"),
    ("convert", "-q --unique --against IN DIR/other.bullet.txt OUT", Some("in.bullet.txt"), "out.bullet"),
    ("convert", "-q --split a=1,b=1 IN DIR/out.bullet", Some("in.bullet.txt"), "out.a.bullet"),
    ("convert", "-q --shards 2 IN DIR/out.bullet", Some("in.bullet.txt"), "out.0.bullet"),
    ("convert", "-q --from pgn --missing-score 0 --to v6 IN DIR/chunks/", Some("in.pgn"), "chunks/game_000000.gz"),
    ("convert", "-q --shuffle IN OUT", Some("in.bullet.txt"), "out.bullet.zst"),
    ("stats", "-q --html OUT IN", Some("in.bullet.txt"), "out.html"),
    ("pgn clean", "IN -o OUT", Some("in.pgn"), "out.pgn.gz"),
    ("pgn filter", "IN -o OUT", Some("in.pgn"), "out.pgn"),
    ("pgn extract", "-n 1 IN -o OUT", Some("in.pgn"), "out.pgn"),
    ("pgn split", "IN --games 1 --dir DIR/parts", Some("in.pgn"), "parts/1.pgn"),
    ("pgn tree", "IN --svg -o OUT", Some("in.pgn"), "out.svg.zst"),
    ("pgn positions", "IN -o OUT", Some("in.pgn"), "out.txt"),
    ("epd", "IN -o OUT", Some("in.epd"), "out.epd.gz"),
    ("book", "-q IN --games 1 -o OUT", Some("in.pgn"), "out.bin"),
    ("rescore", "-q --tables TABLES -o DIR/out IN DIR/other.gz", Some("in.gz"), "out/in.gz"),
    ("fen", "--svg OUT startpos", None, "out.svg"),
    ("manual", "--dir DIR/pages", None, "pages/gardez.1"),
];

/// The commands that write no file, and those with laws in a test of their own, because they need tables or go on.
const OTHERS: &[&str] = &["check", "pgn count", "tb", "eval", "completions", "licenses", "match", "perft"];

const POSITIONS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 1 | 0.5\n\
                         4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 20 | 1.0\n";
const GAMES: &str = "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 1-0\n\n";

/// A row in a directory of its own.
struct Case {
    row: Row,
    directory: PathBuf,
    out: PathBuf,
}

impl Case {
    /// Prepares each row.
    fn all(hazard: &str) -> impl Iterator<Item = Self> {
        ROWS.iter().enumerate().map(move |(number, row)| {
            let directory = directory(&format!("laws-{hazard}-{number}"));
            let out = directory.join(row.3);
            fs::create_dir_all(out.parent().expect("a directory")).expect("a directory");
            file(&directory, "other.bullet.txt", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1 | 20 | 1.0\n");
            file(&directory, "other.gz", chunk());
            if let Some(input) = row.2 {
                file(&directory, input, Self::content(input));
            }
            Self { row: *row, directory, out }
        })
    }

    fn content(input: &str) -> Vec<u8> {
        match input.rsplit_once('.').expect("an extension").1 {
            "pgn" => GAMES.into(),
            "gz" => chunk(),
            "epd" => b"4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\n".into(),
            _ => POSITIONS.into(),
        }
    }

    fn input(&self) -> Option<PathBuf> {
        self.row.2.map(|name| self.directory.join(name))
    }

    fn arguments(&self, input: Option<&Path>, options: &[&str]) -> Vec<String> {
        let text = |path: &Path| path.to_str().expect("text").to_owned();
        let argument = |word: &str| match word {
            "IN" => text(input.expect("the row has an input")),
            "OUT" => text(&self.out),
            "TABLES" => TABLES.to_owned(),
            word => word.replace("DIR", &text(&self.directory)),
        };
        let words = self.row.0.split(' ').chain(self.row.1.split(' ')).chain(options.iter().copied());
        words.map(argument).collect()
    }

    fn run(&self, options: &[&str]) -> Run {
        gardez(self.arguments(self.input().as_deref(), options))
    }

    /// Checks that a run failed with an error about the output.
    fn refused(&self, run: &Run, reason: &str) {
        let expected = format!("error: cannot write {}: {reason}", self.out.display());
        assert!(
            run.code == Some(2) && one_form(&run.stderr).starts_with(&one_form(&expected)),
            "{:?}: {run:?}",
            self.row
        );
    }
}

/// Returns a text in which a path has one form: Windows takes both slashes and any case.
fn one_form(text: &str) -> String {
    if cfg!(windows) { text.replace('\\', "/").to_lowercase() } else { text.to_owned() }
}

/// Returns `true` if the file system finds the path in upper case, too.
fn ignores_case(path: &Path) -> bool {
    upper(path).exists()
}

fn upper(path: &Path) -> PathBuf {
    path.with_file_name(path.file_name().expect("a name").to_ascii_uppercase())
}

#[test]
fn every_command_has_a_row_or_writes_nothing() {
    fn leaves(command: &clap::Command, before: &str, found: &mut BTreeSet<String>) {
        for command in command.get_subcommands() {
            let name = format!("{before}{}", command.get_name());
            match command.has_subcommands() {
                true => leaves(command, &format!("{name} "), found),
                false => _ = found.insert(name),
            }
        }
    }
    let mut found = BTreeSet::new();
    leaves(&gardez_cli::command(), "", &mut found);
    let rows = ROWS.iter().map(|row| row.0).chain(OTHERS.iter().copied());
    assert_eq!(found, rows.map(str::to_owned).collect());
}

#[test]
fn a_file_that_exists_is_replaced_only_by_force() {
    for case in Case::all("exists") {
        fs::write(&case.out, "precious").expect("a file");
        case.refused(&case.run(&[]), "it exists; --force replaces it\n");
        assert!(fs::read(&case.out).is_ok_and(|bytes| bytes == b"precious"), "{:?}", case.row);
        let run = case.run(&["--force"]);
        assert!(run.code < Some(2) && fs::read(&case.out).is_ok_and(|bytes| bytes != b"precious"), "{run:?}");
    }
}

#[test]
fn a_folder_is_never_replaced() {
    for case in Case::all("taken") {
        fs::create_dir(&case.out).expect("a directory");
        file(&case.out, "own", "precious");
        for options in [&[][..], &["--force"]] {
            case.refused(&case.run(options), "it is a directory\n");
            assert_eq!(names(&case.out), ["own"], "{:?}", case.row);
        }
    }
}

#[test]
fn an_input_is_never_replaced_whatever_its_name_is() {
    for case in Case::all("input") {
        let Some(input) = case.input() else { continue };
        let content = fs::read(&input).expect("a file");
        let dotted = case.out.parent().expect("a directory").join(".").join(case.out.file_name().expect("a name"));
        let out = &case.out;
        let standard = PathBuf::from("-");
        let aliases = [out.clone(), dotted, upper(out), input.clone(), input.clone(), standard];
        for (number, alias) in aliases.iter().enumerate() {
            let _ = fs::remove_file(out);
            match number {
                2 if !ignores_case(&case.directory) => continue,
                5 if !case.row.0.starts_with("pgn ") => continue,
                #[cfg(unix)]
                3 => std::os::unix::fs::symlink(&input, out).expect("a link"),
                #[cfg(not(unix))]
                3 => continue,
                4 => fs::hard_link(&input, out).expect("a link"),
                _ => fs::write(out, &content).expect("a file"),
            }
            let before = names(&case.directory);
            let mut command = command(case.arguments(Some(alias), &["--force"]));
            command.stdin(File::open(out).expect("a file"));
            case.refused(&Run::of(&mut command), "it is an input of this command\n");
            assert!(fs::read(&input).is_ok_and(|bytes| bytes == content), "{alias:?}");
            assert_eq!((names(&case.directory), fs::read(out).ok()), (before, Some(content.clone())), "{alias:?}");
        }
    }
}

#[test]
fn an_input_in_a_folder_is_never_replaced() {
    let directory = directory("laws-inputs");
    let (folder, input) = (directory.display(), file(&directory, "game_000000.gz", chunk()));
    for line in [
        format!("convert -qf --to v6 {folder} {folder}/"),
        format!("convert -qf --to bullet {folder} {input}"),
        format!("convert -qf --unique --to bullet --against {folder} {input} {input}"),
        format!("rescore -qf --tables {TABLES} -o {folder} {folder}"),
    ] {
        let expected = format!("cannot write {input}: it is an input of this command");
        assert_eq!(one_form(gardez(line.split(' ')).only_error()), one_form(&expected), "{line}");
        assert!(fs::read(&input).is_ok_and(|bytes| bytes == chunk()));
    }
}

#[cfg(unix)]
#[test]
fn two_outputs_are_never_one_file() {
    let mut tried = 0;
    for case in Case::all("outputs") {
        let folder = case.out.parent().expect("a directory");
        let before = names(folder);
        assert!(case.run(&[]).code < Some(2));
        let outputs: Vec<_> = names(folder).into_iter().filter(|name| !before.contains(name)).collect();
        let [first, .., last] = &outputs[..] else { continue };
        let old = fs::read(folder.join(last)).expect("a file");
        fs::remove_file(folder.join(first)).expect("a file");
        std::os::unix::fs::symlink(last, folder.join(first)).expect("a link");
        for other in &outputs[1..] {
            fs::write(folder.join(other), "precious").expect("a file");
        }
        let run = case.run(&["--force"]);
        let reason = ": another output of this command has this name\n";
        assert!(run.code == Some(2) && run.stderr.ends_with(reason), "{:?}: {run:?}", case.row);
        // The games before it are rescored.
        let is_whole = |bytes: Vec<u8>| bytes == b"precious" || bytes == old;
        assert!(outputs.iter().all(|name| fs::read(folder.join(name)).is_ok_and(is_whole)), "{:?}", case.row);
        assert!(folder.join(first).is_symlink());
        tried += 1;
    }
    assert_eq!(tried, 6);
}

#[test]
fn outputs_whose_names_differ_in_case_only_are_two_files_or_an_error() {
    let directory = directory("laws-case");
    let path = |name: &str| directory.join(name);
    ["a", "b"].iter().for_each(|folder| fs::create_dir(path(folder)).expect("a directory"));
    let inputs = [file(&path("a"), "in.gz", chunk()), file(&path("b"), "IN.gz", chunk())];
    let run =
        gardez(format!("rescore -qf --tables {TABLES} -o {}/out {}", directory.display(), inputs.join(" ")).split(' '));
    match ignores_case(&directory) {
        true => assert!(run.stderr.ends_with(": another output of this command has this name\n"), "{run:?}"),
        false => assert_eq!(names(&path("out")), ["IN.gz", "in.gz"]),
    }
}

#[cfg(windows)]
#[test]
fn a_device_is_written_to_and_no_file_has_its_name() {
    for case in Case::all("reserved").filter(|case| case.row.1.split(' ').any(|word| word == "OUT")) {
        for device in ["nul", "CON", "aux", "Com1", "lpt9"] {
            let out = case.directory.join(case.row.3.replace("out", device));
            let case = Case { row: case.row, directory: case.directory.clone(), out };
            let before = names(&case.directory);
            case.refused(&case.run(&["--force"]), "Windows reserves the name");
            assert_eq!(names(&case.directory), before);
        }
    }
    let input = file(&directory("laws-null"), "in.pgn", GAMES);
    assert_eq!(gardez(["pgn", "clean", &input, "-o", "NUL"]).code, Some(0));
}

#[test]
fn a_folder_as_an_input_is_an_error_that_names_it() {
    for case in Case::all("folder") {
        let Some(input) = case.input() else { continue };
        let folder = case.directory.join("folder");
        fs::create_dir(&folder).expect("a directory");
        let run = gardez(case.arguments(Some(&folder), &[]));
        let expected = format!("error: cannot read {}: ", folder.display());
        assert!(
            run.code == Some(2) && one_form(&run.stderr).starts_with(&one_form(&expected)),
            "{:?}: {run:?}",
            case.row
        );
        assert!(fs::read(input).is_ok() && folder.is_dir());
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::io::Write;
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use super::*;

    /// Runs a command that reads a pipe, and calls this function after the pipe was opened.
    fn through_pipe(case: &Case, meanwhile: impl Fn()) -> (Option<i32>, String) {
        let pipe = case.input().expect("the row has an input");
        let content = fs::read(&pipe).expect("a file");
        fs::remove_file(&pipe).expect("a file");
        assert!(Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
        let mut file = File::options().read(true).write(true).open(&pipe).expect("a pipe");
        let mut child = command(case.arguments(Some(&pipe), &[]))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        let descriptors = format!("/proc/{}/fd", child.id());
        let is_open = || {
            let links = fs::read_dir(&descriptors).into_iter().flatten().flatten();
            links.filter_map(|link| fs::read_link(link.path()).ok()).any(|path| path == pipe)
        };
        let start = Instant::now();
        while !is_open() && child.try_wait().expect("a process").is_none() {
            assert!(start.elapsed() < Duration::from_secs(60), "{:?} does not open its input", case.row);
            sleep(Duration::from_millis(1));
        }
        meanwhile();
        file.write_all(&content).expect("there is room");
        drop(file);
        let output = child.wait_with_output().expect("it ends");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    #[test]
    fn a_pipe_is_read_once_to_its_end() {
        for case in Case::all("pipe").filter(|case| case.row.2.is_some()) {
            let run = through_pipe(&case, || {});
            assert!(run.0 < Some(2) && run.1.is_empty() && case.out.exists(), "{:?}: {run:?}", case.row);
        }
    }

    #[test]
    fn a_file_that_appears_during_the_run_is_not_replaced() {
        for case in Case::all("appears").filter(|case| case.row.2.is_some()) {
            let (code, stderr) = through_pipe(&case, || fs::write(&case.out, "precious").expect("a file"));
            case.refused(&Run { code, stdout: String::new(), stderr }, "it exists; --force replaces it\n");
            assert!(fs::read(&case.out).is_ok_and(|bytes| bytes == b"precious"), "{:?}", case.row);
        }
    }

    /// Runs a command where no file can have a byte, as on a full disk.
    fn on_full_disk(arguments: &[String]) -> Run {
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_gardez")]);
        Run::of(shell.args(arguments).stdin(Stdio::null()))
    }

    #[test]
    fn an_output_whose_folder_goes_away_is_an_error() {
        for case in Case::all("away").filter(|case| case.row.2.is_some()) {
            let (folder, away) = (case.out.parent().expect("a directory"), case.directory.with_extension("away"));
            let _ = fs::remove_dir_all(&away);
            let (code, stderr) = through_pipe(&case, || fs::rename(folder, &away).expect("a folder"));
            assert!(code == Some(2) && stderr.starts_with("error: cannot "), "{:?}: {stderr}", case.row);
        }
    }

    #[test]
    fn a_device_is_written_and_read_like_a_file() {
        for case in Case::all("device") {
            std::os::unix::fs::symlink("/dev/null", &case.out).expect("a link");
            let run = case.run(&[]);
            assert!(run.code < Some(2) && case.out.is_symlink(), "{:?}: {run:?}", case.row);
            fs::remove_file(&case.out).expect("a link");
            std::os::unix::fs::symlink("/dev/full", &case.out).expect("a link");
            let run = case.run(&["--force"]);
            let end = ": No space left on device (os error 28)\n";
            assert!(
                run.code == Some(2) && run.stderr.ends_with(end) && case.out.is_symlink(),
                "{:?}: {run:?}",
                case.row
            );
            fs::remove_file(&case.out).expect("a link");
            let Some(input) = case.input() else { continue };
            fs::remove_file(&input).expect("a file");
            std::os::unix::fs::symlink("/dev/null", &input).expect("a link");
            let run = case.run(&["--force"]);
            assert!(run.code < Some(2), "{:?}: {run:?}", case.row);
        }
    }

    #[test]
    fn a_full_disk_is_an_error_that_names_the_file() {
        for case in Case::all("full") {
            let run = on_full_disk(&case.arguments(case.input().as_deref(), &[]));
            let folder = case.out.parent().expect("a directory").display().to_string();
            let (start, end) = (format!("error: cannot write {folder}/"), ": File too large (os error 27)\n");
            assert!(
                run.code == Some(2) && run.stderr.starts_with(&start) && run.stderr.ends_with(end),
                "{:?}: {run:?}",
                case.row
            );
            assert!(!case.out.exists(), "{:?}", case.row);
        }
    }

    #[test]
    fn a_full_temporary_folder_is_an_error_that_names_the_folder_and_the_option() {
        let directory = directory("laws-temporary");
        let input = file(&directory, "in.bullet.txt", POSITIONS.repeat(30_000));
        let path = directory.to_str().expect("text");
        for command in ["convert --shuffle", "convert --shuffle --unique", "convert --unique"] {
            let line = format!("{command} -q --memory 1 --temp {path} {input} {path}/out.bullet");
            let run = on_full_disk(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
            let reason = format!("cannot use a temporary file: File too large (os error 27), in {path}");
            assert_eq!(run.only_error(), format!("{reason}; --temp names another directory"), "{command}");
        }
    }
}
