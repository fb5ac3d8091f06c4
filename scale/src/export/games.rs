//! Whole games of game rows.

use gardez_position::{Board, BoardParts};
use gardez_types::{Color, GameResult};

use super::rows;
use crate::context::UnitContext;
use crate::data::{GameRow, GameRows};
use crate::error::{Error, Result};
use crate::schema;

/// A position of a game that has been replayed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The position, with its counters.
    pub(super) board: Board,
    /// What the file says about it.
    pub(super) row: GameRow,
}

/// Passes on the games of a unit: those whose first row is in its part of the rows. The moves have been checked.
pub(super) fn for_each_game(
    context: &mut UnitContext<'_>,
    all_rows: &[u64],
    mut each: impl FnMut(&[Step]) -> Result<()>,
) -> Result<()> {
    let range = rows::range(context, all_rows);
    if range.is_empty() {
        return Ok(());
    }
    let layout = schema::game_rows();
    let end: u64 = all_rows.iter().sum();
    // The row before says which game began earlier.
    let first = range.start.saturating_sub(1);
    let (mut row, mut earlier) = (first, None);
    let mut game: Vec<GameRow> = Vec::new();
    let mut steps = Vec::new();
    'rows: for batch in rows::read(context.dir, &context.plan.inputs, all_rows, &layout, first..end) {
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
                emit(&game, &mut steps, &mut each)?;
                game.clear();
            }
            if game.is_empty() && range.end <= at {
                break 'rows;
            }
            game.push(rows.row(index));
        }
        (context.report)((row - first).min(range.end - first), range.end - first);
    }
    if game.is_empty() { Ok(()) } else { emit(&game, &mut steps, &mut each) }
}

fn emit(game: &[GameRow], steps: &mut Vec<Step>, each: &mut impl FnMut(&[Step]) -> Result<()>) -> Result<()> {
    steps.clear();
    replay(game, steps).map_err(|what| Error::malformed(format_args!("game {}", game[0].game), what))?;
    each(steps)
}

/// Makes the moves of a game, and compares each position with its row's.
fn replay(game: &[GameRow], steps: &mut Vec<Step>) -> std::result::Result<(), String> {
    let start = Board::try_from(&game[0].board).map_err(|error| error.to_string())?;
    let parts = BoardParts {
        rule50: game[0].rule50.into(),
        fullmove: u32::from(game[0].ply) / 2 + 1,
        ..BoardParts::from(&start)
    };
    let mut board = Board::from_parts(&parts).map_err(|error| error.to_string())?;
    for (index, row) in game.iter().enumerate() {
        if board.packed() != Ok(row.board) {
            return Err(format!("row {index} is not the position after the move before it"));
        }
        steps.push(Step { board, row: *row });
        match row.mv {
            Some(Some(mv)) if board.is_legal(mv) && index + 1 < game.len() => board.do_move(mv),
            None if index + 1 == game.len() => {}
            _ => return Err(format!("the move of row {index} is not legal, or is not there")),
        }
    }
    Ok(())
}

/// Returns the result in this column.
pub(super) fn result(column: Option<i8>) -> GameResult {
    match column {
        Some(1) => GameResult::from_winner(Color::White),
        Some(-1) => GameResult::from_winner(Color::Black),
        Some(0) => GameResult::Draw,
        _ => GameResult::Unknown,
    }
}
