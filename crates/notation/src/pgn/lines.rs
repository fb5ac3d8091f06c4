//! Counting lines, no byte twice.

use memchr::memchr2_iter;

/// How many lines there were up to some byte of a file.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// Every byte before this one has been looked at.
    pub(super) counted: u64,
    /// The number of the line in which it stands, from 1.
    pub(super) line: u64,
    /// Where that line begins.
    pub(super) start: u64,
    /// The byte behind the last CR: a LF there ends no further line.
    after_cr: u64,
}

impl Lines {
    pub(super) const fn new() -> Self {
        Self { counted: 0, line: 1, start: 0, after_cr: 0 }
    }

    /// Counts the lines that end in `bytes`, which follow what has been counted.
    pub(super) fn count(&mut self, bytes: &[u8]) {
        for index in memchr2_iter(b'\n', b'\r', bytes) {
            let at = self.counted + index as u64;
            let is_cr = bytes[index] == b'\r';
            if is_cr || at != self.after_cr || at == 0 {
                self.line += 1;
            }
            self.start = at + 1;
            if is_cr {
                self.after_cr = at + 1;
            }
        }
        self.counted += bytes.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lf_cr_and_cr_lf_end_one_line_each_however_the_bytes_arrive() {
        for (text, line, start) in
            [("", 1, 0), ("\n", 2, 1), ("\r", 2, 1), ("\r\n", 2, 2), ("a\r\rb\n\r\nc", 5, 7), ("\n\r", 3, 2)]
        {
            let mut whole = Lines::new();
            whole.count(text.as_bytes());
            assert_eq!((whole.line, whole.start), (line, start), "{text:?}");
            let mut split = Lines::new();
            for byte in text.as_bytes() {
                split.count(&[*byte]);
            }
            assert_eq!((split.line, split.start), (line, start), "{text:?}");
        }
    }
}
