//! Zobrist keys: Polyglot's numbers, and own numbers for pockets, promoted pieces and checks.

use gardez_types::{CastlingRights, Color, Generator, Piece, PieceType, Square};
use gardez_zobrist::polyglot;

pub(crate) use gardez_zobrist::polyglot::white_to_move;

/// The number of checks that win a game of three-check.
pub(crate) const CHECKS: u8 = 3;

/// The seed of the own numbers. It is fixed, so keys can be stored.
const SEED: u64 = 0x6761_7264_657a;

/// The number of pieces of a type from which keys are mixed; a pocket may have up to 255.
const POCKET: usize = 64;

struct Keys {
    /// By color and the number of the piece type. The key of none is 0.
    pockets: [[[u64; POCKET]; 8]; 2],
    /// The keys of pockets with `POCKET` pieces.
    full: [[u64; 8]; 2],
    promoted: [u64; 64],
    checks: [[u64; CHECKS as usize]; 2],
}

static KEYS: Keys = {
    let mut generator = Generator::new(SEED);
    let mut keys = Keys {
        pockets: [[[0; POCKET]; 8]; 2],
        full: [[0; 8]; 2],
        promoted: [0; 64],
        checks: [[0; CHECKS as usize]; 2],
    };
    let mut i = 0;
    while i < 10 {
        keys.full[i / 5][i % 5 + 1] = generator.next_u64();
        let mut count = 1;
        while count < POCKET {
            keys.pockets[i / 5][i % 5 + 1][count] = generator.next_u64();
            count += 1;
        }
        i += 1;
    }
    let mut i = 0;
    while i < 64 {
        keys.promoted[i] = generator.next_u64();
        i += 1;
    }
    let mut i = 0;
    while i < 2 * CHECKS as usize {
        keys.checks[i / CHECKS as usize][i % CHECKS as usize] = generator.next_u64();
        i += 1;
    }
    keys
};

/// The key of each piece, and 0 for no piece, so that no branch is needed.
static PIECES: [[u64; 64]; 16] = {
    let mut keys = [[0; 64]; 16];
    let mut i = 0;
    while i < 64 * Piece::COUNT {
        let piece = Piece::ALL[i / 64];
        keys[piece as usize][i % 64] = polyglot::piece(piece, Square::ALL[i % 64]);
        i += 1;
    }
    keys
};

static CASTLING: [u64; 16] = {
    let mut keys = [0; 16];
    let mut i = 0;
    while i < 64 {
        // The rights of a set are its bits, in the order of `EACH`.
        let (_, color, side) = CastlingRights::EACH[i % 4];
        if (i / 4) >> (i % 4) & 1 == 1 {
            keys[i / 4] ^= polyglot::castling(color, side);
        }
        i += 1;
    }
    keys
};

#[inline]
pub(crate) fn number(piece: Option<Piece>) -> usize {
    piece.map_or(0, |piece| piece as usize)
}

/// Returns the key of a piece on `square`: 0 for none.
#[inline]
pub(crate) fn piece(piece: Option<Piece>, square: Square) -> u64 {
    if cfg!(gardez_small) {
        return piece.map_or(0, |piece| polyglot::piece(piece, square));
    }
    PIECES[number(piece) % 16][square as usize]
}

/// Returns the key of `count` pieces of a type in a pocket: 0 for none.
#[inline]
pub(crate) fn pocket(color: Color, piece_type: PieceType, count: u8) -> u64 {
    match KEYS.pockets[color as usize][piece_type as usize].get(usize::from(count)) {
        Some(&key) => key,
        None => large_pocket(color, piece_type, count.into()),
    }
}

/// Returns the key of more pieces than a game can have, mixed from the count.
#[cold]
fn large_pocket(color: Color, piece_type: PieceType, count: usize) -> u64 {
    let (color, piece_type) = (color as usize, piece_type as usize);
    let key = match count % POCKET {
        0 => KEYS.full[color][piece_type],
        rest => KEYS.pockets[color][piece_type][rest],
    };
    key.wrapping_mul(2 * (count / POCKET) as u64 + 1)
}

#[inline]
pub(crate) fn promoted(square: Square) -> u64 {
    KEYS.promoted[square as usize]
}

/// Returns the key of this many checks left: 0 for all.
#[inline]
pub(crate) fn checks(color: Color, left: u8) -> u64 {
    KEYS.checks[color as usize].get(usize::from(left)).copied().unwrap_or_default()
}

#[inline]
pub(crate) fn castling(rights: CastlingRights) -> u64 {
    CASTLING[usize::from(rights.bits()) % 16]
}

/// Returns the key of an en passant square: 0 for none.
#[inline]
pub(crate) fn en_passant(square: Option<Square>) -> u64 {
    square.map_or(0, |square| polyglot::en_passant(square.file()))
}
