//! Moves in algebraic notation.

use gardez_bitboard::{Bitboard, attacks};
use gardez_types::{File, PieceType, Rank, Square};

use super::Sketch;
use super::generate::Visit;
use crate::moves::Move;

/// Why a text is not a move of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SanProblem {
    Invalid,
    Illegal,
    /// A pawn on the last rank must become something.
    MissingPromotion,
    Ambiguous,
}

/// What a text says about a move.
struct Wanted {
    piece: PieceType,
    /// Whether a letter names the piece.
    is_named: bool,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    /// 0 for none.
    promotion: u8,
}

/// Reads piece, origin, destination and promotion.
fn read(text: &[u8]) -> Option<Wanted> {
    let mut rest = match text {
        [rest @ .., b'+' | b'#'] => rest,
        rest => rest,
    };
    let mut promotion = 0;
    if let [before @ .., letter] = rest {
        if matches!(letter.to_ascii_lowercase(), b'n' | b'b' | b'r' | b'q' | b'k') {
            // A `b` after a rank is a bishop, and before one a file.
            promotion = PieceType::from_letter(char::from(letter.to_ascii_lowercase()))?.raw();
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

impl Sketch {
    /// Reads a legal move in algebraic notation, or the null move.
    pub(crate) fn parse_san(&self, text: &str) -> Result<Move, SanProblem> {
        match text.trim_end_matches(['+', '#']) {
            body @ ("O-O" | "0-0" | "O-O-O" | "0-0-0") if text.len() <= body.len() + 1 => {
                let (is_queenside, mut found) = (body.len() == 5, Err(SanProblem::Illegal));
                _ = self.castling(Bitboard::FULL, Bitboard::FULL, &mut |m| {
                    if self.is_queenside_castling(m) == is_queenside {
                        found = Ok(m);
                        return Visit::Break(());
                    }
                    Visit::Continue(())
                });
                return found;
            }
            _ => {}
        }
        if matches!(text, "--" | "Z0" | "0000" | "@@@@") {
            return Ok(Move::NULL);
        }
        let wanted = read(text.as_bytes()).ok_or(SanProblem::Invalid)?;
        if let (false, Some(file), Some(rank)) = (wanted.is_named, wanted.file, wanted.rank) {
            return self.find(Square::new(file, rank), wanted.to, wanted.promotion);
        }
        let mut from = self.by_color(self.turn);
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
        _ = self.legal(from, Bitboard::from_square(wanted.to), &mut |m| {
            if m.promotion != wanted.promotion {
                if wanted.promotion == 0 {
                    result = Err(SanProblem::MissingPromotion);
                }
                return Visit::Continue(());
            }
            if wanted.is_named && self.is_castling(m) {
                return Visit::Continue(());
            }
            if found.replace(m).is_some() {
                result = Err(SanProblem::Ambiguous);
                return Visit::Break(());
            }
            Visit::Continue(())
        });
        result?;
        found.ok_or(SanProblem::Illegal)
    }

    /// The legal move between two squares.
    fn find(&self, from: Square, to: Square, promotion: u8) -> Result<Move, SanProblem> {
        let m = self.written(Move { from: from as u8, to: to as u8, promotion, drop: 0 });
        if self.is_legal(m) {
            return Ok(m);
        }
        let queen = Move { promotion: PieceType::Queen.raw(), ..m };
        Err(if promotion == 0 && self.is_legal(queen) { SanProblem::MissingPromotion } else { SanProblem::Illegal })
    }

    /// Writes a move, and makes it; `None` if there is no piece on its square. `long` is long algebraic notation.
    pub(crate) fn san_and_play(&mut self, m: Move, long: bool) -> Option<String> {
        let mut text = self.plain_san(m, long)?;
        self.play(m);
        if !self.checkers().is_empty() {
            text.push(if self.has_legal() { '+' } else { '#' });
        }
        Some(text)
    }

    /// Writes a move without the sign of check.
    fn plain_san(&self, m: Move, long: bool) -> Option<String> {
        if m.is_null() {
            return Some(String::from("--"));
        }
        let to = Square::from_index(m.to)?;
        let mut text = String::with_capacity(8);
        let push_square = |text: &mut String, square: Square| {
            text.extend(square.to_ascii().map(char::from));
        };
        if let Some(dropped) = PieceType::from_raw(m.drop) {
            if dropped != PieceType::Pawn {
                text.push(dropped.letter().to_ascii_uppercase());
            }
            text.push('@');
            push_square(&mut text, to);
            return Some(text);
        }
        let from = Square::from_index(m.from)?;
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
            let others = self.by_type(piece) & self.by_color(self.turn) & attacks(piece, to, self.occupied());
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
        if let Some(promotion) = PieceType::from_raw(m.promotion) {
            text.push('=');
            text.push(promotion.letter().to_ascii_uppercase());
        }
        Some(text)
    }

    /// Those of some pieces that can legally move to a square.
    fn rivals(&self, from: Bitboard, to: Square) -> Bitboard {
        let mut rivals = Bitboard::EMPTY;
        if !from.is_empty() {
            _ = self.legal(from, Bitboard::from_square(to), &mut |m| {
                rivals |= Square::from_index(m.from).map_or(Bitboard::EMPTY, Bitboard::from_square);
                Visit::Continue(())
            });
        }
        rivals
    }
}
