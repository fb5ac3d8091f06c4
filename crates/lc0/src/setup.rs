//! Builds boards for the reader of FENs and the decoder of planes, which both see white's pieces as ours at first.

use gardez_types::{CastlingSide, File, PieceType, Rank, Square};

use crate::board::Board;
use crate::castlings::Side;

/// The reason no double push can have ended on a file: a piece on the passed square, or no pawn at its end.
pub(crate) enum DoublePushError {
    Occupied,
    NoPawn,
}

impl Board {
    /// Puts a piece on an empty square. The last king of a side counts, and its other kings become knights.
    pub(crate) fn put_piece(&mut self, owner: Side, piece_type: PieceType, square: Square) {
        match owner {
            Side::Ours => self.ours.insert(square),
            Side::Theirs => self.theirs.insert(square),
        }
        match (piece_type, owner) {
            (PieceType::Pawn, _) => self.pawns.insert(square),
            (PieceType::Knight, _) => {}
            (PieceType::Bishop, _) => self.diagonal.insert(square),
            (PieceType::Rook, _) => self.straight.insert(square),
            (PieceType::Queen, _) => {
                self.straight.insert(square);
                self.diagonal.insert(square);
            }
            (PieceType::King, Side::Ours) => self.our_king = square,
            (PieceType::King, Side::Theirs) => self.their_king = square,
        }
    }

    /// Returns the file of the rook on the back rank of `owner` that is farthest from the king.
    pub(crate) fn outermost_rook(&self, owner: Side, side: CastlingSide) -> Option<File> {
        let (rank, king, pieces) = match owner {
            Side::Ours => (Rank::One, self.our_king, self.ours),
            Side::Theirs => (Rank::Eight, self.their_king, self.theirs),
        };
        let rooks = self.rooks() & pieces & rank.into();
        let rook = match side {
            CastlingSide::KingSide => rooks.msb().filter(|rook| rook.file() > king.file()),
            CastlingSide::QueenSide => rooks.lsb().filter(|rook| rook.file() < king.file()),
        };
        rook.map(Square::file)
    }

    /// Grants the right of a rook on this file of the back rank, whether the rook is there or not.
    pub(crate) fn grant_rook(&mut self, owner: Side, file: File) {
        let king = if owner == Side::Ours { self.our_king } else { self.their_king };
        let side = if file > king.file() { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        self.castlings.grant(owner, side, file);
    }

    pub(crate) fn set_double_push(&mut self, pusher: Side, file: File) -> Result<(), DoublePushError> {
        let (passed, end, flag, pawns) = match pusher {
            Side::Ours => (Rank::Three, Rank::Four, Rank::One, self.ours),
            Side::Theirs => (Rank::Six, Rank::Five, Rank::Eight, self.theirs),
        };
        if self.occupied().contains(Square::new(file, passed)) {
            return Err(DoublePushError::Occupied);
        }
        if !(self.pawns & pawns).contains(Square::new(file, end)) {
            return Err(DoublePushError::NoPawn);
        }
        self.pawns.insert(Square::new(file, flag));
        Ok(())
    }
}
