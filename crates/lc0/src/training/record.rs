//! A record of any version.

use alloc::boxed::Box;
use core::fmt;

use zerocopy::little_endian::{F32, U32};
use zerocopy::{FromBytes, FromZeros};

use super::{V3, V4, V5, V6, V7};
use crate::InputFormat;

/// A record of any version, on the heap: each has about 8 KiB.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Record {
    /// Version 3.
    V3(Box<V3>),
    /// Version 4.
    V4(Box<V4>),
    /// Version 5.
    V5(Box<V5>),
    /// Version 6.
    V6(Box<V6>),
    /// Version 7.
    V7(Box<V7>),
}

/// Why bytes are no record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RecordError {
    /// There are not even the four bytes of a version.
    NoVersion {
        /// How many bytes there are.
        found: usize,
    },
    /// No version from 3 to 7.
    UnknownVersion(u32),
    /// Records of this version have another size.
    Length {
        /// The version.
        version: u32,
        /// The size of its records.
        expected: usize,
        /// How many bytes there are.
        found: usize,
    },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoVersion { found } => write!(f, "a record does not end after {found} bytes"),
            Self::UnknownVersion(version) => write!(f, "there are no records of version {version}"),
            Self::Length { version, expected, found } => {
                write!(f, "a record of version {version} has {expected} bytes, not {found}")
            }
        }
    }
}

impl core::error::Error for RecordError {}

impl Record {
    /// The size of the records of a version, if it is known.
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

    /// The record in these bytes, which must be all of it and nothing else.
    ///
    /// # Errors
    ///
    /// If the version is unknown or has records of another size.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordError> {
        let Some((version, _)) = bytes.split_first_chunk() else {
            return Err(RecordError::NoVersion { found: bytes.len() });
        };
        let version = u32::from_le_bytes(*version);
        let expected = Self::size_of_version(version).ok_or(RecordError::UnknownVersion(version))?;
        let record = match version {
            3 => V3::read_from_bytes(bytes).ok().map(|record| Self::V3(Box::new(record))),
            4 => V4::read_from_bytes(bytes).ok().map(|record| Self::V4(Box::new(record))),
            5 => V5::read_from_bytes(bytes).ok().map(|record| Self::V5(Box::new(record))),
            6 => V6::read_from_bytes(bytes).ok().map(|record| Self::V6(Box::new(record))),
            _ => V7::read_from_bytes(bytes).ok().map(|record| Self::V7(Box::new(record))),
        };
        record.ok_or(RecordError::Length { version, expected, found: bytes.len() })
    }

    /// The bytes of the record.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::V3(record) => record.bytes(),
            Self::V4(record) => record.bytes(),
            Self::V5(record) => record.bytes(),
            Self::V6(record) => record.bytes(),
            Self::V7(record) => record.bytes(),
        }
    }

    /// The number of the version.
    pub const fn version(&self) -> u32 {
        match self {
            Self::V3(_) => 3,
            Self::V4(_) => 4,
            Self::V5(_) => 5,
            Self::V6(_) => 6,
            Self::V7(_) => 7,
        }
    }

    /// The record as version 6, as lc0's reader brings old ones up to date: what they do not tell is 0, or not a number
    /// where that means unknown; versions 3 and 4 have format 1. What version 7 adds is lost.
    pub fn into_v6(self) -> Box<V6> {
        match self {
            Self::V3(record) => upgraded(record.bytes(), false, record.result),
            Self::V4(record) => upgraded(record.bytes(), false, record.result),
            Self::V5(record) => upgraded(record.bytes(), true, record.result),
            Self::V6(record) => record,
            Self::V7(record) => {
                let mut modern = zeroed();
                modern.bytes_mut().copy_from_slice(&record.bytes()[..V6::SIZE]);
                modern.version = U32::new(V6::VERSION);
                modern
            }
        }
    }
}

impl From<V6> for Record {
    fn from(record: V6) -> Self {
        Self::V6(Box::new(record))
    }
}

/// Zeros, made on the heap at once.
fn zeroed() -> Box<V6> {
    V6::new_box_zeroed().unwrap_or_else(|_| Box::new(V6::zeroed()))
}

/// Where the input format stands, which versions 3 and 4 do not have.
const FORMAT: usize = 4;

/// An old record as version 6.
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
