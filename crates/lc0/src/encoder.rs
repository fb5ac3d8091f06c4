//! From a history to the 112 input planes of a network.

#[cfg(feature = "alloc")]
mod batch;
mod dense;
mod format;
mod planes;
mod scale;
mod slots;

pub use dense::{Cell, CellLayout, PLANE_BYTES};
pub use format::{FillMode, InputFormat};
pub(crate) use planes::Rest;
pub use planes::{CELLS, PLANES, PLANES_PER_SLOT, Plane, Planes, RULE50_PLANE, SLOTS};
pub use scale::Rule50Scale;

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingSide, Rank, Square};

use crate::board::Board;
use crate::castlings::Side;
use crate::history::Position;
use crate::transform::Transform;

/// Encodes positions as the 112 input planes of a network.
///
/// An encoder has a format, a fill mode, and a number of history slots to use.
///
/// ```
/// use gardez_lc0::{Encoder, FillMode, InputFormat, PositionHistory};
///
/// let history = PositionHistory::start();
/// let encoder = Encoder::new(InputFormat::Classical).with_fill(FillMode::No);
/// let (planes, transform) = encoder.encode(&history);
/// assert_eq!(planes.plane(0).mask.bits(), 0xff00, "plane 0 shows our pawns");
/// assert!(transform.is_none());
///
/// let mut dense = [0.0; gardez_lc0::CELLS];
/// planes.write_f32(&mut dense)?;
/// assert_eq!(dense[..24].iter().sum::<f32>(), 8.0);
/// # Ok::<_, gardez_lc0::LengthError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Encoder {
    format: InputFormat,
    fill: FillMode,
    scale: Rule50Scale,
    /// The number of slots that stay empty.
    unused: u8,
}

impl Encoder {
    /// Creates an encoder that uses all eight slots and the default fill mode of lc0's engine, [`FillMode::FenOnly`].
    pub const fn new(format: InputFormat) -> Self {
        Self { format, fill: FillMode::FenOnly, scale: Rule50Scale::Engine, unused: 0 }
    }

    /// Sets what plane 109 shows. Without a call, it is [`Rule50Scale::Engine`], because this is the engine's encoder.
    #[must_use]
    pub const fn with_rule50_scale(mut self, scale: Rule50Scale) -> Self {
        self.scale = scale;
        self
    }

    /// Sets the contents of the slots before the first position.
    #[must_use]
    pub const fn with_fill(mut self, fill: FillMode) -> Self {
        self.fill = fill;
        self
    }

    /// Sets the number of slots to use, counted from the newest position.
    ///
    /// The number is clamped to the range from 1 to [`SLOTS`].
    #[must_use]
    pub const fn with_slots(mut self, slots: usize) -> Self {
        self.unused = match slots {
            0 => 7,
            1..=7 => 8 - slots as u8,
            _ => 0,
        };
        self
    }

    /// Returns the input format.
    pub const fn format(&self) -> InputFormat {
        self.format
    }

    /// Encodes the last position of the slice. The positions are those of one game, oldest first.
    ///
    /// Also returns the transform that was applied to the planes. [Policy indices](crate::PolicyIndex) depend on it.
    /// If the slice is empty, all planes are empty.
    #[inline]
    pub fn encode(&self, positions: &[Position]) -> (Planes, Transform) {
        // The pair is built where the caller wants it: planes of its own would have to be copied into it.
        let mut encoded = (Planes::EMPTY, Transform::NONE);
        encoded.1 = self.encode_into(positions, &mut encoded.0);
        encoded
    }

    /// Encodes into existing planes, which are overwritten, and returns the transform. See [`Encoder::encode`].
    pub fn encode_into(&self, positions: &[Position], planes: &mut Planes) -> Transform {
        let Some(newest) = positions.last() else {
            *planes = Planes::EMPTY;
            return Transform::NONE;
        };
        let transform = if self.format.is_canonical() { Transform::canonical(&newest.board) } else { Transform::NONE };
        self.write_slots(positions, transform, planes);
        self.write_rest(newest, transform, planes);
        transform
    }

    /// Writes planes 104 to 111, which depend on the newest position alone.
    fn write_rest(&self, newest: &Position, transform: Transform, planes: &mut Planes) {
        let board = &newest.board;
        let rest = Rest {
            // A board with castling rights is never transformed.
            castling_rook: |owner, side| castling_rook(board, owner, side),
            en_passant: transform.apply(board.en_passant()),
            is_black: board.flipped,
            rule50: newest.rule50 as f32,
            scale: self.scale,
        };
        rest.write(self.format, planes);
    }
}

impl Default for Encoder {
    /// An encoder of the format [`InputFormat::Classical`].
    fn default() -> Self {
        Self::new(InputFormat::default())
    }
}

/// Returns the rook that may castle: ours on rank 1, theirs on rank 8. The empty set if there is no right.
fn castling_rook(board: &Board, owner: Side, side: CastlingSide) -> Bitboard {
    if !board.castlings.contains(owner, side) {
        return Bitboard::EMPTY;
    }
    let rank = if owner == Side::Ours { Rank::One } else { Rank::Eight };
    Square::new(board.castlings.rook_file(owner, side), rank).into()
}
