//! The files that a plan names, found by wildcards.

use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::store;

/// Returns the files of these names in ascending order, with absolute paths or addresses.
pub(super) fn find(names: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for name in names {
        let name = store::absolute(name)?;
        let (store, last) = store::of_file(Path::new(""), &name)?;
        // A file of this name is meant, even if the name looks like a pattern.
        if !last.contains(['*', '?']) || store.entry(&last)?.is_some() {
            found.push(name);
            continue;
        }
        let before = found.len();
        let files = store.list("", 0)?.into_keys().filter(|file| fits(&last, file));
        found.extend(files.map(|file| store.place(&file)));
        if found.len() == before {
            return Err(Error::Usage(format!("no file fits {}", name.display())));
        }
    }
    found.sort();
    if let Some(twice) = found.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Error::Usage(format!("{} is named twice", twice[0].display())));
    }
    if found.is_empty() {
        return Err(Error::Usage("no PGN file is named".to_owned()));
    }
    Ok(found)
}

/// Returns `true` if the name fits the pattern, in which `*` is any text and `?` any character.
fn fits(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    // The prefixes of the name that the pattern up to here fits.
    let mut reached = vec![false; name.len() + 1];
    reached[0] = true;
    for symbol in pattern {
        let mut next = vec![false; name.len() + 1];
        for end in 0..=name.len() {
            next[end] = match symbol {
                '*' => reached[end] || (0 < end && next[end - 1]),
                symbol => 0 < end && reached[end - 1] && (symbol == '?' || symbol == name[end - 1]),
            };
        }
        reached = next;
    }
    reached[name.len()]
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_star_is_any_text_and_a_question_mark_one_character() {
        for (pattern, yes, no) in [
            ("a*.pgn", &["a.pgn", "ab.pgn", "a.pgn.pgn"][..], &["b.pgn", "a.pgn.zst", ".pgn"][..]),
            ("*_20??-*", &["db_2013-01", "x_y_2024-12.pgn.zst"], &["db_2013", "db_201-01"]),
            ("**", &["", "a"], &[]),
            ("a[1].pgn", &["a[1].pgn"], &["a1.pgn"]),
        ] {
            yes.iter().for_each(|name| assert!(fits(pattern, name), "{pattern} {name}"));
            no.iter().for_each(|name| assert!(!fits(pattern, name), "{pattern} {name}"));
        }
        // No pattern takes exponential time.
        assert!(!fits(&"*a".repeat(100), &"a".repeat(99)));
    }

    #[test]
    fn files_are_sorted_and_a_name_that_fits_nothing_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["b.pgn", "a.pgn", "a.txt"] {
            fs::write(folder.path().join(name), name).expect("a file");
        }
        let found = find(&[folder.path().join("*.pgn")]).expect("two files fit");
        assert_eq!(found, ["a.pgn", "b.pgn"].map(|name| folder.path().join(name)));
        for names in [&["*.zst"][..], &["a.pgn", "*.pgn"], &[]] {
            let names: Vec<_> = names.iter().map(|name| folder.path().join(name)).collect();
            assert_eq!(find(&names).expect_err("refused").exit_code(), 2);
        }
    }
}
