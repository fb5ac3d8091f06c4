//! Archives that are damaged, cut, or made to do harm.

use std::io::Cursor;

use gardez_lc0::training::{Archive, Chunks, DecompressLimits, ReadError};
use quickcheck::quickcheck;

use crate::archive::made::{
    Contents, contents, directory, gzip, opened, options, record, regular, short, streamed, written, zstd,
};
use crate::archive::tar::{BLOCK, Form, end, header, member, pax, special};

quickcheck! {
    fn damage_costs_the_member_that_it_is_in(count: u8, which: u8, damage: Vec<(u16, u8)>) -> bool {
        let count = 1 + usize::from(count % 12);
        let (mut bytes, places) = regular(count, Form::Posix);
        let which = usize::from(which) % count;
        let (start, length) = places[which];
        for &(at, value) in &damage {
            bytes[start + usize::from(at) % length] = value;
        }
        let path = written(directory("damage").join("a.tar"), &bytes);
        let whole = |found: &Contents| (0..count).filter(|&number| number != which).all(|number| {
            found.contains(&(format!("data/game_{number:06}.gz"), Ok(short(number))))
        });
        let in_order = streamed(Chunks::open_with(&path, options()).expect("a tar"));
        whole(&contents(&opened(&path))) && whole(&in_order)
    }

    fn a_tar_that_is_cut_has_the_members_before(count: u8, length: u16) -> bool {
        let count = usize::from(count % 12);
        let (bytes, places) = regular(count, Form::Gnu);
        let length = usize::from(length) % (bytes.len() + 1);
        let path = written(directory("cut").join("a.tar"), &bytes[..length]);
        let archive = opened(&path);
        let whole = places.iter().enumerate().filter(|&(number, &(start, _))| {
            start + BLOCK + gzip(&short(number)).len() <= length
        });
        let mut expected = whole.map(|(number, _)| (format!("data/game_{number:06}.gz"), Ok(short(number))));
        let found = contents(&archive);
        let is_same = found.iter().eq(expected.by_ref().collect::<Contents>().iter());
        // At most the member in which it is cut is skipped.
        is_same && archive.skipped_count() <= 1
    }

    fn any_blocks_are_listed_in_the_same_way_from_a_file_and_a_stream(blocks: Vec<(u8, u16)>) -> bool {
        let blocks = blocks.iter().take(40).map(|&(kind, number)| match kind % 8 {
            0 => vec![0; BLOCK],
            1 => vec![number as u8; BLOCK],
            2 => header(b"", b"a.gz", u64::from(number % 2000), b'0', Form::Posix),
            3 => header(b"p", b"a.gz", u64::from(number), b"xgLK5V123S"[usize::from(number) % 10], Form::Posix),
            4 => special("x", b'L', &vec![b'n'; usize::from(number % 600)], Form::Gnu),
            5 => special("x", b'x', pax("size", &number.to_string()).as_bytes(), Form::Posix),
            6 => vec![0; usize::from(number % 512)],
            _ => member("b.gz", &gzip(&short(number.into())), Form::Gnu),
        });
        let bytes: Vec<_> = [header(b"", b"first", 0, b'0', Form::Gnu)].into_iter().chain(blocks).flatten().collect();
        let path = written(directory("blocks").join("a.tar"), &bytes);
        let archive = opened(&path);
        let mut stream = Chunks::from_stream(Cursor::new(bytes)).expect("a tar");
        let mut names = Vec::new();
        while let Some(chunk) = stream.next_chunk() {
            names.push(chunk.expect("no error of the stream").name().to_owned());
        }
        // The last member may be cut, which only a file shows before it is read.
        let listed: Vec<_> = archive.chunks().map(|chunk| chunk.name()).collect();
        names == listed || names.len() == listed.len() + 1 && names[..listed.len()] == listed
    }
}

#[test]
fn a_member_whose_size_is_too_large_ends_where_the_next_one_begins_in_a_file_and_in_a_stream() {
    let mut raw = record(1);
    raw.resize(raw.len().next_multiple_of(BLOCK), 0);
    for size in [raw.len() as u64 + 1, 1 << 30] {
        let bytes =
            [header(b"", b"raw", size, b'0', Form::Gnu), raw.clone(), member("b.gz", &gzip(&short(2)), Form::Gnu)];
        let path = written(directory("too-large").join("a.tar"), &bytes.concat());
        let expected = [("raw".to_owned(), Ok(raw.clone())), ("b.gz".to_owned(), Ok(short(2)))];
        assert_eq!(contents(&opened(&path)), expected, "{size}");
        assert_eq!(streamed(Chunks::open_with(&path, options()).expect("a tar")), expected, "{size}");
    }
}

#[test]
fn compressed_contents_do_not_end_in_the_header_of_another_member() {
    // All bytes of this header after its magic are zero, like the filler after contents.
    let magic_end = 265;
    let mut packed = gzip(&short(1));
    packed.resize(packed.len().next_multiple_of(BLOCK), 0);
    let size = (packed.len() + magic_end) as u64;
    let bytes = [header(b"", b"a.gz", size, b'0', Form::Posix), packed, header(b"", b"b.gz", 0, b'0', Form::Posix)];
    let path = written(directory("covered").join("a.tar"), &bytes.concat());
    let archive = opened(&path);
    assert_eq!(contents(&archive), streamed(Chunks::open_with(&path, options()).expect("a tar")));
    assert_eq!(archive.skipped().iter().map(|skipped| &skipped.name[..]).collect::<Vec<_>>(), ["b.gz"]);
}

#[test]
fn a_long_name_that_looks_compressed_hides_no_member() {
    let packed = gzip(&short(1));
    let filled = packed.len().next_multiple_of(BLOCK);
    let link = header(b"", b"link", (filled + BLOCK + packed.len()) as u64, b'K', Form::Posix);
    let mut first = packed.clone();
    first.resize(filled, 0);
    let bytes = [link, first, member("a.gz", &packed, Form::Posix), vec![0; 2 * BLOCK]];
    let path = written(directory("link").join("a.tar"), &bytes.concat());
    let archive = opened(&path);
    assert_eq!(archive.chunks().map(|chunk| chunk.name()).collect::<Vec<_>>(), ["a.gz"]);
    assert_eq!(contents(&archive), streamed(Chunks::open_with(&path, options()).expect("a tar")));
}

#[test]
fn a_chunk_that_is_too_long_when_unpacked_is_refused() {
    let directory = directory("long");
    let bytes: Vec<_> = (0..100).flat_map(record).collect();
    for (name, packed) in [("a.gz", gzip(&bytes)), ("a.zst", zstd(&bytes)), ("a", bytes.clone())] {
        let path = written(directory.join(name), &packed);
        let at_most = |limit| Archive::open_all([&path], options().with_longest_chunk(limit)).expect("a chunk");
        assert_eq!(contents(&at_most(bytes.len() as u64))[0].1, Ok(bytes.clone()));
        assert_eq!(contents(&at_most(bytes.len() as u64 - 1))[0].1, Err("too-long"), "{name}");
        assert_eq!(contents(&at_most(100))[0].1, Err("too-long"), "{name}");
    }
    // 32 MiB in 32 KiB. A tar with such a member is listed as any other.
    let bomb = gzip(&vec![0; 32 << 20]);
    let path = written(directory.join("a.tar"), &member("bomb.gz", &bomb, Form::Gnu));
    let limits = DecompressLimits::default().with_growth(100);
    let archive = Archive::open_all([&path], options().with_limits(limits)).expect("a tar");
    assert_eq!(contents(&archive)[0].1, Err("chunk"));
    let mut records = archive.chunk(0).expect("one").records().expect("it opens");
    assert!(records.by_ref().all(|record| record.is_err()) && records.next().is_none());
}

#[test]
fn a_compressed_tar_that_is_cut_gives_what_precedes_and_an_error() {
    let members = (0..100).map(|number| member(&format!("{number}"), &record(number), Form::Gnu));
    let bytes = members.chain([end()]).collect::<Vec<_>>().concat();
    for packed in [gzip(&bytes), zstd(&bytes)] {
        let mut stream = Chunks::from_stream(Cursor::new(packed[..packed.len() / 2].to_vec())).expect("a tar");
        let (mut whole, mut errors) = (0, 0);
        while let Some(chunk) = stream.next_chunk() {
            let Ok(chunk) = chunk else {
                errors += 1;
                continue;
            };
            for record in chunk.records() {
                match record {
                    Ok(_) => whole += 1,
                    Err(ReadError::Stream { .. } | ReadError::Record { .. }) => errors += 1,
                    Err(error) => panic!("{error}"),
                }
            }
        }
        assert!((40..60).contains(&whole) && (1..=2).contains(&errors), "{whole} records, {errors} errors");
    }
}
