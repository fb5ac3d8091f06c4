//! Plans in temporary directories, the program `scale`, and what it should count.

#![allow(dead_code, reason = "each test uses a part")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// The time after which a test no longer waits.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// The numbers of distinct positions after 1 to 8 plies (A083276 in the OEIS).
pub(crate) const RECORDS: [u64; 8] = [20, 400, 5362, 72_078, 822_518, 9_417_681, 96_400_068, 988_187_354];

/// The numbers of move sequences of 1 to 9 plies (A048987 in the OEIS).
pub(crate) const PERFT: [u128; 9] =
    [20, 400, 8902, 197_281, 4_865_609, 119_060_324, 3_195_901_860, 84_998_978_956, 2_439_530_234_167];

/// Returns `true` if the slow tests should run, too.
pub(crate) fn is_slow() -> bool {
    std::env::var_os("GARDEZ_SLOW").is_some()
}

/// The program `scale` that cargo has compiled for the tests.
pub(crate) fn scale() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scale"));
    command.stdin(Stdio::null());
    command
}

/// A plan that counts, in a directory that is removed at the end.
pub(crate) struct Plan {
    directory: TempDir,
    pub(crate) depth: usize,
}

impl Plan {
    /// Plans perft(depth) from the positions after `ply` plies, in this many units.
    pub(crate) fn perft(depth: usize, ply: usize, units: usize) -> Self {
        Self::with_table(depth, ply, units, "16")
    }

    /// The same with a table of this number of MiB.
    pub(crate) fn with_table(depth: usize, ply: usize, units: usize, mebibytes: &str) -> Self {
        Self::planned(scale(), depth, ply, units, &["--table", mebibytes])
    }

    /// The same from a position.
    pub(crate) fn perft_of(fen: &str, depth: usize, ply: usize, units: usize) -> Self {
        Self::planned(scale(), depth, ply, units, &["--table", "16", "--fen", fen])
    }

    /// The small plan, made and run by another program.
    pub(crate) fn small_of(program: &Path) -> Self {
        let plan = Self::planned(Command::new(program), 7, 4, 16, &["--table", "16"]);
        let output = Command::new(program).arg("run").arg(plan.path()).args(["--all", "--loose"]).output();
        expect_code(&output.expect("it starts"), 0);
        plan
    }

    /// Plans a count with these options, by this program.
    pub(crate) fn planned(mut program: Command, depth: usize, ply: usize, units: usize, options: &[&str]) -> Self {
        let directory = TempDir::new().expect("a temporary directory");
        let plan = Self { directory, depth };
        let numbers = [depth, ply, units].map(|number| number.to_string());
        program.args(["plan", "perft", "--depth", &numbers[0], "--ply", &numbers[1], "--units", &numbers[2]]);
        let output = program.args(options).arg("-C").arg(plan.path()).output();
        expect_code(&output.expect("the program can be started"), 0);
        plan
    }

    /// A plan of 16 units for perft(7) from the positions after 4 plies.
    pub(crate) fn small() -> Self {
        Self::perft(7, 4, 16)
    }

    /// The directory of the plan.
    pub(crate) fn path(&self) -> PathBuf {
        self.directory.path().join("plan")
    }

    /// A command of `scale` with this plan.
    pub(crate) fn command(&self, name: &str, arguments: &[&str]) -> Command {
        let mut command = scale();
        command.arg(name).arg(self.path()).args(arguments);
        command
    }

    /// Runs a command of `scale` with this plan.
    pub(crate) fn call(&self, name: &str, arguments: &[&str]) -> Output {
        self.command(name, arguments).output().expect("scale can be started")
    }

    /// Runs everything that is missing, which must succeed.
    pub(crate) fn run_all(&self) {
        expect_code(&self.call("run", &["--all", "--loose", "--jobs", "2"]), 0);
    }

    /// The names of the units that are missing in all stages.
    pub(crate) fn missing(&self) -> Vec<String> {
        let output = self.call("missing", &[]);
        expect_code(&output, 0);
        text(&output.stdout).split_whitespace().map(String::from).collect()
    }

    /// The names of all units.
    pub(crate) fn units(&self) -> Vec<String> {
        let plan = read_json(&self.path().join("plan.json"));
        let stages = plan["stages"].as_array().expect("a plan has stages");
        let units = stages.iter().flat_map(|stage| {
            let name = stage["name"].as_str().expect("a stage has a name").to_owned();
            let units = stage["units"].as_u64().expect("a stage has units");
            (0..units).map(move |unit| format!("{name}/{unit}"))
        });
        units.collect()
    }

    /// The directory of a unit.
    pub(crate) fn unit(&self, unit: &str) -> PathBuf {
        self.path().join(unit)
    }

    /// A file of Parquet in the directory of a unit.
    pub(crate) fn output(&self, unit: &str) -> PathBuf {
        files(&self.unit(unit))
            .into_iter()
            .find(|file| file.extension().is_some_and(|e| e == "parquet"))
            .expect("a file")
    }

    /// Asserts that there is a total, and that it is right.
    pub(crate) fn expect_total(&self) {
        let output = self.call("sum", &[]);
        expect_code(&output, 0);
        let total = text(&output.stdout).split_whitespace().next().map(String::from);
        assert_eq!(total, Some(PERFT[self.depth - 1].to_string()), "{}", shown(&output));
    }

    /// Asserts that `sum` fails with this code, prints no number on standard output, and names the unit.
    pub(crate) fn expect_no_total(&self, code: i32, unit: &str) {
        let output = self.call("sum", &[]);
        expect_code(&output, code);
        assert_eq!(text(&output.stdout), "", "{}", shown(&output));
        assert!(text(&output.stderr).contains(unit), "{unit} is not named: {}", shown(&output));
    }
}

/// The regular files of a directory, in the order of their names.
pub(crate) fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten();
    let mut files: Vec<_> =
        entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// The digests of all files of a unit, with their names.
pub(crate) fn digests(unit: &Path) -> Vec<(String, String)> {
    let digest = |file: &PathBuf| blake3(&fs::read(file).expect("a file"));
    files(unit).iter().map(|file| (file.file_name().expect("a name").display().to_string(), digest(file))).collect()
}

/// Everything below a folder, with a digest of each file, by their paths in it.
pub(crate) fn contents(folder: &Path, digest: fn(&[u8]) -> String) -> BTreeMap<PathBuf, String> {
    let (mut found, mut folders) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            // A temporary file may vanish while this looks at it.
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(content) = fs::read(&path) {
                found.insert(path.strip_prefix(folder).expect("it is inside").to_owned(), digest(&content));
            }
        }
    }
    found
}

/// The digest that recognizes files.
pub(crate) fn blake3(content: &[u8]) -> String {
    blake3::hash(content).to_hex().to_string()
}

pub(crate) fn read_json(file: &Path) -> Value {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Writes a `done.json` with the digest that fits.
pub(crate) fn write_done(file: &Path, mut done: Value) {
    done.as_object_mut().expect("a record").remove("digest");
    let rest = format!("\",{}\n", &done.to_string()[1..]);
    fs::write(file, format!("{{\"digest\":\"{}{rest}", blake3(rest.as_bytes()))).expect("it can be written");
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What a command printed, for messages.
pub(crate) fn shown(output: &Output) -> String {
    format!("{}\n{}{}", output.status, text(&output.stdout), text(&output.stderr))
}

/// Asserts that a command ended with this exit code.
pub(crate) fn expect_code(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "{}", shown(output));
}

/// Returns `true` if SIGKILL ended the process.
pub(crate) fn was_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(9)
}
