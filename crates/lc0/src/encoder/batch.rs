//! Many histories at once.

use core::fmt;

use super::{CELLS, Encoder, LengthError, Planes};
use crate::{Position, Transform};

/// Why a batch cannot be written; nothing was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BatchError {
    /// The slice of cells has another length than the histories need.
    Cells(LengthError),
    /// The slice of transforms has another length than that of the histories.
    Transforms(LengthError),
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells(length) => write!(f, "the cells do not fit: {length}"),
            Self::Transforms(length) => write!(f, "the transforms do not fit: {length}"),
        }
    }
}

impl core::error::Error for BatchError {}

/// Whether both slices fit so many histories.
fn check(histories: usize, cells: usize, transforms: usize) -> Result<(), BatchError> {
    LengthError::check(histories.saturating_mul(CELLS), cells).map_err(BatchError::Cells)?;
    LengthError::check(histories, transforms).map_err(BatchError::Transforms)
}

impl Encoder {
    /// Encodes the last position of each history, [`CELLS`] numbers for each, one after the other; and the symmetries that
    /// were chosen.
    ///
    /// ```
    /// use gardez_lc0::{CELLS, Encoder, InputFormat, PositionHistory, Transform};
    ///
    /// let histories = vec![PositionHistory::start(); 4];
    /// let mut cells = vec![0.0; 4 * CELLS];
    /// let mut transforms = [Transform::NONE; 4];
    /// Encoder::new(InputFormat::Canonical).encode_batch(&histories, &mut cells, &mut transforms)?;
    /// assert_eq!(cells[..CELLS], cells[3 * CELLS..]);
    /// # Ok::<_, gardez_lc0::BatchError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If one of the slices has a wrong length.
    pub fn encode_batch<H: AsRef<[Position]>>(
        &self,
        histories: &[H],
        cells: &mut [f32],
        transforms: &mut [Transform],
    ) -> Result<(), BatchError> {
        self.encode_batch_with(histories, cells, transforms, Planes::write_f32)
    }

    /// [`Encoder::encode_batch`] in half precision; [`Planes::write_f16_bits`].
    ///
    /// # Errors
    ///
    /// If one of the slices has a wrong length.
    pub fn encode_batch_f16_bits<H: AsRef<[Position]>>(
        &self,
        histories: &[H],
        cells: &mut [u16],
        transforms: &mut [Transform],
    ) -> Result<(), BatchError> {
        self.encode_batch_with(histories, cells, transforms, Planes::write_f16_bits)
    }

    fn encode_batch_with<H: AsRef<[Position]>, T>(
        &self,
        histories: &[H],
        cells: &mut [T],
        transforms: &mut [Transform],
        write: fn(&Planes, &mut [T]) -> Result<(), LengthError>,
    ) -> Result<(), BatchError> {
        check(histories.len(), cells.len(), transforms.len())?;
        let mut planes = Planes::EMPTY;
        for ((history, cells), transform) in histories.iter().zip(cells.chunks_exact_mut(CELLS)).zip(transforms) {
            *transform = self.encode_into(history.as_ref(), &mut planes);
            write(&planes, cells).map_err(BatchError::Cells)?;
        }
        Ok(())
    }

    /// [`Encoder::encode_batch`] on all threads of rayon's current pool.
    ///
    /// # Errors
    ///
    /// If one of the slices has a wrong length.
    #[cfg(feature = "rayon")]
    pub fn par_encode_batch<H: AsRef<[Position]> + Sync>(
        &self,
        histories: &[H],
        cells: &mut [f32],
        transforms: &mut [Transform],
    ) -> Result<(), BatchError> {
        use rayon::prelude::*;

        check(histories.len(), cells.len(), transforms.len())?;
        // A share of a few histories is worth handing to another thread; a single one is not.
        const SHARE: usize = 8;
        let shares = histories.par_chunks(SHARE).zip(cells.par_chunks_mut(SHARE * CELLS));
        shares
            .zip(transforms.par_chunks_mut(SHARE))
            .try_for_each(|((histories, cells), transforms)| self.encode_batch(histories, cells, transforms))
    }
}
