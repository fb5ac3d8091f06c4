//! The reason a move is not legal.

use core::convert::Infallible;
use core::ops::ControlFlow;

use gardez_bitboard::king_attacks;
use gardez_position::internals::{Black, Side, White, castling_exposure, finished, nearest, path, step_obstacle};
use gardez_position::{Attacker, IllegalMoveError, Obstacle};
use gardez_types::{CastlingSide, Color, Piece, PieceType, Square, UciText, errors};

use crate::board::Board;
use crate::make::make;
use crate::movegen::{BACK_RANKS, steps};
use crate::moves::VariantMove;
use crate::outcome::Outcome;
use crate::rules::Rules;
use crate::san::SanText;
use crate::sink::Each;
use crate::state::BoardState;
use crate::variant::Variant;

errors! {
    /// The reason a move is not legal.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum IllegalReason {
        GameOver(outcome: Outcome) = "game-over", "the game is over: {outcome}";
        /// Antichess: a capture such as this one is possible.
        ForcedCapture(capture: VariantMove) = "forced-capture", "a capture is forced, such as {capture}";
        NoDrops(variant: Variant) = "no-drops", "{variant} has no drops";
        /// Crazyhouse: the pocket has no piece of this type.
        NotInHand(piece_type: PieceType) = "not-in-hand", "no {} is in hand", piece_type.name();
        /// Crazyhouse: the target of a drop is not empty.
        NotEmpty(square: Square) = "not-empty", "{square} is not empty";
        /// Crazyhouse: a pawn cannot be dropped on the first and the last rank.
        PawnDrop(square: Square) = "pawn-drop", "a pawn cannot be dropped on {square}";
        /// Atomic: the capture would explode the mover's king.
        OwnKingExplodes = "own-king-explodes", "the own king would explode";
        /// Racing kings: the move gives check.
        GivesCheck = "gives-check", "the move gives check";
        KingAttacked(square: Square) = "king-attacked", "the king would be attacked by the piece on {square}";
        /// No piece can make the move, or an attack forbids castling.
        Obstacle(error: IllegalMoveError) = error;
    }
}

impl<R: Rules> Board<R> {
    /// Returns why no legal move has this text, in standard algebraic notation or UCI.
    ///
    /// Returns `None` if a legal move has the text, or if the text is not a move.
    ///
    /// ```
    /// use gardez_variants::{Atomic, Board, IllegalReason};
    ///
    /// // 2  . . . p . . . .
    /// // 1  . . . R K . . .
    /// let board: Board<Atomic> = "4k3/8/8/8/8/8/3p4/3RK3 w - - 0 1".parse()?;
    /// assert_eq!(board.why_illegal("Rxd2"), Some(IllegalReason::OwnKingExplodes));
    /// # Ok::<_, gardez_variants::VariantFenError>(())
    /// ```
    pub fn why_illegal(&self, text: &str) -> Option<IllegalReason> {
        if let Some(outcome) = R::variant_end(&self.state) {
            return Some(IllegalReason::GameOver(outcome));
        }
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        if self.parse_san(text).is_ok() || self.parse_uci(text).is_ok() {
            return None;
        }
        if let Some((piece, square)) = text.split_once('@') {
            return self.why_no_drop(piece, square.parse().ok()?);
        }
        let meant = match self.side_to_move() {
            Color::White => self.meant::<White>(text),
            Color::Black => self.meant::<Black>(text),
        };
        let Some(m) = meant else {
            let why = match self.castling_side(text) {
                Some(side) => self.why_no_castling(side),
                None => self.why_no_move(text),
            };
            return why.map(IllegalReason::Obstacle);
        };
        if R::VARIANT == Variant::Antichess {
            return self.legal_moves().first().map(|&capture| IllegalReason::ForcedCapture(capture));
        }
        let us = self.side_to_move();
        let mut after = self.state;
        let _ = make::<R>(&mut after, m);
        if self.king(us).is_some() && after.king(us).is_none() {
            return Some(IllegalReason::OwnKingExplodes);
        }
        if let Some(attacker) = R::checkers(&after, us).lsb() {
            return Some(IllegalReason::KingAttacked(attacker));
        }
        (R::VARIANT == Variant::RacingKings).then_some(IllegalReason::GivesCheck)
    }

    fn why_no_drop(&self, piece: &str, square: Square) -> Option<IllegalReason> {
        let piece_type = match piece.chars().next() {
            None => PieceType::Pawn,
            Some(letter) => PieceType::from_letter(letter.to_ascii_lowercase())?,
        };
        if !R::VARIANT.has_pockets() {
            Some(IllegalReason::NoDrops(R::VARIANT))
        } else if self.pocket(self.side_to_move()).count(piece_type) == 0 {
            Some(IllegalReason::NotInHand(piece_type))
        } else if self.occupied().contains(square) {
            Some(IllegalReason::NotEmpty(square))
        } else if piece_type == PieceType::Pawn && BACK_RANKS.contains(square) {
            Some(IllegalReason::PawnDrop(square))
        } else {
            self.checkers().lsb().map(IllegalReason::KingAttacked)
        }
    }

    /// Returns the side on which a text castles: `O-O`, the king's step to its target, or king takes own rook.
    fn castling_side(&self, text: &str) -> Option<CastlingSide> {
        match text {
            "O-O" | "0-0" => return Some(CastlingSide::KingSide),
            "O-O-O" | "0-0-0" => return Some(CastlingSide::QueenSide),
            _ => {}
        }
        let (us, uci) = (self.side_to_move(), text.parse::<UciText>().ok()?);
        let king = self.king(us).filter(|&king| uci == UciText::new(king, uci.to(), None))?;
        let is_step = king_attacks(king).contains(uci.to());
        CastlingSide::ALL.into_iter().find(|&side| {
            let is_rook = match self.castling_rook(us, side) {
                Some(rook) => rook == uci.to(),
                None => !is_step && self.pieces(us, PieceType::Rook).contains(uci.to()),
            };
            let is_target = !is_step && king.rank() == us.back_rank() && uci.to() == side.king_target(us);
            is_target || is_rook && king.rank() == uci.to().rank() && side == CastlingSide::from_squares(king, uci.to())
        })
    }

    fn why_no_castling(&self, side: CastlingSide) -> Option<IllegalMoveError> {
        let us = self.side_to_move();
        let (from, to) = (self.king(us)?, side.king_target(us));
        let Some(rook) = self.castling_rook(us, side) else {
            return Some(IllegalMoveError::NoSuchMove { from, to, why: Obstacle::NoRight { side, lost: None } });
        };
        let occupied = self.occupied();
        if let Some(square) = nearest(path(us, side, from, rook) & occupied, from) {
            return Some(IllegalMoveError::NoSuchMove { from, to, why: Obstacle::CastlingBlocked(square) });
        }
        let attacker = |king, occupied| {
            let square = R::king_attackers(&self.state, us, king, occupied).lsb()?;
            Some(Attacker { piece_type: self.piece_on(square)?.piece_type(), square })
        };
        let why = castling_exposure(us, from, rook, occupied, attacker)?;
        Some(IllegalMoveError::KingAttacked { from, to, why })
    }

    /// Returns the move with this text that only a rule forbids.
    fn meant<S: Side>(&self, text: &str) -> Option<VariantMove> {
        let (mut found, read) = (None, SanText::read(text.as_bytes()));
        let mut look = Each(|m: VariantMove| {
            let is_meant = || self.is_written_as(m, text, read.as_ref()) || *text == *alloc::format!("{m}");
            if found.is_none() && is_meant() {
                found = Some(m);
            }
            ControlFlow::<Infallible>::Continue(())
        });
        finished(steps::<S, _>(&self.state, !self.by_color(S::US), &PieceType::PROMOTION_PIECES, &mut look));
        found
    }
}

impl BoardState {
    /// Returns why no piece can make the move with this text: for one piece, if there are several.
    fn why_no_move(&self, text: &str) -> Option<IllegalMoveError> {
        let us = self.side_to_move();
        let text = SanText::read(text.as_bytes())?;
        let (among, to) = (text.origins(), text.to);
        let of_square =
            || among.single().and_then(|from| self.piece_on(from)).map_or(PieceType::Pawn, Piece::piece_type);
        let piece_type = text.piece.unwrap_or_else(of_square);
        let piece = Piece::new(us, piece_type);
        let mut reasons = (self.pieces(us, piece_type) & among)
            .into_iter()
            .filter_map(|from| Some(IllegalMoveError::NoSuchMove { from, to, why: self.obstacle(piece, from, to)? }));
        reasons.next().or(Some(IllegalMoveError::Unreachable { piece, among, to }))
    }

    fn obstacle(&self, piece: Piece, from: Square, to: Square) -> Option<Obstacle> {
        let moves_so = |why: &Obstacle| !matches!(why, Obstacle::Geometry(_) | Obstacle::Backward);
        step_obstacle(piece, from, to, |square| self.piece_on(square)).filter(moves_so)
    }
}
