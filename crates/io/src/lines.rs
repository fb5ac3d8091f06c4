//! Lines of a limited length.

use crate::input::{Input, InputError};

/// The lines of an input. No more of a line than the limit is kept in memory.
///
/// A line ends with `\n` or `\r\n`, or with the input. It is shown in the buffer of the input, without a copy. No byte after
/// its end is needed, so lines can be read as someone types them.
///
/// ```
/// use gardez_io::Lines;
///
/// let mut lines = Lines::new(&b"uci\r\nisready\nquit"[..], 1024);
/// let mut lengths = Vec::new();
/// while lines.advance()? {
///     lengths.push((lines.start(), lines.bytes().len()));
/// }
/// assert_eq!(lengths, [(0, 3), (5, 7), (13, 4)]);
/// # Ok::<_, gardez_io::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lines<I> {
    input: I,
    position: u64,
    limit: usize,
    start: u64,
    /// The bytes of the current line that are shown, without and with its end. The next call consumes them.
    shown: usize,
    taken: usize,
    /// The length of the current line without its end, or of what was passed of it.
    length: u64,
    /// The current line is beyond the limit and not passed as a whole; this was the last byte that was passed.
    is_cut: bool,
    last: u8,
}

impl<I: Input> Lines<I> {
    /// Reads lines of at most `limit` bytes, without their ends.
    pub const fn new(input: I, limit: usize) -> Self {
        Self { input, position: 0, limit, start: 0, shown: 0, taken: 0, length: 0, is_cut: false, last: 0 }
    }

    /// Goes to the next line. Returns `false` at the end of the input.
    ///
    /// Nothing of a line beyond the limit is shown. The next call, or [`skip_rest`](Lines::skip_rest), skips its rest.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream, after all lines that end before it. The next call goes on with the same line.
    pub fn advance(&mut self) -> Result<bool, InputError> {
        self.skip_rest()?;
        let taken = core::mem::take(&mut self.taken);
        self.consume(taken);
        (self.start, self.shown, self.length) = (self.position, 0, 0);
        // The end of the line takes up to two bytes more.
        let most = self.limit.saturating_add(2);
        let mut searched = 0;
        while searched < most {
            let bytes = self.input.peek(searched + 1);
            let bytes = &bytes[..bytes.len().min(most)];
            if let Some(at) = find(&bytes[searched..]) {
                let length = searched + at;
                self.taken = length + 1;
                self.show(length);
                return Ok(true);
            }
            if bytes.len() == searched {
                // A line that an error cuts is not a line.
                self.input.end()?;
                self.taken = searched;
                self.show(searched);
                return Ok(searched != 0);
            }
            searched = bytes.len();
        }
        self.is_cut = true;
        self.pass(searched);
        Ok(true)
    }

    /// Skips the rest of a line beyond the limit. Returns the length of the line without its end.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream, if it comes before the end of the line.
    pub fn skip_rest(&mut self) -> Result<u64, InputError> {
        while self.is_cut {
            let shown = self.input.peek(1);
            let (end, count) = (find(shown), shown.len());
            if count == 0 {
                self.input.end()?;
            }
            self.pass(end.unwrap_or(count));
            if end.is_some() || count == 0 {
                self.is_cut = false;
                self.length -= u64::from(self.last == b'\r');
                self.consume(usize::from(end.is_some()));
            }
        }
        Ok(self.length)
    }

    fn pass(&mut self, count: usize) {
        self.last = self.input.buffered()[..count].last().copied().unwrap_or(self.last);
        self.length += count as u64;
        self.consume(count);
    }

    /// Returns the input, to feed it.
    pub const fn input_mut(&mut self) -> &mut I {
        &mut self.input
    }

    fn consume(&mut self, count: usize) {
        self.input.consume(count);
        self.position += count as u64;
    }

    /// Shows a line of this length, which may end with `\r`.
    fn show(&mut self, length: usize) {
        let line = &self.input.buffered()[..length];
        let length = line.strip_suffix(b"\r").unwrap_or(line).len();
        self.length = length as u64;
        self.shown = if length <= self.limit { length } else { 0 };
    }

    /// Returns the current line without its end; nothing if it [is too long](Lines::is_too_long).
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.input.buffered()[..self.shown]
    }

    /// Returns `true` if the current line is beyond the limit.
    #[inline]
    pub const fn is_too_long(&self) -> bool {
        (self.limit as u64) < self.length
    }

    /// Returns the byte of the input at which the current line begins.
    #[inline]
    pub const fn start(&self) -> u64 {
        self.start
    }

    /// Returns the byte of the input after the read part of the current line.
    #[inline]
    pub const fn end(&self) -> u64 {
        self.position + self.taken as u64
    }
}

fn find(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|&byte| byte == b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines of a slice, as text or as the length of a line beyond the limit.
    fn lines(mut lines: Lines<impl Input>) -> std::vec::Vec<Result<std::string::String, u64>> {
        let mut all = std::vec::Vec::new();
        while lines.advance().expect("a slice can be read") {
            let text = std::string::String::from_utf8_lossy(lines.bytes()).into_owned();
            all.push(if lines.is_too_long() { Err(lines.skip_rest().expect("as before")) } else { Ok(text) });
        }
        all
    }

    fn text(text: &str) -> Result<std::string::String, u64> {
        Ok(text.into())
    }

    #[test]
    fn lines_end_with_either_line_break_or_with_the_input() {
        let of = |bytes: &'static [u8]| lines(Lines::new(bytes, 10));
        assert_eq!(of(b"uci\r\n\nisready\nquit"), [text("uci"), text(""), text("isready"), text("quit")]);
        assert_eq!(of(b""), []);
        assert_eq!(of(b"\n"), [text("")]);
    }

    #[test]
    fn a_line_beyond_the_limit_is_skipped_and_the_next_one_is_read() {
        let of = |bytes: &'static [u8]| lines(Lines::new(bytes, 5));
        assert_eq!(of(b"12345\r\n123456\n1\n"), [text("12345"), Err(6), text("1")]);
        assert_eq!(of(b"1234567"), [Err(7)]);
        assert_eq!(of(b"12345678901234567890\n12"), [Err(20), text("12")]);
    }

    #[cfg(feature = "std")]
    #[test]
    fn pieces_have_the_lines_of_the_slice() {
        use crate::feed::Feed;

        let bytes = b"12345\r\n123456\n\n12345678901234567890\r\n1\r\n\r\r\n12345\r";
        for (limit, size) in (0..12).flat_map(|limit| (1..9).map(move |size| (limit, size))) {
            let (mut pieces, mut found, mut fed) =
                (bytes.chunks(size), std::vec::Vec::new(), Lines::new(Feed::new(), limit));
            loop {
                let length = if fed.is_too_long() { fed.skip_rest() } else { Ok(0) };
                match length.and_then(|length| Ok((length, fed.advance()?))) {
                    Ok((_, false)) => break,
                    Ok((_, true)) => {
                        let text = std::string::String::from_utf8_lossy(fed.bytes()).into_owned();
                        found.push(if fed.is_too_long() { None } else { Some(text) });
                    }
                    Err(_) => match pieces.next() {
                        Some(piece) => fed.input_mut().feed(piece),
                        None => fed.input_mut().finish(),
                    },
                }
            }
            let slice: std::vec::Vec<_> = lines(Lines::new(&bytes[..], limit)).into_iter().map(Result::ok).collect();
            assert_eq!(found, slice, "{limit} {size}");
        }
    }

    #[cfg(feature = "std")]
    #[test]
    fn a_stream_of_single_bytes_has_the_lines_of_the_slice() {
        struct Single<'a>(&'a [u8]);
        impl std::io::Read for Single<'_> {
            fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
                let count = bytes.len().min(1);
                std::io::Read::read(&mut self.0, &mut bytes[..count])
            }
        }
        let bytes = b"12345\r\n123456\n\n12345678901234567890\r\n1\r\n\r\r\n12345\r";
        for limit in 0..12 {
            let slice = lines(Lines::new(&bytes[..], limit));
            assert_eq!(lines(Lines::new(crate::stream::Stream::new(Single(bytes)), limit)), slice, "{limit}");
        }
    }
}
