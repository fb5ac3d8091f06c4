//! Chunks of `.binpack`: their lengths are right, and what is in them changes.

use gardez_types::Generator;

use super::{alter, change_move, edge, once_in, rearrange};

const MAGIC: [u8; 4] = *b"BINP";
/// A position, its move and score, and the number of entries that follow.
const STEM: usize = 34;

/// Changes a stem, the number of its entries, or the bits of its move text.
pub fn binpack(bytes: &mut Vec<u8>, random: &mut Generator) {
    let mut chunks = split(bytes);
    let Some(last) = chunks.len().checked_sub(1) else { return };
    let index = random.next_below(chunks.len());
    match random.next_below(8) {
        0 => rearrange(&mut chunks, random),
        // Two chunks become one.
        1 if index < last => {
            let next = chunks.remove(index + 1);
            chunks[index].extend(next);
        }
        // One becomes two; where, only the reader knows, unless it is between two stems.
        2 => {
            let at = random.next_below(chunks[index].len() + 1);
            let end = chunks[index].split_off(at);
            chunks.insert(index + 1, end);
        }
        _ => change(&mut chunks[index], random),
    }
    bytes.clear();
    for chunk in chunks {
        let length = if once_in(40, random) { edge(random) as u32 } else { chunk.len() as u32 };
        bytes.extend(MAGIC);
        bytes.extend(length.to_le_bytes());
        bytes.extend(chunk);
    }
}

/// Returns the contents of the chunks.
fn split(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut chunks = vec![];
    let mut rest = bytes;
    while let Some((head, after)) = rest.split_first_chunk::<8>() {
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        let (chunk, after) = after.split_at(length.min(after.len()));
        chunks.push(chunk.to_vec());
        rest = after;
    }
    chunks
}

fn change(chunk: &mut Vec<u8>, random: &mut Generator) {
    if chunk.len() < STEM {
        chunk.resize(STEM, 0);
    }
    match random.next_below(7) {
        6 => {
            let changed = change_move(u16::from_be_bytes([chunk[24], chunk[25]]), &[2, 6, 6, 2], random);
            chunk[24..26].copy_from_slice(&changed.to_be_bytes());
        }
        0 => alter(&mut chunk[..24], random),
        1 => alter(&mut chunk[24..STEM - 2], random),
        2 => {
            let count = u16::from_be_bytes([chunk[32], chunk[33]]);
            let count = if once_in(4, random) {
                edge(random) as u16
            } else {
                count.wrapping_add_signed(random.next_below(5) as i16 - 2)
            };
            chunk[32..STEM].copy_from_slice(&count.to_be_bytes());
        }
        3 => alter(&mut chunk[STEM..], random),
        4 => {
            let end = STEM + random.next_below(chunk.len() - STEM + 1);
            chunk.truncate(end);
        }
        _ => shift(&mut chunk[STEM..], random),
    }
}

/// Inserts or removes a few bits, and moves those after them.
fn shift(text: &mut [u8], random: &mut Generator) {
    let mut bits: Vec<bool> = (0..8 * text.len()).map(|bit| text[bit / 8] << (bit % 8) & 0x80 != 0).collect();
    let (at, length) = (random.next_below(bits.len() + 1), random.next_below(5) + 1);
    if once_in(2, random) {
        bits.drain(at..(at + length).min(bits.len()));
    } else {
        bits.splice(at..at, (0..length).map(|_| once_in(2, random)).collect::<Vec<_>>());
    }
    bits.resize(8 * text.len(), false);
    for (byte, bits) in text.iter_mut().zip(bits.chunks(8)) {
        *byte = bits.iter().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
    }
}
