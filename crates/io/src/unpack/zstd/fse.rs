//! Finite state entropy: how often symbols occur, and the table of states.

use crate::unpack::zstd::bits::ForwardBits;

/// The greatest number of symbols of a table.
const MAX_SYMBOLS: usize = 256;
/// The greatest logarithm of the size of a table.
const MAX_LOG: u32 = 9;

/// The number of times that each symbol occurs in a table of `1 << log` states; -1 if less than once.
pub(super) struct Frequencies {
    pub(super) log: u32,
    counts: [i16; MAX_SYMBOLS],
    length: usize,
}

/// A state of a decoder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct State {
    pub(super) symbol: u8,
    /// The number of bits that lead to the next state.
    pub(super) bits: u8,
    /// The next state if these bits are zero.
    pub(super) next: u16,
}

impl Frequencies {
    /// Frequencies that the format defines.
    pub(super) fn known(log: u32, known: &[i16]) -> Self {
        let mut counts = [0; MAX_SYMBOLS];
        counts[..known.len()].copy_from_slice(known);
        Self { log, counts, length: known.len() }
    }

    /// Reads frequencies of at most `max_symbols` symbols; also returns their length in bytes.
    pub(super) fn read(bytes: &[u8], max_log: u32, max_symbols: usize) -> Option<(Self, usize)> {
        let mut bits = ForwardBits::new(bytes);
        let log = bits.read(4) + 5;
        if max_log < log {
            return None;
        }
        let mut counts = [0; MAX_SYMBOLS];
        let (mut length, mut left) = (0, 1u32 << log);
        while left != 0 {
            // A value from 0 to `left + 1`; small ones take a bit less.
            let width = (left + 1).ilog2() + 1;
            let short = (1 << width) - 2 - left;
            let value = bits.peek(width);
            let low = value & ((1 << (width - 1)) - 1);
            let value = if low < short {
                bits.pass(width - 1);
                low
            } else {
                bits.pass(width);
                if value < 1 << (width - 1) { value } else { value - short }
            };
            *counts[..max_symbols].get_mut(length)? = value as i16 - 1;
            length += 1;
            left -= if value == 0 { 1 } else { value - 1 };
            if value == 1 {
                loop {
                    let zeros = bits.read(2);
                    length += zeros as usize;
                    if zeros != 3 {
                        break;
                    }
                    // The stream may be shorter than its zeros.
                    bits.length()?;
                }
            }
        }
        Some((Self { log, counts, length: length.min(max_symbols) }, bits.length()?))
    }

    /// Returns the states of a decoder; the first `1 << log` are used.
    pub(super) fn table(&self) -> [State; 1 << MAX_LOG] {
        let mut table = [State::default(); 1 << MAX_LOG];
        let (size, mask) = (1usize << self.log, (1usize << self.log) - 1);
        let counts = &self.counts[..self.length];
        // Symbols that occur less than once are at the end.
        let mut free = size;
        for (symbol, _) in counts.iter().enumerate().filter(|(_, count)| **count == -1) {
            free -= 1;
            table[free].symbol = symbol as u8;
        }
        let step = (size >> 1) + (size >> 3) + 3;
        let mut at = 0;
        for (symbol, &count) in counts.iter().enumerate() {
            for _ in 0..count {
                table[at].symbol = symbol as u8;
                at = (at + step) & mask;
                while free <= at {
                    at = (at + step) & mask;
                }
            }
        }
        let mut seen = [0u32; MAX_SYMBOLS];
        for (symbol, &count) in counts.iter().enumerate() {
            seen[symbol] = if count == -1 { 1 } else { count as u32 };
        }
        for state in &mut table[..size] {
            let nth = &mut seen[usize::from(state.symbol)];
            let bits = self.log - nth.ilog2();
            state.bits = bits as u8;
            state.next = ((*nth << bits) - size as u32) as u16;
            *nth += 1;
        }
        table
    }
}
