//! Compressed streams: what they contain is unpacked, and a stream that is damaged or made to do harm is an error.

use std::io::{self, Read, Write};

use gardez_io::{DecompressError, DecompressErrorKind, DecompressLimits, decompress, decompress_into, decompress_with};
use quickcheck::quickcheck;

use crate::common::hostile::{block, compressed, frame, repeated, sequences};
use crate::common::{Random, SmallReads, rounds};

/// The same text, packed by the program `zstd` with a checksum, and as a stream without one.
const PACKED: &[u8] = include_bytes!("../zstd/level-3.zst");
const STREAMED: &[u8] = include_bytes!("../zstd/stream.zst");

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(bytes).expect("memory takes it");
    packer.finish().expect("memory takes it")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).expect("memory takes it")
}

/// What is unpacked before the end or an error, and the error.
fn unpacked_with(packed: impl Read, limits: DecompressLimits) -> (Vec<u8>, Option<DecompressErrorKind>) {
    let mut bytes = Vec::new();
    let result = decompress_with(packed, limits).and_then(|mut reader| reader.read_to_end(&mut bytes));
    (bytes, result.err().map(|error| kind(&error)))
}

/// What is unpacked with the default limits, which is the same in memory and from a stream.
fn unpacked(packed: &[u8]) -> (Vec<u8>, Option<DecompressErrorKind>) {
    let (expected, error) = unpacked_with(packed, DecompressLimits::default());
    let mut bytes = vec![1; 1000];
    let result = decompress_into(packed, &mut bytes, DecompressLimits::default());
    assert_eq!(result.err().map(|error| kind(&error)), error);
    assert!(bytes == expected, "{} bytes in memory, {} from a stream, {error:?}", bytes.len(), expected.len());
    (expected, error)
}

fn kind(error: &io::Error) -> DecompressErrorKind {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<DecompressError>());
    inner.unwrap_or_else(|| panic!("{error}")).kind
}

/// The text of the files in `zstd`.
fn text() -> Vec<u8> {
    unpacked(PACKED).0
}

quickcheck! {
    fn packed_bytes_are_unpacked_however_they_arrive(bytes: Vec<u8>, times: u16, step: u8) -> bool {
        let bytes = bytes.repeat(usize::from(times % 2000));
        [gzip(&bytes), zstd(&bytes)].iter().all(|packed| {
            let stream = SmallReads(packed, 1 + usize::from(step));
            unpacked_with(stream, DecompressLimits::default()) == (bytes.clone(), None)
        })
    }
}

#[test]
fn frames_of_the_program_zstd_one_after_another_are_one_text() {
    let expected = text();
    assert_eq!(expected.len(), 420_000);
    // With a frame that is skipped before, between and after them.
    let skipped = [0x5e, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
    let parts = [&skipped[..], PACKED, &skipped, STREAMED, &skipped].concat();
    assert_eq!(unpacked(&parts), (expected.repeat(2), None));
    assert_eq!(unpacked(&skipped), (vec![], None));
}

#[test]
fn a_stream_that_is_cut_gives_all_that_was_unpacked_and_an_error() {
    let expected = text();
    for (packed, block) in [(gzip(&expected), 1 << 15), (PACKED.to_vec(), 1 << 17)] {
        let mut longest = 0;
        for length in (5..packed.len()).step_by(211) {
            let (bytes, error) = unpacked(&packed[..length]);
            assert_eq!(error, Some(DecompressErrorKind::Cut), "{length} bytes");
            assert!(expected.starts_with(&bytes) && longest <= bytes.len(), "{length} bytes");
            longest = bytes.len();
        }
        assert!(expected.len() - block <= longest, "{longest} bytes");
    }
}

#[test]
fn damaged_streams_are_refused_and_never_unpacked_to_other_bytes() {
    let (expected, mut random) = (text(), Random::new(1));
    let packed: Vec<_> = [gzip(&expected[..50_000]), zstd(&expected[..50_000]), PACKED.to_vec()].into();
    let mut refused = 0;
    for round in 0..rounds(3000) {
        let mut damaged = packed[round % packed.len()].clone();
        for _ in 0..=random.below(3) {
            let at = 20 + random.below(damaged.len() - 20);
            damaged[at] ^= 1 << random.below(8);
        }
        let (bytes, error) = unpacked(&damaged);
        // The files have checksums, except those of the encoder for tests.
        assert!(error.is_some() || round % 3 == 1 || expected.starts_with(&bytes), "round {round}");
        assert!(bytes.len() <= 1 << 20, "{} bytes", bytes.len());
        refused += usize::from(error.is_some());
    }
    assert_ne!(refused, 0);
}

#[test]
fn the_window_of_every_frame_is_limited() {
    let small = frame(20, &[repeated(3, true)]);
    let window = |log: u8| DecompressErrorKind::Window { required: 1 << log, limit: 128 << 20 };
    // The first frame, a later one, and one after a frame that is skipped.
    for log in [28, 31, 41] {
        let large = frame(log, &[repeated(1, true)]);
        assert_eq!(unpacked(&large), (vec![], Some(window(log))));
        assert_eq!(unpacked(&[small.clone(), large.clone()].concat()), (vec![b' '; 3], Some(window(log))));
        let skipped = [0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0];
        assert_eq!(unpacked(&[&skipped[..], &large].concat()), (vec![], Some(window(log))));
    }
    let largest = frame(27, &[repeated(1, true)]);
    assert_eq!(unpacked(&largest), (vec![b' '], None));
    let limits = DecompressLimits::default().with_window(1 << 20);
    let error = DecompressErrorKind::Window { required: 1 << 27, limit: 1 << 20 };
    assert_eq!(unpacked_with(&largest[..], limits), (vec![], Some(error)));
    assert_eq!(unpacked_with(&frame(28, &[repeated(1, true)])[..], limits.with_window(1 << 28)), (vec![b' '], None));
    assert_eq!(
        window(31).to_string(),
        "the compressed stream requires a window of 2147483648 bytes, but the limit is 134217728"
    );
}

#[test]
fn no_block_unpacks_to_more_than_128_kib() {
    let first = repeated(100, false);
    let blocks = [
        // 98,047 matches of 34 bytes, in 13 bytes; 60,000 of 131,074; literals of a MiB; a repeated byte 2 Mi times.
        compressed(&sequences(98_047, 31, &[1]), true),
        compressed(&sequences(60_000, 52, &[vec![0xff; 120_000], vec![1]].concat()), true),
        compressed(&[0xfd, 0xff, 0xff, b' ', 0], true),
        repeated((1 << 21) - 1, true),
        // A kind of block that is reserved.
        block(3, 9, &[], true),
    ];
    for (index, last) in blocks.into_iter().enumerate() {
        let (bytes, error) = unpacked(&frame(23, &[first.clone(), last]));
        assert_eq!(bytes.len(), 100, "block {index}");
        assert_eq!(error, Some(DecompressErrorKind::Corrupt("the blocks of a Zstandard frame")), "block {index}");
    }
    let longest = 128 << 10;
    assert_eq!(unpacked(&frame(23, &[repeated(longest, true)])).0.len(), longest);
    assert_eq!(unpacked(&frame(23, &[repeated(longest + 1, true)])).0.len(), 0);
    // A block is not longer than the window.
    assert!(unpacked(&frame(10, &[repeated(1025, true)])).1.is_some());
    assert_eq!(unpacked(&frame(10, &[repeated(1024, true)])), (vec![b' '; 1024], None));
    let blanks =
        |count: u16| frame(10, &[compressed(&[&(5 | count << 4).to_le_bytes()[..], b" ", &[0]].concat(), true)]);
    assert!(unpacked(&blanks(1025)).1.is_some());
    assert_eq!(unpacked(&blanks(1024)), (vec![b' '; 1024], None));
}

#[test]
fn what_is_unpacked_from_a_byte_is_limited() {
    let blanks = vec![b' '; 20 << 20];
    let packed = gzip(&blanks);
    assert!(blanks.len() < packed.len() * 1032);
    let blocks: Vec<_> = (0..160).map(|index| repeated(1 << 17, index == 159)).collect();
    let frame = frame(20, &blocks);
    assert!(blanks.len() < frame.len() * 32_768);
    for (packed, growth) in [(packed, 1000), (frame, 30_000)] {
        assert_eq!(unpacked(&packed), (blanks.clone(), None));
        let (bytes, error) = unpacked_with(&packed[..], DecompressLimits::default().with_growth(growth));
        assert!(matches!(error, Some(DecompressErrorKind::Growth { limit, .. }) if limit == growth), "{error:?}");
        assert!(1 << 20 <= bytes.len() && bytes.len() < blanks.len(), "{} bytes", bytes.len());
    }
}

#[test]
fn what_is_unpacked_is_limited() {
    let text = text();
    let limits = |length| DecompressLimits::default().with_length(length);
    for packed in [gzip(&text), PACKED.to_vec()] {
        assert_eq!(unpacked_with(&packed[..], limits(420_000)), (text.clone(), None));
        for length in [0, 1, 131_072, 419_999] {
            let error = Some(DecompressErrorKind::Length { limit: length });
            let (read, found) = unpacked_with(&packed[..], limits(length));
            assert!(text.starts_with(&read) && found == error, "{length}: {} bytes, {found:?}", read.len());
            let mut bytes = Vec::new();
            let found = decompress_into(&packed, &mut bytes, limits(length)).expect_err("the limit");
            assert!(text.starts_with(&bytes) && bytes.len() as u64 <= length + (1 << 17));
            assert_eq!(Some(kind(&found)), error);
        }
    }
}

#[test]
fn dictionaries_and_reserved_forms_are_refused() {
    let magic = [0x28, 0xb5, 0x2f, 0xfd];
    for (rest, expected) in [
        (vec![0x01, 0x58, 7, 1, 0, 0], DecompressErrorKind::Dictionary { id: 7 }),
        (vec![0x23, 1, 2, 3, 4, 9, 1, 0, 0], DecompressErrorKind::Dictionary { id: 0x0403_0201 }),
        (vec![0x08, 0x58, 1, 0, 0], DecompressErrorKind::Corrupt("the header of a Zstandard frame")),
        (vec![0x00, 0x58, 7, 0, 0], DecompressErrorKind::Corrupt("the blocks of a Zstandard frame")),
        // The frame says that it has two bytes, but has one.
        (vec![0x20, 2, 0x09, 0, 0, b' '], DecompressErrorKind::Corrupt("the blocks of a Zstandard frame")),
        (vec![0x04, 0x58, 0x09, 0, 0, b' ', 1, 2, 3, 4], DecompressErrorKind::Checksum),
    ] {
        assert_eq!(unpacked(&[&magic[..], &rest].concat()).1, Some(expected));
    }
    // A dictionary with number 0 is none.
    assert_eq!(unpacked(&[&magic[..], &[0x01, 0x58, 0, 0x09, 0, 0, b' ']].concat()), (vec![b' '], None));
    let header = |flags| [0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 0];
    assert_eq!(unpacked(&header(0x20)).1, Some(DecompressErrorKind::Corrupt("the header of a gzip member")));
    // A header with all its fields: extra bytes, name, comment, checksum.
    let plain = gzip(b"1. e4 *");
    let full = [&header(0x1f)[..], &[2, 0, 9, 9], b"name\0", b"comment\0"].concat();
    let mut sum = flate2::Crc::new();
    sum.update(&full);
    let sum = sum.sum() as u16;
    let with_sum = |sum: u16| unpacked(&[&full[..], &sum.to_le_bytes(), &plain[10..]].concat());
    assert_eq!(with_sum(sum), (b"1. e4 *".to_vec(), None));
    let wrong = DecompressErrorKind::Corrupt("the checksum of the header of a gzip member");
    assert!((0..16).all(|bit| with_sum(sum ^ 1 << bit) == (vec![], Some(wrong))));
    let mut wrong = plain.clone();
    *wrong.last_mut().expect("the length") ^= 1;
    assert_eq!(unpacked(&wrong), (b"1. e4 *".to_vec(), Some(DecompressErrorKind::Checksum)));
}

/// A stream that fails once after these bytes.
struct FailsOnce<'a>(&'a [u8], bool);

impl Read for FailsOnce<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() && !std::mem::replace(&mut self.1, true) {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.0.read(buffer)
    }
}

#[test]
fn a_stream_whose_source_failed_does_not_end_as_if_it_were_whole() {
    let text = text();
    for packed in [gzip(&text), PACKED.to_vec()] {
        let mut reader = decompress(FailsOnce(&packed[..packed.len() - 500], false)).expect("a known format");
        let mut bytes = Vec::new();
        let error = reader.read_to_end(&mut bytes).expect_err("the source fails");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(text.starts_with(&bytes) && 1 << 17 <= bytes.len());
        assert!(reader.read(&mut [0]).is_err() && reader.read(&mut [0]).is_err());
    }
}

#[test]
fn a_stream_that_is_not_compressed_is_unchanged() {
    for text in ["", "1", "1. e4 *", "(\u{b5}/"] {
        let mut read = String::new();
        decompress(SmallReads(text.as_bytes(), 1)).expect("a text").read_to_string(&mut read).expect("no error");
        assert_eq!(read, text);
    }
}
