//! From several inputs to several outputs, with all steps between them.

use std::cell::Cell;
use std::fmt;

use gardez_formats::{AnyWriter, Entry, Format, Losses, ReadEntries, ReadError, SideToMove, UnrepresentableError};
use gardez_formats::{View, White, WriteError};
use gardez_syzygy::Tablebase;
use gardez_types::errors;

use crate::files::{EntryOptions, FileEntries, FileSummary, OpenError, Opener, Place};
use crate::filter::{Filter, Filtered, Rejection};
use crate::memory::{Memory, SpillError};
use crate::shuffle::Shuffled;
use crate::split::GameSplit;
use crate::tables::{TableEntries, TableReport, TableRule};
use crate::transfer::{OnMisfit, add_misfit};
use crate::unique::Unique;

/// What is done with the entries of several inputs.
///
/// A split divides whole games, so the entries are divided before any other step. Then they are
/// filtered, compared with endgame tables, and put in order.
#[derive(Clone, Debug)]
pub struct Conversion<'a> {
    /// Which entries are kept.
    pub filter: Filter,
    /// The endgame tables that know some of them, and what is done with these.
    pub tables: Option<(&'a Tablebase, TableRule)>,
    /// Divides the games among the outputs. Without it, there is one output.
    pub split: Option<GameSplit>,
    /// Whether only the first entry of each position is kept.
    pub is_unique: bool,
    /// The order of the entries.
    pub order: EntryOrder,
    /// What everything random depends on.
    pub seed: u64,
    /// The memory for unique positions and random order.
    pub memory: Memory,
    /// What may be lost of an entry; the writers have the same.
    pub losses: Losses,
    /// What happens to entries that the format cannot hold.
    pub on_misfit: OnMisfit,
}

/// The order of the entries of several inputs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EntryOrder {
    /// That of the inputs.
    #[default]
    Kept,
    /// All inputs mixed; each keeps its order.
    Mixed,
    /// Random.
    Random,
}

/// What a conversion has done.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Converted {
    /// The number of entries that were read.
    pub read: u64,
    /// The number of entries in each output.
    pub written: Vec<u64>,
    /// Why entries were left out, in a few words, with their numbers. None of them is 0.
    pub left_out: Vec<(String, u64)>,
    /// The number of results that endgame tables have changed.
    pub results_changed: u64,
    /// What became of each input.
    pub files: Vec<FileSummary>,
}

impl Conversion<'_> {
    /// Reads the inputs and writes their entries, which get the view of the format. The writers, one for each part of the
    /// games, have one format; the caller finishes them.
    ///
    /// # Errors
    ///
    /// Returns an error if an input cannot be opened, if an entry does not fit and may not be left out, or if an output or
    /// a temporary file cannot be written. Damage of an input is no error, but in the result.
    ///
    /// # Panics
    ///
    /// Panics if there is no writer, or fewer than parts.
    pub fn run(
        &self,
        opener: &Opener<'_>,
        places: &[Place],
        writers: &mut [AnyWriter<'_>],
    ) -> Result<Converted, ConversionError> {
        match writers[0].is_white() {
            true => self.run_in::<White>(opener, places, writers),
            false => self.run_in::<SideToMove>(opener, places, writers),
        }
    }

    fn run_in<V: View>(
        &self,
        opener: &Opener<'_>,
        places: &[Place],
        writers: &mut [AnyWriter<'_>],
    ) -> Result<Converted, ConversionError> {
        let (losses, on_misfit) = (self.losses, self.on_misfit);
        let options = EntryOptions { format: writers[0].format(), filter: &self.filter, losses, on_misfit };
        let mut source = match self.order {
            EntryOrder::Mixed => FileEntries::<V>::mixed(opener, places, options, self.seed),
            EntryOrder::Kept | EntryOrder::Random => FileEntries::<V>::new(opener, places, options),
        };
        let part = Cell::new(0);
        let divided = Divided { reader: &mut source, split: self.split.clone(), part: &part };
        let mut filtered = Filtered::new(divided, self.filter.clone());
        let mut checked = match self.tables {
            Some((tables, rule)) => Checked::Tables(Box::new(TableEntries::new(&mut filtered, tables, rule))),
            None => Checked::All(&mut filtered),
        };

        let mut done = Converted { written: vec![0; writers.len()], ..Converted::default() };
        let mut duplicates = 0;
        let mut ordered: Box<dyn ReadEntries<View = V> + '_> = match (self.is_unique, self.order) {
            (false, EntryOrder::Random) => Box::new(Shuffled::new(&mut checked, self.seed, &self.memory)?),
            (false, _) => Box::new(&mut checked),
            (true, EntryOrder::Random) => {
                let shuffled = Shuffled::unique(&mut checked, self.seed, &self.memory)?;
                duplicates = shuffled.duplicates();
                Box::new(shuffled)
            }
            (true, _) => {
                let unique = Unique::new(&mut checked, &self.memory)?;
                duplicates = unique.duplicates();
                Box::new(unique)
            }
        };
        let mut misfits = Vec::new();
        let failure = loop {
            let entry = match ordered.next_entry() {
                Ok(Some(entry)) => entry,
                Ok(None) => break None,
                Err(error) => break Some(Failure::Read(error)),
            };
            match writers[part.get()].write(entry) {
                Ok(()) => done.written[part.get()] += 1,
                Err(WriteError::Unrepresentable(error)) if on_misfit == OnMisfit::Skip => {
                    add_misfit(&mut misfits, error, 1);
                }
                Err(WriteError::Unrepresentable(error)) => {
                    break Some(Failure::Misfit(error, format!("the position {}", entry.board)));
                }
                Err(error) => return Err(ConversionError::Write { output: part.get(), error }),
            }
        };
        drop(ordered);
        let of_tables = checked.report();
        let rejections = *filtered.rejections();
        drop(filtered);
        match failure {
            None => {}
            Some(Failure::Misfit(error, position)) => {
                let has_place = !self.is_unique && self.order != EntryOrder::Random;
                let place = if has_place { source.place() } else { position };
                return Err(ConversionError::Misfit { place, error });
            }
            Some(Failure::Read(ReadError::Stream { error, format, offset })) => {
                return Err(match error.downcast::<OpenError>() {
                    Ok(error) => ConversionError::Open(error),
                    Err(error) => ConversionError::Read(ReadError::Stream { format, offset, error }),
                });
            }
            Some(Failure::Read(_)) => {
                return Err(ConversionError::Misfit { place: source.refused(), error: source.negation() });
            }
        }

        done.read = source.total();
        let mut leave_out = |reason: String, count| {
            if count != 0 {
                done.left_out.push((reason, count));
            }
        };
        source.left_out().into_iter().for_each(|(reason, count)| leave_out(reason.to_owned(), count));
        Rejection::ALL.iter().for_each(|&reason| leave_out(reason.name().to_owned(), rejections.count(reason)));
        match self.tables {
            Some((_, TableRule::Match)) => {
                leave_out("result that is not that of the tables".to_owned(), of_tables.left_out);
            }
            Some((_, TableRule::Drop)) => leave_out("position in the tables".to_owned(), of_tables.left_out),
            Some((_, TableRule::Set)) => done.results_changed = of_tables.different,
            None => {}
        }
        leave_out(Rejection::Duplicate.name().to_owned(), duplicates);
        match source.negations() {
            0 => {}
            count => add_misfit(&mut misfits, source.negation(), count),
        }
        misfits.into_iter().for_each(|(error, count)| leave_out(error.to_string(), count));
        done.files = source.into_finished();
        Ok(done)
    }
}

/// Why the entries end early.
enum Failure {
    Read(ReadError),
    Misfit(UnrepresentableError, String),
}

errors! {
    /// Why a conversion ends early.
    #[derive(Debug)]
    #[non_exhaustive]
    pub enum ConversionError {
        /// An input cannot be opened.
        Open(error: OpenError) = error => source error;
        /// The format cannot hold an entry: of an input and with a number, or with a position.
        Misfit { place: String, error: UnrepresentableError } = error, "{place}: {error}" => source error;
        /// A temporary file or an endgame table cannot be read.
        Read(error: ReadError) = error, |f| match error {
            // What failed is a temporary file or a table, whatever the format.
            ReadError::Stream { error, .. } => fmt::Display::fmt(error, f),
            error => fmt::Display::fmt(error, f),
        } => source error;
        /// A temporary file cannot be written.
        Spill(error: SpillError) = error => source error => from SpillError;
        /// An output, which has this number, cannot be written.
        Write { output: usize, error: WriteError } = error => source error;
    }
}

/// The entries of the inputs. The part of the last one, which its game has, is in `part`: later steps leave out
/// entries, so that the games are not known any more.
struct Divided<'a, R> {
    reader: R,
    split: Option<GameSplit>,
    part: &'a Cell<usize>,
}

impl<R: ReadEntries> ReadEntries for Divided<'_, R> {
    type View = R::View;

    fn format(&self) -> Format {
        self.reader.format()
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<R::View>>, ReadError> {
        let entry = self.reader.next_entry()?;
        if let (Some(split), Some(entry)) = (&mut self.split, entry) {
            self.part.set(split.part(entry));
        }
        Ok(entry)
    }
}

/// The entries that endgame tables leave.
enum Checked<'a, R: ReadEntries> {
    All(R),
    Tables(Box<TableEntries<'a, R>>),
}

impl<R: ReadEntries> Checked<'_, R> {
    fn report(&self) -> TableReport {
        match self {
            Self::All(_) => TableReport::default(),
            Self::Tables(entries) => *entries.report(),
        }
    }
}

impl<R: ReadEntries> ReadEntries for Checked<'_, R> {
    type View = R::View;

    fn format(&self) -> Format {
        match self {
            Self::All(reader) => reader.format(),
            Self::Tables(entries) => entries.format(),
        }
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<R::View>>, ReadError> {
        match self {
            Self::All(reader) => reader.next_entry(),
            Self::Tables(entries) => entries.next_entry(),
        }
    }
}
