//! The 112 planes as sets of squares.

use core::fmt;

use gardez_bitboard::Bitboard;
use gardez_types::CastlingSide;

use super::format::InputFormat;
use crate::castlings::Side;
use crate::transform::Transform;

/// The number of planes.
pub const PLANES: usize = 112;

/// The number of planes that show one position: twelve for the pieces, and one for repetitions.
pub const PLANES_PER_SLOT: usize = 13;

/// The number of positions that the planes can show.
pub const SLOTS: usize = 8;

/// The number of inputs of a network: 64 for each plane.
pub const CELLS: usize = PLANES * 64;

/// The plane of the halfmove clock, the only one whose value is not 1.
pub const RULE50_PLANE: usize = 109;

#[inline]
pub(super) const fn full_if(condition: bool) -> Bitboard {
    if condition { Bitboard::FULL } else { Bitboard::EMPTY }
}

/// One plane: the squares of `mask` have the value `value`, all others 0.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Plane {
    /// The squares.
    pub mask: Bitboard,
    /// The value on these squares.
    pub value: f32,
}

/// The input of a network: 112 planes, each with a mask and a value.
///
/// Eight slots of 13 planes show the newest position and earlier ones, from the point of view of the side to move now:
///
/// ```text
/// plane   0   1   2   3   4   5 |  6   7   8   9  10  11 | 12         | 13 ...          | 104 ... 111
///         P   N   B   R   Q   K |  p   n   b   r   q   k | repetition | one ply earlier | the rest
///         ours                  |  theirs                | full/empty |                 |
/// ```
///
/// | plane | format 1 | format 2 | other formats |
/// |---|---|---|---|
/// | 104 | full if we may castle queen side | queen-side rooks with a right: ours on rank 1, theirs on rank 8 | like format 2 |
/// | 105 | full if we may castle king side | king-side rooks with a right | like format 2 |
/// | 106 | full if they may castle queen side | empty | empty |
/// | 107 | full if they may castle king side | empty | empty |
/// | 108 | full if black is to move | full if black is to move | the en passant flag |
/// | 109 | full; the value is the halfmove clock | like format 1 | like format 1, divided by 100 from format 4 on |
/// | 110 | empty | empty | full if black is to move in formats 132 and 133 |
/// | 111 | full | full | full |
///
/// All planes but 109 have the value 1; for plane 109, see [`Rule50Scale`](crate::Rule50Scale).
#[derive(Clone)]
pub struct Planes {
    pub(crate) masks: [Bitboard; PLANES],
    /// The value of plane 109.
    pub(crate) rule50: f32,
    /// The halfmove clock.
    pub(crate) plies: f32,
}

impl Planes {
    /// Planes without squares, and with the value 0 on plane 109.
    pub const EMPTY: Self = Self::new([Bitboard::EMPTY; PLANES], 0.0);

    /// Creates planes with these masks and the value `rule50` on plane 109, which is also the halfmove clock.
    pub const fn new(masks: [Bitboard; PLANES], rule50: f32) -> Self {
        Self { masks, rule50, plies: rule50 }
    }

    /// Returns the plane with this number.
    ///
    /// # Panics
    ///
    /// Panics if `index` is not below [`PLANES`].
    #[inline]
    pub const fn plane(&self, index: usize) -> Plane {
        Plane { mask: self.masks[index], value: self.value(index) }
    }

    /// Returns an iterator over all planes in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Plane> + DoubleEndedIterator + '_ {
        self.masks.iter().enumerate().map(|(index, &mask)| Plane { mask, value: self.value(index) })
    }

    /// Returns the masks of all planes.
    #[inline]
    pub const fn masks(&self) -> &[Bitboard; PLANES] {
        &self.masks
    }

    /// Returns the value of plane 109: the halfmove clock, scaled by format and [`Rule50Scale`](crate::Rule50Scale).
    #[inline]
    pub const fn rule50(&self) -> f32 {
        self.rule50
    }

    /// Returns the thirteen masks of a slot. Slot 0 shows the newest position.
    ///
    /// # Panics
    ///
    /// Panics if `slot` is not below [`SLOTS`].
    pub fn slot(&self, slot: usize) -> &[Bitboard; PLANES_PER_SLOT] {
        assert!(slot < SLOTS, "there is no slot {slot}");
        let masks = &self.masks[slot * PLANES_PER_SLOT..][..PLANES_PER_SLOT];
        masks.try_into().expect("a slot has thirteen planes")
    }

    /// Undoes the transform that [`Encoder::encode`](crate::Encoder::encode) returned.
    #[must_use]
    pub fn untransformed(mut self, transform: Transform) -> Self {
        for mask in &mut self.masks {
            *mask = transform.undo(*mask);
        }
        self
    }

    #[inline]
    const fn value(&self, index: usize) -> f32 {
        if index == RULE50_PLANE { self.rule50 } else { 1.0 }
    }
}

impl PartialEq for Planes {
    fn eq(&self, other: &Self) -> bool {
        self.masks == other.masks && self.rule50 == other.rule50
    }
}

/// The content of planes 104 to 111, from the side to move's point of view.
pub(crate) struct Rest<F> {
    /// The rook of a castling right on its square, as a set; the empty set without the right.
    pub(crate) castling_rook: F,
    /// The en passant flag; only canonical formats show it.
    pub(crate) en_passant: Bitboard,
    /// `true` if black is to move.
    pub(crate) is_black: bool,
}

impl<F: Fn(Side, CastlingSide) -> Bitboard> Rest<F> {
    #[inline]
    pub(crate) fn masks(self, format: InputFormat) -> [Bitboard; 8] {
        let [[our_ooo, our_oo], [their_ooo, their_oo]] = [Side::Ours, Side::Theirs].map(|owner| {
            [CastlingSide::QueenSide, CastlingSide::KingSide].map(|side| (self.castling_rook)(owner, side))
        });
        let castling = match format.shows_rooks() {
            false => [our_ooo, our_oo, their_ooo, their_oo].map(|rook| full_if(!rook.is_empty())),
            true => [our_ooo | their_ooo, our_oo | their_oo, Bitboard::EMPTY, Bitboard::EMPTY],
        };
        let flag = if format.is_canonical() { self.en_passant } else { full_if(self.is_black) };
        let black = full_if(format.is_armageddon() && self.is_black);
        let [ooo, oo, other_ooo, other_oo] = castling;
        [ooo, oo, other_ooo, other_oo, flag, Bitboard::FULL, black, Bitboard::FULL]
    }
}

impl fmt::Debug for Planes {
    /// Lists the planes that have squares, with values other than 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        for (index, plane) in self.iter().enumerate().filter(|(_, plane)| !plane.mask.is_empty()) {
            if plane.value == 1.0 {
                map.entry(&index, &format_args!("{:016x}", plane.mask.bits()));
            } else {
                map.entry(&index, &format_args!("{:016x} x {}", plane.mask.bits(), plane.value));
            }
        }
        map.finish()
    }
}
