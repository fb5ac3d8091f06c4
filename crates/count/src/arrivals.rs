//! The change in the number of replies by the targets of our moves.

use crate::base::Theirs;
use crate::board::{ALL, Bits, Board, KNIGHT, PAWN, RANK_1, up_left, up_right};
use crate::lines::Lines;
use crate::mine::Mine;
use crate::tables;

stamp!({
    use crate::base::level::moves_of_piece;
    use crate::reach::level::{Reach, arriving};

    /// Returns the effect of arriving: our piece blocks a line, can be captured, and may have captured.
    #[inline]
    pub(crate) fn arrivals(board: &Board, lines: &Lines, theirs: &Theirs<Reach>, mine: &Mine) -> i64 {
        let (us, them) = (&board.us, &board.them);
        let any = mine.any();
        let mut sum = 0;
        // Their knights protect the pieces that we capture.
        let mut guarded = 0;
        for knight in Bits(them[KNIGHT] & !lines.pinned) {
            let guards = tables::KNIGHT[knight] & them[ALL] & any;
            if guarded & guards != 0 {
                sum += mine.arriving(guarded & guards);
            }
            guarded |= guards;
        }
        // Their pawns capture to both sides, and so also protect. They can no longer step, or double push, if the
        // square is taken or the pawn is captured.
        let gained = [theirs.left, theirs.right, guarded];
        let lost = [
            theirs.single | theirs.single << 8,
            theirs.double | theirs.double << 16,
            theirs.double << 8,
            up_right(theirs.left & us[ALL]),
            up_left(theirs.right & us[ALL]),
        ];
        sum += arriving(board, &theirs.reach, mine, &gained, &lost);
        if theirs.promotes {
            let single = theirs.single & RANK_1;
            sum += 3
                * (mine.arriving(theirs.left & RANK_1) + mine.arriving(theirs.right & RANK_1)
                    - mine.arriving(single | single << 8)
                    - mine.arriving(up_right(theirs.left & us[ALL] & RANK_1))
                    - mine.arriving(up_left(theirs.right & us[ALL] & RANK_1)));
        }
        for square in Bits(any & them[ALL] & !them[PAWN]) {
            sum -= i64::from(moves_of_piece(board, lines, square)) * mine.to(square);
        }
        sum
    }
});
