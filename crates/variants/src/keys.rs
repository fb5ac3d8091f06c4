//! The numbers of the key: Polyglot's, and own ones for what only variants have.

use gardez_types::{CastlingRights, Color, Generator, PieceType, Square};
use gardez_zobrist::polyglot;

pub(crate) use gardez_zobrist::polyglot::{piece, white_to_move};

/// The checks that end a game of three-check.
pub(crate) const CHECKS: u8 = 3;

/// The seed of the numbers of pockets, promoted pieces and checks. It is fixed, so keys can be stored.
const SEED: u64 = 0x6761_7264_657a;

/// The largest number of pieces of a type that has a number of its own; a pocket may have up to 255.
const POCKET: usize = 64;

struct Keys {
    /// The key of none is 0.
    pockets: [[[u64; POCKET]; 5]; 2],
    /// Numbers for pockets with as many pieces as there are numbers above.
    full: [[u64; 5]; 2],
    promoted: [u64; 64],
    checks: [[u64; CHECKS as usize]; 2],
}

static KEYS: Keys = {
    let mut generator = Generator::new(SEED);
    let mut keys = Keys {
        pockets: [[[0; POCKET]; 5]; 2],
        full: [[0; 5]; 2],
        promoted: [0; 64],
        checks: [[0; CHECKS as usize]; 2],
    };
    let mut i = 0;
    while i < 10 {
        keys.full[i / 5][i % 5] = generator.next_u64();
        let mut count = 1;
        while count < POCKET {
            keys.pockets[i / 5][i % 5][count] = generator.next_u64();
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

/// Returns the key of this many pieces of a type in a pocket: 0 for none.
#[inline]
pub(crate) fn pocket(color: Color, piece_type: PieceType, count: u8) -> u64 {
    match KEYS.pockets[color as usize][piece_type.index() % 5].get(usize::from(count)) {
        Some(&key) => key,
        None => large_pocket(color, piece_type, count.into()),
    }
}

/// Returns the key of more pieces than a game can have, mixed from the count.
#[cold]
fn large_pocket(color: Color, piece_type: PieceType, count: usize) -> u64 {
    let (color, piece_type) = (color as usize, piece_type.index() % 5);
    let key = match count % POCKET {
        0 => KEYS.full[color][piece_type],
        rest => KEYS.pockets[color][piece_type][rest],
    };
    key.wrapping_mul(2 * (count / POCKET) as u64 + 1)
}

/// Returns the key of a promoted piece on `square`.
#[inline]
pub(crate) fn promoted(square: Square) -> u64 {
    KEYS.promoted[square as usize]
}

/// Returns the key of this many checks that are left: 0 for all.
#[inline]
pub(crate) fn checks(color: Color, left: u8) -> u64 {
    KEYS.checks[color as usize].get(usize::from(left)).copied().unwrap_or_default()
}

/// Returns the key of a set of castling rights.
#[inline]
pub(crate) fn castling(rights: CastlingRights) -> u64 {
    let single = |(right, color, side)| if rights.contains(right) { polyglot::castling(color, side) } else { 0 };
    CastlingRights::EACH.into_iter().map(single).fold(0, |all, key| all ^ key)
}

/// Returns the key of an en passant square: 0 for none.
#[inline]
pub(crate) fn en_passant(square: Option<Square>) -> u64 {
    square.map_or(0, |square| polyglot::en_passant(square.file()))
}
