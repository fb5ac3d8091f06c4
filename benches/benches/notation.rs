//! Games in PGN, read as text and with every move played, and moves read and written as SAN.

use std::convert::Infallible;
use std::fs;
use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{BenchmarkId, Criterion, Throughput};
use gardez_notation::pgn::{Game, GameResult, Played, Reader, Skip, Text, Verdict, Visitor, Word, Words};
use gardez_notation::san::{self, San};
use gardez_position::Board;
use gardez_types::Move;
use shakmaty::{Chess, Position};

/// A case: its name in the results, and the games.
type Case<'a> = (&'a str, &'a [u8]);

fn main() {
    let mut criterion = benches::criterion();
    let games = games();
    let bare = bare(&games);
    let cases = [("lichess", &games[..]), ("bare", &bare[..])];
    read_text(&mut criterion, &cases);
    play(&mut criterion, &cases);
    write(&mut criterion, &games);
    moves(&mut criterion, &games);
    criterion.final_summary();
}

/// A megabyte of Lichess games from the directory `GARDEZ_DATA`, or the sample of the conformance tests.
fn games() -> Vec<u8> {
    let large = benches::large_data("data/pgn/lichess_db_1000k.pgn");
    let games = large.unwrap_or_else(|| benches::committed("conformance/data/pgn/lichess_sample.pgn"));
    fs::read(games).expect("a sample is there")
}

/// The same games without tags and comments.
fn bare(games: &[u8]) -> Vec<u8> {
    #[derive(Default)]
    struct Bare(String, usize);
    impl Visitor<Words> for Bare {
        type Break = Infallible;

        fn play(&mut self, word: Word<'_>) -> ControlFlow<Infallible, Verdict> {
            if self.1.is_multiple_of(2) {
                self.0 += &format!("{}. ", self.1 / 2 + 1);
            }
            self.1 += 1;
            self.0 += &word.text.to_str();
            self.0.push(' ');
            ControlFlow::Continue(Verdict::Take)
        }
        fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
            self.0 += result.as_str();
            ControlFlow::Continue(())
        }
        fn end_game(&mut self) -> ControlFlow<Infallible> {
            self.0 += "\n\n";
            self.1 = 0;
            ControlFlow::Continue(())
        }
    }
    let mut bare = Bare::default();
    let mut reader = Reader::from_bytes(games);
    while reader.read_text(&mut bare).expect("a slice does not fail") {}
    bare.0.into_bytes()
}

/// The counts, which must be the same for all contestants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Count {
    games: u64,
    plies: u64,
    comments: u64,
}

mod ours {
    use super::*;

    impl Visitor<Words> for Count {
        type Break = Infallible;

        fn play(&mut self, word: Word<'_>) -> ControlFlow<Infallible, Verdict> {
            black_box(word.text);
            self.plies += 1;
            ControlFlow::Continue(Verdict::Take)
        }
        fn comment(&mut self, _: Text<'_>) -> ControlFlow<Infallible> {
            self.comments += 1;
            ControlFlow::Continue(())
        }
        fn end_game(&mut self) -> ControlFlow<Infallible> {
            self.games += 1;
            ControlFlow::Continue(())
        }
    }

    impl Visitor for Count {
        type Break = Infallible;

        fn play(&mut self, played: Played<'_>) -> ControlFlow<Infallible, Skip> {
            black_box(played.after);
            self.plies += 1;
            ControlFlow::Continue(Skip(false))
        }
        fn comment(&mut self, _: Text<'_>) -> ControlFlow<Infallible> {
            self.comments += 1;
            ControlFlow::Continue(())
        }
        fn end_game(&mut self) -> ControlFlow<Infallible> {
            self.games += 1;
            ControlFlow::Continue(())
        }
    }

    pub(super) fn read_text(pgn: &[u8]) -> Count {
        let (mut count, mut reader) = (Count::default(), Reader::from_bytes(pgn));
        while reader.read_text(&mut count).expect("a slice does not fail") {}
        count
    }

    pub(super) fn play(pgn: &[u8]) -> Count {
        let (mut count, mut reader) = (Count::default(), Reader::from_bytes(pgn));
        while reader.read(&mut count).expect("a slice does not fail") {}
        count
    }

    pub(super) fn play_stream(pgn: &[u8]) -> Count {
        let (mut count, mut reader) = (Count::default(), Reader::new(pgn));
        while reader.read(&mut count).expect("a slice does not fail") {}
        count
    }
}

mod theirs {
    use pgn_reader::{RawComment, Reader, SanPlus, Visitor};

    use super::*;

    struct Tokens<'a>(&'a mut Count);

    impl Visitor for Tokens<'_> {
        type Tags = ();
        type Movetext = ();
        type Output = ();

        fn begin_tags(&mut self) -> ControlFlow<(), ()> {
            ControlFlow::Continue(())
        }
        fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
            ControlFlow::Continue(())
        }
        fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
            black_box(san);
            self.0.plies += 1;
            ControlFlow::Continue(())
        }
        fn comment(&mut self, (): &mut (), _: RawComment<'_>) -> ControlFlow<()> {
            self.0.comments += 1;
            ControlFlow::Continue(())
        }
        fn end_game(&mut self, (): ()) {
            self.0.games += 1;
        }
    }

    struct Player<'a>(&'a mut Count);

    impl Visitor for Player<'_> {
        type Tags = ();
        type Movetext = Chess;
        type Output = ();

        fn begin_tags(&mut self) -> ControlFlow<(), ()> {
            ControlFlow::Continue(())
        }
        fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Chess> {
            ControlFlow::Continue(Chess::default())
        }
        fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
            let Ok(m) = san.san.to_move(position) else { return ControlFlow::Break(()) };
            position.play_unchecked(m);
            black_box(&*position);
            self.0.plies += 1;
            ControlFlow::Continue(())
        }
        fn comment(&mut self, _: &mut Chess, _: RawComment<'_>) -> ControlFlow<()> {
            self.0.comments += 1;
            ControlFlow::Continue(())
        }
        fn end_game(&mut self, _: Chess) {
            self.0.games += 1;
        }
    }

    pub(super) fn read_text(pgn: &[u8]) -> Count {
        let (mut count, mut reader) = (Count::default(), Reader::new(pgn));
        while reader.read_game(&mut Tokens(&mut count)).expect("a slice does not fail").is_some() {}
        count
    }

    pub(super) fn play(pgn: &[u8]) -> Count {
        let (mut count, mut reader) = (Count::default(), Reader::new(pgn));
        while reader.read_game(&mut Player(&mut count)).expect("a slice does not fail").is_some() {}
        count
    }
}

type Run = fn(&[u8]) -> Count;

fn compare(criterion: &mut Criterion, group: &str, cases: &[Case<'_>], contestants: &[(&str, Run)]) {
    let mut group = criterion.benchmark_group(group);
    for &(case, pgn) in cases {
        group.throughput(Throughput::Bytes(pgn.len() as u64));
        let expected = ours::play(pgn);
        assert!(expected.games != 0 && 30 * expected.games < expected.plies, "{expected:?}");
        for (name, run) in contestants {
            assert_eq!(run(pgn), expected, "{name}: {case}");
            group.bench_function(BenchmarkId::new(*name, case), |bencher| bencher.iter(|| run(black_box(pgn))));
        }
    }
    group.finish();
}

/// Reads words, comments and tags, without a board.
fn read_text(criterion: &mut Criterion, cases: &[Case<'_>]) {
    compare(criterion, "pgn-text", cases, &[("gardez", ours::read_text), ("pgn-reader", theirs::read_text)]);
}

/// Makes every move on a board.
fn play(criterion: &mut Criterion, cases: &[Case<'_>]) {
    let contestants: [(&str, Run); 3] =
        [("gardez", ours::play), ("gardez-stream", ours::play_stream), ("pgn-reader", theirs::play)];
    compare(criterion, "pgn-play", cases, &contestants);
}

/// Reads games as trees, and writes them in export format.
fn write(criterion: &mut Criterion, pgn: &[u8]) {
    let read = || -> Vec<Game> {
        let mut reader = Reader::from_bytes(pgn);
        reader.games().map(|read| read.expect("a slice does not fail").game).collect()
    };
    let games = read();
    for game in &games {
        assert_eq!(game.to_string().parse::<Game>().as_ref(), Ok(game));
    }
    let mut group = criterion.benchmark_group("pgn-tree");
    group.throughput(Throughput::Bytes(pgn.len() as u64));
    group.bench_function(BenchmarkId::new("gardez", "read"), |bencher| bencher.iter(read));
    group.bench_function(BenchmarkId::new("gardez", "write"), |bencher| {
        bencher.iter(|| games.iter().map(|game| game.to_string().len()).sum::<usize>());
    });
    group.finish();
}

/// Moves with the boards before them.
#[derive(Default)]
struct Moves(Vec<(Board, Move, String)>);

impl Visitor for Moves {
    type Break = Infallible;

    fn play(&mut self, played: Played<'_>) -> ControlFlow<Infallible, Skip> {
        self.0.extend(played.mv.map(|m| (*played.before, m, played.text.to_string())));
        ControlFlow::Continue(Skip(false))
    }
}

fn moves(criterion: &mut Criterion, pgn: &[u8]) {
    let (mut moves, mut reader) = (Moves::default(), Reader::from_bytes(pgn));
    while reader.read(&mut moves).expect("a slice does not fail") {}
    let moves = &moves.0[..moves.0.len().min(5000)];
    let shak: Vec<_> = moves
        .iter()
        .map(|(board, m, text)| {
            assert_eq!(San::new(board, *m).as_str(), text);
            assert_eq!(san::parse(board, text), Ok(*m));
            let fen: shakmaty::fen::Fen = board.to_string().parse().expect("they read FEN");
            let position: Chess = fen.into_position(shakmaty::CastlingMode::Standard).expect("it is legal");
            let san: shakmaty::san::SanPlus = text.parse().expect("they read SAN");
            let m = san.san.to_move(&position).expect("it is legal");
            assert_eq!(shakmaty::san::SanPlus::from_move(position.clone(), m).to_string(), *text);
            (position, m, text)
        })
        .collect();

    let mut group = criterion.benchmark_group("san");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function(BenchmarkId::new("gardez", "read"), |bencher| {
        bencher.iter(|| moves.iter().filter(|(board, _, text)| san::parse_lenient(board, text).is_ok()).count());
    });
    group.bench_function(BenchmarkId::new("shakmaty", "read"), |bencher| {
        bencher.iter(|| {
            let read = |text: &str, position: &Chess| {
                let san: shakmaty::san::SanPlus = text.parse().ok()?;
                san.san.to_move(position).ok()
            };
            shak.iter().filter(|(position, _, text)| read(text, position).is_some()).count()
        });
    });
    group.bench_function(BenchmarkId::new("gardez", "write"), |bencher| {
        bencher.iter(|| moves.iter().map(|(board, m, _)| San::new(board, *m).len()).sum::<usize>());
    });
    group.bench_function(BenchmarkId::new("shakmaty", "write"), |bencher| {
        let write = |position: &Chess, m| shakmaty::san::SanPlus::from_move(position.clone(), m).to_string().len();
        bencher.iter(|| shak.iter().map(|(position, m, _)| write(position, *m)).sum::<usize>());
    });
    group.finish();
}
