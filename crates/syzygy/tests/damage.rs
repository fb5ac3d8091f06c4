//! Tables that are cut, altered, made up or gone: a typed error that names the file, and the other tables go on working.

mod common;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gardez_position::{Board, Position};
use gardez_syzygy::{Access, Flaw, Material, OpenError, ProbeError, TableKind, TableName, Tablebase, Wdl};

use common::{Random, committed, is_slow, position};

fn bytes(name: &str) -> Vec<u8> {
    fs::read(committed().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn material(name: &str) -> Material {
    name.split('.').next().and_then(|name| name.parse().ok()).expect("the name of a table")
}

/// The flaw for which a table is refused.
fn refusal(name: &str, bytes: &[u8]) -> Option<Flaw> {
    match Tablebase::new().add_bytes(name, bytes.to_vec()) {
        Ok(_) => None,
        Err(OpenError::Table(error)) => {
            assert_eq!(error.file(), Path::new(name));
            assert!(error.to_string().starts_with(name), "{error}");
            Some(error.flaw())
        }
        Err(other) => panic!("{name}: {other}"),
    }
}

/// Probes positions with a table that may be damaged beside its sound partner; whatever it says, it says it soon.
fn probe(name: &str, bytes: Vec<u8>, partner: &'static [u8], boards: &[Board]) -> Result<(), String> {
    let start = Instant::now();
    let mut tablebase = Tablebase::new();
    let of_file = TableName::of_file(name).expect("the name of a table");
    let other = match of_file.kind {
        TableKind::Wdl => TableKind::Dtz,
        TableKind::Dtz => TableKind::Wdl,
    };
    let other = TableName { kind: other, ..of_file }.to_string();
    tablebase.add_bytes(&other, partner).map_err(|error| error.to_string())?;
    let opened = tablebase.add_bytes(name, bytes).map_err(|error| error.to_string());
    let mut failed = Ok(());
    for board in boards {
        for answer in [tablebase.probe_wdl(board).map(|_| ()), tablebase.probe_dtz(board).map(|_| ())] {
            match answer {
                Ok(()) | Err(ProbeError::NotAvailable(_) | ProbeError::TooManyPieces { .. }) => {}
                Err(ProbeError::Table(error)) => {
                    let file = error.file().to_str().expect("text");
                    assert!(file == name || file == other, "{error}");
                    failed = Err(error.to_string());
                }
                Err(other) => panic!("{name}: {other}"),
            }
        }
    }
    assert!(start.elapsed() < Duration::from_secs(2), "{name}: {:?}", start.elapsed());
    opened.and(failed)
}

#[test]
fn a_table_cut_anywhere_is_refused() {
    for name in ["KRvK.rtbw", "KPvK.rtbz", "KQvK.rtbz", "KPvK.rtbw", "KNNvK.rtbw", "KBvK.rtbz"] {
        let whole = bytes(name);
        assert_eq!(refusal(name, &whole), None);
        for length in 0..whole.len() {
            let flaw = refusal(name, &whole[..length]);
            let is_length = flaw == Some(Flaw::Length(length as u64));
            assert!(is_length || matches!(flaw, Some(Flaw::Truncated { .. })), "{name} to {length}: {flaw:?}");
        }
        // As long as a table may be, but with something missing in the middle.
        for missing in (0..whole.len().saturating_sub(64)).step_by(16) {
            let cut = [&whole[..missing], &whole[missing + 64..]].concat();
            assert_ne!(refusal(name, &cut), None, "{name} without 64 bytes at {missing}");
        }
    }
}

#[test]
fn every_bit_of_a_description_may_be_wrong() {
    let mut random = Random::new(1);
    for (name, partner) in [
        ("KRvK.rtbw", "KRvK.rtbz"),
        ("KPvK.rtbw", "KPvK.rtbz"),
        ("KPvK.rtbz", "KPvK.rtbw"),
        ("KNNvK.rtbw", "KNNvK.rtbz"),
        ("KRvKR.rtbz", "KRvKR.rtbw"),
        ("KQQvK.rtbz", "KQQvK.rtbw"),
    ] {
        let (whole, partner): (_, &'static [u8]) = (bytes(name), bytes(partner).leak());
        let boards: Vec<_> = (0..4).map(|_| position(&mut random, &material(name), 0)).collect();
        let mut refused = 0;
        for at in 0..whole.len().min(if is_slow() { 2000 } else { 250 }) {
            for bit in 0..8 {
                let mut altered = whole.clone();
                altered[at] ^= 1 << bit;
                refused += usize::from(probe(name, altered, partner, &boards).is_err());
            }
        }
        assert!(8 * 8 <= refused, "{name}: only {refused} alterations were noticed");
    }
}

/// The greatest memory that this process has had, in KiB, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn a_hundred_thousand_damaged_tables_do_no_harm() {
    let count = if is_slow() { 100_000 } else { 4_000 };
    let mut random = Random::new(2);
    let names = ["KRvK", "KQvK", "KPvK", "KNNvK", "KRvKR", "KQQvK", "KBvK", "KRvKB", "KPPvK", "KPvKP"];
    let tables: Vec<_> = names
        .iter()
        .map(|name| {
            let files: [&'static [u8]; 2] = TableKind::ALL.map(|kind| {
                let name = TableName { material: material(name), kind }.to_string();
                &*bytes(&name).leak()
            });
            let boards: Vec<_> = (0..50).map(|_| position(&mut random, &material(name), 0)).collect();
            (material(name), files, boards)
        })
        .collect();
    let before = peak_memory();
    let (mut refused, mut misled) = (0, 0);
    for _ in 0..count {
        // The large ones take their time to copy, and come less often.
        let most = if random.below(8) == 0 { tables.len() } else { 7 };
        let (material, files, boards) = &tables[random.below(most)];
        let kind = random.below(2);
        let mut table = files[kind].to_vec();
        // Most of the damage is done to the description, where it can mislead most.
        let reach = if random.below(4) == 0 { table.len() } else { table.len().min(400) };
        match random.below(6) {
            0 => {
                let length = random.below(table.len() / 64 + 1) * 64 + 16;
                table.resize(length, random.next() as u8);
            }
            1 => table[random.below(reach)] = random.next() as u8,
            2 => (0..1 + random.below(20)).for_each(|_| table[random.below(reach)] ^= 1 << random.below(8)),
            3 => {
                let (from, to, length) = (random.below(table.len()), random.below(reach), random.below(200));
                let length = length.min(table.len() - from.max(to));
                table.copy_within(from..from + length, to);
            }
            4 => table[5..reach].iter_mut().for_each(|byte| *byte = random.next() as u8),
            _ => {
                // Large and small numbers where numbers are.
                let (at, value) = (5 + random.below(reach - 5), [0, 1, 0x7f, 0x80, 0xfe, 0xff][random.below(6)]);
                let end = table.len().min(at + 1 + random.below(8));
                table[at..end].fill(value);
            }
        }
        let name = TableName { material: *material, kind: TableKind::ALL[kind] }.to_string();
        let first = random.below(boards.len() - 3);
        match probe(&name, table, files[1 - kind], &boards[first..first + 3]) {
            Ok(()) => misled += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(count / 3 < refused, "{refused} refused, {misled} not");
    if let (Some(before), Some(after)) = (before, peak_memory()) {
        // A table of 245 KiB twice, what is made of it, and what the other tests of this file need meanwhile.
        assert!(after < before + 24 * 1024, "{before} KiB before, {after} KiB at the most");
    }
}

/// A directory of its own with some tables, removed at the end.
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
        // Nothing to be done if it fails.
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
        let answers = accesses().into_iter().map(|access| {
            let tablebase = Tablebase::open_with([&directory.0], access).expect("a directory");
            boards.iter().map(|board| (tablebase.probe_wdl(board), tablebase.probe_dtz(board))).collect::<Vec<_>>()
        });
        let answers: Vec<_> = answers.collect();
        // Not so the errors: how much of a file is missing depends on how much is asked for.
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
const QUEEN: &str = "8/8/8/4k3/8/8/8/KQ6 w - - 0 1";

/// The ways to read files.
fn accesses() -> Vec<Access> {
    vec![
        #[cfg(feature = "mmap")]
        Access::Mapped,
        Access::Positioned,
        Access::Loaded,
    ]
}

#[test]
fn an_empty_file_and_a_wrong_one_are_named_and_the_others_go_on_working() {
    for access in accesses() {
        let directory = Directory::new(&format!("empty-{access:?}"), &["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbz"]);
        fs::write(directory.file("KRvK.rtbw"), b"").expect("the temporary directory can be written");
        fs::copy(committed().join("KQvK.rtbw"), directory.file("KBvK.rtbw")).expect("as before");
        let tablebase = Tablebase::open_with([&directory.0], access).expect("a directory");
        assert_eq!(tablebase.max_pieces(), 3);
        for _ in 0..2 {
            let error = tablebase.probe_wdl(&read(ROOK)).expect_err("the file is empty");
            let ProbeError::Table(error) = error else { panic!("{error}") };
            assert_eq!((error.file(), error.flaw()), (directory.file("KRvK.rtbw").as_path(), Flaw::Length(0)));
            assert_eq!(tablebase.probe_wdl(&read(QUEEN)), Ok(Wdl::Win));
        }
        let error = tablebase.probe_wdl(&read("8/8/8/4k3/8/8/8/KB6 w - - 0 1")).expect_err("a queen's table");
        assert!(matches!(error, ProbeError::Table(ref error) if error.flaw() == Flaw::Men), "{error}");
        assert_eq!(tablebase.open_all().len(), 2);
    }
}

#[test]
fn a_directory_without_tables_has_none_and_says_so() {
    let directory = Directory::new("none", &[]);
    fs::write(directory.file("KRvK.txt"), b"").expect("the temporary directory can be written");
    fs::write(directory.file("KvKR.rtbw"), b"").expect("the temporary directory can be written");
    fs::create_dir(directory.file("KRvK.rtbw")).expect("the temporary directory can be written");
    let tablebase = Tablebase::open([&directory.0]).expect("a directory");
    assert_eq!((tablebase.max_pieces(), tablebase.tables().count()), (0, 0));
    assert_eq!(tablebase.probe_wdl(&read(ROOK)), Err(ProbeError::TooManyPieces { men: 3, max: 0 }));
    assert_eq!(tablebase.probe_wdl(&read("8/8/8/8/4k3/8/8/K7 w - - 0 1")), Ok(Wdl::Draw), "bare kings need none");

    let missing = directory.file("nowhere");
    let error = Tablebase::open([&missing]).expect_err("there is no such directory");
    assert_eq!(error, OpenError::Io { path: missing, kind: io::ErrorKind::NotFound });
}

#[test]
fn a_missing_table_is_called_not_available() {
    let directory = Directory::new("missing", &["KQvK.rtbw", "KRvK.rtbz", "KRvKB.rtbw", "KRvKB.rtbz"]);
    let tablebase = Tablebase::open([&directory.0]).expect("a directory");
    assert_eq!(tablebase.probe_wdl(&read(QUEEN)), Ok(Wdl::Win));
    let error = tablebase.probe_dtz(&read(QUEEN)).expect_err("there are no distances");
    assert_eq!(error.to_string(), "KQvK.rtbz is not available");
    // Distances alone are of no use.
    let error = tablebase.probe_dtz(&read(ROOK)).expect_err("nobody knows who wins");
    assert_eq!(error.to_string(), "KRvK.rtbw is not available");
    // The table is there, but not the one after the capture.
    let error = tablebase.probe_wdl(&read("8/8/8/3b4/8/8/3R4/K5k1 w - - 0 1")).expect_err("a capture leaves it");
    assert_eq!(error.to_string(), "KRvK.rtbw is not available");
    assert_eq!(tablebase.max_pieces(), 4);
}

#[test]
fn a_file_that_vanishes_is_an_error_before_it_is_open_and_none_afterwards() {
    for access in accesses() {
        let directory = Directory::new(&format!("vanish-{access:?}"), &["KQvK.rtbw", "KRvK.rtbw"]);
        let tablebase = Tablebase::open_with([&directory.0], access).expect("a directory");
        assert_eq!(tablebase.probe_wdl(&read(QUEEN)), Ok(Wdl::Win));
        fs::remove_file(directory.file("KRvK.rtbw")).expect("it is there");
        // Some systems do not let an open file be removed.
        let _ = fs::remove_file(directory.file("KQvK.rtbw"));
        let error = tablebase.probe_wdl(&read(ROOK)).expect_err("it is gone");
        assert!(error.to_string().contains("KRvK.rtbw: it cannot be read: "), "{error}");
        assert_eq!(tablebase.probe_wdl(&read(QUEEN)), Ok(Wdl::Win));
        // It is tried again when it is back.
        fs::copy(committed().join("KRvK.rtbw"), directory.file("KRvK.rtbw")).expect("as before");
        assert_eq!(tablebase.probe_wdl(&read(ROOK)), Ok(Wdl::Win));
    }
}

#[test]
fn a_file_that_is_cut_while_it_is_read_piece_by_piece_is_an_error() {
    let directory = Directory::new("cut", &["KPvK.rtbw", "KQvK.rtbw"]);
    let tablebase = Tablebase::open_with([&directory.0], Access::Positioned).expect("a directory");
    let pawn = read("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
    assert_eq!(tablebase.probe_wdl(&pawn), Ok(Wdl::Win));
    fs::write(directory.file("KPvK.rtbw"), b"short").expect("the temporary directory can be written");
    let error = tablebase.probe_wdl(&pawn).expect_err("it is cut");
    assert!(matches!(error, ProbeError::Table(ref error) if matches!(error.flaw(), Flaw::Io(_))), "{error}");
    assert_eq!(tablebase.probe_wdl(&read(QUEEN)), Ok(Wdl::Win));
}

#[test]
fn names_that_no_table_has_are_refused() {
    for name in ["", "KQvK", "KQvK.rtbx", "KvKQ.rtbw", "KQvK.rtbw.gz", "KQQQQvKQQQ.rtbw", "kqvk.rtbw", "KNRvK.rtbw"] {
        let error = Tablebase::new().add_bytes(name, bytes("KQvK.rtbw")).expect_err("no table is called so");
        assert_eq!(error, OpenError::NotATable { path: name.into() });
    }
}
