//! The index of a tar, in a file next to it.
//!
//! ```text
//! magic            8 bytes
//! version          u32
//! nanoseconds      u32   of the time at which the tar was changed
//! seconds          i64   of that time since 1970
//! size             u64   of the tar
//! chunks           u64
//! skipped, kept    u64
//! skipped, all     u64
//! names            u64   bytes
//! for each chunk   u64 place, u64 size, u32 length of its name
//! for each skipped u64 place, u64 size, u32 length of its name, u8 reason
//! names
//! checksum         u64   FNV-1a of all that precedes
//! ```
//!
//! All numbers are little-endian. An index that does not have this form, or that belongs to another size or time, is not
//! used. Its numbers are checked before anything is allocated for them.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use std::vec::Vec;

use gardez_io::tar::BLOCK;
use gardez_io::{Output, open_regular};

use super::listing::{Listing, MOST_SKIPPED};
use super::skipped::SkipReason;

const MAGIC: [u8; 8] = *b"gardeztr";
const VERSION: u32 = 2;
/// The bytes before the chunks.
const FRONT: usize = 64;
const CHUNK: usize = 20;
const SKIPPED: usize = 21;
const CHECKSUM: usize = 8;

/// The text that is added to the name of a tar.
const SUFFIX: &str = ".index";

/// The reasons by their numbers in the file. Reasons that cannot occur in a tar have none.
const REASONS: [SkipReason; 8] = [
    SkipReason::NotAChunk,
    SkipReason::Empty,
    SkipReason::Hidden,
    SkipReason::Special,
    SkipReason::Tar,
    SkipReason::Cut,
    SkipReason::Damaged,
    SkipReason::LongName,
];

/// The facts that must be unchanged for an index to be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stamp {
    pub(super) size: u64,
    seconds: i64,
    nanoseconds: u32,
}

impl Stamp {
    /// Returns `None` if the system does not know when the file was changed.
    pub(super) fn new(metadata: &Metadata) -> Option<Self> {
        let time = metadata.modified().ok()?;
        let (is_earlier, distance) = match time.duration_since(UNIX_EPOCH) {
            Ok(distance) => (false, distance),
            Err(error) => (true, error.duration()),
        };
        let seconds = i64::try_from(distance.as_secs()).ok()?;
        let seconds = if is_earlier { -seconds } else { seconds };
        Some(Self { size: metadata.len(), seconds, nanoseconds: distance.subsec_nanos() })
    }
}

/// Returns the path of the index of a tar.
pub(super) fn path(tar: &Path) -> PathBuf {
    let mut path = OsString::from(tar);
    path.push(SUFFIX);
    path.into()
}

/// Returns `true` for the name of an index.
pub(super) fn is_index(name: &str) -> bool {
    name.ends_with(".tar.index")
}

/// Reads the index of a tar. `None` if there is none for this stamp.
pub(super) fn load(tar: &Path, stamp: Stamp) -> Option<Listing> {
    let file = open_regular(path(tar)).ok()?;
    let length = file.metadata().ok()?.len();
    // An entry of an index takes less than the header of its member.
    if stamp.size + 1024 < length {
        return None;
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(length).ok()?).ok()?;
    file.take(length).read_to_end(&mut bytes).ok()?;
    decode(&bytes, tar, stamp)
}

/// Writes the index of a tar. An older one is of no use any more and is removed first, so no temporary name is needed.
pub(super) fn store(tar: &Path, stamp: Stamp, listing: &Listing) -> io::Result<()> {
    let path = path(tar);
    if let Ok(older) = fs::canonicalize(&path) {
        // What is not a file, such as a pipe, stays as it is.
        if !fs::metadata(&older)?.is_file() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        fs::remove_file(&older)?;
    }
    let mut output = Output::create(path)?;
    output.write_all(&encode(stamp, listing))?;
    output.finish()
}

fn encode(stamp: Stamp, listing: &Listing) -> Vec<u8> {
    let names = || {
        let chunks = listing.entries().iter().map(|&entry| listing.name(entry));
        chunks.chain(listing.skipped.iter().map(|skipped| skipped.name.as_str()))
    };
    let mut bytes = Vec::from(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(stamp.nanoseconds.to_le_bytes());
    bytes.extend(stamp.seconds.to_le_bytes());
    for number in [
        stamp.size,
        listing.len() as u64,
        listing.skipped.len() as u64,
        listing.skipped_count,
        names().map(|name| name.len() as u64).sum(),
    ] {
        bytes.extend(number.to_le_bytes());
    }
    for &entry in listing.entries() {
        bytes.extend(entry.at.to_le_bytes());
        bytes.extend(entry.size.to_le_bytes());
        bytes.extend((listing.name(entry).len() as u32).to_le_bytes());
    }
    for skipped in &listing.skipped {
        bytes.extend(skipped.offset.to_le_bytes());
        bytes.extend(skipped.size.to_le_bytes());
        bytes.extend((skipped.name.len() as u32).to_le_bytes());
        let number = REASONS.iter().position(|reason| *reason == skipped.reason);
        bytes.push(number.map_or(0, |number| number as u8));
    }
    names().for_each(|name| bytes.extend(name.as_bytes()));
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

fn decode(bytes: &[u8], tar: &Path, stamp: Stamp) -> Option<Listing> {
    let (content, stated) = bytes.split_last_chunk::<CHECKSUM>()?;
    if u64::from_le_bytes(*stated) != checksum(content) {
        return None;
    }
    let mut fields = Fields(content);
    if fields.array()? != MAGIC || u32::from_le_bytes(fields.array()?) != VERSION {
        return None;
    }
    let nanoseconds = u32::from_le_bytes(fields.array()?);
    let seconds = i64::from_le_bytes(fields.array()?);
    if stamp != (Stamp { size: fields.number()?, seconds, nanoseconds }) {
        return None;
    }
    let [chunks, kept] = [fields.number()?, fields.number()?].map(|count| usize::try_from(count).ok());
    let (chunks, kept, all) = (chunks?, kept?, fields.number()?);
    let names = usize::try_from(fields.number()?).ok()?;
    let entries = chunks.checked_mul(CHUNK)?.checked_add(kept.checked_mul(SKIPPED)?)?;
    if content.len() != FRONT.checked_add(entries)?.checked_add(names)? || MOST_SKIPPED < kept || all < kept as u64 {
        return None;
    }
    let mut names = core::str::from_utf8(&content[content.len() - names..]).ok()?;
    let mut listing = Listing::default();
    for _ in 0..chunks {
        let (at, size, name) = fields.member(&mut names)?;
        if at < BLOCK as u64 || size == 0 || stamp.size < at.checked_add(size)? {
            return None;
        }
        listing.push(0, name, at, size);
    }
    for _ in 0..kept {
        let (at, size, name) = fields.member(&mut names)?;
        let [number] = fields.array()?;
        listing.skip(tar, name, at, size, *REASONS.get(usize::from(number))?);
    }
    listing.skipped_count = all;
    names.is_empty().then_some(listing)
}

/// The bytes that have not been read.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// Returns the place, the size and the name of a member. The name is the first of `names`, and is removed from it.
    fn member<'n>(&mut self, names: &mut &'n str) -> Option<(u64, u64, &'n str)> {
        let (at, size) = (self.number()?, self.number()?);
        let length = usize::try_from(u32::from_le_bytes(self.array()?)).ok()?;
        let (name, rest) = names.split_at_checked(length)?;
        *names = rest;
        Some((at, size, name))
    }
}

/// Computes FNV-1a with 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAMP: Stamp = Stamp { size: 100_000, seconds: -5, nanoseconds: 7 };

    fn listing() -> Listing {
        let mut listing = Listing::default();
        listing.push(0, "a/game_000001.gz", 512, 1000);
        listing.push(0, "", 2048, 1);
        listing.push(0, "\u{e9}.gz", 4096, 95_904);
        for (index, reason) in REASONS.into_iter().enumerate() {
            listing.skip(Path::new("a.tar"), &"x".repeat(index), index as u64, 2, reason);
        }
        listing.skipped_count = 1000;
        listing
    }

    #[test]
    fn an_index_is_read_as_it_was_written() {
        let bytes = encode(STAMP, &listing());
        assert_eq!(decode(&bytes, Path::new("a.tar"), STAMP), Some(listing()));
        for other in
            [Stamp { size: 100_001, ..STAMP }, Stamp { seconds: -4, ..STAMP }, Stamp { nanoseconds: 8, ..STAMP }]
        {
            assert_eq!(decode(&bytes, Path::new("a.tar"), other), None);
        }
    }

    #[test]
    fn a_damaged_index_is_not_used() {
        let bytes = encode(STAMP, &listing());
        for length in 0..bytes.len() {
            assert_eq!(decode(&bytes[..length], Path::new("a.tar"), STAMP), None);
            let mut damaged = bytes.clone();
            damaged[length] ^= 1 << (length % 8);
            assert_eq!(decode(&damaged, Path::new("a.tar"), STAMP), None);
        }
    }

    #[test]
    fn numbers_that_are_too_large_are_refused_although_the_checksum_is_right() {
        let bytes = encode(STAMP, &listing());
        let content = bytes.len() - CHECKSUM;
        let mut accepted = 0;
        for at in 0..content {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut damaged = bytes[..content].to_vec();
                damaged[at] = value;
                damaged.extend(checksum(&damaged).to_le_bytes());
                // A number that is still possible is accepted; each chunk is inside the tar.
                if let Some(read) = decode(&damaged, Path::new("a.tar"), STAMP) {
                    accepted += 1;
                    assert!(read.entries().iter().all(|entry| entry.at + entry.size <= STAMP.size));
                }
            }
        }
        assert_ne!(accepted, 0);
    }
}
