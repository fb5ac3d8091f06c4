//! The reason a move is legal, in one line: what a generator that lacks the move may have forgotten.

use gardez_position::{Board, CastlingSide};
use gardez_types::{Move, MoveKind, PieceType, Square};

/// Returns what the move is and why nothing forbids it.
pub(super) fn legal(board: &Board, mv: Move) -> String {
    let (from, to) = (mv.from(), mv.to());
    let piece = board.piece_on(mv.from()).map_or("piece", |piece| piece.piece_type().name());
    let what = match mv.kind() {
        MoveKind::Castling => {
            let side = if CastlingSide::from_squares(from, to) == CastlingSide::KingSide { "king" } else { "queen" };
            format!(
                "castling on the {side}'s side: the right is there, and no square that the king crosses is attacked"
            )
        }
        MoveKind::EnPassant => {
            let passed = Square::new(to.file(), from.rank());
            format!("en passant: the pawn on {passed} has just made its double push, and no check is uncovered")
        }
        MoveKind::Promotion => {
            let promoted = mv.promotion().unwrap_or(PieceType::Queen).name();
            format!("the pawn becomes a {promoted}")
        }
        MoveKind::Normal if board.is_capture(mv) => format!("the {piece} captures on {to}"),
        MoveKind::Normal if piece == "pawn" && (from.index() as i32 - to.index() as i32).abs() == 16 => {
            format!("double push of the pawn on {from}")
        }
        MoveKind::Normal => format!("the {piece} on {from} can move to {to}"),
    };
    let checkers = board.checkers();
    let pinned = board.blockers(board.side_to_move()).contains(from);
    match (checkers.is_empty(), pinned) {
        (false, _) if piece == "king" => what + ", out of check",
        (false, _) => what + ", which ends the check",
        (true, true) if mv.kind() == MoveKind::Normal => what + ", along the line of its pin",
        (true, _) => what,
    }
}
