//! The rules of training records and games.

use core::fmt;

use crate::encoder::FORMAT_RULE;

/// The thoroughness of a check.
///
/// [`Strict`](Self::Strict) refuses what [`Lc0`](Self::Lc0) refuses, by the same rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Strictness {
    /// The checks of lc0's rescorer (revision 909a4082), in its order and with its gaps:
    ///
    /// - it accepts any `result_d` that is not negative, 1858 as a policy index, NaN as a probability of a move, and an
    ///   infinite number of plies;
    /// - it does not look at the version, the history slots, the KL divergence, or the fields of version 7;
    /// - it compares only the pieces of the side that moved with the record before.
    Lc0,
    /// The checks of `Lc0` without those gaps, and the rules from [`Rule::Version`] on, which compare each record with
    /// the position that the moves of the game lead to.
    Strict,
}

/// Defines the rules: the name, the text, and what lc0 prints.
macro_rules! rules {
    ($($(#[$meta:meta])* $rule:ident, $name:literal, $text:expr, $lc0:expr;)+) => {
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
            $($(#[$meta])* $rule,)+
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
    /// A game has at least one record.
    NoRecords, "no-records", "a game has at least one record", Some("Empty File");
    /// The input format is known.
    InputFormat, "input-format", FORMAT_RULE, RANGE;
    /// An expected result is from -1 to 1. `orig_q` may be NaN.
    Q, "q", "an expected result is from -1 to 1", RANGE;
    /// The probability of a draw is from 0 to 1. `orig_d` may be NaN.
    D, "d", "the probability of a draw is from 0 to 1", RANGE;
    /// A number of plies is not negative. `orig_m` may be NaN. [`Strictness::Strict`] also refuses infinity.
    M, "m", "a number of plies is not negative", RANGE;
    /// A castling right is 0 or one file as a bit; in format 1, it is 0 or 1.
    Castling, "castling", "a castling right is 0 or a single file, and 0 or 1 in format 1", RANGE;
    /// The side to move is 0 or 1 in formats 1 and 2. In other formats, the en passant flag is 0 or one file as a bit.
    SideToMoveOrEnPassant, "side-to-move-or-en-passant",
        "it is 0 or 1 in formats 1 and 2, and 0 or a single file in the others", RANGE;
    /// The halfmove clock is at most 100.
    Rule50, "rule50", "the halfmove clock is from 0 to 100", RANGE;
    /// The probability of a move is from 0 to 1, or -1 for a move that is not legal. [`Strictness::Lc0`] accepts NaN.
    Probability, "probability", "a probability is from 0 to 1, or -1 for a move that is not legal", RANGE;
    /// The best and the played move are legal moves of the probabilities, if the record has visits.
    ChosenMove, "chosen-move", "the best and the played move have a probability", RANGE;
    /// The sum of the probabilities is from 0.99 to 1.01.
    ProbabilitySum, "probability-sum", "the sum is from 0.99 to 1.01", Some("Probability sum error is huge!");
    /// A policy index is below 1858. [`Strictness::Lc0`] accepts 1858 itself.
    Index, "index", "a policy index is below 1858", RANGE;
    /// A single move leads from each record to the next.
    NoMove, "no-move", "a single move leads from each record to the next", Some("Invalid move encoding");
    /// The first record shows a position.
    StartPosition, "start-position", "the first record shows a position", None;
    /// `played_idx` is the index of the move that leads to the next record, by
    /// [`PolicyIndexing::Lc0`](crate::PolicyIndexing::Lc0), if the record has visits.
    NotPlayed, "not-played", "it is the index of the move that leads to the next record",
        Some("Move performed is not listed as played.");
    /// The move that leads to the next record has a probability, unless the record is marked for deletion.
    NotListed, "not-listed", "the move that leads to the next record has a probability",
        Some("Move performed is marked illegal in probabilities.");
    /// The move that leads to the next record is legal.
    IllegalMove, "illegal-move", "the move that leads to the next record is legal",
        Some("Move performed is an illegal move.");
    /// The result is exactly -1, 0 or 1, so files that lc0 has deblundered cannot be rescored again.
    /// [`Strictness::Strict`] also wants a `result_d` of 1 for a draw and of 0 otherwise.
    Result, "result", "the result of a game is a win, a draw or a loss", RANGE;
    /// The version fits the layout, and is the same in all records of a game.
    Version, "version", "the version is that of the layout, and the same in a whole game", None;
    /// A field that has no use is 0.
    Unused, "unused", "the field is 0", None;
    /// The expected result, without its sign, and the probability of a draw are at most 1 together.
    WinDrawLoss, "win-draw-loss", "wins, draws and losses have probabilities that are not negative", None;
    /// The KL divergence is a number and not negative.
    Divergence, "divergence", "a KL divergence is not negative", None;
    /// The input format is the same in all records of a game.
    FormatChanges, "format-changes", "the format is the same in a whole game", None;
    /// The record shows the position that the moves of the game lead to.
    Position, "position", "the record shows the position that the moves lead to", None;
    /// The moves that have a probability are the legal moves, by [`PolicyIndexing::Lc0`](crate::PolicyIndexing::Lc0).
    LegalMoves, "legal-moves", "exactly the legal moves have a probability", None;
    /// The `played_idx` of the last record belongs to a legal move, if the record has visits.
    LastMove, "last-move", "the last move is legal", None;
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
