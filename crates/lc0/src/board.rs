//! The board as the side to move sees it.

use core::fmt;

use gardez_bitboard::Bitboard;
use gardez_types::{Color, PieceType, Rank, Square};

use crate::{Castlings, Side};

/// The ranks on which no pawn stands, so that the pawn set carries en passant flags there.
const BACK_RANKS: Bitboard = Bitboard::from_bits(0xff00_0000_0000_00ff);

/// A position as lc0 keeps it: always seen by the side to move, whose pieces are *ours* and whose pawns go up.
///
/// With black to move the board is turned top to bottom and [`Board::is_flipped`]. The sets overlap: a queen is in the
/// set of the rooks and in that of the bishops, knights are what is left over, and the set of the pawns also holds the
/// en passant flags, on rank 8 of a file on which *their* pawn has just made a double step that one of ours attacks.
///
/// ```text
/// 8  . . . . F . . .      black to move, e2e4 was the last move and black has a pawn on d4:
/// 7  . . . . . . . .      seen by black, that pawn stands on d5 and white's on e5,
/// 6  . . . . . . . .      and F is the flag on e8 that says that d5e6 captures it
/// 5  . . . P p . . .
/// ```
///
/// A board is a value of 48 bytes: [`Board::after`] makes a move on a copy. It accepts what no game can reach, such as a
/// board without kings, where lc0 does.
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
    /// No piece; the kings' squares are a1, as for every side that has no king.
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

    /// The start position of chess.
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
        use gardez_types::File;
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

    /// The pieces of the side to move.
    #[inline]
    pub const fn ours(&self) -> Bitboard {
        self.ours
    }

    /// The pieces of the other side.
    #[inline]
    pub const fn theirs(&self) -> Bitboard {
        self.theirs
    }

    /// All pieces.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard::from_bits(self.ours.bits() | self.theirs.bits())
    }

    /// The pawns of both sides.
    #[inline]
    pub const fn pawns(&self) -> Bitboard {
        Bitboard::from_bits(self.pawns.bits() & !BACK_RANKS.bits())
    }

    /// The en passant flags: on rank 8 where their pawn on rank 5 may be captured, on rank 1 where ours on rank 4 may,
    /// which happens in a mirrored board only.
    #[inline]
    pub const fn en_passant(&self) -> Bitboard {
        Bitboard::from_bits(self.pawns.bits() & BACK_RANKS.bits())
    }

    /// The pawns together with the en passant flags, as lc0 stores them.
    #[inline]
    pub const fn raw_pawns(&self) -> Bitboard {
        self.pawns
    }

    /// The knights of both sides: what is neither pawn nor king, rook, bishop or queen.
    #[inline]
    pub const fn knights(&self) -> Bitboard {
        let others = self.pawns().bits() | self.straight.bits() | self.diagonal.bits() | self.kings().bits();
        Bitboard::from_bits(self.occupied().bits() & !others)
    }

    /// The bishops of both sides, without queens.
    #[inline]
    pub const fn bishops(&self) -> Bitboard {
        Bitboard::from_bits(self.diagonal.bits() & !self.straight.bits())
    }

    /// The rooks of both sides, without queens.
    #[inline]
    pub const fn rooks(&self) -> Bitboard {
        Bitboard::from_bits(self.straight.bits() & !self.diagonal.bits())
    }

    /// The queens of both sides.
    #[inline]
    pub const fn queens(&self) -> Bitboard {
        Bitboard::from_bits(self.straight.bits() & self.diagonal.bits())
    }

    /// The squares of both kings; a1 stands for one that is missing.
    #[inline]
    pub const fn kings(&self) -> Bitboard {
        Bitboard::from_bits(Bitboard::from_square(self.our_king).bits() | Bitboard::from_square(self.their_king).bits())
    }

    /// The square of our king; a1 if there is none.
    #[inline]
    pub const fn our_king(&self) -> Square {
        self.our_king
    }

    /// The square of their king; a1 if there is none.
    #[inline]
    pub const fn their_king(&self) -> Square {
        self.their_king
    }

    /// The castling rights and rook files.
    #[inline]
    pub const fn castlings(&self) -> &Castlings {
        &self.castlings
    }

    /// True if black is to move.
    #[inline]
    pub const fn is_flipped(&self) -> bool {
        self.flipped
    }

    /// The side to move.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        if self.flipped { Color::Black } else { Color::White }
    }

    /// Whose piece of which kind stands on `square`, as the side to move sees the board.
    pub fn piece_on(&self, square: Square) -> Option<(Side, PieceType)> {
        let side = if self.ours.contains(square) {
            Side::Ours
        } else if self.theirs.contains(square) {
            Side::Theirs
        } else {
            return None;
        };
        let piece_type = match (self.straight.contains(square), self.diagonal.contains(square)) {
            // What has captured a king stands where a king is, as in lc0.
            _ if self.kings().contains(square) => PieceType::King,
            _ if self.pawns().contains(square) => PieceType::Pawn,
            (true, true) => PieceType::Queen,
            (true, false) => PieceType::Rook,
            (false, true) => PieceType::Bishop,
            (false, false) => PieceType::Knight,
        };
        Some((side, piece_type))
    }

    /// The board as the other side sees it: turned top to bottom, with ours and theirs exchanged.
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

    /// True unless a mate is impossible for lack of pieces: no pawn, rook or queen, and one minor piece at most, or only
    /// bishops that all stand on squares of one color.
    ///
    /// Two knights against a king count as material, as in lc0.
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
    /// Draws the board as the side to move sees it, ours in upper case, with castling rights and flags below.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{} ", rank.digit())?;
            for file in gardez_types::File::ALL {
                let letter = match self.piece_on(Square::new(file, rank)) {
                    None => '.',
                    Some((Side::Ours, piece_type)) => piece_type.letter().to_ascii_uppercase(),
                    Some((Side::Theirs, piece_type)) => piece_type.letter().to_ascii_lowercase(),
                };
                write!(f, " {letter}")?;
            }
            f.write_str("\n")?;
        }
        f.write_str("   a b c d e f g h\n")?;
        write!(f, "{} to move, castling {}, en passant", if self.flipped { "black" } else { "white" }, self.castlings)?;
        if self.en_passant().is_empty() {
            return f.write_str(" -");
        }
        self.en_passant().iter().try_for_each(|flag| write!(f, " {flag}"))
    }
}
