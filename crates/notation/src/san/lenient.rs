//! Splits a move text in any known form into its parts.

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingSide, File, PieceType, Square};

use crate::san::repairs::Repairs;
use crate::san::written::{Content, Disambiguation, Mark, Step, Written, file, piece, rank};

/// Splits a text in any known form into its parts; the error is the offset of the first unexpected byte.
pub(super) fn read(text: &[u8]) -> Result<Written, usize> {
    let mut cursor = Cursor { text, at: 0, repairs: Repairs::empty() };
    cursor.blanks();
    if let Some(written) = cursor.null() {
        return Ok(written);
    }
    let content = match cursor.castling() {
        Some(side) => Content::Castling(side),
        None => Content::Step(cursor.step()?),
    };
    let mark = cursor.tail()?;
    Ok(Written { content, mark, repairs: cursor.repairs })
}

struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
    repairs: Repairs,
}

/// What is written between two coordinates.
enum Between {
    Nothing,
    Hyphen,
    Capture,
}

/// A file, a rank, or both.
type Coordinates = (Option<gardez_types::File>, Option<gardez_types::Rank>);

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or_default()
    }

    /// Skips `expected` if it comes next, and reports whether it does.
    fn pass(&mut self, expected: &[u8]) -> bool {
        let is_next = self.rest().starts_with(expected);
        if is_next {
            self.at += expected.len();
        }
        is_next
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), b' ' | b'\t') {
            self.at += 1;
            self.repairs |= Repairs::BLANKS;
        }
    }

    fn null(&mut self) -> Option<Written> {
        const FORMS: [&[u8]; 6] = [b"--", b"0000", b"Z0", b"null", b"pass", b"@@@@"];
        let end = self.rest().trim_ascii_end();
        let form = FORMS.iter().position(|form| end == *form)?;
        if form != 0 {
            self.repairs |= Repairs::NULL_MOVE_FORM;
        }
        if end.len() != self.rest().len() {
            self.repairs |= Repairs::BLANKS;
        }
        Some(Written { content: Content::Null, mark: Mark::None, repairs: self.repairs })
    }

    fn castling(&mut self) -> Option<CastlingSide> {
        let is_letter = |byte: Option<&u8>| matches!(byte, Some(b'O' | b'o' | b'0'));
        let rest = self.rest();
        if !(is_letter(rest.first()) && rest.get(1) == Some(&b'-') && is_letter(rest.get(2))) {
            return None;
        }
        let is_long = rest.get(3) == Some(&b'-') && is_letter(rest.get(4));
        let length = if is_long { 5 } else { 3 };
        if rest[..length].iter().any(|byte| !matches!(byte, b'O' | b'-')) {
            self.repairs |= Repairs::CASTLING_LETTERS;
        }
        self.at += length;
        Some(if is_long { CastlingSide::QueenSide } else { CastlingSide::KingSide })
    }

    fn step(&mut self) -> Result<Step, usize> {
        let letter = self.piece();
        let first = self.coordinates();
        let between = self.between();
        let start = self.at;
        let mut second = self.coordinates();
        if matches!((first, second), ((Some(_), Some(_)), (Some(File::B), None))) && matches!(between, Between::Nothing)
        {
            // Not a file, but the bishop of a promotion: `e8b`.
            self.at = start;
            second = (None, None);
        }
        let (from, to) = match (first, second) {
            (first, (None, None)) if matches!(between, Between::Nothing) => ((None, None), first),
            pair => pair,
        };
        let (Some(to_file), Some(to_rank)) = to else { return Err(self.at) };
        let (disambiguation, among) = match from {
            (None, None) => (Disambiguation::None, Bitboard::FULL),
            (Some(file), None) => (Disambiguation::File, Bitboard::from_file(file)),
            (None, Some(rank)) => (Disambiguation::Rank, Bitboard::from_rank(rank)),
            (Some(file), Some(rank)) => (Disambiguation::Square, Square::new(file, rank).into()),
        };
        let any_piece = letter.is_none() && disambiguation == Disambiguation::Square;
        if matches!(between, Between::Hyphen) || any_piece {
            self.repairs |= Repairs::LONG_FORM;
        }
        let promotion = self.promotion()?;
        Ok(Step {
            piece: letter.unwrap_or(PieceType::Pawn),
            among,
            disambiguation,
            to: Square::new(to_file, to_rank),
            captures: matches!(between, Between::Capture),
            promotion,
            any_piece,
        })
    }

    /// Reads the letter or symbol of the piece, if there is one.
    fn piece(&mut self) -> Option<PieceType> {
        let byte = self.peek();
        if let Some(piece) = piece(byte) {
            self.at += 1;
            return Some(piece);
        }
        let found = match byte {
            b'P' => (PieceType::Pawn, Repairs::PAWN_LETTER),
            // A small `b` is a file.
            b'n' => (PieceType::Knight, Repairs::LOWER_CASE_PIECE),
            b'r' => (PieceType::Rook, Repairs::LOWER_CASE_PIECE),
            b'q' => (PieceType::Queen, Repairs::LOWER_CASE_PIECE),
            b'k' => (PieceType::King, Repairs::LOWER_CASE_PIECE),
            _ => return self.figurine(),
        };
        let (piece, repair) = found;
        self.repairs |= repair;
        self.at += 1;
        Some(piece)
    }

    /// Reads a chess symbol, if there is one.
    fn figurine(&mut self) -> Option<PieceType> {
        // U+2654 to U+265F: king to pawn, white and black.
        let [0xe2, 0x99, last @ 0x94..=0x9f, ..] = *self.rest() else { return None };
        const PIECES: [PieceType; 6] =
            [PieceType::King, PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];
        self.repairs |= Repairs::FIGURINE;
        self.at += 3;
        // Some writers add the variation selector for text after the symbol.
        self.pass(b"\xef\xb8\x8e");
        Some(PIECES[usize::from(last - 0x94) % PIECES.len()])
    }

    fn coordinates(&mut self) -> Coordinates {
        let file = file(self.peek());
        self.at += usize::from(file.is_some());
        let rank = rank(self.peek());
        self.at += usize::from(rank.is_some());
        (file, rank)
    }

    fn between(&mut self) -> Between {
        if self.pass(b"x") {
            return Between::Capture;
        }
        if self.pass(b":") || self.pass("×".as_bytes()) || self.pass(b"X") {
            self.repairs |= Repairs::CAPTURE_FORM;
            return Between::Capture;
        }
        if self.pass(b"-") || self.pass("–".as_bytes()) {
            return Between::Hyphen;
        }
        Between::Nothing
    }

    fn promotion(&mut self) -> Result<Option<PieceType>, usize> {
        let start = self.at;
        let opener = self.peek();
        if matches!(opener, b'=' | b'/' | b'(') {
            self.at += 1;
        }
        let letter = self.peek();
        let found = match piece(letter.to_ascii_uppercase()) {
            Some(found) => {
                self.at += 1;
                Some(found)
            }
            None => self.figurine(),
        };
        let Some(found) = found.filter(|found| PieceType::PROMOTION_PIECES.contains(found)) else {
            // The text after `=` is not a piece; `tail` reports it as unexpected.
            self.at = start;
            return if matches!(opener, b'/' | b'(') { Err(start) } else { Ok(None) };
        };
        if opener == b'(' && !self.pass(b")") {
            return Err(self.at);
        }
        if opener != b'=' || letter.is_ascii_lowercase() {
            self.repairs |= Repairs::PROMOTION_FORM;
        }
        Ok(Some(found))
    }

    /// Reads marks, annotations and suffixes in any order.
    fn tail(&mut self) -> Result<Mark, usize> {
        let mut mark = Mark::None;
        while self.at < self.text.len() {
            if matches!(self.peek(), b'+' | b'#') {
                if mark != Mark::None {
                    // Two marks are an old form for a double check or mate; the board decides which mark is right.
                    self.repairs |= Repairs::WRONG_CHECK_MARK;
                }
                mark = if self.peek() == b'#' { Mark::Mate } else { Mark::Check };
                self.at += 1;
            } else if self.pass(b"e.p.") || self.pass(b"ep") || self.pass(b"e.p") {
                self.repairs |= Repairs::EN_PASSANT_SUFFIX;
            } else if self.pass(b"!") || self.pass(b"?") {
                self.repairs |= Repairs::ANNOTATION;
            } else if matches!(self.peek(), b' ' | b'\t') {
                self.blanks();
            } else {
                return Err(self.at);
            }
        }
        Ok(mark)
    }
}
