//! Moves in algebraic notation.

use alloc::string::String;

use gardez_bitboard::{Bitboard, attacks};
use gardez_types::{PieceType, Square, errors};

use super::{FreeBoard, FreeMove};
use crate::san::SanText;
use crate::variant::Variant;

errors! {
    /// The reason a text is not a legal move of a free board in algebraic notation.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum FreeSanError {
        Invalid = "invalid", "not a move in algebraic notation";
        Illegal = "illegal", "no such legal move";
        MissingPromotion = "missing-promotion", "the piece that the pawn becomes is missing";
        Ambiguous = "ambiguous", "several legal moves fit";
    }
}

impl FreeBoard {
    /// Reads a legal move in algebraic notation, or the null move: `--`, `Z0`, `0000` or `@@@@`.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a move, or means no legal move or several.
    pub fn parse_san(&self, text: &str) -> Result<FreeMove, FreeSanError> {
        match text.trim_end_matches(['+', '#']) {
            body @ ("O-O" | "0-0" | "O-O-O" | "0-0-0") if text.len() <= body.len() + 1 => {
                let fits = |&m: &FreeMove| self.is_castling(m) && self.is_queenside_castling(m) == (body.len() == 5);
                let moves = self.legal_moves(Bitboard::FULL, Bitboard::FULL);
                return moves.into_iter().find(fits).ok_or(FreeSanError::Illegal);
            }
            _ => {}
        }
        if matches!(text, "--" | "Z0" | "0000" | "@@@@") {
            return Ok(FreeMove::NULL);
        }
        if let Some((piece, square)) = text.trim_end_matches(['+', '#']).split_once('@') {
            return self.parse_drop(piece, square);
        }
        let wanted = SanText::read(text.as_bytes()).ok_or(FreeSanError::Invalid)?;
        if let (None, Some(file), Some(rank)) = (wanted.piece, wanted.file, wanted.rank) {
            return self.find(Square::new(file, rank), wanted.to, wanted.promotion);
        }
        let own = self.by_color(self.side_to_move) & wanted.origins();
        let from = match wanted.piece {
            Some(piece) => self.by_type(piece) & attacks(piece, wanted.to, self.occupied()),
            // Without a file, the pawn stays on its own.
            None if wanted.file.is_none() => self.by_type(PieceType::Pawn) & wanted.to.file().into(),
            None => self.by_type(PieceType::Pawn),
        };
        let mut moves = self.legal_moves(own & from, wanted.to.into());
        moves.retain(|&m| m.drop.is_none() && (wanted.piece.is_none() || !self.is_castling(m)));
        if wanted.promotion.is_none() && moves.iter().any(|m| m.promotion.is_some()) {
            return Err(FreeSanError::MissingPromotion);
        }
        moves.retain(|m| m.promotion == wanted.promotion);
        match *moves {
            [] => Err(FreeSanError::Illegal),
            [m] => Ok(m),
            _ => Err(FreeSanError::Ambiguous),
        }
    }

    /// Reads a legal drop, of a pawn if no piece is named.
    fn parse_drop(&self, piece: &str, square: &str) -> Result<FreeMove, FreeSanError> {
        let piece_type = match piece.as_bytes() {
            [] => Some(PieceType::Pawn),
            [letter] => PieceType::from_letter(char::from(letter.to_ascii_lowercase())),
            _ => None,
        };
        let to = square.parse().map_err(|_| FreeSanError::Invalid)?;
        let m = FreeMove::drop_piece(piece_type.ok_or(FreeSanError::Invalid)?, to);
        if self.is_legal(m) { Ok(m) } else { Err(FreeSanError::Illegal) }
    }

    /// Returns the legal move between two squares.
    fn find(&self, from: Square, to: Square, promotion: Option<PieceType>) -> Result<FreeMove, FreeSanError> {
        let m = self.written(FreeMove { promotion, ..FreeMove::new(from, to) });
        if self.is_legal(m) {
            return Ok(m);
        }
        let queen = FreeMove { promotion: Some(PieceType::Queen), ..m };
        Err(if promotion.is_none() && self.is_legal(queen) {
            FreeSanError::MissingPromotion
        } else {
            FreeSanError::Illegal
        })
    }

    /// Returns a move in algebraic notation and makes it; `None` if there is no piece on its square. `long` is long
    /// algebraic notation.
    pub fn san_and_play(&mut self, m: FreeMove, long: bool) -> Option<String> {
        let mut text = self.plain_san(m, long)?;
        self.play(m);
        let mut is_over = self.variant_end().is_some_and(|end| end.winner.is_some());
        // A side that cannot move wins.
        is_over |= self.variant == Variant::Antichess && !self.has_legal_moves();
        if is_over || self.is_check() {
            text.push(if !is_over && self.has_legal_moves() { '+' } else { '#' });
        }
        Some(text)
    }

    /// Returns a move without the sign of check.
    fn plain_san(&self, m: FreeMove, long: bool) -> Option<String> {
        if m.is_null() {
            return Some(String::from("--"));
        }
        let FreeMove { from, to, promotion, drop } = m;
        let mut text = String::with_capacity(8);
        let push_square = |text: &mut String, square: Square| {
            text.extend(square.to_ascii().map(char::from));
        };
        if let Some(dropped) = drop {
            if dropped != PieceType::Pawn {
                text.push(dropped.letter().to_ascii_uppercase());
            }
            text.push('@');
            push_square(&mut text, to);
            return Some(text);
        }
        let piece = self.type_at(from)?;
        if self.is_castling(m) {
            return Some(String::from(if to.file() < from.file() { "O-O-O" } else { "O-O" }));
        }
        let is_capture = self.is_capture(m);
        if piece != PieceType::Pawn {
            text.push(piece.letter().to_ascii_uppercase());
        }
        if long {
            push_square(&mut text, from);
        } else if piece != PieceType::Pawn {
            let others = self.by_type(piece) & self.by_color(self.side_to_move) & attacks(piece, to, self.occupied());
            let others = self.rivals(others & !Bitboard::from_square(from), to);
            if !others.is_empty() {
                // The file if it suffices, or else the rank if it does.
                let shares_file = !(others & Bitboard::from_file(from.file())).is_empty();
                let shares_rank = !(others & Bitboard::from_rank(from.rank())).is_empty();
                if !shares_file || shares_rank {
                    text.push(from.file().letter());
                }
                if shares_file {
                    text.push(from.rank().digit());
                }
            }
        } else if is_capture {
            text.push(from.file().letter());
        }
        if is_capture {
            text.push('x');
        } else if long {
            text.push('-');
        }
        push_square(&mut text, to);
        if let Some(promotion) = promotion {
            text.push('=');
            text.push(promotion.letter().to_ascii_uppercase());
        }
        Some(text)
    }

    /// Returns the pieces of `from` that can legally move to a square.
    fn rivals(&self, from: Bitboard, to: Square) -> Bitboard {
        if from.is_empty() {
            return from;
        }
        // A drop leaves no square.
        let moves = self.legal_moves(from, to.into());
        moves.into_iter().filter(|m| m.drop.is_none()).map(|m| m.from).collect()
    }
}
