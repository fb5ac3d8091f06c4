//! The destination of a writer's bytes.

#[cfg(not(feature = "std"))]
use alloc::{boxed::Box, vec::Vec};

use crate::input::InputError;

/// A destination of a writer's bytes: a `Vec<u8>`, and with the feature `std` everything that implements
/// `std::io::Write`.
pub trait Sink {
    /// Writes all of these bytes.
    fn put(&mut self, bytes: &[u8]) -> Result<(), InputError>;

    /// Passes on what is buffered.
    fn finish(&mut self) -> Result<(), InputError>;
}

impl Sink for Box<dyn Sink + '_> {
    fn put(&mut self, bytes: &[u8]) -> Result<(), InputError> {
        (**self).put(bytes)
    }

    fn finish(&mut self) -> Result<(), InputError> {
        (**self).finish()
    }
}

#[cfg(feature = "std")]
impl<W: std::io::Write> Sink for W {
    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Result<(), InputError> {
        self.write_all(bytes)
    }

    fn finish(&mut self) -> Result<(), InputError> {
        self.flush()
    }
}

#[cfg(not(feature = "std"))]
impl Sink for Vec<u8> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Result<(), InputError> {
        self.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(&mut self) -> Result<(), InputError> {
        Ok(())
    }
}
