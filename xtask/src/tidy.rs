//! The rules of this project that a machine can check.
//!
//! Each check returns every problem it finds, as a line with its place, so that one run shows all there is to do.

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
/// - A crate depends only on the layers below it, as docs/architecture.md draws
///   them.
/// - A Rust file begins with `//!`, and a source file of the crates, of xtask or
///   of scale has at most 500 lines, not counting tables.
/// - No test has `#[ignore]` or `#[should_panic]`.
/// - docs/unsafe.md lists exactly the files with unsafe code, and only
///   `bitboard::cpu` asks what the CPU has.
/// - What is above the libraries stays thin: it has no rules of chess, no orders
///   and no loops of readers.
/// - Files of a crate do not import each other in a circle. A file may import its
///   parents, and a re-export counts as an import.
/// - No file contains an absolute path of one machine.
/// - A block of code in a page or a doc comment has a language that something
///   runs or parses, and what its commands name exists.
/// - The repository has at most as many lines without tests and public items as
///   xtask/sizes.tsv says.
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

/// Returns all problems of the repository, in the order of files.
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

/// Prints the problems and returns whether there are none.
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
