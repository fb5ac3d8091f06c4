//! The members of a tar, one after the other, with what is damaged between them.

use std::io::{self, Read};
use std::sync::Arc;

use super::header::{BLOCK, Block, Extended, Header, LONGEST, begins_member, clear_length, ends_contents, read_header};
use super::member::{Contents, FRONT, Front, Member, MemberKind};
use super::tape::{FileTape, StreamTape, Tape, WINDOW};
use crate::positioned::Positioned;
use crate::unpack::Compression;

/// The members of a tar, one after the other.
///
/// Damage costs the member that it is in: after a damaged header, the blocks up to the next header are passed, and a
/// member whose size is wrong ends where the next one begins. Blocks of zeros are passed, too, so archives one after
/// another are one.
#[derive(Debug)]
pub struct Tar<T> {
    tape: T,
    /// The byte after the contents of the last member, which are filled up to a whole block.
    next: u64,
    /// `true` if the last member is a tar, whose headers are inside of it.
    is_nested: bool,
    extended: Extended,
}

const AHEAD: usize = BLOCK + FRONT;

impl Tar<FileTape> {
    /// Reads the headers of a file of this length. Between them, it reads only enough to find the next one.
    pub fn of_file(file: Arc<Positioned>, length: u64) -> Self {
        Self::new(FileTape::new(file, length))
    }
}

impl<R: Read> Tar<StreamTape<R>> {
    /// Reads a stream. It has a buffer of its own, so the stream needs none.
    pub fn of_stream(stream: R) -> Self {
        Self::new(StreamTape::new(stream))
    }

    /// Returns a reader of the contents of the last [`next_member`](Self::next_member). Bytes that are not read are passed.
    pub const fn contents(&mut self, member: &Member) -> Contents<'_, R> {
        Contents { tape: &mut self.tape, left: member.size }
    }
}

impl<T: Tape> Tar<T> {
    fn new(tape: T) -> Self {
        Self { tape, next: 0, is_nested: false, extended: Extended::default() }
    }

    /// Returns the next member, or `None` at the end.
    ///
    /// # Errors
    ///
    /// Returns the error of the file or the stream, if there is one.
    pub fn next_member(&mut self) -> io::Result<Option<Member>> {
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
        Member { name: String::new(), at, size, kind: MemberKind::Damaged, front: Front::default() }
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
        let is_file = header.is_file() && !extended.is_sparse;
        let name = extended.name.unwrap_or(header.name);
        let at = self.tape.at();
        let front = Front::new(self.tape.peek(FRONT, FRONT)?);
        self.is_nested = is_tar(&name);
        let length = self.length(stated, front.bytes())?;
        self.next = at.saturating_add(length);
        let size = stated.min(length);
        // A directory, also in the form of old programs, or the label of the archive.
        let is_name_only = matches!(header.kind, b'5' | b'V') || name.ends_with('/');
        if is_name_only && size == 0 {
            return Ok(None);
        }
        let is_cut = self.tape.left().is_some_and(|left| left < size);
        let kind = if is_name_only {
            MemberKind::Special
        } else if is_cut {
            MemberKind::Cut
        } else if size < stated && size == 0 {
            MemberKind::Damaged
        } else if extended.is_too_long {
            MemberKind::LongName
        } else if is_file {
            MemberKind::File
        } else {
            MemberKind::Special
        };
        Ok(Some(Member { name, at, size, kind, front }))
    }

    /// Returns the number of bytes up to the header after contents of this stated size, which begin here.
    ///
    /// Contents end where the header of a member begins, so a wrong size costs no other member. Compressed contents that end
    /// as such contents do, before a header, are trusted, because looking for a header means to read all. A stream looks
    /// when it passes them, see [`Tape::pass_contents`].
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
                && !last.first_chunk().is_some_and(begins_member)
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

    /// Reads the description of the next member, and passes it; only names and records count. Returns it if it is damaged.
    fn describe(&mut self, header: &Header) -> io::Result<Option<Member>> {
        let (at, size) = (self.tape.at(), header.size);
        let mut extended = core::mem::take(&mut self.extended);
        let wanted = usize::try_from(size.min(LONGEST)).unwrap_or(0);
        let bytes: Vec<_> = self.tape.peek(wanted, wanted)?.into();
        self.is_nested = false;
        // Descriptions are not compressed, so no such contents are trusted.
        let length = self.length(size, &[])?;
        let passed = self.tape.pass_contents(length)?;
        self.next = self.tape.at();
        let damage = |size, kind| Some(Member { name: header.name.clone(), at, size, kind, front: Front::default() });
        if passed < size {
            let is_over = self.tape.peek(1, BLOCK)?.is_empty();
            self.tape.end()?;
            return Ok(damage(passed, if is_over { MemberKind::Cut } else { MemberKind::Damaged }));
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
        Ok(if is_whole { None } else { damage(size, MemberKind::Damaged) })
    }
}

/// Returns `true` for the name of a tar, whose members do not belong to the tar that it is in.
fn is_tar(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name).as_bytes();
    !last.starts_with(b".") && last.len().checked_sub(4).is_some_and(|at| last[at..].eq_ignore_ascii_case(b".tar"))
}
