//! Lists of moves, legality, and the forms of castling.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::convert::Infallible;
use core::ops::ControlFlow;

use gardez_bitboard::{Bitboard, attacks, between, pawn_attacks};
use gardez_position::internals::{Black, Side, Sink, White, finished};
use gardez_types::{Color, File, PieceType, Rank, Square};

use super::{FreeBoard, FreeMove};
use crate::any::VariantBoard;
use crate::movegen::{BACK_RANKS, PROMOTIONS_TO_KING, PinInfo, castlings, en_passant, steps};
use crate::moves::{VariantMove, VariantMoveKind};
use crate::sink::Each;
use crate::state::{BoardState, Pocket};
use crate::variant::Variant;

/// # Moves
impl FreeBoard {
    /// Returns the pseudo-legal moves from squares of `from` to squares of `to`, without drops.
    ///
    /// In `to`, castling counts as king takes rook.
    pub fn pseudo_legal_moves(&self, from: Bitboard, to: Bitboard) -> Vec<FreeMove> {
        let (state, mut moves) = (self.state(), Vec::with_capacity(48));
        let mut list = Each(|m: VariantMove| {
            if from.contains(m.origin()) && to.contains(m.to()) {
                moves.push(self.free(m));
            }
            ControlFlow::<Infallible>::Continue(())
        });
        finished(match self.side_to_move {
            Color::White => self.generate::<White, _>(&state, &mut list),
            Color::Black => self.generate::<Black, _>(&state, &mut list),
        });
        self.ordered(moves.into_iter(), None)
    }

    fn generate<S: Side, K: Sink>(&self, state: &BoardState, sink: &mut K) -> ControlFlow<K::Break> {
        let promotions = match self.variant {
            Variant::Antichess => &PROMOTIONS_TO_KING[..],
            _ => &PieceType::PROMOTION_PIECES,
        };
        steps::<S, K>(state, !state.by_color(S::US), promotions, sink)?;
        let rank = Rank::Five.relative_to(S::US);
        en_passant::<S, K>(state, |from, to| from.rank() == rank && state.piece_on(to).is_none(), sink)?;
        let king = self.castling_king(S::US);
        let attacked = |square, occupied| {
            self.can_be_checked(S::US, square) && !state.attackers_of(square, S::THEM, occupied).is_empty()
        };
        if king.is_some_and(|king| attacked(king, state.occupied())) {
            return ControlFlow::Continue(());
        }
        castlings::<S, K>(state, &PinInfo { king, ..PinInfo::NONE }, attacked, sink)
    }

    /// Returns the legal moves from squares of `from` to squares of `to`, and the drops on squares of `to`.
    ///
    /// Returns no moves if the game is over by a rule of the variant.
    pub fn legal_moves(&self, from: Bitboard, to: Bitboard) -> Vec<FreeMove> {
        if self.variant_end().is_some() {
            return Vec::new();
        }
        let king = self.pieces(self.side_to_move, PieceType::King).msb();
        let checked = king.filter(|&king| self.can_be_checked(self.side_to_move, king) && self.is_attacked(king));
        let first = checked.filter(|_| !matches!(self.variant, Variant::Atomic | Variant::RacingKings));
        if let Some(board) = self.position() {
            let fits = |m: &VariantMove| from.contains(m.from().unwrap_or(m.to())) && to.contains(m.to());
            return self.ordered(board.legal_moves().into_iter().filter(fits).map(|m| self.free(m)), first);
        }
        let mut moves = self.pseudo_legal_moves(from, to);
        match self.variant {
            Variant::Antichess => {
                let all = self.pseudo_legal_moves(Bitboard::FULL, Bitboard::FULL);
                let must_capture = all.into_iter().any(|m| self.is_capture(m));
                moves.retain(|&m| !must_capture || self.is_capture(m));
            }
            Variant::Atomic | Variant::RacingKings => moves.retain(|&m| !self.is_forbidden(m)),
            _ => {
                if let Some(king) = king {
                    // The king on the highest square counts, and in check no other king moves.
                    let others = self.pieces(self.side_to_move, PieceType::King) - king.into();
                    let stays = |m: FreeMove| checked.is_some() && others.contains(m.from);
                    moves.retain(|&m| !stays(m) && (self.is_castling(m) || !self.exposes(king, m)));
                }
                moves.extend(self.drops(from & to & self.check_mask()));
            }
        }
        self.ordered(moves.into_iter(), first)
    }

    /// Returns the drops on empty squares of `to`, in crazyhouse only: those of pawns first.
    pub fn drops(&self, to: Bitboard) -> Vec<FreeMove> {
        let mut drops = Vec::new();
        if self.variant.has_pockets() {
            let pocket = self.pockets[self.side_to_move.index()];
            let closed = |piece| if piece == PieceType::Pawn { BACK_RANKS } else { Bitboard::EMPTY };
            for piece in Pocket::TYPES.into_iter().filter(|piece| pocket[piece.index()] > 0) {
                let squares = to - self.occupied() - closed(piece);
                drops.extend(squares.into_iter().map(|square| FreeMove::drop_piece(piece, square)));
            }
        }
        drops
    }

    /// Returns the moves in order: `king`, other pieces, castling, captures by pawns, steps, double pushes, en passant
    /// captures; squares from h8 down to a1. Then drops, by pieces.
    fn ordered(&self, moves: impl Iterator<Item = FreeMove>, king: Option<Square>) -> Vec<FreeMove> {
        let (pawns, kings) = (self.by_type(PieceType::Pawn), self.by_type(PieceType::King));
        // The targets of each origin, and the moves that two squares do not define.
        let mut targets = [Bitboard::EMPTY; 64];
        let (mut origins, mut singles, mut doubles) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        let (mut castlings, mut promotions, mut passing, mut drops) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut count = 0;
        for m in moves {
            count += 1;
            if m.drop.is_some() {
                drops.push(m);
            } else if kings.contains(m.from) && self.is_castling(m) {
                castlings.push(m);
            } else if !pawns.contains(m.from) {
                targets[m.from.index()] |= m.to.into();
                origins |= m.from.into();
            } else {
                match (m.from as u8).abs_diff(m.to as u8) {
                    8 => singles |= m.to.into(),
                    16 => doubles |= m.to.into(),
                    _ if self.is_en_passant(m) => {
                        passing.push(m);
                        continue;
                    }
                    _ => {
                        targets[m.from.index()] |= m.to.into();
                        origins |= m.from.into();
                    }
                }
                if m.promotion.is_some() {
                    promotions.push(m);
                }
            }
        }
        castlings.sort_unstable_by_key(|m: &FreeMove| Reverse(m.to as u8));
        promotions.sort_unstable_by_key(|m: &FreeMove| Reverse(m.promotion.map_or(0, PieceType::raw)));
        passing.sort_unstable_by_key(|m: &FreeMove| Reverse(m.from as u8));
        drops.sort_unstable_by_key(|m: &FreeMove| (m.drop.map_or(0, PieceType::raw), m.to as u8));

        let mut list = Vec::with_capacity(count);
        let mut push = |from: Square, to: Square| {
            let step = FreeMove::new(from, to);
            let mut promoted = promotions.iter().filter(|m| (m.from, m.to) == (from, to)).peekable();
            if promoted.peek().is_none() {
                list.push(step);
            }
            list.extend(promoted);
        };
        let first = origins & king.map_or(Bitboard::EMPTY, Bitboard::from);
        for from in first.into_iter().chain((origins - pawns - first).into_iter().rev()) {
            targets[from.index()].into_iter().rev().for_each(|to| push(from, to));
        }
        castlings.iter().for_each(|m| push(m.from, m.to));
        for from in (origins & pawns).into_iter().rev() {
            targets[from.index()].into_iter().rev().for_each(|to| push(from, to));
        }
        for (squares, ranks) in [(singles, 8), (doubles, 16)] {
            for to in squares.into_iter().rev() {
                let from = if self.side_to_move == Color::White { to as u8 - ranks } else { to as u8 + ranks };
                Square::from_index(from).into_iter().for_each(|from| push(from, to));
            }
        }
        list.extend(passing);
        list.extend(drops);
        list
    }

    /// Returns the squares where a drop blocks the check: all squares if there is no check.
    pub fn check_mask(&self) -> Bitboard {
        let checkers = self.checkers();
        match (self.king(self.side_to_move), checkers.single()) {
            (Some(king), Some(checker)) => between(king, checker),
            _ if checkers.is_empty() => Bitboard::FULL,
            _ => Bitboard::EMPTY,
        }
    }
}

/// # Legality
impl FreeBoard {
    fn position(&self) -> Option<VariantBoard> {
        let has_odd_facts = self.ep_square != self.valid_ep()
            || !self.promoted.is_disjoint(self.by_type(PieceType::King))
            || self.variant == Variant::Antichess && !self.castling.is_empty();
        let board = VariantBoard::from_state(self.variant, self.state());
        (!has_odd_facts && board.check().is_ok()).then_some(board)
    }

    /// Returns `true` if a piece of the side that is not to move attacks `square`.
    fn is_attacked(&self, square: Square) -> bool {
        !self.attackers(!self.side_to_move, square, self.occupied()).is_empty()
    }

    /// Returns `true` if the king on this square is attacked after a move of its side.
    fn exposes(&self, king: Square, m: FreeMove) -> bool {
        let mut after = *self;
        after.play(m);
        let king = if m.from == king && m.drop.is_none() { m.to } else { king };
        !after.attackers(!self.side_to_move, king, after.occupied()).is_empty()
    }

    /// Returns `true` if a pseudo-legal move explodes or exposes the mover's king, or gives check in racing kings.
    fn is_forbidden(&self, m: FreeMove) -> bool {
        let mut after = *self;
        after.play(m);
        match self.variant {
            Variant::Atomic if after.king(self.side_to_move).is_none() => true,
            Variant::Atomic if after.king(!self.side_to_move).is_none() => false,
            Variant::RacingKings if after.in_check() => true,
            _ => after.was_into_check(),
        }
    }

    /// Returns `true` if the mover's king is in check after a move, or has exploded. Always `false` in antichess.
    pub fn is_into_check(&self, m: FreeMove) -> bool {
        match self.variant {
            Variant::Antichess => return false,
            Variant::Atomic => return self.is_forbidden(m),
            _ => {}
        }
        let Some(king) = self.king(self.side_to_move) else { return false };
        if !self.is_castling(m) {
            return self.exposes(king, m);
        }
        // Castling is generated only if it is legal.
        let mut after = *self;
        after.play(m);
        let target = after.king(self.side_to_move).filter(|_| m.from == king).unwrap_or(king);
        !self.is_pseudo_legal(self.written(m))
            && !after.attackers(!self.side_to_move, target, after.occupied()).is_empty()
    }

    /// Returns `true` if there is a legal move.
    pub fn has_legal_moves(&self) -> bool {
        self.has_easy_move() || self.legal_move_count() > 0
    }

    /// Returns `true` if a move is found that is legal for a simple reason, as in nearly all positions: in chess, the
    /// side to move is not in check, and a piece that is not pinned can move.
    fn has_easy_move(&self) -> bool {
        let (us, occupied) = (self.side_to_move, self.occupied());
        let Some(king) = self.pieces(us, PieceType::King).single() else { return false };
        if self.variant != Variant::Chess || self.promoted.contains(king) {
            return false;
        }
        let mut free = self.by_color(us) - king.into();
        for attacker in self.attackers(!us, king, Bitboard::EMPTY) {
            let between = between(king, attacker) & occupied;
            if between.is_empty() {
                return false;
            }
            if between.single().is_some() {
                free -= between;
            }
        }
        let pawns = (free & self.by_type(PieceType::Pawn)) - BACK_RANKS;
        if !(pawns.shift(us.up()) - occupied).is_empty() {
            return true;
        }
        [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen].into_iter().any(|piece_type| {
            let mut pieces = (free & self.by_type(piece_type)).into_iter();
            pieces.any(|from| !attacks(piece_type, from, occupied).is_subset(self.by_color(us)))
        })
    }

    /// Returns the number of legal moves.
    pub fn legal_move_count(&self) -> usize {
        match self.position() {
            Some(board) if self.variant_end().is_none() => board.legal_move_count() as usize,
            _ => self.legal_moves(Bitboard::FULL, Bitboard::FULL).len(),
        }
    }

    /// Returns `true` if a move is pseudo-legal.
    pub fn is_pseudo_legal(&self, m: FreeMove) -> bool {
        match m.drop {
            Some(_) => self.drops(m.to.into()).contains(&m),
            None => self.pseudo_legal_moves(m.from.into(), self.targets(m)).contains(&self.as_castling(m)),
        }
    }

    /// Returns `true` if a move is legal.
    pub fn is_legal(&self, m: FreeMove) -> bool {
        self.is_legal_step(m)
            .unwrap_or_else(|| self.legal_moves(m.from.into(), self.targets(m)).contains(&self.as_castling(m)))
    }

    /// Returns whether a move in chess is legal, or `None` if its squares do not show it: castling, en passant, odd boards.
    fn is_legal_step(&self, m: FreeMove) -> Option<bool> {
        let FreeMove { from, to, promotion, drop } = m;
        let (us, occupied) = (self.side_to_move, self.occupied());
        let (own, kings) = (self.by_color(us), self.pieces(us, PieceType::King));
        let piece = self.type_at(from).filter(|_| own.contains(from) && drop.is_none() && !own.contains(to))?;
        if self.variant != Variant::Chess || kings.len() > 1 || self.is_castling(m) {
            return None;
        }
        let is_last = to.rank() == (!us).back_rank();
        let reached = match piece {
            PieceType::Pawn if self.ep_square == Some(to) || BACK_RANKS.contains(from) => return None,
            PieceType::Pawn
                if is_last != promotion.is_some_and(|piece| PieceType::PROMOTION_PIECES.contains(&piece)) =>
            {
                return Some(false);
            }
            PieceType::Pawn => {
                let one = Bitboard::from(from).shift(us.up()) - occupied;
                let two = (one & Rank::Three.relative_to(us).into()).shift(us.up()) - occupied;
                one | two | (pawn_attacks(us, from) & occupied)
            }
            piece => attacks(piece, from, occupied),
        };
        let fits = reached.contains(to) && (promotion.is_none() || piece == PieceType::Pawn && is_last);
        let after = (occupied - from.into()) | to.into();
        let is_safe = |king| (self.attackers(!us, if king == from { to } else { king }, after) - to.into()).is_empty();
        Some(fits && kings.single().is_none_or(is_safe))
    }

    /// Returns the target of a move, and the square of the rook if it is castling.
    fn targets(&self, m: FreeMove) -> Bitboard {
        Bitboard::from(m.to) | self.inner(m).to.into()
    }

    /// Returns the move with castling as the king's step, except in Chess960.
    fn as_castling(&self, m: FreeMove) -> FreeMove {
        if self.chess960 { m } else { self.standard(m) }
    }

    /// Returns `true` if a pseudo-legal move captures en passant.
    pub fn has_pseudo_legal_en_passant(&self) -> bool {
        self.en_passant_captures().next().is_some()
    }

    /// Returns `true` if a legal move captures en passant.
    pub fn has_legal_en_passant(&self) -> bool {
        self.en_passant_captures().any(|m| !self.is_into_check(m))
    }

    /// Returns the pseudo-legal captures en passant, from the highest square on.
    pub fn en_passant_captures(&self) -> impl Iterator<Item = FreeMove> {
        let us = self.side_to_move;
        let pawns = self.pieces(us, PieceType::Pawn) & Rank::Five.relative_to(us).into();
        let target = self.ep_square.filter(|&square| !self.occupied().contains(square));
        target.into_iter().flat_map(move |to| {
            (pawns & pawn_attacks(!us, to)).into_iter().rev().map(move |from| FreeMove::new(from, to))
        })
    }
}

/// # Castling
impl FreeBoard {
    #[inline]
    fn free(&self, m: VariantMove) -> FreeMove {
        let free = FreeMove { promotion: m.promotion(), ..FreeMove::new(m.origin(), m.to()) };
        match m.kind() {
            VariantMoveKind::Drop(piece_type) => FreeMove::drop_piece(piece_type, m.to()),
            VariantMoveKind::Castling => self.as_castling(free),
            _ => free,
        }
    }

    /// Returns the move with castling in the board's form: the king's step, or king takes rook in Chess960.
    pub fn written(&self, m: FreeMove) -> FreeMove {
        if self.chess960 { self.inner(m) } else { self.standard(self.inner(m)) }
    }

    /// Returns the move, with king takes rook from e1 or e8 to a corner as the king's step.
    pub fn standard(&self, m: FreeMove) -> FreeMove {
        if m.promotion.is_some() {
            return m;
        }
        self.rewritten(m, [(File::H, File::G), (File::A, File::C)], |_| true)
    }

    /// Returns the move, with the king's step of two squares from e1 or e8 as king takes rook.
    pub fn inner(&self, m: FreeMove) -> FreeMove {
        self.rewritten(m, [(File::G, File::H), (File::C, File::A)], |to| !self.by_type(PieceType::Rook).contains(to))
    }

    fn rewritten(&self, m: FreeMove, files: [(File, File); 2], fits: impl Fn(Square) -> bool) -> FreeMove {
        let is_home = matches!(m.from, Square::E1 | Square::E8) && m.from.rank() == m.to.rank();
        if m.drop.is_some() || !is_home || !self.by_type(PieceType::King).contains(m.from) || !fits(m.to) {
            return m;
        }
        let found = files.into_iter().find(|&(file, _)| file == m.to.file());
        found.map_or(m, |(_, file)| FreeMove { to: Square::new(file, m.from.rank()), promotion: None, ..m })
    }
}
