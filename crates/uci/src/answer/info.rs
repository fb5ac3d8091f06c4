//! The answer `info`.

use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use gardez_types::UciText;

use super::score::{Score, Wdl};
use crate::error::{LineError, LineErrorKind};
use crate::text::LineText;
use crate::words::{Words, write_moves};

const KEYWORDS: &str = "depth seldepth time nodes pv multipv score wdl currmove currmovenumber hashfull nps tbhits \
    sbhits cpuload string refutation currline";

/// The answer `info`: news of the search. Every field may be absent.
///
/// ```
/// use gardez_uci::{Info, Score};
///
/// let info = Info::default().with_depth(12).with_score(Score::mate(3));
/// assert_eq!(info.to_string(), "info depth 12 score mate 3");
/// assert_eq!(Info::from_string("ready\nto play").to_string(), "info string ready to play");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The depth of the search in plies.
    pub depth: Option<u32>,
    /// The depth of the longest line in plies.
    pub seldepth: Option<u32>,
    /// The rank of the line among several, from 1.
    pub multipv: Option<u32>,
    /// The value of the position.
    pub score: Option<Score>,
    /// The probability of each result.
    pub wdl: Option<Wdl>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The number of nodes per second.
    pub nps: Option<u64>,
    /// The used share of the hash table, in thousandths.
    pub hashfull: Option<u32>,
    /// The number of positions found in endgame tables.
    pub tbhits: Option<u64>,
    /// The number of positions found in Shredder's endgame databases.
    pub sbhits: Option<u64>,
    /// The load of the CPU in thousandths.
    pub cpuload: Option<u32>,
    /// The time of the search in milliseconds.
    pub time: Option<u64>,
    /// The move that the engine looks at.
    pub currmove: Option<UciText>,
    /// The number of that move among the moves of the position, from 1.
    pub currmovenumber: Option<u32>,
    /// The best line; empty if it is absent.
    pub pv: Vec<UciText>,
    /// A move and the line that refutes it.
    pub refutation: Option<Refutation>,
    /// The line that the engine looks at.
    pub currline: Option<CurrentLine>,
    /// Any text for the user.
    pub string: Option<LineText>,
}

/// A move and the line that refutes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// The move.
    pub mv: UciText,
    /// The line after it. It is empty if the engine has not found any.
    pub line: Vec<UciText>,
}

/// The line that the engine looks at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CurrentLine {
    /// The number of the CPU, from 1, if the engine uses several.
    pub cpu: Option<u32>,
    /// The moves of the line.
    pub line: Vec<UciText>,
}

/// One method for each field that engines usually send.
macro_rules! setters {
    ($($(#[$doc:meta])+ $method:ident $field:ident: $type:ty;)+) => {
        impl Info {$(
            $(#[$doc])+
            #[must_use]
            pub fn $method(self, $field: $type) -> Self {
                Self { $field: Some($field), ..self }
            }
        )+}
    };
}

setters! {
    /// Sets the depth of the search in plies.
    with_depth depth: u32;
    /// Sets the depth of the longest line in plies.
    with_seldepth seldepth: u32;
    /// Sets the rank of the line among several, from 1.
    with_multipv multipv: u32;
    /// Sets the value of the position.
    with_score score: Score;
    /// Sets how likely each result is.
    with_wdl wdl: Wdl;
    /// Sets the number of nodes.
    with_nodes nodes: u64;
    /// Sets the number of nodes per second.
    with_nps nps: u64;
    /// Sets how full the hash table is, in thousandths.
    with_hashfull hashfull: u32;
    /// Sets the number of positions found in endgame tables.
    with_tbhits tbhits: u64;
    /// Sets the move that the engine looks at.
    with_currmove currmove: UciText;
    /// Sets the number of that move among the moves of the position, from 1.
    with_currmovenumber currmovenumber: u32;
}

impl Info {
    /// Sets the time of the search, rounded down to milliseconds.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Self {
        Self { time: Some(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)), ..self }
    }

    /// Sets the best line.
    #[must_use]
    pub fn with_pv(self, pv: impl IntoIterator<Item = UciText>) -> Self {
        Self { pv: pv.into_iter().collect(), ..self }
    }

    /// Returns an answer with a text for the user. Line breaks become spaces.
    pub fn from_string(text: &str) -> Self {
        Self { string: Some(LineText::cleaned(text)), ..Self::default() }
    }

    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        words.set_keywords(KEYWORDS);
        let mut info = Self::default();
        while let Some(word) = words.next() {
            let Some(field) = words.keyword(word.text) else {
                words.problem(LineErrorKind::UnknownWord, word.span())?;
                continue;
            };
            match field {
                "depth" => words.number_into(&mut info.depth, field, word)?,
                "seldepth" => words.number_into(&mut info.seldepth, field, word)?,
                "time" => words.number_into(&mut info.time, field, word)?,
                "nodes" => words.number_into(&mut info.nodes, field, word)?,
                "multipv" => words.number_into(&mut info.multipv, field, word)?,
                "currmovenumber" => words.number_into(&mut info.currmovenumber, field, word)?,
                "hashfull" => words.number_into(&mut info.hashfull, field, word)?,
                "nps" => words.number_into(&mut info.nps, field, word)?,
                "tbhits" => words.number_into(&mut info.tbhits, field, word)?,
                "sbhits" => words.number_into(&mut info.sbhits, field, word)?,
                "cpuload" => words.number_into(&mut info.cpuload, field, word)?,
                "score" => {
                    words.once(info.score.is_some(), field, word)?;
                    info.score = Score::read(words)?.or(info.score);
                }
                "wdl" => {
                    words.once(info.wdl.is_some(), field, word)?;
                    info.wdl = Wdl::read(words)?.or(info.wdl);
                }
                "pv" => {
                    words.once(!info.pv.is_empty(), field, word)?;
                    info.pv = words.moves(field)?;
                }
                "currmove" => {
                    words.once(info.currmove.is_some(), field, word)?;
                    info.currmove = words.move_or_null(field)?.flatten();
                }
                "refutation" => {
                    words.once(info.refutation.is_some(), field, word)?;
                    let moves = words.moves(field)?;
                    info.refutation = moves.split_first().map(|(&mv, line)| Refutation { mv, line: line.to_vec() });
                }
                "currline" => {
                    words.once(info.currline.is_some(), field, word)?;
                    info.currline = Some(CurrentLine::read(words)?);
                }
                _ => {
                    let text = words.rest();
                    info.string = Some(text.map_or(Ok(LineText::default()), |text| words.text(text, LineText::new))?);
                }
            }
        }
        Ok(info)
    }
}

impl CurrentLine {
    fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        let cpu = words.peek().and_then(|word| word.text.parse().ok());
        if cpu.is_some() {
            words.next();
        }
        Ok(Self { cpu, line: words.moves("currline")? })
    }
}

impl fmt::Display for Info {
    /// Writes the fields in the usual order. A text is last, because it has no end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        let number = |f: &mut fmt::Formatter<'_>, name: &str, value: Option<u64>| {
            value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
        };
        number(f, "depth", self.depth.map(u64::from))?;
        number(f, "seldepth", self.seldepth.map(u64::from))?;
        number(f, "multipv", self.multipv.map(u64::from))?;
        if let Some(score) = self.score {
            write!(f, " score {score}")?;
        }
        if let Some(wdl) = self.wdl {
            write!(f, " wdl {wdl}")?;
        }
        number(f, "nodes", self.nodes)?;
        number(f, "nps", self.nps)?;
        number(f, "hashfull", self.hashfull.map(u64::from))?;
        number(f, "tbhits", self.tbhits)?;
        number(f, "sbhits", self.sbhits)?;
        number(f, "cpuload", self.cpuload.map(u64::from))?;
        number(f, "time", self.time)?;
        if let Some(mv) = self.currmove {
            write!(f, " currmove {mv}")?;
        }
        number(f, "currmovenumber", self.currmovenumber.map(u64::from))?;
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
            write_moves(f, &self.pv)?;
        }
        if let Some(refutation) = &self.refutation {
            write!(f, " refutation {}", refutation.mv)?;
            write_moves(f, &refutation.line)?;
        }
        if let Some(currline) = self.currline.as_ref().filter(|currline| !currline.line.is_empty()) {
            f.write_str(" currline")?;
            currline.cpu.map_or(Ok(()), |cpu| write!(f, " {cpu}"))?;
            write_moves(f, &currline.line)?;
        }
        match &self.string {
            None => Ok(()),
            Some(text) if text.is_empty() => f.write_str(" string"),
            Some(text) => write!(f, " string {text}"),
        }
    }
}
