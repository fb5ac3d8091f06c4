//! A board on which nothing is checked: any pieces, with or without kings, on which any move can be made.
//!
//! `gardez_position::Position` is always a position that can be played. Programs written for python-chess set up and play
//! through positions that cannot, so `gardez.chess` has this board. Its moves are listed in python-chess's order: squares
//! from h8 down to a1, pieces before castling before pawns.
//!
//! | file | what it has |
//! |---|---|
//! | `sketch` | pieces, attacks, pins, castling rights |
//! | `generate` | pseudo-legal and legal moves |
//! | `play` | making moves, and what kind of move a move is |
//! | `fen`, `san` | texts |
//! | `status` | what is wrong with a position, and draws by material |
//!
//! **Invariant:** no value of the public fields makes a method panic or loop.

mod fen;
mod generate;
mod play;
mod san;
mod status;

pub(crate) use fen::{EnPassant, Problem};
pub(crate) use generate::Visit;
pub(crate) use san::SanProblem;

use gardez_bitboard::{Bitboard, Rank, attacks, between, line, pawn_attacks, queen_attacks};
use gardez_types::{Color, File, Piece, PieceType, Square};

/// The sets of pieces, the side to move, and the counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sketch {
    /// The pieces of each type, by [`PieceType::index`]. A square is in at most one of these sets.
    pub(crate) types: [Bitboard; 6],
    /// The pieces of each color, by [`Color::index`]: together the same squares as `types`.
    pub(crate) colors: [Bitboard; 2],
    /// Pieces that were pawns.
    pub(crate) promoted: Bitboard,
    pub(crate) turn: Color,
    /// The squares of rooks that may castle; there may be no rooks on them.
    pub(crate) castling: Bitboard,
    /// The square that the last pawn passed, even if nothing can capture it.
    pub(crate) ep: Option<Square>,
    pub(crate) halfmove: u32,
    pub(crate) fullmove: u32,
    /// Whether castling is written as king takes rook.
    pub(crate) chess960: bool,
}

const CORNERS: Bitboard = Bitboard::from_bits(0x8100_0000_0000_0081);

impl Sketch {
    /// No pieces, White to move.
    pub(crate) const EMPTY: Self = Self {
        types: [Bitboard::EMPTY; 6],
        colors: [Bitboard::EMPTY; 2],
        promoted: Bitboard::EMPTY,
        turn: Color::White,
        castling: Bitboard::EMPTY,
        ep: None,
        halfmove: 0,
        fullmove: 1,
        chess960: false,
    };

    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    #[inline]
    pub(crate) fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.types[piece_type.index()]
    }

    #[inline]
    pub(crate) fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    #[inline]
    pub(crate) fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by_type(piece_type) & self.by_color(color)
    }

    pub(crate) fn type_at(&self, square: Square) -> Option<PieceType> {
        PieceType::ALL.into_iter().find(|&piece_type| self.by_type(piece_type).contains(square))
    }

    pub(crate) fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.by_color(color).contains(square))
    }

    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        Some(Piece::new(self.color_at(square)?, self.type_at(square)?))
    }

    /// Takes the piece from a square, if there is one.
    pub(crate) fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square);
        self.clear(square);
        piece
    }

    fn clear(&mut self, square: Square) {
        let rest = !Bitboard::from_square(square);
        for set in self.types.iter_mut().chain(&mut self.colors) {
            *set &= rest;
        }
        self.promoted &= rest;
    }

    /// Puts a piece on a square, in place of the one that is there.
    pub(crate) fn put(&mut self, square: Square, piece: Piece, promoted: bool) {
        self.clear(square);
        self.types[piece.piece_type().index()].insert(square);
        self.colors[piece.color().index()].insert(square);
        if promoted {
            self.promoted.insert(square);
        }
    }

    /// Takes all pieces from the board; the other fields stay.
    pub(crate) fn clear_pieces(&mut self) {
        (self.types, self.colors, self.promoted) = ([Bitboard::EMPTY; 6], [Bitboard::EMPTY; 2], Bitboard::EMPTY);
    }

    /// The king of a color; the highest square if there are several.
    #[inline]
    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        (self.pieces(color, PieceType::King) & !self.promoted).msb()
    }

    /// The squares that the piece on a square attacks.
    pub(crate) fn attacks(&self, square: Square) -> Bitboard {
        match self.piece_at(square) {
            None => Bitboard::EMPTY,
            Some(piece) => attacks_of(piece, square, self.occupied()),
        }
    }

    /// The pieces of a color that attack a square, as if these squares were occupied.
    #[inline]
    pub(crate) fn attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] = self.types;
        let attackers = pawns & pawn_attacks(!color, square)
            | knights & attacks(PieceType::Knight, square, occupied)
            | kings & attacks(PieceType::King, square, occupied)
            | (bishops | queens) & attacks(PieceType::Bishop, square, occupied)
            | (rooks | queens) & attacks(PieceType::Rook, square, occupied);
        attackers & self.by_color(color)
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub(crate) fn checkers(&self) -> Bitboard {
        self.king(self.turn).map_or(Bitboard::EMPTY, |king| self.attackers(!self.turn, king, self.occupied()))
    }

    /// The sliders of `color` that would attack `square` on an empty board.
    fn snipers(&self, color: Color, square: Square) -> Bitboard {
        let [_, _, bishops, rooks, queens, _] = self.types;
        let sliders = (bishops | queens) & attacks(PieceType::Bishop, square, Bitboard::EMPTY)
            | (rooks | queens) & attacks(PieceType::Rook, square, Bitboard::EMPTY);
        sliders & self.by_color(color)
    }

    /// The pieces of both colors that alone stand between a king and a slider of the other color.
    #[inline]
    fn blockers(&self, king: Square) -> Bitboard {
        let (occupied, mut blockers) = (self.occupied(), Bitboard::EMPTY);
        for sniper in self.snipers(!self.turn, king) {
            let path = between(king, sniper) & occupied;
            if !path.has_several() {
                blockers |= path;
            }
        }
        blockers & self.by_color(self.turn)
    }

    /// The line to which a piece is pinned before the king of `color`: all squares if it is not pinned.
    pub(crate) fn pin(&self, color: Color, square: Square) -> Bitboard {
        let Some(king) = self.king(color) else { return Bitboard::FULL };
        let ray = line(king, square);
        if ray.is_empty() {
            return Bitboard::FULL;
        }
        let occupied = self.occupied();
        for sniper in self.snipers(!color, king) & ray {
            if between(sniper, king) & (occupied | Bitboard::from_square(square)) == Bitboard::from_square(square) {
                return ray;
            }
        }
        Bitboard::FULL
    }

    /// The castling rights that a position has: without those that the squares of kings and rooks do not allow.
    pub(crate) fn clean_castling(&self) -> Bitboard {
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
                // Of the rooks with rights on one side, the outermost counts.
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
}

impl Sketch {
    /// Returns `true` if there are castling rights that only Chess960 has.
    pub(crate) fn has_chess960_castling(&self) -> bool {
        let board = Self { chess960: true, ..*self };
        let rights = board.clean_castling();
        Color::ALL.into_iter().any(|color| {
            let own = rights & Bitboard::from_rank(color.back_rank());
            let king = Square::new(File::E, color.back_rank());
            !own.is_empty() && (!own.is_subset(CORNERS) || !board.pieces(color, PieceType::King).contains(king))
        })
    }
}

/// The squares that a piece attacks.
#[inline]
fn attacks_of(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece.piece_type() {
        PieceType::Pawn => pawn_attacks(piece.color(), square),
        PieceType::Queen => queen_attacks(square, occupied),
        other => attacks(other, square, occupied),
    }
}

/// The first or last rank.
fn is_back_rank(square: Square) -> bool {
    matches!(square.rank(), Rank::One | Rank::Eight)
}
