//! Lines of fields: CSV, and fields between semicolons, tabs or bars.

use std::borrow::Cow;

use gardez_formats::Wdl;
use gardez_notation::pgn::Score;
use gardez_types::Color;

use super::row::Row;
use super::{Context, Problem};
use crate::evaluation::Evaluation;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Fen,
    /// A move. An empty one is no move.
    Move,
    /// Moves apart by blanks, of which the first counts.
    Line,
    /// The moves of a puzzle: the first leads to the position, the second is its move.
    Solution,
    /// White's centipawns, or `#` and the moves to a mate.
    Evaluation,
    /// White's centipawns, or nothing beside a mate.
    Centipawns,
    Mate,
    /// The side to move's centipawns. The last thousand numbers are mates.
    EngineScore,
    /// As [`Field::Evaluation`], from the side to move's point of view.
    MoverEvaluation,
    Result,
    MoverResult,
    Depth,
    /// The side to move's result: 0, 1 or 2.
    Outcome,
    Skipped,
}

/// The names of the columns that mean something.
const NAMES: [(&str, Field); 11] = [
    ("fen", Field::Fen),
    ("move", Field::Move),
    ("line", Field::Line),
    ("moves", Field::Solution),
    ("evaluation", Field::Evaluation),
    ("cp", Field::Centipawns),
    ("mate", Field::Mate),
    ("result", Field::Result),
    ("depth", Field::Depth),
    ("mover-evaluation", Field::MoverEvaluation),
    ("mover-result", Field::MoverResult),
];

fn known(name: &str) -> Option<Field> {
    NAMES.iter().find(|(known, _)| name.eq_ignore_ascii_case(known)).map(|&(_, field)| field)
}

/// Returns `true` if a text gives names to columns, such as `fen=Position,cp=Score`.
pub fn names_columns(text: &str) -> bool {
    text.split(',').all(|pair| pair.split_once('=').is_some_and(|(field, _)| known(field).is_some()))
}

#[derive(Debug)]
pub(super) struct Header {
    separator: char,
    fields: Vec<Field>,
    has_names: bool,
}

impl Header {
    /// Reads the first line of a table: the names of its columns, or a row of a table whose columns have none. `given` are
    /// names of fields as in [`names_columns`].
    pub(super) fn read(context: &Context<'_>, given: &str) -> Result<Self, Problem> {
        let separator = context.line.chars().find(|c| [',', ';', '\t', '|'].contains(c)).unwrap_or(',');
        let texts = split(context, separator)?;
        let given: Vec<_> = given.split(',').filter_map(|pair| pair.split_once('=')).collect();
        if given.iter().any(|(_, name)| texts.iter().all(|text| text.trim() != *name)) {
            return Err(context.expected("names of columns, among them those that were given", context.line));
        }
        let named = |text: &Cow<'_, str>| match given.iter().find(|(_, name)| text.trim() == *name) {
            Some((field, _)) => known(field),
            // The column that was given takes the place of the one with the usual name.
            None => known(text.trim()).filter(|&field| given.iter().all(|(other, _)| known(other) != Some(field))),
        };
        let fields: Vec<_> = texts.iter().map(|text| named(text).unwrap_or(Field::Skipped)).collect();
        if fields.contains(&Field::Fen) {
            return Ok(Self { separator, fields, has_names: true });
        }
        let fields = match (separator, texts.len()) {
            (',', 3) => [Field::Fen, Field::EngineScore, Field::Outcome],
            (';' | '|', 3) => [Field::Fen, Field::Evaluation, Field::Result],
            _ => return Err(context.expected("names of columns, one of them FEN", context.line)),
        };
        Ok(Self { separator, fields: fields.to_vec(), has_names: false })
    }

    pub(super) const fn has_names(&self) -> bool {
        self.has_names
    }

    pub(super) fn row(&self, context: &Context<'_>) -> Result<Row, Problem> {
        let texts = split(context, self.separator)?;
        if texts.len() < self.fields.len() {
            return Err(context.missing("more fields"));
        }
        if let Some(text) = texts.get(self.fields.len()) {
            return Err(context.expected("the end of the line", text));
        }
        let of = |wanted| self.fields.iter().position(|&field| field == wanted).map(|at| &texts[at]);
        let fen = of(Field::Fen).expect("every table has a FEN");
        let mut row = Row::new(context.fen(fen)?);
        let color = row.board.side_to_move();
        for (&field, text) in self.fields.iter().zip(&texts) {
            let text = text.trim();
            match field {
                Field::Fen | Field::Skipped => {}
                Field::Move | Field::Line => {
                    let first = text.split_whitespace().next();
                    row.mv = first.map(|first| context.mv(&row.board, first)).transpose()?;
                }
                Field::Solution => {
                    let mut moves = text.split_whitespace();
                    let (Some(first), Some(second)) = (moves.next(), moves.next()) else {
                        return Err(context.expected("two moves or more", text));
                    };
                    row.board = row.board.after(context.mv(&row.board, first)?);
                    row.mv = Some(context.mv(&row.board, second)?);
                }
                Field::Evaluation => row.evaluation = Some(context.evaluation(text, color)?),
                Field::MoverEvaluation => row.evaluation = Some(context.evaluation(text, Color::White)?),
                Field::Centipawns if text.is_empty() && of(Field::Mate).is_some_and(|mate| !mate.is_empty()) => {}
                Field::Centipawns => {
                    row.evaluation = Some(Evaluation::from_white(Score::Centipawns(context.number(text)?), color));
                }
                Field::Mate if text.is_empty() => {}
                Field::Mate => row.evaluation = Some(Evaluation::from_white(Score::Mate(context.number(text)?), color)),
                Field::EngineScore => row.evaluation = Some(engine_score(context.number(text)?)),
                Field::Depth if text.is_empty() => {}
                Field::Depth => row.depth = Some(context.number(text)?),
                Field::Result => row.result = Some(context.result(text)?),
                Field::MoverResult | Field::Outcome => {
                    let seen = match field {
                        Field::MoverResult => context.result(text)?,
                        _ => {
                            let seen = text.parse().ok().and_then(Wdl::from_raw);
                            seen.ok_or_else(|| context.expected("0, 1 or 2", text))?
                        }
                    };
                    row.result = Some(if color == Color::White { seen } else { seen.reversed() });
                }
            }
        }
        Ok(row)
    }
}

/// Returns the evaluation of c-chess-cli's score: 32767 - *n* is a mate in *n* moves, and -32768 + *n* one against the side
/// to move.
const fn engine_score(score: i16) -> Evaluation {
    const MOST_MOVES: i16 = 1_000;
    let (wins, loses) = (i16::MAX - score.saturating_abs(), score.wrapping_sub(i16::MIN));
    match score {
        0.. if wins < MOST_MOVES => Evaluation::from_moves(wins as i32),
        ..0 if loses < MOST_MOVES && 0 <= loses => Evaluation::from_moves(-(loses as i32)),
        _ => Evaluation::Centipawns(score as i32),
    }
}

/// Divides a line into its fields. One in quotes may contain the separator, and quotes if they are doubled.
fn split<'a>(context: &Context<'a>, separator: char) -> Result<Vec<Cow<'a, str>>, Problem> {
    let (mut fields, mut rest) = (Vec::new(), context.line);
    loop {
        let Some(quoted) = rest.strip_prefix('"') else {
            match rest.split_once(separator) {
                Some((field, after)) => {
                    fields.push(Cow::Borrowed(field));
                    rest = after;
                    continue;
                }
                None => {
                    fields.push(Cow::Borrowed(rest));
                    return Ok(fields);
                }
            }
        };
        let unclosed = || context.expected("a field whose quotes are closed", rest);
        let mut end = quoted.find('"').ok_or_else(unclosed)?;
        while quoted[end + 1..].starts_with('"') {
            end += 2 + quoted[end + 2..].find('"').ok_or_else(unclosed)?;
        }
        let field = &quoted[..end];
        fields.push(if field.contains('"') { field.replace("\"\"", "\"").into() } else { Cow::Borrowed(field) });
        let after = &quoted[end + 1..];
        rest = match after.strip_prefix(separator) {
            Some(after) => after,
            None if after.is_empty() => return Ok(fields),
            None => return Err(context.expected("a separator after a field in quotes", after)),
        };
    }
}
