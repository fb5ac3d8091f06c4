//! A compressed block: literals, and sequences that copy them and earlier bytes.

use crate::unpack::zstd::bits::BackwardBits;
use crate::unpack::zstd::huffman::Huffman;
use crate::unpack::zstd::literals::read_literals;
use crate::unpack::zstd::sequences::{Codes, LITERALS, MATCHES, OFFSETS};
use crate::unpack::zstd::window::Window;

/// Unpacks the compressed blocks of a frame. Blocks can use the codes and distances of those before them.
pub(super) struct BlockDecoder {
    huffman: Huffman,
    literals: Vec<u8>,
    literal_codes: Codes,
    offset_codes: Codes,
    match_codes: Codes,
    /// The last three distances.
    recent: [usize; 3],
}

impl BlockDecoder {
    pub(super) fn new() -> Self {
        Self {
            huffman: Huffman::new(),
            literals: Vec::new(),
            literal_codes: Codes::new(&LITERALS),
            offset_codes: Codes::new(&OFFSETS),
            match_codes: Codes::new(&MATCHES),
            recent: [1, 4, 8],
        }
    }

    /// Forgets what belongs to the frame before.
    pub(super) fn begin_frame(&mut self) {
        self.huffman.clear();
        self.literal_codes.clear();
        self.offset_codes.clear();
        self.match_codes.clear();
        self.recent = [1, 4, 8];
    }

    /// Unpacks a block of at most `longest` bytes into the window; an error is the part that is damaged.
    pub(super) fn decode(&mut self, block: &[u8], window: &mut Window, longest: usize) -> Result<(), &'static str> {
        const SEQUENCES: &str = "the sequences of a Zstandard block";
        let mut literals = core::mem::take(&mut self.literals);
        let length = read_literals(block, &mut self.huffman, &mut literals);
        let result = match length {
            None => Err("the literals of a Zstandard block"),
            Some(length) => self.sequences(&block[length..], &literals, window, longest).ok_or(SEQUENCES),
        };
        self.literals = literals;
        result
    }

    fn sequences(&mut self, section: &[u8], literals: &[u8], window: &mut Window, longest: usize) -> Option<()> {
        let (count, mut at) = match *section {
            [0, ..] => (0, 1),
            [255, low, high, ..] => (usize::from(u16::from_le_bytes([low, high])) + 0x7f00, 3),
            [high @ 128..=254, low, ..] => (usize::from(high - 128) << 8 | usize::from(low), 2),
            [count @ 1..=127, ..] => (usize::from(count), 1),
            _ => return None,
        };
        // What the block may still unpack to.
        let mut room = longest;
        let mut literals = literals;
        if count != 0 {
            let &modes = section.get(at)?;
            at += 1;
            if modes & 3 != 0 {
                return None;
            }
            at += self.literal_codes.read(modes >> 6, &section[at..])?;
            at += self.offset_codes.read(modes >> 4 & 3, &section[at..])?;
            at += self.match_codes.read(modes >> 2 & 3, &section[at..])?;
            self.copy(count, &section[at..], &mut literals, window, &mut room)?;
        } else if at != section.len() {
            return None;
        }
        if room < literals.len() {
            return None;
        }
        window.push(literals);
        Some(())
    }

    /// Copies the literals and matches of `count` sequences.
    fn copy(
        &mut self,
        count: usize,
        stream: &[u8],
        literals: &mut &[u8],
        window: &mut Window,
        room: &mut usize,
    ) -> Option<()> {
        let mut bits = BackwardBits::new(stream)?;
        bits.refill();
        let mut literal_state = bits.read(self.literal_codes.log) as usize;
        let mut offset_state = bits.read(self.offset_codes.log) as usize;
        let mut match_state = bits.read(self.match_codes.log) as usize;
        for left in (0..count).rev() {
            let literal_code = self.literal_codes.get(literal_state);
            let offset_code = self.offset_codes.get(offset_state);
            let match_code = self.match_codes.get(match_state);
            // At most 47 bits, then at most 42.
            bits.refill();
            let offset = offset_code.base as usize + bits.read(u32::from(offset_code.extra)) as usize;
            let matched = match_code.base as usize + bits.read(u32::from(match_code.extra)) as usize;
            bits.refill();
            let literal = literal_code.base as usize + bits.read(u32::from(literal_code.extra)) as usize;
            if left != 0 {
                literal_state = usize::from(literal_code.next) + bits.read(u32::from(literal_code.bits)) as usize;
                match_state = usize::from(match_code.next) + bits.read(u32::from(match_code.bits)) as usize;
                offset_state = usize::from(offset_code.next) + bits.read(u32::from(offset_code.bits)) as usize;
            }
            let (front, back) = literals.split_at_checked(literal)?;
            *room = room.checked_sub(literal + matched)?;
            window.push_short(literals, literal);
            debug_assert_eq!(front.len(), literal);
            *literals = back;
            let offset = self.distance(offset, literal == 0)?;
            window.copy(offset, matched)?;
        }
        bits.refill();
        bits.is_finished().then_some(())
    }

    /// Returns the distance that a number means: one of the last three, or a new one.
    #[inline]
    fn distance(&mut self, number: usize, is_without_literals: bool) -> Option<usize> {
        let [first, second, third] = self.recent;
        let distance = match number + usize::from(is_without_literals && number <= 3) {
            1 => return Some(first),
            2 => {
                self.recent = [second, first, third];
                return Some(second);
            }
            3 => third,
            4 if number == 3 => first.checked_sub(1).filter(|&distance| distance != 0)?,
            _ => number.checked_sub(3)?,
        };
        self.recent = [distance, first, second];
        Some(distance)
    }
}
