//! Archives of chunks: what they contain is listed and read, and damage costs the member that it is in.

mod account;
mod changed;
mod damage;
mod large;
mod made;
mod pipes;
mod tar;

use std::fs;
use std::io::{Cursor, ErrorKind};
use std::path::Path;

use gardez_lc0::training::{Archive, ArchiveError, Chunks, SkipReason, chunks, open};
use gardez_types::ErrorInfo;
use quickcheck::QuickCheck;

use self::made::{
    Contents, contents, directory, gzip, mixed, opened, options, reasons, record, short, streamed, written, zstd,
};
use self::tar::{BLOCK, Form, end, header, member, pax, seal, special};

#[test]
fn any_names_are_listed_in_a_tar_and_in_a_directory() {
    #[expect(clippy::needless_pass_by_value, reason = "quickcheck passes values")]
    fn law(names: Vec<Vec<u8>>, is_gnu: bool) -> bool {
        const PARTS: [&str; 12] = [
            "a",
            "b",
            "game_000001",
            "data-abc",
            "\u{e9}\u{4e16}",
            "x y",
            "A",
            "-",
            "..a",
            "a.",
            "#",
            "n234567890123456789012345678901234567890123456789",
        ];
        let form = if is_gnu { Form::Gnu } else { Form::Posix };
        let name = |(number, parts): (usize, &Vec<u8>)| {
            let parts = parts.iter().take(4).map(|&part| PARTS[usize::from(part) % PARTS.len()]);
            // The first part is a directory of its own, so that no name is a directory and a file.
            let path: Vec<_> =
                [format!("{number:03}")].into_iter().chain(parts.map(|part| format!("d{part}"))).collect();
            format!("{}.gz", path.join("/"))
        };
        let names: Vec<_> = names.iter().take(5).enumerate().map(name).collect();
        let directory = directory("any");
        let root = directory.join("files");
        fs::create_dir_all(&root).expect("a directory");
        let mut tar = Vec::new();
        for (number, name) in names.iter().enumerate() {
            let (path, packed) = (root.join(name), gzip(&short(number)));
            fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
            written(path, &packed);
            tar.extend(member(name, &packed, form));
        }
        tar.extend(end());
        let expected: Contents =
            names.into_iter().enumerate().map(|(number, name)| (name, Ok(short(number)))).collect();
        let path = written(directory.join("a.tar"), &tar);
        let stream = Chunks::from_stream(Cursor::new(gzip(&tar)));
        let streamed_tar = if expected.is_empty() { vec![] } else { streamed(stream.expect("a tar")) };
        contents(&opened(&path)) == expected
            && streamed_tar == expected
            && contents(&Archive::open(&root).expect("a directory")) == expected
            && streamed(chunks(&root).expect("a directory")) == expected
    }
    // Files take time.
    QuickCheck::new().tests(10).quickcheck(law as fn(Vec<Vec<u8>>, bool) -> bool);
}

#[test]
fn every_form_of_a_tar_is_listed_and_read() {
    let directory = directory("forms");
    let long = format!("{}/game.gz", "long".repeat(40));
    let expected: Contents = vec![
        ("data/game_000001.gz".into(), Ok(record(1))),
        (long, Ok(record(2))),
        ("data/raw".into(), Ok([record(3), record(4)].concat())),
    ];
    let skipped = [
        ("data/LICENSE", SkipReason::NotAChunk),
        ("data/link.gz", SkipReason::Special),
        ("data/.hidden.gz", SkipReason::Hidden),
        ("data/empty.gz", SkipReason::Empty),
        ("inner.tar", SkipReason::Tar),
    ];
    for form in [Form::Posix, Form::Gnu] {
        let path = written(directory.join("a.tar"), &mixed(form));
        let archive = opened(&path);
        assert_eq!(contents(&archive), expected, "{form:?}");
        assert_eq!(reasons(&archive), skipped);
        let first = archive.chunk(0).expect("three chunks");
        assert_eq!((first.path(), first.offset(), first.size()), (path.clone(), 1024, gzip(&record(1)).len() as u64));
        assert_eq!(first.records().expect("it is there").count(), 1);
        assert!(archive.chunk(3).is_none());
        // In one pass, from the file, from a stream, and compressed as a whole.
        let mut pass = chunks(&path).expect("a tar");
        while pass.next_chunk().is_some() {}
        assert_eq!(pass.skipped(), archive.skipped());
        assert_eq!(streamed(chunks(&path).expect("a tar")), expected);
        for packed in [mixed(form), gzip(&mixed(form)), zstd(&mixed(form))] {
            assert_eq!(streamed(Chunks::from_stream(Cursor::new(packed)).expect("a tar")), expected);
        }
    }
}

#[test]
fn archives_one_after_another_are_one() {
    let path = written(directory("cat").join("a.tar"), &[mixed(Form::Gnu), mixed(Form::Posix)].concat());
    assert_eq!(opened(&path).len(), 6);
}

#[test]
fn sizes_in_pax_records_and_in_binary_are_read() {
    let packed = gzip(&record(1));
    let sized = |records: String, stated: u64| {
        let mut describing = special("x", b'x', records.as_bytes(), Form::Posix);
        describing.extend(header(b"", b"a.gz", stated, b'0', Form::Posix));
        describing.extend(&packed);
        describing.resize(describing.len().next_multiple_of(BLOCK), 0);
        describing
    };
    let mut binary = member("b.gz", &packed, Form::Gnu);
    binary[124..136].copy_from_slice(&[&[0x80, 0, 0, 0], &(packed.len() as u64).to_be_bytes()[..]].concat());
    seal(&mut binary[..BLOCK]);
    let directory = directory("sizes");
    let pax_size = sized(pax("size", &packed.len().to_string()), 0);
    let path = written(directory.join("a.tar"), &[pax_size, binary].concat());
    let expected: Contents = vec![("a.gz".into(), Ok(record(1))), ("b.gz".into(), Ok(record(1)))];
    assert_eq!(contents(&opened(&path)), expected);
    // A size beyond the file is never allocated or read.
    for size in [1 << 20, 1 << 40, i64::MAX as u64] {
        let cut = [member("a.gz", &packed, Form::Gnu), header(b"", b"b.gz", size, b'0', Form::Gnu), packed.clone()];
        let archive = opened(&written(directory.join("cut.tar"), &cut.concat()));
        assert_eq!((archive.len(), reasons(&archive)), (1, vec![("b.gz", SkipReason::Cut)]), "{size}");
        let text = archive.skipped()[0].to_string();
        assert!(text.ends_with(": b.gz: the tar ends inside this member at byte 1536"), "{text}");
    }
    // A file with holes is not its bytes, and a description of any length is passed.
    let sparse = sized(pax("GNU.sparse.major", "1"), packed.len() as u64);
    let huge = sized(pax("path", &"x".repeat(70_000)), packed.len() as u64);
    let path = written(directory.join("b.tar"), &[sparse, huge, member("c.gz", &packed, Form::Posix)].concat());
    let archive = opened(&path);
    assert_eq!(archive.len(), 1);
    assert_eq!(reasons(&archive), [("a.gz", SkipReason::Special), ("a.gz", SkipReason::LongName)]);
}

#[test]
fn names_are_only_names() {
    let directory = directory("names");
    let outside = written(directory.join("outside.gz"), b"not a chunk");
    fs::create_dir_all(directory.join("in")).expect("a directory");
    let absolute = outside.to_str().expect("unicode");
    let names = ["../outside.gz", absolute, "a/../../outside.gz", "./a.gz", "\u{e9}\0.gz", "CON", ""];
    let members: Vec<_> = names.iter().map(|name| member(name, &gzip(&record(5)), Form::Posix)).collect();
    let path = written(directory.join("in/a.tar"), &members.concat());
    let archive = Archive::open(&path).expect("a tar");
    assert_eq!(archive.len(), names.len());
    for (chunk, name) in archive.chunks().zip(names) {
        assert_eq!(chunk.name(), name.split('\0').next().expect("a part"));
        assert_eq!(chunk.path(), path);
    }
    assert!(contents(&archive).iter().all(|(_, read)| *read == Ok(record(5))));
    // Nothing was written.
    let found: Vec<_> =
        fs::read_dir(directory.join("in")).expect("listed").map(|e| e.expect("read").file_name()).collect();
    assert_eq!(found, ["a.tar"]);
    assert_eq!(fs::read(&outside).expect("read"), b"not a chunk");
}

#[test]
fn a_directory_has_the_chunks_of_its_files_and_of_its_tars() {
    let directory = directory("tree");
    fs::create_dir_all(directory.join("b/c")).expect("a directory");
    written(directory.join("b/c/game_2.zst"), &zstd(&record(2)));
    written(directory.join("b/game_1.gz"), &gzip(&record(1)));
    written(directory.join("b/game_3.GZ"), &[gzip(&record(3)), gzip(&record(4))].concat());
    written(directory.join("a.tar"), &mixed(Form::Gnu));
    written(directory.join("game_0"), &record(0));
    written(directory.join("README"), b"text");
    written(directory.join("empty.gz"), b"");
    written(directory.join(".hidden.gz"), &gzip(&record(9)));
    written(directory.join("z.tar.gz"), &gzip(&mixed(Form::Gnu)));
    let archive = Archive::open(&directory).expect("a directory");
    let names: Vec<_> = archive.chunks().map(|chunk| chunk.name().to_owned()).collect();
    let long = format!("{}/game.gz", "long".repeat(40));
    let in_tar = ["data/game_000001.gz", &long, "data/raw"];
    let files = ["b/c/game_2.zst", "b/game_1.gz", "b/game_3.GZ", "game_0"];
    assert_eq!(names, [&in_tar[..], &files[..]].concat());
    assert!(contents(&archive).iter().all(|(_, read)| read.is_ok()));
    assert_eq!(archive.chunk(3).expect("a file").path(), directory.join("b/c/game_2.zst"));
    let own: Vec<_> = archive.skipped().iter().filter(|skipped| skipped.path == directory).collect();
    let own: Vec<_> = own.iter().map(|skipped| (skipped.name.as_str(), skipped.reason)).collect();
    let expected = [
        (".hidden.gz", SkipReason::Hidden),
        ("README", SkipReason::NotAChunk),
        ("empty.gz", SkipReason::Empty),
        ("z.tar.gz", SkipReason::Tar),
    ];
    assert_eq!(own, expected);
    // One pass reads the compressed tar, too.
    let pass = streamed(chunks(&directory).expect("a directory"));
    assert_eq!(pass[..7], contents(&archive)[..]);
    assert_eq!(pass[7..], pass[..3]);
    // Several paths are one archive.
    let both = Archive::open_all([directory.join("b"), directory.join("a.tar")], options()).expect("both");
    assert_eq!((both.len(), both.chunk(0).map(|chunk| chunk.name())), (6, Some("c/game_2.zst")));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_circles_of_links_end() {
    use std::os::unix::fs::symlink;
    let directory = directory("links");
    fs::create_dir_all(directory.join("a/b")).expect("a directory");
    written(directory.join("a/b/game.gz"), &gzip(&record(1)));
    symlink("..", directory.join("a/b/up")).expect("a link");
    symlink("a/b/game.gz", directory.join("same.gz")).expect("a link");
    symlink("nowhere", directory.join("broken.gz")).expect("a link");
    let archive = Archive::open(&directory).expect("a directory");
    let names: Vec<_> = archive.chunks().map(|chunk| chunk.name()).collect();
    assert_eq!(names, ["a/b/game.gz", "same.gz"]);
    assert_eq!(reasons(&archive), [("broken.gz", SkipReason::Unreadable(ErrorKind::NotFound))]);
}

#[test]
fn a_single_file_is_an_archive_of_one_chunk() {
    let directory = directory("single");
    for (name, bytes) in [("a.gz", gzip(&record(1))), ("b.zst", zstd(&record(1))), ("c", record(1))] {
        let path = written(directory.join(name), &bytes);
        let expected: Contents = vec![(name.into(), Ok(record(1)))];
        assert_eq!(contents(&opened(&path)), expected);
        assert_eq!(streamed(chunks(&path).expect("a chunk")), expected);
        assert_eq!(open(&path).expect("a chunk").count(), 1);
    }
}

#[test]
fn what_cannot_be_read_is_an_error_that_says_what_to_do() {
    let directory = directory("errors");
    let tar = written(directory.join("a.tar"), &mixed(Form::Gnu));
    let packed = written(directory.join("a.tar.gz"), &gzip(&mixed(Form::Gnu)));
    let text = written(directory.join("LICENSE"), b"Permission is granted");
    for path in [&tar, &packed] {
        let error = open(path).expect_err("several chunks");
        assert_eq!(error.to_string(), "a tar of chunks, which `Archive` and `Chunks` read");
    }
    let kind = |path: &Path| Archive::open(path).map(|archive| archive.len()).map_err(|error| error.kind_name());
    assert_eq!(kind(&tar), Ok(3));
    assert_eq!(kind(&packed), Err("packed-tar"));
    assert_eq!(kind(&text), Err("not-a-chunk"));
    assert_eq!(kind(&directory.join("nothing")), Err("file"));
    assert!(matches!(chunks(&text), Err(ArchiveError::NotAChunk { .. })));
    assert!(matches!(chunks(directory.join("nothing")), Err(ArchiveError::File { .. })));
    // A file whose name is that of a tar is one, even if nothing in it is.
    let empty = written(directory.join("b.tar"), &[9; 700]);
    assert_eq!((kind(&empty), opened(&empty).skipped()[0].reason), (Ok(0), SkipReason::Damaged));
}
