//! The 24 bytes of chess-library (`PackedBoard` of its C++ namespace `Compact`).
//!
//! A board has its castling rights, in Chess960 too, and its en passant square if a legal capture exists. Counters, move,
//! score and result are not written; they are read as in a new game, no move, 0 and a draw.
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | the occupied squares, a1 as bit 0, the most significant byte first |
//! | 8–23 | a code of four bits for each piece, from a1 up, the high half of a byte first; then zeros |
//!
//! The codes are 0 to 5 for a white pawn, knight, bishop, rook, queen and king, 6 to 11 for the black ones, 12 for a pawn
//! that can be captured en passant, 13 and 14 for a white and a black rook that may castle, and 15 for the black king if
//! black is to move.
//!
//! In lenient mode, the reader drops impossible castling rights and en passant squares, and ignores codes without a piece.
//!
//! ```
//! use gardez_formats::{Strictness, chess_library};
//! use gardez_position::Board;
//!
//! let board: Board = "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1".parse()?;
//! let bytes = chess_library::pack(&board)?;
//! assert_eq!(chess_library::unpack(&bytes, Strictness::Strict)?, board);
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

use gardez_bitboard::Bitboard;
use gardez_position::{Board, BoardParts, EnPassantPolicy, PieceSetup};
use gardez_types::{Color, Piece, PieceType, Rank};

use crate::entry::Entry;
use crate::error::{Fault, FormatError, FormatErrorKind};
use crate::format::{AnyReader, AnyWriter, Division, Format, FormatRow};
use crate::pieces::{self, CodeTable, Codes};
use crate::read::Strictness;
use crate::records::{Layout, RecordReader, RecordWriter};
use crate::unrepresentable::{Lossy, Unrepresentable, UnrepresentableError};
use crate::view::{Wdl, White};

/// The layout of a board of chess-library.
#[derive(Clone, Copy, Debug)]
pub enum PackedBoard {}

/// The number of bytes of a board.
pub const SIZE: usize = 24;

/// A reader of boards that follow each other.
pub type Reader<S> = RecordReader<S, PackedBoard, SIZE>;

/// A writer of boards that follow each other.
pub type Writer<W> = RecordWriter<W, PackedBoard, SIZE>;

/// Boards of chess-library.
pub const FORMAT: Format = Format::new(&ROW);

static ROW: FormatRow = FormatRow {
    division: Division::Records(SIZE),
    typical_entry_size: 24,
    read: Some(|source, options| AnyReader::white(Reader::new(source).with_strictness(options.strictness))),
    write: Some(|target, options| AnyWriter::white(Writer::new(target).with_lossy(options.lossy), options)),
    ..FormatRow::new("chess-library's 24 bytes", &["clib24"], "chess-library's 24 bytes: boards only")
};

const LIST: usize = 8;

/// The codes. Code 12 is a pawn of either color; the codes from 12 on are marked.
static CODES: CodeTable = CodeTable::new(b"PNBRQKpnbrqk*Rrk", 0xf000);

impl Layout<SIZE> for PackedBoard {
    type View = White;

    const FORMAT: Format = FORMAT;

    fn decode(bytes: &[u8; SIZE], strictness: Strictness, entry: &mut Entry<White>) -> Result<(), Fault> {
        *entry = Entry::new(decode(bytes, strictness)?, None, 0, Wdl::Draw);
        Ok(())
    }

    fn encode(entry: &Entry<White>, _: Lossy) -> Result<[u8; SIZE], Unrepresentable> {
        encode(&entry.board)
    }
}

/// Returns the bytes of a board.
///
/// # Errors
///
/// Returns an error if there are more than 32 pieces.
#[inline]
pub fn pack(board: &Board) -> Result<[u8; SIZE], UnrepresentableError> {
    encode(board).map_err(|reason| UnrepresentableError { format: FORMAT, reason })
}

/// Returns the board in these bytes.
///
/// # Errors
///
/// Returns an error if the bytes are not a board.
#[inline]
pub fn unpack(bytes: &[u8; SIZE], strictness: Strictness) -> Result<Board, FormatError> {
    decode(bytes, strictness).map_err(|Fault { kind, at }| FormatError::new(FORMAT, kind, at as u64))
}

#[inline]
fn encode(board: &Board) -> Result<[u8; SIZE], Unrepresentable> {
    let marked = pieces::marked(board, board.ep_square_by(EnPassantPolicy::Legal));
    let codes = Codes::of_board(board, marked, &CODES)?;
    let mut bytes = [0; SIZE];
    bytes[..LIST].copy_from_slice(&codes.occupied.bits().to_be_bytes());
    bytes[LIST..].copy_from_slice(&swap_halves(codes.list).to_le_bytes());
    Ok(bytes)
}

#[inline]
fn decode(bytes: &[u8; SIZE], strictness: Strictness) -> Result<Board, Fault> {
    let codes = Codes {
        occupied: Bitboard::from_bits(u64::from_be_bytes(core::array::from_fn(|i| bytes[i]))),
        list: swap_halves(u128::from_le_bytes(core::array::from_fn(|i| bytes[LIST + i]))),
    };
    codes.check(0)?;
    let mut parts = BoardParts::EMPTY;
    let mut setup = PieceSetup::EMPTY;
    let marked = codes.put(&CODES, &mut setup);
    for square in marked {
        match setup.piece_on(square) {
            Some(Piece::BlackKing) => parts.side_to_move = Color::Black,
            Some(rook) => parts.castling_rooks[rook.color() as usize].insert(square),
            None => {
                let color = if square.rank() == Rank::Four { Color::White } else { Color::Black };
                setup.put(square, Some(Piece::new(color, PieceType::Pawn)));
                let is_possible = matches!(square.rank(), Rank::Four | Rank::Five) && parts.double_push.is_none();
                if !is_possible && strictness.is_strict() {
                    return Err(Fault::new(FormatErrorKind::EnPassantMark { square }, LIST + codes.code_on(square).1));
                }
                parts.double_push = square.step(color.up().opposite());
            }
        }
    }
    pieces::board(&setup, &mut parts, strictness).map_err(|error| codes.fault(error, LIST, LIST))
}

#[inline]
const fn swap_halves(list: u128) -> u128 {
    const LOW: u128 = u128::from_le_bytes([0x0f; 16]);
    (list & LOW) << 4 | list >> 4 & LOW
}
