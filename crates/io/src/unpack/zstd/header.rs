//! The headers of frames, and frames that are skipped.

use std::io::{self, Read};

use crate::unpack::detect::{ZSTANDARD, is_skippable};
use crate::unpack::error::DecompressErrorKind as Kind;
use crate::unpack::input::Input;

/// The header of a frame.
pub(super) struct FrameHeader {
    /// The bytes of the window, which are within the limit.
    pub(super) window: usize,
    /// The number of bytes that the frame unpacks to.
    pub(super) content: Option<u64>,
    pub(super) has_checksum: bool,
}

/// Reads the header of the next frame, after frames that are skipped; `None` at the end of the stream.
pub(super) fn read_frame_header<R: Read>(input: &mut Input<R>, limit: u64) -> io::Result<Option<FrameHeader>> {
    loop {
        let available = input.available()?;
        let Some(&first) = available.first() else { return Ok(None) };
        if first != ZSTANDARD[0] && first & 0xf0 != 0x50 {
            return Err(input.error(Kind::Trailing));
        }
        let magic: [u8; 4] = input.read_array()?;
        if magic == ZSTANDARD {
            return read_fields(input, limit).map(Some);
        }
        if !is_skippable(&magic) {
            return Err(input.error(Kind::Trailing));
        }
        let length = u32::from_le_bytes(input.read_array()?);
        input.skip(length.into())?;
    }
}

fn read_fields<R: Read>(input: &mut Input<R>, limit: u64) -> io::Result<FrameHeader> {
    let [descriptor] = input.read_array()?;
    let is_single_segment = descriptor & 1 << 5 != 0;
    if descriptor & 1 << 3 != 0 {
        return Err(input.error(Kind::Corrupt("the header of a Zstandard frame")));
    }
    let mut window = None;
    if !is_single_segment {
        let [byte] = input.read_array()?;
        let base = 1u64 << (10 + (byte >> 3));
        window = Some(base + base / 8 * u64::from(byte & 7));
    }
    let id = match descriptor & 3 {
        0 => 0,
        1 => u32::from(u8::from_le_bytes(input.read_array()?)),
        2 => u32::from(u16::from_le_bytes(input.read_array()?)),
        _ => u32::from_le_bytes(input.read_array()?),
    };
    let content = match descriptor >> 6 {
        0 if is_single_segment => Some(u64::from(u8::from_le_bytes(input.read_array()?))),
        0 => None,
        1 => Some(256 + u64::from(u16::from_le_bytes(input.read_array()?))),
        2 => Some(u64::from(u32::from_le_bytes(input.read_array()?))),
        _ => Some(u64::from_le_bytes(input.read_array()?)),
    };
    if id != 0 {
        return Err(input.error(Kind::Dictionary { id }));
    }
    // A frame that is a single segment has its content as its window.
    let required = window.or(content).unwrap_or_default();
    match usize::try_from(required) {
        Ok(window) if required <= limit && required <= isize::MAX as u64 / 2 => {
            Ok(FrameHeader { window, content, has_checksum: descriptor & 1 << 2 != 0 })
        }
        _ => Err(input.error(Kind::Window { required, limit })),
    }
}
