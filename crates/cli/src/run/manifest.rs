//! The manifest of a job: what was read and written, and how far it is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gardez::data::Converted;
use gardez_io::Output as Whole;
use serde::{Deserialize, Serialize};

use super::digest::{Watched, state};
use super::job::Job;
use crate::stop::Stop;

/// The manifest, which is written after each step.
#[derive(Serialize, Deserialize)]
pub(super) struct Manifest {
    /// The version of Gardez.
    version: String,
    pub(super) is_complete: bool,
    /// The job, as it is written.
    job: String,
    job_sha256: String,
    pub(super) inputs: Vec<Input>,
    pub(super) outputs: Vec<Made>,
    /// The entries that were left out of the parts, such as duplicates.
    left_out: Vec<(String, u64)>,
    /// `true` if there was no manifest before.
    #[serde(skip)]
    pub(super) is_new: bool,
}

/// An input that was converted.
#[derive(Serialize, Deserialize)]
pub(super) struct Input {
    path: PathBuf,
    bytes: u64,
    sha256: String,
    /// The time at which the input was last changed, in nanoseconds.
    modified: u128,
    pub(super) read: u64,
    left_out: Vec<(String, u64)>,
    results_changed: u64,
    pub(super) errors: Vec<String>,
    /// The number of bytes of the part.
    part_bytes: u64,
}

/// An output.
#[derive(Serialize, Deserialize)]
pub(super) struct Made {
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
    pub(super) sha256: String,
    pub(super) entries: u64,
}

impl Manifest {
    /// Reads the manifest of a job that was begun, or makes a new one.
    pub(super) fn read(path: &Path, job: &Job) -> Result<Self, Stop> {
        let refused = |what: &dyn std::fmt::Display| {
            Stop::Failed(format!("{}: {what}; remove it to begin again", path.display()))
        };
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Self {
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                    is_complete: false,
                    job: job.text.clone(),
                    job_sha256: job.sha256.clone(),
                    inputs: Vec::new(),
                    outputs: Vec::new(),
                    left_out: Vec::new(),
                    is_new: true,
                });
            }
            Err(error) => return Err(Stop::unreadable(&path.display().to_string(), error)),
        };
        let manifest: Self = serde_json::from_slice(&bytes).map_err(|error| refused(&error))?;
        if manifest.job_sha256 != job.sha256 || manifest.version != env!("CARGO_PKG_VERSION") {
            return Err(refused(&"it is the manifest of another job or version"));
        }
        for input in &manifest.inputs {
            let now = state(&input.path)?;
            if now != (input.bytes, input.modified) {
                return Err(refused(&format_args!("{} has changed since it was read", input.path.display())));
            }
        }
        Ok(manifest)
    }

    /// Forgets the inputs from the first one on whose part is not there as it was written.
    pub(super) fn drop_without_part(&mut self, part: impl Fn(usize) -> PathBuf) {
        let is_there = |(number, input): &(usize, &Input)| {
            fs::metadata(part(*number)).is_ok_and(|metadata| metadata.len() == input.part_bytes)
        };
        let count = self.inputs.iter().enumerate().take_while(is_there).count();
        self.inputs.truncate(count);
    }

    /// Writes the manifest in place of the one before.
    pub(super) fn write(&self, path: &Path) -> Result<(), Stop> {
        let text = serde_json::to_string_pretty(self).expect("text, numbers and lists can be written as JSON") + "\n";
        let written = Whole::replace(path).and_then(|mut file| {
            io::Write::write_all(&mut file, text.as_bytes())?;
            file.finish()
        });
        written.map_err(|error| Stop::unwritable(path.display(), error))
    }

    /// Adds the outputs with their digests.
    pub(super) fn finish(&mut self, done: &Converted, names: &[PathBuf]) -> Result<(), Stop> {
        let made = names.iter().zip(&done.written).map(|(name, &entries)| Made::new(name, entries));
        self.outputs = made.collect::<Result<_, _>>()?;
        self.left_out.clone_from(&done.left_out);
        self.is_complete = true;
        Ok(())
    }
}

impl Input {
    /// Returns an input that had this state and was converted.
    pub(super) fn new(
        path: &Path,
        (bytes, modified): (u64, u128),
        watched: &Watched,
        done: &Converted,
        part: &Path,
    ) -> Result<Self, Stop> {
        Ok(Self {
            path: path.to_owned(),
            bytes,
            sha256: watched.digest(path, bytes)?,
            modified,
            read: done.read,
            left_out: done.left_out.clone(),
            results_changed: done.results_changed,
            errors: done.files.iter().filter(|file| file.error.is_some()).map(ToString::to_string).collect(),
            part_bytes: state(part)?.0,
        })
    }
}
