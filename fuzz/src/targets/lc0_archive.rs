//! Bytes as a tar of training chunks, with the right checksums in headers if they begin with `+`.

use std::fs;
use std::io::Read;
use std::path::Path;

use gardez_io::{Compression, tar};
use gardez_lc0::training::{Archive, ArchiveError, ArchiveOptions, Chunks};

use crate::input::temporary;

const BLOCK: usize = 512;
const CHECKSUM: std::ops::Range<usize> = 148..156;

/// The most bytes that are unpacked of a chunk.
const UNPACKED: u64 = 1 << 16;

pub(super) fn lc0_archive(bytes: &[u8]) {
    let bytes = match bytes.split_first() {
        Some((b'+', rest)) => with_checksums(rest),
        _ => bytes.to_vec(),
    };
    let path = &temporary("archive.tar");
    fs::write(path, &bytes).expect("a file can be written");
    if Compression::detect(&bytes).is_some() {
        // A compressed tar can only be read in order, whatever the name.
        assert!(matches!(Archive::open(path), Err(ArchiveError::PackedTar { .. })));
        let Ok(mut chunks) = Chunks::open_with(path, ArchiveOptions::default()) else { return };
        while let Some(chunk) = chunks.next_chunk() {
            let _ = chunk.map(|chunk| std::io::copy(&mut chunk.take(UNPACKED), &mut std::io::sink()));
        }
        return;
    }
    check(path, &bytes);
}

fn check(path: &Path, bytes: &[u8]) {
    let options = ArchiveOptions::default().with_longest_chunk(UNPACKED);
    let archive = Archive::open_all([path], options).expect("a file with this name is a tar");
    let mut unpacked = Vec::new();
    let mut contents = Vec::new();
    for chunk in archive.chunks() {
        let end = chunk.offset() + chunk.size();
        assert!(chunk.offset() >= BLOCK as u64 && end <= bytes.len() as u64, "{chunk:?}");
        assert_eq!(chunk.path(), path);
        let is_whole = chunk.read_into(&mut unpacked).is_ok();
        assert!(unpacked.len() as u64 <= UNPACKED);
        contents.push((chunk.name().to_owned(), is_whole.then(|| unpacked.clone())));
    }
    let skipped = archive.skipped();
    assert!(skipped.iter().all(|skipped| skipped.offset <= bytes.len() as u64));
    assert!(archive.len() + skipped.len() <= bytes.len() / BLOCK + 1);

    // The same in one pass. There, only reading the last member shows that it is cut.
    let mut chunks = Chunks::open_with(path, options).expect("a file with this name is a tar");
    let mut streamed = Vec::new();
    while let Some(chunk) = chunks.next_chunk() {
        let chunk = chunk.expect("files do not fail");
        let name = chunk.name().to_owned();
        let mut unpacked = Vec::new();
        let is_whole = chunk.take(UNPACKED + 1).read_to_end(&mut unpacked).is_ok() && unpacked.len() as u64 <= UNPACKED;
        streamed.push((name, is_whole.then_some(unpacked)));
    }
    // Listing a file does not read compressed contents that end as such contents do, so it does not see headers inside.
    let listed = archive.chunks().map(|chunk| (chunk.offset(), chunk.size()));
    let mut listed = listed.chain(skipped.iter().map(|skipped| (skipped.offset, skipped.size)));
    let hides_a_header = listed.any(|(offset, size)| {
        let inside = &bytes[offset as usize..offset.saturating_add(size).min(bytes.len() as u64) as usize];
        let begins_member = |block: &[u8]| has_magic(block) && tar::Header::from_bytes(block).is_some();
        Compression::detect(inside).is_some() && inside.chunks_exact(BLOCK).any(begins_member)
    });
    let are_equal = streamed.starts_with(&contents) && streamed.len() <= contents.len() + 1;
    assert!(hides_a_header || are_equal, "{contents:?}\n{streamed:?}");
    if Chunks::from_stream(std::io::Cursor::new(bytes.to_vec())).is_ok_and(|mut stream| stream.next_chunk().is_none()) {
        assert!(streamed.is_empty());
    }
    // Each chunk has records up to its end or an error.
    for chunk in archive.chunks() {
        let Ok(records) = chunk.records() else { continue };
        assert!(records.take(20).count() <= 20);
    }
}

fn has_magic(block: &[u8]) -> bool {
    block[257..262] == *b"ustar"
}

/// Returns the bytes with the right checksum in each block that has the magic of a header.
fn with_checksums(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for block in bytes.chunks_exact_mut(BLOCK).filter(|block| has_magic(block)) {
        block[CHECKSUM].fill(b' ');
        let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
        block[CHECKSUM.start..CHECKSUM.end - 1].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    }
    bytes
}
