//! gzip (RFC 1952): members one after another.

mod codes;
mod inflate;

use std::io::{self, Read};

use crc32fast::Hasher;

use self::inflate::{Inflate, Output, Pause};
use crate::foreign::GZIP;
use crate::stream::Stream;
use crate::unpack::input::{Ending, Input};
use crate::unpack::limits::DecompressErrorKind as Kind;
use crate::unpack::limits::DecompressLimits;

const HEADER_CHECKSUM: u8 = 1 << 1;
const EXTRA: u8 = 1 << 2;
const NAME: u8 = 1 << 3;
const COMMENT: u8 = 1 << 4;
const RESERVED: u8 = 0b1110_0000;

/// A byte of a deflated stream never unpacks to more than this many bytes.
const LARGEST_GROWTH: u64 = 1032;

const BLOCKS: &str = "the blocks of a gzip member";

/// Unpacks a whole stream of one member, whose length is in its last bytes, without a window between input and output.
/// Returns `false` if it is not one: it may be damaged, too long or several members. Then what `bytes` contains does
/// not matter.
pub(crate) fn unpack_member(packed: &[u8], bytes: &mut Vec<u8>, limits: DecompressLimits) -> bool {
    let Some((content, trailer)) = member(packed) else { return false };
    let [checksum, length] =
        [0, 4].map(|at| u32::from_le_bytes([trailer[at], trailer[at + 1], trailer[at + 2], trailer[at + 3]]));
    let growth = (packed.len() as u64).saturating_mul(limits.growth.min(LARGEST_GROWTH));
    let Ok(expected) = usize::try_from(length) else { return false };
    if growth.min(limits.length) < u64::from(length) {
        return false;
    }
    bytes.resize(expected, 0);
    let (mut inflate, mut rest, mut output) = (Inflate::new(), content, Output { bytes, at: 0 });
    matches!(inflate.run(&mut rest, &mut output), Ok(Pause::End))
        && inflate.held() + rest.len() == 0
        && output.at == expected
        && crc32fast::hash(bytes) == checksum
}

fn member(packed: &[u8]) -> Option<(&[u8], &[u8; 8])> {
    let (header, rest) = packed.split_first_chunk::<10>()?;
    let (mut rest, trailer) = rest.split_last_chunk::<8>()?;
    let [first, second, method, flags, ..] = *header;
    if [first, second] != GZIP || method != 8 || flags & !NAME != 0 {
        return None;
    }
    if flags & NAME != 0 {
        rest = &rest[memchr::memchr(0, rest)? + 1..];
    }
    Some((rest, trailer))
}

/// The bytes that matches can refer to.
const HISTORY: usize = 32 << 10;
const ROOM: usize = 48 << 10;

pub(crate) struct Members<R> {
    input: Input<R>,
    inflate: Inflate,
    /// The bytes of the member that were unpacked last; those from `read` to `at` have not been read.
    window: Box<[u8]>,
    read: usize,
    at: usize,
    /// `true` if what comes next does not fit into the window.
    is_full: bool,
    /// The bytes that were unpacked since the limits were checked.
    unchecked: usize,
    checksum: Hasher,
    length: u32,
    state: State,
    /// An error that is reported when everything before it has been read.
    error: Option<io::Error>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    First,
    Between,
    Inside,
    Ended(Ending),
}

impl<R: Read> Members<R> {
    pub(crate) fn new(stream: Stream<R>, limits: DecompressLimits) -> Self {
        Self {
            input: Input::new(stream, limits),
            inflate: Inflate::new(),
            window: vec![0; HISTORY + ROOM].into_boxed_slice(),
            read: 0,
            at: 0,
            is_full: false,
            unchecked: 0,
            checksum: Hasher::new(),
            length: 0,
            state: State::First,
            error: None,
        }
    }

    /// Reads a header; returns `false` at the end of the stream.
    fn header(&mut self) -> io::Result<bool> {
        if self.input.peek(1)?.is_empty() {
            return Ok(false);
        }
        // After a member, only a byte that begins a header can be a header that is cut.
        let is_member = self.state == State::First || self.input.peek(1)?[0] == GZIP[0];
        self.input.checksum = Some(Hasher::new());
        if !is_member || self.input.read_array()? != GZIP {
            return Err(self.input.error(Kind::Trailing));
        }
        let [method, flags, ..]: [u8; 8] = self.input.read_array()?;
        if method != 8 || flags & RESERVED != 0 {
            return Err(self.input.error(Kind::Corrupt("the header of a gzip member")));
        }
        if flags & EXTRA != 0 {
            let length = u16::from_le_bytes(self.input.read_array()?);
            self.input.read_exact(&mut vec![0; length.into()])?;
        }
        for text in [NAME, COMMENT] {
            if flags & text != 0 {
                self.input.skip_past(0)?;
            }
        }
        let checksum = self.input.checksum.take().map_or(0, Hasher::finalize);
        if flags & HEADER_CHECKSUM != 0 && u16::from_le_bytes(self.input.read_array()?) != checksum as u16 {
            return Err(self.input.error(Kind::Corrupt("the checksum of the header of a gzip member")));
        }
        self.inflate.reset();
        (self.read, self.at, self.is_full, self.length) = (0, 0, false, 0);
        self.checksum = Hasher::new();
        Ok(true)
    }

    /// Unpacks some bytes, if there are any before the input at hand ends. All that was unpacked before has been read.
    fn inflate(&mut self) -> io::Result<()> {
        if self.is_full {
            self.is_full = false;
            self.window.copy_within(self.at - HISTORY..self.at, 0);
            (self.read, self.at) = (HISTORY, HISTORY);
        }
        let room = usize::try_from(self.input.room()).unwrap_or(usize::MAX).saturating_sub(self.unchecked);
        let end = self.window.len().min(self.at.saturating_add(room));
        let available = self.input.peek(1)?;
        let (length, mut rest) = (available.len(), available);
        let mut output = Output { bytes: &mut self.window[..end], at: self.at };
        let result = self.inflate.run(&mut rest, &mut output);
        let (passed, at) = (length - rest.len(), output.at);
        self.input.pass(passed);
        let unpacked = &self.window[self.at..at];
        self.checksum.update(unpacked);
        self.length = self.length.wrapping_add(unpacked.len() as u32);
        self.unchecked += unpacked.len();
        self.at = at;
        if let Ok(Pause::Input) = result {
            return if length == 0 { Err(self.input.error(Kind::Cut)) } else { Ok(()) };
        }
        // Here, what was used for these bytes does not depend on how the input is divided.
        self.input.held = self.inflate.held();
        self.input.unpacked(core::mem::take(&mut self.unchecked))?;
        match result {
            Err(_) => Err(self.input.error(Kind::Corrupt(BLOCKS))),
            Ok(Pause::Room) if end < self.window.len() => Err(self.input.too_long()),
            Ok(Pause::Room) => {
                (self.input.held, self.is_full) = (0, true);
                Ok(())
            }
            Ok(_) => self.trailer(),
        }
    }

    /// Compares the checksum and the length of a member, which ends here.
    fn trailer(&mut self) -> io::Result<()> {
        self.state = State::Between;
        let held = core::mem::take(&mut self.input.held);
        let mut trailer = self.inflate.take_held();
        self.input.read_exact(&mut trailer[held..])?;
        let [checksum, length] =
            [0, 4].map(|at| u32::from_le_bytes([trailer[at], trailer[at + 1], trailer[at + 2], trailer[at + 3]]));
        if (checksum, length) != (self.checksum.clone().finalize(), self.length) {
            return Err(self.input.error(Kind::Checksum));
        }
        Ok(())
    }

    fn advance(&mut self) -> io::Result<()> {
        if self.state == State::Inside {
            return self.inflate();
        }
        self.state = if self.header()? { State::Inside } else { State::Ended(Ending::Over) };
        Ok(())
    }
}

impl<R: Read> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() {
            let unread = &self.window[self.read..self.at];
            if !unread.is_empty() {
                let length = unread.len().min(buffer.len());
                buffer[..length].copy_from_slice(&unread[..length]);
                self.read += length;
                return Ok(length);
            }
            if let Some(error) = self.error.take() {
                return Err(error);
            }
            if let State::Ended(ending) = self.state {
                return ending.read();
            }
            if let Err(error) = self.advance() {
                // What was unpacked before is read first. Nothing can be unpacked after it.
                (self.state, self.error) = (State::Ended(Ending::after(&error)), Some(error));
            }
        }
        Ok(0)
    }
}
