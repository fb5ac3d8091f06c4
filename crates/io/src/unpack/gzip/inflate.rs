//! Deflated blocks (RFC 1951), unpacked symbol by symbol.
//!
//! They are not left to a library because of the time: on lc0's chunks, zlib-rs takes 3.4 to 5.3 times as long, and 2.2 to
//! 3.4 times if it unpacks at once and computes no checksum (an EPYC of Zen 4).

use super::codes::{CodeLengths, Codes, Distances, Literals};

const LONGEST: usize = 258;
/// Short copies are made in two pieces of this many bytes.
const PIECE: usize = 16;

const FEW: usize = 32;

/// Unpacks the blocks of a stream that arrives in any pieces.
pub(super) struct Inflate {
    /// Bits that were taken and are not used yet.
    bits: u64,
    held: u32,
    state: State,
    is_last: bool,
    /// `true` if the tables are for blocks without codes of their own.
    is_fixed: bool,
    /// The lengths of codes that were read so far, and the numbers of literals and distances.
    lengths: [u8; 320],
    counts: [usize; 2],
    literals: Codes<11, 2400>,
    distances: Codes<9, 1024>,
}

#[derive(Clone, Copy)]
enum State {
    Block,
    StoredLength,
    Stored {
        left: usize,
    },
    Counts,
    /// This many of the code lengths that describe the codes were read.
    Lengths {
        read: usize,
        count: usize,
    },
    /// This many lengths of codes were read.
    Codes {
        read: usize,
    },
    Symbols,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pause {
    /// All input was taken.
    Input,
    /// The next bytes do not fit.
    Room,
    /// The last block ended.
    End,
}

pub(super) struct Damage;

pub(super) struct Output<'a> {
    /// Matches can refer to all bytes before `at`.
    pub(super) bytes: &'a mut [u8],
    pub(super) at: usize,
}

impl Inflate {
    pub(super) fn new() -> Self {
        Self {
            bits: 0,
            held: 0,
            state: State::Block,
            is_last: false,
            is_fixed: false,
            lengths: [0; 320],
            counts: [0; 2],
            literals: Codes::new(),
            distances: Codes::new(),
        }
    }

    pub(super) fn reset(&mut self) {
        (self.bits, self.held, self.state, self.is_last) = (0, 0, State::Block, false);
    }

    /// Returns the number of whole bytes that were taken and are not used yet, at most 7.
    pub(super) const fn held(&self) -> usize {
        self.held as usize / 8
    }

    /// Returns these bytes, the first ones of 8, and forgets them.
    pub(super) fn take_held(&mut self) -> [u8; 8] {
        let bytes = (self.bits >> (self.held % 8)).to_le_bytes();
        (self.bits, self.held) = (0, 0);
        bytes
    }

    /// Unpacks until there is no input or no room, or to the end. How the input is divided makes no difference.
    pub(super) fn run(&mut self, input: &mut &[u8], output: &mut Output<'_>) -> Result<Pause, Damage> {
        loop {
            let is_ready = match self.state {
                State::Block => self.block(input)?,
                State::StoredLength => self.stored_length(input)?,
                State::Stored { left } => {
                    if let Some(pause) = self.stored(left, input, output) {
                        return Ok(pause);
                    }
                    true
                }
                State::Counts => self.counts(input)?,
                State::Lengths { read, count } => self.lengths(read, count, input)?,
                State::Codes { read } => self.codes(read, input)?,
                State::Symbols => {
                    if let Some(pause) = self.symbols(input, output)? {
                        return Ok(pause);
                    }
                    true
                }
                State::End => return Ok(Pause::End),
            };
            if !is_ready {
                return Ok(Pause::Input);
            }
        }
    }

    /// Takes input until at least 56 bits are held, or until there is none.
    #[inline]
    fn refill(&mut self, input: &mut &[u8]) {
        while self.held < 56 {
            let Some((&byte, rest)) = input.split_first() else { return };
            self.bits |= u64::from(byte) << self.held;
            self.held += 8;
            *input = rest;
        }
    }

    /// Takes this many bits; `None` if there are fewer.
    fn take(&mut self, count: u32, input: &mut &[u8]) -> Option<u32> {
        self.refill(input);
        let bits = (self.bits & ((1 << count) - 1)) as u32;
        if self.held < count {
            return None;
        }
        self.pass(count);
        Some(bits)
    }

    #[inline]
    fn pass(&mut self, count: u32) {
        self.bits >>= count;
        self.held -= count;
    }

    fn block(&mut self, input: &mut &[u8]) -> Result<bool, Damage> {
        if self.is_last {
            self.state = State::End;
            return Ok(true);
        }
        let Some(header) = self.take(3, input) else { return Ok(false) };
        self.is_last = header & 1 != 0;
        self.state = match header >> 1 {
            0 => {
                self.pass(self.held % 8);
                State::StoredLength
            }
            1 => {
                if !self.is_fixed {
                    self.fixed();
                }
                State::Symbols
            }
            2 => State::Counts,
            _ => return Err(Damage),
        };
        Ok(true)
    }

    fn stored_length(&mut self, input: &mut &[u8]) -> Result<bool, Damage> {
        let Some(lengths) = self.take(32, input) else { return Ok(false) };
        let left = lengths & 0xffff;
        if left != !lengths >> 16 {
            return Err(Damage);
        }
        self.state = State::Stored { left: left as usize };
        Ok(true)
    }

    fn stored(&mut self, left: usize, input: &mut &[u8], output: &mut Output<'_>) -> Option<Pause> {
        let mut left = left;
        while left != 0 {
            let room = &mut output.bytes[output.at..];
            let length = if self.held != 0 { 1 } else { input.len() }.min(left).min(room.len());
            if length == 0 {
                self.state = State::Stored { left };
                return Some(if room.is_empty() { Pause::Room } else { Pause::Input });
            }
            if self.held != 0 {
                room[0] = self.bits as u8;
                self.pass(8);
            } else {
                let (front, rest) = input.split_at(length);
                room[..length].copy_from_slice(front);
                *input = rest;
            }
            output.at += length;
            left -= length;
        }
        self.state = State::Block;
        None
    }

    fn fixed(&mut self) {
        let mut lengths = [8; 288];
        lengths[144..256].fill(9);
        lengths[256..280].fill(7);
        let filled = self.literals.fill::<Literals>(&lengths).and(self.distances.fill::<Distances>(&[5; 32]));
        debug_assert!(filled.is_some());
        self.is_fixed = true;
    }

    fn counts(&mut self, input: &mut &[u8]) -> Result<bool, Damage> {
        let Some(counts) = self.take(14, input) else { return Ok(false) };
        self.counts = [(counts & 31) as usize + 257, (counts >> 5 & 31) as usize + 1];
        if 286 < self.counts[0] || 30 < self.counts[1] {
            return Err(Damage);
        }
        self.lengths[..19].fill(0);
        self.state = State::Lengths { read: 0, count: (counts >> 10) as usize + 4 };
        Ok(true)
    }

    fn lengths(&mut self, read: usize, count: usize, input: &mut &[u8]) -> Result<bool, Damage> {
        const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
        for (read, &symbol) in ORDER.iter().enumerate().take(count).skip(read) {
            let Some(length) = self.take(3, input) else {
                self.state = State::Lengths { read, count };
                return Ok(false);
            };
            self.lengths[symbol] = length as u8;
        }
        // The table of distances is made after its last use as that of the lengths.
        self.is_fixed = false;
        self.distances.fill::<CodeLengths>(&self.lengths[..19]).ok_or(Damage)?;
        self.state = State::Codes { read: 0 };
        Ok(true)
    }

    fn codes(&mut self, read: usize, input: &mut &[u8]) -> Result<bool, Damage> {
        let [literals, distances] = self.counts;
        let (count, mut read) = (literals + distances, read);
        while read < count {
            self.refill(input);
            let entry = self.distances.get(self.bits);
            let (symbol, bits) = (entry.byte(), entry.total());
            let extra = match symbol {
                16 => 2,
                17 => 3,
                18 => 7,
                _ => 0,
            };
            if self.held < bits + extra {
                self.state = State::Codes { read };
                return Ok(false);
            }
            let more = (self.bits >> bits) as usize & ((1 << extra) - 1);
            self.pass(bits + extra);
            let (length, times) = match symbol {
                16 => (*self.lengths[..read].last().ok_or(Damage)?, 3 + more),
                17 => (0, 3 + more),
                18 => (0, 11 + more),
                _ => (symbol, 1),
            };
            if count < read + times {
                return Err(Damage);
            }
            self.lengths[read..read + times].fill(length);
            read += times;
        }
        // Each block ends.
        if self.lengths[256] == 0 {
            return Err(Damage);
        }
        self.literals.fill::<Literals>(&self.lengths[..literals]).ok_or(Damage)?;
        self.distances.fill::<Distances>(&self.lengths[literals..count]).ok_or(Damage)?;
        self.state = State::Symbols;
        Ok(true)
    }

    /// Unpacks literals and matches; `None` at the end of the block.
    fn symbols(&mut self, input: &mut &[u8], output: &mut Output<'_>) -> Result<Option<Pause>, Damage> {
        loop {
            if self.fast(input, output)? {
                return Ok(None);
            }
            // One symbol that may be the last for which there is input or room.
            self.refill(input);
            let entry = self.literals.get(self.bits);
            if self.held < entry.total() {
                return Ok(Some(Pause::Input));
            }
            if entry.is_special() {
                self.pass(entry.total());
                self.state = State::Block;
                return if entry.is_invalid() { Err(Damage) } else { Ok(None) };
            }
            if entry.is_literal() {
                let Some(place) = output.bytes.get_mut(output.at) else { return Ok(Some(Pause::Room)) };
                *place = entry.byte();
                output.at += 1;
                self.pass(entry.total());
                continue;
            }
            let rest = self.bits >> entry.total();
            let far = self.distances.get(rest);
            let total = entry.total() + far.total();
            if self.held < total {
                return Ok(Some(Pause::Input));
            }
            let (length, distance) = (entry.value(self.bits), far.value(rest));
            if far.is_special() || output.at < distance {
                self.pass(total);
                return Err(Damage);
            }
            if output.bytes.len() - output.at < length {
                return Ok(Some(Pause::Room));
            }
            self.pass(total);
            for at in output.at..output.at + length {
                output.bytes[at] = output.bytes[at - distance];
            }
            output.at += length;
        }
    }

    /// Unpacks while there is enough input and room for any symbols. Returns `true` at the end of the block.
    fn fast(&mut self, input: &mut &[u8], output: &mut Output<'_>) -> Result<bool, Damage> {
        let (mut rest, mut at) = (*input, output.at);
        let (mut bits, mut held) = (self.bits, self.held);
        let bytes = &mut *output.bytes;
        let mut result = Ok(false);
        let Some(front) = rest.first_chunk() else { return Ok(false) };
        rest = &rest[refill(&mut bits, &mut held, front)..];
        // The next symbol is looked up before a match is copied, because how long that takes is unpredictable.
        let mut entry = self.literals.get(bits);
        // Up to three symbols: two literals and a match, which is copied in whole pieces.
        while let (Some(front), true) = (rest.first_chunk::<16>(), at + LONGEST + PIECE + 2 < bytes.len()) {
            if entry.is_literal() {
                bytes[at] = entry.byte();
                at += 1;
                (bits, held) = (bits >> entry.total(), held - entry.total());
                entry = self.literals.get(bits);
                if entry.is_literal() {
                    bytes[at] = entry.byte();
                    at += 1;
                    (bits, held) = (bits >> entry.total(), held - entry.total());
                    entry = self.literals.get(bits);
                    if entry.is_literal() {
                        bytes[at] = entry.byte();
                        at += 1;
                        (bits, held) = (bits >> entry.total(), held - entry.total());
                        rest = &rest[refill(&mut bits, &mut held, front.first_chunk().expect("16 bytes"))..];
                        entry = self.literals.get(bits);
                        continue;
                    }
                }
            }
            // At least 26 bits are held, and no symbol has more than 20 with its extra bits.
            if entry.is_special() {
                (bits, held) = (bits >> entry.total(), held - entry.total());
                result = if entry.is_invalid() { Err(Damage) } else { Ok(true) };
                break;
            }
            let length = entry.value(bits);
            (bits, held) = (bits >> entry.total(), held - entry.total());
            let taken = refill(&mut bits, &mut held, front.first_chunk().expect("16 bytes"));
            let far = self.distances.get(bits);
            let distance = far.value(bits);
            (bits, held) = (bits >> far.total(), held - far.total());
            if far.is_special() || at < distance {
                rest = &rest[taken..];
                result = Err(Damage);
                break;
            }
            let again = refill(&mut bits, &mut held, front[taken..].first_chunk().expect("at most 7 were taken"));
            rest = &rest[taken + again..];
            entry = self.literals.get(bits);
            copy(bytes, at, distance, length);
            at += length;
        }
        // Bits beyond those that are held are bits of the input.
        self.bits = bits & ((1 << held) - 1);
        (self.held, output.at, *input) = (held, at, rest);
        if let Ok(true) = result {
            self.state = State::Block;
        }
        result
    }
}

/// Adds the bits of these bytes; at least 56 are held then. Returns the number of bytes that were taken.
#[inline]
fn refill(bits: &mut u64, held: &mut u32, bytes: &[u8; 8]) -> usize {
    *bits |= u64::from_le_bytes(*bytes) << *held;
    let taken = (63 - *held) >> 3;
    *held += taken * 8;
    taken as usize
}

/// Copies a match. It may write up to a piece too much.
#[inline(always)]
fn copy(bytes: &mut [u8], at: usize, distance: usize, length: usize) {
    if PIECE <= distance {
        if FEW < length && length <= distance {
            return bytes.copy_within(at - distance..at - distance + length, at);
        }
        // What is read before it is written is never a part of the piece.
        let mut to = at;
        while to < at + length {
            let piece: [u8; PIECE] = *bytes[to - distance..].first_chunk().expect("there is room");
            bytes[to..to + PIECE].copy_from_slice(&piece);
            to += PIECE;
        }
        return;
    }
    // What fits into a word several times repeats: bytes, zeros and numbers.
    static FACTORS: [u64; PIECE] = {
        let mut factors = [0; PIECE];
        factors[1] = 0x0101_0101_0101_0101;
        factors[2] = 0x0001_0001_0001_0001;
        factors[4] = 0x0000_0001_0000_0001;
        factors[8] = 1;
        factors
    };
    let factor = FACTORS[distance];
    if factor == 0 {
        return copy_near(bytes, at, distance, length);
    }
    let word = u64::from_le_bytes(*bytes[at - distance..].first_chunk().expect("there is room"));
    let unused = 64 - 8 * distance as u32;
    let word = (word << unused >> unused).wrapping_mul(factor);
    let piece = (u128::from(word) << 64 | u128::from(word)).to_le_bytes();
    for place in bytes[at..at + length.next_multiple_of(PIECE)].chunks_exact_mut(PIECE) {
        place.copy_from_slice(&piece);
    }
}

#[inline(never)] // rare, so it is kept out of the hot path
fn copy_near(bytes: &mut [u8], at: usize, distance: usize, length: usize) {
    for to in at..at + length {
        bytes[to] = bytes[to - distance];
    }
}
