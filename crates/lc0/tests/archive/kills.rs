//! What is left of the index of a tar if its writer is killed at any moment: the whole index, or none.
//!
//! `GARDEZ_KILLS` is the number of kills: 24, or 125 if `GARDEZ_SLOW` is set, without it.
#![cfg(target_os = "linux")]

use std::env;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use gardez_lc0::training::Archive;

use crate::made::{directory, regular, written};
use crate::tar::Form;

/// The tar that a child of this test opens.
const TAR: &str = "GARDEZ_KILLS_TAR";

/// Does nothing, except in the child of the next test.
#[test]
fn an_archive_is_opened_when_the_next_test_asks_for_it() {
    if let Some(path) = env::var_os(TAR) {
        // Each time the tar has another time, so that the index is written.
        for seconds in 1.. {
            let file = File::options().write(true).open(&path).expect("a tar");
            file.set_modified(std::time::UNIX_EPOCH + Duration::from_secs(seconds)).expect("a time");
            Archive::open(&path).expect("a tar");
        }
    }
}

#[test]
fn an_index_whose_writer_is_killed_is_whole_or_not_there() {
    let directory = directory("kills");
    let probe = gardez_io::Output::create(directory.join("probe")).expect("a file");
    if fs::read_dir(&directory).expect("a directory").next().is_some() {
        println!("skipped: O_TMPFILE in {}", directory.display());
        return;
    }
    drop(probe);
    let (bytes, _) = regular(300, Form::Gnu);
    let tar = written(directory.join("a.tar"), &bytes);
    let index = directory.join("a.tar.index");
    Archive::open(&tar).expect("a tar");
    let whole = fs::read(&index).expect("an index");
    let usual = if env::var_os("GARDEZ_SLOW").is_some() { 125 } else { 24 };
    let kills = env::var("GARDEZ_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(usual);
    for kill in 0..kills {
        let mut child = Command::new(env::current_exe().expect("it runs"))
            .args(["--exact", "kills::an_archive_is_opened_when_the_next_test_asks_for_it"])
            .env(TAR, &tar)
            .stdout(Stdio::null())
            .spawn()
            .expect("it runs");
        if kill % 2 == 0 {
            let _ = fs::remove_file(&index);
        }
        let (start, random) = (Instant::now(), RandomState::new().hash_one(kill) % 20_000);
        while kill % 2 == 0 && !index.exists() && start.elapsed() < Duration::from_secs(10) {
            sleep(Duration::from_micros(random % 100));
        }
        sleep(Duration::from_micros(random));
        // The library handles no signal, so all that end a program are alike.
        let signal = ["KILL", "TERM"][kill / 2 % 2];
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()), "the child never ends by itself");
        child.wait().expect("it ends");
        let names = fs::read_dir(&directory).expect("a directory").map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<_> = names.filter_map(|name| name.into_string().ok()).collect();
        names.sort();
        assert!(names == ["a.tar", "a.tar.index"] || names == ["a.tar"], "{signal} leaves {names:?}");
        if let Ok(left) = fs::read(&index) {
            assert_eq!((left.len(), &left[..12]), (whole.len(), &whole[..12]), "{signal} leaves a part");
        }
        // What is left is used, or replaced.
        assert_eq!(Archive::open(&tar).expect("a tar").len(), 300);
        let index = fs::read(&index).expect("an index");
        assert_eq!((index.len(), fs::read(&tar).is_ok_and(|tar| tar == bytes)), (whole.len(), true));
    }
}
