//! The columns of the files.
//!
//! Numbers of data sets are signed, because many readers know no others.

use std::sync::Arc;

use arrow_array::builder::MapFieldNames;
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use gardez_position::PackedBoard;

/// The columns of a file and how they are stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    pub(crate) schema: SchemaRef,
    /// `true` if the rows are in ascending order of the first column.
    pub(crate) is_sorted: bool,
}

impl Layout {
    fn new(fields: Vec<Field>) -> Self {
        Self { schema: Arc::new(Schema::new(fields)), is_sorted: false }
    }

    fn sorted(self) -> Self {
        Self { is_sorted: true, ..self }
    }
}

/// The name of the column with packed boards.
pub(crate) const BOARD: &str = "board";

/// The name of the column with positions as texts.
pub(crate) const FEN: &str = "fen";

/// The ply from which on the number of sequences that lead to a position has 128 bits.
pub(crate) const WIDE_PLY: u32 = 14;

/// The type of a packed board: 24 bytes.
pub(crate) const BOARD_TYPE: DataType = DataType::FixedSizeBinary(PackedBoard::SIZE as i32);

/// The type of a sum: an integer below 10<sup>38</sup>.
pub(crate) const SUM_TYPE: DataType = DataType::Decimal128(38, 0);

fn board() -> Field {
    Field::new(BOARD, BOARD_TYPE, false)
}

/// Returns the layout of the distinct positions at a ply, sorted: `board`, and the number `n` of sequences to it.
pub(crate) fn frontier(ply: u32) -> Layout {
    let number = if ply < WIDE_PLY { DataType::UInt64 } else { SUM_TYPE };
    Layout::new(vec![board(), Field::new("n", number, false)]).sorted()
}

/// Returns what a unit has counted: one row.
pub(crate) fn count() -> Layout {
    Layout::new(vec![
        Field::new("unit", DataType::UInt32, false),
        Field::new("records", DataType::UInt64, false),
        Field::new("leaves", SUM_TYPE, false),
        Field::new("sum", SUM_TYPE, false),
        Field::new("code", DataType::Utf8, false),
        Field::new("inputs", DataType::FixedSizeBinary(32), false),
    ])
}

/// Returns the games, in their order.
pub(crate) fn games() -> Layout {
    let list = |item: DataType| DataType::List(Arc::new(element(item)));
    let texts = ["event", "site", "date", "white", "black", "time_control"];
    let mut fields = vec![
        Field::new("game", DataType::Int64, false),
        Field::new("source", DataType::Utf8, false),
        Field::new("byte_offset", DataType::Int64, true),
    ];
    fields.extend(texts.map(|name| Field::new(name, DataType::Utf8, true)));
    fields.extend(["white_elo", "black_elo"].map(|name| Field::new(name, DataType::Int16, true)));
    fields.push(Field::new("result", DataType::Int8, true));
    fields.push(Field::new("moves", list(DataType::Utf8), false));
    fields.push(Field::new("clocks", list(DataType::Int32), false));
    let MapFieldNames { entry, key, value } = tag_names();
    let tag = vec![Field::new(key, DataType::Utf8, false), Field::new(value, DataType::Utf8, true)];
    let tags = DataType::Map(Arc::new(Field::new_struct(entry, tag, false)), false);
    fields.push(Field::new("tags", tags, false));
    Layout::new(fields)
}

pub(crate) fn element(item: DataType) -> Field {
    Field::new("element", item, true)
}

pub(crate) fn tag_names() -> MapFieldNames {
    MapFieldNames { entry: "key_value".to_owned(), key: "key".to_owned(), value: "value".to_owned() }
}

/// Returns the positions of games, in the order of the games.
pub(crate) fn game_rows() -> Layout {
    Layout::new(vec![
        board(),
        Field::new("move", DataType::Int32, true),
        Field::new("ply", DataType::Int32, false),
        Field::new("rule50", DataType::Int16, false),
        Field::new("result", DataType::Int8, true),
        Field::new("cp", DataType::Int16, true),
        Field::new("mate", DataType::Int8, true),
        Field::new("depth", DataType::Int16, true),
        Field::new("game", DataType::Int64, false),
        Field::new("white_elo", DataType::Int16, true),
        Field::new("black_elo", DataType::Int16, true),
    ])
}

/// Returns an element of a list of moves: the move and how often it was made.
pub(crate) fn move_count() -> Field {
    Field::new_struct("element", move_count_fields(), false)
}

pub(crate) fn move_count_fields() -> Fields {
    Fields::from(vec![Field::new("move", DataType::Int32, false), Field::new("n", DataType::Int64, false)])
}

/// Returns the layout of the distinct positions of games with what became of them, sorted.
pub(crate) fn positions() -> Layout {
    Layout::new(vec![
        board(),
        Field::new("n", DataType::Int64, false),
        Field::new("white", DataType::Int64, false),
        Field::new("draws", DataType::Int64, false),
        Field::new("black", DataType::Int64, false),
        Field::new("elo", DataType::Int16, true),
        Field::new("first_ply", DataType::Int32, false),
        Field::new("last_ply", DataType::Int32, false),
        Field::new("cp", DataType::Int16, true),
        Field::new("mate", DataType::Int8, true),
        Field::new("depth", DataType::Int16, true),
        Field::new("moves", DataType::List(Arc::new(move_count())), false),
    ])
    .sorted()
}

/// Returns the layout of game rows for publishing: `fen` in place of `board`, and moves as texts.
pub(crate) fn published_games() -> Layout {
    published(&game_rows(), |field| match field.name().as_str() {
        "move" => Field::new("move", DataType::Utf8, true),
        _ => field.clone(),
    })
}

/// Positions for publishing: with `fen` in place of `board`, and moves as texts. In the order of the packed boards.
pub(crate) fn published_positions() -> Layout {
    published(&positions(), |field| match field.name().as_str() {
        "moves" => Field::new("moves", DataType::List(Arc::new(published_move())), false),
        _ => field.clone(),
    })
}

fn published(layout: &Layout, change: impl Fn(&Field) -> Field) -> Layout {
    let others = layout.schema.fields()[1..].iter().map(|field| change(field));
    Layout::new(std::iter::once(Field::new(FEN, DataType::Utf8, false)).chain(others).collect())
}

pub(crate) fn published_move() -> Field {
    Field::new_struct("element", published_move_fields(), false)
}

pub(crate) fn published_move_fields() -> Fields {
    Fields::from(vec![Field::new("move", DataType::Utf8, false), Field::new("n", DataType::Int64, false)])
}
