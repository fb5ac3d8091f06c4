//! The reason a move is not legal.

use core::fmt::{self, Display, Formatter};

use gardez_bitboard::{Bitboard, between, king_attacks, path_to, pawn_attacks, pseudo_attackers};
use gardez_types::{CastlingSide, Color, Move, MoveKind, Piece, PieceType, Rank, Square, UciText, errors};

use crate::board::Board;
use crate::castling::path;
use crate::clause::{name, say};

errors! {
    /// The reason a move is not legal, with the squares; see [`Board::why_illegal`].
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum IllegalMoveError {
        NoPiece(square: Square) = "no-piece", "there is no piece on {square}";
        NotToMove(square: Square) = "not-to-move", "the piece on {square} belongs to the side that is not to move";
        /// The piece cannot make the move, whether or not its king is attacked.
        NoSuchMove { from: Square, to: Square, why: Obstacle } = "no-such-move", |f| match why {
            Obstacle::NoRight { .. } | Obstacle::CastlingBlocked(_) => say(f, &[&"the king cannot castle: ", why]),
            _ => say(f, &[&"the piece on ", from, &" cannot make this move to ", to, &": ", why]),
        };
        /// The move leaves the king of the side to move attacked, or castles through an attacked square.
        KingAttacked { from: Square, to: Square, why: Exposure } = "king-attacked", |f| match why {
            Exposure::CastlingInCheck(_) | Exposure::CastlingThrough { .. } | Exposure::CastlingRookPinned(_) => {
                say(f, &[&"the king cannot castle: ", why])
            }
            _ => say(f, &[&"the move from ", from, &" to ", to, &" leaves the king attacked: ", why]),
        };
        /// No such piece reaches that square on any board; from texts that may not name the origin.
        Unreachable { piece: Piece, among: Bitboard, to: Square } = "unreachable",
            "no {} {}{} can reach {to}", name(piece.color()), piece.piece_type().name(), Among(*among);
        /// The other side could make the move; from texts.
        OtherSide { side_to_move: Color } = "other-side",
            "{} is to move", if *side_to_move == Color::White { "White" } else { "Black" };
        PassInCheck = "pass-in-check", "the side to move is in check and cannot pass";
    }
}

/// The obstacle to a move of a piece, apart from attacks on its king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Obstacle {
    /// The move ends where it begins.
    NoStep,
    /// No piece of this type moves like that.
    Geometry(PieceType),
    /// A pawn would move towards its own side.
    Backward,
    /// There is a piece on this square, the first one on the way.
    Blocked(Square),
    /// There is a piece on this square of the way of the king or the rook.
    CastlingBlocked(Square),
    /// This piece of the side to move is on the target.
    OwnPiece(Piece, Square),
    /// The king reaches the square only by castling on this side, and the move is not castling.
    OnlyByCastling(CastlingSide),
    /// A pawn changes its file only if it captures, and there is nothing to capture.
    NothingToCapture,
    /// The piece that the pawn becomes is missing.
    MissingPromotion,
    /// Nothing can be promoted there, or no pawn becomes this piece.
    NotAPromotion,
    /// There is no right to castle on this side.
    NoRight {
        /// The side of the board.
        side: CastlingSide,
        /// The move that ended the right, if it is in the history of a [`Position`](crate::Position).
        lost: Option<LostRight>,
    },
    /// The kind of the move (normal, en passant, castling) does not fit its squares.
    Kind,
}

/// The move that ended a right to castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LostRight {
    /// The move, of either side: a move of the king or the rook, or the capture of the rook.
    pub mv: Move,
    /// The [game ply](Board::game_ply) before that move.
    pub ply: u32,
}

/// The piece that attacks the king during or after a move that is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Exposure {
    /// The piece gives check, and the move neither captures it nor blocks it nor moves the king.
    Check(Attacker),
    /// Two pieces give check, and the king does not move.
    DoubleCheck([Attacker; 2]),
    /// The piece that moves is pinned by this one.
    Pinned(Attacker),
    /// Capturing en passant takes two pawns from the way of this piece.
    EnPassant(Attacker),
    /// The piece attacks the square that the king steps to.
    Step(Attacker),
    /// The piece gives check, and the king castles.
    CastlingInCheck(Attacker),
    /// The piece attacks a square on the castling king's way.
    CastlingThrough {
        /// The first such square.
        square: Square,
        /// The piece.
        by: Attacker,
    },
    /// The castling rook shields the king's target from this piece, on one rank. Possible only in Chess960.
    CastlingRookPinned(Attacker),
}

/// A piece that attacks, and its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attacker {
    /// Its type.
    pub piece_type: PieceType,
    /// Its square.
    pub square: Square,
}

/// Squares after the name of a piece: a square, a file, a rank, or nothing.
struct Among(Bitboard);

impl Display for Among {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.0.lsb(), self.0.msb()) {
            (Some(first), Some(last)) if first == last => say(f, &[&" on ", &first]),
            (Some(first), Some(last)) if first.file() == last.file() => say(f, &[&" on the ", &first.file(), &"-file"]),
            (Some(first), Some(last)) if first.rank() == last.rank() => say(f, &[&" on rank ", &first.rank()]),
            _ => Ok(()),
        }
    }
}

impl Display for Obstacle {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStep => f.write_str("it ends where it begins"),
            Self::Geometry(piece_type) => say(f, &[&"no ", &piece_type.name(), &" moves so"]),
            Self::Backward => f.write_str("no pawn moves backward"),
            Self::Blocked(square) | Self::CastlingBlocked(square) => {
                say(f, &[&"a piece on ", square, &" is in the way"])
            }
            Self::OwnPiece(piece, square) => {
                say(f, &[&"a ", &name(piece.color()), &" ", &piece.piece_type().name(), &" is on ", square])
            }
            Self::OnlyByCastling(CastlingSide::KingSide) => f.write_str("the king moves so only by castling, O-O"),
            Self::OnlyByCastling(CastlingSide::QueenSide) => f.write_str("the king moves so only by castling, O-O-O"),
            Self::NothingToCapture => f.write_str("a pawn moves so only to capture, and there is nothing to capture"),
            Self::MissingPromotion => f.write_str("the piece that the pawn becomes is missing"),
            Self::NotAPromotion => f.write_str("it does not become another piece there"),
            Self::NoRight { side, lost } => {
                let side = ["king", "queen"][side.index()];
                say(f, &[&"there is no right to castle on the ", &side, &" side"])?;
                let Some(LostRight { mv, ply }) = lost else { return Ok(()) };
                say(f, &[&", since ", &mv.from(), &mv.to(), &" at ply ", ply])
            }
            Self::Kind => f.write_str("it is neither castling nor en passant with these squares"),
        }
    }
}

impl Display for Exposure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check(by) => say(f, &[by, &" gives check"]),
            Self::DoubleCheck([one, other]) => say(f, &[one, &" and ", other, &" give check, so the king must move"]),
            Self::Pinned(by) => say(f, &[by, &" pins the piece"]),
            Self::EnPassant(by) => say(f, &[&"without both pawns, ", by, &" gives check"]),
            Self::Step(by) => say(f, &[by, &" attacks that square"]),
            Self::CastlingInCheck(by) => say(f, &[by, &" gives check, and no king castles out of check"]),
            Self::CastlingThrough { square, by } => say(f, &[by, &" attacks ", square, &" on its way"]),
            Self::CastlingRookPinned(by) => say(f, &[&"the rook shields it from ", by]),
        }
    }
}

impl Display for Attacker {
    /// Writes for example `the rook on e8`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        say(f, &[&"the ", &self.piece_type.name(), &" on ", &self.square])
    }
}

/// # Explaining a move that is not legal
impl Board {
    /// Returns why a move is not legal, or `None` if it is.
    ///
    /// Returns the first reason in this order: the origin, the way from near to far, the target, the king.
    /// `Position::why_illegal` also knows which move ended a right to castle.
    ///
    /// ```
    /// use gardez_position::{Board, Move, Square};
    ///
    /// // 3  . . . . r . . .
    /// // 2  . . . . N . . .    The knight is pinned.
    /// // 1  . . . . K . . R
    /// let board: Board = "4k3/8/8/8/8/4r3/4N3/4K2R w K - 0 1".parse()?;
    /// let why = |m| board.why_illegal(m).map(|error| error.to_string()).unwrap_or_default();
    /// assert_eq!(
    ///     why(Move::normal(Square::E2, Square::C3)),
    ///     "the move from e2 to c3 leaves the king attacked: the rook on e3 pins the piece"
    /// );
    /// assert_eq!(
    ///     why(Move::normal(Square::H1, Square::D1)),
    ///     "the piece on h1 cannot make this move to d1: a piece on e1 is in the way"
    /// );
    /// assert_eq!(why(Move::castling(Square::E1, Square::H1)), "");
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    pub fn why_illegal(&self, m: Move) -> Option<IllegalMoveError> {
        let (from, to) = (m.from(), m.to());
        let piece = match self.piece_on(from) {
            None => return Some(IllegalMoveError::NoPiece(from)),
            Some(piece) if piece.color() != self.side_to_move => return Some(IllegalMoveError::NotToMove(from)),
            Some(piece) => piece,
        };
        let obstacle = self.obstacle(m, piece).map(|why| IllegalMoveError::NoSuchMove { from, to, why });
        obstacle.or_else(|| self.exposure(m).map(|why| IllegalMoveError::KingAttacked { from, to, why }))
    }
}

impl Board {
    pub(crate) fn why_text_is_illegal(&self, wanted: UciText) -> IllegalMoveError {
        let (from, to) = (wanted.from(), wanted.to());
        let why = match self.move_between(from, to, wanted.promotion()) {
            _ if from == to => Obstacle::NoStep,
            // No pawn becomes a pawn or a king.
            None => Obstacle::NotAPromotion,
            Some(m) => return self.refusal(m),
        };
        IllegalMoveError::NoSuchMove { from, to, why }
    }

    #[cold]
    pub(crate) fn refusal(&self, m: Move) -> IllegalMoveError {
        let otherwise = IllegalMoveError::NoSuchMove { from: m.from(), to: m.to(), why: Obstacle::Kind };
        self.why_illegal(m).unwrap_or(otherwise)
    }

    fn obstacle(&self, m: Move, piece: Piece) -> Option<Obstacle> {
        let (us, from, to) = (self.side_to_move, m.from(), m.to());
        let piece_type = piece.piece_type();
        let promotes = to.rank() == Rank::Eight.relative_to(us);
        match (m.kind(), piece_type) {
            _ if from == to => Some(Obstacle::NoStep),
            (MoveKind::Castling, PieceType::King) => self.castling_obstacle(from, to),
            (MoveKind::EnPassant, PieceType::Pawn) if pawn_attacks(us, from).contains(to) => match self.piece_on(to) {
                // The board may know the step without a square to capture on, if every capture leaves the king attacked.
                _ if self.state().double_push() == Some(to) => None,
                Some(piece) if piece.color() == us => Some(Obstacle::OwnPiece(piece, to)),
                Some(_) => Some(Obstacle::Kind),
                None => Some(Obstacle::NothingToCapture),
            },
            (MoveKind::EnPassant, PieceType::Pawn) => Some(self.pawn_obstacle(from, to).unwrap_or(Obstacle::Kind)),
            (MoveKind::Promotion, PieceType::Pawn) if promotes => self.pawn_obstacle(from, to),
            (MoveKind::Promotion, _) => Some(Obstacle::NotAPromotion),
            (MoveKind::Normal, PieceType::Pawn) => {
                self.pawn_obstacle(from, to).or(promotes.then_some(Obstacle::MissingPromotion))
            }
            (MoveKind::Normal, _) => self.piece_obstacle(piece, from, to),
            (MoveKind::EnPassant | MoveKind::Castling, _) => Some(Obstacle::Kind),
        }
    }

    /// Returns what keeps a pawn from a step or a capture that is not en passant.
    fn pawn_obstacle(&self, from: Square, to: Square) -> Option<Obstacle> {
        let captures = pawn_attacks(self.side_to_move, from).contains(to);
        if captures && self.state().double_push() == Some(to) {
            return Some(Obstacle::Kind);
        }
        step_obstacle(Piece::new(self.side_to_move, PieceType::Pawn), from, to, |square| self.piece_on(square))
    }

    /// Returns what keeps a piece that is not a pawn from a normal move.
    fn piece_obstacle(&self, piece: Piece, from: Square, to: Square) -> Option<Obstacle> {
        let us = self.side_to_move;
        let is_home = piece.piece_type() == PieceType::King && from.rank() == Rank::One.relative_to(us);
        let side = CastlingSide::ALL.into_iter().find(|side| is_home && side.king_target(us) == to);
        match side.filter(|_| !king_attacks(from).contains(to)) {
            Some(side) if self.castling_rook(us, side).is_none() => Some(Obstacle::NoRight { side, lost: None }),
            Some(side) => Some(Obstacle::OnlyByCastling(side)),
            None => step_obstacle(piece, from, to, |square| self.piece_on(square)),
        }
    }

    /// Returns what keeps the king on `from` from castling with the rook on `to`.
    fn castling_obstacle(&self, from: Square, to: Square) -> Option<Obstacle> {
        let us = self.side_to_move;
        if from.rank() != to.rank() {
            return Some(Obstacle::Kind);
        }
        let side = CastlingSide::from_squares(from, to);
        match self.castling_rook(us, side) {
            Some(rook) if rook == to => {
                nearest(path(us, side, from, rook) & self.occupied(), from).map(Obstacle::CastlingBlocked)
            }
            Some(_) => self.own_piece(to).or(Some(Obstacle::Kind)),
            None if king_attacks(from).contains(to) && self.by_color(us).contains(to) => self.own_piece(to),
            None => Some(Obstacle::NoRight { side, lost: None }),
        }
    }

    fn own_piece(&self, square: Square) -> Option<Obstacle> {
        let piece = self.piece_on(square).filter(|piece| piece.color() == self.side_to_move)?;
        Some(Obstacle::OwnPiece(piece, square))
    }

    /// Returns the attacker of the king if the piece makes a move for which there is no obstacle.
    fn exposure(&self, m: Move) -> Option<Exposure> {
        let (us, from, to) = (self.side_to_move, m.from(), m.to());
        let king = self.king(us);
        let first = |attackers: Bitboard| attackers.lsb().map(|square| self.attacker(square));
        let check = first(self.checkers());
        if m.kind() == MoveKind::Castling {
            let attacker = |square, occupied| first(self.attackers_of(square, !us, occupied));
            return castling_exposure(us, from, to, self.occupied(), attacker);
        }
        if from == king {
            return first(self.attackers_of(to, !us, self.occupied() - from.into())).map(Exposure::Step);
        }
        if let (true, mut checkers) = (self.checkers().more_than_one(), self.checkers().into_iter()) {
            let mut next = || checkers.next().map(|square| self.attacker(square));
            return Some(Exposure::DoubleCheck([next()?, next()?]));
        }
        let captured = if m.kind() == MoveKind::EnPassant { to.step((!us).up()) } else { None };
        let gone = Bitboard::from(to) | Bitboard::from(captured);
        let occupied = (self.occupied() - from.into() - Bitboard::from(captured)) | to.into();
        let attackers = self.attackers_of(king, !us, occupied) - gone;
        Some(match (check, first(attackers)?) {
            (Some(check), _) if attackers.contains(check.square) => Exposure::Check(check),
            (_, by) if m.kind() == MoveKind::EnPassant && !self.blockers(us).contains(from) => Exposure::EnPassant(by),
            (_, by) => Exposure::Pinned(by),
        })
    }

    fn attacker(&self, square: Square) -> Attacker {
        let piece_type = self.piece_on(square).map_or(PieceType::Pawn, Piece::piece_type);
        Attacker { piece_type, square }
    }
}

/// Returns the attacker of a king that castles; `attacker` looks at a king's square with these occupied squares.
pub fn castling_exposure(
    us: Color,
    king: Square,
    rook: Square,
    occupied: Bitboard,
    attacker: impl Fn(Square, Bitboard) -> Option<Attacker>,
) -> Option<Exposure> {
    if let Some(by) = attacker(king, occupied) {
        return Some(Exposure::CastlingInCheck(by));
    }
    let (target, occupied) = (CastlingSide::from_squares(king, rook).king_target(us), occupied - king.into());
    let way = (between(king, target) | target.into()) - king.into();
    let attacked = way.into_iter().filter(|&square| attacker(square, occupied).is_some());
    if let Some(square) = nearest(attacked.collect(), king) {
        return Some(Exposure::CastlingThrough { square, by: attacker(square, occupied)? });
    }
    attacker(target, occupied - rook.into()).map(Exposure::CastlingRookPinned)
}

/// Returns what keeps a piece from a step or a capture, apart from castling and en passant.
pub fn step_obstacle(
    piece: Piece,
    from: Square,
    to: Square,
    piece_on: impl Fn(Square) -> Option<Piece>,
) -> Option<Obstacle> {
    let (us, piece_type) = (piece.color(), piece.piece_type());
    let first = |way: Bitboard| nearest(way.into_iter().filter(|&square| piece_on(square).is_some()).collect(), from);
    let own = piece_on(to).filter(|own| own.color() == us).map(|own| Obstacle::OwnPiece(own, to));
    if piece_type != PieceType::Pawn {
        if !pseudo_attackers(piece, to).contains(from) {
            return Some(Obstacle::Geometry(piece_type));
        }
        return first(between(from, to)).map(Obstacle::Blocked).or(own);
    }
    if pawn_attacks(us, from).contains(to) {
        return if piece_on(to).is_none() { Some(Obstacle::NothingToCapture) } else { own };
    }
    let front = from.step(us.up());
    // On the first rank, only a horde has pawns.
    let second = front.filter(|_| from.rank().relative_to(us) <= Rank::Two).and_then(|front| front.step(us.up()));
    if front != Some(to) && second != Some(to) {
        let is_near = from.file().index().abs_diff(to.file().index()) < 2;
        let is_behind = to.rank().relative_to(us) < from.rank().relative_to(us);
        return Some(if is_near && is_behind { Obstacle::Backward } else { Obstacle::Geometry(PieceType::Pawn) });
    }
    first(path_to(from, to)).map(Obstacle::Blocked)
}

/// Returns the square of a set on one line with `from` that is nearest to `from`.
pub fn nearest(set: Bitboard, from: Square) -> Option<Square> {
    let after = set & !Bitboard::from_bits((1 << from.index()) - 1);
    after.lsb().or_else(|| set.msb())
}
