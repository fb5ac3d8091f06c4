//! The names in their parts.

use std::collections::BTreeSet;

use crate::lines::Line;
use crate::tree::Tree;

/// The largest numbers of parts and of characters for which the library has room. They are the same as in its
/// `name.rs`.
const MAX_PARTS: usize = 8;
const MAX_CHARACTERS: usize = 128;

/// The names of all lines, with all their beginnings.
pub(crate) struct Names {
    /// The different parts, sorted.
    parts: Vec<String>,
    tree: Tree<String>,
}

impl Names {
    pub(crate) fn new(lines: &[Line]) -> Result<Self, String> {
        let mut sequences = Vec::new();
        for line in lines {
            let parts = split(&line.name);
            let is_long = MAX_PARTS < parts.len() || MAX_CHARACTERS < line.name.chars().count();
            if is_long || parts.iter().any(|part| part.is_empty() || part.contains('\n')) {
                return Err(format!("{:?} cannot be stored", line.name));
            }
            sequences.push(parts);
        }
        let parts: BTreeSet<_> = sequences.iter().flatten().cloned().collect();
        let tree = Tree::new(sequences.iter().map(Vec::as_slice))?;
        Ok(Self { parts: parts.into_iter().collect(), tree })
    }

    pub(crate) fn tree(&self) -> &Tree<String> {
        &self.tree
    }

    pub(crate) fn part_count(&self) -> usize {
        self.parts.len()
    }

    pub(crate) fn number(&self, name: &str) -> u16 {
        self.tree.number(&split(name))
    }

    pub(crate) fn part(&self, part: &str) -> usize {
        self.parts.binary_search_by(|other| other.as_str().cmp(part)).expect("every part of a name is listed")
    }

    pub(crate) fn text(&self) -> String {
        self.parts.iter().map(|part| format!("{part}\n")).collect()
    }
}

/// Returns the family before the first colon, then the variations between commas.
fn split(name: &str) -> Vec<String> {
    match name.split_once(": ") {
        None => vec![name.into()],
        Some((family, variations)) => [family].into_iter().chain(variations.split(", ")).map(String::from).collect(),
    }
}
