//! The outputs of the two kinds of policy heads.

use gardez_types::{File, PieceType, Rank, Square};

use super::{POLICY_SIZE, table};
use crate::error::LengthError;

/// The number of outputs of a convolutional policy head: 73 planes of 64 origins.
pub const CONVOLUTIONAL_HEAD: usize = 73 * 64;

/// The number of outputs of a convolutional policy head of lczero-training: 80 planes, the last seven without moves.
pub const CONVOLUTIONAL_HEAD_80: usize = 80 * 64;

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
/// `4096 + 3 * (8 * file + target_file) + piece` belongs to a promotion: queen 0, rook 1, bishop 2.
pub const fn attention_head_map() -> &'static [i16; ATTENTION_HEAD] {
    static MAP: [i16; ATTENTION_HEAD] = attention();
    &MAP
}

/// Returns the output of a convolutional head for each policy index: the inverse of [`convolutional_head_map`].
///
/// ```
/// use gardez_lc0::{convolutional_head_map, convolutional_head_outputs};
///
/// let output = convolutional_head_outputs()[317];
/// assert_eq!((output, convolutional_head_map()[usize::from(output)]), (12, 317));
/// ```
pub const fn convolutional_head_outputs() -> &'static [u16; POLICY_SIZE] {
    static OUTPUTS: [u16; POLICY_SIZE] = inverse(&convolutional());
    &OUTPUTS
}

/// Returns the output of an attention head for each policy index: the inverse of [`attention_head_map`].
pub const fn attention_head_outputs() -> &'static [u16; POLICY_SIZE] {
    static OUTPUTS: [u16; POLICY_SIZE] = inverse(&attention());
    &OUTPUTS
}

/// Copies the outputs of a head to the 1858 values of a policy, by the map of the head.
///
/// A convolutional head may have 80 planes, [`CONVOLUTIONAL_HEAD_80`]; other lengths are errors. Values whose index is
/// not in the map are unchanged.
///
/// ```
/// use gardez_lc0::{CONVOLUTIONAL_HEAD_80, POLICY_SIZE, convolutional_head_map, gather};
///
/// let mut outputs = [0.0; CONVOLUTIONAL_HEAD_80];
/// outputs[12] = 2.5;
/// let mut policy = [0.0; POLICY_SIZE];
/// gather(convolutional_head_map(), &outputs, &mut policy)?;
/// assert_eq!(policy[317], 2.5, "one step north from e2");
/// # Ok::<_, gardez_lc0::LengthError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the number of outputs is neither the length of the map nor 80 planes.
pub fn gather(map: &[i16], outputs: &[f32], policy: &mut [f32; POLICY_SIZE]) -> Result<(), LengthError> {
    let outputs = match outputs.len() {
        CONVOLUTIONAL_HEAD_80 if map.len() == CONVOLUTIONAL_HEAD => &outputs[..CONVOLUTIONAL_HEAD],
        _ => outputs,
    };
    LengthError::check("outputs", map.len(), outputs.len())?;
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

const fn inverse(map: &[i16]) -> [u16; POLICY_SIZE] {
    const UNKNOWN: u16 = u16::MAX;
    let (mut outputs, mut output, mut found) = ([UNKNOWN; POLICY_SIZE], 0, 0);
    while output < map.len() {
        if map[output] >= 0 {
            assert!(outputs[map[output] as usize] == UNKNOWN, "every move has one output");
            outputs[map[output] as usize] = output as u16;
            found += 1;
        }
        output += 1;
    }
    assert!(found == POLICY_SIZE, "every move has an output");
    outputs
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
