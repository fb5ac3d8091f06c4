//! Our castling.

use crate::base::Theirs;
use crate::board::{ALL, Castling, KING, RANK_8, SPECIAL, bit, lsb};
use crate::filter::Filter;
use crate::sorting::Sorting;
use crate::step::Kind;

const E1: u64 = 0x10;
const CORNERS: u64 = 0x81;

stamp!({
    use crate::made::level::by_making;
    use crate::reach::level::Reach;
    use crate::sliders::level::rook;

    /// Counts the replies to castling with a rook, without those of their king if these are counted together.
    ///
    /// In chess, unless their king is on the first three ranks, only a pawn in front of the rook gains replies.
    #[inline(never)]
    pub(crate) fn castle(sorting: &mut Sorting<'_, impl Filter>, theirs: &Theirs<Reach>, rook_square: usize) {
        let Sorting { board, lines, .. } = *sorting;
        let (us, them) = (&board.us, &board.them);
        let castling = Castling::new(us[KING], bit(rook_square));
        let Castling { king, rook: from, king_target, rook_target, .. } = castling;
        let is_usual = us[KING] == E1
            && from & CORNERS != 0
            && (them[SPECIAL] & RANK_8 == 0
                || them[KING] == E1 << 56 && them[SPECIAL] & RANK_8 & !(CORNERS << 56) == 0);
        let stays_away = 24 <= lines.king
            && (lines.movers | lines.discoverers) & (king | from) == 0
            && (lines.straight | lines.straight_xray) & rook_target == 0
            && lines.pin_lines & (king_target | rook_target) == 0;
        if is_usual && stays_away {
            sorting.sum += theirs.base + if theirs.front & from == 0 { 0 } else { 4 };
            let occupied = (us[ALL] | them[ALL]) & !(king | from | them[KING]) | king_target | rook_target;
            sorting.mine.castling(from, rook(lsb(rook_target), occupied));
        } else {
            sorting.sum += by_making(board, lsb(king), rook_square, Kind::Castling);
        }
    }
});
