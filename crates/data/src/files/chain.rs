//! Several inputs, read one after the other as one.

use std::collections::VecDeque;
use std::io;

use gardez_formats::{Entry, Format, FormatErrorKind, InView, LeftOut, Losses, ReadEntries, ReadError, View};

use super::open::Opener;
use super::place::Place;
use super::summary::FileSummary;
use crate::filter::Filter;
use crate::misfit::OnMisfit;

/// The settings for reading the entries of several inputs with one reader.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryOptions<'a> {
    /// The format of the entries: usually the one that is written.
    pub(crate) format: Format,
    /// The filter whose conditions the formats of the inputs must support.
    pub(crate) filter: &'a Filter,
    /// The treatment of a score of -32768 that has to be negated for the other side.
    pub(crate) losses: Losses,
    /// The treatment of such a score if it may not be lost.
    pub(crate) on_misfit: OnMisfit,
}

/// The entries of several inputs in one view. A damaged input yields the entries up to the damage, and the next one
/// follows.
///
/// An input that cannot be opened is an error, after which nothing follows; a part of a directory or a tar is only
/// reported. So is a score that cannot be negated, unless such entries are left out.
#[derive(Debug)]
pub(crate) struct Chain<'a, V> {
    opener: &'a Opener<'a>,
    options: EntryOptions<'a>,
    waiting: VecDeque<Place>,
    current: Option<(Place, InView<'static, V>)>,
    /// The entries that were left out of the inputs before the current one.
    left_out: LeftOut,
    /// The number of entries of the current input so far, and of all inputs.
    of_file: u64,
    pub(crate) total: u64,
    /// The entries that were left out because of their score.
    pub(crate) negations: u64,
    /// The place of a score that cannot be negated, after which nothing follows.
    pub(crate) refused: Option<String>,
    /// The inputs that were read to their end or their damage.
    pub(crate) finished: Vec<FileSummary>,
    /// The entry that is lent, which is a copy: a loop cannot lend what it has borrowed from a reader.
    entry: Option<Entry<V>>,
}

impl<'a, V: View> Chain<'a, V> {
    pub(crate) fn new(opener: &'a Opener<'a>, places: &[Place], options: EntryOptions<'a>) -> Self {
        Self {
            opener,
            options,
            waiting: places.iter().cloned().collect(),
            current: None,
            left_out: LeftOut::new(),
            of_file: 0,
            total: 0,
            negations: 0,
            refused: None,
            finished: Vec::new(),
            entry: None,
        }
    }

    /// Returns the place of the last entry.
    pub(crate) fn place(&self) -> String {
        let name = self.current.as_ref().map_or_else(|| "the input".to_owned(), |(place, _)| place.to_string());
        format!("{name}, entry {}", self.of_file)
    }

    /// Opens the next input. Nothing follows if it cannot be opened, unless it is a part of an archive.
    fn open(&mut self, place: Place) -> Result<(), ReadError> {
        match self.opener.open_filtered(&place, self.options.filter) {
            Ok(reader) => self.current = Some((place, reader.in_view().with_losses(self.options.losses))),
            Err(error) => match FileSummary::unopened(&place, error) {
                Ok(summary) => self.finished.push(summary),
                Err(error) => {
                    self.waiting.clear();
                    let (format, error) = (self.options.format, io::Error::other(error));
                    return Err(ReadError::Stream { format, offset: 0, error });
                }
            },
        }
        Ok(())
    }

    fn finish(&mut self, error: Option<ReadError>) {
        if let Some((place, reader)) = self.current.take() {
            add_left_out(&mut self.left_out, reader.left_out());
            self.finished.push(FileSummary {
                name: place.to_string(),
                format: reader.format(),
                entries: std::mem::take(&mut self.of_file),
                error,
                looks_like: None,
            });
        }
    }
}

/// Adds numbers to the numbers with the same words.
pub(crate) fn add_left_out(sums: &mut LeftOut, more: LeftOut) {
    for (words, count) in more {
        match sums.iter_mut().find(|(other, _)| *other == words) {
            Some((_, sum)) => *sum += count,
            None => sums.push((words, count)),
        }
    }
}

impl<V: View> ReadEntries for Chain<'_, V> {
    type View = V;

    /// Returns the format that is written: the inputs may have several.
    fn format(&self) -> Format {
        self.options.format
    }

    /// Returns the next entry of the inputs. After a score that cannot be negated and may not be left out, nothing
    /// follows.
    fn next_entry(&mut self) -> Result<Option<&Entry<V>>, ReadError> {
        while self.refused.is_none() {
            let Some((_, reader)) = &mut self.current else {
                let Some(place) = self.waiting.pop_front() else { return Ok(None) };
                self.open(place)?;
                continue;
            };
            match reader.next_entry() {
                Ok(Some(entry)) => {
                    let entry = *entry;
                    self.of_file += 1;
                    self.total += 1;
                    return Ok(Some(self.entry.insert(entry)));
                }
                Ok(None) => self.finish(None),
                Err(ReadError::Format(error)) if error.kind == FormatErrorKind::Negation => {
                    self.of_file += 1;
                    self.total += 1;
                    if self.options.on_misfit == OnMisfit::Stop {
                        self.refused = Some(self.place());
                        return Err(error.into());
                    }
                    self.negations += 1;
                }
                Err(error) => self.finish(Some(error)),
            }
        }
        Ok(None)
    }

    fn left_out(&self) -> LeftOut {
        let mut sums = self.left_out.clone();
        if let Some((_, reader)) = &self.current {
            add_left_out(&mut sums, reader.left_out());
        }
        sums
    }
}
