//! What a visitor answers to the reader.

use alloc::boxed::Box;

use crate::pgn::report::ProblemKind;

/// The interest of a visitor in the part that begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Interest {
    /// Report it.
    #[default]
    Take,
    /// Skip it.
    Skip,
}

/// The answer of a visitor of [`Words`](super::Words), with small boxed problems.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Answer {
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

impl Answer {
    /// Returns [`Answer::Noted`].
    #[cold]
    pub fn noted(kind: ProblemKind) -> Self {
        Self::Noted(Box::new(kind))
    }

    /// Returns [`Answer::Refused`].
    #[cold]
    pub fn refused(kind: ProblemKind) -> Self {
        Self::Refused(Box::new(kind))
    }
}

impl From<Interest> for Answer {
    #[inline]
    fn from(interest: Interest) -> Self {
        match interest {
            Interest::Take => Self::Take,
            Interest::Skip => Self::Skip,
        }
    }
}
