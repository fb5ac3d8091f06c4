//! Castling rights: which rook a letter means, whether a right can exist, and the castling mode.

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingMode, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Square};
use gardez_zobrist as zobrist;

use super::board_error::BoardError;
use crate::board::Board;
use crate::castling_setup::CastlingSetup;

/// The castling mode that a position gets when its FEN is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FenMode {
    /// As in standard chess. A right needs a king on the e-file and a rook in a corner.
    Standard,
    /// As in Chess960.
    Chess960,
    /// Chess960 if a castling right needs it, unless a right `KQkq` is dropped and no right has a file letter.
    #[default]
    Detect,
}

impl From<CastlingMode> for FenMode {
    fn from(mode: CastlingMode) -> Self {
        match mode {
            CastlingMode::Standard => Self::Standard,
            CastlingMode::Chess960 => Self::Chess960,
        }
    }
}

/// Returns the side and the square of the rook that a letter of the castling field means.
///
/// There may be no rook on that square: `K` means the corner without a rook on the king side.
pub fn rook_of(letter: u8, pieces: impl Fn(Color) -> (Option<Square>, Bitboard)) -> (Color, Square) {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let outermost = |side: CastlingSide| {
        let (king, rooks) = pieces(color);
        king.and_then(|king| outermost(color, side, king, rooks)).unwrap_or(side.standard_rook(color))
    };
    let rook = match letter.to_ascii_lowercase() {
        b'k' => outermost(CastlingSide::KingSide),
        b'q' => outermost(CastlingSide::QueenSide),
        file => Square::new(File::ALL[usize::from(file - b'a') % 8], color.back_rank()),
    };
    (color, rook)
}

/// Returns the rook of `color` on its back rank that is farthest from the king on one side.
pub(crate) fn outermost(color: Color, side: CastlingSide, king: Square, rooks: Bitboard) -> Option<Square> {
    let corner = side.standard_rook(color);
    if rooks.contains(corner) {
        return Some(corner);
    }
    let rooks = rooks & Bitboard::from(color.back_rank());
    let mut rooks = rooks.into_iter().filter(|&rook| CastlingSide::from_squares(king, rook) == side);
    match side {
        // In plain builds, asking for the highest bit is slow on AMD.
        CastlingSide::KingSide => rooks.reduce(|_, outer| outer),
        CastlingSide::QueenSide => rooks.next(),
    }
}

impl Board {
    /// Gives `color` the right to castle with the rook on `rook`, at most one right for each side of its king.
    pub(super) fn set_up_castling_right(
        &mut self,
        color: Color,
        rook: Square,
        mode: FenMode,
    ) -> Result<(), BoardError> {
        self.check_castling_right(color, rook)?;
        let king = self.king(color);
        let side = CastlingSide::from_squares(king, rook);
        let needs_960 = king.file() != File::E || rook != side.standard_rook(color);
        if (mode == FenMode::Standard && needs_960)
            || self.castling_rook(color, side).is_some_and(|granted| granted != rook)
        {
            return Err(BoardError::CastlingRight { color, rook });
        }
        self.grant(color, rook);
        Ok(())
    }

    /// Checks that the king and the rook of a castling right are at home.
    fn check_castling_right(&self, color: Color, rook: Square) -> Result<(), BoardError> {
        let home = color.back_rank();
        let can_exist = self.king(color).rank() == home
            && rook.rank() == home
            && self.piece_on(rook) == Some(Piece::new(color, PieceType::Rook));
        if can_exist { Ok(()) } else { Err(BoardError::CastlingRight { color, rook }) }
    }

    pub(super) fn check_castling_rights(&self) -> Result<(), BoardError> {
        for (right, color, side) in CastlingRights::EACH {
            if self.castling_rights().contains(right) {
                let rook = self.castling_rook(color, side);
                let is_on_its_side =
                    rook.is_some_and(|rook| CastlingSide::from_squares(self.king(color), rook) == side);
                let rook = rook.unwrap_or(side.standard_rook(color));
                if !is_on_its_side {
                    return Err(BoardError::CastlingRight { color, rook });
                }
                self.check_castling_right(color, rook)?;
            }
        }
        Ok(())
    }

    /// Gives `color` the right to castle with the rook on `rook`, which must be possible, and updates the key.
    pub(crate) fn grant(&mut self, color: Color, rook: Square) {
        let king = self.king(color);
        let side = CastlingSide::from_squares(king, rook);
        self.setup.add(color, side, king, rook);
        let before = self.state.castling_rights;
        self.state.castling_rights |= CastlingRights::new(color, side);
        self.state.key ^= zobrist::castling(before) ^ zobrist::castling(self.state.castling_rights);
    }

    pub(super) fn clear_castling_rights(&mut self) {
        self.setup = CastlingSetup::NONE;
        self.state.key ^= zobrist::castling(self.state.castling_rights) ^ zobrist::castling(CastlingRights::empty());
        self.state.castling_rights = CastlingRights::empty();
    }

    pub(super) fn set_up_mode(&mut self, mode: FenMode) {
        let is_standard = mode != FenMode::Chess960 && self.castles_as_in_standard_chess();
        self.mode = if is_standard { CastlingMode::Standard } else { CastlingMode::Chess960 };
    }

    /// Returns `true` if each castling right belongs to a king on the e-file and a rook in a corner.
    pub(super) fn castles_as_in_standard_chess(&self) -> bool {
        const CORNERS: Bitboard = Bitboard::from_bits(0x8100_0000_0000_0081);
        // The kings and rooks that have rights are all on their back ranks.
        let kings = self.setup.watched & self.by_type(PieceType::King);
        kings.is_subset(File::E.into()) && (self.setup.watched - kings).is_subset(CORNERS)
    }
}
