//! The codes of sequences: how many literals, how far back, how many bytes.

use crate::unpack::zstd::fse::{Frequencies, State};

/// A state of a decoder of codes, with the number that its symbol stands for.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    /// The number if the extra bits are zero.
    pub(super) base: u32,
    /// The number of bits that are added to it.
    pub(super) extra: u8,
    /// The number of bits that lead to the next state.
    pub(super) bits: u8,
    pub(super) next: u16,
}

const SIZE: usize = 512;

/// A table of codes.
pub(super) struct Codes {
    entries: Box<[Entry; SIZE]>,
    /// The number of bits of a state.
    pub(super) log: u32,
    is_known: bool,
    kind: &'static Kind,
}

/// The definition of one of the three kinds of codes.
pub(super) struct Kind {
    /// The numbers that the symbols stand for, and the bits that are added to them.
    symbols: &'static [(u32, u8)],
    max_log: u32,
    log: u32,
    counts: &'static [i16],
}

impl Codes {
    pub(super) fn new(kind: &'static Kind) -> Self {
        Self { entries: Box::new([Entry::default(); SIZE]), log: 0, is_known: false, kind }
    }

    /// Forgets the codes.
    pub(super) fn clear(&mut self) {
        self.is_known = false;
    }

    /// Reads the codes in this mode; returns the length of their description.
    pub(super) fn read(&mut self, mode: u8, bytes: &[u8]) -> Option<usize> {
        let kind = self.kind;
        let length = match mode {
            0 => {
                self.fill(&Frequencies::known(kind.log, kind.counts))?;
                0
            }
            1 => {
                let state = State { symbol: *bytes.first()?, bits: 0, next: 0 };
                self.entries[0] = self.entry(state)?;
                self.log = 0;
                1
            }
            2 => {
                let (frequencies, length) = Frequencies::read(bytes, kind.max_log, kind.symbols.len())?;
                self.fill(&frequencies)?;
                length
            }
            _ if self.is_known => 0,
            _ => return None,
        };
        self.is_known = true;
        Some(length)
    }

    fn fill(&mut self, frequencies: &Frequencies) -> Option<()> {
        self.log = frequencies.log;
        for (index, state) in frequencies.table()[..1 << self.log].iter().enumerate() {
            self.entries[index] = self.entry(*state)?;
        }
        Some(())
    }

    fn entry(&self, state: State) -> Option<Entry> {
        let &(base, extra) = self.kind.symbols.get(usize::from(state.symbol))?;
        Some(Entry { base, extra, bits: state.bits, next: state.next })
    }

    #[inline]
    pub(super) fn get(&self, state: usize) -> Entry {
        self.entries[state & (SIZE - 1)]
    }
}

/// Codes that begin with these numbers, each with the bits that are added to it.
const fn lengths<const N: usize>(first: u32, plain: usize, extra: &[u8]) -> [(u32, u8); N] {
    let mut symbols = [(0, 0); N];
    let (mut index, mut base) = (0, first);
    while index < N {
        let bits = if index < plain { 0 } else { extra[index - plain] };
        symbols[index] = (base, bits);
        base += 1 << bits;
        index += 1;
    }
    symbols
}

const fn powers() -> [(u32, u8); 32] {
    let mut symbols = [(0, 0); 32];
    let mut index = 0;
    while index < 32 {
        symbols[index] = (1 << index, index as u8);
        index += 1;
    }
    symbols
}

const LITERAL_EXTRA: [u8; 20] = [1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const MATCH_EXTRA: [u8; 21] = [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

/// Numbers of literals.
pub(super) static LITERALS: Kind = Kind {
    symbols: {
        static SYMBOLS: [(u32, u8); 36] = lengths(0, 16, &LITERAL_EXTRA);
        &SYMBOLS
    },
    max_log: 9,
    log: 6,
    counts: &[
        4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1,
    ],
};

/// Lengths of matches.
pub(super) static MATCHES: Kind = Kind {
    symbols: {
        static SYMBOLS: [(u32, u8); 53] = lengths(3, 32, &MATCH_EXTRA);
        &SYMBOLS
    },
    max_log: 9,
    log: 6,
    counts: &[
        1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1,
    ],
};

/// Distances of matches.
pub(super) static OFFSETS: Kind = Kind {
    symbols: {
        static SYMBOLS: [(u32, u8); 32] = powers();
        &SYMBOLS
    },
    max_log: 8,
    log: 5,
    counts: &[1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_the_numbers_of_the_format() {
        let known = [
            (&LITERALS, 16, (16, 1)),
            (&LITERALS, 25, (64, 6)),
            (&LITERALS, 35, (65_536, 16)),
            (&MATCHES, 31, (34, 0)),
            (&MATCHES, 42, (99, 5)),
            (&MATCHES, 43, (131, 7)),
            (&MATCHES, 52, (65_539, 16)),
            (&OFFSETS, 31, (1 << 31, 31)),
        ];
        for (kind, symbol, expected) in known {
            assert_eq!(kind.symbols[symbol], expected);
        }
        for kind in [&LITERALS, &MATCHES, &OFFSETS] {
            let states: i16 = kind.counts.iter().map(|count| count.abs()).sum();
            assert_eq!(states, 1 << kind.log);
        }
    }
}
