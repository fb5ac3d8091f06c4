//! Streams of Zstandard: sizes of blocks, the size of the content and its checksum are right.

use std::io::Read;

use gardez_io::decompress;
use gardez_types::Generator;

use super::{alter, edge, once_in, rearrange};

#[allow(dead_code, unreachable_pub)] // the file belongs to another crate
#[path = "../../../crates/io/src/unpack/zstd/checksum.rs"]
mod checksum;

const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The most bytes that a frame unpacks to.
const UNPACKED: u64 = 1 << 18;

/// Bits of the descriptor.
const HAS_CHECKSUM: u8 = 1 << 2;
const IS_SINGLE: u8 = 1 << 5;

/// A frame, or anything else.
#[derive(Clone)]
enum Part {
    Frame(Frame),
    Other(Vec<u8>),
}

#[derive(Clone, Default)]
struct Frame {
    descriptor: u8,
    /// The byte of the window, unless the frame is a single segment.
    window: u8,
    dictionary: Vec<u8>,
    blocks: Vec<Block>,
}

/// A block: its type, the size in its header if it repeats one byte, and its bytes.
#[derive(Clone)]
struct Block {
    kind: u8,
    repeats: usize,
    bytes: Vec<u8>,
}

/// The types of blocks and of sections of literals.
const RAW: u8 = 0;
const REPEATED: u8 = 1;
const PACKED: u8 = 2;

/// Changes a block, its literals or sequences, the header of a frame, or the order of frames.
pub fn zstd(bytes: &mut Vec<u8>, random: &mut Generator) {
    let mut parts = split(bytes);
    let index = random.next_below(parts.len().max(1));
    match parts.get_mut(index) {
        _ if once_in(8, random) => rearrange(&mut parts, random),
        Some(Part::Frame(frame)) => frame.change(random),
        Some(Part::Other(bytes)) => alter(bytes, random),
        None => {}
    }
    if once_in(16, random) {
        // A frame that is skipped.
        let content = vec![7; edge(random) as usize % 40];
        let header =
            [[0x50 | random.next_below(16) as u8, 0x2a, 0x4d, 0x18], (content.len() as u32).to_le_bytes()].concat();
        parts.insert(index.min(parts.len()), Part::Other([header, content].concat()));
    }
    *bytes = parts.into_iter().flat_map(|part| part.into_bytes(random)).collect();
}

/// Returns `true` if the last frame of a stream has a checksum.
pub fn ends_with_checksum(bytes: &[u8]) -> bool {
    matches!(split(bytes).last(), Some(Part::Frame(frame)) if frame.descriptor & HAS_CHECKSUM != 0)
}

fn split(mut bytes: &[u8]) -> Vec<Part> {
    let mut parts = vec![];
    while let Some((frame, rest)) = read(bytes) {
        parts.push(Part::Frame(frame));
        bytes = rest;
    }
    if !bytes.is_empty() {
        parts.push(Part::Other(bytes.to_vec()));
    }
    parts
}

fn read(bytes: &[u8]) -> Option<(Frame, &[u8])> {
    let rest = bytes.strip_prefix(&MAGIC)?;
    let (&descriptor, mut rest) = rest.split_first()?;
    let mut frame = Frame { descriptor, window: 0x50, ..Frame::default() };
    if descriptor & IS_SINGLE == 0 {
        (frame.window, rest) = rest.split_first().map(|(&byte, rest)| (byte, rest))?;
    }
    let (dictionary, after) = rest.split_at_checked([0, 1, 2, 4][usize::from(descriptor & 3)])?;
    frame.dictionary = dictionary.to_vec();
    rest = after.get(size_of_content(descriptor)..)?;
    loop {
        let (header, after) = rest.split_first_chunk::<3>()?;
        let header = u32::from_le_bytes([header[0], header[1], header[2], 0]);
        let (kind, size) = ((header >> 1 & 3) as u8, (header >> 3) as usize);
        let (content, after) = after.split_at_checked(if kind == REPEATED { 1 } else { size })?;
        frame.blocks.push(Block { kind, repeats: size, bytes: content.to_vec() });
        rest = after;
        if header & 1 != 0 {
            break;
        }
    }
    Some((frame, rest.get(if descriptor & HAS_CHECKSUM == 0 { 0 } else { 4 }..)?))
}

/// Returns the number of bytes that the size of the content takes.
const fn size_of_content(descriptor: u8) -> usize {
    match descriptor >> 6 {
        0 => (descriptor & IS_SINGLE != 0) as usize,
        flag => 1 << flag,
    }
}

impl Part {
    fn into_bytes(self, random: &mut Generator) -> Vec<u8> {
        match self {
            Self::Frame(frame) => frame.into_bytes(random),
            Self::Other(bytes) => bytes,
        }
    }
}

impl Frame {
    fn change(&mut self, random: &mut Generator) {
        let index = random.next_below(self.blocks.len().max(1));
        match random.next_below(8) {
            0 => rearrange(&mut self.blocks, random),
            1 => self.descriptor = random.next_u64() as u8 & !(1 << 3 | 3),
            2 => {
                self.window =
                    if once_in(4, random) { edge(random) as u8 } else { 0x40 | random.next_u64() as u8 & 0x3f }
            }
            3 => {
                let bytes: Vec<u8> =
                    (0..edge(random) as usize % 300).map(|_| b'a' + random.next_below(4) as u8).collect();
                let kind = random.next_below(2) as u8;
                let repeats = edge(random) as usize % (1 << 17);
                let bytes = if kind == REPEATED { vec![b' '] } else { bytes };
                self.blocks.insert(index.min(self.blocks.len()), Block { kind, repeats, bytes });
            }
            _ => {
                if let Some(block) = self.blocks.get_mut(index) {
                    block.change(random);
                }
            }
        }
    }

    /// Returns the bytes of the frame with the right size and checksum of its content, if it can be unpacked.
    fn into_bytes(self, random: &mut Generator) -> Vec<u8> {
        let blocks = self.blocks();
        // Without the size and the checksum, a frame with any content can be unpacked.
        let plain = [&MAGIC[..], &[0, self.window], &blocks].concat();
        let mut content = vec![];
        let _ = decompress(&plain[..]).and_then(|stream| stream.take(UNPACKED).read_to_end(&mut content));
        let mut size = content.len() as u64;
        if once_in(30, random) {
            size = size.wrapping_add(edge(random));
        }
        let mut descriptor = self.descriptor;
        // The field must be large enough.
        while size_of_content(descriptor) == 1 && 255 < size || size_of_content(descriptor) == 2 && 65_791 < size {
            descriptor += 1 << 6;
        }
        if descriptor >> 6 == 1 && size < 256 {
            descriptor = descriptor & 0x3f | 2 << 6;
        }
        let stated = if descriptor >> 6 == 1 { size.wrapping_sub(256) } else { size };
        let mut bytes = [&MAGIC[..], &[descriptor]].concat();
        if descriptor & IS_SINGLE == 0 {
            bytes.push(self.window);
        }
        bytes.extend(self.dictionary);
        bytes.extend(&stated.to_le_bytes()[..size_of_content(descriptor)]);
        bytes.extend(blocks);
        if descriptor & HAS_CHECKSUM != 0 {
            let mut checksum = checksum::Checksum::new();
            checksum.update(&content);
            let sum = checksum.finish() as u32 ^ u32::from(once_in(30, random));
            bytes.extend(sum.to_le_bytes());
        }
        bytes
    }

    fn blocks(&self) -> Vec<u8> {
        let mut bytes = vec![];
        for (index, block) in self.blocks.iter().enumerate() {
            let is_last = u32::from(index + 1 == self.blocks.len());
            let size = if block.kind == REPEATED { block.repeats } else { block.bytes.len() };
            let header = is_last | u32::from(block.kind) << 1 | (size as u32) << 3;
            bytes.extend(&header.to_le_bytes()[..3]);
            bytes.extend(&block.bytes);
        }
        bytes
    }
}

impl Block {
    fn change(&mut self, random: &mut Generator) {
        if self.kind != PACKED {
            return match random.next_below(3) {
                0 => self.repeats = edge(random) as usize % (1 << 18),
                1 => rearrange(&mut self.bytes, random),
                _ => alter(&mut self.bytes, random),
            };
        }
        let Some((head, size, end)) = self.literals() else { return alter(&mut self.bytes, random) };
        let all = self.bytes.len();
        match random.next_below(8) {
            // The same number of literals, but others, so that all sequences find theirs.
            0 => {
                let kind = random.next_below(2) as u8;
                let header = (size as u32) << 4 | 3 << 2 | u32::from(kind);
                let count = if kind == RAW { size } else { 1 };
                let literals = (0..count).map(|_| b'0' + random.next_below(80) as u8);
                let header = header.to_le_bytes().into_iter().take(3);
                self.bytes.splice(..end, header.chain(literals).collect::<Vec<_>>());
            }
            1 => alter(&mut self.bytes[..head], random),
            // The table of the literals, their ends, and the beginning of the sequences.
            2 => alter(&mut self.bytes[head..end.min(head + 12)], random),
            3 => alter(&mut self.bytes[end.saturating_sub(4).max(head)..end], random),
            4 | 5 => alter(&mut self.bytes[end..all.min(end + 12)], random),
            6 => alter(&mut self.bytes[all.saturating_sub(4).max(end)..], random),
            // As if the block had been packed with the table of the one before.
            _ => self.bytes[0] ^= 1,
        }
    }

    /// Returns the lengths of the header and of the section of literals, and their number in between.
    fn literals(&self) -> Option<(usize, usize, usize)> {
        let mut header = [0; 8];
        let known = self.bytes.len().min(5);
        header[..known].copy_from_slice(&self.bytes[..known]);
        let number = u64::from_le_bytes(header);
        let (kind, format) = (number & 3, number >> 2 & 3);
        let (head, size, packed) = match (kind, format) {
            (0 | 1, 0 | 2) => (1, number >> 3 & 0x1f, None),
            (0 | 1, 1) => (2, number >> 4 & 0xfff, None),
            (0 | 1, _) => (3, number >> 4 & 0xf_ffff, None),
            (_, 0 | 1) => (3, number >> 4 & 0x3ff, Some(number >> 14 & 0x3ff)),
            (_, 2) => (4, number >> 4 & 0x3fff, Some(number >> 18 & 0x3fff)),
            _ => (5, number >> 4 & 0x3_ffff, Some(number >> 22 & 0x3_ffff)),
        };
        let packed = packed.unwrap_or(if kind == 1 { 1 } else { size });
        let (size, end) = (usize::try_from(size).ok()?, head + usize::try_from(packed).ok()?);
        (end <= self.bytes.len()).then_some((head, size, end))
    }
}
