//! Files into networks. Memory is taken for an array after the file is known to be long enough for it.

use alloc::format;
use alloc::string::ToString;
use core::fmt::Display;
use core::{slice, str};

use super::block::ByteRows;
use super::kind::Coding;
use super::simple::PADDING;
use super::{Array, BUCKETS, Network, NetworkError, NetworkKind, SimpleShape};

/// The first bytes of a compressed part.
pub(super) const MARK: &[u8; 17] = b"COMPRESSED_LEB128";

impl<'a> Network<'a> {
    /// Reads a network of Stockfish. The file states its kind and its width.
    ///
    /// # Errors
    ///
    /// [`NetworkError`] names the part of the file that is damaged or unknown.
    pub fn read(bytes: &[u8]) -> Result<Network<'static>, NetworkError> {
        Network::borrow(bytes).map(Network::into_owned)
    }

    /// Reads a network of Stockfish and leaves weights of one byte in the file.
    ///
    /// # Errors
    ///
    /// As [`Network::read`].
    pub fn borrow(bytes: &'a [u8]) -> Result<Self, NetworkError> {
        let mut file = File { bytes, at: 0 };
        let version = file.number(&"the version")?;
        if NetworkKind::WITH_HEADER.iter().all(|kind| kind.rules().is_none_or(|rules| rules.version != version)) {
            return Err(NetworkError::Version { found: version });
        }
        let file_hash = file.number(&"the file hash")?;
        let length = file.number(&"the length of the description")?;
        let text_at = file.at;
        let text = file.take(&"the description", length as usize)?;
        let text =
            str::from_utf8(text).map_err(|error| NetworkError::Description { at: text_at + error.valid_up_to() })?;
        let transformer_at = file.at;
        let transformer = file.number(&"the hash of the first layer")?;
        let is_compressed = file.bytes[file.at..].starts_with(MARK);

        // The hash of the first layer states its inputs and its width, but not whether it is compressed.
        let known = NetworkKind::WITH_HEADER.into_iter().find_map(|kind| {
            let rules = kind.rules().filter(|rules| rules.version == version)?;
            let width = (rules.features ^ transformer) as usize / 2;
            let is_kind = rules.transformer_hash(width) == transformer
                && is_compressed == (rules.arrays[0].1 == Coding::Compressed);
            Network::with_header(kind, rules, width).ok().filter(|_| is_kind).map(|network| (network, rules))
        });
        let Some((mut network, rules)) = known else {
            if MARK.starts_with(&file.bytes[file.at..]) {
                file.take(&Array::Biases, MARK.len())?;
            }
            return Err(NetworkError::Inputs { found: transformer, at: transformer_at });
        };
        network.description = text.to_string();
        let stack = rules.stack_hash(network.width);
        expect(&"the file hash", 4, transformer ^ stack, file_hash)?;
        for &(arrays, coding) in rules.arrays {
            match coding {
                Coding::Plain => arrays.iter().try_for_each(|&array| file.plain(&mut network, array))?,
                Coding::Compressed => file.compressed(&mut network, arrays)?,
            }
        }
        let mut layers = network.layers();
        for bucket in 0..BUCKETS {
            let (part, at) = (format!("the hash of bucket {bucket}"), file.at);
            expect(&part, at, stack, file.number(&part)?)?;
            layers.by_ref().take(6).try_for_each(|array| file.plain(&mut network, array))?;
        }
        file.end()?;
        Ok(network)
    }

    /// Reads a simple network, whose shape the file does not state.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Shape`] if there is no such network, or [`NetworkError::Length`] if the file has another length.
    pub fn read_simple(bytes: &'a [u8], shape: &SimpleShape) -> Result<Self, NetworkError> {
        // Some trainers do not pad files to a multiple of 64 bytes.
        let (expected, found) = (shape.file_len(), bytes.len());
        let mut network = Self::simple(shape)?;
        let layers = [Array::Pieces, Array::Biases].into_iter().chain(network.layers());
        let numbers: usize = layers.map(|array| network.len_of(array)).sum();
        if found != expected && found != 2 * numbers {
            return Err(NetworkError::Length { expected, found });
        }
        let mut file = File { bytes: &bytes[..2 * numbers], at: 0 };
        file.plain(&mut network, Array::Pieces)?;
        file.plain(&mut network, Array::Biases)?;
        let (buckets, weights_at) = (shape.output_buckets, file.at);
        for bucket in 0..buckets {
            let mut index = 0;
            network.fill(Array::LayerWeights { bucket, layer: 0 }, || {
                let place =
                    if shape.is_transposed { 2 * shape.width * bucket + index } else { index * buckets + bucket };
                index += 1;
                let at = weights_at + 2 * place;
                Ok::<_, NetworkError>(i64::from(i16::from_le_bytes([file.bytes[at], file.bytes[at + 1]])))
            })?;
        }
        file.at = weights_at + 4 * shape.width * buckets;
        (0..buckets).try_for_each(|bucket| file.plain(&mut network, Array::LayerBiases { bucket, layer: 0 }))?;
        let rest = &bytes[file.at..];
        match rest.iter().zip(PADDING.iter().cycle()).position(|(found, expected)| found != expected) {
            Some(place) => Err(NetworkError::Trailing { at: file.at + place, left: rest.len() - place }),
            None => Ok(network),
        }
    }
}

fn expect(part: &impl Display, at: usize, expected: u32, found: u32) -> Result<(), NetworkError> {
    if expected == found { Ok(()) } else { Err(NetworkError::Hash { part: part.to_string(), at, expected, found }) }
}

/// Returns the next number of LEB128, or `None` if the bytes end. One of more than five bytes is too large for any array.
pub(super) fn leb128(bytes: &mut slice::Iter<'_, u8>, is_signed: bool) -> Option<i64> {
    let (mut number, mut shift) = (0_i64, 0);
    loop {
        let &byte = bytes.next()?;
        number |= i64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            // The highest bit is the sign.
            return Some(if is_signed { number << (64 - shift) >> (64 - shift) } else { number });
        }
        if shift == 35 {
            return Some(i64::MAX);
        }
    }
}

/// A file, and the byte that is next.
pub(super) struct File<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

impl<'a> File<'a> {
    pub(super) fn take(&mut self, part: &impl Display, needed: usize) -> Result<&'a [u8], NetworkError> {
        let (at, rest) = (self.at, &self.bytes[self.at..]);
        let Some(taken) = rest.get(..needed) else {
            return Err(NetworkError::Incomplete { part: part.to_string(), at, needed, left: rest.len() });
        };
        self.at += needed;
        Ok(taken)
    }

    pub(super) fn number(&mut self, part: &impl Display) -> Result<u32, NetworkError> {
        let bytes = self.take(part, 4)?;
        Ok(u32::from_le_bytes(bytes.try_into().expect("four bytes")))
    }

    /// Reads an array whose numbers have the width of their type.
    fn plain(&mut self, network: &mut Network<'a>, array: Array) -> Result<(), NetworkError> {
        let width = match *network.range(array).end() {
            ..0x100 => 1,
            0x100..0x1_0000 => 2,
            _ => 4,
        };
        let bytes = self.take(&array, width * network.len_of(array))?;
        if let Array::Threats | Array::Pairs = array {
            *network.bytes(array) = ByteRows::borrowed(bytes);
            return Ok(());
        }
        let mut numbers = bytes.chunks_exact(width);
        network.fill(array, || {
            Ok(match *numbers.next().expect("as many numbers as the array has") {
                [a] => i64::from(a as i8),
                [a, b] => i64::from(i16::from_le_bytes([a, b])),
                [a, b, c, d] => i64::from(i32::from_le_bytes([a, b, c, d])),
                _ => unreachable!("widths are 1, 2 and 4"),
            })
        })
    }

    /// Reads a block of signed LEB128 with these arrays.
    fn compressed(&mut self, network: &mut Network<'a>, arrays: &[Array]) -> Result<(), NetworkError> {
        let (part, mark_at) = (arrays[0], self.at);
        if self.take(&part, MARK.len())? != MARK {
            return Err(NetworkError::Mark { part: part.to_string(), at: mark_at });
        }
        let length = self.number(&part)? as usize;
        let start = self.at;
        let bytes = self.take(&part, length)?;
        // A number has at least one byte.
        let needed = arrays.iter().map(|&array| network.len_of(array)).sum();
        if length < needed {
            return Err(NetworkError::Incomplete { part: part.to_string(), at: start, needed, left: length });
        }
        let mut rest = bytes.iter();
        for &array in arrays {
            let range = network.range(array);
            network.fill(array, || {
                let at = start + length - rest.len();
                let number = leb128(&mut rest, true).ok_or_else(|| NetworkError::Incomplete {
                    part: array.to_string(),
                    at,
                    needed: 1,
                    left: 0,
                })?;
                let error = || NetworkError::Number { part: array.to_string(), at, found: number };
                if range.contains(&number) { Ok(number) } else { Err(error()) }
            })?;
        }
        match rest.len() {
            0 => Ok(()),
            left => Err(NetworkError::Compressed { part: part.to_string(), at: self.at - left, left }),
        }
    }

    pub(super) fn end(&self) -> Result<(), NetworkError> {
        match self.bytes.len() - self.at {
            0 => Ok(()),
            left => Err(NetworkError::Trailing { at: self.at, left }),
        }
    }
}
