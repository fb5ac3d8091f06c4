//! Statistics of the entries of inputs, read in several threads.

use std::num::NonZeroUsize;

use gardez_formats::{AnyReader, Fact, Format, ReadEntries, View};
use gardez_position::PackedBoard;

use super::blocks::{Job, Step, Taken, read_all};
use super::open::Opener;
use super::place::{Bytes, OpenError, Place};
use super::summary::FileSummary;
use crate::filter::{Filter, Rejections};
use crate::record::position_of;
use crate::sorted::{Memory, SortError, Sorter};
use crate::statistics::Statistics;

/// Counts the entries of inputs, up to their ends or their damage, each in the view of its format.
///
/// ```
/// use gardez_data::files::{FileOptions, Opener, Place, Survey};
/// use gardez_data::{Filter, available_threads};
///
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("a.bullet.txt");
/// # std::fs::write(&path, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 120 | 1.0\n".repeat(3))?;
/// let (mut survey, mut files) = (Survey::new(Filter::ALL, available_threads()), Vec::new());
/// let opener = Opener::new(FileOptions::default());
/// survey.read(&opener, &Place::all_of(&path)?, |file| Ok::<_, gardez_data::files::OpenError>(files.push(file)))?;
/// assert_eq!((survey.statistics.entries, files[0].entries), (3, 3));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Survey {
    filter: Filter,
    threads: NonZeroUsize,
    reads_only: bool,
    /// The numbers about the entries so far, without facts that their formats do not have.
    pub statistics: Statistics,
    /// The entries that were not counted.
    pub rejections: Rejections,
    positions: Option<Sorter>,
}

impl Survey {
    /// Counts the entries that this filter keeps, in this many threads.
    pub fn new(filter: Filter, threads: NonZeroUsize) -> Self {
        let (statistics, rejections) = (Statistics::default(), Rejections::default());
        Self { filter, threads, reads_only: false, statistics, rejections, positions: None }
    }

    /// Reads entries only, without statistics.
    #[must_use]
    pub const fn reading_only(mut self) -> Self {
        self.reads_only = true;
        self
    }

    /// Counts duplicates, too: see [`duplicates`](Self::duplicates).
    #[must_use]
    pub fn with_duplicates(mut self, memory: &Memory) -> Self {
        self.positions = Some(Sorter::new(0, None, true, memory));
        self
    }

    /// Reads these inputs, and passes what became of each to `finish`, in their order.
    ///
    /// # Errors
    ///
    /// Returns an error if an input cannot be opened, or the error of `finish`.
    pub fn read<E: From<OpenError>>(
        &mut self,
        opener: &Opener<'_>,
        places: &[Place],
        finish: impl FnMut(FileSummary) -> Result<(), E>,
    ) -> Result<(), E> {
        self.read_from(opener, places, None, finish)
    }

    /// Reads an input that [is open](Opener::detect), like [`read`](Self::read).
    ///
    /// # Errors
    ///
    /// Returns an error if files of the format are not rows of entries, or the error of `finish`.
    pub fn read_open<E: From<OpenError>>(
        &mut self,
        opener: &Opener<'_>,
        place: &Place,
        open: (Format, Bytes),
        finish: impl FnMut(FileSummary) -> Result<(), E>,
    ) -> Result<(), E> {
        self.read_from(opener, std::slice::from_ref(place), Some(open), finish)
    }

    fn read_from<E: From<OpenError>>(
        &mut self,
        opener: &Opener<'_>,
        places: &[Place],
        first: Option<(Format, Bytes)>,
        mut finish: impl FnMut(FileSummary) -> Result<(), E>,
    ) -> Result<(), E> {
        let Self { filter, threads, reads_only, statistics, rejections, positions } = self;
        let counts = !*reads_only;
        let has_positions = counts && positions.is_some();
        let job = Counting { filter: &*filter, has_statistics: counts, has_positions, memory: 1 << 26 };
        read_all(opener, places, first, filter, *threads, &job, |taken| match taken {
            Taken::Piece { piece: Counted { statistics: more, rejections: left_out, positions: found }, .. } => {
                statistics.join(more);
                rejections.join(&left_out);
                if let Some(positions) = positions {
                    let pushed = found.iter().try_for_each(|position| positions.push(position, &[]));
                    pushed.map_err(|error| OpenError::unreadable("a temporary file", error))?;
                }
                Ok(())
            }
            Taken::Finished { file } => finish(file),
        })
    }

    /// Returns the number of entries whose position is in an entry before, if [duplicates](Self::with_duplicates) are
    /// counted.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be read.
    pub fn duplicates(&mut self) -> Result<Option<u64>, SortError> {
        Ok(self.positions.take().map(Sorter::finish).transpose()?.map(|found| found.duplicates()))
    }
}

pub(crate) struct Counting<'f> {
    filter: &'f Filter,
    has_statistics: bool,
    has_positions: bool,
    /// The bytes of blocks and positions above which no block is begun.
    memory: usize,
}

impl Counting<'_> {
    /// Keeps the positions of all entries, and nothing else, in about this number of bytes.
    #[cfg(feature = "syzygy")] // only conversions do
    pub(crate) const fn of_positions(memory: usize) -> Self {
        Self { filter: &Filter::ALL, has_statistics: false, has_positions: true, memory }
    }
}

#[derive(Default)]
pub(crate) struct Counted {
    statistics: Statistics,
    rejections: Rejections,
    pub(crate) positions: Vec<[u8; PackedBoard::SIZE]>,
}

impl Job for Counting<'_> {
    type Piece = Counted;
    type Open<'a>
        = AnyReader<'a>
    where
        Self: 'a;

    fn memory(&self) -> usize {
        self.memory
    }

    fn size(counted: &Counted) -> usize {
        size_of_val(counted) + size_of_val(&counted.positions[..])
    }

    fn begin<'a>(&'a self, reader: AnyReader<'a>) -> AnyReader<'a> {
        reader
    }

    fn step(&self, open: &mut AnyReader<'_>, most: u64) -> (Counted, Step) {
        let mut counted = Counted::default();
        let step = match open {
            AnyReader::White(reader) => self.count(&mut **reader, most, &mut counted),
            AnyReader::SideToMove(reader) => self.count(&mut **reader, most, &mut counted),
        };
        (counted, step)
    }
}

impl Counting<'_> {
    fn count<V: View>(
        &self,
        reader: &mut (impl ReadEntries<View = V> + ?Sized),
        most: u64,
        counted: &mut Counted,
    ) -> Step {
        let mut step = Step { entries: 0, end: None };
        while step.entries < most {
            match reader.next_entry() {
                Ok(Some(&entry)) => {
                    let entry = &entry;
                    let reason = if self.has_statistics { self.filter.rejects(entry) } else { None };
                    match reason {
                        Some(reason) => counted.rejections.add(reason),
                        None if self.has_statistics => {
                            let [score, result] = [Fact::Score, Fact::Result].map(|fact| !reader.lacks(fact));
                            counted.statistics.add_known(entry, score, result);
                        }
                        None => {}
                    }
                    if self.has_positions && reason.is_none() {
                        // Positions with more pieces than a packed board has are not compared.
                        counted.positions.extend(position_of(entry, true).ok());
                    }
                }
                Ok(None) => {
                    step.end = Some(Ok(()));
                    break;
                }
                Err(error) => {
                    step.end = Some(Err(error));
                    break;
                }
            }
            step.entries += 1;
        }
        counted.statistics.forget_all_but_facts_of(reader.format());
        step
    }
}
