//! Changes of files that keep most of their structure.

use std::ops::Range;

use gardez_types::Generator;

/// Bytes at which readers differ.
const BYTES: [u8; 8] = [0, 1, 0x0f, 0x7f, 0x80, 0xf0, 0xfe, 0xff];

/// Numbers at which readers of text differ.
const NUMBERS: [&str; 12] =
    ["0", "-1", "1", "63", "64", "255", "256", "-32768", "32768", "65536", "4294967296", "18446744073709551616"];

/// Which parts a file has.
pub(crate) struct Shape {
    /// The size of a part, or of a record.
    unit: usize,
    /// The bytes of a part that are changed most of the time.
    hot: Range<usize>,
    /// What separates words, if the file is text.
    separators: &'static [u8],
    /// Makes sizes and checksums right again.
    repair: fn(&mut [u8]),
}

impl Shape {
    /// A file of records of this size.
    pub(crate) const fn records(unit: usize) -> Self {
        Self { unit, hot: 0..unit, separators: b"", repair: |_| () }
    }

    /// A file of lines.
    pub(crate) const fn text(separators: &'static [u8]) -> Self {
        Self { unit: 1, hot: 0..1, separators, repair: |_| () }
    }

    /// Most changes are in these bytes of a record.
    pub(crate) const fn with_hot(mut self, hot: Range<usize>) -> Self {
        self.hot = hot;
        self
    }

    /// Calls `repair` after most changes.
    pub(crate) const fn with_repair(mut self, repair: fn(&mut [u8])) -> Self {
        self.repair = repair;
        self
    }

    /// Replaces `bytes` by one of the files, changed.
    pub(crate) fn change(&self, seeds: &[Vec<u8>], random: &mut Generator, bytes: &mut Vec<u8>) {
        bytes.clear();
        bytes.extend_from_slice(&seeds[random.next_below(seeds.len())]);
        for _ in 0..1 + random.next_below(4) {
            if random.next_below(8) < 5 {
                self.change_value(random, bytes);
            } else {
                self.change_order(seeds, random, bytes);
            }
        }
        if random.next_below(8) != 0 {
            (self.repair)(bytes);
        }
    }

    /// Changes a value where it is.
    fn change_value(&self, random: &mut Generator, bytes: &mut Vec<u8>) {
        let Some(at) = self.place(random, bytes.len()) else { return };
        match random.next_below(if self.separators.is_empty() { 6 } else { 9 }) {
            0 | 1 => bytes[at] ^= 1 << random.next_below(8),
            2 => bytes[at] = random.next_u64() as u8,
            3 => bytes[at] = BYTES[random.next_below(BYTES.len())],
            4 => bytes[at] = bytes[at].wrapping_add_signed(random.next_below(5) as i8 - 2),
            5 => {
                // A number of several bytes at a border.
                let low = if random.next_below(2) == 0 { 0 } else { u8::MAX };
                let end = (at + [1, 3, 7][random.next_below(3)]).min(bytes.len() - 1);
                bytes[at..end].fill(low);
                bytes[end] = BYTES[random.next_below(BYTES.len())];
            }
            6 => {
                let number = NUMBERS[random.next_below(NUMBERS.len())];
                let first = bytes[at..].iter().position(u8::is_ascii_digit).map_or(at, |digit| at + digit);
                let digits = bytes[first..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                bytes.splice(first..first + digits, number.bytes());
            }
            7 => {
                // A word in another place.
                let (from, to) = (self.word(bytes, at), self.word(bytes, random.next_below(bytes.len())));
                let word = bytes[from].to_vec();
                bytes.splice(to, word);
            }
            _ => drop(bytes.drain(self.word(bytes, at))),
        }
    }

    /// Cuts, moves, repeats and inserts parts.
    fn change_order(&self, seeds: &[Vec<u8>], random: &mut Generator, bytes: &mut Vec<u8>) {
        let length = bytes.len();
        let border = |random: &mut Generator, length: usize| random.next_below(length / self.unit + 1) * self.unit;
        let at = border(random, length);
        match random.next_below(7) {
            0 => bytes.truncate(random.next_below(length + 1)),
            1 => bytes.truncate(at),
            2 => drop(bytes.drain(at..(at + self.unit).min(length))),
            3 => {
                let unit = bytes[at..(at + self.unit).min(length)].to_vec();
                let to = border(random, length);
                bytes.splice(to..to, unit);
            }
            4 => bytes.insert(random.next_below(length + 1), random.next_u64() as u8),
            5 => {
                let from = random.next_below(length + 1);
                bytes.drain(from..(from + 1 + random.next_below(9)).min(length));
            }
            _ => {
                // The end of another file.
                let other = &seeds[random.next_below(seeds.len())];
                bytes.truncate(at);
                bytes.extend_from_slice(&other[border(random, other.len())..]);
            }
        }
    }

    /// A byte, or `None` if there is none.
    fn place(&self, random: &mut Generator, length: usize) -> Option<usize> {
        if length == 0 {
            return None;
        }
        let hot = random.next_below(length.div_ceil(self.unit)) * self.unit
            + self.hot.start
            + random.next_below(self.hot.len());
        if hot < length && random.next_below(8) != 0 { Some(hot) } else { Some(random.next_below(length)) }
    }

    /// The word around a byte.
    fn word(&self, bytes: &[u8], at: usize) -> Range<usize> {
        let is_separator = |byte: &u8| self.separators.contains(byte);
        let start = bytes[..at].iter().rposition(is_separator).map_or(0, |place| place + 1);
        let end = bytes[at..].iter().position(is_separator).map_or(bytes.len(), |place| at + place);
        start..end
    }
}
