//! The destination of the entries: an order, and then the outputs.

use std::cell::RefCell;
use std::collections::BinaryHeap;
use std::io::{self, Write};

use gardez_formats::{AnyWriter, Division, Entry, LeftOut, ReadError, UnrepresentableError, View, WriteError};
use gardez_position::PackedBoard;
use gardez_types::Generator;

use super::filtered::{Failure, Form, Piece};
use super::{Conversion, ConversionError, Converted, EntryOrder, add_unrepresentable};
use crate::columns::add_left_out;
use crate::files::{Place, Taken};
use crate::filter::{Rejection, Rejections};
use crate::record;
use crate::record::decode_slice;
use crate::sorted::{SortError, Sorter};
use crate::tables::{TableReport, TableRule};
use crate::unrepresentable::OnUnrepresentable;

pub(super) enum Stop {
    /// All entries that were asked for are there.
    Enough,
    Failed(ConversionError),
}

impl<E: Into<ConversionError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// The outputs of a conversion, with what is kept for later.
pub(super) struct Destination<'c, 'w, V, W: Write> {
    conversion: &'c Conversion<'c>,
    outputs: &'w [RefCell<&'w mut W>],
    /// The writers to the outputs that are being used.
    writers: Vec<Option<AnyWriter<'w>>>,
    sorter: Option<Sorter>,
    sample: Option<Sample>,
    /// `true` if the output takes the same records.
    is_encoded: bool,
    /// The output of the next entry, if games are divided.
    pub(super) part: Option<usize>,
    written: u64,
    pub(super) done: Converted,
    pub(super) unrepresentable: Vec<(UnrepresentableError, u64)>,
    rejections: Rejections,
    tables: TableReport,
    pub(super) left_out: LeftOut,
    view: std::marker::PhantomData<V>,
}

impl<'c, 'w, V: View, W: Write> Destination<'c, 'w, V, W> {
    pub(super) fn new(conversion: &'c Conversion<'_>, outputs: &'w [RefCell<&'w mut W>]) -> Self {
        let Conversion { order, is_unique, seed, memory, format, sample, .. } = conversion;
        let is_encoded = format.record_size().is_some();
        let size = format.record_size().unwrap_or(record::SIZE);
        let is_random = *order == EntryOrder::Random;
        let sorter =
            (is_random || *is_unique).then(|| Sorter::new(size, is_random.then_some(*seed), *is_unique, memory));
        Self {
            conversion,
            outputs,
            writers: outputs.iter().map(|_| None).collect(),
            sorter,
            sample: sample.map(|size| Sample::new(size, *seed)),
            is_encoded,
            part: None,
            written: 0,
            done: Converted { written: vec![0; outputs.len()], ..Converted::default() },
            unrepresentable: Vec::new(),
            rejections: Rejections::default(),
            tables: TableReport::default(),
            left_out: LeftOut::new(),
            view: std::marker::PhantomData,
        }
    }

    /// Returns what threads make of the entries.
    pub(super) fn form(&self) -> Form {
        let Conversion { format, head, .. } = self.conversion;
        let is_stateless = format.is_text() || matches!(format.row().division, Division::Records(_));
        match (self.sorter.is_some() || self.sample.is_some(), self.is_encoded) {
            (true, true) => Form::Encoded,
            (true, false) => Form::Record,
            (false, _) if head.is_some() || 1 < self.outputs.len() => Form::Entries,
            (false, _) if is_stateless => Form::Encoded,
            (false, _) => Form::Chunks,
        }
    }

    pub(super) fn exclude(&mut self, position: &[u8; PackedBoard::SIZE]) -> Result<(), Stop> {
        let excluded = self.sorter.as_mut().map_or(Ok(()), |sorter| sorter.exclude(position));
        Ok(excluded.map_err(sort_error)?)
    }

    pub(super) fn take(&mut self, places: &[Place], taken: Taken<Piece<V>>) -> Result<(), Stop> {
        match taken {
            Taken::Piece { place, before, piece } => {
                let read = before + piece.read;
                let taken =
                    self.take_piece(piece, before, &|number| format!("{}, entry {}", places[place], number + 1));
                // An input of which enough was taken does not finish.
                if let Err(Stop::Enough) = taken {
                    self.done.read += read;
                }
                taken
            }
            Taken::Finished { file } => {
                self.done.read += file.entries;
                self.done.files.push(file);
                Ok(())
            }
        }
    }

    /// Takes a piece whose first entry has this number, counted from 0. `place` names the place of an entry.
    pub(super) fn take_piece(
        &mut self,
        piece: Piece<V>,
        first: u64,
        place: &dyn Fn(u64) -> String,
    ) -> Result<(), Stop> {
        self.rejections.join(&piece.rejections);
        self.tables.known += piece.tables.known;
        self.tables.different += piece.tables.different;
        self.tables.left_out += piece.tables.left_out;
        piece
            .unrepresentable
            .into_iter()
            .for_each(|(error, count)| add_unrepresentable(&mut self.unrepresentable, error, count));
        add_left_out(&mut self.left_out, piece.left_out);
        if self.sorter.is_some() || self.sample.is_some() {
            self.sorter(&piece.bytes, &piece.positions)?;
        } else if piece.bytes.is_empty() {
            for (number, entry) in (first..).zip(&piece.entries) {
                self.write(entry, &|| place(number))?;
            }
        } else {
            // A game does not continue in bytes that are complete.
            self.finish_writers()?;
            self.done.written[0] += piece.written;
            let written = self.outputs[0].borrow_mut().write_all(&piece.bytes);
            written.map_err(|error| ConversionError::Write { output: 0, error: WriteError::Stream(error) })?;
        }
        let Some((number, failure)) = piece.failure else { return Ok(()) };
        let entry = first + number;
        Err(Stop::Failed(match failure {
            Failure::Unrepresentable(error) => ConversionError::Unrepresentable { place: place(entry), error },
            Failure::Pieces(found) => ConversionError::Sort(SortError::TooManyPieces { entry, found }),
            Failure::Tables(error) => {
                ConversionError::Read(ReadError::Stream { format: self.conversion.format, offset: entry, error })
            }
        }))
    }

    fn sorter(&mut self, records: &[u8], positions: &[[u8; 24]]) -> Result<(), Stop> {
        let size = self.conversion.format.record_size().unwrap_or(record::SIZE);
        let mut positions = positions.iter();
        for record in records.chunks_exact(size) {
            match (&mut self.sorter, &mut self.sample) {
                (Some(sorter), _) => {
                    sorter.push(positions.next().unwrap_or(&[0; 24]), record).map_err(sort_error)?;
                }
                (None, Some(sample)) => sample.push(record),
                (None, None) => unreachable!("there is an order"),
            }
        }
        Ok(())
    }

    fn write(&mut self, entry: &Entry<V>, place: &dyn Fn() -> String) -> Result<(), Stop> {
        let output = self.next_output()?;
        let writer = match &mut self.writers[output] {
            Some(writer) => writer,
            writer => {
                let target = Shared(&self.outputs[output]);
                let made = self.conversion.format.writer(target, self.conversion.write);
                writer.insert(made.expect("the format was written before"))
            }
        };
        match writer.write(entry) {
            Ok(()) => {
                self.written += 1;
                self.done.written[output] += 1;
                Ok(())
            }
            Err(WriteError::Unrepresentable(error))
                if self.conversion.on_unrepresentable == OnUnrepresentable::Skip =>
            {
                add_unrepresentable(&mut self.unrepresentable, error, 1);
                Ok(())
            }
            Err(WriteError::Unrepresentable(error)) => {
                Err(Stop::Failed(ConversionError::Unrepresentable { place: place(), error }))
            }
            Err(error) => Err(Stop::Failed(ConversionError::Write { output, error })),
        }
    }

    fn next_output(&self) -> Result<usize, Stop> {
        match self.conversion.head.is_some_and(|head| head <= self.written) {
            true => Err(Stop::Enough),
            false => Ok(self.part.unwrap_or((self.written % self.outputs.len() as u64) as usize)),
        }
    }

    fn write_record(&mut self, record: &[u8]) -> Result<(), Stop> {
        if !self.is_encoded {
            let entry: Entry<V> = decode_slice(record).map_err(sort_error)?;
            return self.write(&entry, &|| format!("the position {}", entry.board));
        }
        let output = self.next_output()?;
        let written = self.outputs[output].borrow_mut().write_all(record);
        written.map_err(|error| ConversionError::Write { output, error: WriteError::Stream(error) })?;
        self.written += 1;
        self.done.written[output] += 1;
        Ok(())
    }

    fn finish_writers(&mut self) -> Result<(), ConversionError> {
        for (output, writer) in self.writers.iter_mut().enumerate() {
            let finished = writer.take().map_or(Ok(()), AnyWriter::finish);
            finished.map_err(|error| ConversionError::Write { output, error })?;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<Converted, ConversionError> {
        let mut duplicates = 0;
        let sorted = self.sorter.take().map(Sorter::finish).transpose().map_err(sort_error)?;
        let written = (|| -> Result<(), Stop> {
            if let Some(mut records) = sorted {
                duplicates = records.duplicates();
                while let Some(record) = records.next().map_err(sort_error)? {
                    match &mut self.sample {
                        Some(sample) => sample.push(record),
                        None => self.write_record(record)?,
                    }
                }
            }
            let mut sample = self.sample.take().into_iter().flat_map(Sample::finish);
            sample.try_for_each(|record| self.write_record(&record))
        })();
        if let Err(Stop::Failed(error)) = written {
            return Err(error);
        }
        self.finish_writers()?;

        let mut left_out: Vec<(String, u64)> = Vec::new();
        let mut add = |reason: String, count| {
            if count != 0 {
                left_out.push((reason, count));
            }
        };
        self.left_out.iter().for_each(|&(reason, count)| add(reason.to_owned(), count));
        Rejection::ALL.iter().for_each(|&reason| add(reason.name().to_owned(), self.rejections.count(reason)));
        match self.conversion.tables {
            Some((_, TableRule::Match)) => {
                add("result that is not that of the tables".to_owned(), self.tables.left_out);
            }
            Some((_, TableRule::Drop)) => add("position in the tables".to_owned(), self.tables.left_out),
            Some((_, TableRule::Set)) => self.done.results_changed = self.tables.different,
            None => {}
        }
        add(Rejection::Duplicate.name().to_owned(), duplicates);
        self.unrepresentable.iter().for_each(|(error, count)| add(error.to_string(), *count));
        Ok(Converted { left_out, ..self.done })
    }
}

const fn sort_error(error: io::Error) -> ConversionError {
    ConversionError::Sort(SortError::Disk(error))
}

/// An output that a writer and others write to in turns.
struct Shared<'w, W>(&'w RefCell<&'w mut W>);

impl<W: Write> Write for Shared<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

/// Some of many records, all with the same probability. Only these are in memory.
#[derive(Debug)]
struct Sample {
    size: usize,
    generator: Generator,
    count: u64,
    /// The records with the smallest random numbers, each with this number and its own.
    kept: BinaryHeap<(u64, u64, Vec<u8>)>,
}

impl Sample {
    fn new(size: u64, seed: u64) -> Self {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        Self { size, generator: Generator::new(seed), count: 0, kept: BinaryHeap::new() }
    }

    fn push(&mut self, record: &[u8]) {
        let (random, number) = (self.generator.next_u64(), self.count);
        self.count += 1;
        if self.kept.len() < self.size {
            self.kept.push((random, number, record.to_vec()));
        } else if let Some(mut largest) = self.kept.peek_mut().filter(|largest| random < largest.0) {
            let mut place = std::mem::take(&mut largest.2);
            place.clear();
            place.extend_from_slice(record);
            *largest = (random, number, place);
        }
    }

    /// Returns the records in the order in which they came.
    fn finish(self) -> impl Iterator<Item = Vec<u8>> {
        let mut kept = self.kept.into_vec();
        kept.sort_unstable_by_key(|&(_, number, _)| number);
        kept.into_iter().map(|(_, _, record)| record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(size: u64, count: u32, seed: u64) -> Vec<u32> {
        let mut sample = Sample::new(size, seed);
        (0..count).for_each(|number| sample.push(&number.to_le_bytes()));
        sample.finish().map(|record| u32::from_le_bytes(record.try_into().expect("4 bytes"))).collect()
    }

    #[test]
    fn a_sample_has_its_size_keeps_the_order_and_depends_on_the_seed() {
        let found = sample(100, 10_000, 1);
        assert!(found.len() == 100 && found.is_sorted() && found.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(found == sample(100, 10_000, 1) && found != sample(100, 10_000, 2));
        assert!(sample(100, 50, 1).into_iter().eq(0..50) && sample(0, 50, 1).is_empty());
    }

    #[test]
    fn every_record_is_as_likely() {
        let mut times = [0; 20];
        (0..2000).flat_map(|seed| sample(5, 20, seed * 7919 + 1)).for_each(|number| times[number as usize] += 1);
        assert!(times.iter().all(|times| (400..600).contains(times)), "{times:?}");
    }
}
