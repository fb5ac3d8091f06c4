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

use crate::cpu::{Cpu, Level, Task};
use crate::entry::Entry;
use crate::error::{Fault, FormatErrorKind};
use crate::format::Fact;
use crate::format::{AnyReader, AnyWriter, Division, Format, FormatRow};
use crate::moves;
use crate::pieces::{self, MOST_PIECES, OWN_CODES};
use crate::read::Strictness;
use crate::read::can_read;
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
    let square = |shift: u16| Square::from_index((raw >> shift) as u8 & 63);
    // Nearly every move is normal and legal, which is quicker to see than whether any piece could make it.
    if let (0, Some(from), Some(to)) = (raw >> 12, square(6), square(0)) {
        if from != to && board.is_legal(Move::normal(from, to)) {
            return Ok(Some(Move::normal(from, to)));
        }
    }
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

/// The largest code of a type of pieces.
const QUEEN: u8 = 4;

/// The bit after the side to move and the kings.
const KINGS_END: u32 = 13;

/// The lowest bit of each code of four bits.
const ONES: u128 = u128::from_le_bytes([0x11; 16]);

fn decode_board(bytes: &[u8; SIZE], strictness: Strictness, board: &mut Board) -> Result<(), Fault> {
    let mut bits = Bits { bytes, next: 0 };
    let mut parts = BoardParts { en_passant: EnPassantPolicy::Always, ..BoardParts::EMPTY };
    parts.side_to_move = if bits.take(1) == 0 { Color::White } else { Color::Black };

    // The kings come first, and their squares are left out of what follows.
    let kings = [bits.take(6), bits.take(6)].map(|index| Square::from_index(index as u8).expect("six bits"));
    if kings[0] == kings[1] {
        return Err(Fault::new(FormatErrorKind::Board(BoardError::MissingKing(Color::Black)), 0));
    }
    let places = kings.map(|king| king.flip_vertical() as u32);
    let words = core::array::from_fn(|i| u64::from_le_bytes(core::array::from_fn(|byte| bytes[8 * i + byte])));
    let Split { pieces, is_wrong, occupied, list } = Level::new().run(Words { words, kings: places });
    if is_wrong {
        return Err(wrong_piece(bits, places));
    }
    bits.next += 62 + 4 * pieces as usize;
    let mut setup = PieceSetup::EMPTY;
    setup.put_codes(Bitboard::from_bits(occupied), list, &OWN_CODES.pieces, 0, Color::Black);

    for (_, color, side) in CastlingRights::EACH {
        let at = bits.at();
        if bits.take(1) == 1 {
            let rooks = setup.pieces(color, PieceType::Rook) & color.back_rank().into();
            match outermost(rooks, kings[color as usize], side) {
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
    parts.fullmove_number = bits.take(16);
    parts.halfmove_clock = (rule50 | bits.take(1) << 6) as u16;

    // Nothing follows up to the end of the 32 bytes.
    let at = bits.at();
    let is_empty =
        bytes[at] >> (bits.next % 8) == 0 && bytes[at + 1..SCORE].iter().fold(0, |all, byte| all | byte) == 0;
    if strictness.is_strict() && !is_empty {
        return Err(Fault::new(FormatErrorKind::NotEmpty { bytes: (SCORE - at) as u32 }, at));
    }
    pieces::replace(board, &setup, &mut parts, strictness).map_err(|error| Fault::new(FormatErrorKind::Board(error), 0))
}

/// The 32 bytes of a position, and the squares of the kings, from a8 to h1.
struct Words {
    words: [u64; SCORE / 8],
    kings: [u32; 2],
}

/// The squares with a piece, from a8 to h1, and the codes of the pieces.
struct Split {
    /// The number of pieces without the kings.
    pieces: u32,
    /// There are too many pieces, or there is a code that no piece has.
    is_wrong: bool,
    occupied: u64,
    list: u128,
}

impl Task for Words {
    type Output = Split;

    /// A square has one bit if it is empty, and four more for a piece: its type, and its color in the bit after that.
    ///
    /// Only where pieces begin depends on the bits before; the rest is done for all pieces of a word together.
    #[inline(always)]
    fn run(self, cpu: impl Cpu) -> Split {
        let (mut occupied, mut list, mut squares, mut codes_end) = (0, 0, 0, 0);
        let (mut head, mut carried) = ((1 << KINGS_END) - 1, 0_u64);
        for word in self.words {
            let (mut rest, mut begins, mut done) = (word & !(head | carried), 0_u64, 0);
            while rest != 0 {
                let empty = rest.trailing_zeros();
                begins |= 1 << ((done + empty) & 63);
                // Its five bits are done. The first shift need not wait for the number of empty squares.
                (rest, done) = (rest >> 5 >> empty, done + empty + 5);
            }
            // The four bits after each, of which some are in the next word.
            let after = u128::from(begins) * 0b11110;
            let codes = after as u64 | carried;
            let firsts = !(codes | head);
            occupied |= cpu.gather(word, firsts).checked_shl(squares).unwrap_or(0);
            squares += cpu.len(Bitboard::from_bits(firsts));
            list |= u128::from(cpu.gather(word, codes)).checked_shl(codes_end).unwrap_or(0);
            codes_end += cpu.len(Bitboard::from_bits(codes));
            (head, carried) = (0_u64, (after >> 64) as u64);
            if 62 <= squares && carried == 0 {
                break;
            }
        }
        // Only the squares without the kings are described.
        occupied &= (1 << 62) - 1;
        let pieces = cpu.len(Bitboard::from_bits(occupied));
        list &= u128::MAX.checked_shr(128_u32.saturating_sub(4 * pieces)).unwrap_or(0);
        let is_wrong = MOST_PIECES - 2 < pieces || list >> 2 & (list | list >> 1) & ONES != 0;
        // Room for the kings, the first square first.
        let [white, black] = self.kings.map(|king| king & 63);
        let order = if white < black { [(white, 5), (black, 13)] } else { [(black, 13), (white, 5)] };
        for (place, code) in order {
            let below = (1_u64 << place) - 1;
            let shift = (4 * cpu.len(Bitboard::from_bits(occupied & below))) & 127;
            occupied = (occupied & below) | (occupied & !below) << 1 | 1 << place;
            let below = (1_u128 << shift) - 1;
            list = (list & below) | code << shift | (list & !below) << 4;
        }
        Split { pieces, is_wrong, occupied, list }
    }
}

/// Returns the fault of the first piece that is one too many, or whose code no piece has.
#[cold]
fn wrong_piece(mut bits: Bits<'_>, kings: [u32; 2]) -> Fault {
    let (mut squares, mut found) = ((0..64).filter(|place| !kings.contains(place)), 2);
    loop {
        let code = bits.peek() as u8 & 15;
        let place = squares.next().expect("one of the pieces is wrong");
        if code & 1 == 1 {
            found += 1;
            if QUEEN < code >> 1 {
                let square = Square::from_index(place as u8).expect("below 64").flip_vertical();
                return Fault::new(FormatErrorKind::PieceCode { square, code }, bits.at());
            }
            if MOST_PIECES < found {
                return Fault::new(FormatErrorKind::TooManyPieces { found }, bits.at());
            }
        }
        bits.next += if code & 1 == 1 { 5 } else { 1 };
    }
}

/// Returns the rook of a castling right: of the rooks on the back rank, the outermost one on this side of the king.
fn outermost(rooks: Bitboard, king: Square, side: CastlingSide) -> Option<Square> {
    let rook = match side {
        CastlingSide::QueenSide => rooks.lsb(),
        CastlingSide::KingSide => rooks.msb(),
    };
    rook.filter(|&rook| CastlingSide::from_squares(king, rook) == side)
}

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
    let rule50 = match board.halfmove_clock() {
        large @ 128.. if !lossy.contains(Lossy::RULE50_HIGH_BITS) => return Err(Unrepresentable::Rule50(large.into())),
        any => u32::from(any) & 127,
    };
    let fullmove = match board.fullmove_number() {
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
    for (right, color, side) in CastlingRights::EACH {
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

fn is_outermost(board: &Board, color: Color, side: CastlingSide) -> bool {
    let rooks = board.pieces(color, PieceType::Rook) & color.back_rank().into();
    outermost(rooks, board.king(color), side) == board.castling_rook(color, side)
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    /// Reads the squares one after the other: the occupied ones and their codes, or `None` if a piece is wrong.
    fn slowly(words: [u64; 4], kings: [u32; 2]) -> Option<(u64, u128)> {
        let bit = |at: u32| words.get(at as usize / 64).map_or(0, |word| word >> (at % 64) & 1);
        let (mut occupied, mut list, mut at) = (0_u64, 0, KINGS_END);
        for square in 0..64 {
            let code = match kings.iter().position(|&king| king == square) {
                Some(color) => 5 + 8 * color as u128,
                None if bit(at) == 0 => {
                    at += 1;
                    continue;
                }
                None => {
                    at += 5;
                    let code = (0..4).map(|i| u128::from(bit(at - 4 + i)) << i).sum::<u128>();
                    let most = MOST_PIECES - 2 + kings.iter().filter(|&&king| king < square).count() as u32;
                    if u128::from(QUEEN) < code & 7 || occupied.count_ones() == most {
                        return None;
                    }
                    code
                }
            };
            list |= code << (4 * occupied.count_ones());
            occupied |= 1 << square;
        }
        Some((occupied, list))
    }

    quickcheck! {
        fn pieces_of_a_word_together_are_those_of_the_squares_one_by_one(
            a: u64, b: u64, c: u64, d: u64, white: u8, black: u8
        ) -> bool {
            let kings = [u32::from(white) % 64, (u32::from(white) + 1 + u32::from(black) % 63) % 64];
            // Dense, sparse, of pieces without wrong codes, and all empty.
            let sparse = [a & b & c, 0, b & c & d, a & d & c];
            [[a, b, c, d], [a & b, b & c, c & d, d & a], sparse, [0; 4]].into_iter().all(|words| {
                let found = [Level::new().run(Words { words, kings }), Level::Any.run(Words { words, kings })];
                found.into_iter().all(|Split { is_wrong, occupied, list, .. }| {
                    slowly(words, kings) == (!is_wrong).then_some((occupied, list))
                })
            })
        }
    }
}
