//! Probes as lc0 makes them. With an incomplete set of tables, the order of the moves decides whether there is an answer;
//! [`Rescorer`](super::Rescorer) describes the order.

use gardez_lc0::{Board, Move};
use gardez_syzygy::{Tablebase, Wdl};
use gardez_types::MoveKind;

/// Returns the result for the side to move, or `None` if a table is missing that lc0 asks for.
pub(super) fn wdl(tablebase: &Tablebase, board: &Board) -> Option<Wdl> {
    search(tablebase, board, is_capture).map(|found| found.wdl)
}

/// Returns the plies to the next capture or pawn move, negative in a loss, or `None` if a table is missing that lc0 asks
/// for.
pub(super) fn dtz(tablebase: &Tablebase, board: &Board) -> Option<i32> {
    let found = search(tablebase, board, Board::is_zeroing)?;
    match found.wdl {
        Wdl::Draw => Some(0),
        wdl if found.zeroing_is_best => Some(before_zeroing(wdl)),
        wdl => match stored(board, |board| tablebase.stored_dtz(board, wdl).ok())? {
            Some(dtz) => Some(dtz.plies()),
            None => dtz_by_moves(tablebase, board, wdl),
        },
    }
}

/// Returns the winning moves with the least distance; none if a table is missing that lc0 asks for.
pub(super) fn fastest_wins(tablebase: &Tablebase, board: &Board) -> Vec<Move> {
    let moves = board.legal_moves();
    let Some(plies) = moves.iter().map(|&m| plies_of(tablebase, board, m)).collect::<Option<Vec<_>>>() else {
        return Vec::new();
    };
    let least = plies.iter().copied().filter(|&plies| 0 < plies).min();
    let fastest = moves.iter().zip(plies).filter(|&(_, plies)| Some(plies) == least);
    fastest.map(|(&m, _)| m).collect()
}

/// The result of a search through zeroing moves.
struct Found {
    wdl: Wdl,
    /// The best zeroing move decides the distance, so the table of distances is not asked.
    zeroing_is_best: bool,
}

/// Returns the result by the moves with this property and, unless all legal moves are such or one of them wins, by the
/// table. After each of the moves, only captures are looked at.
fn search(tablebase: &Tablebase, board: &Board, is_searched: fn(&Board, Move) -> bool) -> Option<Found> {
    let moves = board.legal_moves();
    let (mut best, mut searched) = (None, 0);
    for &m in moves.iter().filter(|&&m| is_searched(board, m)) {
        let value = -wdl(tablebase, &board.after(m))?;
        if value == Wdl::Win {
            return Some(Found { wdl: value, zeroing_is_best: true });
        }
        best = best.max(Some(value));
        searched += 1;
    }
    match best {
        Some(wdl) if searched == moves.len() => Some(Found { wdl, zeroing_is_best: true }),
        _ => {
            let stored = stored(board, |board| tablebase.stored_wdl(board).ok())?;
            let wdl = best.filter(|&best| stored <= best);
            Some(Found { wdl: wdl.unwrap_or(stored), zeroing_is_best: wdl.is_some_and(|wdl| Wdl::Draw < wdl) })
        }
    }
}

/// Returns the distance by all legal moves, because the table has only positions with the other side to move.
fn dtz_by_moves(tablebase: &Tablebase, board: &Board, wdl: Wdl) -> Option<i32> {
    let is_win = Wdl::Draw < wdl;
    let mut best = None;
    for &m in &board.legal_moves() {
        let plies = plies_of(tablebase, board, m)?;
        // The least number: the shortest win, or the longest resistance.
        if plies.signum() == if is_win { 1 } else { -1 } {
            best = Some(best.map_or(plies, |best: i32| best.min(plies)));
        }
    }
    // Mated. A win without a winning move has a damaged table.
    best.or((!is_win).then_some(-1))
}

/// Returns the number of plies that a move needs, counted from the position before it.
fn plies_of(tablebase: &Tablebase, board: &Board, m: Move) -> Option<i32> {
    let after = board.after(m);
    if board.is_zeroing(m) {
        return Some(before_zeroing(-wdl(tablebase, &after)?));
    }
    let plies = -dtz(tablebase, &after)?;
    let mates = plies == 1 && after.in_check() && after.legal_moves().is_empty();
    Some(if mates { 1 } else { plies + plies.signum() })
}

/// Returns what a table contains for a board. `None` for a board that is not a position.
fn stored<T>(board: &Board, ask: impl FnOnce(&gardez_position::Board) -> Option<T>) -> Option<T> {
    ask(&gardez_position::Board::try_from(board).ok()?)
}

fn is_capture(board: &Board, m: Move) -> bool {
    m.kind() == MoveKind::EnPassant || board.theirs().contains(m.to())
}

/// Returns the distance before a zeroing move that leads to this result.
const fn before_zeroing(wdl: Wdl) -> i32 {
    match wdl {
        Wdl::Loss => -1,
        Wdl::BlessedLoss => -101,
        Wdl::Draw => 0,
        Wdl::CursedWin => 101,
        Wdl::Win => 1,
    }
}
