//! What a board keeps: its position, and those before it, in few bytes.

use gardez_bitboard::Bitboard;
use gardez_types::{Color, Piece, PieceType, Square};
use gardez_variants::{FreeBoard as Sketch, Variant};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::moves::MoveObject;

/// A position in 72 bytes, instead of the 104 of a `FreeBoard`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Packed {
    /// The squares where the first, second and third bit of the raw piece type are set.
    types: [Bitboard; 3],
    white: Bitboard,
    promoted: Bitboard,
    castling: Bitboard,
    pub(crate) halfmove_clock: u32,
    fullmove_number: u32,
    pockets: [[u8; 5]; 2],
    checks_left: [u8; 2],
    ep_square: Option<Square>,
    side_to_move: Color,
    chess960: bool,
    variant: Variant,
}

const _: () = assert!(size_of::<Packed>() == 72);

impl From<Sketch> for Packed {
    #[inline]
    fn from(sketch: Sketch) -> Self {
        let [pawns, knights, bishops, rooks, queens, kings] = sketch.types;
        Self {
            types: [pawns | bishops | queens, knights | bishops | kings, rooks | queens | kings],
            white: sketch.colors[Color::White.index()],
            promoted: sketch.promoted,
            castling: sketch.castling,
            halfmove_clock: sketch.halfmove_clock,
            fullmove_number: sketch.fullmove_number,
            pockets: sketch.pockets,
            checks_left: sketch.checks_left,
            ep_square: sketch.ep_square,
            side_to_move: sketch.side_to_move,
            chess960: sketch.chess960,
            variant: sketch.variant,
        }
    }
}

impl From<Packed> for Sketch {
    #[inline]
    fn from(packed: Packed) -> Self {
        let [first, second, third] = packed.types;
        Self {
            types: [
                first - second - third,
                second - first - third,
                first & second,
                third - first - second,
                first & third,
                second & third,
            ],
            colors: [packed.white, packed.occupied() - packed.white],
            promoted: packed.promoted,
            castling: packed.castling,
            halfmove_clock: packed.halfmove_clock,
            fullmove_number: packed.fullmove_number,
            pockets: packed.pockets,
            checks_left: packed.checks_left,
            ep_square: packed.ep_square,
            side_to_move: packed.side_to_move,
            chess960: packed.chess960,
            variant: packed.variant,
        }
    }
}

impl Packed {
    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.types[0] | self.types[1] | self.types[2]
    }

    pub(super) fn piece_on(&self, square: Square) -> Option<Piece> {
        let [first, second, third] = self.types.map(|set| u8::from(set.contains(square)));
        let color = if self.white.contains(square) { Color::White } else { Color::Black };
        Some(Piece::new(color, PieceType::from_raw(first | second << 1 | third << 2)?))
    }

    /// Returns `true` if both positions have the same pieces on the same squares.
    #[inline]
    pub(super) fn has_pieces_of(&self, other: &Self) -> bool {
        self.types == other.types && self.white == other.white
    }
}

/// A position, and those before it.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) position: Packed,
    /// Made when the first move is made or asked for: most of a million boards have none.
    pub(super) past: Option<Box<Past>>,
}

/// The positions before the last one, and the moves between them, which a program may change.
#[derive(Debug, Default)]
pub(super) struct Past {
    pub(super) positions: Vec<Packed>,
    pub(super) moves: Moves,
}

impl Past {
    /// Returns the last positions and moves, up to a number; of a list of Python all.
    pub(super) fn last(&self, py: Python<'_>, kept: usize) -> Self {
        let positions = &self.positions[self.positions.len().saturating_sub(kept)..];
        let moves = match &self.moves {
            Moves::Kept(moves) => {
                let last = &moves[moves.len().saturating_sub(kept)..];
                Moves::Kept(last.iter().map(|m| m.clone_ref(py)).collect())
            }
            Moves::Shown(list) => Moves::Shown(list.clone_ref(py)),
        };
        Self { positions: positions.to_vec(), moves }
    }
}

/// The moves of a board: a list of Python as soon as a program has asked for it.
#[derive(Debug)]
pub(super) enum Moves {
    Kept(Vec<Py<MoveObject>>),
    Shown(Py<PyList>),
}

impl Default for Moves {
    fn default() -> Self {
        Self::Kept(Vec::new())
    }
}

impl Game {
    /// Returns the positions before the last one.
    #[inline]
    pub(crate) fn past(&self) -> &[Packed] {
        self.past.as_ref().map_or(&[], |past| &past.positions)
    }
}
