//! The version of the program: it changes with any code that a unit runs, and with nothing else.

#[path = "../../build/sources.rs"]
mod sources;

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::common::{scale, text};

/// The repository.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("it is in the repository").to_owned()
}

/// Copies a file, or a folder with everything in it.
fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        for entry in fs::read_dir(from).expect("a folder") {
            let name = entry.expect("an entry").file_name();
            copy(&from.join(&name), &to.join(&name));
        }
    } else {
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        fs::copy(from, to).expect("a file");
    }
}

/// The digest in the version that the program prints.
fn printed_digest() -> String {
    let printed = text(&scale().arg("--version").output().expect("scale starts").stdout);
    let (start, rest) = printed.trim().split_once(".code.").expect("the version has a digest");
    assert_eq!(start, format!("scale {}+format.1", env!("CARGO_PKG_VERSION")));
    rest.split('.').next().unwrap_or_default().to_owned()
}

#[test]
fn the_version_has_the_digest_of_the_code_that_is_here() {
    assert_eq!(sources::digest(&repository()).expect("the sources"), printed_digest());
}

#[test]
fn every_crate_that_a_unit_runs_is_a_part_of_the_version() {
    let parts = sources::parts(&repository()).expect("the lock file");
    for name in
        ["types", "io", "bitboard", "zobrist", "position", "count", "notation", "formats", "lc0", "data", "gardez"]
    {
        assert!(parts.contains(&Path::new("crates").join(name).join("src")), "{name}");
    }
}

#[test]
fn a_change_of_one_character_changes_the_version_and_a_page_does_not() {
    let (folder, root) = (TempDir::new().expect("a folder"), repository());
    for part in sources::parts(&root).expect("the lock file") {
        copy(&root.join(&part), &folder.path().join(&part));
    }
    let (digest, printed) = (|| sources::digest(folder.path()).expect("the sources"), printed_digest());
    assert_eq!(digest(), printed, "it does not depend on where the sources are");
    for file in
        ["scale/src/perft/merge.rs", "scale/src/perft/record.rs", "crates/count/src/counter.rs", "scale/Cargo.lock"]
    {
        let path = folder.path().join(file);
        let original = fs::read_to_string(&path).expect("a source");
        let changed = original.replacen('1', "2", 1);
        fs::write(&path, if changed == original { format!("{original} ") } else { changed }).expect("a file");
        assert_ne!(digest(), printed, "{file}");
        fs::write(&path, original).expect("a file");
    }
    let new = folder.path().join("crates/position/src/new.rs");
    fs::write(&new, "").expect("a file");
    assert_ne!(digest(), printed, "a new file");
    fs::remove_file(new).expect("a file");
    fs::write(folder.path().join("scale/README.md"), "a page").expect("a file");
    fs::create_dir_all(folder.path().join("crates/cli/src")).expect("a folder");
    fs::write(folder.path().join("crates/cli/src/main.rs"), "another program").expect("a file");
    assert_eq!(digest(), printed);
}
