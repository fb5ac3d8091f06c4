//! Sorted counts of positions with moves, as one row for each position.

use std::sync::Arc;

use arrow::array::{
    Array, FixedSizeBinaryBuilder, Int8Builder, Int16Builder, Int32Array, Int32Builder, Int64Array, Int64Builder,
    ListArray, RecordBatch, StructArray,
};
use arrow::buffer::{OffsetBuffer, ScalarBuffer};
use arrow::datatypes::SchemaRef;
use gardez_types::Move;

use super::evaluation::Evaluation;
use super::pairs::Pair;
use crate::ranges::{Key, board_of};
use crate::schema;

/// The rows of a batch.
const BATCH_ROWS: usize = 1 << 16;

/// A position with sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Counted {
    board: Key,
    n: u64,
    white: u64,
    draws: u64,
    black: u64,
    /// The rank of the deepest evaluation, or -1.
    best: i128,
    elo: u64,
    rated: u64,
    plies: (u16, u16),
}

/// Makes positions of counts, which are sorted by board and move.
#[derive(Debug)]
pub(crate) struct Positions {
    schema: SchemaRef,
    /// The sums of the current position.
    current: Option<Counted>,
    /// Its moves.
    played: Vec<(u16, u32)>,
    board: FixedSizeBinaryBuilder,
    /// `n`, `white`, `draws`, `black`.
    sums: [Int64Builder; 4],
    elo: Int16Builder,
    first_ply: Int32Builder,
    last_ply: Int32Builder,
    cp: Int16Builder,
    mate: Int8Builder,
    depth: Int16Builder,
    /// The end of the list of each row, and 0 before the first.
    ends: Vec<i32>,
    moves: Vec<i32>,
    counts: Vec<i64>,
}

impl Positions {
    pub(crate) fn new() -> Self {
        Self {
            schema: schema::positions().schema,
            current: None,
            played: Vec::new(),
            board: FixedSizeBinaryBuilder::new(24),
            sums: std::array::from_fn(|_| Int64Builder::with_capacity(BATCH_ROWS)),
            elo: Int16Builder::with_capacity(BATCH_ROWS),
            first_ply: Int32Builder::with_capacity(BATCH_ROWS),
            last_ply: Int32Builder::with_capacity(BATCH_ROWS),
            cp: Int16Builder::with_capacity(BATCH_ROWS),
            mate: Int8Builder::with_capacity(BATCH_ROWS),
            depth: Int16Builder::with_capacity(BATCH_ROWS),
            ends: vec![0],
            moves: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// Adds counts, and returns a batch if enough positions are complete.
    pub(crate) fn push(&mut self, next: &Pair) -> Result<Option<RecordBatch>, String> {
        let results = u64::from(next.white) + u64::from(next.draws) + u64::from(next.black);
        if next.n == 0 || u64::from(next.n) < results {
            return Err("there are more results than games".to_owned());
        }
        if 0 < next.mv && Move::from_raw(next.mv).is_none() {
            return Err(format!("{} is not the number of a move", next.mv));
        }
        let mut batch = None;
        match &mut self.current {
            Some(current) if current.board == next.board => {
                let sum = current.n.checked_add(next.n.into()).filter(|&sum| i64::try_from(sum).is_ok());
                current.n = sum.ok_or_else(|| "a position appears more than 2^63 times".to_owned())?;
                // The results are at most as many.
                current.white += u64::from(next.white);
                current.draws += u64::from(next.draws);
                current.black += u64::from(next.black);
                current.best = current.best.max(next.best);
                current.elo = current.elo.saturating_add(next.elo);
                current.rated += u64::from(next.rated);
                current.plies = (current.plies.0.min(next.first), current.plies.1.max(next.last));
            }
            Some(current) if next.board < current.board => return Err("the boards are not sorted".to_owned()),
            _ => {
                self.end_position()?;
                let [n, white, draws, black] = [next.n, next.white, next.draws, next.black].map(u64::from);
                self.current = Some(Counted {
                    board: next.board,
                    n,
                    white,
                    draws,
                    black,
                    best: next.best,
                    elo: next.elo,
                    rated: next.rated.into(),
                    plies: (next.first, next.last),
                });
                if self.ends.len() > BATCH_ROWS {
                    batch = Some(self.take_batch());
                }
            }
        }
        if next.mv != 0 {
            match self.played.last_mut() {
                Some((mv, _)) if next.mv < *mv => return Err("the moves are not sorted".to_owned()),
                Some((mv, n)) if *mv == next.mv => *n = narrow(*n, next.n)?,
                _ => self.played.push((next.mv, next.n)),
            }
        }
        Ok(batch)
    }

    /// Returns the last batch.
    pub(crate) fn finish(&mut self) -> Result<RecordBatch, String> {
        self.end_position()?;
        Ok(self.take_batch())
    }

    /// Appends the row of the current position.
    fn end_position(&mut self) -> Result<(), String> {
        let Some(position) = self.current.take() else { return Ok(()) };
        self.board.append_value(board_of(&position.board).as_bytes()).expect("a packed board has 24 bytes");
        let sums = [position.n, position.white, position.draws, position.black];
        self.sums.iter_mut().zip(sums).for_each(|(column, sum)| column.append_value(sum as i64));
        let evaluation = match position.best {
            -1 => None,
            rank => Some(Evaluation::from_rank(rank).ok_or_else(|| format!("{rank} is not an evaluation"))?),
        };
        let elo = (position.elo + position.rated / 2).checked_div(position.rated);
        self.elo.append_option(elo.and_then(|elo| i16::try_from(elo).ok()));
        self.first_ply.append_value(position.plies.0.into());
        self.last_ply.append_value(position.plies.1.into());
        self.cp.append_option(evaluation.and_then(|evaluation| evaluation.cp()));
        self.mate.append_option(evaluation.and_then(|evaluation| evaluation.mate()));
        self.depth.append_option(evaluation.and_then(|evaluation| evaluation.depth()).map(i16::from));

        // The most frequent move comes first, and among equals the one with the smaller number.
        self.played.sort_unstable_by_key(|&(mv, n)| (std::cmp::Reverse(n), mv));
        for (mv, n) in self.played.drain(..) {
            self.moves.push(mv.into());
            self.counts.push(n.into());
        }
        self.ends.push(i32::try_from(self.moves.len()).map_err(|_| "a batch has 2^31 moves".to_owned())?);
        Ok(())
    }

    fn take_batch(&mut self) -> RecordBatch {
        let ends = OffsetBuffer::new(ScalarBuffer::from(std::mem::replace(&mut self.ends, vec![0])));
        let items: Vec<Arc<dyn Array>> = vec![
            Arc::new(Int32Array::from(std::mem::take(&mut self.moves))),
            Arc::new(Int64Array::from(std::mem::take(&mut self.counts))),
        ];
        let items = StructArray::new(schema::move_count_fields(), items, None);
        let lists = ListArray::new(Arc::new(schema::move_count()), ends, Arc::new(items), None);
        let mut columns: Vec<Arc<dyn Array>> = vec![Arc::new(self.board.finish())];
        columns.extend(self.sums.iter_mut().map(|column| Arc::new(column.finish()) as Arc<dyn Array>));
        columns.push(Arc::new(self.elo.finish()));
        columns.push(Arc::new(self.first_ply.finish()));
        columns.push(Arc::new(self.last_ply.finish()));
        columns.push(Arc::new(self.cp.finish()));
        columns.push(Arc::new(self.mate.finish()));
        columns.push(Arc::new(self.depth.finish()));
        columns.push(Arc::new(lists));
        RecordBatch::try_new(Arc::clone(&self.schema), columns).expect("all columns have a value for each position")
    }
}

/// Returns the sum of counts of one move.
fn narrow(n: u32, more: u32) -> Result<u32, String> {
    n.checked_add(more).ok_or_else(|| "a move was made more than 2^32 times in one position".to_owned())
}
