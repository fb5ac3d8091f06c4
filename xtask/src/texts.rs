//! The files of the workspace that people write: code, documents and configuration.
//!
//! Tests of other packages contain this file, too.

use std::fs;
use std::path::Path;

/// The endings of their names, and the hidden directories that contain some of them.
const KINDS: [&str; 5] = ["rs", "md", "toml", "yml", "py"];
const HIDDEN: [&str; 2] = [".cargo", ".github"];

pub(super) struct Text {
    /// Its path from the workspace root, with `/` between the parts.
    pub(super) path: String,
    pub(super) text: String,
}

impl Text {
    /// Returns `true` if the name ends in `.kind`.
    pub(super) fn is(&self, kind: &str) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, extension)| extension == kind)
    }
}

/// Returns every text below `root`, except in hidden directories and in those of tools.
pub(super) fn collect(root: &Path) -> Result<Vec<Text>, String> {
    let (mut texts, mut directories) = (Vec::new(), vec![String::new()]);
    while let Some(directory) = directories.pop() {
        let entries = fs::read_dir(root.join(&directory)).map_err(|error| format!("{directory}: {error}"))?;
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let file = Text { path: format!("{directory}{name}"), text: String::new() };
            let is_tools = name.starts_with('.') || name == "target" || name == "node_modules";
            if is_tools && !HIDDEN.contains(&&*name) {
                continue;
            }
            if entry.path().is_dir() {
                directories.push(file.path + "/");
            } else if KINDS.iter().any(|kind| file.is(kind)) {
                let text = fs::read_to_string(entry.path()).map_err(|error| format!("{}: {error}", file.path))?;
                texts.push(Text { text, ..file });
            }
        }
    }
    Ok(texts)
}
