//! The tag pairs of a game.

use alloc::string::String;
use alloc::vec::Vec;

use gardez_types::GameResult;

use crate::pgn::scan::read_result;

/// The names of the seven tag roster, in its order.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The tag pairs of a game in their order, with unique names.
///
/// ```
/// use gardez_notation::pgn::Tags;
///
/// let mut tags = Tags::default();
/// tags.set("White", "Morphy, Paul");
/// assert_eq!(tags.get("White"), Some("Morphy, Paul"));
/// assert_eq!(tags.get("Black"), None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// Returns the value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its place or at the end, and returns its former value. Searches the tags one by one.
    ///
    /// The writer omits blanks, control characters, quotes and brackets in names, and tags whose name then is empty.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) -> Option<String> {
        let (name, value) = (name.into(), value.into());
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => Some(core::mem::replace(known, value)),
            None => {
                self.0.push((name, value));
                None
            }
        }
    }

    /// Removes a tag and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let index = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(index).1)
    }

    /// Names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns the number of tags.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there are no tags.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn push(&mut self, name: String, value: String) {
        self.0.push((name, value));
    }

    pub(super) fn set_at(&mut self, place: usize, value: String) {
        self.0[place].1 = value;
    }

    /// Returns the value of a tag of the roster, by default the one of the export format.
    pub(in crate::pgn) fn roster(&self, name: &str, result: GameResult) -> &str {
        let is_same = |value: &str| read_result(value.trim().as_bytes()).is_some_and(|found| found.result == result);
        match (name, self.get(name)) {
            // `1/2` is written as `1/2-1/2`; `0-0`, for a result that is unknown, stays.
            ("Result", value) if value.is_none_or(|value| result != GameResult::Unknown && is_same(value)) => {
                result.as_str()
            }
            (_, Some(value)) => value,
            ("Date", None) => "????.??.??",
            _ => "?",
        }
    }

    /// Iterates over the tags that are not in the roster.
    pub(in crate::pgn) fn others(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter().filter(|(name, _)| !ROSTER.contains(name))
    }
}
