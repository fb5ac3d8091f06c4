//! UTF-16, decoded while it arrives.

#[cfg(not(feature = "std"))]
use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::io::{self, Read};
#[cfg(feature = "std")]
use std::vec::Vec;

#[cfg(feature = "std")]
use crate::{Input, Stream};

/// A decoder of UTF-16 that arrives in pieces.
#[derive(Clone, Debug)]
pub struct Utf16 {
    is_big_endian: bool,
    /// The first byte of a unit, and the first unit of a character.
    byte: Option<u8>,
    high: Option<u16>,
}

impl Utf16 {
    /// Returns a decoder for a text whose first four bytes are a byte order mark or ASCII in UTF-16, or `None` for others.
    pub fn detect(front: &[u8]) -> Option<Self> {
        let is_ascii = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
        let is_big_endian = match *front {
            // UTF-32 has the same mark.
            [0xff, 0xfe, 0, 0, ..] => return None,
            [0xff, 0xfe, ..] => false,
            [0xfe, 0xff, ..] => true,
            [one, 0, other, 0, ..] if is_ascii(one) && is_ascii(other) => false,
            [0, one, 0, other, ..] if is_ascii(one) && is_ascii(other) => true,
            _ => return None,
        };
        Some(Self { is_big_endian, byte: None, high: None })
    }

    /// Appends the characters of the next bytes in UTF-8. A unit that is not part of a character becomes U+FFFD.
    pub fn decode(&mut self, bytes: &[u8], text: &mut Vec<u8>) {
        for &byte in bytes {
            let Some(first) = self.byte.take() else {
                self.byte = Some(byte);
                continue;
            };
            let unit =
                if self.is_big_endian { u16::from_be_bytes([first, byte]) } else { u16::from_le_bytes([first, byte]) };
            let high = self.high.take();
            if matches!(unit, 0xd800..0xdc00) {
                self.high = Some(unit);
                if high.is_some() {
                    push(char::REPLACEMENT_CHARACTER, text);
                }
                continue;
            }
            for c in char::decode_utf16(high.into_iter().chain([unit])) {
                push(c.unwrap_or(char::REPLACEMENT_CHARACTER), text);
            }
        }
    }

    /// Appends U+FFFD if the text ends inside a character.
    pub fn finish(&mut self, text: &mut Vec<u8>) {
        if self.byte.take().is_some() | self.high.take().is_some() {
            push(char::REPLACEMENT_CHARACTER, text);
        }
    }
}

fn push(c: char, text: &mut Vec<u8>) {
    text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

/// A stream of text that decodes UTF-16, as [`Utf16::detect`] recognizes it, to UTF-8. Any other text is unchanged.
///
/// ```
/// use std::io::Read;
///
/// use gardez_io::TextStream;
///
/// let mut text = String::new();
/// TextStream::new(&b"\xfe\xff\0e\x004"[..]).read_to_string(&mut text)?;
/// assert_eq!(text, "\u{feff}e4");
/// # Ok::<_, std::io::Error>(())
/// ```
#[cfg(feature = "std")]
#[derive(Debug)]
pub struct TextStream<R> {
    stream: Stream<R>,
    /// `None` before the first bytes are known; `Some(None)` for other text.
    utf16: Option<Option<Utf16>>,
    /// The text that was decoded; what is before `read` was read.
    decoded: Vec<u8>,
    read: usize,
}

#[cfg(feature = "std")]
impl<R> TextStream<R> {
    /// Creates a stream of the text of this stream.
    pub const fn new(stream: R) -> Self {
        Self { stream: Stream::new(stream), utf16: None, decoded: Vec::new(), read: 0 }
    }

    /// Returns the stream without the bytes that were read ahead.
    pub fn into_inner(self) -> R {
        self.stream.into_inner()
    }

    /// Returns `true` if the text is UTF-16, once the first bytes have been read.
    pub const fn is_utf16(&self) -> bool {
        matches!(self.utf16, Some(Some(_)))
    }
}

#[cfg(feature = "std")]
impl<R: Read> Read for TextStream<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.utf16.is_none() && !buffer.is_empty() {
            let front = Utf16::detect(self.stream.peek(4));
            if self.stream.is_waiting() {
                self.stream.end()?;
            }
            self.utf16 = Some(front);
        }
        let Some(Some(utf16)) = &mut self.utf16 else { return self.stream.read(buffer) };
        while self.read == self.decoded.len() && !buffer.is_empty() {
            self.read = 0;
            self.decoded.clear();
            let bytes = self.stream.peek(1);
            let length = bytes.len();
            utf16.decode(bytes, &mut self.decoded);
            self.stream.consume(length);
            if length == 0 {
                if self.stream.is_waiting() {
                    self.stream.end()?;
                }
                // The text before an error is there, as before an end.
                utf16.finish(&mut self.decoded);
                if self.decoded.is_empty() {
                    return self.stream.end().map(|()| 0);
                }
            }
        }
        let rest = &self.decoded[self.read..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.read += length;
        Ok(length)
    }
}
