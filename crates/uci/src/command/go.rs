//! The command `go`.

use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use gardez_types::{Color, UciText};

use crate::error::{LineError, LineErrorKind};
use crate::words::{Words, write_moves};

const KEYWORDS: &str = "searchmoves ponder wtime btime winc binc movestogo depth nodes mate movetime infinite \
    perft";

/// The command `go`: the limits of a search. Without any, the engine decides.
///
/// Times are in milliseconds. A clock may be negative, because GUIs let games continue after a flag has fallen.
///
/// ```
/// use core::time::Duration;
/// use gardez_uci::Go;
///
/// assert_eq!(Go::default().with_depth(12).to_string(), "go depth 12");
/// assert_eq!(Go::default().with_movetime(Duration::from_millis(50)).to_string(), "go movetime 50");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Go {
    /// The only moves to consider; all if empty. Castling has two spellings: `Board::find_move` finds both.
    pub searchmoves: Vec<UciText>,
    /// `true` if the search is on the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// White's clock in milliseconds.
    pub wtime: Option<i64>,
    /// Black's clock in milliseconds.
    pub btime: Option<i64>,
    /// White's increment per move in milliseconds.
    pub winc: Option<i64>,
    /// Black's increment per move in milliseconds.
    pub binc: Option<i64>,
    /// The number of moves to the next time control. Without it, the clock is for the rest of the game.
    pub movestogo: Option<u32>,
    /// Search to this depth in plies.
    pub depth: Option<u32>,
    /// Search this many nodes.
    pub nodes: Option<u64>,
    /// Look for a mate in this number of moves.
    pub mate: Option<u32>,
    /// Search for this number of milliseconds.
    pub movetime: Option<u64>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Count sequences of this number of legal moves. Not in the protocol, so only the lenient reader reads it.
    pub perft: Option<u32>,
}

impl Go {
    /// Returns a search until `stop`.
    pub fn infinite() -> Self {
        Self { infinite: true, ..Self::default() }
    }

    /// Returns a count of the sequences of this number of legal moves.
    pub fn perft(depth: u32) -> Self {
        Self { perft: Some(depth), ..Self::default() }
    }

    /// Sets the depth in plies.
    pub fn with_depth(self, depth: u32) -> Self {
        Self { depth: Some(depth), ..self }
    }

    /// Sets the number of nodes.
    pub fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// Sets the time for this move, rounded down to milliseconds.
    pub fn with_movetime(self, time: Duration) -> Self {
        Self { movetime: Some(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)), ..self }
    }

    /// Sets the clock and the increment of `color`, rounded down to milliseconds.
    pub fn with_clock(mut self, color: Color, time: Duration, increment: Duration) -> Self {
        let millis = |time: Duration| Some(i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
        let (clock, each_move) = match color {
            Color::White => (&mut self.wtime, &mut self.winc),
            Color::Black => (&mut self.btime, &mut self.binc),
        };
        (*clock, *each_move) = (millis(time), millis(increment));
        self
    }

    /// Restricts the search to these moves.
    pub fn with_searchmoves(self, moves: impl IntoIterator<Item = UciText>) -> Self {
        Self { searchmoves: moves.into_iter().collect(), ..self }
    }

    /// Makes this a search on the opponent's time.
    pub fn with_ponder(self) -> Self {
        Self { ponder: true, ..self }
    }

    /// Returns the clock of `color` in milliseconds.
    pub const fn time(&self, color: Color) -> Option<i64> {
        match color {
            Color::White => self.wtime,
            Color::Black => self.btime,
        }
    }

    /// Returns the increment of `color` in milliseconds.
    pub const fn increment(&self, color: Color) -> Option<i64> {
        match color {
            Color::White => self.winc,
            Color::Black => self.binc,
        }
    }

    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        words.set_keywords(KEYWORDS);
        let mut go = Self::default();
        while let Some(word) = words.next() {
            let Some(field) = words.keyword(word.text) else {
                words.problem(LineErrorKind::UnknownWord, word.span())?;
                continue;
            };
            match field {
                "searchmoves" => {
                    words.once(!go.searchmoves.is_empty(), field, word)?;
                    go.searchmoves = words.moves(field)?;
                }
                "ponder" => {
                    words.once(go.ponder, field, word)?;
                    go.ponder = true;
                }
                "infinite" => {
                    words.once(go.infinite, field, word)?;
                    go.infinite = true;
                }
                "wtime" => words.number_into(&mut go.wtime, field, word)?,
                "btime" => words.number_into(&mut go.btime, field, word)?,
                "winc" => words.number_into(&mut go.winc, field, word)?,
                "binc" => words.number_into(&mut go.binc, field, word)?,
                "movestogo" => words.number_into(&mut go.movestogo, field, word)?,
                "depth" => words.number_into(&mut go.depth, field, word)?,
                "nodes" => words.number_into(&mut go.nodes, field, word)?,
                "mate" => words.number_into(&mut go.mate, field, word)?,
                "perft" if words.is_strict() => words.problem(LineErrorKind::UnknownWord, word.span())?,
                "perft" => words.number_into(&mut go.perft, field, word)?,
                _ => words.number_into(&mut go.movetime, field, word)?,
            }
        }
        Ok(go)
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        let clocks = [("wtime", self.wtime), ("btime", self.btime), ("winc", self.winc), ("binc", self.binc)];
        for (name, value) in clocks {
            value.map_or(Ok(()), |value| write!(f, " {name} {value}"))?;
        }
        let limits = [
            ("movestogo", self.movestogo.map(u64::from)),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("mate", self.mate.map(u64::from)),
            ("movetime", self.movetime),
            ("perft", self.perft.map(u64::from)),
        ];
        for (name, value) in limits {
            value.map_or(Ok(()), |value| write!(f, " {name} {value}"))?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if !self.searchmoves.is_empty() {
            f.write_str(" searchmoves")?;
            write_moves(f, &self.searchmoves)?;
        }
        Ok(())
    }
}
