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
        None => Content::Step(match cursor.numeric() {
            Some(step) => step,
            None => cursor.step()?,
        }),
    };
    let mark = cursor.tail()?;
    Ok(Written { content, mark, repairs: cursor.repairs })
}

/// Returns the length of a move at the front whose letter is torn from the rest by blanks, as in `N f3` or `O - O`.
pub(crate) fn torn_move(text: &[u8]) -> Option<usize> {
    let mut cursor = Cursor { text, at: 0, repairs: Repairs::empty() };
    if cursor.castling().is_none() {
        cursor.step().ok()?;
    }
    cursor.repairs.contains(Repairs::BLANKS).then_some(cursor.at)
}

/// Returns `true` if the text begins with castling.
pub(crate) fn is_castling(text: &[u8]) -> bool {
    Cursor { text, at: 0, repairs: Repairs::empty() }.castling().is_some()
}

/// Returns the length of the dash at the front, or 0: a hyphen, a dash of any length, or a minus sign.
pub(crate) fn dash(text: &[u8]) -> usize {
    match text {
        // The last two are dashes of Windows-1252.
        [b'-' | 0x96 | 0x97, ..] => 1,
        // U+2010 to U+2015, and U+2212.
        [0xe2, 0x80, 0x90..=0x95, ..] | [0xe2, 0x88, 0x92, ..] => 3,
        _ => 0,
    }
}

struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
    repairs: Repairs,
}

fn file_number(digit: u8) -> Option<File> {
    File::from_index(digit.wrapping_sub(b'1'))
}

/// The mark between two coordinates.
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

    /// Skips `expected` and returns `true` if it comes next.
    fn pass(&mut self, expected: &[u8]) -> bool {
        let is_next = self.rest().starts_with(expected);
        if is_next {
            self.at += expected.len();
        }
        is_next
    }

    fn blanks(&mut self) {
        while self.peek().is_ascii_whitespace() {
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
        // Passes a letter: O or zero, or the O of Cyrillic or Greek.
        let letter = |at: usize| match self.text.get(at..).unwrap_or_default() {
            [b'O' | b'o' | b'0', ..] => Some(at + 1),
            [0xd0, 0x9e | 0xbe, ..] | [0xce, 0x9f | 0xbf, ..] => Some(at + 2),
            _ => None,
        };
        let blanks = |at: usize| self.text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        // Passes a dash and a letter, with blanks before them.
        let next = |at: usize| {
            let at = at + blanks(at);
            let after = at + Some(dash(&self.text[at..])).filter(|&length| length != 0)?;
            letter(after + blanks(after))
        };
        let short = next(letter(self.at)?)?;
        let long = next(short);
        let text = &self.text[self.at..long.unwrap_or(short)];
        if text.iter().any(u8::is_ascii_whitespace) {
            self.repairs |= Repairs::BLANKS;
        }
        if text.iter().any(|&byte| !matches!(byte, b'O' | b'-') && !byte.is_ascii_whitespace()) {
            self.repairs |= Repairs::CASTLING_LETTERS;
        }
        self.at += text.len();
        Some(if long.is_some() { CastlingSide::QueenSide } else { CastlingSide::KingSide })
    }

    /// Reads squares as numbers, files before ranks, and the number of the piece of a promotion.
    fn numeric(&mut self) -> Option<Step> {
        let square = |file: u8, rank_: u8| Some(Square::new(file_number(file)?, rank(rank_)?));
        let &[from_file, from_rank, ref rest @ ..] = self.rest() else { return None };
        let between = dash(rest);
        let &[to_file, to_rank, ref more @ ..] = &rest[between..] else { return None };
        let (from, to) = (square(from_file, from_rank)?, square(to_file, to_rank)?);
        let promotion = match more.first() {
            Some(digit @ b'1'..=b'4') => Some(PieceType::PROMOTION_PIECES[usize::from(digit - b'1')]),
            _ => None,
        };
        self.at += 4 + between + usize::from(promotion.is_some());
        self.repairs |= Repairs::NUMBERS;
        let disambiguation = Disambiguation::Square;
        Some(Step {
            piece: PieceType::Pawn,
            among: from.into(),
            disambiguation,
            to,
            captures: false,
            promotion,
            any_piece: true,
        })
    }

    fn step(&mut self) -> Result<Step, usize> {
        let letter = self.piece();
        if letter.is_some() {
            self.blanks();
        }
        let first = self.coordinates(letter.is_some());
        if !matches!(first, (Some(_), Some(_))) && (letter.is_some() || self.is_before_capture()) {
            self.blanks();
        }
        let before = (self.at, self.repairs);
        let mut between = self.between();
        if !matches!(between, Between::Nothing) {
            self.blanks();
        }
        let start = self.at;
        let mut second = self.coordinates(letter.is_some());
        if matches!((first, second), ((Some(_), Some(_)), (Some(File::B), None))) && matches!(between, Between::Nothing)
        {
            // Not a file, but the bishop of a promotion: `e8b`.
            self.at = start;
            second = (None, None);
        }
        let is_whole = matches!((first, second), ((Some(_), Some(_)), (None, None)));
        if is_whole && self.repairs.contains(Repairs::CAPTURE_FORM) {
            // A mark after the square: `Nf3:` or `Nf3×`.
            ((self.at, self.repairs), between) = (before, Between::Nothing);
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
        if self.pass(b":") {
            self.repairs |= Repairs::CAPTURE_FORM;
            between = Between::Capture;
        }
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

    /// Reads the letter or symbol of a piece.
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

    /// Reads a chess symbol.
    fn figurine(&mut self) -> Option<PieceType> {
        // U+2654 to U+265F: king to pawn, white and black.
        let [0xe2, 0x99, last @ 0x94..=0x9f, ..] = *self.rest() else { return None };
        const PIECES: [PieceType; 6] =
            [PieceType::King, PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];
        self.repairs |= Repairs::FIGURINE;
        self.at += 3;
        // Some writers add a variation selector after the symbol.
        let _ = self.pass("\u{fe0e}".as_bytes()) || self.pass("\u{fe0f}".as_bytes());
        Some(PIECES[usize::from(last - 0x94) % PIECES.len()])
    }

    /// Returns `true` if blanks and the mark of a capture follow.
    fn is_before_capture(&self) -> bool {
        let rest = self.rest().trim_ascii_start();
        matches!(rest.first(), Some(b'x' | b':' | b'X')) || rest.starts_with("×".as_bytes())
    }

    /// Reads a square or a part of it, with blanks between if it `may_be_torn`.
    fn coordinates(&mut self, may_be_torn: bool) -> Coordinates {
        let file = file(self.peek());
        self.at += usize::from(file.is_some());
        let blanks = self.rest().len() - self.rest().trim_ascii_start().len();
        if may_be_torn && file.is_some() && self.rest().get(blanks).is_some_and(|&byte| rank(byte).is_some()) {
            self.blanks();
        }
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
        match dash(self.rest()) {
            0 => Between::Nothing,
            length => {
                self.at += length;
                Between::Hyphen
            }
        }
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
                    // An old form for a double check or mate. The board decides which mark is right.
                    self.repairs |= Repairs::WRONG_CHECK_MARK;
                }
                mark = if self.peek() == b'#' { Mark::Mate } else { Mark::Check };
                self.at += 1;
            } else if mark == Mark::None && (self.pass("×".as_bytes()) || self.pass(b"X")) {
                self.repairs |= Repairs::WRONG_CHECK_MARK;
                mark = Mark::Mate;
            } else if mark == Mark::None && (self.pass("†".as_bytes()) || self.pass("‡".as_bytes())) {
                // One dagger is check, two are double check or mate.
                self.repairs |= Repairs::WRONG_CHECK_MARK;
                mark = Mark::Check;
            } else if [&b"e.p."[..], b"ep", b"e.p", b"a.p."].iter().any(|suffix| self.pass(suffix)) {
                self.repairs |= Repairs::EN_PASSANT_SUFFIX;
            } else if self.pass(b"!") || self.pass(b"?") {
                self.repairs |= Repairs::ANNOTATION;
            } else if self.peek().is_ascii_whitespace() {
                self.blanks();
            } else {
                return Err(self.at);
            }
        }
        Ok(mark)
    }
}
