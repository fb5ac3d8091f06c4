//! Bits of move text, the most significant first, and numbers in them.

/// Returns the number of bits for one of `count` possibilities, which are at most 255.
#[inline]
pub(super) const fn width(count: u32) -> u32 {
    // One possibility takes no bits. None takes none either, and no index is below none.
    32 - count.saturating_sub(1).leading_zeros()
}

/// Returns the signed number as an unsigned one: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4.
#[inline]
pub(super) const fn fold(value: i16) -> u16 {
    ((value << 1) ^ (value >> 15)) as u16
}

#[inline]
pub(super) const fn unfold(folded: u16) -> i16 {
    (folded >> 1) as i16 ^ -((folded & 1) as i16)
}

/// The next bits of move text: at least a whole entry, which has at most 30. Bits after the end of the input are zero.
#[derive(Clone, Copy)]
pub(super) struct Window {
    bits: u64,
    /// The number of bits that were taken, or that and a multiple of 64.
    used: u32,
}

impl Window {
    /// Returns the bits from bit `first` of the first byte on; `first` is below 8.
    #[inline]
    pub(super) fn new(bytes: &[u8], first: u32) -> Self {
        let word = match bytes.first_chunk() {
            Some(bytes) => u64::from_be_bytes(*bytes),
            None => {
                let mut padded = [0; 8];
                padded[..bytes.len()].copy_from_slice(bytes);
                u64::from_be_bytes(padded)
            }
        };
        Self::of_word(word << (first & 7))
    }

    #[inline]
    pub(super) const fn of_word(bits: u64) -> Self {
        Self { bits, used: 0 }
    }

    #[inline]
    pub(super) const fn used(self) -> u32 {
        self.used % 64
    }

    /// Takes the number of one of `count` possibilities, which are at most 255.
    #[inline(always)]
    pub(super) const fn take(&mut self, count: u32) -> u32 {
        // One possibility takes no bits. None takes none either, and no number is below none.
        let unused = (count as u64).wrapping_sub(1).leading_zeros();
        // Two shifts, because a shift by all 64 bits would overflow.
        let value = (self.bits >> 1) >> (unused.wrapping_sub(1) & 63);
        self.bits <<= unused.wrapping_neg() & 63;
        self.used = self.used.wrapping_sub(unused);
        value as u32
    }

    /// Takes a number in groups of four bits, the least significant first, each after a bit that says whether another group
    /// follows. `None` if there are more than four.
    #[inline(always)]
    pub(super) const fn take_groups(&mut self) -> Option<u16> {
        const CONTINUES: u64 = 0b10000_10000_10000_10000 << 44;
        let last = !self.bits & CONTINUES;
        if last == 0 {
            return None;
        }
        // The bits before the last group: at most 15.
        let before = last.leading_zeros();
        self.used = self.used.wrapping_add(before + 5);
        // Four groups, of which those after the last one are zeros.
        let groups = (self.bits >> (59 - before) << (15 - before)) as u32;
        self.bits <<= before + 5;
        Some(((groups >> 15 & 15) | (groups >> 6 & 0xf0) | (groups << 3 & 0xf00) | groups << 12) as u16)
    }
}

/// Bits of move text as they are written, which are put into a list of bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitWriter {
    /// The bits that do not fill a byte yet, as a number.
    bits: u64,
    count: u32,
}

impl BitWriter {
    pub(super) const EMPTY: Self = Self { bits: 0, count: 0 };

    /// Appends the low `count` bits of a number, at most 31.
    #[inline]
    pub(super) const fn put(&mut self, value: u32, count: u32) {
        self.bits = self.bits << count | value as u64;
        self.count += count;
    }

    /// Appends a number in groups; see [`Window::take_groups`].
    #[inline]
    pub(super) const fn put_groups(&mut self, mut value: u16) {
        while 15 < value {
            self.put(16 | value as u32 & 15, 5);
            value >>= 4;
        }
        self.put(value as u32, 5);
    }

    #[inline]
    pub(super) fn drain(&mut self, bytes: &mut alloc::vec::Vec<u8>) {
        // All bits at the top of the word, and the whole bytes of them.
        let word = (self.bits << 1) << ((63 - self.count) & 63);
        let whole = (self.count / 8) as usize;
        bytes.extend_from_slice(&word.to_be_bytes()[..whole]);
        self.count %= 8;
        self.bits &= (1 << self.count) - 1;
    }

    /// Fills the last byte with zeros and moves it to the end of `bytes`.
    pub(super) fn finish(&mut self, bytes: &mut alloc::vec::Vec<u8>) {
        self.drain(bytes);
        if 0 < self.count {
            self.put(0, 8 - self.count);
            self.drain(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    #[test]
    fn every_score_is_folded_and_unfolded() {
        for value in i16::MIN..=i16::MAX {
            assert_eq!(unfold(fold(value)), value);
        }
        assert_eq!([0, -1, 1, -2, 2, i16::MIN].map(fold), [0, 1, 2, 3, 4, 65_535]);
    }

    #[test]
    fn one_possibility_takes_no_bits() {
        assert_eq!([0, 1, 2, 3, 4, 5, 8, 9, 16, 17].map(width), [0, 0, 1, 2, 2, 3, 3, 4, 4, 5]);
    }

    #[test]
    fn every_number_in_groups_comes_back_with_its_length() {
        for value in 0..=u16::MAX {
            let (mut writer, mut bytes) = (BitWriter::EMPTY, Vec::new());
            writer.put(5, 3);
            writer.put_groups(value);
            writer.finish(&mut bytes);
            let mut window = Window::new(&bytes, 0);
            assert_eq!(window.take(8), 5);
            assert_eq!(window.take_groups(), Some(value));
            assert_eq!(window.used().div_ceil(8) as usize, bytes.len());
        }
    }

    #[test]
    fn a_fifth_group_is_refused() {
        assert_eq!(Window::new(&[255; 3], 0).take_groups(), None);
        assert_eq!(Window::new(&[0xff, 0xfe, 0xf0], 0).take_groups(), Some(u16::MAX));
    }
}
