//! The board from the side to move's point of view.

use core::fmt;

use gardez_bitboard::Bitboard;
use gardez_position::internals::draw;
use gardez_types::{Color, File, Piece, PieceType, Square};

use crate::castlings::{Castlings, Side};

/// Ranks 1 and 8. They never have pawns, so the set of pawns keeps en passant flags there.
const BACK_RANKS: Bitboard = Bitboard::from_bits(0xff00_0000_0000_00ff);

/// A board as lc0 keeps it: from the side to move's point of view, so *our* pawns move up.
///
/// With black to move, the board is flipped top to bottom and the colors are exchanged ([`Board::is_flipped`]). Files
/// stay where they are. The position after 1. e4, with black to move:
///
/// ```text
///    as a diagram shows it          as this board keeps it: upper case is ours, that is, black
/// 8  r n b q k b n r             8  r n b q k b n r
/// 7  p p p p p p p p             7  p p p p . p p p
/// 6  . . . . . . . .             6  . . . . . . . .
/// 5  . . . . . . . .             5  . . . . p . . .
/// 4  . . . . P . . .             4  . . . . . . . .
/// 3  . . . . . . . .             3  . . . . . . . .
/// 2  P P P P . P P P             2  P P P P P P P P
/// 1  R N B Q K B N R             1  R N B Q K B N R
///    a b c d e f g h                a b c d e f g h
/// ```
///
/// ```
/// use gardez_lc0::{Board, PieceType, Side, Square};
///
/// let board = Board::from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")?.board;
/// assert!(board.is_flipped());
/// assert_eq!(board.piece_on(Square::E5), Some((Side::Theirs, PieceType::Pawn)));
/// # Ok::<_, gardez_lc0::FenError>(())
/// ```
///
/// # The sets
///
/// Three sets describe the pieces by type: pieces that move like a rook, pieces that move like a bishop, and pawns. A
/// queen is in both sets of sliders. The pieces in no set, besides the kings, are knights.
///
/// The set of pawns also has *en passant flags*. After a double push of their pawn, rank 8 of its file has a flag if
/// our pawn attacks the square that their pawn passed:
///
/// ```text
/// 8  . . . . F . . .      p: their pawn, which has just moved from e7 to e5
/// 7  . . . . . . . .      P: our pawn, which attacks e6
/// 6  . . . . x . . .      x: the square where the capture d5e6 ends
/// 5  . . . P p . . .      F: the flag, a member of the set of pawns on e8
/// 4  . . . . . . . .
/// 3  . . . . . . . .
/// 2  . . . . . . . .
/// 1  . . . . . . . .
///    a b c d e f g h
/// ```
///
/// A board is a `Copy` value of 48 bytes. As in lc0, no game may lead to it: it may lack kings, for example.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    pub(crate) ours: Bitboard,
    pub(crate) theirs: Bitboard,
    /// Rooks and queens of both sides.
    pub(crate) straight: Bitboard,
    /// Bishops and queens of both sides.
    pub(crate) diagonal: Bitboard,
    /// Pawns of both sides, and en passant flags on ranks 1 and 8.
    pub(crate) pawns: Bitboard,
    pub(crate) our_king: Square,
    pub(crate) their_king: Square,
    pub(crate) castlings: Castlings,
    pub(crate) flipped: bool,
}

impl Board {
    /// The board without pieces. The square of a missing king is a1.
    pub const EMPTY: Self = Self {
        ours: Bitboard::EMPTY,
        theirs: Bitboard::EMPTY,
        straight: Bitboard::EMPTY,
        diagonal: Bitboard::EMPTY,
        pawns: Bitboard::EMPTY,
        our_king: Square::A1,
        their_king: Square::A1,
        castlings: Castlings::NONE,
        flipped: false,
    };

    /// Returns the start position of chess.
    ///
    /// ```
    /// use gardez_lc0::Board;
    ///
    /// let start = Board::start();
    /// assert_eq!(start.legal_moves().len(), 20);
    /// assert_eq!(start.hash(), 0x2048_b91b_c77a_ace7);
    /// ```
    pub const fn start() -> Self {
        use gardez_types::CastlingSide::{KingSide, QueenSide};
        let mut castlings = Castlings::NONE;
        castlings.grant(Side::Ours, KingSide, File::H);
        castlings.grant(Side::Ours, QueenSide, File::A);
        castlings.grant(Side::Theirs, KingSide, File::H);
        castlings.grant(Side::Theirs, QueenSide, File::A);
        Self {
            ours: Bitboard::from_bits(0xffff),
            theirs: Bitboard::from_bits(0xffff << 48),
            straight: Bitboard::from_bits(0x8900_0000_0000_0089),
            diagonal: Bitboard::from_bits(0x2c00_0000_0000_002c),
            pawns: Bitboard::from_bits(0x00ff_0000_0000_ff00),
            our_king: Square::E1,
            their_king: Square::E8,
            castlings,
            flipped: false,
        }
    }

    /// Returns `true` if this is the start position of chess.
    #[inline]
    pub(crate) fn is_start(&self) -> bool {
        *self == const { Self::start() }
    }

    /// Returns the pieces of the side to move.
    #[inline]
    pub const fn ours(&self) -> Bitboard {
        self.ours
    }

    /// Returns the pieces of the opponent.
    #[inline]
    pub const fn theirs(&self) -> Bitboard {
        self.theirs
    }

    /// Returns all pieces.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard::from_bits(self.ours.bits() | self.theirs.bits())
    }

    /// Returns the pawns of both sides, without en passant flags.
    #[inline]
    pub const fn pawns(&self) -> Bitboard {
        Bitboard::from_bits(self.pawns.bits() & !BACK_RANKS.bits())
    }

    /// Returns the en passant flags, squares of rank 8, or of rank 1 for our pawns after [`Board::swap_colors`].
    #[inline]
    pub const fn en_passant(&self) -> Bitboard {
        Bitboard::from_bits(self.pawns.bits() & BACK_RANKS.bits())
    }

    /// Returns the knights of both sides.
    #[inline]
    pub const fn knights(&self) -> Bitboard {
        let others = self.pawns().bits() | self.straight.bits() | self.diagonal.bits() | self.kings().bits();
        Bitboard::from_bits(self.occupied().bits() & !others)
    }

    /// Returns the bishops of both sides, without queens.
    #[inline]
    pub const fn bishops(&self) -> Bitboard {
        Bitboard::from_bits(self.diagonal.bits() & !self.straight.bits())
    }

    /// Returns the rooks of both sides, without queens.
    #[inline]
    pub const fn rooks(&self) -> Bitboard {
        Bitboard::from_bits(self.straight.bits() & !self.diagonal.bits())
    }

    /// Returns the queens of both sides.
    #[inline]
    pub const fn queens(&self) -> Bitboard {
        Bitboard::from_bits(self.straight.bits() & self.diagonal.bits())
    }

    /// Returns the squares of both kings. The square of a missing king is a1.
    #[inline]
    pub const fn kings(&self) -> Bitboard {
        Bitboard::from_bits(Bitboard::from_square(self.our_king).bits() | Bitboard::from_square(self.their_king).bits())
    }

    /// Returns the square of our king, or a1 if there is none.
    #[inline]
    pub const fn our_king(&self) -> Square {
        self.our_king
    }

    /// Returns the square of their king, or a1 if there is none.
    #[inline]
    pub const fn their_king(&self) -> Square {
        self.their_king
    }

    /// Returns the castling rights and rook files.
    #[inline]
    pub const fn castlings(&self) -> &Castlings {
        &self.castlings
    }

    /// Returns `true` if black is to move.
    #[inline]
    pub const fn is_flipped(&self) -> bool {
        self.flipped
    }

    /// Returns the side to move.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        if self.flipped { Color::Black } else { Color::White }
    }

    /// Returns the owner and the type of the piece on `square`.
    pub fn piece_on(&self, square: Square) -> Option<(Side, PieceType)> {
        let side = if self.ours.contains(square) {
            Side::Ours
        } else if self.theirs.contains(square) {
            Side::Theirs
        } else {
            return None;
        };
        let piece_type = match (self.straight.contains(square), self.diagonal.contains(square)) {
            // A piece that has captured a king counts as that king, as in lc0.
            _ if self.kings().contains(square) => PieceType::King,
            _ if self.pawns().contains(square) => PieceType::Pawn,
            (true, true) => PieceType::Queen,
            (true, false) => PieceType::Rook,
            (false, true) => PieceType::Bishop,
            (false, false) => PieceType::Knight,
        };
        Some((side, piece_type))
    }

    /// Returns the board from the other side's point of view: upside down, with ours and theirs exchanged.
    ///
    /// ```text
    ///    with white to move             with the colors swapped
    /// 8  . . . . k . . .             8  . . . . k . . r
    /// 7  . . . . . . . .             7  . . . . p . . .
    /// 6  . . . . . . . .             6  . . . . . . . .
    /// 5  . . . . . . . .             5  . . . . . . . .
    /// 4  . . . . . . . .             4  . . . . . . . .
    /// 3  . . . . . . . .             3  . . . . . . . .
    /// 2  . . . . P . . .             2  . . . . . . . .
    /// 1  . . . . K . . R             1  . . . . K . . .
    ///    a b c d e f g h                a b c d e f g h
    /// ```
    #[inline]
    #[must_use]
    pub const fn swap_colors(&self) -> Self {
        Self {
            ours: self.theirs.flip_vertical(),
            theirs: self.ours.flip_vertical(),
            straight: self.straight.flip_vertical(),
            diagonal: self.diagonal.flip_vertical(),
            pawns: self.pawns.flip_vertical(),
            our_king: self.their_king.flip_vertical(),
            their_king: self.our_king.flip_vertical(),
            castlings: self.castlings.swap_colors(),
            flipped: !self.flipped,
        }
    }

    /// Returns `true` if one side may have the material for a mate.
    ///
    /// A lone minor piece, or any number of bishops on squares of one color, cannot mate. As in lc0, two knights can.
    pub fn has_mating_material(&self) -> bool {
        if !self.straight.is_empty() || !self.pawns.is_empty() {
            return true;
        }
        if self.occupied().len() < 4 {
            return false;
        }
        if !self.knights().is_empty() {
            return true;
        }
        let bishops = self.bishops();
        !bishops.is_disjoint(Bitboard::LIGHT_SQUARES) && !bishops.is_disjoint(Bitboard::DARK_SQUARES)
    }
}

impl fmt::Debug for Board {
    /// Draws the board from the side to move's point of view, our pieces in upper case, above a line of its state.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = |owner| if owner == Side::Ours { Color::White } else { Color::Black };
        let piece_on = |square| self.piece_on(square).map(|(owner, piece_type)| Piece::new(color(owner), piece_type));
        let side = if self.flipped { "black" } else { "white" };
        write!(f, "{}{side} to move, castling {}, en passant", draw(piece_on), self.castlings)?;
        if self.en_passant().is_empty() {
            return f.write_str(" -");
        }
        self.en_passant().iter().try_for_each(|flag| write!(f, " {flag}"))
    }
}
