//! What a line says, and the texts of positions, moves, evaluations and results.

use core::ops::Range;
use std::borrow::Cow;

use gardez_formats::{FormatErrorKind, Wdl};
use gardez_notation::epd::{Epd, EpdErrorKind, Operation, Value, ValueError};
use gardez_notation::pgn::Score;
use gardez_notation::{epd, san};
use gardez_position::Board;
use gardez_types::{Color, ErrorInfo, Move};
use serde::Deserialize;

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
    /// The depth of the search, where a position may have several rows.
    pub depth: Option<u32>,
}

impl Row {
    pub(super) const fn new(board: Board) -> Self {
        Self { board, mv: None, evaluation: None, result: None, depth: None }
    }
}

const RESULTS: [(Wdl, &[&str]); 3] = [
    (Wdl::Win, &["1", "1.0", "[1.0]", "1-0"]),
    (Wdl::Draw, &["0.5", "1/2", "[0.5]", "1/2-1/2"]),
    (Wdl::Loss, &["0", "0.0", "[0.0]", "0-1"]),
];

fn result(text: &str) -> Option<Wdl> {
    RESULTS.iter().find(|(_, spellings)| spellings.contains(&text)).map(|&(result, _)| result)
}

impl Context<'_> {
    pub(super) fn fen(&self, text: &str) -> Result<Board, Problem> {
        let text = text.trim();
        self.strictness.fen_reader().read_board(text).map(|read| read.position).map_err(|error| {
            let Range { start, .. } = error.span().unwrap_or_default();
            self.error(FormatErrorKind::Fen(error.kind), text.get(start..).unwrap_or(text))
        })
    }

    pub(super) fn mv(&self, board: &Board, text: &str) -> Result<Move, Problem> {
        let by_name = || san::parse_lenient(board, text).ok().and_then(|read| read.mv);
        board.parse_uci(text).ok().or_else(by_name).ok_or_else(|| self.expected("a legal move", text))
    }

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

    pub(super) fn result(&self, text: &str) -> Result<Wdl, Problem> {
        result(text.trim()).ok_or_else(|| self.expected("a result such as 1.0, 0.5 or 0.0", text))
    }
}

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
    let place_of =
        |operation: &Operation| line.find(&format!(" {} ", operation.opcode)).map_or(line, |at| &line[at + 1..]);
    if let ([operation], true, false) = (&epd.operations[..], context.strictness.is_strict(), line.contains(';')) {
        // Without any semicolon, an unknown opcode is a counter that is not a number.
        if matches!(operation.value(&epd.board), Ok(Value::Other(_))) {
            return Err(context.expected("a halfmove clock or an operation of EPD", place_of(operation)));
        }
    }
    let wanted = |operation: &&Operation| READ.contains(&operation.opcode.as_str());
    for operation in epd.operations.iter().filter(wanted) {
        let place = place_of(operation);
        let value = match operation.value(&epd.board) {
            // Mate suites name the length of the mate in place of the move.
            Err(ValueError::Mate { moves }) => Value::DirectMate(moves.try_into().unwrap_or(i32::MAX)),
            value => value.map_err(|_| context.expected("operands that the operation takes", place))?,
        };
        match value {
            Value::BestMoves(moves) => row.mv = moves.first().copied(),
            // The side to move's view, which for White is White's.
            Value::Evaluation(score) => row.evaluation = Some(Evaluation::from_white(score, Color::White)),
            Value::DirectMate(moves) => row.evaluation = Some(Evaluation::from_moves(moves)),
            Value::HalfmoveClock(plies) => row.board = counted(context, &row.board, 4, plies)?,
            Value::FullmoveNumber(number) => row.board = counted(context, &row.board, 5, number)?,
            Value::Comment(_, text) if row.result.is_none() => {
                row.result = result(&text);
                let (place, is_strict) =
                    (&place[place.find(' ').map_or(0, |at| at + 1)..], context.strictness.is_strict());
                let is_quoted = operation.operands.iter().all(epd::Operand::is_quoted);
                // Suites write moves there, and other words.
                let is_like_a_result = text.contains('-') && text.bytes().all(|byte| b"0123456789./-".contains(&byte));
                match (operation.opcode == "c9" && is_strict && is_like_a_result, row.result) {
                    (true, None) => return Err(context.expected("a result such as \"1-0\"", place)),
                    (true, Some(_)) if !is_quoted => return Err(context.expected("a string in quotes", place)),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    Ok(row)
}

const READ: [&str; 8] = ["bm", "ce", "dm", "hmvc", "fmvn", "c9", "c2", "c0"];

fn counted(context: &Context<'_>, board: &Board, field: usize, number: u32) -> Result<Board, Problem> {
    let (fen, number) = (board.to_string(), number.to_string());
    let fields = fen.split(' ').enumerate().map(|(at, text)| if at == field { number.as_str() } else { text });
    let fen = fields.collect::<Vec<_>>().join(" ");
    context.fen(&fen).map_err(|_| context.expected("a counter", context.line))
}

#[derive(Deserialize)]
struct Position<'a> {
    #[serde(borrow, default)]
    fen: Cow<'a, str>,
    #[serde(borrow, default)]
    evals: Vec<Analysis<'a>>,
}

#[derive(Deserialize)]
struct Analysis<'a> {
    #[serde(borrow, default)]
    pvs: Vec<Variation<'a>>,
    #[serde(default)]
    depth: u32,
}

#[derive(Deserialize)]
struct Variation<'a> {
    cp: Option<i32>,
    mate: Option<i32>,
    #[serde(borrow, default)]
    line: Cow<'a, str>,
}

/// Reads a line: the first variation of the deepest analysis, the first of several that are equally deep.
pub(super) fn with_evaluations(context: &Context<'_>) -> Result<Row, Problem> {
    let line = context.line.trim();
    if !line.starts_with('{') {
        return Err(context.expected("a JSON object", line));
    }
    let position: Position<'_> = serde_json::from_str(line).map_err(|error| {
        let end = error.column().saturating_sub(1).min(line.len());
        let end = (0..=end).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
        match error.classify() {
            serde_json::error::Category::Data => {
                // The place is the end of the value: a string begins at the quote before.
                let start = if line[end..].starts_with('"') { line[..end].rfind('"').unwrap_or(end) } else { end };
                context.expected("another type of value", &line[start..])
            }
            _ => context.expected("JSON", &line[end..]),
        }
    })?;
    if position.fen.is_empty() {
        return Err(context.expected("an object with a \"fen\"", line));
    }
    let mut row = Row::new(context.fen(&position.fen)?);
    let analyses = position.evals.iter().rev().filter(|analysis| !analysis.pvs.is_empty());
    let deepest = analyses.max_by_key(|analysis| analysis.depth);
    let best = deepest.and_then(|analysis| analysis.pvs.first()).ok_or_else(|| {
        let list = line.find("\"evals\"").and_then(|at| Some(at + line[at..].find('[')?));
        list.map_or_else(|| context.missing("an evaluation"), |at| context.expected("an evaluation", &line[at..]))
    })?;
    let score = match (best.cp, best.mate) {
        (_, Some(moves)) => Score::Mate(moves),
        (Some(score), None) => Score::Centipawns(score),
        (None, None) => {
            let object = line.find(best.line.as_ref()).and_then(|at| line[..at].rfind('{')).unwrap_or(0);
            return Err(context.expected("an object with \"cp\" or \"mate\"", &line[object..]));
        }
    };
    row.evaluation = Some(Evaluation::from_white(score, row.board.side_to_move()));
    if let Some(first) = best.line.split_whitespace().next() {
        row.mv = Some(context.mv(&row.board, first)?);
    }
    Ok(row)
}
