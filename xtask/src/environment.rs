//! Virtual environments of Python, with the packages that a step needs.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{answers, cannot, output, program, read};

/// python-chess in the version that everything here is compared with.
pub(crate) const PYTHON_CHESS: &str = "chess==1.11.2";

/// The oldest Python that the tests of all packages support.
pub(crate) const OLDEST: [u32; 2] = [3, 11];

/// The commands that may start a Python, in the order in which they are tried.
const NAMES: [&str; 7] = ["python3", "python", "python3.11", "python3.12", "python3.13", "python3.14", "python3.15"];

/// Returns the first Python of `PYTHON` and the path that is old enough and can make environments.
pub(crate) fn find([major, minor]: [u32; 2]) -> Option<PathBuf> {
    // A command may be a shell script that chooses a version by the current directory.
    let script =
        format!("import sys, venv, ensurepip; assert sys.version_info >= ({major}, {minor}); print(sys.executable)");
    let named = env::var_os("PYTHON").map(PathBuf::from);
    let path = |python: PathBuf| Some(output(Command::new(python).args(["-c", &script])).ok()?.trim().into());
    named.into_iter().chain(NAMES.map(PathBuf::from)).find_map(path)
}

pub(crate) struct Environment {
    directory: PathBuf,
}

impl Environment {
    /// Returns the environment in `directory` with the packages of a file of requirements, made anew if something
    /// changed. `None` without a Python, or if pip cannot install the packages.
    pub(crate) fn with(oldest: [u32; 2], directory: &Path, requirements: &str) -> Result<Option<Self>, String> {
        let Some(python) = find(oldest) else { return Ok(None) };
        let version = output(Command::new(&python).arg("-VV"))?;
        let wanted = format!("# {} {}\n{}", python.display(), version.trim(), read(requirements)?);
        let environment = Self { directory: directory.to_path_buf() };
        let installed = directory.join("installed.txt");
        let is_same = fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted);
        if is_same && answers(environment.python().arg("--version")) {
            return Ok(Some(environment));
        }
        let environment = Self::new(&python, directory)?;
        let list = directory.join("wanted.txt");
        fs::write(&list, &wanted).map_err(cannot(&list))?;
        println!("$ pip install -r {requirements}");
        if let Err(reason) = output(environment.pip().arg("--requirement").arg(&list)) {
            println!("{reason}");
            return Ok(None);
        }
        fs::rename(&list, installed).map_err(cannot(&list))?;
        Ok(Some(environment))
    }

    /// Returns a new environment without packages.
    pub(crate) fn new(python: &Path, directory: &Path) -> Result<Self, String> {
        println!("$ python -m venv {}", directory.display());
        output(program(python, "-m venv --clear").arg(directory))?;
        Ok(Self { directory: directory.to_path_buf() })
    }

    pub(crate) fn program(&self, name: &str) -> PathBuf {
        let folder = if cfg!(windows) { "Scripts" } else { "bin" };
        self.directory.join(folder).join(name).with_extension(env::consts::EXE_EXTENSION)
    }

    /// Returns its Python, which writes no files next to the sources.
    pub(crate) fn python(&self) -> Command {
        let mut python = Command::new(self.program("python"));
        python.env("PYTHONDONTWRITEBYTECODE", "1").env_remove("PYTHONPATH").env_remove("PYTHONHOME");
        python
    }

    /// Returns `pip install`, which gives up soon where there is no network.
    pub(crate) fn pip(&self) -> Command {
        let mut pip = self.python();
        pip.args("-m pip install --disable-pip-version-check --quiet --retries 1".split(' '));
        pip
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_python_is_as_new_as_version_1000() {
        assert_eq!(find([1000, 0]), None);
    }
}
