//! The members of a tar, one after the other, with what is damaged between them.

use std::io;
use std::string::String;
use std::vec::Vec;

use super::extended::{Extended, LONGEST};
use super::header::{BLOCK, Block, Header, read_header};
use super::skipped::{FRONT, SkipReason, reason};
use super::tape::{Tape, WINDOW};

/// A member of a tar, or bytes that are not one.
#[derive(Debug)]
pub(super) struct Member {
    /// The name, which is only a name: nothing of this path is opened. Empty for bytes that are not a member.
    pub(super) name: String,
    /// The byte at which its contents begin.
    pub(super) at: u64,
    pub(super) size: u64,
    /// Why it is not read as a chunk.
    pub(super) reason: Option<SkipReason>,
}

/// Reads the headers of a tar.
///
/// A header that is damaged costs its member: the blocks after it are passed up to the next header. Blocks of zeros are
/// passed, too, so archives one after another are one.
#[derive(Debug)]
pub(super) struct Walk<T> {
    tape: T,
    /// The byte after the contents of the last member, which are filled up to a whole block.
    next: u64,
    /// What describes the next member.
    extended: Extended,
}

/// What is looked at for a member: its header and its first bytes.
const AHEAD: usize = BLOCK + FRONT;

impl<T: Tape> Walk<T> {
    pub(super) fn new(tape: T) -> Self {
        Self { tape, next: 0, extended: Extended::default() }
    }

    /// The tape, which is at the first byte of the last member until that is read.
    pub(super) const fn tape(&mut self) -> &mut T {
        &mut self.tape
    }

    /// Returns the next member, or `None` at the end.
    pub(super) fn next_member(&mut self) -> io::Result<Option<Member>> {
        loop {
            let left = self.next.saturating_sub(self.tape.at());
            if self.tape.pass(left)? < left {
                return Ok(None);
            }
            let at = self.tape.at();
            let bytes = self.tape.peek(BLOCK, AHEAD)?;
            if bytes.is_empty() {
                return Ok(None);
            }
            let Some(block) = bytes.first_chunk() else {
                // The archive ends inside a header.
                let (size, is_zero) = (bytes.len() as u64, bytes.iter().all(|&byte| byte == 0));
                self.next = at + size;
                if is_zero {
                    continue;
                }
                return Ok(Some(Self::damage(at, size)));
            };
            match read_header(block) {
                Block::Zero => self.next = at + BLOCK as u64,
                Block::Damaged => {
                    self.extended = Extended::default();
                    let size = self.pass_damage()?;
                    self.next = at + size;
                    return Ok(Some(Self::damage(at, size)));
                }
                Block::Header(header) => {
                    self.tape.pass(BLOCK as u64)?;
                    if let Some(member) = self.member(header)? {
                        return Ok(Some(member));
                    }
                }
            }
        }
    }

    fn damage(at: u64, size: u64) -> Member {
        Member { name: String::new(), at, size, reason: Some(SkipReason::Damaged) }
    }

    /// Passes blocks up to the next one that is not damaged, or to the end. Returns the number of their bytes.
    fn pass_damage(&mut self) -> io::Result<u64> {
        let start = self.tape.at();
        loop {
            self.tape.pass(BLOCK as u64)?;
            let bytes = self.tape.peek(BLOCK, WINDOW)?;
            let length = bytes.len() as u64;
            match bytes.first_chunk() {
                Some(block) if matches!(read_header(block), Block::Damaged) => {}
                Some(_) => break,
                None => {
                    self.tape.pass(length)?;
                    break;
                }
            }
        }
        Ok(self.tape.at() - start)
    }

    /// Takes a header that was passed. Returns its member, or `None` if it describes the next one.
    fn member(&mut self, header: Header) -> io::Result<Option<Member>> {
        let describes = matches!(header.kind, b'x' | b'X' | b'g' | b'L' | b'K');
        let extended = if describes { Extended::default() } else { core::mem::take(&mut self.extended) };
        let size = extended.size.filter(|&size| header.allows(size)).unwrap_or(header.size);
        let at = self.tape.at();
        let blocks = size.checked_next_multiple_of(BLOCK as u64);
        self.next = blocks.and_then(|blocks| at.checked_add(blocks)).unwrap_or(u64::MAX);
        if describes {
            self.describe(header.kind, size)?;
            return Ok(None);
        }
        let name = extended.name.unwrap_or(header.name);
        // A directory, also in the form of old programs, or the label of the archive.
        if matches!(header.kind, b'5' | b'V') || (size == 0 && name.ends_with('/')) {
            return Ok(None);
        }
        let is_cut = self.tape.left().is_some_and(|left| left < size);
        let front = self.tape.peek(FRONT, FRONT)?;
        let reason = if is_cut {
            Some(SkipReason::Cut)
        } else if extended.is_too_long {
            Some(SkipReason::LongName)
        } else if extended.is_sparse {
            Some(SkipReason::Special)
        } else {
            let front = &front[..front.len().min(usize::try_from(size).unwrap_or(FRONT))];
            reason(&name, header.kind, size, front)
        };
        Ok(Some(Member { name, at, size, reason }))
    }

    /// Reads what describes the next member. Other kinds than names and records are passed.
    fn describe(&mut self, kind: u8, size: u64) -> io::Result<()> {
        if !matches!(kind, b'x' | b'X' | b'L') {
            return Ok(());
        }
        if LONGEST < size {
            self.extended.is_too_long = true;
            return Ok(());
        }
        let length = usize::try_from(size).unwrap_or(0);
        let bytes: Vec<_> = self.tape.peek(length, length)?.into();
        if kind == b'L' {
            self.extended.add_name(&bytes);
        } else {
            self.extended.add_records(&bytes);
        }
        Ok(())
    }
}
