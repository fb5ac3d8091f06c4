//! The conditions of a filter.

use clap::Args;
use gardez::notation::pgn::GameResult;
use gardez::openings::Eco;

use crate::pgn::facts::Facts;
use crate::pgn::pattern::{Pattern, TagPattern};

/// Conditions on a game. A condition that is not given is met.
#[derive(Args, Debug)]
#[command(next_help_heading = "Conditions")]
pub(super) struct Conditions {
    /// Tag with this value; NAME= for a missing or empty one
    #[arg(long, value_name = "NAME=TEXT")]
    tag: Vec<TagPattern>,

    /// Part of the name of a player; several mean any of them
    #[arg(long, value_name = "TEXT")]
    player: Vec<Pattern>,

    /// Part of the name of the player with the white pieces
    #[arg(long, value_name = "TEXT")]
    white: Option<Pattern>,

    /// Part of the name of the player with the black pieces
    #[arg(long, value_name = "TEXT")]
    black: Option<Pattern>,

    /// Rating that both players have at least
    #[arg(long, value_name = "ELO")]
    min_elo: Option<u32>,

    /// Rating that both players have at most
    #[arg(long, value_name = "ELO")]
    max_elo: Option<u32>,

    /// Results, separated by commas: 1-0, 0-1, 1/2-1/2, *
    ///
    /// If the result after the moves differs from the tag, it counts.
    #[arg(long, value_name = "RESULT", value_delimiter = ',', value_parser = result)]
    result: Vec<GameResult>,

    /// Date of the first games: 2020, 2020.05, 2020.05.17
    #[arg(long, value_name = "DATE", value_parser = date)]
    since: Option<Date>,

    /// Date up to which the game was played
    #[arg(long, value_name = "DATE", value_parser = date)]
    until: Option<Date>,

    /// Number of plies at least
    #[arg(long, value_name = "N")]
    min_plies: Option<u32>,

    /// Number of plies at most
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,

    /// ECO codes of the opening, such as B90-B99,C42
    ///
    /// The code is that of the last position with a name, which the moves
    /// lead to. For the code in the tag, use --tag 'ECO=B9*'.
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = codes, verbatim_doc_comment)]
    eco: Vec<Codes>,

    /// Only games that can be read without errors
    #[arg(long)]
    sound: bool,
}

/// The parts of a date that are known.
type Date = Vec<u32>;

/// A range of codes.
#[derive(Clone, Copy, Debug)]
struct Codes {
    first: Eco,
    last: Eco,
}

impl Conditions {
    /// Returns `true` if the moves must be made on boards.
    pub(super) fn need_boards(&self) -> bool {
        self.sound || self.min_plies.is_some() || self.max_plies.is_some() || !self.eco.is_empty()
    }

    /// Returns `true` if the game meets all of them.
    pub(super) fn are_met(&self, game: &Facts) -> bool {
        let (white, black) = (game.tag("White").unwrap_or_default(), game.tag("Black").unwrap_or_default());
        self.tag.iter().all(|wanted| match game.tag(&wanted.name) {
            Some(value) => wanted.value.is_whole(value),
            None => wanted.value.is_empty(),
        }) && (self.player.is_empty() || self.player.iter().any(|name| name.is_in(white) || name.is_in(black)))
            && self.white.as_ref().is_none_or(|name| name.is_in(white))
            && self.black.as_ref().is_none_or(|name| name.is_in(black))
            && self.is_rated(game)
            && (self.result.is_empty() || self.result.contains(&game.result()))
            && self.is_dated(game)
            && self.min_plies.is_none_or(|min| min <= game.plies)
            && self.max_plies.is_none_or(|max| game.plies <= max)
            && (self.eco.is_empty()
                || game.eco.is_some_and(|eco| self.eco.iter().any(|codes| codes.first <= eco && eco <= codes.last)))
            && !(self.sound && game.errors != 0)
    }

    /// Returns `true` if the ratings of both players are known and within the bounds.
    fn is_rated(&self, game: &Facts) -> bool {
        (self.min_elo.is_none() && self.max_elo.is_none())
            || ["WhiteElo", "BlackElo"].iter().all(|tag| {
                let elo = game.tag(tag).and_then(|text| text.trim().parse::<u32>().ok());
                elo.is_some_and(|elo| {
                    self.min_elo.is_none_or(|min| min <= elo) && self.max_elo.is_none_or(|max| elo <= max)
                })
            })
    }

    /// Returns `true` if the date is known as exactly as the bounds are, and within them.
    fn is_dated(&self, game: &Facts) -> bool {
        if self.since.is_none() && self.until.is_none() {
            return true;
        }
        let known: Date = ["UTCDate", "Date"]
            .iter()
            .filter_map(|tag| game.tag(tag))
            .map(|text| text.split('.').map_while(|part| part.parse().ok()).collect())
            .max_by_key(Vec::len)
            .unwrap_or_default();
        // A bound such as 2020 compares only years.
        let part = |bound: &Date| known.get(..bound.len()).map(<[u32]>::to_vec);
        self.since.as_ref().is_none_or(|since| part(since).is_some_and(|date| *since <= date))
            && self.until.as_ref().is_none_or(|until| part(until).is_some_and(|date| date <= *until))
    }
}

fn result(text: &str) -> Result<GameResult, &'static str> {
    text.parse().map_err(|_| "expected 1-0, 0-1, 1/2-1/2 or *")
}

fn date(text: &str) -> Result<Date, &'static str> {
    let parts: Option<Date> = text.split(['.', '-']).map(|part| part.parse().ok()).collect();
    parts.filter(|parts| parts.len() <= 3).ok_or("expected a date such as 2020 or 2020.05.17")
}

fn codes(text: &str) -> Result<Codes, &'static str> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(Codes { first, last }),
        _ => Err("expected a code such as B90 or a range such as B90-B99"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_codes_are_read_or_refused() {
        assert_eq!(date("2020.05"), Ok(vec![2020, 5]));
        assert_eq!(date("2020-05-17"), Ok(vec![2020, 5, 17]));
        assert!(date("May").is_err() && date("1.2.3.4").is_err() && date("").is_err());
        assert!(codes("B90-B99").is_ok() && codes("C42").is_ok());
        assert!(codes("B99-B90").is_err() && codes("F00").is_err() && codes("").is_err());
    }
}
