//! Records of all versions through one interface.

use zerocopy::FromZeros;

use super::check::{BrokenRule, Strictness, check_v6, check_v7};
use super::layout::{V3, V4, V5, V6, V7};
use super::upgrade::upgrade;
use super::view::RecordRef;
use crate::encoder::{InputFormat, Planes, Rule50Scale};
use crate::error::UnknownNumberError;
use crate::transform::Transform;

/// A record of any version: one of the layouts, a [`RecordRef`] or a [`Record`](super::Record). The trait is sealed.
///
/// ```
/// use gardez_lc0::Rule50Scale;
/// use gardez_lc0::training::{AnyRecord, V4};
///
/// let mut bytes = [0; V4::SIZE];
/// bytes[8273] = 12;
/// let record = V4::from_bytes(&bytes).ok_or("the size is right")?;
/// let (planes, _) = record.planes(Rule50Scale::Engine)?;
/// assert_eq!((record.version(), planes.rule50()), (4, 12.0));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub trait AnyRecord: sealed::Sealed {
    /// Returns the record as one of its layouts.
    fn view(&self) -> RecordRef<'_>;

    /// Returns the bytes of the record.
    fn record_bytes(&self) -> &[u8] {
        self.view().bytes()
    }

    /// Returns the number of the version.
    fn version(&self) -> u32 {
        self.view().number()
    }

    /// Returns the input format, which is [`InputFormat::Classical`] in versions 3 and 4.
    ///
    /// # Errors
    ///
    /// Returns an error if the record has an unknown input format.
    fn format(&self) -> Result<InputFormat, UnknownNumberError> {
        InputFormat::try_from(self.view().fields().format)
    }

    /// Returns the transform of the planes and the moves. Versions 3 and 4 have none.
    fn transform(&self) -> Transform {
        self.view().fields().transform()
    }

    /// Returns all 112 planes as the network sees them, and the transform for [`Planes::untransformed`].
    ///
    /// # Errors
    ///
    /// Returns an error if the record has an unknown input format.
    fn planes(&self, scale: Rule50Scale) -> Result<(Planes, Transform), UnknownNumberError> {
        // Built where the caller wants the result, without a copy.
        let mut planes = Ok((Planes::EMPTY, Transform::NONE));
        if let Ok((written, transform)) = &mut planes {
            *transform = self.planes_into(scale, written)?;
        }
        planes
    }

    /// Overwrites existing planes, as [`AnyRecord::planes`] creates new ones, and returns the transform.
    ///
    /// # Errors
    ///
    /// Returns an error if the record has an unknown input format. The planes are unchanged then.
    fn planes_into(&self, scale: Rule50Scale, planes: &mut Planes) -> Result<Transform, UnknownNumberError> {
        self.view().fields().write_planes(scale, planes)
    }

    /// Checks the values of the record by themselves, as [`V6::check`] does, after conversion from versions 3 to 5.
    ///
    /// With [`Strictness::Strict`], the fields that only version 7 has are checked, too. lc0 does not look at them.
    ///
    /// # Errors
    ///
    /// Returns the first rule that the record breaks, with the field and its value.
    fn check(&self, strictness: Strictness) -> Result<(), BrokenRule> {
        match self.view() {
            RecordRef::V6(record) => check_v6(record, strictness, V6::VERSION),
            RecordRef::V7(record) => check_v7(record, strictness),
            record => check_v6(&record.to_v6(), strictness, V6::VERSION),
        }
    }

    /// Converts the record to version 6, as lc0's reader does.
    ///
    /// Fields that an earlier version lacks become 0, or NaN if unknown. The fields of version 7 alone are dropped.
    fn to_v6(&self) -> V6 {
        let mut record = V6::new_zeroed();
        upgrade(self.view(), &mut record);
        record
    }
}

pub(super) mod sealed {
    /// Records of this crate.
    pub trait Sealed {}
}

impl sealed::Sealed for RecordRef<'_> {}

impl AnyRecord for RecordRef<'_> {
    #[inline]
    fn view(&self) -> RecordRef<'_> {
        *self
    }
}

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
