//! The pieces that a move changes, with their old and new squares.

use gardez_types::{CastlingSide, Move, MoveKind, Piece, PieceType, Square};

use super::MoveObserver;
use crate::board::Board;

/// The changes of the pieces by the last observed move, as in Stockfish: one moves, one is removed, one is added.
///
/// ```
/// use gardez_position::{Piece, Position, Square, observers::DirtyPiece};
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
#[non_exhaustive]
pub struct DirtyPiece {
    /// The piece that moved: the king for castling, the pawn for a promotion. `None` after a null move.
    pub piece: Option<Piece>,
    /// The square that it came from.
    pub from: Option<Square>,
    /// The square that it is on now, or `None` after a promotion.
    pub to: Option<Square>,
    /// The captured piece and its square, or the rook that castled and its origin.
    pub removed: Option<(Piece, Square)>,
    /// The promoted piece and its square, or the rook that castled and its target.
    pub added: Option<(Piece, Square)>,
}

impl MoveObserver for DirtyPiece {
    fn making_null(&mut self, _: &Board) {
        *self = Self::default();
    }

    fn making(&mut self, board: &Board, m: Move) {
        let (us, from, to) = (board.side_to_move(), m.from(), m.to());
        *self = Self { piece: board.piece_on(from), from: Some(from), to: Some(to), removed: None, added: None };
        match m.kind() {
            MoveKind::Normal => self.removed = board.piece_on(to).map(|captured| (captured, to)),
            MoveKind::Promotion => {
                self.removed = board.piece_on(to).map(|captured| (captured, to));
                self.added = m.promotion().map(|promoted| (Piece::new(us, promoted), to));
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
