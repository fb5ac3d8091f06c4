//! Putting pieces on the board, moving and removing them: the only code that changes sets, squares and keys of pieces.
//!
//! The type parameter of the three verbs names the keys that they update: [`AllKeys`] for a piece that comes or goes,
//! [`PlaceKeys`], without the material key, for a piece that is put down again by the same move, and [`NoKeys`] for
//! undoing, which restores the keys.

use gardez_bitboard::Bitboard;
use gardez_types::{Color, Piece, PieceType, Square};
use gardez_zobrist as zobrist;

use crate::board::Board;
use crate::keys::material_square;
use crate::setup::piece_setup::PieceSetup;
use crate::side::Side;
use crate::state::Group;

/// The keys that a change of the pieces updates.
pub(crate) trait Keys {
    /// The keys that depend on the squares of the pieces.
    const OF_SQUARES: bool;
    /// The material key, which depends on the numbers of pieces.
    const OF_MATERIAL: bool;
}

pub(crate) struct AllKeys;
pub(crate) struct PlaceKeys;
#[cfg(feature = "alloc")]
pub(crate) struct NoKeys;

impl Keys for AllKeys {
    const OF_SQUARES: bool = true;
    const OF_MATERIAL: bool = true;
}

impl Keys for PlaceKeys {
    const OF_SQUARES: bool = true;
    const OF_MATERIAL: bool = false;
}

#[cfg(feature = "alloc")]
impl Keys for NoKeys {
    const OF_SQUARES: bool = false;
    const OF_MATERIAL: bool = false;
}

impl Board {
    #[inline]
    pub(crate) fn put_piece<K: Keys>(&mut self, piece: Piece, square: Square) {
        if K::OF_MATERIAL {
            self.toggle_material_key(Some(piece), piece.color());
        }
        if K::OF_SQUARES {
            self.toggle_keys([(Some(piece), zobrist::piece(piece, square))]);
        }
        self.squares[square as usize] = Some(piece);
        self.by_type[kind(piece)].insert(square);
        self.by_color[piece.color() as usize].insert(square);
    }

    #[inline]
    pub(crate) fn remove_piece<K: Keys>(&mut self, piece: Piece, square: Square) {
        if K::OF_SQUARES {
            self.toggle_keys([(Some(piece), zobrist::piece(piece, square))]);
        }
        self.squares[square as usize] = None;
        self.by_type[kind(piece)].remove(square);
        self.by_color[piece.color() as usize].remove(square);
        if K::OF_MATERIAL {
            self.toggle_material_key(Some(piece), piece.color());
        }
    }

    #[inline]
    pub(crate) fn move_piece<K: Keys, S: Side>(&mut self, piece: Piece, from: Square, to: Square) {
        if K::OF_SQUARES {
            self.toggle_keys([(Some(piece), zobrist::piece(piece, from) ^ zobrist::piece(piece, to))]);
        }
        let both = Bitboard::from(from) | to.into();
        self.squares[from as usize] = None;
        self.squares[to as usize] = Some(piece);
        self.by_type[kind(piece)] ^= both;
        self.by_color[S::US as usize] ^= both;
    }

    /// Moves a piece of `S` to the square of an enemy piece, which is removed, and updates all keys.
    ///
    /// `replacing` is called while neither piece is on the board.
    #[inline]
    pub(crate) fn replace_piece<S: Side>(
        &mut self,
        piece: Piece,
        from: Square,
        captured: Piece,
        to: Square,
        replacing: impl FnOnce(&Self),
    ) {
        let moving = zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        self.toggle_keys([(Some(piece), moving), (Some(captured), zobrist::piece(captured, to))]);
        self.by_type[kind(captured)].toggle(to);
        self.by_color[S::THEM as usize].toggle(to);
        self.toggle_material_key(Some(captured), S::THEM);

        self.squares[from as usize] = None;
        self.squares[to as usize] = None;
        self.by_type[kind(piece)].toggle(from);
        self.by_color[S::US as usize].toggle(from);
        replacing(self);
        self.squares[to as usize] = Some(piece);
        self.by_type[kind(piece)].toggle(to);
        self.by_color[S::US as usize].toggle(to);
    }

    /// Moves a piece of `S` to a square that is empty or has an enemy piece, without a branch, and updates all keys.
    #[inline(always)]
    pub(crate) fn move_or_replace<S: Side>(&mut self, piece: Piece, from: Square, captured: Option<Piece>, to: Square) {
        let moving = zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        self.toggle_keys([(Some(piece), moving), (captured, zobrist::occupant(captured, to))]);
        let taken = Bitboard::from_bits(u64::from(captured.is_some()) << to as u8);
        self.by_type[captured.map_or(0, kind)] ^= taken;
        self.by_color[S::THEM as usize] ^= taken;
        self.toggle_material_key(captured, S::THEM);

        let both = Bitboard::from(from) | to.into();
        self.squares[from as usize] = None;
        self.squares[to as usize] = Some(piece);
        self.by_type[kind(piece)] ^= both;
        self.by_color[S::US as usize] ^= both;
    }

    /// Puts all pieces of a position on the empty board, and updates all keys.
    #[inline]
    pub(crate) fn put_pieces(&mut self, pieces: &PieceSetup) {
        self.squares = pieces.squares;
        (self.by_type, self.by_color) = pieces.sets();
        let (key, material, groups) = pieces.keys();
        self.state.key ^= key;
        self.state.material_key ^= material;
        for (before, key) in self.state.group_keys.iter_mut().zip(groups) {
            *before ^= key;
        }
    }

    /// Puts back a captured piece of `S`, if there is one, without a branch. No keys are updated.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn put_captured<S: Side>(&mut self, captured: Option<Piece>, square: Square) {
        let set = Bitboard::from_bits(u64::from(captured.is_some()) << square as u8);
        self.squares[square as usize] = captured;
        self.by_type[captured.map_or(0, kind)] |= set;
        self.by_color[S::US as usize] |= set;
    }

    /// Sets the side to move of a board that is being set up, for which White is to move, and updates the key.
    #[inline]
    pub(crate) fn set_side_to_move(&mut self, color: Color) {
        // Without a branch, because the side cannot be foreseen.
        self.state.key ^= zobrist::black_to_move() & (color as u64).wrapping_neg();
        self.side_to_move = color;
    }

    /// Changes the keys that contain these pieces, except the material key.
    #[inline(always)]
    fn toggle_keys<const N: usize>(&mut self, differences: [(Option<Piece>, u64); N]) {
        let mut minor_pieces = 0;
        for (piece, difference) in differences {
            let (group, minor) = GROUPS[piece.map_or(0, |piece| piece as usize) & 15];
            self.state.key ^= difference;
            self.state.group_keys[group & 3] ^= difference;
            minor_pieces ^= difference & minor;
        }
        self.state.group_keys[Group::MINOR_PIECES] ^= minor_pieces;
    }

    #[inline(always)]
    fn toggle_material_key(&mut self, piece: Option<Piece>, color: Color) {
        let count = (self.by_type[piece.map_or(0, kind)] & self.by_color[color as usize]).len();
        self.state.material_key ^= zobrist::occupant(piece, material_square(count));
    }
}

/// For each piece, the key index of its group, and a mask, all ones for a minor piece: a branch would be unpredictable.
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

/// Returns the piece type as a number from 1 to 6, because making a [`PieceType`] needs a check.
#[inline]
const fn kind(piece: Piece) -> usize {
    piece as usize & 7
}
