//! Zstandard (RFC 8878), unpacked by libzstd: frames one after another.
//!
//! **Invariant:** libzstd never gets more than one block, and always has room for all that a block unpacks to. If a call
//! fails, libzstd does not report what it unpacked before, so nothing is lost, however the stream arrives and is read.

use std::io::{self, Read};

use zstd::zstd_safe::zstd_sys::ZSTD_ErrorCode as Code;
use zstd::zstd_safe::{
    DCtx, DParameter, InBuffer, OutBuffer, find_frame_compressed_size, get_dict_id_from_frame, get_frame_content_size,
};

use crate::foreign::ZSTANDARD;
use crate::stream::Stream;
use crate::unpack::input::{Ending, Input};
use crate::unpack::limits::DecompressErrorKind as Kind;
use crate::unpack::limits::DecompressLimits;
use crate::unpack::limits::{Compression, is_skippable};

/// The greatest number of bytes that a block contains and unpacks to.
const MAX_BLOCK: usize = 128 << 10;

const BLOCK_HEADER: usize = 3;

/// The greatest number of bytes of the header of a frame.
const LONGEST_HEADER: usize = 18;

/// The fewest bytes of the header of a frame that libzstd takes.
const FIRST: usize = 5;

/// The logarithm of the largest window that libzstd unpacks.
const MAX_WINDOW_LOG: u32 = if usize::BITS == 64 { 31 } else { 30 };

/// A block has at least four bytes.
const LARGEST_GROWTH: u64 = MAX_BLOCK as u64 / 4;

/// Unpacks a whole stream of one frame, whose header states the length, without a window between input and output.
/// Returns `false` if it is not one: it may be damaged, too long or several frames. Then what `bytes` contains does not
/// matter.
pub(crate) fn unpack_frame(packed: &[u8], bytes: &mut Vec<u8>, limits: DecompressLimits) -> bool {
    let Ok(Some(length)) = get_frame_content_size(packed) else { return false };
    let growth = (packed.len() as u64).saturating_mul(limits.growth.min(LARGEST_GROWTH));
    if growth.min(limits.length) < length
        || !packed.starts_with(&ZSTANDARD)
        || check_header(packed, limits.window).is_err()
        || find_frame_compressed_size(packed) != Ok(packed.len())
    {
        return false;
    }
    let Ok(expected) = usize::try_from(length) else { return false };
    bytes.resize(expected, 0);
    DCtx::create().decompress(&mut bytes[..], packed) == Ok(expected)
}

/// Checks the window and the dictionary that a frame requires. Nothing is checked if its header is cut.
fn check_header(front: &[u8], limit: u64) -> Result<(), Kind> {
    let &[_, _, _, _, descriptor, window, ..] = front else { return Ok(()) };
    if let Some(id) = get_dict_id_from_frame(front) {
        return Err(Kind::Dictionary { id: id.get() });
    }
    let is_single_segment = descriptor & 1 << 5 != 0;
    let required = if is_single_segment {
        // A frame that is a single segment has its content as its window.
        get_frame_content_size(front).ok().flatten().unwrap_or_default()
    } else {
        let base = 1_u64 << (10 + (window >> 3));
        base + base / 8 * u64::from(window & 7)
    };
    let limit = limit.min(1 << MAX_WINDOW_LOG);
    if required <= limit { Ok(()) } else { Err(Kind::Window { required, limit }) }
}

pub(crate) struct Frames<R> {
    input: Input<R>,
    context: DCtx<'static>,
    /// The number of bytes that libzstd wants next. It is 0 between two frames.
    wanted: usize,
    /// The unpacked bytes of the last block; the bytes from `read` to `end` have not been read.
    block: Box<[u8]>,
    read: usize,
    end: usize,
    ending: Option<Ending>,
    /// An error that is reported when everything before it has been read.
    error: Option<io::Error>,
}

impl<R: Read> Frames<R> {
    pub(crate) fn new(stream: Stream<R>, limits: DecompressLimits) -> Self {
        let mut context = DCtx::create();
        // The limit of each frame is checked before libzstd sees it.
        context.set_parameter(DParameter::WindowLogMax(MAX_WINDOW_LOG)).expect("a window that libzstd allows");
        Self {
            input: Input::new(stream, limits),
            context,
            wanted: 0,
            block: vec![0; MAX_BLOCK].into_boxed_slice(),
            read: 0,
            end: 0,
            ending: None,
            error: None,
        }
    }

    /// Looks at the header of a frame; returns `false` at the end of the stream.
    fn begin_frame(&mut self) -> io::Result<bool> {
        let limit = self.input.limits.window;
        let front = self.input.peek(LONGEST_HEADER)?;
        let Some(&first) = front.first() else { return Ok(false) };
        let is_frame = match front.get(..ZSTANDARD.len()) {
            Some(magic) => Compression::detect(magic) == Some(Compression::Zstandard),
            // Only a byte that begins a frame can be a frame that is cut.
            None => first == ZSTANDARD[0] || first & 0xf0 == 0x50,
        };
        if !is_frame {
            return Err(self.input.error(Kind::Trailing));
        }
        if !is_skippable(front) {
            check_header(front, limit).map_err(|kind| self.input.error(kind))?;
        }
        self.wanted = FIRST;
        Ok(true)
    }

    /// Unpacks a block, or takes a part of something else; returns `false` at the end of the stream.
    fn advance(&mut self) -> io::Result<bool> {
        if self.wanted == 0 && !self.begin_frame()? {
            return Ok(false);
        }
        // libzstd wants a block and the header of the next one. If that is damaged, the block would be lost.
        let wanted = if self.wanted <= BLOCK_HEADER { self.wanted } else { self.wanted - BLOCK_HEADER };
        let wanted = wanted.min(MAX_BLOCK);
        let available = self.input.peek(wanted)?;
        let packed = &available[..wanted.min(available.len())];
        if packed.is_empty() {
            return Err(self.input.error(Kind::Cut));
        }
        let (mut source, mut target) = (InBuffer::around(packed), OutBuffer::around(&mut self.block[..]));
        let result = self.context.decompress_stream(&mut target, &mut source);
        let passed = if result.is_ok() { source.pos } else { packed.len() };
        (self.read, self.end) = (0, target.pos());
        self.input.pass(passed);
        self.wanted = result.map_err(|code| self.damage(code))?;
        self.input.unpacked(self.end)?;
        Ok(true)
    }

    fn damage(&self, code: usize) -> io::Error {
        let is = |kind: Code| code == 0_usize.wrapping_sub(kind as usize);
        if is(Code::ZSTD_error_memory_allocation) {
            return io::ErrorKind::OutOfMemory.into();
        }
        self.input.error(if is(Code::ZSTD_error_checksum_wrong) {
            Kind::Checksum
        } else if is(Code::ZSTD_error_prefix_unknown) || is(Code::ZSTD_error_frameParameter_unsupported) {
            Kind::Corrupt("the header of a Zstandard frame")
        } else {
            Kind::Corrupt("the blocks of a Zstandard frame")
        })
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() {
            let unread = &self.block[self.read..self.end];
            if !unread.is_empty() {
                let length = unread.len().min(buffer.len());
                buffer[..length].copy_from_slice(&unread[..length]);
                self.read += length;
                return Ok(length);
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
