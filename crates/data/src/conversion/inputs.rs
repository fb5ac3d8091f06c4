//! The entries of several inputs in one thread: one input after the other, or all of them mixed.

use std::collections::VecDeque;

use gardez_formats::{Entry, FormatErrorKind, InView, LeftOut, ReadEntries, ReadError, View};
use gardez_types::Generator;

use super::destination::Stop;
use super::{Conversion, ConversionError, EntryOrder};
use crate::columns::add_left_out;
use crate::files::{FileSummary, Opener, Place};
use crate::unrepresentable::OnUnrepresentable;

/// The largest weight. The sum of the weights of a million inputs does not overflow.
const MOST_WEIGHT: u64 = 1 << 44;

/// Rows of inputs. Each entry is of a row that is drawn at random, with a probability proportional to what is left of
/// the row, so all rows end at about the same time.
///
/// A damaged input yields the entries up to the damage, and the next input of its row follows.
pub(super) struct Inputs<'a, V> {
    conversion: &'a Conversion<'a>,
    opener: &'a Opener<'a>,
    pub(super) rows: Vec<Row<V>>,
    generator: Generator,
    last: usize,
}

/// Inputs that are read one after the other.
pub(super) struct Row<V> {
    /// About how many entries are left; `None` at the end.
    weight: Option<u64>,
    waiting: VecDeque<Place>,
    current: Option<(Place, InView<'static, V>)>,
    /// The number of entries of the current input so far, and of all inputs.
    of_file: u64,
    pub(super) total: u64,
    /// The entries that were left out because their score cannot be negated.
    pub(super) negations: u64,
    pub(super) left_out: LeftOut,
    /// The inputs that were read to their end or their damage.
    pub(super) finished: Vec<FileSummary>,
}

impl<'a, V: View> Inputs<'a, V> {
    pub(super) fn new(conversion: &'a Conversion<'a>, opener: &'a Opener<'a>, places: &[Place]) -> Self {
        let is_mixed = conversion.order == EntryOrder::Mixed;
        let rows = places.chunks(if is_mixed { 1 } else { places.len().max(1) }).map(|row| Row {
            weight: Some(row.iter().map(|place| opener.weight(place)).sum()),
            waiting: row.iter().cloned().collect(),
            current: None,
            of_file: 0,
            total: 0,
            negations: 0,
            left_out: LeftOut::new(),
            finished: Vec::new(),
        });
        Self { conversion, opener, rows: rows.collect(), generator: Generator::new(conversion.seed), last: 0 }
    }

    pub(super) fn next(&mut self) -> Result<Option<Entry<V>>, Stop> {
        while let Some(last) = draw(self.rows.iter().map(|row| row.weight), &mut self.generator) {
            self.last = last;
            let row = &mut self.rows[last];
            row.weight = row.weight.map(|weight| weight.saturating_sub(1));
            if let Some(entry) = row.next(self.conversion, self.opener)? {
                return Ok(Some(entry));
            }
            row.weight = None;
        }
        Ok(None)
    }

    pub(super) fn total(&self) -> u64 {
        self.rows.iter().map(|row| row.total).sum()
    }

    pub(super) fn place(&self) -> String {
        self.rows[self.last].place()
    }
}

impl<V: View> Row<V> {
    fn next(&mut self, conversion: &Conversion<'_>, opener: &Opener<'_>) -> Result<Option<Entry<V>>, Stop> {
        loop {
            let Some((_, reader)) = &mut self.current else {
                let Some(place) = self.waiting.pop_front() else { return Ok(None) };
                match opener.open_filtered(&place, &conversion.filter) {
                    Ok(reader) => self.current = Some((place, reader.in_view().with_lossy(conversion.write.lossy))),
                    Err(error) => self.finished.push(FileSummary::unopened(&place, error)?),
                }
                continue;
            };
            match reader.next_entry() {
                Ok(Some(entry)) => {
                    self.of_file += 1;
                    self.total += 1;
                    return Ok(Some(*entry));
                }
                Ok(None) => self.finish(None),
                Err(ReadError::Format(error)) if error.kind == FormatErrorKind::Negation => {
                    self.of_file += 1;
                    self.total += 1;
                    if conversion.on_unrepresentable == OnUnrepresentable::Stop {
                        let (place, error) = (self.place(), conversion.negation());
                        return Err(ConversionError::Unrepresentable { place, error }.into());
                    }
                    self.negations += 1;
                }
                Err(error) => self.finish(Some(error)),
            }
        }
    }

    fn place(&self) -> String {
        let name = self.current.as_ref().map_or_else(|| "the input".to_owned(), |(place, _)| place.to_string());
        format!("{name}, entry {}", self.of_file)
    }

    pub(super) fn end(&mut self) {
        if let Some((_, reader)) = &self.current {
            add_left_out(&mut self.left_out, reader.left_out());
        }
    }

    fn finish(&mut self, error: Option<ReadError>) {
        self.end();
        if let Some((place, reader)) = self.current.take() {
            let (format, entries) = (reader.format(), std::mem::take(&mut self.of_file));
            self.finished.push(FileSummary { name: place.to_string(), format, entries, error, looks_like: None });
        }
    }
}

/// Draws an index with a probability proportional to its weight. Returns `None` if all rows are at their ends. A row with
/// more entries than its weight says is read to its end.
fn draw(weights: impl Iterator<Item = Option<u64>> + Clone, generator: &mut Generator) -> Option<usize> {
    let weights = weights.map(|weight| weight.map_or(0, |weight| weight.clamp(1, MOST_WEIGHT)));
    let total: u64 = weights.clone().sum();
    let mut rest = ((u128::from(generator.next_u64()) * u128::from(total)) >> 64) as u64;
    weights.into_iter().position(|weight| {
        let is_drawn = rest < weight;
        rest = rest.saturating_sub(weight);
        is_drawn
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_drawn_once_whatever_the_weights_are() {
        let sizes = [100, 3, 0, 100];
        for mut weights in [[100, 3, 0, 100], [0; 4], [u64::MAX; 4], [1, 1000, 1000, 1]].map(|all| all.map(Some)) {
            let (mut counts, mut generator) = ([0; 4], Generator::new(5));
            while let Some(drawn) = draw(weights.iter().copied(), &mut generator) {
                if counts[drawn] == sizes[drawn] {
                    weights[drawn] = None;
                } else {
                    counts[drawn] += 1;
                }
            }
            assert_eq!(counts, sizes);
        }
    }
}
