//! A record of any version.

use alloc::boxed::Box;

use zerocopy::FromZeros;

use super::any::{AnyRecord, sealed};
use super::error::RecordError;
use super::layout::{V3, V4, V5, V6, V7, match_version};
use super::upgrade::upgrade;
use super::view::RecordRef;

/// A record of any version, on the heap: a record has about 8 KiB.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
#[allow(missing_docs)] // of the variants
pub enum Record {
    V3(Box<V3>),
    V4(Box<V4>),
    V5(Box<V5>),
    V6(Box<V6>),
    V7(Box<V7>),
}

impl Record {
    /// Reads a whole record and nothing else. [`RecordRef::from_bytes`] does the same without a copy.
    ///
    /// # Errors
    ///
    /// Returns an error if the version is unknown or its records have another size.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordError> {
        Ok(match_version!(RecordRef(RecordRef::from_bytes(bytes)?) to Self: record => Box::new(*record)))
    }

    /// Returns the bytes of the record.
    pub fn bytes(&self) -> &[u8] {
        self.record_bytes()
    }

    /// Converts the record to version 6, as [`AnyRecord::to_v6`] does.
    pub fn into_v6(self) -> Box<V6> {
        if let Self::V6(record) = self {
            return record;
        }
        // On the heap from the beginning, without a copy on the stack.
        let mut record = V6::new_box_zeroed().unwrap_or_else(|_| Box::new(V6::new_zeroed()));
        upgrade(self.view(), &mut record);
        record
    }
}

impl sealed::Sealed for Record {}

impl AnyRecord for Record {
    fn view(&self) -> RecordRef<'_> {
        match_version!(Self(self) to RecordRef: record => record)
    }
}

impl From<V6> for Record {
    fn from(record: V6) -> Self {
        Self::V6(Box::new(record))
    }
}

impl From<V7> for Record {
    fn from(record: V7) -> Self {
        Self::V7(Box::new(record))
    }
}
