//! The 112 planes, as masks.

use core::fmt;

use gardez_bitboard::Bitboard;

use crate::Transform;

/// How many planes there are.
pub const PLANES: usize = 112;

/// How many planes show one position of the history: twelve kinds of pieces, and whether it is a repetition.
pub const PLANES_PER_SLOT: usize = 13;

/// How many positions of the history there is room for.
pub const SLOTS: usize = 8;

/// How many numbers a network gets: 64 for each plane.
pub const CELLS: usize = PLANES * 64;

/// The plane of the fifty-move counter, the only one whose value is not 1.
pub const RULE50_PLANE: usize = 109;

/// One plane: the squares of `mask` have `value`, all others 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plane {
    /// The squares.
    pub mask: Bitboard,
    /// What stands on them.
    pub value: f32,
}

/// The input of a network: 112 planes of a mask and a value each.
///
/// | planes | what they show |
/// |---|---|
/// | 0 to 103 | 8 slots of 13: our pawns, knights, bishops, rooks, queens, king; theirs; full if the position is a repetition |
/// | 104, 105 | our right to castle queen side and king side, or the rooks of both sides that may |
/// | 106, 107 | their right to castle queen side and king side |
/// | 108 | black to move, or the en passant flag |
/// | 109 | the fifty-move counter |
/// | 110 | black to move in the armageddon formats |
/// | 111 | full |
///
/// All values are 1 but that of plane 109, so that it alone is stored beside the masks.
#[derive(Clone, PartialEq)]
pub struct Planes {
    pub(crate) masks: [Bitboard; PLANES],
    pub(crate) rule50: f32,
}

impl Planes {
    /// Planes without a square, and the value 0 for the counter.
    pub const EMPTY: Self = Self { masks: [Bitboard::EMPTY; PLANES], rule50: 0.0 };

    /// Planes with these masks, and this value on plane 109.
    pub const fn new(masks: [Bitboard; PLANES], rule50: f32) -> Self {
        Self { masks, rule50 }
    }

    /// The plane with this number.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`PLANES`].
    #[inline]
    pub const fn plane(&self, index: usize) -> Plane {
        Plane { mask: self.masks[index], value: self.value(index) }
    }

    /// All planes in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Plane> + DoubleEndedIterator + '_ {
        self.masks.iter().enumerate().map(|(index, &mask)| Plane { mask, value: self.value(index) })
    }

    /// The masks of all planes.
    #[inline]
    pub const fn masks(&self) -> &[Bitboard; PLANES] {
        &self.masks
    }

    /// The value of plane 109: plies, or hundreds of plies.
    #[inline]
    pub const fn rule50(&self) -> f32 {
        self.rule50
    }

    /// The thirteen masks that show the position `slot` plies back.
    ///
    /// # Panics
    ///
    /// If `slot` is not below [`SLOTS`].
    pub fn slot(&self, slot: usize) -> &[Bitboard; PLANES_PER_SLOT] {
        assert!(slot < SLOTS, "there is no slot {slot}");
        let masks = &self.masks[slot * PLANES_PER_SLOT..][..PLANES_PER_SLOT];
        masks.try_into().expect("a slot has thirteen planes")
    }

    /// The planes without the transform that an encoder chose, as a decoder needs them.
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

impl fmt::Debug for Planes {
    /// Lists the planes that have squares, and their values where these are not 1.
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
