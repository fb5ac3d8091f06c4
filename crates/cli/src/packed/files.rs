//! Several files, read one after the other as one.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use gardez::data::{Filter, OnMisfit};
use gardez_formats::AnyReader;
use gardez_formats::{Entry, Format, Losses, Misfit, ReadEntries, ReadError, UnrepresentableError, View};

use crate::packed::report::Report;
use crate::packed::{Damage, Input, Inputs, Place};
use crate::progress::Progress;
use crate::stop::Stop;

/// What is done with a score of -32768 that the other side should see.
#[derive(Clone, Copy)]
pub(crate) struct OnNegation {
    /// The format that is written, for the message.
    pub(crate) format: Format,
    pub(crate) losses: Losses,
    pub(crate) on_misfit: OnMisfit,
}

impl OnNegation {
    /// Returns the entry in the view `V`, unless its score has no negation.
    fn convert<U: View, V: View>(self, entry: &Entry<U>) -> Option<Entry<V>> {
        match entry.to_view() {
            Err(_) if self.losses.contains(Losses::SCORE) => {
                let mut nearest = *entry;
                nearest.score = i16::MIN + 1;
                nearest.to_view().ok()
            }
            converted => converted.ok(),
        }
    }

    pub(crate) const fn error(self) -> UnrepresentableError {
        UnrepresentableError { format: self.format, misfit: Misfit::Score(i16::MIN) }
    }
}

/// Why reading ended early, for all files of a command.
pub(crate) type Failure = Rc<RefCell<Option<Stop>>>;

/// Returns the message about an entry that does not fit.
pub(crate) fn misfit(place: &str, error: UnrepresentableError) -> Stop {
    Stop::Failed(format!("{place}: {error}; --skip leaves such entries out, and --lose says what may be lost"))
}

/// The entries of several files. A file that is damaged gives the entries up to the damage; then the next file follows.
///
/// After a failure, nothing follows in any of them.
pub(crate) struct Files<'a, V> {
    inputs: &'a Inputs,
    filter: &'a Filter,
    progress: &'a Progress,
    on_negation: OnNegation,
    waiting: VecDeque<Place>,
    current: Option<Input>,
    /// What was left out of each PGN and each chunk.
    reports: Vec<Report>,
    /// The number of entries of the current file so far, and of all files.
    of_file: u64,
    total: u64,
    /// The entries that were left out because of their score.
    negations: u64,
    /// The files that were read to their end or their damage.
    finished: Vec<Damage>,
    failure: Failure,
    /// The entry that is lent, which is a copy: a loop cannot lend what it has borrowed from a reader.
    entry: Option<Entry<V>>,
}

impl<'a, V: View> Files<'a, V> {
    pub(crate) fn new(
        inputs: &'a Inputs,
        filter: &'a Filter,
        progress: &'a Progress,
        on_negation: OnNegation,
        places: impl IntoIterator<Item = Place>,
        failure: Failure,
    ) -> Self {
        Self {
            inputs,
            filter,
            progress,
            on_negation,
            waiting: places.into_iter().collect(),
            current: None,
            reports: Vec::new(),
            of_file: 0,
            total: 0,
            negations: 0,
            finished: Vec::new(),
            failure,
            entry: None,
        }
    }

    /// Returns what was left out of each PGN and each chunk.
    pub(super) fn reports(&self) -> &[Report] {
        &self.reports
    }

    /// Returns the number of entries so far.
    pub(crate) const fn total(&self) -> u64 {
        self.total
    }

    /// Returns the number of entries that were left out because of their score.
    pub(crate) const fn negations(&self) -> u64 {
        self.negations
    }

    /// Returns what became of each file that was read.
    pub(crate) fn finished(&self) -> &[Damage] {
        &self.finished
    }

    /// Returns the place of the last entry.
    pub(crate) fn place(&self) -> String {
        let name = self.current.as_ref().map_or("the input", |input| &input.name);
        format!("{name}, entry {}", self.of_file)
    }

    fn open_next(&mut self) {
        let Some(place) = self.waiting.pop_front() else { return };
        match self.inputs.open_filtered(&place, self.filter, self.progress) {
            Ok(input) => {
                self.reports.extend(input.report.clone());
                self.current = Some(input);
            }
            // The other chunks of a directory or a tar are read.
            Err(Stop::Input(message)) if place.is_in_archive() => self.finished.push(Damage::unopened(&place, message)),
            Err(stop) => *self.failure.borrow_mut() = Some(stop),
        }
    }

    fn finish(&mut self, error: Option<ReadError>) {
        if let Some(Input { name, .. }) = self.current.take() {
            self.finished.push(Damage { name, entries: std::mem::take(&mut self.of_file), error });
        }
    }
}

impl<V: View> ReadEntries for Files<'_, V> {
    type View = V;

    /// Returns the format that is written: the inputs may have several.
    fn format(&self) -> Format {
        self.on_negation.format
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<V>>, ReadError> {
        loop {
            if self.failure.borrow().is_some() {
                return Ok(None);
            }
            let Some(Input { reader, .. }) = &mut self.current else {
                if self.waiting.is_empty() {
                    return Ok(None);
                }
                self.open_next();
                continue;
            };
            let convert = self.on_negation;
            let next = match reader {
                AnyReader::White(reader) => reader.next_entry().map(|entry| entry.map(|entry| convert.convert(entry))),
                AnyReader::SideToMove(reader) => {
                    reader.next_entry().map(|entry| entry.map(|entry| convert.convert(entry)))
                }
            };
            match next {
                Ok(Some(entry)) => {
                    self.of_file += 1;
                    self.total += 1;
                    match (entry, self.on_negation.on_misfit) {
                        (Some(entry), _) => return Ok(Some(self.entry.insert(entry))),
                        (None, OnMisfit::Skip) => self.negations += 1,
                        (None, OnMisfit::Stop) => {
                            *self.failure.borrow_mut() = Some(misfit(&self.place(), self.on_negation.error()));
                        }
                    }
                }
                Ok(None) => self.finish(None),
                Err(error) => self.finish(Some(error)),
            }
        }
    }
}
