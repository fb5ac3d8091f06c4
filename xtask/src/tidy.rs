//! The rules of this project that a machine can check.
//!
//! Each check returns every problem it finds, so that one run shows all there is to do.

mod blocks;
mod drawing;
mod imports;
mod layers;
mod manifests;
pub(crate) mod pages;
pub(crate) mod paths;
mod reliability;
mod sizes;
mod sources;
pub(crate) mod texts;

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
  cargo xtask tidy --draw --write     after a change of the imports
  cargo xtask tidy --sizes            how large each package is")]
#[command(group = clap::ArgGroup::new("what").args(["draw", "sizes"]))]
pub(crate) struct Tidy {
    /// Print the files of each crate in the order of their imports
    #[arg(long)]
    draw: bool,

    /// Print the lines without tests of each package, and their budget
    #[arg(long, conflicts_with = "draw")]
    sizes: bool,

    /// With --draw, write docs/structure.md; with --sizes, the budget
    #[arg(long, requires = "what")]
    write: bool,
}

impl Tidy {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        let root = root();
        let texts = || texts::collect(&root).map_err(|error| format!("the files cannot be read: {error}"));
        let (file, text) = match (self.draw, self.sizes) {
            (true, _) => (drawing::PAGE, drawing::page(&texts()?)),
            (_, true) => (sizes::BUDGET, sizes::table(&root, &texts()?, self.write)?),
            _ => return check(&root).map(exit_code),
        };
        if self.write {
            fs::write(root.join(file), text).map_err(|error| format!("{file}: {error}"))?;
            println!("{file} written");
        } else {
            print!("{text}");
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
    problems.extend(layers::requirements(&workspace));
    problems.extend(manifests::problems(&workspace, &texts));
    problems.extend(manifests::heavy_builds(&workspace)?);
    problems.extend(sources::headers(&texts));
    problems.extend(sources::unsafe_code(&texts));
    problems.extend(sources::test_attributes(&texts));
    problems.extend(sources::lengths(&texts));
    problems.extend(drawing::problems(&texts));
    problems.extend(paths::machine_paths(root));
    problems.extend(pages::problems(&texts));
    problems.extend(reliability::problems(root)?);
    problems.extend(sizes::problems(root, &texts)?);
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
