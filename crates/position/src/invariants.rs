//! The invariants of a board, and a check for all of them.

use core::fmt;

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingRights, Color, ErrorInfo, Piece, PieceType, Rank, Square};

use crate::Board;
use crate::clause::{name, say};

/// An invariant that a board violates. Only a move that was not legal can lead to such a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BoardError {
    /// A side does not have exactly one king.
    Kings(Color),
    /// The side that is not to move is in check.
    OpponentInCheck,
    /// A pawn is on the first or the last rank.
    PawnOnBackRank(Square),
    /// The sets of pieces and the array of squares differ on a square.
    Sets(Square),
    /// A castling right has no king or rook.
    CastlingRight(CastlingRights),
    /// The last move cannot have been a double step past this en passant square.
    EnPassantSquare(Square),
    /// The checkers that are computed from the last move are not the pieces that attack the king.
    Checkers,
    /// The incremental key differs from the key computed from the board.
    Key,
    /// The incremental pawn key differs from the key computed from the board.
    PawnKey,
    /// The incremental material key differs from the key computed from the board.
    MaterialKey,
    /// The incremental minor-piece key differs from the key computed from the board.
    MinorPieceKey,
    /// The incremental non-pawn key of a side differs from the key computed from the board.
    NonPawnKey(Color),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Kings(color) => say(f, &[&name(color), &" does not have exactly one king"]),
            Self::OpponentInCheck => f.write_str("the side that is not to move is in check"),
            Self::PawnOnBackRank(square) => say(f, &[&"a pawn is on ", &square]),
            Self::Sets(square) => say(f, &[&"the sets of pieces and the array of squares differ on ", &square]),
            Self::CastlingRight(right) => say(f, &[&"the castling right ", &right, &" has no king or rook"]),
            Self::EnPassantSquare(square) => say(f, &[&"the last move was not a double step past ", &square]),
            Self::Checkers => f.write_str("the checkers computed from the last move are wrong"),
            Self::Key => f.write_str("the key is not the key of the board"),
            Self::PawnKey => f.write_str("the pawn key is not the key of the board"),
            Self::MaterialKey => f.write_str("the material key is not the key of the board"),
            Self::MinorPieceKey => f.write_str("the minor-piece key is not the key of the board"),
            Self::NonPawnKey(color) => {
                say(f, &[&"the non-pawn key of ", &name(color), &" is not the key of the board"])
            }
        }
    }
}

impl core::error::Error for BoardError {}

impl ErrorInfo for BoardError {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Kings(_) => "kings",
            Self::OpponentInCheck => "opponent-in-check",
            Self::PawnOnBackRank(_) => "pawn-on-back-rank",
            Self::Sets(_) => "sets",
            Self::CastlingRight(_) => "castling-right",
            Self::EnPassantSquare(_) => "en-passant-square",
            Self::Checkers => "checkers",
            Self::Key => "key",
            Self::PawnKey => "pawn-key",
            Self::MaterialKey => "material-key",
            Self::MinorPieceKey => "minor-piece-key",
            Self::NonPawnKey(_) => "non-pawn-key",
        }
    }
}

/// # Checking a board
impl Board {
    /// Checks everything that is true of a board after legal moves. The keys are computed from scratch.
    ///
    /// For tests, and for boards that illegal moves may have damaged.
    ///
    /// # Errors
    ///
    /// Returns the first invariant that is violated.
    pub fn check_invariants(&self) -> Result<(), BoardError> {
        self.check_sets()?;
        for color in Color::ALL {
            if self.pieces(color, PieceType::King).len() != 1 {
                return Err(BoardError::Kings(color));
            }
        }
        let back_ranks = Bitboard::from(Rank::One) | Rank::Eight.into();
        if let Some(square) = (self.by_type(PieceType::Pawn) & back_ranks).lsb() {
            return Err(BoardError::PawnOnBackRank(square));
        }
        let (us, them) = (self.side_to_move, !self.side_to_move);
        if self.attackers_exist(self.king(them), us, self.occupied()) {
            return Err(BoardError::OpponentInCheck);
        }
        self.check_castling_rights()?;
        self.check_en_passant()?;
        if self.checkers() != self.attackers_of(self.king(us), them, self.occupied()) {
            return Err(BoardError::Checkers);
        }
        self.check_keys()
    }
}

impl Board {
    fn check_keys(&self) -> Result<(), BoardError> {
        let scratch = self.keys_from_scratch();
        let [white, black] = Color::ALL;
        let non_pawn = |color| self.non_pawn_key(color) == scratch.non_pawn_key(color);
        for (holds, error) in [
            (self.raw_key() == scratch.key, BoardError::Key),
            (self.pawn_key() == scratch.pawn_key(), BoardError::PawnKey),
            (self.material_key() == scratch.material_key, BoardError::MaterialKey),
            (self.minor_piece_key() == scratch.minor_piece_key(), BoardError::MinorPieceKey),
            (non_pawn(white), BoardError::NonPawnKey(white)),
            (non_pawn(black), BoardError::NonPawnKey(black)),
        ] {
            if !holds {
                return Err(error);
            }
        }
        Ok(())
    }

    fn check_sets(&self) -> Result<(), BoardError> {
        for square in Square::ALL {
            let piece = self.piece_on(square);
            for color in Color::ALL {
                let is_there = piece.is_some_and(|piece| piece.color() == color);
                if self.by_color(color).contains(square) != is_there {
                    return Err(BoardError::Sets(square));
                }
            }
            for piece_type in PieceType::ALL {
                let is_there = piece.is_some_and(|piece| piece.piece_type() == piece_type);
                if self.by_type(piece_type).contains(square) != is_there {
                    return Err(BoardError::Sets(square));
                }
            }
        }
        Ok(())
    }

    fn check_castling_rights(&self) -> Result<(), BoardError> {
        for (right, color, side) in CastlingRights::EACH {
            let Some(rook) = self.castling_rook(color, side) else {
                if self.castling_rights().contains(right) {
                    return Err(BoardError::CastlingRight(right));
                }
                continue;
            };
            let at_home = self.king(color).rank() == color.back_rank()
                && self.piece_on(rook) == Some(Piece::new(color, PieceType::Rook))
                && rook.rank() == color.back_rank()
                && gardez_types::CastlingSide::from_squares(self.king(color), rook) == side;
            if !at_home {
                return Err(BoardError::CastlingRight(right));
            }
        }
        Ok(())
    }

    fn check_en_passant(&self) -> Result<(), BoardError> {
        let stepped = self.state.double_step;
        match self.ep_square().or(stepped) {
            Some(square) if stepped != Some(square) || !self.can_have_stepped(square) => {
                Err(BoardError::EnPassantSquare(square))
            }
            _ => Ok(()),
        }
    }

    /// True if the last move can have been a double step of an enemy pawn past `square`.
    pub(crate) fn can_have_stepped(&self, square: Square) -> bool {
        let them = !self.side_to_move;
        let (front, origin) = (square.step(them.up()), square.step(them.up().opposite()));
        square.rank() == Rank::Three.relative_to(them)
            && front.and_then(|front| self.piece_on(front)) == Some(Piece::new(them, PieceType::Pawn))
            && self.piece_on(square).is_none()
            && origin.is_some_and(|origin| self.piece_on(origin).is_none())
    }
}

#[cfg(test)]
mod tests {
    use gardez_types::Move;

    use super::*;
    use crate::FenReader;
    use crate::placing::{AllKeys, PlaceKeys};
    use crate::state::Group;

    /// The violation that is found after a valid board has been damaged.
    fn found(damage: fn(&mut Board)) -> Option<BoardError> {
        // 8  . . . . k . . .
        // 1  R . . . K . . R   white to move, with both rights
        let read = FenReader::new().read_board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
        let mut board = read.expect("a FEN").position;
        assert_eq!(board.check_invariants(), Ok(()));
        damage(&mut board);
        board.check_invariants().err()
    }

    #[test]
    fn every_violation_is_found_and_named() {
        type Damage = fn(&mut Board);
        let cases: [(Damage, BoardError); 16] = [
            (|board| board.remove_piece::<AllKeys>(Piece::BlackKing, Square::E8), BoardError::Kings(Color::Black)),
            (|board| board.put_piece::<AllKeys>(Piece::WhiteKing, Square::E4), BoardError::Kings(Color::White)),
            (|board| board.put_piece::<AllKeys>(Piece::WhiteRook, Square::E4), BoardError::OpponentInCheck),
            (|board| board.put_piece::<AllKeys>(Piece::WhitePawn, Square::A8), BoardError::PawnOnBackRank(Square::A8)),
            (|board| board.squares[36] = Some(Piece::WhiteRook), BoardError::Sets(Square::E5)),
            (|board| board.by_color[1].insert(Square::D4), BoardError::Sets(Square::D4)),
            (|board| board.by_type[PieceType::Queen as usize].insert(Square::A4), BoardError::Sets(Square::A4)),
            (
                |board| board.remove_piece::<PlaceKeys>(Piece::WhiteRook, Square::H1),
                BoardError::CastlingRight(CastlingRights::WHITE_KING_SIDE),
            ),
            (
                |board| board.state.castling_rights |= CastlingRights::BLACK_QUEEN_SIDE,
                BoardError::CastlingRight(CastlingRights::BLACK_QUEEN_SIDE),
            ),
            (|board| board.state.ep_square = Some(Square::D6), BoardError::EnPassantSquare(Square::D6)),
            (|board| board.state.double_step = Some(Square::C6), BoardError::EnPassantSquare(Square::C6)),
            (
                |board| {
                    board.put_piece::<AllKeys>(Piece::BlackRook, Square::E4);
                    board.state.last_move = Some(Move::normal(Square::A7, Square::A6));
                },
                BoardError::Checkers,
            ),
            (|board| board.state.key ^= 1, BoardError::Key),
            (|board| board.state.group_keys[Group::PAWNS] ^= 1, BoardError::PawnKey),
            (|board| board.state.material_key ^= 1, BoardError::MaterialKey),
            (|board| board.state.group_keys[Group::MINOR_PIECES] ^= 1, BoardError::MinorPieceKey),
        ];
        for (damage, violation) in cases {
            assert_eq!(found(damage), Some(violation));
        }
        for color in Color::ALL {
            let damage: Damage = match color {
                Color::White => |board| board.state.group_keys[Group::NON_PAWNS[0]] ^= 1,
                Color::Black => |board| board.state.group_keys[Group::NON_PAWNS[1]] ^= 1,
            };
            assert_eq!(found(damage), Some(BoardError::NonPawnKey(color)));
        }
    }
}
