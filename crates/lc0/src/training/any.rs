//! Records of all versions through one interface, without memory of their own.

use zerocopy::little_endian::U64;

use super::error::{RecordError, RecordErrorKind};
use super::layout::{STORED_PLANES, V3, V4, V5, V6, V7};
use super::upgrade::upgrade;
use crate::encoder::{InputFormat, Planes, Rule50Scale};
use crate::error::UnknownNumberError;
use crate::transform::Transform;

/// What the records of all versions have in common: one of the layouts, a [`RecordRef`] or a [`Record`](super::Record).
///
/// No other type can implement this trait.
///
/// ```
/// use gardez_lc0::training::{AnyRecord, V4, V7};
/// use gardez_lc0::{InputFormat, Rule50Scale, Transform};
///
/// fn describe(record: &impl AnyRecord) -> Result<String, Box<dyn core::error::Error>> {
///     let (planes, transform) = record.planes(Rule50Scale::Engine)?;
///     Ok(format!("version {}, {transform:?}, {} plies", record.version(), planes.rule50()))
/// }
///
/// let mut bytes = [0; V4::SIZE];
/// bytes[8273] = 12;
/// assert_eq!(describe(V4::from_bytes(&bytes).expect("the size is right"))?, "version 4, NONE, 12 plies");
/// let mut record = V7::empty();
/// record.input_format = InputFormat::Canonical.raw().into();
/// record.invariance_info = Transform::FLIP_HORIZONTAL.raw();
/// assert_eq!(describe(&record)?, "version 7, FLIP_HORIZONTAL, 0 plies");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub trait AnyRecord: sealed::Sealed {
    /// Returns the record as one of its layouts.
    fn view(&self) -> RecordRef<'_>;

    /// Returns the bytes of the record.
    fn record_bytes(&self) -> &[u8] {
        self.view().bytes()
    }

    /// Returns the number of the version, which is that of the layout.
    fn version(&self) -> u32 {
        self.view().number()
    }

    /// Returns the input format. Versions 3 and 4 have [`InputFormat::Classical`].
    ///
    /// # Errors
    ///
    /// Returns an error if the record has an unknown input format.
    fn format(&self) -> Result<InputFormat, UnknownNumberError> {
        InputFormat::try_from(self.view().fields().format)
    }

    /// Returns the transform that was applied to the planes and the moves of the record. Versions 3 and 4 have none.
    fn transform(&self) -> Transform {
        self.view().fields().transform()
    }

    /// Returns all 112 planes as the network sees them, and their transform, which [`Planes::untransformed`] undoes.
    ///
    /// # Errors
    ///
    /// Returns an error if the record has an unknown input format.
    fn planes(&self, scale: Rule50Scale) -> Result<(Planes, Transform), UnknownNumberError> {
        // The pair is built where the caller wants it, see `Encoder::encode`.
        let mut planes = (Planes::EMPTY, Transform::NONE);
        planes.1 = self.planes_into(scale, &mut planes.0)?;
        Ok(planes)
    }

    /// Writes all planes into existing ones, which are overwritten, and returns the transform. See [`AnyRecord::planes`].
    ///
    /// # Errors
    ///
    /// Returns an error if the record has an unknown input format. The planes are unchanged then.
    fn planes_into(&self, scale: Rule50Scale, planes: &mut Planes) -> Result<Transform, UnknownNumberError> {
        self.view().fields().write_planes(scale, planes)
    }

    /// Checks that the values of the record make sense, as [`V6::check`] does for the record [converted to version
    /// 6](AnyRecord::to_v6).
    ///
    /// # Errors
    ///
    /// Returns an error about the first field that is wrong. Its offset is that of the field in version 6.
    fn check(&self) -> Result<(), RecordError> {
        match self.view() {
            RecordRef::V6(record) => record.check(),
            record => record.to_v6().check(),
        }
    }

    /// Converts the record to version 6, as lc0's reader does.
    ///
    /// Fields that an earlier version does not have become 0, or NaN in the fields where that means unknown. Records of
    /// versions 3 and 4 get the input format 1. The additional fields of version 7 are dropped, and so is `q_st`.
    fn to_v6(&self) -> V6 {
        let mut record = V6::zeroed();
        upgrade(self.view(), &mut record);
        record
    }
}

pub(super) mod sealed {
    /// Only the records of this crate implement it.
    pub trait Sealed {}
}

/// A record of any version, where its bytes are.
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
pub enum RecordRef<'a> {
    /// A record of version 3.
    V3(&'a V3),
    /// A record of version 4.
    V4(&'a V4),
    /// A record of version 5.
    V5(&'a V5),
    /// A record of version 6.
    V6(&'a V6),
    /// A record of version 7.
    V7(&'a V7),
}

impl<'a> RecordRef<'a> {
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

    /// Reads the record in these bytes, which must be a whole record and nothing else. Nothing is copied.
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

    /// Returns the bytes of the record, which live longer than this reference to them.
    pub fn bytes(self) -> &'a [u8] {
        match self {
            Self::V3(record) => record.bytes(),
            Self::V4(record) => record.bytes(),
            Self::V5(record) => record.bytes(),
            Self::V6(record) => record.bytes(),
            Self::V7(record) => record.bytes(),
        }
    }

    const fn number(self) -> u32 {
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
            Self::V5(record) => {
                fields!(record, record.input_format.get(), side_to_move_or_enpassant, record.invariance_info)
            }
            Self::V6(record) => {
                fields!(record, record.input_format.get(), side_to_move_or_enpassant, record.invariance_info)
            }
            Self::V7(record) => {
                fields!(record, record.input_format.get(), side_to_move_or_enpassant, record.invariance_info)
            }
        }
    }
}

impl sealed::Sealed for RecordRef<'_> {}

impl AnyRecord for RecordRef<'_> {
    #[inline]
    fn view(&self) -> RecordRef<'_> {
        *self
    }
}

/// Implements the interface for a layout.
macro_rules! layouts {
    ($($name:ident)+) => {
        $(
            impl sealed::Sealed for $name {}

            impl AnyRecord for $name {
                #[inline]
                fn view(&self) -> RecordRef<'_> {
                    RecordRef::$name(self)
                }
            }
        )+
    };
}

layouts! { V3 V4 V5 V6 V7 }

/// The fields of a record of any version that describe its planes.
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
