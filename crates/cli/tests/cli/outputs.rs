//! Outputs: files appear complete or not at all, and an output that is lost is an error.

use std::fs::File;
use std::process::Stdio;

use crate::{command, directory, file, gardez, names, read};

const GAME: &str = "1. e4 *\n\n";

#[test]
fn a_link_stays_a_link() {
    #[cfg(unix)]
    {
        let directory = directory("output-link");
        let (input, target) = (file(&directory, "in.pgn", GAME), file(&directory, "target.pgn", "old"));
        let link = directory.join("link.pgn");
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        let run = gardez(["pgn", "extract", "-n", "1", &input, "-f", "-o", link.to_str().expect("text")]);
        assert_eq!(run.quiet(), (Some(0), ""));
        assert!(link.is_symlink());
        assert_eq!(read(target), GAME);
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_as_far_as_they_lead() {
    use std::os::unix::fs::symlink;

    let directory = directory("output-links");
    let input = file(&directory, "in.pgn", GAME);
    let link = |name: &str, to: &str| {
        symlink(to, directory.join(name)).expect("a link");
        directory.join(name).to_str().expect("text").to_owned()
    };
    let (first, chain, own) = (link("first", "chain"), link("chain", "end.pgn"), link("loop", "loop"));
    let run = gardez(["pgn", "extract", "-n", "1", &input, "-o", &first]);
    assert_eq!(run.quiet(), (Some(0), ""));
    assert_eq!(read(directory.join("end.pgn")), GAME);
    assert!([&first, &chain].iter().all(|path| std::path::Path::new(path).is_symlink()));
    for force in [&[][..], &["--force"]] {
        let run = gardez([&["pgn", "extract", "-n", "1", &input, "-o", &own], force].concat());
        assert!(run.only_error().starts_with(&format!("cannot write {own}: ")), "{run:?}");
    }
    assert_eq!(names(&directory), ["chain", "end.pgn", "first", "in.pgn", "loop"]);
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_by_its_path_continues_the_file_of_the_shell() {
    let directory = directory("output-stdout");
    let (input, output) = (file(&directory, "in.pgn", GAME), file(&directory, "out.pgn", "before\n"));
    let file = File::options().append(true).open(&output).expect("a file");
    let status = command(["pgn", "extract", "-n", "1", &input, "-o", "/dev/stdout"]).stdout(file).status();
    assert!(status.is_ok_and(|status| status.success()));
    assert_eq!(read(&output), format!("before\n{GAME}"));
    let run = gardez(["pgn", "extract", "-n", "1", &input, "-o", "/dev/stdout"]);
    assert_eq!(run.quiet(), (Some(0), GAME));
    assert_eq!(gardez(["pgn", "extract", "-n", "1", &input, "-o", "/dev/null"]).quiet(), (Some(0), ""));
}

#[test]
fn an_output_in_a_directory_that_does_not_exist_is_an_error() {
    let run = gardez(["pgn", "extract", "-n", "1", "-o", "no/such/directory/out.pgn"]);
    assert!(run.only_error().starts_with("cannot write no/such/directory/out.pgn: "), "{run:?}");
}

#[test]
fn outputs_are_packed_by_their_names_with_the_level() {
    let directory = directory("output-packed");
    let moves =
        |n: usize| ["Nf3 Nf6 Ng1 Ng8 ", "Nc3 Nc6 Nb1 Nb8 ", "Nh3 Nh6 Ng1 Ng8 "][n * n % 7 % 3].repeat(1 + n % 5);
    let games: String = (0..3000).map(|n| format!("[Round \"{n}\"]\n\n{}*\n\n", moves(n))).collect();
    let input = file(&directory, "in.pgn", &games);
    let pack = |name: &str, level: &[&str]| {
        let path = directory.join(name).to_str().expect("text").to_owned();
        let run = gardez([&["pgn", "extract", "-n", "1-", "-f", &input, "-o", &path][..], level].concat());
        assert_eq!(run.quiet(), (Some(0), ""));
        let unpacked = gardez(["pgn", "extract", "-n", "1-", &path]);
        assert!(unpacked.quiet() == (Some(0), games.as_str()), "{name} {level:?}");
        std::fs::read(path).expect("a file")
    };
    for (name, magic, last) in [("a.pgn.gz", [0x1f, 0x8b], "9"), ("a.pgn.zst", [0x28, 0xb5], "19")] {
        let [fast, default, best] = [&["--level", "1"][..], &[], &["--level", last]].map(|level| pack(name, level));
        assert!(fast.starts_with(&magic) && default.starts_with(&magic) && best.len() < fast.len(), "{name}");
    }
    let refused = |arguments: &[&str]| {
        let run = gardez([&["pgn", "extract", "-n", "1", &input][..], arguments].concat());
        run.only_error().to_owned()
    };
    let path = |name: &str| directory.join(name).to_str().expect("text").to_owned();
    assert_eq!(refused(&["--level", "10", "-o", &path("b.pgn.gz")]), "gzip has levels 1 to 9, Zstandard 1 to 19");
    for output in [path("b.pgn"), "-".to_owned()] {
        assert_eq!(refused(&["--level", "1", "-o", &output]), "a level is for files that end in .gz or .zst");
    }
    assert!(refused(&["--level", "20", "-o", &path("b.pgn.zst")]).contains("20 is not in 1..=19"));
}

#[test]
fn an_input_that_cannot_be_opened_is_an_error_and_the_others_are_read() {
    let directory = directory("output-missing");
    let input = file(&directory, "in.pgn", GAME);
    let run = gardez(["pgn", "filter", "--count", "missing.pgn", directory.to_str().expect("text"), &input]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), "1\n"));
    let errors: Vec<&str> = run.stderr.lines().collect();
    assert!(errors[0].starts_with("error: cannot read missing.pgn: "), "{run:?}");
    assert!(errors[1].ends_with(": it is a directory"), "{run:?}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error() {
    let Ok(full) = File::options().write(true).open("/dev/full") else { return };
    let input = file(&directory("output-full"), "in.pgn", GAME.repeat(100_000));
    for arguments in [
        &["pgn", "extract", "-n", "1-", input.as_str()][..],
        &["pgn", "count", &input],
        &["fen", "startpos"],
        &["fen", "--svg", "-", "startpos"],
    ] {
        let output = command(arguments).stdout(full.try_clone().expect("a file")).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.starts_with("error: cannot write the output: ") && stderr.lines().count() == 1, "{stderr}");
    }
    let run = gardez(["pgn", "extract", "-n", "1-", &input, "-o", "/dev/full"]);
    assert_eq!(run.only_error(), "cannot write /dev/full: No space left on device (os error 28)");
}

#[test]
fn a_reader_that_closes_ends_the_program_without_a_message() {
    let input = file(&directory("output-closed"), "in.pgn", GAME.repeat(100_000));
    let mut child = command(["pgn", "extract", "-n", "1-", &input])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr), (Some(2), Vec::new()));
}

#[test]
fn there_is_no_progress_where_standard_error_is_not_a_terminal() {
    let input = file(&directory("output-progress"), "in.pgn", GAME.repeat(1000));
    assert_eq!(gardez(["pgn", "filter", "--count", &input]).quiet(), (Some(0), "1000\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_is_neither_waited_for_nor_filled_with_bytes() {
    let no_files = "expected names of files, or something to read on standard input";
    let not_text = "viriformat is not text and is not written to a terminal; name a file or redirect the output";
    for (line, expected) in [
        ("stats", no_files),
        ("check", no_files),
        ("pgn count", no_files),
        ("pgn clean", no_files),
        ("convert --to viri missing.bin -", not_text),
    ] {
        let program = format!("{} {line}", env!("CARGO_BIN_EXE_gardez"));
        let mut script = std::process::Command::new("timeout");
        script.args(["5", "script", "-qec", &program, "/dev/null"]).stdin(Stdio::null());
        // Not every system has both programs.
        let Ok(output) = script.output() else { return };
        if output.status.code() == Some(127) {
            return;
        }
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!((output.status.code(), text.trim_end()), (Some(2), format!("error: {expected}").as_str()), "{line}");
    }
}
