//! The binary FEN of Lichess: a position in 8 to 64 bytes, usually about 21.
//!
//! Nothing in the bytes says how many there are: the field of a database or the caller does. Zero bytes at the end can be
//! left out. A binary FEN has the position with castling rights, in Chess960 too, the en passant square, the fifty-move
//! counter and the move number.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the occupied squares, a1 as bit 0, the most significant byte first |
//! | half as many as pieces, rounded up | a code of four bits for each piece, from a1 up, the low half of a byte first |
//! | as few as possible, up to 5 | the fifty-move counter, seven bits in a byte, the lowest first; the high bit says that another byte follows |
//! | as few as possible, up to 5 | the number of plies before this one, likewise; odd if black is to move |
//! | 1 | the variant: 0 for standard chess |
//!
//! The codes are twice the index of the piece type, pawn 0 to king 5, and 1 more for a black piece. 12 is a pawn that can
//! be captured en passant, 13 and 14 a white and a black rook that may castle, 15 the black king if black is to move.
//!
//! The three numbers are written as far as they are needed. Lichess's other variants are an error here.
//!
//! ```
//! use gardez_formats::Strictness;
//! use gardez_formats::binary_fen::{self, BinaryFen};
//! use gardez_position::Board;
//!
//! let board: Board = "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 99 120".parse()?;
//! let packed = BinaryFen::new(&board);
//! assert_eq!(packed.as_bytes().len(), 14);
//! let again = binary_fen::read(packed.as_bytes(), Strictness::Strict)?;
//! assert_eq!(again.to_string(), board.to_string());
//!
//! // A key for a database: positions that differ only in their counters have the same bytes.
//! assert_eq!(BinaryFen::without_counters(&board).as_bytes().len(), 11);
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

use core::fmt;

use gardez_bitboard::Bitboard;
use gardez_position::{Board, BoardParts, FenMode, PieceSetup};
use gardez_types::{Color, Piece, PieceType};

use crate::error::{Fault, FormatError, FormatErrorKind};
use crate::format::Fact;
use crate::format::{Format, FormatRow};
use crate::pieces::{self, CodeTable, Codes, MOST_PIECES};
use crate::read::Strictness;

/// The binary FEN of Lichess. Files are not rows of binary FENs, which do not say where they end.
pub const FORMAT: Format = Format::new(&ROW);

static ROW: FormatRow = FormatRow {
    facts: &[Fact::Ply],
    typical_entry_size: 21,
    ..FormatRow::new("binary FEN", &["binfen"], "the binary FEN of Lichess")
};

/// A position as a binary FEN; see the [module](self).
///
/// `Debug` writes the bytes as hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BinaryFen {
    bytes: [u8; Self::MOST_BYTES],
    length: u8,
}

const LIST: usize = 8;

/// The largest move number of a board that is set up.
const MOST_MOVES: u32 = 1_000_000;

/// The variants that are standard chess: standard, Chess960, and from a given position.
const STANDARD: u8 = 0;
const CHESS960: u8 = 2;
const FROM_POSITION: u8 = 3;

/// The codes. Code 12 is a pawn of either color; the codes from 12 on are marked.
pub(crate) static CODES: CodeTable = CodeTable::new(b"PpNnBbRrQqKk*Rrk", 0xf000);

impl BinaryFen {
    /// More bytes than any board needs: 8, 32 for 64 pieces, 3 and 5 for the counters.
    const MOST_BYTES: usize = 64;

    /// Returns the binary FEN of a board. Its en passant square is the FEN's.
    #[inline]
    pub fn new(board: &Board) -> Self {
        let ply = 2 * u64::from(board.fullmove_number() - 1) + u64::from(board.side_to_move() == Color::Black);
        Self::of_pieces(board).with_counters(board.halfmove_clock().into(), ply)
    }

    /// Returns the binary FEN of a board at the start of a game: the same bytes for all equal positions, if the en passant
    /// squares are set by legal captures.
    #[inline]
    pub fn without_counters(board: &Board) -> Self {
        Self::of_pieces(board).with_counters(0, 0)
    }

    /// Returns the bytes, without zero bytes at the end.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }

    #[inline]
    fn of_pieces(board: &Board) -> Self {
        let occupied = board.occupied();
        let marked = pieces::marked(board, board.ep_square());
        let mut bytes = [0; Self::MOST_BYTES];
        bytes[..LIST].copy_from_slice(&occupied.bits().to_be_bytes());
        let mut place = |squares, at: usize| {
            let codes = Codes::of_squares(board, squares, marked, &CODES);
            bytes[at..at + 16].copy_from_slice(&codes.list.to_le_bytes());
        };
        let pieces = occupied.len();
        if pieces <= MOST_PIECES {
            place(occupied, LIST);
        } else {
            let (first, rest) = split(occupied);
            place(first, LIST);
            place(rest, LIST + 16);
        }
        Self { bytes, length: LIST as u8 + pieces.div_ceil(2) as u8 }
    }

    /// Adds the counters, as far as they are needed, and takes zero bytes off the end.
    #[inline]
    fn with_counters(mut self, rule50: u64, ply: u64) -> Self {
        if rule50 > 0 || ply > 1 {
            self.push(rule50);
            if ply > 1 {
                self.push(ply);
            }
        }
        while self.as_bytes().last() == Some(&0) {
            self.length -= 1;
        }
        self
    }

    #[inline]
    fn push(&mut self, mut number: u64) {
        while number > 0x7f {
            self.push_byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.push_byte(number as u8);
    }

    #[inline]
    fn push_byte(&mut self, byte: u8) {
        self.bytes[usize::from(self.length)] = byte;
        self.length += 1;
    }
}

impl AsRef<[u8]> for BinaryFen {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl fmt::Debug for BinaryFen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Reads a binary FEN. The castling mode follows from the rights, or is Chess960 if the variant says so.
///
/// In lenient mode, impossible castling rights and en passant squares are left out, and bytes after the variant ignored.
///
/// # Errors
///
/// Returns an error if the bytes are not a binary FEN of a standard or Chess960 position, if the position breaks an
/// invariant of boards, or if its fifty-move counter is above 65,535 or its move number above 1,000,000.
#[inline]
pub fn read(bytes: &[u8], strictness: Strictness) -> Result<Board, FormatError> {
    let mut parts = BoardParts::EMPTY;
    let (setup, codes) = parse(bytes, strictness, &mut parts).map_err(error)?;
    if let Ok(board) = setup.board(&parts) {
        return Ok(board);
    }
    let board = pieces::board(&setup, &mut parts, strictness);
    board.map_err(|found| error(codes.fault(found, LIST, LIST)))
}

#[cold]
const fn error(Fault { kind, at }: Fault) -> FormatError {
    FormatError::new(FORMAT, kind, at as u64)
}

/// Reads all but the pieces into the empty `parts`. Returns the pieces, and the codes of the first 32.
#[inline]
fn parse(bytes: &[u8], strictness: Strictness, parts: &mut BoardParts) -> Result<(PieceSetup, Codes), Fault> {
    // The bytes that are left out are zeros. More than 64 are not needed: a variant would end before.
    let mut padded = [0; 64];
    let length = bytes.len().min(padded.len());
    padded[..length].copy_from_slice(&bytes[..length]);
    let list_at = |at: usize| u128::from_le_bytes(core::array::from_fn(|i| padded[at + i]));

    let occupied = Bitboard::from_bits(u64::from_be_bytes(core::array::from_fn(|i| padded[i])));
    let pieces = occupied.len();
    let mut codes = Codes { occupied, list: list_at(LIST) };
    let mut setup = PieceSetup::EMPTY;
    let mut marked = codes.put(&CODES, &mut setup);
    if MOST_PIECES < pieces {
        let (first, rest) = split(occupied);
        codes.occupied = first;
        marked |= Codes { occupied: rest, list: list_at(LIST + 16) }.place(&CODES, &mut setup);
    }
    place_marks(&mut setup, parts, marked, strictness).map_err(|kind| Fault::new(kind, LIST))?;

    // Of an odd number of codes, the high half of the last byte is not a code.
    let end = LIST + pieces.div_ceil(2) as usize;
    if pieces % 2 == 1 && padded[end - 1] >> 4 != 0 && strictness.is_strict() {
        return Err(Fault::new(FormatErrorKind::UnusedCode { index: pieces as usize }, end - 1));
    }
    if end < length {
        read_counters(parts, bytes, &padded, end, strictness)?;
    }
    Ok((setup, codes))
}

#[cold]
fn split(occupied: Bitboard) -> (Bitboard, Bitboard) {
    let first = occupied.into_iter().take(MOST_PIECES as usize).collect();
    (first, occupied - first)
}

#[inline]
fn place_marks(
    setup: &mut PieceSetup,
    parts: &mut BoardParts,
    marked: Bitboard,
    strictness: Strictness,
) -> Result<(), FormatErrorKind> {
    for square in marked {
        match setup.piece_on(square) {
            Some(Piece::BlackKing) => parts.side_to_move = Color::Black,
            Some(rook) => parts.castling_rooks[rook.color() as usize].insert(square),
            None => {
                // On ranks 1 to 4 the pawn is white, and has come from below.
                let color = if (square as u8) < 32 { Color::White } else { Color::Black };
                setup.put(square, Some(Piece::new(color, PieceType::Pawn)));
                let passed = square.step(color.up().opposite());
                if parts.double_push.is_some() && strictness.is_strict() {
                    return Err(FormatErrorKind::EnPassantMark { square });
                }
                parts.double_push = passed;
            }
        }
    }
    Ok(())
}

fn read_counters(
    parts: &mut BoardParts,
    bytes: &[u8],
    padded: &[u8; 64],
    mut at: usize,
    strictness: Strictness,
) -> Result<(), Fault> {
    let start = at;
    let rule50 = number(padded, &mut at)?;
    parts.halfmove_clock =
        u16::try_from(rule50).map_err(|_| Fault::new(FormatErrorKind::Rule50 { found: rule50 }, start))?;
    let start = at;
    let ply = number(padded, &mut at)?;
    parts.fullmove_number = ply / 2 + 1;
    if parts.fullmove_number > MOST_MOVES {
        return Err(Fault::new(FormatErrorKind::Fullmove { found: parts.fullmove_number }, start));
    }
    if ply % 2 == 1 {
        parts.side_to_move = Color::Black;
    }
    let variant = padded.get(at).copied().unwrap_or(STANDARD);
    match variant {
        STANDARD | FROM_POSITION => {}
        CHESS960 => parts.mode = FenMode::Chess960,
        found => return Err(Fault::new(FormatErrorKind::Variant { found }, at)),
    }
    let rest = bytes.get(at + 1..).unwrap_or_default();
    if strictness.is_strict() && rest.iter().any(|&byte| byte != 0) {
        let count = u32::try_from(rest.len()).unwrap_or(u32::MAX);
        return Err(Fault::new(FormatErrorKind::NotEmpty { bytes: count }, at + 1));
    }
    Ok(())
}

/// Returns the next number of up to 32 bits, in at most five bytes.
fn number(padded: &[u8; 64], at: &mut usize) -> Result<u32, Fault> {
    let start = *at;
    let mut number = 0_u64;
    for group in 0..5 {
        let byte = padded.get(*at).copied().unwrap_or(0);
        *at += 1;
        number |= u64::from(byte & 0x7f) << (7 * group);
        if byte & 0x80 == 0 {
            return u32::try_from(number).map_err(|_| Fault::new(FormatErrorKind::NumberTooLong, start));
        }
    }
    Err(Fault::new(FormatErrorKind::NumberTooLong, start))
}
