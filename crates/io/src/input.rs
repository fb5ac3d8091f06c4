//! Bytes that are looked at before they are consumed.

/// The error of an input: `std::io::Error`. Without the feature `std`, every input is a slice, and no value of this type
/// exists.
#[cfg(feature = "std")]
pub type InputError = std::io::Error;
/// The error of an input: `std::io::Error`. Without the feature `std`, every input is a slice, and no value of this type
/// exists.
#[cfg(not(feature = "std"))]
pub type InputError = core::convert::Infallible;

/// A source of bytes for a reader: a slice, which is not copied, or with the feature `std` a
/// [`Stream`](crate::Stream) or a [`Feed`](crate::Feed).
///
/// A reader asks for the number of bytes that it needs next. It sees at least this number, unless the input ends before
/// or fails. So the same bytes are seen whatever the sizes of the reads below are, and an error comes after every byte
/// before it.
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

    /// Returns the bytes that come next: at least `wanted`, or all that are left before the end or an error, which
    /// [`end`](Input::end) reports.
    fn peek(&mut self, wanted: usize) -> &[u8];

    /// Returns the bytes that come next, but no more than `most`, whatever is buffered.
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

    /// Checks that the input ends after the last bytes that [`peek`](Input::peek) has shown, which were too few.
    ///
    /// # Errors
    ///
    /// Returns the error that follows them, if there is one. It is reported once, and the next call reads on after it.
    fn end(&mut self) -> Result<(), InputError> {
        Ok(())
    }

    /// Returns `true` if [`end`](Input::end) would report that more bytes may come, but have not come yet. A reader that
    /// goes on later has changed nothing then.
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
