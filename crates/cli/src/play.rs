//! `gardez match`: engines play against each other, and a test says which one is stronger.

mod adjudication;
mod game;
mod journal;
mod openings;
mod player;
mod score;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use clap::Args;
use gardez::GameResult;

use self::adjudication::{Adjudication, Numbers};
pub(crate) use self::game::MOST_POSITIONS;
use self::game::{Limit, Pairing, Played};
use self::journal::Journal;
use self::openings::{Openings, Order};
use self::player::Player;
use self::score::{Model, Score, Sprt, Verdict};
use crate::output::{print, print_json};
use crate::stop::{Stop, print_error};
use crate::tables;

const EXPLANATION: &str = "\
Examples:
  gardez match ./new ./old --tc 8+0.08 --openings book.epd --games 20000 \\
    --concurrency 8 --sprt 0,2 --pgn games.pgn
  gardez match './engine --threads 1' stockfish --option 2:Skill=5 --nodes 20000
  gardez match ./engine --nodes 200 --games 9000 --seed 1 --pgn data.pgn

Each opening is played twice, with colors exchanged. With --pgn, each game is
appended when it is finished; if the file exists, the match goes on where it
was interrupted. An engine that crashes, hangs or makes an illegal move loses
the game, and its last lines are printed. A flag fall is a draw if the other
side cannot mate.

Exit code:
  0  the match is over; with --sprt, H1 is accepted or no hypothesis is
  1  with --sprt, H0 is accepted
  2  wrong arguments, or something could not be started, read or written";

/// Let engines play against each other
///
/// Prints the result of each game, and the score with its error: Elo,
/// normalized Elo, pairs of games, and with --sprt the verdict of a sequential
/// probability ratio test.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = EXPLANATION)]
pub(crate) struct Match {
    /// Commands of one or two engines; one plays against itself
    #[arg(value_name = "ENGINE", required = true, num_args = 1..=2)]
    engines: Vec<String>,

    /// Option of both engines; 1:NAME=VALUE: of the first
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// Time control in seconds [default: 8+0.08]
    ///
    /// [MOVES/]TIME[+INCREMENT], such as 40/60 or 8+0.08.
    #[arg(long, value_name = "TC")]
    tc: Option<Limit>,

    /// Limit of each search, in nodes
    #[arg(long, value_name = "N", conflicts_with = "tc")]
    nodes: Option<u64>,

    /// Limit of each search, in plies
    #[arg(long, value_name = "N", conflicts_with_all = ["tc", "nodes"])]
    depth: Option<u32>,

    /// Limit of each search, in milliseconds
    #[arg(long, value_name = "MS", conflicts_with_all = ["tc", "nodes", "depth"])]
    movetime: Option<u64>,

    /// Milliseconds beyond the clock
    #[arg(long, value_name = "MS", default_value_t = 20)]
    margin: u64,

    /// Number of games, in pairs
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,

    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,

    /// Openings: FENs, EPD, PGN or a book (.bin)
    ///
    /// Without it, each opening is eight random plies.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Plies of openings from PGN and books
    #[arg(long, value_name = "N", default_value_t = 16)]
    plies: usize,

    /// Order of the openings: random or sequential
    #[arg(
        long,
        value_name = "ORDER",
        default_value = "random",
        hide_possible_values = true,
        hide_default_value = true
    )]
    order: Order,

    /// Number that chooses openings and order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Play Chess960, with the option UCI_Chess960
    #[arg(long)]
    chess960: bool,

    /// Call quiet games drawn: MOVE,COUNT,SCORE
    ///
    /// From move MOVE on, after COUNT moves of each side in which both scores
    /// were at most SCORE centipawns.
    #[arg(long, value_name = "M,N,CP", verbatim_doc_comment)]
    draw: Option<Numbers<3>>,

    /// Call decided games won: COUNT,SCORE
    ///
    /// After COUNT moves of each side in which both engines said that the
    /// same side is at least SCORE centipawns ahead.
    #[arg(long, value_name = "N,CP", verbatim_doc_comment)]
    resign: Option<Numbers<2>>,

    /// Moves after which a game is a draw
    #[arg(long, value_name = "N", default_value_t = 500)]
    max_moves: u32,

    /// Directories of endgame tables, as in PATH
    ///
    /// Games are decided as soon as the tables know the result.
    #[arg(long, value_name = "DIRS")]
    tables: Option<std::ffi::OsString>,

    /// Stop when one of two hypotheses is accepted
    ///
    /// H0: the first engine is ELO0 stronger; H1: it is ELO1 stronger.
    /// ELO0,ELO1,ALPHA,BETA also sets the probabilities of wrong verdicts,
    /// which are 0.05 otherwise.
    #[arg(long, value_name = "ELO0,ELO1", allow_negative_numbers = true, verbatim_doc_comment)]
    sprt: Option<Sprt>,

    /// Scale of --sprt: normalized or logistic
    #[arg(long, value_name = "MODEL", default_value = "normalized", hide_possible_values = true)]
    #[arg(hide_default_value = true)]
    model: Model,

    /// File to append finished games to
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Print the score after each N games
    #[arg(long, value_name = "N", default_value_t = 20)]
    every: usize,

    /// Print only the final score, as one line of JSON
    #[arg(long)]
    json: bool,

    /// Print only the final score
    #[arg(long, short)]
    quiet: bool,
}

impl Match {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let pairing = Pairing {
            limit: self.limit(),
            margin: std::time::Duration::from_millis(self.margin),
            chess960: self.chess960,
            adjudication: Adjudication {
                draw: self.draw,
                resign: self.resign,
                max_plies: self.max_moves.saturating_mul(2),
                tables: self.tables.as_deref().map(tables::open).transpose()?,
            },
        };
        let openings = Openings::read(self.openings.as_deref(), self.plies, self.order, self.seed, self.chess960)?;
        let mut players = Vec::new();
        for _ in 0..self.concurrency.max(1) {
            players.push(self.players()?);
        }
        let names = [0, 1].map(|index| players[0][index].name().to_owned());
        let total = self.games.div_ceil(2) * 2;
        let mut journal = match &self.pgn {
            Some(path) => Some(Journal::open(path, &names, &pairing.limit.to_string())?),
            None => None,
        };
        let mut score = Score::default();
        let mut is_played = vec![false; total];
        for &(number, result) in journal.iter().flat_map(Journal::results).filter(|(number, _)| *number < total) {
            is_played[number] = true;
            score.add(number, result);
        }
        // An engine that plays against itself would play the same game twice.
        let games_of_opening = self.engines.len();
        let left: Vec<usize> = (0..total).filter(|&number| !is_played[number]).collect();
        let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(self.verdict(&score).is_some()));
        thread::scope(|scope| {
            let (sender, games) = mpsc::channel();
            for mut pair in players {
                let (sender, left, next, is_over) = (sender.clone(), &left, &next, &is_over);
                let (pairing, openings) = (&pairing, &openings);
                scope.spawn(move || {
                    while !is_over.load(Ordering::Relaxed)
                        && let Some(&number) = left.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let game = pairing.play(&mut pair, number, openings.get(number / games_of_opening));
                        let is_broken = game.is_err();
                        if sender.send(game).is_err() || is_broken {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let done = games.into_iter().try_for_each(|game| -> Result<(), Stop> {
                let game = game.map_err(Stop::Failed)?;
                score.add(game.number, game.result);
                if let Some(journal) = &mut journal {
                    journal.append(&game)?;
                }
                self.report(&game, &score, &names)?;
                if self.verdict(&score).is_some() {
                    is_over.store(true, Ordering::Relaxed);
                }
                Ok(())
            });
            is_over.store(true, Ordering::Relaxed);
            done
        })?;
        self.finish(&score, &names)
    }

    fn limit(&self) -> Limit {
        match (self.nodes, self.depth, self.movetime) {
            (Some(nodes), ..) => Limit::Nodes(nodes),
            (_, Some(depth), _) => Limit::Depth(depth),
            (_, _, Some(time)) => Limit::Movetime(time),
            _ => self.tc.clone().unwrap_or(Limit::Clock { moves: 0, time: 8000, increment: 80 }),
        }
    }

    /// Starts both engines of a game.
    fn players(&self) -> Result<[Player; 2], Stop> {
        let second = self.engines.get(1).unwrap_or(&self.engines[0]);
        let mut players = [Player::start(&self.engines[0], 1, self)?, Player::start(second, 2, self)?];
        if players[0].name() == players[1].name() {
            players.iter_mut().zip(1..).for_each(|(player, number)| player.number(number));
        }
        Ok(players)
    }

    fn verdict(&self, score: &Score) -> Option<Verdict> {
        self.sprt.as_ref().and_then(|sprt| sprt.verdict(score, self.model))
    }

    fn report(&self, game: &Played, score: &Score, names: &[String; 2]) -> Result<(), Stop> {
        if let Some(log) = &game.log {
            print_error(&format!("game {}: {}\n{log}", game.number + 1, game.reason));
        }
        if self.json || self.quiet {
            return Ok(());
        }
        let [white, black] = if game.number.is_multiple_of(2) { [0, 1] } else { [1, 0] }.map(|index| &names[index]);
        let (number, result, reason) = (game.number + 1, game.result, &game.reason);
        print(format_args!("Finished game {number} ({white} vs {black}): {result} {{{reason}}}\n"))?;
        if score.games().is_multiple_of(self.every.max(1) as u64) { self.print_score(score, names) } else { Ok(()) }
    }

    fn print_score(&self, score: &Score, names: &[String; 2]) -> Result<(), Stop> {
        let line = "--------------------------------------------------\n";
        print(format_args!("{line}Results of {} vs {} ({}):\n{score}", names[0], names[1], self.limit()))?;
        if let Some(sprt) = &self.sprt {
            print(format_args!("{}\n", sprt.text(score, self.model)))?;
        }
        print(format_args!("{line}"))
    }

    fn finish(&self, score: &Score, names: &[String; 2]) -> Result<ExitCode, Stop> {
        let verdict = self.verdict(score);
        if self.json {
            print_json(&score.json(names, self.sprt.as_ref(), self.model))?;
        } else {
            self.print_score(score, names)?;
            if let (Some(sprt), Some(verdict)) = (&self.sprt, verdict) {
                print(format_args!("SPRT ({}) completed - {verdict} was accepted\n", sprt.bounds()))?;
            }
        }
        Ok(ExitCode::from(u8::from(verdict == Some(Verdict::H0))))
    }
}

/// Returns the points of the first engine in half points, from 0 to 2.
fn half_points(number: usize, result: GameResult) -> usize {
    match (result, number % 2) {
        (GameResult::WhiteWins, 0) | (GameResult::BlackWins, 1) => 2,
        (GameResult::WhiteWins | GameResult::BlackWins, _) => 0,
        _ => 1,
    }
}
