//! The results of checking suites.

use std::fmt;
use std::ops::AddAssign;

use serde::Serialize;

/// The numbers of positions, counts and lines of one suite, or of all suites, by result.
#[derive(Clone, Copy, Default, Serialize, Debug)]
pub(crate) struct Numbers {
    pub(crate) positions: u64,
    pub(crate) checked: u64,
    pub(crate) skipped: u64,
    pub(crate) wrong: u64,
    pub(crate) refused: u64,
    pub(crate) problems: u64,
    pub(crate) unreadable: u64,
}

impl AddAssign for Numbers {
    fn add_assign(&mut self, other: Self) {
        self.positions += other.positions;
        self.checked += other.checked;
        self.skipped += other.skipped;
        self.wrong += other.wrong;
        self.refused += other.refused;
        self.problems += other.problems;
        self.unreadable += other.unreadable;
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, checked, skipped, wrong, refused, problems, unreadable } = self;
        write!(f, "positions {positions}, refused {refused}, with problems {problems}, ")?;
        write!(f, "counts checked {checked}, wrong {wrong}, skipped {skipped}, unreadable lines {unreadable}")
    }
}

/// A count for which the suite and the program disagree.
#[derive(Serialize, Debug)]
pub(crate) struct Wrong {
    pub(crate) file: String,
    pub(crate) line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    pub(crate) fen: String,
    pub(crate) depth: u32,
    pub(crate) expected: u64,
    pub(crate) found: u128,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, id: _, fen, depth, expected, found } = self;
        write!(f, "wrong: {file}:{line}: depth {depth}, expected {expected}, found {found}: {fen}")
    }
}

/// A position that breaks an invariant, or has a problem that the options refuse.
#[derive(Serialize, Debug)]
pub(crate) struct Refused {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) fen: String,
    pub(crate) reason: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "refused: {}:{}: {}", self.file, self.line, self.reason)
    }
}

/// A position that is counted, although it cannot arise in a game.
#[derive(Serialize, Debug)]
pub(crate) struct WithProblems {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) fen: String,
    pub(crate) problems: Vec<&'static str>,
}

/// A line that cannot be read; without a line number, a whole file.
#[derive(Serialize, Debug)]
pub(crate) struct Unreadable {
    pub(crate) file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    pub(crate) reason: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.reason),
            None => write!(f, "{}: {}", self.file, self.reason),
        }
    }
}
