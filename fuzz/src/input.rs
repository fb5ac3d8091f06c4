//! Values that targets make of their bytes.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::{env, process};

use gardez_position::{Board, Builder, Color, FenReader, Piece, PieceType, Position, Square};

/// Many moves of every kind; the position of inputs that contain no FEN that can be read.
const START: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Returns the first bytes that are UTF-8. Nothing is skipped, so an input is the text that it looks like.
pub fn text(bytes: &[u8]) -> &str {
    match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => str::from_utf8(&bytes[..error.valid_up_to()]).expect("valid up to here"),
    }
}

/// Returns the first line as text, and all after it.
pub fn first_line(bytes: &[u8]) -> (&str, &[u8]) {
    match bytes.iter().position(|&byte| byte == b'\n') {
        Some(end) => (text(&bytes[..end]), &bytes[end + 1..]),
        None => (text(bytes), &[]),
    }
}

/// Returns the board of a FEN, or one with many moves if it cannot be read.
pub fn board(fen: &str) -> Board {
    let reader = FenReader::new();
    reader.read_board(fen).or_else(|_| reader.read_board(START)).expect("a FEN").position
}

/// A stream that is read in pieces of this size, so that the window of a reader can end at any place.
pub struct SmallReads<'a>(pub &'a [u8], pub usize);

impl Read for SmallReads<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.1.min(buffer.len());
        (&mut self.0).take(length as u64).read(buffer)
    }
}

/// Returns a file of this process, in memory where the system has such a directory.
pub fn temporary(name: &str) -> PathBuf {
    let memory = Path::new("/dev/shm");
    let directory = if memory.is_dir() { memory.into() } else { env::temp_dir() };
    directory.join(format!("gardez-fuzz-{}-{name}", process::id()))
}

/// Numbers from bytes, and zeros after their end.
pub struct Numbers<'a>(pub &'a [u8]);

impl<'a> Numbers<'a> {
    /// Returns `true` if no byte is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        byte
    }

    /// Returns a number below this one, from one byte.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound
    }

    /// Returns one of the first 256 of these values, from one byte.
    pub fn one<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    /// Returns a number of two bytes.
    pub fn u16(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// Returns a number of four bytes.
    pub fn u32(&mut self) -> u32 {
        u32::from(self.u16()) | u32::from(self.u16()) << 16
    }

    /// Returns a number of eight bytes.
    pub fn u64(&mut self) -> u64 {
        u64::from(self.u32()) | u64::from(self.u32()) << 32
    }

    /// Returns a text of a few bytes: the next byte is its length.
    pub fn text(&mut self) -> &'a str {
        let length = usize::from(self.byte()).min(self.0.len());
        let (front, rest) = self.0.split_at(length);
        self.0 = rest;
        text(front)
    }
}

/// Returns the start position of a random game: chess, Chess960, double Chess960, or a few pieces that tables know.
pub fn start(numbers: &mut Numbers<'_>) -> Position {
    const PIECES: [&str; 12] =
        ["KRK", "KQK", "KPK", "KNNK", "KPPK", "KRKR", "KQKQ", "KPKP", "KRKB", "KQKP", "KRPK", "KQQK"];
    let (kind, white, black) = (numbers.below(8), numbers.u16() % 960, numbers.u16() % 960);
    match kind {
        0 | 1 => Board::chess960(white).map(Position::from),
        2 | 3 => Board::double_chess960(white, black).map(Position::from),
        4 => scattered(PIECES[usize::from(white) % PIECES.len()], black, numbers),
        _ => None,
    }
    .unwrap_or_default()
}

/// Pieces of an endgame code on any squares.
fn scattered(code: &str, first: u16, numbers: &mut Numbers<'_>) -> Option<Position> {
    let mut builder = Builder::new();
    builder = builder.with_side_to_move(if first.is_multiple_of(2) { Color::White } else { Color::Black });
    let mut kings = 0;
    for letter in code.chars() {
        let kind: PieceType = letter.to_string().parse().ok()?;
        kings += usize::from(kind == PieceType::King);
        let color = if (kings == 1) == (first % 4 < 2) { Color::White } else { Color::Black };
        builder = builder.with_piece(numbers.one(&Square::ALL), Piece::new(color, kind));
    }
    builder.build_board().ok().map(Position::from)
}
