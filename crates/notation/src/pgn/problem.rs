//! What is wrong with a PGN, and where.

use alloc::boxed::Box;
use core::fmt;

use gardez_position::{FenError, FenProblems};

use super::GameResult;
use crate::san::{Repairs, SanError};

/// Something that a reader met and that is not as the standard wants it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// What it is.
    pub kind: ProblemKind,
    /// The number of the game, from 1.
    pub game: u64,
    /// The number of the line, from 1. Lines end in LF, CR or CR LF.
    pub line: u64,
    /// The byte in the line, from 1.
    pub column: u64,
    /// The byte in the file, from 0.
    pub offset: u64,
}

/// How bad a problem is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Nothing is lost: it was clear what was meant.
    Note,
    /// Something could not be read or was dropped.
    Error,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProblemKind {
    /// A move was understood, but is not in standard form.
    Repaired(Repairs),
    /// A move that is none here; the rest of its line is dropped.
    Move(Box<SanError>),
    /// A null move of a side that is in check; the rest of its line is dropped.
    NullMoveInCheck,
    /// The position of the tag `FEN` cannot be set up; the moves of the game are dropped.
    Fen(Box<FenError>),
    /// The position of the tag `FEN` cannot arise in a game.
    OddPosition(FenProblems),
    /// There is a tag `FEN`, but no `SetUp "1"`.
    MissingSetUp,
    /// `SetUp "1"` without a `FEN`; the game starts from the start position.
    MissingFen,
    /// The tag `Variant` names a game that is not known; its moves are dropped.
    UnknownVariant,
    /// The tag `Result` says something else than the end of the moves.
    ResultMismatch {
        /// What the tag says.
        tag: GameResult,
        /// What the end of the moves says.
        moves: GameResult,
    },

    /// A byte that begins nothing; it is passed over.
    Stray(u8),
    /// A word that is longer than any move; it ends its line like an unknown move.
    TooLongWord,
    /// An escape into a reserved form, `<…>`; it is passed over.
    Reserved,
    /// A glyph without a number from 0 to 255; it is passed over.
    Nag,
    /// An evaluation sign or word in place of a numeric glyph.
    Sign,
    /// A result in another form than the standard's, such as `1/2`.
    ResultForm,
    /// A result inside a variation; it is passed over.
    ResultInVariation,
    /// A result with more moves behind it; the last one counts that is not `*`.
    ResultWithin,
    /// The moves end without a result.
    MissingResult,
    /// A comment without its `}`: it is taken to end where the next game begins.
    UnclosedComment,
    /// A variation without its `)`.
    UnclosedVariation,
    /// A `)` without its `(`.
    UnopenedVariation,
    /// A variation before any move; it is dropped.
    VariationWithoutMove,
    /// A variation without a move.
    EmptyVariation,
    /// A tag value without its closing quote: it ends with the line.
    UnclosedTagValue,
    /// A tag pair without its `]`.
    UnclosedTag,
    /// A quote inside a tag value without a backslash before it, or a backslash before the closing quote.
    QuoteInTagValue,
    /// A tag value without quotes.
    UnquotedTagValue,
    /// A line in brackets that is no tag pair; it is dropped.
    MalformedTag,
    /// A tag name that the game has already had; the last value counts.
    DuplicateTag,
    /// Bytes that are not UTF-8, read as Latin-1.
    NotUtf8,

    /// A line beyond the limit; the rest of the game is dropped.
    LineLimit,
    /// A comment beyond the limit; its rest is dropped.
    CommentLimit,
    /// A tag pair beyond the limit; it is dropped.
    TagLimit,
    /// Variations nested beyond the limit; they are dropped.
    DepthLimit,
    /// A game beyond the limit; its rest is dropped.
    GameLimit,
}

impl ProblemKind {
    /// How bad it is.
    pub const fn severity(&self) -> Severity {
        match self {
            Self::Repaired(_)
            | Self::OddPosition(_)
            | Self::MissingSetUp
            | Self::MissingFen
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
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Repaired(repairs) => return write!(f, "move not in standard form: {repairs}"),
            Self::Move(error) => return error.fmt(f),
            Self::Fen(error) => return write!(f, "FEN: {error}"),
            Self::OddPosition(problems) => return write!(f, "position that no game leads to: {problems:?}"),
            Self::ResultMismatch { tag, moves } => {
                return write!(f, "the tag Result says {tag}, the moves end in {moves}");
            }
            Self::Stray(byte) if byte.is_ascii_graphic() => {
                return write!(f, "{:?} where a move or comment may stand", char::from(*byte));
            }
            Self::Stray(byte) => return write!(f, "byte {byte:#04x} where a move or comment may stand"),
            Self::NullMoveInCheck => "null move of a side in check",
            Self::MissingSetUp => "FEN without SetUp \"1\"",
            Self::MissingFen => "SetUp \"1\" without FEN",
            Self::UnknownVariant => "variant that is not known",
            Self::TooLongWord => "word longer than any move",
            Self::Reserved => "reserved form in angle brackets",
            Self::Nag => "glyph without a number from 0 to 255",
            Self::Sign => "evaluation sign in place of a numeric glyph",
            Self::ResultForm => "result in another form than 1-0, 0-1, 1/2-1/2, *",
            Self::ResultInVariation => "result inside a variation",
            Self::ResultWithin => "result with moves behind it",
            Self::MissingResult => "moves without a result at their end",
            Self::UnclosedComment => "comment without closing brace",
            Self::UnclosedVariation => "variation without closing parenthesis",
            Self::UnopenedVariation => "closing parenthesis without a variation",
            Self::VariationWithoutMove => "variation without a move before it",
            Self::EmptyVariation => "variation without a move in it",
            Self::UnclosedTagValue => "tag value without closing quote",
            Self::UnclosedTag => "tag pair without closing bracket",
            Self::QuoteInTagValue => "quote or backslash in a tag value that is not escaped",
            Self::UnquotedTagValue => "tag value without quotes",
            Self::MalformedTag => "brackets without a tag pair in them",
            Self::DuplicateTag => "tag that the game has twice",
            Self::NotUtf8 => "text that is not UTF-8, read as Latin-1",
            Self::LineLimit => "line beyond the limit",
            Self::CommentLimit => "comment beyond the limit",
            Self::TagLimit => "tag pair beyond the limit",
            Self::DepthLimit => "variations nested beyond the limit",
            Self::GameLimit => "game beyond the limit",
        })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}, column {}: {}", self.game, self.line, self.column, self.kind)
    }
}

impl core::error::Error for Problem {}
