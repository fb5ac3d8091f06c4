//! A file of random games from `.binpack` to viriformat and back, in little memory.
//!
//! The file has a thousand games, or with `GARDEZ_SLOW` 1 GiB.

use std::env;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use gardez_formats::{Entry, ReadEntries, SideToMove, Stream, Wdl, White, WriteEntries, binpack, viri};
use gardez_position::Board;
use gardez_types::Generator;

/// The number of bytes of the file, for the process that converts.
const BYTES: &str = "GARDEZ_BINPACK_BYTES";

/// The longest game, in plies.
const PLIES: usize = 150;

/// The number of games after which the size of the file is looked at.
const STEP: u64 = 1000;

/// Calls `visit` with each entry of the game with this number. The scores stay within three pawns.
fn play(number: u64, mut visit: impl FnMut(&Entry<SideToMove>)) {
    let (mut generator, mut board) = (Generator::new(number), Board::start());
    let result = Wdl::ALL[generator.next_below(3)];
    for _ in 0..generator.next_below(PLIES) + 1 {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[generator.next_below(moves.len())];
        let score = generator.next_below(601) as i16 - 300;
        let entry = Entry::<White>::new(board, Some(mv), score, result);
        visit(&entry.to_side_to_move().expect("the score is small"));
        board.do_move(mv);
    }
}

/// Writes a thousand games at a time, until the file has this many bytes. Returns the number of games and of entries.
fn generate(path: &Path, bytes: u64) -> (u64, u64) {
    let mut writer = binpack::Writer::new(File::create(path).expect("a new file"));
    let (mut games, mut entries) = (0, 0);
    while games == 0 || fs::metadata(path).expect("the file is there").len() < bytes {
        for number in games..games + STEP {
            play(number, |entry| {
                writer.write_entry(entry).expect("the entry fits");
                entries += 1;
            });
        }
        games += STEP;
    }
    writer.finish().expect("the disk has room");
    (games, entries)
}

fn source(path: &Path) -> Stream<BufReader<File>> {
    Stream::new(BufReader::new(File::open(path).expect("the file was written")))
}

fn target(path: &Path) -> BufWriter<File> {
    BufWriter::new(File::create(path).expect("a new file"))
}

/// Writes all entries, and returns their number.
fn convert<R: ReadEntries, W: WriteEntries>(mut reader: R, mut writer: W) -> (u64, W) {
    let mut written = 0;
    while let Some(entry) = reader.next_entry().expect("the file is sound") {
        writer.write_entry(&entry.to_view().expect("the score is small")).expect("the entry fits");
        written += 1;
    }
    (written, writer)
}

/// Compares the entries with the games, with their counters, which `==` of boards leaves out.
fn assert_same(path: &Path, games: u64) {
    let mut reader = binpack::Reader::new(source(path));
    for number in 0..games {
        play(number, |entry| {
            let read = reader.next_entry().expect("the file is sound").expect("an entry for each of the games");
            let is_same = read == entry && read.board.same_clocks(&entry.board);
            assert!(is_same, "game {number}: {read:?} {}, not {entry:?} {}", read.board, entry.board);
        });
    }
    assert!(reader.next_entry().expect("the file is sound").is_none());
}

/// The most memory that this process has had, in KiB, where the system says it.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix("kB")?.trim().parse().ok())
}

/// Converts if the other test has started this process for it.
#[test]
fn one_process() {
    let Some(bytes) = env::var(BYTES).ok().and_then(|bytes| bytes.parse().ok()) else { return };
    let directory = tempfile::tempdir().expect("a directory for temporary files");
    let [first, games_file, again] =
        ["first.binpack", "games.viri", "again.binpack"].map(|name| directory.path().join(name));
    let clock = Instant::now();
    let (games, entries) = generate(&first, bytes);
    println!("{entries} entries of {games} games after {:?}", clock.elapsed());

    let (written, writer) = convert(binpack::Reader::new(source(&first)), viri::Writer::new(target(&games_file)));
    writer.finish().expect("the disk has room");
    assert_eq!(written, entries);
    println!("viriformat after {:?}", clock.elapsed());

    let (written, writer) = convert(viri::Reader::new(source(&games_file)), binpack::Writer::new(target(&again)));
    writer.finish().expect("the disk has room");
    assert_eq!(written, entries);
    println!(".binpack after {:?}", clock.elapsed());

    assert_same(&again, games);
    println!("compared after {:?}", clock.elapsed());
    if let Some(peak) = peak_memory() {
        println!("peak {peak} KiB");
        assert!(peak <= 200 << 10, "{peak} KiB");
    }
}

#[test]
fn a_binpack_becomes_games_and_a_binpack_again_with_the_same_entries_in_little_memory() {
    let bytes: u64 = if env::var_os("GARDEZ_SLOW").is_some() { 1 << 30 } else { 0 };
    let run = Command::new(env::current_exe().expect("this program"))
        .args(["--exact", "gigabyte::one_process", "--test-threads=1", "--nocapture"])
        .env(BYTES, bytes.to_string())
        .output()
        .expect("it runs");
    let output = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{output}{}", String::from_utf8_lossy(&run.stderr));
    println!("{output}");
}
