//! The sums of the first layer, and how inputs change them.

use alloc::vec::Vec;

use crate::architecture::BUCKETS;
use crate::layers::{Update, update};
use crate::network::{Block, Network};
use crate::simd::{Simd, Task};

/// The sums of the first layer for one perspective.
#[derive(Clone, Debug)]
pub(crate) struct Accumulator {
    pub(crate) sums: Vec<Block>,
    pub(crate) material: [i32; BUCKETS],
}

impl Accumulator {
    /// Returns the sums of a board without pieces.
    pub(crate) fn new(network: &Network<'_>) -> Self {
        Self { sums: network.biases.row(0).to_vec(), material: [0; BUCKETS] }
    }

    /// Adds or subtracts other sums.
    #[inline(always)]
    pub(crate) fn combine(&mut self, other: &Self, sum: impl Fn(i16, i16) -> i16, number: impl Fn(i32, i32) -> i32) {
        for (to, other) in self.sums.iter_mut().zip(&other.sums) {
            to.0 = core::array::from_fn(|i| sum(to.0[i], other.0[i]));
        }
        self.material = core::array::from_fn(|i| number(self.material[i], other.material[i]));
    }
}

/// Computes sums from `from`, or from themselves, by the inputs that are removed and added.
pub(crate) struct Apply<'a> {
    pub(crate) network: &'a Network<'a>,
    pub(crate) from: Option<&'a Accumulator>,
    pub(crate) to: &'a mut Accumulator,
    /// The pieces, threats and pairs of pawns, removed and added.
    pub(crate) lists: [[&'a [u32]; 2]; 3],
}

impl Task for Apply<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { network, from, to, lists } = self;
        // The material comes first, so that rows are read while it waits for memory.
        let mut numbers = *from.map_or(&to.material, |from| &from.material);
        let tables = [&network.pieces.material, &network.threats.material, &network.pairs.material];
        for (table, lists) in tables.into_iter().zip(lists) {
            add_material(&mut numbers, table, lists);
        }
        to.material = numbers;
        let [pieces, threats, pairs] = lists;
        let bytes = [(&*network.threats.weights, threats), (&*network.pairs.weights, pairs)];
        let from = from.map(|from| &from.sums[..]);
        update(simd, Update { from, to: &mut to.sums, rows: (&network.pieces.weights, pieces), bytes });
    }
}

/// Removes and adds the material of inputs. Simple networks have none.
#[inline(always)]
fn add_material(material: &mut [i32; BUCKETS], table: &[[i32; BUCKETS]], [removed, added]: [&[u32]; 2]) {
    if table.is_empty() {
        return;
    }
    for &index in removed {
        for (number, other) in material.iter_mut().zip(&table[index as usize]) {
            *number = number.wrapping_sub(*other);
        }
    }
    for &index in added {
        for (number, other) in material.iter_mut().zip(&table[index as usize]) {
            *number = number.wrapping_add(*other);
        }
    }
}
