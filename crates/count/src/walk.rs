//! The recursion down to the last two moves.

#[cfg(feature = "std")]
use arrayvec::ArrayVec;

use crate::board::Board;
#[cfg(feature = "std")]
use crate::fetch::fetch;
use crate::few::Queue;
use crate::filter::{All, Filter};
#[cfg(feature = "std")]
use crate::slot::Slot;
use crate::step::{Step, Steps};
#[cfg(feature = "std")]
use crate::table::Shared;

/// The number of boards that are made before the first of them is looked up in the table.
#[cfg(feature = "std")]
const AHEAD: usize = 16;

stamp!({
    use crate::few::level::empty_queue;
    use crate::made::level::{after, pairs_by_making};
    use crate::moves::level::{list, replies};
    use crate::pairs::level::pairs;

    pub(crate) fn count(board: &Board, depth: u32) -> u128 {
        match depth {
            0 => 1,
            1 => replies(board).into(),
            _ => count_pairs(board, depth, &mut empty_queue()),
        }
    }

    /// Counts the sequences of at least two legal moves.
    fn count_pairs(board: &Board, depth: u32, queue: &mut Queue) -> u128 {
        if depth == 2 {
            return pairs(board, All, queue).into();
        }
        let mut steps = Steps::new();
        list(board, &mut steps);
        let mut sum = 0;
        for &step in &steps {
            sum += count_pairs(&after(board, step), depth - 1, queue);
        }
        sum
    }

    /// Returns the same with a table. Boards are looked up down to its smallest depth.
    #[cfg(feature = "std")]
    pub(crate) fn count_stored(board: &Board, depth: u32, table: Shared<'_>) -> u128 {
        if depth < table.smallest {
            return count(board, depth);
        }
        let slot = table.slot(board, depth);
        count_at(board, depth, slot, table)
    }

    #[cfg(feature = "std")]
    fn count_at(board: &Board, depth: u32, slot: Slot<'_>, table: Shared<'_>) -> u128 {
        let found = slot.find(depth);
        if let Some(tally) = table.tally {
            tally.note(depth, found.is_some());
        }
        if let Some(count) = found {
            return count;
        }
        let sum = if depth <= table.smallest || depth <= 2 {
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
                    let slot = table.slot(&next, depth - 1);
                    fetch(slot.memory());
                    boards.push((next, slot));
                }
                for (next, slot) in &boards {
                    sum += count_at(next, depth - 1, *slot, table);
                }
            }
            sum
        };
        slot.store(depth, sum);
        sum
    }

    /// Lists the legal moves.
    pub(crate) fn moves(board: &Board) -> Steps {
        let mut steps = Steps::new();
        list(board, &mut steps);
        steps
    }

    /// Returns the board after a legal move.
    pub(crate) fn made(board: &Board, step: Step) -> Board {
        after(board, step)
    }

    /// Counts the sequences of two moves, once together and once by making every move.
    pub(crate) fn both(board: &Board, filter: impl Filter) -> (u64, u64) {
        (pairs(board, filter, &mut empty_queue()), pairs_by_making(board, filter))
    }
});
