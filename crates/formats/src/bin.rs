//! Stockfish's `.bin`: `PackedSfenValue`, 40 bytes an entry.
//!
//! An entry has the position with castling rights, en passant square, fifty-move counter (7 bits) and move number (16
//! bits), the move, the score, the ply (16 bits) and the result. A castling right means the outermost rook on its side.
//! Scores and results are from the side to move's point of view.
//!
//! | loss | what the writer does |
//! |---|---|
//! | [`Lossy::RULE50_HIGH_BITS`] | keeps the low 7 bits of the counter |
//! | [`Lossy::CASTLING_RIGHTS`] | leaves out rights of inner rooks |
//! | [`Lossy::FULLMOVE`], [`Lossy::PLY`] | writes at most 65,535 |
//!
//! In lenient mode, the reader leaves out castling rights without a rook, impossible en passant squares and illegal moves,
//! and ignores bits that should be zero.
//!
//! ```
//! use gardez_formats::{Entry, ReadEntries, Wdl, WriteEntries, bin};
//! use gardez_position::Board;
//!
//! let entry = Entry::new(Board::start(), None, 31, Wdl::Draw);
//! let mut writer = bin::Writer::new(Vec::new());
//! writer.write_entry(&entry)?;
//! let bytes = writer.finish()?;
//! assert_eq!(bytes.len(), 40);
//! assert_eq!(bin::Reader::new(&bytes[..]).entries().next().transpose()?, Some(entry));
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

use gardez_bitboard::Bitboard;
use gardez_position::{Board, BoardError, BoardParts, EnPassantPolicy, PieceSetup};
use gardez_types::{CastlingRights, CastlingSide, Color, Move, PieceType, Square};

use crate::detect::can_read;
use crate::entry::Entry;
use crate::error::{Fault, FormatErrorKind};
use crate::fact::Fact;
use crate::format::{AnyReader, AnyWriter, Division, Format, FormatRow};
use crate::moves;
use crate::pieces::{self, MOST_PIECES, OWN_CODES};
use crate::read::Strictness;
use crate::records::{Layout, RecordReader, RecordWriter};
use crate::unrepresentable::{Lossy, Unrepresentable};
use crate::view::{SideToMove, Wdl};

/// The layout of an entry of `.bin`.
#[derive(Clone, Copy, Debug)]
pub enum PackedSfenValue {}

/// The number of bytes of an entry.
pub const SIZE: usize = 40;

/// A reader of `.bin`.
pub type Reader<S> = RecordReader<S, PackedSfenValue, SIZE>;

/// A writer of `.bin`.
pub type Writer<W> = RecordWriter<W, PackedSfenValue, SIZE>;

/// Stockfish's `.bin`.
pub const FORMAT: Format = Format::new(&ROW);

static ROW: FormatRow = FormatRow {
    facts: &Fact::ALL,
    division: Division::Records(SIZE),
    fits: |bytes| can_read(Reader::new(bytes)),
    read: Some(|source, options| AnyReader::side_to_move(Reader::new(source).with_strictness(options.strictness))),
    write: Some(|target, options| AnyWriter::side_to_move(Writer::new(target).with_lossy(options.lossy), options)),
    ..FormatRow::new(".bin", &["bin"], "Stockfish's .bin")
};

/// The places of the fields after the position.
const SCORE: usize = 32;
const MOVE: usize = 34;
const PLY: usize = 36;
const RESULT: usize = 38;

impl Layout<SIZE> for PackedSfenValue {
    type View = SideToMove;

    const FORMAT: Format = FORMAT;

    fn decode(bytes: &[u8; SIZE], strictness: Strictness, entry: &mut Entry<SideToMove>) -> Result<(), Fault> {
        decode_board(bytes, strictness, &mut entry.board)?;
        entry.score = i16::from_le_bytes([bytes[SCORE], bytes[SCORE + 1]]);
        entry.ply = u16::from_le_bytes([bytes[PLY], bytes[PLY + 1]]).into();
        let result = bytes[RESULT] as i8;
        entry.result =
            Wdl::from_sign(result).ok_or(Fault::new(FormatErrorKind::Result { found: result.into() }, RESULT))?;
        entry.mv = match u16::from_le_bytes([bytes[MOVE], bytes[MOVE + 1]]) {
            0 => None,
            raw => decode_move(&entry.board, raw, strictness).map_err(|kind| Fault::new(kind, MOVE))?,
        };
        Ok(())
    }

    fn encode(entry: &Entry<SideToMove>, lossy: Lossy) -> Result<[u8; SIZE], Unrepresentable> {
        let mut bytes = encode_board(&entry.board, lossy)?;
        if let Some(m) = entry.mv.filter(|&m| !entry.board.is_legal(m)) {
            return Err(Unrepresentable::Move(m));
        }
        let ply = match u16::try_from(entry.ply) {
            Err(_) if !lossy.contains(Lossy::PLY) => return Err(Unrepresentable::Ply(entry.ply)),
            ply => ply.unwrap_or(u16::MAX),
        };
        bytes[SCORE..MOVE].copy_from_slice(&entry.score.to_le_bytes());
        bytes[MOVE..PLY].copy_from_slice(&entry.mv.map_or(0, Move::raw).to_le_bytes());
        bytes[PLY..RESULT].copy_from_slice(&ply.to_le_bytes());
        bytes[RESULT] = entry.result.sign() as u8;
        // The padding, as converters write it.
        bytes[RESULT + 1] = 255;
        Ok(bytes)
    }
}

fn decode_move(board: &Board, raw: u16, strictness: Strictness) -> Result<Option<Move>, FormatErrorKind> {
    match Move::from_raw(raw) {
        Some(m) => moves::checked(board, m, strictness),
        None if strictness.is_strict() => Err(FormatErrorKind::Move { raw }),
        None => Ok(None),
    }
}

/// The bits of the position, the least significant bit of each byte first.
struct Bits<'a> {
    bytes: &'a [u8; SIZE],
    next: usize,
}

impl Bits<'_> {
    /// Returns the next 57 bits or more. The position has at most 229 bits.
    #[inline]
    fn peek(&self) -> u64 {
        let window = self.bytes[self.next / 8..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        window >> (self.next % 8)
    }

    #[inline]
    fn take(&mut self, count: u32) -> u32 {
        let bits = self.peek() as u32 & ((1 << count) - 1);
        self.next += count as usize;
        bits
    }

    /// Returns the byte in which the next bits begin.
    const fn at(&self) -> usize {
        self.next / 8
    }
}

/// The largest four-bit code of a piece: a queen. The color is in the bit after it.
const LAST_CODE: u8 = 9;

/// Replaces a board by the one in an entry.
fn decode_board(bytes: &[u8; SIZE], strictness: Strictness, board: &mut Board) -> Result<(), Fault> {
    let mut bits = Bits { bytes, next: 0 };
    let mut parts = BoardParts { en_passant: EnPassantPolicy::Always, ..BoardParts::EMPTY };
    parts.side_to_move = if bits.take(1) == 0 { Color::White } else { Color::Black };

    // The kings come first, and their squares are left out of what follows.
    let kings = [bits.take(6), bits.take(6)].map(|index| Square::from_index(index as u8).expect("six bits"));
    if kings[0] == kings[1] {
        return Err(Fault::new(FormatErrorKind::Board(BoardError::MissingKing(Color::Black)), 0));
    }
    // The other 62 squares, from a8 to h1. Several empty ones are taken at once.
    let places = kings.map(|king| king.flip_vertical() as u32);
    let (first, second) = (places[0].min(places[1]), places[0].max(places[1]));
    let (mut occupied, mut list, mut pieces, mut place) = (0_u64, 0_u128, 2, 0);
    loop {
        let window = bits.peek();
        let empty = window.trailing_zeros().min(32).min(62 - place);
        place += empty;
        bits.next += empty as usize;
        if place == 62 {
            break;
        }
        let window = window >> empty;
        if window & 1 == 0 {
            continue;
        }
        let here = place + u32::from(first <= place);
        let here = here + u32::from(second <= here);
        let code = window as u8 & 15;
        if LAST_CODE < code {
            let square = Square::from_index(here as u8).expect("below 64").flip_vertical();
            return Err(Fault::new(FormatErrorKind::PieceCode { square, code }, bits.at()));
        }
        pieces += 1;
        if MOST_PIECES < pieces {
            return Err(Fault::new(FormatErrorKind::TooManyPieces { found: pieces }, bits.at()));
        }
        // The piece type, and the color in the bit after it: the codes of bulletformat. Each pushes those before it down.
        occupied |= 1 << here;
        list = list >> 4 | u128::from(window >> 1 & 15) << 124;
        place += 1;
        bits.next += 5;
    }
    list = list.checked_shr(128 - 4 * (pieces - 2)).unwrap_or(0);
    let mut codes = [(places[0], 5), (places[1], 13)];
    codes.sort_unstable();
    for (place, code) in codes {
        let below = (1 << (4 * (occupied & ((1 << place) - 1)).count_ones())) - 1;
        list = (list & below) | (code * (below + 1)) | ((list & !below) << 4);
        occupied |= 1 << place;
    }
    let mut setup = PieceSetup::EMPTY;
    setup.put_codes(Bitboard::from_bits(occupied), list, &OWN_CODES.pieces, 0, Color::Black);

    for (_, color, side) in in_order() {
        let at = bits.at();
        if bits.take(1) == 1 {
            match pieces::outermost_rook(&setup, color, kings[color as usize], side) {
                Some(rook) => parts.castling_rooks[color as usize].insert(rook),
                None if strictness.is_strict() => {
                    let rook = side.standard_rook(color);
                    return Err(Fault::new(FormatErrorKind::Board(BoardError::CastlingRight { color, rook }), at));
                }
                None => {}
            }
        }
    }
    if bits.take(1) == 1 {
        parts.double_push = Square::from_index(bits.take(6) as u8);
    }
    let rule50 = bits.take(6);
    parts.fullmove = bits.take(16);
    parts.rule50 = (rule50 | bits.take(1) << 6) as u16;

    // Nothing follows up to the end of the 32 bytes.
    let at = bits.at();
    let rest = bits.next..SCORE * 8;
    if strictness.is_strict() && rest.into_iter().any(|bit| bytes[bit / 8] >> (bit % 8) & 1 == 1) {
        return Err(Fault::new(FormatErrorKind::NotEmpty { bytes: (SCORE - at) as u32 }, at));
    }
    pieces::replace(board, &setup, &mut parts, strictness).map_err(|error| Fault::new(FormatErrorKind::Board(error), 0))
}

/// Returns the castling rights in the order of the format: K, Q, k, q.
fn in_order() -> [(CastlingRights, Color, CastlingSide); 4] {
    [
        (Color::White, CastlingSide::KingSide),
        (Color::White, CastlingSide::QueenSide),
        (Color::Black, CastlingSide::KingSide),
        (Color::Black, CastlingSide::QueenSide),
    ]
    .map(|(color, side)| (CastlingRights::new(color, side), color, side))
}

/// The bits of a position in 32 bytes, as they are written.
struct BitWriter {
    words: [u64; 5],
    next: usize,
}

impl BitWriter {
    #[inline]
    fn put(&mut self, value: u32, count: usize) {
        let (word, shift) = (self.next / 64, self.next % 64);
        let wide = u128::from(value) << shift;
        self.words[word] |= wide as u64;
        self.words[word + 1] |= (wide >> 64) as u64;
        self.next += count;
    }
}

fn encode_board(board: &Board, lossy: Lossy) -> Result<[u8; SIZE], Unrepresentable> {
    let occupied = board.occupied();
    if MOST_PIECES < occupied.len() {
        return Err(Unrepresentable::Pieces(occupied.len()));
    }
    let rule50 = match board.rule50() {
        large @ 128.. if !lossy.contains(Lossy::RULE50_HIGH_BITS) => return Err(Unrepresentable::Rule50(large.into())),
        any => u32::from(any) & 127,
    };
    let fullmove = match board.fullmove() {
        large @ 65_536.. if !lossy.contains(Lossy::FULLMOVE) => return Err(Unrepresentable::Fullmove(large)),
        any => any.min(65_535),
    };

    let mut bits = BitWriter { words: [0; 5], next: 0 };
    bits.put(board.side_to_move() as u32, 1);
    let kings = Color::ALL.map(|color| board.king(color));
    kings.into_iter().for_each(|king| bits.put(king as u32, 6));
    for square in Square::ALL.map(Square::flip_vertical) {
        match board.piece_on(square) {
            None => bits.put(0, 1),
            Some(piece) if piece.piece_type() == PieceType::King => {}
            Some(piece) => {
                let code = 2 * (piece.piece_type() as u32 - PieceType::Pawn as u32) + 1;
                bits.put(code | (piece.color() as u32) << 4, 5);
            }
        }
    }
    for (right, color, side) in in_order() {
        let mut has_right = board.castling_rights().contains(right);
        if has_right && !is_outermost(board, color, side) {
            if !lossy.contains(Lossy::CASTLING_RIGHTS) {
                let rook = board.castling_rook(color, side).unwrap_or(side.standard_rook(color));
                return Err(Unrepresentable::CastlingRook(rook));
            }
            has_right = false;
        }
        bits.put(has_right.into(), 1);
    }
    match board.ep_square() {
        Some(square) => bits.put(1 | (square as u32) << 1, 7),
        None => bits.put(0, 1),
    }
    bits.put(rule50 & 63, 6);
    bits.put(fullmove, 16);
    bits.put(rule50 >> 6, 1);

    let mut bytes = [0; SIZE];
    for (word, chunk) in bits.words.iter().zip(bytes[..SCORE].chunks_exact_mut(8)) {
        chunk.copy_from_slice(&word.to_le_bytes());
    }
    Ok(bytes)
}

/// Returns `true` if the rook of a right is the outermost one on its side.
fn is_outermost(board: &Board, color: Color, side: CastlingSide) -> bool {
    let Some(rook) = board.castling_rook(color, side) else { return false };
    let rooks = board.pieces(color, PieceType::Rook) & Bitboard::from(color.back_rank());
    match side {
        CastlingSide::QueenSide => rooks.lsb() == Some(rook),
        CastlingSide::KingSide => rooks.msb() == Some(rook),
    }
}
