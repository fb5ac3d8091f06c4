//! Networks into files.

use alloc::vec::Vec;

use super::kind::{Coding, Rules};
use super::read::MARK;
use super::simple::PADDING;
use super::{Array, BUCKETS, Network, Output, SimpleShape};

impl Network<'_> {
    /// Returns the file of the network, as the program of its kind writes it.
    ///
    /// Reading a file and writing it again produces the same bytes, if compressed numbers are as short as possible.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match &self.output {
            Output::Stacks(_, rules) => self.write_with_header(rules, &mut out),
            Output::Simple(output) => self.write_simple(&output.shape, &mut out),
            Output::Described(described) => self.write_described(described, &mut out),
        }
        out
    }

    fn write_with_header(&self, rules: &Rules, out: &mut Vec<u8>) {
        let (transformer, stack) = (rules.transformer_hash(self.width), rules.stack_hash(self.width));
        for number in [rules.version, transformer ^ stack, self.description.len() as u32] {
            out.extend(number.to_le_bytes());
        }
        out.extend(self.description.bytes());
        out.extend(transformer.to_le_bytes());
        for &(arrays, coding) in rules.arrays {
            match coding {
                Coding::Plain => arrays.iter().for_each(|&array| self.write_plain(array, out)),
                Coding::Compressed => self.write_compressed(arrays, out),
            }
        }
        let mut layers = self.layers();
        for _ in 0..BUCKETS {
            out.extend(stack.to_le_bytes());
            layers.by_ref().take(6).for_each(|array| self.write_plain(array, out));
        }
    }

    fn write_simple(&self, shape: &SimpleShape, out: &mut Vec<u8>) {
        self.write_plain(Array::Pieces, out);
        self.write_plain(Array::Biases, out);
        let (buckets, inputs) = (shape.output_buckets, 2 * shape.width);
        for place in 0..buckets * inputs {
            let (bucket, index) =
                if shape.is_transposed { (place / inputs, place % inputs) } else { (place % buckets, place / buckets) };
            out.extend((self.number(Array::LayerWeights { bucket, layer: 0 }, index) as i16).to_le_bytes());
        }
        (0..buckets).for_each(|bucket| self.write_plain(Array::LayerBiases { bucket, layer: 0 }, out));
        out.extend(PADDING.iter().cycle().take(out.len().next_multiple_of(64) - out.len()));
    }

    fn write_plain(&self, array: Array, out: &mut Vec<u8>) {
        let end = *self.range(array).end();
        for index in 0..self.len_of(array) {
            let bytes = (self.number(array, index) as i32).to_le_bytes();
            out.extend(match end {
                ..0x100 => &bytes[..1],
                0x100..0x1_0000 => &bytes[..2],
                _ => &bytes[..],
            });
        }
    }

    fn write_compressed(&self, arrays: &[Array], out: &mut Vec<u8>) {
        out.extend(MARK);
        let length_at = out.len();
        out.extend([0; 4]);
        for &array in arrays {
            for index in 0..self.len_of(array) {
                write_leb128(self.number(array, index) as i64, out);
            }
        }
        let length = (out.len() - length_at - 4) as u32;
        out[length_at..length_at + 4].copy_from_slice(&length.to_le_bytes());
    }
}

/// Writes signed LEB128.
pub(super) fn write_leb128(mut number: i64, out: &mut Vec<u8>) {
    // Six bits and the sign fit in the last byte.
    while !(-64..64).contains(&number) {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8 & 0x7f);
}
