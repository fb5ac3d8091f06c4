//! Positions with the move that was made in them, counted: what a shard knows of the positions of a key range.

use std::sync::Arc;

use arrow::array::{
    Array, Decimal128Array, FixedSizeBinaryArray, FixedSizeBinaryBuilder, RecordBatch, UInt16Array, UInt32Array,
};
use arrow::datatypes::SchemaRef;
use gardez_position::PackedBoard;

use super::columns::packed;
use crate::schema;

/// A position with the move that was made in it, and how often.
///
/// A shard has several of them with the same position and move: as many as it has runs in its files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pair {
    /// The rank of the deepest evaluation, or -1.
    pub(crate) best: i128,
    pub(crate) board: PackedBoard,
    pub(crate) n: u32,
    pub(crate) white: u32,
    pub(crate) draws: u32,
    pub(crate) black: u32,
    /// The number of the move; 0 if the position is the last one of its game.
    pub(crate) mv: u16,
}

impl Pair {
    /// Returns the number by which pairs are sorted: the bytes of the board, then the move.
    pub(super) fn key(&self) -> (u64, u128, u16) {
        let bytes = self.board.as_bytes();
        let occupied = u64::from_be_bytes(std::array::from_fn(|i| bytes[i]));
        let pieces = u128::from_be_bytes(std::array::from_fn(|i| bytes[8 + i]));
        (occupied, pieces, self.mv)
    }

    /// Adds `other`, which has the same position and move. False if a number is too large.
    pub(super) fn add(&mut self, other: &Self) -> bool {
        let mut fits = true;
        let mut add = |ours: &mut u32, theirs: u32| match ours.checked_add(theirs) {
            Some(sum) => *ours = sum,
            None => fits = false,
        };
        add(&mut self.n, other.n);
        add(&mut self.white, other.white);
        add(&mut self.draws, other.draws);
        add(&mut self.black, other.black);
        self.best = self.best.max(other.best);
        fits
    }
}

/// Sorts pairs and adds up those with the same position and move.
pub(crate) fn sort_and_add(pairs: &mut Vec<Pair>) {
    pairs.sort_unstable_by_key(Pair::key);
    // A sum that does not fit stays two pairs.
    pairs.dedup_by(|later, earlier| {
        let mut sum = *earlier;
        let is_same = earlier.mv == later.mv && earlier.board == later.board && sum.add(later);
        if is_same {
            *earlier = sum;
        }
        is_same
    });
}

/// Returns the batch of these pairs.
pub(super) fn pair_batch(schema: &SchemaRef, pairs: &[Pair]) -> RecordBatch {
    let mut board = FixedSizeBinaryBuilder::with_capacity(pairs.len(), 24);
    for pair in pairs {
        board.append_value(pair.board.as_bytes()).expect("a packed board has 24 bytes");
    }
    let counts = |count: fn(&Pair) -> u32| Arc::new(UInt32Array::from_iter_values(pairs.iter().map(count)));
    let best = pairs.iter().map(|pair| (0 <= pair.best).then_some(pair.best));
    let best = best.collect::<Decimal128Array>().with_data_type(schema::SUM_TYPE);
    let columns: Vec<Arc<dyn Array>> = vec![
        Arc::new(board.finish()),
        Arc::new(UInt16Array::from_iter_values(pairs.iter().map(|pair| pair.mv))),
        counts(|pair| pair.n),
        counts(|pair| pair.white),
        counts(|pair| pair.draws),
        counts(|pair| pair.black),
        Arc::new(best),
    ];
    RecordBatch::try_new(Arc::clone(schema), columns).expect("all columns have a value for each pair")
}

/// Returns the pairs of a batch; `None` if it has other columns.
pub(crate) fn read_pairs(batch: &RecordBatch) -> Option<impl Iterator<Item = Pair> + '_> {
    let column = |name: &str| batch.column_by_name(name).map(|column| column.as_any());
    let board: &FixedSizeBinaryArray = column("board")?.downcast_ref()?;
    if board.value_length() != 24 {
        return None;
    }
    let mv: &UInt16Array = column("move")?.downcast_ref()?;
    let counts = |name| column(name)?.downcast_ref::<UInt32Array>();
    let (n, white, draws, black) = (counts("n")?, counts("white")?, counts("draws")?, counts("black")?);
    let best: &Decimal128Array = column("best")?.downcast_ref()?;
    Some((0..batch.num_rows()).map(move |row| Pair {
        best: if best.is_valid(row) { best.value(row) } else { -1 },
        board: packed(board.value(row)),
        n: n.value(row),
        white: white.value(row),
        draws: draws.value(row),
        black: black.value(row),
        mv: mv.value(row),
    }))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use quickcheck::quickcheck;

    use super::*;

    quickcheck! {
        fn sorting_and_adding_keeps_the_sums_and_the_largest_rank(items: Vec<(u8, u16, u32, i64)>) -> bool {
            let mut expected: BTreeMap<([u8; 24], u16), (u64, i128)> = BTreeMap::new();
            let mut pairs = Vec::new();
            for (byte, mv, n, best) in items {
                // Few boards and moves, so that many are equal.
                let (mut board, mv) = ([0; 24], mv % 3);
                board[23] = byte % 4;
                board[0] = byte / 4 % 4;
                let best = i128::from(best.max(-1));
                let sum = expected.entry((board, mv)).or_insert((0, -1));
                *sum = (sum.0 + u64::from(n), sum.1.max(best));
                let board = PackedBoard::from_bytes(board);
                pairs.push(Pair { best, board, n, white: n, draws: 0, black: 0, mv });
            }
            sort_and_add(&mut pairs);
            let batch = pair_batch(&schema::pairs().schema, &pairs);
            let mut found: BTreeMap<([u8; 24], u16), (u64, i128)> = BTreeMap::new();
            for pair in read_pairs(&batch).expect("it has the columns") {
                let sum = found.entry((pair.board.to_bytes(), pair.mv)).or_insert((0, -1));
                *sum = (sum.0 + u64::from(pair.n), sum.1.max(pair.best));
            }
            found == expected && pairs.is_sorted_by_key(Pair::key)
        }
    }
}
