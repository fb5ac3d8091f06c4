//! The games of several files.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use gardez::data::GameTexts;
use gardez::data::files::Bytes;
use gardez::data::select::Selection;
use gardez::variants::pgn::GameBoard;

use crate::input;
use crate::output::Target;
use crate::pgn::Inputs;
use crate::progress::Progress;
use crate::stop::{Stop, code};

/// Calls `f` for each file, until it breaks. A file that cannot be read to its end is reported, and the next one
/// follows; returns `true` if there is none of these.
pub(super) fn each_file(
    paths: &[PathBuf],
    progress: &Progress,
    mut f: impl FnMut(&mut GameTexts<Bytes, GameBoard>) -> Result<ControlFlow<()>, Stop>,
) -> Result<bool, Stop> {
    let mut is_complete = true;
    for path in paths {
        let games = input::open(path, progress).map(|bytes| GameTexts::new(bytes).with_name(input::name(path)));
        match games.map(GameTexts::with_boards).and_then(|mut games| f(&mut games)) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => break,
            Err(Stop::Input(message)) => {
                progress.line(&format!("error: {message}"));
                is_complete = false;
            }
            Err(stop) => {
                progress.end();
                return Err(stop);
            }
        }
    }
    progress.end();
    Ok(is_complete)
}

/// Writes the selected games exactly as they are, or only their number.
pub(super) fn copy(
    inputs: &Inputs,
    target: &Target,
    selection: &mut Selection,
    only_counts: bool,
) -> Result<ExitCode, Stop> {
    let paths = inputs.paths()?;
    let progress = inputs.progress(target.is_standard() && !only_counts);
    let mut output = target.open(&paths)?;
    let is_complete = each_file(&paths, &progress, |games| {
        selection.each(games, |_, game| if only_counts { Ok(()) } else { output.write(&game.paragraph()?) })?;
        Ok(if selection.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    if only_counts {
        output.write(format!("{}\n", selection.found).as_bytes())?;
    }
    output.finish()?;
    Ok(code(is_complete, selection.found != 0))
}
