//! Networks into files.

use alloc::vec::Vec;

use super::Network;
use super::read::MARK;
use crate::architecture::{Coding, Layout, NumberType, Part};

impl Network<'_> {
    /// Returns the file of the network, as its program writes it.
    ///
    /// Reading a file and writing it again produces the same bytes, if compressed numbers are as short as possible, and if
    /// padding is 0.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write_parts(&self.parts, None, &mut self.free.iter().copied(), &mut out);
        out
    }

    fn write_parts(
        &self,
        parts: &[Part],
        bucket: Option<usize>,
        free: &mut dyn Iterator<Item = u8>,
        out: &mut Vec<u8>,
    ) {
        let mut length_at = 0;
        for (i, part) in parts.iter().enumerate() {
            match part {
                Part::Bytes(bytes) => {
                    let bytes = bytes.iter().map(|byte| byte.or_else(|| free.next()).unwrap_or_default());
                    out.extend(bytes);
                }
                Part::Text => self.write_text(out),
                Part::Stockfish(version, inputs) => {
                    let inputs = inputs ^ (2 * self.width() as u32);
                    out.extend(version.to_le_bytes());
                    out.extend((inputs ^ self.architecture.layers_hash()).to_le_bytes());
                    self.write_text(out);
                    out.extend(inputs.to_le_bytes());
                }
                Part::Hash => out.extend(self.architecture.layers_hash().to_le_bytes()),
                Part::Array(layout) => {
                    if layout.coding == Coding::Block {
                        out.extend(MARK);
                        length_at = out.len();
                        out.extend([0; 4]);
                    }
                    self.write_array(layout, bucket, out);
                    if layout.coding >= Coding::Block {
                        let length = (out.len() - length_at - 4) as u32;
                        out[length_at..length_at + 4].copy_from_slice(&length.to_le_bytes());
                    }
                }
                Part::Stacks(parts) => {
                    (0..self.buckets()).for_each(|bucket| self.write_parts(parts, Some(bucket), free, out));
                }
                Part::Fill(multiple, text) => {
                    out.extend(text.iter().cycle().take(out.len().next_multiple_of(*multiple) - out.len()));
                }
                Part::Zstd => {
                    let mut inner = Vec::new();
                    self.write_parts(&parts[i + 1..], None, free, &mut inner);
                    return compress(&inner, out);
                }
            }
        }
    }

    fn write_text(&self, out: &mut Vec<u8>) {
        out.extend((self.description.len() as u32).to_le_bytes());
        out.extend(self.description.bytes());
    }

    fn write_array(&self, layout: &Layout, bucket: Option<usize>, out: &mut Vec<u8>) {
        let places = layout.places(self.stored_dims(layout, bucket));
        let (first, each) = (bucket.unwrap_or_default(), self.len_of(layout.array));
        let numbers = (0..places.len()).map(|n| {
            let array = layout.array.in_bucket(first + n / each);
            layout.number.whole(self.number_at(array, n % each))
        });
        if places.is_usual {
            return numbers.for_each(|number| write_number(number, layout, out));
        }
        let mut placed = alloc::vec![0; places.count];
        numbers.enumerate().for_each(|(n, number)| placed[places.nth(n)] = number);
        placed.into_iter().for_each(|number| write_number(number, layout, out));
    }
}

fn write_number(mut number: i64, layout: &Layout, out: &mut Vec<u8>) {
    if layout.coding == Coding::Plain {
        return out.extend(&number.to_le_bytes()[..layout.number.size()]);
    }
    // LEB128: the last byte has seven bits, or six and the sign.
    let last = if layout.number == NumberType::F32 { 0..128 } else { -64..64 };
    while !last.contains(&number) {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8 & 0x7f);
}

#[cfg(feature = "zstd")]
fn compress(bytes: &[u8], out: &mut Vec<u8>) {
    let compressed = zstd::encode_all(bytes, 0);
    out.append(&mut compressed.expect("memory is compressed without an error"));
}

/// A network whose description has a frame was neither read nor built without the feature.
#[cfg(not(feature = "zstd"))]
fn compress(_: &[u8], _: &mut Vec<u8>) {}
