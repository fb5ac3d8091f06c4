//! Checking the values of a record.

use super::error::{RecordError, RecordErrorKind};
use super::layout::V6;
use crate::encoder::InputFormat;
use crate::policy::POLICY_SIZE;

impl V6 {
    /// Checks that the values of the record make sense, as lc0's rescorer does.
    ///
    /// It checks the version, the input format, the probabilities, the castling rights, the side to move, the fifty-move
    /// counter, the expected results, and the moves that were played and found best. It does not check the planes and the
    /// numbers of plies left.
    ///
    /// ```
    /// use gardez_lc0::ErrorInfo;
    /// use gardez_lc0::training::{RecordErrorKind, V6};
    ///
    /// let mut record = V6::empty();
    /// record.version = 5.into();
    /// let error = record.check().expect_err("the version is not 6");
    /// assert_eq!(error.kind, RecordErrorKind::NotVersion6 { found: 5 });
    /// assert_eq!(error.span(), Some(0..4));
    /// assert_eq!(error.to_string(), "expected version 6, found 5, at byte 0 of the record");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error about the first field that is wrong.
    pub fn check(&self) -> Result<(), RecordError> {
        let fail = |kind, offset| Err(RecordError { kind, offset });
        if self.version.get() != Self::VERSION {
            return fail(RecordErrorKind::NotVersion6 { found: self.version.get() }, 0);
        }
        let Ok(format) = self.format() else {
            return fail(RecordErrorKind::InputFormat { found: self.input_format.get() }, 4);
        };
        self.check_probabilities()?;

        let rights = [self.castling_us_ooo, self.castling_us_oo, self.castling_them_ooo, self.castling_them_oo];
        let is_classical = format == InputFormat::Classical;
        let is_right = |right: u8| right.count_ones() <= 1 && !(is_classical && right > 1);
        if let Some(place) = rights.iter().position(|&right| !is_right(right)) {
            return fail(RecordErrorKind::Castling { found: rights[place] }, 8272 + place);
        }
        let flag = self.side_to_move_or_enpassant;
        if if format.is_canonical() { flag.count_ones() > 1 } else { flag > 1 } {
            return fail(RecordErrorKind::SideToMoveOrEnPassant { found: flag }, 8276);
        }
        if self.rule50_count > 100 {
            return fail(RecordErrorKind::Rule50 { found: self.rule50_count }, 8277);
        }
        self.check_values()?;
        if self.visits.get() > 0 {
            let is_legal = |index: u16| self.probabilities.get(usize::from(index)).is_some_and(|p| p.get() >= 0.0);
            if !is_legal(self.played_idx.get()) {
                return fail(RecordErrorKind::PlayedIndex { found: self.played_idx.get() }, 8344);
            }
            if !is_legal(self.best_idx.get()) {
                return fail(RecordErrorKind::BestIndex { found: self.best_idx.get() }, 8346);
            }
        }
        Ok(())
    }

    fn check_probabilities(&self) -> Result<(), RecordError> {
        let mut sum = 0.0;
        for (index, probability) in (0..POLICY_SIZE as u16).zip(&self.probabilities) {
            let probability = probability.get();
            if (0.0..=1.0).contains(&probability) {
                sum += probability;
            } else if probability != -1.0 {
                let kind = RecordErrorKind::Probability { index, found: probability };
                return Err(RecordError { kind, offset: 8 + 4 * usize::from(index) });
            }
        }
        if (0.99..=1.01).contains(&sum) {
            Ok(())
        } else {
            Err(RecordError { kind: RecordErrorKind::ProbabilitySum { found: sum }, offset: 8 })
        }
    }

    fn check_values(&self) -> Result<(), RecordError> {
        // The values of the network itself are NaN if they are unknown.
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
        for (field, value, offset, may_be_unknown) in qs {
            let found = value.get();
            if !((-1.0..=1.0).contains(&found) || may_be_unknown && found.is_nan()) {
                return Err(RecordError { kind: RecordErrorKind::Q { field, found }, offset });
            }
        }
        for (field, value, offset, may_be_unknown) in ds {
            let found = value.get();
            if !((0.0..=1.0).contains(&found) || may_be_unknown && found.is_nan()) {
                return Err(RecordError { kind: RecordErrorKind::D { field, found }, offset });
            }
        }
        Ok(())
    }
}
