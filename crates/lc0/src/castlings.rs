//! The castling rights of both sides and the files of their rooks.

use core::fmt;

use gardez_types::{CastlingSide, File};

/// The side to move or its opponent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// The side to move.
    Ours = 0,
    /// The opponent.
    Theirs = 1,
}

/// The castling rights of both sides, and the files of the rooks that castle.
///
/// ```text
/// 8  . r . . k . r .        theirs: queen side b, king side g
/// 7  . . . . . . . .
/// 6  . . . . . . . .
/// 5  . . . . . . . .
/// 4  . . . . . . . .
/// 3  . . . . . . . .
/// 2  . . . . . . . .
/// 1  . R . . K . R .        ours: queen side b, king side g
///    a b c d e f g h        as text: GBgb
/// ```
///
/// A right that is lost keeps its file, and files count in comparisons, as in lc0. So boards with the same FEN can
/// differ. `Display` writes the castling field of a FEN, with our letters in upper case.
///
/// ```
/// use gardez_lc0::{Board, CastlingSide, File, Side};
///
/// let board = Board::from_fen("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1")?.board;
/// let rights = board.castlings();
/// assert!(rights.contains(Side::Ours, CastlingSide::QueenSide));
/// assert_eq!(rights.rook_file(Side::Ours, CastlingSide::QueenSide), File::B);
/// assert_eq!(rights.to_string(), "GBgb");
/// # Ok::<_, gardez_lc0::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Castlings {
    bits: u8,
    /// Ours queen side, ours king side, theirs queen side, theirs king side.
    files: [File; 4],
}

impl Castlings {
    /// No rights, and the rook files of standard chess.
    pub const NONE: Self = Self { bits: 0, files: [File::A, File::H, File::A, File::H] };

    /// Returns the rights as bits: our king side 1, our queen side 2, their king side 4, their queen side 8.
    #[inline]
    pub const fn bits(&self) -> u8 {
        self.bits
    }

    /// Returns `true` if neither side may castle.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.bits == 0
    }

    /// Returns `true` if `owner` has the right to castle on `side`.
    #[inline]
    pub const fn contains(&self, owner: Side, side: CastlingSide) -> bool {
        self.bits & Self::bit(owner, side) != 0
    }

    /// Returns the file of the rook, even of a lost right: a or h if there never was a right.
    #[inline]
    pub const fn rook_file(&self, owner: Side, side: CastlingSide) -> File {
        self.files[Self::place(owner, side)]
    }

    /// Returns all rook files: our queen side, our king side, their queen side, their king side.
    #[inline]
    pub const fn files(&self) -> [File; 4] {
        self.files
    }

    #[inline]
    const fn bit(owner: Side, side: CastlingSide) -> u8 {
        1 << (2 * owner as u8 + side as u8)
    }

    #[inline]
    const fn place(owner: Side, side: CastlingSide) -> usize {
        2 * owner as usize + 1 - side as usize
    }

    pub(crate) const fn grant(&mut self, owner: Side, side: CastlingSide, file: File) {
        self.bits |= Self::bit(owner, side);
        self.files[Self::place(owner, side)] = file;
    }

    #[inline]
    pub(crate) const fn remove(&mut self, owner: Side, side: CastlingSide) {
        self.bits &= !Self::bit(owner, side);
    }

    #[inline]
    pub(crate) const fn remove_ours(&mut self) {
        self.bits &= !3;
    }

    /// Returns the rights from the other side's point of view.
    #[inline]
    #[must_use]
    pub const fn swap_colors(self) -> Self {
        let [a, b, c, d] = self.files;
        Self { bits: (self.bits >> 2) | (self.bits << 2 & 0b1100), files: [c, d, a, b] }
    }
}

impl fmt::Display for Castlings {
    /// Writes `-` for no rights, `KQkq` if all four files are a and h, else file letters such as `GBgb`. Ours are upper case.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        let is_standard = self.files == Self::NONE.files;
        for owner in [Side::Ours, Side::Theirs] {
            for side in CastlingSide::ALL {
                if !self.contains(owner, side) {
                    continue;
                }
                let letter = match (is_standard, side) {
                    (true, CastlingSide::KingSide) => 'k',
                    (true, CastlingSide::QueenSide) => 'q',
                    (false, _) => self.rook_file(owner, side).letter(),
                };
                let letter = if owner == Side::Ours { letter.to_ascii_uppercase() } else { letter };
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
