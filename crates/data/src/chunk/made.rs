//! From a PGN to records.

use std::io;
use std::vec::Vec;

use gardez_formats::ReadError;
use gardez_lc0::training::{V6, V7};
use gardez_notation::pgn::{Reader, StreamSource};

use super::options::ChunkOptions;
use crate::game::UnfitGameError;
use crate::pgn::{PgnGames, PgnReport};

/// The records of a game of a PGN, in version 6.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PgnChunk {
    /// The number of the game in the PGN, counted from 1.
    pub number: u64,
    /// The records.
    pub records: Vec<V6>,
    /// If the records end before the last position, the number of moves before the first position whose fifty-move counter
    /// is too large for a record.
    pub rule50_ply: Option<usize>,
}

impl PgnChunk {
    /// Returns the records in version 7; see [`V7::from_game`]. The weight of the future is lczero-training's.
    pub fn to_v7(&self) -> Vec<V7> {
        V7::from_game(&self.records, V7::DEFAULT_THETA)
    }
}

/// An iterator over the games of a PGN as records: one call from a PGN to lc0's training data.
///
/// Games that have no records are left out and counted. Memory is needed for the records of one game, 8 KiB each.
///
/// See the [module](super) for an example.
#[derive(Debug)]
pub struct PgnChunks<R> {
    games: PgnGames<R>,
    options: ChunkOptions,
}

impl<R: io::Read> PgnChunks<R> {
    /// Returns the records of the games of this reader.
    pub fn new(reader: Reader<StreamSource<R>>, options: ChunkOptions) -> Self {
        Self { games: PgnGames::new(reader), options }
    }

    /// Returns what was read so far, and what was left out.
    pub const fn report(&self) -> &PgnReport {
        self.games.report()
    }

    /// Returns the number of bytes read so far; see [`Reader::offset`].
    pub const fn offset(&self) -> u64 {
        self.games.offset()
    }
}

impl<R: io::Read> Iterator for PgnChunks<R> {
    type Item = Result<PgnChunk, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let game = match self.games.next_game() {
                Ok(game) => game?,
                Err(error) => return Some(Err(error)),
            };
            let made = game.records(&self.options).map(|records| (records.rule50_ply(), records.collect::<Vec<_>>()));
            let report = &mut self.games.report;
            match made {
                Ok((rule50_ply, records)) => {
                    report.cut += u64::from(rule50_ply.is_some());
                    report.records += records.len() as u64;
                    if !records.is_empty() {
                        return Some(Ok(PgnChunk { number: report.games, records, rule50_ply }));
                    }
                }
                Err(UnfitGameError::NoResult) => report.without_result += 1,
                Err(_) => report.refused += 1,
            }
        }
    }
}
