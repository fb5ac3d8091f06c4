//! The rules of this project that a machine can check.
//!
//! Each check returns every problem it finds, as a line with its place, so that one run shows all there is to do.

mod blocks;
mod circles;
mod layers;
mod manifests;
pub(crate) mod pages;
mod sizes;
mod sources;
pub(crate) mod texts;
mod thin;

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
  cargo xtask tidy --sizes    how large each package is")]
pub(crate) struct Tidy {
    /// Print lines without tests and public items of each package and of all
    #[arg(long)]
    sizes: bool,

    /// Write the limit, which may only fall
    #[arg(long, requires = "sizes")]
    write: bool,
}

impl Tidy {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        let root = root();
        if !self.sizes {
            return check(&root).map(exit_code);
        }
        let sizes = sizes::sizes(&texts::collect(&root)?);
        if self.write {
            sizes::write(&root, &sizes)?;
        }
        print!("{}", sizes::table(&root, &sizes)?);
        Ok(exit_code(report(&sizes::problems(&root, &sizes)?)))
    }
}

/// Checks the workspace at `root` and returns all problems, in the order of files.
pub(crate) fn problems(root: &Path) -> Result<Vec<String>, String> {
    let workspace = Workspace::load()?;
    let texts = texts::collect(root)?;
    let mut problems = layers::edges(&workspace, &texts);
    problems.extend(manifests::problems(&workspace, &texts));
    problems.extend(manifests::heavy_builds(&workspace)?);
    problems.extend(sources::problems(&texts));
    problems.extend(sources::summaries(&texts));
    problems.extend(sources::machine_paths(root));
    problems.extend(circles::problems(&texts));
    problems.extend(pages::problems(&texts));
    problems.extend(sizes::problems(root, &sizes::sizes(&texts))?);
    problems.extend(thin::problems(&texts));
    problems.sort();
    Ok(problems)
}

/// Prints the problems and returns whether there are none.
pub(crate) fn check(root: &Path) -> Result<bool, String> {
    let is_tidy = report(&problems(root)?);
    if is_tidy {
        println!("tidy");
    }
    Ok(is_tidy)
}

/// Prints problems, and returns whether there are none.
fn report(problems: &[String]) -> bool {
    problems.iter().for_each(|problem| eprintln!("{problem}"));
    if !problems.is_empty() {
        eprintln!("problems: {}", problems.len());
    }
    problems.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_is_tidy() {
        let problems = problems(&crate::process::root()).expect("the workspace can be read");
        assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    }
}
