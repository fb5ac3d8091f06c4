//! From a reader to a writer.

use std::vec::Vec;

use gardez_types::{ErrorInfo, errors};

use gardez_formats::Entry;
use gardez_formats::ReadEntries;
use gardez_formats::ReadError;
use gardez_formats::View;
use gardez_formats::WriteEntries;
use gardez_formats::{Losses, Misfit, UnrepresentableError, WriteError};

/// The treatment of an entry that the format of a writer cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OnMisfit {
    /// The transfer ends with an error.
    #[default]
    Stop,
    /// The entry is left out and counted.
    Skip,
}

/// The results of a transfer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Transferred {
    /// The number of entries written.
    pub written: u64,
    /// The entries left out: for each kind of [`Misfit`], the first one and the number.
    pub skipped: Vec<(UnrepresentableError, u64)>,
}

/// Adds entries that do not fit to a list of the first of each kind and their number.
pub(crate) fn add_misfit(all: &mut Vec<(UnrepresentableError, u64)>, error: UnrepresentableError, count: u64) {
    match all.iter_mut().find(|(first, _)| first.kind_name() == error.kind_name()) {
        Some((_, sum)) => *sum += count,
        None => all.push((error, count)),
    }
}

/// Writes all entries of a reader. The caller calls the `finish` of the writer.
///
/// Each entry gets the view of the writer. With [`Losses::SCORE`], a score of -32768 becomes 32767 where the other side
/// sees it; pass the same losses to the writer.
///
/// ```
/// use gardez_data::{OnMisfit, transfer};
/// use gardez_formats::{Losses, bin};
///
/// # let entry = gardez_formats::Entry::new(gardez_position::Board::start(), None, 0, gardez_formats::Wdl::Draw);
/// # let mut file = bin::Writer::new(Vec::new());
/// # gardez_formats::WriteEntries::write_entry(&mut file, &entry)?;
/// # let bytes = file.finish()?;
/// let mut writer = bin::Writer::new(Vec::new());
/// let done = transfer(&mut bin::Reader::new(&bytes[..]), &mut writer, Losses::NONE, OnMisfit::Stop)?;
/// assert_eq!((done.written, writer.finish()?), (1, bytes));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the error of the reader or of the writer. What was read before it has been written.
pub fn transfer<R: ReadEntries + ?Sized, W: WriteEntries + ?Sized>(
    reader: &mut R,
    writer: &mut W,
    losses: Losses,
    on_misfit: OnMisfit,
) -> Result<Transferred, TransferError> {
    let mut done = Transferred::default();
    let mut number = 0;
    while let Some(entry) = reader.next_entry().map_err(|error| TransferError::Read { error, written: done.written })? {
        match write(entry, writer, losses) {
            Ok(()) => done.written += 1,
            Err(WriteError::Unrepresentable(error)) if on_misfit == OnMisfit::Skip => {
                add_misfit(&mut done.skipped, error, 1);
            }
            Err(error) => return Err(TransferError::Write { error, entry: number }),
        }
        number += 1;
    }
    Ok(done)
}

/// Writes an entry in the view of the writer.
fn write<V: View, W: WriteEntries + ?Sized>(
    entry: &Entry<V>,
    writer: &mut W,
    losses: Losses,
) -> Result<(), WriteError> {
    let misfit = |error| UnrepresentableError { format: writer.format(), misfit: Misfit::from(error) };
    let converted = entry.to_view_with(losses).map_err(misfit)?;
    writer.write_entry(&converted)
}

errors! {
    /// An error that ended a [`transfer`].
    #[derive(Debug)]
    pub enum TransferError {
        /// The reader reports an error after that many entries.
        Read { error: ReadError, written: u64 } = error, "{error}, after {written} entries" => source error;
        /// The writer reports an error at this entry, counted from 0, as the reader gave it.
        Write { error: WriteError, entry: u64 } = error, "entry {entry}: {error}" => source error;
    }
}
