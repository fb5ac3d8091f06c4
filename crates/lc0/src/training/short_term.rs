//! From version 6 to version 7.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use zerocopy::little_endian::{F32, U16, U32};
use zerocopy::{FromZeros, IntoBytes};

use super::any::AnyRecord;
use super::layout::{V6, V7};
use super::view::RecordRef;
use crate::error::LengthError;

impl V7 {
    /// The default of lczero-training for the weight of the future in short-term values.
    pub const DEFAULT_THETA: f32 = 5.0 / 6.0;

    /// The index of a move that was not played, because the game has no more records.
    pub const NO_MOVE: u16 = u16::MAX;

    /// Creates a record without pieces, legal moves and next moves, whose network's own values are unknown (NaN).
    pub fn empty() -> Self {
        let mut record = Self::new_zeroed();
        record.set_v6(RecordRef::V6(&V6::empty()));
        record.opp_played_idx = U16::new(Self::NO_MOVE);
        record.next_played_idx = U16::new(Self::NO_MOVE);
        record
    }

    /// Converts all records of a game, of any version, to version 7, as lczero-training's loader does, bit for bit.
    ///
    /// The short-term values `q_st` and `d_st` are averages of `root_q` and `root_d` over a record and all later ones.
    /// From one record to the next, the weight falls by the factor `theta`, [`V7::DEFAULT_THETA`] in lczero-training.
    /// The values of records of version 7 are computed anew.
    ///
    /// ```text
    /// q_st of the last record = root_q
    /// q_st of another record  = theta * (-q_st of the next record) + (1 - theta) * root_q
    /// ```
    ///
    /// ```
    /// use gardez_lc0::training::{F32, V6, V7};
    ///
    /// let mut game = [V6::empty(), V6::empty(), V6::empty()];
    /// for (record, (q, played)) in game.iter_mut().zip([(0.0, 322), (-0.5, 33), (1.0, 1857)]) {
    ///     record.root_q = F32::new(q);
    ///     record.played_idx = played.into();
    /// }
    /// let converted = V7::from_game(&game, 0.5);
    /// assert_eq!(converted.iter().map(|record| record.q_st.get()).collect::<Vec<_>>(), [0.375, -0.75, 1.0]);
    /// assert_eq!((converted[0].opp_played_idx.get(), converted[0].next_played_idx.get()), (33, 1857));
    /// assert_eq!(converted[1].next_played_idx.get(), V7::NO_MOVE);
    /// ```
    #[cfg(feature = "alloc")]
    pub fn from_game<R: AnyRecord>(game: &[R], theta: f32) -> Vec<Self> {
        let mut records = alloc::vec![Self::new_zeroed(); game.len()];
        write(game, theta, &mut records);
        records
    }

    /// Does the same as [`V7::from_game`](Self::from_game) in existing records.
    ///
    /// ```
    /// use gardez_lc0::training::{V6, V7};
    ///
    /// let mut converted = [V7::empty(); 2];
    /// V7::write_game(&[V6::empty(); 2], V7::DEFAULT_THETA, &mut converted)?;
    /// assert_eq!((converted[0].opp_played_idx.get(), converted[1].opp_played_idx.get()), (0, V7::NO_MOVE));
    /// # Ok::<_, gardez_lc0::LengthError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the slices do not have the same length. Nothing is written then.
    pub fn write_game<R: AnyRecord>(game: &[R], theta: f32, records: &mut [Self]) -> Result<(), LengthError> {
        LengthError::check("records", game.len(), records.len())?;
        write(game, theta, records);
        Ok(())
    }

    /// Copies all fields that version 6 has, and clears the others.
    fn set_v6(&mut self, old: RecordRef<'_>) {
        let (fields, rest) = self.as_mut_bytes().split_at_mut(V6::SIZE);
        match old {
            RecordRef::V6(_) | RecordRef::V7(_) => fields.copy_from_slice(&old.bytes()[..V6::SIZE]),
            _ => fields.copy_from_slice(old.to_v6().bytes()),
        }
        rest.fill(0);
        self.version = U32::new(Self::VERSION);
    }
}

/// Converts a game. The slices have the same length.
fn write<R: AnyRecord>(game: &[R], theta: f32, records: &mut [V7]) {
    // The steps of lczero-training, with a rounding after each. The sums are from the point of view of the side to move
    // in the first record, so each second value is negated.
    let now = 1.0 - theta;
    let (mut q_sum, mut d_sum) = (0.0, 0.0);
    let [mut played, mut played_later] = [V7::NO_MOVE; 2];
    for (index, (old, record)) in game.iter().zip(records).enumerate().rev() {
        record.set_v6(old.view());
        let sign = if index % 2 == 0 { 1.0 } else { -1.0 };
        let (q, d) = (sign * record.root_q.get(), record.root_d.get());
        (q_sum, d_sum) = match index + 1 == game.len() {
            true => (q, d),
            false => (theta * q_sum + now * q, theta * d_sum + now * d),
        };
        record.q_st = F32::new(sign * q_sum);
        // A NaN stays a NaN.
        record.d_st = F32::new(if d_sum < 0.0 { 0.0 } else { d_sum });
        record.opp_played_idx = U16::new(played);
        record.next_played_idx = U16::new(played_later);
        (played, played_later) = (record.played_idx.get(), played);
    }
}
