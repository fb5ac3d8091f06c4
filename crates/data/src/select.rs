//! Some of the games of a PGN, exactly as they are in the file: games that meet conditions, or have given numbers.
//!
//! ```
//! use gardez_data::GameTexts;
//! use gardez_data::select::{Condition, Pattern, Selection};
//!
//! let pgn = "[White \"Carlsen, Magnus\"]\n\n1.e4 e5 1-0\n\n[White \"A\"]\n\n1. d4 *\n";
//! let mut selection = Selection { conditions: vec![Condition::White(Pattern::new("carlsen"))], ..Selection::default() };
//! let mut found = Vec::new();
//! selection.each(&mut GameTexts::new(pgn.as_bytes()), |_, game| Ok(found.extend(game.paragraph()?)))?;
//! assert_eq!(found, b"[White \"Carlsen, Magnus\"]\n\n1.e4 e5 1-0\n\n");
//! # Ok::<_, gardez_data::GameTextError>(())
//! ```

mod condition;
mod facts;
mod line_pattern;
mod names;
mod pattern;
mod reading;
mod squares;

use core::ops::RangeInclusive;
use std::collections::HashSet;
use std::io::Read;

use gardez_notation::pgn::PgnBoard;

use crate::texts::{GameTextError, GameTexts};

pub use condition::{Condition, Date};
pub use facts::Facts;
pub use line_pattern::{LinePattern, LinePatternError};
pub use names::file_stem;
pub use pattern::Pattern;

use self::line_pattern::Progress;
use self::reading::Reading;

/// What games have in common of which only the first is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unique {
    /// The start position and the moves of the main line.
    Moves,
    /// The same and the names of the players.
    PlayersAndMoves,
}

/// The conditions of wanted games, with counts that go on from file to file.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The conditions that games must meet.
    pub conditions: Vec<Condition>,
    /// `true` if the games are wanted that do not meet the conditions.
    pub is_inverted: bool,
    /// The numbers of the wanted games, from 1; without any, all games.
    pub numbers: Vec<RangeInclusive<u64>>,
    /// If set, a game is not wanted that equals one before. A game with errors equals none.
    pub unique: Option<Unique>,
    /// The [fingerprints](Facts::fingerprint) of the games that were found so far, with `unique`.
    pub seen: HashSet<u128>,
    /// The most games to find.
    pub most: Option<u64>,
    /// The number of games that were read so far.
    pub read: u64,
    /// The number of games that were found so far.
    pub found: u64,
}

impl Selection {
    /// Returns `true` if no game after those that were read is wanted.
    pub fn is_over(&self) -> bool {
        let has_no_number =
            || !self.numbers.is_empty() && self.numbers.iter().all(|numbers| *numbers.end() <= self.read);
        self.most.is_some_and(|most| most <= self.found) || has_no_number()
    }

    /// Calls `each` for each wanted game with its [`Facts`]. Moves are made on boards only if a condition needs them.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream, or of `each`.
    pub fn each<R: Read, B: PgnBoard, E: From<GameTextError>>(
        &mut self,
        games: &mut GameTexts<R, B>,
        mut each: impl FnMut(&Facts, &GameTexts<R, B>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut facts = Facts::default();
        while !self.is_over() {
            let Some(is_met) = self.read_next(games, &mut facts)? else { break };
            if self.count(is_met, facts.fingerprint) {
                each(&facts, games)?;
            }
        }
        Ok(())
    }

    /// Reads the next game. Returns whether it meets the conditions, or `None` at the end. Numbers and limits are left
    /// to [`count`](Self::count), which several threads call in the order of the games.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream.
    pub fn read_next<R: Read, B: PgnBoard>(
        &self,
        games: &mut GameTexts<R, B>,
        facts: &mut Facts,
    ) -> Result<Option<bool>, GameTextError> {
        let needs_boards = self.unique.is_some() || self.conditions.iter().any(Condition::needs_boards);
        let mut reading = Reading::new(self, facts);
        let is_read = if needs_boards { games.read(&mut reading)? } else { games.read_text(&mut reading)? };
        reading.finish();
        let is_met = || {
            facts.lines.iter().all(|&progress| progress == Progress::Met)
                && self.conditions.iter().all(|condition| condition.is_met(facts))
        };
        Ok(is_read.then(|| is_met() != self.is_inverted))
    }

    /// Counts the next game. Returns `true` if it is wanted, given whether it meets the conditions, and its fingerprint.
    pub fn count(&mut self, is_met: bool, fingerprint: Option<u128>) -> bool {
        self.read += 1;
        let has_number = self.numbers.is_empty() || self.numbers.iter().any(|range| range.contains(&self.read));
        let is_wanted = is_met && has_number && fingerprint.is_none_or(|game| self.seen.insert(game));
        self.found += u64::from(is_wanted);
        is_wanted
    }

    fn lines(&self) -> impl Iterator<Item = &LinePattern> {
        self.conditions.iter().filter_map(|condition| match condition {
            Condition::Line(pattern) => Some(pattern),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the numbers of the games that are found, and how many are read.
    fn found(mut selection: Selection) -> (Vec<String>, u64) {
        let pgn: String = (1..=9).map(|number| format!("[Round \"{number}\"]\n\n{number}. *\n\n")).collect();
        let mut found = Vec::new();
        // Two files; the first one ends in the middle.
        for part in [&pgn[..pgn.len() / 9 * 4], &pgn[pgn.len() / 9 * 4..]] {
            let each = |facts: &Facts, _: &GameTexts<_>| {
                found.push(facts.tag("Round").unwrap_or_default().to_owned());
                Ok::<_, GameTextError>(())
            };
            selection.each(&mut GameTexts::new(part.as_bytes()), each).expect("bytes in memory are read");
        }
        assert_eq!(selection.found, found.len() as u64);
        (found, selection.read)
    }

    #[test]
    fn games_are_found_by_numbers_over_several_files_and_reading_ends_after_the_last() {
        let numbers = std::vec![2..=2, 4..=5];
        assert_eq!(found(Selection { numbers, ..Selection::default() }), (["2", "4", "5"].map(Into::into).into(), 5));
        assert_eq!(found(Selection { numbers: std::vec![8..=u64::MAX], ..Selection::default() }).0, ["8", "9"]);
    }

    #[test]
    fn reading_ends_after_the_most_games() {
        let conditions = std::vec![Condition::Tag("Round".into(), Pattern::new("3"))];
        let rest = Selection { conditions, is_inverted: true, most: Some(3), ..Selection::default() };
        assert_eq!(found(rest), (["1", "2", "4"].map(Into::into).into(), 4));
    }
}
