//! The literals of a block: bytes that sequences copy.

use crate::unpack::zstd::MAX_BLOCK;
use crate::unpack::zstd::huffman::Huffman;

/// Reads the literals at the beginning of a block; returns the length of their section.
pub(super) fn read_literals(block: &[u8], huffman: &mut Huffman, literals: &mut Vec<u8>) -> Option<usize> {
    let &first = block.first()?;
    let (kind, format) = (first & 3, first >> 2 & 3);
    let header = |length: usize| {
        let mut bytes = [0; 8];
        bytes[..length].copy_from_slice(block.get(..length)?);
        Some(u64::from_le_bytes(bytes))
    };
    literals.clear();
    if kind < 2 {
        let (start, size) = match format {
            0 | 2 => (1, header(1)? >> 3),
            1 => (2, header(2)? >> 4),
            _ => (3, header(3)? >> 4),
        };
        let size = usize::try_from(size).ok().filter(|&size| size <= MAX_BLOCK)?;
        if kind == 0 {
            literals.extend_from_slice(block.get(start..start + size)?);
            return Some(start + size);
        }
        literals.resize(size, *block.get(start)?);
        return Some(start + 1);
    }
    // The sizes before and after unpacking have this many bits each.
    let (start, bits) = match format {
        0 | 1 => (3, 10),
        2 => (4, 14),
        _ => (5, 18),
    };
    let (sizes, mask) = (header(start)? >> 4, (1 << bits) - 1);
    let (size, packed) = ((sizes & mask) as usize, (sizes >> bits & mask) as usize);
    if MAX_BLOCK < size {
        return None;
    }
    let end = start + packed;
    let mut packed = block.get(start..end)?;
    if kind == 2 {
        let length = huffman.read(packed)?;
        packed = &packed[length..];
    } else if !huffman.is_known() {
        return None;
    }
    literals.resize(size, 0);
    if format == 0 {
        huffman.decode_stream(packed, literals)?;
    } else {
        let (jumps, mut rest) = packed.split_at_checked(6)?;
        let mut streams = [rest; 4];
        for (index, jump) in jumps.chunks_exact(2).enumerate() {
            let length = usize::from(u16::from_le_bytes([jump[0], jump[1]]));
            (streams[index], rest) = rest.split_at_checked(length)?;
        }
        streams[3] = rest;
        huffman.decode_streams(streams, literals)?;
    }
    Some(end)
}
