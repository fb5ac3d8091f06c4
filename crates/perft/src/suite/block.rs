//! Positions on several lines: `id`, `epd` and one `perft` line for each depth.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use gardez_position::FenMode;

use super::error::excerpt;
use super::{Case, Count, Line, SuiteError, SuiteErrorKind, fields};

/// The lines of a block that have been read.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The line on which the block begins; once it is known, the line of its position.
    line: usize,
    /// The byte range of that line.
    span: Range<usize>,
    id: Option<String>,
    fen: Option<String>,
    counts: Vec<Count>,
    /// A line of the block could not be read, and this has already been reported.
    has_errors: bool,
}

impl Block {
    pub(super) fn unnamed(line: usize, span: Range<usize>) -> Self {
        Self { line, span, id: None, fen: None, counts: Vec::new(), has_errors: false }
    }

    pub(super) fn named(line: usize, span: Range<usize>, id: String) -> Self {
        Self { id: Some(id), ..Self::unnamed(line, span) }
    }

    pub(super) fn place(&mut self, line: usize, span: Range<usize>, fen: String) {
        (self.line, self.span, self.fen) = (line, span, Some(fen));
    }

    /// Notes that a line could not be read, so that what it may have contained is not reported as missing.
    pub(super) fn note_error(&mut self) {
        self.has_errors = true;
    }

    /// Adds the count on a `perft` line to the block, if there is a block with a position.
    pub(super) fn count(block: Option<&mut Self>, text: &str) -> Result<(), SuiteErrorKind> {
        let Some(block) = block.filter(|block| block.fen.is_some()) else {
            return Err(SuiteErrorKind::CountWithoutPosition);
        };
        let mut words = text.split_ascii_whitespace();
        let (Some(depth), Some(nodes), None) = (words.next(), words.next(), words.next()) else {
            return Err(SuiteErrorKind::Field { found: excerpt(text.trim()) });
        };
        block.counts.push(fields::count(depth, nodes)?);
        Ok(())
    }

    /// Returns `true` if a line belongs to the block.
    pub(super) fn goes_on_with(&self, line: &Line<'_>) -> bool {
        match line {
            Line::Comment | Line::Perft(_) | Line::NotUtf8 { .. } => true,
            Line::Epd(_) => self.fen.is_none(),
            Line::Nothing | Line::Id(_) | Line::Record(_) | Line::Json(_) => false,
        }
    }

    /// Returns the position of the block, or what is missing; `None` if that may be on an unreadable line.
    pub(super) fn close(self) -> Option<Result<Case, SuiteError>> {
        let Self { line, span, id, fen, counts, has_errors } = self;
        let missing = match fen {
            Some(fen) if !counts.is_empty() => return Some(Ok(Case { line, id, fen, mode: FenMode::Detect, counts })),
            Some(_) => SuiteErrorKind::NoCounts,
            None => SuiteErrorKind::IdWithoutPosition,
        };
        if has_errors { None } else { Some(Err(SuiteError { line, span, kind: missing })) }
    }
}
