//! The manifest of a job: what was read and written, and how far it is.

use std::fmt::Write;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use gardez::data::Converted;
use gardez_io::Output as Whole;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

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
    /// What was left out of the parts, such as duplicates.
    left_out: Vec<(String, u64)>,
    /// Whether there was no manifest before.
    #[serde(skip)]
    pub(super) is_new: bool,
}

/// An input that was converted.
#[derive(Serialize, Deserialize)]
pub(super) struct Input {
    path: PathBuf,
    bytes: u64,
    sha256: String,
    /// When the input was changed, in nanoseconds.
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

    /// Notes the outputs.
    pub(super) fn finish(&mut self, done: &Converted, names: &[PathBuf]) -> Result<(), Stop> {
        let made = names.iter().zip(&done.written).map(|(name, &entries)| Made::new(name, entries));
        self.outputs = made.collect::<Result<_, _>>()?;
        self.left_out.clone_from(&done.left_out);
        self.is_complete = true;
        Ok(())
    }
}

impl Input {
    /// Reads an input for its digest.
    pub(super) fn new(path: &Path) -> Result<Self, Stop> {
        let (bytes, modified) = state(path)?;
        let (_, sha256) = digest(path)?;
        let (left_out, errors) = (Vec::new(), Vec::new());
        let path = path.to_owned();
        Ok(Self { path, bytes, sha256, modified, read: 0, left_out, results_changed: 0, errors, part_bytes: 0 })
    }

    /// Returns the input after its conversion.
    pub(super) fn converted(self, done: &Converted, part: &Path) -> Result<Self, Stop> {
        let errors = done.files.iter().filter(|file| file.error.is_some()).map(ToString::to_string).collect();
        let (left_out, part_bytes) = (done.left_out.clone(), state(part)?.0);
        Ok(Self { read: done.read, left_out, results_changed: done.results_changed, errors, part_bytes, ..self })
    }
}

/// Returns the number of bytes of a file, and when it was changed; of a directory, the sum and the last time.
fn state(path: &Path) -> Result<(u64, u128), Stop> {
    let mut state = (0, 0);
    each_file(path, &mut |path, _| {
        let metadata = fs::metadata(path)?;
        let since = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        state = (state.0 + metadata.len(), since.as_nanos().max(state.1));
        Ok(())
    })?;
    Ok(state)
}

/// Returns the number of bytes of a file, and their digest. In a directory, the name of each file comes before its bytes.
pub(super) fn digest(path: &Path) -> Result<(u64, String), Stop> {
    let (mut hasher, mut total) = (Sha256::new(), 0);
    let mut buffer = vec![0; 1 << 16];
    each_file(path, &mut |path, name| {
        hasher.update(name.as_bytes());
        let mut file = File::open(path)?;
        loop {
            let count = file.read(&mut buffer)?;
            if count == 0 {
                return Ok(());
            }
            hasher.update(&buffer[..count]);
            total += count as u64;
        }
    })?;
    Ok((total, hex(&hasher.finalize())))
}

/// Calls a function for a file, or for each file of a directory with its name, in the order of names.
fn each_file(path: &Path, call: &mut dyn FnMut(&Path, &str) -> io::Result<()>) -> Result<(), Stop> {
    let read = || -> io::Result<()> {
        if !path.is_dir() {
            return call(path, "");
        }
        let mut names =
            fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
        names.sort();
        for name in names.iter().filter(|name| name.is_file()) {
            call(name, &name.file_name().unwrap_or_default().to_string_lossy())?;
        }
        Ok(())
    };
    let mut read = read;
    read().map_err(|error| Stop::unreadable(&path.display().to_string(), error))
}

/// Returns the digest of bytes.
pub(super) fn hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a text in memory does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
