//! A file that appears when it is complete.

mod destination;
#[cfg(any(target_os = "linux", target_os = "android"))]
mod nameless;
mod temporary;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use self::destination::{Destination, already_exists, destination, is_a_directory};
use self::temporary::Temporary;

/// A file that appears under its name when it is complete.
///
/// Until [`finish`](Output::finish), the bytes are in a file without a name in the same directory, or, where the system has
/// no such files, in a file with a temporary name. A program that ends early, or is killed, leaves no part of the file, and
/// the file that was there before unharmed. `finish` makes the bytes and the name durable.
///
/// - [`Output::create`] never replaces a file, not even one that appears meanwhile.
/// - [`Output::replace`] replaces a file at once: the name always leads to the old bytes or the new ones. The new file has
///   the permissions of the old one.
/// - A link stays a link. The file that it leads to is created or replaced.
/// - A device, a pipe or an open descriptor, such as `/dev/null`, `/dev/stdout` or `NUL`, is written to directly.
/// - A file that another program has open cannot be replaced on Windows. `finish` tries again for some seconds.
///
/// An `Output` has no buffer, like [`File`].
///
/// # Where something can be left
///
/// A file without a name needs Linux, `/proc`, and most file systems. Elsewhere the bytes are in `.NAME.0.unfinished`, next
/// to the file. It is removed when the `Output` is dropped, on signals if the program calls
/// [`remove_on_signals`](crate::remove_on_signals), and otherwise by the next `Output` of the same file. The name is also
/// used for an instant while an existing file is replaced.
///
/// ```
/// use std::io::Write;
///
/// use gardez_io::Output;
///
/// # let directory = tempfile::tempdir()?;
/// let path = directory.path().join("moves.txt");
/// let mut output = Output::create(&path)?;
/// writeln!(output, "e2e4 e7e5")?;
/// assert!(!path.exists());
/// output.finish()?;
/// assert_eq!(std::fs::read_to_string(&path)?, "e2e4 e7e5\n");
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Output {
    file: File,
    /// The path at which the file will appear.
    path: PathBuf,
    replaces: bool,
    state: State,
    is_durable: bool,
}

#[cfg(any(target_os = "linux", target_os = "android"))]
const FEW: usize = 8;

#[derive(Debug)]
enum State {
    /// In the target itself, which is not a file, or is open already.
    Direct,
    #[cfg(any(target_os = "linux", target_os = "android"))]
    Nameless,
    Named(Temporary),
}

impl Output {
    /// Begins a file that does not exist yet.
    ///
    /// # Errors
    ///
    /// Returns an error of the kind [`AlreadyExists`](io::ErrorKind::AlreadyExists) if the file exists, and an error if the
    /// directory cannot be written or links lead nowhere.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::begin(path.as_ref(), false, true)
    }

    /// Begins a file that replaces an existing one.
    ///
    /// # Errors
    ///
    /// Returns an error if there is a directory of this name, if its directory cannot be written, or if links lead nowhere.
    pub fn replace(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::begin(path.as_ref(), true, true)
    }

    /// Begins a file, without a name if that is wanted and the system has such files.
    fn begin(path: &Path, replaces: bool, nameless: bool) -> io::Result<Self> {
        let path = match destination(path)? {
            Destination::Open(path, file) => {
                return Ok(Self { file, path, replaces, state: State::Direct, is_durable: true });
            }
            Destination::File(path) => path,
        };
        let replaced = match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_dir() => return Err(is_a_directory()),
            Ok(_) if !replaces => return Err(already_exists()),
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let (file, state) = open(&path, nameless)?;
        if let Some(replaced) = replaced {
            keep_permissions(&file, &replaced)?;
        }
        Ok(Self { file, path, replaces, state, is_durable: false })
    }

    /// Returns the path at which the file will appear, after all links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Sets another name, in the same directory.
    #[must_use]
    pub fn with_name(mut self, name: impl AsRef<OsStr>) -> Self {
        self.path.set_file_name(name);
        self
    }

    /// Makes the bytes durable, as [`Output::finish`] does, too.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot store the bytes.
    pub fn sync(&mut self) -> io::Result<()> {
        if !self.is_durable {
            self.file.sync_all()?;
            self.is_durable = true;
        }
        Ok(())
    }

    /// Makes the bytes durable and gives the file its name, which [`sync_directory`] then makes durable.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes cannot be stored, or if the file cannot get its name: of the kind
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) if another file has appeared that must not be replaced. Nothing is
    /// left of this one then.
    pub fn appear(mut self) -> io::Result<()> {
        self.sync()?;
        let Self { file, path, replaces, state, .. } = self;
        match state {
            State::Direct => Ok(()),
            #[cfg(any(target_os = "linux", target_os = "android"))]
            State::Nameless => match nameless::link(&file, &path) {
                Err(error) if replaces && error.kind() == io::ErrorKind::AlreadyExists => {
                    Temporary::link(&file, &path)?.rename(file, &path, true)
                }
                linked => linked,
            },
            State::Named(temporary) => temporary.rename(file, &path, replaces),
        }
    }

    /// Makes the bytes durable, gives the file its name, and makes the name durable.
    ///
    /// # Errors
    ///
    /// Returns an error like [`Output::appear`] and [`sync_directory`].
    pub fn finish(self) -> io::Result<()> {
        if matches!(self.state, State::Direct) {
            return Ok(());
        }
        let directory = directory(&self.path).to_owned();
        self.appear()?;
        sync_directory(&directory)
    }

    /// Finishes files that belong together: much faster than finishing many small files one by one.
    ///
    /// # Errors
    ///
    /// Returns the first error and the path of its file. If bytes cannot be stored, none of the files appears. If a file
    /// cannot get its name, those before it have theirs.
    pub fn finish_all(mut outputs: Vec<Self>) -> Result<(), (PathBuf, io::Error)> {
        if let Err((index, error)) = sync_all(&mut outputs) {
            return Err((outputs.swap_remove(index).path, error));
        }
        let mut directories = BTreeSet::new();
        for output in outputs {
            let path = output.path.clone();
            if !matches!(output.state, State::Direct) {
                directories.insert(directory(&path).to_owned());
            }
            output.appear().map_err(|error| (path, error))?;
        }
        directories.into_iter().try_for_each(|path| sync_directory(&path).map_err(|error| (path, error)))
    }
}

/// Makes the bytes of all files durable. The error has the index of its file.
fn sync_all(outputs: &mut [Output]) -> Result<(), (usize, io::Error)> {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    if FEW < outputs.len() {
        use std::os::unix::fs::MetadataExt;

        // One call for each file system writes all that it has to write, in the order that it prefers.
        let mut synced = BTreeSet::new();
        for (index, output) in outputs.iter_mut().enumerate().filter(|(_, output)| !output.is_durable) {
            let device = output.file.metadata().map_err(|error| (index, error))?.dev();
            if synced.insert(device) {
                rustix::fs::syncfs(&output.file).map_err(|error| (index, error.into()))?;
            }
            output.is_durable = true;
        }
    }
    outputs.iter_mut().enumerate().try_for_each(|(index, output)| output.sync().map_err(|error| (index, error)))
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_durable = matches!(self.state, State::Direct);
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn open(path: &Path, nameless: bool) -> io::Result<(File, State)> {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    if let Some(file) = nameless.then(|| nameless::nameless(directory(path))).flatten() {
        return Ok((file, State::Nameless));
    }
    let _ = nameless;
    let (file, temporary) = Temporary::create(path)?;
    Ok((file, State::Named(temporary)))
}

/// Gives a file the permissions of the one that it will replace and, if the system allows it, the owner.
fn keep_permissions(file: &File, replaced: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only the superuser may give a file away; a group may be kept by its members.
        if fchown(file, Some(replaced.uid()), Some(replaced.gid())).is_err() {
            let _ = fchown(file, None, Some(replaced.gid()));
        }
    }
    file.set_permissions(replaced.permissions())
}

fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes the names in a directory durable, where the system offers that.
///
/// # Errors
///
/// Returns an error if the directory cannot be opened or synchronized.
pub fn sync_directory(directory: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(directory).and_then(|directory| directory.sync_all()) {
        // A directory that can be written but not read, and file systems without this, do it by themselves.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported | io::ErrorKind::PermissionDenied
            ) =>
        {
            Ok(())
        }
        synced => synced,
    }
}

/// Raises the limit of open files to the most that the system allows. For programs; many systems allow 1024 by default.
pub fn raise_file_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};

        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        // A system that allows no limit at all keeps its own.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

#[cfg(test)]
mod tests;
