//! Making moves, and reading them.

use gardez_bitboard::{Bitboard, pawn_attacks};
use gardez_types::{CastlingSide, Color, File, MoveKind, PieceType, Rank, Square};

use crate::moves::{ParseMoveError, read_square};
use crate::{Board, Move, Side};

impl Board {
    /// The board after a move, seen by the other side.
    ///
    /// No move panics. The result for a move that is not pseudo-legal has no meaning.
    ///
    /// ```
    /// use gardez_lc0::Board;
    ///
    /// let start = Board::start();
    /// let e2e4 = start.parse_move("e2e4")?;
    /// let board = start.after(e2e4);
    /// assert_eq!(board.fen().to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -");
    /// assert!(start.is_zeroing(e2e4));
    /// # Ok::<_, gardez_lc0::ParseMoveError>(())
    /// ```
    #[must_use]
    pub fn after(&self, m: Move) -> Self {
        self.after_move(m).0
    }

    /// True if `m` is a capture or a pawn move, which starts the count of the fifty-move rule anew.
    pub fn is_zeroing(&self, m: Move) -> bool {
        let is_pawn = (self.pawns - self.en_passant()).contains(m.from());
        m.kind() != MoveKind::Castling && (is_pawn || self.theirs.contains(m.to()))
    }

    /// The board after a move, and whether the move is zeroing.
    pub(crate) fn after_move(&self, m: Move) -> (Self, bool) {
        let mut board = *self;
        let is_zeroing = board.apply(m);
        (board.swap_colors(), is_zeroing)
    }

    /// Makes our move, still seen by us; returns whether it starts the count of the fifty-move rule anew.
    pub(crate) fn apply(&mut self, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        // Whoever could capture en passant has now missed it.
        let flags = self.en_passant();
        self.pawns -= flags;

        if m.kind() == MoveKind::Castling {
            self.castle(m);
            return false;
        }
        let (origin, target) = (Bitboard::from(from), Bitboard::from(to));
        let is_capture = self.theirs.contains(to);
        let is_pawn = self.pawns.contains(from);

        // The captured piece leaves, and with it a right that needs it.
        if is_capture {
            self.theirs -= target;
            self.clear_kind(target);
            if to.rank() == Rank::Eight {
                self.lose_right_of(Side::Theirs, to.file());
            }
        }
        self.ours = (self.ours - origin) | target;

        if from == self.our_king {
            self.our_king = to;
            self.castlings.remove_ours();
            return is_capture;
        }
        if self.straight.contains(from) && from.rank() == Rank::One {
            self.lose_right_of(Side::Ours, from.file());
        }
        for kind in [&mut self.straight, &mut self.diagonal, &mut self.pawns] {
            if kind.contains(from) {
                *kind = (*kind - origin) | target;
            }
        }
        match m.kind() {
            MoveKind::EnPassant => {
                let captured = Bitboard::from(Square::new(to.file(), Rank::Five));
                self.theirs -= captured;
                self.pawns -= captured;
            }
            MoveKind::Promotion => {
                self.pawns -= target;
                let piece = m.promotion_piece();
                if matches!(piece, Some(PieceType::Rook | PieceType::Queen)) {
                    self.straight |= target;
                }
                if matches!(piece, Some(PieceType::Bishop | PieceType::Queen)) {
                    self.diagonal |= target;
                }
            }
            // A double step leaves a flag if a pawn of theirs attacks the square that was passed.
            _ if is_pawn && from.rank() == Rank::Two && to.rank() == Rank::Four => {
                let passed = Square::new(to.file(), Rank::Three);
                if !pawn_attacks(Color::White, passed).is_disjoint(self.theirs & self.pawns) {
                    self.pawns.insert(Square::new(to.file(), Rank::One));
                }
            }
            _ => {}
        }
        is_capture || is_pawn
    }

    fn castle(&mut self, m: Move) {
        let (king, rook) = (m.from(), m.to());
        let wing = m.castling_side();
        let (king_to, rook_to) = (wing.king_target(Color::White), wing.rook_target(Color::White));
        self.ours = (self.ours - king.into() - rook.into()) | king_to.into() | rook_to.into();
        self.straight = (self.straight - rook.into()) | rook_to.into();
        self.our_king = king_to;
        self.castlings.remove_ours();
    }

    /// Nothing of any kind stands on these squares.
    fn clear_kind(&mut self, squares: Bitboard) {
        self.straight -= squares;
        self.diagonal -= squares;
        self.pawns -= squares;
    }

    /// The rook of `side` on this file of its back rank is gone, and with it the right.
    fn lose_right_of(&mut self, side: Side, file: File) {
        for wing in CastlingSide::ALL {
            if self.castlings.rook_file(side, wing) == file {
                self.castlings.remove(side, wing);
            }
        }
    }

    /// Reads a move in absolute coordinates, as UCI writes them, letters of either case; castling as the king's way from
    /// e1 to g1 or c1, or as king takes rook. The result is seen by the side to move, and need not be legal.
    ///
    /// A promotion without a letter becomes a knight, as in lc0. A pawn that changes files where nobody is captured
    /// captures en passant. (A revision of lc0 took a piece on rank 8 under an en passant flag for such a pawn; this does
    /// not, and neither do later ones.)
    ///
    /// ```
    /// use gardez_lc0::Board;
    /// use gardez_types::MoveKind;
    ///
    /// let (board, ..) = Board::from_fen("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1")?.parts();
    /// let castling = board.parse_move("e8g8")?;
    /// assert_eq!(castling, board.parse_move("e8h8")?);
    /// assert_eq!((castling.kind(), castling.to().to_string()), (MoveKind::Castling, "h1".to_string()));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is no pair of squares, starts from no piece of ours, or promotes to none.
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        let bytes = text.as_bytes();
        if !(4..=5).contains(&bytes.len()) {
            return Err(ParseMoveError::Length(bytes.len()));
        }
        let absolute = read_square(&bytes[..2]).ok_or(ParseMoveError::Square(0))?;
        let to = read_square(&bytes[2..4]).ok_or(ParseMoveError::Square(2))?;
        let (from, to) = (absolute.relative_to(self.side_to_move()), to.relative_to(self.side_to_move()));
        if !self.ours.contains(from) {
            return Err(ParseMoveError::NoPiece(absolute));
        }
        let is_pawn = self.pawns().contains(from);
        if is_pawn && matches!(to.rank(), Rank::One | Rank::Eight) {
            let letter = bytes.get(4).map_or('n', |&byte| char::from(byte));
            let piece = PieceType::from_letter(letter.to_ascii_lowercase());
            return piece.and_then(|piece| Move::promotion(from, to, piece)).ok_or(ParseMoveError::Promotion(letter));
        }
        if from == self.our_king {
            if self.ours.contains(to) {
                return Ok(Move::castling(from, Square::new(to.file(), Rank::One)));
            }
            match (from, to) {
                (Square::E1, Square::G1) => return Ok(Move::castling(from, Square::H1)),
                (Square::E1, Square::C1) => return Ok(Move::castling(from, Square::A1)),
                _ => {}
            }
        }
        if is_pawn && from.file() != to.file() && !self.theirs.contains(to) {
            return Ok(Move::en_passant(from, to));
        }
        Ok(Move::normal(from, to))
    }
}
