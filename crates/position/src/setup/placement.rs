//! Pieces on squares and nothing else: the first field of a FEN.

use core::fmt;
use core::str::FromStr;

use gardez_types::{Piece, Square};

use super::builder::Builder;
use super::fen::{FenError, read_placement};
use super::writer::Text;
use crate::board::Board;

/// Pieces on squares and nothing else: the first field of a FEN, which `Display` writes and `parse` reads.
///
/// Any pieces may be on any squares. A [`Builder`] adds the rest and checks the rules.
///
/// ```
/// use gardez_position::{Builder, Color, Placement};
///
/// let seen: Placement = "4k3/8/8/8/8/8/4P3/4K3".parse()?;
/// let board = Builder::from_placement(&seen).with_side_to_move(Color::Black).build_board()?;
/// assert_eq!(board.to_string(), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
/// assert_eq!(board.placement(), seen);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placement([Option<Piece>; 64]);

impl Placement {
    /// No pieces.
    pub const EMPTY: Self = Self([None; 64]);

    /// Returns these pieces, indexed by `Square as usize`.
    #[inline]
    pub const fn new(squares: [Option<Piece>; 64]) -> Self {
        Self(squares)
    }

    /// Returns the pieces, indexed by `Square as usize`.
    #[inline]
    pub const fn squares(&self) -> &[Option<Piece>; 64] {
        &self.0
    }

    /// Returns the piece on `square`.
    #[inline]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.0[square as usize]
    }

    /// Puts a piece on a square, in place of what is there.
    #[must_use]
    #[inline]
    pub const fn with_piece(mut self, square: Square, piece: Piece) -> Self {
        self.0[square as usize] = Some(piece);
        self
    }

    /// Removes the piece on a square.
    #[must_use]
    #[inline]
    pub const fn without_piece(mut self, square: Square) -> Self {
        self.0[square as usize] = None;
        self
    }

    /// Returns all pieces with their squares, from a1 to h8.
    #[inline]
    pub fn piece_map(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::ALL.into_iter().filter_map(|square| Some((square, self.piece_on(square)?)))
    }

    /// Moves each piece to the square that `target` returns, for example a flip or a rotation.
    ///
    /// Of two pieces with the same target, the piece from the higher square stays.
    ///
    /// ```
    /// use gardez_position::{Placement, Square};
    ///
    /// let placement: Placement = "k7/8/8/8/8/8/8/1R5K".parse()?;
    /// assert_eq!(placement.transform(Square::flip_horizontal).to_string(), "7k/8/8/8/8/8/8/K5R1");
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[must_use = "the placement itself does not change"]
    #[inline]
    pub fn transform(&self, target: impl Fn(Square) -> Square) -> Self {
        let mut transformed = Self::EMPTY;
        for (square, piece) in self.piece_map() {
            transformed.0[target(square) as usize] = Some(piece);
        }
        transformed
    }

    /// Returns the pieces seen from the other side: flipped vertically, with the colors swapped.
    #[must_use = "the placement itself does not change"]
    #[inline]
    pub fn swap_colors(&self) -> Self {
        let mut swapped = self.transform(Square::flip_vertical);
        swapped.0.iter_mut().flatten().for_each(|piece| *piece = piece.swap_colors());
        swapped
    }
}

impl Default for Placement {
    /// Returns [`Placement::EMPTY`].
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl FromStr for Placement {
    type Err = FenError;

    /// Reads the first field of a FEN.
    #[inline]
    fn from_str(text: &str) -> Result<Self, FenError> {
        read_placement(text).map(Self)
    }
}

impl fmt::Display for Placement {
    /// Writes the first field of a FEN.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::EMPTY;
        text.push_placement(self.piece_map().map(|(square, _)| square).collect(), &self.0);
        f.pad(text.as_str())
    }
}

impl fmt::Debug for Placement {
    /// Writes the first field of a FEN.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// # The pieces alone
impl Board {
    /// Returns the pieces without anything else.
    #[inline]
    pub const fn placement(&self) -> Placement {
        Placement(self.squares)
    }
}

impl Builder {
    /// Returns these pieces, with white to move and no castling rights.
    #[must_use]
    pub const fn from_placement(placement: &Placement) -> Self {
        Self::new().with_squares(placement.0)
    }
}
