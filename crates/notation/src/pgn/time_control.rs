//! The tag `TimeControl`.

use alloc::vec::Vec;
use core::fmt::{self, Display};
use core::num::NonZeroU32;
use core::ops::Range;
use core::str::FromStr;
use core::time::Duration;

use gardez_types::errors;

use crate::pgn::annotation::write_fraction;
use crate::pgn::tree::Tags;

/// The tag `TimeControl` (PGN standard, section 9.6.1). `parse` reads its value, `Display` writes it.
///
/// | text | meaning |
/// |---|---|
/// | `?` | unknown |
/// | `-` | no time control |
/// | `40/9000` | 40 moves in 9,000 seconds |
/// | `300` | 300 seconds for all moves |
/// | `4500+60` | 4,500 seconds, and 60 seconds more for each move |
/// | `*180` | a sandclock with 180 seconds on each side |
/// | `40/7200:3600` | 40 moves in 7,200 seconds, then 3,600 seconds for the rest |
///
/// Increments after a number of moves (`40/7200+30`) and decimal fractions of seconds (`8+0.08`) are read, too.
///
/// ```
/// use core::time::Duration;
///
/// use gardez_notation::pgn::{TimeControl, TimePeriod};
///
/// let blitz: TimeControl = "180+2".parse()?;
/// let (time, increment) = (Duration::from_secs(180), Duration::from_secs(2));
/// assert_eq!(blitz, TimeControl::Periods(vec![TimePeriod::Game { time, increment }]));
/// assert_eq!(blitz.to_string(), "180+2");
/// # Ok::<_, gardez_notation::pgn::TimeControlError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum TimeControl {
    /// `?`: the time control is not known.
    #[default]
    Unknown,
    /// `-`: the game is played without a time control.
    Unlimited,
    /// The periods of the game, of which the last one repeats. An empty list is written as `?`.
    Periods(Vec<TimePeriod>),
}

/// A period of a [`TimeControl`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimePeriod {
    /// A number of moves in this time: `40/9000`.
    Moves {
        /// The number of moves.
        moves: NonZeroU32,
        /// The time for them.
        time: Duration,
        /// The time that is added for each move, or zero.
        increment: Duration,
    },
    /// All other moves in this time: `300` or `4500+60`.
    Game {
        /// The time for them.
        time: Duration,
        /// The time that is added for each move, or zero.
        increment: Duration,
    },
    /// A sandclock with this time on each side: `*180`.
    Sandclock(Duration),
}

impl Tags {
    /// Returns the value of the tag `TimeControl`.
    ///
    /// ```
    /// use gardez_notation::pgn::{Game, TimeControl};
    ///
    /// let game: Game = "[TimeControl \"-\"]\n\n1. e4 *".parse()?;
    /// assert_eq!(game.tags.time_control(), Some(Ok(TimeControl::Unlimited)));
    /// # Ok::<_, gardez_notation::pgn::GameError>(())
    /// ```
    pub fn time_control(&self) -> Option<Result<TimeControl, TimeControlError>> {
        self.get("TimeControl").map(str::parse)
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Reads the value of the tag. Blanks around the value and its periods are ignored.
    ///
    /// # Errors
    ///
    /// Returns the first period that is not in one of the forms of the table, or whose number is too large.
    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        match text.trim() {
            "?" => return Ok(Self::Unknown),
            "-" => return Ok(Self::Unlimited),
            _ => {}
        }
        let mut start = 0;
        let mut periods = Vec::new();
        for field in text.split(':') {
            let blanks = field.len() - field.trim_start().len();
            periods.push(period(field.trim(), start + blanks)?);
            start += field.len() + 1;
        }
        Ok(Self::Periods(periods))
    }
}

/// Reads a period that begins at this byte.
fn period(text: &str, start: usize) -> Result<TimePeriod, TimeControlError> {
    if let Some(seconds) = text.strip_prefix('*') {
        return Ok(TimePeriod::Sandclock(time(seconds, start + 1)?));
    }
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves), rest),
        None => (None, text),
    };
    let at = start + text.len() - rest.len();
    let (seconds, increment) = match rest.split_once('+') {
        Some((seconds, increment)) => (seconds, time(increment, at + seconds.len() + 1)),
        None => (rest, Ok(Duration::ZERO)),
    };
    let number = moves.map(|moves| {
        let number = if is_digits(moves) { moves.parse().ok() } else { None };
        number.ok_or(TimeControlError { kind: TimeControlErrorKind::Moves, span: start..start + moves.len() })
    });
    Ok(match (number.transpose()?, time(seconds, at)?, increment?) {
        (Some(moves), time, increment) => TimePeriod::Moves { moves, time, increment },
        (None, time, increment) => TimePeriod::Game { time, increment },
    })
}

/// Reads seconds such as `300` or `0.08`, which begin at this byte.
fn time(text: &str, start: usize) -> Result<Duration, TimeControlError> {
    let read = || {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        if !is_digits(whole) || !is_digits(fraction) || fraction.len() > 9 {
            return None;
        }
        let nanos = fraction.parse::<u32>().ok()? * 10_u32.pow(9 - fraction.len() as u32);
        Some(Duration::new(whole.parse().ok()?, nanos))
    };
    read().ok_or(TimeControlError { kind: TimeControlErrorKind::Seconds, span: start..start + text.len() })
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Seconds with their fraction, as in `8+0.08`.
struct Seconds(Duration);

impl Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_secs())?;
        write_fraction(f, self.0)
    }
}

impl Display for TimePeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (time, increment) = match self {
            Self::Sandclock(time) => return write!(f, "*{}", Seconds(*time)),
            Self::Game { time, increment } => (time, increment),
            Self::Moves { moves, time, increment } => {
                write!(f, "{moves}/")?;
                (time, increment)
            }
        };
        Seconds(*time).fmt(f)?;
        if increment.is_zero() { Ok(()) } else { write!(f, "+{}", Seconds(*increment)) }
    }
}

impl Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlimited => f.write_str("-"),
            Self::Periods(periods) if !periods.is_empty() => {
                for (index, period) in periods.iter().enumerate() {
                    write!(f, "{}{period}", if index == 0 { "" } else { ":" })?;
                }
                Ok(())
            }
            Self::Unknown | Self::Periods(_) => f.write_str("?"),
        }
    }
}

errors! {
    /// The reason a text is not the value of a tag `TimeControl`.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct TimeControlError {
        kind: TimeControlErrorKind,
        span: Range<usize>,
    } = kind, "{kind} at byte {}", span.start => span span.clone();

    /// The reason a period is not one.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum TimeControlErrorKind {
        /// The number of moves is not a number from 1 to 4,294,967,295.
        Moves = "moves", "expected a number of moves";
        /// A time is not a number below 2<sup>64</sup> with at most nine decimals.
        Seconds = "seconds", "expected a number of seconds";
    }
}

impl TimeControlError {
    /// Returns the reason.
    pub const fn kind(&self) -> TimeControlErrorKind {
        self.kind
    }
}
