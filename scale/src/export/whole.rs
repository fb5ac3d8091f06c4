//! Game rows as whole games: a tar with a compressed file for each game, or one file if the format joins games.

use std::io::{self, BufWriter, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use gardez::data::UnfitGameError;
use gardez::data::chunk::{GameFormat, GameOptions};
use gardez_io::tar;
use gardez_types::GameResult;
use serde_json::json;

use super::file_name;
use super::games::for_each_game;
use crate::context::UnitContext;
use crate::done::{Facts, facts};
use crate::error::{Error, Result};
use crate::output::Output;

pub(super) fn run(
    context: &mut UnitContext<'_>,
    output: &mut Output<'_>,
    rows: &[u64],
    format: GameFormat,
) -> Result<Facts> {
    let extension = if format.is_divisible { "tar" } else { format.format.extension() };
    let file = output.open(&file_name(context, extension))?;
    let path = file.path().to_owned();
    let mut file = BufWriter::with_capacity(1 << 18, file);
    let (mut games, mut records, mut without_result, mut refused) = (0_u64, 0_u64, 0_u64, 0_u64);
    let mut bytes = Vec::new();
    for_each_game(context, rows, |number, game| {
        bytes.clear();
        match (format.write)(&game, &GameOptions::default(), games == 0, &mut bytes) {
            Ok(written) if !bytes.is_empty() => {
                games += 1;
                records += written.records;
            }
            Ok(_) | Err(UnfitGameError::NoResult) => {
                without_result += u64::from(game.result == GameResult::Unknown);
                return Ok(());
            }
            Err(_) => {
                refused += 1;
                return Ok(());
            }
        }
        let written =
            if format.is_divisible { write_member(&mut file, number, &bytes) } else { file.write_all(&bytes) };
        written.map_err(Error::io(&path))
    })?;
    let end = if format.is_divisible { tar::write_end(&mut file) } else { Ok(()) };
    end.and_then(|()| file.flush()).map_err(Error::io(&path))?;
    let file = file.into_inner().map_err(|error| Error::Io { path: path.clone(), error: error.into_error() })?;
    output.finish(file, if format.is_divisible { records } else { games });
    Ok(facts(json!({ "games": games, "records": records, "without_result": without_result, "refused": refused })))
}

fn write_member(tar: &mut impl Write, number: u64, bytes: &[u8]) -> io::Result<()> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(bytes)?;
    tar::write_member(tar, &format!("game-{number:020}.gz"), &packed.finish()?)
}
