//! Huffman codes of deflated blocks, as tables by the next bits.

const LONGEST: usize = 15;

/// The meaning of some bits.
///
/// ```text
/// bits 0 to 7    the length of the code and its extra bits
/// bits 8 to 11   the length of the code; of a link, the bits that the linked table is looked up by
/// bits 12 to 14  a literal, an end, a link, or none of them: a length or distance with extra bits
/// bits 16 to 31  the literal, the base of the number, or the place of the linked table
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry(u32);

impl Entry {
    const LITERAL: u32 = 1 << 12;
    const END: u32 = 1 << 13;
    const LINK: u32 = 1 << 14;
    const INVALID: Self = Self(Self::END | Self::LITERAL);
    /// A bit that begins no code.
    const UNUSED: Self = Self::INVALID.with_length(1);

    const fn literal(byte: u32) -> Self {
        Self(Self::LITERAL | byte << 16)
    }

    /// Returns a number that begins at this base, and the number of its extra bits.
    const fn number(base: u32, extra: u32) -> Self {
        Self(base << 16 | extra)
    }

    const fn with_length(self, length: u32) -> Self {
        Self(self.0 + (length << 8 | length))
    }

    #[inline]
    pub(super) const fn total(self) -> u32 {
        self.0 & 0xff
    }

    #[inline]
    pub(super) const fn is_literal(self) -> bool {
        self.0 & (Self::LITERAL | Self::END) == Self::LITERAL
    }

    /// Returns `true` if it is neither a literal nor a number.
    #[inline]
    pub(super) const fn is_special(self) -> bool {
        self.0 & Self::END != 0
    }

    #[inline]
    pub(super) const fn is_invalid(self) -> bool {
        self.0 & (Self::LITERAL | Self::END) == Self::LITERAL | Self::END
    }

    #[inline]
    pub(super) const fn byte(self) -> u8 {
        (self.0 >> 16) as u8
    }

    #[inline]
    pub(super) const fn value(self, bits: u64) -> usize {
        let extra = (bits & ((1 << self.total()) - 1)) >> (self.0 >> 8 & 15);
        (self.0 >> 16) as usize + extra as usize
    }
}

/// A table of codes that is looked up by the next `ROOT` bits, with tables for longer codes after it.
pub(super) struct Codes<const ROOT: usize, const SIZE: usize> {
    entries: Box<[Entry; SIZE]>,
}

/// The codes that a table is made from.
pub(super) trait Symbols {
    fn entry(symbol: usize) -> Entry;

    /// `true` if a single code of one bit is enough.
    const MAY_BE_SINGLE: bool;
}

pub(super) struct CodeLengths;
pub(super) struct Literals;
pub(super) struct Distances;

impl Symbols for CodeLengths {
    const MAY_BE_SINGLE: bool = false;

    fn entry(symbol: usize) -> Entry {
        Entry::literal(symbol as u32)
    }
}

impl Symbols for Literals {
    const MAY_BE_SINGLE: bool = true;

    fn entry(symbol: usize) -> Entry {
        match symbol as u32 {
            byte @ 0..=255 => Entry::literal(byte),
            256 => Entry(Entry::END),
            symbol @ 257..=264 => Entry::number(symbol - 254, 0),
            symbol @ 265..=284 => {
                let extra = (symbol - 261) / 4;
                Entry::number(3 + ((4 + (symbol - 261) % 4) << extra), extra)
            }
            285 => Entry::number(258, 0),
            _ => Entry::INVALID,
        }
    }
}

impl Symbols for Distances {
    const MAY_BE_SINGLE: bool = true;

    fn entry(symbol: usize) -> Entry {
        match symbol as u32 {
            symbol @ 0..=3 => Entry::number(symbol + 1, 0),
            symbol @ 4..=29 => {
                let extra = symbol / 2 - 1;
                Entry::number(1 + ((2 + symbol % 2) << extra), extra)
            }
            _ => Entry::INVALID,
        }
    }
}

impl<const ROOT: usize, const SIZE: usize> Codes<ROOT, SIZE> {
    pub(super) fn new() -> Self {
        Self { entries: Box::new([Entry::UNUSED; SIZE]) }
    }

    /// Makes the table from the lengths of the codes of all symbols, 0 for those without a code. `None` if there are too
    /// many codes, or if bits that are not a code are left over.
    pub(super) fn fill<S: Symbols>(&mut self, lengths: &[u8]) -> Option<()> {
        let mut counts = [0; LONGEST + 1];
        for &length in lengths {
            counts[usize::from(length & 15)] += 1;
        }
        counts[0] = 0;
        let (mut ends, mut firsts) = ([0; LONGEST + 1], [0; LONGEST + 1]);
        let (mut left, mut code, mut sorted) = (1i32, 0u32, 0);
        for length in 1..=LONGEST {
            left = 2 * left - counts[length];
            if left < 0 {
                return None;
            }
            code = (code + counts[length - 1] as u32) << 1;
            ends[length] = code + counts[length] as u32;
            firsts[length] = sorted;
            sorted += counts[length] as usize;
        }
        if left != 0 {
            if !S::MAY_BE_SINGLE || 1 < sorted || counts[1] != sorted as i32 {
                return None;
            }
            self.entries[..1 << ROOT].fill(Entry::UNUSED);
        }
        let (mut symbols, mut places) = ([0u16; 288], firsts);
        for (symbol, &length) in lengths.iter().enumerate().filter(|(_, length)| **length != 0) {
            let place = &mut places[usize::from(length & 15)];
            symbols[*place] = symbol as u16;
            *place += 1;
        }
        // From the longest code on: the first code with a beginning shows how large the table for it is.
        let (mut free, mut linked) = (1 << ROOT, None);
        for length in (1..=LONGEST).rev() {
            for index in (0..counts[length] as usize).rev() {
                let symbol = symbols[firsts[length] + index];
                let entry = S::entry(usize::from(symbol)).with_length(length as u32);
                ends[length] -= 1;
                let bits = (ends[length].reverse_bits() >> (32 - length)) as usize;
                if length <= ROOT {
                    self.entries[bits..1 << ROOT].iter_mut().step_by(1 << length).for_each(|place| *place = entry);
                    continue;
                }
                let front = bits & ((1 << ROOT) - 1);
                let (start, width) = match linked {
                    Some((known, start, width)) if known == front => (start, width),
                    _ => {
                        let (start, width) = (free, length - ROOT);
                        free += 1 << width;
                        linked = Some((front, start, width));
                        self.entries[front] = Entry(Entry::LINK | (start as u32) << 16 | (width as u32) << 8);
                        (start, width)
                    }
                };
                let table = self.entries.get_mut(start..start + (1 << width))?;
                table[bits >> ROOT..].iter_mut().step_by(1 << (length - ROOT)).for_each(|place| *place = entry);
            }
        }
        Some(())
    }

    #[inline]
    pub(super) fn get(&self, bits: u64) -> Entry {
        let entry = self.entries[bits as usize & ((1 << ROOT) - 1)];
        if entry.0 & Entry::LINK == 0 { entry } else { self.linked(entry, bits) }
    }

    #[inline(never)]
    fn linked(&self, link: Entry, bits: u64) -> Entry {
        let index = (bits >> ROOT) as usize & ((1 << (link.0 >> 8 & 15)) - 1);
        self.entries[((link.0 >> 16) as usize + index).min(SIZE - 1)]
    }
}
