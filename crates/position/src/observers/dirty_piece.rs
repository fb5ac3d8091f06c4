//! Which pieces a move takes from where to where: what an incremental evaluation needs.

use gardez_types::{CastlingSide, Move, MoveKind, Piece, PieceType, Square};

use super::MoveObserver;
use crate::Board;

/// What the last observed move did to the pieces, as Stockfish's record of the same name says it.
///
/// At most three pieces change: the one that moves, one that is removed, one that is added.
///
/// ```
/// use gardez_position::{Position, observers::DirtyPiece};
/// use gardez_types::{Piece, Square};
///
/// let mut position: Position = "8/P6k/8/8/8/8/8/K7 w - - 0 1".parse()?;
/// let mut dirty = DirtyPiece::default();
/// position.do_move_with(position.parse_uci("a7a8q")?, &mut dirty);
/// assert_eq!(dirty.piece, Some(Piece::WhitePawn));
/// assert_eq!((dirty.from, dirty.to), (Some(Square::A7), None));
/// assert_eq!(dirty.added, Some((Piece::WhiteQueen, Square::A8)));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DirtyPiece {
    /// The piece that moved: of castling the king, of a promotion the pawn. None before the first move.
    pub piece: Option<Piece>,
    /// Where it came from.
    pub from: Option<Square>,
    /// Where it stands now; nowhere after a promotion.
    pub to: Option<Square>,
    /// The captured piece and its square, or the castling rook and its origin.
    pub removed: Option<(Piece, Square)>,
    /// The piece a pawn became and its square, or the castling rook and its target.
    pub added: Option<(Piece, Square)>,
}

impl MoveObserver for DirtyPiece {
    fn making(&mut self, board: &Board, m: Move) {
        let (us, from, to) = (board.side_to_move(), m.from(), m.to());
        *self = Self { piece: board.piece_on(from), from: Some(from), to: Some(to), removed: None, added: None };
        match m.kind() {
            MoveKind::Normal => self.removed = board.piece_on(to).map(|captured| (captured, to)),
            MoveKind::Promotion => {
                self.removed = board.piece_on(to).map(|captured| (captured, to));
                self.added = m.promotion_piece().map(|promoted| (Piece::new(us, promoted), to));
                self.to = None;
            }
            MoveKind::EnPassant => {
                let captured = Piece::new(!us, PieceType::Pawn);
                self.removed = Some((captured, Square::new(to.file(), from.rank())));
            }
            MoveKind::Castling => {
                let (side, rook) = (CastlingSide::from_squares(from, to), Piece::new(us, PieceType::Rook));
                self.to = Some(side.king_target(us));
                self.removed = Some((rook, to));
                self.added = Some((rook, side.rook_target(us)));
            }
        }
    }
}
