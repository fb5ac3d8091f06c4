//! The packages of the published crates, as a registry would get them, and what is in each.

use std::fs;
use std::path::Path;

use crate::process::{Outcome, cannot, cargo, output, root, shown};
use crate::workspace::Workspace;

/// Files that every package contains.
const REQUIRED: [&str; 5] = ["Cargo.toml", "README.md", "LICENSE-APACHE", "LICENSE-MIT", "src/lib.rs"];

const HIDDEN: [&str; 2] = [".cargo_vcs_info.json", ".gitattributes"];

/// The largest size of a packed package, in KiB.
const MAX_KIB: u64 = 192;

/// Packages that may be larger: `gardez-syzygy` has real endgame tables for its tests, `gardez-data` the loader and the
/// tools for PGN, `gardez-position` the reasons of illegal moves.
const LARGER: [(&str, u64); 3] = [("gardez-data", 280), ("gardez-position", 200), ("gardez-syzygy", 640)];

/// Packages every published crate, then checks what cargo prints and what each package contains.
pub(crate) fn step() -> Result<Outcome, String> {
    let workspace = Workspace::load()?;
    let mut run = shown(&format!("package --locked --no-verify --allow-dirty{}", workspace.options()));
    let run = run.env("CARGO_TERM_COLOR", "never").output();
    let run = run.map_err(|error| format!("cargo cannot be started: {error}"))?;
    let log = String::from_utf8_lossy(&run.stderr);
    if !run.status.success() {
        eprint!("{log}");
        return Ok(Outcome::Failed);
    }

    let mut problems = warnings(&log);
    for package in workspace.published() {
        let packed = workspace.target.join(format!("package/{}-{}.crate", package.name, package.version));
        let bytes = fs::metadata(&packed).map_err(cannot(&packed))?.len();
        let kib = bytes.div_ceil(1024);
        let list = format!("package --locked --list --allow-dirty -p {}", package.name);
        let files = output(&mut cargo(&list))?.replace('\\', "/");
        println!("{:<16} {kib:>4} KiB {:>4} files", package.name, files.lines().count());
        let directory = root().join(&package.manifest).with_file_name("");
        let found = contents(&files, &directory).into_iter().chain(size(&package.name, kib));
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

/// Returns what is wrong with the files of a package, which are in a directory.
fn contents(files: &str, directory: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    for required in REQUIRED {
        if !files.lines().any(|file| file == required) {
            problems.push(format!("contains no {required}"));
            continue;
        }
        // Without symbolic links, git writes the path of the license instead of its text.
        let is_same = || fs::read(root().join(required)).ok() == fs::read(directory.join(required)).ok();
        if required.starts_with("LICENSE") && !is_same() {
            problems.push(format!("{required} differs from the workspace's"));
        }
    }
    let is_private = |part: &str| part == "target" || part.starts_with('.') && !HIDDEN.contains(&part);
    let private = files.lines().filter(|file| file.split('/').any(is_private));
    problems.extend(private.map(|file| format!("contains the private file {file}")));
    problems
}

fn size(name: &str, kib: u64) -> Option<String> {
    let bound = LARGER.iter().find(|(larger, _)| *larger == name).map_or(MAX_KIB, |(_, bound)| *bound);
    (bound < kib).then(|| format!("takes {kib} KiB, at most {bound}: see xtask/src/packages.rs"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(files: &[&str]) -> Vec<String> {
        contents(&files.join("\n"), &root().join("crates/types"))
    }

    #[test]
    fn a_complete_package_has_no_problem_and_each_required_file_is_missed() {
        let complete = [&REQUIRED[..], &HIDDEN].concat();
        assert_eq!(problems(&complete), [""; 0]);
        for name in REQUIRED {
            let others: Vec<_> = complete.iter().copied().filter(|other| *other != name).collect();
            assert_eq!(problems(&others), [format!("contains no {name}")]);
        }
    }

    #[test]
    fn a_license_must_be_the_text_and_not_a_path() {
        let directory = std::env::temp_dir().join(format!("gardez-packages-{}", std::process::id()));
        fs::create_dir_all(&directory).expect("the temporary directory can be written");
        fs::copy(root().join("LICENSE-APACHE"), directory.join("LICENSE-APACHE")).expect("as before");
        fs::write(directory.join("LICENSE-MIT"), "../../LICENSE-MIT").expect("as before");
        let found = contents(&REQUIRED.join("\n"), &directory);
        fs::remove_dir_all(&directory).expect("the temporary directory can be removed");
        assert_eq!(found, ["LICENSE-MIT differs from the workspace's"]);
    }

    #[test]
    fn private_files_are_reported() {
        for path in [".ci/run", "src/.swp", "target/debug/a", "tests/target/a"] {
            let files = [&REQUIRED[..], &[path]].concat();
            assert_eq!(problems(&files), [format!("contains the private file {path}")]);
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
