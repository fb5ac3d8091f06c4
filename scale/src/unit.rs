//! The name of a unit, and the part of its input that it reads.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The file of a unit that is written last, when all others are complete.
pub(crate) const DONE: &str = "done.json";

/// The name of a unit: a stage and a number, written `count/12`.
///
/// The output of the unit is in the folder of this name, inside the folder of the plan.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct UnitId {
    pub(crate) stage: String,
    pub(crate) number: u32,
}

impl UnitId {
    pub(crate) fn new(stage: impl Into<String>, number: u32) -> Self {
        Self { stage: stage.into(), number }
    }

    /// Returns the name of a file of its output, in the folder of the plan.
    pub(crate) fn file(&self, name: &str) -> String {
        format!("{self}/{name}")
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.stage, self.number)
    }
}

gardez_types::errors! {
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub(crate) struct UnitIdError(text: String) = "unit-id", "expected a unit such as count/12, found {text:?}";
}

/// Returns `true` if a text can be the name of a stage, and a folder: small letters, digits and hyphens.
pub(crate) fn is_stage_name(text: &str) -> bool {
    let is_plain = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
    (1..=64).contains(&text.len()) && text.bytes().all(is_plain) && text.as_bytes()[0].is_ascii_lowercase()
}

impl FromStr for UnitId {
    type Err = UnitIdError;

    fn from_str(text: &str) -> Result<Self, UnitIdError> {
        let read = || {
            let (stage, number) = text.split_once('/')?;
            let unit = Self { stage: stage.to_owned(), number: number.parse().ok()? };
            // There is one way to write a number.
            (is_stage_name(stage) && unit.to_string() == text).then_some(unit)
        };
        read().ok_or_else(|| UnitIdError(text.chars().take(80).collect()))
    }
}

impl Serialize for UnitId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for UnitId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// The part of a stage's output that one unit of a later stage reads, if several units share a file.
///
/// The units of the later stage are spread evenly over the earlier ones, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slice {
    pub(crate) source: u32,
    pub(crate) part: u32,
    pub(crate) parts: u32,
}

impl Slice {
    /// Returns the slice of unit number `unit` of `units`, which read the outputs of `sources` units. There must be at
    /// least as many units as sources.
    pub(crate) fn new(unit: u32, units: u32, sources: u32) -> Self {
        let (unit, units, sources) = (u64::from(unit), u64::from(units).max(1), u64::from(sources));
        let source = unit * sources / units;
        let first = |source: u64| (source * units).div_ceil(sources.max(1));
        let narrow = |number: u64| u32::try_from(number).expect("at most the number of units");
        Self {
            source: narrow(source),
            part: narrow(unit - first(source)),
            parts: narrow(first(source + 1) - first(source)),
        }
    }

    /// Returns the rows of the slice, if there are `rows` in the whole output.
    pub(crate) fn rows(&self, rows: u64) -> Range<u64> {
        let cut = |part: u32| (u128::from(rows) * u128::from(part) / u128::from(self.parts)) as u64;
        cut(self.part)..cut(self.part + 1)
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    quickcheck! {
        /// Each row of each file is read by one unit, in order.
        fn slices_cover_every_row_once(sources: u8, extra: u8, rows: Vec<u16>) -> bool {
            let sources = u32::from(sources % 20) + 1;
            let units = sources + u32::from(extra);
            let rows = |source: u32| rows.get(source as usize).map_or(7, |&rows| u64::from(rows));
            let mut read = (0..units).flat_map(|unit| {
                let slice = Slice::new(unit, units, sources);
                slice.rows(rows(slice.source)).map(move |row| (slice.source, row))
            });
            (0..sources).flat_map(|source| (0..rows(source)).map(move |row| (source, row))).eq(read.by_ref())
        }

        fn a_unit_is_read_as_it_is_written(number: u32) -> bool {
            let unit = UnitId::new("merge-6", number);
            unit.to_string().parse() == Ok(unit)
        }

        fn any_text_that_is_read_as_a_unit_is_written_the_same(text: String) -> bool {
            text.parse::<UnitId>().map_or(true, |unit| unit.to_string() == text)
        }
    }

    #[test]
    fn five_units_share_two_files() {
        let files: Vec<u32> = (0..5).map(|unit| Slice::new(unit, 5, 2).source).collect();
        assert_eq!(files, [0, 0, 0, 1, 1]);
        assert_eq!(Slice::new(1, 5, 2).rows(100), 33..66);
    }

    #[test]
    fn a_unit_has_a_stage_and_a_number_which_is_written_in_one_way() {
        let unit: UnitId = "count/12".parse().expect("a unit");
        assert_eq!((unit.stage.as_str(), unit.number), ("count", 12));
        assert_eq!(unit.file("count.parquet"), "count/12/count.parquet");
        assert!("count/012".parse::<UnitId>().is_err());
    }

    #[test]
    fn a_name_that_leads_to_another_folder_is_not_a_unit() {
        for text in
            ["", "count", "count/", "/1", "../1", "a/../1", "count/-1", "count/1/2", "Count/1", "count/4294967296"]
        {
            assert!(text.parse::<UnitId>().is_err(), "{text}");
        }
    }
}
