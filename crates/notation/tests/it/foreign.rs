//! What is not a PGN is named, and a PGN in another encoding is read.

use std::io;

use crate::common::SmallReads;
use gardez_notation::pgn::{ProblemKind, ReadGame, Reader};
use gardez_types::Generator;

/// A tar whose first member is this text.
fn tar(text: &[u8]) -> Vec<u8> {
    let mut tar = vec![0; 512];
    tar[..9].copy_from_slice(b"games.pgn");
    tar[257..263].copy_from_slice(b"ustar\0");
    [tar, text.to_vec()].concat()
}

/// Inputs, and a word of the error. Add a row for another format.
fn foreign() -> Vec<(Vec<u8>, &'static str)> {
    let rows: [(&[u8], &str); 17] = [
        (b"PK\x03\x04\x14\0\0\0\x08\0 1. e4 e5 *", "zip"),
        (b"PK\x05\x06\0\0", "zip"),
        (b"BZh91AY&SY 1. e4 *", "bzip2"),
        (b"\xfd7zXZ\0\0\x04 1. e4 *", "xz"),
        (b"7z\xbc\xaf\x27\x1c\0\x04", "7z"),
        (b"\x04\x22\x4d\x18\x40\x40 1. e4 *", "lz4"),
        (b"Rar!\x1a\x07\x01\0", "rar"),
        (b"\x1f\x8b\x08\0 1. e4 *", "gzip"),
        (b"\x28\xb5\x2f\xfd 1. e4 *", "Zstandard"),
        (b"<!DOCTYPE html>\n<pre>\n1. e4 e5 *\n", "HTML"),
        (b"<html><body>[Event \"A\"]\n\n1. e4 *", "HTML"),
        (b"\r\n\t  <PRE>\n1. e4 *\n</PRE>", "HTML"),
        (b"\xef\xbb\xbf\n<?xml version=\"1.0\"?>", "HTML"),
        (b"<", "none"),
        (b"%PDF-1.4\n1. e4 *", "PDF"),
        (b"{\\rtf1 1. e4 *}", "RTF"),
        (b"\xff\xfe\0\x001\0\0\0.\0\0\0", "UTF-32"),
    ];
    let far = [vec![b'\n'; 100_000], b"<html>".to_vec()].concat();
    let rows = rows.into_iter().map(|(bytes, word)| (bytes.to_vec(), word));
    rows.chain([(tar(b"1. e4 e5 *"), "tar"), (far, "HTML")]).filter(|(_, word)| *word != "none").collect()
}

#[test]
fn packed_files_and_documents_are_named_and_have_no_games() {
    for (bytes, word) in foreign() {
        let mut reader = Reader::from_bytes(&bytes);
        let games: Vec<_> = reader.games().map(Result::unwrap).collect();
        let [ReadGame { game, problems, .. }] = &games[..] else { panic!("{word}: {games:?}") };
        let [problem] = &problems[..] else { panic!("{word}: {problems:?}") };
        assert!(matches!(problem.kind, ProblemKind::Foreign(_)), "{problem}");
        assert!(game.is_empty() && problem.to_string().contains(word), "{word}: {problem}");
        assert_eq!(reader.game_count(), 0, "{word}");

        for size in [1, 3, 600, 1 << 20] {
            let mut reader = Reader::new(SmallReads(&bytes, size));
            let results: Vec<_> = reader.games().collect();
            let [Err(error)] = &results[..] else { panic!("{word}: {results:?}") };
            assert_eq!((error.kind(), error.to_string()), (io::ErrorKind::InvalidData, problem.kind.to_string()));
            assert_eq!(reader.game_count(), 0, "{word}");
        }
        let error = String::from_utf8(bytes).ok().and_then(|text| text.parse::<gardez_notation::pgn::Game>().err());
        assert!(error.is_none_or(|error| error.to_string().contains(word)), "{word}");
    }
}

#[test]
#[cfg(feature = "gzip")]
fn what_is_packed_twice_is_named_and_what_is_packed_once_is_read() {
    use std::io::Write;
    let gzip = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).expect("memory is there");
        encoder.finish().expect("memory is there")
    };
    let read = |bytes: &[u8]| {
        let mut reader = Reader::from_compressed(bytes).expect("it is gzip");
        reader.games().map(|read| read.map(|read| read.game.len())).collect::<Result<Vec<_>, _>>()
    };
    assert_eq!(read(&gzip(b"1. e4 e5 *")).expect("it is a PGN"), [2]);
    assert_eq!(read(&gzip(&utf16("1. e4 e5 *", true))).expect("it is a PGN"), [2]);
    for (bytes, word) in foreign() {
        let error = read(&gzip(&bytes)).expect_err(word).to_string();
        assert!(error.contains(word), "{word}: {error}");
    }
}

fn utf16(text: &str, is_big: bool) -> Vec<u8> {
    let bytes = |unit: u16| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() };
    text.encode_utf16().flat_map(bytes).collect()
}

/// The games of an input, as a slice, as a stream and in pieces, which must be equal at every size of reads.
fn games(bytes: &[u8]) -> Vec<ReadGame> {
    let games: Vec<_> = Reader::from_bytes(bytes).games().map(Result::unwrap).collect();
    for size in [1, 2, 3, 5, 1 << 20] {
        let read: Result<Vec<_>, _> = Reader::new(SmallReads(bytes, size)).games().collect();
        match read {
            Ok(read) => assert_eq!(read, games, "{size}"),
            Err(error) => assert_eq!(error.to_string(), games[0].problems[0].kind.to_string()),
        }
    }
    games
}

#[test]
fn utf_16_is_read_with_a_note() {
    let text = "[White \"Müller ♔ 𝄞\"]\n\n1. e4 {Übung 😀} e5 1-0\n\n[White \"B\"]\n\n1. d4 *\n";
    let plain = games(text.as_bytes());
    for is_big in [false, true] {
        for mark in ["\u{feff}", ""] {
            let mut read = games(&utf16(&format!("{mark}{text}"), is_big));
            let note = read[0].problems.remove(0);
            assert_eq!((note.kind, note.game), (ProblemKind::Utf16, 1));
            assert_eq!(
                read.iter().map(|read| &read.game).collect::<Vec<_>>(),
                plain.iter().map(|read| &read.game).collect::<Vec<_>>()
            );
            assert!(read.iter().all(|read| read.problems.is_empty()), "{read:?}");
        }
    }
}

#[test]
fn broken_utf_16_is_read_as_far_as_it_goes() {
    let [high, low] = [b"\xd8\x00", b"\xdc\x00"];
    for (middle, expected) in [
        (high.to_vec(), "a\u{fffd}b"),
        (low.to_vec(), "a\u{fffd}b"),
        ([*high, *high].concat(), "a\u{fffd}\u{fffd}b"),
        ([*low, *high].concat(), "a\u{fffd}\u{fffd}b"),
        ([*high, *high, *low].concat(), "a\u{fffd}\u{10000}b"),
        (b"\xfe\xff".to_vec(), "a\u{feff}b"),
    ] {
        let bytes = [utf16("\u{feff}1. e4 {a", true), middle, utf16("b} e5 *", true)].concat();
        let read = games(&bytes);
        assert_eq!((read.len(), read[0].game.len()), (1, 2), "{bytes:?}");
        let node = read[0].game.main_line().next().expect("e4");
        assert_eq!(read[0].game.node(node).comments, [expected]);
    }
    // An odd number of bytes, and a text that ends between two surrogates.
    for tail in [&b"\0"[..], b"\xd8\x3c", b"\xd8\x3c\xdf"] {
        let read = games(&[&utf16("\u{feff}1. e4 e5 * ;", true), tail].concat());
        assert_eq!((read.len(), read[0].game.len()), (1, 2), "{tail:?}");
    }
}

#[test]
fn each_byte_that_is_not_utf_8_is_a_character_of_windows_1252_and_none_is_a_control() {
    for (bytes, expected) in [
        (&b"M\xfcller"[..], "Müller"),
        (b"M\xc3\xbcller \xe9", "Müller é"),
        (b"caf\xe9 und T\xc3\xbcr", "café und Tür"),
        (b"White\x92s \x93best\x94 \x96 \x8eivkovi\xe3", "White’s “best” – Živkoviã"),
        (b"\x81\x8d\x8f\x90\x9d", "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}"),
        (b"a\xc2\x92b\xc2\x85", "a’b…"),
        (b"\xe2\x99", "â™"),
        (b"\xf0\x9f\x98\x80\x80", "😀€"),
        ("Müller".as_bytes(), "Müller"),
    ] {
        let tag = [b"[White \"", bytes, b"\"]\n\n1. e4 {", bytes, b"} *"].concat();
        let read = games(&tag);
        let node = read[0].game.main_line().next().expect("e4");
        assert_eq!(read[0].game.tags.get("White"), Some(expected));
        assert_eq!(read[0].game.node(node).comments, [expected]);
        let notes = if std::str::from_utf8(bytes) == Ok(expected) { 0 } else { 2 };
        assert_eq!(read[0].problems.iter().filter(|problem| problem.kind == ProblemKind::NotUtf8).count(), notes);
    }
}

#[test]
fn any_bytes_give_text_without_controls_and_the_same_games_however_they_come() {
    let mut random = Generator::new(9);
    let pieces = [
        &b"[White \""[..],
        b"\"]\n\n",
        b"1. e4 {",
        b"} e5 *\n\n",
        b"\xc2",
        b"\x85",
        b"\xff\xfe",
        b"\xfe\xff",
        b"\0",
        b"\xd8",
    ];
    for _ in 0..2000 {
        let mut bytes = Vec::new();
        while random.next_u64() % 24 != 0 {
            match random.next_u64() as usize % 14 {
                at if at < pieces.len() => bytes.extend(pieces[at]),
                _ => bytes.push(random.next_u64() as u8),
            }
        }
        for read in games(&bytes) {
            let is_control = |c: char| matches!(c, '\u{80}'..='\u{9f}');
            assert!(!read.game.to_string().contains(is_control), "{bytes:?}");
        }
    }
}
