//! What a line says, and the texts of positions, moves, evaluations and results.

use core::ops::Range;

use gardez_formats::{FormatErrorKind, Wdl};
use gardez_notation::epd::{Epd, EpdErrorKind, Operation, Value};
use gardez_notation::pgn::Score;
use gardez_notation::{epd, san};
use gardez_position::Board;
use gardez_types::{Color, ErrorInfo, Move};

use super::{Context, Problem};
use crate::evaluation::Evaluation;

/// A position of a line, with what the line says about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    /// The position.
    pub board: Board,
    /// The move: the best, the played or the only one, as the file means it.
    pub mv: Option<Move>,
    /// The evaluation, from the side to move's point of view.
    pub evaluation: Option<Evaluation>,
    /// The result, from White's point of view.
    pub result: Option<Wdl>,
}

impl Row {
    pub(super) const fn new(board: Board) -> Self {
        Self { board, mv: None, evaluation: None, result: None }
    }
}

/// The spellings of each result.
const RESULTS: [(Wdl, &[&str]); 3] = [
    (Wdl::Win, &["1", "1.0", "[1.0]", "1-0"]),
    (Wdl::Draw, &["0.5", "1/2", "[0.5]", "1/2-1/2"]),
    (Wdl::Loss, &["0", "0.0", "[0.0]", "0-1"]),
];

/// Returns the result with this spelling.
fn result(text: &str) -> Option<Wdl> {
    RESULTS.iter().find(|(_, spellings)| spellings.contains(&text)).map(|&(result, _)| result)
}

impl Context<'_> {
    /// Reads a FEN, whose last fields may be missing.
    pub(super) fn fen(&self, text: &str) -> Result<Board, Problem> {
        let text = text.trim();
        self.strictness.fen_reader().read_board(text).map(|read| read.position).map_err(|error| {
            let Range { start, .. } = error.span().unwrap_or_default();
            self.error(FormatErrorKind::Fen(error.kind), text.get(start..).unwrap_or(text))
        })
    }

    /// Reads a move in UCI notation or SAN.
    pub(super) fn mv(&self, board: &Board, text: &str) -> Result<Move, Problem> {
        let by_name = || san::parse_lenient(board, text).ok().and_then(|read| read.mv);
        board.parse_uci(text).ok().or_else(by_name).ok_or_else(|| self.expected("a legal move", text))
    }

    /// Reads a number in decimal digits with an optional sign.
    pub(super) fn number<T: core::str::FromStr>(&self, text: &str) -> Result<T, Problem> {
        text.trim().parse().map_err(|_| self.expected("a number", text))
    }

    /// Reads an evaluation from White's point of view: centipawns, or `#` and the moves to a mate.
    pub(super) fn evaluation(&self, text: &str, color: Color) -> Result<Evaluation, Problem> {
        let score = match text.trim().strip_prefix('#') {
            Some(moves) => Score::Mate(self.number(moves)?),
            None => Score::Centipawns(self.number(text)?),
        };
        Ok(Evaluation::from_white(score, color))
    }

    /// Reads White's result.
    pub(super) fn result(&self, text: &str) -> Result<Wdl, Problem> {
        result(text.trim()).ok_or_else(|| self.expected("a result such as 1.0, 0.5 or 0.0", text))
    }
}

/// Reads `FEN [0.5] 23`.
pub(super) fn with_brackets(context: &Context<'_>) -> Result<Row, Problem> {
    let line = context.line.trim_end();
    let Some((fen, rest)) = line.split_once('[') else {
        // What follows a position of six fields is in the place of the result.
        let after = line.split_inclusive(' ').take(6).map(str::len).sum::<usize>();
        return Err(context.expected("a result in brackets", &line[after..]));
    };
    let mut row = Row::new(context.fen(fen)?);
    let wrong = || context.expected("[1.0], [0.5] or [0.0]", &line[fen.len()..]);
    let (text, score) = rest.split_once(']').ok_or_else(wrong)?;
    row.result = Some(result(text).filter(|_| text.len() == 3).ok_or_else(wrong)?);
    if !score.trim().is_empty() {
        let score = Score::Centipawns(context.number(score)?);
        row.evaluation = Some(Evaluation::from_white(score, row.board.side_to_move()));
    }
    Ok(row)
}

/// Reads a position with operations.
pub(super) fn with_operations(context: &Context<'_>) -> Result<Row, Problem> {
    let line = context.line.trim();
    let epd = Epd::read(line, &context.strictness.fen_reader()).map_err(|error| {
        let at = line.get(error.span.start..).unwrap_or_default();
        match error.kind {
            EpdErrorKind::Position(error) => context.error(FormatErrorKind::Fen(error.kind), at),
            EpdErrorKind::Opcode(_) => context.expected("an operation of EPD", at),
            _ => context.expected("a string in quotes", at),
        }
    })?;
    let mut row = Row::new(epd.board);
    if context.strictness.is_strict() && !epd.operations.is_empty() && !line.ends_with(';') {
        let fields = if epd.has_counters { 6 } else { 4 };
        let after = line.split_inclusive(char::is_whitespace).filter(|word| !word.trim().is_empty()).nth(fields);
        return Err(context.expected("operations that end with a semicolon", after.unwrap_or(line)));
    }
    let wanted = |operation: &&Operation| READ.contains(&operation.opcode.as_str());
    for operation in epd.operations.iter().filter(wanted) {
        let place = line.find(&format!(" {} ", operation.opcode)).map_or(line, |at| &line[at + 1..]);
        let value = operation.value(&epd.board);
        match value.map_err(|_| context.expected("operands that the operation takes", place))? {
            Value::BestMoves(moves) => row.mv = moves.first().copied(),
            Value::Evaluation(epd::Evaluation::Centipawns(score)) => {
                row.evaluation = Some(Evaluation::Centipawns(score));
            }
            Value::Evaluation(epd::Evaluation::Mate(moves)) | Value::DirectMate(moves) => {
                row.evaluation = Some(Evaluation::from_moves(moves));
            }
            Value::HalfmoveClock(plies) => row.board = counted(context, &row.board, 4, plies)?,
            Value::FullmoveNumber(number) => row.board = counted(context, &row.board, 5, number)?,
            Value::Comment(_, text) if row.result.is_none() && text != "*" => {
                let is_quoted = operation.operands.iter().all(epd::Operand::is_quoted);
                let place = &place[place.find(' ').map_or(0, |at| at + 1)..];
                if !is_quoted {
                    return Err(context.expected("a string in quotes", place));
                }
                row.result = result(&text);
                if row.result.is_none() && operation.opcode == "c9" {
                    return Err(context.expected("a result such as \"1-0\"", place));
                }
            }
            _ => {}
        }
    }
    Ok(row)
}

/// The operations that say something about a position.
const READ: [&str; 8] = ["bm", "ce", "dm", "hmvc", "fmvn", "c9", "c2", "c0"];

/// Returns the position with another number in a field of its FEN.
fn counted(context: &Context<'_>, board: &Board, field: usize, number: u32) -> Result<Board, Problem> {
    let (fen, number) = (board.to_string(), number.to_string());
    let fields = fen.split(' ').enumerate().map(|(at, text)| if at == field { number.as_str() } else { text });
    let fen = fields.collect::<Vec<_>>().join(" ");
    context.fen(&fen).map_err(|_| context.expected("a counter", context.line))
}
