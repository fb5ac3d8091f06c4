//! Patterns for the values of tags.

use std::convert::Infallible;
use std::str::FromStr;

/// A text to compare with, without regard to case. A `*` stands for any text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pattern {
    /// The texts between the stars, in lower case.
    parts: Vec<String>,
}

/// A tag and the pattern of its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TagPattern {
    pub(super) name: String,
    pub(super) value: Pattern,
}

impl FromStr for Pattern {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self { parts: text.split('*').map(str::to_lowercase).collect() })
    }
}

impl FromStr for TagPattern {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        match text.split_once('=') {
            Some((name, value)) if !name.is_empty() => {
                let Ok(value) = value.parse();
                Ok(Self { name: name.to_owned(), value })
            }
            _ => Err("expected NAME=VALUE, such as Event=*Open*"),
        }
    }
}

impl Pattern {
    /// Returns `true` for the empty pattern, which only an empty value meets.
    pub(super) fn is_empty(&self) -> bool {
        self.parts.iter().all(String::is_empty) && self.parts.len() == 1
    }

    /// Returns `true` if the whole value is as the pattern says.
    pub(super) fn is_whole(&self, value: &str) -> bool {
        let value = value.to_lowercase();
        match &self.parts[..] {
            [] => value.is_empty(),
            [only] => *only == value,
            [first, middle @ .., last] => {
                let Some(mut rest) = value.strip_prefix(first.as_str()) else { return false };
                // The first place of each part leaves the most for the parts after it.
                for part in middle {
                    match rest.find(part.as_str()) {
                        Some(at) => rest = &rest[at + part.len()..],
                        None => return false,
                    }
                }
                rest.ends_with(last.as_str())
            }
        }
    }

    /// Returns `true` if the value contains the pattern; with a `*`, the same as [`Pattern::is_whole`].
    pub(super) fn is_in(&self, value: &str) -> bool {
        match &self.parts[..] {
            [only] => value.to_lowercase().contains(only.as_str()),
            _ => self.is_whole(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Pattern {
        let Ok(pattern) = text.parse();
        pattern
    }

    #[test]
    fn a_star_stands_for_any_text() {
        for (text, value, is_whole) in [
            ("carlsen", "Carlsen", true),
            ("carlsen", "Carlsen, Magnus", false),
            ("carlsen*", "Carlsen, Magnus", true),
            ("*magnus", "Carlsen, Magnus", true),
            ("c*,*s", "Carlsen, Magnus", true),
            ("a*a", "a", false),
            ("a*a", "aa", true),
            ("a*b*b", "ab", false),
            ("*", "", true),
            ("", "", true),
            ("", "x", false),
            ("É*", "é2", true),
        ] {
            assert_eq!(pattern(text).is_whole(value), is_whole, "{text} {value}");
        }
    }

    #[test]
    fn a_part_of_a_name_is_found_without_stars() {
        assert!(pattern("magnus").is_in("Carlsen, Magnus"));
        assert!(!pattern("magnus*").is_in("Carlsen, Magnus"));
    }
}
