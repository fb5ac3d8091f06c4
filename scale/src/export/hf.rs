//! Rows as others publish them: positions as FEN, moves in UCI notation where castling is king takes rook.

use std::fmt::Write;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type};
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch, StringArray, StructArray};
use gardez_position::Board;
use gardez_types::CastlingMode;
use serde_json::json;

use super::{file_name, rows};
use crate::context::UnitContext;
use crate::data::{move_of, packed};
use crate::done::{Facts, facts};
use crate::error::{Error, Result};
use crate::output::Output;
use crate::plan::ExportOf;
use crate::schema::{self, Layout};
use crate::table::TableWriter;

pub(super) fn run(context: &mut UnitContext<'_>, output: &mut Output<'_>, all: &[u64], of: ExportOf) -> Result<Facts> {
    let (from, to) = match of {
        ExportOf::Games => (schema::game_rows(), schema::published_games()),
        ExportOf::Positions => (schema::positions(), schema::published_positions()),
    };
    let range = rows::range(context, all);
    let whole = range.end - range.start;
    let mut writer = TableWriter::create(output, &file_name(context, "parquet"), &to)?;
    let base = context.store.place("");
    let mut written = 0;
    for batch in rows::read(&base, &context.plan.inputs, all, &from, range) {
        let batch = batch?;
        let published = publish(&batch, &to, of).map_err(|what| Error::malformed(context.unit, what))?;
        written += published.num_rows() as u64;
        writer.write(published)?;
        (context.report)(written, whole);
    }
    if written != whole {
        return Err(Error::malformed(context.unit, format_args!("{written} rows were read instead of {whole}")));
    }
    writer.finish(output)?;
    Ok(facts(json!({ "rows": written })))
}

/// Returns the rows with `fen` in place of `board`, and with moves as texts.
fn publish(batch: &RecordBatch, layout: &Layout, of: ExportOf) -> std::result::Result<RecordBatch, String> {
    let column = |name: &str| batch.column_by_name(name).ok_or_else(|| format!("there is no column {name}"));
    let mut columns: Vec<ArrayRef> = vec![fens(batch, of)?];
    for field in &layout.schema.fields()[1..] {
        columns.push(match field.name().as_str() {
            "move" => Arc::new(texts(column("move")?)?),
            "moves" => Arc::new(lists(column("moves")?.as_list::<i32>())?),
            name => Arc::clone(column(name)?),
        });
    }
    RecordBatch::try_new(Arc::clone(&layout.schema), columns).map_err(|error| error.to_string())
}

/// Returns the positions: of games with their counters, otherwise without.
fn fens(batch: &RecordBatch, of: ExportOf) -> std::result::Result<ArrayRef, String> {
    let boards = batch.column(0).as_fixed_size_binary();
    let mut fens = StringBuilder::with_capacity(boards.len(), 60 * boards.len());
    let mut text = String::new();
    for row in 0..boards.len() {
        let board = Board::try_from(&packed(boards.value(row))).map_err(|error| error.to_string())?;
        text.clear();
        // Writing to a text in memory does not fail.
        let _ = write!(text, "{board}");
        // A packed board has no counters.
        let fields = text.trim_end_matches(" 0 1").len();
        text.truncate(fields);
        if of == ExportOf::Games {
            let rule50 =
                batch.column_by_name("rule50").map_or(0, |column| column.as_primitive::<Int16Type>().value(row));
            let ply = batch.column_by_name("ply").map_or(0, |column| column.as_primitive::<Int32Type>().value(row));
            let _ = write!(text, " {rule50} {}", ply / 2 + 1);
        }
        fens.append_value(&text);
    }
    Ok(Arc::new(fens.finish()))
}

/// Moves in UCI notation.
fn texts(moves: &ArrayRef) -> std::result::Result<StringArray, String> {
    let text = |raw: Option<i32>| match raw {
        None => Ok(None),
        Some(raw) => {
            let mv = move_of(raw).ok_or_else(|| format!("{raw} is not the number of a move"))?;
            Ok(Some(mv.uci(CastlingMode::Chess960).to_string()))
        }
    };
    moves.as_primitive::<Int32Type>().iter().map(text).collect()
}

/// Lists of moves with their counts.
fn lists(lists: &ListArray) -> std::result::Result<ListArray, String> {
    let items = lists.values().as_struct();
    let columns: Vec<ArrayRef> = vec![Arc::new(texts(items.column(0))?), Arc::clone(items.column(1))];
    let items = StructArray::new(schema::published_move_fields(), columns, None);
    let field = Arc::new(schema::published_move());
    Ok(ListArray::new(field, lists.offsets().clone(), Arc::new(items), None))
}
