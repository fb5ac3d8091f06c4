//! Sorts the moves of our pieces, and of the pieces that our pawns become.

use crate::board::{ALL, BISHOP, Bits, KING, KNIGHT, PAWN, QUEEN, ROOK, bit, lsb};
use crate::filter::Filter;
use crate::mine::{FIRST_PIECE, PLACES, Planes};
use crate::sorting::Sorting;
use crate::step::Kind;
use crate::tables;

stamp!({
    use crate::checks::level::evasions;
    use crate::corrections::level::{correction, correction_of_arrival, corrections};
    use crate::made::level::by_making;
    use crate::sliders::level::{bishop, rook};

    /// Removes the moves that are not counted together, and adds up the rest. Returns the squares with too many moves.
    #[inline]
    pub(crate) fn sort_pieces(sorting: &mut Sorting<'_, impl Filter>) -> u64 {
        let Sorting { board, lines, limits, filter, rights, delicate, .. } = *sorting;
        let us = &board.us;
        let occupied = us[ALL] | board.them[ALL];
        let king = lsb(us[KING]);
        let mut planes = Planes { digits: [0; 4], overflow: 0 };
        for place in 0..FIRST_PIECE {
            planes.add(sorting.mine.sets[place]);
        }
        let promotions = sorting.mine.len;
        for place in FIRST_PIECE..promotions {
            let piece_type = usize::from(sorting.mine.types[place % PLACES]) % 8;
            let from = usize::from(sorting.mine.from[place % PLACES]) % 64;
            let mut targets = sorting.mine.sets[place % PLACES];
            targets &= filter.targets(from) & if filter.promotes_to(piece_type) { !0 } else { 0 };
            let targets = sort_odd_piece(sorting, piece_type, from, targets);
            sorting.mine.sets[place % PLACES] = targets;
            planes.add(targets);
        }

        let movers = lines.movers | lines.discoverers;
        let odd = rights | delicate;
        macro_rules! sort {
            ($piece_type:expr, $pieces:expr, $odd:expr, |$from:ident| $attacks:expr) => {
                for $from in Bits($pieces) {
                    let mut targets = $attacks & limits.targets;
                    if limits.pinned & bit($from) != 0 {
                        targets &= tables::line(king, $from);
                    }
                    targets &= filter.targets($from);
                    if targets & $odd | movers & bit($from) != 0 {
                        targets = sort_odd_piece(sorting, $piece_type, $from, targets);
                    }
                    if targets != 0 {
                        sorting.mine.piece($piece_type, $from, targets);
                        planes.add(targets);
                    }
                }
            };
        }
        if limits.targets != 0 {
            let diagonal = odd | lines.diagonal | lines.diagonal_xray;
            let straight = odd | lines.straight | lines.straight_xray;
            sort!(KNIGHT, us[KNIGHT] & !limits.pinned, odd | tables::KNIGHT[lines.king], |from| tables::KNIGHT[from]);
            sort!(BISHOP, us[BISHOP], diagonal, |from| bishop(from, occupied));
            sort!(ROOK, us[ROOK], straight, |from| rook(from, occupied));
            sort!(QUEEN, us[QUEEN], diagonal | straight, |from| bishop(from, occupied) | rook(from, occupied));
        }
        let mut targets = limits.king & filter.targets(king);
        if targets & odd | movers & us[KING] != 0 {
            targets = sort_odd_piece(sorting, KING, king, targets);
        }
        if targets != 0 {
            sorting.mine.piece(KING, king, targets);
            planes.add(targets);
        }
        sorting.mine.planes = planes.digits;
        planes.overflow
    }

    /// Counts moves of a piece that check or take a castling right, and returns the others. Corrects delicate ones.
    #[inline(never)]
    fn sort_odd_piece(sorting: &mut Sorting<'_, impl Filter>, piece_type: usize, from: usize, targets: u64) -> u64 {
        let Sorting { board, lines, rights, delicate, .. } = *sorting;
        let (straight, diagonal) =
            (piece_type == ROOK || piece_type == QUEEN, piece_type == BISHOP || piece_type == QUEEN);
        let mut checking = if piece_type == KNIGHT { tables::KNIGHT[lines.king] } else { 0 };
        let mut delicate = delicate;
        if straight {
            checking |= lines.straight;
            delicate |= lines.straight_xray;
        }
        if diagonal {
            checking |= lines.diagonal;
            delicate |= lines.diagonal_xray;
        }
        if lines.discoverers & bit(from) != 0 {
            checking |= !tables::line(lines.king, from);
        }
        let mut made = targets & rights;
        checking &= targets & !made;
        if checking != 0 {
            if sorting.mine.checks(piece_type, from, checking) {
                for to in Bits(checking) {
                    sorting.sum += evasions(board, lines, piece_type, from, to);
                }
            } else {
                made |= checking;
            }
        }
        for to in Bits(made) {
            let is_pawn = board.us[PAWN] & bit(from) != 0;
            let piece_type = piece_type as u8;
            let kind = if is_pawn { Kind::Promotion(piece_type) } else { Kind::Piece(piece_type) };
            sorting.sum += by_making(board, from, to, kind);
        }
        let targets = targets & !(made | checking);
        if lines.movers & bit(from) == 0 {
            for to in Bits(targets & delicate) {
                sorting.sum += correction_of_arrival(board, lines, piece_type, from, to);
            }
        } else {
            // Moves that stay on the line are examined one by one, too.
            delicate |= tables::line(lines.king, from);
            match corrections(board, lines, from, targets & !delicate) {
                Some(sum) => sorting.sum += sum,
                None => delicate = !0,
            }
            for to in Bits(targets & delicate) {
                sorting.sum += correction(board, lines, piece_type, from, to);
            }
        }
        targets
    }
});
