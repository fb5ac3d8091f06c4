//! Moves in algebraic notation.

use alloc::string::String;
use core::ops::ControlFlow;

use gardez_bitboard::{Bitboard, attacks};
use gardez_types::{File, PieceType, Rank, Square, errors};

use super::generate::Visit;
use super::{SketchBoard, SketchMove};
use crate::variant::Variant;

errors! {
    /// The reason a text is not a legal move of a sketch in algebraic notation.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum SketchSanError {
        Invalid = "invalid", "not a move in algebraic notation";
        Illegal = "illegal", "no such legal move";
        MissingPromotion = "missing-promotion", "the piece that the pawn becomes is missing";
        Ambiguous = "ambiguous", "several legal moves fit";
    }
}

/// The parts of a text about a move.
struct Wanted {
    piece: PieceType,
    /// `true` if a letter names the piece.
    is_named: bool,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<PieceType>,
}

/// Reads piece, origin, destination and promotion.
fn read(text: &[u8]) -> Option<Wanted> {
    let mut rest = match text {
        [rest @ .., b'+' | b'#'] => rest,
        rest => rest,
    };
    let mut promotion = None;
    if let [before @ .., letter] = rest {
        if matches!(letter.to_ascii_lowercase(), b'n' | b'b' | b'r' | b'q' | b'k') {
            // A `b` after a rank is a bishop, and before one a file.
            promotion = PieceType::from_letter(char::from(letter.to_ascii_lowercase()));
            rest = match before {
                [before @ .., b'='] => before,
                before => before,
            };
        }
    }
    let [before @ .., file, rank] = rest else { return None };
    let to = Square::from_ascii([*file, *rank])?;
    let (piece, is_named, origin) = match before {
        [letter @ (b'N' | b'B' | b'R' | b'Q' | b'K'), origin @ ..] => {
            (PieceType::from_letter(char::from(letter.to_ascii_lowercase()))?, true, origin)
        }
        origin => (PieceType::Pawn, false, origin),
    };
    let origin = match origin {
        [origin @ .., b'x' | b'-'] => origin,
        origin => origin,
    };
    let (file, rank) = match *origin {
        [] => (None, None),
        [one @ b'a'..=b'h'] => (Some(File::from_letter(char::from(one))?), None),
        [one @ b'1'..=b'8'] => (None, Some(Rank::from_digit(char::from(one))?)),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            (Some(File::from_letter(char::from(file))?), Some(Rank::from_digit(char::from(rank))?))
        }
        _ => return None,
    };
    Some(Wanted { piece, is_named, file, rank, to, promotion })
}

impl SketchBoard {
    /// Reads a legal move in algebraic notation, or the null move: `--`, `Z0`, `0000` or `@@@@`.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a move, or means no legal move or several.
    pub fn parse_san(&self, text: &str) -> Result<SketchMove, SketchSanError> {
        match text.trim_end_matches(['+', '#']) {
            body @ ("O-O" | "0-0" | "O-O-O" | "0-0-0") if text.len() <= body.len() + 1 => {
                let is_queenside = body.len() == 5;
                let mut visit = |m| {
                    let fits = self.is_queenside_castling(m) == is_queenside && self.is_castling(m);
                    if fits { ControlFlow::Break(m) } else { ControlFlow::Continue(()) }
                };
                return match self.visit_legal(Bitboard::FULL, Bitboard::FULL, &mut visit) {
                    ControlFlow::Break(m) => Ok(m),
                    ControlFlow::Continue(()) => Err(SketchSanError::Illegal),
                };
            }
            _ => {}
        }
        if matches!(text, "--" | "Z0" | "0000" | "@@@@") {
            return Ok(SketchMove::NULL);
        }
        if let Some((piece, square)) = text.trim_end_matches(['+', '#']).split_once('@') {
            return self.parse_drop(piece, square);
        }
        let wanted = read(text.as_bytes()).ok_or(SketchSanError::Invalid)?;
        if let (false, Some(file), Some(rank)) = (wanted.is_named, wanted.file, wanted.rank) {
            return self.find(Square::new(file, rank), wanted.to, wanted.promotion);
        }
        let mut from = self.by_color(self.side_to_move);
        if let Some(rank) = wanted.rank {
            from &= Bitboard::from_rank(rank);
        }
        if let Some(file) = wanted.file {
            from &= Bitboard::from_file(file);
        }
        if wanted.is_named {
            from &= self.by_type(wanted.piece) & attacks(wanted.piece, wanted.to, self.occupied());
        } else {
            from &= self.by_type(PieceType::Pawn);
            // Without a file, the pawn stays on its own.
            if wanted.file.is_none() {
                from &= Bitboard::from_file(wanted.to.file());
            }
        }

        let (mut found, mut result) = (None, Ok(()));
        _ = self.visit_legal(from, Bitboard::from_square(wanted.to), &mut |m| {
            if m.drop.is_some() {
                return Visit::Continue(());
            }
            if m.promotion != wanted.promotion {
                if wanted.promotion.is_none() {
                    result = Err(SketchSanError::MissingPromotion);
                }
                return Visit::Continue(());
            }
            if wanted.is_named && self.is_castling(m) {
                return Visit::Continue(());
            }
            if found.replace(m).is_some() {
                result = Err(SketchSanError::Ambiguous);
                return Visit::Break(());
            }
            Visit::Continue(())
        });
        result?;
        found.ok_or(SketchSanError::Illegal)
    }

    /// Reads a legal drop, of a pawn if no piece is named.
    fn parse_drop(&self, piece: &str, square: &str) -> Result<SketchMove, SketchSanError> {
        let piece_type = match piece.as_bytes() {
            [] => Some(PieceType::Pawn),
            [letter] => PieceType::from_letter(char::from(letter.to_ascii_lowercase())),
            _ => None,
        };
        let to = square.parse().map_err(|_| SketchSanError::Invalid)?;
        let m = SketchMove::drop_piece(piece_type.ok_or(SketchSanError::Invalid)?, to);
        if self.is_legal(m) { Ok(m) } else { Err(SketchSanError::Illegal) }
    }

    /// Returns the legal move between two squares.
    fn find(&self, from: Square, to: Square, promotion: Option<PieceType>) -> Result<SketchMove, SketchSanError> {
        let m = self.written(SketchMove { promotion, ..SketchMove::new(from, to) });
        if self.is_legal(m) {
            return Ok(m);
        }
        let queen = SketchMove { promotion: Some(PieceType::Queen), ..m };
        Err(if promotion.is_none() && self.is_legal(queen) {
            SketchSanError::MissingPromotion
        } else {
            SketchSanError::Illegal
        })
    }

    /// Returns a move in algebraic notation and makes it; `None` if there is no piece on its square. `long` is long
    /// algebraic notation.
    pub fn san_and_play(&mut self, m: SketchMove, long: bool) -> Option<String> {
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
    fn plain_san(&self, m: SketchMove, long: bool) -> Option<String> {
        if m.is_null() {
            return Some(String::from("--"));
        }
        let SketchMove { from, to, promotion, drop } = m;
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
        let mut rivals = Bitboard::EMPTY;
        if !from.is_empty() {
            _ = self.visit_legal(from, Bitboard::from_square(to), &mut |m| {
                // A drop leaves no square.
                if m.drop.is_none() {
                    rivals.insert(m.from);
                }
                Visit::Continue(())
            });
        }
        rivals
    }
}
