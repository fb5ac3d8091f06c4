//! A release, made and checked on this machine. Nothing leaves it without `--publish`, which
//! `.github/workflows/release.yml` runs.

mod publish;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use clap::Args;

use crate::guide::PLACEHOLDER;
use crate::process::{Outcome, cannot, cargo, exit_code, git, host, output, program, read, root, runs, succeeds};
use crate::steps::{Effort, steps};
use crate::workspace::Workspace;

/// Make and check everything that a release publishes
///
/// Compares the versions of crates, wheel, npm package, changelog and citation,
/// builds every crate from its package in order, the programs with a static C
/// library where there is one, the wheel, the npm package and the guide. What
/// needs a tool that is missing is skipped by name. The packages are in
/// target/package, the programs in target/programs.
///
/// To release: set the version in Cargo.toml, bindings, CITATION.cff and the
/// heading of CHANGELOG.md, run `cargo xtask ci --slow` and this command with
/// --tag, and push the tag: the workflow publishes. CONTRIBUTING.md says what to do
/// before the first time.
#[derive(Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  cargo xtask release                 do everything but publish
  cargo xtask release --only programs build the programs
  cargo xtask release --publish       send the crates that the registry lacks,
                                      and go on after a break
  cargo xtask release --tag v0.1.0    also fail if this is not the version, or
                                      if an address is missing"
)]
pub(crate) struct Release {
    /// Fail unless everything is ready for this tag
    #[arg(long, value_name = "TAG")]
    tag: Option<String>,

    /// Only versions, addresses, crates, programs, wheel, npm, guide
    #[arg(long, value_name = "PART", value_parser = PARTS, hide_possible_values = true)]
    only: Vec<String>,

    /// Build the programs again in another folder, and compare the bytes
    #[arg(long)]
    twice: bool,

    /// Publish the crates that the registry lacks, and do nothing else
    #[arg(long, conflicts_with_all = ["tag", "only", "twice"])]
    publish: bool,

    /// Publish to this registry instead of crates.io
    #[arg(long, value_name = "NAME", requires = "publish")]
    registry: Option<String>,

    /// The time to wait where the registry takes no more
    #[arg(long, value_name = "SECONDS", default_value_t = 600, requires = "publish")]
    pause: u64,
}

/// The parts of a release, in order.
const PARTS: [&str; 7] = ["versions", "addresses", "crates", "programs", "wheel", "npm", "guide"];

impl Release {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        if self.publish {
            publish::publish(self.registry.as_deref(), Duration::from_secs(self.pause))?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut passed = true;
        for part in PARTS.iter().filter(|part| self.only.is_empty() || self.only.iter().any(|only| only == *part)) {
            println!("== {part}");
            let outcome = match *part {
                "versions" => self.versions()?,
                "addresses" => self.addresses()?,
                // Each crate is built from its package, in the order in which they depend on each other.
                "crates" => runs(&format!("package --locked --allow-dirty{}", Workspace::load()?.options())).into(),
                "programs" => self.programs()?,
                "wheel" => {
                    let program = env::current_exe().map_err(|error| error.to_string())?;
                    succeeds(Command::new(program).args(["python", "--build"])).into()
                }
                "npm" if !root().join("bindings/web/npm/wasm").is_dir() => Outcome::Skipped("`cargo xtask web`"),
                "npm" => succeeds(program("npm", "pack --dry-run").current_dir(root().join("bindings/web/npm"))).into(),
                guide => steps().find(|step| step.name == guide).ok_or("there is no such step")?.run(Effort::Usual)?,
            };
            if let Outcome::Skipped(missing) = outcome {
                println!("skipped: {missing}");
            }
            passed &= outcome != Outcome::Failed;
        }
        Ok(exit_code(passed))
    }

    /// Compares the versions in all files that name one.
    fn versions(&self) -> Result<Outcome, String> {
        let workspace = Workspace::load()?;
        let version = workspace.package("gardez").map(|package| package.version.clone()).unwrap_or_default();
        println!("version {version}");
        let heading = if self.tag.is_some() { format!("\n## {version}") } else { format!("what {version} contains") };
        let mut problems = Vec::new();
        for (file, text) in [
            ("Cargo.toml", format!("[workspace.package]\nversion = \"{version}\"")),
            ("bindings/web/npm/package.json", format!("\"version\": \"{version}\"")),
            ("bindings/Cargo.toml", format!("version = \"{version}\"")),
            ("CITATION.cff", format!("\nversion: {version}\n")),
            ("CHANGELOG.md", heading),
        ] {
            if !read(file)?.contains(&text) {
                problems.push(format!("{file}: no {:?}", text.trim()));
            }
        }
        let others = workspace.published().filter(|package| package.version != version);
        problems.extend(others.map(|package| format!("{}: version {}", package.manifest, package.version)));
        if self.tag.as_ref().is_some_and(|tag| *tag != format!("v{version}")) {
            problems.push(format!("the tag is not v{version}"));
        }
        Ok(reported(&problems))
    }

    /// Lists the files in which an address is missing.
    fn addresses(&self) -> Result<Outcome, String> {
        let files = git(&format!("grep -lF {PLACEHOLDER} -- :!xtask")).unwrap_or_default();
        files.lines().for_each(|file| println!("{file}: {PLACEHOLDER} stands for an address"));
        Ok((files.is_empty() || self.tag.is_none()).into())
    }

    /// Builds the programs, and checks that they need no library and name no folder of this machine.
    fn programs(&self) -> Result<Outcome, String> {
        let folder = Workspace::load()?.target.join("programs");
        let programs = build_programs(&root(), &folder)?;
        let mut problems = Vec::new();
        for program in &programs {
            let bytes = fs::read(program).map_err(cannot(program))?;
            let private = [env::var("HOME").ok(), Some(root().display().to_string())];
            for path in private.into_iter().flatten().filter(|path| path.len() > 1) {
                if bytes.windows(path.len()).any(|part| part == path.as_bytes()) {
                    problems.push(format!("{} contains the path of a folder of this machine", program.display()));
                }
            }
            // `ldd` fails for a program without libraries, or says so.
            let libraries = output(Command::new("ldd").arg(program)).is_ok_and(|text| !text.contains("statically"));
            if cfg!(target_os = "linux") && libraries {
                problems.push(format!("{} needs libraries of this system", program.display()));
            }
            let version = output(Command::new(program).arg("--version"))?;
            println!("{}: {} bytes, {}", program.display(), bytes.len(), version.trim());
        }
        if self.twice {
            let copy = folder.join("copy");
            _ = fs::remove_dir_all(&copy);
            output(program("git", "clone --quiet").arg(root()).arg(&copy))?;
            for (one, other) in programs.iter().zip(build_programs(&copy, &copy.join("target"))?) {
                if fs::read(one).ok() != fs::read(&other).ok() {
                    problems.push(format!("{} differs when it is built in another folder", one.display()));
                }
            }
        }
        Ok(reported(&problems))
    }
}

fn reported(problems: &[String]) -> Outcome {
    problems.iter().for_each(|problem| eprintln!("{problem}"));
    problems.is_empty().into()
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
    let packages = "-p gardez-cli --bin gardez -p gardez-perft --bin perft --features gardez-perft/cli";
    let mut build = cargo(&format!("build --locked --release --target {host} {packages}"));
    build.current_dir(checkout).arg("--target-dir").arg(target);
    // Flags are separated by this character, so that paths may contain blanks.
    if !succeeds(build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))) {
        return Err("the programs do not compile".into());
    }
    let file = |name| target.join(&host).join("release").join(name).with_extension(env::consts::EXE_EXTENSION);
    Ok(["gardez", "perft"].map(file).to_vec())
}
