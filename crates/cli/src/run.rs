//! `gardez run`: a conversion that is described in a file and continues after it was killed.

mod digest;
mod job;
mod manifest;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use gardez::data::files::{FileOptions, Opener};
use gardez::data::{Conversion, Converted, EntryOrder, GameSplit};
use gardez::syzygy::Tablebase;
use gardez_formats::Format;

use crate::convert::parts::path_of;
use crate::convert::shards;
use crate::input::opener;
use crate::output::{Output, Packing, Target};
use crate::packed::{Threads, explanation, places};
use crate::progress::Progress;
use crate::stop::{Stop, code, print_error};
use digest::Watched;
use job::Job;
use manifest::{Input, Made, Manifest};

const EXPLANATION: &str = "\
Examples:
  gardez run job.toml
  gardez run --threads 16 job.toml

A job such as this one; all but inputs and output may be left out:

  inputs = [\"games.pgn.zst\", \"part1.{1}\", \"part2.{1}\"]
  output = \"train.{4}\"
  order = \"random\"            # or \"kept\"
  unique = true
  against = [\"test.{4}\"]   # positions that are left out
  shards = 4                  # train.0.{4} and so on
  seed = 42
  memory = 1024               # in MiB
  skip = true                 # leave out what does not fit
  lose = [\"rule50\"]

  [filters]                   # as the options of gardez convert
  no-checks = true
  max-score = 3000

Other keys are from, to, level, head, sample, lenient, missing-score, tables
and tb-result, as the options of gardez convert. Paths are those that the
program sees from where it runs.

Each input is converted to a part, in a directory next to the output. A job
that is killed goes on after the last part when it is started again, and
writes the same bytes. train.{4}.manifest.json has the digests (SHA-256) of
all inputs and outputs, the job, and what was left out of each input.";

/// Run a conversion that goes on where it was killed
///
/// The job is a file in TOML. A finished job is not run again.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = explanation(EXPLANATION))]
pub(crate) struct Run {
    /// The job
    #[arg(value_name = "FILE")]
    job: PathBuf,

    #[command(flatten)]
    threads: Threads,

    /// Replace outputs that are not those of this job
    #[arg(short, long)]
    force: bool,

    /// Show no progress and no summary
    #[arg(short, long)]
    quiet: bool,
}

impl Run {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let job = Job::read(&self.job)?;
        let path = with_suffix(&job.output, ".manifest.json");
        let parts = with_suffix(&job.output, ".parts");
        let mut manifest = Manifest::read(&path, &job)?;
        if !manifest.is_complete {
            let names: Vec<PathBuf> = outputs(&job);
            if let Some(name) = names.iter().find(|name| manifest.is_new && !self.force && name.exists()) {
                return Err(Stop::unwritable(name.display(), "it exists; --force replaces it"));
            }
            manifest.drop_without_part(|number| part_of(&parts, number, job.format));
            self.make_parts(&job, &mut manifest, &path, &parts)?;
            self.join_parts(&job, &mut manifest, &path, &parts, &names)?;
        }
        // The parts are not needed any more, also if the program was killed before this line.
        let _ = fs::remove_dir_all(&parts);
        let damage: Vec<&String> = manifest.inputs.iter().flat_map(|input| &input.errors).collect();
        damage.iter().for_each(|error| print_error(error));
        let written: u64 = manifest.outputs.iter().map(|output| output.entries).sum();
        if !self.quiet {
            let read: u64 = manifest.inputs.iter().map(|input| input.read).sum();
            gardez_io::output::write_error(format_args!("{read} entries read, {written} written\n"));
        }
        Ok(code(true, damage.is_empty() && written != 0))
    }

    /// Converts each input that has no part.
    fn make_parts(&self, job: &Job, manifest: &mut Manifest, path: &Path, parts: &Path) -> Result<(), Stop> {
        fs::create_dir_all(parts).map_err(|error| Stop::unwritable(parts.display(), error))?;
        let tables = job.tables.as_ref().map(|names| crate::tables::open(names.as_ref())).transpose()?;
        for number in manifest.inputs.len()..job.inputs.len() {
            let name = &job.inputs[number];
            let progress = Progress::of(std::slice::from_ref(name), self.quiet, false);
            let (state, watched) = (digest::state(name)?, Arc::new(Watched::default()));
            let part = part_of(parts, number, job.format);
            let conversion = Conversion {
                filter: job.filter.clone(),
                tables: tables.as_ref().map(|tables: &Tablebase| (tables, job.rule)),
                ..self.conversion(job)
            };
            let options = FileOptions { format: job.from, read: job.read };
            let opener = Opener::new(options).with_watch(|bytes| progress.watch(watched.watch(bytes)));
            let converted =
                self.convert(&conversion, &opener, std::slice::from_ref(name), &[&part], Packing::default());
            progress.end();
            manifest.inputs.push(Input::new(name, state, &watched, &converted?, &part)?);
            manifest.write(path)?;
        }
        Ok(())
    }

    /// Makes the outputs of the parts.
    fn join_parts(
        &self,
        job: &Job,
        manifest: &mut Manifest,
        path: &Path,
        parts: &Path,
        names: &[PathBuf],
    ) -> Result<(), Stop> {
        let inputs: Vec<PathBuf> = (0..job.inputs.len()).map(|number| part_of(parts, number, job.format)).collect();
        let progress = Progress::of(&inputs, self.quiet, false);
        let divides_games = 1 < names.len() && job.order != EntryOrder::Random;
        let conversion = Conversion {
            split: divides_games.then(|| GameSplit::from_sizes(&vec![1.0; names.len()], job.seed)).flatten(),
            is_unique: job.unique,
            against: &places(&job.against)?,
            order: job.order,
            head: job.head,
            sample: job.sample,
            ..self.conversion(job)
        };
        let options = FileOptions { format: Some(job.format), ..FileOptions::default() };
        // Files of other formats may be left out by their positions.
        let options = if job.against.is_empty() { options } else { FileOptions::default() };
        let outputs: Vec<&PathBuf> = names.iter().collect();
        let done = self.convert(&conversion, &opener(options, &progress), &inputs, &outputs, job.packing);
        progress.end();
        let done = done?;
        manifest.finish(&done, names)?;
        manifest.write(path)
    }

    fn conversion(&self, job: &Job) -> Conversion<'static> {
        let conversion = Conversion::new(job.format, job.memory.clone());
        Conversion {
            seed: job.seed,
            write: job.write,
            on_misfit: job.on_misfit,
            threads: self.threads.count(),
            ..conversion
        }
    }

    /// Converts the inputs. The outputs, which are replaced if they exist, appear when all of them are complete.
    fn convert(
        &self,
        conversion: &Conversion<'_>,
        opener: &Opener<'_>,
        inputs: &[PathBuf],
        names: &[&PathBuf],
        packing: Packing,
    ) -> Result<Converted, Stop> {
        let open = |name: &&PathBuf| Target::new((*name).clone(), true).with_packing(packing).open(inputs);
        let mut outputs = names.iter().map(open).collect::<Result<Vec<Output>, Stop>>()?;
        let done = conversion.run(opener, &places(inputs)?, &mut outputs);
        let done = done.map_err(|error| Stop::Failed(error.to_string()))?;
        Output::finish_all(outputs)?;
        Ok(done)
    }
}

/// Returns the outputs of a job.
fn outputs(job: &Job) -> Vec<PathBuf> {
    match job.shards {
        1 => vec![job.output.clone()],
        count => shards(count).iter().map(|shard| path_of(&job.output, &shard.name)).collect(),
    }
}

fn part_of(parts: &Path, number: usize, format: Format) -> PathBuf {
    parts.join(format!("{number:05}.{}", format.extension()))
}

/// Returns the path with something after its name.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

impl Made {
    fn new(path: &Path, entries: u64) -> Result<Self, Stop> {
        let (bytes, sha256) = digest::digest(path)?;
        Ok(Self { path: path.to_owned(), bytes, sha256, entries })
    }
}
