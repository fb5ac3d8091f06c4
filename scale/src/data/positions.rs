//! Sorted counts of positions with moves, as one row for each position.

use std::sync::Arc;

use arrow_array::builder::{FixedSizeBinaryBuilder, Int8Builder, Int16Builder, Int32Builder, Int64Builder};
use arrow_array::{Array, Int32Array, Int64Array, ListArray, RecordBatch, StructArray};
use arrow_buffer::{OffsetBuffer, ScalarBuffer};
use arrow_schema::SchemaRef;
use gardez_types::Move;

use super::evaluation::Evaluation;
use super::pairs::Pair;
use crate::error::{Error, Result};
use crate::ranges::board_of;
use crate::schema;
use crate::sorted::Item;

const BATCH_ROWS: usize = 1 << 16;

/// Makes positions of counts, which are sorted by board and move.
#[derive(Debug)]
pub(crate) struct Positions {
    /// The name of the unit in messages.
    unit: String,
    schema: SchemaRef,
    current: Option<Pair>,
    /// Its moves.
    played: Vec<(u16, u64)>,
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
    pub(crate) fn new(unit: String) -> Self {
        Self {
            unit,
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
    pub(crate) fn push(&mut self, next: &Pair) -> Result<Option<RecordBatch>> {
        let [n, results @ ..] = next.sums;
        if n == 0 || u128::from(n) < results[..3].iter().map(|&count| u128::from(count)).sum() {
            return Err(self.malformed("there are more results than games"));
        }
        if 0 < next.mv && Move::from_raw(next.mv).is_none() {
            return Err(self.malformed(format_args!("{} is not the number of a move", next.mv)));
        }
        let mut batch = None;
        match &mut self.current {
            Some(current) if current.board == next.board => current.add(next)?,
            Some(current) if next.board < current.board => return Err(self.malformed("the boards are not sorted")),
            _ => {
                self.end_position()?;
                self.current = Some(*next);
                if self.ends.len() > BATCH_ROWS {
                    batch = Some(self.take_batch());
                }
            }
        }
        if next.mv != 0 {
            match self.played.last_mut() {
                Some((mv, _)) if next.mv < *mv => return Err(self.malformed("the moves are not sorted")),
                // The position occurred at least as often.
                Some((mv, played)) if *mv == next.mv => *played += n,
                _ => self.played.push((next.mv, n)),
            }
        }
        Ok(batch)
    }

    fn malformed(&self, what: impl std::fmt::Display) -> Error {
        Error::malformed(&self.unit, what)
    }

    pub(crate) fn finish(&mut self) -> Result<RecordBatch> {
        self.end_position()?;
        Ok(self.take_batch())
    }

    /// Appends the row of the current position.
    fn end_position(&mut self) -> Result<()> {
        let Some(position) = self.current.take() else { return Ok(()) };
        let [n, .., elo, rated] = position.sums;
        if i64::try_from(n).is_err() {
            return Err(self.malformed("a position appears 2^63 times or more"));
        }
        self.board.append_value(board_of(&position.board).as_bytes()).expect("a packed board has 24 bytes");
        self.sums.iter_mut().zip(position.sums).for_each(|(column, sum)| column.append_value(sum as i64));
        let evaluation = match position.best {
            -1 => None,
            rank => {
                let evaluation = Evaluation::from_rank(rank);
                Some(evaluation.ok_or_else(|| self.malformed(format_args!("{rank} is not an evaluation")))?)
            }
        };
        let elo = elo.saturating_add(rated / 2).checked_div(rated);
        self.elo.append_option(elo.and_then(|elo| i16::try_from(elo).ok()));
        self.first_ply.append_value(position.plies[0].into());
        self.last_ply.append_value(position.plies[1].into());
        self.cp.append_option(evaluation.and_then(|evaluation| evaluation.cp()));
        self.mate.append_option(evaluation.and_then(|evaluation| evaluation.mate()));
        self.depth.append_option(evaluation.and_then(|evaluation| evaluation.depth()).map(i16::from));

        // The most frequent move comes first, and among equals the one with the smaller number.
        self.played.sort_unstable_by_key(|&(mv, n)| (std::cmp::Reverse(n), mv));
        for (mv, n) in self.played.drain(..) {
            self.moves.push(mv.into());
            self.counts.push(n as i64);
        }
        let end = i32::try_from(self.moves.len()).map_err(|_| self.malformed("a batch has 2^31 moves"))?;
        self.ends.push(end);
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
