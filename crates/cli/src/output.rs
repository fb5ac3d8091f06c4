//! Outputs: standard output, and files that appear only when they are complete.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf, is_separator};
use std::sync::{Mutex, PoisonError};

use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use gardez_io::Output as Whole;
use serde::Serialize;

use crate::input::is_standard;
use crate::stop::Stop;

pub(crate) fn print(text: fmt::Arguments<'_>) -> Result<(), Stop> {
    gardez_io::output::write(text).map_err(Stop::Output)
}

pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Stop> {
    let line = serde_json::to_string(value).expect("text, numbers and lists can be written as JSON");
    print(format_args!("{line}\n"))
}

#[derive(Args, Clone, Debug)]
pub(crate) struct Target {
    /// File to write [default: standard output]
    ///
    /// A name that ends in .gz is packed with gzip, and one that ends in .zst
    /// with Zstandard. The file appears when it is complete.
    #[arg(short = 'o', long = "output", value_name = "FILE", verbatim_doc_comment)]
    path: Option<PathBuf>,

    /// Replace files that exist; an input is never replaced
    #[arg(short, long)]
    force: bool,

    #[command(flatten)]
    packing: Packing,
}

/// The compression of outputs.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Packing {
    /// Level of compression, 1 to 19; for gzip at most 9
    ///
    /// The default is 6 for .gz and 3 for .zst.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=19))]
    level: Option<u8>,
}

impl Packing {
    /// Checks that an output of this name can have the level.
    fn check(self, path: &Path) -> Result<(), Stop> {
        let extension = path.extension().and_then(OsStr::to_str);
        let wrong = match (extension, self.level) {
            (Some("gz" | "zst"), Some(0 | 20..)) | (Some("gz"), Some(10..)) => {
                "gzip has levels 1 to 9, Zstandard 1 to 19"
            }
            (Some("gz" | "zst"), _) | (_, None) => return Ok(()),
            (_, Some(_)) => "a level is for files that end in .gz or .zst",
        };
        Err(Stop::Failed(wrong.to_owned()))
    }
}

impl Target {
    /// Creates a file, which is replaced with `force` if it exists.
    pub(crate) fn new(path: PathBuf, force: bool, packing: Packing) -> Self {
        Self { path: Some(path), force, packing }
    }

    /// Returns `true` if the output is standard output.
    pub(crate) fn is_standard(&self) -> bool {
        self.path.as_deref().is_none_or(is_standard)
    }

    pub(crate) fn name(&self) -> String {
        match &self.path {
            Some(path) if !is_standard(path) => path.display().to_string(),
            _ => "standard output".to_owned(),
        }
    }

    /// Returns the directory that the output is, if it is one or its name ends in a slash.
    pub(crate) fn directory(&self) -> Option<&Path> {
        let last = |path: &Path| path.as_os_str().as_encoded_bytes().last().copied();
        let has_slash = |path: &Path| last(path).is_some_and(|byte| is_separator(byte.into()));
        self.path.as_deref().filter(|path| !is_standard(path) && (has_slash(path) || path.is_dir()))
    }

    pub(crate) fn create_in(&self, directory: &Path, name: &str, taken: &Taken) -> Result<Output, Stop> {
        Output::create_packed(&directory.join(name), self.force, taken, self.packing)
    }

    pub(crate) fn open(&self, taken: &Taken) -> Result<Output, Stop> {
        match &self.path {
            Some(path) if !is_standard(path) => Output::create_packed(path, self.force, taken, self.packing),
            _ => self.packing.check(Path::new("-")).map(|()| Output::standard()),
        }
    }
}

/// An output that is being written.
pub(crate) struct Output {
    name: String,
    writer: Writer,
}

enum Writer {
    Standard(BufWriter<gardez_io::output::Stdout>),
    Plain(BufWriter<Whole>),
    Gzip(GzEncoder<BufWriter<Whole>>),
    #[cfg(feature = "zstd")]
    Zstandard(zstd::Encoder<'static, BufWriter<Whole>>),
}

impl Output {
    /// Returns standard output. If it cannot be written, the program ends.
    pub(crate) fn standard() -> Self {
        let writer = Writer::Standard(BufWriter::with_capacity(1 << 16, gardez_io::output::Stdout));
        Self { name: "standard output".to_owned(), writer }
    }

    /// Begins a file that is not taken. A file that exists is replaced only with `force`.
    pub(crate) fn create(path: &Path, force: bool, taken: &Taken) -> Result<Self, Stop> {
        Self::create_packed(path, force, taken, Packing::default())
    }

    fn create_packed(path: &Path, force: bool, taken: &Taken, packing: Packing) -> Result<Self, Stop> {
        let name = path.display().to_string();
        let file = taken.begin(path, force)?;
        packing.check(file.path())?;
        let extension = file.path().extension().unwrap_or_default().to_owned();
        let file = BufWriter::with_capacity(1 << 16, file);
        let writer = match (extension.to_str(), packing.level) {
            (Some("gz"), None) => Writer::Gzip(GzEncoder::new(file, Compression::default())),
            (Some("gz"), Some(level)) => Writer::Gzip(GzEncoder::new(file, Compression::new(level.into()))),
            (Some("zst"), level) => Writer::zstandard(file, level).map_err(|error| unwritable(&name, &error))?,
            _ => Writer::Plain(file),
        };
        Ok(Self { name, writer })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        self.as_writer().write_all(bytes).map_err(|error| self.failure(error))
    }

    pub(crate) fn finish(self) -> Result<(), Stop> {
        Self::finish_all(vec![self])
    }

    /// Finishes outputs, of which none appears before all are complete.
    pub(crate) fn finish_all(outputs: Vec<Self>) -> Result<(), Stop> {
        let files = outputs.into_iter().map(Self::close).collect::<Result<Vec<_>, _>>()?;
        finish_all(files.into_iter().flatten().collect())
    }

    /// Writes everything that is still buffered. Returns the file, which is complete, or `None` for standard output.
    fn close(self) -> Result<Option<Whole>, Stop> {
        let file = match self.writer {
            Writer::Standard(mut writer) => return writer.flush().map(|()| None).map_err(Stop::Output),
            Writer::Plain(writer) => writer.into_inner().map_err(io::Error::from),
            Writer::Gzip(writer) => writer.finish().and_then(|writer| writer.into_inner().map_err(io::Error::from)),
            #[cfg(feature = "zstd")]
            Writer::Zstandard(writer) => {
                writer.finish().and_then(|writer| writer.into_inner().map_err(io::Error::from))
            }
        };
        file.map(Some).map_err(|error| unwritable(self.name, &error))
    }

    fn as_writer(&mut self) -> &mut dyn Write {
        match &mut self.writer {
            Writer::Standard(writer) => writer,
            Writer::Plain(writer) => writer,
            Writer::Gzip(writer) => writer,
            #[cfg(feature = "zstd")]
            Writer::Zstandard(writer) => writer,
        }
    }

    fn failure(&self, error: io::Error) -> Stop {
        match self.writer {
            Writer::Standard(_) => Stop::Output(error),
            _ => unwritable(&self.name, &error),
        }
    }
}

impl Writer {
    #[cfg(feature = "zstd")]
    fn zstandard(file: BufWriter<Whole>, level: Option<u8>) -> io::Result<Self> {
        let mut writer = zstd::Encoder::new(file, level.map_or(zstd::DEFAULT_COMPRESSION_LEVEL, i32::from))?;
        writer.include_checksum(true)?;
        Ok(Self::Zstandard(writer))
    }

    #[cfg(not(feature = "zstd"))]
    fn zstandard(_: BufWriter<Whole>, _: Option<u8>) -> io::Result<Self> {
        Err(io::Error::other("this program was built without the feature `zstd`; .gz can be written"))
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

/// Many small files, which are finished some at a time.
#[derive(Default)]
pub(crate) struct Batch(Vec<Whole>);

impl Batch {
    /// The number of files that are finished together.
    const SIZE: usize = 64;

    pub(crate) fn push(&mut self, output: Output) -> Result<(), Stop> {
        self.0.extend(output.close()?);
        if self.0.len() < Self::SIZE { Ok(()) } else { self.finish() }
    }

    pub(crate) fn finish(&mut self) -> Result<(), Stop> {
        finish_all(std::mem::take(&mut self.0))
    }
}

/// The files that a command must not replace: its inputs, and the outputs that it has begun.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    inputs: HashSet<Identity>,
    outputs: Mutex<HashSet<PathBuf>>,
}

impl Taken {
    pub(crate) fn new(inputs: impl IntoIterator<Item = impl AsRef<Path>>) -> Self {
        Self { inputs: inputs.into_iter().filter_map(|input| identity(input.as_ref())).collect(), ..Self::default() }
    }

    /// Begins a file that is not taken, and takes it. A file that exists is replaced only with `force`.
    pub(crate) fn begin(&self, path: &Path, force: bool) -> Result<Whole, Stop> {
        let refused = |reason| Err(Stop::unwritable(path.display(), reason));
        if identity(path).is_some_and(|output| self.inputs.contains(&output)) {
            return refused("it is an input of this command");
        }
        let file = if force { Whole::replace(path) } else { Whole::create(path) };
        let file = file.map_err(|error| unwritable(path.display(), &error))?;
        // All parts can be written to the same device, one after another.
        let is_file = fs::metadata(path).map_or(true, |metadata| metadata.is_file());
        let mut outputs = self.outputs.lock().unwrap_or_else(PoisonError::into_inner);
        if is_file && !outputs.insert(place(file.path())) {
            return refused("another output of this command has this name");
        }
        Ok(file)
    }
}

/// Finishes files, of which none appears before all are complete.
pub(crate) fn finish_all(files: Vec<Whole>) -> Result<(), Stop> {
    Whole::finish_all(files).map_err(|(path, error)| unwritable(path.display(), &error))
}

/// Returns the error of a file that cannot be written, in the words of this program.
pub(crate) fn unwritable(name: impl fmt::Display, error: &io::Error) -> Stop {
    match error.kind() {
        io::ErrorKind::AlreadyExists => Stop::unwritable(name, "it exists; --force replaces it"),
        io::ErrorKind::IsADirectory => Stop::unwritable(name, "it is a directory"),
        _ => Stop::unwritable(name, error),
    }
}

/// The identity of a file under all its paths: the numbers of the disk and of the file.
type Identity = (u64, u64);

/// Returns the identity of a file, or of standard input if it is a file.
#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;

    let path = if is_standard(path) { Path::new("/dev/stdin") } else { path };
    let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((metadata.dev(), metadata.ino()))
}

/// Returns the identity of a file, or of standard input if it is a file.
#[cfg(windows)]
fn identity(path: &Path) -> Option<Identity> {
    use winapi_util::{AsHandleRef, Handle, HandleRef, file};

    let of = |handle: HandleRef| {
        let information = file::information(&handle).ok().filter(|_| file::typ(&handle).is_ok_and(|t| t.is_disk()))?;
        Some((information.volume_serial_number(), information.file_index()))
    };
    if is_standard(path) { of(HandleRef::stdin()) } else { of(Handle::from_path(path).ok()?.as_handle_ref()) }
}

/// Returns the only path of a file that may not exist yet.
fn place(path: &Path) -> PathBuf {
    let directory = path.parent().and_then(|directory| fs::canonicalize(Path::new(".").join(directory)).ok());
    let name = path.file_name().unwrap_or_default();
    let ignores_case = cfg!(any(windows, target_vendor = "apple"));
    let name = if ignores_case { without_case(&name.to_string_lossy()).into() } else { name.to_owned() };
    directory.unwrap_or_default().join(name)
}

/// Returns the name in the case that all names that differ only in case share.
pub(crate) fn without_case(name: &str) -> String {
    name.to_uppercase().to_lowercase()
}
