//! The rules of this project that a machine can check.
//!
//! Each check returns every problem it finds, so that one run shows all there is to do.

mod blocks;
mod drawing;
mod errors;
mod imports;
mod layers;
mod manifests;
pub(crate) mod pages;
pub(crate) mod paths;
mod prose;
mod reliability;
mod sources;
pub(crate) mod texts;
mod weight;
mod words;

use std::fmt;
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
  cargo xtask tidy --draw --write     after a change of the imports")]
pub(crate) struct Tidy {
    /// Print the files of each crate in the order of their imports
    #[arg(long)]
    draw: bool,

    /// With --draw, write this to docs/architecture.md
    #[arg(long, requires = "draw")]
    write: bool,
}

impl Tidy {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        let root = root();
        if self.write {
            let changed = drawing::write(&root)?;
            println!("{} {}", drawing::PAGE, if changed { "written" } else { "is up to date" });
        } else if self.draw {
            print!("{}", drawing::draw(&root)?);
        } else {
            return check(&root).map(exit_code);
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
    /// A problem of a whole file.
    fn new(file: impl Into<String>, what: impl Into<String>) -> Self {
        Self { file: file.into(), line: None, what: what.into() }
    }

    /// A problem of one line.
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
    problems.extend(weight::problems(&workspace)?);
    problems.extend(sources::headers(&texts));
    problems.extend(sources::unsafe_code(root, &texts));
    problems.extend(sources::test_attributes(&texts));
    problems.extend(sources::lengths(&texts));
    problems.extend(drawing::problems(&texts));
    problems.extend(errors::problems(&texts));
    problems.extend(paths::machine_paths(root));
    problems.extend(words::refused(&texts));
    problems.extend(prose::widths(&texts));
    problems.extend(pages::problems(&texts));
    problems.extend(reliability::problems(root)?);
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
