//! Reading a FEN, field by field.

use gardez_types::{CastlingSide, File, PieceType, Rank, Square};

use super::{FenError, FenErrorKind, ReadFen};
use crate::board::Board;
use crate::castlings::Side;
use crate::moves::read_square;
use crate::setup::DoublePushError;

/// The text of a FEN, and the place that the reader has reached.
pub(super) struct Reader<'a> {
    text: &'a [u8],
    /// The byte that is read next.
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(fen: &'a str) -> Self {
        Self { text: fen.as_bytes(), at: 0 }
    }

    pub(super) fn read(mut self) -> Result<ReadFen, FenError> {
        let mut read = ReadFen { board: Board::EMPTY, halfmove_clock: 0, fullmove_number: 1 };
        let board = &mut read.board;
        self.skip_spaces();
        self.placement(board)?;
        if !self.is_at_end() {
            let is_black = match self.text[self.at].to_ascii_lowercase() {
                b'w' => false,
                b'b' => true,
                _ => return Err(self.error(FenErrorKind::SideToMove)),
            };
            self.at += 1;
            self.end_field()?;
            self.skip_spaces();
            self.castling(board)?;
            self.end_field()?;
            self.en_passant(board, is_black)?;
            if !self.is_at_end() {
                read.halfmove_clock = self.number(FenErrorKind::HalfmoveClock)?;
            }
            if !self.is_at_end() {
                read.fullmove_number = self.number(FenErrorKind::FullmoveNumber)?;
            }
            if !self.is_at_end() {
                return Err(self.error(FenErrorKind::ExtraCharacters));
            }
            if is_black {
                read.board = read.board.swap_colors();
            }
        }
        Ok(read)
    }

    /// Returns an error about the current character.
    fn error(&self, kind: FenErrorKind) -> FenError {
        // The span covers all bytes of a character outside ASCII.
        let rest = &self.text[self.at.min(self.text.len())..];
        let continued = rest.iter().skip(1).take_while(|&&byte| byte & 0xc0 == 0x80).count();
        let length = if rest.is_empty() { 0 } else { 1 + continued };
        FenError { kind, span: self.at..self.at + length }
    }

    fn skip_spaces(&mut self) {
        self.at += self.text[self.at..].iter().take_while(|&&byte| byte == b' ').count();
    }

    /// Skips spaces and returns `true` if nothing else is left.
    fn is_at_end(&mut self) -> bool {
        self.skip_spaces();
        self.at == self.text.len()
    }

    fn end_field(&self) -> Result<(), FenError> {
        if self.next().is_some() { Err(self.error(FenErrorKind::MissingSpace)) } else { Ok(()) }
    }

    /// Returns the current character unless it is a space or the end.
    fn next(&self) -> Option<u8> {
        self.text.get(self.at).copied().filter(|&byte| byte != b' ')
    }

    /// Reads the pieces. White's pieces are ours until the whole FEN is read.
    fn placement(&mut self, board: &mut Board) -> Result<(), FenError> {
        let (mut rank, mut file) = (7_u8, 0_u8);
        while let Some(byte) = self.next() {
            match byte {
                b'/' => {
                    rank = rank.checked_sub(1).ok_or_else(|| self.error(FenErrorKind::TooManyRanks))?;
                    file = 0;
                }
                b'1'..=b'8' => {
                    file += byte - b'0';
                    if file > 8 {
                        return Err(self.error(FenErrorKind::TooManyFiles));
                    }
                }
                _ => {
                    let piece_type = PieceType::from_letter(char::from(byte.to_ascii_lowercase()));
                    let piece_type = piece_type.ok_or_else(|| self.error(FenErrorKind::NotAPiece))?;
                    let file_here = File::from_index(file).ok_or_else(|| self.error(FenErrorKind::PieceOutOfBoard))?;
                    let square = Square::new(file_here, Rank::ALL[usize::from(rank)]);
                    if piece_type == PieceType::Pawn && (rank == 0 || rank == 7) {
                        return Err(self.error(FenErrorKind::PawnOnBackRank));
                    }
                    let owner = if byte.is_ascii_uppercase() { Side::Ours } else { Side::Theirs };
                    board.put_piece(owner, piece_type, square);
                    file += 1;
                }
            }
            self.at += 1;
        }
        Ok(())
    }

    fn castling(&mut self, board: &mut Board) -> Result<(), FenError> {
        if self.next() == Some(b'-') {
            self.at += 1;
            return Ok(());
        }
        while let Some(byte) = self.next() {
            let owner = if byte.is_ascii_uppercase() { Side::Ours } else { Side::Theirs };
            match byte.to_ascii_lowercase() {
                b'k' => self.outermost(board, owner, CastlingSide::KingSide)?,
                b'q' => self.outermost(board, owner, CastlingSide::QueenSide)?,
                letter @ b'a'..=b'h' => board.grant_rook(owner, File::ALL[usize::from(letter - b'a')]),
                _ => return Err(self.error(FenErrorKind::CastlingCharacter)),
            }
            self.at += 1;
        }
        Ok(())
    }

    /// Grants the right of the outermost rook on this side of the king.
    fn outermost(&self, board: &mut Board, owner: Side, side: CastlingSide) -> Result<(), FenError> {
        let rook = board.outermost_rook(owner, side).ok_or_else(|| self.error(FenErrorKind::MissingRook))?;
        board.castlings.grant(owner, side, rook);
        Ok(())
    }

    fn en_passant(&mut self, board: &mut Board, is_black: bool) -> Result<(), FenError> {
        if self.is_at_end() {
            return Ok(());
        }
        if self.text[self.at] == b'-' {
            self.at += 1;
        } else {
            // The square must not end the text; a space after it is enough.
            let bytes = self.text.get(self.at..self.at + 2).filter(|_| self.at + 2 < self.text.len());
            let square = bytes.and_then(read_square);
            let square = square.ok_or_else(|| self.error(FenErrorKind::EnPassantSquareExpected))?;
            let (stepped, passed) = if is_black { (Side::Ours, Rank::Three) } else { (Side::Theirs, Rank::Six) };
            let error = |kind| FenError { kind, span: self.at..self.at + 2 };
            if square.rank() != passed {
                return Err(error(FenErrorKind::EnPassantRank));
            }
            board.set_double_push(stepped, square.file()).map_err(|reason| match reason {
                DoublePushError::Occupied => error(FenErrorKind::EnPassantOccupied),
                DoublePushError::NoPawn => error(FenErrorKind::NoPawnToCapture),
            })?;
            self.at += 2;
        }
        if self.next().is_some() { Err(self.error(FenErrorKind::SpaceExpected)) } else { Ok(()) }
    }

    /// Reads a whole number and skips the text after it up to the next space.
    fn number(&mut self, kind: FenErrorKind) -> Result<i32, FenError> {
        let start = self.at;
        let mut end = start + usize::from(self.text[start] == b'-');
        let first_digit = end;
        let mut value = Some(0_i32);
        while let Some(digit) = self.text.get(end).filter(|byte| byte.is_ascii_digit()) {
            let digit = i32::from(digit - b'0');
            let signed = if first_digit == start { digit } else { -digit };
            value = value.and_then(|value| value.checked_mul(10)?.checked_add(signed));
            end += 1;
        }
        let value = value.filter(|_| first_digit < end).ok_or(FenError { kind, span: start..end })?;
        self.at = end + self.text[end..].iter().take_while(|&&byte| byte != b' ').count();
        Ok(value)
    }
}
