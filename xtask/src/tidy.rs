//! The rules of this project that a machine can check.
//!
//! Each check returns every problem it finds, so that one run shows all there is to do.

mod blocks;
mod circles;
mod layers;
mod manifests;
pub(crate) mod pages;
mod sizes;
mod sources;
pub(crate) mod texts;
mod thin;

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;

use crate::process::{exit_code, root};
use crate::workspace::Workspace;

/// Check the rules of this project that a machine can check
#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask tidy
  cargo xtask tidy --sizes            how large each package is
  cargo xtask tidy --sizes --build    and how long each published one compiles")]
pub(crate) struct Tidy {
    /// Print the lines without tests and the public items of each package
    #[arg(long)]
    sizes: bool,

    /// Also print the CPU seconds of a clean release build
    #[arg(long, requires = "sizes")]
    build: bool,

    /// Write the budget, which may only fall
    #[arg(long, requires = "sizes", conflicts_with = "build")]
    write: bool,
}

impl Tidy {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        let root = root();
        let texts = || texts::collect(&root).map_err(|error| format!("the files cannot be read: {error}"));
        if !self.sizes {
            return check(&root).map(exit_code);
        }
        let text = sizes::table(&root, &texts()?, self.write)?;
        if self.write {
            fs::write(root.join(sizes::BUDGET), text).map_err(|error| format!("{}: {error}", sizes::BUDGET))?;
            println!("{} written", sizes::BUDGET);
        } else {
            print!("{text}");
        }
        if self.build {
            sizes::build(&Workspace::load()?)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Something to correct: where it is, and what is expected there.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Problem {
    file: String,
    /// The number of the line, from 1, or `None` where the whole file is meant.
    line: Option<usize>,
    what: String,
}

impl Problem {
    /// Returns a problem of a whole file.
    fn new(file: impl Into<String>, what: impl Into<String>) -> Self {
        Self { file: file.into(), line: None, what: what.into() }
    }

    /// Returns a problem of one line.
    fn at(file: impl Into<String>, line: usize, what: impl Into<String>) -> Self {
        Self { line: Some(line), ..Self::new(file, what) }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.what),
            None => write!(f, "{}: {}", self.file, self.what),
        }
    }
}

/// Checks the workspace at `root` and returns all problems, in the order of files and lines.
pub(crate) fn problems(root: &Path) -> Result<Vec<Problem>, String> {
    let workspace = Workspace::load()?;
    let texts = texts::collect(root).map_err(|error| format!("the files cannot be read: {error}"))?;
    let mut problems = layers::edges(&workspace);
    problems.extend(manifests::problems(&workspace, &texts));
    problems.extend(manifests::heavy_builds(&workspace)?);
    problems.extend(sources::problems(&texts));
    problems.extend(sources::machine_paths(root));
    problems.extend(circles::problems(&texts));
    problems.extend(pages::problems(&texts));
    problems.extend(sizes::problems(root, &texts)?);
    problems.extend(thin::problems(&texts));
    problems.sort();
    Ok(problems)
}

/// Prints the problems and returns whether there are none.
pub(crate) fn check(root: &Path) -> Result<bool, String> {
    let problems = problems(root)?;
    for problem in &problems {
        eprintln!("{problem}");
    }
    match problems.len() {
        0 => println!("tidy"),
        1 => eprintln!("1 problem"),
        count => eprintln!("{count} problems"),
    }
    Ok(problems.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_is_tidy() {
        let problems = problems(&crate::process::root()).expect("the workspace can be read");
        let list: String = problems.iter().map(|problem| format!("{problem}\n")).collect();
        assert!(problems.is_empty(), "\n{list}");
    }
}
