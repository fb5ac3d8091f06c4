//! What can go wrong in reading: what was found, and where.

use core::fmt;
use core::ops::Range;

use gardez_io::InputError;
use gardez_position::{BoardError, FenErrorKind, IllegalMoveError};
use gardez_types::{ErrorInfo, Square};

use crate::format::Format;

/// Bytes or text that are not what the format says: the format, the reason, and the place.
///
/// ```
/// use gardez_formats::{ErrorInfo, Format, FormatError, FormatErrorKind};
///
/// let error = FormatError::new(Format::Bullet, FormatErrorKind::Result { found: 3 }, 90);
/// assert_eq!(error.to_string(), "3 is not a result, at byte 90 of bulletformat");
/// assert_eq!((error.kind_name(), error.span()), ("result", Some(90..91)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FormatError {
    /// The format that was expected.
    pub format: Format,
    /// The reason.
    pub kind: FormatErrorKind,
    /// The byte of the input at which the wrong value begins. In a stream of bits, the byte in which it begins.
    pub offset: u64,
    /// The format that the input looks like, if it is another one. Only readers that know the whole input say this; see
    /// [`Format::detect`].
    pub looks_like: Option<Format>,
}

impl FormatError {
    /// The error of this kind at this byte.
    pub const fn new(format: Format, kind: FormatErrorKind, offset: u64) -> Self {
        Self { format, kind, offset, looks_like: None }
    }

    /// The same error about an input that looks like another format.
    #[must_use]
    pub const fn with_looks_like(mut self, format: Option<Format>) -> Self {
        self.looks_like = format;
        self
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at byte {} of {}", self.kind, self.offset, self.format)?;
        match self.looks_like {
            Some(other) if other != self.format => write!(f, "; this looks like {other}"),
            _ => Ok(()),
        }
    }
}

impl core::error::Error for FormatError {}

impl ErrorInfo for FormatError {
    fn kind_name(&self) -> &'static str {
        self.kind.kind_name()
    }

    /// The bytes of the input that are wrong.
    fn span(&self) -> Option<Range<usize>> {
        let start = usize::try_from(self.offset).ok()?;
        Some(start..start.checked_add(self.kind.width())?)
    }
}

/// Why bytes or text are not what a format says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FormatErrorKind {
    /// The input ends within a record, a game or a chunk.
    Incomplete {
        /// The number of bytes that are needed.
        expected: u64,
        /// The number of bytes that are there.
        found: u64,
    },
    /// There are more than 32 pieces.
    TooManyPieces {
        /// The number of occupied squares.
        found: u32,
    },
    /// A code that no piece has.
    PieceCode {
        /// The square.
        square: Square,
        /// The code.
        code: u8,
    },
    /// A code for a piece after the last piece is not zero.
    UnusedCode {
        /// The number of the code, counted from 0.
        index: usize,
    },
    /// The pieces, the castling rights or the en passant square break a rule that all boards keep.
    Board(BoardError),
    /// The mark of a rook that may castle is on a square where no rook castles.
    CastlingMark {
        /// The square.
        square: Square,
    },
    /// The mark of a pawn that can be captured en passant is on another rank, or appears twice.
    EnPassantMark {
        /// The square.
        square: Square,
    },
    /// The en passant square is not a square.
    EnPassantSquare {
        /// The number.
        found: u8,
    },
    /// The square of a king in the record is not that of the board.
    KingSquare {
        /// The number of the square on the board.
        expected: u8,
        /// The number in the record.
        found: u8,
    },
    /// The number is not a result.
    Result {
        /// The number.
        found: i32,
    },
    /// The number is not a side to move.
    Side {
        /// The number.
        found: u8,
    },
    /// The number is not the number of a file.
    File {
        /// The number.
        found: u8,
    },
    /// The fifty-move counter is above the largest that the format has.
    Rule50 {
        /// The counter.
        found: u32,
    },
    /// The move number is above the largest that a board has.
    Fullmove {
        /// The move number.
        found: u32,
    },
    /// The number is not a move.
    Move {
        /// The number.
        raw: u16,
    },
    /// The move is not legal.
    IllegalMove(IllegalMoveError),
    /// There is no move, and moves follow.
    NoMove,
    /// The score -32768 has no negation, so the other side cannot see it.
    Negation,
    /// Bytes or bits that the format leaves empty are not zero.
    NotEmpty {
        /// The number of these bytes, or 1 for bits of a byte.
        bytes: u32,
    },
    /// A chunk does not begin with `BINP`.
    Magic {
        /// The bytes.
        found: [u8; 4],
    },
    /// The size of a chunk is above 100 MiB.
    ChunkSize {
        /// The size.
        found: u32,
    },
    /// The move text of a chain ends before its last move.
    MoveTextEnds,
    /// The side to move has fewer pieces than the index says.
    PieceIndex {
        /// The index, counted from 0.
        found: u32,
        /// The number of pieces.
        pieces: u32,
    },
    /// The piece has fewer destinations than the index says.
    DestinationIndex {
        /// The index, counted from 0.
        found: u32,
        /// The number of destinations.
        destinations: u32,
    },
    /// A number continues after the last of its bytes or groups of bits.
    NumberTooLong,
    /// A game has more moves than the reader gives as a whole; see
    /// [`GameReader::with_most_moves`](crate::GameReader::with_most_moves).
    TooManyMoves {
        /// The largest number of moves.
        most: usize,
    },
    /// The number of visit counts is neither 0 nor the number of legal moves.
    VisitCounts {
        /// The number of legal moves.
        expected: usize,
        /// The number of counts.
        found: usize,
    },
    /// The variant is not standard chess.
    Variant {
        /// The number of the variant.
        found: u8,
    },
    /// A text that is not what is expected at its place.
    Text {
        /// What is expected, such as `"a FEN"`.
        expected: &'static str,
        /// The number of bytes of the text.
        length: usize,
    },
    /// A FEN that cannot be read.
    Fen(FenErrorKind),
    /// The input is not empty, but contains no entry.
    NoEntry,
    /// A line of an entry is missing.
    MissingLine {
        /// The key of the line, such as `"score"`.
        key: &'static str,
    },
    /// A line is longer than any line of the format.
    LineTooLong,
    /// A training record cannot be read, or its values do not make sense.
    Record {
        /// The name of the kind of error, as the crate that reads records gives it.
        reason: &'static str,
    },
}

impl fmt::Display for FormatErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Incomplete { expected, found } => write!(f, "expected {expected} bytes, found {found}"),
            Self::TooManyPieces { found } => write!(f, "there are {found} pieces, at most 32 fit"),
            Self::PieceCode { square, code } => write!(f, "{code} on {square} is not the code of a piece"),
            Self::UnusedCode { index } => write!(f, "code {index} is not 0, but there is no piece for it"),
            Self::Board(error) => fmt::Display::fmt(error, f),
            Self::CastlingMark { square } => {
                write!(f, "the rook on {square} has the mark of castling, but cannot castle")
            }
            Self::EnPassantMark { square } => {
                write!(f, "the pawn on {square} has the mark of en passant, but cannot be captured so")
            }
            Self::EnPassantSquare { found } => write!(f, "{found} is not an en passant square"),
            Self::KingSquare { expected, found } => {
                write!(f, "expected the king square {expected}, as on the board, found {found}")
            }
            Self::Result { found } => write!(f, "{found} is not a result"),
            Self::Side { found } => write!(f, "{found} is not a side to move"),
            Self::File { found } => write!(f, "{found} is not a file"),
            Self::Rule50 { found } => write!(f, "the fifty-move counter is {found}"),
            Self::Fullmove { found } => write!(f, "the move number is {found}"),
            Self::Move { raw } => write!(f, "{raw:#06x} is not a move"),
            Self::IllegalMove(error) => fmt::Display::fmt(error, f),
            Self::NoMove => f.write_str("there is no move, but moves follow"),
            Self::Negation => f.write_str("the score -32768 has no negation"),
            Self::NotEmpty { bytes: 1 } => f.write_str("bits that the format leaves empty are not 0"),
            Self::NotEmpty { bytes } => write!(f, "{bytes} bytes that the format leaves empty are not 0"),
            Self::Magic { found } => write!(f, "expected BINP, found the bytes {found:02x?}"),
            Self::ChunkSize { found } => write!(f, "the chunk has {found} bytes, at most 104857600 are allowed"),
            Self::MoveTextEnds => f.write_str("the move text ends before the last move of its chain"),
            Self::PieceIndex { found, pieces } => {
                write!(f, "the piece has the index {found}, but the side to move has {pieces} pieces")
            }
            Self::DestinationIndex { found, destinations } => {
                write!(f, "the destination has the index {found}, but the piece has {destinations} destinations")
            }
            Self::NumberTooLong => f.write_str("a number continues after its last group"),
            Self::TooManyMoves { most } => write!(f, "the game has more than {most} moves"),
            Self::VisitCounts { expected, found } => {
                write!(f, "there are {found} visit counts, expected 0 or {expected}")
            }
            Self::Variant { found } => write!(f, "variant {found} is not standard chess"),
            Self::Text { expected, .. } => write!(f, "expected {expected}"),
            Self::Fen(error) => fmt::Display::fmt(error, f),
            Self::NoEntry => f.write_str("there are bytes, but no entry"),
            Self::MissingLine { key } => write!(f, "the entry has no line {key:?}"),
            Self::LineTooLong => f.write_str("the line is too long"),
            Self::Record { reason } => write!(f, "the record is not sound ({reason})"),
        }
    }
}

impl core::error::Error for FormatErrorKind {}

impl ErrorInfo for FormatErrorKind {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Incomplete { .. } => "incomplete",
            Self::TooManyPieces { .. } => "too-many-pieces",
            Self::PieceCode { .. } => "piece-code",
            Self::UnusedCode { .. } => "unused-code",
            Self::Board(error) => error.kind_name(),
            Self::CastlingMark { .. } => "castling-mark",
            Self::EnPassantMark { .. } => "en-passant-mark",
            Self::EnPassantSquare { .. } => "en-passant-square",
            Self::KingSquare { .. } => "king-square",
            Self::Result { .. } => "result",
            Self::Side { .. } => "side",
            Self::File { .. } => "file",
            Self::Rule50 { .. } => "rule50",
            Self::Fullmove { .. } => "fullmove",
            Self::Move { .. } => "move",
            Self::IllegalMove(error) => error.kind_name(),
            Self::NoMove => "no-move",
            Self::Negation => "negation",
            Self::NotEmpty { .. } => "not-empty",
            Self::Magic { .. } => "magic",
            Self::ChunkSize { .. } => "chunk-size",
            Self::MoveTextEnds => "move-text-ends",
            Self::PieceIndex { .. } => "piece-index",
            Self::DestinationIndex { .. } => "destination-index",
            Self::NumberTooLong => "number-too-long",
            Self::TooManyMoves { .. } => "too-many-moves",
            Self::VisitCounts { .. } => "visit-counts",
            Self::Variant { .. } => "variant",
            Self::Text { .. } => "text",
            Self::Fen(error) => error.kind_name(),
            Self::NoEntry => "no-entry",
            Self::MissingLine { .. } => "missing-line",
            Self::LineTooLong => "line-too-long",
            Self::Record { .. } => "record",
        }
    }
}

impl FormatErrorKind {
    /// The number of bytes that the error is about: 0 where something is missing.
    const fn width(&self) -> usize {
        match self {
            Self::Incomplete { .. } | Self::MoveTextEnds | Self::MissingLine { .. } | Self::NoEntry => 0,
            Self::Move { .. } | Self::IllegalMove(_) | Self::NoMove | Self::Negation => 2,
            Self::Magic { .. } | Self::ChunkSize { .. } => 4,
            Self::TooManyPieces { .. } => 8,
            Self::NotEmpty { bytes } => *bytes as usize,
            Self::Text { length, .. } => *length,
            _ => 1,
        }
    }
}

/// Why an entry cannot be read: the bytes are wrong, or the stream reports an error.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The bytes are not what the format says.
    Format(FormatError),
    /// The stream reports an error. Without the feature `std`, there are no streams, and this does not occur.
    Stream {
        /// The format that is read.
        format: Format,
        /// The number of bytes read before the error.
        offset: u64,
        /// The error of the stream.
        error: InputError,
    },
}

impl ReadError {
    /// The place in the input.
    pub const fn offset(&self) -> u64 {
        match self {
            Self::Format(error) => error.offset,
            Self::Stream { offset, .. } => *offset,
        }
    }
}

impl From<FormatError> for ReadError {
    fn from(error: FormatError) -> Self {
        Self::Format(error)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(error) => fmt::Display::fmt(error, f),
            Self::Stream { format, offset, error } => {
                write!(f, "cannot read {format} after byte {offset}: {error}")
            }
        }
    }
}

impl core::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Format(_) => None,
            Self::Stream { error, .. } => Some(error),
        }
    }
}

impl ErrorInfo for ReadError {
    /// The name of the kind of [`FormatError`], or `"stream"`.
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Format(error) => error.kind_name(),
            Self::Stream { .. } => "stream",
        }
    }

    /// The bytes of the input that are wrong. `None` for an error of the stream.
    fn span(&self) -> Option<Range<usize>> {
        match self {
            Self::Format(error) => error.span(),
            Self::Stream { .. } => None,
        }
    }
}

/// An error within a record, before the place of the record is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The reason.
    pub kind: FormatErrorKind,
    /// The byte of the record.
    pub at: usize,
}

impl Fault {
    pub(crate) const fn new(kind: FormatErrorKind, at: usize) -> Self {
        Self { kind, at }
    }
}
