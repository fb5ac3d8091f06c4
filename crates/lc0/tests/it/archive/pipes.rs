//! Named pipes in places where files are expected: an error or another file, but no program that waits for ever.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use gardez_lc0::training::{Archive, chunks};

use crate::archive::made::{contents, directory, gzip, opened, regular, short, written};
use crate::archive::tar::Form;

/// Makes a named pipe. `None` where there is no program for it.
fn pipe(path: PathBuf) -> Option<PathBuf> {
    let _ = fs::remove_file(&path);
    let is_made = Command::new("mkfifo").arg(&path).status().is_ok_and(|status| status.success());
    if !is_made {
        println!("skipped: named pipes");
    }
    is_made.then_some(path)
}

/// Returns the result of a function that ends.
fn ends<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(run()));
    receiver.recv_timeout(Duration::from_secs(60)).expect("it waits for another program")
}

fn opens(path: &Path) -> Result<usize, String> {
    let path = path.to_owned();
    ends(move || Archive::open(path).map(|archive| archive.len()).map_err(|error| error.to_string()))
}

#[test]
fn a_pipe_is_not_an_archive() {
    let root = directory("pipes");
    let Some(path) = pipe(root.join("pipe.tar")) else { return };
    let error = opens(&path).expect_err("a pipe");
    assert!(error.contains("not a regular file"), "{error}");
}

#[test]
fn a_pipe_in_the_place_of_a_chunk_costs_the_chunk() {
    let root = directory("pipes-chunk");
    let path = written(root.join("a.gz"), &gzip(&short(1)));
    let listed = Archive::open(&root).expect("a directory");
    let in_order = chunks(&root).expect("a directory");
    let Some(_) = pipe(path) else { return };
    assert_eq!(ends(move || contents(&listed)), [("a.gz".to_owned(), Err("file"))]);
    let mut in_order = in_order;
    assert!(ends(move || in_order.next_chunk().is_some_and(|chunk| chunk.is_err())));

    // A tar that was replaced after it was listed.
    let (bytes, _) = regular(2, Form::Gnu);
    let tar = written(root.join("b.tar"), &bytes);
    let listed = opened(&tar);
    let Some(_) = pipe(tar) else { return };
    assert!(ends(move || contents(&listed)).into_iter().all(|(_, bytes)| bytes == Err("file")));
}
