//! A record of any version.

use alloc::boxed::Box;

use zerocopy::little_endian::{F32, U32};
use zerocopy::{FromBytes, FromZeros};

use super::error::{RecordError, RecordErrorKind};
use super::layout::{AnyRecord, V3, V4, V5, V6, V7, sealed};
use crate::encoder::InputFormat;

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
        match version {
            3 => Some(V3::SIZE),
            4 => Some(V4::SIZE),
            5 => Some(V5::SIZE),
            6 => Some(V6::SIZE),
            7 => Some(V7::SIZE),
            _ => None,
        }
    }

    /// Reads the record in these bytes, which must be a whole record and nothing else.
    ///
    /// # Errors
    ///
    /// Returns an error if the version is unknown or its records have another size.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordError> {
        let Some((version, _)) = bytes.split_first_chunk() else {
            let found = bytes.len();
            return Err(RecordError { kind: RecordErrorKind::NoVersion { found }, offset: found });
        };
        let version = u32::from_le_bytes(*version);
        let expected = Self::size_of_version(version).ok_or(RecordError::unknown_version(version))?;
        let record = match version {
            3 => V3::read_from_bytes(bytes).ok().map(|record| Self::V3(Box::new(record))),
            4 => V4::read_from_bytes(bytes).ok().map(|record| Self::V4(Box::new(record))),
            5 => V5::read_from_bytes(bytes).ok().map(|record| Self::V5(Box::new(record))),
            6 => V6::read_from_bytes(bytes).ok().map(|record| Self::V6(Box::new(record))),
            _ => V7::read_from_bytes(bytes).ok().map(|record| Self::V7(Box::new(record))),
        };
        let found = bytes.len();
        let kind = RecordErrorKind::Length { version, expected, found };
        record.ok_or(RecordError { kind, offset: found.min(expected) })
    }

    /// Returns the bytes of the record.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::V3(record) => record.bytes(),
            Self::V4(record) => record.bytes(),
            Self::V5(record) => record.bytes(),
            Self::V6(record) => record.bytes(),
            Self::V7(record) => record.bytes(),
        }
    }

    /// Returns the number of the version.
    pub const fn version(&self) -> u32 {
        match self {
            Self::V3(_) => 3,
            Self::V4(_) => 4,
            Self::V5(_) => 5,
            Self::V6(_) => 6,
            Self::V7(_) => 7,
        }
    }

    /// Converts the record to version 6, as lc0's reader does.
    ///
    /// Fields that an earlier version does not have become 0, or NaN in the fields where that means unknown. Records of
    /// versions 3 and 4 get the input format 1. The additional fields of version 7 are dropped.
    pub fn into_v6(self) -> Box<V6> {
        match self {
            Self::V3(record) => upgraded(record.bytes(), false, record.result),
            Self::V4(record) => upgraded(record.bytes(), false, record.result),
            Self::V5(record) => upgraded(record.bytes(), true, record.result),
            Self::V6(record) => record,
            Self::V7(record) => {
                let mut converted = zeroed();
                converted.bytes_mut().copy_from_slice(&record.bytes()[..V6::SIZE]);
                converted.version = U32::new(V6::VERSION);
                converted
            }
        }
    }
}

impl sealed::Sealed for Record {}

impl AnyRecord for Record {
    fn record_bytes(&self) -> &[u8] {
        self.bytes()
    }
}

impl From<V6> for Record {
    fn from(record: V6) -> Self {
        Self::V6(Box::new(record))
    }
}

/// Creates a record of zeros on the heap, without a copy on the stack.
fn zeroed() -> Box<V6> {
    V6::new_box_zeroed().unwrap_or_else(|_| Box::new(V6::zeroed()))
}

/// The offset of the input format, which versions 3 and 4 do not have.
const FORMAT: usize = 4;

/// Converts a record of an earlier version to version 6.
fn upgraded(old: &[u8], has_format: bool, result: i8) -> Box<V6> {
    let mut record = zeroed();
    let bytes = record.bytes_mut();
    if has_format {
        bytes[..old.len()].copy_from_slice(old);
    } else {
        bytes[..FORMAT].copy_from_slice(&old[..FORMAT]);
        bytes[FORMAT + 4..old.len() + 4].copy_from_slice(&old[FORMAT..]);
        record.input_format = U32::new(InputFormat::Classical.raw());
    }
    record.version = U32::new(V6::VERSION);
    record.dummy = 0;
    record.result_q = F32::new(result.into());
    record.result_d = F32::new(if result == 0 { 1.0 } else { 0.0 });
    for unknown in [&mut record.orig_q, &mut record.orig_d, &mut record.orig_m] {
        *unknown = F32::new(f32::NAN);
    }
    record
}
