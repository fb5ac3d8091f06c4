//! The value of a position, from its tables and from the positions after captures.
//!
//! If a capture is best, a table of results may be too low, and a distance is meaningless. Both ignore en passant.

use gardez_bitboard::Bitboard;
use gardez_position::{Board, MoveList};
use gardez_types::{Move, MoveKind, PieceType};

use crate::dtz::Dtz;
use crate::error::{ProbeError, TableErrorKind};
use crate::name::TableKind;
use crate::table::Distance;
use crate::tablebase::Tablebase;
use crate::wdl::Wdl;

/// The result, and whether a zeroing move is best.
#[derive(Clone, Copy)]
pub(crate) struct Score {
    pub(crate) wdl: Wdl,
    /// The best move zeroes the counter, so the value in the table of distances must not be used.
    pub(crate) zeroing_is_best: bool,
}

impl Tablebase {
    /// Returns the result with best play if the fifty-move counter is 0. The counter of the board makes no difference.
    ///
    /// ```
    /// use gardez_position::Position;
    /// use gardez_syzygy::{Tablebase, Wdl};
    ///
    /// # let tablebase = Tablebase::open([concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables")])?;
    /// // A rook's pawn, and Black's king arrives in time:
    /// //
    /// //     8  . k . . . . . .
    /// //     4  P . . . . . . .
    /// //     1  K . . . . . . .
    /// let position: Position = "1k6/8/8/8/P7/8/8/K7 b - - 0 1".parse()?;
    /// assert_eq!(tablebase.probe_wdl(&position)?, Wdl::Draw);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a side may still castle, if the board has too many pieces, or if a table of the position or of
    /// the positions after captures is missing or damaged.
    pub fn probe_wdl(&self, board: &Board) -> Result<Wdl, ProbeError> {
        self.check(board)?;
        self.score(board).map(|score| score.wdl)
    }

    /// Returns the distance to the next zeroing move with best play if the fifty-move counter is 0.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Tablebase::probe_wdl`], and an error if a table of distances is missing or damaged.
    pub fn probe_dtz(&self, board: &Board) -> Result<Dtz, ProbeError> {
        self.check(board)?;
        self.distance(board)
    }

    /// Returns the value in the table of results, without the positions after captures.
    ///
    /// If a capture is best, the value may be too low, and it ignores en passant. Most programs need
    /// [`Tablebase::probe_wdl`]; this method and [`Tablebase::stored_dtz`] are for programs that search the captures
    /// themselves, in an order of their own.
    ///
    /// ```
    /// use gardez_position::Position;
    /// use gardez_syzygy::{Tablebase, Wdl};
    ///
    /// # let tablebase = Tablebase::open([concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables")])?;
    /// let position: Position = "8/8/8/8/4k3/8/8/KR6 w - - 0 1".parse()?;
    /// assert_eq!(tablebase.stored_wdl(&position)?, Wdl::Win);
    /// // White needs 29 plies. The table contains positions with White to move only.
    /// assert_eq!(tablebase.stored_dtz(&position, Wdl::Win)?.map(|dtz| dtz.plies()), Some(29));
    /// let position: Position = "8/8/8/8/4k3/8/8/KR6 b - - 0 1".parse()?;
    /// assert_eq!(tablebase.stored_dtz(&position, Wdl::Loss)?, None);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a side may still castle, if the board has too many pieces, or if the table is missing or damaged.
    pub fn stored_wdl(&self, board: &Board) -> Result<Wdl, ProbeError> {
        self.check(board)?;
        self.stored(board)
    }

    /// Returns the value in the table of distances for a board with the result `wdl`.
    ///
    /// `None` if the table has only the other side to move. Meaningless in draws, and if a capture or pawn move is best.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Tablebase::stored_wdl`].
    pub fn stored_dtz(&self, board: &Board, wdl: Wdl) -> Result<Option<Dtz>, ProbeError> {
        self.check(board)?;
        let found = self.table(board, TableKind::Dtz)?;
        Ok(match found.table.dtz(board, found.strong, wdl).map_err(|kind| found.error(kind))? {
            Distance::Plies(plies, is_rounded) => {
                let before = Dtz::before_zeroing(wdl).plies();
                Some(Dtz::new(before + before.signum() * i32::from(plies), is_rounded))
            }
            Distance::OtherSide => None,
        })
    }

    #[inline]
    fn stored(&self, board: &Board) -> Result<Wdl, ProbeError> {
        if board.occupied().len() == 2 {
            return Ok(Wdl::Draw);
        }
        let found = self.table(board, TableKind::Wdl)?;
        found.table.wdl(board, found.strong).map_err(|kind| found.error(kind))
    }

    /// Returns the result, limited to `alpha` to `beta`, by an alpha-beta search over captures, without en passant.
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
        Ok(best.max(self.stored(board)?))
    }

    /// Returns the result, and whether the best capture decides it.
    pub(crate) fn score(&self, board: &Board) -> Result<Score, ProbeError> {
        // The best ordinary capture, and the best en passant capture if it is better.
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

        // The table ignores en passant, which can only add a move.
        let stored = self.stored(board)?;
        if best_en_passant > best {
            if let Some(wdl) = best_en_passant.filter(|&value| value > stored) {
                return Ok(Score { wdl, zeroing_is_best: true });
            }
        }
        if let Some(wdl) = best.max(best_en_passant).filter(|&value| value >= stored) {
            return Ok(Score { wdl, zeroing_is_best: wdl > Wdl::Draw });
        }
        // The table has the value of a stalemate, but there is an en passant capture, which is forced.
        if let Some(wdl) = best_en_passant.filter(|_| stored == Wdl::Draw && !board.in_check()) {
            if board.legal_moves().iter().all(|m| m.kind() == MoveKind::EnPassant) {
                return Ok(Score { wdl, zeroing_is_best: true });
            }
        }
        Ok(Score { wdl: stored, zeroing_is_best: false })
    }

    /// Returns the distance to the next zeroing move.
    pub(crate) fn distance(&self, board: &Board) -> Result<Dtz, ProbeError> {
        let score = self.score(board)?;
        if score.wdl == Wdl::Draw {
            return Ok(Dtz::DRAW);
        }
        if score.zeroing_is_best || self.pawn_move_is_best(board, score.wdl)? {
            return Ok(Dtz::before_zeroing(score.wdl));
        }
        match self.stored_dtz(board, score.wdl)? {
            Some(dtz) => Ok(dtz),
            None => self.distance_by_moves(board, score.wdl),
        }
    }

    /// Returns `true` if a pawn move without a capture keeps a win. The table of distances does not contain this case.
    #[inline]
    fn pawn_move_is_best(&self, board: &Board, wdl: Wdl) -> Result<bool, ProbeError> {
        if wdl > Wdl::Draw {
            let pawns = board.pieces(board.side_to_move(), PieceType::Pawn);
            for m in board.moves().from(pawns).to(!board.occupied()).list() {
                if m.kind() != MoveKind::EnPassant && -self.score(&board.after(m))?.wdl == wdl {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Computes the distance from the positions after each move, if no best move of the winning side zeroes the counter.
    fn distance_by_moves(&self, board: &Board, wdl: Wdl) -> Result<Dtz, ProbeError> {
        let quiet = board.moves().from(!board.by_type(PieceType::Pawn)).to(!board.occupied()).list();
        let is_win = wdl > Wdl::Draw;
        // The lower and the upper bound in plies. A losing side without a better move zeroes the counter or is mated.
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
        // By the table of results the side wins, but no move wins: one of several tables is damaged. This one is named.
        let Some((least, most)) = best else {
            let found = self.table(board, TableKind::Dtz)?;
            return Err(found.error(TableErrorKind::Data { what: "distance" }));
        };
        let plies = if is_win { least as i32 } else { -(least as i32) };
        Ok(Dtz::new(plies, least < most))
    }
}

/// Returns the legal captures. With an en passant square, the list may also contain quiet moves to that square.
#[inline]
fn moves_to_captures(board: &Board) -> Option<MoveList> {
    let us = board.side_to_move();
    let theirs = board.by_color(!us) - board.by_type(PieceType::King);
    // Most often no piece is attacked. Testing that is faster than listing the moves.
    let is_attacked = |square| board.attackers_exist(square, us, board.occupied());
    if board.ep_square().is_none() && !theirs.into_iter().any(is_attacked) {
        return None;
    }
    Some(board.moves().to(theirs | Bitboard::from(board.ep_square())).list())
}

/// Returns `true` if a move that [`moves_to_captures`] lists is a capture.
#[inline]
fn is_capture(board: &Board, m: Move) -> bool {
    m.kind() == MoveKind::EnPassant || board.piece_on(m.to()).is_some()
}

/// Returns `true` if the side to move is mated.
pub(crate) fn is_mate(board: &Board) -> bool {
    board.in_check() && board.legal_move_count() == 0
}
