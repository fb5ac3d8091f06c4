//! Lichess's evaluations: a JSON object in each line.

use std::borrow::Cow;

use gardez_notation::pgn::Score;
use serde::Deserialize;

use super::row::Row;
use super::{Context, Problem};
use crate::evaluation::Evaluation;

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
pub(super) fn read(context: &Context<'_>) -> Result<Row, Problem> {
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
