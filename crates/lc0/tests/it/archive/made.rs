//! Chunks and archives, and what is read of them.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use gardez_lc0::training::{Archive, ArchiveChunk, ArchiveOptions, Chunks, SkipReason, V6};
use gardez_types::ErrorInfo;

use super::tar::{BLOCK, Form, end, member, special};

/// A short chunk that differs from those with other numbers. It begins as a record of version 6 does.
pub(crate) fn short(number: usize) -> Vec<u8> {
    [6, number as u32].into_iter().flat_map(u32::to_le_bytes).collect()
}

/// A record that differs from those with other numbers.
pub(crate) fn record(number: usize) -> Vec<u8> {
    let mut record = V6::empty();
    record.best_q.set(number as f32 / 1024.0);
    record.root_d.set((number / 3) as f32);
    record.bytes().to_vec()
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(bytes).expect("memory takes it");
    packer.finish().expect("memory takes it")
}

/// A Zstandard frame with blocks that are not compressed.
pub(crate) fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
    frame.extend((bytes.len() as u32).to_le_bytes());
    let mut blocks = bytes.chunks(1 << 16).peekable();
    while let Some(block) = blocks.next() {
        let header = u32::from(blocks.peek().is_none()) | (block.len() as u32) << 3;
        frame.extend(&header.to_le_bytes()[..3]);
        frame.extend(block);
    }
    frame
}

/// An empty directory of this name.
pub(crate) fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("archive").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory");
    path
}

pub(crate) fn written(path: PathBuf, bytes: &[u8]) -> PathBuf {
    fs::write(&path, bytes).expect("written");
    path
}

/// The names of the chunks and what they contain, or the name of the error.
pub(crate) type Contents = Vec<(String, Result<Vec<u8>, &'static str>)>;

pub(crate) fn contents(archive: &Archive) -> Contents {
    let read = |chunk: ArchiveChunk<'_>| {
        let mut bytes = vec![7; 100];
        let result = chunk.read_into(&mut bytes).map_err(|error| error.kind_name());
        (chunk.name().to_owned(), result.map(|()| bytes))
    };
    archive.chunks().map(read).collect()
}

pub(crate) fn streamed(mut chunks: Chunks) -> Contents {
    let mut found = Vec::new();
    while let Some(chunk) = chunks.next_chunk() {
        let mut chunk = chunk.expect("the stream is whole");
        let mut bytes = Vec::new();
        let result = chunk.read_to_end(&mut bytes).map_err(|_| "chunk");
        found.push((chunk.name().to_owned(), result.map(|_| bytes)));
    }
    found
}

pub(crate) fn options() -> ArchiveOptions {
    ArchiveOptions::default()
}

pub(crate) fn opened(path: &Path) -> Archive {
    Archive::open_all([path], options()).expect("it can be read")
}

pub(crate) fn reasons(archive: &Archive) -> Vec<(&str, SkipReason)> {
    archive.skipped().iter().map(|skipped| (skipped.name.as_str(), skipped.reason)).collect()
}

/// A tar with everything that is not a chunk, and three chunks.
pub(crate) fn mixed(form: Form) -> Vec<u8> {
    let long = format!("{}/game.gz", "long".repeat(40));
    [
        special("data/", b'5', b"", form),
        member("data/game_000001.gz", &gzip(&record(1)), form),
        member("data/LICENSE", b"Permission is granted", form),
        special("data/link.gz", b'2', b"", form),
        member(&long, &zstd(&record(2)), form),
        member("data/.hidden.gz", &gzip(&record(9)), form),
        member("data/empty.gz", b"", form),
        member("inner.tar", &end(), form),
        member("data/raw", &[record(3), record(4)].concat(), form),
        end(),
        vec![0; 8 * BLOCK],
    ]
    .concat()
}

/// A tar of chunks, with the first byte and the length of each.
pub(crate) fn regular(count: usize, form: Form) -> (Vec<u8>, Vec<(usize, usize)>) {
    let (mut bytes, mut places) = (Vec::new(), Vec::new());
    for number in 0..count {
        let name = format!("data/game_{number:06}.gz");
        let member = member(&name, &gzip(&short(number)), form);
        places.push((bytes.len(), member.len()));
        bytes.extend(member);
    }
    bytes.extend(end());
    (bytes, places)
}
