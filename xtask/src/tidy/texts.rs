//! The files of the workspace that people write: code, documents and configuration.

use std::fs;
use std::path::Path;

use walkdir::{DirEntry, WalkDir};

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
        self.path.rsplit_once('.').is_some_and(|(_, ending)| ending == kind)
    }

    /// Returns what is before the module of tests.
    pub(super) fn code(&self) -> &str {
        self.text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()
    }
}

/// Returns every text below `root`, except in directories called `target` and in hidden ones.
pub(super) fn collect(root: &Path) -> Result<Vec<Text>, String> {
    let is_ours = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        let is_hidden = name.starts_with('.') && !HIDDEN.contains(&&*name);
        entry.depth() == 0 || !is_hidden && name != "target" && name != "node_modules"
    };
    let mut texts = Vec::new();
    for entry in WalkDir::new(root).into_iter().filter_entry(is_ours) {
        let entry = entry.map_err(|error| error.to_string())?;
        let path = entry.path().strip_prefix(root).unwrap_or(root).display().to_string().replace('\\', "/");
        let mut text = Text { path, text: String::new() };
        if entry.file_type().is_file() && KINDS.iter().any(|kind| text.is(kind)) {
            text.text = fs::read_to_string(entry.path()).map_err(|error| format!("{}: {error}", text.path))?;
            texts.push(text);
        }
    }
    Ok(texts)
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
