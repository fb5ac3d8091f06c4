//! The values of a table, compressed by recursive pairing: blocks of symbols, each written in a canonical Huffman code.

use super::bits::{self, Bits, Codes, STEP_BITS, Step};
use super::reader::Reader;
use super::symbols::{self, Symbol};
use crate::source::{Bytes, Pieces, Window};
use crate::{TableErrorKind, TableKind};

/// The largest block in powers of two of bytes. Real ones have up to 10, and a block holds at most 65,536 values.
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
    block_bits: u8,
    chunk_bits: u8,
    codes: Codes,
    symbols: Box<[Symbol]>,
    steps: Box<[Step; 1 << STEP_BITS]>,
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
    pub(super) fn read(reader: &mut Reader<'_>, size: u64, kind: TableKind) -> Result<(u8, Self), TableErrorKind> {
        let at = reader.at;
        let flaw = |what| TableErrorKind::Header { what, at };
        let flags = reader.byte()?;
        if flags & 0x80 != 0 {
            let value = reader.byte()?;
            return Ok((flags, Self::Constant(if kind == TableKind::Wdl { value.into() } else { 0 })));
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
        if min_code == 0 || max_code < min_code || bits::MAX_CODE < max_code {
            return Err(flaw("code length"));
        }

        let codes = Codes::read(reader, min_code, max_code)?.ok_or(flaw("code"))?;
        let count = reader.u16()?;
        let symbols = symbols::read(reader, count)?;
        let steps = bits::steps(&codes, &symbols);
        let chunks = size.div_ceil(1 << chunk_bits);
        let coded = Coded {
            block_bits,
            chunk_bits,
            codes,
            symbols,
            steps,
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
    pub(super) fn place_index(&mut self, reader: &mut Reader<'_>) -> Result<(), TableErrorKind> {
        if let Some(coded) = self.coded() {
            coded.index_at = reader.skip(ENTRY.saturating_mul(coded.chunks))?;
        }
        Ok(())
    }

    /// Leaves out the lengths of the blocks, which must be there.
    pub(super) fn place_lengths(&mut self, reader: &mut Reader<'_>) -> Result<(), TableErrorKind> {
        if let Some(coded) = self.coded() {
            coded.lengths_at = reader.skip(2 * coded.lengths)?;
        }
        Ok(())
    }

    /// Leaves out the blocks, which must be there.
    pub(super) fn place_data(&mut self, reader: &mut Reader<'_>) -> Result<(), TableErrorKind> {
        reader.align(64);
        if let Some(coded) = self.coded() {
            coded.data_at = reader.skip(coded.blocks << coded.block_bits)?;
        }
        Ok(())
    }

    /// The value of the position with this number.
    #[inline]
    pub(super) fn value(&self, bytes: &Bytes, number: u64) -> Result<u16, TableErrorKind> {
        match (self, bytes.slice()) {
            (Self::Constant(value), _) => Ok(*value),
            (Self::Coded(coded), Some(mut bytes)) => coded.value(&mut bytes, number),
            (Self::Coded(coded), None) => coded.value(&mut Window::new(bytes), number),
        }
    }
}

impl Coded {
    fn value(&self, bytes: &mut impl Pieces, number: u64) -> Result<u16, TableErrorKind> {
        let chunk = number >> self.chunk_bits;
        if self.chunks <= chunk {
            return Err(TableErrorKind::Data { what: "position" });
        }
        let [b0, b1, b2, b3, o0, o1] = bytes.array(self.index_at + ENTRY * chunk)?;
        let mut block = u64::from(u32::from_le_bytes([b0, b1, b2, b3]));
        let middle = i64::from(u16::from_le_bytes([o0, o1]));
        // How many values of the block stand before it, or behind it if negative.
        let in_chunk = (number & ((1 << self.chunk_bits) - 1)) as i64;
        let mut ahead = in_chunk - (1_i64 << (self.chunk_bits - 1)) + middle;
        while ahead < 0 {
            block = block.checked_sub(1).ok_or(TableErrorKind::Data { what: "block" })?;
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
            return Err(TableErrorKind::Data { what: "block" });
        }
        let data = bytes.piece(self.data_at + (block << self.block_bits), 1 << self.block_bits)?;
        self.decode(&data, ahead as u32)
    }

    /// How many values a block holds, less one.
    #[inline]
    fn length(&self, bytes: &mut impl Pieces, block: u64) -> Result<u16, TableErrorKind> {
        if self.lengths <= block {
            return Err(TableErrorKind::Data { what: "block" });
        }
        bytes.array(self.lengths_at + 2 * block).map(u16::from_le_bytes)
    }

    /// The value behind `ahead` others in a block.
    fn decode(&self, data: &[u8], mut ahead: u32) -> Result<u16, TableErrorKind> {
        let mut bits = Bits::new(data);
        let mut symbol = loop {
            // Several symbols at once, as long as the value is not among theirs.
            let step = self.steps[(bits.window >> (64 - STEP_BITS)) as usize];
            if step.values() <= ahead && step.bits() != 0 {
                ahead -= step.values();
                bits.skip(step.bits());
                continue;
            }
            let (symbol, length) = self.codes.read_one(bits.window);
            let symbol = self.symbols.get(symbol).ok_or(TableErrorKind::Data { what: "symbol" })?;
            if ahead <= symbol.more() {
                break *symbol;
            }
            ahead -= symbol.more() + 1;
            bits.skip(length);
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
