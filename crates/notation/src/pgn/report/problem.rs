//! Problems in a PGN.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;
use core::ops::Range;

use gardez_io::ForeignFormat;
use gardez_position::{FenError, FenProblems};
use gardez_types::{Color, ErrorInfo, GameResult, errors};

use crate::san::{LetterSet, Repairs, SanError};

/// A part of a PGN that does not follow the standard, with its place.
///
/// A problem does not stop a [`Reader`](crate::pgn::Reader), so only its kind is an error type. A problem that makes a
/// whole call fail is a [`GameError`](crate::pgn::GameError).
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
    /// The length of the text in bytes; 0 where something is missing.
    pub length: u64,
}

impl Problem {
    /// Returns the offending bytes of the input, of a malformed move only the part that is not understood.
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

// Readers pass it on for each move and each tag. A text with its length would make reading a twentieth slower, so texts
// are in a box of their own.
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
        /// The letters of the pieces in another language, found from all moves of the game. Reported once, at the first
        /// word that is not English.
        Letters(found: LetterSet) = "letters", "{found}";
        /// The word is another move in another of these languages, all legal for the game; the rest of its line is dropped.
        AmbiguousLetters(found: LetterSet) = "ambiguous-letters",
            "{found}, which give different moves";
        /// A null move of a side that is in check; the rest of its line is dropped.
        NullMoveInCheck = "null-move-in-check", "null move of a side in check";
        /// The tag `FEN` cannot be read; the moves of the game are dropped.
        Fen(error: Box<FenError>) = error, "FEN: {error}";
        /// The tag `FEN` of a variant cannot be read; the moves of the game are dropped.
        VariantFen(error: Box<Box<str>>) = "variant-fen", "FEN: {error}";
        /// No game leads to the position of the tag `FEN`, but its moves can be made.
        OddPosition(problems: FenProblems) = "odd-position",
            "position that no game leads to: {}", problems.to_string().replace('-', " ");
        /// There is a tag `FEN` without `SetUp "1"`.
        MissingSetUp = "missing-set-up", "FEN without SetUp \"1\"";
        /// The tag `FEN` is missing or `?` or `-`, with `SetUp "1"`; the game begins in the usual start position.
        MissingFen = "missing-fen", "SetUp \"1\" without FEN, or FEN without a position";
        /// Chess960 has no tag `FEN` and no `SetUp "1"`; the game begins in the usual start position.
        MissingChess960Start = "missing-chess960-start", "Chess960 without FEN";
        /// The tag `Variant` names an unknown variant; the moves of the game are dropped.
        UnknownVariant(name: Box<Box<str>>) = "unknown-variant", "unknown variant {name:?}";
        /// The tag `Result` differs from the result after the moves; the result after the moves counts.
        ResultMismatch { tag: GameResult, moves: GameResult } = "result-mismatch",
            "the tag Result is {tag}, but the moves end with {moves}";

        /// Another number is due before a move; later numbers are due from this one on.
        Number { found: u32, dots: Option<Color>, due: u32, side_to_move: Color } = "number",
            "move number {found}{} where {due}{} is due", dots_of(*dots), dots_of(Some(*side_to_move));
        /// A letter without its square; the rest of its line is dropped.
        TornLetter = "torn-letter", "letter of a piece torn from its square, or a glyph in a wrong place";
        /// Text among or before the tags, or between games, that is not a part of a game; it is skipped.
        OuterText = "outer-text", "text that is not part of a game";
        NoGame = "no-game", "text without a game";

        /// A byte that begins nothing in this place; it is skipped.
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
        /// The comment ends where the next game begins, or with the input.
        UnclosedComment = "unclosed-comment", "comment without closing brace";
        UnclosedVariation = "unclosed-variation", "variation without closing parenthesis";
        UnopenedVariation = "unopened-variation", "closing parenthesis without a variation";
        /// The variation is dropped.
        VariationWithoutMove = "variation-without-move", "variation without a move before it";
        EmptyVariation = "empty-variation", "variation without a move in it";
        /// The value ends with the line.
        UnclosedTagValue = "unclosed-tag-value", "tag value without closing quote";
        UnclosedTag = "unclosed-tag", "tag pair without closing bracket";
        /// A quote inside a tag value without a backslash before it, a backslash before the closing quote, or a lone CR.
        QuoteInTagValue = "quote-in-tag-value", "unescaped quote, backslash or line end in a tag value";
        UnquotedTagValue = "unquoted-tag-value", "tag value without quotes";
        /// The brackets are dropped.
        MalformedTag = "malformed-tag", "brackets without a tag pair";
        /// A name occurs twice among the first 65,536 of a game; the last value counts.
        DuplicateTag = "duplicate-tag", "tag name that occurs twice";
        /// Bytes that are not UTF-8, or control characters, are read as Windows-1252.
        NotUtf8 = "not-utf-8", "text that is not UTF-8, read as Windows-1252";
        Nul = "nul", "NUL byte in a comment or tag value";
        /// Places are counted in the UTF-8 of the PGN.
        Utf16 = "utf-16", "text in UTF-16";
        /// The input has no games.
        Foreign(found: ForeignFormat) = "foreign", "expected a PGN, found {found}";

        /// The rest of the game is dropped.
        LineLimit = "line-limit", "line longer than the limit";
        /// The rest of the comment is dropped.
        CommentLimit = "comment-limit", "comment longer than the limit";
        /// The tag pair is dropped.
        TagLimit = "tag-limit", "tag pair longer than the limit";
        /// The deeper variations are dropped.
        DepthLimit = "depth-limit", "variations nested deeper than the limit";
        /// The rest of the game is dropped.
        GameLimit = "game-limit", "game longer than the limit";
    }
}

const fn dots_of(color: Option<Color>) -> &'static str {
    match color {
        None => "",
        Some(Color::White) => ".",
        Some(Color::Black) => "...",
    }
}

impl ProblemKind {
    /// Returns the problem of an unknown tag `Variant`, whose long name is cut.
    pub fn unknown_variant(name: &str) -> Self {
        let name: String = name.chars().take(40).collect();
        Self::UnknownVariant(Box::new(name.into()))
    }

    /// Returns the severity.
    pub const fn severity(&self) -> Severity {
        match self {
            Self::Repaired(_)
            | Self::Letters(_)
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

    /// Returns the stable name of the kind, in lower case with hyphens: that of the [`SanError`] or [`FenError`], if any.
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
