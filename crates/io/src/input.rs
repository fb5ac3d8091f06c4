//! Bytes that are looked at before they are consumed.

/// The error of an input: `std::io::Error`. Without the feature `std`, every input is a slice, and there is no error.
#[cfg(feature = "std")]
pub type InputError = std::io::Error;
/// The error of an input: `std::io::Error`. Without the feature `std`, every input is a slice, and there is no error.
#[cfg(not(feature = "std"))]
pub type InputError = core::convert::Infallible;

/// A source of bytes for a reader: a slice, which is not copied, or with the feature `std` a
/// [`Stream`](crate::Stream) or a [`Feed`](crate::Feed).
///
/// A reader sees at least the number of bytes that it asks for, unless the input ends before or fails. So it sees the same
/// bytes whatever the sizes of the reads below are, and an error comes after every byte before it.
///
/// ```
/// use gardez_io::Input;
///
/// let mut input = &b"BINP..."[..];
/// assert_eq!(input.peek(4).first_chunk(), Some(b"BINP"));
/// input.consume(4);
/// assert_eq!(input.peek(1 << 40), b"...");
/// input.end()?;
/// # Ok::<_, gardez_io::InputError>(())
/// ```
pub trait Input {
    /// Returns the bytes that can be seen without reading.
    fn buffered(&self) -> &[u8];

    /// Returns the next bytes: at least `wanted`, or all before the end or an error, which [`end`](Input::end) reports.
    fn peek(&mut self, wanted: usize) -> &[u8];

    /// Returns the next bytes, at most this many.
    fn front(&mut self, most: usize) -> &[u8] {
        let shown = self.peek(most);
        &shown[..shown.len().min(most)]
    }

    /// Steps over bytes that [`peek`](Input::peek) has shown.
    ///
    /// # Panics
    ///
    /// May panic if `count` is more than `peek` has shown.
    fn consume(&mut self, count: usize);

    /// Checks that the input ends after the bytes that [`peek`](Input::peek) has shown, which were too few.
    ///
    /// # Errors
    ///
    /// Returns the error that follows the bytes. It is reported once, and the next call reads on after it.
    fn end(&mut self) -> Result<(), InputError> {
        Ok(())
    }

    /// Returns `true` if [`end`](Input::end) would report that more bytes may come later.
    fn is_waiting(&self) -> bool {
        false
    }
}

impl Input for &[u8] {
    #[inline]
    fn buffered(&self) -> &[u8] {
        self
    }

    #[inline]
    fn peek(&mut self, _: usize) -> &[u8] {
        self
    }

    #[inline]
    fn consume(&mut self, count: usize) {
        *self = &self[count..];
    }
}
