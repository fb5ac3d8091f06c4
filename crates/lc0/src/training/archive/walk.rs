//! The members of a tar, one after the other, with what is damaged between them.

use std::io;
use std::string::String;
use std::vec::Vec;

use gardez_io::Compression;

use super::extended::{Extended, LONGEST};
use super::header::{BLOCK, Block, Header, begins_member, clear_length, ends_contents, read_header};
use super::skipped::{FRONT, NameKind, SkipReason, name_kind, reason};
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
/// Damage costs the member that it is in. After a damaged header, the blocks up to the next header are passed. A member
/// whose size is wrong ends where the next one begins. Blocks of zeros are passed, too, so archives one after another are
/// one.
#[derive(Debug)]
pub(super) struct Walk<T> {
    tape: T,
    /// The byte after the contents of the last member, which are filled up to a whole block.
    next: u64,
    /// True if the last member is a tar, whose headers are inside of it.
    is_nested: bool,
    /// What describes the next member.
    extended: Extended,
}

/// What is looked at for a member: its header and its first bytes.
const AHEAD: usize = BLOCK + FRONT;

impl<T: Tape> Walk<T> {
    pub(super) fn new(tape: T) -> Self {
        Self { tape, next: 0, is_nested: false, extended: Extended::default() }
    }

    /// The tape, which is at the first byte of the last member until that is read.
    pub(super) const fn tape(&mut self) -> &mut T {
        &mut self.tape
    }

    /// Returns the next member, or `None` at the end.
    pub(super) fn next_member(&mut self) -> io::Result<Option<Member>> {
        loop {
            let left = self.next.saturating_sub(self.tape.at());
            // They may be fewer: a member ends where the next one begins, or where the archive ends.
            let _ = if self.is_nested { self.tape.pass(left)? } else { self.tape.pass_contents(left)? };
            let at = self.tape.at();
            let bytes = self.tape.peek(BLOCK, AHEAD)?;
            if bytes.is_empty() {
                self.tape.end()?;
                return Ok(None);
            }
            let Some(block) = bytes.first_chunk() else {
                // The archive ends inside a header.
                let (size, is_zero) = (bytes.len() as u64, bytes.iter().all(|&byte| byte == 0));
                self.next = at + size;
                self.tape.end()?;
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

    /// Takes a header that was passed. Returns its member, or `None` if there is nothing to report about it.
    fn member(&mut self, header: Header) -> io::Result<Option<Member>> {
        if matches!(header.kind, b'x' | b'X' | b'g' | b'L' | b'K') {
            return self.describe(&header);
        }
        let extended = core::mem::take(&mut self.extended);
        let stated = extended.size.filter(|&size| header.allows(size)).unwrap_or(header.size);
        let name = extended.name.unwrap_or(header.name);
        let at = self.tape.at();
        let mut front = [0; FRONT];
        let shown = self.tape.peek(FRONT, FRONT)?;
        let front = &mut front[..shown.len()];
        front.copy_from_slice(shown);
        self.is_nested = name_kind(&name) == NameKind::Tar;
        let length = self.length(stated, front)?;
        self.next = at.saturating_add(length);
        let size = stated.min(length);
        // A directory, also in the form of old programs, or the label of the archive.
        if matches!(header.kind, b'5' | b'V') || name.ends_with('/') {
            let reason = Some(SkipReason::Special);
            return Ok((size != 0).then_some(Member { name, at, size, reason }));
        }
        let is_cut = self.tape.left().is_some_and(|left| left < size);
        let reason = if is_cut {
            Some(SkipReason::Cut)
        } else if size < stated && size == 0 {
            Some(SkipReason::Damaged)
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

    /// The number of bytes up to the header after contents of this stated size, which begin here.
    ///
    /// A wrong size costs no other member: contents end where the header of a member begins. Looking for it means to read
    /// all, so compressed contents that end as such contents do, before a header, are trusted. A stream shows what it has
    /// when it is passed, see [`Tape::pass_contents`].
    fn length(&mut self, size: u64, front: &[u8]) -> io::Result<u64> {
        const BLOCK_SIZE: u64 = BLOCK as u64;
        let length = size.checked_next_multiple_of(BLOCK_SIZE).unwrap_or(u64::MAX);
        if length == 0 {
            return Ok(0);
        }
        let at = self.tape.at();
        let Some(left) = self.tape.left() else {
            let is_empty = !self.is_nested && self.tape.peek(BLOCK, AHEAD)?.first_chunk().is_some_and(begins_member);
            return Ok(if is_empty { 0 } else { length });
        };
        if length <= left {
            // The last block, and the header after it with the first bytes of its contents, which are needed next.
            let blocks = self.tape.look(at + length - BLOCK_SIZE, BLOCK + AHEAD)?;
            let (last, next) = blocks.split_at(BLOCK.min(blocks.len()));
            let (end, filler) = last.split_at(last.len().saturating_sub((length - size) as usize));
            let is_end = next.is_empty() || next.first_chunk().is_some_and(ends_contents);
            let is_packed = Compression::detect(front).is_some()
                && filler.iter().all(|&byte| byte == 0)
                && end.iter().rev().take(4).any(|&byte| byte != 0);
            if is_end && (is_packed || self.is_nested) {
                return Ok(length);
            }
        }
        let end = length.min(left);
        for place in (0..end).step_by(WINDOW) {
            let blocks = self.tape.look(at + place, WINDOW)?;
            let clear = clear_length(blocks);
            if clear + BLOCK <= blocks.len() && place + (clear as u64) < length {
                return Ok(place + clear as u64);
            }
        }
        Ok(length)
    }

    /// Reads what describes the next member, and passes it. Other kinds than names and records are only passed. Returns it
    /// if it is damaged.
    fn describe(&mut self, header: &Header) -> io::Result<Option<Member>> {
        let (at, size) = (self.tape.at(), header.size);
        let mut extended = core::mem::take(&mut self.extended);
        let wanted = usize::try_from(size.min(LONGEST)).unwrap_or(0);
        let bytes: Vec<_> = self.tape.peek(wanted, wanted)?.into();
        self.is_nested = false;
        let length = self.length(size, &bytes)?;
        let passed = self.tape.pass_contents(length)?;
        self.next = self.tape.at();
        let damage = |size, reason| Some(Member { name: header.name.clone(), at, size, reason: Some(reason) });
        if passed < size {
            let is_over = self.tape.peek(1, BLOCK)?.is_empty();
            self.tape.end()?;
            return Ok(damage(passed, if is_over { SkipReason::Cut } else { SkipReason::Damaged }));
        }
        let is_whole = match header.kind {
            b'x' | b'X' | b'L' if LONGEST < size => {
                extended.is_too_long = true;
                true
            }
            b'L' => {
                extended.add_name(&bytes);
                true
            }
            b'x' | b'X' => extended.add_records(&bytes),
            _ => true,
        };
        self.extended = extended;
        Ok(if is_whole { None } else { damage(size, SkipReason::Damaged) })
    }
}
