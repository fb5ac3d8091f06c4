//! Legality: which moves the rules allow.

use core::fmt;

use gardez_bitboard::{Bitboard, aligned, attacks, path_to, pawn_attacks};
use gardez_types::{CastlingSide, Color, ErrorInfo, Move, MoveKind, Piece, PieceType, Rank, Square};

use crate::board::Board;
use crate::clause::say;
use crate::move_class::MoveClass;

/// Why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum IllegalMoveError {
    /// There is no piece on the origin.
    NoPiece(Square),
    /// The piece on the origin belongs to the side that is not to move.
    NotToMove(Square),
    /// The piece on the origin does not reach the target, or the kind of the move is wrong.
    NoSuchMove {
        /// The origin.
        from: Square,
        /// The target.
        to: Square,
    },
    /// The move leaves the king of the side to move attacked, or castles through an attacked square.
    KingAttacked {
        /// The origin.
        from: Square,
        /// The target.
        to: Square,
    },
}

impl fmt::Display for IllegalMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPiece(square) => say(f, &[&"there is no piece on ", square]),
            Self::NotToMove(square) => say(f, &[&"the piece on ", square, &" belongs to the side that is not to move"]),
            Self::NoSuchMove { from, to } => say(f, &[&"the piece on ", from, &" cannot make this move to ", to]),
            Self::KingAttacked { from, to } => {
                say(f, &[&"the move from ", from, &" to ", to, &" leaves the king attacked"])
            }
        }
    }
}

impl core::error::Error for IllegalMoveError {}

impl ErrorInfo for IllegalMoveError {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::NoPiece(_) => "no-piece",
            Self::NotToMove(_) => "not-to-move",
            Self::NoSuchMove { .. } => "no-such-move",
            Self::KingAttacked { .. } => "king-attacked",
        }
    }
}

/// # Testing a move
///
/// | the move | call |
/// |---|---|
/// | may be anything: from a hash table, a file, a user | [`is_legal`](Board::is_legal) |
/// | is pseudo-legal already: from [`pseudo_legal_moves`](Board::pseudo_legal_moves) | [`keeps_king_safe`](Board::keeps_king_safe), which is faster |
/// | comes from [`legal_moves`](Board::legal_moves) | nothing: it is legal |
///
/// [`is_pseudo_legal`](Board::is_pseudo_legal) is for searches that first test only whether a move from a hash table is
/// pseudo-legal, and test its legality just before they make it.
impl Board {
    /// True if `m` is legal. Accepts any move, for example one from a hash table.
    ///
    /// ```
    /// use gardez_position::{Board, Move, Square};
    ///
    /// // 5  K P p . . . . r   Black has just played c7-c5. Capturing on c6 en passant would remove both
    /// //                      pawns from the rank and uncover the rook on h5.
    /// let board: Board = "7k/8/8/KPp4r/8/8/8/8 w - c6 0 2".parse()?;
    /// assert!(!board.is_legal(Move::en_passant(Square::B5, Square::C6)));
    /// assert!(board.is_legal(Move::normal(Square::B5, Square::B6)));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    pub fn is_legal(&self, m: Move) -> bool {
        self.is_pseudo_legal(m) && self.keeps_king_safe(m)
    }

    /// True if `m` is pseudo-legal: the piece can move this way, and the move answers a check if there is one, but it may
    /// leave the king of its side attacked.
    ///
    /// Accepts any move, for example one from a hash table. As in Stockfish, a king that is in check must move to a
    /// square that is not attacked.
    pub fn is_pseudo_legal(&self, m: Move) -> bool {
        match m.kind() {
            MoveKind::Normal => self.is_reachable(m) && self.answers_check(m, self.checkers()),
            _ => self.is_pseudo_legal_special(m, self.checkers()),
        }
    }

    /// True if the pseudo-legal move `m` is legal: it does not leave the king of its side attacked.
    ///
    /// Use it only for moves of [`Board::pseudo_legal_moves`] (in check, of the class [`MoveClass::Evasions`]). For all
    /// other moves, use [`Board::is_legal`].
    ///
    /// ```
    /// use gardez_position::{MoveClass, Position};
    ///
    /// // 3  . . . . r . . .
    /// // 2  . . . . N . . .    The knight is pinned.
    /// // 1  . . . . K . . .
    /// let position: Position = "4k3/8/8/8/8/4r3/4N3/4K3 w - - 0 1".parse()?;
    /// let moves = position.pseudo_legal_moves(MoveClass::NonEvasions);
    /// let legal = moves.iter().filter(|&&m| position.keeps_king_safe(m)).count();
    /// assert_eq!((moves.len(), legal), (10, 4));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    pub fn keeps_king_safe(&self, m: Move) -> bool {
        let (us, from, to) = (self.side_to_move, m.from(), m.to());
        let king = self.king(us);
        match m.kind() {
            MoveKind::EnPassant => self.en_passant_is_safe(us, from, to),
            MoveKind::Castling => {
                self.castling_is_safe(us, CastlingSide::from_squares(from, to), to, self.blockers(us))
            }
            _ if from == king => !self.attackers_exist(to, !us, self.occupied() - from.into()),
            _ => !self.blockers(us).contains(from) || aligned(from, to, king),
        }
    }
}

impl Board {
    /// True if the piece can make this normal move, apart from checks and pins.
    fn is_reachable(&self, m: Move) -> bool {
        let (us, from, to) = (self.side_to_move, m.from(), m.to());
        let Some(piece) = self.piece_on(from).filter(|piece| piece.color() == us) else { return false };
        let reaches_target = match piece.piece_type() {
            PieceType::Pawn => self.pawn_reaches(us, from, to),
            piece_type => attacks(piece_type, from, self.occupied()).contains(to),
        };
        reaches_target && !self.by_color(us).contains(to)
    }

    /// True if a normal move answers the check by these pieces, or if there are none.
    fn answers_check(&self, m: Move, checkers: Bitboard) -> bool {
        if checkers.is_empty() {
            return true;
        }
        let (us, from, to) = (self.side_to_move, m.from(), m.to());
        let king = self.king(us);
        if from == king {
            return !self.attackers_exist(to, !us, self.occupied() - from.into());
        }
        checkers.single().is_some_and(|checker| path_to(king, checker).contains(to))
    }

    /// True if a move that is not normal would be pseudo-legal if these pieces gave check.
    fn is_pseudo_legal_special(&self, m: Move, checkers: Bitboard) -> bool {
        let us = self.side_to_move;
        let can_be = match m.kind() {
            MoveKind::Castling => m.from() == self.king(us),
            MoveKind::EnPassant => self.ep_square() == Some(m.to()),
            _ => self.piece_on(m.from()) == Some(Piece::new(us, PieceType::Pawn)),
        };
        let class = if checkers.is_empty() { MoveClass::NonEvasions } else { MoveClass::Evasions };
        can_be && self.pseudo_legal_under(checkers, class).contains(&m)
    }

    /// True if a pawn can step or capture from one square to the other, without promotion and en passant.
    fn pawn_reaches(&self, us: Color, from: Square, to: Square) -> bool {
        if to.rank() == Rank::Eight.relative_to(us) {
            return false;
        }
        let is_empty = |square| self.piece_on(square).is_none();
        match from.step(us.up()) {
            Some(front) if front == to => is_empty(to),
            Some(front) if front.step(us.up()) == Some(to) => {
                from.rank() == Rank::Two.relative_to(us) && is_empty(front) && is_empty(to)
            }
            _ => pawn_attacks(us, from).contains(to) && self.by_color(!us).contains(to),
        }
    }

    /// The reason why a move is not legal. Call it only for a move that is not legal.
    pub(crate) fn why_illegal(&self, m: Move) -> IllegalMoveError {
        let (from, to) = (m.from(), m.to());
        match self.piece_on(from) {
            None => IllegalMoveError::NoPiece(from),
            Some(piece) if piece.color() != self.side_to_move => IllegalMoveError::NotToMove(from),
            Some(_) if self.is_pseudo_legal_ignoring_check(m) => IllegalMoveError::KingAttacked { from, to },
            Some(_) => IllegalMoveError::NoSuchMove { from, to },
        }
    }

    /// True if the move would be pseudo-legal if the side to move could ignore checks.
    fn is_pseudo_legal_ignoring_check(&self, m: Move) -> bool {
        match m.kind() {
            MoveKind::Normal => self.is_reachable(m),
            _ => self.is_pseudo_legal_special(m, Bitboard::EMPTY),
        }
    }
}
