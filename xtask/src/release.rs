//! A release, made and checked on this machine. Nothing leaves it: `.github/workflows/release.yml` publishes.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::guide::{self, PLACEHOLDER};
use crate::outcome::Outcome;
use crate::process::{answers, cargo, exit_code, host, output, root, shown, succeeds};
use crate::workspace::Workspace;

/// The programs of a release, each with its package.
const PROGRAMS: [(&str, &str); 2] = [("gardez", "gardez-cli"), ("perft", "gardez-perft")];

/// Make and check everything that a release publishes
///
/// Compares the versions of crates, wheel, npm package, changelog and citation,
/// builds every crate from its package in order, the programs with a static C
/// library where there is one, the wheel, the npm package and the guide. What
/// needs a tool that is missing is skipped by name. The packages are in
/// target/package, the programs in target/programs.
#[derive(Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  cargo xtask release                 do everything but publish
  cargo xtask release --only programs build the programs
  cargo xtask release --tag v0.1.0    also fail if this is not the version, or
                                      if an address is missing"
)]
pub(crate) struct Release {
    /// Fail unless everything is ready for this tag
    #[arg(long, value_name = "TAG")]
    tag: Option<String>,

    /// Only versions, addresses, crates, programs, wheel, npm, guide
    #[arg(long, value_name = "PART", value_parser = PARTS.map(|(name, _)| name), hide_possible_values = true)]
    only: Vec<String>,

    /// Build the programs again in another folder, and compare the bytes
    #[arg(long)]
    twice: bool,
}

type Part = fn(&Release) -> Result<Outcome, String>;

/// The parts of a release, in order.
const PARTS: [(&str, Part); 7] = [
    ("versions", |release| release.versions()),
    ("addresses", |release| release.addresses()),
    ("crates", |_| crates()),
    ("programs", |release| release.programs()),
    ("wheel", |_| wheel()),
    ("npm", |_| npm()),
    ("guide", |_| guide::build()),
];

impl Release {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        let mut passed = true;
        for (name, part) in PARTS.iter().filter(|(name, _)| self.only.is_empty() || self.only.iter().any(|o| o == name))
        {
            println!("== {name}");
            let outcome = part(&self)?;
            passed &= outcome.is_success() || matches!(outcome, Outcome::Skipped(_));
        }
        Ok(exit_code(passed))
    }

    /// Compares the versions in all files that name one.
    fn versions(&self) -> Result<Outcome, String> {
        let workspace = Workspace::load()?;
        let version = workspace.package("gardez").map(|package| package.version.clone()).unwrap_or_default();
        let mut problems = Vec::new();
        for package in workspace.published().filter(|package| package.version != version) {
            problems.push(format!("{}: version {} and not {version}", package.manifest, package.version));
        }
        let heading = if self.tag.is_some() { format!("\n## {version}") } else { format!("what {version} contains") };
        for (file, text) in [
            ("bindings/web/npm/package.json", format!("\"version\": \"{version}\"")),
            ("bindings/Cargo.toml", format!("version = \"{version}\"")),
            ("CITATION.cff", format!("\nversion: {version}\n")),
            ("CHANGELOG.md", heading),
        ] {
            if !read(file)?.contains(&text) {
                problems.push(format!("{file}: no {:?}", text.trim()));
            }
        }
        if let Some(tag) = self.tag.as_ref().filter(|tag| **tag != format!("v{version}")) {
            problems.push(format!("the tag is {tag}, the version {version}"));
        }
        problems.iter().for_each(|problem| eprintln!("{problem}"));
        println!("version {version}");
        Ok(problems.is_empty().into())
    }

    /// Lists the files in which an address is missing.
    fn addresses(&self) -> Result<Outcome, String> {
        let files = output(Command::new("git").current_dir(root()).args(["grep", "-lF", PLACEHOLDER]))?;
        let files: Vec<_> = files.lines().filter(|file| !file.starts_with("xtask/")).collect();
        files.iter().for_each(|file| println!("{file}: {PLACEHOLDER} stands for an address"));
        Ok((files.is_empty() || self.tag.is_none()).into())
    }

    /// Builds the programs, and checks that they need no library and name no folder of this machine.
    fn programs(&self) -> Result<Outcome, String> {
        let folder = Workspace::load()?.target.join("programs");
        let programs = build_programs(&root(), &folder)?;
        let mut problems = Vec::new();
        for program in &programs {
            let bytes = fs::read(program).map_err(|error| format!("{}: {error}", program.display()))?;
            let private = [env::var("HOME").ok(), Some(root().display().to_string())];
            for path in private.into_iter().flatten().filter(|path| path.len() > 1) {
                if bytes.windows(path.len()).any(|part| part == path.as_bytes()) {
                    problems.push(format!("{} contains the path of a folder of this machine", program.display()));
                }
            }
            // `ldd` fails for a program without libraries, or says so.
            let needs_libraries =
                output(Command::new("ldd").arg(program)).is_ok_and(|text| !text.contains("statically"));
            if cfg!(target_os = "linux") && needs_libraries {
                problems.push(format!("{} needs libraries of this system", program.display()));
            }
            let version = output(Command::new(program).arg("--version"))?;
            println!("{}: {} bytes, {}", program.display(), bytes.len(), version.trim());
        }
        if self.twice {
            let copy = folder.join("copy");
            let _ = fs::remove_dir_all(&copy);
            output(Command::new("git").args(["clone", "--quiet"]).arg(root()).arg(&copy))?;
            for (one, other) in programs.iter().zip(build_programs(&copy, &copy.join("target"))?) {
                if fs::read(one).ok() == fs::read(&other).ok() {
                    println!("{}: the same bytes when it is built in another folder", one.display());
                } else {
                    problems.push(format!("{} differs when it is built in another folder", one.display()));
                }
            }
        }
        problems.iter().for_each(|problem| eprintln!("{problem}"));
        Ok(problems.is_empty().into())
    }
}

/// Builds the programs of a checkout, with a static C library on Linux, and returns their paths.
fn build_programs(checkout: &Path, target: &Path) -> Result<Vec<PathBuf>, String> {
    let host = host()?;
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let mut flags = vec![format!("--remap-path-prefix={}=gardez", checkout.display())];
    flags.extend(home.map(|home| format!("--remap-path-prefix={}=cargo", home.display())));
    if cfg!(target_os = "linux") {
        flags.push("-Ctarget-feature=+crt-static".into());
    }
    let mut build = cargo();
    build
        .current_dir(checkout)
        .args(["build", "--locked", "--release", "--target", &host])
        .arg("--target-dir")
        .arg(target);
    build.args(["--features", "gardez-perft/cli"]);
    for (program, package) in PROGRAMS {
        build.args(["-p", package, "--bin", program]);
    }
    // Flags are separated by this character, so that paths may contain blanks.
    if !succeeds(build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))) {
        return Err("the programs do not compile".into());
    }
    let file = |(program, _)| target.join(&host).join("release").join(format!("{program}{}", env::consts::EXE_SUFFIX));
    Ok(PROGRAMS.map(file).to_vec())
}

/// Packs every published crate and builds it from its package, in the order in which they depend on each other.
fn crates() -> Result<Outcome, String> {
    let workspace = Workspace::load()?;
    let mut arguments = vec!["package", "--locked", "--allow-dirty"];
    arguments.extend(workspace.published().flat_map(|package| ["-p", package.name.as_str()]));
    Ok(succeeds(&mut shown(&arguments)).into())
}

/// Builds the wheel, as `cargo xtask python --build` does.
fn wheel() -> Result<Outcome, String> {
    if !answers(Command::new("python3").arg("--version")) {
        return Ok(Outcome::Skipped("python3"));
    }
    let program = env::current_exe().map_err(|error| error.to_string())?;
    Ok(succeeds(Command::new(program).args(["python", "--build"])).into())
}

/// Packs the npm package, which refuses without its modules and licenses.
fn npm() -> Result<Outcome, String> {
    if !answers(Command::new("npm").arg("--version")) {
        return Ok(Outcome::Skipped("npm"));
    }
    let folder = root().join("bindings/web/npm");
    if !folder.join("wasm").is_dir() {
        println!("`cargo xtask web` makes the package");
        return Ok(Outcome::Skipped("npm package"));
    }
    Ok(succeeds(Command::new("npm").current_dir(folder).args(["pack", "--dry-run"])).into())
}

/// Reads a file of the repository.
fn read(file: &str) -> Result<String, String> {
    fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))
}
