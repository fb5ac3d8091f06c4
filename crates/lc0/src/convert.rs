//! From and to the boards of `gardez_position`.

use gardez_bitboard::Bitboard;
use gardez_position::{EnPassantPolicy, FenErrorKind, FenProblems};
use gardez_types::{CastlingRights, CastlingSide, Color, Piece, PieceType, Rank, Square};

use crate::{Board, Castlings, Side};

impl From<&gardez_position::Board> for Board {
    /// The same board as lc0 keeps it after the same moves.
    ///
    /// The flag for en passant is set where a pawn attacks the square, and where a FEN was read by a policy that keeps
    /// more. The rook file of a right that is lost is a or h: a board of `gardez_position` does not tell it.
    fn from(board: &gardez_position::Board) -> Self {
        let us = board.side_to_move();
        let seen = |set: Bitboard| set.relative_to(us);
        let mut castlings = Castlings::NONE;
        for (_, color, wing) in CastlingRights::EACH {
            if let Some(rook) = board.castling_rook(color, wing) {
                castlings.grant(if color == us { Side::Ours } else { Side::Theirs }, wing, rook.file());
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
    /// Pieces, side to move, rights and en passant square of a board, for [`gardez_position::Builder::build`].
    ///
    /// Rights without a rook or an unmoved king are left to the builder to judge.
    fn from(board: &Board) -> Self {
        let us = board.side_to_move();
        let color_of = |side| if side == Side::Ours { us } else { !us };
        let mut builder = Self::new().with_side_to_move(us);
        for square in board.occupied() {
            if let Some((side, piece_type)) = board.piece_on(square) {
                builder = builder.with_piece(square.relative_to(us), Piece::new(color_of(side), piece_type));
            }
        }
        for side in [Side::Ours, Side::Theirs] {
            for wing in CastlingSide::ALL {
                if board.castlings().contains(side, wing) {
                    let rank = if side == Side::Ours { Rank::One } else { Rank::Eight };
                    let rook = Square::new(board.castlings().rook_file(side, wing), rank);
                    builder = builder.with_castling_rook(color_of(side), rook.relative_to(us));
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
    type Error = FenErrorKind;

    /// The same board in `gardez_position`, if it keeps the invariants there. A FEN's every named problem is ignored, but
    /// not one that would lose a right.
    fn try_from(board: &Board) -> Result<Self, FenErrorKind> {
        let forgiven = FenProblems::all() - FenProblems::CASTLING_RIGHTS;
        gardez_position::Builder::from(board).ignore(forgiven).build_board()
    }
}
