//! Absolute paths that only one machine has.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::Problem;
use crate::process;

/// The first parts of paths that only one machine has. They have no slashes here, so that this file passes its own
/// check.
const PRIVATE: [&str; 4] = ["home", "root", "Users", "work"];

/// Lines of tracked files that contain an absolute path of a home or work directory.
pub(super) fn machine_paths(root: &Path) -> Vec<Problem> {
    let Ok(files) = process::output(Command::new("git").current_dir(root).args(["ls-files", "-z"])) else {
        eprintln!("skipped: git");
        return Vec::new();
    };
    let mut problems = Vec::new();
    for file in files.split_terminator('\0') {
        // A tracked file may have been removed.
        let Ok(text) = fs::read(root.join(file)) else { continue };
        for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
            if let Some(path) = machine_path(line) {
                let what = format!("contains a path below {path}, which other machines lack");
                problems.push(Problem::at(file, index + 1, what));
            }
        }
    }
    problems
}

/// Returns the beginning of the first such path in `line`.
pub(crate) fn machine_path(line: &[u8]) -> Option<String> {
    PRIVATE.map(|name| format!("/{name}/")).into_iter().find(|path| {
        let path = path.as_bytes();
        let starts = line.windows(path.len()).enumerate().filter(|(_, window)| *window == path).map(|(start, _)| start);
        // After a word, the slash continues a relative path or an address.
        let mut absolute = starts.filter(|&start| start == 0 || !continues(line[start - 1]));
        absolute.next().is_some()
    })
}

/// Returns `true` if a path goes on after `byte`.
fn continues(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-.)}>~*".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_one_machine_is_found_after_any_text() {
        for name in PRIVATE {
            for before in ["", "see ", "\"", "(", "file://", "PATH="] {
                let line = format!("{before}/{name}/somebody");
                assert_eq!(machine_path(line.as_bytes()), Some(format!("/{name}/")), "{line}");
            }
        }
    }

    #[test]
    fn relative_paths_and_addresses_are_allowed() {
        for name in PRIVATE {
            for before in ["docs", "https://example.org", "..", "${ROOT}"] {
                let line = format!("{before}/{name}/page");
                assert_eq!(machine_path(line.as_bytes()), None, "{line}");
            }
            assert_eq!(machine_path(format!("/{name}").as_bytes()), None);
        }
    }
}
