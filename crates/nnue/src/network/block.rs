//! Numbers in lines of 64 bytes, so that vectors of any back end are loaded from aligned memory.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use super::pages::filled;

pub(crate) const LANES: usize = 32;

/// A line of weights or sums of the first layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Block(pub(crate) [i16; LANES]);

/// A line of inputs or weights of a small layer. Weights are signed, in two's complement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Bytes(pub(crate) [u8; 64]);

/// Sums of a small layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Sums(pub(crate) [i32; 16]);

impl Block {
    pub(crate) const ZERO: Self = Self([0; LANES]);
}

impl Bytes {
    pub(crate) const ZERO: Self = Self([0; 64]);
}

pub(crate) const fn blocks(width: usize) -> usize {
    width.div_ceil(LANES)
}

/// Rows of numbers, each of which begins with a new block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rows {
    width: usize,
    blocks: Vec<Block>,
}

impl Rows {
    pub(crate) fn new(count: usize, width: usize) -> Self {
        Self { width, blocks: filled(Block::ZERO, count * blocks(width)) }
    }

    /// Returns rows whose numbers are these bytes, the lower byte of each first.
    pub(crate) fn from_bytes(width: usize, bytes: &[u8]) -> Self {
        let mut this = Self::new(bytes.len() / 2 / width, width);
        for (row, bytes) in this.blocks.chunks_exact_mut(blocks(width)).zip(bytes.chunks_exact(2 * width)) {
            for (block, bytes) in row.iter_mut().zip(bytes.chunks(2 * LANES)) {
                for (number, bytes) in block.0.iter_mut().zip(bytes.chunks_exact(2)) {
                    *number = i16::from_le_bytes([bytes[0], bytes[1]]);
                }
            }
        }
        this
    }

    #[inline(always)]
    pub(crate) fn row(&self, index: usize) -> &[Block] {
        let length = blocks(self.width);
        &self.blocks[index * length..][..length]
    }

    /// Returns the number at this place, counted without the padding of rows.
    pub(crate) fn get(&self, place: usize) -> i16 {
        self.row(place / self.width)[place % self.width / LANES].0[place % self.width % LANES]
    }

    pub(crate) fn set(&mut self, place: usize, number: i16) {
        let length = blocks(self.width);
        self.blocks[place / self.width * length + place % self.width / LANES].0[place % self.width % LANES] = number;
    }

    pub(crate) fn try_for_each<E>(&mut self, mut set: impl FnMut(&mut i16) -> Result<(), E>) -> Result<(), E> {
        for row in self.blocks.chunks_exact_mut(blocks(self.width)) {
            row.iter_mut().flat_map(|block| &mut block.0).take(self.width).try_for_each(&mut set)?;
        }
        Ok(())
    }
}

/// Rows of signed numbers of one byte, in two's complement: in a file, or in memory that begins with a line of 64 bytes.
#[derive(Clone)]
pub(crate) struct ByteRows<'a> {
    bytes: Cow<'a, [u8]>,
    start: usize,
}

impl<'a> ByteRows<'a> {
    pub(crate) const fn borrowed(bytes: &'a [u8]) -> Self {
        Self { bytes: Cow::Borrowed(bytes), start: 0 }
    }

    pub(crate) fn zeros(length: usize) -> ByteRows<'static> {
        let mut bytes = filled(0, length + 63);
        let start = bytes.as_ptr().align_offset(64).min(63);
        bytes.truncate(start + length);
        ByteRows { bytes: Cow::Owned(bytes), start }
    }

    pub(crate) fn into_owned(self) -> ByteRows<'static> {
        match self.bytes {
            Cow::Owned(bytes) => ByteRows { bytes: Cow::Owned(bytes), start: self.start },
            Cow::Borrowed(bytes) => {
                let mut owned = ByteRows::zeros(bytes.len());
                owned.copy_from_slice(bytes);
                owned
            }
        }
    }
}

impl Deref for ByteRows<'_> {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        &self.bytes[self.start..]
    }
}

impl DerefMut for ByteRows<'_> {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes.to_mut()[self.start..]
    }
}

impl PartialEq for ByteRows<'_> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}
