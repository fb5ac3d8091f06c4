//! Counts lines, each byte once.

use memchr::memchr2_iter;

use crate::pgn::report::problem::{Problem, ProblemKind};

/// Counts the lines of an input.
#[derive(Clone, Debug)]
pub(in crate::pgn) struct Lines {
    /// The offset up to which lines have been counted.
    counted: u64,
    /// The number of the line at this offset, from 1.
    line: u64,
    /// The offset at which that line begins.
    start: u64,
    /// The offset after the last CR, where an LF does not end another line.
    after_cr: u64,
}

/// A place in the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pgn) struct Place {
    line: u64,
    column: u64,
    offset: u64,
}

impl Lines {
    pub(in crate::pgn) const fn new() -> Self {
        Self { counted: 0, line: 1, start: 0, after_cr: 0 }
    }

    /// Returns the offset up to which lines have been counted.
    pub(in crate::pgn) const fn counted(&self) -> u64 {
        self.counted
    }

    /// Returns the offset at which the last counted line begins.
    pub(in crate::pgn) const fn start(&self) -> u64 {
        self.start
    }

    /// Counts the lines that end in the next bytes.
    pub(in crate::pgn) fn count(&mut self, bytes: &[u8]) {
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

    pub(in crate::pgn) fn place(&self, offset: u64) -> Place {
        Place { line: self.line, column: (offset + 1).saturating_sub(self.start).max(1), offset }
    }
}

impl Place {
    pub(in crate::pgn) const fn problem(self, game: u64, length: u64, kind: ProblemKind) -> Problem {
        Problem { kind, game, line: self.line, column: self.column, offset: self.offset, length }
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
