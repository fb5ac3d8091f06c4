//! FEN: six fields, of which only the first is required.

use alloc::string::String;
use core::fmt::{self, Write};
use core::str::FromStr;

use gardez_bitboard::{Bitboard, Rank};
use gardez_position::EnPassantPolicy;
use gardez_types::{Color, File, Piece, PieceType, Square, errors};

use super::FreeBoard;
use crate::fen::{
    Plain, VariantFenError, VariantFenErrorKind, castling_letter, in_case, write_placement, write_pockets,
};
use crate::state::Pocket;
use crate::variant::Variant;

errors! {
    /// The reason a text is not the FEN of a free board.
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub struct FreeFenError {
        /// The kind of the error.
        pub kind: FreeFenErrorKind,
        /// The FEN or the field that was read.
        pub text: String,
    } = kind, "{kind}: {text:?}";

    /// The kinds of errors in the FEN of a free board.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum FreeFenErrorKind {
        Empty = "empty", "empty fen";
        /// The field of the pieces contains a space.
        Parts = "parts", "expected position part of fen, got multiple parts";
        Rows = "rows", "expected 8 rows in position part of fen";
        Columns = "columns", "expected 8 columns per row in position part of fen";
        Digits = "digits", "two subsequent digits in position part of fen";
        Mark = "mark", "'~' not after piece in position part of fen";
        /// A character is neither a piece nor a digit from 1 to 8.
        Character = "character", "invalid character in position part of fen";
        Turn = "turn", "expected 'w' or 'b' for turn part of fen";
        /// The castling field is not `-` or at most two letters for each side.
        Castling = "castling", "invalid castling part in fen";
        /// The en passant field is not `-` or a square.
        EnPassant = "en-passant", "invalid en passant part in fen";
        Counter(name: &'static str) = "counter", "invalid {name} in fen";
        NegativeCounter(name: &'static str) = "negative-counter", "{name} cannot be negative";
        TooManyFields = "too-many-fields", "fen string has more parts than expected";
        /// Pockets or checks are wrong.
        Variant(error: VariantFenErrorKind) = error => from VariantFenErrorKind;
    }
}

use FreeFenErrorKind as Kind;

/// Returns the fields of a FEN, as `split_whitespace` does, but faster.
fn fields(mut rest: &str) -> impl Iterator<Item = &str> {
    core::iter::from_fn(move || {
        rest = rest.trim_start();
        let plain = rest.bytes().position(|byte| !byte.is_ascii_graphic()).unwrap_or(rest.len());
        let end = rest[plain..].find(char::is_whitespace).map_or(rest.len(), |more| plain + more);
        let field;
        (field, rest) = rest.split_at(end);
        (!field.is_empty()).then_some(field)
    })
}

fn wrong<T>(kind: Kind, text: &str) -> Result<T, FreeFenError> {
    Err(FreeFenError { kind, text: text.into() })
}

/// # Reading
impl FreeBoard {
    /// Replaces the pieces by the placement of a FEN.
    ///
    /// # Errors
    ///
    /// Returns an error, and does not change the board, if the text is not a placement.
    pub fn set_pieces(&mut self, text: &str) -> Result<(), FreeFenError> {
        let text = text.trim();
        let mut read = *self;
        read.clear_pieces();
        read.put_rows(text).or_else(|kind| wrong(if text.contains(' ') { Kind::Parts } else { kind }, text))?;
        *self = read;
        Ok(())
    }

    /// Puts the pieces of a placement on the empty board.
    fn put_rows(&mut self, text: &str) -> Result<(), Kind> {
        static PIECES: [Option<Piece>; 256] = {
            let (mut pieces, mut byte) = ([None; 256], 0);
            while byte < 128 {
                pieces[byte] = Piece::from_letter(byte as u8 as char);
                byte += 1;
            }
            pieces
        };
        let is_slash = |&byte: &u8| byte == b'/';
        if text.bytes().filter(is_slash).count() != 7 {
            return Err(Kind::Rows);
        }
        for (row, rank) in text.as_bytes().split(is_slash).zip(Rank::ALL.into_iter().rev()) {
            let (mut file, mut after_digit, mut after_piece) = (0, false, None);
            for &byte in row {
                if let digit @ b'1'..=b'8' = byte {
                    if after_digit {
                        return Err(Kind::Digits);
                    }
                    (file, after_digit, after_piece) = (file + digit - b'0', true, None);
                } else if byte == b'~' {
                    self.promoted.insert(after_piece.take().ok_or(Kind::Mark)?);
                    after_digit = false;
                } else if let Some(piece) = PIECES[usize::from(byte)] {
                    let square = Square::new(File::from_index(file).ok_or(Kind::Columns)?, rank);
                    self.add(square, piece);
                    (file, after_digit, after_piece) = (file + 1, false, Some(square));
                } else {
                    return Err(Kind::Character);
                }
                if file > 8 {
                    return Err(Kind::Columns);
                }
            }
            if file != 8 {
                return Err(Kind::Columns);
            }
        }
        Ok(())
    }

    /// Reads a FEN, with pockets and checks in any form that a site writes. Fields may be missing at the end.
    ///
    /// # Errors
    ///
    /// Returns an error, and does not change the board, if the text is not a FEN.
    pub fn set_fen(&mut self, fen: &str) -> Result<(), FreeFenError> {
        let mut read = self.cleared();
        if matches!(self.variant, Variant::Crazyhouse | Variant::ThreeCheck) {
            let plain = Plain::new(fen, self.variant);
            let plain = plain.or_else(|VariantFenError { kind, .. }| wrong(kind.into(), fen))?;
            read.set_fields(&plain.text)?;
            (read.promoted, read.pockets, read.checks_left) = (plain.promoted, plain.pockets, plain.checks);
        } else {
            read.set_fields(fen)?;
        }
        *self = read;
        Ok(())
    }

    fn set_fields(&mut self, fen: &str) -> Result<(), FreeFenError> {
        let mut fields = fields(fen);
        let Some(pieces) = fields.next() else { return wrong(Kind::Empty, fen) };
        self.side_to_move = match fields.next() {
            None | Some("w") => Color::White,
            Some("b") => Color::Black,
            Some(_) => return wrong(Kind::Turn, fen),
        };
        let castling = fields.next().unwrap_or("-");
        if !is_castling(castling) {
            return wrong(Kind::Castling, fen);
        }
        self.ep_square = match fields.next() {
            None | Some("-") => None,
            Some(name) => name.parse().map(Some).or_else(|_| wrong(Kind::EnPassant, fen))?,
        };
        let mut number = |name| match fields.next() {
            None => Ok(None),
            Some(text) => match text.parse::<i64>() {
                Ok(number) if number < 0 => wrong(Kind::NegativeCounter(name), fen),
                Ok(number) => Ok(Some(u32::try_from(number).unwrap_or(u32::MAX))),
                Err(_) => wrong(Kind::Counter(name), fen),
            },
        };
        self.halfmove_clock = number("half-move clock")?.unwrap_or(0);
        self.fullmove_number = number("fullmove number")?.unwrap_or(1).max(1);
        if fields.next().is_some() {
            return wrong(Kind::TooManyFields, fen);
        }
        self.set_pieces(pieces)?;
        self.set_castling(castling)
    }

    /// Reads the castling rights of a FEN: `KQkq`, or the files of rooks.
    ///
    /// # Errors
    ///
    /// Returns an error, and does not change the board, if the text is not `-` or at most two letters for each side.
    pub fn set_castling(&mut self, text: &str) -> Result<(), FreeFenError> {
        if !is_castling(text) {
            return wrong(Kind::Castling, text);
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
}

impl FromStr for FreeBoard {
    type Err = FreeFenError;

    fn from_str(fen: &str) -> Result<Self, FreeFenError> {
        let mut board = Self::EMPTY;
        board.set_fen(fen)?;
        Ok(board)
    }
}

/// # Writing
impl FreeBoard {
    /// Returns the first field of the FEN, without pockets. `promoted` marks promoted pieces with `~`.
    pub fn placement(&self, promoted: bool) -> String {
        let mut text = String::with_capacity(90);
        let promoted = if promoted { self.promoted } else { Bitboard::EMPTY };
        let mut pieces = [None; 64];
        self.all_pieces().for_each(|(square, piece)| pieces[square.index()] = Some(piece));
        _ = write_placement(&mut text, |square| pieces[square.index()], promoted);
        text
    }

    /// Returns the castling rights as `KQkq`, and as files for inner rooks.
    pub fn castling_xfen(&self) -> String {
        self.castling_text(|color, rook| {
            let king = self.king(color)?;
            Some(castling_letter(color, king, rook, self.pieces(color, PieceType::Rook)))
        })
    }

    /// Returns the castling rights as files.
    pub fn castling_shredder(&self) -> String {
        self.castling_text(|color, rook| Some(in_case(rook.file().letter(), color)))
    }

    fn castling_text(&self, letter: impl Fn(Color, Square) -> Option<char>) -> String {
        let (rights, mut text) = (self.clean_castling(), String::new());
        for color in Color::ALL {
            let rooks = rights & color.back_rank().into();
            text.extend(rooks.into_iter().rev().filter_map(|rook| letter(color, rook)));
        }
        if text.is_empty() { String::from("-") } else { text }
    }

    /// Returns the first four fields of the FEN, with the checks of three-check.
    ///
    /// Castling rights are files if `shredder`. `promoted` marks promoted pieces with `~`.
    pub fn epd(&self, shredder: bool, en_passant: EnPassantPolicy, promoted: bool) -> String {
        let mut text = self.placement(promoted);
        if self.variant == Variant::Crazyhouse {
            let mut types = Pocket::TYPES;
            types.reverse();
            text.push('[');
            _ = write_pockets(&mut text, self.pockets, types);
            text.push(']');
        }
        let castling = if shredder { self.castling_shredder() } else { self.castling_xfen() };
        _ = write!(text, " {} {castling} ", self.side_to_move);
        let is_named = match en_passant {
            EnPassantPolicy::Legal => self.has_legal_en_passant(),
            EnPassantPolicy::PseudoLegal => self.has_pseudo_legal_en_passant(),
            EnPassantPolicy::Always => true,
        };
        match self.ep_square.filter(|_| is_named) {
            Some(ep) => _ = write!(text, "{ep}"),
            None => text.push('-'),
        }
        if self.variant == Variant::ThreeCheck {
            let [white, black] = self.checks_left;
            _ = write!(text, " {white}+{black}");
        }
        text
    }

    /// Returns the FEN: [`epd`](Self::epd) with the counters. `Display` writes the usual FEN.
    pub fn fen(&self, shredder: bool, en_passant: EnPassantPolicy, promoted: bool) -> String {
        let mut text = self.epd(shredder, en_passant, promoted);
        _ = write!(text, " {} {}", self.halfmove_clock, self.fullmove_number);
        text
    }
}

impl fmt::Display for FreeBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen(false, EnPassantPolicy::Legal, self.variant == Variant::Crazyhouse))
    }
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
