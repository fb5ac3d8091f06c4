//! Counting accepted and refused games.

use core::fmt;

use super::check::check_game;
use super::replay::Replay;
use crate::training::any::AnyRecord;
use crate::training::check::{BrokenRule, GameError, Rule, Strictness};

/// Checks games or records one after the other, and counts what it accepts and refuses, by rule.
///
/// `Display` writes the counts.
///
/// ```
/// use gardez_lc0::training::{Checker, Rule, Strictness, V6};
///
/// let games = [vec![], vec![V6::empty()], vec![]];
/// let mut checker = Checker::new(Strictness::Lc0);
/// let accepted: Vec<_> = games.iter().filter_map(|game| checker.check_game(game).ok()).collect();
/// assert_eq!((accepted.len(), checker.accepted(), checker.refused()), (0, 0, 3));
/// assert_eq!(checker.refused_by(Rule::NoRecords), 2);
/// assert_eq!(checker.to_string(), "0 accepted, 3 refused (no-records 2, input-format 1)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
pub struct Checker {
    strictness: Strictness,
    accepted: u64,
    /// By the index of the rule.
    refused: [u64; Rule::ALL.len()],
}

impl Checker {
    /// Creates a checker that has counted nothing.
    pub const fn new(strictness: Strictness) -> Self {
        Self { strictness, accepted: 0, refused: [0; Rule::ALL.len()] }
    }

    /// Checks a game as [`check_game`] does, and counts it.
    ///
    /// # Errors
    ///
    /// Returns the first record that breaks a rule.
    pub fn check_game(&mut self, records: &[impl AnyRecord]) -> Result<Replay, GameError> {
        let result = check_game(records, self.strictness);
        self.count(result.as_ref().err().map(|error| error.broken.rule));
        result
    }

    /// Checks a record by itself as [`AnyRecord::check`] does, and counts it.
    ///
    /// # Errors
    ///
    /// Returns the first rule that the record breaks.
    pub fn check_record(&mut self, record: &impl AnyRecord) -> Result<(), BrokenRule> {
        let result = record.check(self.strictness);
        self.count(result.err().map(|broken| broken.rule));
        result
    }

    fn count(&mut self, broken: Option<Rule>) {
        match broken {
            Some(rule) => self.refused[rule as usize] += 1,
            None => self.accepted += 1,
        }
    }

    /// Returns how much is checked.
    pub const fn strictness(&self) -> Strictness {
        self.strictness
    }

    /// Returns the number of games or records that were accepted.
    pub const fn accepted(&self) -> u64 {
        self.accepted
    }

    /// Returns the number of games or records that were refused.
    pub fn refused(&self) -> u64 {
        self.refused.iter().sum()
    }

    /// Returns the number of games or records that broke this rule first.
    pub const fn refused_by(&self, rule: Rule) -> u64 {
        self.refused[rule as usize]
    }
}

impl fmt::Display for Checker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} accepted, {} refused", self.accepted, self.refused())?;
        let mut separator = " (";
        for &rule in Rule::ALL {
            let count = self.refused_by(rule);
            if count > 0 {
                write!(f, "{separator}{} {count}", rule.name())?;
                separator = ", ";
            }
        }
        if separator == " (" { Ok(()) } else { f.write_str(")") }
    }
}
