//! Compressed streams of games that are cut or followed by other bytes: all games before the error are read.

use std::convert::Infallible;
use std::io::{self, Write};
use std::ops::ControlFlow;

use gardez_notation::pgn::{DecompressError, DecompressErrorKind, Keep, Played, Reader, Skip, Visitor, Words};

use crate::common::{Random, SmallReads};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(bytes).expect("memory takes it");
    packer.finish().expect("memory takes it")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).expect("memory takes it")
}

fn kind(error: &io::Error) -> DecompressErrorKind {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<DecompressError>());
    inner.unwrap_or_else(|| panic!("{error}")).kind
}

/// Counts games.
#[derive(Default)]
struct Count(usize);

impl Visitor for Count {
    type Break = Infallible;

    fn play(&mut self, _: Played<'_>) -> ControlFlow<Infallible, Skip> {
        ControlFlow::Continue(Skip(false))
    }
    fn end_game(&mut self) -> ControlFlow<Infallible> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// Counts games without boards.
#[derive(Default)]
struct CountWords(usize);

impl Visitor<Words> for CountWords {
    type Break = Infallible;

    fn end_game(&mut self) -> ControlFlow<Infallible> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// The number of games that each way of reading finds before the error.
fn games_before_the_error(packed: &[u8], step: usize) -> Vec<usize> {
    let reader = || Reader::from_compressed(SmallReads(packed, step)).expect("a known format");
    let mut counts = Vec::new();
    let (mut boards, mut words) = (Count::default(), CountWords::default());
    let mut by_board = reader();
    let error: io::Error = loop {
        match by_board.read(&mut boards) {
            Ok(has_game) => assert!(has_game, "the error is not lost"),
            Err(error) => break error.into(),
        }
    };
    assert_eq!(kind(&error), DecompressErrorKind::Trailing);
    assert!(!by_board.read(&mut boards).expect("the error is reported once"));
    let mut by_word = reader();
    while by_word.read_text(&mut words).is_ok() {}
    counts.extend([boards.0, words.0]);
    counts.push(reader().games().take_while(Result::is_ok).count());
    let mut kept = reader();
    counts.push((0..).take_while(|_| kept.read_game_keeping(Keep::Text).is_ok()).count());
    counts
}

#[test]
fn all_games_before_other_bytes_are_read_and_then_the_error() {
    let long = |count: usize| "[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n".repeat(count);
    let short = |count: usize| "1. e4 *\n".repeat(count);
    let mut random = Random::new(5);
    let mut garbage: Vec<_> = (0..5000).map(|_| random.below(256) as u8).collect();
    garbage[0] = 0x7f;
    for (text, games) in [(long(300), 300), (short(2000), 2000), (short(1), 1), (long(1), 1), (short(20_000), 20_000)] {
        for packed in [gzip(text.as_bytes()), zstd(text.as_bytes())] {
            for length in [1, 2, 100, 512, 5000] {
                let file = [&packed, &garbage[..length]].concat();
                for step in [7, 1 << 20] {
                    if games <= 300 || (step != 7 && length == 512) {
                        assert_eq!(games_before_the_error(&file, step), [games; 4], "{games} games, {length} bytes");
                    }
                }
            }
        }
    }
}

#[test]
fn a_game_in_which_the_stream_ends_is_read_up_to_there() {
    let text = "1. e4 e5 *\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 ".to_owned() + &"4. Bg5 Be7 ".repeat(20_000);
    let packed = gzip(text.as_bytes());
    let mut reader = Reader::from_compressed(&packed[..packed.len() - 8]).expect("gzip is known");
    assert_eq!(reader.read_game().expect("a game").expect("a game").game.len(), 2);
    let cut = reader.read_game().expect("the game is read first").expect("a game");
    assert!(cut.game.len() >= 8 && !cut.problems.is_empty());
    let error = reader.read_game().expect_err("the stream is cut");
    assert_eq!((error.kind(), kind(&error)), (io::ErrorKind::UnexpectedEof, DecompressErrorKind::Cut));
    assert!(reader.read_game().expect("the error is reported once").is_none());
}
