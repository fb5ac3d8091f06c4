//! Counts the replies to all moves of a position together, without making the moves.

use super::FILTERED;
use super::king::castlings;
use super::leaving::departures;
use super::lines::{Lines, lines};
use super::mine::{FIRST_PIECE, MAX_PIECES, Mine, PLACES, Planes};
use super::moves::{Limits, Pawns, after, castling, en_passant, limits, list, pawns, replies};
use super::pins::{correction, correction_of_arrival, corrections, evasions};
use super::sliders::{bishop, rook};
use super::terms::arrivals;
use super::theirs::{Theirs, theirs};
use super::zones::steps;
use crate::count::board::{
    ALL, BISHOP, Bits, Board, Castling, KING, KNIGHT, PAWN, QUEEN, RANK_6, RANK_7, RANK_8, ROOK, SPECIAL, bit, down_left, down_right,
    lsb, up_left, up_right,
};
use crate::count::steps::{Kind, Only, Step, Steps};
use crate::count::tables;

/// The state while moves are sorted out that are not counted together, or need a correction.
struct Sorting<'a> {
    board: &'a Board,
    lines: &'a Lines,
    limits: &'a Limits,
    only: Only,
    /// Their rooks with castling rights. A capture of one is counted by making the move.
    rights: u64,
    /// The squares where capturing or blocking needs a correction.
    delicate: u64,
    mine: &'a mut Mine,
    sum: i64,
}

stamp! {
    /// Counts the sequences of two legal moves.
    pub(super) fn pairs(board: &Board, only: Only) -> u64 {
        let us = &board.us;
        let pieces = (us[ALL] & !us[PAWN]).count_ones() as usize;
        let their_pieces = (board.them[ALL] & !board.them[PAWN]).count_ones() as usize;
        if MAX_PIECES < pieces.max(their_pieces) {
            return pairs_by_making(board, only);
        }
        let lines = lines(board);
        let theirs = theirs(board, &lines);
        let limits = limits(board, theirs.reach.danger);
        let mut mine = Mine::new(pieces);
        let mut sorting = Sorting {
            board,
            lines: &lines,
            limits: &limits,
            only,
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
            if !FILTERED || only.castles && only.from & us[KING] != 0 && only.to & bit(rook) != 0 {
                castle(&mut sorting, &theirs, rook);
            }
        }
        let mut sum = sorting.sum;
        if overflow != 0 {
            return pairs_by_making(board, only);
        }
        mine.count = mine.arriving(!0) as u32;
        if mine.count + mine.count_of_checks() != 0 || !mine.castlings().is_empty() {
            sum += steps(board, &lines, &mine);
        }
        if mine.count != 0 || !mine.castlings().is_empty() {
            match castlings(board, &mine) {
                Some(count) => sum += count,
                None => return pairs_by_making(board, only),
            }
        }
        if mine.count != 0 {
            sum += theirs.base * i64::from(mine.count);
            sum += arrivals(board, &lines, &theirs, &mine);
            sum += departures(board, &lines, &theirs, &mine);
        }
        sum as u64
    }

    /// The same, by making every move.
    #[inline(never)]
    pub(super) fn pairs_by_making(board: &Board, only: Only) -> u64 {
        let mut moves = Steps::new();
        list(board, &mut moves);
        let mut sum = 0;
        for &step in &moves {
            if !FILTERED || only.keeps(step) {
                sum += replies(&after(board, step));
            }
        }
        sum
    }

    /// The number of replies to one of our moves, by making it.
    #[inline(never)]
    fn by_making(board: &Board, from: usize, to: usize, kind: Kind) -> i64 {
        replies(&after(board, Step { from: from as u8, to: to as u8, kind })) as i64
    }

    #[inline]
    fn sort_pawns(sorting: &mut Sorting<'_>) {
        let Sorting { board, lines, limits, only, rights, delicate, .. } = *sorting;
        let king = board.them[KING];
        let mut pawns = pawns(board, limits);
        if FILTERED {
            pawns.push &= only.to & only.from << 8;
            pawns.double &= only.to & only.from << 16;
            pawns.left &= only.to & up_left(only.from);
            pawns.right &= only.to & up_right(only.from);
        }
        let all = pawns.push | pawns.double | pawns.left | pawns.right;
        let odd = down_left(king) | down_right(king) | rights | delicate;
        let beside = (board.them[PAWN] & !FILE_A) >> 1 | (board.them[PAWN] & !FILE_H) << 1;
        let movers = (lines.movers | lines.discoverers) & board.us[PAWN];
        if all & odd & !RANK_8 | pawns.double & beside | movers != 0 {
            sort_odd_pawns(sorting, &mut pawns);
        }
        if (pawns.push | pawns.left | pawns.right) & RANK_8 != 0 {
            sort_promotions(sorting, &mut pawns);
        }
        for (place, set) in [pawns.push, pawns.double, pawns.left, pawns.right].into_iter().enumerate() {
            sorting.mine.sets[place] = set;
        }

        let target = board.them[SPECIAL] & RANK_6;
        if target != 0 {
            for from in Bits(en_passant(board)) {
                if !FILTERED || only.from & bit(from) != 0 && only.to & target != 0 {
                    sorting.sum += by_making(board, from, lsb(target), Kind::EnPassant);
                }
            }
        }
    }

    /// Counts the replies to castling with a rook. If they are counted together, the replies of their king are added
    /// elsewhere.
    ///
    /// In chess, they do not attack any square that changes, except that of the rook, and none of their lines passes
    /// these squares, unless their king is near. Only a pawn in front of the rook's square then has more moves.
    #[inline(never)]
    fn castle(sorting: &mut Sorting<'_>, theirs: &Theirs, rook_square: usize) {
        let Sorting { board, lines, .. } = *sorting;
        let (us, them) = (&board.us, &board.them);
        let castling = Castling::new(us[KING], bit(rook_square));
        let Castling { king, rook: from, king_target, rook_target, .. } = castling;
        let is_usual = us[KING] == E1 && from & CORNERS != 0
            && (them[SPECIAL] & RANK_8 == 0 || them[KING] == E1 << 56 && them[SPECIAL] & RANK_8 & !(CORNERS << 56) == 0);
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

    /// Removes pawn moves that check, promote or take a castling right and counts them; corrects the count of delicate
    /// ones.
    #[inline(never)]
    fn sort_odd_pawns(sorting: &mut Sorting<'_>, pawns: &mut Pawns) {
        let Sorting { board, lines, rights, delicate, .. } = *sorting;
        let king = board.them[KING];
        let discoverers = lines.discoverers & board.us[PAWN];
        let movers = lines.movers & board.us[PAWN];
        let checks = (down_left(king) | down_right(king)) & !RANK_8;
        let leaves_file = discoverers & !tables::FILE[lines.king];
        let leaves_antidiagonal = discoverers & !tables::ANTIDIAGONAL[lines.king];
        let leaves_diagonal = discoverers & !tables::DIAGONAL[lines.king];

        let beside = (board.them[PAWN] & !FILE_A) >> 1 | (board.them[PAWN] & !FILE_H) << 1;
        let odd_pawns = discoverers | movers;
        let delicate_double = pawns.double & (delicate | movers << 16);
        let checking = pawns.double & (checks | leaves_file << 16);
        let answered = pawns.double & beside;
        if checking | answered | delicate_double != 0 {
            let slow = (checking | delicate_double) & beside;
            for to in Bits(answered & !slow) {
                sorting.sum += en_passant_replies(board, lines.king, bit(to));
            }
            for to in Bits(slow) {
                sorting.sum += by_making(board, to.wrapping_sub(16) & 63, to, Kind::Double);
            }
            for to in Bits(checking & !slow) {
                sorting.sum += pawn_check(sorting, to.wrapping_sub(16) & 63, to);
            }
            let slow = slow | checking;
            for to in Bits(delicate_double & !slow) {
                sorting.sum += correction(board, lines, PAWN, to.wrapping_sub(16) & 63, to);
            }
            pawns.double &= !slow;
        }
        let others = (pawns.push | pawns.left | pawns.right) & !RANK_8;
        if odd_pawns == 0 && others & (rights | checks | delicate) == 0 {
            return;
        }

        let slow = [leaves_file << 8, up_left(leaves_antidiagonal), up_right(leaves_diagonal)];
        let moved = [movers << 8, up_left(movers), up_right(movers)];
        let sets = [&mut pawns.push, &mut pawns.left, &mut pawns.right];
        for (((set, slow), moved), distance) in sets.into_iter().zip(slow).zip(moved).zip([8, 7, 9]) {
            let making = *set & rights & !RANK_8;
            for to in Bits(making) {
                sorting.sum += by_making(board, to.wrapping_sub(distance) & 63, to, Kind::Piece(PAWN as u8));
            }
            *set &= !making;
            let slow = *set & (slow | checks) & !RANK_8;
            for to in Bits(slow) {
                sorting.sum += pawn_check(sorting, to.wrapping_sub(distance) & 63, to);
            }
            *set &= !slow;
            for to in Bits(*set & (delicate | moved) & !RANK_8) {
                sorting.sum += correction(board, lines, PAWN, to.wrapping_sub(distance) & 63, to);
            }
        }
    }

    /// Counts the replies to a pawn move that checks. The king steps are counted together elsewhere.
    fn pawn_check(sorting: &mut Sorting<'_>, from: usize, to: usize) -> i64 {
        if sorting.mine.checks(PAWN, from, bit(to)) {
            evasions(sorting.board, sorting.lines, PAWN, from, to)
        } else {
            by_making(sorting.board, from, to, Kind::Piece(PAWN as u8))
        }
    }

    /// Replaces a pawn that promotes by a piece of each type, unless leaving its square opens a line for the new piece.
    #[inline(never)]
    fn sort_promotions(sorting: &mut Sorting<'_>, pawns: &mut Pawns) {
        let Sorting { board, lines, only, .. } = *sorting;
        let near = tables::KING[lines.king] | board.them[KING] | castling_way(board);
        let promoting = [pawns.push & RANK_8, pawns.left & RANK_8, pawns.right & RANK_8];
        pawns.push &= !RANK_8;
        pawns.left &= !RANK_8;
        pawns.right &= !RANK_8;
        for from in Bits(board.us[PAWN] & RANK_7) {
            let pawn = bit(from);
            let targets = promoting[0] & pawn << 8
                | promoting[1] & up_left(pawn)
                | promoting[2] & up_right(pawn);
            let mut made = 0;
            for to in Bits(targets) {
                if tables::LINE[to][from] & !bit(to) & near & !RANK_8 != 0 {
                    made |= bit(to);
                }
            }
            if targets != made && !sorting.mine.promotions(from, targets & !made) {
                made = targets;
            }
            for to in Bits(made) {
                for piece_type in [QUEEN, ROOK, BISHOP, KNIGHT] {
                    if !FILTERED || only.promotes_to(piece_type) {
                        sorting.sum += by_making(board, from, to, Kind::Promotion(piece_type as u8));
                    }
                }
            }
        }
    }

    /// The squares that their king passes when it castles.
    fn castling_way(board: &Board) -> u64 {
        let rights = board.them[SPECIAL] & RANK_8;
        Bits(rights).fold(0, |way, rook| way | Castling::new(board.them[KING], bit(rook)).way)
    }

    /// Removes the moves that are not counted together, and adds up the rest. Returns the squares with too many moves.
    #[inline]
    fn sort_pieces(sorting: &mut Sorting<'_>) -> u64 {
        let Sorting { board, lines, limits, only, rights, delicate, .. } = *sorting;
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
            if FILTERED {
                targets &= only.targets(from) & if only.promotes_to(piece_type) { !0 } else { 0 };
            }
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
                        targets &= tables::LINE[king][$from];
                    }
                    if FILTERED {
                        targets &= only.targets($from);
                    }
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
        let mut targets = limits.king;
        if FILTERED {
            targets &= only.targets(king);
        }
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

    /// Counts moves of a piece that check or take a castling right, and corrects the count of delicate ones. Returns
    /// the remaining moves.
    #[inline(never)]
    fn sort_odd_piece(sorting: &mut Sorting<'_>, piece_type: usize, from: usize, targets: u64) -> u64 {
        let Sorting { board, lines, rights, delicate, .. } = *sorting;
        let (straight, diagonal) = (piece_type == ROOK || piece_type == QUEEN, piece_type == BISHOP || piece_type == QUEEN);
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
            checking |= !tables::LINE[lines.king][from];
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
            delicate |= tables::LINE[lines.king][from];
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

    /// The number of en passant captures that answer the double step to a square.
    fn en_passant_replies(board: &Board, their_king: usize, to: u64) -> i64 {
        let us = &board.us;
        let occupied = us[ALL] | board.them[ALL];
        let mut count = 0;
        for pawn in Bits(((to & !FILE_A) >> 1 | (to & !FILE_H) << 1) & board.them[PAWN]) {
            let occupied = occupied & !(to >> 16 | bit(pawn)) | to >> 8;
            let attackers = rook(their_king, occupied) & (us[ROOK] | us[QUEEN])
                | bishop(their_king, occupied) & (us[BISHOP] | us[QUEEN]);
            count += i64::from(attackers == 0);
        }
        count
    }
}

const E1: u64 = 0x10;
const CORNERS: u64 = 0x81;
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
