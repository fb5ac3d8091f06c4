//! Breaks words into lines.

use alloc::string::{String, ToString};
use core::fmt::{self, Write};

use crate::pgn::nag::Nag;
use crate::pgn::tree::{Keep, tidy};
use crate::pgn::write::ExportStyle;

/// Writes words in lines of limited length. The last word waits, because a parenthesis may follow.
pub(super) struct WordWriter<'a, W> {
    out: &'a mut W,
    style: ExportStyle,
    word: String,
    column: usize,
    /// `true` if an opening parenthesis waits for its first word.
    is_open: bool,
}

impl<'a, W: Write> WordWriter<'a, W> {
    pub(super) fn new(out: &'a mut W, style: ExportStyle) -> Self {
        Self { out, style, word: String::new(), column: 0, is_open: false }
    }

    pub(super) const fn style(&self) -> ExportStyle {
        self.style
    }

    pub(super) fn word(&mut self, text: &str) -> fmt::Result {
        self.flush()?;
        if core::mem::take(&mut self.is_open) {
            self.word.push('(');
        }
        self.word.push_str(text);
        Ok(())
    }

    /// Adds an opening parenthesis before the next word.
    pub(super) fn open(&mut self) {
        self.is_open = true;
    }

    pub(super) fn close(&mut self) -> fmt::Result {
        // The parenthesis begins a new line after a comment that ends with its line.
        self.word.push(')');
        Ok(())
    }

    /// Writes the word that waits.
    fn flush(&mut self) -> fmt::Result {
        if self.word.is_empty() {
            return Ok(());
        }
        let length = self.word.chars().count();
        if self.column != 0 {
            let fits = self.style.width.is_none_or(|width| self.column + 1 + length <= width);
            self.out.write_char(if fits { ' ' } else { '\n' })?;
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.out.write_str(&self.word)?;
        self.column += length;
        self.word.clear();
        Ok(())
    }

    pub(super) fn line_end(&mut self) -> fmt::Result {
        self.flush()?;
        self.column = 0;
        self.out.write_char('\n')
    }

    pub(super) fn annotations(&mut self, nags: &[Nag], comments: &[String]) -> fmt::Result {
        for nag in nags {
            match nag.suffix() {
                Some(suffix) if self.style.keep == Keep::Text && !self.word.is_empty() && !self.is_open => {
                    // Two suffixes without a blank between them would be read as one.
                    if self.word.ends_with(['!', '?']) {
                        self.word(suffix)?;
                    } else {
                        self.word.push_str(suffix);
                    }
                }
                _ => self.word(&nag.to_string())?,
            }
        }
        for comment in comments {
            self.comment(comment)?;
        }
        Ok(())
    }

    fn comment(&mut self, comment: &str) -> fmt::Result {
        if comment.contains('}') {
            // A comment in braces cannot contain a closing brace.
            for line in comment.split(['\n', '\r']) {
                self.word(&alloc::format!(";{line}"))?;
                self.line_end()?;
            }
            return Ok(());
        }
        if self.style.keep == Keep::Text {
            return self.word(&alloc::format!("{{{comment}}}"));
        }
        let comment = tidy(comment);
        for (index, paragraph) in comment.split("\n\n").enumerate() {
            if index != 0 {
                self.line_end()?;
                self.line_end()?;
            }
            // No line may begin with a percent sign, as in `paragraph`.
            match (index, paragraph.starts_with('%')) {
                (0, true) => self.paragraph(&alloc::format!("{{ {paragraph}"))?,
                (0, false) => {
                    self.word("{")?;
                    self.paragraph(paragraph)?;
                }
                (_, true) => self.paragraph(&alloc::format!(" {paragraph}"))?,
                (_, false) => self.paragraph(paragraph)?,
            }
        }
        self.word("}")
    }

    /// Writes the words of a text. A single blank may become a line end.
    fn paragraph(&mut self, text: &str) -> fmt::Result {
        let mut word = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(' ') {
            let (front, tail) = rest.split_at(at);
            word.push_str(front);
            let blanks = tail.len() - tail.trim_start_matches(' ').len();
            let (blanks, tail) = tail.split_at(blanks);
            // A line that begins with a percent sign would be an escape for some readers.
            if blanks.len() == 1 && !tail.starts_with('%') && !word.is_empty() {
                self.word(&word)?;
                word.clear();
            } else {
                word.push_str(blanks);
            }
            rest = tail;
        }
        word.push_str(rest);
        if word.is_empty() { Ok(()) } else { self.word(&word) }
    }
}
