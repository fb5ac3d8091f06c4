//! Outputs of parts of the games.

use std::path::{Path, PathBuf};

use gardez::data::table;

/// A part: its name and its size next to the others.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Part {
    pub(super) name: String,
    pub(super) size: f64,
}

/// Reads a part such as `train=0.9`.
pub(super) fn part(text: &str) -> Result<Part, &'static str> {
    let part = text.split_once('=').and_then(|(name, size)| {
        let size = size.parse().ok().filter(|size| 0.0 < *size && f64::is_finite(*size))?;
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        (!name.is_empty() && name.chars().all(is_name)).then(|| Part { name: name.to_owned(), size })
    });
    part.ok_or("expected a name and a size above 0, such as train=0.9")
}

/// Returns the path of a part: the name of the part comes before the extension of the format.
pub(super) fn path_of(path: &Path, part: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let packing = [".gz", ".zst"].into_iter().find(|packing| name.ends_with(packing)).unwrap_or_default();
    let stem = &name[..name.len() - packing.len()];
    let extensions = table::formats().into_iter().flat_map(|format| format.extensions());
    let endings = extensions.filter(|extension| stem.ends_with(&format!(".{extension}")));
    let ending = endings.map(|extension| extension.len() + 1).max().unwrap_or(0);
    let (before, ending) = stem.split_at(stem.len() - ending);
    path.with_file_name(format!("{before}.{part}{ending}{packing}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_or_refused() {
        assert_eq!(part("train=0.9"), Ok(Part { name: "train".to_owned(), size: 0.9 }));
        assert_eq!(part("a_b-2=8").map(|part| part.size), Ok(8.0));
        for text in ["", "train", "=1", "a=0", "a=-1", "a=inf", "a=NaN", "a=x", "../a=1", "a.b=1"] {
            assert!(part(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_name_of_a_part_comes_before_the_extension_of_the_format() {
        for (path, expected) in [
            ("d.x/games.bin", "d.x/games.test.bin"),
            ("games.v2.binpack.gz", "games.v2.test.binpack.gz"),
            ("games.bullet.txt", "games.test.bullet.txt"),
            ("games", "games.test"),
        ] {
            assert_eq!(path_of(Path::new(path), "test"), Path::new(expected));
        }
    }
}
