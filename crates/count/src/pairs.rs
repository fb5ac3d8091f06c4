//! Counts the replies to all moves of a position together, without making the moves.

use crate::board::{ALL, Bits, Board, KING, PAWN, RANK_8, SPECIAL, lsb};
use crate::few::Queue;
use crate::filter::Filter;
use crate::mine::{MAX_PIECES, Mine};
use crate::sorting::Sorting;
use crate::step::{Kind, Step};
use crate::tables;

stamp!({
    use crate::arrivals::level::arrivals;
    use crate::base::level::theirs;
    use crate::departures::level::departures;
    use crate::few::level::{has_few_pieces, pairs_of_few};
    use crate::lines::level::lines;
    use crate::made::level::pairs_by_making;
    use crate::moves::level::{castling, limits};
    use crate::our_castling::level::castle;
    use crate::sort_pawns::level::sort_pawns;
    use crate::sort_pieces::level::sort_pieces;
    use crate::their_castling::level::castlings;
    use crate::their_king::level::steps;

    /// Counts the sequences of two legal moves. A queue can be used again and again.
    pub(crate) fn pairs(board: &Board, filter: impl Filter, queue: &mut Queue) -> u64 {
        if has_few_pieces(board)
            && let Some(count) = pairs_of_few(board, filter, queue)
        {
            return count;
        }
        let us = &board.us;
        let pieces = (us[ALL] & !us[PAWN]).count_ones() as usize;
        let their_pieces = (board.them[ALL] & !board.them[PAWN]).count_ones() as usize;
        if MAX_PIECES < pieces.max(their_pieces) {
            return pairs_by_making(board, filter);
        }
        let lines = lines(board);
        let theirs = theirs(board, &lines);
        let limits = limits(board, theirs.reach.danger);
        let mut mine = Mine::new(pieces);
        let mut sorting = Sorting {
            board,
            lines: &lines,
            limits: &limits,
            filter,
            rights: board.them[SPECIAL] & RANK_8,
            delicate: lines.pin_lines | tables::KING[lines.king] & board.them[ALL],
            mine: &mut mine,
            sum: 0,
        };
        if limits.targets != 0 {
            sort_pawns(&mut sorting);
        }
        let overflow = sort_pieces(&mut sorting);
        for rook in Bits(castling(board, &limits)) {
            let step = Step { from: lsb(us[KING]) as u8, to: rook as u8, kind: Kind::Castling };
            if filter.keeps(step) {
                castle(&mut sorting, &theirs, rook);
            }
        }
        let mut sum = sorting.sum;
        if overflow != 0 {
            return pairs_by_making(board, filter);
        }
        mine.count = mine.arriving(!0) as u32;
        if mine.count + mine.count_of_checks() != 0 || !mine.castlings().is_empty() {
            sum += steps(board, &lines, &mine);
        }
        if mine.count != 0 || !mine.castlings().is_empty() {
            match castlings(board, &mine) {
                Some(count) => sum += count,
                None => return pairs_by_making(board, filter),
            }
        }
        if mine.count != 0 {
            sum += theirs.base * i64::from(mine.count);
            sum += arrivals(board, &lines, &theirs, &mine);
            sum += departures(board, &lines, &theirs, &mine);
        }
        sum as u64
    }
});
