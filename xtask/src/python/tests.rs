//! The tests of the installed wheel.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{DLL_PREFIX, DLL_SUFFIX, Package, source};
use crate::environment::{Environment, OLDEST, PYTHON_CHESS, find};
use crate::process::{cannot, data, output, root, shown, succeeds};
use crate::tidy::pages;

/// The guide, whose examples run.
const GUIDE: &str = "docs/python.md";

impl Package {
    /// Installs the wheel as users do, in a new environment, and runs the first page of the guide there.
    pub(super) fn first_page(&self, wheel: &Path) -> Result<bool, String> {
        let python = find(OLDEST).ok_or("python is missing")?;
        let fresh = Environment::new(&python, &self.directory.join("fresh"))?;
        println!("$ pip install {}", wheel.file_name().unwrap_or_default().display());
        if let Err(reason) = output(fresh.pip().arg(wheel)) {
            println!("{reason}\nskipped: package index (the first page of {GUIDE} in a new environment)");
            return Ok(true);
        }
        println!("$ python first_page.py {GUIDE}");
        let mut script = fresh.python();
        script.arg(source("tests/first_page.py")).arg(root().join(GUIDE)).current_dir(self.directory.join("run"));
        Ok(succeeds(&mut script))
    }

    /// Runs all other tests.
    pub(super) fn all(&self, is_slow: bool) -> Result<bool, String> {
        let mut passed = self.pytest(is_slow);
        passed &= self.pages()?;
        passed &= self.types();
        passed &= self.adapter();
        Ok(passed)
    }

    /// Runs the tests, and the examples of the guide.
    fn pytest(&self, is_slow: bool) -> bool {
        // The extension module with a format of a test, and nnue-pytorch's library.
        for target in ["gardez-python --example toy", "gardez-training-data-loader"] {
            let line = "build --locked --quiet --profile checks --manifest-path bindings/Cargo.toml -p";
            if !succeeds(&mut self.building(shown(&format!("{line} {target}")))) {
                return false;
            }
        }
        let loader = self.target().join(format!("checks/{DLL_PREFIX}training_data_loader{DLL_SUFFIX}"));
        println!("$ pytest ({GUIDE} and bindings/python/tests)");
        let mut pytest = self.python("-m pytest --quiet --doctest-glob=*.md --config-file");
        pytest.env("GARDEZ_TOY", self.target().join(format!("checks/examples/{DLL_PREFIX}toy{DLL_SUFFIX}")));
        pytest.env("GARDEZ_TRAINING_DATA_LOADER", loader);
        pytest.arg(source("pyproject.toml")).arg(root().join(GUIDE)).arg(source("tests"));
        if is_slow {
            pytest.env("GARDEZ_SLOW", "1");
        }
        succeeds(&mut pytest)
    }

    /// Checks the Python of the other pages, and their files of configuration.
    fn pages(&self) -> Result<bool, String> {
        let directory = self.directory.join("pages");
        fs::create_dir_all(&directory).map_err(cannot(&directory))?;
        println!("$ python pages.py (the blocks of all pages except {GUIDE})");
        let mut script = self.python("");
        script.arg(source("tests/pages.py")).args(pages::write(&["python", "toml", "json"], GUIDE, &directory)?);
        Ok(succeeds(&mut script))
    }

    /// Checks the types of the package, of its tests and of the benches, and whether the package is as its stubs say.
    fn types(&self) -> bool {
        let run = |line: &str, paths: &[&str]| {
            println!("$ python {line} {}", paths.join(" "));
            succeeds(self.python(line).args(paths.iter().map(|path| source(path))))
        };
        let mut passed = run("-m mypy --strict -p gardez --config-file", &["pyproject.toml"]);
        passed &= run("-m mypy --strict --config-file", &["pyproject.toml", "tests", "bench"]);
        passed & run("-m mypy.stubtest gardez --ignore-unused-allowlist --allowlist", &["tests/stubtest.txt"])
    }

    /// Runs python-chess's own tests, which are in its source distribution, with this package in place of its board.
    fn adapter(&self) -> bool {
        let archive = self.directory.join(PYTHON_CHESS.replace("==", "-") + ".tar.gz");
        if !archive.is_file() {
            println!("$ pip download {PYTHON_CHESS}");
            let mut pip = self.python("-m pip download --disable-pip-version-check --quiet --retries 1 --no-deps");
            pip.args(["--no-binary", "chess", PYTHON_CHESS, "--dest"]).arg(&self.directory);
            if let Err(reason) = output(&mut pip) {
                println!("{reason}\nskipped: package index (the tests of {PYTHON_CHESS})");
                return true;
            }
        }
        println!("$ python adapter {}", archive.file_name().unwrap_or_default().display());
        succeeds(self.python("").arg(source("tests/adapter")).arg(archive))
    }

    /// Returns the Python of the environment with the arguments of a line, in the directory for files of tests.
    fn python(&self, line: &str) -> Command {
        let mut python = self.environment.python();
        python.args(line.split_whitespace()).current_dir(self.directory.join("run"));
        if let Some(data) = data() {
            python.env("GARDEZ_DATA", data);
        }
        python
    }
}
