//! From the outputs of the two kinds of policy heads to the 1858 moves.

use gardez_types::{File, PieceType, Rank, Square};

use super::{POLICY_SIZE, table};
use crate::LengthError;

/// How many outputs a convolutional policy head has: 73 planes of 64 origins.
pub const CONVOLUTIONAL_HEAD: usize = 73 * 64;

/// How many outputs an attention policy head has: 64 origins with 64 targets, and 192 promotions.
pub const ATTENTION_HEAD: usize = 67 * 64;

/// The move of each output of a convolutional head, or -1.
///
/// Output 64 · plane + origin: planes 0 to 55 are queen moves north, north-east and so on clockwise, 1 to 7 squares each;
/// 56 to 63 the knight's leaps clockwise; 64 to 72 promotions to the left, ahead and to the right, to rook, bishop and
/// queen each.
///
/// ```
/// let map = gardez_lc0::convolutional_head_map();
/// // One step north from e2 is e2e3, and from e8 it is nothing.
/// assert_eq!((map[12], map[60]), (317, -1));
/// ```
pub const fn convolutional_head_map() -> &'static [i16; CONVOLUTIONAL_HEAD] {
    static MAP: [i16; CONVOLUTIONAL_HEAD] = convolutional();
    &MAP
}

/// The move of each output of an attention head, or -1.
///
/// Output 64 · origin + target; from 4096 on, 3 · (8 · file + target file) + piece, which is queen, rook or bishop.
pub const fn attention_head_map() -> &'static [i16; ATTENTION_HEAD] {
    static MAP: [i16; ATTENTION_HEAD] = attention();
    &MAP
}

/// Takes the 1858 values from the outputs of a head, by its map. Values that no entry of the map leads to stay as they
/// are; both maps of this crate lead to all.
///
/// # Errors
///
/// If there is not one output for each entry of the map.
pub fn gather(map: &[i16], outputs: &[f32], policy: &mut [f32; POLICY_SIZE]) -> Result<(), LengthError> {
    LengthError::check(map.len(), outputs.len())?;
    for (&index, &output) in map.iter().zip(outputs) {
        // A map from elsewhere may hold anything.
        if let Some(place) = usize::try_from(index).ok().and_then(|index| policy.get_mut(index)) {
            *place = output;
        }
    }
    Ok(())
}

/// The steps of a queen, clockwise from north.
const QUEEN: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The leaps of a knight, clockwise.
const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The promotion pieces of a convolutional head.
const CONVOLUTIONAL_PROMOTIONS: [PieceType; 3] = [PieceType::Rook, PieceType::Bishop, PieceType::Queen];

const fn convolutional() -> [i16; CONVOLUTIONAL_HEAD] {
    let (mut map, mut i) = ([-1; CONVOLUTIONAL_HEAD], 0);
    while i < CONVOLUTIONAL_HEAD {
        let (plane, from) = (i / 64, Square::ALL[i % 64]);
        map[i] = if plane < 56 {
            let ((files, ranks), distance) = (QUEEN[plane / 7], (plane % 7 + 1) as i8);
            plain_or_none(from, from.offset(files * distance, ranks * distance))
        } else if plane < 64 {
            let (files, ranks) = KNIGHT[plane - 56];
            plain_or_none(from, from.offset(files, ranks))
        } else {
            let (files, piece) = ((plane - 64) / 3, CONVOLUTIONAL_PROMOTIONS[(plane - 64) % 3]);
            match from.offset(files as i8 - 1, 1) {
                Some(to) => or_none(table::promotion(from, to, piece)),
                None => -1,
            }
        };
        i += 1;
    }
    map
}

const fn attention() -> [i16; ATTENTION_HEAD] {
    let (mut map, mut i) = ([-1; ATTENTION_HEAD], 0);
    while i < ATTENTION_HEAD {
        map[i] = if i < 64 * 64 {
            or_none(table::plain(Square::ALL[i / 64], Square::ALL[i % 64]))
        } else {
            let i = i - 64 * 64;
            let from = Square::new(File::ALL[i / 24], Rank::Seven);
            let to = Square::new(File::ALL[i / 3 % 8], Rank::Eight);
            or_none(table::promotion(from, to, table::PROMOTIONS[i % 3]))
        };
        i += 1;
    }
    map
}

const fn plain_or_none(from: Square, to: Option<Square>) -> i16 {
    match to {
        Some(to) => or_none(table::plain(from, to)),
        None => -1,
    }
}

const fn or_none(index: u16) -> i16 {
    if (index as usize) < POLICY_SIZE { index as i16 } else { -1 }
}
