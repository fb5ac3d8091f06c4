//! The state of a loader belongs to the contents of its chunks, and not only to their names. The order belongs to the seed.

use std::fs;
use std::path::{Path, PathBuf};

use std::process::Command;

use gardez_data::loader::{
    Batch, ChunkSource, EntryFile, Files, Loader, LoaderError, LoaderOptions, LoaderState, Origin, Positions, Records,
    StateError,
};
use gardez_lc0::training::Archive;

use made::{directory, gzip, opened, regular, short, written};
use tar::Form;

#[path = "../../../lc0/tests/it/archive/made.rs"]
#[allow(dead_code)] // lc0's own tests use the rest
mod made;
#[path = "../../../lc0/tests/it/archive/tar.rs"]
#[allow(dead_code)] // the same
mod tar;

fn loader(source: impl ChunkSource + 'static) -> Loader<Records> {
    Loader::new(Records::new(source), LoaderOptions::default().with_shuffle(2)).expect("the options are right")
}

/// Returns what a new loader says to the state of another one.
fn restored(state: &LoaderState, source: impl ChunkSource + 'static) -> Result<(), LoaderError> {
    loader(source).restore(state)
}

fn is_refused(result: &Result<(), LoaderError>) -> bool {
    matches!(result, Err(LoaderError::State(StateError::OtherContents)))
}

/// Writes these games to a new directory.
fn games(name: &str, games: &[Vec<u8>]) -> PathBuf {
    let root = directory(name);
    for (number, bytes) in games.iter().enumerate() {
        written(root.join(format!("game_{number:06}.gz")), bytes);
    }
    root
}

fn files(root: &Path, count: usize) -> Files {
    Files::new((0..count).map(|number| root.join(format!("game_{number:06}.gz"))))
}

#[test]
fn a_state_is_not_restored_with_other_files_of_the_same_names() {
    let first: Vec<_> = (0..3).map(|number| gzip(&short(number))).collect();
    // The same sizes, but the last game has another byte.
    let mut second = first.clone();
    *second[2].last_mut().expect("bytes") ^= 1;
    // The same beginnings.
    let mut third = first.clone();
    third[0].push(0);
    let roots = [("state-1", &first), ("state-2", &second), ("state-3", &third), ("state-4", &first)];
    let roots = roots.map(|(name, bytes)| games(name, bytes));

    let of_files = loader(files(&roots[0], 3)).state();
    let of_archive = loader(Archive::open(&roots[0]).expect("a directory")).state();
    assert_eq!(of_files, of_archive);
    for (number, root) in roots.iter().enumerate() {
        let results =
            [restored(&of_files, files(root, 3)), restored(&of_files, Archive::open(root).expect("a directory"))];
        match number {
            // The same games in another directory are the same.
            0 | 3 => assert!(results.iter().all(Result::is_ok), "{results:?}"),
            _ => assert!(results.iter().all(is_refused), "{results:?}"),
        }
    }
    // A file that is not there any more is another one, too.
    fs::remove_file(roots[3].join("game_000001.gz")).expect("it was there");
    assert!(is_refused(&restored(&of_files, files(&roots[3], 3))));
}

#[test]
fn a_state_is_not_restored_with_a_tar_whose_members_are_others() {
    let root = directory("state-tar");
    let (bytes, places) = regular(5, Form::Gnu);
    let path = written(root.join("a.tar"), &bytes);
    let state = loader(opened(&path)).state();
    assert!(restored(&state, opened(&path)).is_ok());
    // Each member has its header 512 bytes before its content.
    for (at, _) in places {
        let mut changed = bytes.clone();
        changed[at + 512 + 20] ^= 1;
        let path = written(root.join("changed.tar"), &changed);
        assert!(is_refused(&restored(&state, opened(&path))), "the member at {at}");
    }
    let copy = written(root.join("copy.tar"), &bytes);
    assert!(restored(&state, opened(&copy)).is_ok());
}

#[test]
fn a_pipe_in_the_place_of_a_chunk_is_no_file_to_wait_for() {
    let path = directory("state-pipe").join("pipe.gz");
    let _ = fs::remove_file(&path);
    if !Command::new("mkfifo").arg(&path).status().is_ok_and(|status| status.success()) {
        println!("skipped: named pipes");
        return;
    }
    let mut loader = loader(Files::new([path]));
    assert!(loader.next_record().expect("problems are skipped").is_none());
    assert!(loader.problems()[0].to_string().contains("not a regular file"));
    let _ = loader.state();
}

/// The tests of the Python package compare its loaders with the same file, so a seed gives the same order in both.
#[test]
fn a_seed_gives_the_committed_order() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let data = |name: &str| root.join("../../conformance/data").join(name);
    let options = LoaderOptions::default().with_seed(7).with_shuffle(50).with_epochs(Some(2));
    let chunks = ["d00", "d08", "d34", "d40"].map(|name| data(&format!("lc0/validate/{name}.gz")));
    let mut loader = Loader::new(Records::new(Files::new(chunks)), options.clone()).expect("the options are right");
    let (mut found, mut origins) = ("records".to_owned(), [Origin::default()]);
    while loader.next_batch(Batch::new(1).with_origins(&mut origins)).expect("sound samples") == 1 {
        found += &format!(" {}:{}", origins[0].chunk, origins[0].record);
    }
    let packed = ["formats/chain.sfbinpack.binpack", "formats/chain.tools.binpack"];
    for (name, files) in [("binpack", &packed[..]), ("pgn", &["pgn/lichess_sample.pgn"])] {
        let files = files.iter().map(|name| EntryFile::open(data(name), None).expect("a sample"));
        let mut loader = Loader::new(Positions::new(files), options.clone()).expect("the options are right");
        found += &format!("\n{name}");
        while let Some((_, position)) = loader.next_position().expect("sound samples") {
            found += &format!(" {}", position.score());
        }
    }
    found += "\n";
    let path = root.join("tests/it/loader/orders.txt");
    if std::env::var_os("GARDEZ_RENEW").is_some() {
        fs::write(&path, &found).expect("written");
    }
    assert_eq!(found, fs::read_to_string(&path).expect("the file is committed"));
}
