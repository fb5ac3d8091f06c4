//! Conversions from and to the boards of `gardez_position`.

use gardez_bitboard::Bitboard;
use gardez_position::{BoardError, EnPassantPolicy};
use gardez_types::{CastlingRights, CastlingSide, Color, Piece, PieceType, Rank, Square};

use crate::{Board, Castlings, Side};

impl From<&gardez_position::Board> for Board {
    /// Returns the same board as lc0 keeps it.
    ///
    /// The en passant flag is set if a pawn attacks the square that the last double step passed. It is also set if the
    /// board has an en passant square because a FEN was read with a policy that keeps it.
    ///
    /// The rook file of a lost right is a or h, because a `gardez_position::Board` does not keep it.
    fn from(board: &gardez_position::Board) -> Self {
        let us = board.side_to_move();
        let seen = |set: Bitboard| set.relative_to(us);
        let mut castlings = Castlings::NONE;
        for (_, color, side) in CastlingRights::EACH {
            if let Some(rook) = board.castling_rook(color, side) {
                castlings.grant(if color == us { Side::Ours } else { Side::Theirs }, side, rook.file());
            }
        }
        let flag = board.ep_square().or_else(|| board.ep_square_by(EnPassantPolicy::PseudoLegal));
        let flag = flag.map(|square| Square::new(square.file(), Rank::Eight));
        Self {
            ours: seen(board.by_color(us)),
            theirs: seen(board.by_color(!us)),
            straight: seen(board.by_types([PieceType::Rook, PieceType::Queen])),
            diagonal: seen(board.by_types([PieceType::Bishop, PieceType::Queen])),
            pawns: seen(board.by_type(PieceType::Pawn)) | flag.into(),
            our_king: board.king(us).relative_to(us),
            their_king: board.king(!us).relative_to(us),
            castlings,
            flipped: us == Color::Black,
        }
    }
}

impl From<&Board> for gardez_position::Builder {
    /// Returns a builder with the pieces, the side to move, the castling rights and the en passant square of the board.
    ///
    /// The builder decides about castling rights whose rook is missing or whose king is elsewhere.
    fn from(board: &Board) -> Self {
        let us = board.side_to_move();
        let color_of = |owner| if owner == Side::Ours { us } else { !us };
        let mut builder = Self::new().with_side_to_move(us);
        for square in board.occupied() {
            if let Some((owner, piece_type)) = board.piece_on(square) {
                builder = builder.with_piece(square.relative_to(us), Piece::new(color_of(owner), piece_type));
            }
        }
        for owner in [Side::Ours, Side::Theirs] {
            for side in CastlingSide::ALL {
                if board.castlings().contains(owner, side) {
                    let rank = if owner == Side::Ours { Rank::One } else { Rank::Eight };
                    let rook = Square::new(board.castlings().rook_file(owner, side), rank);
                    builder = builder.with_castling_rook(color_of(owner), rook.relative_to(us));
                }
            }
        }
        if let Some(flag) = board.en_passant().lsb().filter(|flag| flag.rank() == Rank::Eight) {
            builder = builder.with_double_step(Square::new(flag.file(), Rank::Six).relative_to(us));
        }
        builder.with_en_passant(EnPassantPolicy::Always)
    }
}

impl TryFrom<&Board> for gardez_position::Board {
    type Error = BoardError;

    /// Returns the same board in `gardez_position`.
    ///
    /// # Errors
    ///
    /// Returns an error if the board does not keep the invariants of `gardez_position`, such as one king for each side. A
    /// castling right without its king or rook is an error, and so is an en passant square that no double step can have
    /// left.
    fn try_from(board: &Board) -> Result<Self, BoardError> {
        gardez_position::Builder::from(board).build_board()
    }
}
