//! Checks the lines of an EPD file, each and all together.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use gardez_position::{Board, BoardError, FenReader};
use gardez_types::{Move, UciText, errors};

use crate::epd::error::{EpdErrorKind, ValueError};
use crate::epd::operation::Operation;
use crate::epd::read;
use crate::epd::{Epd, Value};
use crate::pgn::Severity;
use crate::san::{San, parse_lenient as read_move};

/// The most ids and positions that are remembered.
const MOST_KNOWN: usize = 1 << 20;

/// Finds what is wrong in the lines of an EPD file: in a line, and in two lines together.
///
/// ```
/// use gardez_notation::epd::Checker;
///
/// let mut found = Vec::new();
/// let mut checker = Checker::default();
/// for (line, number) in ["4k3/8/8/8/8/8/8/4K2R w K - bm O-O; am O-O;", "8/8 w - -"].into_iter().zip(1..) {
///     checker.check(line, number, |problem| found.push((number, problem.kind.to_string())));
/// }
/// assert_eq!(found[0], (1, "O-O is a best move (bm) and a move to avoid (am)".to_owned()));
/// assert_eq!(found[1].0, 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Checker {
    /// The line of each id.
    ids: BTreeMap<String, u64>,
    answers: BTreeMap<u64, (u64, Vec<Move>)>,
}

/// A part of an EPD file that is wrong or not in standard form.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EpdProblem {
    /// The kind of the problem.
    pub kind: EpdProblemKind,
    /// The bytes of the line that the problem is about; empty where something is missing.
    pub span: Range<usize>,
}

errors! {
    /// The kind of a problem in an EPD file.
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub enum EpdProblemKind {
        /// The line cannot be read.
        Line(error: EpdErrorKind) = error, |f| match error {
            // The place is that of the problem.
            EpdErrorKind::Position(error) => error.kind.fmt(f),
            kind => kind.fmt(f),
        };
        /// The position can be played, but cannot arise in a game, or a part of it was dropped.
        OddPosition(error: BoardError) = error;
        /// The operands are not what the opcode requires.
        Operands { opcode: String, error: ValueError } = error, "{opcode}: {error}";
        BestAndAvoided { mv: String } = "best-and-avoided", "{mv} is a best move (bm) and a move to avoid (am)";
        /// The first operation counts.
        RepeatedOpcode { opcode: String } = "repeated-opcode",
            "the operation {opcode} occurs twice; the first one counts";
        RepeatedId { line: u64 } = "repeated-id", "line {line} has the same id";
        /// The position of another line has other best moves or moves to avoid.
        OtherAnswer { line: u64 } = "other-answer", "line {line} has the same position with other moves";
        /// The opcode of the next operation is among the operands.
        MissingSemicolon { opcode: String } = "missing-semicolon", "expected a semicolon before {opcode}";
        MissingLastSemicolon = "missing-last-semicolon", "expected a semicolon after the last operation";
        Unquoted { opcode: String } = "unquoted", "{opcode}: expected text in quotes";
        /// A counter after the position differs from the operation.
        Counter { opcode: String, fen: u32 } = "counter", "{opcode} differs from {fen}, the counter after the position";
    }
}

impl EpdProblemKind {
    /// Returns the severity.
    pub const fn severity(&self) -> Severity {
        match self {
            Self::Line(_) | Self::BestAndAvoided { .. } | Self::MissingSemicolon { .. } => Severity::Error,
            // The length of a mate is clear, only not a move.
            Self::Operands { error, .. } if !matches!(error, ValueError::Mate { .. }) => Severity::Error,
            _ => Severity::Note,
        }
    }
}

impl Checker {
    /// Checks the line with this number, and passes its problems to `each`. Returns the EPD, if the line is one.
    ///
    /// Of ids and of positions with answers, the first million are compared with later ones.
    pub fn check(&mut self, text: &str, line: u64, mut each: impl FnMut(EpdProblem)) -> Option<Epd> {
        let mut found = |kind, span: &Range<usize>| each(EpdProblem { kind, span: span.clone() });
        let read::Placed { epd, position, places } = match read::read(text, &FenReader::new()) {
            Ok(read) => read,
            Err(error) => {
                found(EpdProblemKind::Line(error.kind), &error.span);
                return None;
            }
        };
        let fen = 0..text.find(';').unwrap_or(text.len()).min(places.first().map_or(text.len(), |first| first.start));
        let fen = 0..text[fen].trim_end().len();
        position.problem_kinds().for_each(|kind| found(EpdProblemKind::OddPosition(kind), &fen));

        let board = &epd.board;
        let (mut best, mut avoided): (Vec<Move>, Vec<Move>) = (Vec::new(), Vec::new());
        for (index, (operation, place)) in epd.operations.iter().zip(&places).enumerate() {
            let opcode = || operation.opcode.clone();
            if epd.operations[..index].iter().any(|other| other.opcode == operation.opcode) {
                found(EpdProblemKind::RepeatedOpcode { opcode: opcode() }, place);
            }
            match operation.value(board) {
                Err(error) => {
                    let part = part(text, place, operation, &error);
                    let word = &text[part.clone()];
                    // A text has no semicolon after it if an opcode follows.
                    let kind = match error {
                        ValueError::Move { .. } if is_opcode(word, board) => {
                            EpdProblemKind::MissingSemicolon { opcode: word.to_string() }
                        }
                        error => EpdProblemKind::Operands { opcode: opcode(), error },
                    };
                    found(kind, &part);
                }
                Ok(Value::BestMoves(moves)) => best = moves,
                Ok(Value::AvoidMoves(moves)) => avoided = moves,
                Ok(Value::HalfmoveClock(plies)) if epd.has_counters && plies != u32::from(board.halfmove_clock()) => {
                    found(EpdProblemKind::Counter { opcode: opcode(), fen: board.halfmove_clock().into() }, place);
                }
                Ok(Value::FullmoveNumber(number)) if epd.has_counters && number != board.fullmove_number() => {
                    found(EpdProblemKind::Counter { opcode: opcode(), fen: board.fullmove_number() }, place);
                }
                Ok(value @ (Value::Id(_) | Value::Comment(..))) => {
                    if operation.operands.iter().any(|operand| !operand.is_quoted()) {
                        found(EpdProblemKind::Unquoted { opcode: opcode() }, place);
                    }
                    let error = if let Value::Comment(9, text) = &value { wrong_move(board, text) } else { None };
                    if let Some(error) = error {
                        let part = part(text, place, operation, &error);
                        found(EpdProblemKind::Operands { opcode: opcode(), error }, &part);
                    }
                    let first = if let Value::Id(id) = value { known(&mut self.ids, id, line) } else { None };
                    first.into_iter().for_each(|&line| found(EpdProblemKind::RepeatedId { line }, place));
                }
                Ok(_) => {}
            }
            if text[place.end..].trim().is_empty() {
                found(EpdProblemKind::MissingLastSemicolon, &(place.end..place.end));
            }
        }
        let of = |opcode: &str| epd.operations.iter().position(|known| known.opcode == opcode).map(|at| &places[at]);
        if let (Some(place), Some(&mv)) = (of("am"), avoided.iter().find(|mv| best.contains(mv))) {
            found(EpdProblemKind::BestAndAvoided { mv: San::new(board, mv).to_string() }, place);
        }
        best.extend(avoided);
        best.sort_unstable();
        if let Some(place) = of("bm").or(of("am")) {
            let first = known(&mut self.answers, board.key(), (line, best.clone()));
            if let Some(&(line, _)) = first.filter(|(_, moves)| *moves != best) {
                found(EpdProblemKind::OtherAnswer { line }, place);
            }
        }
        Some(epd)
    }
}

/// Returns what is known of a key, or remembers this, up to a number of keys.
fn known<K: Ord, V>(map: &mut BTreeMap<K, V>, key: K, value: V) -> Option<&V> {
    if MOST_KNOWN <= map.len() || map.contains_key(&key) {
        return map.get(&key);
    }
    map.insert(key, value);
    None
}

/// Returns the error of a comment that is a list of moves in UCI notation, as some suites have in `c9`.
fn wrong_move(board: &Board, text: &str) -> Option<ValueError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if !words.iter().all(|word| word.parse::<UciText>().is_ok()) {
        return None;
    }
    let error = |(index, word): (usize, &&str)| Some(ValueError::Move { index, error: read_move(board, word).err()? });
    words.iter().enumerate().find_map(error)
}

fn is_opcode(word: &str, board: &Board) -> bool {
    let operation = Operation { opcode: word.to_string(), operands: Vec::new() };
    !matches!(operation.value(board), Ok(Value::Other(_)))
}

/// Returns the place of the operand that an error is about, or of the operation.
fn part(text: &str, place: &Range<usize>, operation: &Operation, error: &ValueError) -> Range<usize> {
    let ValueError::Move { index, .. } = *error else { return place.clone() };
    let after = place.start + operation.opcode.len();
    let blank = |c: char| c.is_whitespace() || matches!(c, ',' | '"');
    // A mark after a blank belongs to the move before it.
    let is_move = |word: &&str| word.bytes().any(|byte| !matches!(byte, b'+' | b'#' | b'!' | b'?'));
    text[after..place.end].split(blank).filter(is_move).nth(index).map_or(place.clone(), |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    })
}
