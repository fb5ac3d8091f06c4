//! What is wrong with a PGN, and where.

use alloc::boxed::Box;
use core::fmt;
use core::ops::Range;

use gardez_position::{FenError, FenProblems};
use gardez_types::{ErrorInfo, GameResult};

use crate::san::{Repairs, SanError};

/// A report about a part of a PGN that does not follow the standard, with its place.
///
/// A problem does not stop a [`Reader`](crate::pgn::Reader), so it is not an error type. Where a problem makes a whole call
/// fail, it is the content of a [`GameError`](crate::pgn::GameError).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Problem {
    /// What is wrong.
    pub kind: ProblemKind,
    /// The number of the game, from 1.
    pub game: u64,
    /// The number of the line, from 1. Lines end in LF, CR or CR LF.
    pub line: u64,
    /// The number of the byte in the line, from 1.
    pub column: u64,
    /// The offset of the byte in the input, from 0.
    pub offset: u64,
    /// The length, in bytes, of the text that the problem is about; 0 where something is missing.
    pub length: u64,
}

impl Problem {
    /// Returns the byte range of the input that the problem is about; empty where something is missing.
    ///
    /// For a malformed move, this is only the part that is not understood.
    ///
    /// ```
    /// use gardez_notation::pgn::Reader;
    ///
    /// let pgn = "1. e4 e9 *";
    /// let read = Reader::from_bytes(pgn.as_bytes()).read_game()?.expect("there is a game");
    /// let problem = &read.problems[0];
    /// assert_eq!((problem.kind.name(), problem.offset, problem.length), ("malformed", 6, 2));
    /// assert_eq!(problem.span(), 7..8);
    /// # Ok::<_, core::convert::Infallible>(())
    /// ```
    pub fn span(&self) -> Range<u64> {
        let whole = self.offset..self.offset + self.length;
        match &self.kind {
            ProblemKind::Move(error) => match error.span() {
                Some(part) => whole.start + part.start as u64..whole.start + part.end as u64,
                None => whole,
            },
            _ => whole,
        }
    }
}

/// How bad a problem is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Nothing is lost: the meaning is clear.
    Note,
    /// Something could not be read, or was dropped.
    Error,
}

/// What is wrong with a part of a PGN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProblemKind {
    /// A move that is understood, but not in standard form.
    Repaired(Repairs),
    /// A word that is not a legal move; the rest of its line is dropped.
    Move(Box<SanError>),
    /// A null move of a side that is in check; the rest of its line is dropped.
    NullMoveInCheck,
    /// The position in the tag `FEN` cannot be read; the moves of the game are dropped.
    Fen(Box<FenError>),
    /// The position of the tag `FEN` cannot arise in a game, but its moves can be made.
    OddPosition(FenProblems),
    /// A tag `FEN` without `SetUp "1"`.
    MissingSetUp,
    /// `SetUp "1"` without a tag `FEN`; the game begins in the usual start position.
    MissingFen,
    /// Chess960 without a tag `FEN` and without `SetUp "1"`; the game begins in the usual start position.
    MissingChess960Start,
    /// The tag `Variant` names an unknown variant; the moves of the game are dropped.
    UnknownVariant,
    /// The tag `Result` differs from the result after the moves; the result after the moves counts.
    ResultMismatch {
        /// The result in the tag.
        tag: GameResult,
        /// The result after the moves.
        moves: GameResult,
    },

    /// A byte that cannot begin anything in this place; it is skipped.
    Stray(u8),
    /// A word that is longer than any move; the rest of its line is dropped.
    TooLongWord,
    /// A reserved form, `<…>`; it is skipped.
    Reserved,
    /// A glyph without a number from 0 to 255; it is skipped.
    Nag,
    /// An evaluation sign or word in place of a numeric glyph.
    Sign,
    /// A result in a form that is not in the standard, such as `1/2`.
    ResultForm,
    /// A result inside a variation; it is skipped.
    ResultInVariation,
    /// A result with more moves after it; of all results of the game, the last one that is not `*` counts.
    ResultWithin,
    /// The moves end without a result.
    MissingResult,
    /// A comment without its `}`; it ends where the next game begins, or with the input.
    UnclosedComment,
    /// A variation without its `)`.
    UnclosedVariation,
    /// A `)` without its `(`.
    UnopenedVariation,
    /// A variation before any move; it is dropped.
    VariationWithoutMove,
    /// A variation without a move.
    EmptyVariation,
    /// A tag value without its closing quote; it ends with the line.
    UnclosedTagValue,
    /// A tag pair without its `]`.
    UnclosedTag,
    /// A quote inside a tag value without a backslash before it, or a backslash before the closing quote.
    QuoteInTagValue,
    /// A tag value without quotes.
    UnquotedTagValue,
    /// Brackets that do not contain a tag pair; they are dropped.
    MalformedTag,
    /// A tag name that occurs twice in a game, among its first 65,536 names; the last value counts.
    DuplicateTag,
    /// Bytes that are not UTF-8; they are read as Latin-1.
    NotUtf8,

    /// A line that is longer than the limit; the rest of the game is dropped.
    LineLimit,
    /// A comment that is longer than the limit; the rest of the comment is dropped.
    CommentLimit,
    /// A tag pair that is longer than the limit; it is dropped.
    TagLimit,
    /// Variations that are nested deeper than the limit; they are dropped.
    DepthLimit,
    /// A game that is longer than the limit; the rest of the game is dropped.
    GameLimit,
}

impl ProblemKind {
    /// Returns how bad it is.
    pub const fn severity(&self) -> Severity {
        match self {
            Self::Repaired(_)
            | Self::OddPosition(_)
            | Self::MissingSetUp
            | Self::MissingFen
            | Self::MissingChess960Start
            | Self::ResultMismatch { .. }
            | Self::Reserved
            | Self::Sign
            | Self::ResultForm
            | Self::ResultInVariation
            | Self::ResultWithin
            | Self::MissingResult
            | Self::EmptyVariation
            | Self::QuoteInTagValue
            | Self::UnquotedTagValue
            | Self::DuplicateTag
            | Self::NotUtf8 => Severity::Note,
            _ => Severity::Error,
        }
    }

    /// Returns the name of the kind: lower case, words joined by hyphens. Names are stable.
    ///
    /// For a move it is the kind of the [`SanError`], for a FEN that of the [`FenError`].
    pub fn name(&self) -> &'static str {
        match self {
            Self::Repaired(_) => "repaired",
            Self::Move(error) => error.kind_name(),
            Self::NullMoveInCheck => "null-move-in-check",
            Self::Fen(error) => error.kind_name(),
            Self::OddPosition(_) => "odd-position",
            Self::MissingSetUp => "missing-set-up",
            Self::MissingFen => "missing-fen",
            Self::MissingChess960Start => "missing-chess960-start",
            Self::UnknownVariant => "unknown-variant",
            Self::ResultMismatch { .. } => "result-mismatch",
            Self::Stray(_) => "stray",
            Self::TooLongWord => "too-long-word",
            Self::Reserved => "reserved",
            Self::Nag => "nag",
            Self::Sign => "sign",
            Self::ResultForm => "result-form",
            Self::ResultInVariation => "result-in-variation",
            Self::ResultWithin => "result-within",
            Self::MissingResult => "missing-result",
            Self::UnclosedComment => "unclosed-comment",
            Self::UnclosedVariation => "unclosed-variation",
            Self::UnopenedVariation => "unopened-variation",
            Self::VariationWithoutMove => "variation-without-move",
            Self::EmptyVariation => "empty-variation",
            Self::UnclosedTagValue => "unclosed-tag-value",
            Self::UnclosedTag => "unclosed-tag",
            Self::QuoteInTagValue => "quote-in-tag-value",
            Self::UnquotedTagValue => "unquoted-tag-value",
            Self::MalformedTag => "malformed-tag",
            Self::DuplicateTag => "duplicate-tag",
            Self::NotUtf8 => "not-utf-8",
            Self::LineLimit => "line-limit",
            Self::CommentLimit => "comment-limit",
            Self::TagLimit => "tag-limit",
            Self::DepthLimit => "depth-limit",
            Self::GameLimit => "game-limit",
        }
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Repaired(repairs) => return write!(f, "move not in standard form: {repairs}"),
            Self::Move(error) => return error.fmt(f),
            Self::Fen(error) => return write!(f, "FEN: {error}"),
            Self::OddPosition(problems) => return write!(f, "position that no game leads to: {problems}"),
            Self::ResultMismatch { tag, moves } => {
                return write!(f, "the tag Result is {tag}, but the moves end with {moves}");
            }
            Self::Stray(byte) if byte.is_ascii_graphic() => {
                return write!(f, "expected a move or comment, found {:?}", char::from(*byte));
            }
            Self::Stray(byte) => return write!(f, "expected a move or comment, found byte {byte:#04x}"),
            Self::NullMoveInCheck => "null move of a side in check",
            Self::MissingSetUp => "FEN without SetUp \"1\"",
            Self::MissingFen => "SetUp \"1\" without FEN",
            Self::MissingChess960Start => "Chess960 without FEN",
            Self::UnknownVariant => "unknown variant",
            Self::TooLongWord => "word longer than any move",
            Self::Reserved => "reserved form in angle brackets",
            Self::Nag => "glyph without a number from 0 to 255",
            Self::Sign => "evaluation sign in place of a numeric glyph",
            Self::ResultForm => "result in another form than 1-0, 0-1, 1/2-1/2, *",
            Self::ResultInVariation => "result inside a variation",
            Self::ResultWithin => "result with moves after it",
            Self::MissingResult => "no result after the moves",
            Self::UnclosedComment => "comment without closing brace",
            Self::UnclosedVariation => "variation without closing parenthesis",
            Self::UnopenedVariation => "closing parenthesis without a variation",
            Self::VariationWithoutMove => "variation without a move before it",
            Self::EmptyVariation => "variation without a move in it",
            Self::UnclosedTagValue => "tag value without closing quote",
            Self::UnclosedTag => "tag pair without closing bracket",
            Self::QuoteInTagValue => "unescaped quote or backslash in a tag value",
            Self::UnquotedTagValue => "tag value without quotes",
            Self::MalformedTag => "brackets without a tag pair",
            Self::DuplicateTag => "tag name that occurs twice",
            Self::NotUtf8 => "text that is not UTF-8, read as Latin-1",
            Self::LineLimit => "line longer than the limit",
            Self::CommentLimit => "comment longer than the limit",
            Self::TagLimit => "tag pair longer than the limit",
            Self::DepthLimit => "variations nested deeper than the limit",
            Self::GameLimit => "game longer than the limit",
        })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}, column {}: {}", self.game, self.line, self.column, self.kind)
    }
}
