//! The tests of the installed wheel.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Places, package, wheel};
use crate::environment::{Environment, PYTHON_CHESS};
use crate::process::{data, output, root, succeeds};
use crate::tidy::pages;

/// The guide, whose examples run.
const GUIDE: &str = "docs/python.md";

/// Installs the wheel as users do, in a new environment, and runs the first page of the guide there.
pub(super) fn fresh(python: &Path, wheel: &Path, places: &Places) -> Result<bool, String> {
    let environment = Environment::new(python, &places.directory.join("fresh"))?;
    println!("$ pip install {}", wheel.file_name().unwrap_or_default().display());
    if let Err(reason) = output(environment.pip().arg(wheel)) {
        println!("{reason}\nskipped: package index (the first page of {GUIDE} in a new environment)");
        return Ok(true);
    }
    println!("$ python first_page.py {GUIDE}");
    let mut script = environment.python();
    script.arg(package().join("tests/first_page.py")).arg(root().join(GUIDE));
    Ok(succeeds(script.current_dir(&places.run)))
}

/// Runs all other tests.
pub(super) fn all(environment: &Environment, places: &Places, is_slow: bool) -> Result<bool, String> {
    let mut passed = pytest(environment, places, is_slow);
    passed &= pages(environment, places)?;
    passed &= types(environment, places);
    passed &= adapter(environment, places);
    Ok(passed)
}

/// Runs the tests, and the examples of the guide.
fn pytest(environment: &Environment, places: &Places, is_slow: bool) -> bool {
    let Some(toy) = wheel::toy(environment, places) else { return false };
    println!("$ pytest ({GUIDE} and bindings/python/tests)");
    let mut pytest = python(environment, places);
    pytest.env("GARDEZ_TOY", toy);
    pytest.args(["-m", "pytest", "--quiet", "--doctest-glob=*.md", "--config-file"]);
    pytest.arg(package().join("pyproject.toml")).arg(root().join(GUIDE)).arg(package().join("tests"));
    if is_slow {
        pytest.env("GARDEZ_SLOW", "1");
    }
    succeeds(&mut pytest)
}

/// Checks the Python of the other pages, and their files of configuration.
fn pages(environment: &Environment, places: &Places) -> Result<bool, String> {
    let directory = places.directory.join("pages");
    std::fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    println!("$ python pages.py (the blocks of all pages except {GUIDE})");
    let mut script = python(environment, places);
    script.arg(package().join("tests/pages.py")).args(pages::write(&["python", "toml", "json"], GUIDE, &directory)?);
    Ok(succeeds(&mut script))
}

/// Checks the types of the package, of its tests and of the benches, and whether the package is as its stubs say.
fn types(environment: &Environment, places: &Places) -> bool {
    let mypy = |arguments: &[&str], paths: &[PathBuf]| {
        println!("$ mypy --strict {}", arguments.join(" "));
        let mut mypy = python(environment, places);
        mypy.args(["-m", "mypy", "--strict", "--config-file"]).arg(package().join("pyproject.toml"));
        succeeds(mypy.args(arguments).args(paths))
    };
    let mut passed = mypy(&["-p", "gardez"], &[]);
    passed &= mypy(&[], &["tests", "bench"].map(|name| package().join(name)));
    println!("$ python -m mypy.stubtest gardez");
    let mut stubtest = python(environment, places);
    stubtest
        .args(["-m", "mypy.stubtest", "gardez", "--ignore-unused-allowlist", "--allowlist"])
        .arg(package().join("tests/stubtest.txt"));
    passed & succeeds(&mut stubtest)
}

/// Runs python-chess's own tests, with this package in place of its board.
fn adapter(environment: &Environment, places: &Places) -> bool {
    let Some(archive) = sources(environment, places) else {
        println!("skipped: package index (the tests of {})", PYTHON_CHESS);
        return true;
    };
    println!("$ python adapter {}", archive.file_name().unwrap_or_default().display());
    let mut adapter = python(environment, places);
    succeeds(adapter.arg(package().join("tests/adapter")).arg(archive))
}

/// Returns the source distribution of python-chess, which contains its tests.
fn sources(environment: &Environment, places: &Places) -> Option<PathBuf> {
    let name = PYTHON_CHESS.replace("==", "-");
    let archive = places.directory.join(name + ".tar.gz");
    if !archive.is_file() {
        println!("$ pip download {}", PYTHON_CHESS);
        let mut pip = environment.python();
        pip.args(["-m", "pip", "download", "--disable-pip-version-check", "--quiet", "--retries", "1", "--no-deps"]);
        pip.args(["--no-binary", "chess", PYTHON_CHESS, "--dest"]).arg(&places.directory);
        output(&mut pip).map_err(|reason| println!("{reason}")).ok()?;
    }
    archive.is_file().then_some(archive)
}

/// Returns the Python of the environment, in the directory for files of tests.
fn python(environment: &Environment, places: &Places) -> Command {
    let mut python = environment.python();
    python.current_dir(&places.run);
    if let Some(data) = data() {
        python.env("GARDEZ_DATA", data);
    }
    python
}
