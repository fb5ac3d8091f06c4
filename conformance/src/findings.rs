//! Comparisons. Each call counts what it compares and notes what differs, with its place.

use std::cell::OnceCell;
use std::fmt::{Display, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use gardez_syzygy::Tablebase;
use serde_json::Value;

use crate::file;
use crate::games::GameCache;
use crate::report::{Damage, Difference, Options, Outcome, RecordError, Report};

/// The report of a file while the file is checked.
pub(crate) struct Findings<'o> {
    pub(crate) options: &'o Options,
    pub(crate) file: String,
    /// The directory of the file, because some files refer to others next to them. `None` for a text in memory.
    directory: Option<PathBuf>,
    report: Report,
    line: u64,
    subject: String,
    tables: OnceCell<Result<Rc<Tablebase>, String>>,
    /// The games of files to which several rows refer.
    pub(crate) games: GameCache,
}

impl<'o> Findings<'o> {
    pub(crate) fn new(options: &'o Options, file: &str, directory: Option<&Path>) -> Self {
        Self {
            options,
            file: file.to_owned(),
            directory: directory.map(Path::to_path_buf),
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

    pub(crate) const fn is_empty(&self) -> bool {
        self.report.records == 0 && self.report.damaged == 0
    }

    pub(crate) fn directory(&self) -> Outcome<PathBuf> {
        self.directory.clone().ok_or_else(|| RecordError::new("", "the directory of the file is not known"))
    }

    /// Returns the endgame tables in the directory of the options, of the file, or of the large test data.
    pub(crate) fn tables(&self) -> Outcome<Rc<Tablebase>> {
        let has_tables = |path: &PathBuf| {
            path.read_dir()
                .is_ok_and(|files| files.flatten().any(|file| file.path().extension() == Some("rtbw".as_ref())))
        };
        let beside = || self.directory.clone().filter(has_tables).or_else(|| file::data("data/syzygy"));
        let open = || match self.options.syzygy.clone().or_else(beside) {
            Some(directory) => Tablebase::open([directory]).map(Rc::new).map_err(|error| error.to_string()),
            None => Err("no directory of endgame tables is given".to_owned()),
        };
        self.tables.get_or_init(open).clone().map_err(|what| RecordError::new("", what))
    }

    pub(crate) fn begin_record(&mut self, line: u64) {
        self.report.records += 1;
        self.line = line;
        self.subject.clear();
    }

    pub(crate) const fn parts(&mut self, count: usize) {
        self.report.parts += count as u64;
    }

    /// Sets the subject of the record, which is printed with its differences.
    pub(crate) fn about(&mut self, subject: impl Into<String>) {
        self.subject = subject.into();
    }

    /// Notes that the record is damaged or, with line 0, that the file is.
    pub(crate) fn damage(&mut self, line: u64, error: RecordError) {
        if error == RecordError::DIFFERENCE {
            return;
        }
        self.report.damaged += 1;
        if self.report.damages.len() < self.options.show {
            self.report.damages.push(Damage { line, field: error.field, what: error.what });
        }
    }

    /// Notes that a node count is above the bound and is not checked.
    pub(crate) const fn above_bound(&mut self) {
        self.report.above_bound += 1;
    }

    pub(crate) fn compare<T: PartialEq + Display + ?Sized>(&mut self, field: impl Display, expected: &T, found: &T) {
        self.report.comparisons += 1;
        if expected != found {
            self.differ(field, &expected, &found);
        }
    }

    pub(crate) fn text(&mut self, field: impl Display, expected: &str, found: impl Display) {
        self.compare(field, expected, found.to_string().as_str());
    }

    /// Compares with a claim that must be true for every record.
    pub(crate) fn holds(&mut self, field: impl Display, claim: &str, is_true: bool) {
        self.report.comparisons += 1;
        if !is_true {
            self.differ(field, &claim, &"that this is false");
        }
    }

    /// Counts a comparison with a result, which must not be an error; an error ends the record.
    pub(crate) fn succeeds<T, E: Display>(
        &mut self,
        field: impl Display,
        claim: &str,
        result: Result<T, E>,
    ) -> Outcome<T> {
        self.report.comparisons += u64::from(result.is_ok());
        self.unless_error(field, claim, result)
    }

    /// Notes an error as a difference, which ends the record, and counts no comparison if there is none.
    pub(crate) fn unless_error<T, E: Display>(
        &mut self,
        field: impl Display,
        claim: &str,
        result: Result<T, E>,
    ) -> Outcome<T> {
        result.map_err(|error| {
            self.fails(field, &claim, &error);
            RecordError::DIFFERENCE
        })
    }

    pub(crate) fn fails(&mut self, field: impl Display, expected: &dyn Display, found: &dyn Display) {
        self.report.comparisons += 1;
        self.differ(field, expected, found);
    }

    /// Compares with the bytes that another program wrote.
    pub(crate) fn bytes(&mut self, field: impl Display, expected: &[u8], found: &[u8]) {
        self.report.comparisons += 1;
        let place = expected.iter().zip(found).position(|(expected, found)| expected != found);
        let end = expected.len().min(found.len());
        if let Some(place) = place.or((expected.len() != found.len()).then_some(end)) {
            self.differ(field, &"the same bytes", &format_args!("a different byte {place}"));
        }
    }

    /// Names a value that could not be decided within a limit.
    pub(crate) fn undecided(&mut self, field: impl Display, expected: &dyn Display, found: &dyn Display) {
        let undecided = self.difference(field, expected, found);
        self.report.undecided.push(undecided);
    }

    fn differ(&mut self, field: impl Display, expected: &dyn Display, found: &dyn Display) {
        self.report.differences += 1;
        if self.report.shown.len() < self.options.show {
            let difference = self.difference(field, expected, found);
            self.report.shown.push(difference);
        }
    }

    fn difference(&self, field: impl Display, expected: &dyn Display, found: &dyn Display) -> Difference {
        Difference {
            line: self.line,
            field: field.to_string(),
            expected: expected.to_string(),
            found: found.to_string(),
            subject: self.subject.clone(),
        }
    }

    /// Compares with another program's opinion, with which the crates must not agree if there is a `reason`.
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

    /// Compares a value part by part with what the crates give. Objects must have the same fields.
    pub(crate) fn same(&mut self, field: impl Into<String>, expected: &Value, found: &Value) -> Outcome {
        self.same_at(&mut field.into(), expected, found)
    }

    fn same_at(&mut self, path: &mut String, expected: &Value, found: &Value) -> Outcome {
        let here = path.len();
        match (expected, found) {
            (Value::Object(expected), Value::Object(found)) => {
                let dot = if path.is_empty() { "" } else { "." };
                if let Some(name) = expected.keys().find(|name| !found.contains_key(*name)) {
                    return Err(RecordError::new(format!("{path}{dot}{name}"), "this field is unknown"));
                }
                for (name, found) in found {
                    *path += dot;
                    *path += name;
                    let expected = expected.get(name);
                    let expected = expected.ok_or_else(|| RecordError::new(&*path, "this field is missing"))?;
                    self.same_at(path, expected, found)?;
                    path.truncate(here);
                }
            }
            (Value::Array(expected), Value::Array(found)) => {
                self.report.comparisons += 1;
                if expected.len() != found.len() {
                    self.differ(format_args!("{path}, its length"), &expected.len(), &found.len());
                }
                for (index, (expected, found)) in expected.iter().zip(found).enumerate() {
                    write!(path, "[{index}]").expect("a text has no errors");
                    self.same_at(path, expected, found)?;
                    path.truncate(here);
                }
            }
            _ => {
                self.report.comparisons += 1;
                if !is_same(expected, found) {
                    let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    self.differ(&*path, &shown(expected), &shown(found));
                }
            }
        }
        Ok(())
    }
}

/// Compares fractions in single precision, in which they were written. Null is NaN.
fn is_same(expected: &Value, found: &Value) -> bool {
    match (expected.as_f64(), found.as_f64()) {
        (Some(expected), Some(number)) if found.is_f64() => expected as f32 == number as f32,
        _ => expected == found,
    }
}
