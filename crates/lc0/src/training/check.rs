//! Whether the values of a record make sense.

use core::fmt;

use super::V6;
use crate::POLICY_SIZE;

/// A field of a record that was found to be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Field {
    /// The version is not 6.
    Version,
    /// There is no such input format.
    InputFormat,
    /// The probability with this index is neither -1 nor from 0 to 1; NaN is not.
    Probability(u16),
    /// The probabilities do not add up to 1, give or take a hundredth.
    ProbabilitySum,
    /// A castling field has several bits, or is more than 1 in format 1.
    Castling,
    /// Several en passant files, or a side to move that is neither 0 nor 1.
    SideToMoveOrEnPassant,
    /// The fifty-move counter is beyond 100.
    Rule50,
    /// An expected result is not from -1 to 1.
    Q(&'static str),
    /// The probability of a draw is not from 0 to 1.
    D(&'static str),
    /// The move that was played does not exist, or is not legal.
    PlayedIndex,
    /// The best move does not exist, or is not legal.
    BestIndex,
}

/// What is wrong with a record, and the byte at which the field begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidRecordError {
    /// The field.
    pub field: Field,
    /// Where it begins in the record.
    pub offset: usize,
}

impl fmt::Display for InvalidRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field {
            Field::Version => f.write_str("the version is not 6")?,
            Field::InputFormat => f.write_str("there is no such input format")?,
            Field::Probability(index) => write!(f, "the probability of move {index} is none")?,
            Field::ProbabilitySum => f.write_str("the probabilities do not add up to 1")?,
            Field::Castling => f.write_str("a castling field holds no right")?,
            Field::SideToMoveOrEnPassant => f.write_str("the side to move or en passant file is none")?,
            Field::Rule50 => f.write_str("the fifty-move counter is beyond 100")?,
            Field::Q(name) => write!(f, "{name} is not from -1 to 1")?,
            Field::D(name) => write!(f, "{name} is not from 0 to 1")?,
            Field::PlayedIndex => f.write_str("the move that was played is not legal")?,
            Field::BestIndex => f.write_str("the best move is not legal")?,
        }
        write!(f, ", at byte {} of the record", self.offset)
    }
}

impl core::error::Error for InvalidRecordError {}

impl V6 {
    /// Checks the values as lc0's rescorer does, and those that it would stumble over: version, format, probabilities,
    /// rights, side to move, counter, expected results, and the moves that were played and found best. Planes, and numbers
    /// of plies left, may hold anything.
    ///
    /// # Errors
    ///
    /// The first field that is wrong.
    pub fn check(&self) -> Result<(), InvalidRecordError> {
        let fail = |field, offset| Err(InvalidRecordError { field, offset });
        if self.version.get() != Self::VERSION {
            return fail(Field::Version, 0);
        }
        let Ok(format) = self.format() else { return fail(Field::InputFormat, 4) };
        self.check_probabilities()?;

        let rights = [self.castling_us_ooo, self.castling_us_oo, self.castling_them_ooo, self.castling_them_oo];
        let is_classical = format == crate::InputFormat::Classical;
        let is_right = |right: u8| right.count_ones() <= 1 && !(is_classical && right > 1);
        if let Some(place) = rights.iter().position(|&right| !is_right(right)) {
            return fail(Field::Castling, 8272 + place);
        }
        let flag = self.side_to_move_or_enpassant;
        if if format.is_canonical() { flag.count_ones() > 1 } else { flag > 1 } {
            return fail(Field::SideToMoveOrEnPassant, 8276);
        }
        if self.rule50_count > 100 {
            return fail(Field::Rule50, 8277);
        }
        self.check_values()?;
        if self.visits.get() > 0 {
            let is_legal = |index: u16| self.probabilities.get(usize::from(index)).is_some_and(|p| p.get() >= 0.0);
            if !is_legal(self.played_idx.get()) {
                return fail(Field::PlayedIndex, 8344);
            }
            if !is_legal(self.best_idx.get()) {
                return fail(Field::BestIndex, 8346);
            }
        }
        Ok(())
    }

    fn check_probabilities(&self) -> Result<(), InvalidRecordError> {
        let mut sum = 0.0;
        for (index, probability) in (0..POLICY_SIZE as u16).zip(&self.probabilities) {
            let probability = probability.get();
            if (0.0..=1.0).contains(&probability) {
                sum += probability;
            } else if probability != -1.0 {
                return Err(InvalidRecordError {
                    field: Field::Probability(index),
                    offset: 8 + 4 * usize::from(index),
                });
            }
        }
        if (0.99..=1.01).contains(&sum) {
            Ok(())
        } else {
            Err(InvalidRecordError { field: Field::ProbabilitySum, offset: 8 })
        }
    }

    fn check_values(&self) -> Result<(), InvalidRecordError> {
        // What the network itself expected may be unknown, which is NaN.
        let qs = [
            ("root_q", self.root_q, 8280, false),
            ("best_q", self.best_q, 8284, false),
            ("result_q", self.result_q, 8308, false),
            ("played_q", self.played_q, 8316, false),
            ("orig_q", self.orig_q, 8328, true),
        ];
        let ds = [
            ("root_d", self.root_d, 8288, false),
            ("best_d", self.best_d, 8292, false),
            ("result_d", self.result_d, 8312, false),
            ("played_d", self.played_d, 8320, false),
            ("orig_d", self.orig_d, 8332, true),
        ];
        for (name, value, offset, may_be_unknown) in qs {
            let value = value.get();
            if !((-1.0..=1.0).contains(&value) || may_be_unknown && value.is_nan()) {
                return Err(InvalidRecordError { field: Field::Q(name), offset });
            }
        }
        for (name, value, offset, may_be_unknown) in ds {
            let value = value.get();
            if !((0.0..=1.0).contains(&value) || may_be_unknown && value.is_nan()) {
                return Err(InvalidRecordError { field: Field::D(name), offset });
            }
        }
        Ok(())
    }
}
