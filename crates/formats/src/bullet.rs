//! bulletformat: `ChessBoard`, 32 bytes a position, from the side to move's point of view.
//!
//! A record has the pieces, the score and the result. With Black to move, the board is flipped vertically and the colors
//! are exchanged. The mover's color is lost, and so are castling rights, en passant, both counters and the move. An
//! [`Entry`] that is read has White to move.
//!
//! [`ChessBoard`] is a record as it is stored. [`Reader`] and [`Writer`] convert to and from entries.
//!
//! The reader refuses results above 2, codes that no piece has, more than 32 pieces, boards that break the rules and, in
//! strict mode, king squares that differ from the board. The three bytes that are free for the producer, and codes after
//! the last piece, are ignored.
//!
//! ```
//! use gardez_formats::{Entry, ReadEntries, Wdl, WriteEntries, bullet};
//! use gardez_position::Board;
//!
//! let board: Board = "4k3/8/8/8/8/8/4p3/4K3 b - - 0 1".parse()?;
//! let mut writer = bullet::Writer::new(Vec::new());
//! writer.write_entry(&Entry::new(board, None, 35, Wdl::Win))?;
//! let bytes = writer.finish()?;
//! let entry = bullet::Reader::new(&bytes[..]).entries().next().transpose()?.expect("one entry");
//! assert_eq!(entry.board.to_string(), "4k3/4P3/8/8/8/8/8/4K3 w - - 0 1");
//! assert_eq!((entry.score, entry.result), (35, Wdl::Win));
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

use gardez_bitboard::Bitboard;
use gardez_position::{BoardError, BoardParts, PieceSetup};
use gardez_types::{Color, Piece, PieceType, Square};

use crate::entry::Entry;
use crate::error::{Fault, FormatErrorKind};
use crate::format::Fact;
use crate::format::{AnyReader, AnyWriter, Division, Format, FormatRow};
use crate::pieces::{Codes, MOST_PIECES, OWN_CODES, PieceList, own_code};
use crate::raw::{RawEntry, RawLayout};
use crate::read::Strictness;
use crate::read::can_read;
use crate::records::{Layout, RecordReader, RecordWriter};
use crate::unrepresentable::{Lossy, Unrepresentable, UnrepresentableError};
use crate::view::{SideToMove, Wdl};

/// The number of bytes of a record.
pub const SIZE: usize = 32;

/// A reader of bulletformat.
pub type Reader<S> = RecordReader<S, ChessBoard, SIZE>;

/// A writer of bulletformat.
pub type Writer<W> = RecordWriter<W, ChessBoard, SIZE>;

/// bulletformat.
pub const FORMAT: Format = Format::new(&ROW);

static ROW: FormatRow = FormatRow {
    facts: &[Fact::Score, Fact::Result],
    division: Division::Records(SIZE),
    fits: |bytes| can_read(Reader::new(bytes)),
    read: Some(|source, options| AnyReader::side_to_move(Reader::new(source).with_strictness(options.strictness))),
    write: Some(|target, options| AnyWriter::side_to_move(Writer::new(target).with_lossy(options.lossy), options)),
    ..FormatRow::new("bulletformat", &["bullet"], "bulletformat")
};

// The places of the fields.
const LIST: usize = 8;
const SCORE: usize = 24;
const RESULT: usize = 26;
const OUR_KING: usize = 27;
const THEIR_KING: usize = 28;

/// A record of bulletformat: a position from the side to move's point of view, with its score and result.
///
/// ```
/// use gardez_formats::bullet::ChessBoard;
/// use gardez_formats::{Entry, Piece, Square, Wdl};
/// use gardez_position::Board;
///
/// let board: Board = "4k3/8/8/8/8/8/4p3/4K3 b - - 0 1".parse()?;
/// let record = ChessBoard::new(&Entry::new(board, None, 35, Wdl::Win))?;
/// // Black's pawn on e2 is the mover's pawn on e7.
/// assert!(record.pieces().any(|piece| piece == (Square::E7, Piece::WhitePawn)));
/// assert_eq!((record.score(), record.result()), (35, Some(Wdl::Win)));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct ChessBoard([u8; SIZE]);

impl ChessBoard {
    /// Returns the record of an entry.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more than 32 pieces.
    #[inline]
    pub fn new(entry: &Entry<SideToMove>) -> Result<Self, UnrepresentableError> {
        Self::encode(entry, Lossy::NONE).map(Self).map_err(|reason| UnrepresentableError { format: FORMAT, reason })
    }

    /// Returns the record with these bytes. Nothing is checked.
    #[inline]
    pub const fn from_bytes(bytes: [u8; SIZE]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes.
    #[inline]
    pub const fn to_bytes(self) -> [u8; SIZE] {
        self.0
    }

    /// Returns the records in these bytes, and the bytes after the last whole record.
    #[inline]
    pub fn records(bytes: &[u8]) -> (impl ExactSizeIterator<Item = Self> + Clone, &[u8]) {
        let records = bytes.chunks_exact(SIZE);
        let rest = records.remainder();
        (records.map(|record| Self(*record.first_chunk().expect("32 bytes"))), rest)
    }

    /// Returns the pieces, the side to move's as white. [`check`](Self::check) reports unknown codes and more than 32 pieces.
    #[inline]
    pub const fn list(&self) -> PieceList {
        PieceList::from_bytes(*self.0.first_chunk().expect("a record is longer"))
    }

    /// Returns the occupied squares, from the side to move's point of view.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.list().occupied()
    }

    /// Returns the pieces of the [list](Self::list) with their squares, from a1 up.
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + use<> {
        self.list().iter()
    }

    /// Returns the score, from the side to move's point of view.
    #[inline]
    pub const fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[SCORE], self.0[SCORE + 1]])
    }

    /// Returns the result, from the side to move's point of view, or `None` if the byte is not a result.
    #[inline]
    pub const fn result(&self) -> Option<Wdl> {
        Wdl::from_raw(self.0[RESULT])
    }

    /// Checks the result, the codes, the number of pieces, one king of each side, no pawns on the first and the last rank,
    /// and the squares of the kings.
    ///
    /// # Errors
    ///
    /// Returns what is wrong, and the byte of the record.
    pub fn check(&self) -> Result<(), (FormatErrorKind, usize)> {
        let mut setup = PieceSetup::EMPTY;
        self.checked(Strictness::Strict, &mut setup).map_err(|fault| (fault.kind, fault.at))
    }

    /// Puts the pieces on their squares, after the checks of [`check`](Self::check).
    #[inline]
    fn checked(&self, strictness: Strictness, setup: &mut PieceSetup) -> Result<(), Fault> {
        let codes = self.list().codes();
        codes.check(0)?;
        let wrong = codes.put(&OWN_CODES, setup);
        let kings = Color::ALL.map(|color| setup.pieces(color, PieceType::King));
        let single = |set: Bitboard| set.lsb().filter(|&king| set == king.into());
        let (true, [Some(white), Some(black)]) = (wrong.is_empty(), kings.map(single)) else {
            return Err(self.flaw(codes, strictness));
        };
        for (king, at, flip) in [(white, OUR_KING, 0), (black, THEIR_KING, 56)] {
            let (expected, found) = (king as u8 ^ flip, self.0[at]);
            if expected != found && strictness.is_strict() {
                return Err(Fault::new(FormatErrorKind::KingSquare { expected, found }, at));
            }
        }
        if self.result().is_none() {
            return Err(Fault::new(FormatErrorKind::Result { found: self.0[RESULT].into() }, RESULT));
        }
        Ok(())
    }

    /// Returns the first flaw of codes that include others than of pieces, or not one king of each side.
    #[cold]
    fn flaw(&self, codes: Codes, strictness: Strictness) -> Fault {
        let mut kings = [None; 2];
        for (square, code, byte) in codes.iter() {
            let Some(piece) = OWN_CODES.piece(code) else {
                return Fault::new(FormatErrorKind::PieceCode { square, code }, LIST + byte);
            };
            if piece.piece_type() == PieceType::King && kings[piece.color() as usize].replace(square).is_some() {
                return Fault::new(FormatErrorKind::Board(BoardError::SeveralKings(piece.color())), LIST + byte);
            }
        }
        let (missing, found) = (|color| FormatErrorKind::Board(BoardError::MissingKing(color)), self.0[OUR_KING]);
        match kings[0].map(|king: Square| king as u8) {
            None => Fault::new(missing(Color::White), 0),
            Some(expected) if expected != found && strictness.is_strict() => {
                Fault::new(FormatErrorKind::KingSquare { expected, found }, OUR_KING)
            }
            Some(_) => Fault::new(missing(Color::Black), 0),
        }
    }
}

impl Layout<SIZE> for ChessBoard {
    type View = SideToMove;

    const FORMAT: Format = FORMAT;

    fn decode(bytes: &[u8; SIZE], strictness: Strictness, entry: &mut Entry<SideToMove>) -> Result<(), Fault> {
        let record = Self(*bytes);
        let mut setup = PieceSetup::EMPTY;
        record.checked(strictness, &mut setup)?;
        setup
            .replace(&mut entry.board, &BoardParts::EMPTY)
            .map_err(|error| Fault::new(FormatErrorKind::Board(error), 0))?;
        entry.score = record.score();
        entry.result = record.result().unwrap_or(Wdl::Draw);
        (entry.mv, entry.ply) = (None, 0);
        Ok(())
    }

    #[inline]
    fn encode(entry: &Entry<SideToMove>, _: Lossy) -> Result<[u8; SIZE], Unrepresentable> {
        let board = &entry.board;
        let us = board.side_to_move();
        let occupied = board.occupied();
        let pieces = occupied.len();
        if MOST_PIECES < pieces {
            return Err(Unrepresentable::Pieces(pieces));
        }
        // Black's board is turned: squares are flipped, colors exchanged.
        let (flip, color) = match us {
            Color::White => (0, 0),
            Color::Black => (56, 8),
        };
        let occupied = occupied.relative_to(us);
        let squares = board.piece_array();
        let code = |square: Square| squares[square as usize ^ flip].map_or(0, own_code) ^ color;
        let mut bytes = [0; SIZE];
        bytes[..SCORE].copy_from_slice(&PieceList::pack(occupied, code).to_bytes());
        bytes[SCORE..RESULT].copy_from_slice(&entry.score.to_le_bytes());
        bytes[RESULT] = entry.result.raw();
        bytes[OUR_KING] = board.king(us) as u8 ^ flip as u8;
        bytes[THEIR_KING] = board.king(!us) as u8 ^ flip as u8 ^ 56;
        Ok(bytes)
    }
}

impl RawLayout<SIZE> for ChessBoard {
    #[inline]
    fn raw(bytes: &[u8; SIZE]) -> RawEntry {
        let record = Self(*bytes);
        let (codes, score, result) = (record.list().codes(), record.score(), record.result());
        RawEntry { codes, table: &OWN_CODES, side_to_move: Color::White, score, result }
    }
}
