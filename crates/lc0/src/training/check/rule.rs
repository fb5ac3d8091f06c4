//! The rules of training records and games.

use core::fmt;

/// The thoroughness of a check.
///
/// [`Strict`](Self::Strict) refuses what [`Lc0`](Self::Lc0) refuses, by the same rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Strictness {
    /// The checks of lc0's rescorer (revision 909a4082), in its order and with its gaps: lc0
    /// accepts any `result_d` that is not negative, 1858 as a policy index, NaN as a probability of a move, and an
    /// infinite number of plies, and does not look at the version, the history slots, the KL divergence, or the fields of
    /// version 7. Only the pieces of the side that moved are compared with the record before.
    Lc0,
    /// The checks of `Lc0` without those gaps, and the rules from [`Rule::Version`] on, which compare each record with
    /// the position that the moves of the game lead to.
    Strict,
}

/// Defines the rules: the name, the text, and what lc0 prints.
macro_rules! rules {
    ($($(#[$meta:meta])* $rule:ident, $name:literal, $text:literal, $lc0:expr;)+) => {
        /// A rule of records and games. `Display` writes it as a clause.
        ///
        /// ```
        /// use gardez_lc0::training::Rule;
        ///
        /// assert_eq!(Rule::Rule50.to_string(), "the halfmove clock is from 0 to 100");
        /// assert_eq!(Rule::Rule50.name(), "rule50");
        /// assert_eq!(Rule::Rule50.lc0_message(), Some("Range Violation"));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Rule {
            $(
                #[doc = $text]
                #[doc = ""]
                $(#[$meta])*
                $rule,
            )+
        }

        impl Rule {
            /// All rules: first lc0's, about in its order, and then those of [`Strictness::Strict`] alone.
            pub const ALL: &'static [Self] = &[$(Self::$rule,)+];

            /// Returns the name of the rule, which is stable: lower case, with hyphens between words.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$rule => $name,)+
                }
            }

            const fn text(self) -> &'static str {
                match self {
                    $(Self::$rule => $text,)+
                }
            }

            /// Returns the message with which lc0's rescorer refuses a game, without the place in its source.
            ///
            /// `None` for the rules of [`Strictness::Strict`] alone, and for [`Rule::StartPosition`], where lc0 prints
            /// an error of its FEN reader.
            pub const fn lc0_message(self) -> Option<&'static str> {
                match self {
                    $(Self::$rule => $lc0,)+
                }
            }
        }
    };
}

const RANGE: Option<&str> = Some("Range Violation");

rules! {
    NoRecords, "no-records", "a game has at least one record", Some("Empty File");
    InputFormat, "input-format", "the format is one of 1, 2, 3, 4, 132, 5, 133", RANGE;
    /// `orig_q` may be NaN.
    Q, "q", "an expected result is from -1 to 1", RANGE;
    /// `orig_d` may be NaN.
    D, "d", "the probability of a draw is from 0 to 1", RANGE;
    /// `orig_m` may be NaN. [`Strictness::Strict`] also refuses infinity.
    M, "m", "a number of plies is not negative", RANGE;
    Castling, "castling", "a castling right is 0 or a single file, and 0 or 1 in format 1", RANGE;
    SideToMoveOrEnPassant, "side-to-move-or-en-passant",
        "it is 0 or 1 in formats 1 and 2, and 0 or a single file in the others", RANGE;
    Rule50, "rule50", "the halfmove clock is from 0 to 100", RANGE;
    /// [`Strictness::Lc0`] accepts NaN.
    Probability, "probability", "a probability is from 0 to 1, or -1 for a move that is not legal", RANGE;
    /// If the record has visits.
    ChosenMove, "chosen-move", "the best and the played move have a probability", RANGE;
    ProbabilitySum, "probability-sum", "the sum is from 0.99 to 1.01", Some("Probability sum error is huge!");
    /// [`Strictness::Lc0`] accepts 1858 itself.
    Index, "index", "a policy index is below 1858", RANGE;
    NoMove, "no-move", "a single move leads from each record to the next", Some("Invalid move encoding");
    StartPosition, "start-position", "the first record shows a position", None;
    /// By [`PolicyIndexing::Lc0`](crate::PolicyIndexing::Lc0), if the record has visits.
    NotPlayed, "not-played", "it is the index of the move that leads to the next record",
        Some("Move performed is not listed as played.");
    /// Unless the record is marked for deletion.
    NotListed, "not-listed", "the move that leads to the next record has a probability",
        Some("Move performed is marked illegal in probabilities.");
    IllegalMove, "illegal-move", "the move that leads to the next record is legal",
        Some("Move performed is an illegal move.");
    /// Exactly -1, 0 or 1. [`Strictness::Strict`] also wants a `result_d` of 1 for a draw and of 0 otherwise.
    Result, "result", "the result of a game is a win, a draw or a loss", RANGE;
    Version, "version", "the version is that of the layout, and the same in a whole game", None;
    Unused, "unused", "the field is 0", None;
    WinDrawLoss, "win-draw-loss", "wins, draws and losses have probabilities that are not negative", None;
    Divergence, "divergence", "a KL divergence is not negative", None;
    FormatChanges, "format-changes", "the format is the same in a whole game", None;
    Position, "position", "the record shows the position that the moves lead to", None;
    /// By [`PolicyIndexing::Lc0`](crate::PolicyIndexing::Lc0).
    LegalMoves, "legal-moves", "exactly the legal moves have a probability", None;
    /// If the record has visits.
    LastMove, "last-move", "the last move is legal", None;
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
