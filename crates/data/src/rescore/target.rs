//! The record after rescoring.

use gardez_lc0::training::V6;

use super::error::RescoreError;

/// The result and the plies left of a record, while they change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Target {
    pub(super) q: f32,
    pub(super) d: f32,
    pub(super) plies_left: f32,
}

impl Target {
    pub(super) fn new(record: &V6) -> Self {
        Self { q: record.result_q.get(), d: record.result_d.get(), plies_left: record.plies_left.get() }
    }

    /// Returns the result for the side to move of record `index`: -1, 0 or 1.
    pub(super) fn result(&self, index: usize) -> Result<i8, RescoreError> {
        [-1, 0, 1]
            .into_iter()
            .find(|&result| f32::from(result) == self.q)
            .ok_or(RescoreError::Result { record: index, found: self.q })
    }

    /// Sets the result for the side to move.
    pub(super) fn set_result(&mut self, result: i8) {
        self.q = result.into();
        self.d = if result == 0 { 1.0 } else { 0.0 };
    }

    pub(super) fn write(&self, record: &mut V6) {
        record.result_q.set(self.q);
        record.result_d.set(self.d);
        record.plies_left.set(self.plies_left);
    }
}
