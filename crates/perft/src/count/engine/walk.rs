//! The recursion down to the last two moves.

#[cfg(feature = "std")]
use arrayvec::ArrayVec;

#[cfg(feature = "std")]
use super::fetch::fetch;
use super::moves::{after, list, replies};
use super::pairs::pairs;
use crate::count::board::Board;
use crate::count::steps::{Only, Step, Steps};
#[cfg(feature = "std")]
use crate::count::table::{Shared, Slot};

/// The number of boards that are made before the first of them is looked up in the table.
#[cfg(feature = "std")]
const AHEAD: usize = 16;

stamp! {
    /// Counts the sequences of `depth` legal moves.
    pub(in crate::count) fn count(board: &Board, depth: u32) -> u128 {
        match depth {
            0 => 1,
            1 => replies(board).into(),
            2 => pairs(board, Only::default()).into(),
            _ => {
                let mut steps = Steps::new();
                list(board, &mut steps);
                let mut sum = 0;
                for &step in &steps {
                    sum += count(&after(board, step), depth - 1);
                }
                sum
            }
        }
    }

    /// The same with a table. Boards are looked up down to the depth `smallest`.
    #[cfg(feature = "std")]
    pub(in crate::count) fn count_stored(board: &Board, depth: u32, table: Shared<'_>, smallest: u32) -> u128 {
        if depth < smallest {
            return count(board, depth);
        }
        let slot = table.slot(board);
        count_at(board, depth, slot, table, smallest)
    }

    #[cfg(feature = "std")]
    fn count_at(board: &Board, depth: u32, slot: Slot<'_>, table: Shared<'_>, smallest: u32) -> u128 {
        if let Some(count) = slot.find(depth) {
            return count.into();
        }
        let sum = if depth <= smallest || depth <= 2 {
            count(board, depth)
        } else {
            let mut steps = Steps::new();
            list(board, &mut steps);
            let mut sum = 0;
            for steps in steps.chunks(AHEAD) {
                // The memory of all slots is requested before the first slot is read.
                let mut boards = ArrayVec::<_, AHEAD>::new();
                for &step in steps {
                    let next = after(board, step);
                    let slot = table.slot(&next);
                    fetch(slot.memory());
                    boards.push((next, slot));
                }
                for (next, slot) in &boards {
                    sum += count_at(next, depth - 1, *slot, table, smallest);
                }
            }
            sum
        };
        slot.store(depth, sum);
        sum
    }

    /// Lists the legal moves.
    pub(in crate::count) fn moves(board: &Board) -> Steps {
        let mut steps = Steps::new();
        list(board, &mut steps);
        steps
    }

    /// The board after a legal move.
    pub(in crate::count) fn made(board: &Board, step: Step) -> Board {
        after(board, step)
    }

    /// Counts the sequences of two moves, once together and once by making every move.
    pub(in crate::count) fn both(board: &Board, only: Only) -> (u64, u64) {
        (pairs(board, only), super::pairs::pairs_by_making(board, only))
    }
}
