//! The return value of a visitor.

use alloc::boxed::Box;

use crate::pgn::report::ProblemKind;

/// The choice of a visitor to skip the part that begins: `Skip(true)` skips it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Skip(pub bool);

/// The verdict of a visitor of [`Words`](super::Words), with small boxed problems.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Verdict {
    /// Go on.
    #[default]
    Take,
    /// Skip the part that begins; after a move, skip the rest of its line.
    Skip,
    /// Report this problem and go on.
    Noted(Box<ProblemKind>),
    /// Report this problem, and skip the part that begins; after a move, skip the rest of its line.
    Refused(Box<ProblemKind>),
}

impl Verdict {
    /// Returns [`Verdict::Noted`].
    #[cold]
    pub fn noted(kind: ProblemKind) -> Self {
        Self::Noted(Box::new(kind))
    }

    /// Returns [`Verdict::Refused`].
    #[cold]
    pub fn refused(kind: ProblemKind) -> Self {
        Self::Refused(Box::new(kind))
    }
}

impl From<Skip> for Verdict {
    #[inline]
    fn from(skip: Skip) -> Self {
        if skip.0 { Self::Skip } else { Self::Take }
    }
}
