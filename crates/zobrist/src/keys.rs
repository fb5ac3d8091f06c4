//! The key tables. Their random numbers are generated in the same order as in Stockfish.

use gardez_types::{CastlingRights, File, Piece, Rank, Square};

use gardez_types::Generator;

/// The seed of the keys.
pub const SEED: u64 = 1_070_372;

struct Keys {
    pieces: [[u64; 64]; 16],
    en_passant: [u64; 8],
    castling: [u64; 16],
    side: u64,
    no_pawns: u64,
}

static KEYS: Keys = {
    let mut generator = Generator::new(SEED);
    let mut keys = Keys { pieces: [[0; 64]; 16], en_passant: [0; 8], castling: [0; 16], side: 0, no_pawns: 0 };
    let mut i = 0;
    while i < Piece::COUNT {
        fill(&mut keys.pieces[Piece::ALL[i] as usize], &mut generator);
        i += 1;
    }
    // A pawn is never on its last rank. As in Stockfish, its numbers there are generated and then set to zero.
    let mut file = 0;
    while file < 8 {
        keys.pieces[Piece::WhitePawn as usize][Square::new(File::ALL[file], Rank::Eight) as usize] = 0;
        keys.pieces[Piece::BlackPawn as usize][Square::new(File::ALL[file], Rank::One) as usize] = 0;
        file += 1;
    }
    fill(&mut keys.en_passant, &mut generator);
    fill(&mut keys.castling, &mut generator);
    keys.side = generator.next_u64();
    keys.no_pawns = generator.next_u64();
    keys
};

const fn fill(numbers: &mut [u64], generator: &mut Generator) {
    let mut i = 0;
    while i < numbers.len() {
        numbers[i] = generator.next_u64();
        i += 1;
    }
}

/// Returns the key of `piece` on `square`, 0 for a pawn on its last rank.
#[inline]
pub const fn piece(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece as usize][square as usize]
}

/// Returns the key of what is on `square`, 0 for nothing, without a branch.
#[inline]
pub const fn occupant(piece: Option<Piece>, square: Square) -> u64 {
    // No piece has the number 0, so its keys are 0.
    let number = match piece {
        Some(piece) => piece as usize,
        None => 0,
    };
    KEYS.pieces[number][square as usize]
}

/// Returns the key of an en passant square on `file`.
#[inline]
pub const fn en_passant(file: File) -> u64 {
    KEYS.en_passant[file as usize]
}

/// Returns the key of a set of castling rights, not 0 for the empty set.
#[inline]
pub const fn castling(rights: CastlingRights) -> u64 {
    KEYS.castling[rights.bits() as usize & 15]
}

/// Returns the key that is included if black is to move.
#[inline]
pub const fn black_to_move() -> u64 {
    KEYS.side
}

/// Returns the start value of a pawn key.
#[inline]
pub const fn no_pawns() -> u64 {
    KEYS.no_pawns
}

/// Returns a different number for every `n`, to mix the fifty-move counter into a key.
///
/// One step of a linear congruential generator.
#[inline]
pub const fn mix(n: u64) -> u64 {
    n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
}
