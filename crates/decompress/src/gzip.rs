//! gzip (RFC 1952): members one after another.

use std::io::{self, Read};

use flate2::{Crc, Decompress, FlushDecompress, Status};

use crate::detect::GZIP;
use crate::error::{DecompressErrorKind as Kind, Ending};
use crate::input::Input;
use crate::limits::DecompressLimits;

/// The flags of a header.
const HEADER_CHECKSUM: u8 = 1 << 1;
const EXTRA: u8 = 1 << 2;
const NAME: u8 = 1 << 3;
const COMMENT: u8 = 1 << 4;
const RESERVED: u8 = 0b1110_0000;

/// A byte of a deflated stream never unpacks to more than this many bytes.
const LARGEST_GROWTH: u64 = 1032;

const BLOCKS: &str = "the blocks of a gzip member";

/// Unpacks a whole stream of one member, whose length is in its last bytes, without a window between input and output.
/// Returns false if it is not one: it may be damaged, too long or several members. Then what `bytes` contains does not
/// matter.
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
    let (mut inflate, mut sum) = (Decompress::new(false), Crc::new());
    let status = inflate.decompress(content, bytes, FlushDecompress::Finish);
    sum.update(bytes);
    matches!(status, Ok(Status::StreamEnd))
        && inflate.total_in() == content.len() as u64
        && inflate.total_out() == u64::from(length)
        && sum.sum() == checksum
}

/// The blocks and the trailer of a stream that is one member.
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

/// The members of a stream one after another.
pub(crate) struct Members<R> {
    input: Input<R>,
    inflate: Decompress,
    checksum: Crc,
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
    pub(crate) fn new(input: Input<R>) -> Self {
        let (inflate, checksum) = (Decompress::new(false), Crc::new());
        Self { input, inflate, checksum, state: State::First, error: None }
    }

    /// Reads a header; returns false at the end of the stream.
    fn header(&mut self) -> io::Result<bool> {
        if self.input.available()?.is_empty() {
            return Ok(false);
        }
        // After a member, only a byte that begins a header can be a header that is cut.
        let is_member = self.state == State::First || self.input.available()?[0] == GZIP[0];
        if !is_member || self.input.read_array()? != GZIP {
            return Err(self.input.error(Kind::Trailing));
        }
        let [method, flags, ..]: [u8; 8] = self.input.read_array()?;
        if method != 8 || flags & RESERVED != 0 {
            return Err(self.input.error(Kind::Corrupt("the header of a gzip member")));
        }
        if flags & EXTRA != 0 {
            let length = u16::from_le_bytes(self.input.read_array()?);
            self.input.skip(length.into())?;
        }
        for text in [NAME, COMMENT] {
            if flags & text != 0 {
                self.input.skip_past(0)?;
            }
        }
        if flags & HEADER_CHECKSUM != 0 {
            self.input.skip(2)?;
        }
        self.inflate.reset(false);
        self.checksum.reset();
        Ok(true)
    }

    /// Unpacks some bytes; returns their number, 0 at the end of the member.
    fn inflate(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let (read, written) = (self.inflate.total_in(), self.inflate.total_out());
            let available = self.input.available()?;
            let is_over = available.is_empty();
            let flush = if is_over { FlushDecompress::Finish } else { FlushDecompress::None };
            let status = self.inflate.decompress(available, buffer, flush);
            let read = (self.inflate.total_in() - read) as usize;
            let written = (self.inflate.total_out() - written) as usize;
            self.input.pass(read);
            self.checksum.update(&buffer[..written]);
            let growth = self.input.unpacked(written);
            let result = match status {
                Err(_) => Err(self.input.error(Kind::Corrupt(BLOCKS))),
                Ok(Status::StreamEnd) => self.trailer(),
                Ok(_) if written == 0 && is_over => Err(self.input.error(Kind::Cut)),
                Ok(_) if written == 0 && read == 0 => Err(self.input.error(Kind::Corrupt(BLOCKS))),
                Ok(_) => Ok(()),
            };
            if let Err(error) = growth.and(result) {
                // What was unpacked before is read first.
                if written == 0 {
                    return Err(error);
                }
                self.error = Some(error);
            }
            if written != 0 || self.state != State::Inside {
                return Ok(written);
            }
        }
    }

    /// Compares the checksum and the length of a member, which ends here.
    fn trailer(&mut self) -> io::Result<()> {
        self.state = State::Between;
        let checksum = u32::from_le_bytes(self.input.read_array()?);
        let length = u32::from_le_bytes(self.input.read_array()?);
        if checksum != self.checksum.sum() || length != self.checksum.amount() {
            return Err(self.input.error(Kind::Checksum));
        }
        Ok(())
    }

    fn next(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        loop {
            if matches!(self.state, State::First | State::Between) {
                self.state = if self.header()? { State::Inside } else { State::Ended(Ending::Over) };
            }
            if let State::Ended(ending) = self.state {
                return ending.read();
            }
            let written = self.inflate(buffer)?;
            if written != 0 {
                return Ok(written);
            }
        }
    }
}

impl<R: Read> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        let read = self.next(buffer);
        // Nothing can be unpacked after an error.
        if let (Err(error), State::First | State::Between | State::Inside) = (&read, self.state) {
            self.state = State::Ended(Ending::after(error));
        }
        read
    }
}
