//! Encoding many histories at once.

use super::Encoder;
use super::dense::{Cell, CellLayout};
use super::planes::{CELLS, Planes};
use crate::error::LengthError;
use crate::history::Position;
use crate::transform::Transform;

fn check(histories: usize, cells: usize, transforms: usize) -> Result<(), LengthError> {
    LengthError::check("cells", histories.saturating_mul(CELLS), cells)?;
    LengthError::check("transforms", histories, transforms)
}

impl Encoder {
    /// Encodes the last position of each history as [`CELLS`] numbers and the transform; slices must fit the histories.
    ///
    /// ```
    /// use gardez_lc0::{CELLS, CellLayout, Encoder, InputFormat, PositionHistory, Transform};
    ///
    /// let histories = [PositionHistory::start()];
    /// let (mut cells, mut transforms) = ([0_u8; CELLS], [Transform::NONE]);
    /// let encoder = Encoder::new(InputFormat::Classical);
    /// encoder.encode_batch(&histories, CellLayout::Tokens, &mut cells, &mut transforms)?;
    /// assert_eq!(cells[3], 1, "there is a rook of ours on a1");
    /// # Ok::<_, gardez_lc0::LengthError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if `cells` or `transforms` does not fit the number of histories. Nothing is written then.
    pub fn encode_batch<H: AsRef<[Position]>, T: Cell>(
        &self,
        histories: &[H],
        layout: CellLayout,
        cells: &mut [T],
        transforms: &mut [Transform],
    ) -> Result<(), LengthError> {
        check(histories.len(), cells.len(), transforms.len())?;
        let mut planes = Planes::EMPTY;
        for ((history, cells), transform) in histories.iter().zip(cells.chunks_exact_mut(CELLS)).zip(transforms) {
            *transform = self.encode_into(history.as_ref(), &mut planes);
            planes.write(layout, cells)?;
        }
        Ok(())
    }

    /// Does the same as [`Encoder::encode_batch`] on all threads of rayon's current pool.
    ///
    /// # Errors
    ///
    /// Returns an error if `cells` or `transforms` does not fit the number of histories. Nothing is written then.
    #[cfg(feature = "rayon")]
    pub fn par_encode_batch<H: AsRef<[Position]> + Sync, T: Cell>(
        &self,
        histories: &[H],
        layout: CellLayout,
        cells: &mut [T],
        transforms: &mut [Transform],
    ) -> Result<(), LengthError> {
        use rayon::prelude::*;

        check(histories.len(), cells.len(), transforms.len())?;
        // Handing a single history to another thread costs more than it gains.
        const SHARE: usize = 8;
        let shares = histories.par_chunks(SHARE).zip(cells.par_chunks_mut(SHARE * CELLS));
        let shares = shares.zip(transforms.par_chunks_mut(SHARE));
        shares
            .into_par_iter()
            .try_for_each(|((histories, cells), transforms)| self.encode_batch(histories, layout, cells, transforms))
    }
}
