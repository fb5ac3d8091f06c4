//! A game from bytes: the first choose the start position, and each other one a move.

use crate::everything::{everything, play};
use crate::input::{Numbers, start};

pub(super) fn run(bytes: &[u8]) {
    let mut numbers = Numbers(bytes);
    let mut position = start(&mut numbers);
    let mut moves = vec![];
    while !numbers.is_empty() {
        if !play(&mut position, numbers.byte(), &mut moves) {
            break;
        }
    }
    everything(&position);
    crate::everything::game_is_read_again(&position, &moves);
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    (0..16_u8).map(|number| (0..8 * number).map(|place| place.wrapping_mul(37) ^ number).collect()).collect()
}
