//! The planes of many records at once.

use gardez_types::errors;

use super::any::AnyRecord;
use crate::encoder::{CELLS, Cell, CellLayout, PLANE_BYTES, Planes, Rule50Scale};
use crate::error::{LengthError, UnknownNumberError};

errors! {
    /// The reason the planes of a batch cannot be written. Its span is the place of the record.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum BatchError {
        /// A slice does not fit the number of records. Nothing has been written.
        Length(error: LengthError) = error => from LengthError;
        /// A record has an unknown input format. The records before it have been written.
        Format { record: usize, error: UnknownNumberError } = error,
            "{error}, in record {record} of the batch" => span *record..*record + 1;
    }
}

/// Writes the planes of each record: [`CELLS`] numbers of a type of [`Cell`], as [`Planes::write`] does.
///
/// With `u8`, plane 109 has the plain halfmove clock, whatever the scale.
///
/// ```
/// use gardez_lc0::training::{V6, write_planes};
/// use gardez_lc0::{CELLS, CellLayout, Encoder, InputFormat, PositionHistory, Rule50Scale};
///
/// let history = PositionHistory::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 33 60")?;
/// let records = [V6::from_history(&Encoder::new(InputFormat::Classical), &history); 4];
/// let mut cells = vec![0.0_f32; 4 * CELLS];
/// write_planes(&records, Rule50Scale::Training, CellLayout::Tokens, &mut cells)?;
/// assert_eq!(cells[3 * CELLS + 109], 33.0 / 99.0);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if `cells` does not fit the number of records, or if a record has an unknown input format.
pub fn write_planes<R: AnyRecord, T: Cell>(
    records: &[R],
    scale: Rule50Scale,
    layout: CellLayout,
    cells: &mut [T],
) -> Result<(), BatchError> {
    LengthError::check("cells", records.len().saturating_mul(CELLS), cells.len())?;
    let mut planes = Planes::EMPTY;
    for (index, (record, cells)) in records.iter().zip(cells.chunks_exact_mut(CELLS)).enumerate() {
        let error = |error| BatchError::Format { record: index, error };
        record.planes_into(scale, &mut planes).map_err(error)?;
        planes.write(layout, cells)?;
    }
    Ok(())
}

/// Writes the planes of each record as [`PLANE_BYTES`] bytes, as [`Planes::write_bits`] does, and its halfmove clock.
///
/// The bits need 32 times less memory than `f32`. Make numbers of them on the graphics card, for example: 0 and 1, and
/// the scaled clock on plane 109, whose bits are all 1.
///
/// ```
/// use gardez_lc0::training::{V6, write_plane_bits};
/// use gardez_lc0::{CellLayout, Encoder, InputFormat, PLANE_BYTES, PositionHistory};
///
/// let history = PositionHistory::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 33 60")?;
/// let records = [V6::from_history(&Encoder::new(InputFormat::Classical), &history); 4];
/// let (mut bits, mut counters) = (vec![0; 4 * PLANE_BYTES], [0; 4]);
/// write_plane_bits(&records, CellLayout::PlanesFirst, &mut bits, &mut counters)?;
/// assert_eq!((bits[1], counters), (1 << 4, [33; 4]));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if `bits` or `counters` does not fit the number of records, or if a record has an unknown input format.
pub fn write_plane_bits<R: AnyRecord>(
    records: &[R],
    layout: CellLayout,
    bits: &mut [u8],
    counters: &mut [u8],
) -> Result<(), BatchError> {
    LengthError::check("bytes", records.len().saturating_mul(PLANE_BYTES), bits.len())?;
    LengthError::check("records", records.len(), counters.len())?;
    let mut planes = Planes::EMPTY;
    let outputs = bits.chunks_exact_mut(PLANE_BYTES).zip(counters);
    for (index, (record, (bits, counter))) in records.iter().zip(outputs).enumerate() {
        let error = |error| BatchError::Format { record: index, error };
        // The bits are the same with each scale.
        record.planes_into(Rule50Scale::Engine, &mut planes).map_err(error)?;
        planes.write_bits(layout, bits)?;
        *counter = record.view().fields().rule50;
    }
    Ok(())
}
