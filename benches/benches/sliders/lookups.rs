//! Many look-ups of slider attacks, and the XOR of their results, which must be the same for all contestants.

use std::hint::black_box;

use gardez_bitboard::Bitboard;
use gardez_position::CastlingMode;
use gardez_types::Square;
use gardez_zobrist::Generator;

use benches::playouts;

/// The number of look-ups in a bench. With random blockers, they use most of the entries of any table.
pub(crate) const LOOKUPS: usize = 4096;

/// The piece that is looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slider {
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen: a bishop and a rook.
    Queen,
}

/// A square and the occupied squares, in the types of a library.
pub(crate) type Lookup<S = Square, B = Bitboard> = (S, B);

/// Returns random squares among about sixteen random blockers.
pub(crate) fn random() -> Vec<Lookup> {
    lookups(|generator, _| generator.next_u64() & generator.next_u64())
}

/// Returns random squares among about eight random blockers.
pub(crate) fn sparse() -> Vec<Lookup> {
    lookups(|generator, _| generator.next_sparse())
}

/// Returns random squares on the boards of [`playouts`].
pub(crate) fn played() -> Vec<Lookup> {
    let positions = playouts(CastlingMode::Standard);
    lookups(|_, index| positions[index % positions.len()].occupied().bits())
}

fn lookups(mut occupied: impl FnMut(&mut Generator, usize) -> u64) -> Vec<Lookup> {
    let mut generator = Generator::new(20_261_120);
    let mut lookup = |index| {
        let square = Square::ALL[(generator.next_u64() >> 58) as usize];
        (square, Bitboard::from_bits(occupied(&mut generator, index)))
    };
    (0..LOOKUPS).map(&mut lookup).collect()
}

/// Returns the XOR of the attacks of all look-ups.
///
/// Each result passes a black box, because engines use each result separately. The compiler must therefore not
/// vectorize the loop.
#[inline]
pub(crate) fn sum<S: Copy, B: Copy>(
    slider: Slider,
    lookups: &[Lookup<S, B>],
    bishop: impl Fn(S, B) -> u64,
    rook: impl Fn(S, B) -> u64,
) -> u64 {
    let mut sum = 0;
    match slider {
        Slider::Bishop => {
            for &(square, occupied) in lookups {
                sum ^= black_box(bishop(square, occupied));
            }
        }
        Slider::Rook => {
            for &(square, occupied) in lookups {
                sum ^= black_box(rook(square, occupied));
            }
        }
        Slider::Queen => {
            for &(square, occupied) in lookups {
                sum ^= black_box(bishop(square, occupied) | rook(square, occupied));
            }
        }
    }
    sum
}
