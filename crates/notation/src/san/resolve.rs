//! The legal move that a text means.

use alloc::vec::Vec;

use gardez_bitboard::{Bitboard, attacks, king_attacks, pawn_attacks};
use gardez_position::{Board, BoardWithCheckers, IllegalMoveError, Obstacle};
use gardez_types::{CastlingSide, Move, Piece, PieceType, Rank, Square};

use crate::san::error::SanError;
use crate::san::lenient;
use crate::san::repairs::Repairs;
use crate::san::written::{Content, Disambiguation, Mark, Step, Written, standard};
use crate::step::{pawn_move, step_move};

/// A board that may know its checkers.
pub(crate) trait LegalOrigins: Copy {
    /// Returns [`Board::legal_origins`].
    fn legal(self, piece: PieceType, to: Square, among: Bitboard) -> Bitboard;
}

impl LegalOrigins for &Board {
    fn legal(self, piece: PieceType, to: Square, among: Bitboard) -> Bitboard {
        self.legal_origins(piece, to, among)
    }
}

impl LegalOrigins for &BoardWithCheckers {
    #[inline(always)] // in `quick`
    fn legal(self, piece: PieceType, to: Square, among: Bitboard) -> Bitboard {
        self.legal_origins(piece, to, among)
    }
}

/// Returns the move of a text in standard form, and its mark, which is not compared with the board yet.
///
/// `None` if the text deviates in any way. `origins` is the board, too.
#[inline(always)] // readers of games call it for each move
pub(crate) fn quick(board: &Board, origins: impl LegalOrigins, text: &[u8]) -> Option<(Move, Mark)> {
    let written = standard(text)?;
    match written.content {
        Content::Step(step) => {
            let (m, repairs) = one(board, origins, &step)?;
            repairs.is_empty().then_some((m, written.mark))
        }
        Content::Castling(side) => Some((board.legal_castling(side)?, written.mark)),
        Content::Null => None,
    }
}

/// Returns the only legal move that fits a text in any form, if there is one: `Some(None)` for a null move.
pub(crate) fn meaning(board: &Board, text: &[u8]) -> Option<Option<Move>> {
    match standard(text).or_else(|| lenient::read(text).ok())?.content {
        Content::Null => Some(None),
        Content::Castling(side) => board.legal_castling(side).map(Some),
        Content::Step(step) => {
            let m = castling_as_step(board, &step);
            m.or_else(|| Some(one(board, board, &with_piece(board, step))?.0)).map(Some)
        }
    }
}

/// Returns the one legal move that a text fits, and the deviations.
pub(super) fn find(board: &Board, written: &Written) -> Result<(Option<Move>, Repairs), SanError> {
    let step = match written.content {
        Content::Null => return Ok((None, written.repairs)),
        Content::Castling(side) => {
            let m = board.legal_castling(side).ok_or_else(|| castling_refusal(board, side))?;
            return Ok((Some(m), written.repairs));
        }
        Content::Step(step) => step,
    };
    if let Some(m) = castling_as_step(board, &step) {
        let is_numeric = written.repairs.contains(Repairs::NUMBERS);
        return Ok((Some(m), written.repairs | if is_numeric { Repairs::empty() } else { Repairs::LONG_FORM }));
    }
    let step = with_piece(board, step);
    match one(board, board, &step) {
        Some((m, mut repairs)) => {
            if written.repairs.intersects(Repairs::LONG_FORM | Repairs::NUMBERS) {
                // A long form contains the origin in any case.
                repairs -= Repairs::OVER_DISAMBIGUATED;
            }
            if step.any_piece {
                repairs -= Repairs::MISSING_CAPTURE_MARK;
            }
            Ok((Some(m), repairs | written.repairs))
        }
        None => Err(refusal(board, &step)),
    }
}

/// Returns the deviation of a mark; `after` is the board after the move, with a check or not.
#[inline]
pub(crate) fn check_mark(mark: Mark, after: &Board, in_check: bool) -> Repairs {
    if mark == Mark::None && !in_check { Repairs::empty() } else { check_mark_slowly(mark, after, in_check) }
}

fn check_mark_slowly(mark: Mark, after: &Board, in_check: bool) -> Repairs {
    let expected = if in_check { mark_of_check(after) } else { Mark::None };
    match (mark, expected) {
        (given, expected) if given == expected => Repairs::empty(),
        (Mark::None, _) => Repairs::MISSING_CHECK_MARK,
        _ => Repairs::WRONG_CHECK_MARK,
    }
}

pub(super) fn mark_of_check(after: &Board) -> Mark {
    let us = after.side_to_move();
    // Usually the king can step aside, and one or two of its targets show it.
    let can_step = |to| !after.legal_origins(PieceType::King, to, Bitboard::FULL).is_empty();
    let steps = king_attacks(after.king(us)) - after.by_color(us);
    if steps.into_iter().any(can_step) || after.legal_move_count() != 0 { Mark::Check } else { Mark::Mate }
}

/// Returns how much of the origin `from` distinguishes it from the other `origins`.
pub(super) fn needed(origins: Bitboard, from: Square) -> Disambiguation {
    let others = origins - from.into();
    if others.is_empty() {
        Disambiguation::None
    } else if others.is_disjoint(from.file().into()) {
        Disambiguation::File
    } else if others.is_disjoint(from.rank().into()) {
        Disambiguation::Rank
    } else {
        Disambiguation::Square
    }
}

/// Returns the origins that a text leaves open. A pawn move without an origin stays on its file.
#[inline]
fn among(step: &Step) -> Bitboard {
    if step.piece == PieceType::Pawn && step.disambiguation == Disambiguation::None {
        step.to.file().into()
    } else {
        step.among
    }
}

/// Returns the move, if exactly one fits.
#[inline(always)] // in `quick`
fn one(board: &Board, origins: impl LegalOrigins, step: &Step) -> Option<(Move, Repairs)> {
    let from = origins.legal(step.piece, step.to, among(step)).single()?;
    let to = step.to;
    let mut repairs = Repairs::empty();
    let (m, is_capture);
    if step.piece == PieceType::Pawn {
        m = pawn_move(board, (from, to), step.promotion)?;
        is_capture = from.file() != to.file();
        if step.disambiguation != (if is_capture { Disambiguation::File } else { Disambiguation::None }) {
            repairs |= Repairs::OVER_DISAMBIGUATED;
        }
    } else {
        if step.promotion.is_some() {
            return None;
        }
        m = Move::normal(from, to);
        is_capture = board.piece_on(to).is_some();
        let is_needed = || step.disambiguation == needed(origins.legal(step.piece, to, Bitboard::FULL), from);
        if step.disambiguation != Disambiguation::None && !is_needed() {
            repairs |= Repairs::OVER_DISAMBIGUATED;
        }
    }
    if step.captures != is_capture {
        repairs |= if is_capture { Repairs::MISSING_CAPTURE_MARK } else { Repairs::WRONG_CAPTURE_MARK };
    }
    Some((m, repairs))
}

/// Returns castling that is written as the squares of the king, or of king and rook.
fn castling_as_step(board: &Board, step: &Step) -> Option<Move> {
    let us = board.side_to_move();
    let king = board.king(us);
    let is_king = step.disambiguation == Disambiguation::Square && step.among.contains(king);
    if !is_king || !(step.any_piece || step.piece == PieceType::King) || step.captures || step.promotion.is_some() {
        return None;
    }
    if !board.legal_origins(PieceType::King, step.to, step.among).is_empty() {
        return None;
    }
    [CastlingSide::KingSide, CastlingSide::QueenSide].into_iter().find_map(|side| {
        let rook = board.castling_rook(us, side)?;
        if step.to == rook || step.to == side.king_target(us) { board.legal_castling(side) } else { None }
    })
}

/// Fills in the piece on the origin, if the text is only squares.
fn with_piece(board: &Board, mut step: Step) -> Step {
    if step.any_piece {
        if let Some(piece) = step.among.single().and_then(|from| board.piece_on(from)) {
            step.piece = piece.piece_type();
        }
    }
    step
}

#[cold]
fn refusal(board: &Board, step: &Step) -> SanError {
    let among = among(step);
    let origins = board.legal_origins(step.piece, step.to, among);
    let promotes = step.piece == PieceType::Pawn && matches!(step.to.rank(), Rank::One | Rank::Eight);
    if step.promotion.is_some() && !promotes {
        return illegal(board, step, Vec::new());
    }
    let moves = |origins: Bitboard| {
        let mut candidates = Vec::new();
        for from in origins {
            match (promotes, step.promotion) {
                (true, None) => {
                    candidates
                        .extend(PieceType::PROMOTION_PIECES.map(|piece| Move::new_promotion(from, step.to, piece)));
                }
                _ => candidates.extend(step_move(board, step.piece, (from, step.to), step.promotion)),
            }
        }
        candidates
    };
    if origins.is_empty() {
        return illegal(board, step, moves(unsafe_origins(board, step) & among));
    }
    SanError::Ambiguous { candidates: moves(origins) }
}

/// Returns the error for a text that fits no legal move.
fn illegal(board: &Board, step: &Step, candidates: Vec<Move>) -> SanError {
    let mut reasons = reasons(board, step);
    if reasons.is_empty() {
        let piece = Piece::new(board.side_to_move(), step.piece);
        reasons.push(IllegalMoveError::Unreachable { piece, among: step.among, to: step.to });
        let can_other_side = || {
            let passed = board.after_null();
            one(&passed, &passed, step).is_some()
        };
        if board.checkers().is_empty() && !step.any_piece && can_other_side() {
            reasons.push(IllegalMoveError::OtherSide { side_to_move: board.side_to_move() });
        }
    }
    SanError::Illegal { candidates, reasons }
}

/// Returns the reasons why each piece of the text cannot make the move. Two squares also mean pieces that never move so.
fn reasons(board: &Board, step: &Step) -> Vec<IllegalMoveError> {
    let pieces = board.pieces(board.side_to_move(), step.piece) & among(step);
    let origins = if step.any_piece { step.among } else { pieces };
    let reason = |from| {
        let m = board.move_between(from, step.to, step.promotion)?;
        // `Kg1` is not castling, even if castling is legal.
        board.why_illegal(m).or_else(|| board.why_illegal(Move::normal(from, step.to)))
    };
    let is_geometry =
        |error: &IllegalMoveError| matches!(error, IllegalMoveError::NoSuchMove { why: Obstacle::Geometry(_), .. });
    origins.into_iter().filter_map(reason).filter(|error| step.any_piece || !is_geometry(error)).collect()
}

#[cold]
fn castling_refusal(board: &Board, side: CastlingSide) -> SanError {
    let us = board.side_to_move();
    let (from, to) = (board.king(us), side.king_target(us));
    let reason = match board.castling_rook(us, side) {
        Some(rook) => board.why_illegal(Move::castling(from, rook)),
        None => Some(IllegalMoveError::NoSuchMove { from, to, why: Obstacle::NoRight { side, lost: None } }),
    };
    SanError::Illegal { candidates: Vec::new(), reasons: reason.into_iter().collect() }
}

/// Returns the origins of a piece of this kind if the own king could be left attacked.
fn unsafe_origins(board: &Board, step: &Step) -> Bitboard {
    let (us, to) = (board.side_to_move(), step.to);
    if board.by_color(us).contains(to) {
        return Bitboard::EMPTY;
    }
    let pieces = board.pieces(us, step.piece);
    if step.piece != PieceType::Pawn {
        return attacks(step.piece, to, board.occupied()) & pieces;
    }
    if board.piece_on(to).is_some() || board.state().double_push() == Some(to) {
        return pawn_attacks(!us, to) & pieces;
    }
    let down = (!us).up();
    let Some(below) = to.step(down) else { return Bitboard::EMPTY };
    if board.piece_on(below).is_some() || to.rank() != Rank::Four.relative_to(us) {
        return pieces & below.into();
    }
    pieces & Bitboard::from(below.step(down))
}
