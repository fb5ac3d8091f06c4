//! Values compressed by recursive pairing: blocks of symbols in canonical Huffman codes.

use super::bits::{self, Bits, Codes, STEP_BITS, Step};
use super::reader::{Reader, Section};
use super::symbols::{self, Symbol};
use crate::error::TableErrorKind;
use crate::name::TableKind;
use crate::source::{Bytes, Pieces, ReadAt};

/// The largest size of a block, a power of two of bytes: real tables have at most 10. At most 65,536 values are in a block.
const MAX_BLOCK: u8 = 16;

/// The largest chunk of the index, as a power of two of positions.
const MAX_CHUNK: u8 = 32;

/// The values of a table, or of one of its parts.
pub(super) enum Pairs {
    /// The same value everywhere.
    Constant(u16),
    Coded(Box<Coded>),
}

/// The place of the compressed values, and their encoding.
pub(super) struct Coded {
    block_bits: u8,
    chunk_bits: u8,
    codes: Codes,
    symbols: Box<[Symbol]>,
    steps: Box<[Step; 1 << STEP_BITS]>,
    /// The number of entries in the index, in the list of lengths, and in the data.
    chunks: u64,
    length_count: u64,
    blocks: u64,
    index: Section,
    lengths: Section,
    data_at: u64,
}

/// The bytes of one entry of the index: a block, and the place of the chunk's middle value in that block.
const ENTRY: u64 = 6;

impl Pairs {
    /// Reads the description of the values of `size` positions, with its flags.
    ///
    /// If all values are equal, the description of a table of results contains the value, and a distance is 0.
    pub(super) fn read(reader: &mut Reader<'_>, size: u64, kind: TableKind) -> Result<(u8, Self), TableErrorKind> {
        let at = reader.at;
        let error = |what| TableErrorKind::Header { what, at };
        let flags = reader.byte()?;
        if flags & 0x80 != 0 {
            let value = reader.byte()?;
            return Ok((flags, Self::Constant(if kind == TableKind::Wdl { value.into() } else { 0 })));
        }
        let [block_bits, chunk_bits, padding] = reader.array()?;
        let blocks = u64::from(reader.u32()?);
        let [max_code, min_code] = reader.array()?;
        if MAX_BLOCK < block_bits {
            return Err(error("block size"));
        }
        if chunk_bits == 0 || MAX_CHUNK < chunk_bits {
            return Err(error("index"));
        }
        if min_code == 0 || max_code < min_code || bits::MAX_CODE < max_code {
            return Err(error("code length"));
        }

        let codes = Codes::read(reader, min_code, max_code)?.ok_or(error("code"))?;
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
            length_count: blocks + u64::from(padding),
            blocks,
            index: Section::default(),
            lengths: Section::default(),
            data_at: 0,
        };
        Ok((flags, Self::Coded(Box::new(coded))))
    }

    #[inline]
    pub(super) fn value(&self, bytes: &Bytes, number: u64) -> Result<u16, TableErrorKind> {
        let coded = match self {
            Self::Constant(value) => return Ok(*value),
            Self::Coded(coded) => coded,
        };
        match bytes {
            Bytes::File(file) => coded.value(&mut Pieces::new(file), number),
            _ => coded.value(&mut bytes.slice().unwrap_or_default(), number),
        }
    }
}

impl Coded {
    pub(super) fn place_index(&mut self, reader: &mut Reader<'_>) -> Result<(), TableErrorKind> {
        self.index = reader.section(ENTRY.saturating_mul(self.chunks))?;
        Ok(())
    }

    pub(super) fn place_lengths(&mut self, reader: &mut Reader<'_>) -> Result<(), TableErrorKind> {
        self.lengths = reader.section(2 * self.length_count)?;
        Ok(())
    }

    pub(super) fn place_data(&mut self, reader: &mut Reader<'_>) -> Result<(), TableErrorKind> {
        reader.align(64);
        self.data_at = reader.skip(self.blocks << self.block_bits)?;
        Ok(())
    }

    fn value(&self, bytes: &mut impl ReadAt, number: u64) -> Result<u16, TableErrorKind> {
        let chunk = number >> self.chunk_bits;
        if self.chunks <= chunk {
            return Err(TableErrorKind::Data { what: "position" });
        }
        let [b0, b1, b2, b3, o0, o1] = self.index.array(bytes, ENTRY * chunk)?;
        let mut block = u64::from(u32::from_le_bytes([b0, b1, b2, b3]));
        let middle = i64::from(u16::from_le_bytes([o0, o1]));
        // The number of values in the block before this one; if negative, the value is in an earlier block.
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
        let at = self.data_at + (block << self.block_bits);
        bytes.with(at, 1 << self.block_bits, |data| self.decode(data, ahead as u32))
    }

    #[inline]
    fn length(&self, bytes: &mut impl ReadAt, block: u64) -> Result<u16, TableErrorKind> {
        if self.length_count <= block {
            return Err(TableErrorKind::Data { what: "block" });
        }
        self.lengths.array(bytes, 2 * block).map(u16::from_le_bytes)
    }

    /// Returns the value after `ahead` others in a block.
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
