//! A check of everything that must be true of a board.

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingRights, Color, Piece, PieceType, Square};
use gardez_zobrist as zobrist;

use super::board_error::BoardError;
use super::piece_setup::PieceSetup;
use crate::board::Board;
use crate::state::StateInfo;

/// # Checking a board
impl Board {
    /// Checks everything that is true of a board after legal moves, for tests. Keys are computed from scratch.
    ///
    /// # Errors
    ///
    /// Returns the first violated invariant; only an illegal move can violate one.
    #[inline]
    pub fn check_invariants(&self) -> Result<(), BoardError> {
        self.check_sets()?;
        self.check_pieces()?;
        self.check_castling_rights()?;
        self.check_en_passant()?;
        let us = self.side_to_move;
        if self.checkers() != self.attackers_of(self.king(us), !us, self.occupied()) {
            return Err(BoardError::Checkers);
        }
        self.check_keys()
    }
}

impl Board {
    #[inline]
    fn check_keys(&self) -> Result<(), BoardError> {
        let scratch = self.keys_from_scratch();
        let [white, black] = Color::ALL;
        let non_pawn = |color| self.state.non_pawn_key(color) == scratch.non_pawn_key(color);
        for (holds, error) in [
            (self.raw_key() == scratch.key, BoardError::Key),
            (self.state.pawn_key() == scratch.pawn_key(), BoardError::PawnKey),
            (self.state.material_key() == scratch.material_key, BoardError::MaterialKey),
            (self.state.minor_piece_key() == scratch.minor_piece_key(), BoardError::MinorPieceKey),
            (non_pawn(white), BoardError::NonPawnKey(white)),
            (non_pawn(black), BoardError::NonPawnKey(black)),
        ] {
            if !holds {
                return Err(error);
            }
        }
        Ok(())
    }

    /// Returns the keys computed from the board alone.
    fn keys_from_scratch(&self) -> StateInfo {
        let mut scratch = Self::empty(self.mode);
        scratch.put_pieces(&PieceSetup::from_squares(&self.squares));
        let mut state = scratch.state;
        state.key ^= zobrist::castling(CastlingRights::empty()) ^ zobrist::castling(self.castling_rights());
        state.key ^= self.en_passant_key();
        if self.side_to_move == Color::Black {
            state.key ^= zobrist::black_to_move();
        }
        state
    }

    fn check_sets(&self) -> Result<(), BoardError> {
        for square in Square::ALL {
            let piece = self.piece_on(square);
            let has = |set: Bitboard| set.contains(square);
            let colors = Color::ALL.map(|color| has(self.by_color(color)) == (piece.map(Piece::color) == Some(color)));
            let types = PieceType::ALL
                .map(|piece_type| has(self.by_type(piece_type)) == (piece.map(Piece::piece_type) == Some(piece_type)));
            if colors.into_iter().chain(types).any(|is_right| !is_right) {
                return Err(BoardError::Sets(square));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use gardez_types::{CastlingRights, Move, Piece};

    use super::*;
    use crate::placing::{AllKeys, PlaceKeys};
    use crate::setup::fen::FenReader;
    use crate::state::Group;

    /// Returns the violation that is found after a valid board has been damaged.
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
            (
                |board| board.remove_piece::<AllKeys>(Piece::BlackKing, Square::E8),
                BoardError::MissingKing(Color::Black),
            ),
            (|board| board.put_piece::<AllKeys>(Piece::WhiteKing, Square::E4), BoardError::SeveralKings(Color::White)),
            (
                |board| board.put_piece::<AllKeys>(Piece::WhiteRook, Square::E4),
                BoardError::OpponentInCheck(Color::Black),
            ),
            (|board| board.put_piece::<AllKeys>(Piece::WhitePawn, Square::A8), BoardError::PawnOnBackRank(Square::A8)),
            (|board| board.squares[36] = Some(Piece::WhiteRook), BoardError::Sets(Square::E5)),
            (|board| board.by_color[1].insert(Square::D4), BoardError::Sets(Square::D4)),
            (|board| board.by_type[PieceType::Queen as usize].insert(Square::A4), BoardError::Sets(Square::A4)),
            (
                |board| board.remove_piece::<PlaceKeys>(Piece::WhiteRook, Square::H1),
                BoardError::CastlingRight { color: Color::White, rook: Square::H1 },
            ),
            (
                |board| board.state.castling_rights |= CastlingRights::BLACK_QUEEN_SIDE,
                BoardError::CastlingRight { color: Color::Black, rook: Square::A8 },
            ),
            (|board| board.state.ep_square = Some(Square::D6), BoardError::StaleEnPassantSquare(Square::D6)),
            (|board| board.state.double_push = Some(Square::C6), BoardError::StaleEnPassantSquare(Square::C6)),
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
