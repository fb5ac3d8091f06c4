//! Virtual environments of Python, with the packages that a step needs.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{answers, output};

/// python-chess in the version that everything here is compared with.
pub(crate) const PYTHON_CHESS: &str = "chess==1.11.2";

/// The commands that may start a Python, in the order in which they are tried.
const NAMES: [&str; 7] = ["python3", "python", "python3.11", "python3.12", "python3.13", "python3.14", "python3.15"];

/// The file in an environment that says what has been installed in it.
const INSTALLED: &str = "installed.txt";

/// Returns the first Python that is at least this old and can make environments: the one that the variable `PYTHON`
/// names, or one on the path.
pub(crate) fn find(oldest: [u32; 2]) -> Option<PathBuf> {
    let named = env::var_os("PYTHON").map(PathBuf::from);
    let program = |python: PathBuf| {
        let [major, minor] = oldest;
        // A command may be a shell script that chooses a version by the current directory.
        let script = format!(
            "import sys, venv, ensurepip; assert sys.version_info >= ({major}, {minor}); print(sys.executable)"
        );
        let path = output(Command::new(python).args(["-c", &script])).ok()?;
        Some(path.trim().into())
    };
    named.into_iter().chain(NAMES.map(PathBuf::from)).find_map(program)
}

/// A virtual environment.
pub(crate) struct Environment {
    directory: PathBuf,
}

impl Environment {
    /// Returns the environment in `directory` with the packages of `requirements`, in the form of pip's files. It is
    /// made if it is not there, or was made with another Python or other packages. An error says why pip cannot install
    /// them.
    pub(crate) fn with(python: &Path, directory: &Path, requirements: &str) -> Result<Self, String> {
        let version = output(Command::new(python).arg("-VV"))?;
        let wanted = format!("# {} {}\n{requirements}", python.display(), version.trim());
        let environment = Self { directory: directory.to_path_buf() };
        let installed = directory.join(INSTALLED);
        if fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted)
            && answers(environment.python().arg("--version"))
        {
            return Ok(environment);
        }
        let environment = Self::new(python, directory)?;
        let list = directory.join("wanted.txt");
        let cannot = |error: std::io::Error| format!("{}: {error}", list.display());
        fs::write(&list, &wanted).map_err(cannot)?;
        println!("$ pip install {}", packages(requirements));
        output(environment.pip().arg("--requirement").arg(&list))?;
        fs::rename(&list, installed).map_err(cannot)?;
        Ok(environment)
    }

    /// Returns a new environment without packages.
    pub(crate) fn new(python: &Path, directory: &Path) -> Result<Self, String> {
        println!("$ python -m venv {}", directory.display());
        output(Command::new(python).args(["-m", "venv", "--clear"]).arg(directory))?;
        Ok(Self { directory: directory.to_path_buf() })
    }

    /// Returns a program of the environment.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        if cfg!(windows) {
            self.directory.join("Scripts").join(name).with_extension("exe")
        } else {
            self.directory.join("bin").join(name)
        }
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
        pip.args(["-m", "pip", "install", "--disable-pip-version-check", "--quiet", "--retries", "1"]);
        pip
    }
}

/// Returns the packages of a file of requirements, on a line.
fn packages(requirements: &str) -> String {
    let lines = requirements.lines().map(|line| line.split(['#', ';']).next().unwrap_or(line).trim());
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packages_of_a_file_fit_on_a_line() {
        let file = "# Tools.\nnumpy>=2\nchess==1.11.2  # the peer\n\nbulletchess==0.4.0; python_version >= \"3.13\"\n";
        assert_eq!(packages(file), "numpy>=2 chess==1.11.2 bulletchess==0.4.0");
    }

    #[test]
    fn no_python_is_as_new_as_version_1000() {
        assert_eq!(find([1000, 0]), None);
    }
}
