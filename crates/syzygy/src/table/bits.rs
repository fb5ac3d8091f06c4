//! Canonical Huffman codes: read one by one, or several in one step.

use super::reader::Reader;
use super::symbols::Symbol;
use crate::TableErrorKind;

/// The longest code in bits: the window is renewed by 32 bits.
pub(super) const MAX_CODE: u8 = 32;

/// How many bits a step looks at. That is 8 KiB for each part of each open table; with 10 bits, and a quarter of the memory,
/// a probe for a distance took 1.3 times as long (docs/benchmarks.md).
pub(super) const STEP_BITS: u32 = 12;

/// The codes of a table. Those of a length are consecutive numbers, and so are their symbols.
#[derive(Debug)]
pub(super) struct Codes {
    shortest: u32,
    /// For each length from the shortest on, the smallest code, from the highest of 64 bits down. The last is 0.
    bases: [u64; MAX_CODE as usize],
    /// For each length, the symbol of the smallest code.
    offsets: [u16; MAX_CODE as usize],
}

impl Codes {
    /// Reads codes of `shortest` to `longest` bits; none if there is no room for them in so many bits.
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
        // The longest codes begin at 0; the shorter ones begin where those of the next length end.
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

    /// The symbol of the code at the beginning of the window, which may be none of the table's, and how many bits it has.
    #[inline]
    pub(super) fn read_one(&self, window: u64) -> (usize, u32) {
        // The last base is 0, so that there is always one.
        let length = self.bases.iter().position(|&base| base <= window).unwrap_or_default();
        let bits = self.shortest + length as u32;
        let code = (window - self.bases[length]) >> (64 - bits);
        // Where an index has 32 bits, the sum of a damaged table may not fit.
        (usize::from(self.offsets[length]).wrapping_add(code as usize), bits)
    }
}

/// What some bits at the beginning of the window stand for, if whole codes: how many bits these have, and how many values
/// they stand for. No bits if the first code is longer.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Step(u16);

impl Step {
    /// As many values as fit beside the number of bits.
    const MAX_VALUES: u32 = 0xfff;

    #[inline]
    pub(super) const fn bits(self) -> u32 {
        (self.0 >> 12) as u32
    }

    #[inline]
    pub(super) const fn values(self) -> u32 {
        self.0 as u32 & Self::MAX_VALUES
    }

    /// This step and a symbol more, if there is room.
    fn and(self, bits: u32, symbol: Symbol) -> Option<Self> {
        let (bits, values) = (self.bits() + bits, self.values() + symbol.more() + 1);
        (bits <= STEP_BITS && values <= Self::MAX_VALUES).then_some(Self((bits << 12 | values) as u16))
    }
}

/// The step for each beginning of the window.
pub(super) fn steps(codes: &Codes, symbols: &[Symbol]) -> Box<[Step; 1 << STEP_BITS]> {
    let mut steps = Box::new([Step::default(); 1 << STEP_BITS]);
    for (begin, step) in (0_u64..).zip(steps.iter_mut()) {
        let mut window = begin << (64 - STEP_BITS);
        // What is no symbol of the table is left to the reader of single codes, which says so.
        loop {
            let (symbol, bits) = codes.read_one(window);
            let Some(longer) = symbols.get(symbol).and_then(|&symbol| step.and(bits, symbol)) else { break };
            *step = longer;
            window <<= bits;
        }
    }
    steps
}

/// Reads the bits of a block from the highest of its first byte on. Behind its end come zeros.
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

    /// Leaves out as many bits as the longest code has, or fewer.
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

/// Four bytes from `at` on as a number; what is missing is 0.
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
