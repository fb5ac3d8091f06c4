//! The tag pairs of a game.

use alloc::string::String;
use alloc::vec::Vec;

use super::GameResult;

/// The names of the seven tag roster, in its order.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The tag pairs of a game, in the order in which they were given; each name stands once.
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
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its place if it is there already; returns its former value. Looks at one tag after another.
    ///
    /// A name is made of letters, digits and underscores; what else is in it, the writer leaves out.
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

    /// Removes a tag; returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let index = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(index).1)
    }

    /// Names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends a tag whose name is not there yet.
    pub(super) fn push(&mut self, name: String, value: String) {
        self.0.push((name, value));
    }

    /// Sets the value of the tag at a place.
    pub(super) fn set_at(&mut self, place: usize, value: String) {
        self.0[place].1 = value;
    }

    /// The value of a tag of the roster, or what the export format puts in its place.
    pub(super) fn roster(&self, name: &str, result: GameResult) -> &str {
        self.get(name).unwrap_or(match name {
            "Date" => "????.??.??",
            "Result" => result.as_str(),
            _ => "?",
        })
    }

    /// Those that do not belong to the roster.
    pub(super) fn others(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter().filter(|(name, _)| !ROSTER.contains(name))
    }
}
