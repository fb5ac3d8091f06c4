//! What is wrong with a position, and draws by material.

use gardez_bitboard::{Bitboard, Rank, line};
use gardez_types::{Color, File, PieceType, Square};

use super::Sketch;

/// What can be wrong with a position, as bits of python-chess's `Status`.
#[derive(Clone, Copy)]
#[repr(u32)]
pub(crate) enum Flag {
    NoWhiteKing = 1,
    NoBlackKing = 1 << 1,
    TooManyKings = 1 << 2,
    TooManyWhitePawns = 1 << 3,
    TooManyBlackPawns = 1 << 4,
    PawnsOnBackRank = 1 << 5,
    TooManyWhitePieces = 1 << 6,
    TooManyBlackPieces = 1 << 7,
    BadCastlingRights = 1 << 8,
    InvalidEpSquare = 1 << 9,
    OppositeCheck = 1 << 10,
    Empty = 1 << 11,
    TooManyCheckers = 1 << 15,
    ImpossibleCheck = 1 << 16,
}

impl Sketch {
    /// The flags of everything that is wrong.
    pub(crate) fn status(&self) -> u32 {
        let mut errors = 0;
        let mut note = |is_wrong: bool, flag: Flag| errors |= if is_wrong { flag as u32 } else { 0 };
        let count = |set: Bitboard| set.len();
        let kings = self.by_type(PieceType::King);
        let pawns = self.by_type(PieceType::Pawn);
        let [white, black] = [Color::White, Color::Black].map(|color| self.by_color(color));

        note(self.occupied().is_empty(), Flag::Empty);
        note((kings & white).is_empty(), Flag::NoWhiteKing);
        note((kings & black).is_empty(), Flag::NoBlackKing);
        note(count(kings) > 2, Flag::TooManyKings);
        note(count(white) > 16, Flag::TooManyWhitePieces);
        note(count(black) > 16, Flag::TooManyBlackPieces);
        note(count(white & pawns) > 8, Flag::TooManyWhitePawns);
        note(count(black & pawns) > 8, Flag::TooManyBlackPawns);
        let back = Bitboard::from_rank(Rank::One) | Bitboard::from_rank(Rank::Eight);
        note(!(pawns & back).is_empty(), Flag::PawnsOnBackRank);
        note(self.castling != self.clean_castling(), Flag::BadCastlingRights);
        let valid_ep = self.valid_ep();
        note(self.ep != valid_ep, Flag::InvalidEpSquare);
        note(self.was_into_check(), Flag::OppositeCheck);

        let checkers = self.checkers();
        let ours = kings & self.by_color(self.turn);
        let too_many = checkers.len() > 2;
        note(too_many, Flag::TooManyCheckers);
        if !checkers.is_empty() && !ours.is_empty() {
            let impossible = too_many || self.is_impossible_check(valid_ep, checkers);
            note(impossible, Flag::ImpossibleCheck);
        }
        errors
    }

    /// The square of a double step that can have been the last move.
    fn valid_ep(&self) -> Option<Square> {
        let ep = self.ep?;
        let (ep_rank, pawn_rank, start_rank) = match self.turn {
            Color::White => (Rank::Six, Rank::Five, Rank::Seven),
            Color::Black => (Rank::Three, Rank::Four, Rank::Two),
        };
        let pawn = Square::new(ep.file(), pawn_rank);
        let is_possible = ep.rank() == ep_rank
            && self.pieces(!self.turn, PieceType::Pawn).contains(pawn)
            && !self.occupied().contains(ep)
            && !self.occupied().contains(Square::new(ep.file(), start_rank));
        is_possible.then_some(ep)
    }

    /// Whether no move can have given this check.
    fn is_impossible_check(&self, valid_ep: Option<Square>, checkers: Bitboard) -> bool {
        let Some(king) = self.king(self.turn) else { return false };
        if let Some(ep) = valid_ep {
            // The pawn's double step, or what it uncovered, gave the check.
            let (pushed_to, pushed_from) = match self.turn {
                Color::White => (ep as u8 - 8, ep as u8 + 8),
                Color::Black => (ep as u8 + 8, ep as u8 - 8),
            };
            let (Some(to), Some(from)) = (Square::from_index(pushed_to), Square::from_index(pushed_from)) else {
                return false;
            };
            let before = (self.occupied() & !Bitboard::from_square(to)) | Bitboard::from_square(from);
            let others = checkers & !Bitboard::from_square(to);
            return checkers.has_several() || {
                let still = self.attackers(!self.turn, king, before) & others;
                !still.is_empty()
            };
        }
        // Two sliders on one line with the king, on opposite sides or in a row.
        let (Some(first), Some(last)) = (checkers.lsb(), checkers.msb()) else { return false };
        first != last && line(first, last).contains(king)
    }

    /// Returns `true` if the side that has moved left its king in check.
    pub(crate) fn was_into_check(&self) -> bool {
        self.king(!self.turn).is_some_and(|king| !self.attackers(self.turn, king, self.occupied()).is_empty())
    }

    /// Returns `true` if a color cannot mate, whatever the other one does.
    pub(crate) fn has_insufficient_material(&self, color: Color) -> bool {
        let own = self.by_color(color);
        let [pawns, knights, bishops, rooks, queens, kings] = self.types;
        if !(own & (pawns | rooks | queens)).is_empty() {
            return false;
        }
        if !(own & knights).is_empty() {
            // A piece of the other color could block its own king.
            return own.len() <= 2 && (self.by_color(!color) & !kings & !queens).is_empty();
        }
        if !(own & bishops).is_empty() {
            const DARK: Bitboard = Bitboard::from_bits(0xAA55_AA55_AA55_AA55);
            let same = bishops.is_disjoint(DARK) || bishops.is_disjoint(!DARK);
            return same && pawns.is_empty() && knights.is_empty();
        }
        true
    }

    /// The number of a start position of Chess960, if the back ranks are one and mirror each other.
    pub(crate) fn chess960_number(&self) -> Option<u16> {
        let pawns = Bitboard::from_rank(Rank::Two) | Bitboard::from_rank(Rank::Seven);
        let (white, black) = (Color::White, Color::Black);
        let is_start = self.by_type(PieceType::Pawn) == pawns
            && self.by_color(white) == Bitboard::from_rank(Rank::One) | Bitboard::from_rank(Rank::Two)
            && self.by_color(black) == Bitboard::from_rank(Rank::Seven) | Bitboard::from_rank(Rank::Eight)
            && self.promoted.is_empty();
        if !is_start {
            return None;
        }
        (0..960).find(|&number| {
            gardez_position::Board::chess960(number).is_some_and(|start| {
                File::ALL.into_iter().all(|file| {
                    [Rank::One, Rank::Eight]
                        .map(|rank| Square::new(file, rank))
                        .into_iter()
                        .all(|square| self.piece_at(square) == start.piece_on(square))
                })
            })
        })
    }
}
