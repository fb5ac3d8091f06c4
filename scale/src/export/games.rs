//! Whole games of game rows.

use gardez::data::{Evaluation, Game, Ply};
use gardez_position::{Board, BoardParts};
use gardez_types::{Color, GameResult};

use super::rows;
use crate::context::UnitContext;
use crate::data::{GameRow, GameRows};
use crate::error::{Error, Result};
use crate::schema;

/// Passes on the checked games of a unit with their numbers: those whose first row is in its part of the rows.
pub(super) fn for_each_game(
    context: &mut UnitContext<'_>,
    all_rows: &[u64],
    mut each: impl FnMut(u64, Game) -> Result<()>,
) -> Result<()> {
    let range = rows::range(context, all_rows);
    if range.is_empty() {
        return Ok(());
    }
    let layout = schema::game_rows();
    let end: u64 = all_rows.iter().sum();
    let base = context.store.place("");
    // The row before says which game began earlier.
    let first = range.start.saturating_sub(1);
    let (mut row, mut earlier) = (first, None);
    let mut game: Vec<GameRow> = Vec::new();
    'rows: for batch in rows::read(&base, &context.plan.inputs, all_rows, &layout, first..end) {
        let batch = batch?;
        let rows =
            GameRows::new(&batch).ok_or_else(|| Error::malformed(context.unit, "its input has other columns"))?;
        for index in 0..batch.num_rows() {
            let at = row;
            row += 1;
            if at < range.start {
                earlier = Some(rows.game(index));
                continue;
            }
            if earlier == Some(rows.game(index)) {
                continue;
            }
            earlier = None;
            if game.last().is_some_and(|last| last.game != rows.game(index)) {
                emit(&game, &mut each)?;
                game.clear();
            }
            if game.is_empty() && range.end <= at {
                break 'rows;
            }
            game.push(rows.row(index));
        }
        (context.report)((row - first).min(range.end - first), range.end - first);
    }
    if game.is_empty() { Ok(()) } else { emit(&game, &mut each) }
}

fn emit(rows: &[GameRow], each: &mut impl FnMut(u64, Game) -> Result<()>) -> Result<()> {
    let number = rows[0].game;
    each(number, replay(rows).map_err(|what| Error::malformed(format_args!("game {number}"), what))?)
}

/// Makes the moves of a game, and compares each position with its row's.
fn replay(rows: &[GameRow]) -> std::result::Result<Game, String> {
    let start = Board::try_from(&rows[0].board).map_err(|error| error.to_string())?;
    let parts = BoardParts {
        halfmove_clock: rows[0].rule50.into(),
        fullmove_number: u32::from(rows[0].ply) / 2 + 1,
        ..BoardParts::from(&start)
    };
    let mut board = Board::from_parts(&parts).map_err(|error| error.to_string())?;
    let mut game = Game::new(board, result(rows[0].result));
    for (index, row) in rows.iter().enumerate() {
        if board.packed() != Ok(row.board) {
            return Err(format!("row {index} is not the position after the move before it"));
        }
        let evaluation = row.evaluation.map(|found| Evaluation::from_white(found.score(), board.side_to_move()));
        match row.mv {
            Some(Some(mv)) if board.is_legal(mv) && index + 1 < rows.len() => {
                game.plies.push(Ply { evaluation, ..Ply::new(mv) });
                board.do_move(mv);
            }
            None if index + 1 == rows.len() => game.last = evaluation,
            _ => return Err(format!("the move of row {index} is not legal, or is not there")),
        }
    }
    Ok(game)
}

fn result(column: Option<i8>) -> GameResult {
    match column {
        Some(1) => GameResult::from_winner(Color::White),
        Some(-1) => GameResult::from_winner(Color::Black),
        Some(0) => GameResult::Draw,
        _ => GameResult::Unknown,
    }
}
