//! Lists of moves, legality, and the forms of castling.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

use gardez_bitboard::{Bitboard, attacks, between, line, path_to, pawn_attacks};
use gardez_position::internals::{finished, path};
use gardez_types::{CastlingSide, File, PieceType, Rank, Square};

use super::{FreeBoard, FreeMove};
use crate::movegen::BACK_RANKS;
use crate::state::Pocket;
use crate::variant::Variant;

/// What a pawn becomes, a king in antichess only.
const PROMOTIONS: [PieceType; 5] =
    [PieceType::King, PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

/// What limits the moves of pieces other than the king.
struct Limits {
    king: Option<Square>,
    in_check: bool,
    /// The squares that answer a check: all of them if there is none.
    allowed: Bitboard,
    pinned: Bitboard,
}

impl Limits {
    const NONE: Self = Self { king: None, in_check: false, allowed: Bitboard::FULL, pinned: Bitboard::EMPTY };

    /// Returns the line that a piece cannot leave, or all squares.
    #[inline]
    fn line(&self, from: Square) -> Bitboard {
        match self.king {
            Some(king) if self.pinned.contains(from) => line(king, from),
            _ => Bitboard::FULL,
        }
    }
}

/// Where moves that are listed together come from: from a square, or as pawns one or two steps behind their targets.
#[derive(Clone, Copy)]
enum Origin {
    Piece(Square),
    Pawn(Square),
    One,
    Two,
}

impl Origin {
    #[inline]
    fn last_ranks(self) -> Bitboard {
        if matches!(self, Self::Piece(_)) { Bitboard::EMPTY } else { BACK_RANKS }
    }

    /// Returns the number of moves, with this many promotions on each square of the last rank.
    #[inline]
    fn count(self, targets: Bitboard, promotions: u32) -> u32 {
        targets.len() + (promotions - 1) * (targets & self.last_ranks()).len()
    }
}

/// # Moves
impl FreeBoard {
    /// Returns the pseudo-legal moves from squares of `from` to squares of `to`, without drops.
    ///
    /// In `to`, castling counts as king takes rook.
    pub fn pseudo_legal_moves(&self, from: Bitboard, to: Bitboard) -> Vec<FreeMove> {
        self.listed(from, to, &Limits::NONE)
    }

    fn listed(&self, from: Bitboard, to: Bitboard, limits: &Limits) -> Vec<FreeMove> {
        let (mut moves, (down, promotions)) = (Vec::with_capacity(48), ((!self.side_to_move).up(), self.promotions()));
        let list = |origin, targets: Bitboard| {
            for to in targets.into_iter().rev() {
                let from = match origin {
                    Origin::Piece(from) | Origin::Pawn(from) => Some(from),
                    Origin::One => to.step(down),
                    Origin::Two => to.step(down).and_then(|passed| passed.step(down)),
                };
                let Some(step) = from.map(|from| FreeMove::new(from, to)) else { continue };
                if origin.last_ranks().contains(to) {
                    moves.extend(promotions.iter().map(|&piece| FreeMove { promotion: Some(piece), ..step }));
                } else {
                    moves.push(step);
                }
            }
            ControlFlow::<Infallible>::Continue(())
        };
        finished(self.visit(from, to, limits, list));
        moves
    }

    /// Returns what pawns become, in order.
    fn promotions(&self) -> &'static [PieceType] {
        if self.variant == Variant::Antichess { &PROMOTIONS } else { &PROMOTIONS[1..] }
    }

    /// Visits the moves in order: the king in check, other pieces, castling, captures by pawns, steps, double pushes, en
    /// passant captures; squares from h8 down to a1.
    #[inline]
    fn visit<B>(
        &self,
        from: Bitboard,
        to: Bitboard,
        limits: &Limits,
        mut visit: impl FnMut(Origin, Bitboard) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (us, occupied) = (self.side_to_move, self.occupied());
        let (theirs, own, to_free) = (self.by_color(!us), self.by_color(us) & from, to - self.by_color(us));
        let allowed = to_free & limits.allowed;
        let (pawns, kings) = (own & self.by_type(PieceType::Pawn), own & self.by_type(PieceType::King));
        let king = limits.king.filter(|&king| kings.contains(king));
        if let Some(king) = king.filter(|_| limits.in_check) {
            visit(Origin::Piece(king), self.safe_targets(king, to_free))?;
        }
        let others = if limits.in_check { own - pawns - kings } else { own - pawns };
        for from in others.into_iter().rev() {
            let Some(piece_type) = self.type_at(from) else { continue };
            let targets = match piece_type {
                PieceType::King if king == Some(from) => self.safe_targets(from, to_free),
                _ => attacks(piece_type, from, occupied) & allowed & limits.line(from),
            };
            visit(Origin::Piece(from), targets)?;
        }
        if !(self.castling & to).is_empty() && !limits.in_check {
            for m in self.castlings().filter(|m| from.contains(m.from) && to.contains(m.to)) {
                visit(Origin::Piece(m.from), self.as_castling(m).to.into())?;
            }
        }
        let targets = theirs & allowed;
        if !targets.is_empty() {
            for from in pawns.into_iter().rev() {
                visit(Origin::Pawn(from), pawn_attacks(us, from) & targets & limits.line(from))?;
            }
        }
        // Pawns on the first rank may step twice, too.
        let file = limits.king.map_or(Bitboard::FULL, |king| king.file().into());
        let once = (pawns - (limits.pinned - file)).shift(us.up()) - occupied;
        let may_go_on = Bitboard::from(Rank::Two.relative_to(us)) | Rank::Three.relative_to(us).into();
        visit(Origin::One, once & allowed)?;
        visit(Origin::Two, ((once & may_go_on).shift(us.up()) - occupied) & allowed)?;
        let is_safe = |m: &FreeMove| limits.king.is_none_or(|king| !self.exposes(king, *m));
        let fits = |m: &FreeMove| from.contains(m.from) && to.contains(m.to) && is_safe(m);
        self.en_passant_captures().filter(fits).try_for_each(|m| visit(Origin::Pawn(m.from), m.to.into()))
    }

    /// Returns the squares of `to` around the king that are not attacked when it has left its own.
    fn safe_targets(&self, king: Square, to: Bitboard) -> Bitboard {
        let (us, rest) = (self.side_to_move, self.occupied() - king.into());
        let targets = attacks(PieceType::King, king, rest) & to;
        let is_safe = |to: &Square| (self.attackers(!us, *to, rest | (*to).into()) - (*to).into()).is_empty();
        targets.into_iter().filter(is_safe).collect()
    }

    /// Returns the castling moves, as king takes rook: the king's side first.
    fn castlings(&self) -> impl Iterator<Item = FreeMove> {
        let (us, occupied) = (self.side_to_move, self.occupied());
        let attacked = move |square, occupied| {
            self.can_be_checked(us, square) && !self.attackers(!us, square, occupied).is_empty()
        };
        let rooks = self.clean_castling() & us.back_rank().into();
        let king = self.castling_king(us).filter(|&king| !rooks.is_empty() && !attacked(king, occupied));
        [CastlingSide::KingSide, CastlingSide::QueenSide].into_iter().filter_map(move |side| {
            let king = king?;
            let mut outer = (rooks - king.into()).into_iter().rev();
            let rook = outer.find(|&rook| CastlingSide::from_squares(king, rook) == side)?;
            let (target, rook_target) = (side.king_target(us), side.rook_target(us));
            let rest = occupied - king.into();
            // The rook may uncover a check, in Chess960.
            let after = (rest - rook.into()) | rook_target.into() | target.into();
            let is_open = path(us, side, king, rook).is_disjoint(occupied);
            let is_safe = is_open && between(king, target).into_iter().all(|square| !attacked(square, rest));
            (is_safe && !attacked(target, after)).then_some(FreeMove::new(king, rook))
        })
    }

    /// Returns the legal moves from squares of `from` to squares of `to`, and the drops on squares of `to`.
    ///
    /// Returns no moves if the game is over by a rule of the variant.
    pub fn legal_moves(&self, from: Bitboard, to: Bitboard) -> Vec<FreeMove> {
        if self.variant_end().is_some() {
            return Vec::new();
        }
        let mut moves = self.listed(from, to, &self.limits());
        match self.variant {
            Variant::Antichess => {
                let all = self.pseudo_legal_moves(Bitboard::FULL, Bitboard::FULL);
                let must_capture = all.into_iter().any(|m| self.is_capture(m));
                moves.retain(|&m| !must_capture || self.is_capture(m));
            }
            Variant::Atomic | Variant::RacingKings => moves.retain(|&m| !self.is_forbidden(m)),
            Variant::Crazyhouse => moves.extend(self.drops(from & to & self.check_mask())),
            _ => {}
        }
        moves
    }

    /// Returns what keeps the king safe, of several the one on the highest square: in check, no other king moves.
    fn limits(&self) -> Limits {
        let king = match self.variant {
            Variant::Antichess | Variant::Atomic | Variant::RacingKings => None,
            _ => self.pieces(self.side_to_move, PieceType::King).msb(),
        };
        let Some(king) = king else { return Limits::NONE };
        let (mut checkers, mut pinned) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for attacker in self.attackers(!self.side_to_move, king, Bitboard::EMPTY) {
            let between = between(king, attacker) & self.occupied();
            if between.is_empty() {
                checkers.insert(attacker);
            } else if between.single().is_some() {
                pinned |= between;
            }
        }
        let in_check = !checkers.is_empty();
        let allowed = match checkers.single() {
            Some(checker) => path_to(king, checker),
            None if in_check => Bitboard::EMPTY,
            None => Bitboard::FULL,
        };
        Limits { king: Some(king), in_check, allowed, pinned }
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
        if self.variant != Variant::Chess {
            return !self.legal_moves(Bitboard::FULL, Bitboard::FULL).is_empty();
        }
        let (us, limits) = (self.side_to_move, self.limits());
        // Quick: in nearly all positions, a pawn that is not pinned can step.
        let pawns = self.pieces(us, PieceType::Pawn) - limits.pinned;
        if !limits.in_check && !(pawns.shift(us.up()) - self.occupied()).is_empty() {
            return true;
        }
        let any = |_, targets: Bitboard| {
            if targets.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        self.visit(Bitboard::FULL, Bitboard::FULL, &limits, any).is_break()
    }

    /// Returns the number of legal moves.
    pub fn legal_move_count(&self) -> usize {
        if self.variant != Variant::Chess {
            return self.legal_moves(Bitboard::FULL, Bitboard::FULL).len();
        }
        let (mut count, promotions) = (0, self.promotions().len() as u32);
        finished(self.visit(Bitboard::FULL, Bitboard::FULL, &self.limits(), |origin, targets| {
            count += origin.count(targets, promotions);
            ControlFlow::<Infallible>::Continue(())
        }));
        count as usize
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
        let (from, to, m) = (m.from.into(), self.targets(m), self.as_castling(m));
        if self.variant != Variant::Chess {
            return self.legal_moves(from, to).contains(&m);
        }
        let is_same = |origin: Origin, targets: Bitboard| {
            let promotes = m.promotion.is_some_and(|piece| PROMOTIONS[1..].contains(&piece));
            let fits = if origin.last_ranks().contains(m.to) { promotes } else { m.promotion.is_none() };
            if fits && targets.contains(m.to) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        self.visit(from, to, &self.limits(), is_same).is_break()
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
