//! The digest of the code that a unit runs: the sources and manifests of this crate and of the crates of the repository
//! that it links, and the lock file, which has the checksums of all others.
//!
//! The build script computes it for the version of the program, and a test computes it again for changed sources.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Returns the files and folders of the repository that a program is made of, relative to its root.
///
/// # Errors
///
/// Returns an error if the lock file cannot be read.
pub(crate) fn parts(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut parts: Vec<PathBuf> =
        ["Cargo.toml", "scale/Cargo.lock", "scale/Cargo.toml", "scale/build", "scale/build.rs", "scale/src"]
            .map(PathBuf::from)
            .into();
    let lock = fs::read_to_string(root.join("scale/Cargo.lock"))?;
    // A package without a source is a folder of the repository.
    for package in lock.split("[[package]]\n").filter(|package| !package.contains("\nsource = ")) {
        let name = package.strip_prefix("name = \"").and_then(|rest| rest.split('"').next());
        if let Some(name) = name.filter(|name| *name != "gardez-scale") {
            let folder = Path::new("crates").join(name.strip_prefix("gardez-").unwrap_or(name));
            parts.extend(["Cargo.toml", "src"].map(|part| folder.join(part)));
        }
    }
    Ok(parts)
}

/// Returns the digest of the parts: of the path, the size and the content of each file, in the order of the paths.
///
/// # Errors
///
/// Returns an error if a part does not exist or cannot be read.
pub(crate) fn digest(root: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    for part in parts(root)? {
        list(root, part, &mut files)?;
    }
    files.sort();
    let mut hasher = blake3::Hasher::new();
    for file in files {
        let content = fs::read(root.join(&file))?;
        hasher.update(format!("{} {}\n", file.display(), content.len()).as_bytes()).update(&content);
    }
    Ok(hasher.finalize().to_hex()[..16].to_owned())
}

/// Adds a file, or all files of a folder.
fn list(root: &Path, part: PathBuf, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let path = root.join(&part);
    if !path.is_dir() {
        files.push(part);
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let name = entry?.file_name();
        // What an editor hides is not compiled.
        if !name.as_encoded_bytes().starts_with(b".") {
            list(root, part.join(name), files)?;
        }
    }
    Ok(())
}
