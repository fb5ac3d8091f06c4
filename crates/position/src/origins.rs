//! Finding a move by its target: the squares from which a piece can legally move there.

use core::ops::Deref;

use gardez_bitboard::{
    Bitboard, between, bishop_attacks, king_attacks, line, path_to, pawn_attacks, pseudo_attackers, ray_pass,
    rook_attacks,
};
use gardez_types::{CastlingSide, Color, Move, Piece, PieceType, Rank, Square};

use crate::board::Board;

/// # Finding a move
impl Board {
    /// Returns the squares of `among` from which the side to move can legally move a piece of this type to `to`.
    ///
    /// Promotions and en passant captures are included, castling is not. No moves are generated.
    ///
    /// ```
    /// use gardez_position::{Bitboard, Board, PieceType, Square};
    ///
    /// // 4  . . . . r . . .   The rook on e4 gives check. A knight can interpose on e2 or capture the rook.
    /// // 3  . . . . . . . .
    /// // 2  . . . N . . . .
    /// // 1  R . . . K . N .
    /// let board: Board = "4k3/8/8/8/4r3/8/3N4/R3K1N1 w - - 0 1".parse()?;
    /// let to = |square| board.legal_origins(PieceType::Knight, square, Bitboard::FULL);
    /// assert_eq!((to(Square::E2), to(Square::E4)), (Square::G1.into(), Square::D2.into()));
    /// assert!(to(Square::F3).is_empty());
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[inline]
    pub fn legal_origins(&self, piece_type: PieceType, to: Square, among: Bitboard) -> Bitboard {
        self.origins(piece_type, to, among, || self.checkers())
    }

    /// Returns castling on this side, or `None` if it is not legal.
    ///
    /// ```
    /// use gardez_position::{Board, CastlingSide, Move, Square};
    ///
    /// // 8  . r . . . r k .   The rook on f8 attacks f1, which the king would pass. The rook on b8
    /// // ...                  attacks b1, which only the rook would pass.
    /// // 1  R . . . K . . R
    /// let board: Board = "1r3rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// assert_eq!(board.legal_castling(CastlingSide::KingSide), None);
    /// let queen_side = Move::castling(Square::E1, Square::A1);
    /// assert_eq!(board.legal_castling(CastlingSide::QueenSide), Some(queen_side));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[inline]
    pub fn legal_castling(&self, side: CastlingSide) -> Option<Move> {
        let us = self.side_to_move();
        let rook = self.castling_rook(us, side)?;
        if self.in_check() || self.castling_impeded(us, side) {
            return None;
        }
        let is_safe = self.castling_is_safe(us, side, rook, self.blockers(us));
        is_safe.then(|| Move::castling(self.king(us), rook))
    }
}

/// A board that knows its checkers, for programs that read games.
///
/// It dereferences to its board.
///
/// ```
/// use gardez_position::{Bitboard, Board, BoardWithCheckers, Move, PieceType, Square};
///
/// let mut board = BoardWithCheckers::from(Board::start());
/// for (piece_type, to) in [(PieceType::Pawn, Square::E4), (PieceType::Pawn, Square::D5), (PieceType::Bishop, Square::B5)] {
///     let from = board.legal_origins(piece_type, to, Bitboard::FULL).single().expect("one piece can go there");
///     let before = *board;
///     board.set_after(&before, Move::normal(from, to));
/// }
/// assert_eq!(board.checkers(), Square::B5.into());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BoardWithCheckers {
    board: Board,
    checkers: Bitboard,
}

impl BoardWithCheckers {
    /// Returns the pieces that give check to the side to move.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Returns the squares from which a move is legal, like [`Board::legal_origins`].
    #[inline]
    pub fn legal_origins(&self, piece_type: PieceType, to: Square, among: Bitboard) -> Bitboard {
        self.board.origins(piece_type, to, among, || self.checkers)
    }

    /// Replaces this board by the board after a legal move on another one.
    ///
    /// # Panics
    ///
    /// May panic if `m` is not legal, like [`Board::do_move`].
    #[inline(always)] // readers of games call it for each move
    pub fn set_after(&mut self, before: &Board, m: Move) {
        self.board = *before;
        self.board.do_move(m);
        self.checkers = self.board.checkers();
    }
}

impl From<Board> for BoardWithCheckers {
    #[inline]
    fn from(board: Board) -> Self {
        Self { board, checkers: board.checkers() }
    }
}

impl Deref for BoardWithCheckers {
    type Target = Board;

    #[inline]
    fn deref(&self) -> &Board {
        &self.board
    }
}

impl Board {
    /// Returns [`Board::legal_origins`], given the checkers.
    #[inline(always)] // a reader of games calls it for each move
    fn origins(
        &self,
        piece_type: PieceType,
        to: Square,
        among: Bitboard,
        checkers: impl FnOnce() -> Bitboard,
    ) -> Bitboard {
        let us = self.side_to_move();
        if self.by_color(us).contains(to) {
            return Bitboard::EMPTY;
        }
        let pieces = self.pieces(us, piece_type) & among;
        let origins = match piece_type {
            PieceType::Pawn => self.pawn_origins(us, to, pieces),
            PieceType::King => {
                let king = king_attacks(to) & pieces;
                let is_safe = !king.is_empty() && !self.attackers_exist(to, !us, self.occupied() - king);
                return if is_safe { king } else { Bitboard::EMPTY };
            }
            // The same code for all other types: a branch would be unpredictable, and few pieces attack the target.
            _ => pseudo_attackers(Piece::new(us, piece_type), to) & pieces,
        };
        let mut legal = self.filter_legal(us, origins, to, checkers());
        if piece_type == PieceType::Pawn && self.ep_square() == Some(to) {
            legal |= Bitboard::from_iter(self.en_passant_origins(us, to)) & pieces;
        }
        legal
    }

    /// Returns the squares of `pawns` from which a step or a capture leads to `to`, without en passant.
    #[inline]
    fn pawn_origins(&self, us: Color, to: Square, pawns: Bitboard) -> Bitboard {
        if self.by_color(!us).contains(to) {
            return pawn_attacks(!us, to) & pawns;
        }
        let step = Bitboard::from(to).shift((!us).up());
        let is_double = to.rank() == Rank::Four.relative_to(us) && step.is_disjoint(self.occupied());
        pawns & if is_double { step.shift((!us).up()) } else { step }
    }

    /// Returns the `origins` of legal moves to `to`, for pieces that are not kings and move there on an empty board.
    #[inline]
    fn filter_legal(&self, us: Color, origins: Bitboard, to: Square, checkers: Bitboard) -> Bitboard {
        let king = self.king(us);
        if !checkers.is_empty() {
            let answers_check = checkers.single().is_some_and(|checker| path_to(king, checker).contains(to));
            if !answers_check {
                return Bitboard::EMPTY;
            }
        }
        let occupied = self.occupied();
        let sliders = self.diagonal_sliders(!us) | self.orthogonal_sliders(!us);
        let mut safe = origins;
        for from in origins {
            let is_blocked = !between(from, to).is_disjoint(occupied);
            // Most pieces cannot be pinned: no enemy slider is beyond them on the line from the king.
            let beyond = ray_pass(king, from) & sliders;
            let is_pinned = !beyond.is_empty() && !line(king, from).contains(to) && self.uncovers(us, king, from);
            if is_blocked | is_pinned {
                safe.remove(from);
            }
        }
        safe
    }

    /// Returns `true` if a slider attacks the king through `from` after the piece on `from` has left.
    fn uncovers(&self, us: Color, king: Square, from: Square) -> bool {
        let occupied = self.occupied() - from.into();
        let attackers = bishop_attacks(king, occupied) & self.diagonal_sliders(!us)
            | rook_attacks(king, occupied) & self.orthogonal_sliders(!us);
        !attackers.is_disjoint(ray_pass(king, from))
    }
}
