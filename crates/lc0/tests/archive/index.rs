//! The index of a tar, in a file next to it or in memory.

use std::fs::{self, File};
use std::thread;
use std::time::{Duration, SystemTime};

use gardez_lc0::training::Archive;
use gardez_types::Generator;

use crate::made::{contents, directory, mixed, opened, regular, short, written};
use crate::tar::{BLOCK, Form, header};

#[test]
fn an_index_is_used_until_the_tar_changes() {
    let directory = directory("index");
    let (bytes, places) = regular(5, Form::Gnu);
    let path = written(directory.join("a.tar"), &bytes);
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_600_000_000);
    let touch =
        |time| File::options().write(true).open(&path).and_then(|file| file.set_modified(time)).expect("a time");
    touch(time);
    let expected = contents(&opened(&path));
    let index = directory.join("a.tar.index");
    assert!(!index.exists(), "an option");
    assert_eq!(contents(&Archive::open(&path).expect("a tar")), expected);
    let stored = fs::read(&index).expect("the index");

    // Members are overwritten without another time: the index is used, and what is not there any more is noticed.
    let mut damaged = bytes.clone();
    damaged[places[1].0] ^= 1;
    damaged[places[2].0..][..BLOCK].copy_from_slice(&header(b"", b"b.gz", 5, b'0', Form::Gnu));
    written(path.clone(), &damaged);
    touch(time);
    let archive = Archive::open(&path).expect("a tar");
    let found = contents(&archive);
    assert_eq!((found[1].1.clone(), found[2].1.clone()), (Err("changed"), Err("changed")));
    assert!([0, 3, 4].into_iter().all(|number| found[number] == expected[number]));
    let error = archive.chunk(1).expect("listed").records().map(drop).expect_err("changed");
    assert!(error.to_string().ends_with("has changed since its chunks were listed: data/game_000001.gz is not there"));

    // With another time, it is listed again, and the index replaced.
    touch(time + Duration::from_nanos(1_000_000));
    let listed = Archive::open(&path).expect("a tar");
    assert_eq!((listed.len(), listed.skipped_count()), (4, 1));
    assert_ne!(fs::read(&index).expect("the index"), stored);
    written(path.clone(), &bytes);
    touch(time);
    for damage in [&b""[..], b"gardeztr", &stored[..stored.len() - 1], &[&stored[..], b"\0"].concat(), &[7; 10_000]] {
        written(index.clone(), damage);
        assert_eq!(contents(&Archive::open(&path).expect("a tar")), expected);
        assert_eq!(fs::read(&index).expect("the index"), stored);
    }
    // An index that is there is loaded with what was skipped.
    let mixed = written(directory.join("mixed.tar"), &mixed(Form::Posix));
    let first = Archive::open(&mixed).expect("a tar");
    let second = Archive::open(&mixed).expect("a tar");
    assert_eq!((contents(&first), first.skipped()), (contents(&second), second.skipped()));
}

#[test]
fn an_index_that_cannot_be_written_is_kept_in_memory() {
    let directory = directory("memory-only");
    let path = written(directory.join("a.tar"), &regular(3, Form::Gnu).0);
    // A directory cannot be replaced by a file.
    fs::create_dir_all(directory.join("a.tar.index/x")).expect("a directory");
    let archive = Archive::open(&path).expect("a tar");
    assert!(contents(&archive).iter().all(|(_, read)| read.is_ok()) && archive.len() == 3);
    let left: Vec<_> =
        fs::read_dir(&directory).expect("listed").map(|entry| entry.expect("read").file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn threads_read_the_same_archive() {
    let path = written(directory("threads").join("a.tar"), &regular(200, Form::Posix).0);
    let archive = opened(&path);
    let expected: Vec<_> = (0..200).map(short).collect();
    thread::scope(|scope| {
        for seed in 0..3 {
            let (archive, expected) = (&archive, &expected);
            scope.spawn(move || {
                let (mut generator, mut bytes) = (Generator::new(seed), Vec::new());
                for _ in 0..200 {
                    let number = generator.next_below(archive.len());
                    archive.chunk(number).expect("listed").read_into(&mut bytes).expect("whole");
                    assert!(bytes == expected[number]);
                }
            });
        }
    });
}
