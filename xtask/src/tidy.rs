//! The rules of this project that a machine can check. Each check returns every problem, as a line with its place.

mod blocks;
mod circles;
mod layers;
pub(crate) mod pages;
mod sizes;
mod sources;
mod texts;

use std::process::ExitCode;

use clap::Args;

use crate::process::{exit_code, root};
use crate::workspace::Workspace;

/// Check the rules of this project that a machine can check
///
/// - A crate depends only on the layers below it in docs/architecture.md.
/// - A Rust file begins with `//!`. A source file of the crates, of xtask or of
///   scale has at most 500 lines, not counting tables.
/// - No test has `#[ignore]` or `#[should_panic]`.
/// - docs/unsafe.md lists the files with unsafe code, and only `bitboard::cpu`
///   asks what the CPU has.
/// - What is above the libraries has no rules of chess and no loops of readers.
/// - Files of a crate do not import each other in a circle, but their parents.
/// - No file contains an absolute path of one machine.
/// - Something runs or parses each block of code in a page or a doc comment.
/// - The repository is within the limits of xtask/sizes.tsv.
#[derive(Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  cargo xtask tidy
  cargo xtask tidy --sizes    how large each package is"
)]
pub(crate) struct Tidy {
    /// Print lines without tests and public items of each package and of all
    #[arg(long)]
    sizes: bool,
}

impl Tidy {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        if !self.sizes {
            return check().map(exit_code);
        }
        let (table, problems) = sizes::sizes(&texts::collect(&root())?)?;
        print!("{table}");
        Ok(exit_code(problems.is_empty()))
    }
}

fn problems() -> Result<Vec<String>, String> {
    let (workspace, texts) = (Workspace::load()?, texts::collect(&root())?);
    let mut problems = layers::problems(&workspace, &texts)?;
    problems.extend(sources::problems(&texts));
    problems.extend(sources::machine_paths(&root()));
    problems.extend(circles::problems(&texts));
    problems.extend(pages::problems(&texts));
    problems.extend(sizes::sizes(&texts)?.1);
    problems.sort();
    Ok(problems)
}

pub(crate) fn check() -> Result<bool, String> {
    let problems = problems()?;
    problems.iter().for_each(|problem| eprintln!("{problem}"));
    println!("{}", if problems.is_empty() { "tidy".to_owned() } else { format!("problems: {}", problems.len()) });
    Ok(problems.is_empty())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_workspace_is_tidy() {
        let problems = super::problems().expect("the workspace can be read");
        assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    }
}
