//! Huffman codes of literals.

use crate::unpack::zstd::bits::BackwardBits;
use crate::unpack::zstd::fse::Frequencies;

/// The longest code.
const MAX_BITS: u32 = 11;
const SIZE: usize = 1 << MAX_BITS;

/// The symbol and the length of the code that some bits begin with.
#[derive(Clone, Copy, Default)]
struct Code {
    symbol: u8,
    length: u8,
}

/// A table of codes, by the next bits.
pub(super) struct Huffman {
    codes: Box<[Code; SIZE]>,
    /// The number of bits that the table is looked up by.
    bits: u32,
}

impl Huffman {
    /// Creates a table without codes.
    pub(super) fn new() -> Self {
        Self { codes: Box::new([Code::default(); SIZE]), bits: 0 }
    }

    /// Forgets the codes.
    pub(super) fn clear(&mut self) {
        self.bits = 0;
    }

    /// Returns `true` if the table has codes.
    pub(super) const fn is_known(&self) -> bool {
        self.bits != 0
    }

    /// Reads the codes; returns the length of their description in bytes.
    pub(super) fn read(&mut self, bytes: &[u8]) -> Option<usize> {
        self.bits = 0;
        let mut weights = [0; 256];
        let (&header, rest) = bytes.split_first()?;
        let (count, length) = if header < 128 {
            let length = usize::from(header);
            (read_weights(rest.get(..length)?, &mut weights)?, length)
        } else {
            let count = usize::from(header) - 127;
            let length = count.div_ceil(2);
            for (index, byte) in rest.get(..length)?.iter().enumerate() {
                (weights[2 * index], weights[2 * index + 1]) = (byte >> 4, byte & 15);
            }
            // An odd number of weights has a half byte after it.
            weights[count] = 0;
            (count, length)
        };
        self.fill(&mut weights, count)?;
        Some(1 + length)
    }

    /// Fills the table by the weights of all symbols but the last, whose weight follows from them.
    fn fill(&mut self, weights: &mut [u8; 256], count: usize) -> Option<()> {
        let mut total = 0u32;
        for &weight in &weights[..count] {
            if MAX_BITS < u32::from(weight) {
                return None;
            }
            total += (1 << weight) >> 1;
        }
        let bits = total.checked_ilog2()? + 1;
        let left = (1 << bits) - total;
        if MAX_BITS < bits || !left.is_power_of_two() {
            return None;
        }
        *weights.get_mut(count)? = left.ilog2() as u8 + 1;
        // At least two codes have the greatest length, that of weight 1.
        if !weights[..=count].contains(&1) {
            return None;
        }
        let mut at = 0;
        for weight in 1..=bits as u8 {
            for (symbol, _) in weights[..=count].iter().enumerate().filter(|(_, known)| **known == weight) {
                let (places, length) = (1 << (weight - 1), bits as u8 + 1 - weight);
                self.codes.get_mut(at..at + places)?.fill(Code { symbol: symbol as u8, length });
                at += places;
            }
        }
        self.bits = bits;
        Some(())
    }

    #[inline]
    fn decode(&self, stream: &mut BackwardBits<'_>) -> u8 {
        let code = self.codes[stream.peek(self.bits) as usize & (SIZE - 1)];
        stream.pass(u32::from(code.length));
        code.symbol
    }

    /// Reads one stream, which has exactly these symbols.
    pub(super) fn decode_stream(&self, stream: &[u8], symbols: &mut [u8]) -> Option<()> {
        let mut stream = BackwardBits::new(stream)?;
        for symbols in symbols.chunks_mut(5) {
            stream.refill();
            for symbol in symbols {
                *symbol = self.decode(&mut stream);
            }
        }
        stream.refill();
        stream.is_finished().then_some(())
    }

    /// Reads four streams, whose symbols follow each other.
    pub(super) fn decode_streams(&self, streams: [&[u8]; 4], symbols: &mut [u8]) -> Option<()> {
        // Fewer symbols are in one stream.
        if symbols.len() < 6 {
            return None;
        }
        let quarter = symbols.len().div_ceil(4);
        let (first, rest) = symbols.split_at_mut(quarter);
        let (second, rest) = rest.split_at_mut(quarter);
        let (third, fourth) = rest.split_at_mut(quarter);
        let [mut a, mut b, mut c, mut d] = {
            let [a, b, c, d] = streams.map(BackwardBits::new);
            [a?, b?, c?, d?]
        };
        // Steps of the four streams alternate, because each step depends on the one before in its stream.
        let together = fourth.len() / 5 * 5;
        let heads = first.chunks_exact_mut(5).zip(second.chunks_exact_mut(5));
        let heads = heads.zip(third.chunks_exact_mut(5)).zip(fourth.chunks_exact_mut(5));
        for (((first, second), third), fourth) in heads {
            a.refill();
            b.refill();
            c.refill();
            d.refill();
            for index in 0..5 {
                first[index] = self.decode(&mut a);
                second[index] = self.decode(&mut b);
                third[index] = self.decode(&mut c);
                fourth[index] = self.decode(&mut d);
            }
        }
        for (mut stream, symbols) in [(a, first), (b, second), (c, third), (d, fourth)] {
            for symbol in &mut symbols[together..] {
                stream.refill();
                *symbol = self.decode(&mut stream);
            }
            stream.refill();
            if !stream.is_finished() {
                return None;
            }
        }
        Some(())
    }
}

/// Reads weights that are compressed; returns their number.
fn read_weights(bytes: &[u8], weights: &mut [u8; 256]) -> Option<usize> {
    let (frequencies, length) = Frequencies::read(bytes, 6, 256)?;
    let (table, log) = (frequencies.table(), frequencies.log);
    let mut stream = BackwardBits::new(&bytes[length..])?;
    stream.refill();
    let mut states = [stream.read(log) as usize, stream.read(log) as usize];
    if stream.is_exceeded() {
        return None;
    }
    for count in 0..254 {
        // Two decoders take turns. When the bits end, the other one has a last symbol.
        let (state, other) = (table[states[count % 2]], states[(count + 1) % 2]);
        weights[count] = state.symbol;
        stream.refill();
        states[count % 2] = usize::from(state.next) + stream.read(u32::from(state.bits)) as usize;
        if stream.is_exceeded() {
            weights[count + 1] = table[other].symbol;
            return Some(count + 2);
        }
    }
    None
}
