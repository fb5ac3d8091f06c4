//! Making moves, and reading them from text.

use gardez_bitboard::{Bitboard, pawn_attacks};
use gardez_types::{CastlingSide, Color, File, MoveKind, PieceType, Rank, Square};

use crate::board::Board;
use crate::castlings::Side;
use crate::error::ParseMoveError;
use crate::moves::{Move, read_square};

pub(crate) struct AfterMove {
    /// The board from the other side's point of view.
    pub(crate) board: Board,
    /// `true` if the move resets the halfmove clock.
    pub(crate) is_zeroing: bool,
}

impl Board {
    /// Returns the board after the move `m`, from the other side's point of view.
    ///
    /// The result is meaningless if the move is not pseudo-legal.
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
        self.after_move(m).board
    }

    /// Returns `true` if `m` is a capture or a pawn move, which resets the halfmove clock.
    pub fn is_zeroing(&self, m: Move) -> bool {
        self.after_move(m).is_zeroing
    }

    pub(crate) fn after_move(&self, m: Move) -> AfterMove {
        let mut board = *self;
        let is_zeroing = board.apply(m);
        AfterMove { board: board.swap_colors(), is_zeroing }
    }

    /// Makes our move without swapping the sides. Returns `true` if the move resets the halfmove clock.
    pub(crate) fn apply(&mut self, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        // The right to capture en passant lasts one move.
        let flags = self.en_passant();
        self.pawns -= flags;

        if m.kind() == MoveKind::Castling {
            self.castle(m);
            return false;
        }
        let (origin, target) = (Bitboard::from(from), Bitboard::from(to));
        let is_capture = self.theirs.contains(to);
        let is_pawn = self.pawns.contains(from);

        // The captured piece leaves, and a castling right that needs it is lost.
        if is_capture {
            self.theirs -= target;
            self.clear_kind(target);
            if to.rank() == Rank::Eight {
                self.remove_right_of_rook(Side::Theirs, to.file());
            }
        }
        self.ours = (self.ours - origin) | target;

        if from == self.our_king {
            self.our_king = to;
            self.castlings.remove_ours();
            return is_capture;
        }
        if self.straight.contains(from) && from.rank() == Rank::One {
            self.remove_right_of_rook(Side::Ours, from.file());
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
                let piece = m.promotion();
                if matches!(piece, Some(PieceType::Rook | PieceType::Queen)) {
                    self.straight |= target;
                }
                if matches!(piece, Some(PieceType::Bishop | PieceType::Queen)) {
                    self.diagonal |= target;
                }
            }
            // A double push sets a flag if a pawn of theirs attacks the square that our pawn passed.
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
        let side = m.castling_side();
        let (king_to, rook_to) = (side.king_target(Color::White), side.rook_target(Color::White));
        self.ours = (self.ours - king.into() - rook.into()) | king_to.into() | rook_to.into();
        self.straight = (self.straight - rook.into()) | rook_to.into();
        self.our_king = king_to;
        self.castlings.remove_ours();
    }

    fn clear_kind(&mut self, squares: Bitboard) {
        self.straight -= squares;
        self.diagonal -= squares;
        self.pawns -= squares;
    }

    /// Removes the right of `owner` that belongs to a rook on this file of the back rank.
    fn remove_right_of_rook(&mut self, owner: Side, file: File) {
        for side in CastlingSide::ALL {
            if self.castlings.rook_file(owner, side) == file {
                self.castlings.remove(owner, side);
            }
        }
    }

    /// Reads a move in UCI notation, such as `e7e5` for black, which need not be legal.
    ///
    /// Letters may be in either case. Castling is the king's move from e1 to g1 or c1 (e8 to g8 or c8 for black), or
    /// king takes rook. A promotion without a letter becomes a knight, as in lc0. A pawn move to another file without a
    /// piece to capture is en passant.
    ///
    /// lc0's commit b4e98c19 reads moves of a piece that shares its square of rank 8 with an en passant flag as pawn
    /// moves. This function uses the actual piece, as later commits of lc0 do.
    ///
    /// ```
    /// use gardez_lc0::{Board, MoveKind};
    ///
    /// let board = Board::from_fen("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1")?.board;
    /// let castling = board.parse_move("e8g8")?;
    /// assert_eq!(castling, board.parse_move("e8h8")?);
    /// assert_eq!((castling.kind(), castling.to().to_string()), (MoveKind::Castling, "h1".to_string()));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not two squares and perhaps q, r, b or n, or if the side to move has no piece on the first.
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        let bytes = text.as_bytes();
        if !(4..=5).contains(&bytes.len()) {
            return Err(ParseMoveError::Length { found: bytes.len() });
        }
        let absolute = read_square(&bytes[..2]).ok_or_else(|| ParseMoveError::square(text, 0))?;
        let to = read_square(&bytes[2..4]).ok_or_else(|| ParseMoveError::square(text, 2))?;
        let (from, to) = (absolute.relative_to(self.side_to_move()), to.relative_to(self.side_to_move()));
        if !self.ours.contains(from) {
            return Err(ParseMoveError::NoPiece(absolute));
        }
        let is_pawn = self.pawns().contains(from);
        if is_pawn && matches!(to.rank(), Rank::One | Rank::Eight) {
            let letter = bytes.get(4).map_or('n', |&byte| char::from(byte));
            let piece = PieceType::from_letter(letter.to_ascii_lowercase());
            return piece
                .and_then(|piece| Move::new_promotion(from, to, piece))
                .ok_or(ParseMoveError::Promotion(letter));
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
