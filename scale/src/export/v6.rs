//! Game rows as chunks of Leela's training records, version 6: a tar with one compressed chunk for each game.

use std::io::{BufWriter, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use gardez::data::chunk::ChunkOptions;
use gardez::data::{Evaluation, Game, Ply, UnfitGameError};
use gardez::lc0::training::Writer;
use gardez_io::tar;
use serde_json::json;

use super::file_name;
use super::games::{Step, for_each_game, result};
use crate::context::UnitContext;
use crate::done::Facts;
use crate::error::{Error, Result};
use crate::output::Output;

/// Runs a unit.
pub(super) fn run(context: &mut UnitContext<'_>, output: &mut Output, rows: &[u64]) -> Result<Facts> {
    let file = output.open(&file_name(context, "tar"))?;
    let path = file.path().to_owned();
    let mut file = BufWriter::with_capacity(1 << 18, file);
    let options = ChunkOptions::default();
    let (mut games, mut records, mut without_result, mut refused) = (0_u64, 0_u64, 0_u64, 0_u64);
    for_each_game(context, rows, |steps| {
        let game = game(steps);
        let made = match game.records(&options) {
            Ok(made) if 0 < made.len() => made,
            Ok(_) | Err(UnfitGameError::NoResult) => {
                without_result += u64::from(game.result == gardez::GameResult::Unknown);
                return Ok(());
            }
            Err(_) => {
                refused += 1;
                return Ok(());
            }
        };
        games += 1;
        records += made.len() as u64;
        let write = || {
            let mut chunk = Writer::new(GzEncoder::new(Vec::new(), Compression::default()));
            for record in made {
                chunk.write(&record)?;
            }
            let packed = chunk.finish()?.finish()?;
            tar::write_member(&mut file, &format!("game-{:020}.gz", steps[0].row.game), &packed)
        };
        write().map_err(Error::io(&path))
    })?;
    let end = tar::write_end(&mut file).and_then(|()| file.flush());
    end.map_err(Error::io(&path))?;
    let file = file.into_inner().map_err(|error| Error::Io { path: path.clone(), error: error.into_error() })?;
    output.finish(file, records);
    let facts = json!({ "games": games, "records": records, "without_result": without_result, "refused": refused });
    Ok(facts.as_object().cloned().unwrap_or_default())
}

/// Returns the game with its evaluations.
fn game(steps: &[Step]) -> Game {
    let mut game = Game::new(steps[0].board, result(steps[0].row.result));
    for step in steps {
        let color = step.board.side_to_move();
        let evaluation = step.row.evaluation.map(|found| Evaluation::from_white(found.score(), color));
        match step.row.mv.flatten() {
            Some(mv) => game.plies.push(Ply { evaluation, ..Ply::new(mv) }),
            None => game.last = evaluation,
        }
    }
    game
}
