//! Positions on several lines: `id`, `epd` and one `perft` line per depth.

use alloc::string::String;
use alloc::vec::Vec;

use gardez_position::FenMode;

use super::error::excerpt;
use super::{Case, Count, Line, SuiteError, SuiteErrorKind, fields};

/// The lines of a block that have been read.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The line the block began on, then that of its position.
    line: usize,
    id: Option<String>,
    fen: Option<String>,
    counts: Vec<Count>,
    /// A line of the block could not be read, which has been told.
    has_errors: bool,
}

impl Block {
    /// A block that begins with its `epd` line.
    pub(super) fn unnamed(line: usize) -> Self {
        Self { line, id: None, fen: None, counts: Vec::new(), has_errors: false }
    }

    /// A block that begins with an `id` line.
    pub(super) fn named(line: usize, id: String) -> Self {
        Self { id: Some(id), ..Self::unnamed(line) }
    }

    /// Takes the position of an `epd` line.
    pub(super) fn place(&mut self, line: usize, fen: String) {
        (self.line, self.fen) = (line, Some(fen));
    }

    /// Remembers that a line was in vain, so that nothing is missed twice.
    pub(super) fn has_errors(&mut self) {
        self.has_errors = true;
    }

    /// Takes what follows the word `perft` of a line into the block, if there is one with a position.
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

    /// Whether a line belongs to the block.
    pub(super) fn goes_on_with(&self, line: &Line<'_>) -> bool {
        match line {
            Line::Comment | Line::Perft(_) | Line::NotUtf8 { .. } => true,
            Line::Epd(_) => self.fen.is_none(),
            Line::Nothing | Line::Id(_) | Line::Record(_) | Line::Json(_) => false,
        }
    }

    /// What the block amounts to; nothing, if what it lacks stood on a line that could not be read.
    pub(super) fn close(self) -> Option<Result<Case, SuiteError>> {
        let Self { line, id, fen, counts, has_errors } = self;
        let missing = match fen {
            Some(fen) if !counts.is_empty() => return Some(Ok(Case { line, id, fen, mode: FenMode::Detect, counts })),
            Some(_) => SuiteErrorKind::NoCounts,
            None => SuiteErrorKind::IdWithoutPosition,
        };
        if has_errors { None } else { Some(Err(SuiteError { line, kind: missing })) }
    }
}
