//! Whole games from several inputs to one output.

use gardez_formats::Format;
use gardez_types::errors;

use super::formats::{GameFormat, GameOptions};
use crate::entries::WITHOUT_MOVE;
use crate::files::{Bytes, OpenError, Opener, Place};
use crate::game::{Game, UnfitGameError};
use crate::unrepresentable::OnUnrepresentable;

/// A conversion of the games of several inputs to games of one format.
#[derive(Clone, Copy, Debug)]
pub struct GameConversion {
    /// The format that is written.
    pub target: GameFormat,
    /// The settings for reading and writing games.
    pub options: GameOptions,
    /// The score, from White's point of view, of positions whose value is not known.
    pub missing_score: Option<i16>,
    /// The treatment of games that the format cannot hold, and of entries without a move.
    pub on_unrepresentable: OnUnrepresentable,
}

/// The results of a conversion of games.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct GamesConverted {
    /// The number of games that were read.
    pub read: u64,
    /// The number of games that were written.
    pub written: u64,
    /// The number of training records that were written.
    pub records: u64,
    /// The reasons games or entries were left out, in a few words, with their numbers. None of them is 0.
    pub left_out: Vec<(String, u64)>,
    /// A line for each input that is damaged.
    pub damage: Vec<String>,
    /// `true` if an input could not be read, although its bytes may be right.
    pub has_failed_stream: bool,
}

errors! {
    /// An error that ends a conversion of games.
    #[derive(Debug)]
    pub enum GameConversionError {
        /// An input cannot be opened, or files of its format are not rows of entries.
        Open(error: OpenError) = error => source error => from OpenError;
        SameFormat { name: String, format: Format } = "same-format", "{name} is {format} already";
        NoMove { name: String, count: u64 } = "no-move", "{name}: {count} entries have no move";
        /// The format cannot hold a game. The number of the game is that among all that were read, counted from 1.
        Unfit { name: String, game: u64, error: UnfitGameError } = error, "{name}, game {game}: {error}" => source error;
    }
}

impl GameConversion {
    /// Reads the inputs, and calls `write` for each game with its number, counted from 0, and its bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if an input cannot be opened, or if a game does not fit and may not be left out; or the error of
    /// `write`. Damage of an input is not an error; it is in the result.
    pub fn run<E: From<GameConversionError>>(
        &self,
        opener: &Opener<'_>,
        places: &[Place],
        mut write: impl FnMut(u64, &[u8]) -> Result<(), E>,
    ) -> Result<GamesConverted, E> {
        let mut done = GamesConverted::default();
        for place in places {
            match opener.detect(place) {
                Ok((format, bytes)) => self.convert(&place.to_string(), format, bytes, &mut write, &mut done)?,
                // The other chunks of a directory or a tar are converted.
                Err(error @ OpenError::Unreadable { .. }) if place.is_in_archive() => {
                    done.damage.push(error.to_string());
                    done.has_failed_stream = true;
                }
                Err(error) => return Err(GameConversionError::Open(error).into()),
            }
        }
        Ok(done)
    }

    fn convert<E: From<GameConversionError>>(
        &self,
        name: &str,
        format: Format,
        bytes: Bytes,
        write: &mut impl FnMut(u64, &[u8]) -> Result<(), E>,
        done: &mut GamesConverted,
    ) -> Result<(), E> {
        let text = || name.to_owned();
        if format == self.target.format && !self.target.is_divisible {
            return Err(GameConversionError::SameFormat { name: text(), format }.into());
        }
        let games = GameFormat::games(format, bytes, &self.options);
        let none = || GameConversionError::from(OpenError::NoEntries { name: text(), format });
        let mut games = games.ok_or_else(none)?;
        let before = done.read;
        let failure = loop {
            match games.next_game() {
                Ok(Some(game)) => self.write(name, game, write, done)?,
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
        };
        for (reason, count) in games.left_out() {
            if reason == WITHOUT_MOVE && count != 0 && self.on_unrepresentable == OnUnrepresentable::Stop {
                return Err(GameConversionError::NoMove { name: text(), count }.into());
            }
            done.leave_out(reason, count);
        }
        if let Some(error) = failure {
            let read = done.read - before;
            done.damage.push(format!("{name}: {error}, after {read} game{}", if read == 1 { "" } else { "s" }));
            done.has_failed_stream |= error.is_of_stream();
        }
        Ok(())
    }

    fn write<E: From<GameConversionError>>(
        &self,
        name: &str,
        mut game: Game,
        write: &mut impl FnMut(u64, &[u8]) -> Result<(), E>,
        done: &mut GamesConverted,
    ) -> Result<(), E> {
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
                    write(done.written, &bytes)?;
                    done.written += 1;
                    done.records += written.records;
                }
            }
            Err(UnfitGameError::NoResult) => done.leave_out("game without a result", 1),
            Err(error) if self.on_unrepresentable == OnUnrepresentable::Skip => done.leave_out(&error.to_string(), 1),
            Err(error) => {
                return Err(GameConversionError::Unfit { name: name.to_owned(), game: done.read, error }.into());
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
