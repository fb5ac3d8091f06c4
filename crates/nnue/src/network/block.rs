//! Numbers in lines of 64 bytes, so that vectors of any back end are loaded from aligned memory.

use alloc::vec::Vec;

/// The numbers of a [`Block`].
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

/// Returns the number of blocks that a row of this many numbers takes.
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
    /// Returns `count` rows of zeros.
    pub(crate) fn new(count: usize, width: usize) -> Self {
        Self { width, blocks: alloc::vec![Block::ZERO; count * blocks(width)] }
    }

    /// Returns a row.
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

    /// Calls a function with all numbers, row by row.
    pub(crate) fn try_for_each<E>(&mut self, mut set: impl FnMut(&mut i16) -> Result<(), E>) -> Result<(), E> {
        for row in self.blocks.chunks_exact_mut(blocks(self.width)) {
            row.iter_mut().flat_map(|block| &mut block.0).take(self.width).try_for_each(&mut set)?;
        }
        Ok(())
    }
}
