//! marlinformat: `PackedBoard`, 32 bytes a position.
//!
//! An entry has the position with castling rights, in Chess960 too, the en passant square, the fifty-move counter (8 bits)
//! and the move number (16 bits), the score and the result. It has no move, and its ply follows from the move number.
//! Scores and results are from White's point of view.
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | the occupied squares, a1 as bit 0, the least significant byte first |
//! | 8–23 | a code of four bits for each piece, from a1 up, the low half of a byte first; then zeros |
//! | 24 | bit 7: black to move; bits 0–6: the en passant square, or 64 |
//! | 25 | the fifty-move counter |
//! | 26–27 | the move number; producers may leave it at 0, which is read as 1 |
//! | 28–29 | the score |
//! | 30 | the result: 0 if Black won, 1 for a draw, 2 if White won |
//! | 31 | free for the producer: ignored by the reader, 0 from the writer |
//!
//! The codes are 0 to 5 for a pawn, knight, bishop, rook, queen and king, 6 for a rook that may castle, plus 8 for black.
//!
//! The writer stores the en passant square if an enemy pawn attacks it, even if the capture is not legal, or if the board
//! keeps it by its [policy](EnPassantPolicy). The reader accepts every square that a pawn can have passed, and its boards
//! keep it, so files with the square of every double push are written again byte for byte.
//!
//! | loss | what the writer does |
//! |---|---|
//! | [`Lossy::RULE50_HIGH_BITS`] | keeps the low 8 bits of the counter |
//! | [`Lossy::FULLMOVE`] | writes at most 65,535 |
//!
//! In lenient mode, the reader leaves out the right of a marked rook that cannot castle, and of two marked rooks on the
//! same side of their king the one on the lower square, as viriformat does. It leaves out impossible en passant squares,
//! and ignores codes without a piece.
//!
//! ```
//! use gardez_formats::{Entry, ReadEntries, Wdl, WriteEntries, marlin};
//! use gardez_position::Board;
//!
//! let entry = Entry::new(Board::start(), None, 31, Wdl::Draw);
//! let mut writer = marlin::Writer::new(Vec::new());
//! writer.write_entry(&entry)?;
//! let bytes = writer.finish()?;
//! assert_eq!(bytes.len(), 32);
//! assert_eq!(marlin::Reader::new(&bytes[..]).entries().next().transpose()?, Some(entry));
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

use gardez_bitboard::Bitboard;
use gardez_position::{Board, BoardParts, EnPassantPolicy, PieceSetup};
use gardez_types::{CastlingSide, Color, PieceType, Square};

use crate::entry::Entry;
use crate::error::{Fault, FormatErrorKind};
use crate::format::Fact;
use crate::format::{AnyReader, AnyWriter, Division, Format, FormatRow};
use crate::pieces::{self, CodeTable, Codes};
use crate::raw::{RawEntry, RawLayout};
use crate::read::Strictness;
use crate::read::can_read;
use crate::records::{Layout, RecordReader, RecordWriter};
use crate::unrepresentable::{Lossy, Unrepresentable};
use crate::view::{Wdl, White};

/// The layout of an entry of marlinformat.
#[derive(Clone, Copy, Debug)]
pub enum PackedBoard {}

/// The number of bytes of an entry.
pub const SIZE: usize = 32;

/// A reader of marlinformat.
pub type Reader<S> = RecordReader<S, PackedBoard, SIZE>;

/// A writer of marlinformat.
pub type Writer<W> = RecordWriter<W, PackedBoard, SIZE>;

/// marlinformat.
pub const FORMAT: Format = Format::new(&ROW);

static ROW: FormatRow = FormatRow {
    facts: &[Fact::Score, Fact::Ply, Fact::Result],
    division: Division::Records(SIZE),
    fits: |bytes| can_read(Reader::new(bytes)),
    read: Some(|source, options| AnyReader::white(Reader::new(source).with_strictness(options.strictness))),
    write: Some(|target, options| AnyWriter::white(Writer::new(target).with_lossy(options.lossy), options)),
    ..FormatRow::new("marlinformat", &["marlin", "marlinformat"], "marlinformat")
};

/// The places of the fields.
const LIST: usize = 8;
const SIDE_AND_EN_PASSANT: usize = 24;
const RULE50: usize = 25;
const FULLMOVE: usize = 26;
const SCORE: usize = 28;
const RESULT: usize = 30;

/// In the byte of the side to move: black is to move, and there is no en passant square.
const BLACK_TO_MOVE: u8 = 0x80;
const NO_EN_PASSANT: u8 = 64;

/// The codes of the pieces. Codes 6 and 14 are rooks that may castle; 7 and 15 are not codes.
static CODES: CodeTable = CodeTable::new(b"PNBRQKR.pnbrqkr.", 1 << 6 | 1 << 7 | 1 << 14 | 1 << 15);

impl Layout<SIZE> for PackedBoard {
    type View = White;

    const FORMAT: Format = FORMAT;

    #[inline]
    fn decode(bytes: &[u8; SIZE], strictness: Strictness, entry: &mut Entry<White>) -> Result<(), Fault> {
        decode_board(bytes, strictness, &mut entry.board)?;
        if bytes[SIDE_AND_EN_PASSANT] & !BLACK_TO_MOVE != NO_EN_PASSANT {
            entry.board = with_every_double_push(&entry.board, bytes).unwrap_or(entry.board);
        }
        entry.score = i16::from_le_bytes([bytes[SCORE], bytes[SCORE + 1]]);
        entry.result = decode_result(bytes)?;
        entry.mv = None;
        entry.ply = entry.board.game_ply();
        Ok(())
    }

    #[inline]
    fn encode(entry: &Entry<White>, lossy: Lossy) -> Result<[u8; SIZE], Unrepresentable> {
        encode(&entry.board, entry.score, entry.result, lossy)
    }
}

#[inline]
pub(crate) fn decode_result(bytes: &[u8; SIZE]) -> Result<Wdl, Fault> {
    let found = bytes[RESULT];
    Wdl::from_raw(found).ok_or(Fault::new(FormatErrorKind::Result { found: found.into() }, RESULT))
}

impl RawLayout<SIZE> for PackedBoard {
    #[inline]
    fn raw(bytes: &[u8; SIZE]) -> RawEntry {
        let side_to_move = if bytes[SIDE_AND_EN_PASSANT] & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black };
        let score = i16::from_le_bytes([bytes[SCORE], bytes[SCORE + 1]]);
        RawEntry { codes: codes(bytes), table: &CODES, side_to_move, score, result: Wdl::from_raw(bytes[RESULT]) }
    }
}

#[inline]
fn codes(bytes: &[u8; SIZE]) -> Codes {
    Codes {
        occupied: Bitboard::from_bits(u64::from_le_bytes(core::array::from_fn(|i| bytes[i]))),
        list: u128::from_le_bytes(core::array::from_fn(|i| bytes[LIST + i])),
    }
}

#[inline]
pub(crate) fn decode_board(bytes: &[u8; SIZE], strictness: Strictness, board: &mut Board) -> Result<(), Fault> {
    let codes = codes(bytes);
    codes.check(0)?;
    let mut parts = BoardParts { halfmove_clock: bytes[RULE50].into(), ..BoardParts::EMPTY };
    parts.fullmove_number = u16::from_le_bytes([bytes[FULLMOVE], bytes[FULLMOVE + 1]]).into();
    if bytes[SIDE_AND_EN_PASSANT] & BLACK_TO_MOVE != 0 {
        parts.side_to_move = Color::Black;
    }
    match bytes[SIDE_AND_EN_PASSANT] & !BLACK_TO_MOVE {
        NO_EN_PASSANT => {}
        found => {
            parts.double_push = Square::from_index(found);
            if parts.double_push.is_none() && strictness.is_strict() {
                return Err(Fault::new(FormatErrorKind::EnPassantSquare { found }, SIDE_AND_EN_PASSANT));
            }
        }
    }
    let mut setup = PieceSetup::EMPTY;
    let marked = codes.put(&CODES, &mut setup);
    for square in marked {
        let Some(rook) = setup.piece_on(square) else {
            let (code, at) = codes.code_on(square);
            return Err(Fault::new(FormatErrorKind::PieceCode { square, code }, LIST + at));
        };
        parts.castling_rooks[rook.color() as usize].insert(square);
    }
    if setup.replace(board, &parts).is_ok() {
        return Ok(());
    }
    if !strictness.is_strict() {
        keep_later_rooks(&setup, &mut parts);
    }
    let replaced = pieces::replace(board, &setup, &mut parts, strictness);
    replaced.map_err(|error| codes.fault(error, LIST, SIDE_AND_EN_PASSANT))
}

/// Returns the same board with the square that was passed, if no enemy pawn attacks it.
#[cold]
fn with_every_double_push(board: &Board, bytes: &[u8; SIZE]) -> Option<Board> {
    if board.ep_square_by(EnPassantPolicy::PseudoLegal).is_some() {
        return None;
    }
    let double_push = Square::from_index(bytes[SIDE_AND_EN_PASSANT] & !BLACK_TO_MOVE);
    let parts = BoardParts { double_push, en_passant: EnPassantPolicy::Always, ..BoardParts::from(board) };
    Board::from_parts(&parts).ok()
}

/// Keeps the highest of several marked rooks on one side of their king.
#[cold]
fn keep_later_rooks(setup: &PieceSetup, parts: &mut BoardParts) {
    for color in Color::ALL {
        let Some(king) = setup.pieces(color, PieceType::King).lsb() else { continue };
        let rooks = parts.castling_rooks[color as usize];
        let is_later = |rook: &Square, other: Square| {
            other > *rook && CastlingSide::from_squares(king, other) == CastlingSide::from_squares(king, *rook)
        };
        let latest = rooks.into_iter().filter(|rook| !rooks.into_iter().any(|other| is_later(rook, other)));
        parts.castling_rooks[color as usize] = latest.collect();
    }
}

#[inline]
pub(crate) fn encode(board: &Board, score: i16, result: Wdl, lossy: Lossy) -> Result<[u8; SIZE], Unrepresentable> {
    let codes = Codes::of_board(board, pieces::castling_rooks(board), &CODES)?;
    let (rule50, fullmove) = lossy.counters(board)?;
    let passed = board.ep_square().or_else(|| board.ep_square_by(EnPassantPolicy::PseudoLegal));
    let side = if board.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };

    let mut bytes = [0; SIZE];
    bytes[..LIST].copy_from_slice(&codes.occupied.bits().to_le_bytes());
    bytes[LIST..SIDE_AND_EN_PASSANT].copy_from_slice(&codes.list.to_le_bytes());
    bytes[SIDE_AND_EN_PASSANT] = side | passed.map_or(NO_EN_PASSANT, |square| square as u8);
    bytes[RULE50] = rule50;
    bytes[FULLMOVE..SCORE].copy_from_slice(&fullmove.to_le_bytes());
    bytes[SCORE..RESULT].copy_from_slice(&score.to_le_bytes());
    bytes[RESULT] = result.raw();
    Ok(bytes)
}
