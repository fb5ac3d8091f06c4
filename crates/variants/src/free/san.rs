//! Moves in algebraic notation.

use alloc::string::String;

use gardez_bitboard::{Bitboard, attacks, pawn_attacks};
use gardez_types::{CastlingSide, PieceType, Square, errors};

use super::{FreeBoard, FreeMove};
use crate::san::{SanText, castling_text, drop_text};
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
    /// Returns an error if the text is not a move, or if no legal move or more than one matches.
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
        let us = self.side_to_move;
        let own = self.by_color(us) & wanted.origins();
        let behind = Bitboard::from(wanted.to).shift((!us).up());
        let pushes = behind | behind.shift((!us).up());
        let from = match wanted.piece {
            Some(piece) => self.by_type(piece) & attacks(piece, wanted.to, self.occupied()),
            // Without a file, the pawn stays on its own.
            None if wanted.file.is_none() => self.by_type(PieceType::Pawn) & pushes,
            None => self.by_type(PieceType::Pawn) & (pushes | pawn_attacks(!us, wanted.to)),
        };
        let moves = |promotion| {
            let moves =
                (own & from).into_iter().map(move |from| FreeMove { promotion, ..FreeMove::new(from, wanted.to) });
            moves.filter(|&m| (wanted.piece.is_none() || !self.is_castling(m)) && self.is_legal(m))
        };
        let mut found = moves(wanted.promotion);
        let Some(m) = found.next() else {
            let is_promotion = wanted.promotion.is_none() && moves(Some(PieceType::Queen)).next().is_some();
            return Err(if is_promotion { FreeSanError::MissingPromotion } else { FreeSanError::Illegal });
        };
        if found.next().is_none() { Ok(m) } else { Err(FreeSanError::Ambiguous) }
    }

    /// Reads a legal drop; without a letter, of a pawn.
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

    /// Makes a move and returns it in algebraic notation, long if `long`. Returns `None` if the origin is empty.
    pub fn san_and_play(&mut self, m: FreeMove, long: bool) -> Option<String> {
        let mut text = self.plain_san(m, long)?;
        self.play(m);
        let mut is_over = self.variant_end().is_some_and(|end| end.winner.is_some());
        // A side that cannot move wins.
        is_over |= self.variant == Variant::Antichess && !self.has_legal_moves();
        if is_over || self.in_check() {
            text.push(if !is_over && self.has_legal_moves() { '+' } else { '#' });
        }
        Some(text)
    }

    /// Returns a move without the mark of check.
    fn plain_san(&self, m: FreeMove, long: bool) -> Option<String> {
        if m.is_null() {
            return Some(String::from("--"));
        }
        let FreeMove { from, to, promotion, drop } = m;
        if let Some(dropped) = drop {
            return Some(String::from(&*drop_text(dropped, to)));
        }
        let piece = self.type_at(from)?;
        if self.is_castling(m) {
            let is_queenside = to.file() < from.file();
            return Some(String::from(&*castling_text(CastlingSide::ALL[usize::from(is_queenside)])));
        }
        let mut others = self.pieces(self.side_to_move, piece) & attacks(piece, to, self.occupied());
        others.remove(from);
        if !long {
            others = others.into_iter().filter(|&from| self.is_legal(FreeMove::new(from, to))).collect();
        }
        let mut text = SanText::new(piece, from, others, self.is_capture(m), to, promotion);
        if long {
            (text.file, text.rank) = (Some(from.file()), Some(from.rank()));
            text.sign = text.sign.or(Some('-'));
        }
        Some(String::from(&*text.text()))
    }
}
