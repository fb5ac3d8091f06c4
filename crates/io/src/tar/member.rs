//! A member of a tar, and its bytes.

use std::io::{self, Read};

use super::tape::{StreamTape, Tape};

/// The number of bytes of a member that are shown with it: they show whether it is compressed.
pub(super) const FRONT: usize = 4;

/// A member of a tar, or bytes that are not one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Member {
    /// The name, which is only a name: nothing of this path is opened. Empty for bytes that are not a member.
    pub name: String,
    /// The byte at which its contents begin.
    pub at: u64,
    /// The number of bytes of its contents.
    pub size: u64,
    /// The kind of the member.
    pub kind: MemberKind,
    pub(super) front: Front,
}

/// The first bytes of a member, and their number.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Front([u8; FRONT], usize);

impl Front {
    pub(super) fn new(shown: &[u8]) -> Self {
        let (mut bytes, length) = ([0; FRONT], shown.len().min(FRONT));
        bytes[..length].copy_from_slice(&shown[..length]);
        Self(bytes, length)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0[..self.1]
    }
}

impl Member {
    /// Returns the first bytes of the contents, at most four.
    pub fn front(&self) -> &[u8] {
        let front = self.front.bytes();
        &front[..usize::try_from(self.size).unwrap_or(FRONT).min(front.len())]
    }
}

/// The kind of a member of a tar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MemberKind {
    /// A file.
    File,
    /// A link, a device, or a file with holes; or a directory that has contents.
    Special,
    /// The tar ends inside the member.
    Cut,
    /// The header is damaged, or nothing follows it that could be its contents.
    Damaged,
    /// The name, or what else describes the member, is longer than 65,536 bytes.
    LongName,
}

/// The contents of a member of a tar that is a stream. A member whose size is wrong ends where the next one begins.
#[derive(Debug)]
pub struct Contents<'a, R> {
    pub(super) tape: &'a mut StreamTape<R>,
    pub(super) left: u64,
}

impl<R: Read> Read for Contents<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.tape.read(&mut buffer[..length])?;
        if read == 0 && length != 0 {
            // Only once: nothing follows.
            self.left = 0;
            if !self.tape.peek(1, 1)?.is_empty() {
                return Ok(0);
            }
            self.tape.end()?;
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the tar ends inside this member"));
        }
        self.left -= read as u64;
        Ok(read)
    }
}
