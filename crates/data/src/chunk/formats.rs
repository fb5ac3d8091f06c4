//! The formats of whole games with everything that is known of them: PGN and training records.

use core::ops::Deref;

use gardez_formats::{Format, LeftOut, ReadError, SideToMove, Source, Strictness};
use gardez_lc0::training::{self, V7};
use gardez_types::errors;

use super::error::ChunkError;
use super::options::ChunkOptions;
use super::records::Records;
use super::stream::ChunkGames;
use crate::entries::{EntryGames, ReadGames};
use crate::game::{Game, PolicyComments, UnfitGameError};

/// A format whose files hold whole games with everything that is known of them.
#[derive(Clone, Copy, Debug)]
pub struct GameFormat {
    /// The format.
    pub format: Format,
    row: &'static GameRow,
}

/// The [additional](gardez_formats::FormatRow::more) part of the row of a format of whole games.
#[derive(Clone, Copy, Debug)]
pub struct GameRow {
    /// The content of its files, in the plural.
    pub content: &'static str,
    /// `true` if a file can have only one game, so that a directory holds many.
    pub is_divisible: bool,
    /// Reads the games of an input.
    pub read: for<'a> fn(Source<'a>, &GameOptions) -> Box<dyn AnyGames + Send + 'a>,
    /// Appends a game to the bytes of a file that has games already, or does not.
    pub write: fn(&Game, &GameOptions, bool, &mut Vec<u8>) -> Result<WrittenGame, UnfitGameError>,
}

/// The settings for reading and writing whole games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct GameOptions {
    /// The treatment of values that no writer writes.
    pub strictness: Strictness,
    /// The settings for making records of games.
    pub records: ChunkOptions,
    /// The choice to write the distributions over moves of records into a PGN.
    pub policies: PolicyComments,
}

/// The counts of a game that was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WrittenGame {
    /// The number of training records.
    pub records: u64,
    /// `true` if the end of the game was left out, from a fifty-move counter that is too large on.
    pub is_cut: bool,
}

pub(super) static V6_GAMES: GameRow = RECORDS;
pub(super) static V7_GAMES: GameRow = GameRow {
    // A record of version 7 depends on all records after it.
    write: |game, options, _, bytes| {
        let (records, written) = records(game, options)?;
        let records = V7::from_game(&records.collect::<Vec<_>>(), V7::DEFAULT_THETA);
        records.iter().for_each(|record| bytes.extend(record.bytes()));
        Ok(written)
    },
    ..RECORDS
};

const RECORDS: GameRow = GameRow {
    content: "training records",
    is_divisible: true,
    read: read_records,
    write: |game, options, _, bytes| {
        let (records, written) = records(game, options)?;
        records.for_each(|record| bytes.extend(record.bytes()));
        Ok(written)
    },
};

fn records<'a>(game: &'a Game, options: &'a GameOptions) -> Result<(Records<'a>, WrittenGame), UnfitGameError> {
    let records = game.records(&options.records)?;
    let written = WrittenGame { records: records.len() as u64, is_cut: records.rule50_ply().is_some() };
    Ok((records, written))
}

fn read_records<'a>(source: Source<'a>, options: &GameOptions) -> Box<dyn AnyGames + Send + 'a> {
    let games = ChunkGames::new(training::Reader::new(source)).with_strictness(options.strictness);
    Box::new(games.with_policies(options.policies == PolicyComments::Write))
}

impl GameFormat {
    /// Returns what is special about this format, or `None` if its files are rows of entries.
    pub fn of(format: Format) -> Option<Self> {
        Some(Self { format, row: format.row().more?.downcast_ref()? })
    }

    /// Returns the games of an input of any format, or `None` if files of the format are not rows of entries either.
    pub fn games<'a>(
        format: Format,
        source: impl Into<Source<'a>>,
        options: &GameOptions,
    ) -> Option<Box<dyn AnyGames + Send + 'a>> {
        if let Some(row) = Self::of(format) {
            return Some((row.read)(source.into(), options));
        }
        let read = gardez_formats::ReadOptions { strictness: options.strictness, ..Default::default() };
        let entries = format.reader(source, read)?.in_view::<SideToMove>();
        Some(Box::new(EntryGames::new(entries)))
    }
}

impl Deref for GameFormat {
    type Target = GameRow;

    fn deref(&self) -> &GameRow {
        self.row
    }
}

/// [`ReadGames`] for an input whose format is known at run time.
pub trait AnyGames {
    /// Returns the next game, or `None` at the end and after an error.
    ///
    /// # Errors
    ///
    /// Returns an error if the input is damaged, after the game before the damage.
    fn next_game(&mut self) -> Result<Option<Game>, GamesError>;

    /// Returns what was left out so far.
    fn left_out(&self) -> LeftOut;
}

impl<G: ReadGames<Error: Into<GamesError>>> AnyGames for G {
    fn next_game(&mut self) -> Result<Option<Game>, GamesError> {
        ReadGames::next_game(self).map_err(Into::into)
    }

    fn left_out(&self) -> LeftOut {
        ReadGames::left_out(self)
    }
}

errors! {
    /// An error that ends the games of an input.
    #[derive(Debug)]
    pub enum GamesError {
        /// A PGN or a file of entries cannot be read.
        Entries(error: ReadError) = error => span error.span()? => source error => from ReadError;
        /// Training records cannot be read.
        Records(error: ChunkError) = error => span error.span()? => source error => from ChunkError;
    }
}

impl GamesError {
    /// Returns `true` if the stream reported the error: its bytes may be right.
    pub const fn is_of_stream(&self) -> bool {
        match self {
            Self::Entries(error) => matches!(error, ReadError::Stream { .. }),
            Self::Records(error) => error.is_of_stream(),
        }
    }
}
