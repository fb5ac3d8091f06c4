//! A small layer: bytes in, sums out.

use alloc::vec::Vec;

use super::block::Bytes;

/// The layers after the first one, for one bucket.
pub(crate) type Stack = [Layer; 3];

/// A fully connected layer. If it has several outputs, the weights of four neighboring inputs are together for each output,
/// because vector instructions multiply and add four bytes at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layer {
    /// A multiple of 32.
    pub(crate) inputs: usize,
    /// 1, or a multiple of 16.
    pub(crate) outputs: usize,
    pub(crate) biases: Vec<i32>,
    pub(crate) weights: Vec<Bytes>,
}

impl Layer {
    /// Returns a layer without numbers. `inputs` is padded.
    pub(crate) const fn new(inputs: usize, outputs: usize) -> Self {
        Self { inputs, outputs, biases: Vec::new(), weights: Vec::new() }
    }

    pub(crate) fn clear_weights(&mut self) {
        self.weights = alloc::vec![Bytes::ZERO; (self.inputs * self.outputs).div_ceil(64)];
    }

    /// Returns the place of a weight that is at `index` in a file.
    const fn place(&self, index: usize) -> usize {
        if self.outputs == 1 {
            return index;
        }
        let (output, input) = (index / self.inputs, index % self.inputs);
        input / 4 * 4 * self.outputs + 4 * output + input % 4
    }

    pub(crate) fn weight(&self, index: usize) -> i8 {
        let place = self.place(index);
        self.weights[place / 64].0[place % 64] as i8
    }

    pub(crate) fn set_weight(&mut self, index: usize, weight: i8) {
        let place = self.place(index);
        self.weights[place / 64].0[place % 64] = weight as u8;
    }
}
