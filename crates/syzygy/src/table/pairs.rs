//! The values of a table, compressed by recursive pairing: blocks of symbols, each written in a canonical Huffman code.

use std::borrow::Cow;

use super::reader::Reader;
use super::symbols::{self, Symbol};
use crate::Flaw;
use crate::source::Bytes;

/// The longest code in bits: the decoder renews its window by 32 bits.
const MAX_CODE: u8 = 32;

/// The largest block in powers of two of bytes; real ones have 5 to 10.
const MAX_BLOCK: u8 = 16;

/// The widest chunk of the index in powers of two of positions.
const MAX_CHUNK: u8 = 32;

/// The values of a table, or of one of its parts.
#[derive(Debug)]
pub(super) enum Pairs {
    /// The same value everywhere.
    Constant(u16),
    Coded(Box<Coded>),
}

/// Where compressed values lie, and how they are written.
#[derive(Debug)]
pub(super) struct Coded {
    /// The description, for messages.
    block_bits: u8,
    chunk_bits: u8,
    min_code: u8,
    /// For each length of code from `min_code` on, the smallest code, from the highest bit down.
    bases: [u64; MAX_CODE as usize],
    /// For each length, the symbol of the smallest code.
    offsets: [u16; MAX_CODE as usize],
    symbols: Box<[Symbol]>,
    /// How many entries the index, the list of lengths and the data have.
    chunks: u64,
    lengths: u64,
    blocks: u64,
    index_at: u64,
    lengths_at: u64,
    data_at: u64,
}

/// One entry of the index: a block, and the place of the chunk's middle value in it.
const ENTRY: u64 = 6;

impl Pairs {
    /// Reads the description of the values of `size` positions; returns its flags as well.
    ///
    /// A table of WDL that is constant has its value in the description; one of DTZ has 0.
    pub(super) fn read(reader: &mut Reader<'_>, size: u64, holds_value: bool) -> Result<(u8, Self), Flaw> {
        let at = reader.at;
        let flaw = |what| Flaw::Header { what, at };
        let flags = reader.byte()?;
        if flags & 0x80 != 0 {
            let value = reader.byte()?;
            return Ok((flags, Self::Constant(if holds_value { value.into() } else { 0 })));
        }
        let [block_bits, chunk_bits, padding] = reader.array()?;
        let blocks = u64::from(reader.u32()?);
        let [max_code, min_code] = reader.array()?;
        if MAX_BLOCK < block_bits {
            return Err(flaw("block size"));
        }
        if chunk_bits == 0 || MAX_CHUNK < chunk_bits {
            return Err(flaw("index"));
        }
        if min_code == 0 || max_code < min_code || MAX_CODE < max_code {
            return Err(flaw("code length"));
        }

        let codes = usize::from(max_code - min_code) + 1;
        let mut offsets = [0; MAX_CODE as usize];
        for offset in &mut offsets[..codes] {
            *offset = reader.u16()?;
        }
        // The longest codes begin at 0; the shorter ones begin where those of the next length end.
        let mut bases = [0_u64; MAX_CODE as usize];
        for code in (0..codes - 1).rev() {
            let end = bases[code + 1] + u64::from(offsets[code]);
            let base = end.checked_sub(offsets[code + 1].into()).ok_or(flaw("code"))? / 2;
            // What does not fit in so many bits is no code of that length.
            if base >> (min_code as usize + code) != 0 {
                return Err(flaw("code"));
            }
            bases[code] = base;
        }
        for (code, base) in bases[..codes].iter_mut().enumerate() {
            *base <<= 64 - (usize::from(min_code) + code);
        }

        let count = reader.u16()?;
        let symbols = symbols::read(reader, count)?;
        let chunks = size.div_ceil(1 << chunk_bits);
        let coded = Coded {
            block_bits,
            chunk_bits,
            min_code,
            bases,
            offsets,
            symbols,
            chunks,
            lengths: blocks + u64::from(padding),
            blocks,
            index_at: 0,
            lengths_at: 0,
            data_at: 0,
        };
        Ok((flags, Self::Coded(Box::new(coded))))
    }

    fn coded(&mut self) -> Option<&mut Coded> {
        match self {
            Self::Constant(_) => None,
            Self::Coded(coded) => Some(coded),
        }
    }

    /// Leaves out the index, which must be there.
    pub(super) fn place_index(&mut self, reader: &mut Reader<'_>) -> Result<(), Flaw> {
        if let Some(coded) = self.coded() {
            coded.index_at = reader.skip(ENTRY.saturating_mul(coded.chunks))?;
        }
        Ok(())
    }

    /// Leaves out the lengths of the blocks, which must be there.
    pub(super) fn place_lengths(&mut self, reader: &mut Reader<'_>) -> Result<(), Flaw> {
        if let Some(coded) = self.coded() {
            coded.lengths_at = reader.skip(2 * coded.lengths)?;
        }
        Ok(())
    }

    /// Leaves out the blocks, which must be there.
    pub(super) fn place_data(&mut self, reader: &mut Reader<'_>) -> Result<(), Flaw> {
        reader.align(64);
        if let Some(coded) = self.coded() {
            coded.data_at = reader.skip(coded.blocks << coded.block_bits)?;
        }
        Ok(())
    }

    /// The value of the position with this number.
    #[inline]
    pub(super) fn value(&self, bytes: &Bytes, number: u64) -> Result<u16, Flaw> {
        match self {
            Self::Constant(value) => Ok(*value),
            Self::Coded(coded) => coded.value(bytes, number),
        }
    }
}

impl Coded {
    fn value(&self, bytes: &Bytes, number: u64) -> Result<u16, Flaw> {
        let chunk = number >> self.chunk_bits;
        if self.chunks <= chunk {
            return Err(Flaw::Data { what: "position" });
        }
        let entry = piece(bytes, self.index_at + ENTRY * chunk, ENTRY)?;
        let [b0, b1, b2, b3, o0, o1] = *entry else { return Err(Flaw::Data { what: "block" }) };
        let mut block = u64::from(u32::from_le_bytes([b0, b1, b2, b3]));
        let middle = i64::from(u16::from_le_bytes([o0, o1]));
        // How many values of the block stand before it, or behind it if negative.
        let in_chunk = (number & ((1 << self.chunk_bits) - 1)) as i64;
        let mut ahead = in_chunk - (1_i64 << (self.chunk_bits - 1)) + middle;
        while ahead < 0 {
            block = block.checked_sub(1).ok_or(Flaw::Data { what: "block" })?;
            ahead += i64::from(self.length(bytes, block)?) + 1;
        }
        loop {
            let length = i64::from(self.length(bytes, block)?);
            if ahead <= length {
                break;
            }
            ahead -= length + 1;
            block += 1;
        }
        if self.blocks <= block {
            return Err(Flaw::Data { what: "block" });
        }
        self.decode(bytes, block, ahead as u32)
    }

    /// How many values a block holds, less one.
    #[inline]
    fn length(&self, bytes: &Bytes, block: u64) -> Result<u16, Flaw> {
        if self.lengths <= block {
            return Err(Flaw::Data { what: "block" });
        }
        let length = piece(bytes, self.lengths_at + 2 * block, 2)?;
        match *length {
            [low, high] => Ok(u16::from_le_bytes([low, high])),
            _ => Err(Flaw::Data { what: "block" }),
        }
    }

    /// The value behind `ahead` others in a block.
    fn decode(&self, bytes: &Bytes, block: u64, mut ahead: u32) -> Result<u16, Flaw> {
        let size = 1 << self.block_bits;
        let data = piece(bytes, self.data_at + (block << self.block_bits), size)?;
        let min_code = u32::from(self.min_code);
        // The next bits of the block, from the highest down, and how many of them are used up.
        let (mut window, mut used, mut next) = (big_endian_64(&data), 0, 8);
        let mut symbol = loop {
            // The last base is 0, so that there is always one.
            let code = self.bases.iter().position(|&base| base <= window).unwrap_or_default();
            let length = min_code + code as u32;
            let symbol = u64::from(self.offsets[code]) + ((window - self.bases[code]) >> (64 - length));
            let symbol = self.symbols.get(symbol as usize).ok_or(Flaw::Data { what: "symbol" })?;
            if ahead <= symbol.more() {
                break *symbol;
            }
            ahead -= symbol.more() + 1;
            window <<= length;
            used += length;
            if 32 <= used {
                used -= 32;
                window |= u64::from(big_endian_32(&data, next)) << used;
                next += 4;
            }
        };
        while symbol.more() != 0 {
            let first = self.symbols[usize::from(symbol.first())];
            if ahead <= first.more() {
                symbol = first;
            } else {
                ahead -= first.more() + 1;
                symbol = self.symbols[usize::from(symbol.second())];
            }
        }
        Ok(symbol.first())
    }
}

/// Some bytes of a table: from memory without a copy.
#[inline]
fn piece(bytes: &Bytes, at: u64, count: u64) -> Result<Cow<'_, [u8]>, Flaw> {
    bytes.fetch(at, count)
}

/// The first eight bytes as a number; what is missing is 0.
#[inline]
fn big_endian_64(data: &[u8]) -> u64 {
    match data.first_chunk() {
        Some(bytes) => u64::from_be_bytes(*bytes),
        None => u64::from(big_endian_32(data, 0)) << 32 | u64::from(big_endian_32(data, 4)),
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
