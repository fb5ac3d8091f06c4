//! Decides whether a move can have given a check, by taking back the last move in every possible way.
//!
//! *We* are to move, and *they* have moved last. Each piece that gives check either made that move, or was hidden by
//! what the move took away: the piece that moved, or a pawn captured en passant.

use gardez_bitboard::{Bitboard, pawn_attacks, piece_attacks};
use gardez_types::{CastlingSide, Color, File, Piece, PieceType, Rank, Square};

use super::{PieceCounts, PieceKind};
use crate::board::Board;
use crate::setup::piece_setup::PieceSetup;

/// Returns `true` if a move from a position without the check can have led to this board.
pub(super) fn is_possible(board: &Board) -> bool {
    if !board.in_check() {
        return true;
    }
    let us = board.side_to_move();
    let last = LastMove { board, us, them: !us, occupied: board.occupied() };
    match board.state().double_push() {
        Some(square) => last.was_double_push(square),
        None => last.was_by_piece() || last.was_by_pawn() || last.was_en_passant() || last.was_castling(),
    }
}

/// A board as seen from its last move, which `them` made.
struct LastMove<'a> {
    board: &'a Board,
    us: Color,
    them: Color,
    occupied: Bitboard,
}

/// A piece as it was before a move: on another square, or of another type.
#[derive(Clone, Copy)]
struct Before {
    piece: Piece,
    from: Square,
}

/// The squares from which a piece can have moved.
struct Origins {
    /// The origins if the move was not a capture.
    quiet: Bitboard,
    /// The origins if the move was a capture.
    capturing: Bitboard,
}

impl LastMove<'_> {
    /// Returns `true` if the double push past `square` gave the check.
    fn was_double_push(&self, square: Square) -> bool {
        let (Some(to), Some(from)) = (square.step(self.them.up()), square.step(self.us.up())) else { return false };
        let before = Before { piece: Piece::new(self.them, PieceType::Pawn), from };
        self.was_safe(before, to.into(), self.occupied ^ to.into() ^ from.into())
    }

    /// Returns `true` if a move or a promotion of a piece can have given the check.
    fn was_by_piece(&self) -> bool {
        let (board, them) = (self.board, self.them);
        let pawn = Piece::new(them, PieceType::Pawn);
        let promoted_on = Bitboard::from(Rank::Eight.relative_to(them));
        let others = board.by_color(them) - board.by_type(PieceType::Pawn);
        others.into_iter().any(|to| {
            let Some(piece) = board.piece_on(to) else { return false };
            let origins = piece_attacks(piece, to, self.occupied) - self.occupied;
            let origins = Origins { quiet: origins, capturing: origins };
            !self.unmoved().contains(to) && self.came_from(piece, to, &origins)
                || promoted_on.contains(to)
                    && self.can_have_promoted(piece, to)
                    && self.came_from(pawn, to, &self.pawn_origins(to))
        })
    }

    fn was_by_pawn(&self) -> bool {
        let pawn = Piece::new(self.them, PieceType::Pawn);
        let pawns = self.board.pieces(self.them, PieceType::Pawn);
        pawns.into_iter().any(|to| self.came_from(pawn, to, &self.pawn_origins(to)))
    }

    /// Returns `true` if an en passant capture, after our double push, can have given the check.
    ///
    /// ```text
    /// now                  before               and before
    /// 7  . . . - . . .     7  . . . - . . .     7  . . . p . . .     Their king was not in check here,
    /// 6  . . . P . . .     6  . . . - . . .     6  . . . - . . .     and ours was not before the capture.
    /// 5  . . - - . . .     5  . . P p . . .     5  . . P - . . .
    /// ```
    fn was_en_passant(&self) -> bool {
        let (board, us, them) = (self.board, self.us, self.them);
        let [their_pawn, our_pawn] = [them, us].map(|color| Piece::new(color, PieceType::Pawn));
        if PieceCounts::MOST_PAWNS <= PieceCounts::new(board, us).with_promoted() {
            return false;
        }
        let arrived = board.pieces(them, PieceType::Pawn) & Rank::Six.relative_to(them).into();
        arrived.into_iter().any(|to| {
            let (Some(captured), Some(start)) = (to.step(us.up()), to.step(them.up())) else { return false };
            if !(self.occupied & (Bitboard::from(captured) | start.into())).is_empty() {
                return false;
            }
            (pawn_attacks(us, to) - self.occupied).into_iter().any(|from| {
                let without = self.occupied ^ to.into() ^ from.into();
                let before = Before { piece: their_pawn, from };
                let stepping = Before { piece: our_pawn, from: start };
                self.was_safe(before, to.into(), without | captured.into())
                    && is_safe(board, them, stepping, Bitboard::EMPTY, without | start.into())
            })
        })
    }

    /// Returns `true` if castling can have given the check, from any square of the rank as in Chess960.
    fn was_castling(&self) -> bool {
        let them = self.them;
        let [king, rook] = [PieceType::King, PieceType::Rook].map(|piece_type| Piece::new(them, piece_type));
        let castled = |side: CastlingSide| {
            self.board.piece_on(side.king_target(them)) == Some(king)
                && self.board.piece_on(side.rook_target(them)) == Some(rook)
        };
        let square = |file| Square::new(file, them.back_rank());
        self.unmoved().is_empty()
            && CastlingSide::ALL.into_iter().filter(|&side| castled(side)).any(|side| {
                let ways = File::ALL.into_iter().flat_map(|king| File::ALL.map(|rook| (square(king), square(rook))));
                ways.into_iter().any(|(king, rook)| self.was_castling_from(side, king, rook))
            })
    }

    /// Returns `true` if castling from these squares can have given the check.
    fn was_castling_from(&self, side: CastlingSide, king: Square, rook: Square) -> bool {
        let them = self.them;
        let mut squares = self.board.squares;
        squares[side.king_target(them) as usize] = None;
        squares[side.rook_target(them) as usize] = None;
        let are_free = king != rook && squares[king as usize].is_none() && squares[rook as usize].is_none();
        if !are_free || CastlingSide::from_squares(king, rook) != side {
            return false;
        }
        squares[king as usize] = Some(Piece::new(them, PieceType::King));
        squares[rook as usize] = Some(Piece::new(them, PieceType::Rook));
        let mut before = Board::empty(self.board.castling_mode());
        before.put_pieces(&PieceSetup::from_squares(&squares));
        before.set_side_to_move(them);
        before.grant(them, rook);
        !before.attackers_exist(before.king(self.us), them, before.occupied()) && before.legal_castling(side).is_some()
    }

    /// Returns `true` if `piece` can have come from one of these squares and given the check.
    fn came_from(&self, piece: Piece, to: Square, origins: &Origins) -> bool {
        let may_capture = self.can_have_captured(to);
        let was_safe = |from: Square, occupied| self.was_safe(Before { piece, from }, to.into(), occupied);
        origins.quiet.into_iter().any(|from| was_safe(from, self.occupied ^ to.into() ^ from.into()))
            || may_capture && origins.capturing.into_iter().any(|from| was_safe(from, self.occupied ^ from.into()))
    }

    /// Returns the squares from which one of their pawns can have come to `to`, except en passant.
    fn pawn_origins(&self, to: Square) -> Origins {
        let down = self.us.up();
        let free = !self.occupied - Rank::One.relative_to(self.them).into();
        let is_free = |square: &Square| free.contains(*square);
        let step = to.step(down).filter(is_free);
        let double = step.filter(|_| to.rank() == Rank::Four.relative_to(self.them));
        let double = double.and_then(|step| step.step(down)).filter(is_free);
        let quiet = step.into_iter().chain(double).collect();
        Origins { quiet, capturing: pawn_attacks(self.us, to) & free }
    }

    /// Returns their king and rooks that have a right to castle, so have not moved.
    fn unmoved(&self) -> Bitboard {
        let rooks = CastlingSide::ALL.into_iter().filter_map(|side| self.board.castling_rook(self.them, side));
        let rooks: Bitboard = rooks.collect();
        if rooks.is_empty() { rooks } else { rooks | self.board.king(self.them).into() }
    }

    /// Returns `true` if a missing piece of ours can have been here: a pawn, perhaps promoted, or a piece of the start.
    fn can_have_captured(&self, square: Square) -> bool {
        let now = PieceCounts::new(self.board, self.us);
        let is_missing = |kind: PieceKind| kind.squares.contains(square) && kind.now < kind.at_start;
        now.pieces < PieceCounts::MOST_PIECES
            && (now.with_promoted() < PieceCounts::MOST_PAWNS || PieceKind::all(self.board, self.us).any(is_missing))
    }

    /// Returns `true` if a missing pawn of theirs can have become the piece on this square.
    fn can_have_promoted(&self, piece: Piece, square: Square) -> bool {
        let now = PieceCounts::new(self.board, self.them);
        // Before, there was a pawn more, and a promoted piece less if there are more of its kind than at the start.
        let has_room = |kind: PieceKind| {
            kind.piece_type == piece.piece_type()
                && kind.squares.contains(square)
                && (kind.at_start < kind.now || now.with_promoted() < PieceCounts::MOST_PAWNS)
        };
        now.pawns < PieceCounts::MOST_PAWNS && PieceKind::all(self.board, self.them).any(has_room)
    }

    /// Returns `true` if our king was not in check before their move.
    fn was_safe(&self, before: Before, moved: Bitboard, occupied: Bitboard) -> bool {
        is_safe(self.board, self.us, before, moved, occupied)
    }
}

/// Returns `true` if the king of `color` is attacked neither by the piece `before` a move, nor through the squares that
/// were `occupied` then by pieces that are not on `moved`.
fn is_safe(board: &Board, color: Color, before: Before, moved: Bitboard, occupied: Bitboard) -> bool {
    let king = board.king(color);
    (board.attackers_of(king, !color, occupied) - moved).is_empty()
        && !piece_attacks(before.piece, before.from, occupied).contains(king)
}
