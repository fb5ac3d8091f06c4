//! Patterns for the values of tags.

/// A text to compare with, in any case. A `*` stands for any text.
///
/// ```
/// use gardez_data::select::Pattern;
///
/// assert!(Pattern::new("c*, m*").matches("Carlsen, Magnus"));
/// assert!(!Pattern::new("magnus").matches("Carlsen, Magnus"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The texts between the stars, in lower case.
    parts: Vec<String>,
}

impl Pattern {
    /// Returns the pattern of this text.
    pub fn new(text: &str) -> Self {
        Self { parts: text.split('*').map(str::to_lowercase).collect() }
    }

    /// Returns `true` for the empty pattern, which only an empty value matches.
    pub(super) fn is_empty(&self) -> bool {
        self.parts == [""]
    }

    /// Returns `true` if the whole value matches.
    pub fn matches(&self, value: &str) -> bool {
        let value = value.to_lowercase();
        match &self.parts[..] {
            [first, middle @ .., last] => {
                let Some(mut rest) = value.strip_prefix(first.as_str()) else { return false };
                // The first place of each part leaves the most for the parts after it.
                for part in middle {
                    let Some(at) = rest.find(part.as_str()) else { return false };
                    rest = &rest[at + part.len()..];
                }
                rest.ends_with(last.as_str())
            }
            parts => *parts == [value],
        }
    }

    /// Returns `true` if the value contains the pattern. With a `*`, the whole value must match.
    pub(crate) fn is_in(&self, value: &str) -> bool {
        match &self.parts[..] {
            [only] => value.to_lowercase().contains(only.as_str()),
            _ => self.matches(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(Pattern::new(text).matches(value), is_whole, "{text} {value}");
        }
    }

    #[test]
    fn a_part_of_a_name_is_found_without_stars() {
        assert!(Pattern::new("magnus").is_in("Carlsen, Magnus"));
        assert!(!Pattern::new("magnus*").is_in("Carlsen, Magnus"));
    }
}
