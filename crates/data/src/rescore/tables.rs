//! The values of the tables for the positions of a game.

use gardez_lc0::{Board, Move, Position};
use gardez_syzygy::{Tablebase, Wdl};

use super::probe;

/// The positions of a game with their values in the tables, by the index of their record.
pub(super) struct Tables<'a> {
    tablebase: &'a Tablebase,
    pub(super) positions: &'a [Position],
    values: Vec<Option<i8>>,
}

impl<'a> Tables<'a> {
    pub(super) fn new(tablebase: &'a Tablebase, positions: &'a [Position]) -> Self {
        let mut tables = Self { tablebase, positions, values: Vec::new() };
        tables.values = (0..positions.len()).map(|index| if index == 0 { None } else { tables.probe(index) }).collect();
        tables
    }

    /// Returns `true` if the position may be in a table: no castling rights, and not too many pieces.
    pub(super) fn is_in_range(&self, index: usize) -> bool {
        let board = self.positions[index].board();
        board.castlings().is_empty() && board.occupied().len() as usize <= self.tablebase.max_pieces()
    }

    fn board(&self, index: usize) -> Option<&Board> {
        self.is_in_range(index).then(|| self.positions[index].board())
    }

    fn probe(&self, index: usize) -> Option<i8> {
        Some(match probe::wdl(self.tablebase, self.board(index)?)? {
            Wdl::Win => 1,
            Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => 0,
            Wdl::Loss => -1,
        })
    }

    /// Returns the result for the side to move if the fifty-move counter were 0: 1, 0 or -1. `None` for the first record.
    pub(super) fn value(&self, index: usize) -> Option<i8> {
        self.values[index]
    }

    pub(super) fn distance(&self, index: usize) -> Option<i64> {
        let plies = probe::dtz(self.tablebase, self.board(index)?)?;
        Some(plies.abs().into())
    }

    pub(super) fn rule50(&self, index: usize) -> i64 {
        self.positions[index].halfmove_clock().into()
    }

    /// Returns `true` if no position since the last capture or pawn move has occurred twice, and all of them are known.
    pub(super) fn never_repeated(&self, index: usize) -> bool {
        let played = &self.positions[..=index];
        let count = usize::try_from(self.rule50(index)).unwrap_or(0);
        let newest = played.len().checked_sub(count).map(|first| &played[first..]);
        newest.is_some_and(|newest| newest.iter().all(|position| position.repetitions() == 0))
    }

    pub(super) fn fastest_wins(&self, index: usize) -> Vec<Move> {
        self.board(index).map(|board| probe::fastest_wins(self.tablebase, board)).unwrap_or_default()
    }
}
