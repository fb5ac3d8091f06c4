//! Commands in comments: clocks, evaluations, colored squares and arrows.

use core::fmt;
use core::time::Duration;

use gardez_types::{Color, Square};

/// Iterates over the parts of a comment: text, and commands such as `[%clk 0:05:00]`. Other brackets are text.
///
/// ```
/// use gardez_notation::pgn::{Annotation, CommentPart, Score, comment_parts};
///
/// let mut parts = comment_parts("Good. [%eval 0.25,18] [%clk 0:05:00]");
/// assert_eq!(parts.next(), Some(CommentPart::Text("Good. ")));
/// let Some(CommentPart::Command(Annotation::Evaluation { score, depth })) = parts.next() else { panic!() };
/// assert_eq!((score, depth), (Score::Centipawns(25), Some(18)));
/// assert_eq!(parts.next(), Some(CommentPart::Text(" ")));
/// assert!(matches!(parts.next(), Some(CommentPart::Command(Annotation::Clock(left))) if left.as_secs() == 300));
/// ```
pub fn comment_parts(comment: &str) -> CommentParts<'_> {
    CommentParts { rest: comment }
}

/// A part of a comment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum CommentPart<'a> {
    /// Text between commands.
    Text(&'a str),
    /// A command.
    Command(Annotation<'a>),
}

/// A command in a comment. `Display` writes it with its brackets.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Annotation<'a> {
    /// `%clk`: the time left to the player who has moved.
    Clock(Duration),
    /// `%emt`: the time that the move took.
    MoveTime(Duration),
    /// `%eval`: the evaluation of the position by a program.
    Evaluation {
        /// The score, from white's point of view.
        score: Score,
        /// The depth of the search in plies, if it is given.
        depth: Option<u32>,
    },
    /// `%csl`: colored squares.
    Squares(Marks<'a>),
    /// `%cal`: colored arrows.
    Arrows(Marks<'a>),
    /// Any other command, or a value that is not understood.
    Other {
        /// The name, without `%`.
        name: &'a str,
        /// The text after the name.
        value: &'a str,
    },
}

/// An evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Hundredths of a pawn; further digits are cut off.
    Centipawns(i32),
    /// Moves until mate, `#3`; negative if black mates, `#-3`.
    Mate(i32),
}

/// A list of colored squares or arrows, such as `Gd4,Re5` or `Ge2e4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Marks<'a>(&'a str);

/// A colored square or arrow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// The letter of the color: `R`, `G`, `Y`, `B`, or another letter of a program.
    pub color: char,
    /// The square, or the origin of the arrow.
    pub from: Square,
    /// The target of the arrow, or the square again.
    pub to: Square,
}

impl<'a> Marks<'a> {
    /// Iterates over the marks.
    pub fn iter(self) -> impl Iterator<Item = Mark> + 'a {
        self.0.split(',').map(str::trim).filter_map(mark)
    }
}

/// Reads `Gd4` or `Ge2e4`.
fn mark(text: &str) -> Option<Mark> {
    let color = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let squares = &text[1..];
    if !squares.is_ascii() {
        return None;
    }
    let (from, to) = match squares.len() {
        2 => (squares, squares),
        4 => squares.split_at(2),
        _ => return None,
    };
    Some(Mark { color, from: from.parse().ok()?, to: to.parse().ok()? })
}

/// The iterator of [`comment_parts`].
#[derive(Clone, Debug)]
pub struct CommentParts<'a> {
    rest: &'a str,
}

impl<'a> Iterator for CommentParts<'a> {
    type Item = CommentPart<'a>;

    fn next(&mut self) -> Option<CommentPart<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        // Comments are short: preparing a search costs more than it saves.
        let bytes = self.rest.as_bytes();
        let command = bytes.windows(2).position(|pair| pair == b"[%");
        let command =
            command.and_then(|open| Some((open, open + bytes[open..].iter().position(|&byte| byte == b']')?)));
        let Some((open, close)) = command else {
            return Some(CommentPart::Text(core::mem::take(&mut self.rest)));
        };
        if open != 0 {
            let (text, rest) = self.rest.split_at(open);
            self.rest = rest;
            return Some(CommentPart::Text(text));
        }
        let command = &self.rest[2..close];
        self.rest = &self.rest[close + 1..];
        Some(CommentPart::Command(Annotation::read(command)))
    }
}

impl<'a> Annotation<'a> {
    /// Returns the name of the command, without `%`.
    pub const fn name(&self) -> &'a str {
        match *self {
            Self::Clock(_) => "clk",
            Self::MoveTime(_) => "emt",
            Self::Evaluation { .. } => "eval",
            Self::Squares(_) => "csl",
            Self::Arrows(_) => "cal",
            Self::Other { name, .. } => name,
        }
    }

    /// Reads the text between `[%` and `]`.
    fn read(command: &'a str) -> Self {
        let blank = command.bytes().position(|byte| byte.is_ascii_whitespace());
        let (name, value) = blank.map_or((command, ""), |at| (&command[..at], command[at + 1..].trim()));
        let understood = match name {
            "clk" => time(value).map(Self::Clock),
            "emt" => time(value).map(Self::MoveTime),
            "eval" => evaluation(value),
            "csl" => marks(value, false).map(Self::Squares),
            "cal" => marks(value, true).map(Self::Arrows),
            _ => None,
        };
        understood.unwrap_or(Self::Other { name, value })
    }
}

fn marks(value: &str, are_arrows: bool) -> Option<Marks<'_>> {
    let fits = |text: &str| mark(text.trim()).is_some() && (text.trim().len() == 5) == are_arrows;
    value.split(',').all(fits).then_some(Marks(value))
}

/// Reads `1:02:03.5`, `1:02:03,5`, `2:03` or `3`.
fn time(value: &str) -> Option<Duration> {
    let mut bytes = value.bytes();
    // The parts before this one in its unit, the part, and how many parts and digits there were.
    let (mut before, mut part, mut parts, mut digits) = (0_u64, 0_u64, 1, 0);
    for byte in bytes.by_ref() {
        match byte {
            b'0'..=b'9' => {
                part = part.checked_mul(10)?.checked_add(u64::from(byte - b'0'))?;
                digits += 1;
            }
            b':' if parts < 3 && 0 < digits => {
                before = before.checked_add(part)?.checked_mul(60)?;
                (part, parts, digits) = (0, parts + 1, 0);
            }
            b'.' | b',' => break,
            _ => return None,
        }
    }
    let (mut nanos, mut unit) = (0, 100_000_000);
    for byte in bytes {
        let digit = byte.is_ascii_digit().then(|| u32::from(byte - b'0'))?;
        nanos += digit * unit;
        unit /= 10;
    }
    if digits == 0 { None } else { Some(Duration::new(before.checked_add(part)?, nanos)) }
}

fn evaluation(value: &str) -> Option<Annotation<'_>> {
    let (score, depth) = match value.split_once(',') {
        Some((score, depth)) => (score.trim(), Some(depth.trim().parse().ok()?)),
        None => (value, None),
    };
    Some(Annotation::Evaluation { score: Score::read(score)?, depth })
}

/// Reads pawns as hundredths; digits after the second decimal are cut off.
fn centipawns(text: &str) -> Option<i32> {
    let (is_negative, digits) = match text.strip_prefix(['-', '+']) {
        Some(digits) => (text.starts_with('-'), digits),
        None => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let hundredths = fraction.bytes().chain(core::iter::repeat(b'0')).take(2);
    let hundredths = hundredths.fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
    let value = whole.checked_mul(100)?.checked_add(hundredths)?;
    i32::try_from(if is_negative { -value } else { value }).ok()
}

impl Score {
    /// Reads `0.36`, `-1.2` or `+3` as pawns, and `#3`, `#-3`, `-#3`, `M3` or `-M3` as a mate.
    ///
    /// ```
    /// use gardez_notation::pgn::Score;
    ///
    /// assert_eq!(Score::read("-1.2"), Some(Score::Centipawns(-120)));
    /// assert_eq!(["#-3", "-M3"].map(Score::read), [Some(Score::Mate(-3)); 2]);
    /// assert_eq!(["book", "", "-#-3"].map(Score::read), [None; 3]);
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        let signed = text.strip_prefix(['-', '+']);
        let Some(moves) = signed.unwrap_or(text).strip_prefix(['#', 'M']) else {
            return centipawns(text).map(Self::Centipawns);
        };
        let moves: i32 = moves.parse().ok().filter(|&moves: &i32| signed.is_none() || 0 <= moves)?;
        Some(Self::Mate(if text.starts_with('-') { -moves } else { moves }))
    }

    /// Returns a score of white's point of view from the point of view of `color`.
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match (self, color) {
            (score, Color::White) => score,
            (Self::Centipawns(value), Color::Black) => Self::Centipawns(value.saturating_neg()),
            (Self::Mate(moves), Color::Black) => Self::Mate(moves.saturating_neg()),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(value) => {
                let (sign, value) = (if *value < 0 { "-" } else { "" }, value.unsigned_abs());
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)
            }
            Self::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

/// A time in the form of `%clk`.
struct Time(Duration);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        write_fraction(f, self.0)
    }
}

/// Writes a period and the decimals of a time, unless there are only zeros.
pub(super) fn write_fraction(f: &mut fmt::Formatter<'_>, time: Duration) -> fmt::Result {
    let (mut nanos, mut width) = (time.subsec_nanos(), 9);
    if nanos == 0 {
        return Ok(());
    }
    while nanos % 10 == 0 {
        (nanos, width) = (nanos / 10, width - 1);
    }
    write!(f, ".{nanos:0width$}")
}

impl fmt::Display for Annotation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock(time) => write!(f, "[%clk {}]", Time(*time)),
            Self::MoveTime(time) => write!(f, "[%emt {}]", Time(*time)),
            Self::Evaluation { score, depth: None } => write!(f, "[%eval {score}]"),
            Self::Evaluation { score, depth: Some(depth) } => write!(f, "[%eval {score},{depth}]"),
            Self::Squares(marks) => write!(f, "[%csl {}]", marks.0),
            Self::Arrows(marks) => write!(f, "[%cal {}]", marks.0),
            Self::Other { name, value: "" } => write!(f, "[%{name}]"),
            Self::Other { name, value } => write!(f, "[%{name} {value}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;
    use std::vec::Vec;

    use quickcheck::quickcheck;

    use super::*;

    fn only(text: &str) -> Annotation<'_> {
        match comment_parts(text).collect::<Vec<_>>()[..] {
            [CommentPart::Command(command)] => command,
            ref other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn commands_are_written_as_they_are_read() {
        for text in [
            "[%clk 0:05:00]",
            "[%clk 12:34:56.7]",
            "[%emt 0:00:00.025]",
            "[%eval 0.25]",
            "[%eval -3.07,22]",
            "[%eval #-3]",
            "[%csl Rh5,Gd4]",
            "[%cal Ge2e4]",
            "[%tqu \"a\"]",
            "[%blank]",
            "[%clk soon]",
            "[%eval 1e3]",
            "[%csl Rz9]",
            "[%cal Ge2]",
        ] {
            assert_eq!(only(text).to_string(), text);
        }
        assert!(matches!(only("[%clk\n01:56:25]"), Annotation::Clock(time) if time.as_secs() == 6985));
        for text in
            ["[%clk soon]", "[%clk 1:2:3:4]", "[%clk 1:2.x]", "[%cal Ge2]", "[%csl Ge2e4]", "[%csl Ge2,]", "[%eval #]"]
        {
            assert!(matches!(only(text), Annotation::Other { .. }), "{text}");
        }
    }

    /// A time by the texts of its parts.
    fn slow_time(value: &str) -> Option<Duration> {
        let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let parts: Option<Vec<u64>> =
            whole.split(':').map(|part| part.parse().ok().filter(|_| is_number(part))).collect();
        let parts = parts.filter(|parts| parts.len() <= 3 && is_number(fraction))?;
        let seconds = parts.iter().try_fold(0_u64, |sum, part| sum.checked_mul(60)?.checked_add(*part))?;
        let nanos = std::format!("{fraction:0<9}");
        Some(Duration::new(seconds, nanos[..9].parse().ok()?))
    }

    quickcheck! {
        fn times_are_those_of_the_slow_definition(letters: Vec<u8>) -> bool {
            let text: std::string::String =
                letters.iter().map(|&letter| char::from(b"0123456789012345:::..x"[usize::from(letter % 22)])).collect();
            time(&text) == slow_time(&text)
        }

        fn a_clock_is_read_as_it_is_written(seconds: u32, nanos: u32) -> bool {
            let clock = Annotation::Clock(Duration::new(seconds.into(), nanos % 1_000_000_000));
            only(&clock.to_string()) == clock
        }
    }

    #[test]
    fn arrows_have_a_color_an_origin_and_a_target() {
        let Annotation::Arrows(arrows) = only("[%cal Ge2e4,Rd8h4]") else { panic!() };
        let arrows: Vec<_> = arrows.iter().map(|mark| (mark.color, mark.from, mark.to)).collect();
        assert_eq!(arrows, [('G', Square::E2, Square::E4), ('R', Square::D8, Square::H4)]);
    }

    #[test]
    fn brackets_without_a_command_are_text() {
        for text in ["[a]", "[%clk 0:05", "]", "a [b] c", "[%"] {
            assert_eq!(comment_parts(text).collect::<Vec<_>>(), [CommentPart::Text(text)], "{text}");
        }
    }
}
