//! The files of the workspace that people write: code, documents and configuration.

use std::fs;
use std::io;
use std::path::Path;

/// The endings of their names.
const KINDS: [&str; 5] = ["rs", "md", "toml", "yml", "py"];

/// The hidden directories that contain some of them.
const HIDDEN: [&str; 2] = [".cargo", ".github"];

/// A text file.
pub(super) struct Text {
    /// Its path from the workspace root, with `/` between the parts.
    pub(super) path: String,
    pub(super) text: String,
}

impl Text {
    /// Returns `true` if the name ends in `.kind`.
    pub(super) fn is(&self, kind: &str) -> bool {
        extension(&self.path) == Some(kind)
    }
}

/// Returns every text below `root`, except in directories called `target` and in hidden ones.
pub(super) fn collect(root: &Path) -> Result<Vec<Text>, String> {
    let mut texts = Vec::new();
    descend(root, "", &mut texts).map_err(|error| format!("the files cannot be read: {error}"))?;
    Ok(texts)
}

/// Adds the texts of the directory whose path from the root is `directory`: empty, or with a `/` at its end.
fn descend(root: &Path, directory: &str, texts: &mut Vec<Text>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(directory))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{directory}{name}");
        let is_hidden = name.starts_with('.') && !HIDDEN.contains(&name.as_str());
        if entry.file_type()?.is_dir() {
            if !is_hidden && name != "target" && name != "node_modules" {
                descend(root, &format!("{path}/"), texts)?;
            }
        } else if !is_hidden && extension(&name).is_some_and(|kind| KINDS.contains(&kind)) {
            texts.push(Text { text: fs::read_to_string(root.join(&path))?, path });
        }
    }
    Ok(())
}

fn extension(path: &str) -> Option<&str> {
    Some(path.rsplit_once('.')?.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_in_all_directories_but_hidden_and_built_ones() {
        let root = std::env::temp_dir().join(format!("gardez-texts-{}", std::process::id()));
        for file in ["a.md", "b/c.rs", "b/.github/d.yml", "b/.e/f.rs", "target/g.rs", "h.bin", ".i.md"] {
            let path = root.join(file);
            fs::create_dir_all(path.parent().expect("it has a directory")).expect("a temporary directory");
            fs::write(path, "text").expect("a temporary directory");
        }
        let texts = collect(&root);
        fs::remove_dir_all(&root).expect("a temporary directory");
        let mut paths: Vec<_> = texts.expect("all files are text").into_iter().map(|text| text.path).collect();
        paths.sort();
        assert_eq!(paths, ["a.md", "b/.github/d.yml", "b/c.rs"]);
    }
}
