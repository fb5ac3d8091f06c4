//! Cutting PGN files into slices: plain ones anywhere, those packed with Zstandard at frames, and others not at all.
//!
//! Where a slice begins and ends has no effect on a game: it belongs to the slice in which it begins, and is read to its
//! end. The slices of a file do not depend on the number of units, so neither do the numbers of the games.

use std::io;
use std::path::Path;

use gardez_io::Compression;

use crate::digest::Digest;
use crate::error::{Error, Result};
use crate::plan::Shard;
use crate::store::Content;

/// The bytes at the beginning of a slice by which it is recognized.
pub(super) const HEAD: u64 = 64 << 10;

/// The first bytes of a frame of Zstandard.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The bytes that are searched at once.
const WINDOW: usize = 1 << 20;

/// The largest content of a block.
const MOST_BLOCK: usize = 128 << 10;

/// A file, and why it is not cut although it is larger than a slice.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Cut {
    pub(super) slices: Vec<Shard>,
    pub(super) whole: Option<&'static str>,
}

/// Returns the slices of a file, each with about this number of bytes. `input` is its number in the plan.
pub(super) fn cut(path: &Path, file: &dyn Content, input: u32, slice: u64) -> Result<Cut> {
    let bytes = file.bytes();
    let cut = || {
        let mut first = [0; 4];
        let count = file.read_at(0, &mut first)?;
        let (mut starts, mut whole) = (vec![0], None);
        if slice < bytes {
            match Compression::detect(&first[..count]) {
                None => starts.extend((slice..bytes).step_by(slice as usize)),
                Some(Compression::Zstandard) => {
                    let mut from = slice;
                    while let Some(start) = next_frame(file, from, bytes.min(from.saturating_add(slice)), bytes)? {
                        starts.push(start);
                        from = start + slice;
                    }
                    // The search ends where a frame is larger than a slice.
                    whole = (from + slice < bytes).then_some("a frame of Zstandard is larger than a slice");
                }
                Some(_) => whole = Some("packed with gzip"),
            }
        }
        let ends = starts[1..].iter().copied().chain([bytes]);
        let slices = starts.iter().zip(ends).map(|(&start, end)| {
            let mut head = vec![0; (end - start).min(HEAD) as usize];
            file.read_exact_at(start, &mut head)?;
            Ok(Shard { input, start, end, head: Digest::of(&head) })
        });
        Ok(Cut { slices: slices.collect::<io::Result<_>>()?, whole })
    };
    cut().map_err(Error::io(path))
}

/// Returns the first frame that begins in this part of a file.
fn next_frame(file: &dyn Content, from: u64, to: u64, bytes: u64) -> io::Result<Option<u64>> {
    let mut window = vec![0; WINDOW];
    let mut at = from;
    while at < to {
        let count = file.read_at(at, &mut window)?;
        for place in 0..count.saturating_sub(MAGIC.len() - 1) {
            let start = at + place as u64;
            if window[place..].starts_with(&MAGIC) && start < to && is_frame(file, start, bytes)? {
                return Ok(Some(start));
            }
        }
        if count < MAGIC.len() {
            return Ok(None);
        }
        at += (count - (MAGIC.len() - 1)) as u64;
    }
    Ok(None)
}

/// Returns `true` if the blocks from here on end where another frame or nothing follows: four bytes may be an accident.
fn is_frame(file: &dyn Content, start: u64, bytes: u64) -> io::Result<bool> {
    let mut head = [0; 18];
    let count = file.read_at(start, &mut head)?;
    let descriptor = head[4];
    let (is_single, has_checksum) = (descriptor >> 5 & 1, descriptor >> 2 & 1);
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let content = match descriptor >> 6 {
        0 => u64::from(is_single),
        bits => 1 << bits,
    };
    if count < 9 || descriptor >> 3 & 1 == 1 {
        return Ok(false);
    }
    let mut at = start + 5 + u64::from(1 - is_single) + dictionary + content;
    loop {
        let mut block = [0; 4];
        if file.read_at(at, &mut block[..3])? < 3 {
            return Ok(false);
        }
        let block = u32::from_le_bytes(block);
        let size = block as usize >> 3;
        let stored = match block >> 1 & 3 {
            1 => 1,
            3 => return Ok(false),
            _ => size as u64,
        };
        if MOST_BLOCK < size {
            return Ok(false);
        }
        at += 3 + stored;
        if block & 1 == 1 {
            break;
        }
    }
    at += 4 * u64::from(has_checksum);
    let mut next = [0; 4];
    let count = if at < bytes { file.read_at(at, &mut next)? } else { 0 };
    Ok(at == bytes || Compression::detect(&next[..count]) == Some(Compression::Zstandard))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::store;

    fn cut_of(content: &[u8], slice: u64) -> Cut {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(content).expect("there is room");
        let (store, name) = store::of_file(Path::new(""), file.path()).expect("a path");
        let opened = store.open(&name, 0).expect("it can be read").expect("it is there");
        cut(file.path(), &*opened, 3, slice).expect("it can be read")
    }

    fn starts(cut: &Cut) -> Vec<u64> {
        cut.slices.iter().map(|slice| slice.start).collect()
    }

    #[test]
    fn frames_are_found_and_what_looks_like_one_is_not() {
        let frame = |text: &[u8]| {
            let mut packer = zstd::Encoder::new(Vec::new(), 1).expect("an encoder");
            packer.include_checksum(text.len().is_multiple_of(2)).expect("it is known");
            packer.write_all(text).expect("a vector");
            packer.finish().expect("a vector")
        };
        // A stored block that contains the first bytes of frames.
        let noise: Vec<u8> =
            (0..40_000_u32).flat_map(|n| blake3::hash(&n.to_le_bytes()).as_bytes()[..5].to_vec()).collect();
        let noise = [&noise[..], &MAGIC, &noise[..50_000], &MAGIC, &noise].concat();
        let frames = [frame(&noise), frame(b"a"), frame(&noise[7..]), frame(&noise)];
        let mut ends = vec![0];
        frames.iter().for_each(|frame| ends.push(ends[ends.len() - 1] + frame.len() as u64));
        let cut = cut_of(&frames.concat(), 150_000);
        assert_eq!(starts(&cut), [0, ends[1], ends[3]]);
        assert_eq!(cut.slices[2].end, ends[4]);
        assert!(cut.slices.iter().all(|slice| slice.input == 3));
        let one = cut_of(&frames[0], 100_000);
        assert!(starts(&one) == [0] && one.whole.is_some());
        let zip = cut_of(&[&[0x1f, 0x8b][..], &noise].concat(), 1000);
        assert!(starts(&zip) == [0] && zip.whole.is_some());
        let plain = cut_of(&noise, 100_000);
        assert!(starts(&plain) == [0, 100_000, 200_000, 300_000, 400_000] && plain.whole.is_none());
    }
}
