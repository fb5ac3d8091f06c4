//! The contents of an archive besides chunks.

use core::fmt;
use std::io;
use std::path::PathBuf;
use std::string::String;

use gardez_io::Compression;
use gardez_io::tar::{Member, MemberKind};

use super::super::RecordRef;

/// A member or file that is not read as a chunk.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Skipped {
    /// The tar, or the directory, that contains it.
    pub path: PathBuf,
    /// The name of the member, or the rest of the file's path. Empty for bytes that are not a member.
    pub name: String,
    /// The byte of the tar at which the member or the damage begins; 0 for a file.
    pub offset: u64,
    /// The number of bytes that are not read.
    pub size: u64,
    /// The reason.
    pub reason: SkipReason,
}

/// The reason a member or file is not read as a chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SkipReason {
    /// It is neither compressed nor begins with a record, for example a license.
    NotAChunk,
    /// It has no bytes.
    Empty,
    /// Its name begins with a dot.
    Hidden,
    /// It is a link, a device or a file with holes.
    Special,
    /// It is a tar in a tar, or a compressed tar, which only [`Chunks`](crate::training::Chunks) reads.
    Tar,
    /// The tar ends inside the member.
    Cut,
    /// The header of a member is damaged. The bytes up to the next header are not read.
    Damaged,
    /// The name of the member has more than 65,536 bytes.
    LongName,
    /// The name of the file is not Unicode.
    NotUnicode,
    /// The file or directory cannot be read.
    Unreadable(io::ErrorKind),
}

impl SkipReason {
    /// Returns `true` if a chunk may be lost.
    pub const fn is_damage(self) -> bool {
        match self {
            Self::Cut | Self::Damaged | Self::LongName | Self::Unreadable(_) => true,
            Self::NotAChunk | Self::Empty | Self::Hidden | Self::Special | Self::Tar | Self::NotUnicode => false,
        }
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAChunk => f.write_str("not a chunk"),
            Self::Empty => f.write_str("empty"),
            Self::Hidden => f.write_str("hidden"),
            Self::Special => f.write_str("not a plain file"),
            Self::Tar => f.write_str("a tar inside an archive, or a compressed tar"),
            Self::Cut => f.write_str("the tar ends inside this member"),
            Self::Damaged => f.write_str("damaged header"),
            Self::LongName => f.write_str("the name is too long"),
            Self::NotUnicode => f.write_str("the name is not Unicode"),
            Self::Unreadable(kind) => write!(f, "cannot be read: {kind}"),
        }
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if !self.name.is_empty() {
            write!(f, ": {}", self.name)?;
        }
        write!(f, ": {}", self.reason)?;
        if self.reason == SkipReason::Damaged || self.reason == SkipReason::Cut {
            write!(f, " at byte {}", self.offset)?;
        }
        Ok(())
    }
}

/// The kind of a file by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NameKind {
    /// A compressed chunk.
    Packed,
    Tar,
    PackedTar,
    Hidden,
    /// Only its first bytes show what it is.
    Other,
}

/// Returns the kind of a file by the last part of its name.
pub(super) fn name_kind(name: &str) -> NameKind {
    let last = name.rsplit('/').next().unwrap_or(name);
    let ends_in = |end: &str| {
        let (last, end) = (last.as_bytes(), end.as_bytes());
        end.len() < last.len() && last[last.len() - end.len()..].eq_ignore_ascii_case(end)
    };
    if last.starts_with('.') {
        NameKind::Hidden
    } else if [".tar.gz", ".tgz", ".tar.zst", ".tzst"].into_iter().any(ends_in) {
        NameKind::PackedTar
    } else if ends_in(".tar") {
        NameKind::Tar
    } else if ends_in(".gz") || ends_in(".zst") {
        NameKind::Packed
    } else {
        NameKind::Other
    }
}

/// Returns `true` for the first bytes of a record, also of V7B, or of a compressed stream.
pub(super) fn is_chunk(front: &[u8]) -> bool {
    let is_record = |front: &[u8; 4]| {
        let version = u32::from_le_bytes(*front);
        RecordRef::size_of_version(version).is_some() || matches!(version, 70 | 170)
    };
    Compression::detect(front).is_some() || front.first_chunk().is_some_and(is_record)
}

/// Returns why a member is not read as a chunk.
pub(super) fn reason(member: &Member) -> Option<SkipReason> {
    match member.kind {
        MemberKind::File => {}
        MemberKind::Cut => return Some(SkipReason::Cut),
        MemberKind::Damaged => return Some(SkipReason::Damaged),
        MemberKind::LongName => return Some(SkipReason::LongName),
        _ => return Some(SkipReason::Special),
    }
    match name_kind(&member.name) {
        NameKind::Hidden => Some(SkipReason::Hidden),
        NameKind::Tar | NameKind::PackedTar => Some(SkipReason::Tar),
        _ if member.size == 0 => Some(SkipReason::Empty),
        NameKind::Packed => None,
        NameKind::Other => (!is_chunk(member.front())).then_some(SkipReason::NotAChunk),
    }
}
