//! Entries from several inputs to several outputs, with all steps between them.

mod destination;
mod filtered;
mod inputs;

use std::fmt;
use std::io::Write;
use std::num::NonZeroUsize;

use gardez_formats::{
    Format, ReadError, SideToMove, Unrepresentable, UnrepresentableError, View, White, WriteError, WriteOptions,
};
use gardez_syzygy::Tablebase;
use gardez_types::{ErrorInfo, errors};

use crate::columns::add_left_out;
use crate::files::{Counted, Counting, FileSummary, OpenError, Opener, Place, Taken, read_all};
use crate::filter::Filter;
use crate::parallel::available_threads;
use crate::sorted::{Memory, SortError};
use crate::split::GameSplit;
use crate::tables::TableRule;
use crate::unrepresentable::OnUnrepresentable;

use destination::{Destination, Stop};
use filtered::{Form, Kept};
use inputs::Inputs;

/// A conversion of the entries of several inputs.
///
/// A split divides whole games, so the entries are divided before any other step; then they are filtered, compared with
/// endgame tables, and put in order. All this happens in several threads, unless the games are divided or the inputs are
/// mixed. The output does not depend on the number of threads.
///
/// A game that continues in another input, or in another chunk of a `.binpack`, is two games in a format of games.
#[derive(Clone, Debug)]
pub struct Conversion<'a> {
    /// The condition for entries that are kept.
    pub filter: Filter,
    /// The endgame tables, and what they do with the entries that they know.
    pub tables: Option<(&'a Tablebase, TableRule)>,
    /// Divides the games among the outputs. Without it, there is one output.
    pub split: Option<GameSplit>,
    /// `true` if only the first entry of each position is kept.
    pub is_unique: bool,
    /// The order of the entries.
    pub order: EntryOrder,
    /// The seed of everything random.
    pub seed: u64,
    /// The memory for unique positions and random order.
    pub memory: Memory,
    /// The format of the outputs.
    pub format: Format,
    /// The settings for writing it, and the losses of an entry that are allowed.
    pub write: WriteOptions,
    /// Ends after this many entries.
    pub head: Option<u64>,
    /// Keeps this many entries, which are chosen at random, in the order of all. They are kept in memory.
    pub sample: Option<u64>,
    /// Inputs whose positions are left out if only the first entry of each position is kept.
    pub against: &'a [Place],
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// The treatment of entries that the format cannot hold.
    pub on_unrepresentable: OnUnrepresentable,
}

/// The order of the entries of several inputs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EntryOrder {
    /// The order of the inputs.
    #[default]
    Kept,
    /// All inputs mixed; each keeps its order.
    Mixed,
    /// Random.
    Random,
}

/// The results of a conversion.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Converted {
    /// The number of entries that were read.
    pub read: u64,
    /// The number of entries in each output.
    pub written: Vec<u64>,
    /// The reasons entries were left out, in a few words, with their numbers. None of them is 0.
    pub left_out: Vec<(String, u64)>,
    /// The number of results that endgame tables have changed.
    pub results_changed: u64,
    /// The outcome of reading each input.
    pub files: Vec<FileSummary>,
}

impl Conversion<'_> {
    /// Creates a conversion that keeps all entries in their order, uses all cores, and stops at an entry that the format
    /// cannot hold.
    pub fn new(format: Format, memory: Memory) -> Self {
        Self {
            filter: Filter::ALL,
            tables: None,
            split: None,
            is_unique: false,
            order: EntryOrder::Kept,
            seed: 0,
            memory,
            format,
            write: WriteOptions::default(),
            head: None,
            sample: None,
            against: &[],
            threads: available_threads(),
            on_unrepresentable: OnUnrepresentable::Stop,
        }
    }

    /// Writes the entries of the inputs to the outputs: each part of a split to one of them, or the entries in turns.
    ///
    /// # Errors
    ///
    /// Returns an error if an input cannot be opened, if the format cannot be written, if an entry does not fit and may
    /// not be left out, or if an output or a temporary file cannot be written. Damage of an input is in the result.
    ///
    /// # Panics
    ///
    /// Panics if there is no output, or fewer than parts.
    pub fn run<W: Write>(
        &self,
        opener: &Opener<'_>,
        places: &[Place],
        outputs: &mut [W],
    ) -> Result<Converted, ConversionError> {
        let writer = self.format.writer(std::io::sink(), self.write);
        match writer.ok_or(ConversionError::Unwritable { format: self.format })?.is_white() {
            true => self.run_in::<White, W>(opener, places, outputs),
            false => self.run_in::<SideToMove, W>(opener, places, outputs),
        }
    }

    fn run_in<V: View, W: Write>(
        &self,
        opener: &Opener<'_>,
        places: &[Place],
        outputs: &mut [W],
    ) -> Result<Converted, ConversionError> {
        let outputs: Vec<_> = outputs.iter_mut().map(std::cell::RefCell::new).collect();
        let mut destination = Destination::<V, W>::new(self, &outputs);
        if self.is_unique {
            self.exclude(opener, &mut destination)?;
        }
        let done = if self.split.is_some() || self.order == EntryOrder::Mixed {
            self.pull(opener, places, &mut destination)
        } else {
            let job = filtered::Filtering::new(self, destination.form());
            read_all(opener, places, None, &self.filter, self.threads, &job, |taken| destination.take(places, taken))
        };
        match done {
            Ok(()) | Err(Stop::Enough) => destination.finish(),
            Err(Stop::Failed(error)) => Err(error),
        }
    }

    fn pull<V: View, W: Write>(
        &self,
        opener: &Opener<'_>,
        places: &[Place],
        destination: &mut Destination<'_, '_, V, W>,
    ) -> Result<(), Stop> {
        let mut inputs = Inputs::new(self, opener, places);
        let form = match destination.form() {
            Form::Chunks => Form::Entries,
            form => form,
        };
        let (mut split, mut kept) = (self.split.clone(), Kept::new(self, form));
        let ended = loop {
            let Some(entry) = inputs.next()? else { break Ok(()) };
            destination.part = split.as_mut().map(|split| split.part(&entry));
            kept.put(&entry);
            match destination.take_piece(kept.take_piece(), inputs.total() - 1, &|_| inputs.place()) {
                Ok(()) => {}
                Err(Stop::Enough) => break Err(Stop::Enough),
                Err(stop) => return Err(stop),
            }
        };
        for mut row in inputs.rows {
            row.end();
            destination.done.read += row.total;
            add_left_out(&mut destination.left_out, row.left_out);
            add_unrepresentable(&mut destination.unrepresentable, self.negation(), row.negations);
            destination.done.files.extend(row.finished);
        }
        ended
    }

    /// Returns the error of a score that cannot be negated for the other side.
    const fn negation(&self) -> UnrepresentableError {
        UnrepresentableError { format: self.format, reason: Unrepresentable::Score(i16::MIN) }
    }

    fn exclude<V: View, W: Write>(
        &self,
        opener: &Opener<'_>,
        destination: &mut Destination<'_, '_, V, W>,
    ) -> Result<(), ConversionError> {
        let mut damaged = None;
        let taken = |taken: Taken<Counted>| -> Result<(), Stop> {
            match taken {
                Taken::Piece { piece, .. } => {
                    piece.positions.iter().try_for_each(|position| destination.exclude(position))?;
                }
                Taken::Finished { file } if file.error.is_some() => damaged = Some(file),
                Taken::Finished { .. } => {}
            }
            Ok(())
        };
        let job = Counting::of_positions(self.memory.of_threads());
        match read_all(opener, self.against, None, &Filter::ALL, self.threads, &job, taken) {
            Err(Stop::Failed(error)) => return Err(error),
            Ok(()) | Err(Stop::Enough) => {}
        }
        damaged.map_or(Ok(()), |file| Err(ConversionError::Against { file }))
    }
}

/// Adds entries to a list of the first error of each kind and the number of entries.
fn add_unrepresentable(all: &mut Vec<(UnrepresentableError, u64)>, error: UnrepresentableError, count: u64) {
    match all.iter_mut().find(|(first, _)| first.kind_name() == error.kind_name()) {
        Some((_, sum)) => *sum += count,
        None if count == 0 => {}
        None => all.push((error, count)),
    }
}

errors! {
    /// An error that ends a conversion.
    #[derive(Debug)]
    pub enum ConversionError {
        /// An input cannot be opened.
        Open(error: OpenError) = error => source error => from OpenError;
        Unwritable { format: Format } = "unwritable", "{format} cannot be written";
        /// An input whose positions were to be left out is damaged.
        Against { file: FileSummary } = "against", "{file}";
        /// The format cannot hold an entry: of an input and with a number, or with a position.
        Unrepresentable { place: String, error: UnrepresentableError } = error, "{place}: {error}" => source error;
        /// A temporary file or an endgame table cannot be read.
        Read(error: ReadError) = error, |f| match error {
            // What failed is a temporary file or a table, whatever the format.
            ReadError::Stream { error, .. } => fmt::Display::fmt(error, f),
            error => fmt::Display::fmt(error, f),
        } => source error;
        /// A temporary file cannot be written.
        Sort(error: SortError) = error => source error => from SortError;
        /// An output, which has this number, cannot be written.
        Write { output: usize, error: WriteError } = error => source error;
    }
}
