//! The games of several files.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use gardez::data::GameTexts;
use gardez::data::files::{Bytes, GamePart, read_games};
use gardez::data::select::{Facts, Selection};
use gardez::variants::pgn::GameBoard;

use crate::input;
use crate::output::{Taken, Target};
use crate::pgn::Inputs;
use crate::progress::Progress;
use crate::stop::{Stop, code};

/// The games of a file, or of a part of it.
pub(super) type Games = GameTexts<Bytes, GameBoard>;

/// Passes on what has been made of games.
pub(super) type Emit<'a, P> = &'a mut dyn FnMut(P) -> Result<(), Stop>;

/// Reads all files in several threads. `work` reads games, and `take` takes its results in order until it breaks.
/// Reports files that cannot be read to their end, and returns `true` if there is none.
pub(super) fn each_file<P: Send>(
    inputs: &Inputs,
    paths: &[PathBuf],
    progress: &Progress,
    work: impl Fn(&mut Games, Emit<'_, P>) -> Result<(), Stop> + Sync,
    mut take: impl FnMut(&str, &GamePart, P) -> Result<ControlFlow<()>, Stop>,
) -> Result<bool, Stop> {
    let mut is_complete = true;
    let work = |games: &mut Games, emit: Emit<'_, _>| {
        games.set_letters(inputs.letters);
        work(games, emit)
    };
    for path in paths {
        let (name, mut is_over) = (input::name(path), false);
        let read = input::open(path, progress).and_then(|bytes| {
            read_games((bytes, &name), inputs.threads.count(), work, |part, piece| {
                is_over = take(&name, part, piece)?.is_break();
                // Ends the threads, too; it is not shown.
                if is_over { Err(Stop::Failed(String::new())) } else { Ok(()) }
            })
        });
        match read {
            Ok(()) => {}
            Err(_) if is_over => break,
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
    mut selection: Selection,
    only_counts: bool,
) -> Result<ExitCode, Stop> {
    let paths = inputs.paths()?;
    let progress = inputs.progress(target.is_standard() && !only_counts);
    let mut output = target.open(&Taken::new(&paths))?;
    let conditions = selection.clone();
    let work = |games: &mut Games, emit: Emit<'_, _>| {
        let mut facts = Facts::default();
        while let Some(is_met) = conditions.read_next(games, &mut facts)? {
            let text = if is_met && !only_counts { games.paragraph() } else { Ok(Vec::new()) };
            emit((is_met, facts.fingerprint, text))?;
        }
        Ok(())
    };
    let is_complete = each_file(inputs, &paths, &progress, work, |_, _, (is_met, fingerprint, text)| {
        if !selection.is_over() && selection.count(is_met, fingerprint) {
            output.write(&text?)?;
        }
        Ok(if selection.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    if only_counts {
        output.write(format!("{}\n", selection.found).as_bytes())?;
    }
    output.finish()?;
    Ok(code(is_complete, selection.found != 0))
}

/// Says how many errors there are, if any.
pub(crate) fn tell_errors(errors: u64, progress: &Progress) {
    if errors != 0 {
        progress.line(&format!("errors: {errors}; `gardez check` shows them"));
    }
}
