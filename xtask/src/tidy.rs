//! The rules of this project that a machine can check. Each check returns every problem, as a line with its place.

mod circles;
mod layers;
pub(crate) mod pages;
mod sizes;
mod sources;

use std::process::ExitCode;

use clap::Args;

use crate::process::{exit_code, root};
use crate::texts;
use crate::workspace::Workspace;

/// Check the rules of this project that a machine can check
///
/// The layers of docs/architecture.md, and circles of files; how Rust files begin,
/// how long they are, and what their tests must not have; unsafe code that is not
/// in docs/unsafe.md, or asks what the CPU has; what belongs in the libraries;
/// absolute paths of one machine; blocks of code that nothing runs or parses; and
/// the limits of xtask/sizes.tsv.
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
