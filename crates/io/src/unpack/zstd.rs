//! Zstandard (RFC 8878): frames one after another.
//!
//! ```text
//! frame    header, blocks, checksum         zstd/header.rs, this file
//! block    literals, sequences              zstd/block.rs
//! literals bytes in Huffman code            zstd/literals.rs, huffman.rs
//! sequence some literals, then a match      zstd/sequences.rs, fse.rs
//! window   what matches refer to            zstd/window.rs
//! ```
//!
//! **Invariant:** no block unpacks to more than 128 KiB, whatever it contains, and the window is never longer than the
//! window of the frame and one block.

mod bits;
mod block;
mod checksum;
mod fse;
mod header;
mod huffman;
mod literals;
mod sequences;
mod window;

use std::io::{self, Read};

use self::block::BlockDecoder;
use self::checksum::Checksum;
use self::header::{FrameHeader, read_frame_header};
use self::window::Window;
use crate::stream::Stream;
use crate::unpack::error::{DecompressErrorKind as Kind, Ending};
use crate::unpack::input::Input;
use crate::unpack::limits::DecompressLimits;

/// The greatest number of bytes that a block contains and unpacks to.
const MAX_BLOCK: usize = 128 << 10;

/// The frames of a stream one after another.
pub(crate) struct Frames<R> {
    input: Input<R>,
    window_limit: u64,
    /// The frame that is being read.
    frame: Option<Frame>,
    /// The contents of a block.
    packed: Vec<u8>,
    blocks: BlockDecoder,
    window: Window,
    ending: Option<Ending>,
    /// An error that is reported when everything before it has been read.
    error: Option<io::Error>,
}

/// The state of a frame.
struct Frame {
    header: FrameHeader,
    /// The bytes unpacked so far.
    unpacked: u64,
    checksum: Checksum,
}

impl<R: Read> Frames<R> {
    pub(crate) fn new(stream: Stream<R>, limits: DecompressLimits) -> Self {
        Self {
            input: Input::new(stream, limits),
            window_limit: limits.window,
            frame: None,
            packed: Vec::new(),
            blocks: BlockDecoder::new(),
            window: Window::new(),
            ending: None,
            error: None,
        }
    }

    /// Reads the header of a frame or a block; returns `false` at the end of the stream.
    fn advance(&mut self) -> io::Result<bool> {
        let Some(frame) = &mut self.frame else {
            match read_frame_header(&mut self.input, self.window_limit)? {
                None => return Ok(false),
                Some(header) => {
                    self.window.begin_frame(header.window);
                    self.blocks.begin_frame();
                    self.frame = Some(Frame { header, unpacked: 0, checksum: Checksum::new() });
                    return Ok(true);
                }
            }
        };
        let corrupt = Kind::Corrupt("the header of a Zstandard block");
        let [low, middle, high]: [u8; 3] = self.input.read_array()?;
        let header = u32::from_le_bytes([low, middle, high, 0]);
        let (is_last, kind, length) = (header & 1 != 0, header >> 1 & 3, (header >> 3) as usize);
        let longest = frame.header.window.min(MAX_BLOCK);
        if longest < length {
            return Err(self.input.error(corrupt));
        }
        self.window.begin_block(longest);
        match kind {
            0 => {
                self.packed.resize(length, 0);
                self.input.read_exact(&mut self.packed)?;
                self.window.push(&self.packed);
            }
            1 => {
                let [byte] = self.input.read_array()?;
                self.window.push_repeated(byte, length);
            }
            2 => {
                self.packed.resize(length, 0);
                self.input.read_exact(&mut self.packed)?;
                if let Err(part) = self.blocks.decode(&self.packed, &mut self.window, longest) {
                    self.window.drop_block();
                    return Err(self.input.error(Kind::Corrupt(part)));
                }
            }
            _ => return Err(self.input.error(corrupt)),
        }
        let unpacked = self.window.unread_len();
        frame.unpacked += unpacked as u64;
        if frame.header.has_checksum {
            let (front, back) = self.window.unread();
            frame.checksum.update(front);
            frame.checksum.update(back);
        }
        self.input.unpacked(unpacked)?;
        if frame.header.content.is_some_and(|content| content < frame.unpacked || is_last && content != frame.unpacked)
        {
            return Err(self.input.error(Kind::Checksum));
        }
        if is_last {
            if frame.header.has_checksum {
                let stated = u32::from_le_bytes(self.input.read_array()?);
                if stated != frame.checksum.finish() as u32 {
                    return Err(self.input.error(Kind::Checksum));
                }
            }
            self.frame = None;
        }
        Ok(true)
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() {
            let read = self.window.read(buffer);
            if read != 0 {
                return Ok(read);
            }
            if let Some(error) = self.error.take() {
                return Err(error);
            }
            if let Some(ending) = self.ending {
                return ending.read();
            }
            match self.advance() {
                Ok(true) => {}
                Ok(false) => self.ending = Some(Ending::Over),
                // What was unpacked before is read first. Nothing can be unpacked after it.
                Err(error) => (self.ending, self.error) = (Some(Ending::after(&error)), Some(error)),
            }
        }
        Ok(0)
    }
}
