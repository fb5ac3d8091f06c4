//! Putting pieces on the board, moving and taking them: the one place where sets, squares and keys change.

use gardez_bitboard::Bitboard;
use gardez_types::{Color, Piece, PieceType, Square};
use gardez_zobrist as zobrist;

use crate::Board;
use crate::side::Side;
use crate::state::Group;

impl Board {
    /// Makes black the side to move of a board that is being set up. The key follows.
    pub(crate) fn pass_to_black(&mut self) {
        self.state.key ^= zobrist::black_to_move();
        self.side_to_move = Color::Black;
    }

    /// Puts all pieces of a position on the empty board. Keys and material follow.
    pub(crate) fn lay(&mut self, squares: &[Option<Piece>; 64]) {
        // Which squares hold a piece is found without a branch: half of them do, and no CPU can guess which.
        let mut occupied = 0;
        for (index, piece) in squares.iter().enumerate() {
            occupied |= u64::from(piece.is_some()) << index;
        }
        let mut counts = [0; 16];
        for square in Bitboard::from_bits(occupied) {
            if let Some(piece) = squares[square as usize] {
                let count = &mut counts[piece as usize];
                self.state.material_key ^= material_term(piece, *count);
                *count += 1;
                self.land(piece, square);
            }
        }
    }

    /// Puts a new piece on an empty square. Keys and material follow.
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        let count = self.pieces(piece.color(), piece.piece_type()).len();
        self.state.material_key ^= material_term(piece, count);
        self.land(piece, square);
    }

    /// Takes a piece off the board. Keys and material follow.
    pub(crate) fn take(&mut self, piece: Piece, square: Square) {
        self.lift(piece, square);
        let count = self.pieces(piece.color(), piece.piece_type()).len();
        self.state.material_key ^= material_term(piece, count);
    }

    /// Puts down a piece that was lifted. The keys of its place follow.
    #[inline]
    pub(crate) fn land(&mut self, piece: Piece, square: Square) {
        self.toggle_keys(piece, zobrist::piece(piece, square));
        self.set(piece, square);
    }

    /// Lifts a piece to put it down elsewhere. The keys of its place follow.
    #[inline]
    pub(crate) fn lift(&mut self, piece: Piece, square: Square) {
        self.toggle_keys(piece, zobrist::piece(piece, square));
        self.clear(piece, square);
    }

    /// Moves a piece of `S` to an empty square. The keys follow.
    #[inline]
    pub(crate) fn relocate<S: Side>(&mut self, piece: Piece, from: Square, to: Square) {
        self.toggle_keys(piece, zobrist::piece(piece, from) ^ zobrist::piece(piece, to));
        self.shift::<S>(piece, from, to);
    }

    /// Changes each key that this piece is part of.
    #[inline]
    fn toggle_keys(&mut self, piece: Piece, difference: u64) {
        let (group, minor) = GROUPS[piece as usize];
        self.state.key ^= difference;
        self.state.group_keys[group & 3] ^= difference;
        self.state.group_keys[Group::MINOR_PIECES] ^= difference & minor;
    }

    /// Puts a piece on an empty square; for undoing, where the key comes back with the old state.
    #[inline]
    pub(crate) fn set(&mut self, piece: Piece, square: Square) {
        self.squares[square as usize] = Some(piece);
        self.by_type[kind(piece)].insert(square);
        self.by_color[piece.color() as usize].insert(square);
    }

    /// Takes a piece off its square; for undoing, where the key comes back with the old state.
    #[inline]
    pub(crate) fn clear(&mut self, piece: Piece, square: Square) {
        self.squares[square as usize] = None;
        self.by_type[kind(piece)].remove(square);
        self.by_color[piece.color() as usize].remove(square);
    }

    /// Puts back what a move captured from `S`, if it did, on a square that has just become empty; for undoing.
    ///
    /// Without a branch: a CPU cannot guess which moves captured.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn restore<S: Side>(&mut self, captured: Option<Piece>, square: Square) {
        let set = Bitboard::from_bits(u64::from(captured.is_some()) << square as u8);
        self.squares[square as usize] = captured;
        self.by_type[captured.map_or(0, kind)] |= set;
        self.by_color[S::US as usize] |= set;
    }

    /// Moves a piece of `S` to an empty square; for undoing, where the key comes back with the old state.
    #[inline]
    pub(crate) fn shift<S: Side>(&mut self, piece: Piece, from: Square, to: Square) {
        let both = Bitboard::from(from) | to.into();
        self.squares[from as usize] = None;
        self.squares[to as usize] = Some(piece);
        self.by_type[kind(piece)] ^= both;
        self.by_color[S::US as usize] ^= both;
    }
}

/// For each piece, the key of its group, and all ones if it is a minor piece too: looked up, since a CPU cannot guess
/// which piece moves next.
static GROUPS: [(usize, u64); 16] = {
    let mut groups = [(0, 0); 16];
    let mut i = 0;
    while i < Piece::COUNT {
        let piece = Piece::ALL[i];
        groups[piece as usize] = match piece.piece_type() {
            PieceType::Pawn => (Group::PAWNS, 0),
            PieceType::Knight | PieceType::Bishop => (Group::NON_PAWNS[piece.color() as usize], u64::MAX),
            _ => (Group::NON_PAWNS[piece.color() as usize], 0),
        };
        i += 1;
    }
    groups
};

/// The number of the piece's kind, without the check that a [`PieceType`] would make.
#[inline]
const fn kind(piece: Piece) -> usize {
    piece as usize & 7
}

/// What the `count`th piece of a kind, counted from 0, adds to the material key: the key of a square from a2 on.
///
/// With more than 56 pieces of a kind, which no game has, the squares begin again at a1.
#[inline]
pub(crate) const fn material_term(piece: Piece, count: u32) -> u64 {
    zobrist::piece(piece, Square::ALL[(count as usize + 8) % 64])
}
