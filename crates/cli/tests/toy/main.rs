//! A format in one file: a program registers its row, and everything that is made from the table of formats knows it.
//!
//! With arguments, this is `gardez` with the toy format; without, it is the test, which runs itself.

mod format;

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::{env, fs};

use gardez::data::{Filter, table};
use gardez_formats::Format;

fn main() -> ExitCode {
    let toy = table::register(&format::TOY).expect("its extensions are free");
    if env::args_os().nth(1).is_some_and(|first| first == "convert" || first == "stats" || first == "check") {
        return gardez_cli::main();
    }
    // A filter of `cargo test` is for other tests.
    the_table_knows_the_format(toy);
    gardez_converts_it_by_name_extension_and_content();
    the_help_lists_it();
    ExitCode::SUCCESS
}

/// Runs this program as `gardez`. Returns its standard output.
fn gardez<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> String {
    let output = Command::new(env::current_exe().expect("a path")).args(arguments).output().expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).expect("text")
}

fn the_table_knows_the_format(toy: Format) {
    assert_eq!(table::formats().last(), Some(&toy));
    assert_eq!((table::named("toy"), table::named("play")), (Some(toy), Some(toy)));
    assert_eq!(table::of_path("games/a.play.zst".as_ref()), Some(toy));
    // This list is the one in the messages of the Python package.
    assert!(table::names().ends_with(", bag, toy"), "{}", table::names());
    let needs_results = Filter { incorrectness: 10, ..Filter::ALL };
    let error = "toy format has no results, so it cannot be filtered by \"score contradicts the result\"";
    assert!(needs_results.check(toy).is_err_and(|found| found.to_string() == error));
    assert!(table::register(&format::TOY).is_err_and(|error| error.to_string().contains("toy format")));
}

fn gardez_converts_it_by_name_extension_and_content() {
    const TEXT: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 120 | 0.5\n4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 | -7 | 0.5\n";
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("toy");
    fs::create_dir_all(&directory).expect("a directory");
    let path = |name: &str| directory.join(name).into_os_string().into_string().expect("text");
    let (text, by_extension, unnamed) = (path("a.bullet.txt"), path("a.toy.gz"), path("unnamed"));
    fs::write(&text, TEXT).expect("a file");
    let quiet = ["convert", "--quiet", "--force"];
    let convert = |arguments: &[&str]| gardez(quiet.iter().chain(arguments));
    convert(&[&text, &by_extension]);
    convert(&["--to", "play", &text, &unnamed]);
    let bytes = fs::read(&unnamed).expect("a file");
    assert_eq!((bytes.len(), bytes[0], bytes[format::SIZE]), (2 * format::SIZE, b'T', b'T'));
    for input in [&by_extension, &unnamed] {
        assert_eq!(convert(&["--to", "bullet.txt", input, "-"]), TEXT, "{input}");
        assert!(gardez(["stats", "--json", input]).contains("\"entries\":2,"));
    }
    assert_eq!(convert(&["--from", "toy", "--to", "bullet.txt", &unnamed, "-"]), TEXT);
    assert_eq!(gardez(["check", &unnamed]), format!("{unnamed}: toy format, 2 entries: sound\n"));
}

fn the_help_lists_it() {
    for command in ["convert", "stats", "check"] {
        assert!(gardez([command, "--help"]).contains("\n  toy          a toy: boards with scores\n"), "{command}");
    }
}
