//! A tar that changes after its chunks were listed, and several threads that read one.

use std::thread;

use gardez_lc0::training::Archive;
use gardez_types::Generator;

use crate::archive::made::{contents, directory, opened, regular, short, written};
use crate::archive::tar::{BLOCK, Form, header};

#[test]
fn a_member_that_is_not_there_any_more_is_an_error() {
    let directory = directory("changed");
    let (bytes, places) = regular(5, Form::Gnu);
    let path = written(directory.join("a.tar"), &bytes);
    let archive = Archive::open(&path).expect("a tar");
    let expected = contents(&archive);
    let mut damaged = bytes.clone();
    damaged[places[1].0] ^= 1;
    damaged[places[2].0..][..BLOCK].copy_from_slice(&header(b"", b"b.gz", 5, b'0', Form::Gnu));
    std::fs::write(&path, &damaged).expect("a file");
    let found = contents(&archive);
    assert_eq!((found[1].1.clone(), found[2].1.clone()), (Err("changed"), Err("changed")));
    assert!([0, 3, 4].into_iter().all(|number| found[number] == expected[number]));
    let error = archive.chunk(1).expect("listed").records().map(drop).expect_err("changed");
    assert!(error.to_string().ends_with("has changed since its chunks were listed: data/game_000001.gz is not there"));
    assert_eq!(std::fs::read_dir(&directory).expect("listed").count(), 1, "nothing is written");
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
