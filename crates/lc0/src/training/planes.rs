//! From a record to planes, and from planes to a record.

use gardez_bitboard::Bitboard;
use gardez_types::CastlingSide;
use zerocopy::little_endian::{U32, U64};

use super::any::AnyRecord;
use super::check::{BrokenRule, Strictness};
use super::layout::{STORED_PLANES, V6};
use super::view::Fields;
use crate::castlings::Side;
use crate::encoder::{Encoder, InputFormat, Planes, Rest, Rule50Scale};
use crate::error::UnknownNumberError;
use crate::history::Position;
use crate::transform::Transform;

fn on_rank_8(files: u8) -> Bitboard {
    Bitboard::from_bits(u64::from(files) << 56)
}

impl V6 {
    /// Creates a record with the planes of the last of these positions, which belong to one game, oldest first.
    ///
    /// No move is legal and all values are 0 until [`V6::set_visits`], [`V6::set_moves`], [`V6::set_result`] and
    /// [`V6::set_plies_left`] set them. A record has the lowest 8 bits of the halfmove clock, as in lc0.
    pub fn from_history(encoder: &Encoder, positions: &[Position]) -> Self {
        let mut record = Self::empty();
        let (planes, transform) = encoder.encode(positions);
        let format = encoder.format();
        record.input_format = U32::new(format.raw());
        for (stored, mask) in record.planes.iter_mut().zip(planes.masks()) {
            *stored = U64::new(mask.flip_horizontal().bits());
        }
        record.invariance_info = transform.raw();
        let Some(newest) = positions.last() else { return record };

        let board = newest.board();
        let right = |owner, side| match (board.castlings().contains(owner, side), format.shows_rooks()) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 1 << board.castlings().rook_file(owner, side) as u8,
        };
        record.castling_us_ooo = right(Side::Ours, CastlingSide::QueenSide);
        record.castling_us_oo = right(Side::Ours, CastlingSide::KingSide);
        record.castling_them_ooo = right(Side::Theirs, CastlingSide::QueenSide);
        record.castling_them_oo = right(Side::Theirs, CastlingSide::KingSide);
        record.side_to_move_or_enpassant = match format.is_canonical() {
            // The flag of the newest position is on rank 8 of plane 108.
            true => (planes.masks()[108].bits() >> 56) as u8,
            false => board.is_flipped().into(),
        };
        if format.is_canonical() && board.is_flipped() {
            record.invariance_info |= Self::BLACK_TO_MOVE;
        }
        record.rule50_count = newest.halfmove_clock() as u8;
        record
    }

    /// Returns the input format.
    ///
    /// # Errors
    ///
    /// Returns an error if the record has an unknown input format.
    pub fn format(&self) -> Result<InputFormat, UnknownNumberError> {
        AnyRecord::format(self)
    }

    /// Returns the transform that was applied to the planes and the moves.
    pub const fn transform(&self) -> Transform {
        Transform::from_low_bits(self.invariance_info)
    }

    /// Returns all 112 planes as the network sees them, and the transform for [`Planes::untransformed`].
    ///
    /// ```
    /// use gardez_lc0::training::V6;
    /// use gardez_lc0::{Encoder, InputFormat, PositionHistory, Rule50Scale, decode_board};
    ///
    /// let history = PositionHistory::from_fen("8/8/4k3/8/8/2K5/3R4/8 w - - 5 60")?;
    /// let record = V6::from_history(&Encoder::new(InputFormat::Hectoplies), &history);
    /// let (planes, transform) = record.planes(Rule50Scale::Engine)?;
    /// let read = decode_board(record.format()?, &planes.untransformed(transform))?;
    /// assert_eq!(read.board, *history.last().board());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the record has an unknown input format.
    pub fn planes(&self, scale: Rule50Scale) -> Result<(Planes, Transform), UnknownNumberError> {
        AnyRecord::planes(self, scale)
    }

    /// Checks the values of the record by themselves; see [`check_game`](super::check_game) for a whole game.
    ///
    /// With [`Strictness::Lc0`], this is what lc0's rescorer demands of each record of a game, in its order.
    ///
    /// ```
    /// use gardez_lc0::training::{Rule, Strictness, V6};
    ///
    /// let mut record = V6::empty();
    /// record.input_format = 1.into();
    /// record.probabilities[322] = 1.0.into();
    /// record.result_d = 7.0.into();
    /// // lc0 forgets the upper limit of `result_d`.
    /// assert_eq!(record.check(Strictness::Lc0), Ok(()));
    /// let error = record.check(Strictness::Strict).expect_err("7 is not a probability");
    /// assert_eq!(error.rule, Rule::D);
    /// assert_eq!(error.to_string(), "result_d is 7: the probability of a draw is from 0 to 1");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first rule that the record breaks, with the field and its value.
    pub fn check(&self, strictness: Strictness) -> Result<(), BrokenRule> {
        AnyRecord::check(self, strictness)
    }
}

impl Fields<'_> {
    #[inline]
    pub(super) const fn transform(&self) -> Transform {
        Transform::from_low_bits(self.info)
    }

    #[inline]
    pub(super) fn write_planes(
        &self,
        scale: Rule50Scale,
        planes: &mut Planes,
    ) -> Result<Transform, UnknownNumberError> {
        let format = InputFormat::try_from(self.format)?;
        for (mask, stored) in planes.masks.iter_mut().zip(self.masks) {
            *mask = Bitboard::from_bits(stored.get()).flip_horizontal();
        }
        let [us_ooo, us_oo, them_ooo, them_oo] = self.castling;
        let rest = Rest {
            // Not 0 in the classical format, else the files of the rook.
            castling_rook: |owner, side| match (owner, side) {
                (Side::Ours, CastlingSide::QueenSide) => Bitboard::from_bits(us_ooo.into()),
                (Side::Ours, CastlingSide::KingSide) => Bitboard::from_bits(us_oo.into()),
                (Side::Theirs, CastlingSide::QueenSide) => on_rank_8(them_ooo),
                (Side::Theirs, CastlingSide::KingSide) => on_rank_8(them_oo),
            },
            en_passant: on_rank_8(self.flag),
            is_black: match format.is_canonical() {
                true => self.info & V6::BLACK_TO_MOVE != 0,
                false => self.flag != 0,
            },
        };
        planes.masks[STORED_PLANES..].copy_from_slice(&rest.masks(format));
        planes.plies = f32::from(self.rule50);
        planes.rule50 = planes.plies / scale.divisor(format);
        Ok(self.transform())
    }
}
