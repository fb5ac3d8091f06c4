//! What the tables say of a position, with the captures that they leave out.
//!
//! A table holds *don't care* values where a capture is best, and knows nothing of en passant: both are made up for here by
//! looking at the position after each capture.

use gardez_bitboard::Bitboard;
use gardez_position::{Board, MoveList};
use gardez_types::{Move, MoveKind, PieceType};

use crate::table::Distance;
use crate::{Dtz, ProbeError, TableKind, Tablebase, Wdl};

/// Who wins, and whether a capture (or else only an en passant capture) is the move that shows it.
#[derive(Clone, Copy)]
pub(crate) struct Score {
    pub(crate) wdl: Wdl,
    /// The best move zeroes the counter, so that the table of distances need not, or must not, be asked.
    pub(crate) zeroing_is_best: bool,
}

impl Tablebase {
    /// Who wins, when the fifty-move counter is 0.
    ///
    /// The counter of the board, the history and the number of the move do not matter.
    ///
    /// ```
    /// use gardez_position::Position;
    /// use gardez_syzygy::{Tablebase, Wdl};
    ///
    /// # let tablebase = Tablebase::open([concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables")])?;
    /// // The rook's pawn, and the king is in time.
    /// let position: Position = "1k6/8/8/8/P7/8/8/K7 b - - 0 1".parse()?;
    /// assert_eq!(tablebase.probe_wdl(&position)?, Wdl::Draw);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a side may still castle, or a table that is needed (also after captures) is not there or damaged.
    pub fn probe_wdl(&self, board: &Board) -> Result<Wdl, ProbeError> {
        self.check(board)?;
        self.score(board).map(|score| score.wdl)
    }

    /// The distance to the next zeroing move with best play, when the fifty-move counter is 0; see [`Dtz`].
    ///
    /// # Errors
    ///
    /// As [`Tablebase::probe_wdl`], for the tables of distances as well.
    pub fn probe_dtz(&self, board: &Board) -> Result<Dtz, ProbeError> {
        self.check(board)?;
        self.distance(board)
    }

    /// Who wins by the table alone.
    #[inline]
    fn stored_wdl(&self, board: &Board) -> Result<Wdl, ProbeError> {
        if board.occupied().len() == 2 {
            return Ok(Wdl::Draw);
        }
        let found = self.table(board, TableKind::Wdl)?;
        found.table.wdl(board, found.strong).map_err(|flaw| found.flawed(flaw))
    }

    /// Who wins, as far as it lies between `alpha` and `beta`; there is no en passant.
    fn search(&self, board: &Board, alpha: Wdl, beta: Wdl) -> Result<Wdl, ProbeError> {
        let mut best = alpha;
        let moves = moves_to_captures(board);
        for &m in moves.iter().flat_map(|moves| moves.iter()).filter(|m| is_capture(board, **m)) {
            let value = -self.search(&board.after(m), -beta, -best)?;
            if beta <= value {
                return Ok(value);
            }
            best = best.max(value);
        }
        Ok(best.max(self.stored_wdl(board)?))
    }

    /// Who wins, and whether only a capture shows it.
    pub(crate) fn score(&self, board: &Board) -> Result<Score, ProbeError> {
        // The best capture, and the best en passant capture if that is better still.
        let (mut best, mut best_en_passant) = (None, None);
        let moves = moves_to_captures(board);
        for &m in moves.iter().flat_map(|moves| moves.iter()).filter(|m| is_capture(board, **m)) {
            let value = -self.search(&board.after(m), Wdl::Loss, -best.unwrap_or(Wdl::Loss))?;
            if value == Wdl::Win {
                return Ok(Score { wdl: value, zeroing_is_best: true });
            }
            if Some(value) > best {
                if m.kind() == MoveKind::EnPassant {
                    best_en_passant = best_en_passant.max(Some(value));
                } else {
                    best = Some(value);
                }
            }
        }

        // The table knows nothing of en passant, which can only add a move.
        let stored = self.stored_wdl(board)?;
        if best_en_passant > best {
            if let Some(wdl) = best_en_passant.filter(|&value| value > stored) {
                return Ok(Score { wdl, zeroing_is_best: true });
            }
        }
        if let Some(wdl) = best.max(best_en_passant).filter(|&value| value >= stored) {
            return Ok(Score { wdl, zeroing_is_best: wdl > Wdl::Draw });
        }
        // For the table it is stalemate, but there is the capture en passant: whatever it leads to, it must be made.
        if let Some(wdl) = best_en_passant.filter(|_| stored == Wdl::Draw && !board.in_check()) {
            if board.legal_moves().iter().all(|m| m.kind() == MoveKind::EnPassant) {
                return Ok(Score { wdl, zeroing_is_best: true });
            }
        }
        Ok(Score { wdl: stored, zeroing_is_best: false })
    }

    /// The distance to the next zeroing move.
    pub(crate) fn distance(&self, board: &Board) -> Result<Dtz, ProbeError> {
        let score = self.score(board)?;
        if score.wdl == Wdl::Draw {
            return Ok(Dtz::DRAW);
        }
        if score.zeroing_is_best || self.pawn_move_is_best(board, score.wdl)? {
            return Ok(Dtz::before_zeroing(score.wdl));
        }
        self.distance_without_zeroing(board, score.wdl)
    }

    /// Whether a pawn move that captures nothing keeps a win, which is not in the table of distances either.
    #[inline]
    pub(crate) fn pawn_move_is_best(&self, board: &Board, wdl: Wdl) -> Result<bool, ProbeError> {
        if wdl > Wdl::Draw {
            let pawns = board.pieces(board.side_to_move(), PieceType::Pawn);
            for m in board.legal_moves_from(pawns, !board.occupied()) {
                if m.kind() != MoveKind::EnPassant && -self.score(&board.after(m))?.wdl == wdl {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The distance by the table, where no zeroing move is the best of a side that wins.
    fn distance_without_zeroing(&self, board: &Board, wdl: Wdl) -> Result<Dtz, ProbeError> {
        // No capture en passant is best, so the table's position is this one.
        let found = self.table(board, TableKind::Dtz)?;
        let stored = found.table.dtz(board, found.strong, wdl).map_err(|flaw| found.flawed(flaw))?;
        match stored {
            Distance::Plies(plies, is_rounded) => {
                let before = Dtz::before_zeroing(wdl).plies();
                Ok(Dtz::new(before + before.signum() * i32::from(plies), is_rounded))
            }
            Distance::OtherSide => self.distance_by_moves(board, wdl),
        }
    }

    /// The distance as the moves tell it: the table is about the other side. No capture or pawn move is the best of a side
    /// that wins.
    fn distance_by_moves(&self, board: &Board, wdl: Wdl) -> Result<Dtz, ProbeError> {
        let quiet = board.legal_moves_from(!board.by_type(PieceType::Pawn), !board.occupied());
        let is_win = wdl > Wdl::Draw;
        // At least and at most so many plies. A loser who can do no better zeroes the counter or is mated.
        let mut best = if is_win { None } else { Some((Dtz::before_zeroing(wdl).plies().unsigned_abs(), 0)) };
        for m in quiet {
            let after = board.after(m);
            let dtz =
                if is_win && is_mate(&after) { Dtz::new(1, false) } else { self.distance(&after)?.one_ply_earlier() };
            let (at_least, at_most) = (dtz.plies().unsigned_abs(), dtz.at_most());
            best = match best {
                _ if is_win != (0 < dtz.plies()) || dtz == Dtz::DRAW => best,
                None => Some((at_least, at_most)),
                Some((least, most)) if is_win => Some((least.min(at_least), most.min(at_most))),
                Some((least, most)) => Some((least.max(at_least), most.max(at_most))),
            };
        }
        // A table that says won where no move wins is damaged, but that is not for sure its own fault.
        let Some((least, most)) = best else {
            let found = self.table(board, TableKind::Dtz)?;
            return Err(found.flawed(crate::TableErrorKind::Data { what: "distance" }));
        };
        let plies = if is_win { least as i32 } else { -(least as i32) };
        Ok(Dtz::new(plies, least < most))
    }
}

/// The legal captures, and perhaps steps to the square behind a pawn that can be captured en passant.
#[inline]
fn moves_to_captures(board: &Board) -> Option<MoveList> {
    let us = board.side_to_move();
    let theirs = board.by_color(!us) - board.by_type(PieceType::King);
    // Most often nothing is attacked, which is faster seen than the moves are listed.
    let is_attacked = |square| board.attackers_exist(square, us, board.occupied());
    if board.ep_square().is_none() && !theirs.into_iter().any(is_attacked) {
        return None;
    }
    Some(board.legal_moves_from(Bitboard::FULL, theirs | Bitboard::from(board.ep_square())))
}

/// True if a move in that list is a capture.
#[inline]
fn is_capture(board: &Board, m: Move) -> bool {
    m.kind() == MoveKind::EnPassant || board.piece_on(m.to()).is_some()
}

/// True if the side to move is mated.
pub(crate) fn is_mate(board: &Board) -> bool {
    board.in_check() && board.legal_move_count() == 0
}
