//! The table of filters: the name of each condition and what it does.

use core::ops::RangeInclusive;
use core::str::FromStr;

use gardez_types::errors;

use super::{Filter, WinRate};

/// A condition by its name.
#[derive(Clone, Copy, Debug)]
pub struct FilterRow {
    /// The name, as on a command line.
    pub name: &'static str,
    /// The name of the value in a help text, if there is a value.
    pub value: Option<&'static str>,
    /// The description in a help text, in a line.
    pub about: &'static str,
    /// The end of an error.
    expected: &'static str,
    set: Set,
}

#[derive(Clone, Copy, Debug)]
enum Set {
    Flag(fn(&mut Filter)),
    Range(fn(&mut Filter, RangeInclusive<u32>)),
    Text(fn(&mut Filter, &str) -> Option<()>),
}

/// All conditions, in the order of help texts. `…-skipping` are nnue-pytorch's, except that `wld-fen-skipping` has its
/// win rate as an argument; `no-…` and `max-…` are like bullet's.
pub static FILTERS: &[FilterRow] = &[
    range("plies", "Plies of the entries, such as 16-200 or 16-", |filter, range| filter.plies = range),
    range("pieces", "Number of pieces, with the kings", |filter, range| filter.pieces = range),
    range("material", "Material of both sides (1, 3, 3, 5, 9)", |filter, range| filter.material = range),
    text("max-score", "SCORE", "Largest absolute value of the score", "a number from 0 to 32768", |filter, text| {
        filter.score = number(text).filter(|&score| score <= 1 << 15)?;
        Some(())
    }),
    text(
        "scores",
        "LOW..HIGH",
        "Scores, seen by the side to move",
        "two scores such as -300..300, or one such as 0..",
        |filter, text| {
            filter.scores = scores(text)?;
            Some(())
        },
    ),
    text(
        "max-incorrectness",
        "N",
        "How far a score may contradict the result",
        "a number from 0 to 65534",
        |filter, text| {
            filter.incorrectness = number(text).filter(|&most| most < u16::MAX)?;
            Some(())
        },
    ),
    flag("no-checks", "Leave out positions in check", |filter| filter.without_checks = true),
    flag("no-captures", "Leave out positions whose move is a capture", |filter| filter.without_captures = true),
    flag("no-promotions", "Leave out positions whose move is a promotion", |filter| filter.without_promotions = true),
    flag("no-castling", "Leave out positions whose move is castling", |filter| filter.without_castling = true),
    flag("no-value-none", "Leave out scores of 32002 (VALUE_NONE)", |filter| filter.without_value_none = true),
    flag("no-tactical", "Leave out checks, captures and promotions", |filter| {
        (filter.without_checks, filter.without_captures, filter.without_promotions) = (true, true, true);
    }),
    flag("with-move", "Leave out entries without a move", |filter| filter.with_move = true),
    flag("smart-fen-skipping", "Leave out checks and captures", |filter| {
        (filter.without_checks, filter.without_captures) = (true, true);
    }),
    text("early-fen-skipping", "N", "Leave out the first N plies", "a number", |filter, text| {
        let first: u32 = number(text)?;
        filter.plies = first.max(*filter.plies.start())..=*filter.plies.end();
        Some(())
    }),
    text("random-fen-skipping", "N", "Leave out N of N + 1 entries at random", "a number", |filter, text| {
        filter.probability = 1.0 / (f64::from(number::<u32>(text)?) + 1.0);
        Some(())
    }),
    text(
        "wld-fen-skipping",
        "A,B",
        "Leave out results that the score makes unlikely",
        "the score that wins half of the games and the scale, such as 254,81",
        |filter, text| {
            let (half, scale) = text.split_once(',')?;
            let rate = WinRate { half: number(half)?, scale: number(scale)? };
            let is_rate = rate.half.is_finite() && rate.scale.is_finite() && 0.0 <= rate.half && 0.0 < rate.scale;
            filter.win_rate = Some(rate).filter(|_| is_rate);
            filter.win_rate.map(|_| ())
        },
    ),
];

impl FilterRow {
    /// Adds the condition to a filter. The text is ignored by a condition without a value.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a value of the condition.
    pub fn set(&self, filter: &mut Filter, text: &str) -> Result<(), FilterTextError> {
        let wrong =
            || FilterTextError::Value { name: self.name.to_owned(), expected: self.expected, found: text.to_owned() };
        match self.set {
            Set::Flag(set) => {
                set(filter);
                Some(())
            }
            Set::Range(set) => numbers(text).map(|range| set(filter, range)),
            Set::Text(set) => set(filter, text),
        }
        .ok_or_else(wrong)
    }
}

impl Filter {
    /// Adds the condition with this name. The text is ignored by a condition without a value.
    ///
    /// ```
    /// use gardez_data::Filter;
    ///
    /// let mut filter = Filter::ALL;
    /// filter.set("max-score", "3000")?;
    /// filter.set("no_checks", "")?;
    /// assert_eq!(filter, Filter { score: 3000, without_checks: true, ..Filter::ALL });
    /// let error = filter.set("pieces", "many").unwrap_err();
    /// assert_eq!(error.to_string(), "pieces: expected a number or a range such as 16-200 or 16-, found \"many\"");
    /// # Ok::<_, gardez_data::FilterTextError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no condition has this name, with `-` or `_`, or if the text is not a value of the condition.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), FilterTextError> {
        let dashed = name.replace('_', "-");
        let unknown = || FilterTextError::Unknown { name: name.to_owned() };
        FILTERS.iter().find(|row| row.name == dashed).ok_or_else(unknown)?.set(self, text)
    }
}

errors! {
    /// A condition of a [`Filter`] that cannot be read.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum FilterTextError {
        Unknown { name: String } = "unknown", "there is no filter {name:?}";
        /// The condition does not have this value.
        Value { name: String, expected: &'static str, found: String } = "value",
            "{name}: expected {expected}, found {found:?}";
    }
}

const fn flag(name: &'static str, about: &'static str, set: fn(&mut Filter)) -> FilterRow {
    FilterRow { name, value: None, about, expected: "", set: Set::Flag(set) }
}

const fn range(name: &'static str, about: &'static str, set: fn(&mut Filter, RangeInclusive<u32>)) -> FilterRow {
    let expected = "a number or a range such as 16-200 or 16-";
    FilterRow { name, value: Some("RANGE"), about, expected, set: Set::Range(set) }
}

const fn text(
    name: &'static str,
    value: &'static str,
    about: &'static str,
    expected: &'static str,
    set: fn(&mut Filter, &str) -> Option<()>,
) -> FilterRow {
    FilterRow { name, value: Some(value), about, expected, set: Set::Text(set) }
}

fn number<T: FromStr>(text: &str) -> Option<T> {
    text.trim().parse().ok()
}

fn numbers(text: &str) -> Option<RangeInclusive<u32>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let last = if last.is_empty() && !first.is_empty() { Some(u32::MAX) } else { number(last) };
    Some(number(first)?..=last?).filter(|range| !range.is_empty())
}

/// Reads a range of scores, either end of which may be missing.
fn scores(text: &str) -> Option<RangeInclusive<i16>> {
    let (low, high) = text.split_once("..")?;
    let end = |text: &str, missing| if text.is_empty() { Some(missing) } else { number(text) };
    Some(end(low, i16::MIN)?..=end(high, i16::MAX)?).filter(|range| !range.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_or_refused() {
        assert_eq!(numbers("16-200"), Some(16..=200));
        assert_eq!(numbers("7"), Some(7..=7));
        assert_eq!(numbers("7-"), Some(7..=u32::MAX));
        for text in ["", "-", "-7", "9-7", "x", "1-x"] {
            assert_eq!(numbers(text), None, "{text}");
        }
        assert_eq!(scores("-300..300"), Some(-300..=300));
        assert_eq!((scores("..5"), scores("5..")), (Some(i16::MIN..=5), Some(5..=i16::MAX)));
        for text in ["", "5", "5..4", "a..b", "0..40000"] {
            assert_eq!(scores(text), None, "{text}");
        }
    }

    #[test]
    fn every_row_changes_the_filter_and_has_a_name_of_its_own() {
        for (index, row) in FILTERS.iter().enumerate() {
            let mut filter = Filter::ALL;
            let value = match row.value {
                Some("RANGE") => "3-5",
                Some("LOW..HIGH") => "-3..5",
                Some("A,B") => "254,81.5",
                Some(_) => "7",
                None => "",
            };
            assert_eq!(row.set(&mut filter, value), Ok(()), "{}", row.name);
            assert!(!filter.is_all(), "{}", row.name);
            assert_eq!(row.value.is_some(), row.set(&mut filter, "?").is_err(), "{}", row.name);
            assert!(FILTERS[..index].iter().all(|other| other.name != row.name), "{}", row.name);
        }
        let mut filter = Filter::ALL;
        assert!(filter.set("max-score", "40000").is_err() && filter.set("max-score", "32768") == Ok(()));
        assert!(filter.set("early-fen-skipping", "8").is_ok() && filter.set("wld-fen-skipping", "1,0").is_err());
        assert_eq!(filter.plies, 8..=u32::MAX);
        assert_eq!(filter.set("x", "").map_err(|error| error.to_string()), Err("there is no filter \"x\"".to_owned()));
    }
}
