//! The openings of a match.

use std::io::Read;
use std::path::Path;

use clap::ValueEnum;
use gardez::notation::pgn::Reader;
use gardez::notation::polyglot;
use gardez::types::Generator;
use gardez::{Board, FenMode, FenReader, Position};

use crate::input;
use crate::lines::Lines;
use crate::progress::Progress;
use crate::stop::Stop;

/// The number of random plies of an opening, if there is no file.
const RANDOM_PLIES: u32 = 8;

/// The order of the openings of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Order {
    Random,
    Sequential,
}

/// Openings by the number of the pair that plays them.
pub(super) struct Openings {
    source: Source,
    seed: u64,
    mode: FenMode,
}

enum Source {
    Random,
    /// Not empty, in the order in which they are played. They begin again when all of them were played.
    Positions(Vec<Position>),
    /// A book and the number of plies.
    Book(polyglot::Book<Vec<u8>>, usize),
}

impl Openings {
    pub(super) fn read(
        path: Option<&Path>,
        plies: usize,
        order: Order,
        seed: u64,
        chess960: bool,
    ) -> Result<Self, Stop> {
        let mode = if chess960 { FenMode::Chess960 } else { FenMode::Standard };
        let Some(path) = path else { return Ok(Self { source: Source::Random, seed, mode }) };
        let extension = |end: &str| {
            path.to_str().is_some_and(|name| name.trim_end_matches(".gz").trim_end_matches(".zst").ends_with(end))
        };
        let mut bytes = input::open(path, &Progress::none())?;
        let unreadable = |reason: &dyn std::fmt::Display| Stop::unreadable(&input::name(path), reason);
        if extension(".bin") {
            let mut book = Vec::new();
            bytes.read_to_end(&mut book).map_err(|error| unreadable(&error))?;
            let book = polyglot::Book::new(book).map_err(|error| unreadable(&error))?;
            return Ok(Self { source: Source::Book(book, plies), seed, mode });
        }
        let mut positions = Vec::new();
        if extension(".pgn") {
            let mut reader = Reader::new(bytes);
            while let Some(read) = reader.read_game().map_err(|error| unreadable(&error))? {
                let line: Vec<_> = read.game.main_line().take(plies).collect();
                let last = line.last().copied().unwrap_or(read.game.root());
                let position = Position::from(read.game.board(last));
                positions.push(position);
            }
        } else {
            for (line, number) in Lines::new(bytes).zip(1..) {
                let line = line.map_err(|error| unreadable(&error))?;
                let line = line.trim();
                if !line.is_empty() && !line.starts_with('#') {
                    let read = FenReader::new().with_mode(mode).read_prefix(line);
                    let (read, _) = read.map_err(|error| unreadable(&format!("line {number}: {error}")))?;
                    positions.push(Position::from(read.position));
                }
            }
        }
        positions.retain(|position| position.outcome().is_none());
        if positions.is_empty() {
            return Err(unreadable(&"it has no opening that can be played"));
        }
        if order == Order::Random {
            let mut generator = Generator::new(seed);
            for last in (1..positions.len()).rev() {
                positions.swap(last, generator.next_below(last + 1));
            }
        }
        Ok(Self { source: Source::Positions(positions), seed, mode })
    }

    /// Returns the opening of a pair. It is always the same.
    pub(super) fn get(&self, pair: usize) -> Position {
        // Neighboring seeds must not give similar numbers.
        let mut generator = Generator::new(Generator::new(self.seed.wrapping_add(pair as u64)).next_u64());
        match &self.source {
            Source::Positions(positions) => positions[pair % positions.len()].clone(),
            Source::Random => loop {
                let mut position = self.start(&mut generator);
                while position.game_ply() < RANDOM_PLIES && position.outcome().is_none() {
                    let moves = position.legal_moves();
                    position.do_move(moves[generator.next_below(moves.len())]);
                }
                if position.outcome().is_none() && !position.in_check() {
                    break trimmed(&position);
                }
            },
            Source::Book(book, plies) => {
                let mut position = self.start(&mut generator);
                for _ in 0..*plies {
                    let Some(entry) = book.pick(position.board(), generator.next_u64()) else { break };
                    position.do_move(entry.mv);
                }
                trimmed(&position)
            }
        }
    }

    /// Returns the start position of chess, or one of Chess960.
    fn start(&self, generator: &mut Generator) -> Position {
        match self.mode {
            FenMode::Chess960 => {
                let number = generator.next_below(960) as u16;
                Board::chess960(number).map(Position::from).expect("a number below 960")
            }
            _ => Position::start(),
        }
    }
}

/// Returns the position without its history, so that a game begins with it.
fn trimmed(position: &Position) -> Position {
    Position::from(*position.board())
}
