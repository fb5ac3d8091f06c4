//! The columns of game rows.

use std::sync::Arc;

use arrow_array::builder::{FixedSizeBinaryBuilder, Int8Builder, Int16Builder, Int32Builder, Int64Builder};
use arrow_array::{Array, FixedSizeBinaryArray, Int8Array, Int16Array, Int32Array, Int64Array, RecordBatch};
use arrow_schema::SchemaRef;
use gardez_position::PackedBoard;
use gardez_types::Move;

use super::evaluation::Evaluation;
use super::game::{Game, result};
use crate::schema;

/// The rows of a batch, unless a game is longer.
pub(super) const BATCH_ROWS: usize = 1 << 16;

/// Game rows that are being collected.
#[derive(Debug)]
pub(super) struct Columns {
    schema: SchemaRef,
    board: FixedSizeBinaryBuilder,
    mv: Int32Builder,
    ply: Int32Builder,
    rule50: Int16Builder,
    result: Int8Builder,
    cp: Int16Builder,
    mate: Int8Builder,
    depth: Int16Builder,
    game: Int64Builder,
    white_elo: Int16Builder,
    black_elo: Int16Builder,
}

impl Columns {
    pub(super) fn new() -> Self {
        Self {
            schema: schema::game_rows().schema,
            board: FixedSizeBinaryBuilder::with_capacity(BATCH_ROWS, 24),
            mv: Int32Builder::with_capacity(BATCH_ROWS),
            ply: Int32Builder::with_capacity(BATCH_ROWS),
            rule50: Int16Builder::with_capacity(BATCH_ROWS),
            result: Int8Builder::with_capacity(BATCH_ROWS),
            cp: Int16Builder::with_capacity(BATCH_ROWS),
            mate: Int8Builder::with_capacity(BATCH_ROWS),
            depth: Int16Builder::with_capacity(BATCH_ROWS),
            game: Int64Builder::with_capacity(BATCH_ROWS),
            white_elo: Int16Builder::with_capacity(BATCH_ROWS),
            black_elo: Int16Builder::with_capacity(BATCH_ROWS),
        }
    }

    pub(super) fn push(&mut self, game: &Game, number: u64) {
        let count = game.kept.rows.len();
        for row in &game.kept.rows {
            self.board.append_value(row.board.as_bytes()).expect("a packed board has 24 bytes");
            self.mv.append_option(row.mv.map(|mv| mv.raw().into()));
            self.ply.append_value(row.ply.into());
            self.rule50.append_value(row.rule50.into());
            self.cp.append_option(row.evaluation.and_then(|evaluation| evaluation.cp()));
            self.mate.append_option(row.evaluation.and_then(|evaluation| evaluation.mate()));
            self.depth.append_option(row.evaluation.and_then(|evaluation| evaluation.depth()).map(i16::from));
        }
        match result(game) {
            Some(result) => self.result.append_value_n(result, count),
            None => self.result.append_nulls(count),
        }
        self.game.append_value_n(number as i64, count);
        append_n(&mut self.white_elo, game.kept.white_elo, count);
        append_n(&mut self.black_elo, game.kept.black_elo, count);
    }

    /// Returns the rows since the last batch.
    pub(super) fn finish(&mut self) -> RecordBatch {
        let columns: Vec<Arc<dyn Array>> = vec![
            Arc::new(self.board.finish()),
            Arc::new(self.mv.finish()),
            Arc::new(self.ply.finish()),
            Arc::new(self.rule50.finish()),
            Arc::new(self.result.finish()),
            Arc::new(self.cp.finish()),
            Arc::new(self.mate.finish()),
            Arc::new(self.depth.finish()),
            Arc::new(self.game.finish()),
            Arc::new(self.white_elo.finish()),
            Arc::new(self.black_elo.finish()),
        ];
        RecordBatch::try_new(Arc::clone(&self.schema), columns).expect("all columns have the rows of the same games")
    }
}

fn append_n(builder: &mut Int16Builder, value: Option<u16>, count: usize) {
    match value.and_then(|value| i16::try_from(value).ok()) {
        Some(value) => builder.append_value_n(value, count),
        None => builder.append_nulls(count),
    }
}

#[derive(Debug)]
pub(crate) struct GameRows<'a> {
    board: &'a FixedSizeBinaryArray,
    mv: &'a Int32Array,
    ply: &'a Int32Array,
    rule50: &'a Int16Array,
    result: &'a Int8Array,
    cp: &'a Int16Array,
    mate: &'a Int8Array,
    depth: &'a Int16Array,
    game: &'a Int64Array,
}

/// A game row. The numbers come from the file, which may have been altered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameRow {
    pub(crate) board: PackedBoard,
    /// `Some(None)` is a number that is not a move.
    pub(crate) mv: Option<Option<Move>>,
    pub(crate) ply: u16,
    pub(crate) rule50: u8,
    pub(crate) result: Option<i8>,
    pub(crate) evaluation: Option<Evaluation>,
    pub(crate) game: u64,
}

impl<'a> GameRows<'a> {
    /// Returns the rows of a batch; `None` if it has other columns.
    pub(crate) fn new(batch: &'a RecordBatch) -> Option<Self> {
        let column = |name: &str| batch.column_by_name(name).map(|column| column.as_any());
        Some(Self {
            board: column("board")?
                .downcast_ref()
                .filter(|board: &&FixedSizeBinaryArray| board.value_length() == 24)?,
            mv: column("move")?.downcast_ref()?,
            ply: column("ply")?.downcast_ref()?,
            rule50: column("rule50")?.downcast_ref()?,
            result: column("result")?.downcast_ref()?,
            cp: column("cp")?.downcast_ref()?,
            mate: column("mate")?.downcast_ref()?,
            depth: column("depth")?.downcast_ref()?,
            game: column("game")?.downcast_ref()?,
        })
    }

    pub(crate) fn game(&self, row: usize) -> u64 {
        self.game.value(row) as u64
    }

    pub(crate) fn row(&self, row: usize) -> GameRow {
        let cp = self.cp.is_valid(row).then(|| self.cp.value(row));
        let mate = self.mate.is_valid(row).then(|| self.mate.value(row));
        let depth = self.depth.is_valid(row).then(|| self.depth.value(row).clamp(0, 255) as u8);
        GameRow {
            board: packed(self.board.value(row)),
            mv: self.mv.is_valid(row).then(|| move_of(self.mv.value(row))),
            ply: self.ply.value(row).clamp(0, u16::MAX.into()) as u16,
            rule50: self.rule50.value(row).clamp(0, 255) as u8,
            result: self.result.is_valid(row).then(|| self.result.value(row)),
            evaluation: Evaluation::from_columns(cp, mate, depth),
            game: self.game(row),
        }
    }
}

pub(crate) fn move_of(number: i32) -> Option<Move> {
    u16::try_from(number).ok().and_then(Move::from_raw)
}

/// Returns the packed board in these bytes, of which there are 24.
pub(crate) fn packed(bytes: &[u8]) -> PackedBoard {
    PackedBoard::from_bytes(bytes.try_into().expect("the column has 24 bytes a row"))
}
