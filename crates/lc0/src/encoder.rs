//! From a history to the 112 input planes of a network.

#[cfg(feature = "alloc")]
mod batch;
mod dense;
mod format;
mod planes;
mod slots;

#[cfg(feature = "alloc")]
pub use batch::BatchError;
pub use dense::LengthError;
pub use format::{FillMode, InputFormat};
pub use planes::{CELLS, PLANES, PLANES_PER_SLOT, Plane, Planes, RULE50_PLANE, SLOTS};

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingSide, Rank, Square};

use crate::{Board, Position, Side, Transform};

/// Writes positions as planes: a format, a fill mode, and how many slots of history to show.
///
/// ```
/// use gardez_lc0::{Encoder, FillMode, InputFormat, PositionHistory};
///
/// let history = PositionHistory::start();
/// let (planes, transform) = Encoder::new(InputFormat::Classical).fill(FillMode::No).encode(&history);
/// assert_eq!(planes.plane(0).mask.bits(), 0xff00, "our pawns");
/// assert!(transform.is_none());
///
/// let mut dense = [0.0; gardez_lc0::CELLS];
/// planes.write_f32(&mut dense)?;
/// assert_eq!(dense[..24].iter().sum::<f32>(), 8.0);
/// # Ok::<_, gardez_lc0::LengthError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Encoder {
    format: InputFormat,
    fill: FillMode,
    /// How many of the eight slots stay empty.
    unused: u8,
}

impl Encoder {
    /// An encoder that shows eight slots and fills them as the engine does by default, [`FillMode::FenOnly`].
    pub const fn new(format: InputFormat) -> Self {
        Self { format, fill: FillMode::FenOnly, unused: 0 }
    }

    /// Sets what slots before the first position hold.
    #[must_use]
    pub const fn with_fill(mut self, fill: FillMode) -> Self {
        self.fill = fill;
        self
    }

    /// Sets how many slots are used, counted from the newest position; at least 1 and at most [`SLOTS`] are.
    #[must_use]
    pub const fn with_slots(mut self, slots: usize) -> Self {
        self.unused = match slots {
            0 => 7,
            1..=7 => 8 - slots as u8,
            _ => 0,
        };
        self
    }

    /// The format.
    pub const fn format(&self) -> InputFormat {
        self.format
    }

    /// Encodes the last of these positions, which must belong to one game, oldest first; and the symmetry that was
    /// chosen, which the policy index needs. Of no positions, all planes are empty.
    #[inline]
    pub fn encode(&self, positions: &[Position]) -> (Planes, Transform) {
        let mut planes = Planes::EMPTY;
        let transform = self.encode_into(positions, &mut planes);
        (planes, transform)
    }

    /// Encodes into planes that are there already, whatever they hold.
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

    /// The planes that tell of the newest position alone.
    fn write_rest(&self, newest: &Position, transform: Transform, planes: &mut Planes) {
        let board = &newest.board;
        let full_if = |condition: bool| if condition { Bitboard::FULL } else { Bitboard::EMPTY };
        let wings = [CastlingSide::QueenSide, CastlingSide::KingSide];
        let rest: &mut [Bitboard; 8] = (&mut planes.masks[104..]).try_into().expect("eight planes follow the slots");
        let castling = match self.format {
            InputFormat::Classical => {
                let may = |side, wing| full_if(board.castlings.contains(side, wing));
                let [ours, theirs] = [Side::Ours, Side::Theirs].map(|side| wings.map(|wing| may(side, wing)));
                [ours[0], ours[1], theirs[0], theirs[1]]
            }
            // A board with rights is never turned.
            _ => {
                let [queen_side, king_side] = wings.map(|wing| castling_rooks(board, wing));
                [queen_side, king_side, Bitboard::EMPTY, Bitboard::EMPTY]
            }
        };
        rest[..4].copy_from_slice(&castling);
        rest[4] = match self.format.is_canonical() {
            true => transform.apply(board.en_passant()),
            false => full_if(board.flipped),
        };
        rest[5] = Bitboard::FULL;
        rest[6] = full_if(self.format.is_armageddon() && board.flipped);
        rest[7] = Bitboard::FULL;
        let plies = newest.rule50 as f32;
        planes.rule50 = if self.format.is_hectoplies() { plies / 100.0 } else { plies };
    }
}

/// The rooks of both sides that may castle towards `wing`: ours on rank 1, theirs on rank 8.
fn castling_rooks(board: &Board, wing: CastlingSide) -> Bitboard {
    let rook = |side, rank| {
        let square = Square::new(board.castlings.rook_file(side, wing), rank);
        if board.castlings.contains(side, wing) { square.into() } else { Bitboard::EMPTY }
    };
    rook(Side::Ours, Rank::One) | rook(Side::Theirs, Rank::Eight)
}
