//! A move of a free board: any two squares, or a drop.

use core::fmt::{self, Write};

use gardez_types::{PieceType, Square};

/// A move on a [`FreeBoard`](super::FreeBoard): any two squares, or a drop.
///
/// Castling is the king's step of two squares, or king takes own rook. `Display` writes UCI text.
///
/// ```
/// use gardez_variants::{PieceType, FreeMove, Square};
///
/// let mut m = FreeMove::new(Square::E7, Square::E8);
/// m.promotion = Some(PieceType::King);
/// assert_eq!(m.to_string(), "e7e8k");
/// assert_eq!(FreeMove::NULL.to_string(), "0000");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FreeMove {
    /// The origin; the target of a drop.
    pub from: Square,
    /// The target.
    pub to: Square,
    /// The piece that a pawn becomes.
    pub promotion: Option<PieceType>,
    /// The piece that is dropped from the pocket.
    pub drop: Option<PieceType>,
}

impl FreeMove {
    /// The null move, which passes the turn: a1 to a1.
    pub const NULL: Self = Self::new(Square::A1, Square::A1);

    /// Returns the move between two squares.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to, promotion: None, drop: None }
    }

    /// Returns the drop of a piece on `to`.
    #[inline]
    pub const fn drop_piece(piece_type: PieceType, to: Square) -> Self {
        Self { from: to, to, promotion: None, drop: Some(piece_type) }
    }

    /// Returns `true` if this is the null move.
    #[inline]
    pub fn is_null(self) -> bool {
        self == Self::NULL
    }
}

impl fmt::Display for FreeMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_null() {
            return f.write_str("0000");
        }
        match self.drop {
            Some(piece) => write!(f, "{}@", piece.letter().to_ascii_uppercase())?,
            None => write!(f, "{}", self.from)?,
        }
        write!(f, "{}", self.to)?;
        self.promotion.map_or(Ok(()), |piece| f.write_char(piece.letter()))
    }
}
