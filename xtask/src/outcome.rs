//! The result of a check that may lack a tool.

/// The result of a step of CI, or of a command that is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    Failed,
    /// The tool or the data of this name is missing on this machine.
    Skipped(&'static str),
}

impl Outcome {
    /// Returns `true` if the check passed. If something is missing, prints its name.
    pub(crate) fn is_success(self) -> bool {
        if let Self::Skipped(missing) = self {
            println!("skipped: {missing}");
        }
        self == Self::Passed
    }
}

impl From<bool> for Outcome {
    fn from(passed: bool) -> Self {
        if passed { Self::Passed } else { Self::Failed }
    }
}
