//! `gardez pgn filter`: writes the games that meet conditions.

use std::convert::Infallible;
use std::ops::RangeInclusive;
use std::process::ExitCode;

use clap::Args;
use gardez::data::select::{Condition, Date, LinePattern, LinePatternError, Pattern, Selection, Unique};
use gardez::notation::pgn::GameResult;
use gardez::openings::Eco;

use crate::output::Target;
use crate::pgn::games::copy;
use crate::pgn::{Inputs, explanation};
use crate::range::choice;
use crate::range::range;
use crate::stop::Stop;

const EXAMPLES: &str = "\
Examples:
  gardez pgn filter games.pgn --player carlsen --result 1-0,0-1
  gardez pgn filter *.pgn.zst --min-elo 2500 --min-plies 40 -o strong.pgn.gz
  gardez pgn filter games.pgn --eco B90-B99 --since 2020
  gardez pgn filter games.pgn --tag 'Event=*Open*' --tag TimeControl=180+2
  gardez pgn filter games.pgn --sound --invert -o damaged.pgn
  gardez pgn filter games.pgn --moves '1. e4 c5' --min-elo 2500 --unique
  gardez pgn filter games.pgn --moves 'Bxh7+ Kxh7 Ng5+' --anywhere
  gardez pgn filter games.pgn --material KRPvKR --kept 20
  gardez pgn filter games.pgn --fen '*/*/*/3p4/3P4/*/*/*' --ply 20-40";

/// Write the games that meet all conditions, exactly as they are
///
/// Texts are compared without regard to case. In a TEXT, * stands for
/// anything. The exit code is 1 if no game meets the conditions.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = explanation(EXAMPLES))]
pub(super) struct Filter {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    target: Target,

    /// Write the games that do not meet all conditions
    #[arg(short = 'v', long)]
    invert: bool,

    /// Write only the first of equal games
    ///
    /// - moves: games with the same moves from the same start (the default)
    /// - players: if the names of the players are the same, too
    ///
    /// A game with errors equals no other. The memory is 16 bytes a game, and
    /// as much for the table.
    #[arg(long, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "moves")]
    #[arg(hide_possible_values = true, verbatim_doc_comment)]
    #[arg(value_parser = choice(&[("moves", Unique::Moves), ("players", Unique::PlayersAndMoves)]))]
    unique: Option<Unique>,

    /// Stop after this number of games
    #[arg(long, value_name = "N")]
    first: Option<u64>,

    /// Print only the number of games
    #[arg(short, long, conflicts_with_all = ["path", "force"])]
    count: bool,

    #[command(flatten)]
    conditions: Conditions,
}

/// Conditions on a game. A condition that is not given is met.
#[derive(Args, Debug)]
#[command(next_help_heading = "Conditions")]
struct Conditions {
    /// Tag with this value; NAME= for a missing or empty one
    #[arg(long, value_name = "NAME=TEXT", value_parser = tag)]
    tag: Vec<Condition>,

    /// Part of the name of a player; several mean any of them
    #[arg(long, value_name = "TEXT", value_parser = pattern)]
    player: Vec<Pattern>,

    /// Part of the name of the player with the white pieces
    #[arg(long, value_name = "TEXT", value_parser = pattern)]
    white: Option<Pattern>,

    /// Part of the name of the player with the black pieces
    #[arg(long, value_name = "TEXT", value_parser = pattern)]
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
    eco: Vec<RangeInclusive<Eco>>,

    /// Part of the name of the opening, such as najdorf
    ///
    /// The opening is that of --eco. Case and accents make no difference.
    #[arg(long, value_name = "NAME", verbatim_doc_comment)]
    opening: Option<String>,

    /// Position that the game reaches, or a pattern
    ///
    /// Several mean that the game reaches all of them. Only the fields that
    /// are given are compared: pieces, side to move, castling rights, en
    /// passant. ? stands for any square, * for any number of squares, ! for
    /// any piece, A and a for any white or black piece, [Qr] for one of
    /// these, [^Pp] for anything else: '*/*/*/4p3/*/*/*/*'.
    #[arg(long, value_name = "FEN", value_parser = LinePattern::fen, verbatim_doc_comment)]
    fen: Vec<LinePattern>,

    /// Moves with which the game begins, such as '1. e4 c5'
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,

    /// Look for the moves anywhere in the game
    #[arg(long, requires = "moves")]
    anywhere: bool,

    /// Material that the game reaches, such as KRPvKR
    ///
    /// Either color can have the first half.
    #[arg(long, value_name = "SET")]
    material: Option<String>,

    /// Number of plies for which the material stays
    #[arg(long, value_name = "N", requires = "material", default_value_t = 0, hide_default_value = true)]
    kept: u32,

    /// Plies at which the game is searched, such as 20-40
    ///
    /// Ply 0 is the start. It counts for --fen, --material, and --moves with
    /// --anywhere. Without them, games that reach the first ply are written.
    #[arg(long, value_name = "N", value_parser = plies, verbatim_doc_comment)]
    ply: Option<RangeInclusive<u32>>,

    /// Only games with a comment, also in a variation
    #[arg(long)]
    has_comment: bool,

    /// Only games that can be read without errors
    #[arg(long)]
    sound: bool,
}

impl Filter {
    pub(super) fn run(self) -> Result<ExitCode, Stop> {
        let conditions = self.conditions.given()?;
        let (is_inverted, unique, most) = (self.invert, self.unique, self.first);
        let selection = Selection { conditions, is_inverted, unique, most, ..Selection::default() };
        copy(&self.inputs, &self.target, selection, self.count)
    }
}

impl Conditions {
    fn given(self) -> Result<Vec<Condition>, Stop> {
        let refused = |error: LinePatternError| Stop::Failed(error.to_string());
        let moves = if self.anywhere { LinePattern::moves_anywhere } else { LinePattern::moves };
        let mut lines = self.fen;
        lines.extend(self.moves.as_deref().map(moves).transpose().map_err(refused)?);
        let material = self.material.as_deref().map(|pieces| LinePattern::material(pieces, self.kept));
        lines.extend(material.transpose().map_err(refused)?);
        let reached = self.ply.as_ref().filter(|_| lines.is_empty()).map(|plies| *plies.start()..=u32::MAX);
        let plies = self.ply.unwrap_or(0..=u32::MAX);
        let lines = lines.into_iter().map(|line| Condition::Line(line.with_plies(plies.clone())));
        let any = |min: Option<u32>, max: Option<u32>| {
            (min.is_some() || max.is_some()).then(|| min.unwrap_or(0)..=max.unwrap_or(u32::MAX))
        };
        let conditions = [
            (!self.player.is_empty()).then_some(Condition::Players(self.player)),
            self.white.map(Condition::White),
            self.black.map(Condition::Black),
            any(self.min_elo, self.max_elo).map(Condition::Elo),
            (!self.result.is_empty()).then_some(Condition::Results(self.result)),
            self.since.map(Condition::Since),
            self.until.map(Condition::Until),
            any(self.min_plies, self.max_plies).map(Condition::Plies),
            (!self.eco.is_empty()).then_some(Condition::Eco(self.eco)),
            self.opening.map(Condition::Opening),
            reached.map(Condition::Plies),
            self.has_comment.then_some(Condition::Commented),
            self.sound.then_some(Condition::Sound),
        ];
        Ok(self.tag.into_iter().chain(conditions.into_iter().flatten()).chain(lines).collect())
    }
}

fn tag(text: &str) -> Result<Condition, &'static str> {
    let named = text.split_once('=').filter(|(name, _)| !name.is_empty());
    let (name, value) = named.ok_or("expected NAME=VALUE, such as Event=*Open*")?;
    Ok(Condition::Tag(name.to_owned(), Pattern::new(value)))
}

#[allow(clippy::unnecessary_wraps)] // clap asks for it
fn pattern(text: &str) -> Result<Pattern, Infallible> {
    Ok(Pattern::new(text))
}

fn result(text: &str) -> Result<GameResult, &'static str> {
    text.parse().map_err(|_| "expected 1-0, 0-1, 1/2-1/2 or *")
}

fn date(text: &str) -> Result<Date, &'static str> {
    Date::parse(text).ok_or("expected a date such as 2020 or 2020.05.17")
}

fn codes(text: &str) -> Result<RangeInclusive<Eco>, &'static str> {
    range(text, None).ok_or("expected a code such as B90 or a range such as B90-B99")
}

pub(super) fn plies(text: &str) -> Result<RangeInclusive<u32>, &'static str> {
    range(text, Some(u32::MAX)).ok_or("expected a number of plies or a range such as 20-40 or 20-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_tags_are_read_or_refused() {
        assert!(codes("B90-B99").is_ok() && codes("C42").is_ok());
        assert!(codes("B99-B90").is_err() && codes("F00").is_err() && codes("").is_err() && codes("B90-").is_err());
        assert!(tag("Event=").is_ok() && tag("=x").is_err() && tag("Event").is_err());
    }
}
