//! Dead positions: a proof from the squares that each piece could ever reach.

use gardez_bitboard::{Bitboard, king_attacks, knight_attacks, piece_attacks, queen_attacks};
use gardez_types::{Color, PieceType, Rank, Square};

use crate::board::Board;

/// # Dead positions
impl Board {
    /// Returns `true` if a quick proof finds that no legal moves lead to checkmate: the position is dead (FIDE, 5.2.2).
    ///
    /// Finds [insufficient material](Board::has_insufficient_material), and walls of pieces that nobody can ever open, in
    /// microseconds. `Board::can_mate` finds more by a search.
    ///
    /// ```text
    /// 7  . . . . k . . .
    /// 6  . . . . . . . .
    /// 5  p . p . p . p .      each pawn is blocked, and the pawns guard every
    /// 4  P . P . P . P .      square on which a king could pass
    /// 3  . . . . . . . .
    /// 2  . . . . K . . .
    ///    a b c d e f g h
    /// ```
    /// ```
    /// use gardez_position::Board;
    ///
    /// // Each pawn is blocked, and the pawns guard every square on which a king could pass.
    /// let board: Board = "8/4k3/8/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1".parse()?;
    /// assert!(board.is_dead_position());
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    // No program here calls it; arbiters of online games need it.
    #[inline]
    pub fn is_dead_position(&self) -> bool {
        self.has_insufficient_material() || Color::ALL.into_iter().all(|color| Reach::cannot_mate(self, color))
    }
}

/// The squares that each piece could ever reach if the players moved as they like: never too few.
pub(crate) struct Reach<'a> {
    board: &'a Board,
    /// Indexed by the square where the piece is now.
    squares: [Bitboard; 64],
    /// The squares of now whose pieces may leave or be captured.
    loose: Bitboard,
}

impl<'a> Reach<'a> {
    /// Returns `true` if no series of moves leads to mate by `winner`; `false` means that it is not known.
    pub(crate) fn cannot_mate(board: &'a Board, winner: Color) -> bool {
        if board.ep_square().is_some() || !board.castling_rights().is_empty() {
            return false;
        }
        let mut reach = Self { board, squares: Square::ALL.map(Bitboard::from), loose: Bitboard::EMPTY };
        loop {
            if reach.allows_mate(winner) {
                return false;
            }
            if !reach.grow() {
                return true;
            }
        }
    }

    /// Returns the squares whose pieces stay for ever.
    fn fixed(&self) -> Bitboard {
        self.board.occupied() - self.loose
    }

    /// Returns the pieces of a color that are not its king, by their squares of now.
    fn men(&self, color: Color) -> Bitboard {
        self.board.by_color(color) - self.board.by_type(PieceType::King)
    }

    fn reached(&self, origins: Bitboard) -> Bitboard {
        origins.into_iter().fold(Bitboard::EMPTY, |all, origin| all | self.squares[origin as usize])
    }

    /// Returns `true` for a pawn that could promote.
    fn promotes(&self, origin: Square, color: Color) -> bool {
        let last = Bitboard::from_rank(Rank::Eight.relative_to(color));
        self.board.by_type(PieceType::Pawn).contains(origin) && !self.squares[origin as usize].is_disjoint(last)
    }

    /// Returns the squares that the piece from `origin` could attack, with lines that end at `blocked`.
    fn attacks(&self, origin: Square, blocked: Bitboard) -> Bitboard {
        let Some(piece) = self.board.piece_on(origin) else { return Bitboard::EMPTY };
        let promotes = self.promotes(origin, piece.color());
        let from = |square| match promotes {
            true => queen_attacks(square, blocked) | knight_attacks(square) | piece_attacks(piece, square, blocked),
            false => piece_attacks(piece, square, blocked),
        };
        self.squares[origin as usize].into_iter().fold(Bitboard::EMPTY, |all, square| all | from(square))
    }

    /// Adds the squares that are one move away. Returns `false` if there are none.
    fn grow(&mut self) -> bool {
        let fixed = self.fixed();
        let mut has_grown = false;
        for (origin, piece) in self.board.piece_map() {
            let (color, before) = (piece.color(), self.squares[origin as usize]);
            let targets = self.reached(self.men(!color));
            let mut attacks = self.attacks(origin, fixed);
            if piece.piece_type() == PieceType::King {
                // Pieces that stay guard the squares next to them for ever.
                for guard in fixed & self.board.by_color(!color) {
                    attacks -= self
                        .board
                        .piece_on(guard)
                        .map_or(Bitboard::EMPTY, |guard_piece| piece_attacks(guard_piece, guard, Bitboard::FULL));
                }
            }
            let is_pawn = piece.piece_type() == PieceType::Pawn;
            // A pawn that can be captured en passant could stop on the square, so that it is a target there.
            let mut to =
                if is_pawn && !self.promotes(origin, color) { attacks & targets } else { attacks - (fixed - targets) };
            if is_pawn {
                let step = before.shift(color.up()) - fixed;
                let third = Bitboard::from_rank(Rank::Three.relative_to(color));
                to |= step | ((step & third).shift(color.up()) - fixed);
            }
            self.squares[origin as usize] |= to;
            let captured = self.men(!color).into_iter().filter(|&man| !self.squares[man as usize].is_disjoint(attacks));
            let mut loose = self.loose | captured.collect();
            if self.squares[origin as usize].more_than_one() {
                loose.insert(origin);
            }
            has_grown |= loose != self.loose || self.squares[origin as usize] != before;
            self.loose = loose;
        }
        has_grown
    }

    /// Returns `true` if the kings could be where `winner` gives check and each flight square is attacked or blocked.
    fn allows_mate(&self, winner: Color) -> bool {
        let (winning_king, king) = (self.board.king(winner), self.board.king(!winner));
        let blocked = self.fixed() - king.into();
        let attackers = self.men(winner).into_iter();
        let attacked = attackers.fold(Bitboard::EMPTY, |all, man| all | self.attacks(man, blocked));
        let blockers = self.men(!winner);
        (self.squares[king as usize] & attacked).into_iter().any(|square| {
            let flights = king_attacks(square) - attacked;
            let helpers = self.squares[winning_king as usize] - king_attacks(square) - square.into();
            helpers.into_iter().any(|helper| {
                // Each blocker is on one square.
                let flights = flights - king_attacks(helper);
                let near = |&man: &Square| !self.squares[man as usize].is_disjoint(flights);
                flights.is_subset(self.reached(blockers))
                    && flights.len() as usize <= blockers.into_iter().filter(near).count()
            })
        })
    }
}
