//! From the outputs of the two kinds of policy heads to the 1858 policy indices.

use gardez_types::{File, PieceType, Rank, Square};

use super::{POLICY_SIZE, table};
use crate::error::LengthError;

/// The number of outputs of a convolutional policy head: 73 planes of 64 origins.
pub const CONVOLUTIONAL_HEAD: usize = 73 * 64;

/// The number of outputs of an attention policy head: 64 origins with 64 targets, and 192 promotions.
pub const ATTENTION_HEAD: usize = 67 * 64;

/// Returns the policy index of each output of a convolutional head, or -1 for an output without a move.
///
/// The output `64 * plane + origin` belongs to the move from the square `origin` that the plane describes:
///
/// | planes | moves |
/// |---|---|
/// | 0 to 55 | queen moves north, north-east and so on clockwise, 1 to 7 squares each |
/// | 56 to 63 | knight moves, clockwise |
/// | 64 to 72 | promotions to the left, straight ahead and to the right, each to rook, bishop and queen |
///
/// ```
/// let map = gardez_lc0::convolutional_head_map();
/// // One step north from e2 is e2e3. From e8 there is no such move.
/// assert_eq!((map[12], map[60]), (317, -1));
/// ```
pub const fn convolutional_head_map() -> &'static [i16; CONVOLUTIONAL_HEAD] {
    static MAP: [i16; CONVOLUTIONAL_HEAD] = convolutional();
    &MAP
}

/// Returns the policy index of each output of an attention head, or -1 for an output without a move.
///
/// The output `64 * origin + target` belongs to the move between these squares. From 4096 on, the output
/// `4096 + 3 * (8 * file + target_file) + piece` belongs to a promotion, where piece 0 is a queen, 1 a rook and 2 a bishop.
pub const fn attention_head_map() -> &'static [i16; ATTENTION_HEAD] {
    static MAP: [i16; ATTENTION_HEAD] = attention();
    &MAP
}

/// Copies the outputs of a head to the 1858 values of a policy, by the map of the head.
///
/// Values whose index is not in the map are left unchanged. Both maps of this crate contain all indices.
///
/// # Errors
///
/// Returns [`LengthError::Outputs`] if the number of outputs is not the length of the map.
pub fn gather(map: &[i16], outputs: &[f32], policy: &mut [f32; POLICY_SIZE]) -> Result<(), LengthError> {
    LengthError::check_outputs(map.len(), outputs.len())?;
    for (&index, &output) in map.iter().zip(outputs) {
        // A map of the caller may contain any number.
        if let Some(place) = usize::try_from(index).ok().and_then(|index| policy.get_mut(index)) {
            *place = output;
        }
    }
    Ok(())
}

/// The steps of a queen, clockwise from north.
const QUEEN: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The steps of a knight, clockwise.
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
