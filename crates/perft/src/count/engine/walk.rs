//! The recursion down to the last two moves.

use super::moves::{after, list, replies};
use super::pairs::pairs;
use crate::count::board::Board;
use crate::count::steps::{Only, Step, Steps};

stamp! {
    /// How many sequences of `depth` legal moves there are.
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

    /// How many sequences of two moves there are, counted together and by making every move.
    pub(in crate::count) fn both(board: &Board, only: Only) -> (u64, u64) {
        (pairs(board, only), super::pairs::pairs_by_making(board, only))
    }
}
