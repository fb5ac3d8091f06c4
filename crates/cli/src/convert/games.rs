//! Whole games: from the inputs to a PGN or to training records of lc0.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use gardez::data::chunk::{ChunkOptions, Records};
use gardez::data::{EntryGames, Filter, Game, MissingScore, OnMisfit, PgnGames, PolicyComments, UnfitGameError};
use gardez::lc0::training::{V6, V7};
use gardez::notation::pgn;
use gardez_formats::AnyReader;
use gardez_formats::{Format, ReadError, SideToMove, Stream};
use serde_json::json;

use crate::convert::job::Job;
use crate::output::{Batch, Output, Target, print_json};
use crate::packed::chunk_games;
use crate::progress::Progress;
use crate::stop::{Stop, code, print_error};

/// Returns the formats that hold whole games with everything that is known of them.
pub(super) const fn is_of_games(format: Format) -> bool {
    matches!(format, Format::Pgn | Format::Lc0V6 | Format::Lc0V7)
}

/// Converts, and prints what was done.
pub(super) fn run(job: &Job<'_>) -> Result<ExitCode, Stop> {
    let is_of_positions = job.is_unique || job.is_shuffled || job.is_interleaved || job.split.is_some();
    if job.filter != Filter::ALL || job.tables.is_asked() || is_of_positions {
        let advice = "conditions, tables, --unique and another order are for positions";
        return Err(Stop::Failed(format!("{} are written as whole games; {advice}", plural(job.format))));
    }
    let [target] = job.targets else { unreachable!("there are no parts") };
    if job.has_json && target.is_standard() {
        return Err(Stop::Failed("--json needs standard output, but the output goes there".to_owned()));
    }
    let places = job.inputs.places(job.paths, &Filter::ALL)?;
    let progress = Progress::of(job.paths, job.inputs.quiet, target.is_standard());
    let mut done = Conversion::new(job, target)?;
    for place in &places {
        let converted = match (job.inputs.detect(place, &progress), place) {
            (Ok((format, stream)), _) => done.convert(&place.to_string(), format, stream),
            // The other chunks of a directory or a tar are converted.
            (Err(Stop::Input(message)), place) if place.is_in_archive() => {
                done.damage.push(message);
                done.has_failed_stream = true;
                Ok(())
            }
            (Err(stop), _) => Err(stop),
        };
        converted.inspect_err(|_| progress.end())?;
    }
    progress.end();
    done.finish(&target.name())
}

const fn plural(format: Format) -> &'static str {
    if matches!(format, Format::Pgn) { "games of a PGN" } else { "training records" }
}

/// A conversion that is under way.
struct Conversion<'a> {
    job: &'a Job<'a>,
    options: ChunkOptions,
    target: Games<'a>,
    /// The games that were read and written, and the records written.
    read: u64,
    written: u64,
    records: u64,
    /// What was left out, with its number.
    left_out: Vec<(String, u64)>,
    damage: Vec<String>,
    has_failed_stream: bool,
}

/// Where games go.
enum Games<'a> {
    Pgn(Output),
    Records(Output),
    /// A file for each game.
    Directory(&'a Target, &'a Path, Batch),
}

impl<'a> Conversion<'a> {
    fn new(job: &'a Job<'a>, target: &'a Target) -> Result<Self, Stop> {
        let target = match target.directory() {
            Some(directory) if job.format != Format::Pgn => {
                fs::create_dir_all(directory).map_err(|error| Stop::unwritable(directory.display(), error))?;
                Games::Directory(target, directory, Batch::default())
            }
            _ if job.format == Format::Pgn => Games::Pgn(target.open(job.paths)?),
            _ => Games::Records(target.open(job.paths)?),
        };
        Ok(Self {
            job,
            options: ChunkOptions::new(job.games.input_format),
            target,
            read: 0,
            written: 0,
            records: 0,
            left_out: Vec::new(),
            damage: Vec::new(),
            has_failed_stream: false,
        })
    }

    /// Converts the games of an input.
    fn convert(&mut self, name: &str, format: Format, stream: Box<dyn Read>) -> Result<(), Stop> {
        let before = self.read;
        match format {
            Format::Pgn if self.job.format == Format::Pgn => {
                Err(Stop::Failed(format!("{name} is a PGN already; `gardez pgn clean` rewrites it")))
            }
            Format::Pgn => self.convert_pgn(name, stream),
            Format::Lc0V6 | Format::Lc0V7 => {
                let has_policies = self.job.format != Format::Pgn || self.job.games.policies;
                let mut games = chunk_games(stream, self.job.inputs.strictness()).with_policies(has_policies);
                loop {
                    match games.next_game() {
                        Ok(Some(game)) => self.write(name, game)?,
                        Ok(None) => return Ok(()),
                        Err(error) => {
                            self.damage.push(format!("{name}: {error}, after {}", games_text(self.read - before)));
                            self.has_failed_stream |= error.is_of_stream();
                            return Ok(());
                        }
                    }
                }
            }
            format => {
                let reader = AnyReader::new(format, Stream::new(stream), self.job.inputs.strictness());
                let unreadable = || Stop::Failed(format!("{name}: {format} are not rows of entries"));
                let reader = reader.ok_or_else(unreadable)?.in_view::<SideToMove>();
                self.convert_entries(name, EntryGames::new(reader))
            }
        }
    }

    fn convert_pgn(&mut self, name: &str, stream: Box<dyn Read>) -> Result<(), Stop> {
        let before = self.read;
        let mut games = PgnGames::new(pgn::Reader::new(stream));
        let failure = loop {
            match games.next_game() {
                Ok(Some(game)) => self.write(name, game)?,
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
        };
        let report = *games.report();
        self.leave_out("rest of a game after an error", report.damaged);
        self.leave_out("rest of a game that is too long", report.too_long);
        self.leave_out("[%policy] that is not a distribution over legal moves", report.policies);
        if let Some(error) = failure {
            self.fail(name, &error, before);
        }
        Ok(())
    }

    fn convert_entries(
        &mut self,
        name: &str,
        mut games: EntryGames<gardez_formats::InView<'_, SideToMove>>,
    ) -> Result<(), Stop> {
        let before = self.read;
        let failure = loop {
            match games.next_game() {
                Ok(Some(game)) => self.write(name, game)?,
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
        };
        let without_move = games.without_move();
        if without_move != 0 && self.job.on_misfit == OnMisfit::Stop {
            let advice = "--skip leaves such entries out";
            return Err(Stop::Failed(format!("{name}: {without_move} entries have no move; {advice}")));
        }
        self.leave_out("entry without a move", without_move);
        if let Some(error) = failure {
            self.fail(name, &error, before);
        }
        Ok(())
    }

    fn fail(&mut self, name: &str, error: &ReadError, before: u64) {
        self.damage.push(format!("{name}: {error}, after {}", games_text(self.read - before)));
        self.has_failed_stream |= matches!(error, ReadError::Stream { .. });
    }

    fn leave_out(&mut self, reason: &str, count: u64) {
        if count == 0 {
            return;
        }
        match self.left_out.iter_mut().find(|(other, _)| other == reason) {
            Some((_, sum)) => *sum += count,
            None => self.left_out.push((reason.to_owned(), count)),
        }
    }

    /// Writes a game, unless the format cannot hold it.
    fn write(&mut self, name: &str, mut game: Game) -> Result<(), Stop> {
        self.read += 1;
        if let MissingScore::Set(score) = self.job.inputs.missing() {
            game.set_missing(score);
        }
        if game.plies.is_empty() {
            self.leave_out("game without a move", 1);
            return Ok(());
        }
        if let Games::Pgn(output) = &mut self.target {
            let comments = if self.job.games.policies { PolicyComments::Write } else { PolicyComments::Omit };
            let printed = game.to_pgn(comments).expect("the moves of a game that was read are legal");
            let separator = if self.written == 0 { "" } else { "\n" };
            output.write(format!("{separator}{printed}").as_bytes())?;
            self.written += 1;
            return Ok(());
        }
        match game.records(&self.options) {
            Ok(records) => self.write_records(records),
            Err(UnfitGameError::NoResult) => {
                self.leave_out("game without a result", 1);
                Ok(())
            }
            Err(error) if self.job.on_misfit == OnMisfit::Skip => {
                self.leave_out(&error.to_string(), 1);
                Ok(())
            }
            Err(error) => {
                let advice = "--skip leaves such games out";
                Err(Stop::Failed(format!("{name}, game {}: {error}; {advice}", self.read)))
            }
        }
    }

    fn write_records(&mut self, records: Records<'_>) -> Result<(), Stop> {
        let (length, is_cut) = (records.len() as u64, records.rule50_ply().is_some());
        if is_cut {
            self.leave_out("the end of a game, from a fifty-move counter above 100 on", 1);
        }
        if length == 0 {
            return Ok(());
        }
        match &mut self.target {
            Games::Pgn(output) | Games::Records(output) => put(output, records, self.job.format)?,
            Games::Directory(target, directory, files) => {
                // The names are those of lc0's self-play.
                let name = format!("game_{:06}.gz", self.written);
                let mut file = target.create_in(directory, &name, self.job.paths)?;
                put(&mut file, records, self.job.format)?;
                files.push(file)?;
            }
        }
        self.written += 1;
        self.records += length;
        Ok(())
    }

    fn finish(self, name: &str) -> Result<ExitCode, Stop> {
        match self.target {
            Games::Pgn(output) | Games::Records(output) => output.finish()?,
            Games::Directory(.., mut files) => files.finish()?,
        }
        self.damage.iter().for_each(|damage| print_error(damage));
        if self.job.has_json {
            let left_out: Vec<_> =
                self.left_out.iter().map(|(reason, count)| json!({"reason": reason, "count": count})).collect();
            print_json(&json!({
                "output": name, "games_read": self.read, "games_written": self.written, "records_written": self.records,
                "left_out": left_out,
            }))?;
        } else if !self.job.inputs.quiet {
            let mut summary = format!("{} read, {} written", games_text(self.read), self.written);
            if self.job.format != Format::Pgn {
                summary += &format!(" as {} records", self.records);
            }
            for (reason, count) in &self.left_out {
                summary += &format!("\n{count:>9} left out: {reason}");
            }
            gardez_io::output::write_error(format_args!("{summary}\n"));
        }
        Ok(code(!self.has_failed_stream, self.damage.is_empty() && self.written != 0))
    }
}

/// Writes records of this format.
fn put(output: &mut Output, mut records: Records<'_>, format: Format) -> Result<(), Stop> {
    if format == Format::Lc0V7 {
        // A record of version 7 depends on all records after it.
        let game: Vec<V6> = records.collect();
        let game = V7::from_game(&game, V7::DEFAULT_THETA);
        game.iter().try_for_each(|record| output.write(record.bytes()))
    } else {
        records.try_for_each(|record| output.write(record.bytes()))
    }
}

/// Returns a number of games in words.
fn games_text(count: u64) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}
