//! FEN: six fields, of which only the pieces are needed.

use std::fmt::Write;
use std::str::FromStr;

use gardez_bitboard::{Bitboard, Rank};
use gardez_types::{Color, File, Piece, PieceType, Square};

use super::Sketch;
use super::generate::down;

/// Why a text is not a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Problem(pub(crate) String);

/// Which squares of double steps a FEN names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EnPassant {
    /// Those on which a pawn can capture.
    Legal,
    /// Those on which a pawn could capture, checks aside.
    XFen,
    /// All.
    Fen,
}

impl FromStr for EnPassant {
    type Err = Problem;

    fn from_str(name: &str) -> Result<Self, Problem> {
        match name {
            "legal" => Ok(Self::Legal),
            "xfen" => Ok(Self::XFen),
            "fen" => Ok(Self::Fen),
            _ => Err(Problem(format!("invalid en_passant: expected 'legal', 'xfen' or 'fen', got {}", quoted(name)))),
        }
    }
}

/// A text as Python shows it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.escape_debug())
}

fn problem<T>(text: impl Into<String>) -> Result<T, Problem> {
    Err(Problem(text.into()))
}

impl Sketch {
    /// Reads the pieces of a FEN, in place of those on the board. If the text is wrong, nothing changes.
    pub(crate) fn set_pieces(&mut self, text: &str) -> Result<(), Problem> {
        let text = text.trim();
        if text.contains(' ') {
            return problem(format!("expected position part of fen, got multiple parts: {}", quoted(text)));
        }
        let mut read = *self;
        read.clear_pieces();
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 8 {
            return problem(format!("expected 8 rows in position part of fen: {}", quoted(text)));
        }
        for (row, rank) in rows.into_iter().zip(Rank::ALL.into_iter().rev()) {
            let (mut file, mut after_digit, mut after_piece) = (0_u8, false, None);
            for letter in row.chars() {
                if let Some(digit @ 1..=8) = letter.to_digit(10) {
                    if after_digit {
                        return problem(format!("two subsequent digits in position part of fen: {}", quoted(text)));
                    }
                    (file, after_digit, after_piece) = (file + digit as u8, true, None);
                } else if letter == '~' {
                    let Some(square) = after_piece else {
                        return problem(format!("'~' not after piece in position part of fen: {}", quoted(text)));
                    };
                    read.promoted.insert(square);
                    (after_digit, after_piece) = (false, None);
                } else if let Some(piece) = Piece::from_letter(letter) {
                    let Some(on) = File::from_index(file) else {
                        return problem(format!(
                            "expected 8 columns per row in position part of fen: {}",
                            quoted(text)
                        ));
                    };
                    let square = Square::new(on, rank);
                    read.put(square, piece, false);
                    (file, after_digit, after_piece) = (file + 1, false, Some(square));
                } else {
                    return problem(format!("invalid character in position part of fen: {}", quoted(text)));
                }
                if file > 8 {
                    return problem(format!("expected 8 columns per row in position part of fen: {}", quoted(text)));
                }
            }
            if file != 8 {
                return problem(format!("expected 8 columns per row in position part of fen: {}", quoted(text)));
            }
        }
        *self = read;
        Ok(())
    }

    /// Writes the pieces; `~` after those that were pawns, if asked for.
    pub(crate) fn pieces_text(&self, promoted: bool) -> String {
        let mut text = String::with_capacity(90);
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                let square = Square::new(file, rank);
                match self.piece_at(square) {
                    None => empty += 1,
                    Some(piece) => {
                        write_digit(&mut text, &mut empty);
                        text.push(piece.letter());
                        if promoted && self.promoted.contains(square) {
                            text.push('~');
                        }
                    }
                }
            }
            write_digit(&mut text, &mut empty);
            if rank != Rank::One {
                text.push('/');
            }
        }
        text
    }

    /// Reads a FEN. Fields after the pieces may be missing. If the text is wrong, nothing changes.
    pub(crate) fn set_fen(&mut self, fen: &str) -> Result<(), Problem> {
        let mut read = Self { chess960: self.chess960, ..Self::EMPTY };
        let mut fields = fen.split_whitespace();
        let Some(pieces) = fields.next() else { return problem("empty fen") };
        read.turn = match fields.next() {
            None | Some("w") => Color::White,
            Some("b") => Color::Black,
            Some(_) => return problem(format!("expected 'w' or 'b' for turn part of fen: {}", quoted(fen))),
        };
        let castling = fields.next().unwrap_or("-");
        if !is_castling(castling) {
            return problem(format!("invalid castling part in fen: {}", quoted(fen)));
        }
        read.ep = match fields.next() {
            None | Some("-") => None,
            Some(name) => match name.parse() {
                Ok(square) => Some(square),
                Err(_) => return problem(format!("invalid en passant part in fen: {}", quoted(fen))),
            },
        };
        let mut number = |name: &str| match fields.next() {
            None => Ok(None),
            Some(text) => match text.parse::<i64>() {
                Ok(number) if number < 0 => problem(format!("{name} cannot be negative: {}", quoted(fen))),
                Ok(number) => Ok(Some(u32::try_from(number).unwrap_or(u32::MAX))),
                Err(_) => problem(format!("invalid {name} in fen: {}", quoted(fen))),
            },
        };
        read.halfmove = number("half-move clock")?.unwrap_or(0);
        read.fullmove = number("fullmove number")?.unwrap_or(1).max(1);
        if fields.next().is_some() {
            return problem(format!("fen string has more parts than expected: {}", quoted(fen)));
        }
        read.set_pieces(pieces)?;
        read.set_castling(castling)?;
        *self = read;
        Ok(())
    }

    /// Reads the castling rights of a FEN in any dialect.
    pub(crate) fn set_castling(&mut self, text: &str) -> Result<(), Problem> {
        if !is_castling(text) {
            return problem(format!("invalid castling fen: {}", quoted(text)));
        }
        self.castling = Bitboard::EMPTY;
        for letter in text.chars().filter(|&letter| letter != '-') {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let rank = color.back_rank();
            let rooks = self.pieces(color, PieceType::Rook) & Bitboard::from_rank(rank);
            let king = self.king(color);
            let corner = |file| Bitboard::from_square(Square::new(file, rank));
            self.castling |= match letter.to_ascii_lowercase() {
                'q' => match (king, rooks.lsb()) {
                    (Some(king), Some(rook)) if rook < king => Bitboard::from_square(rook),
                    (Some(_), None) => Bitboard::EMPTY,
                    _ => corner(File::A),
                },
                'k' => match (king, rooks.msb()) {
                    (Some(king), Some(rook)) if king < rook => Bitboard::from_square(rook),
                    _ => corner(File::H),
                },
                letter => File::from_letter(letter).map_or(Bitboard::EMPTY, corner),
            };
        }
        Ok(())
    }

    /// The castling rights as `KQkq`, with letters of files where another rook is further outside.
    pub(crate) fn castling_xfen(&self) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            let Some(king) = self.king(color) else { continue };
            let back = Bitboard::from_rank(color.back_rank());
            let rooks = self.pieces(color, PieceType::Rook) & back;
            for rook in down(self.clean_castling() & back) {
                let is_queenside = rook.file() < king.file();
                let is_inner = rooks.into_iter().any(|other| if is_queenside { other < rook } else { rook < other });
                let letter = match (is_inner, is_queenside) {
                    (true, _) => rook.file().letter(),
                    (false, true) => 'q',
                    (false, false) => 'k',
                };
                text.push(in_case(letter, color));
            }
        }
        if text.is_empty() { String::from("-") } else { text }
    }

    /// The castling rights as letters of files.
    pub(crate) fn castling_shredder(&self) -> String {
        let rights = self.clean_castling();
        let mut text = String::new();
        for color in Color::ALL {
            let back = Bitboard::from_rank(color.back_rank());
            text.extend(down(rights & back).map(|rook| in_case(rook.file().letter(), color)));
        }
        if text.is_empty() { String::from("-") } else { text }
    }

    /// The first four fields of a FEN.
    pub(crate) fn epd(&self, shredder: bool, en_passant: EnPassant, promoted: bool) -> String {
        let mut text = self.pieces_text(promoted);
        let castling = if shredder { self.castling_shredder() } else { self.castling_xfen() };
        _ = write!(text, " {} {castling} ", self.turn);
        let is_named = match en_passant {
            EnPassant::Legal => self.has_legal_ep(),
            EnPassant::XFen => self.has_pseudo_legal_ep(),
            EnPassant::Fen => true,
        };
        match self.ep.filter(|_| is_named) {
            Some(ep) => _ = write!(text, "{ep}"),
            None => text.push('-'),
        }
        text
    }

    /// The FEN.
    pub(crate) fn fen(&self, shredder: bool, en_passant: EnPassant, promoted: bool) -> String {
        let mut text = self.epd(shredder, en_passant, promoted);
        _ = write!(text, " {} {}", self.halfmove, self.fullmove);
        text
    }
}

fn write_digit(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

fn in_case(letter: char, color: Color) -> char {
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

/// Returns `true` if a text is `-`, or at most two letters of White and two of Black.
fn is_castling(text: &str) -> bool {
    let is_right = |letter: u8| matches!(letter.to_ascii_lowercase(), b'a'..=b'h' | b'k' | b'q');
    let white = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let black = text.len() - white;
    text == "-"
        || white <= 2
            && black <= 2
            && text.bytes().all(is_right)
            && text.bytes().skip(white).all(|l| l.is_ascii_lowercase())
}
