//! Canonical Huffman codes, read one by one or several in one step.

use super::reader::Reader;
use super::symbols::Symbol;
use crate::error::TableErrorKind;

/// The longest code in bits. The window is refilled with 32 bits at a time.
pub(super) const MAX_CODE: u8 = 32;

/// The number of bits that a step looks at. It costs 8 KiB for each part of each open table. With 10 bits, a quarter of
/// that memory, probing a distance took 1.3 times as long (docs/notes/syzygy.md).
pub(super) const STEP_BITS: u32 = 12;

/// The codes of a table. Codes of one length, and their symbols, are consecutive numbers.
#[derive(Debug)]
pub(super) struct Codes {
    shortest: u32,
    /// The smallest code of each length from the shortest on, aligned to the highest of 64 bits. The last code is 0.
    bases: [u64; MAX_CODE as usize],
    /// The symbol of the smallest code of each length.
    offsets: [u16; MAX_CODE as usize],
}

impl Codes {
    /// Reads codes of `shortest` to `longest` bits. Returns `None` if the codes do not fit into their number of bits.
    pub(super) fn read(reader: &mut Reader<'_>, shortest: u8, longest: u8) -> Result<Option<Self>, TableErrorKind> {
        let lengths = usize::from(longest - shortest) + 1;
        let mut offsets = [0; MAX_CODE as usize];
        for offset in &mut offsets[..lengths] {
            *offset = reader.u16()?;
        }
        Ok(Self::new(shortest.into(), &offsets[..lengths]))
    }

    fn new(shortest: u32, given: &[u16]) -> Option<Self> {
        let (mut bases, mut offsets) = ([0_u64; MAX_CODE as usize], [0; MAX_CODE as usize]);
        offsets[..given.len()].copy_from_slice(given);
        // The longest codes begin at 0. The codes of every other length begin where those of the next length end.
        for length in (0..given.len() - 1).rev() {
            let end = bases[length + 1] + u64::from(offsets[length]);
            let base = end.checked_sub(offsets[length + 1].into())? / 2;
            if base >> (shortest as usize + length) != 0 {
                return None;
            }
            bases[length] = base;
        }
        for (bits, base) in (shortest..).zip(&mut bases[..given.len()]) {
            *base <<= 64 - bits;
        }
        Some(Self { shortest, bases, offsets })
    }

    /// Returns the symbol of the first code, which may not exist, and the number of bits of the code.
    #[inline]
    pub(super) fn read_one(&self, window: u64) -> (usize, u32) {
        // The last base is 0, so one always matches.
        let length = self.bases.iter().position(|&base| base <= window).unwrap_or_default();
        let bits = self.shortest + length as u32;
        let code = (window - self.bases[length]) >> (64 - bits);
        // With 32-bit indices, the sum in a damaged table may overflow.
        (usize::from(self.offsets[length]).wrapping_add(code as usize), bits)
    }
}

/// The whole codes in the first bits of the window: their number of bits, and the number of their values. The number of
/// bits is 0 if the first code is longer.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Step(u16);

impl Step {
    /// The largest number of values that fits next to the number of bits.
    const MAX_VALUES: u32 = 0xfff;

    #[inline]
    pub(super) const fn bits(self) -> u32 {
        (self.0 >> 12) as u32
    }

    #[inline]
    pub(super) const fn values(self) -> u32 {
        self.0 as u32 & Self::MAX_VALUES
    }

    /// Returns this step extended by one symbol, if there is room.
    fn and(self, bits: u32, symbol: Symbol) -> Option<Self> {
        let (bits, values) = (self.bits() + bits, self.values() + symbol.more() + 1);
        (bits <= STEP_BITS && values <= Self::MAX_VALUES).then_some(Self((bits << 12 | values) as u16))
    }
}

/// Returns the step for each beginning of the window.
pub(super) fn steps(codes: &Codes, symbols: &[Symbol]) -> Box<[Step; 1 << STEP_BITS]> {
    let mut steps = Box::new([Step::default(); 1 << STEP_BITS]);
    for (begin, step) in (0_u64..).zip(steps.iter_mut()) {
        let mut window = begin << (64 - STEP_BITS);
        // A code without a symbol ends the step; the reader of single codes reports it.
        loop {
            let (symbol, bits) = codes.read_one(window);
            let Some(longer) = symbols.get(symbol).and_then(|&symbol| step.and(bits, symbol)) else { break };
            *step = longer;
            window <<= bits;
        }
    }
    steps
}

/// Reads the bits of a block, beginning with the highest bit of its first byte. Zeros follow its end.
pub(super) struct Bits<'a> {
    data: &'a [u8],
    /// At least the next 33 bits.
    pub(super) window: u64,
    used: u32,
    next: usize,
}

impl<'a> Bits<'a> {
    #[inline]
    pub(super) fn new(data: &'a [u8]) -> Self {
        let window = match data.first_chunk() {
            Some(bytes) => u64::from_be_bytes(*bytes),
            None => u64::from(big_endian_32(data, 0)) << 32 | u64::from(big_endian_32(data, 4)),
        };
        Self { data, window, used: 0, next: 8 }
    }

    /// Skips up to as many bits as the longest code has.
    #[inline]
    pub(super) fn skip(&mut self, bits: u32) {
        self.window <<= bits;
        self.used += bits;
        if 32 <= self.used {
            self.used -= 32;
            self.window |= u64::from(big_endian_32(self.data, self.next)) << self.used;
            self.next += 4;
        }
    }
}

/// Returns four bytes from `at` on as a number. Missing bytes are 0.
#[inline]
fn big_endian_32(data: &[u8], at: usize) -> u32 {
    match data.get(at..).and_then(<[u8]>::first_chunk) {
        Some(bytes) => u32::from_be_bytes(*bytes),
        None => {
            let mut bytes = [0; 4];
            for (to, from) in bytes.iter_mut().zip(data.get(at..).unwrap_or_default()) {
                *to = *from;
            }
            u32::from_be_bytes(bytes)
        }
    }
}
