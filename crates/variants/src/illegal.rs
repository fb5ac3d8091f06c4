//! The reason a move is not legal.

use core::convert::Infallible;
use core::ops::ControlFlow;

use gardez_bitboard::{Bitboard, king_attacks};
use gardez_position::internals::{Black, Side, Sink, White, finished};
use gardez_types::{Color, PieceType, Rank, Square, errors};

use crate::board::Board;
use crate::make::make;
use crate::movegen::{Duty, pawns, pieces};
use crate::moves::VariantMove;
use crate::outcome::Outcome;
use crate::rules::Rules;
use crate::sink::Each;
use crate::variant::Variant;

errors! {
    /// The reason a move that a piece could make otherwise is not legal.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum IllegalReason {
        GameOver(outcome: Outcome) = "game-over", "the game is over: {outcome}";
        /// Antichess: a capture is possible, such as this one.
        ForcedCapture(capture: VariantMove) = "forced-capture", "a capture is forced, such as {capture}";
        NoDrops(variant: Variant) = "no-drops", "{variant} has no drops";
        /// Crazyhouse: the pocket has no piece of this type.
        NotInHand(piece_type: PieceType) = "not-in-hand", "no {} is in hand", piece_type.name();
        /// Crazyhouse: a piece can be dropped on empty squares only.
        NotEmpty(square: Square) = "not-empty", "{square} is not empty";
        /// Crazyhouse: a pawn cannot be dropped on the first and the last rank.
        PawnDrop(square: Square) = "pawn-drop", "a pawn cannot be dropped on {square}";
        /// Atomic: the capture would explode the mover's king.
        OwnKingExplodes = "own-king-explodes", "the own king would explode";
        /// Racing kings: the move gives check.
        GivesCheck = "gives-check", "the move gives check";
        KingAttacked(square: Square) = "king-attacked", "the king would be attacked by the piece on {square}";
    }
}

impl<R: Rules> Board<R> {
    /// Returns why no legal move has this text, in standard algebraic notation or UCI: `None` if a move has it, if no piece
    /// moves so at all, or if the text is castling.
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
        let m = match self.side_to_move() {
            Color::White => self.meant::<White>(text)?,
            Color::Black => self.meant::<Black>(text)?,
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
        let back_ranks = Bitboard::from(Rank::One) | Rank::Eight.into();
        if !R::VARIANT.has_pockets() {
            Some(IllegalReason::NoDrops(R::VARIANT))
        } else if self.pocket(self.side_to_move()).count(piece_type) == 0 {
            Some(IllegalReason::NotInHand(piece_type))
        } else if self.occupied().contains(square) {
            Some(IllegalReason::NotEmpty(square))
        } else if piece_type == PieceType::Pawn && back_ranks.contains(square) {
            Some(IllegalReason::PawnDrop(square))
        } else {
            self.checkers().lsb().map(IllegalReason::KingAttacked)
        }
    }

    /// Returns the move with this text that only a rule forbids.
    fn meant<S: Side>(&self, text: &str) -> Option<VariantMove> {
        let mut found = None;
        let mut look = Each(|m: VariantMove| {
            if found.is_none() && (self.is_written_as(m, text) || *text == *alloc::format!("{m}")) {
                found = Some(m);
            }
            ControlFlow::<Infallible>::Continue(())
        });
        let targets = !self.by_color(S::US);
        for king in self.pieces(S::US, PieceType::King) {
            finished(look.piece(PieceType::King, king, king_attacks(king) & targets));
        }
        finished(pieces::<S, _>(&self.state, &Duty::NONE, targets, &mut look));
        finished(pawns::<S, _>(&self.state, &Duty::NONE, targets, &PieceType::PROMOTION_PIECES, &mut look));
        found
    }
}
