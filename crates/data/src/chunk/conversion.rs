//! Whole games from several inputs to one output.

use std::fmt;

use gardez_formats::Format;

use super::formats::{GameFormat, GameOptions};
use crate::files::{Bytes, OpenError, Opener, Place};
use crate::game::{Game, UnfitGameError};
use crate::transfer::OnMisfit;

/// What is done with the games of several inputs, which become games of one format.
#[derive(Clone, Copy, Debug)]
pub struct GameConversion {
    /// The format that is written.
    pub target: GameFormat,
    /// How games are read and written.
    pub options: GameOptions,
    /// The score, seen by White, of positions whose value is not known.
    pub missing_score: Option<i16>,
    /// What happens to games that the format cannot hold, and to entries without a move.
    pub on_misfit: OnMisfit,
}

/// Where games go.
pub trait GameOutput {
    /// Why a game cannot be written.
    type Error;

    /// Writes the bytes of the game with this number, counted from 0.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written. It ends the conversion.
    fn write(&mut self, number: u64, bytes: &[u8]) -> Result<(), Self::Error>;
}

/// What a conversion of games has done.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct GamesConverted {
    /// The number of games that were read.
    pub read: u64,
    /// The number of games that were written.
    pub written: u64,
    /// The number of training records that were written.
    pub records: u64,
    /// What was left out, in a few words, with its number. None of them is 0.
    pub left_out: Vec<(String, u64)>,
    /// A line for each input that is damaged.
    pub damage: Vec<String>,
    /// Whether an input could not be read, although its bytes may be right.
    pub has_failed_stream: bool,
}

/// Why a conversion of games ends early.
#[derive(Debug)]
#[non_exhaustive]
pub enum GameConversionError<E> {
    /// An input cannot be opened.
    Open(OpenError),
    /// An input has the format that is written already.
    SameFormat {
        /// The name of the input.
        name: String,
        /// The format.
        format: Format,
    },
    /// Files of a format are not rows of entries.
    NoEntries {
        /// The name of the input.
        name: String,
        /// The format.
        format: Format,
    },
    /// Entries of an input have no move.
    NoMove {
        /// The name of the input.
        name: String,
        /// The number of these entries.
        count: u64,
    },
    /// The format cannot hold a game.
    Unfit {
        /// The name of the input.
        name: String,
        /// The number of the game among all that were read, counted from 1.
        game: u64,
        /// The reason.
        error: UnfitGameError,
    },
    /// The output cannot be written.
    Output(E),
}

impl<E> fmt::Display for GameConversionError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(error) => fmt::Display::fmt(error, f),
            Self::SameFormat { name, format } => write!(f, "{name} is {format} already"),
            Self::NoEntries { name, format } => write!(f, "{name}: {format} are not rows of entries"),
            Self::NoMove { name, count } => write!(f, "{name}: {count} entries have no move"),
            Self::Unfit { name, game, error } => write!(f, "{name}, game {game}: {error}"),
            Self::Output(_) => f.write_str("the output cannot be written"),
        }
    }
}

impl<E: fmt::Debug> core::error::Error for GameConversionError<E> {}

impl GameConversion {
    /// Reads the inputs and writes their games.
    ///
    /// # Errors
    ///
    /// Returns an error if an input cannot be opened, if a game does not fit and may not be left out, or if the output
    /// cannot be written. Damage of an input is no error, but in the result.
    pub fn run<O: GameOutput>(
        &self,
        opener: &Opener<'_>,
        places: &[Place],
        output: &mut O,
    ) -> Result<GamesConverted, GameConversionError<O::Error>> {
        let mut done = GamesConverted::default();
        for place in places {
            match opener.detect(place) {
                Ok((format, bytes)) => self.convert(&place.to_string(), format, bytes, output, &mut done)?,
                // The other chunks of a directory or a tar are converted.
                Err(error @ OpenError::Unreadable { .. }) if place.is_in_archive() => {
                    done.damage.push(error.to_string());
                    done.has_failed_stream = true;
                }
                Err(error) => return Err(GameConversionError::Open(error)),
            }
        }
        Ok(done)
    }

    /// Converts the games of an input.
    fn convert<O: GameOutput>(
        &self,
        name: &str,
        format: Format,
        bytes: Bytes,
        output: &mut O,
        done: &mut GamesConverted,
    ) -> Result<(), GameConversionError<O::Error>> {
        let text = || name.to_owned();
        if format == self.target.format && !self.target.is_divisible {
            return Err(GameConversionError::SameFormat { name: text(), format });
        }
        let games = GameFormat::games(format, bytes, &self.options);
        let mut games = games.ok_or_else(|| GameConversionError::NoEntries { name: text(), format })?;
        let before = done.read;
        let failure = loop {
            match games.next_game() {
                Ok(Some(game)) => self.write(name, game, output, done)?,
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
        };
        let count = games.without_move();
        if count != 0 && self.on_misfit == OnMisfit::Stop {
            return Err(GameConversionError::NoMove { name: text(), count });
        }
        games.left_out().into_iter().for_each(|(reason, count)| done.leave_out(reason, count));
        if let Some(error) = failure {
            let read = done.read - before;
            done.damage.push(format!("{name}: {error}, after {read} game{}", if read == 1 { "" } else { "s" }));
            done.has_failed_stream |= error.is_of_stream();
        }
        Ok(())
    }

    /// Writes a game, unless the format cannot hold it.
    fn write<O: GameOutput>(
        &self,
        name: &str,
        mut game: Game,
        output: &mut O,
        done: &mut GamesConverted,
    ) -> Result<(), GameConversionError<O::Error>> {
        done.read += 1;
        if let Some(score) = self.missing_score {
            game.set_missing(score);
        }
        if game.plies.is_empty() {
            done.leave_out("game without a move", 1);
            return Ok(());
        }
        let mut bytes = Vec::new();
        match (self.target.write)(&game, &self.options, done.written == 0, &mut bytes) {
            Ok(written) => {
                done.leave_out("the end of a game, from a fifty-move counter above 100 on", written.is_cut.into());
                if !bytes.is_empty() {
                    output.write(done.written, &bytes).map_err(GameConversionError::Output)?;
                    done.written += 1;
                    done.records += written.records;
                }
            }
            Err(UnfitGameError::NoResult) => done.leave_out("game without a result", 1),
            Err(error) if self.on_misfit == OnMisfit::Skip => done.leave_out(&error.to_string(), 1),
            Err(error) => {
                return Err(GameConversionError::Unfit { name: name.to_owned(), game: done.read, error });
            }
        }
        Ok(())
    }
}

impl GamesConverted {
    fn leave_out(&mut self, reason: &str, count: u64) {
        match self.left_out.iter_mut().find(|(other, _)| other == reason) {
            _ if count == 0 => {}
            Some((_, sum)) => *sum += count,
            None => self.left_out.push((reason.to_owned(), count)),
        }
    }
}
