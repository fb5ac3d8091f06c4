//! The castling rights of both sides and the files of their rooks.

use core::fmt;

use gardez_types::{CastlingSide, File};

/// Whose something is, from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// The side to move.
    Ours = 0,
    /// The other one.
    Theirs = 1,
}

/// Which castlings are still allowed, and with the rooks of which files.
///
/// A right that is lost keeps its file, which is part of equality, as in lc0: two boards whose FENs agree can differ.
/// The text is that of a FEN if ours is taken for white.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Castlings {
    bits: u8,
    /// By side and wing: ours queen side, ours king side, theirs queen side, theirs king side.
    files: [File; 4],
}

impl Castlings {
    /// No rights, and the files of chess.
    pub const NONE: Self = Self { bits: 0, files: [File::A, File::H, File::A, File::H] };

    /// The rights as bits: 1 we king side, 2 we queen side, 4 they king side, 8 they queen side.
    #[inline]
    pub const fn bits(&self) -> u8 {
        self.bits
    }

    /// True if nobody may castle.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.bits == 0
    }

    /// True if `side` may still castle towards `wing`.
    #[inline]
    pub const fn contains(&self, side: Side, wing: CastlingSide) -> bool {
        self.bits & Self::bit(side, wing) != 0
    }

    /// The file of the rook with which `side` castles, or castled once, towards `wing`; a or h if it never could.
    #[inline]
    pub const fn rook_file(&self, side: Side, wing: CastlingSide) -> File {
        self.files[Self::place(side, wing)]
    }

    /// The files of the rooks: ours queen side, ours king side, theirs queen side, theirs king side.
    #[inline]
    pub const fn files(&self) -> [File; 4] {
        self.files
    }

    #[inline]
    const fn bit(side: Side, wing: CastlingSide) -> u8 {
        1 << (2 * side as u8 + wing as u8)
    }

    #[inline]
    const fn place(side: Side, wing: CastlingSide) -> usize {
        2 * side as usize + 1 - wing as usize
    }

    pub(crate) const fn grant(&mut self, side: Side, wing: CastlingSide, file: File) {
        self.bits |= Self::bit(side, wing);
        self.files[Self::place(side, wing)] = file;
    }

    #[inline]
    pub(crate) const fn remove(&mut self, side: Side, wing: CastlingSide) {
        self.bits &= !Self::bit(side, wing);
    }

    #[inline]
    pub(crate) const fn remove_ours(&mut self) {
        self.bits &= !3;
    }

    /// The rights with the sides exchanged.
    #[inline]
    #[must_use]
    pub const fn swap_colors(self) -> Self {
        let [a, b, c, d] = self.files;
        Self { bits: (self.bits >> 2) | (self.bits << 2 & 0b1100), files: [c, d, a, b] }
    }
}

impl fmt::Display for Castlings {
    /// `-`, or the letters of a FEN with ours in upper case: `KQkq`, or the files of the rooks if one is not a or h.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        let is_chess = self.files == Self::NONE.files;
        for side in [Side::Ours, Side::Theirs] {
            for wing in CastlingSide::ALL {
                if !self.contains(side, wing) {
                    continue;
                }
                let letter = match (is_chess, wing) {
                    (true, CastlingSide::KingSide) => 'k',
                    (true, CastlingSide::QueenSide) => 'q',
                    (false, _) => self.rook_file(side, wing).letter(),
                };
                let letter = if side == Side::Ours { letter.to_ascii_uppercase() } else { letter };
                write!(f, "{letter}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Castlings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
