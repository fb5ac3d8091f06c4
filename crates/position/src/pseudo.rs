//! The generator of pseudo-legal moves by class, for move pickers that work in stages.

use gardez_bitboard::{Bitboard, king_attacks, path_to};
use gardez_types::{CastlingSide, Color, Move, PieceType};

use crate::board::Board;
use crate::list::MoveList;
use crate::move_class::MoveClass;
use crate::movegen::{self, Lister, Sink};
use crate::side::{Black, Side, White};

impl Board {
    /// The pseudo-legal moves of a class if these pieces gave check.
    pub(crate) fn pseudo_legal_under(&self, checkers: Bitboard, class: MoveClass) -> MoveList {
        let mut list = MoveList::new();
        let mut lister = Lister::new(&mut list, Bitboard::FULL, Bitboard::FULL);
        match (class, checkers.is_empty()) {
            (MoveClass::Evasions, true) | (MoveClass::NonEvasions, false) => {}
            _ => match self.side_to_move() {
                Color::White => pseudo_legal::<White>(self, checkers, class, &mut lister),
                Color::Black => pseudo_legal::<Black>(self, checkers, class, &mut lister),
            },
        }
        list
    }
}

/// Generates the pseudo-legal moves of a class for the side `S`, if these pieces gave check.
fn pseudo_legal<S: Side>(board: &Board, checkers: Bitboard, class: MoveClass, list: &mut Lister<'_>) {
    let king = board.king(S::US);
    let (empty, theirs) = (!board.occupied(), board.by_color(S::THEM));
    let king_targets = match class {
        MoveClass::Captures => theirs,
        MoveClass::Quiets => empty,
        MoveClass::Evasions | MoveClass::NonEvasions => empty | theirs,
    };
    list.piece(king, king_attacks(king) & king_targets);
    let allowed = match (class, checkers.single()) {
        (MoveClass::Evasions, None) => return,
        (MoveClass::Evasions, Some(checker)) => path_to(king, checker),
        _ => king_targets,
    };

    movegen::pieces::<S>(board, king, Bitboard::EMPTY, allowed, list);
    let pawns = board.pieces(S::US, PieceType::Pawn);
    let quiet = if class == MoveClass::Captures { Bitboard::EMPTY } else { allowed };
    movegen::pawn_steps::<S>(board, pawns, quiet, list);
    if class != MoveClass::Quiets {
        movegen::pawn_captures::<S>(pawns, allowed & theirs, list);
    }
    promoting_steps::<S>(board, class, allowed, list);

    if class != MoveClass::Quiets {
        if let Some(square) = board.ep_square() {
            // An en passant capture cannot answer a check along a line that the double step opened.
            let opened = square.step(S::UP).is_some_and(|origin| allowed.contains(origin));
            if class != MoveClass::Evasions || !opened {
                for pawn in board.en_passant_attackers(S::US, square) {
                    list.single(Move::en_passant(pawn, square));
                }
            }
        }
    }
    if matches!(class, MoveClass::Quiets | MoveClass::NonEvasions) {
        for side in CastlingSide::ALL {
            if let Some(rook) = board.castling_rook(S::US, side) {
                if !board.castling_impeded(S::US, side) {
                    list.single(Move::castling(king, rook));
                }
            }
        }
    }
}

/// Steps to the last rank. Promotions to a queen belong to the captures, the others to the quiet moves.
fn promoting_steps<S: Side>(board: &Board, class: MoveClass, allowed: Bitboard, list: &mut Lister<'_>) {
    let pieces = match class {
        MoveClass::Captures => &PieceType::PROMOTION_PIECES[..1],
        MoveClass::Quiets => &PieceType::PROMOTION_PIECES[1..],
        MoveClass::Evasions | MoveClass::NonEvasions => &PieceType::PROMOTION_PIECES[..],
    };
    // For captures, the allowed squares are those of enemy pieces, but a step needs an empty square.
    let allowed = if class == MoveClass::Captures { Bitboard::FULL } else { allowed };
    let steps = board.pieces(S::US, PieceType::Pawn).shift(S::UP) - board.occupied();
    list.promotions(steps & allowed & Bitboard::from_rank(S::RANK_8), S::UP, pieces);
}
