//! The tokens of a PGN.

use gardez_types::GameResult;

use crate::pgn::nag::Nag;
use crate::pgn::number::MoveNumber;
use crate::pgn::report::ProblemKind;
use crate::pgn::scan::results::Form;
use crate::pgn::text::{Tag, Text};
use crate::san::Repairs;

/// A part of the moves of a game.
#[derive(Clone, Copy, Debug)]
pub(in crate::pgn) enum Token<'a> {
    /// A word that may be a move.
    Word(Text<'a>),
    /// A word that is longer than any move, with its least length. It is not passed yet.
    LongWord(usize),
    /// `{` or `;`. The comment is not passed yet.
    Comment,
    /// A glyph by number or suffix; `None` if it has no number from 0 to 255.
    Glyph(Option<Nag>),
    /// An evaluation sign or word for a glyph.
    Sign(Nag),
    /// A letter for a glyph.
    Letter(Nag),
    /// The letter of a knight, a blank, and the rest of its move; after a move, the letter may be a glyph.
    Torn(Text<'a>),
    /// A part of a move after a blank, such as `e.p.`.
    Suffix(Repairs),
    Result(GameResult, Form),
    Number(MoveNumber),
    /// `.`
    Dot,
    /// `…`
    Ellipsis,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `<…>`
    Reserved,
    /// Text without a meaning, which begins with this byte.
    Stray(u8),
    /// An escape line, or a blank beyond ASCII.
    Nothing,
    /// The end of the input, or the next game.
    End,
}

/// The tokens that can come next, where the text does not decide.
#[derive(Clone, Copy, Debug)]
pub(in crate::pgn) struct Expected {
    /// `true` if a `1.` at the beginning of a line begins another game.
    pub(in crate::pgn) may_end: bool,
    /// `true` if `0-0` can be a result.
    pub(in crate::pgn) may_be_forfeit: bool,
    /// `true` if `+/-` can be a result.
    pub(in crate::pgn) may_be_signs: bool,
}

/// A comment, without its marks.
#[derive(Clone, Copy, Debug)]
pub(in crate::pgn) struct Comment<'a> {
    pub(in crate::pgn) text: Text<'a>,
    pub(in crate::pgn) ending: CommentEnd,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pgn) enum CommentEnd {
    /// With its brace or its line.
    Closed,
    /// Without a brace, at the next game or at the end of the input.
    Unclosed,
    /// At the limit for comments.
    Cut,
}

/// The next part before the moves of a game, not passed yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pgn) enum Front {
    /// `{` or `;`
    Comment,
    /// `[`
    Tag,
    /// `%` at the start of a line.
    Escape,
    /// Anything else: the moves.
    Moves,
}

/// A deviation of a tag pair from the standard, in one byte: copying parts of a [`ProblemKind`] for each tag is slower.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pgn) enum TagFlaw {
    Quote,
    Nul,
    Unclosed,
    UnclosedValue,
    Unquoted,
}

impl TagFlaw {
    pub(in crate::pgn) const fn problem(self) -> ProblemKind {
        match self {
            Self::Quote => ProblemKind::QuoteInTagValue,
            Self::Nul => ProblemKind::Nul,
            Self::Unclosed => ProblemKind::UnclosedTag,
            Self::UnclosedValue => ProblemKind::UnclosedTagValue,
            Self::Unquoted => ProblemKind::UnquotedTagValue,
        }
    }
}

/// A bracket before the moves of a game.
#[derive(Clone, Debug)]
pub(in crate::pgn) enum TagPair<'a> {
    Pair {
        tag: Tag<'a>,
        flaw: Option<TagFlaw>,
        /// `true` if the tag pair is ASCII.
        is_ascii: bool,
    },
    Malformed,
    /// A tag pair that is longer than this limit. It is not passed yet.
    TooLong(usize),
}

/// The part after a result on its line, not passed yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pgn) enum AfterResult {
    /// `{` or `;`
    Comment,
    /// Moves of the same game.
    Moves,
    /// Nothing, or the next game.
    End,
}
