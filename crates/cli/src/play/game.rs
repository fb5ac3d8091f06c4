//! One game: clocks, moves, and how it ends.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use gardez::notation::pgn::Game;
use gardez::types::CastlingMode;
use gardez::uci::{Go, Info, ScoreValue, SetPosition};
use gardez::{CanMate, Color, GameResult, Outcome, Position};

use super::adjudication::{Adjudication, Scores};
use super::player::{Player, Silence};

/// The longest search without a clock.
const LONGEST: Duration = Duration::from_secs(600);

/// A mate in a number of moves is this many centipawns, for the rules of adjudication.
const MATE: i32 = 100_000;

/// The most positions to search for a mate by the winner of a flag fall, which takes a fraction of a second.
pub(crate) const MOST_POSITIONS: usize = 200_000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Limit {
    /// Milliseconds for a number of moves, or for the game if it is 0, and the increment.
    Clock {
        moves: u32,
        time: u64,
        increment: u64,
    },
    Nodes(u64),
    Depth(u32),
    Movetime(u64),
}

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (moves, rest) = text.split_once('/').unwrap_or(("0", text));
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let millis = |text: &str| {
            let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..1e7).contains(seconds));
            seconds.map(|seconds| (seconds * 1000.0).round() as u64)
        };
        match (moves.parse().ok(), millis(time), millis(increment)) {
            (Some(moves), Some(time), Some(increment)) if 0 < time => Ok(Self::Clock { moves, time, increment }),
            _ => Err("expected [MOVES/]TIME[+INCREMENT] in seconds, such as 8+0.08".into()),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |millis: u64| millis as f64 / 1000.0;
        match *self {
            Self::Clock { moves, time, increment } => {
                if moves != 0 {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", seconds(time))?;
                if increment == 0 { Ok(()) } else { write!(f, "+{}", seconds(increment)) }
            }
            Self::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Self::Depth(depth) => write!(f, "{depth} plies"),
            Self::Movetime(time) => write!(f, "{time} ms"),
        }
    }
}

pub(super) struct Played {
    /// The number of the game, from 0. In games with even numbers the first engine is White.
    pub(super) number: usize,
    pub(super) result: GameResult,
    /// The reason for the end of the game.
    pub(super) reason: String,
    /// The last lines of an engine that is at fault.
    pub(super) log: Option<String>,
    pub(super) game: Game,
}

/// The settings that all games share.
#[derive(Debug)]
pub(super) struct Pairing {
    pub(super) limit: Limit,
    pub(super) margin: Duration,
    pub(super) chess960: bool,
    pub(super) adjudication: Adjudication,
}

/// The time of both sides, in milliseconds.
struct Clocks<'a> {
    limit: &'a Limit,
    left: [u64; 2],
    /// The number of moves that each side has made.
    moves: [u32; 2],
}

impl<'a> Clocks<'a> {
    fn new(limit: &'a Limit) -> Self {
        let time = if let Limit::Clock { time, .. } = limit { *time } else { 0 };
        Self { limit, left: [time; 2], moves: [0; 2] }
    }

    /// Returns the command for a search of `us`, and the time in which it must end.
    fn go(&self, us: Color) -> (Go, Duration) {
        let go = Go::default();
        match *self.limit {
            Limit::Nodes(nodes) => (go.with_nodes(nodes), LONGEST),
            Limit::Depth(depth) => (go.with_depth(depth), LONGEST),
            Limit::Movetime(time) => {
                let time = Duration::from_millis(time);
                (go.with_movetime(time), time)
            }
            Limit::Clock { moves, increment, .. } => {
                let (increment, left) = (Duration::from_millis(increment), self.left.map(Duration::from_millis));
                let mut go =
                    go.with_clock(Color::White, left[0], increment).with_clock(Color::Black, left[1], increment);
                go.movestogo = (moves != 0).then(|| moves - self.moves[us as usize] % moves);
                (go, left[us as usize])
            }
        }
    }

    /// Subtracts the time of a move of `us`.
    fn stop(&mut self, us: Color, spent: Duration) {
        let us = us as usize;
        self.moves[us] += 1;
        if let Limit::Clock { moves, time, increment } = *self.limit {
            let spent = u64::try_from(spent.as_millis()).unwrap_or(u64::MAX);
            self.left[us] = self.left[us].saturating_sub(spent) + increment;
            if moves != 0 && self.moves[us].is_multiple_of(moves) {
                self.left[us] += time;
            }
        }
    }
}

impl Pairing {
    /// Plays a game from its opening. An error ends the match: an engine cannot be started again.
    pub(super) fn play(&self, players: &mut [Player; 2], number: usize, opening: Position) -> Result<Played, String> {
        for player in players.iter_mut() {
            player.new_game()?;
        }
        let white = number % 2;
        let mut game = Game::from_board(*opening.board());
        let (mut position, mut node) = (opening, game.root());
        let (mut clocks, mut scores, mut ply, mut log) = (Clocks::new(&self.limit), Scores::default(), 0, None);
        let mode = position.castling_mode();
        let (result, reason) = loop {
            if let Some((result, reason)) = outcome(&position) {
                break (result, reason.to_owned());
            }
            let us = position.side_to_move();
            let player = &mut players[if us == Color::White { white } else { 1 - white }];
            let (go, limit) = clocks.go(us);
            let loses = |why: String| (GameResult::from_winner(!us), format!("{} {why}", side(us)));
            let loses_on_time = |time: Duration| match position.can_mate(!us, MOST_POSITIONS) {
                CanMate::No => (GameResult::Draw, format!("Draw by timeout: {} cannot mate", side(!us))),
                _ => loses(format!("loses on time after {} ms", time.as_millis())),
            };
            let answered = match player.search(&SetPosition::from_position(&position), &go, limit + self.margin) {
                Ok(answered) => answered,
                Err(silence) => {
                    log = Some(player.log());
                    player.restart()?;
                    break match silence {
                        Silence::Late(time) => loses_on_time(time),
                        Silence::Broken(reason) => loses(format!("disconnects: {reason}")),
                    };
                }
            };
            if limit + self.margin < answered.time {
                log = Some(player.log());
                break loses_on_time(answered.time);
            }
            clocks.stop(us, answered.time);
            let text = answered.best.mv().map_or_else(|| "no move".to_owned(), |mv| mv.to_string());
            let mv = match position.parse_uci(&text) {
                Ok(mv) => mv,
                Err(error) => {
                    log = Some(player.log());
                    break loses(format!("makes an illegal move: {text} ({error})"));
                }
            };
            node = game.add(node, Some(mv)).map_err(|error| error.to_string())?;
            game.node_mut(node).comments.push(comment(answered.info.as_ref(), answered.time));
            position.do_move(mv);
            ply += 1;
            let score = answered
                .info
                .as_ref()
                .and_then(centipawns)
                .map(|score| if us == Color::White { score } else { -score });
            if let Some((result, reason)) = outcome(&position) {
                break (result, reason.to_owned());
            }
            if let Some((result, reason)) = self.adjudication.result(&mut scores, &position, score, ply) {
                let winner = result.winner().map_or_else(String::new, |winner| format!("{} wins by ", side(winner)));
                break (result, winner + reason);
            }
        };
        game.result = result;
        let termination = match (log.is_some(), reason.contains("adjudication")) {
            (true, _) if reason.contains("time") => "time forfeit",
            (true, _) => "rules infraction",
            (false, true) => "adjudication",
            (false, false) => "normal",
        };
        let [white, black] = [white, 1 - white].map(|index| players[index].name().to_owned());
        let tags = [
            ("Event", "gardez match".to_owned()),
            ("White", white),
            ("Black", black),
            ("Round", format!("{}.{}", number / 2 + 1, number % 2 + 1)),
            ("Result", result.to_string()),
            ("TimeControl", self.limit.to_string()),
            ("Termination", termination.to_owned()),
            ("PlyCount", ply.to_string()),
        ];
        for (name, value) in tags {
            game.tags.set(name, value);
        }
        if mode == CastlingMode::Chess960 || self.chess960 {
            game.tags.set("Variant", "Chess960");
        }
        game.node_mut(node).comments.push(reason.clone());
        Ok(Played { number, result, reason, log, game })
    }
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Returns the result by the rules, and its name; a draw that a player could claim is one.
fn outcome(position: &Position) -> Option<(GameResult, &'static str)> {
    let outcome = position.outcome()?;
    let reason = match outcome {
        Outcome::Checkmate { winner: Color::White } => "White mates",
        Outcome::Checkmate { .. } => "Black mates",
        Outcome::Stalemate => "Draw by stalemate",
        Outcome::InsufficientMaterial => "Draw by insufficient mating material",
        Outcome::SeventyFiveMoves | Outcome::FiftyMoves => "Draw by fifty moves rule",
        _ => "Draw by 3-fold repetition",
    };
    Some((outcome.result(), reason))
}

/// Returns the score of the side that moved, in centipawns.
fn centipawns(info: &Info) -> Option<i32> {
    Some(match info.score?.value {
        ScoreValue::Cp(score) => score,
        ScoreValue::Mate(moves) => {
            if moves > 0 {
                MATE
            } else {
                -MATE
            }
        }
    })
}

/// Returns the comment of a move, as match programs write it: score, depth and time.
fn comment(info: Option<&Info>, time: Duration) -> String {
    let seconds = format!("{:.3}s", time.as_secs_f64());
    let Some((info, score)) = info.and_then(|info| Some((info, info.score?.value))) else { return seconds };
    let score = match score {
        ScoreValue::Mate(moves) if moves > 0 => format!("+M{}", 2 * moves - 1),
        ScoreValue::Mate(moves) => format!("-M{}", -2 * moves),
        ScoreValue::Cp(value) => format!("{:+.2}", f64::from(value) / 100.0),
    };
    format!("{score}/{} {seconds}", info.depth.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["8+0.08", "40/60", "0.5+0.01", "3/1+1"] {
            assert_eq!(text.parse::<Limit>().map(|limit| limit.to_string()).as_deref(), Ok(text));
        }
        for text in ["", "x", "0+1", "1+x", "-1", "1/", "inf", "nan+1", "1e300"] {
            assert!(text.parse::<Limit>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_has_new_time_after_its_moves() {
        let limit: Limit = "2/1+0.5".parse().expect("a time control");
        let mut clocks = Clocks::new(&limit);
        assert_eq!(clocks.go(Color::Black).0.to_string(), "go wtime 1000 btime 1000 winc 500 binc 500 movestogo 2");
        clocks.stop(Color::White, Duration::from_millis(700));
        let (go, left) = clocks.go(Color::White);
        assert_eq!((go.movestogo, left), (Some(1), Duration::from_millis(800)));
        clocks.stop(Color::White, Duration::from_millis(900));
        assert_eq!(clocks.go(Color::White).1, Duration::from_millis(1500));
        assert_eq!(clocks.go(Color::White).0.movestogo, Some(2));
    }
}
