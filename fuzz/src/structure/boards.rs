//! Positions in records of one size: sets of squares with codes of four bits, and the bit stream of `.bin`.

use gardez_types::Generator;

use super::{alter, change_move, edge, once_in, rearrange};

/// The places of the parts of a record.
struct Layout {
    size: usize,
    is_big_endian: bool,
    is_high_first: bool,
    /// `true` if the last square has the first code.
    is_descending: bool,
    /// Corrects the rest of a record after a change of the pieces.
    repair: fn(&mut [u8]),
}

const MARLIN: Layout =
    Layout { size: 32, is_big_endian: false, is_high_first: false, is_descending: false, repair: |_| () };
const BULLET: Layout = Layout { repair: king_squares, ..MARLIN };
const BINARY_FEN: Layout = Layout { size: 24, is_big_endian: true, ..MARLIN };
const CHESS_LIBRARY: Layout = Layout { is_high_first: true, ..BINARY_FEN };
const PACKED_BOARD: Layout = Layout { is_descending: true, ..CHESS_LIBRARY };

/// Records of bulletformat.
pub fn bullet(bytes: &mut Vec<u8>, random: &mut Generator) {
    records(bytes, random, &BULLET);
}

/// Records of marlinformat.
pub fn marlin(bytes: &mut Vec<u8>, random: &mut Generator) {
    records(bytes, random, &MARLIN);
}

/// Changes canonical boards.
pub fn packed_board(bytes: &mut Vec<u8>, random: &mut Generator) {
    records(bytes, random, &PACKED_BOARD);
}

/// Changes the 24 bytes of chess-library.
pub fn chess_library(bytes: &mut Vec<u8>, random: &mut Generator) {
    records(bytes, random, &CHESS_LIBRARY);
}

/// Changes binary FENs, whose counters follow the pieces.
pub fn binary_fen(bytes: &mut Vec<u8>, random: &mut Generator) {
    let Some((occupied, rest)) = bytes.split_first_chunk::<8>() else { return };
    let count = (u64::from_be_bytes(*occupied).count_ones() as usize).div_ceil(2).min(rest.len());
    let (codes, counters) = rest.split_at(count);
    let (mut front, mut counters) = ([&occupied[..], codes].concat(), counters.to_vec());
    if once_in(3, random) {
        let at = random.next_below(counters.len() + 1);
        if once_in(2, random) {
            counters.insert(at, edge(random) as u8);
        } else {
            counters.truncate(at);
        }
        alter(&mut counters, random);
    } else {
        front.resize(24, 0);
        move_piece(&mut front, random, &BINARY_FEN);
        let count = u64::from_be_bytes(front[..8].try_into().expect("eight bytes")).count_ones() as usize;
        front.truncate(8 + count.div_ceil(2));
    }
    *bytes = [front, counters].concat();
}

fn records(bytes: &mut Vec<u8>, random: &mut Generator, layout: &Layout) {
    if once_in(4, random) {
        let mut records: Vec<_> = bytes.chunks(layout.size).map(<[u8]>::to_vec).collect();
        rearrange(&mut records, random);
        *bytes = records.concat();
        return;
    }
    let count = bytes.len() / layout.size;
    if count == 0 {
        return;
    }
    let at = random.next_below(count) * layout.size;
    let record = &mut bytes[at..at + layout.size];
    match random.next_below(3) {
        0 if layout.size > 24 => alter(&mut record[24..], random),
        0 => alter(record, random),
        _ => {
            move_piece(&mut record[..24], random, layout);
            if !once_in(8, random) {
                (layout.repair)(record);
            }
        }
    }
}

/// Moves a piece, or adds, removes or exchanges one. The codes stay with their squares.
fn move_piece(bytes: &mut [u8], random: &mut Generator, layout: &Layout) {
    let (occupied, codes) = bytes.split_at_mut(8);
    let mut set: [u8; 8] = (&*occupied).try_into().expect("eight bytes");
    if layout.is_big_endian {
        set.reverse();
    }
    let set = u64::from_le_bytes(set);
    let place = |index: usize| 4 * ((index % 2) ^ usize::from(layout.is_high_first));
    let mut squares: Vec<_> = (0..64).filter(|square| set >> square & 1 != 0).collect();
    if layout.is_descending {
        squares.reverse();
    }
    squares.truncate(2 * codes.len());
    let mut pieces: Vec<(usize, u8)> = squares
        .into_iter()
        .enumerate()
        .map(|(index, square)| (square, codes[index / 2] >> place(index) & 15))
        .collect();
    let square = random.next_below(64);
    match random.next_below(4) {
        _ if pieces.is_empty() => pieces.push((square, random.next_below(16) as u8)),
        0 => drop(pieces.remove(random.next_below(pieces.len()))),
        1 => pieces.push((square, random.next_below(16) as u8)),
        2 => {
            let index = random.next_below(pieces.len());
            pieces[index].1 = random.next_below(16) as u8;
        }
        _ => {
            let index = random.next_below(pieces.len());
            pieces[index].0 = square;
        }
    }
    pieces.sort_unstable();
    pieces.dedup_by_key(|piece| piece.0);
    if layout.is_descending {
        pieces.reverse();
    }
    pieces.truncate(2 * codes.len());
    codes.fill(0);
    let mut set = 0_u64;
    for (index, (square, code)) in pieces.into_iter().enumerate() {
        set |= 1 << square;
        codes[index / 2] |= code << place(index);
    }
    occupied.copy_from_slice(&if layout.is_big_endian { set.to_be_bytes() } else { set.to_le_bytes() });
}

/// Writes the squares of the kings in a record of bulletformat.
fn king_squares(record: &mut [u8]) {
    let set = u64::from_le_bytes(record[..8].try_into().expect("eight bytes"));
    for (index, square) in (0..64).filter(|square| set >> square & 1 != 0).take(32).enumerate() {
        match record[8 + index / 2] >> (4 * (index % 2)) & 15 {
            5 => record[27] = square,
            13 => record[28] = square ^ 56,
            _ => {}
        }
    }
}

/// The bytes of a record of `.bin`, of which the first are the bit stream of a position.
const BIN: usize = 40;
const STREAM: usize = 32;

/// Records of `.bin`: bits of the position are inserted or removed, those after them move; or another field changes.
pub fn bin(bytes: &mut Vec<u8>, random: &mut Generator) {
    if once_in(4, random) {
        let mut records: Vec<_> = bytes.chunks(BIN).map(<[u8]>::to_vec).collect();
        rearrange(&mut records, random);
        *bytes = records.concat();
        return;
    }
    let count = bytes.len() / BIN;
    if count == 0 {
        return;
    }
    let at = random.next_below(count) * BIN;
    let (stream, fields) = bytes[at..at + BIN].split_at_mut(STREAM);
    match random.next_below(5) {
        0 => alter(fields, random),
        4 => {
            // The move is after the score.
            let changed = change_move(u16::from_le_bytes([fields[2], fields[3]]), &[6, 6, 2, 2], random);
            fields[2..4].copy_from_slice(&changed.to_le_bytes());
        }
        1 => alter(stream, random),
        _ => {
            let mut bits: Vec<bool> = (0..8 * STREAM).map(|bit| stream[bit / 8] >> (bit % 8) & 1 != 0).collect();
            bits_of_codes(&mut bits, random);
            stream.fill(0);
            bits.iter()
                .take(8 * STREAM)
                .enumerate()
                .filter(|(_, bit)| **bit)
                .for_each(|(at, _)| stream[at / 8] |= 1 << (at % 8));
        }
    }
}

/// Changes the code of a square: an empty one is one bit, a piece has four bits and its color.
fn bits_of_codes(bits: &mut Vec<bool>, random: &mut Generator) {
    // The side to move and two squares are before the board.
    let mut places = vec![13];
    while places.len() < 62 {
        let place = places[places.len() - 1];
        let Some(&is_piece) = bits.get(place) else { break };
        places.push(place + if is_piece { 5 } else { 1 });
    }
    let at = places[random.next_below(places.len())].min(bits.len());
    let end = (at + if bits.get(at) == Some(&true) { 5 } else { 1 }).min(bits.len());
    let code = match random.next_below(4) {
        0 => vec![false],
        1 => bits[at..end].repeat(2),
        _ => (0..5).map(|bit| bit == 0 || once_in(2, random)).collect(),
    };
    // Every second time another square makes room, so that what follows stays in its place.
    let difference = code.len() as isize - (end - at) as isize;
    bits.splice(at..end, code);
    if once_in(2, random) {
        let other = (at + 5 + random.next_below(40)).min(bits.len());
        match difference {
            4 if other + 4 <= bits.len() && !bits[other..other + 4].contains(&true) => {
                drop(bits.drain(other..other + 4))
            }
            -4 => drop(bits.splice(other..other, [false; 4])),
            _ => {}
        }
    }
    bits.resize(8 * STREAM, false);
}
