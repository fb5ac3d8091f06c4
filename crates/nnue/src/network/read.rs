//! Files into networks. Memory is taken for an array after the file is known to be long enough for it.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt::Display;
use core::{mem, slice, str};

use super::block::{ByteRows, LANES, Rows};
use super::{Network, Vectors};
use crate::architecture::{Architecture, Coding, Layout, MAX_WIDTH, NumberType, Part};
use crate::array::Array;
use crate::error::NetworkError;

/// The first bytes of a compressed part.
pub(super) const MARK: &[u8; 17] = b"COMPRESSED_LEB128";

impl Architecture {
    /// Returns the architecture of a network of Stockfish, which its file states.
    ///
    /// # Errors
    ///
    /// Returns an error if no network begins with these bytes.
    pub fn recognize(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut file = File::new(bytes);
        let version = file.number(&"the version")?;
        let headers = Self::STOCKFISH.map(|known| {
            let parts = known.parts().unwrap_or_default();
            let layout = parts.iter().find_map(Part::layout);
            let coding = layout.map_or(Coding::Plain, |layout| layout.coding);
            let header = parts.first().and_then(|part| match *part {
                Part::Stockfish(stated, inputs) => Some((inputs, coding)).filter(|_| stated == version),
                _ => None,
            });
            header.map(|header| (known, header))
        });
        if headers.iter().all(Option::is_none) {
            return Err(NetworkError::Version { found: version });
        }
        let (file_hash, _, inputs_at) = (file.number(&"the file hash")?, file.text()?, file.at);
        let found = file.number(&"the hash of the first layer")?;
        let is_compressed = file.bytes[file.at..].starts_with(MARK);
        // The hash states the inputs and the width. Networks with the same ones differ in the layers after them.
        let fitting = headers.into_iter().flatten().filter_map(|(known, (inputs, coding))| {
            let width = (inputs ^ found) as usize / 2;
            let fits = inputs ^ (2 * width as u32) == found && 0 < width && width < MAX_WIDTH && width % 64 == 0;
            let known = Self { width, ..known };
            (fits && is_compressed == (coding == Coding::Block)).then_some(known)
        });
        let fitting: Vec<_> = fitting.collect();
        if fitting.is_empty() && MARK.starts_with(&file.bytes[file.at..]) {
            file.take(&Array::Biases, MARK.len())?;
        }
        // Without the right hash, the error is that of the newest.
        let is_it = |known: &&Self| found ^ known.layers_hash() == file_hash;
        let known = fitting.iter().find(is_it).or(fitting.last());
        known.cloned().ok_or(NetworkError::Inputs { found, at: inputs_at })
    }
}

impl<'a> Network<'a> {
    /// Reads a network of Stockfish. The file states its [`Architecture`].
    ///
    /// # Errors
    ///
    /// [`NetworkError`] names the part of the file that is damaged or unknown.
    pub fn read(bytes: &[u8]) -> Result<Network<'static>, NetworkError> {
        Network::borrow(bytes, &Architecture::recognize(bytes)?).map(Network::into_owned)
    }

    /// Reads a network of an architecture, and leaves weights of threats and pairs of pawns in the file, if it has them as
    /// they are used.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Architecture`] or [`NetworkError::Shape`] if there is no such network. Other errors name the array
    /// of the file that does not fit, and the bytes that are missing or too many.
    pub fn borrow(bytes: &'a [u8], architecture: &Architecture) -> Result<Self, NetworkError> {
        let mut network = Self::new(architecture)?;
        let (parts, mut file) = (mem::take(&mut network.parts), File::new(bytes));
        network.read_parts(&mut file, &parts, None, &ByteRows::borrowed)?;
        file.end()?;
        network.parts = parts;
        network.vectors = Vectors::new(&network);
        Ok(network)
    }

    /// Reads parts of a file. `keep` returns bytes that belong to the network.
    fn read_parts<'b>(
        &mut self,
        file: &mut File<'b>,
        parts: &[Part],
        bucket: Option<usize>,
        keep: &dyn Fn(&'b [u8]) -> ByteRows<'a>,
    ) -> Result<(), NetworkError> {
        for (i, part) in parts.iter().enumerate() {
            let (at, next) = (file.at, parts.get(i + 1));
            match part {
                Part::Bytes(bytes) => {
                    let found = file.take(&"the header", bytes.len())?;
                    for (i, (expected, &found)) in bytes.iter().zip(found).enumerate() {
                        match *expected {
                            None => self.free.push(found),
                            Some(expected) if expected != found => {
                                return Err(NetworkError::Header { at: at + i, expected, found });
                            }
                            Some(_) => {}
                        }
                    }
                }
                Part::Text => self.description = file.text()?.to_string(),
                Part::Stockfish(version, inputs) => {
                    let found = file.number(&"the version")?;
                    if found != *version {
                        return Err(NetworkError::Version { found });
                    }
                    let inputs = inputs ^ (2 * self.width() as u32);
                    file.expect(&"the file hash", inputs ^ self.architecture.layers_hash())?;
                    self.description = file.text()?.to_string();
                    file.expect(&"the hash of the first layer", inputs)?;
                }
                Part::Hash => {
                    let part = format!("the hash of bucket {}", bucket.unwrap_or_default());
                    file.expect(&part, self.architecture.layers_hash())?;
                }
                Part::Array(layout) => {
                    self.read_array(file, layout, bucket, keep)?;
                    let is_last = next.and_then(Part::coding) != Some(Coding::Joined);
                    match file.block_end - file.at.min(file.block_end) {
                        left if layout.coding >= Coding::Block && is_last && left > 0 => {
                            return Err(NetworkError::Compressed { part: layout.to_string(), at: file.at, left });
                        }
                        _ => {}
                    }
                }
                Part::Stacks(parts) => {
                    (0..self.buckets()).try_for_each(|bucket| self.read_parts(file, parts, Some(bucket), keep))?;
                }
                // Some trainers do not fill up their files.
                Part::Fill(..) if next.is_none() && at == file.bytes.len() => {}
                Part::Fill(multiple, text) => {
                    let found = file.take(&"the filling", at.next_multiple_of(*multiple) - at)?;
                    let mut bytes = found.iter().zip(text.iter().cycle()).enumerate();
                    if let Some((i, (&found, &expected))) = bytes.find(|(_, (found, expected))| found != expected) {
                        return Err(NetworkError::Header { at: at + i, expected, found });
                    }
                }
                Part::Zstd => {
                    let (frame, rest) = (file.take(&"the frame", file.bytes.len() - at)?, &parts[i + 1..]);
                    let bytes = decompress(frame, at, self.stored(rest))?;
                    let mut inner = File::new(&bytes);
                    self.read_parts(&mut inner, rest, None, &|bytes| ByteRows::borrowed(bytes).into_owned())?;
                    return inner.end();
                }
            }
        }
        Ok(())
    }

    /// Returns the largest number of bytes that parts take.
    fn stored(&self, parts: &[Part]) -> usize {
        let bytes = parts.iter().map(|part| match part {
            Part::Bytes(bytes) => bytes.len(),
            Part::Hash => 4,
            Part::Array(layout) => {
                let size = if layout.coding == Coding::Plain { layout.number.size() } else { 5 };
                let count = layout.places(self.stored_dims(layout, None)).count;
                count.saturating_mul(size).saturating_add(MARK.len() + 4)
            }
            Part::Stacks(parts) => self.stored(parts).saturating_mul(self.buckets()),
            Part::Fill(multiple, _) => *multiple,
            Part::Text | Part::Stockfish(..) | Part::Zstd => 1 << 20,
        });
        bytes.fold(0, usize::saturating_add)
    }

    fn read_array<'b>(
        &mut self,
        file: &mut File<'b>,
        layout: &Layout,
        bucket: Option<usize>,
        keep: &dyn Fn(&'b [u8]) -> ByteRows<'a>,
    ) -> Result<(), NetworkError> {
        let places = layout.places(self.stored_dims(layout, bucket));
        let (number, size, range) = (layout.number, layout.number.size(), layout.range());
        let checked = |found: i64, at: usize| {
            let error = || NetworkError::Number { part: layout.to_string(), at, found };
            if range.contains(&found) { Ok(found) } else { Err(error()) }
        };
        if layout.coding == Coding::Plain {
            let at = file.at;
            let bytes = file.take(layout, places.count.saturating_mul(size))?;
            let (kept, mut n) = (layout.kept().filter(|&kept| kept == number && places.is_usual), 0);
            if kept == Some(NumberType::I8) && self.width() % LANES == 0 {
                *self.bytes(layout.array) = keep(bytes);
                return Ok(());
            }
            // Large arrays are in this form.
            if kept == Some(NumberType::I16) {
                let rows = Rows::from_bytes(self.width(), bytes);
                *if layout.array == Array::Biases { &mut self.biases } else { &mut self.pieces.weights } = rows;
                return Ok(());
            }
            return self.fill(layout, bucket, || {
                let place = size * places.nth(n);
                n += 1;
                checked(number.decode(&bytes[place..]), at + place)
            });
        }
        if layout.coding == Coding::Block {
            let at = file.at;
            if file.take(layout, MARK.len())? != MARK {
                return Err(NetworkError::Mark { part: layout.to_string(), at });
            }
            let length = file.number(layout)? as usize;
            let at = file.at;
            file.take(layout, length)?;
            (file.at, file.block_end) = (at, at + length);
        } else if layout.coding == Coding::Leb {
            file.block_end = file.bytes.len();
        }
        // A number has at least one byte.
        let (at, end, needed) = (file.at, file.block_end, places.count);
        let mut rest = file.bytes[at..end].iter();
        if rest.len() < needed {
            return Err(NetworkError::Incomplete { part: layout.to_string(), at, needed, left: rest.len() });
        }
        let mut next = || {
            let at = end - rest.len();
            match leb128(&mut rest, number != NumberType::F32) {
                Some(found) => checked(found, at),
                None => Err(NetworkError::Incomplete { part: layout.to_string(), at, needed: 1, left: 0 }),
            }
        };
        if places.is_usual {
            self.fill(layout, bucket, next)?;
        } else {
            let (numbers, mut n) = ((0..needed).map(|_| next()).collect::<Result<Vec<_>, _>>()?, 0);
            self.fill(layout, bucket, || {
                n += 1;
                Ok(numbers[places.nth(n - 1)])
            })?;
        }
        file.at = end - rest.len();
        Ok(())
    }
}

/// Returns the next number of LEB128, or `None` if the bytes end. One of more than five bytes is too large for any array.
fn leb128(bytes: &mut slice::Iter<'_, u8>, is_signed: bool) -> Option<i64> {
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
struct File<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The end of the compressed block that was begun last.
    block_end: usize,
}

impl<'a> File<'a> {
    const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, block_end: 0 }
    }

    fn take(&mut self, part: &dyn Display, needed: usize) -> Result<&'a [u8], NetworkError> {
        let (at, rest) = (self.at, &self.bytes[self.at..]);
        let Some(taken) = rest.get(..needed) else {
            return Err(NetworkError::Incomplete { part: part.to_string(), at, needed, left: rest.len() });
        };
        self.at += needed;
        Ok(taken)
    }

    fn number(&mut self, part: &dyn Display) -> Result<u32, NetworkError> {
        let bytes = self.take(part, 4)?;
        Ok(u32::from_le_bytes(bytes.try_into().expect("four bytes")))
    }

    /// Reads a hash.
    fn expect(&mut self, part: &dyn Display, expected: u32) -> Result<(), NetworkError> {
        let at = self.at;
        match self.number(part)? {
            found if found == expected => Ok(()),
            found => Err(NetworkError::Hash { part: part.to_string(), at, expected, found }),
        }
    }

    /// Reads a length and a text.
    fn text(&mut self) -> Result<&'a str, NetworkError> {
        let length = self.number(&"the length of the description")?;
        let at = self.at;
        let text = self.take(&"the description", length as usize)?;
        str::from_utf8(text).map_err(|error| NetworkError::Description { at: at + error.valid_up_to() })
    }

    fn end(&self) -> Result<(), NetworkError> {
        match self.bytes.len() - self.at {
            0 => Ok(()),
            left => Err(NetworkError::Trailing { at: self.at, left }),
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
