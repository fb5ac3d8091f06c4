//! The problems of a position.

use bitflags::bitflags;
use gardez_bitboard::{Bitboard, Rank, line};
use gardez_position::{BoardError, BoardParts, EnPassantPolicy, FenMode};
use gardez_types::{CastlingMode, CastlingRights, Color, PieceType, Square};

use super::FreeBoard;
use crate::fen::is_double_push;
use crate::variant::Variant;

bitflags! {
    /// A set of problems of a free board: reasons why no game leads to it.
    ///
    /// ```
    /// use gardez_variants::{FreeBoard, FreeProblems};
    ///
    /// // 8  P . . . k . . .
    /// let board: FreeBoard = "P3k3/8/8/8/8/8/8/8 b K - 0 1".parse()?;
    /// let problems = board.problems();
    /// assert!(problems.contains(FreeProblems::NO_WHITE_KING | FreeProblems::PAWNS_ON_BACK_RANK));
    /// assert!(problems.contains(FreeProblems::CASTLING_RIGHTS));
    /// # Ok::<_, gardez_variants::FreeFenError>(())
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct FreeProblems: u32 {
        /// White has no king.
        const NO_WHITE_KING = 1;
        /// Black has no king.
        const NO_BLACK_KING = 1 << 1;
        /// There are more kings than the variant has.
        const TOO_MANY_KINGS = 1 << 2;
        /// White has more pawns than it starts with.
        const TOO_MANY_WHITE_PAWNS = 1 << 3;
        /// Black has more pawns than it starts with.
        const TOO_MANY_BLACK_PAWNS = 1 << 4;
        /// A pawn is on the first or the last rank.
        const PAWNS_ON_BACK_RANK = 1 << 5;
        /// White has more pieces than it starts with.
        const TOO_MANY_WHITE_PIECES = 1 << 6;
        /// Black has more pieces than it starts with.
        const TOO_MANY_BLACK_PIECES = 1 << 7;
        /// The king or the rook of a castling right is missing.
        const CASTLING_RIGHTS = 1 << 8;
        /// No double push can have passed the en passant square.
        const EN_PASSANT_SQUARE = 1 << 9;
        /// The king of the side that is not to move can be captured.
        const OPPONENT_IN_CHECK = 1 << 10;
        /// There are no pieces.
        const EMPTY = 1 << 11;
        /// Racing kings: a side is in check.
        const RACE_CHECK = 1 << 12;
        /// Racing kings: both kings arrived before Black's move.
        const RACE_OVER = 1 << 13;
        /// Racing kings: there is a pawn, or a side has more pieces than it starts with.
        const RACE_MATERIAL = 1 << 14;
        /// More than two pieces give check.
        const TOO_MANY_CHECKERS = 1 << 15;
        /// No move can have given the check.
        const IMPOSSIBLE_CHECK = 1 << 16;
    }
}

/// # Problems
impl FreeBoard {
    /// Returns the problems of the position: no problems if a game may lead to it.
    pub fn problems(&self) -> FreeProblems {
        type Flag = FreeProblems;
        let mut problems = Flag::empty();
        let mut note = |is_wrong: bool, flag: Flag| problems.set(flag, is_wrong);
        let kings = self.by_type(PieceType::King);
        let pawns = self.by_type(PieceType::Pawn);
        let [white, black] = Color::ALL.map(|color| self.by_color(color));
        let is_horde = self.variant == Variant::Horde;

        note(self.occupied().is_empty(), Flag::EMPTY);
        note((kings & white).is_empty() && !is_horde, Flag::NO_WHITE_KING);
        note((kings & black).is_empty(), Flag::NO_BLACK_KING);
        note(kings.len() > 2 || is_horde && !(kings & white).is_empty(), Flag::TOO_MANY_KINGS);
        let (most, most_pawns) = if is_horde { (36, 36) } else { (16, 8) };
        note(white.len() > most, Flag::TOO_MANY_WHITE_PIECES);
        note(black.len() > 16, Flag::TOO_MANY_BLACK_PIECES);
        note((white & pawns).len() > most_pawns, Flag::TOO_MANY_WHITE_PAWNS);
        note((black & pawns).len() > 8, Flag::TOO_MANY_BLACK_PAWNS);
        let first = Bitboard::from_rank(Rank::One);
        let may_be_back = if is_horde { first & white } else { Bitboard::EMPTY };
        let back = (first | Bitboard::from_rank(Rank::Eight)) - may_be_back;
        note(!(pawns & back).is_empty(), Flag::PAWNS_ON_BACK_RANK);
        note(self.castling != self.clean_castling(), Flag::CASTLING_RIGHTS);
        let valid_ep = self.valid_ep();
        note(self.ep_square != valid_ep, Flag::EN_PASSANT_SQUARE);
        // A capture that explodes the other king may leave the mover's king attacked.
        let has_exploded = self.variant == Variant::Atomic && self.king(self.side_to_move).is_none();
        note(self.was_into_check() && !has_exploded, Flag::OPPONENT_IN_CHECK);

        let checkers = self.checkers();
        let too_many = checkers.len() > 2;
        note(too_many, Flag::TOO_MANY_CHECKERS);
        let is_impossible = !checkers.is_empty() && (too_many || self.is_impossible_check(valid_ep, checkers));
        note(is_impossible, Flag::IMPOSSIBLE_CHECK);
        self.by_variant(problems)
    }

    fn by_variant(&self, mut problems: FreeProblems) -> FreeProblems {
        type Flag = FreeProblems;
        let is_excess =
            |set: Bitboard, limit| Color::ALL.into_iter().any(|color| (set & self.by_color(color)).len() > limit);
        match self.variant {
            Variant::Antichess => problems -= Flag::NO_WHITE_KING | Flag::NO_BLACK_KING | Flag::TOO_MANY_KINGS,
            Variant::Atomic => {
                // The king of the side to move may have exploded, and an explosion may uncover any check.
                let own = [Flag::NO_WHITE_KING, Flag::NO_BLACK_KING][self.side_to_move.index()];
                problems -= own | Flag::TOO_MANY_CHECKERS | Flag::IMPOSSIBLE_CHECK;
            }
            // A side may have more pieces if the other side has fewer.
            Variant::Crazyhouse => {
                let in_hand = |piece: usize| self.pockets.iter().map(|pocket| u32::from(pocket[piece])).sum::<u32>();
                let all = self.occupied().len() + (0..5).map(in_hand).sum::<u32>();
                if all <= 32 {
                    problems -= Flag::TOO_MANY_WHITE_PIECES | Flag::TOO_MANY_BLACK_PIECES;
                }
                if self.by_type(PieceType::Pawn).len() + in_hand(PieceType::Pawn.index()) <= 16 {
                    problems -= Flag::TOO_MANY_WHITE_PAWNS | Flag::TOO_MANY_BLACK_PAWNS;
                }
            }
            Variant::RacingKings => {
                let [pawns, knights, bishops, rooks, queens, _] = self.types;
                let excess = is_excess(pawns, 0)
                    || is_excess(queens, 1)
                    || [knights, bishops, rooks].into_iter().any(|set| is_excess(set, 2));
                problems.set(Flag::RACE_MATERIAL, excess);
                problems.set(Flag::RACE_CHECK, self.in_check());
                let have_arrived = |color| self.king(color).is_some_and(|king| king.rank() == Rank::Eight);
                let is_over = self.side_to_move == Color::Black && Color::ALL.into_iter().all(have_arrived);
                problems.set(Flag::RACE_OVER, is_over);
            }
            _ => {}
        }
        problems
    }

    /// Returns the board of chess, without impossible castling rights and en passant squares.
    ///
    /// # Errors
    ///
    /// Returns the first reason why the position cannot be played.
    pub fn to_board(&self) -> Result<gardez_position::Board, BoardError> {
        let rooks = self.clean_castling();
        gardez_position::Board::from_parts(&BoardParts {
            squares: Square::ALL.map(|square| self.piece_on(square)),
            side_to_move: self.side_to_move,
            castling_rooks: Color::ALL.map(|color| rooks & Bitboard::from_rank(color.back_rank())),
            double_push: self.valid_ep(),
            en_passant: EnPassantPolicy::Legal,
            halfmove_clock: u16::try_from(self.halfmove_clock).unwrap_or(u16::MAX),
            fullmove_number: self.fullmove_number,
            mode: if self.chess960 { FenMode::Chess960 } else { FenMode::Standard },
        })
    }

    /// Returns the en passant square if the last move can have been a double push past it.
    pub(super) fn valid_ep(&self) -> Option<Square> {
        self.ep_square.filter(|&ep| is_double_push(&self.state(), ep))
    }

    /// Returns `true` if no move can have given this check.
    fn is_impossible_check(&self, valid_ep: Option<Square>, checkers: Bitboard) -> bool {
        let Some(king) = self.king(self.side_to_move) else { return false };
        if let Some(ep) = valid_ep {
            // The double push gave the check, or uncovered it.
            let up = self.side_to_move.up();
            let (to, from) = (Bitboard::from(ep.step(up.opposite())), Bitboard::from(ep.step(up)));
            let before = (self.occupied() - to) | from;
            let still = self.attackers(!self.side_to_move, king, before) & (checkers - to);
            return checkers.more_than_one() || !still.is_empty();
        }
        // Two sliders and the king are on one line.
        let (Some(first), Some(last)) = (checkers.lsb(), checkers.msb()) else { return false };
        first != last && line(first, last).contains(king)
    }
}

impl From<&gardez_position::Board> for FreeBoard {
    /// Returns the free board of a position. [`FreeBoard::to_board`] is the inverse.
    fn from(board: &gardez_position::Board) -> Self {
        let rooks = CastlingRights::EACH.into_iter().filter_map(|(_, color, side)| board.castling_rook(color, side));
        Self {
            types: PieceType::ALL.map(|piece_type| board.by_type(piece_type)),
            colors: Color::ALL.map(|color| board.by_color(color)),
            castling: rooks.collect(),
            halfmove_clock: board.halfmove_clock().into(),
            fullmove_number: board.fullmove_number(),
            ep_square: board.ep_square_by(EnPassantPolicy::Always),
            side_to_move: board.side_to_move(),
            chess960: board.castling_mode() == CastlingMode::Chess960,
            ..Self::EMPTY
        }
    }
}
