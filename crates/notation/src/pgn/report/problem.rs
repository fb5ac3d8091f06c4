//! Problems in a PGN, with their places.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

use gardez_io::ForeignFormat;
use gardez_position::{FenError, FenProblems};
use gardez_types::{Color, ErrorInfo, GameResult, errors};

use crate::san::{Repairs, SanError};

/// A report about a part of a PGN that does not follow the standard, with its place.
///
/// A problem does not stop a [`Reader`](crate::pgn::Reader), so it is not an error type; only its kind is. Where a problem makes a whole call
/// fail, it is the content of a [`GameError`](crate::pgn::GameError).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Problem {
    /// The kind of the problem.
    pub kind: ProblemKind,
    /// The number of the game, from 1; 0 if the problem is about the whole input.
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

/// The severity of a problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Nothing is lost: the meaning is clear.
    Note,
    /// Something could not be read, or was dropped.
    Error,
}

// It is a part of what a reader passes on for each move and each tag. So texts are in a box of their own: one with its
// length made reading a twentieth slower.
const _: () = assert!(size_of::<Option<ProblemKind>>() <= 16);

errors! {
    /// The kind of a problem in a part of a PGN.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum ProblemKind {
        Repaired(repairs: Repairs) = "repaired", "move not in standard form: {repairs}";
        /// A word that is not a legal move; the rest of its line is dropped.
        Move(error: Box<SanError>) = error;
        /// A move that the rules of a variant forbid; the rest of its line is dropped.
        VariantMove(error: Box<Box<str>>) = "variant-move", "illegal move: {error}";
        /// A null move of a side that is in check; the rest of its line is dropped.
        NullMoveInCheck = "null-move-in-check", "null move of a side in check";
        /// The position in the tag `FEN` cannot be read; the moves of the game are dropped.
        Fen(error: Box<FenError>) = error, "FEN: {error}";
        /// The position in the tag `FEN` of a variant cannot be read; the moves of the game are dropped.
        VariantFen(error: Box<Box<str>>) = "variant-fen", "FEN: {error}";
        /// The position of the tag `FEN` cannot arise in a game, but its moves can be made.
        OddPosition(problems: FenProblems) = "odd-position",
            "position that no game leads to: {problems}";
        /// A tag `FEN` without `SetUp "1"`.
        MissingSetUp = "missing-set-up", "FEN without SetUp \"1\"";
        /// `SetUp "1"` without a tag `FEN`, or a tag `FEN` such as `?` or `-`; the game begins in the usual start position.
        MissingFen = "missing-fen", "SetUp \"1\" without FEN, or FEN without a position";
        /// Chess960 without a tag `FEN` and without `SetUp "1"`; the game begins in the usual start position.
        MissingChess960Start = "missing-chess960-start", "Chess960 without FEN";
        /// The tag `Variant` names an unknown variant; the moves of the game are dropped.
        UnknownVariant(name: Box<Box<str>>) = "unknown-variant", "unknown variant {name:?}";
        /// The tag `Result` differs from the result after the moves; the result after the moves counts.
        ResultMismatch { tag: GameResult, moves: GameResult } = "result-mismatch",
            "the tag Result is {tag}, but the moves end with {moves}";

        /// A number before a move that is not the one that is due; a later number is due from this one on.
        Number { found: u32, dots: Option<Color>, due: u32, side_to_move: Color } = "number",
            "move number {found}{} where {due}{} is due", dots_of(*dots), dots_of(Some(*side_to_move));
        /// A letter without its square; the rest of its line is dropped.
        TornLetter = "torn-letter", "letter of a piece torn from its square, or a glyph in a wrong place";
        /// Text among the tags or before them, between games or after them that is no part of a game; it is skipped.
        OuterText = "outer-text", "text that is no part of a game";
        /// Lines without a game after them.
        NoGame = "no-game", "text without a game";

        /// A byte that cannot begin anything in this place; it is skipped.
        Stray(byte: u8) = "stray", |f| match byte {
            _ if byte.is_ascii_graphic() => write!(f, "expected a move or comment, found {:?}", char::from(*byte)),
            _ => write!(f, "expected a move or comment, found byte {byte:#04x}"),
        };
        /// A word that is longer than any move; the rest of its line is dropped.
        TooLongWord = "too-long-word", "word longer than any move";
        /// A reserved form, `<…>`; it is skipped.
        Reserved = "reserved", "reserved form in angle brackets";
        /// A glyph without a number from 0 to 255; it is skipped.
        Nag = "nag", "glyph without a number from 0 to 255";
        Sign = "sign", "evaluation sign in place of a numeric glyph";
        /// A result in a form that is not in the standard, such as `1/2`.
        ResultForm = "result-form", "result in another form than 1-0, 0-1, 1/2-1/2, *";
        /// A result inside a variation; it is skipped.
        ResultInVariation = "result-in-variation", "result inside a variation";
        /// A result with more moves after it; of all results of the game, the last one that is not `*` counts.
        ResultWithin = "result-within", "result with moves or another result after it";
        MissingResult = "missing-result", "no result after the moves";
        /// A comment without its `}`; it ends where the next game begins, or with the input.
        UnclosedComment = "unclosed-comment", "comment without closing brace";
        /// A variation without its `)`.
        UnclosedVariation = "unclosed-variation", "variation without closing parenthesis";
        /// A `)` without its `(`.
        UnopenedVariation = "unopened-variation", "closing parenthesis without a variation";
        /// A variation before any move; it is dropped.
        VariationWithoutMove = "variation-without-move", "variation without a move before it";
        EmptyVariation = "empty-variation", "variation without a move in it";
        /// A tag value without its closing quote; it ends with the line.
        UnclosedTagValue = "unclosed-tag-value", "tag value without closing quote";
        /// A tag pair without its `]`.
        UnclosedTag = "unclosed-tag", "tag pair without closing bracket";
        /// A quote inside a tag value without a backslash before it, a backslash before the closing quote, or a lone CR.
        QuoteInTagValue = "quote-in-tag-value", "unescaped quote, backslash or line end in a tag value";
        UnquotedTagValue = "unquoted-tag-value", "tag value without quotes";
        /// Brackets that do not contain a tag pair; they are dropped.
        MalformedTag = "malformed-tag", "brackets without a tag pair";
        /// A tag name that occurs twice in a game, among its first 65,536 names; the last value counts.
        DuplicateTag = "duplicate-tag", "tag name that occurs twice";
        /// Bytes that are not UTF-8, or control characters; they are read as Windows-1252.
        NotUtf8 = "not-utf-8", "text that is not UTF-8, read as Windows-1252";
        /// A NUL in a comment or in the value of a tag.
        Nul = "nul", "NUL byte in a comment or tag value";
        /// A PGN in UTF-16. Places are counted in its UTF-8.
        Utf16 = "utf-16", "text in UTF-16";
        /// The input is packed or another document; it has no games.
        Foreign(found: ForeignFormat) = "foreign", "expected a PGN, found {found}";

        /// A line that is longer than the limit; the rest of the game is dropped.
        LineLimit = "line-limit", "line longer than the limit";
        /// A comment that is longer than the limit; the rest of the comment is dropped.
        CommentLimit = "comment-limit", "comment longer than the limit";
        /// A tag pair that is longer than the limit; it is dropped.
        TagLimit = "tag-limit", "tag pair longer than the limit";
        /// Variations that are nested deeper than the limit; they are dropped.
        DepthLimit = "depth-limit", "variations nested deeper than the limit";
        /// A game that is longer than the limit; the rest of the game is dropped.
        GameLimit = "game-limit", "game longer than the limit";
    }
}

/// Returns the dots that announce a move of this color.
const fn dots_of(color: Option<Color>) -> &'static str {
    match color {
        None => "",
        Some(Color::White) => ".",
        Some(Color::Black) => "...",
    }
}

impl ProblemKind {
    /// Returns the problem of a tag `Variant` that is not known. A long name is cut.
    pub fn unknown_variant(name: &str) -> Self {
        let name: String = name.chars().take(40).collect();
        Self::UnknownVariant(Box::new(name.into()))
    }

    /// Returns how bad it is.
    pub const fn severity(&self) -> Severity {
        match self {
            Self::Repaired(_)
            | Self::OddPosition(_)
            | Self::MissingSetUp
            | Self::MissingFen
            | Self::Number { .. }
            | Self::OuterText
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
            | Self::NotUtf8
            | Self::Utf16 => Severity::Note,
            _ => Severity::Error,
        }
    }

    /// Returns the name of the kind: lower case, words joined by hyphens. Names are stable.
    ///
    /// For a move it is the kind of the [`SanError`], for a FEN of the [`FenError`].
    pub fn name(&self) -> &'static str {
        self.kind_name()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.game != 0 {
            write!(f, "game {}, ", self.game)?;
        }
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}
