//! Comparisons. Each call counts one comparison and, if the values differ, notes the difference with its place.

use std::cell::OnceCell;
use std::fmt::Display;
use std::path::PathBuf;
use std::rc::Rc;

use gardez_bitboard::Bitboard;
use gardez_syzygy::Tablebase;
use gardez_types::Square;

use crate::Options;
use crate::Outcome;
use crate::games::GameCache;
use crate::json::Node;
use crate::report::{Damage, Difference, RecordError, Report};

/// The report of a file while the file is checked.
pub(crate) struct Findings<'o> {
    pub(crate) options: &'o Options,
    /// The directory of the file, because some files refer to others next to them. `None` for a text in memory.
    pub(crate) directory: Option<PathBuf>,
    report: Report,
    line: u64,
    subject: String,
    tables: OnceCell<Result<Rc<Tablebase>, String>>,
    /// The games of files to which several rows refer.
    pub(crate) games: GameCache,
}

impl<'o> Findings<'o> {
    pub(crate) fn new(options: &'o Options) -> Self {
        Self {
            options,
            directory: None,
            report: Report::default(),
            line: 0,
            subject: String::new(),
            tables: OnceCell::new(),
            games: GameCache::default(),
        }
    }

    pub(crate) fn into_report(self) -> Report {
        self.report
    }

    /// The number of records so far, including the current one.
    pub(crate) const fn records(&self) -> u64 {
        self.report.records
    }

    /// True if there has been no record and no damage so far.
    pub(crate) const fn is_empty(&self) -> bool {
        self.report.records == 0 && self.report.damaged == 0
    }

    /// The endgame tables in the directory of the options. The first call opens them.
    pub(crate) fn tables(&self) -> Outcome<Rc<Tablebase>> {
        let open = || match &self.options.syzygy {
            Some(directory) => Tablebase::open([directory]).map(Rc::new).map_err(|error| error.to_string()),
            None => Err("no directory of endgame tables is given".to_owned()),
        };
        self.tables.get_or_init(open).clone().map_err(|what| RecordError::new("", what))
    }

    /// Starts the next record.
    pub(crate) fn begin_record(&mut self, line: u64) {
        self.report.records += 1;
        self.line = line;
        self.subject.clear();
    }

    /// Counts a move, ply or number of the record.
    pub(crate) const fn part(&mut self) {
        self.report.parts += 1;
    }

    /// Sets the subject of the record, which is printed with its differences.
    pub(crate) fn about(&mut self, subject: &str) {
        subject.clone_into(&mut self.subject);
    }

    /// Notes that the record is damaged or, with line 0, that the file is.
    pub(crate) fn damage(&mut self, line: u64, error: RecordError) {
        self.report.damaged += 1;
        if self.report.damages.len() < self.options.show {
            self.report.damages.push(Damage { line, field: error.field, what: error.what });
        }
    }

    /// Notes that a node count is above the bound and is not checked.
    pub(crate) const fn above_bound(&mut self) {
        self.report.above_bound += 1;
    }

    /// Compares two values.
    pub(crate) fn compare<T: PartialEq + Display + ?Sized>(&mut self, field: impl Display, expected: &T, found: &T) {
        self.report.comparisons += 1;
        if expected != found {
            self.differ(field, &expected, &found);
        }
    }

    /// Compares with a claim that must be true for every record.
    pub(crate) fn holds(&mut self, field: impl Display, claim: &str, is_true: bool) {
        self.report.comparisons += 1;
        if !is_true {
            self.differ(field, &claim, &"that this is false");
        }
    }

    /// Counts a comparison that has failed.
    pub(crate) fn fails(&mut self, field: impl Display, expected: &dyn Display, found: &dyn Display) {
        self.report.comparisons += 1;
        self.differ(field, expected, found);
    }

    fn differ(&mut self, field: impl Display, expected: &dyn Display, found: &dyn Display) {
        self.report.differences += 1;
        if self.report.shown.len() < self.options.show {
            self.report.shown.push(Difference {
                line: self.line,
                field: field.to_string(),
                expected: expected.to_string(),
                found: found.to_string(),
                subject: self.subject.clone(),
            });
        }
    }

    /// Compares with another program's opinion. If `reason` is given, the crates must not agree with it. Otherwise they
    /// must.
    pub(crate) fn opinion(
        &mut self,
        reason: Option<&str>,
        field: &str,
        expected: &str,
        found: &dyn Display,
        agrees: bool,
    ) {
        self.report.comparisons += 1;
        match (agrees, reason) {
            (true, None) => {}
            (true, Some(reason)) => {
                let listed = format_args!("a result other than {expected}, because a listed reason says: {reason}");
                self.differ(field, &listed, found);
            }
            (false, Some(_)) => self.report.as_meant += 1,
            (false, None) => self.differ(field, &expected, found),
        }
    }
}

/// Comparisons with a value of a JSON record.
impl Findings<'_> {
    pub(crate) fn number(&mut self, expected: &Node<'_>, found: impl TryInto<i64>) -> Outcome {
        let found = found.try_into().unwrap_or(i64::MAX);
        self.compare(expected.path, &expected.number()?, &found);
        Ok(())
    }

    /// Compares a number that is null if there is nothing to count.
    pub(crate) fn number_or_null(&mut self, expected: &Node<'_>, found: Option<usize>) -> Outcome {
        let text = |number: Option<i64>| number.map_or("null".to_owned(), |number| number.to_string());
        let wanted = if expected.is_null() { None } else { Some(expected.number()?) };
        self.compare(expected.path, &text(wanted), &text(found.map(|number| number as i64)));
        Ok(())
    }

    pub(crate) fn flag(&mut self, expected: &Node<'_>, found: bool) -> Outcome {
        self.compare(expected.path, &u8::from(expected.flag()?), &u8::from(found));
        Ok(())
    }

    pub(crate) fn truth(&mut self, expected: &Node<'_>, found: bool) -> Outcome {
        self.compare(expected.path, &expected.truth()?, &found);
        Ok(())
    }

    /// Compares a number in single precision. All NaNs are equal.
    pub(crate) fn single(&mut self, expected: &Node<'_>, found: f32) -> Outcome {
        let wanted = expected.single()?;
        let is_same = wanted.to_bits() == found.to_bits() || wanted.is_nan() && found.is_nan() || wanted == found;
        self.report.comparisons += 1;
        if !is_same {
            self.differ(expected.path, &wanted, &found);
        }
        Ok(())
    }

    pub(crate) fn text(&mut self, expected: &Node<'_>, found: impl Display) -> Outcome {
        self.compare(expected.path, expected.text()?, found.to_string().as_str());
        Ok(())
    }

    pub(crate) fn hex(&mut self, expected: &Node<'_>, found: u64) -> Outcome {
        let (wanted, path) = (expected.hex()?, expected.path);
        self.hex_of(path, wanted, found);
        Ok(())
    }

    /// Compares two 64-bit values.
    pub(crate) fn hex_of(&mut self, field: impl Display, expected: u64, found: u64) {
        self.report.comparisons += 1;
        if expected != found {
            self.differ(field, &format_args!("{expected:016x}"), &format_args!("{found:016x}"));
        }
    }

    pub(crate) fn set(&mut self, expected: &Node<'_>, found: Bitboard) -> Outcome {
        self.hex(expected, found.bits())
    }

    pub(crate) fn square(&mut self, expected: &Node<'_>, found: Option<Square>) -> Outcome {
        self.compare(expected.path, &name(expected.square()?), &name(found));
        Ok(())
    }
}

/// A square, or `-` for none.
fn name(square: Option<Square>) -> String {
    square.map_or("-".to_owned(), |square| square.to_string())
}
