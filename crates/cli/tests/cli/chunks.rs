//! Training records of lc0, and games as PGN: `gardez convert`, `stats` and `verify`.

use std::path::Path;

use crate::{directory, file, gardez, gardez_reading, names, read};

const PGN: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n\
                   1. e4 { [%eval 0.36] } 1... e5 { [%eval 0.28] } 2. Qh5 { [%eval -0.40] } 2...\n\
                   Ke7 { [%eval #1] } 3. Qxe5# 1-0\n";

/// A tar of the files in a directory.
pub(crate) fn tar_of(directory: &Path) -> Vec<u8> {
    let mut tar = Vec::new();
    for name in names(directory) {
        let bytes = std::fs::read(directory.join(&name)).expect("a file");
        let mut header = [0; 512];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[124..135].copy_from_slice(format!("{:011o}", bytes.len()).as_bytes());
        header[148..156].fill(b' ');
        header[156] = b'0';
        header[257..263].copy_from_slice(b"ustar\0");
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        tar.extend(header);
        tar.extend(&bytes);
        tar.resize(tar.len().next_multiple_of(512), 0);
    }
    tar.resize(tar.len() + 1024, 0);
    tar
}

/// Two games, the second of them without a result.
fn games() -> String {
    format!("{PGN}\n{}", PGN.replace("1-0", "*"))
}

#[test]
fn a_pgn_comes_back_from_a_directory_of_chunks() {
    let directory = directory("chunks-directory");
    let input = file(&directory, "games.pgn", format!("{PGN}\n{PGN}"));
    let chunks = directory.join("chunks/");
    let chunks = chunks.to_str().expect("text");
    for (version, format) in [("v6", "1"), ("v6", "133"), ("v7", "3")] {
        let run = gardez(["convert", "--to", version, "--input-format", format, "--force", &input, chunks]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), "2 games read, 2 written as 10 records\n"));
        assert_eq!(names(chunks.as_ref()), ["game_000000.gz", "game_000001.gz"]);
        let run = gardez(["convert", "-q", "--to", "pgn", chunks, "-"]);
        assert_eq!(run.quiet(), (Some(0), format!("{PGN}\n{PGN}").as_str()), "{version} {format}");
    }
    let run = gardez(["convert", "--to", "v6", &input, chunks]);
    let existing = directory.join("chunks/game_000000.gz");
    let message = format!("cannot write {}: it exists; --force replaces it", existing.display());
    assert_eq!(run.only_error(), message);
    // A tar of the chunks is an input, too.
    let tar = directory.join("chunks.tar");
    std::fs::write(&tar, tar_of(&directory.join("chunks"))).expect("a file");
    let run = gardez(["convert", "-q", "--to", "pgn", tar.to_str().expect("text"), "-"]);
    assert_eq!(run.quiet(), (Some(0), format!("{PGN}\n{PGN}").as_str()));
    assert_eq!(names(&directory), ["chunks", "chunks.tar", "games.pgn"]);
    let run = gardez(["check", chunks]);
    // One of them has no value.
    assert!(run.stdout.starts_with(&format!("{}: lc0's records", existing.display())), "{run:?}");
    assert_eq!(run.stdout.matches(", 5 entries: sound\n").count(), 2, "{run:?}");
    let run = gardez(["check", tar.to_str().expect("text")]);
    assert!(run.quiet().0 == Some(0) && run.stdout.lines().count() == 2, "{run:?}");
}

#[test]
fn a_damaged_header_of_a_tar_is_reported_by_every_command() {
    let directory = directory("chunks-header");
    let chunks = directory.join("chunks");
    let output = format!("{}/", chunks.display());
    let run = gardez_reading(games(), ["convert", "-q", "--from", "pgn", "--to", "v6", "-", &output]);
    assert_eq!(run.code, Some(0));
    std::fs::copy(chunks.join("game_000000.gz"), chunks.join("game_000001.gz")).expect("a copy");
    let mut bytes = tar_of(&chunks);
    let is_second = |at: &usize| bytes[*at..].starts_with(b"game_000001.gz");
    let header = (0..bytes.len()).step_by(512).find(is_second).expect("the second member");
    bytes[header + 148] = b'x';
    let tar = file(&directory, "chunks.tar", bytes);
    for command in ["check", "stats"] {
        let run = gardez([command, &tar]);
        assert_eq!(run.code, Some(2), "{command}: {run:?}");
        assert!(run.stderr.contains("damaged header"), "{command}: {run:?}");
    }
    for format in ["plain", "pgn"] {
        let run = gardez(["convert", "--to", format, &tar, "-"]);
        assert!(run.code == Some(2) && run.stderr.contains("damaged header"), "{format}: {run:?}");
        assert!(!run.stdout.is_empty(), "the other chunk is converted");
    }
}

#[test]
fn records_of_several_games_are_one_file() {
    let directory = directory("chunks-file");
    let path = directory.join("games.v6.gz");
    let path = path.to_str().expect("text");
    let run = gardez_reading(games(), ["convert", "--from", "pgn", "-", path]);
    assert_eq!(run.stderr, "2 games read, 1 written as 5 records\n        1 left out: game without a result\n");
    let again = directory.join("again.v7");
    let run = gardez(["convert", "--json", path, again.to_str().expect("text")]);
    let line = serde_json::json!({
        "output": again, "games_read": 1, "games_written": 1, "records_written": 5, "left_out": [],
    });
    assert_eq!(run.json(), [line]);
    // The format is known by the first bytes, too.
    let unnamed = directory.join("unnamed");
    std::fs::rename(path, &unnamed).expect("the file is there");
    let run = gardez(["convert", "-q", "--to", "pgn", unnamed.to_str().expect("text"), "-"]);
    assert_eq!(run.quiet(), (Some(0), PGN));
    let run = gardez(["stats", "--json", unnamed.to_str().expect("text")]);
    assert_eq!(run.json()[0]["scores"]["max"], 31999);
}

#[test]
fn records_and_entries_of_packed_formats_become_each_other() {
    let directory = directory("chunks-entries");
    let input = file(&directory, "games.pgn", PGN.replace("#1", "7.77"));
    let [binpack, chunk, again, printed] = ["games.binpack", "games.v6", "again.binpack", "games.out.pgn"]
        .map(|name| directory.join(name).to_str().expect("text").to_owned());
    let run = gardez(["convert", &input, &chunk]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let run = gardez(["convert", &chunk, &binpack]);
    assert_eq!(
        run.stderr,
        "4 entries read, 4 written\n        1 left out: position without an evaluation (--missing-score)\n"
    );
    let run = gardez(["convert", "--force", &binpack, &chunk]);
    assert_eq!(run.stderr, "1 game read, 1 written as 4 records\n");
    assert_eq!(gardez(["convert", &chunk, &again]).code, Some(0));
    let bytes = |path: &str| std::fs::read(path).expect("a file");
    assert_eq!(bytes(&binpack), bytes(&again));
    let run = gardez(["convert", &binpack, &printed]);
    assert_eq!(run.stderr, "1 game read, 1 written\n");
    assert!(read(&printed).contains("\n{ [%eval 0.36] } 1... e5 { [%eval 0.28] } 2. Qh5 { [%eval -0.40] }"));
    let input = file(&directory, "mate.pgn", PGN);
    let run = gardez(["convert", "-q", "--missing-score", "20", "--to", "plain", &input, "-"]);
    let scored = gardez(["convert", "-q", "--missing-score", "20", "--force", &input, &chunk]);
    assert_eq!(scored.quiet(), (Some(0), ""));
    let through = gardez(["convert", "-q", "--to", "plain", &chunk, "-"]);
    assert!(through.stdout.contains("score 31999\n"));
    assert_eq!(through.stdout, run.stdout);
}

#[test]
fn what_does_not_fit_whole_games_is_refused() {
    let directory = directory("chunks-refused");
    let boards = file(&directory, "a.bullet.txt", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 | 5 | 0.5\n");
    let pgn = file(&directory, "a.pgn", PGN);
    let output = directory.join("a.v6");
    let output = output.to_str().expect("text");
    let run = gardez(["convert", &boards, output]);
    assert_eq!(run.only_error(), format!("{boards}: 1 entries have no move; --skip leaves such entries out"));
    let run = gardez(["convert", "--plies", "3-", &pgn, output]);
    let advice = "conditions, tables, --unique and another order are for positions";
    assert_eq!(run.only_error(), format!("training records are written as whole games; {advice}"));
    let run = gardez(["convert", "--shuffle", &pgn, output]);
    assert_eq!(run.only_error(), format!("training records are written as whole games; {advice}"));
    let run = gardez(["convert", "--to", "pgn", &pgn, "-"]);
    assert_eq!(run.only_error(), format!("{pgn} is a PGN already; `gardez pgn clean` rewrites it"));
    let run = gardez(["convert", "--input-format", "6", &pgn, output]);
    assert_eq!(run.code, Some(2));
    let inner = "[FEN \"4k3/8/8/8/8/8/8/1K3R1R w F - 0 1\"]\n[Variant \"Chess960\"]\n\n1. Rf2 1-0\n";
    let inner = file(&directory, "inner.pgn", inner);
    let run = gardez(["convert", &inner, output]);
    let reason = "the rook on f1 may castle, which the classical format cannot say";
    assert_eq!(run.only_error(), format!("{inner}, game 1: {reason}; --skip leaves such games out"));
    let run = gardez(["convert", "--skip", &inner, &pgn, output]);
    assert_eq!(run.stderr, format!("2 games read, 1 written as 5 records\n        1 left out: {reason}\n"));
    assert_eq!(names(&directory), ["a.bullet.txt", "a.pgn", "a.v6", "inner.pgn"]);
}

#[test]
fn a_damaged_chunk_gives_what_is_before_its_damage() {
    let directory = directory("chunks-damage");
    let pgn = file(&directory, "a.pgn", PGN);
    let chunks = directory.join("chunks");
    std::fs::create_dir(&chunks).expect("a directory");
    let chunk = chunks.join("a.v6");
    assert_eq!(gardez(["convert", &pgn, chunk.to_str().expect("text")]).code, Some(0));
    let bytes = std::fs::read(&chunk).expect("a file");
    std::fs::write(chunks.join("b.v6"), &bytes[..2 * 8356 + 100]).expect("a file");
    file(&chunks, "README.txt", "not a chunk");
    let chunks = chunks.to_str().expect("text");
    let run = gardez(["convert", "--to", "pgn", chunks, "-"]);
    assert_eq!((run.code, run.stdout.matches("[Event ").count()), (Some(1), 2));
    let [damage, summary] = run.stderr.lines().collect::<Vec<_>>()[..] else { panic!("{run:?}") };
    assert!(
        damage.starts_with(&format!("error: {chunks}/b.v6: expected 8356 bytes for a record of version 6, found 100"))
    );
    assert!(damage.ends_with(", in the record at byte 16712, after 1 game"), "{damage}");
    assert_eq!(summary, "2 games read, 2 written");
    let run = gardez(["convert", "--to", "plain", chunks, "-"]);
    assert_eq!((run.code, run.stdout.matches("\ne\n").count()), (Some(1), 5), "{run:?}");
    assert!(run.stderr.contains("the record is not sound (length), at byte 16712 of lc0's records, after 1 entry\n"));
    let empty = directory.join("empty");
    std::fs::create_dir(&empty).expect("a directory");
    let empty = empty.to_str().expect("text");
    let run = gardez(["stats", empty]);
    assert_eq!(run.only_error(), format!("cannot read {empty}: there are no chunks in it"));
}
