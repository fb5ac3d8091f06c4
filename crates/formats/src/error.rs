//! The errors of reading: what was found, and where.

use gardez_io::InputError;
use gardez_position::{BoardError, FenErrorKind, IllegalMoveError};
use gardez_types::{Square, errors, span_at};

use crate::format::Format;

errors! {
    /// Bytes or text that are not what the format says: the format, the reason, and the place.
    ///
    /// ```
    /// use gardez_formats::{ErrorInfo, FormatError, FormatErrorKind, bullet};
    ///
    /// let error = FormatError::new(bullet::FORMAT, FormatErrorKind::Result { found: 3 }, 90);
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
        /// The byte of the input in which the wrong value begins.
        pub offset: u64,
        /// The line and the column, in bytes and from 1, if a reader of lines knows them.
        pub line: Option<(u64, u64)>,
    } = kind, |f| match line {
        Some((line, column)) => write!(f, "{kind}, at line {line}, column {column} of {format}"),
        None => write!(f, "{kind}, at byte {offset} of {format}"),
    } => span span_at(*offset, 0..kind.width())?;
}

impl FormatError {
    /// Returns the error of this kind at this byte.
    pub const fn new(format: Format, kind: FormatErrorKind, offset: u64) -> Self {
        Self { format, kind, offset, line: None }
    }

    /// Returns the same error with its line and its column, in bytes and from 1.
    #[must_use]
    pub const fn in_line(mut self, line: u64, column: u64) -> Self {
        self.line = Some((line, column));
        self
    }
}

errors! {
    /// The reason bytes or text are not what a format says.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum FormatErrorKind {
        Incomplete { expected: u64, found: u64 } = "incomplete", "expected {expected} bytes, found {found}";
        TooManyPieces { found: u32 } = "too-many-pieces", "there are {found} pieces, at most 32 fit";
        PieceCode { square: Square, code: u8 } = "piece-code", "{code} on {square} is not the code of a piece";
        /// A code for a piece after the last piece is not zero. Codes are counted from 0.
        UnusedCode { index: usize } = "unused-code", "code {index} is not 0, but there is no piece for it";
        /// The pieces, the castling rights or the en passant square break a rule that all boards keep.
        Board(error: BoardError) = error;
        /// The mark of a rook that may castle is on a square where no rook castles.
        CastlingMark { square: Square } = "castling-mark",
            "the rook on {square} has the mark of castling, but cannot castle";
        /// The mark of a pawn that can be captured en passant is on another rank, or appears twice.
        EnPassantMark { square: Square } = "en-passant-mark",
            "the pawn on {square} has the mark of en passant, but cannot be captured so";
        EnPassantSquare { found: u8 } = "en-passant-square", "{found} is not an en passant square";
        KingSquare { expected: u8, found: u8 } = "king-square",
            "expected the king square {expected}, as on the board, found {found}";
        Result { found: i32 } = "result", "{found} is not a result";
        Side { found: u8 } = "side", "{found} is not a side to move";
        File { found: u8 } = "file", "{found} is not a file";
        Rule50 { found: u32 } = "rule50", "the fifty-move counter is {found}";
        Fullmove { found: u32 } = "fullmove", "the move number is {found}";
        Move { raw: u16 } = "move", "{raw:#06x} is not a move";
        /// The move is not legal.
        IllegalMove(error: IllegalMoveError) = error;
        NoMove = "no-move", "there is no move, but moves follow";
        Negation = "negation", "the score -32768 cannot be negated";
        /// Bytes that the format leaves empty, or bits of a single byte, are not zero.
        NotEmpty { bytes: u32 } = "not-empty", |f| match bytes {
            1 => f.write_str("bits that the format leaves empty are not 0"),
            _ => write!(f, "{bytes} bytes that the format leaves empty are not 0"),
        };
        Magic { found: [u8; 4] } = "magic", "expected BINP, found the bytes {found:02x?}";
        ChunkSize { found: u32 } = "chunk-size", "the chunk has {found} bytes, at most 104857600 are allowed";
        MoveTextEnds = "move-text-ends", "the move text ends before the last move of its chain";
        PieceIndex { found: u32, pieces: u32 } = "piece-index",
            "the piece has the index {found}, but the side to move has {pieces} pieces";
        DestinationIndex { found: u32, destinations: u32 } = "destination-index",
            "the destination has the index {found}, but the piece has {destinations} destinations";
        NumberTooLong = "number-too-long", "a number continues after its last group";
        /// A game has more moves than the reader yields as a whole; see
        /// [`GameReader::with_most_moves`](crate::GameReader::with_most_moves).
        TooManyMoves { most: usize } = "too-many-moves", "the game has more than {most} moves";
        VisitCounts { expected: usize, found: usize } = "visit-counts",
            "there are {found} visit counts, expected 0 or {expected}";
        Variant { found: u8 } = "variant", "variant {found} is not standard chess";
        /// A text of `length` bytes that is not what is expected at its place, such as `"a FEN"`.
        Text { expected: &'static str, length: usize } = "text", "expected {expected}";
        /// A FEN that cannot be read.
        Fen(error: FenErrorKind) = error;
        /// The input is not empty, but contains no entry.
        NoEntry = "no-entry", "there are bytes, but no entry";
        MissingLine { key: &'static str } = "missing-line", "the entry has no line {key:?}";
        LineTooLong = "line-too-long", "the line is too long";
        /// A training record cannot be read, or its values do not make sense. The reason is the kind of the error of
        /// `gardez-lc0`.
        Record { reason: &'static str } = "record", "the record is not sound ({reason})";
    }
}

impl FormatErrorKind {
    /// Returns the number of bytes that the error is about: 0 where something is missing.
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

errors! {
    /// The reason an entry cannot be read: the bytes are wrong, or the stream reports an error after `offset` bytes.
    #[derive(Debug)]
    pub enum ReadError {
        /// The bytes are not what the format says.
        Format(error: FormatError) = error => span error.span()? => from FormatError;
        /// The stream reports an error. Without the feature `std`, there are no streams, and this does not occur.
        Stream { format: Format, offset: u64, error: InputError } = "stream",
            "cannot read {format} after byte {offset}: {error}" => source error;
    }
}

impl ReadError {
    /// Returns `true` if the reader needs bytes of a [`Feed`](gardez_io::Feed) or a non-blocking stream that have not come
    /// yet. The same reader reads on when they have come.
    pub fn would_block(&self) -> bool {
        match self {
            #[cfg(feature = "std")]
            Self::Stream { error, .. } => error.kind() == std::io::ErrorKind::WouldBlock,
            _ => false,
        }
    }

    /// Returns the place in the input.
    pub const fn offset(&self) -> u64 {
        match self {
            Self::Format(error) => error.offset,
            Self::Stream { offset, .. } => *offset,
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
    /// Creates the error of this kind at this byte of the record.
    pub const fn new(kind: FormatErrorKind, at: usize) -> Self {
        Self { kind, at }
    }
}
