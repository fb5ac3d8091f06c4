//! PGN, compressed streams, and the law of all readers.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use gardez_io::decompress;
use gardez_notation::claims;
use gardez_notation::pgn::{ExportStyle, Game, Keep, Reader, comment_parts};
use gardez_variants::pgn::GameBoard;

use crate::input::SmallReads;
use crate::table;

/// Checks that games are written and read again as the same.
pub(super) fn pgn(bytes: &[u8]) {
    let mut reader = Reader::from_bytes(bytes);
    while let Ok(Some(read)) = reader.read_game() {
        let written = read.game.to_string();
        let again = Reader::from_bytes(written.as_bytes()).read_game().ok().flatten();
        assert_eq!(again.map(|again| again.game).as_ref(), Some(&read.game), "{written}");
        for problem in &read.problems {
            let span = problem.span();
            assert!(problem.line != 0 && problem.column != 0, "{problem:?}");
            assert!(problem.offset <= span.start && span.start <= span.end, "{problem:?}");
            assert!(span.end <= bytes.len() as u64 && !problem.to_string().is_empty(), "{problem:?}");
        }
        let _ = claims::claims(&read.game).count();
        let _ = comment_parts(&written).count();
    }
    let mut given = Reader::from_bytes(bytes);
    while let Ok(Some(read)) = given.read_game_keeping(Keep::Text) {
        let written = read.game.to_pgn(ExportStyle::AS_GIVEN);
        let again = Reader::from_bytes(written.as_bytes()).read_game_keeping(Keep::Text).ok().flatten();
        assert_eq!(again.map_or_else(Game::new, |again| again.game), read.game, "{written}");
    }
    let mut of_any_variant = Reader::from_bytes(bytes);
    while let Ok(Some(read)) = of_any_variant.read_game_on::<GameBoard>(Keep::Normalized) {
        let _ = read.game.to_string();
    }
}

/// Checks that a stream of gzip gives what flate2 gives, or an error.
pub(super) fn gzip(bytes: &[u8]) {
    let Some(rest) = bytes.get(2..) else { return };
    let bytes = [&[0x1f, 0x8b], rest].concat();
    let (unpacked, error) = unpacked(&bytes);
    let (other, other_error) = first_bytes(Ok(MultiGzDecoder::new(&bytes[..])));
    if unpacked.len() as u64 == UNPACKED || error.is_none() && other.len() as u64 == UNPACKED {
        return assert!(unpacked == other, "both have as many bytes as were asked for");
    }
    match (&error, &other_error) {
        (None, _) => assert_eq!((&unpacked, None), (&other, other_error), "what is accepted here, flate2 accepts"),
        // flate2 takes what is before the beginning for zeros, or for bytes of the member before.
        (Some(error), None) => assert!(
            ["header", "more than"].iter().any(|word| error.contains(word))
                || other.contains(&0)
                || rest.windows(3).any(|window| window == [0x1f, 0x8b, 8]),
            "flate2 accepts it: {error}"
        ),
        // Both stop at the damage or a little before it.
        (Some(_), Some(_)) => assert!(other.starts_with(&unpacked) || unpacked.starts_with(&other)),
    }
}

/// Checks that a stream of Zstandard gives the same in one read as in small ones.
pub(super) fn zstd(bytes: &[u8]) {
    if let Some(rest) = bytes.get(4..) {
        unpacked(&[&[0x28, 0xb5, 0x2f, 0xfd], rest].concat());
    }
}

/// The most bytes that are unpacked for a comparison.
const UNPACKED: u64 = 1 << 16;

/// Returns the first bytes of a file, and the error that follows them. Small reads give the same.
fn unpacked(bytes: &[u8]) -> (Vec<u8>, Option<String>) {
    let found = first_bytes(decompress(bytes));
    let pieces = first_bytes(decompress(SmallReads(bytes, 1 + bytes.len() % 61)));
    assert!(found == pieces, "{:?} and {:?}", found.1, pieces.1);
    found
}

fn first_bytes(stream: io::Result<impl Read>) -> (Vec<u8>, Option<String>) {
    let mut unpacked = vec![];
    let result = stream.and_then(|stream| stream.take(UNPACKED).read_to_end(&mut unpacked));
    (unpacked, result.err().map(|error| error.to_string()))
}

/// Checks that a stream gives what a slice gives, whatever the size of the reads. The first byte chooses the reader.
pub(super) fn readers(bytes: &[u8]) {
    let Some((&choice, file)) = bytes.split_first() else { return };
    let laws: Vec<_> = table::all().collect();
    laws[usize::from(choice) % laws.len()].holds(file);
}
