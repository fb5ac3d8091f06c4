//! Outputs: standard output, and files that appear only when they are complete.

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;

use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use crate::input::is_standard;
use crate::stop::Stop;

/// Prints a text to standard output.
pub(crate) fn print(text: fmt::Arguments<'_>) -> Result<(), Stop> {
    gardez_output::write(text).map_err(Stop::Output)
}

/// Prints a line of JSON to standard output.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Stop> {
    let line = serde_json::to_string(value).expect("text, numbers and lists can be written as JSON");
    print(format_args!("{line}\n"))
}

/// Where the output goes.
#[derive(Args, Clone, Debug)]
pub(crate) struct Target {
    /// File to write [default: standard output]
    ///
    /// A name that ends in .gz is packed with gzip. The file appears when it
    /// is complete.
    #[arg(short = 'o', long = "output", value_name = "FILE", verbatim_doc_comment)]
    path: Option<PathBuf>,

    /// Replace files that exist; an input is never replaced
    #[arg(short, long)]
    force: bool,
}

impl Target {
    /// A file, which is replaced with `force` if it exists.
    pub(crate) fn new(path: PathBuf, force: bool) -> Self {
        Self { path: Some(path), force }
    }

    /// True if the output is standard output.
    pub(crate) fn is_standard(&self) -> bool {
        self.path.as_deref().is_none_or(is_standard)
    }

    /// The name of the output in messages.
    pub(crate) fn name(&self) -> String {
        match &self.path {
            Some(path) if !is_standard(path) => path.display().to_string(),
            _ => "standard output".to_owned(),
        }
    }

    /// The directory that the output is, if it is one or its name ends in a slash.
    pub(crate) fn directory(&self) -> Option<&Path> {
        let has_slash = |path: &Path| path.as_os_str().as_encoded_bytes().last() == Some(&b'/');
        self.path.as_deref().filter(|path| !is_standard(path) && (has_slash(path) || path.is_dir()))
    }

    /// Creates a file in the directory, for a command that reads `inputs`.
    pub(crate) fn create_in(&self, directory: &Path, name: &str, inputs: &[PathBuf]) -> Result<Output, Stop> {
        Output::create(&directory.join(name), self.force, inputs)
    }

    /// Opens the output of a command that reads `inputs`.
    pub(crate) fn open(&self, inputs: &[PathBuf]) -> Result<Output, Stop> {
        match &self.path {
            Some(path) if !is_standard(path) => Output::create(path, self.force, inputs),
            _ => Ok(Output::standard()),
        }
    }
}

/// An output that is being written.
pub(crate) struct Output {
    name: String,
    writer: Writer,
    /// The file that is written, and its name when it is complete. `None` for what is not a file.
    unfinished: Option<Unfinished>,
}

enum Writer {
    Standard(BufWriter<gardez_output::Stdout>),
    Plain(BufWriter<File>),
    Gzip(GzEncoder<BufWriter<File>>),
}

/// A temporary file, which is removed if it does not get its name.
struct Unfinished {
    temporary: PathBuf,
    path: PathBuf,
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // After it got its name, there is nothing to remove.
        let _ = fs::remove_file(&self.temporary);
    }
}

impl Output {
    /// Standard output. If it cannot be written, the program ends.
    pub(crate) fn standard() -> Self {
        let writer = Writer::Standard(BufWriter::with_capacity(1 << 16, gardez_output::Stdout));
        Self { name: "standard output".to_owned(), writer, unfinished: None }
    }

    /// A file that is not an input. A file that exists is replaced only with `force`.
    pub(crate) fn create(path: &Path, force: bool, inputs: &[PathBuf]) -> Result<Self, Stop> {
        let name = path.display().to_string();
        // A link stays, and the file that it leads to is replaced.
        may_create(path, force, inputs)?;
        let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let existing = fs::metadata(path).ok();
        let (file, unfinished) = match &existing {
            // A device or a pipe cannot be replaced.
            Some(metadata) if !metadata.is_file() => (File::options().write(true).open(path), None),
            _ => {
                let unfinished = Unfinished { temporary: temporary(path), path: path.clone() };
                (File::create_new(&unfinished.temporary), Some(unfinished))
            }
        };
        let file = file.map_err(|error| Stop::unwritable(&name, error))?;
        if let (Some(metadata), Some(_)) = (existing, &unfinished) {
            // The new file can be read by those who could read the old one.
            file.set_permissions(metadata.permissions()).map_err(|error| Stop::unwritable(&name, error))?;
        }
        let file = BufWriter::with_capacity(1 << 16, file);
        let writer = match path.extension() {
            Some(extension) if extension == "gz" => Writer::Gzip(GzEncoder::new(file, Compression::default())),
            Some(extension) if extension == "zst" => {
                return Err(Stop::unwritable(&name, "Zstandard can only be read; .gz can be written"));
            }
            _ => Writer::Plain(file),
        };
        Ok(Self { name, writer, unfinished })
    }

    /// Writes bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        self.as_writer().write_all(bytes).map_err(|error| self.failure(error))
    }

    /// Writes everything that is still buffered, and gives the file its name.
    pub(crate) fn finish(mut self) -> Result<(), Stop> {
        let name = self.name;
        let written = match self.writer {
            Writer::Standard(mut writer) => return writer.flush().map_err(Stop::Output),
            Writer::Plain(writer) => writer.into_inner().map_err(io::Error::from),
            Writer::Gzip(writer) => writer.finish().and_then(|writer| writer.into_inner().map_err(io::Error::from)),
        };
        let named = written.and_then(|_| match self.unfinished.take() {
            Some(unfinished) => fs::rename(&unfinished.temporary, &unfinished.path),
            None => Ok(()),
        });
        named.map_err(|error| Stop::unwritable(name, error))
    }

    fn as_writer(&mut self) -> &mut dyn Write {
        match &mut self.writer {
            Writer::Standard(writer) => writer,
            Writer::Plain(writer) => writer,
            Writer::Gzip(writer) => writer,
        }
    }

    fn failure(&self, error: io::Error) -> Stop {
        match self.writer {
            Writer::Standard(_) => Stop::Output(error),
            _ => Stop::unwritable(&self.name, error),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.as_writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.as_writer().flush()
    }
}

/// Refuses to create a file over an input or a directory, and over another file without `force`.
pub(crate) fn may_create(path: &Path, force: bool, inputs: &[PathBuf]) -> Result<(), Stop> {
    let reason = match fs::metadata(path) {
        _ if inputs.iter().any(|input| is_same(input, path)) => "it is an input of this command",
        Ok(metadata) if metadata.is_dir() => "it is a directory",
        Ok(metadata) if metadata.is_file() && !force => "it exists; --force replaces it",
        _ => return Ok(()),
    };
    Err(Stop::unwritable(path.display(), reason))
}

/// A name in the same directory, which no other process uses.
pub(crate) fn temporary(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.part", process::id()));
    path.with_file_name(name)
}

/// True if both paths lead to the same file.
fn is_same(input: &Path, output: &Path) -> bool {
    if is_standard(input) {
        return false;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        // Two names of one file have the same number, but different paths.
        if let (Ok(input), Ok(output)) = (fs::metadata(input), fs::metadata(output)) {
            return (input.dev(), input.ino()) == (output.dev(), output.ino());
        }
    }
    fs::canonicalize(input).is_ok_and(|input| input == output)
}
