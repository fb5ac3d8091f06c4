//! Pseudo-legal moves by class: what move pickers that work in stages ask for.

use gardez_bitboard::{Bitboard, king_attacks, path_to, pawn_attacks};
use gardez_types::{CastlingSide, Color, Move, MoveKind, PieceType};

use crate::movegen::{self, Lister, Sink};
use crate::side::{Black, Side, White};
use crate::{Board, MoveList};

/// A class of pseudo-legal moves, as Stockfish divides them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveClass {
    /// Captures, en passant, promotions by capture to any piece, and promotions to a queen without capture.
    Captures,
    /// All that is no capture: quiet moves, castling, and promotions without capture to a knight, bishop or rook.
    Quiets,
    /// What may parry a check. Where there is none, nothing.
    Evasions,
    /// Captures and quiets. In check, nothing.
    NonEvasions,
}

impl Board {
    /// The pseudo-legal moves of a class: those that may still leave the own king attacked.
    ///
    /// A pinned piece may leave its line, en passant may uncover the king, and the king may step onto an attacked
    /// square or castle through one. [`Board::keeps_king_safe`] tells the legal ones apart. In check, captures and quiets are
    /// those of a side that ignores it, of which [`Board::keeps_king_safe`] tells nothing; ask for
    /// [`MoveClass::Evasions`].
    ///
    /// ```
    /// use gardez_position::{Board, MoveClass};
    ///
    /// let board = Board::start();
    /// assert_eq!(board.pseudo_legal_moves(MoveClass::Quiets).len(), 20);
    /// assert!(board.pseudo_legal_moves(MoveClass::Captures).is_empty());
    /// assert!(board.pseudo_legal_moves(MoveClass::Evasions).is_empty());
    /// ```
    pub fn pseudo_legal_moves(&self, class: MoveClass) -> MoveList {
        self.pseudo_legal_under(self.checkers(), class)
    }

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

    /// True if `m` captures: something stands on its target and it is no castling, or it is en passant.
    #[inline]
    pub fn is_capture(&self, m: Move) -> bool {
        match m.kind() {
            MoveKind::EnPassant => true,
            MoveKind::Castling => false,
            _ => self.piece_on(m.to()).is_some(),
        }
    }

    /// True if `m` belongs to [`MoveClass::Captures`]: it captures or promotes to a queen.
    #[inline]
    pub fn is_capture_stage(&self, m: Move) -> bool {
        self.is_capture(m) || m.promotion_piece() == Some(PieceType::Queen)
    }
}

fn pseudo_legal<S: Side>(board: &Board, checkers: Bitboard, class: MoveClass, list: &mut Lister<'_>) {
    let king = board.king(S::US);
    let (empty, theirs) = (!board.occupied(), board.by_color(S::THEM));
    let kings_targets = match class {
        MoveClass::Captures => theirs,
        MoveClass::Quiets => empty,
        MoveClass::Evasions | MoveClass::NonEvasions => empty | theirs,
    };
    list.piece(king, king_attacks(king) & kings_targets);
    let allowed = match (class, checkers.single()) {
        (MoveClass::Evasions, None) => return,
        (MoveClass::Evasions, Some(checker)) => path_to(king, checker),
        _ => kings_targets,
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
            // A check along the line that the double step opened is parried by no pawn.
            let opened = square.step(S::UP).is_some_and(|origin| allowed.contains(origin));
            if class != MoveClass::Evasions || !opened {
                for pawn in pawn_attacks(S::THEM, square) & pawns {
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

/// Steps onto the last rank: the queen among the captures, the other pieces among the quiet moves.
fn promoting_steps<S: Side>(board: &Board, class: MoveClass, allowed: Bitboard, list: &mut Lister<'_>) {
    let pieces = match class {
        MoveClass::Captures => &movegen::PROMOTIONS[..1],
        MoveClass::Quiets => &movegen::PROMOTIONS[1..],
        MoveClass::Evasions | MoveClass::NonEvasions => &movegen::PROMOTIONS[..],
    };
    // For captures the allowed squares are the enemy's; a step needs an empty one.
    let allowed = if class == MoveClass::Captures { Bitboard::FULL } else { allowed };
    let steps = board.pieces(S::US, PieceType::Pawn).shift(S::UP) - board.occupied();
    list.promotions(steps & allowed & Bitboard::from_rank(S::RANK_8), S::UP, pieces);
}
