//! Networks that a value describes.

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::str;

use super::read::{File, MARK, leb128};
use super::write::write_leb128;
use super::{Array, ByteRows, Network, NetworkError, NetworkKind, Output};
use crate::architecture::{Architecture, Coding, InputSet, Layout, NumberType, Part, truncated};
use crate::features::ThreatInputs;
use crate::network::LANES;

/// The layers after the first one, and what else a description says.
#[derive(Clone, PartialEq)]
pub(crate) struct Described {
    pub(crate) architecture: Architecture,
    pub(crate) threats: Option<ThreatInputs>,
    /// The numbers of inputs and outputs of each layer.
    sizes: Vec<[usize; 2]>,
    parts: Vec<Part>,
    /// The bytes of the file that may be any.
    free: Vec<u8>,
    /// The layers of each bucket.
    pub(crate) stacks: Vec<Vec<Numbers>>,
}

/// The numbers of a layer: weights input by input.
#[derive(Clone, PartialEq, Default)]
pub(crate) struct Numbers {
    pub(crate) biases: Vec<f64>,
    pub(crate) weights: Vec<f64>,
}

impl Described {
    /// Returns the number of numbers of an array of one bucket.
    pub(crate) fn len_of(&self, array: Array) -> usize {
        let is_there = self.parts.iter().any(|part| match part {
            Part::Stacks(parts) => parts.iter().any(|part| is_of(part, array)),
            part => is_of(part, array),
        });
        let [_, outputs, inputs] = self.architecture.dims(array, &self.sizes);
        match array {
            Array::LayerBiases { bucket, .. } | Array::LayerWeights { bucket, .. } if bucket >= self.stacks.len() => 0,
            _ if is_there => outputs * inputs,
            _ => 0,
        }
    }

    /// Returns a number of a layer after the first one: weights are output by output.
    pub(crate) fn number(&self, array: Array, index: usize) -> f64 {
        match array {
            Array::LayerBiases { bucket, layer } => self.stacks[bucket][layer].biases[index],
            Array::LayerWeights { bucket, layer } => {
                let [inputs, outputs] = self.sizes[layer];
                self.stacks[bucket][layer].weights[index % inputs * outputs + index / inputs]
            }
            _ => 0.0,
        }
    }

    pub(crate) fn value(&self, material: i32, output: f64) -> i32 {
        truncated((output + f64::from(material)) * self.architecture.scale / self.architecture.divisor) as i32
    }
}

fn is_of(part: &Part, array: Array) -> bool {
    let first = |array| match array {
        Array::LayerBiases { layer, .. } => Array::LayerBiases { bucket: 0, layer },
        Array::LayerWeights { layer, .. } => Array::LayerWeights { bucket: 0, layer },
        array => array,
    };
    part.layout().is_some_and(|layout| layout.array == first(array))
}

impl<'a> Network<'a> {
    /// Reads a network of an architecture.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Architecture`] or [`NetworkError::Shape`] if there is no such network. Other errors name the array
    /// of the file that does not fit, and the bytes that are missing or too many.
    pub fn read_described(bytes: &'a [u8], architecture: &Architecture) -> Result<Self, NetworkError> {
        let mut network = Self::described(architecture)?;
        let parts = network.described_mut().parts.clone();
        let mut file = File { bytes, at: 0 };
        network.read_parts(&mut file, &parts, None, &ByteRows::borrowed)?;
        file.end()?;
        Ok(network)
    }

    /// Makes a network of an architecture from a function: `number` receives an array and the place of a number in it, as it
    /// is in the file. If an array has the numbers of all buckets, they have different places.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Architecture`] or [`NetworkError::Shape`] if there is no such network, and [`NetworkError::Number`] if a
    /// number does not fit its type.
    pub fn build_described(
        architecture: &Architecture,
        mut number: impl FnMut(Array, usize) -> f64,
    ) -> Result<Self, NetworkError> {
        let mut network = Self::described(architecture)?;
        for part in network.described_mut().parts.clone() {
            let is_stacked = matches!(part, Part::Stacks(_));
            let parts = if let Part::Stacks(parts) = part { parts } else { alloc::vec![part] };
            let buckets = if is_stacked { network.buckets() } else { 1 };
            for layout in parts.iter().filter_map(Part::layout) {
                for bucket in (0..buckets).map(|bucket| is_stacked.then_some(bucket)) {
                    let places = layout.places(network.stored_dims(layout, bucket));
                    network.fill_described(layout, bucket, |array, index| {
                        let index = places.of(index);
                        let found = number(array, index);
                        if layout.number.holds(found) {
                            return Ok(found);
                        }
                        Err(NetworkError::Number { part: array.to_string(), at: index, found: found as i64 })
                    })?;
                }
            }
            let any = |part: &Part| {
                if let Part::Bytes(bytes) = part { bytes.iter().filter(|byte| byte.is_none()).count() } else { 0 }
            };
            let count = buckets * parts.iter().map(any).sum::<usize>();
            let free = &mut network.described_mut().free;
            free.resize(free.len() + count, 0);
        }
        Ok(network)
    }

    /// Returns the architecture of a network that was read by its description.
    pub fn architecture(&self) -> Option<&Architecture> {
        match &self.output {
            Output::Described(described) => Some(&described.architecture),
            _ => None,
        }
    }

    fn described(architecture: &Architecture) -> Result<Self, NetworkError> {
        let parts = architecture.check()?;
        let sizes = architecture.layer_sizes()?;
        let threats = architecture.inputs.iter().find_map(|set| match set {
            InputSet::Threats(slots) => Some(ThreatInputs::new(*slots)),
            _ => None,
        });
        let layers = sizes.iter().map(|_| Numbers::default()).collect::<Vec<_>>();
        let (width, count) = (architecture.width, architecture.buckets.count());
        let stacks = alloc::vec![layers; count];
        let architecture = architecture.clone();
        let inputs = architecture.pieces().unwrap_or_default();
        let described = Described { architecture, threats, sizes, parts, free: Vec::new(), stacks };
        Ok(Self::empty(NetworkKind::Described, width, inputs, Output::Described(Box::new(described))))
    }

    fn described_mut(&mut self) -> &mut Described {
        match &mut self.output {
            Output::Described(described) => described,
            _ => unreachable!("the network has a description"),
        }
    }

    /// Reads parts of a file. `keep` returns bytes that belong to the network.
    fn read_parts<'b>(
        &mut self,
        file: &mut File<'b>,
        parts: &[Part],
        bucket: Option<usize>,
        keep: &dyn Fn(&'b [u8]) -> ByteRows<'a>,
    ) -> Result<(), NetworkError> {
        for part in parts {
            let at = file.at;
            match part {
                Part::Bytes(bytes) => {
                    let found = file.take(&"the header", bytes.len())?;
                    for (i, (expected, &found)) in bytes.iter().zip(found).enumerate() {
                        match *expected {
                            None => self.described_mut().free.push(found),
                            Some(expected) if expected != found => {
                                return Err(NetworkError::Header { at: at + i, expected, found });
                            }
                            Some(_) => {}
                        }
                    }
                }
                Part::Text => {
                    let length = file.number(&"the length of the text")?;
                    let text = file.take(&"the text", length as usize)?;
                    let text = str::from_utf8(text)
                        .map_err(|error| NetworkError::Description { at: at + 4 + error.valid_up_to() })?;
                    self.description = text.to_string();
                }
                Part::Array(layout) => self.read_array(file, layout, bucket, keep)?,
                Part::Stacks(parts) => {
                    (0..self.buckets()).try_for_each(|bucket| self.read_parts(file, parts, Some(bucket), keep))?;
                }
                Part::Fill(multiple, text) => {
                    let found = file.take(&"the filling", at.next_multiple_of(*multiple) - at)?;
                    let mut bytes = found.iter().zip(text.iter().cycle()).enumerate();
                    if let Some((i, (&found, &expected))) = bytes.find(|(_, (found, expected))| found != expected) {
                        return Err(NetworkError::Header { at: at + i, expected, found });
                    }
                }
                Part::Zstd => {
                    let frame = file.take(&"the frame", file.bytes.len() - at)?;
                    let rest = &parts[1 + parts.iter().position(|part| *part == Part::Zstd).unwrap_or_default()..];
                    let bytes = decompress(frame, at, self.stored(rest))?;
                    let mut inner = File { bytes: &bytes, at: 0 };
                    self.read_parts(&mut inner, rest, None, &|bytes| ByteRows::borrowed(bytes).into_owned())?;
                    return inner.end();
                }
            }
        }
        Ok(())
    }

    /// Returns the largest number of bytes that parts take.
    fn stored(&self, parts: &[Part]) -> usize {
        let Output::Described(described) = &self.output else { return 0 };
        let bytes = parts.iter().map(|part| match part {
            Part::Bytes(bytes) => bytes.len(),
            Part::Array(layout) => {
                let dims = described.architecture.dims(layout.array, &described.sizes);
                let size = if layout.coding == Coding::Plain { layout.number.size() } else { 5 };
                layout.places(dims).count.saturating_mul(size).saturating_add(MARK.len() + 4)
            }
            Part::Stacks(parts) => self.stored(parts).saturating_mul(self.buckets()),
            Part::Fill(multiple, _) => *multiple,
            Part::Text | Part::Zstd => 1 << 20,
        });
        bytes.fold(0, usize::saturating_add)
    }

    /// Returns the sizes of an array in a file, or in one stack of it.
    fn stored_dims(&self, layout: &Layout, bucket: Option<usize>) -> [usize; 3] {
        let Output::Described(described) = &self.output else { return [0; 3] };
        let [buckets, outputs, inputs] = described.architecture.dims(layout.array, &described.sizes);
        [if bucket.is_some() { 1 } else { buckets }, outputs, inputs]
    }

    fn read_array<'b>(
        &mut self,
        file: &mut File<'b>,
        layout: &Layout,
        bucket: Option<usize>,
        keep: &dyn Fn(&'b [u8]) -> ByteRows<'a>,
    ) -> Result<(), NetworkError> {
        let places = layout.places(self.stored_dims(layout, bucket));
        let (number, size) = (layout.number, layout.number.size());
        if layout.coding == Coding::Plain {
            let bytes = file.take(layout, places.count.saturating_mul(size))?;
            if let Array::Threats | Array::Pairs = layout.array {
                if places.is_usual && self.width % LANES == 0 && number == NumberType::I8 {
                    *self.bytes(layout.array) = keep(bytes);
                    return Ok(());
                }
            }
            return self.fill_described(
                layout,
                bucket,
                |_, index| Ok(number.decode(&bytes[size * places.of(index)..])),
            );
        }
        let at = file.at;
        let is_block = layout.coding == Coding::Block;
        if is_block && file.take(layout, MARK.len())? != MARK {
            return Err(NetworkError::Mark { part: layout.to_string(), at });
        }
        let length = if is_block { file.number(layout)? as usize } else { file.bytes.len() - at };
        let start = file.at;
        let bytes = file.take(layout, length)?;
        if length < places.count {
            let (needed, left) = (places.count, length);
            return Err(NetworkError::Incomplete { part: layout.to_string(), at: start, needed, left });
        }
        let mut rest = bytes.iter();
        let mut next = || {
            let at = start + length - rest.len();
            let part = || layout.to_string();
            let found = leb128(&mut rest, number != NumberType::F32);
            let found = found.ok_or_else(|| NetworkError::Incomplete { part: part(), at, needed: 1, left: 0 })?;
            let as_float = || u32::try_from(found).map(|bits| f64::from(f32::from_bits(bits))).unwrap_or(f64::NAN);
            let real = if number == NumberType::F32 { as_float() } else { found as f64 };
            let fits = if number == NumberType::F32 { found <= u32::MAX.into() } else { number.holds(real) };
            if fits { Ok(real) } else { Err(NetworkError::Number { part: part(), at, found }) }
        };
        if places.is_usual {
            self.fill_described(layout, bucket, |_, _| next())?;
        } else {
            let numbers = (0..places.count).map(|_| next()).collect::<Result<Vec<_>, _>>()?;
            self.fill_described(layout, bucket, |_, index| Ok(numbers[places.of(index)]))?;
        }
        file.at = start + length - rest.len();
        match rest.len() {
            left if is_block && left > 0 => {
                Err(NetworkError::Compressed { part: layout.to_string(), at: file.at, left })
            }
            _ => Ok(()),
        }
    }

    /// Sets all numbers of an array. `number` receives the array, and the number's bucket, output and input.
    fn fill_described(
        &mut self,
        layout: &Layout,
        bucket: Option<usize>,
        mut number: impl FnMut(Array, [usize; 3]) -> Result<f64, NetworkError>,
    ) -> Result<(), NetworkError> {
        let [buckets, outputs, inputs] = self.stored_dims(layout, bucket);
        let first = bucket.unwrap_or_default();
        match layout.array {
            Array::LayerBiases { layer, .. } => {
                for stored in 0..buckets {
                    let array = Array::LayerBiases { bucket: first + stored, layer };
                    let numbers = (0..outputs).map(|output| number(array, [stored, output, 0]));
                    self.described_mut().stacks[first + stored][layer].biases = numbers.collect::<Result<_, _>>()?;
                }
                Ok(())
            }
            Array::LayerWeights { layer, .. } => {
                for stored in 0..buckets {
                    let array = Array::LayerWeights { bucket: first + stored, layer };
                    let mut weights = alloc::vec![0.0; inputs * outputs];
                    for output in 0..outputs {
                        for input in 0..inputs {
                            weights[input * outputs + output] = number(array, [stored, output, input])?;
                        }
                    }
                    self.described_mut().stacks[first + stored][layer].weights = weights;
                }
                Ok(())
            }
            array => {
                let (mut output, mut input) = (0, 0);
                let kept = match array {
                    Array::Threats | Array::Pairs => NumberType::I8,
                    Array::Pieces | Array::Biases => NumberType::I16,
                    _ => NumberType::I32,
                };
                self.fill(array, || {
                    let found = number(array, [0, output, input])?;
                    if !kept.holds(found) {
                        let (part, at) = (array.to_string(), input * outputs + output);
                        return Err(NetworkError::Number { part, at, found: found as i64 });
                    }
                    output += 1;
                    if output == outputs {
                        (output, input) = (0, input + 1);
                    }
                    Ok(found as i64)
                })
            }
        }
    }

    pub(super) fn write_described(&self, described: &Described, out: &mut Vec<u8>) {
        let mut free = described.free.iter().copied();
        self.write_parts(&described.parts, None, &mut free, out);
    }

    fn write_parts(
        &self,
        parts: &[Part],
        bucket: Option<usize>,
        free: &mut dyn Iterator<Item = u8>,
        out: &mut Vec<u8>,
    ) {
        for (i, part) in parts.iter().enumerate() {
            match part {
                Part::Bytes(bytes) => {
                    let bytes = bytes.iter().map(|byte| byte.or_else(|| free.next()).unwrap_or_default());
                    out.extend(bytes);
                }
                Part::Text => {
                    out.extend((self.description.len() as u32).to_le_bytes());
                    out.extend(self.description.bytes());
                }
                Part::Array(layout) => self.write_array(layout, bucket, out),
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

    fn write_array(&self, layout: &Layout, bucket: Option<usize>, out: &mut Vec<u8>) {
        let dims = self.stored_dims(layout, bucket);
        let (places, size) = (layout.places(dims), layout.number.size());
        let [buckets, outputs, inputs] = dims;
        let mut bytes = alloc::vec![0; places.count * size];
        for stored in 0..buckets {
            let array = match layout.array {
                Array::LayerBiases { layer, .. } => {
                    Array::LayerBiases { bucket: bucket.unwrap_or_default() + stored, layer }
                }
                Array::LayerWeights { layer, .. } => {
                    Array::LayerWeights { bucket: bucket.unwrap_or_default() + stored, layer }
                }
                array => array,
            };
            for index in 0..outputs * inputs {
                let (output, input) = match array {
                    Array::LayerBiases { .. } | Array::LayerWeights { .. } => (index / inputs, index % inputs),
                    _ => (index % outputs, index / outputs),
                };
                let bits = layout.number.bits(self.number_at(array, index)).to_le_bytes();
                bytes[size * places.of([stored, output, input])..][..size].copy_from_slice(&bits[..size]);
            }
        }
        if layout.coding == Coding::Plain {
            return out.append(&mut bytes);
        }
        let is_block = layout.coding == Coding::Block;
        if is_block {
            out.extend(MARK);
            out.extend([0; 4]);
        }
        let start = out.len();
        for number in bytes.chunks_exact(size) {
            match *number {
                [a, b, c, d] if layout.number == NumberType::F32 => {
                    let mut bits = u32::from_le_bytes([a, b, c, d]);
                    while bits > 127 {
                        out.push(bits as u8 | 0x80);
                        bits >>= 7;
                    }
                    out.push(bits as u8);
                }
                _ => write_leb128(layout.number.decode(number) as i64, out),
            }
        }
        if is_block {
            let length = (out.len() - start) as u32;
            out[start - 4..start].copy_from_slice(&length.to_le_bytes());
        }
    }
}

#[cfg(feature = "zstd")]
fn decompress(frame: &[u8], at: usize, most: usize) -> Result<Vec<u8>, NetworkError> {
    use std::io::Read;

    let error = |error: std::io::Error| NetworkError::Zstd { at, reason: error.to_string() };
    let mut bytes = Vec::new();
    let decoder = zstd::Decoder::with_buffer(frame).map_err(error)?;
    // One byte more than the network has says that the frame is too long.
    decoder.take(most as u64 + 1).read_to_end(&mut bytes).map_err(error)?;
    Ok(bytes)
}

#[cfg(not(feature = "zstd"))]
fn decompress(_: &[u8], at: usize, _: usize) -> Result<Vec<u8>, NetworkError> {
    Err(NetworkError::Zstd { at, reason: "the feature zstd is off".to_string() })
}

#[cfg(feature = "zstd")]
fn compress(bytes: &[u8], out: &mut Vec<u8>) {
    let compressed = zstd::encode_all(bytes, 0);
    out.append(&mut compressed.expect("memory is compressed without an error"));
}

/// A network whose description has a frame was neither read nor built without the feature.
#[cfg(not(feature = "zstd"))]
fn compress(_: &[u8], _: &mut Vec<u8>) {}
