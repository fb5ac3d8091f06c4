//! Records of all versions where their bytes are.

use zerocopy::little_endian::U64;

use super::error::{RecordError, RecordErrorKind};
use super::layout::{STORED_PLANES, V3, V4, V5, V6, V7, match_version};
use crate::encoder::InputFormat;

/// A record of any version in bytes of the caller.
///
/// ```
/// use gardez_lc0::training::{AnyRecord, RecordRef, V6};
///
/// let record = V6::empty();
/// let read = RecordRef::from_bytes(record.bytes())?;
/// assert_eq!((read.version(), read.record_bytes()), (6, record.bytes()));
/// # Ok::<_, gardez_lc0::training::RecordError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
#[allow(missing_docs)] // of the variants
pub enum RecordRef<'a> {
    V3(&'a V3),
    V4(&'a V4),
    V5(&'a V5),
    V6(&'a V6),
    V7(&'a V7),
}

impl<'a> RecordRef<'a> {
    /// Returns the size of a version's records, or `None` if the version is not one of 3 to 7.
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

    /// Reads a whole record and nothing else, without a copy.
    ///
    /// # Errors
    ///
    /// Returns an error if the version is unknown or its records have another size.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Self, RecordError> {
        let found = bytes.len();
        let Some((version, _)) = bytes.split_first_chunk() else {
            return Err(RecordError { kind: RecordErrorKind::NoVersion { found }, offset: found });
        };
        let version = u32::from_le_bytes(*version);
        let expected = Self::size_of_version(version).ok_or(RecordError::unknown_version(version))?;
        let record = match version {
            3 => V3::from_bytes(bytes).map(Self::V3),
            4 => V4::from_bytes(bytes).map(Self::V4),
            5 => V5::from_bytes(bytes).map(Self::V5),
            6 => V6::from_bytes(bytes).map(Self::V6),
            _ => V7::from_bytes(bytes).map(Self::V7),
        };
        let kind = RecordErrorKind::Length { version, expected, found };
        record.ok_or(RecordError { kind, offset: found.min(expected) })
    }

    /// Returns the bytes of the record, which outlive this reference.
    pub fn bytes(self) -> &'a [u8] {
        match_version!(Self(self): record => record.bytes())
    }

    pub(super) const fn number(self) -> u32 {
        match self {
            Self::V3(_) => V3::VERSION,
            Self::V4(_) => V4::VERSION,
            Self::V5(_) => V5::VERSION,
            Self::V6(_) => V6::VERSION,
            Self::V7(_) => V7::VERSION,
        }
    }

    /// Returns the fields that describe the planes.
    #[inline]
    pub(super) const fn fields(self) -> Fields<'a> {
        macro_rules! fields {
            ($record:ident) => {
                fields!($record, $record.input_format.get(), side_to_move_or_enpassant, $record.invariance_info)
            };
            ($record:ident, $format:expr, $flag:ident, $info:expr) => {
                Fields {
                    format: $format,
                    masks: &$record.planes,
                    castling: [
                        $record.castling_us_ooo,
                        $record.castling_us_oo,
                        $record.castling_them_ooo,
                        $record.castling_them_oo,
                    ],
                    flag: $record.$flag,
                    rule50: $record.rule50_count,
                    info: $info,
                }
            };
        }
        const CLASSICAL: u32 = InputFormat::Classical.raw();
        match self {
            Self::V3(record) => fields!(record, CLASSICAL, side_to_move, 0),
            Self::V4(record) => fields!(record, CLASSICAL, side_to_move, 0),
            Self::V5(record) => fields!(record),
            Self::V6(record) => fields!(record),
            Self::V7(record) => fields!(record),
        }
    }
}

/// The fields that describe the planes of a record.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    pub(super) format: u32,
    /// Planes 0 to 103, with the bits of each byte reversed.
    pub(super) masks: &'a [U64; STORED_PLANES],
    /// Our and their rights, first the queen side.
    pub(super) castling: [u8; 4],
    /// The side to move, or the file of the en passant flag.
    pub(super) flag: u8,
    pub(super) rule50: u8,
    /// The transform and flags.
    pub(super) info: u8,
}
