//! Files that are empty, wrong, damaged, missing, truncated or deleted lead to an error that names them, whatever the
//! access, and the other tables keep working.

use std::fs;
use std::io;
use std::path::PathBuf;

use gardez_position::Position;
use gardez_syzygy::{Access, OpenError, ProbeError, TableErrorKind, Tablebase, Wdl};

use crate::common::{Random, accesses, bytes, committed, is_slow, material, position, tablebases};

/// A temporary directory with some tables. It is removed at the end.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str, tables: &[&str]) -> Self {
        let path = std::env::temp_dir().join(format!("gardez-syzygy-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("the temporary directory can be written");
        for table in tables {
            fs::copy(committed().join(table), path.join(table)).expect("the temporary directory can be written");
        }
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // Nothing can be done if this fails.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_damaged_file_gives_the_same_answers_however_it_is_read() {
    let mut random = Random::new(3);
    let directory = Directory::new("however", &["KQvK.rtbw", "KQvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"]);
    let (mut answered, mut failed) = (0, 0);
    for _ in 0..if is_slow() { 4000 } else { 200 } {
        let name = ["KQvK.rtbw", "KQvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"][random.below(4)];
        let whole = bytes(name);
        let mut altered = whole.clone();
        let reach = if random.below(2) == 0 { whole.len() } else { 150 };
        (0..1 + random.below(3)).for_each(|_| altered[random.below(reach)] ^= 1 << random.below(8));
        fs::write(directory.file(name), &altered).expect("the temporary directory can be written");
        let boards: Vec<_> = (0..5).map(|_| position(&mut random, &material(name), 0)).collect();
        let answers = tablebases(&directory.0).into_iter().map(|tablebase| {
            boards.iter().map(|board| (tablebase.probe_wdl(board), tablebase.probe_dtz(board))).collect::<Vec<_>>()
        });
        let answers: Vec<_> = answers.collect();
        // The errors may differ: how much of a file is missing depends on how much is read at once.
        for other in &answers[1..] {
            for ((wdl, dtz), (other_wdl, other_dtz)) in answers[0].iter().zip(other) {
                assert_eq!((wdl.as_ref().ok(), dtz.as_ref().ok()), (other_wdl.as_ref().ok(), other_dtz.as_ref().ok()));
                if dtz.is_ok() { answered += 1 } else { failed += 1 }
            }
        }
        fs::write(directory.file(name), &whole).expect("as before");
    }
    assert!(answered != 0 && failed != 0, "{answered} answers, {failed} failures");
}

fn read(fen: &str) -> Position {
    fen.parse().expect("a FEN")
}

const ROOK: &str = "8/8/8/8/4k3/8/8/KR6 w - - 0 1";
const PAWN: &str = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";
const QUEEN: &str = "8/8/8/4k3/8/8/8/KQ6 w - - 0 1";

#[test]
fn empty_and_wrong_files_are_named_and_the_others_keep_working() {
    for access in accesses() {
        let directory = Directory::new(&format!("empty-{access:?}"), &["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbz"]);
        fs::write(directory.file("KRvK.rtbw"), b"").expect("the temporary directory can be written");
        fs::copy(committed().join("KQvK.rtbw"), directory.file("KBvK.rtbw")).expect("as before");
        let tablebase = Tablebase::open_with([&directory.0], access).expect("a directory");
        assert_eq!(tablebase.max_pieces(), 3);
        for _ in 0..2 {
            let error = tablebase.probe_wdl(&read(ROOK)).expect_err("the file is empty");
            let ProbeError::Table(error) = error else { panic!("{error}") };
            assert_eq!(
                (error.file(), error.kind()),
                (directory.file("KRvK.rtbw").as_path(), TableErrorKind::Length(0))
            );
            assert_eq!(tablebase.probe_wdl(&read(QUEEN)), Ok(Wdl::Win));
        }
        let error = tablebase.probe_wdl(&read("8/8/8/4k3/8/8/8/KB6 w - - 0 1")).expect_err("a queen's table");
        assert!(matches!(error, ProbeError::Table(ref error) if error.kind() == TableErrorKind::Pieces), "{error}");
        assert_eq!(tablebase.open_all().len(), 2);
    }
}

#[test]
fn a_table_in_a_later_directory_does_not_replace_a_damaged_one() {
    let first = Directory::new("first", &["KRvK.rtbw"]);
    fs::write(first.file("KQvK.rtbw"), b"").expect("the temporary directory can be written");
    let second = Directory::new("second", &["KQvK.rtbw", "KBvK.rtbw"]);
    let tablebase = Tablebase::open([&first.0, &second.0]).expect("two directories");
    let error = tablebase.probe_wdl(&read(QUEEN)).expect_err("the first file is empty");
    assert!(matches!(error, ProbeError::Table(ref error) if error.file() == first.file("KQvK.rtbw")), "{error}");
    assert_eq!(tablebase.tables().count(), 3);
    let mut names: Vec<_> = tablebase.tables().map(|name| name.to_string()).collect();
    names.sort();
    assert_eq!(names, ["KBvK.rtbw", "KQvK.rtbw", "KRvK.rtbw"]);
    assert_eq!(Tablebase::open([&second.0, &first.0]).expect("as before").probe_wdl(&read(QUEEN)), Ok(Wdl::Win));
}

#[test]
fn a_directory_without_tables_has_no_answers() {
    let directory = Directory::new("none", &[]);
    fs::write(directory.file("KRvK.txt"), b"").expect("the temporary directory can be written");
    fs::write(directory.file("KvKR.rtbw"), b"").expect("the temporary directory can be written");
    fs::create_dir(directory.file("KRvK.rtbw")).expect("the temporary directory can be written");
    let tablebase = Tablebase::open([&directory.0]).expect("a directory");
    assert_eq!((tablebase.max_pieces(), tablebase.tables().count()), (0, 0));
    assert_eq!(tablebase.probe_wdl(&read(ROOK)), Err(ProbeError::TooManyPieces { pieces: 3, max: 0 }));
    assert_eq!(tablebase.probe_wdl(&read("8/8/8/8/4k3/8/8/K7 w - - 0 1")), Ok(Wdl::Draw), "bare kings need none");

    let missing = directory.file("nowhere");
    let error = Tablebase::open([&missing]).expect_err("there is no such directory");
    assert_eq!(error, OpenError::Io { path: missing, kind: io::ErrorKind::NotFound });
}

#[test]
fn tables_are_listed_by_name_and_checked_in_that_order() {
    let names: Vec<_> =
        ["KRvK", "KBvK", "KQvKR", "KNvK", "KPPvK", "KQvK", "KPvK"].map(|name| format!("{name}.rtbw")).into();
    let directory = Directory::new("order", &[]);
    names.iter().for_each(|name| fs::write(directory.file(name), b"").expect("the temporary directory can be written"));
    let tablebase = Tablebase::open([&directory.0]).expect("a directory");
    let listed: Vec<_> = tablebase.tables().map(|name| name.to_string()).collect();
    assert!(listed.len() == names.len() && listed.is_sorted(), "{listed:?}");
    let errors: Vec<_> = tablebase.open_all().iter().map(|error| error.file().to_owned()).collect();
    assert!(errors.len() == names.len() && errors.is_sorted(), "{errors:?}");
}

#[test]
fn a_missing_table_is_called_not_available() {
    let directory = Directory::new("missing", &["KQvK.rtbw", "KRvK.rtbz", "KRvKB.rtbw", "KRvKB.rtbz"]);
    let tablebase = Tablebase::open([&directory.0]).expect("a directory");
    assert_eq!(tablebase.probe_wdl(&read(QUEEN)), Ok(Wdl::Win));
    let error = tablebase.probe_dtz(&read(QUEEN)).expect_err("there are no distances");
    assert_eq!(error.to_string(), "KQvK.rtbz is not available");
    // Distances alone are useless.
    let error = tablebase.probe_dtz(&read(ROOK)).expect_err("the table of results is missing");
    assert_eq!(error.to_string(), "KRvK.rtbw is not available");
    // The table itself exists, but not the one after the capture.
    let error = tablebase.probe_wdl(&read("8/8/8/3b4/8/8/3R4/K5k1 w - - 0 1")).expect_err("a capture leaves it");
    assert_eq!(error.to_string(), "KRvK.rtbw is not available");
    assert_eq!(tablebase.max_pieces(), 4);
}

#[test]
fn a_deleted_file_is_an_error_before_it_is_opened_but_not_afterwards() {
    for access in accesses() {
        let directory = Directory::new(&format!("vanish-{access:?}"), &["KQvK.rtbw", "KRvK.rtbw"]);
        let tablebase = Tablebase::open_with([&directory.0], access).expect("a directory");
        assert_eq!(tablebase.probe_wdl(&read(QUEEN)), Ok(Wdl::Win));
        fs::remove_file(directory.file("KRvK.rtbw")).expect("it is there");
        // Some systems do not allow removing an open file.
        let _ = fs::remove_file(directory.file("KQvK.rtbw"));
        let error = tablebase.probe_wdl(&read(ROOK)).expect_err("it is gone");
        assert!(error.to_string().contains("KRvK.rtbw: cannot be read: "), "{error}");
        assert_eq!(tablebase.probe_wdl(&read(QUEEN)), Ok(Wdl::Win));
        // The next probe tries again, and the file is back.
        fs::copy(committed().join("KRvK.rtbw"), directory.file("KRvK.rtbw")).expect("as before");
        assert_eq!(tablebase.probe_wdl(&read(ROOK)), Ok(Wdl::Win));
    }
}

#[test]
fn a_file_that_is_cut_while_it_is_open_is_an_error_with_its_path_and_the_offset() {
    let name = "KPvKP.rtbw";
    let whole = bytes(name);
    let mut random = Random::new(4);
    let boards: Vec<_> = (0..60).map(|_| position(&mut random, &material(name), 0)).collect();
    let loaded = Tablebase::open_with([committed()], Access::Loaded).expect("the tables are committed");
    // With the larger cache, the file is still read in pieces, but the index is kept.
    for (mebibytes, cut) in [(0, 0), (0, 100), (0, 100_000), (0, whole.len() - 1), (1, 0), (1, 100_000)] {
        let tables = [name, "KPvK.rtbw", "KQvK.rtbw", "KRvK.rtbw", "KBvK.rtbw", "KNvK.rtbw"];
        let directory = Directory::new(&format!("cut-{mebibytes}-{cut}"), &tables);
        let mut tablebase = Tablebase::new().with_cache(mebibytes);
        tablebase.add_directory(&directory.0, Access::Positioned).expect("a directory");
        assert_eq!(tablebase.open_all(), []);
        fs::write(directory.file(name), &whole[..cut]).expect("the temporary directory can be written");
        let mut failed = 0;
        for board in &boards {
            let error = match tablebase.probe_wdl(board) {
                Err(ProbeError::Table(error)) => error,
                answer => {
                    assert_eq!(answer, loaded.probe_wdl(board), "{board}");
                    continue;
                }
            };
            failed += 1;
            let TableErrorKind::Read { at, kind: io::ErrorKind::UnexpectedEof } = error.kind() else {
                panic!("{error}")
            };
            assert_eq!(error.file(), directory.file(name));
            assert!(cut as u64 <= at + 2048 && at < whole.len() as u64, "{error}, cut at {cut}");
            let text = error.to_string();
            assert!(text.contains(name) && text.contains(&format!("cannot be read at byte {at}: ")), "{text}");
        }
        assert!(failed != 0 || whole.len() - 16 <= cut, "no probe needs what is missing from {cut} on");
        assert_eq!(tablebase.probe_wdl(&read(QUEEN)), Ok(Wdl::Win));
    }
}

/// What [`Access::mapped`] says about files that are cut. The process that this ends is a copy of this test.
#[cfg(all(unix, feature = "mmap"))]
#[test]
fn a_file_that_is_cut_while_it_is_mapped_ends_the_process() {
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;

    const VARIABLE: &str = "GARDEZ_TEST_CUT";
    if let Some(path) = std::env::var_os(VARIABLE) {
        let mapped = accesses().into_iter().find(|access| matches!(access, Access::Mapped { .. }));
        let tablebase = Tablebase::open_with([&path], mapped.expect("the feature is on")).expect("a directory");
        assert_eq!(tablebase.probe_wdl(&read(PAWN)), Ok(Wdl::Win));
        fs::write(PathBuf::from(path).join("KPvK.rtbw"), b"").expect("the file can be written");
        let answer = tablebase.probe_wdl(&read(PAWN));
        panic!("the process is still there: {answer:?}");
    }
    let directory = Directory::new("mapped", &["KPvK.rtbw"]);
    let name = "a_file_that_is_cut_while_it_is_mapped_ends_the_process";
    let mut child = Command::new(std::env::current_exe().expect("this program"));
    child.args(["--exact", &format!("files::{name}"), "--quiet"]).env(VARIABLE, &directory.0);
    // The sanitizers would catch the signal.
    child.env("ASAN_OPTIONS", "handle_sigbus=0").env("TSAN_OPTIONS", "handle_sigbus=0");
    let output = child.env("MSAN_OPTIONS", "handle_sigbus=0").output().expect("the program starts");
    let sigbus = if cfg!(any(target_os = "linux", target_os = "android")) { 7 } else { 10 };
    assert_eq!(output.status.signal(), Some(sigbus), "{output:?}");
}

#[test]
fn names_that_no_table_has_are_refused() {
    for name in
        ["", "KvK.rtbw", "KQvK", "KQvK.rtbx", "KvKQ.rtbw", "KQvK.rtbw.gz", "KQQQQvKQQQ.rtbw", "kqvk.rtbw", "KNRvK.rtbw"]
    {
        let error = Tablebase::new().add_bytes(name, bytes("KQvK.rtbw")).expect_err("no table has this name");
        assert_eq!(error, OpenError::NotATable { path: name.into() });
    }
}

#[test]
fn a_pipe_in_the_place_of_a_table_is_an_error_and_not_waited_for() {
    let directory = Directory::new("pipe", &["KQvK.rtbw"]);
    let path = directory.file("KQvK.rtbw");
    let opened: Vec<_> = tablebases(&directory.0);
    fs::remove_file(&path).expect("it is there");
    if !std::process::Command::new("mkfifo").arg(&path).status().is_ok_and(|status| status.success()) {
        println!("skipped: named pipes");
        return;
    }
    // A directory is listed without it.
    assert_eq!(Tablebase::open([&directory.0]).expect("a directory").max_pieces(), 0);
    let (sender, receiver) = std::sync::mpsc::channel();
    let kind = TableErrorKind::Io(io::ErrorKind::NotSeekable);
    std::thread::spawn(move || {
        let board: Position = "8/8/8/8/3k4/8/8/KQ6 w - - 0 1".parse().expect("a FEN");
        opened.iter().for_each(|tablebase| drop(sender.send(tablebase.probe_wdl(&board))));
    });
    for _ in 0..tablebases(&directory.0).len() {
        match receiver.recv_timeout(std::time::Duration::from_secs(60)).expect("no probe waits for ever") {
            Err(ProbeError::Table(error)) => assert_eq!((error.file(), error.kind()), (&*path, kind)),
            other => panic!("{other:?}"),
        }
    }
}
