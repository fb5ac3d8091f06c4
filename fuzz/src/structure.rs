//! Changes of inputs that keep the structure of a format: lengths, checksums, the order of parts.
//!
//! Each module has functions for [`Part::mutate`](crate::target::Part::mutate). A reader refuses most blindly changed inputs at their
//! first bytes; these get past its front door. A few changes break a length or checksum on purpose.

pub mod binpack;
pub mod boards;
pub mod chunk;
pub mod games;
pub mod gzip;
pub mod pgn;
pub mod tar;
pub mod zstd;

use gardez_types::Generator;

/// A function that changes an input of a format and keeps its structure: lengths, checksums, the order of parts.
pub type Mutate = fn(&mut Vec<u8>, &mut Generator);

/// Numbers at which readers differ.
const EDGES: [u64; 18] =
    [0, 1, 2, 3, 7, 31, 32, 63, 64, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0xffff_ffff, u64::MAX];

/// Returns a number at which readers differ, or any.
pub fn edge(random: &mut Generator) -> u64 {
    if random.next_below(4) == 0 { random.next_u64() } else { EDGES[random.next_below(EDGES.len())] }
}

/// Returns `true` once in this many times.
pub fn once_in(times: usize, random: &mut Generator) -> bool {
    random.next_below(times) == 0
}

/// Changes bytes in their place: a bit, a byte, or a number of several bytes.
pub fn alter(bytes: &mut [u8], random: &mut Generator) {
    if bytes.is_empty() {
        return;
    }
    let at = random.next_below(bytes.len());
    match random.next_below(6) {
        0 => bytes[at] ^= 1 << random.next_below(8),
        1 => bytes[at] = random.next_u64() as u8,
        2 => bytes[at] = edge(random) as u8,
        3 => bytes[at] = bytes[at].wrapping_add_signed(random.next_below(9) as i8 - 4),
        4 => bytes.swap(at, random.next_below(bytes.len())),
        _ => {
            let length = [2, 4, 8][random.next_below(3)].min(bytes.len() - at);
            let number = edge(random);
            let (little, big) = (number.to_le_bytes(), number.to_be_bytes());
            let number = if once_in(2, random) { &little[..length] } else { &big[8 - length..] };
            bytes[at..at + length].copy_from_slice(number);
        }
    }
}

/// Changes a field of a move. The fields have these numbers of bits, from the lowest.
pub fn change_move(mv: u16, fields: &[u32], random: &mut Generator) -> u16 {
    let index = random.next_below(fields.len());
    let shift: u32 = fields[..index].iter().sum();
    let mask = (1 << fields[index]) - 1;
    let old = mv >> shift & mask;
    // Often a square near by.
    let new = match random.next_below(3) {
        0 => random.next_u64() as u16,
        1 => old ^ 1 << random.next_below(6),
        _ => old.wrapping_add_signed(random.next_below(9) as i16 - 4),
    };
    mv & !(mask << shift) | (new & mask) << shift
}

/// Doubles, removes, exchanges or moves a part, or part of the list.
pub fn rearrange<T: Clone>(parts: &mut Vec<T>, random: &mut Generator) {
    if parts.is_empty() {
        return;
    }
    let (at, to) = (random.next_below(parts.len()), random.next_below(parts.len()));
    match random.next_below(6) {
        0 => drop(parts.remove(at)),
        1 => parts.insert(to, parts[at].clone()),
        2 => parts.swap(at, to),
        3 => {
            let part = parts.remove(at);
            parts.insert(to, part);
        }
        4 => drop(parts.drain(at.min(to)..at.max(to))),
        _ => {
            let some = parts[at.min(to)..at.max(to)].to_vec();
            parts.splice(at..at, some);
        }
    }
}

/// Changes the order of lines.
pub fn lines(bytes: &mut Vec<u8>, random: &mut Generator) {
    let mut lines: Vec<_> = bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    rearrange(&mut lines, random);
    *bytes = lines.concat();
}
