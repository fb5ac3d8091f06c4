//! The rules of the house that a machine can check.
//!
//! Each check returns every problem it sees, so that one run shows all there is to do.

mod code;
mod layers;
mod paths;
mod sources;

use std::fmt;
use std::path::Path;

use crate::workspace::Workspace;

/// Something to put right: where, and what is expected there.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Problem {
    file: String,
    what: String,
}

impl Problem {
    fn new(file: impl Into<String>, what: impl Into<String>) -> Self {
        Self { file: file.into(), what: what.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.what)
    }
}

/// Checks the workspace at `root`, and lists what is not as it should be.
pub(crate) fn problems(root: &Path) -> Result<Vec<Problem>, String> {
    let workspace = Workspace::load()?;
    let sources = sources::collect(root).map_err(|error| format!("the sources cannot be read: {error}"))?;
    let mut problems = layers::edges(&workspace);
    problems.extend(layers::requirements(&workspace));
    problems.extend(sources::headers(&sources));
    problems.extend(sources::unsafe_code(root, &sources));
    problems.extend(sources::test_attributes(&sources));
    problems.extend(sources::lengths(&sources));
    problems.extend(paths::machine_paths(root));
    problems.sort();
    Ok(problems)
}

/// Prints the problems and returns whether there are none.
pub(crate) fn run(root: &Path) -> Result<bool, String> {
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
