//! The packages of the published crates, as a registry would get them, and what is in each.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use super::Effort;
use crate::outcome::Outcome;
use crate::process::{answers, output, root, shown};
use crate::workspace::{Package, Workspace};

/// Files that every package contains.
const REQUIRED: [&str; 5] = ["Cargo.toml", "README.md", "LICENSE-APACHE", "LICENSE-MIT", "src/lib.rs"];

/// Hidden files that a package may contain: the name of the commit, and which files have the same bytes on every
/// system.
const HIDDEN: [&str; 2] = [".cargo_vcs_info.json", ".gitattributes"];

/// The largest size of a packed package, in KiB.
const MAX_KIB: u64 = 192;

/// Packages that may be larger. `gardez-syzygy` has real endgame tables, which its tests read; `gardez-data` has the
/// loader of all kinds of samples, jobs, and the tools for PGN besides conversions and rescoring; `gardez-position` has
/// the reasons of illegal moves and boards made of packed pieces.
const LARGER: [(&str, u64); 3] = [("gardez-data", 244), ("gardez-position", 200), ("gardez-syzygy", 640)];

/// A file of a package.
struct File {
    /// Its path in the package, with `/` between the parts.
    path: String,
    bytes: Vec<u8>,
}

/// Packages every published crate, then checks what cargo prints and what each package contains.
pub(super) fn step(_: Effort) -> Result<Outcome, String> {
    if !answers(Command::new("tar").arg("--version")) {
        return Ok(Outcome::Skipped("tar"));
    }
    let workspace = Workspace::load()?;
    let mut arguments = vec!["package", "--locked", "--no-verify", "--allow-dirty"];
    arguments.extend(workspace.published().flat_map(|package| ["-p", package.name.as_str()]));
    let output = shown(&arguments).env("CARGO_TERM_COLOR", "never").output();
    let output = output.map_err(|error| format!("cargo cannot be started: {error}"))?;
    let log = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        eprint!("{log}");
        return Ok(Outcome::Failed);
    }

    let mut problems = warnings(&log);
    for package in workspace.published() {
        let (kib, files) = unpack(package, &workspace.target)?;
        println!("{:<16} {kib:>4} KiB {:>4} files", package.name, files.len());
        let found = contents(&files).into_iter().chain(size(&package.name, kib));
        problems.extend(found.map(|what| format!("{}: {what}", package.name)));
    }
    for problem in &problems {
        eprintln!("{problem}");
    }
    Ok(problems.is_empty().into())
}

/// Returns the warnings in what cargo prints, each with the crate that it is about: cargo names that in a later line.
fn warnings(log: &str) -> Vec<String> {
    let (mut warnings, mut pending) = (Vec::new(), Vec::new());
    for line in log.lines() {
        if line.starts_with("warning:") {
            pending.push(line);
        } else if let Some(package) = line.trim_start().strip_prefix("Packaging ") {
            let name = package.split(' ').next().unwrap_or(package);
            warnings.extend(pending.drain(..).map(|warning| format!("{name}: {warning}")));
        }
    }
    warnings.extend(pending.into_iter().map(String::from));
    warnings
}

/// Returns the size of a packed package in KiB, rounded up, and its files.
fn unpack(package: &Package, target: &Path) -> Result<(u64, Vec<File>), String> {
    let name = format!("{}-{}", package.name, package.version);
    let packed = target.join("package").join(format!("{name}.crate"));
    let bytes = fs::metadata(&packed).map_err(|error| format!("{}: {error}", packed.display()))?.len();

    let unpacked = target.join("package-contents");
    let cannot = |error: io::Error| format!("{}: {error}", unpacked.display());
    fs::create_dir_all(&unpacked).map_err(cannot)?;
    let directory = unpacked.join(&name);
    if directory.exists() {
        fs::remove_dir_all(&directory).map_err(cannot)?;
    }
    output(Command::new("tar").current_dir(&unpacked).arg("-xzf").arg(&packed))?;
    let mut files = Vec::new();
    descend(&directory, "", &mut files).map_err(cannot)?;
    Ok((bytes.div_ceil(1024), files))
}

fn descend(directory: &Path, prefix: &str, files: &mut Vec<File>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            descend(&entry.path(), &format!("{path}/"), files)?;
        } else {
            files.push(File { bytes: fs::read(entry.path())?, path });
        }
    }
    Ok(())
}

/// Returns what is wrong with the files of a package.
fn contents(files: &[File]) -> Vec<String> {
    let mut problems = Vec::new();
    for required in REQUIRED {
        let Some(file) = files.iter().find(|file| file.path == required) else {
            problems.push(format!("contains no {required}"));
            continue;
        };
        let is_license = required.starts_with("LICENSE");
        // Without symbolic links, git writes the path of the license instead of its text.
        if is_license && fs::read(root().join(required)).is_ok_and(|license| license != file.bytes) {
            problems.push(format!("{required} differs from the workspace's"));
        }
    }
    for file in files {
        let is_private = |part: &str| part == "target" || part.starts_with('.') && !HIDDEN.contains(&part);
        if file.path.split('/').any(is_private) {
            problems.push(format!("contains the private file {}", file.path));
        }
    }
    problems
}

/// Returns what is wrong with the size of a package.
fn size(name: &str, kib: u64) -> Option<String> {
    let bound = LARGER.iter().find(|(larger, _)| *larger == name).map_or(MAX_KIB, |(_, bound)| *bound);
    (bound < kib).then(|| format!("takes {kib} KiB, at most {bound}: see xtask/src/step/packages.rs"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, bytes: &[u8]) -> File {
        File { path: path.into(), bytes: bytes.into() }
    }

    fn complete() -> Vec<File> {
        let complete = REQUIRED.map(|name| {
            let is_license = name.starts_with("LICENSE");
            let bytes = is_license.then(|| fs::read(root().join(name)).expect("it is committed"));
            file(name, &bytes.unwrap_or_default())
        });
        complete.into_iter().chain(HIDDEN.map(|name| file(name, b""))).collect()
    }

    #[test]
    fn a_complete_package_has_no_problem() {
        assert_eq!(contents(&complete()), [""; 0]);
    }

    #[test]
    fn each_required_file_is_missed() {
        for (index, name) in REQUIRED.into_iter().enumerate() {
            let mut files = complete();
            files.remove(index);
            assert_eq!(contents(&files), [format!("contains no {name}")]);
        }
    }

    #[test]
    fn a_license_must_be_the_text_and_not_a_path() {
        let mut files = complete();
        files.retain(|file| file.path != "LICENSE-MIT");
        files.push(file("LICENSE-MIT", b"../../LICENSE-MIT"));
        assert_eq!(contents(&files), ["LICENSE-MIT differs from the workspace's"]);
    }

    #[test]
    fn private_files_are_reported() {
        for path in [".ci/run", "src/.swp", "target/debug/a", "tests/target/a"] {
            let mut files = complete();
            files.push(file(path, b""));
            assert_eq!(contents(&files), [format!("contains the private file {path}")]);
        }
    }

    #[test]
    fn a_large_package_needs_a_bound_of_its_own() {
        assert_eq!(size("gardez-types", MAX_KIB), None);
        assert!(size("gardez-types", MAX_KIB + 1).is_some());
        let (name, bound) = LARGER[0];
        assert_eq!(size(name, bound), None);
        assert!(size(name, bound + 1).is_some());
    }

    #[test]
    fn a_warning_is_reported_with_its_crate() {
        let log = "warning: no documentation\n  |\n  = note: see\n   Packaging a v0.1.0 (/b)\n    Packaged 2 files\n   Packaging c v0.1.0 (/d)\nwarning: late\n";
        assert_eq!(warnings(log), ["a: warning: no documentation", "warning: late"]);
    }
}
