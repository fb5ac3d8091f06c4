//! The rules of chess, written square by square and without tables. Tests compare the fast rules with them.
#![allow(dead_code, reason = "each test uses its own part")]

use std::collections::BTreeSet;

use gardez_position::Board;
use gardez_types::{
    CastlingRights, CastlingSide, Color, Direction, Move, MoveKind, Piece, PieceType, Rank, Square, geometry,
};

/// The facts of a position on which legal moves depend.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SlowBoard {
    pub(crate) squares: [Option<Piece>; 64],
    pub(crate) us: Color,
    pub(crate) rooks: [Option<Square>; 4],
    pub(crate) double_push: Option<Square>,
}

/// The squares from one square to the other along a rank, including both.
fn path(a: Square, b: Square) -> impl Iterator<Item = Square> {
    ((a as u8).min(b as u8)..=(a as u8).max(b as u8)).filter_map(Square::from_index)
}

impl SlowBoard {
    pub(crate) fn from_board(board: &Board) -> Self {
        Self {
            squares: Square::ALL.map(|square| board.piece_on(square)),
            us: board.side_to_move(),
            rooks: CastlingRights::EACH.map(|(_, color, side)| board.castling_rook(color, side)),
            double_push: board.state().double_push(),
        }
    }

    pub(crate) fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square as usize]
    }

    pub(crate) fn king(&self, color: Color) -> Square {
        let king = Some(Piece::new(color, PieceType::King));
        Square::ALL.into_iter().find(|&square| self.piece_on(square) == king).expect("a king")
    }

    /// The squares that a piece attacks, occupied or not.
    pub(crate) fn attacks(&self, from: Square, piece: Piece) -> Vec<Square> {
        let leaps = |steps: &[(i8, i8)]| steps.iter().filter_map(|&(east, north)| from.offset(east, north)).collect();
        let slides = |directions: &[Direction]| {
            let mut reached = vec![];
            for &direction in directions {
                let mut here = from;
                while let Some(next) = here.step(direction) {
                    reached.push(next);
                    if self.piece_on(next).is_some() {
                        break;
                    }
                    here = next;
                }
            }
            reached
        };
        match piece.piece_type() {
            PieceType::Pawn => leaps(&geometry::pawn_captures(piece.color())),
            PieceType::Knight => leaps(&geometry::KNIGHT_LEAPS),
            PieceType::King => leaps(&geometry::KING_STEPS),
            PieceType::Bishop => slides(&Direction::DIAGONAL),
            PieceType::Rook => slides(&Direction::ORTHOGONAL),
            PieceType::Queen => slides(&Direction::ALL),
        }
    }

    pub(crate) fn is_attacked(&self, target: Square, by: Color) -> bool {
        let attackers = Square::ALL.into_iter().filter_map(|square| Some((square, self.piece_on(square)?)));
        attackers
            .filter(|(_, piece)| piece.color() == by)
            .any(|(from, piece)| self.attacks(from, piece).contains(&target))
    }

    pub(crate) fn in_check(&self) -> bool {
        self.is_attacked(self.king(self.us), !self.us)
    }

    pub(crate) fn after(&self, m: Move) -> Self {
        let (mut next, from, to) = (self.clone(), m.from(), m.to());
        let piece = next.squares[from as usize].take().expect("a piece");
        for (rook, (_, color, _)) in next.rooks.iter_mut().zip(CastlingRights::EACH) {
            let king_moves = piece == Piece::new(color, PieceType::King);
            rook.take_if(|rook| king_moves || *rook == from || *rook == to);
        }
        (next.us, next.double_push) = (!self.us, None);
        match m.kind() {
            MoveKind::Normal => {
                next.squares[to as usize] = Some(piece);
                if piece.piece_type() == PieceType::Pawn && from.rank_distance(to) == 2 {
                    next.double_push = from.step(self.us.up());
                }
            }
            MoveKind::Promotion => {
                next.squares[to as usize] = m.promotion().map(|promoted| Piece::new(self.us, promoted));
            }
            MoveKind::EnPassant => {
                next.squares[to as usize] = Some(piece);
                next.squares[Square::new(to.file(), from.rank()) as usize] = None;
            }
            MoveKind::Castling => {
                let rook = next.squares[to as usize].take();
                let side = CastlingSide::from_squares(from, to);
                next.squares[side.king_target(self.us) as usize] = Some(piece);
                next.squares[side.rook_target(self.us) as usize] = rook;
            }
        }
        next
    }

    /// Returns `true` if a legal move captures or promotes to a queen.
    pub(crate) fn is_capture_stage(&self, m: Move) -> bool {
        let captures = match m.kind() {
            MoveKind::EnPassant => true,
            MoveKind::Castling => false,
            MoveKind::Normal | MoveKind::Promotion => self.piece_on(m.to()).is_some(),
        };
        captures || m.promotion() == Some(PieceType::Queen)
    }

    pub(crate) fn keeps_king_safe(&self, m: Move) -> bool {
        let after = self.after(m);
        !after.is_attacked(after.king(self.us), !self.us)
    }

    fn pawn_moves(&self, from: Square) -> Vec<Move> {
        let mut targets = vec![];
        let front = from.step(self.us.up()).expect("no pawn is on its last rank");
        if self.piece_on(front).is_none() {
            targets.push(front);
            let second = front.step(self.us.up()).filter(|_| from.rank().relative_to(self.us) == Rank::Two);
            targets.extend(second.filter(|&second| self.piece_on(second).is_none()));
        }
        let captures = self.attacks(from, Piece::new(self.us, PieceType::Pawn));
        targets.extend(captures.iter().filter(|&&to| self.piece_on(to).is_some_and(|piece| piece.color() != self.us)));
        let en_passant =
            captures.iter().filter(|&&to| self.double_push == Some(to)).map(|&to| Move::en_passant(from, to));
        let mut moves: Vec<_> = en_passant.collect();
        for to in targets {
            match to.rank().relative_to(self.us) {
                Rank::Eight => {
                    moves.extend(PieceType::PROMOTION_PIECES.map(|promoted| Move::new_promotion(from, to, promoted)));
                }
                _ => moves.push(Move::normal(from, to)),
            }
        }
        moves
    }

    fn castlings(&self) -> Vec<Move> {
        let (king, mut moves) = (self.king(self.us), vec![]);
        for side in CastlingSide::ALL {
            let Some(rook) = self.rooks[CastlingRights::right_index(self.us, side)] else { continue };
            let (king_target, rook_target) = (side.king_target(self.us), side.rook_target(self.us));
            let is_free = |square| square == king || square == rook || self.piece_on(square).is_none();
            if path(king, king_target).chain(path(rook, rook_target)).all(is_free)
                && path(king, king_target).all(|square| !self.is_attacked(square, !self.us))
            {
                moves.push(Move::castling(king, rook));
            }
        }
        moves
    }

    pub(crate) fn legal_moves(&self) -> BTreeSet<Move> {
        self.pseudo_legal_moves().into_iter().filter(|&m| self.keeps_king_safe(m)).collect()
    }

    pub(crate) fn pseudo_legal_moves(&self) -> BTreeSet<Move> {
        let mut moves = self.castlings();
        for from in Square::ALL {
            match self.piece_on(from).filter(|piece| piece.color() == self.us) {
                None => {}
                Some(piece) if piece.piece_type() == PieceType::Pawn => moves.extend(self.pawn_moves(from)),
                Some(piece) => {
                    let targets = self.attacks(from, piece).into_iter();
                    let free = targets.filter(|&to| self.piece_on(to).is_none_or(|piece| piece.color() != self.us));
                    moves.extend(free.map(|to| Move::normal(from, to)));
                }
            }
        }
        moves.into_iter().collect()
    }
}
