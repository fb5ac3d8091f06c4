//! Values of arguments: ranges such as `7`, `10-12` and `1000-`, and names from a list.

use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Reads a value or a range, both ends included. A range without an end goes to `last`, if that is given.
pub(crate) fn range<T: FromStr + PartialOrd + Copy>(text: &str, last: Option<T>) -> Option<RangeInclusive<T>> {
    let (first, end) = text.split_once('-').unwrap_or((text, text));
    let end = if end.is_empty() { last } else { end.parse().ok() };
    Some(first.parse().ok()?..=end?).filter(|range| !range.is_empty())
}

pub(crate) fn choice<T: Copy + Send + Sync>(
    choices: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> + use<T> {
    let value = |name: String| choices.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    PossibleValuesParser::new(choices.iter().map(|(name, _)| *name))
        .try_map(move |name| value(name).ok_or("not a name in the list"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_or_refused() {
        let read = |text| range(text, Some(u32::MAX));
        assert_eq!(read("16-200"), Some(16..=200));
        assert_eq!(read("7"), Some(7..=7));
        assert_eq!(read("7-"), Some(7..=u32::MAX));
        for text in ["", "-", "-7", "9-7", "x", "1-x"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(range::<u32>("7-", None), None);
    }
}
