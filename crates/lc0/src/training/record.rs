//! A record of any version.

use alloc::boxed::Box;

use zerocopy::FromZeros;

use super::any::{AnyRecord, sealed};
use super::error::RecordError;
use super::layout::{V3, V4, V5, V6, V7, match_version};
use super::upgrade::upgrade;
use super::view::RecordRef;

/// A record of any version. Records have about 8 KiB each and are on the heap.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
#[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
pub enum Record {
    /// A record of version 3.
    V3(Box<V3>),
    /// A record of version 4.
    V4(Box<V4>),
    /// A record of version 5.
    V5(Box<V5>),
    /// A record of version 6.
    V6(Box<V6>),
    /// A record of version 7.
    V7(Box<V7>),
}

impl Record {
    /// Returns the size of the records of a version in bytes, or `None` if the version is not one of 3 to 7.
    pub const fn size_of_version(version: u32) -> Option<usize> {
        RecordRef::size_of_version(version)
    }

    /// Reads the record in these bytes, which must be a whole record and nothing else.
    ///
    /// [`RecordRef::from_bytes`] does the same without a copy.
    ///
    /// # Errors
    ///
    /// Returns an error if the version is unknown or its records have another size.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordError> {
        Ok(match_version!(RecordRef(RecordRef::from_bytes(bytes)?) to Self: record => Box::new(*record)))
    }

    /// Returns the bytes of the record.
    pub fn bytes(&self) -> &[u8] {
        self.view().bytes()
    }

    /// Returns the number of the version.
    pub const fn version(&self) -> u32 {
        match self {
            Self::V3(_) => V3::VERSION,
            Self::V4(_) => V4::VERSION,
            Self::V5(_) => V5::VERSION,
            Self::V6(_) => V6::VERSION,
            Self::V7(_) => V7::VERSION,
        }
    }

    /// Converts the record to version 6, as lc0's reader does.
    ///
    /// Fields that an earlier version does not have become 0, or NaN in the fields where that means unknown. Records of
    /// versions 3 and 4 get the input format 1. The additional fields of version 7 are dropped; `q_st` is kept.
    pub fn into_v6(self) -> Box<V6> {
        if let Self::V6(record) = self {
            return record;
        }
        // On the heap from the beginning, without a copy on the stack.
        let mut record = V6::new_box_zeroed().unwrap_or_else(|_| Box::new(V6::zeroed()));
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
