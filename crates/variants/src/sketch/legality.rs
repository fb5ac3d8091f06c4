//! The legality of pseudo-legal moves, castling, and how castling is written.

use core::convert::Infallible;
use core::ops::ControlFlow;

use gardez_bitboard::{Bitboard, between, king_attacks, line};
use gardez_types::{File, PieceType, Square};

use super::generate::down;
use super::{SketchBoard, SketchMove};
use crate::variant::Variant;

impl SketchBoard {
    /// Passes the castling moves to a function, until it breaks: those that leave squares of `from` for rooks on squares of
    /// `to`. All of them are legal in a game that goes on.
    pub fn visit_castling<B>(
        &self,
        from: Bitboard,
        to: Bitboard,
        visit: &mut impl FnMut(SketchMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.castling.is_empty() {
            return ControlFlow::Continue(());
        }
        let rank = self.side_to_move.back_rank();
        let back = Bitboard::from_rank(rank);
        let kings = self.pieces(self.side_to_move, PieceType::King) & !self.promoted & back & from;
        // Of several kings, the one on the lowest square.
        let Some(king) = kings.lsb() else { return ControlFlow::Continue(()) };
        let enemy = |square, occupied| {
            self.can_be_checked(self.side_to_move, square)
                && !self.attackers(!self.side_to_move, square, occupied).is_empty()
        };
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
                visit(self.written(SketchMove::new(king, rook)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Passes the legal moves from squares of `from` to squares of `to` to a function, until it breaks. A drop leaves no
    /// square. There are none if the game is over by a rule of the variant.
    pub fn visit_legal<B>(
        &self,
        from: Bitboard,
        to: Bitboard,
        visit: &mut impl FnMut(SketchMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.variant == Variant::Chess {
            return self.visit_legal_steps(from, to, visit);
        }
        if self.variant_end().is_some() {
            return ControlFlow::Continue(());
        }
        match self.variant {
            Variant::Antichess => {
                let must_capture = self.must_capture();
                self.visit_pseudo_legal(from, to, &mut |m| {
                    if must_capture && !self.is_capture(m) { ControlFlow::Continue(()) } else { visit(m) }
                })
            }
            Variant::Atomic | Variant::RacingKings => self.visit_pseudo_legal(from, to, &mut |m| {
                if self.is_forbidden(m) { ControlFlow::Continue(()) } else { visit(m) }
            }),
            Variant::Crazyhouse => {
                self.visit_legal_steps(from, to, visit)?;
                self.visit_drops(to & self.answers(), visit)
            }
            _ => self.visit_legal_steps(from, to, visit),
        }
    }

    /// Returns `true` if a capture is possible.
    fn must_capture(&self) -> bool {
        let mut visit = |m| if self.is_capture(m) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.visit_pseudo_legal(Bitboard::FULL, Bitboard::FULL, &mut visit).is_break()
    }

    /// Returns the squares where a drop answers the check, all of them if there is none.
    pub fn answers(&self) -> Bitboard {
        let checkers = self.checkers();
        match (self.king(self.side_to_move), checkers.single()) {
            (Some(king), Some(checker)) => between(king, checker),
            _ if checkers.is_empty() => Bitboard::FULL,
            _ => Bitboard::EMPTY,
        }
    }

    /// Visits the legal moves of chess. Without a king, all pseudo-legal moves are legal.
    fn visit_legal_steps<B>(
        &self,
        from: Bitboard,
        to: Bitboard,
        visit: &mut impl FnMut(SketchMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let kings = self.pieces(self.side_to_move, PieceType::King);
        let Some(king) = kings.msb() else { return self.visit_pseudo_legal(from, to, visit) };
        let blockers = self.blockers(king);
        let checkers = self.attackers(!self.side_to_move, king, self.occupied());
        if checkers.is_empty() {
            return self.visit_pseudo_legal(from, to, &mut |m| {
                if self.is_safe(king, blockers, m) { visit(m) } else { ControlFlow::Continue(()) }
            });
        }

        // In check: the king first, then the others, if there is one checker to capture or to block.
        let own = self.by_color(self.side_to_move);
        let royal = Bitboard::from_square(king);
        if from.contains(king) {
            let without = self.occupied() & !royal;
            for square in down(king_attacks(king) & !own & to) {
                if self.attackers(!self.side_to_move, square, without).is_empty() {
                    visit(SketchMove::new(king, square))?;
                }
            }
        }
        let Some(checker) = checkers.single() else { return ControlFlow::Continue(()) };
        let target = between(king, checker) | Bitboard::from_square(checker);
        let mut safe = |m| if self.is_safe(king, blockers, m) { visit(m) } else { ControlFlow::Continue(()) };
        self.visit_pseudo_legal(from & !kings, to & target, &mut safe)?;
        // A pawn that gives check after its double step can be captured in passing.
        match self.ep_square {
            Some(ep) if !target.contains(ep) => {
                let passed = self.behind(ep, 1);
                if passed == Some(checker) {
                    self.visit_en_passant(from, to, &mut safe)
                } else {
                    ControlFlow::Continue(())
                }
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Returns `true` if a pseudo-legal move of a side that is not in check, or that answers the check, leaves the king
    /// alone. `blockers` are the pieces before the king.
    fn is_safe(&self, king: Square, blockers: Bitboard, m: SketchMove) -> bool {
        if m.from == king {
            let without = self.occupied() & !Bitboard::from_square(king);
            return self.is_castling(m) || self.attackers(!self.side_to_move, m.to, without).is_empty();
        }
        if self.is_en_passant(m) {
            return !self.is_into_check(m);
        }
        !blockers.contains(m.from) || line(king, m.from).contains(m.to)
    }

    /// Returns `true` if a rule of the variant forbids a pseudo-legal move: one that explodes or uncovers the mover's
    /// king, or in racing kings gives check.
    fn is_forbidden(&self, m: SketchMove) -> bool {
        let mut after = *self;
        after.play(m);
        match self.variant {
            Variant::Atomic if after.king(self.side_to_move).is_none() => true,
            Variant::Atomic if after.king(!self.side_to_move).is_none() => false,
            Variant::RacingKings if after.is_check() => true,
            _ => after.was_into_check(),
        }
    }

    /// Returns `true` if a move leaves or puts the mover's king in check. In antichess, no move does; in
    /// atomic, one that explodes the mover's king does.
    pub fn is_into_check(&self, m: SketchMove) -> bool {
        match self.variant {
            Variant::Antichess => return false,
            Variant::Atomic => return self.is_forbidden(m),
            _ => {}
        }
        let Some(king) = self.king(self.side_to_move) else { return false };
        if self.is_castling(m) {
            // Castling is generated only if it is legal.
            let m = self.written(m);
            let mut visit = |legal| if legal == m { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            if self.visit_castling(Bitboard::FULL, Bitboard::FULL, &mut visit).is_break() {
                return false;
            }
        }
        let mut after = *self;
        after.play(m);
        // Of several kings, the one that counted before the move.
        let is_kings = m.from == king && m.drop.is_none();
        let king = if self.is_castling(m) || !is_kings {
            after.king(self.side_to_move).filter(|_| is_kings)
        } else {
            Some(m.to)
        }
        .unwrap_or(king);
        !after.attackers(!self.side_to_move, king, after.occupied()).is_empty()
    }

    /// Returns `true` if there is a legal move.
    pub fn has_legal_moves(&self) -> bool {
        self.visit_legal(Bitboard::FULL, Bitboard::FULL, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Returns the number of legal moves.
    pub fn legal_move_count(&self) -> usize {
        let mut count = 0;
        let ControlFlow::Continue(()) = self.visit_legal(Bitboard::FULL, Bitboard::FULL, &mut |_| {
            count += 1;
            ControlFlow::<Infallible>::Continue(())
        });
        count
    }

    /// Returns `true` if the pieces can make a move, checks aside.
    pub fn is_pseudo_legal(&self, m: SketchMove) -> bool {
        let is_it = |wanted: SketchMove| {
            move |other| if other == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if m.drop.is_some() {
            return m.from == m.to && self.visit_drops(Bitboard::from_square(m.to), &mut is_it(m)).is_break();
        }
        if m.from == m.to || !self.by_color(self.side_to_move).contains(m.from) {
            return false;
        }
        let targets = Bitboard::from_square(m.to) | Bitboard::from_square(self.inner(m).to);
        let from = Bitboard::from_square(m.from);
        self.visit_pseudo_legal(from, targets, &mut is_it(self.written(m))).is_break()
    }

    /// Returns `true` if a move is legal.
    pub fn is_legal(&self, m: SketchMove) -> bool {
        match self.variant {
            Variant::Chess => self.is_pseudo_legal(m) && !self.is_into_check(m),
            _ if m.drop.is_some() => {
                self.is_pseudo_legal(m) && self.answers().contains(m.to) && self.variant_end().is_none()
            }
            _ => {
                let (from, to) = (Bitboard::from_square(m.from), Bitboard::from_square(self.inner(m).to) | m.to.into());
                let m = self.written(m);
                let mut visit = |other| if other == m { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                m.is_step() && self.visit_legal(from, to, &mut visit).is_break()
            }
        }
    }

    /// Returns `true` if a pawn could capture en passant, checks aside.
    pub fn has_pseudo_legal_en_passant(&self) -> bool {
        self.visit_en_passant(Bitboard::FULL, Bitboard::FULL, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Returns `true` if a pawn can capture en passant.
    pub fn has_legal_en_passant(&self) -> bool {
        let mut visit = |m| if self.is_into_check(m) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        self.visit_en_passant(Bitboard::FULL, Bitboard::FULL, &mut visit).is_break()
    }

    /// Returns the move with castling as the board writes it: the king's step, or king takes rook.
    pub fn written(&self, m: SketchMove) -> SketchMove {
        if self.chess960 { self.inner(m) } else { self.standard(m) }
    }

    /// Returns castling of a king on e1 or e8 as a step of two squares, if the move goes from there to a corner.
    pub fn standard(&self, m: SketchMove) -> SketchMove {
        self.rewritten(m, [(File::H, File::G), (File::A, File::C)], |_| true)
    }

    /// Returns castling of a king on e1 or e8 as king takes rook, if the move is a step of two squares.
    pub fn inner(&self, m: SketchMove) -> SketchMove {
        self.rewritten(m, [(File::G, File::H), (File::C, File::A)], |to| !self.by_type(PieceType::Rook).contains(to))
    }

    fn rewritten(&self, m: SketchMove, files: [(File, File); 2], fits: impl Fn(Square) -> bool) -> SketchMove {
        let is_home = matches!(m.from, Square::E1 | Square::E8) && m.from.rank() == m.to.rank();
        if m.drop.is_some() || !is_home || !self.by_type(PieceType::King).contains(m.from) || !fits(m.to) {
            return m;
        }
        let found = files.into_iter().find(|&(file, _)| file == m.to.file());
        found.map_or(m, |(_, file)| SketchMove { to: Square::new(file, m.from.rank()), promotion: None, ..m })
    }
}
