//! A development aid: finds the moves of a position that are counted wrongly.

use alloc::vec::Vec;

use gardez_position::Board as Full;
use gardez_types::Move;

use crate::board::Board;
use crate::filter::Only;
use crate::step::Step;
use crate::walk::baseline::{both, moves};

/// A move whose replies are counted wrongly when all moves of its position are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Difference {
    /// The move.
    pub mv: Move,
    /// The number of replies according to the count.
    pub counted: u64,
    /// The true number of replies.
    pub replies: u64,
}

/// Returns the moves of a position whose replies are counted wrongly.
pub(crate) fn differences(full: &Full, board: &Board) -> Vec<Difference> {
    let legal = full.legal_moves();
    let mut differences = Vec::new();
    for step in moves(board) {
        let (counted, replies) = both(board, Only(step));
        let mv = legal.iter().find(|&&m| is_same(full, m, step));
        if let Some(&mv) = mv.filter(|_| counted != replies) {
            differences.push(Difference { mv, counted, replies });
        }
    }
    differences
}

/// Returns `true` if a step of the compact board is the move of the full board.
pub(crate) fn is_same(full: &Full, m: Move, step: Step) -> bool {
    let us = full.side_to_move();
    m.from().relative_to(us) as u8 == step.from
        && m.to().relative_to(us) as u8 == step.to
        && m.promotion().map(|piece_type| piece_type.index() as u8) == step.promotion()
}

#[cfg(test)]
mod tests {
    use gardez_position::Position;
    use gardez_types::Square;

    use super::*;
    use crate::board::{ALL, KING, bit};
    use crate::{Counter, Level};

    /// With a rook that attacks the king of the side not to move, the engine counts all replies.
    ///
    /// ```text
    /// 8  . k . n n . . .   With the king on g8, Black is in check.
    /// 7  . . . . . . . r
    /// 6  . . . . . . . .
    /// 5  p p p p p p . p
    /// 4  P P P P P P . P
    /// 3  . . . . . . . .
    /// 2  . . . . . . . .
    /// 1  K . . N N . R .
    /// ```
    #[test]
    fn wrongly_counted_moves_are_reported() {
        let position: Position =
            "1k1nn3/7r/8/pppppp1p/PPPPPP1P/8/8/K2NN1R1 w - - 0 1".parse().expect("a legal position");
        let right = Board::new(&position);
        let mut wrong = right;
        wrong.them[KING] = bit(62);
        wrong.them[ALL] ^= right.them[KING] | wrong.them[KING];
        for counter in Level::ALL.iter().copied().filter_map(Counter::from_level) {
            assert_eq!(counter.verify_compact(&position, &right), Ok(()));
            let differences = counter.verify_compact(&position, &wrong).expect_err("a wrong count");
            let step = differences.iter().find(|difference| difference.mv.to() == Square::A2).expect("a king move");
            assert!(step.replies < step.counted, "{differences:?}");
            assert!(differences.iter().all(|difference| difference.counted != difference.replies), "{differences:?}");
        }
    }
}
