//! Pseudo-legal and legal moves, in python-chess's order.

use std::ops::ControlFlow;

use gardez_bitboard::{Bitboard, between, line, pawn_attacks};
use gardez_types::{Color, File, PieceType, Rank, Square};

use super::{Sketch, is_back_rank};
use crate::moves::Move;

/// What a visitor of moves says: `Break` to see no more.
pub(crate) type Visit = ControlFlow<()>;

const PROMOTIONS: [PieceType; 4] = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

/// The squares of a set, from h8 down to a1.
pub(super) fn down(mut set: Bitboard) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || set.pop_msb())
}

fn rows(a: Rank, b: Rank) -> Bitboard {
    Bitboard::from_rank(a) | Bitboard::from_rank(b)
}

fn quiet(from: Square, to: Square) -> Move {
    Move { from: from as u8, to: to as u8, promotion: 0, drop: 0 }
}

/// A move of a pawn, in each of its forms.
fn pawn(from: Square, to: Square, visit: &mut impl FnMut(Move) -> Visit) -> Visit {
    if !is_back_rank(to) {
        return visit(quiet(from, to));
    }
    for promotion in PROMOTIONS {
        visit(Move { promotion: promotion.raw(), ..quiet(from, to) })?;
    }
    Visit::Continue(())
}

impl Sketch {
    /// Visits the pseudo-legal moves between two sets of squares.
    pub(crate) fn pseudo_legal(&self, from: Bitboard, to: Bitboard, visit: &mut impl FnMut(Move) -> Visit) -> Visit {
        let (own, pawns, occupied) = (self.by_color(self.turn), self.by_type(PieceType::Pawn), self.occupied());
        let movers = own & from;

        for origin in down(movers & !pawns) {
            for square in down(self.attacks(origin) & !own & to) {
                visit(quiet(origin, square))?;
            }
        }
        self.castling(from, to, visit)?;

        let pawns = movers & pawns;
        if pawns.is_empty() {
            return Visit::Continue(());
        }
        for origin in down(pawns) {
            let targets = pawn_attacks(self.turn, origin) & self.by_color(!self.turn) & to;
            for square in down(targets) {
                pawn(origin, square, visit)?;
            }
        }
        let (single, double) = match self.turn {
            Color::White => {
                let single = Bitboard::from_bits(pawns.bits() << 8) & !occupied;
                (single, Bitboard::from_bits(single.bits() << 8) & !occupied & rows(Rank::Three, Rank::Four))
            }
            Color::Black => {
                let single = Bitboard::from_bits(pawns.bits() >> 8) & !occupied;
                (single, Bitboard::from_bits(single.bits() >> 8) & !occupied & rows(Rank::Six, Rank::Five))
            }
        };
        for (targets, steps) in [(single, 1), (double, 2)] {
            for square in down(targets & to) {
                if let Some(origin) = self.behind(square, steps) {
                    pawn(origin, square, visit)?;
                }
            }
        }
        self.pseudo_legal_ep(from, to, visit)
    }

    /// The square some ranks back, as the side to move sees it.
    fn behind(&self, square: Square, ranks: u8) -> Option<Square> {
        let index = match self.turn {
            Color::White => (square as u8).checked_sub(8 * ranks)?,
            Color::Black => square as u8 + 8 * ranks,
        };
        Square::from_index(index)
    }

    /// Visits the pseudo-legal captures en passant.
    pub(crate) fn pseudo_legal_ep(&self, from: Bitboard, to: Bitboard, visit: &mut impl FnMut(Move) -> Visit) -> Visit {
        let Some(ep) = self.ep.filter(|&ep| to.contains(ep) && !self.occupied().contains(ep)) else {
            return Visit::Continue(());
        };
        let rank = if self.turn == Color::White { Rank::Five } else { Rank::Four };
        let origins = pawn_attacks(!self.turn, ep) & Bitboard::from_rank(rank);
        for origin in down(origins & from & self.pieces(self.turn, PieceType::Pawn)) {
            visit(quiet(origin, ep))?;
        }
        Visit::Continue(())
    }

    /// Visits the castling moves that are legal.
    pub(crate) fn castling(&self, from: Bitboard, to: Bitboard, visit: &mut impl FnMut(Move) -> Visit) -> Visit {
        if self.castling.is_empty() {
            return Visit::Continue(());
        }
        let rank = self.turn.back_rank();
        let back = Bitboard::from_rank(rank);
        let kings = self.pieces(self.turn, PieceType::King) & !self.promoted & back & from;
        // Of several kings, the one on the lowest square.
        let Some(king) = kings.lsb() else { return Visit::Continue(()) };
        let enemy = |square, occupied| !self.attackers(!self.turn, square, occupied).is_empty();
        let occupied = self.occupied();
        for rook in down(self.clean_castling() & back & to) {
            let is_queenside = rook < king;
            let king_to = Square::new(if is_queenside { File::C } else { File::G }, rank);
            let rook_to = Square::new(if is_queenside { File::D } else { File::F }, rank);
            let both = Bitboard::from_square(king) | Bitboard::from_square(rook);
            let path = between(king, king_to) | Bitboard::from_square(king_to);
            let rook_path = between(rook, rook_to) | Bitboard::from_square(rook_to);
            if !((path | rook_path) & occupied & !both).is_empty() {
                continue;
            }
            let without = occupied & !Bitboard::from_square(king);
            let is_attacked = enemy(king, occupied)
                || (between(king, king_to)).into_iter().any(|square| enemy(square, without))
                || enemy(king_to, (occupied & !both) | Bitboard::from_square(rook_to));
            if !is_attacked {
                visit(self.written(quiet(king, rook)))?;
            }
        }
        Visit::Continue(())
    }

    /// Visits the legal moves between two sets of squares. Without a king, all pseudo-legal moves are legal.
    pub(crate) fn legal(&self, from: Bitboard, to: Bitboard, visit: &mut impl FnMut(Move) -> Visit) -> Visit {
        let kings = self.pieces(self.turn, PieceType::King);
        let Some(king) = kings.msb() else { return self.pseudo_legal(from, to, visit) };
        let blockers = self.blockers(king);
        let checkers = self.attackers(!self.turn, king, self.occupied());
        if checkers.is_empty() {
            return self.pseudo_legal(from, to, &mut |m| {
                if self.is_safe(king, blockers, m) { visit(m) } else { Visit::Continue(()) }
            });
        }

        // In check: the king first, then the others, if there is one checker to capture or to block.
        let own = self.by_color(self.turn);
        let royal = Bitboard::from_square(king);
        if from.contains(king) {
            let without = self.occupied() & !royal;
            for square in down(gardez_bitboard::king_attacks(king) & !own & to) {
                if self.attackers(!self.turn, square, without).is_empty() {
                    visit(quiet(king, square))?;
                }
            }
        }
        let Some(checker) = checkers.single() else { return Visit::Continue(()) };
        let target = between(king, checker) | Bitboard::from_square(checker);
        let mut safe = |m| if self.is_safe(king, blockers, m) { visit(m) } else { Visit::Continue(()) };
        self.pseudo_legal(from & !kings, to & target, &mut safe)?;
        // A pawn that gives check after its double step can be captured in passing.
        match self.ep {
            Some(ep) if !target.contains(ep) => {
                let passed = self.behind(ep, 1);
                if passed == Some(checker) { self.pseudo_legal_ep(from, to, &mut safe) } else { Visit::Continue(()) }
            }
            _ => Visit::Continue(()),
        }
    }

    /// Returns `true` if a pseudo-legal move of a side that is not in check, or that answers the check, leaves the king
    /// alone. `blockers` are the pieces before the king.
    fn is_safe(&self, king: Square, blockers: Bitboard, m: Move) -> bool {
        let Some((from, to)) = m.squares() else { return true };
        if from == king {
            return self.is_castling(m)
                || self.attackers(!self.turn, to, self.occupied() & !Bitboard::from_square(king)).is_empty();
        }
        if self.is_en_passant(m) {
            return !self.is_into_check(m);
        }
        !blockers.contains(from) || line(king, from).contains(to)
    }

    /// Returns `true` if a move leaves or puts the own king in check.
    pub(crate) fn is_into_check(&self, m: Move) -> bool {
        let Some(king) = self.king(self.turn) else { return false };
        if self.is_castling(m) && m.drop == 0 {
            // Castling is generated only if it is legal.
            let (m, mut found) = (self.written(m), false);
            _ = self.castling(Bitboard::FULL, Bitboard::FULL, &mut |legal| {
                found |= legal == m;
                Visit::Continue(())
            });
            if found {
                return false;
            }
        }
        let mut after = *self;
        after.play(m);
        // Of several kings, the one that counted before the move.
        let is_kings = m.from == king as u8;
        let king = if self.is_castling(m) || !is_kings {
            after.king(self.turn).filter(|_| is_kings)
        } else {
            Square::from_index(m.to)
        }
        .unwrap_or(king);
        !after.attackers(!self.turn, king, after.occupied()).is_empty()
    }

    /// Returns `true` if there is a legal move.
    pub(crate) fn has_legal(&self) -> bool {
        self.legal(Bitboard::FULL, Bitboard::FULL, &mut |_| Visit::Break(())).is_break()
    }

    /// The number of legal moves.
    pub(crate) fn legal_count(&self) -> usize {
        let mut count = 0;
        _ = self.legal(Bitboard::FULL, Bitboard::FULL, &mut |_| {
            count += 1;
            Visit::Continue(())
        });
        count
    }

    /// Returns `true` if the pieces can make a move, checks aside.
    pub(crate) fn is_pseudo_legal(&self, m: Move) -> bool {
        let Some((from, to)) = m.squares() else { return false };
        if m.drop != 0 || !self.by_color(self.turn).contains(from) {
            return false;
        }
        let mut found = false;
        let target = self.inner(m).squares().map_or(to, |(_, to)| to);
        let targets = Bitboard::from_square(to) | Bitboard::from_square(target);
        let m = self.written(m);
        _ = self.pseudo_legal(Bitboard::from_square(from), targets, &mut |other| {
            found |= other == m;
            if found { Visit::Break(()) } else { Visit::Continue(()) }
        });
        found
    }

    /// Returns `true` if a move is legal.
    pub(crate) fn is_legal(&self, m: Move) -> bool {
        self.is_pseudo_legal(m) && !self.is_into_check(m)
    }

    /// Returns `true` if a pawn could capture en passant, checks aside.
    pub(crate) fn has_pseudo_legal_ep(&self) -> bool {
        self.ep.is_some() && self.pseudo_legal_ep(Bitboard::FULL, Bitboard::FULL, &mut |_| Visit::Break(())).is_break()
    }

    /// Returns `true` if a pawn can capture en passant.
    pub(crate) fn has_legal_ep(&self) -> bool {
        self.ep.is_some()
            && self
                .pseudo_legal_ep(Bitboard::FULL, Bitboard::FULL, &mut |m| {
                    if self.is_into_check(m) { Visit::Continue(()) } else { Visit::Break(()) }
                })
                .is_break()
    }

    /// The side to move's list of a move in the board's way to write castling.
    pub(crate) fn written(&self, m: Move) -> Move {
        if self.chess960 { self.inner(m) } else { self.standard(m) }
    }

    /// Castling of a king on e1 or e8 as a step of two squares, if the move is from there to a corner.
    pub(crate) fn standard(&self, m: Move) -> Move {
        self.rewritten(m, [(7, 6), (0, 2)], |_| true)
    }

    /// Castling of a king on e1 or e8 as king takes rook, if the move is a step of two squares.
    pub(crate) fn inner(&self, m: Move) -> Move {
        self.rewritten(m, [(6, 7), (2, 0)], |to| !self.by_type(PieceType::Rook).contains(to))
    }

    fn rewritten(&self, m: Move, files: [(u8, u8); 2], fits: impl Fn(Square) -> bool) -> Move {
        if m.drop != 0 || !matches!(m.from, 4 | 60) {
            return m;
        }
        let Some((from, to)) = m.squares() else { return m };
        if from.rank() != to.rank() || !self.by_type(PieceType::King).contains(from) || !fits(to) {
            return m;
        }
        let found = files.into_iter().find(|&(file, _)| file == m.to % 8);
        found.map_or(m, |(_, file)| Move { to: m.from / 8 * 8 + file, promotion: 0, ..m })
    }
}
