//! Formats of whole games: tables are written game by game.

use gardez_formats::monty::{PolicyGame, PolicyWriter, WinProbability, scale_visits};
use gardez_formats::{Entry, Game, GameMove, White, WriteError, WriteGames};
use gardez_position::Board;
use gardez_types::{CastlingSide, Move, MoveKind, PieceType};

use super::table::Expected;

/// Writes the games of a table.
pub(super) fn write<W: WriteGames<View = White>>(
    mut writer: W,
    entries: &[Expected],
    finish: fn(W) -> Result<Vec<u8>, WriteError>,
) -> Result<Vec<u8>, String> {
    for entries in games(entries) {
        let Entry { board, result, .. } = entries[0].entry;
        let mut game = Game::new(board, result);
        let moves =
            entries.iter().filter_map(|&Expected { entry, .. }| Some(GameMove { mv: entry.mv?, score: entry.score }));
        game.moves.extend(moves);
        writer.write_game(&game).map_err(|error| error.to_string())?;
    }
    finish(writer).map_err(|error| error.to_string())
}

/// Writes the games of a table as policy games, with the visit counts that the files were made with.
pub(super) fn write_policy(entries: &[Expected]) -> Result<Vec<u8>, String> {
    let mut writer = PolicyWriter::new(Vec::new());
    for entries in games(entries) {
        let Entry { board, result, .. } = entries[0].entry;
        let mut game = PolicyGame::new(board, result);
        for (index, expected) in entries.iter().enumerate() {
            let entry = expected.entry.to_side_to_move().map_err(|error| error.to_string())?;
            let mv = entry.mv.ok_or("an entry without a move")?;
            // Every fourth entry has no counts.
            let visits = if index % 4 == 3 { Vec::new() } else { visits(&entry.board, mv) };
            game.push(mv, WinProbability::from_score(entry.score), visits);
        }
        writer.write_game(&game).map_err(|error| error.to_string())?;
    }
    writer.finish().map_err(|error| error.to_string())
}

/// The entries of each game.
fn games(entries: &[Expected]) -> impl Iterator<Item = &[Expected]> {
    entries.chunk_by(|one, next| one.game == next.game)
}

/// The visit counts that the files were made with: a number that depends on the number of the move, and 300 more for the
/// move that was played.
fn visits(board: &Board, played: Move) -> Vec<u8> {
    let mut moves: Vec<_> = board.legal_moves().into_iter().map(|m| (number(board, m), m)).collect();
    moves.sort_unstable_by_key(|&(number, _)| number);
    let count = |&(number, m): &(u16, Move)| {
        let count = (u32::from(number).wrapping_mul(2_654_435_761) >> 20) % 97;
        if m == played { count + 300 } else { count }
    };
    scale_visits(moves.iter().map(count))
}

/// The number of a move in montyformat, from its description and not from the crate.
fn number(board: &Board, m: Move) -> u16 {
    let captures = board.piece_on(m.to()).is_some();
    let is_pawn = board.piece_on(m.from()).is_some_and(|piece| piece.piece_type() == PieceType::Pawn);
    let (to, kind) = match m.kind() {
        MoveKind::Castling => {
            let side = CastlingSide::from_squares(m.from(), m.to());
            (side.king_target(board.side_to_move()), if side == CastlingSide::KingSide { 2 } else { 3 })
        }
        MoveKind::EnPassant => (m.to(), 5),
        MoveKind::Promotion => {
            let piece = m.promotion_piece().map_or(0, |piece| piece.index() as u16 - 1);
            (m.to(), 8 + piece + if captures { 4 } else { 0 })
        }
        MoveKind::Normal if captures => (m.to(), 4),
        MoveKind::Normal if is_pawn && m.from().rank_distance(m.to()) == 2 => (m.to(), 1),
        MoveKind::Normal => (m.to(), 0),
    };
    (m.from() as u16) << 10 | (to as u16) << 4 | kind
}
