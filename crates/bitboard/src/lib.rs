//! Sets of squares, and what every piece attacks.
//!
//! A [`Bitboard`] is a set of squares in 64 bits: unite, intersect and subtract sets with `|`, `&` and `-`, and iterate
//! over the squares. The functions at the root of the crate tell which squares a piece attacks and which squares lie on
//! the line between two others; their tables are derived from [`gardez_types::geometry`] by the compiler, so nothing
//! has to be initialized.
//!
//! This crate needs neither `std` nor an allocator.
//!
//! ```
//! use gardez_bitboard::{Bitboard, bitboard, rook_attacks};
//! use gardez_types::Square;
//!
//! let occupied = Bitboard::from(Square::D7) | Square::F4.into();
//! assert_eq!(
//!     rook_attacks(Square::D4, occupied),
//!     bitboard! {
//!         . . . . . . . .
//!         . . . X . . . .
//!         . . . X . . . .
//!         . . . X . . . .
//!         X X X . X X . .
//!         . . . X . . . .
//!         . . . X . . . .
//!         . . . X . . . .
//!     }
//! );
//! for square in rook_attacks(Square::D4, occupied) & occupied {
//!     println!("the rook attacks {square}");
//! }
//! ```
#![no_std]

#[cfg(test)]
extern crate std;

mod bitboard;
mod draw;
mod iter;
mod leapers;
mod lines;
mod ops;
#[cfg(feature = "serde")]
mod serde_impls;
mod sight;
pub mod sliders;

pub use crate::bitboard::Bitboard;
pub use draw::Pretty;
pub use iter::{Squares, Subsets};
pub use leapers::{king_attacks, knight_attacks, pawn_attacks};
pub use lines::{aligned, between, line, path_to, ray_pass};
pub use sight::pseudo_attackers;
pub use sliders::{bishop_attacks, queen_attacks, rook_attacks};

use gardez_types::{Color, Piece, PieceType, Square};

/// The squares a piece that is no pawn attacks from `square`, given the occupied squares; nothing for a pawn, whose
/// attacks depend on its color (see [`piece_attacks`]).
#[inline]
pub fn attacks(piece_type: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match piece_type {
        PieceType::Pawn => Bitboard::EMPTY,
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::Queen => queen_attacks(square, occupied),
        PieceType::King => king_attacks(square),
    }
}

/// The squares `piece` attacks from `square`, given the occupied squares.
#[inline]
pub fn piece_attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece {
        Piece::WhitePawn => pawn_attacks(Color::White, square),
        Piece::BlackPawn => pawn_attacks(Color::Black, square),
        _ => attacks(piece.piece_type(), square, occupied),
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
