//! An unchecked board: any pieces, with or without kings, and any move.
//!
//! **Invariant:** no value of the public fields makes a method panic or loop.

mod fen;
mod generate;
mod moves;
mod play;
mod problems;
mod rules;
mod san;

use gardez_bitboard::{Bitboard, attacks, between, line, pawn_attacks, piece_attacks};
use gardez_types::{Color, File, Piece, PieceType, Square};

use crate::keys::CHECKS;
use crate::variant::Variant;

pub use fen::{FreeFenError, FreeFenErrorKind};
pub use moves::FreeMove;
pub use problems::FreeProblems;
pub use san::FreeSanError;

/// An unchecked board of any variant, for editors: it takes any pieces and any moves.
///
/// [`problems`](Self::problems) lists what is wrong with the position, and [`to_board`](Self::to_board) returns the board
/// of `gardez-position` if it can be played. Without a king, every pseudo-legal move is legal.
///
/// Moves come in a fixed order: squares from h8 down to a1; pieces, castling, pawns, drops.
///
/// ```
/// use gardez_variants::{Piece, FreeBoard, FreeMove, FreeProblems, Square};
///
/// // 8  . . . . k . . .
/// // 1  R . . . . . . .
/// let mut board = FreeBoard::EMPTY;
/// board.put_piece(Square::A1, Piece::WhiteRook, false);
/// board.put_piece(Square::E8, Piece::BlackKing, false);
/// assert_eq!(board.legal_move_count(), 14);
/// assert_eq!(board.problems(), FreeProblems::NO_WHITE_KING);
/// assert!(board.to_board().is_err());
///
/// // A rook does not move like this, and here it does.
/// board.play(FreeMove::new(Square::A1, Square::G7));
/// assert_eq!(board.to_string(), "4k3/6R1/8/8/8/8/8/8 b - - 1 1");
/// assert!(!board.in_check());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FreeBoard {
    /// The pieces of each type, by [`PieceType::index`].
    pub types: [Bitboard; 6],
    /// The pieces of each color, by [`Color::index`]; the same squares as `types`.
    pub colors: [Bitboard; 2],
    /// The promoted pieces.
    pub promoted: Bitboard,
    /// The squares of rooks that may castle.
    pub castling: Bitboard,
    /// The plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The move number of the FEN.
    pub fullmove_number: u32,
    /// The pieces in hand in crazyhouse, by color and [`PieceType::index`].
    pub pockets: [[u8; 5]; 2],
    /// The checks that each color still has to give in three-check.
    pub checks_left: [u8; 2],
    /// The square that the last double push passed.
    pub ep_square: Option<Square>,
    /// The color to move.
    pub side_to_move: Color,
    /// `true` if castling is written as king takes rook.
    pub chess960: bool,
    /// The variant, which decides the rules.
    pub variant: Variant,
}

const CORNERS: Bitboard = Bitboard::from_bits(0x8100_0000_0000_0081);

impl FreeBoard {
    /// A board of chess without pieces, White to move.
    pub const EMPTY: Self = Self {
        types: [Bitboard::EMPTY; 6],
        colors: [Bitboard::EMPTY; 2],
        promoted: Bitboard::EMPTY,
        castling: Bitboard::EMPTY,
        halfmove_clock: 0,
        fullmove_number: 1,
        pockets: [[0; 5]; 2],
        checks_left: [CHECKS; 2],
        ep_square: None,
        side_to_move: Color::White,
        chess960: false,
        variant: Variant::Chess,
    };

    /// Returns an empty board of the same variant and castling mode.
    #[must_use]
    pub const fn cleared(&self) -> Self {
        Self { chess960: self.chess960, variant: self.variant, ..Self::EMPTY }
    }

    /// Returns the squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Returns the squares of the pieces of one type.
    #[inline]
    pub fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.types[piece_type.index()]
    }

    /// Returns the squares of the pieces of one color.
    #[inline]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// Returns the squares of the pieces of one color and type.
    #[inline]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by_type(piece_type) & self.by_color(color)
    }

    /// Returns the type of the piece on `square`.
    pub fn type_at(&self, square: Square) -> Option<PieceType> {
        let found = self.types.iter().rev().fold(0_u8, |found, set| found << 1 | u8::from(set.contains(square)));
        PieceType::from_index(found.trailing_zeros() as u8)
    }

    /// Returns the color of the piece on `square`.
    pub fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.by_color(color).contains(square))
    }

    /// Returns the piece on `square`.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        Some(Piece::new(self.color_at(square)?, self.type_at(square)?))
    }

    /// Returns all pieces with their squares, as [`piece_on`](Self::piece_on) does.
    fn all_pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let (board, mut left) = (*self, self.occupied());
        Piece::ALL.into_iter().flat_map(move |piece| {
            let squares = board.pieces(piece.color(), piece.piece_type()) & left;
            left -= squares;
            squares.into_iter().map(move |square| (square, piece))
        })
    }

    /// Removes the piece from `square` and returns it.
    pub fn remove_piece(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_on(square);
        self.clear(square);
        piece
    }

    fn clear(&mut self, square: Square) {
        let rest = !Bitboard::from_square(square);
        self.types = self.types.map(|set| set & rest);
        self.colors = self.colors.map(|set| set & rest);
        self.promoted &= rest;
    }

    /// Puts a piece on an empty square.
    fn add(&mut self, square: Square, piece: Piece) {
        self.types[piece.piece_type().index()].insert(square);
        self.colors[piece.color().index()].insert(square);
    }

    /// Puts a piece on `square`, in place of any other piece.
    pub fn put_piece(&mut self, square: Square, piece: Piece, promoted: bool) {
        self.clear(square);
        self.add(square, piece);
        if promoted {
            self.promoted.insert(square);
        }
    }

    /// Removes all pieces from the board; the other fields stay.
    pub fn clear_pieces(&mut self) {
        (self.types, self.colors, self.promoted) = ([Bitboard::EMPTY; 6], [Bitboard::EMPTY; 2], Bitboard::EMPTY);
    }

    /// Returns the king of `color` that was not promoted: the highest of several.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        (self.pieces(color, PieceType::King) & !self.promoted).msb()
    }

    /// Returns the squares that the piece on `square` attacks.
    pub fn attacks(&self, square: Square) -> Bitboard {
        self.piece_on(square).map_or(Bitboard::EMPTY, |piece| piece_attacks(piece, square, self.occupied()))
    }

    /// Returns the pieces of `color` that attack `square` with these occupied squares.
    #[inline]
    pub fn attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] = self.types;
        let attackers = pawns & pawn_attacks(!color, square)
            | knights & attacks(PieceType::Knight, square, occupied)
            | kings & attacks(PieceType::King, square, occupied)
            | (bishops | queens) & attacks(PieceType::Bishop, square, occupied)
            | (rooks | queens) & attacks(PieceType::Rook, square, occupied);
        attackers & self.by_color(color)
    }

    /// Returns the pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.attackers_of_king(self.side_to_move)
    }

    /// Returns `true` if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Returns `true` if the side that has moved left its king in check.
    #[inline]
    pub fn was_into_check(&self) -> bool {
        !self.attackers_of_king(!self.side_to_move).is_empty()
    }

    #[inline]
    fn attackers_of_king(&self, color: Color) -> Bitboard {
        match self.king(color) {
            Some(king) if self.can_be_checked(color, king) => self.attackers(!color, king, self.occupied()),
            _ => Bitboard::EMPTY,
        }
    }

    /// Returns the line on which a piece on `square` is pinned to a king, or all squares.
    pub fn pin(&self, color: Color, square: Square) -> Bitboard {
        let Some(king) = self.king(color).filter(|_| self.variant != Variant::Antichess) else { return Bitboard::FULL };
        let (ray, piece) = (line(king, square), Bitboard::from_square(square));
        let mut snipers = (self.attackers(!color, king, Bitboard::EMPTY) & ray).into_iter();
        let is_pinned = snipers.any(|sniper| between(sniper, king) & (self.occupied() | piece) == piece);
        if is_pinned { ray } else { Bitboard::FULL }
    }

    /// Returns the rooks whose right to castle can exist.
    pub fn clean_castling(&self) -> Bitboard {
        let rights = self.castling & self.by_type(PieceType::Rook);
        if rights.is_empty() {
            return rights;
        }
        let mut clean = Bitboard::EMPTY;
        for color in Color::ALL {
            let rank = color.back_rank();
            let mut own = rights & self.by_color(color) & Bitboard::from_rank(rank);
            if self.chess960 {
                let kings = self.pieces(color, PieceType::King) & Bitboard::from_rank(rank) & !self.promoted;
                let Some(king) = kings.msb() else { continue };
                // The outermost rook with a right counts, on each side.
                let (a, h) = (own.lsb(), own.msb());
                own = Bitboard::EMPTY;
                if let Some(a) = a.filter(|&a| a < king) {
                    own.insert(a);
                }
                if let Some(h) = h.filter(|&h| king < h) {
                    own.insert(h);
                }
            } else {
                let king = Square::new(File::E, rank);
                let is_home = (self.pieces(color, PieceType::King) & !self.promoted).contains(king);
                own = if is_home { own & CORNERS } else { Bitboard::EMPTY };
            }
            clean |= own;
        }
        clean
    }

    /// Returns `true` if a castling right exists only in Chess960.
    pub fn has_chess960_castling(&self) -> bool {
        let board = Self { chess960: true, ..*self };
        let rights = board.clean_castling();
        Color::ALL.into_iter().any(|color| {
            let own = rights & Bitboard::from_rank(color.back_rank());
            let king = Square::new(File::E, color.back_rank());
            !own.is_empty() && (!own.is_subset(CORNERS) || !board.pieces(color, PieceType::King).contains(king))
        })
    }
}
