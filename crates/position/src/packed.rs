//! A board in 24 bytes: exact, canonical, and sorted next to its relatives.

use core::fmt;

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingRights, Color, Piece, PieceType, Rank, Square, errors};

use crate::board::Board;
use crate::setup::board_error::BoardError;
use crate::setup::en_passant::EnPassantPolicy;
use crate::setup::parts::BoardParts;
use crate::setup::piece_setup::PieceSetup;

/// A board in 24 bytes, without its counters, for tables, sorted files and databases.
///
/// [`Board::packed`] makes one, and `Board::try_from` reads it. The bytes contain the pieces, the side to move, the
/// castling rights with their rooks, and the legal en passant capture: equality is exact, unlike with keys.
///
/// ```
/// use gardez_position::{Board, PackedBoard};
///
/// let packed = Board::start().packed()?;
/// let bytes: [u8; PackedBoard::SIZE] = packed.to_bytes();
/// assert_eq!(Board::try_from(&PackedBoard::from_bytes(bytes))?, Board::start());
/// # Ok::<_, gardez_position::PackError>(())
/// ```
///
/// # Layout
///
/// The layout is promised: a later version reads and writes the same bytes.
///
/// | bytes | what |
/// |---|---|
/// | 0–7 | the occupied squares, a [`Bitboard`] with a1 as bit 0, most significant byte first; flipped vertically if black is to move |
/// | 8–23 | a code of four bits for each piece, from the most significant occupied square down, the high half of a byte first; then zeros |
///
/// | code | what is on the square |
/// |---|---|
/// | 0–5 | a white pawn, knight, bishop, rook, queen, king |
/// | 6–11 | a black pawn, knight, bishop, rook, queen, king |
/// | 12 | a pawn that a legal move captures en passant; it belongs to the side that is not to move |
/// | 13 | a white rook with which white has the right to castle |
/// | 14 | a black rook with which black has the right to castle |
/// | 15 | the black king, if black is to move |
///
/// ```text
/// 8  . . . . k . . .      white to move, who may castle with the rook on h1
/// 7  . . . . . . . .      and capture the pawn on d5 en passant
/// 6  . . . . . . . .
/// 5  . . . p P . . .      byte  0  1  2  3  4  5  6  7   8  9 10 11 … 23
/// 4  . . . . . . . .           10 00 00 18 00 00 00 90  b0 cd 50 00 … 00
/// 3  . . . . . . . .      rank  8  7  6  5  4  3  2  1   │  │  └ e1 = 5
/// 2  . . . . . . . .                                     │  └ d5 = 12, h1 = 13
/// 1  . . . . K . . R                                     └ e8 = 11, e5 = 0
/// ```
///
/// `Ord` compares the bytes: boards that share many descendants are next to each other. A board with more than 32 pieces
/// does not fit. Every board has only one packed form; reading other bytes is an error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedBoard([u8; 24]);

impl PackedBoard {
    /// The number of bytes.
    pub const SIZE: usize = 24;

    /// Returns the value with these bytes; reading a board checks them.
    #[inline]
    pub const fn from_bytes(bytes: [u8; Self::SIZE]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes.
    #[inline]
    pub const fn to_bytes(self) -> [u8; Self::SIZE] {
        self.0
    }

    /// Borrows the bytes.
    #[inline]
    pub const fn as_bytes(&self) -> &[u8; Self::SIZE] {
        &self.0
    }
}

impl fmt::Debug for PackedBoard {
    /// Returns the bytes as hexadecimal digits.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

errors! {
    /// The reason a board cannot be packed, or bytes are not a board.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum PackError {
        TooManyPieces { pieces: u32 } = "too-many-pieces", "a packed board has no room for {pieces} pieces";
        UnusedCode { index: usize } = "unused-code", "code {index} is not 0, but there is no piece for it";
        /// No legal move captures a pawn en passant there, or code 12 appears twice.
        EnPassantPawn(square: Square) = "en-passant-pawn", "the pawn on {square} cannot be captured en passant";
        /// The pieces or the castling rights break an invariant of boards.
        Board(error: BoardError) = error;
    }
}

const MOST_PIECES: u32 = 32;

// The codes above those of the twelve pieces.
const EN_PASSANT_PAWN: u8 = 12;
const WHITE_CASTLING_ROOK: u8 = 13;
const BLACK_CASTLING_ROOK: u8 = 14;
const BLACK_KING_TO_MOVE: u8 = 15;

/// The piece of each code. Code 12 is a pawn of the side that is not to move. The codes from 12 on are marked.
const PIECES: [Option<Piece>; 16] = {
    let mut pieces = [None; 16];
    let mut i = 0;
    while i < Piece::COUNT {
        pieces[i] = Some(Piece::ALL[i]);
        i += 1;
    }
    pieces[WHITE_CASTLING_ROOK as usize] = Some(Piece::WhiteRook);
    pieces[BLACK_CASTLING_ROOK as usize] = Some(Piece::BlackRook);
    pieces[BLACK_KING_TO_MOVE as usize] = Some(Piece::BlackKing);
    pieces
};
const MARKED: u16 = 0xf000;

/// The two halves of a packed board.
#[derive(Clone, Copy)]
struct Halves {
    /// The occupied squares, flipped if black is to move.
    occupied: Bitboard,
    /// The codes. The first one is in the most significant four bits.
    codes: u128,
}

impl Halves {
    fn from_packed(packed: PackedBoard) -> Self {
        Self {
            occupied: Bitboard::from_bits(u64::from_be_bytes(core::array::from_fn(|i| packed.0[i]))),
            codes: u128::from_be_bytes(core::array::from_fn(|i| packed.0[8 + i])),
        }
    }

    fn to_packed(self) -> PackedBoard {
        let mut bytes = [0; PackedBoard::SIZE];
        bytes[..8].copy_from_slice(&self.occupied.bits().to_be_bytes());
        bytes[8..].copy_from_slice(&self.codes.to_be_bytes());
        PackedBoard(bytes)
    }

    /// Returns the codes from the least significant square on.
    const fn ascending(self) -> u128 {
        // Without pieces the shift by all 128 bits would overflow.
        match self.codes.checked_shr(128 - 4 * self.occupied.len()) {
            Some(codes) => codes,
            None => 0,
        }
    }

    /// Returns `true` if one of the codes has all four bits.
    const fn has_code_15(self) -> bool {
        const ONES: u128 = u128::from_le_bytes([0x11; 16]);
        let codes = self.codes & self.codes >> 2;
        codes & codes >> 1 & ONES != 0
    }

    /// Replaces the code of a piece. `square` is its square as it is stored.
    fn replace(&mut self, square: Square, piece: Piece, code: u8) {
        let before = (self.occupied.bits() >> square as u32 >> 1).count_ones();
        self.codes ^= u128::from(piece.index() as u8 ^ code) << 124 >> (4 * before);
    }

    fn check_codes(self) -> Result<(), PackError> {
        let pieces = self.occupied.len();
        if pieces > MOST_PIECES {
            return Err(PackError::TooManyPieces { pieces });
        }
        // A shift by all 128 bits would overflow, and a full board has no unused codes.
        match self.codes.checked_shl(4 * pieces) {
            None | Some(0) => Ok(()),
            Some(unused) => Err(PackError::UnusedCode { index: (pieces + unused.leading_zeros() / 4) as usize }),
        }
    }
}

/// # Packing
impl Board {
    /// Returns the board in 24 bytes; see [`PackedBoard`].
    ///
    /// # Errors
    ///
    /// Returns an error if there are more than 32 pieces, or, after an illegal move, not one king of each color.
    #[inline]
    pub fn packed(&self) -> Result<PackedBoard, PackError> {
        let us = self.side_to_move();
        let pieces = self.occupied().len();
        if pieces > MOST_PIECES {
            return Err(PackError::TooManyPieces { pieces });
        }
        self.check_kings().map_err(PackError::Board)?;

        // The squares and the pieces on them.
        let mut halves = Halves { occupied: self.occupied().relative_to(us), codes: 0 };
        for square in halves.occupied {
            let code = self.piece_on(square.relative_to(us)).map_or(0, Piece::index);
            // Each code pushes those of the lower squares down.
            halves.codes = halves.codes >> 4 | (code as u128) << 124;
        }

        // The side to move, castling rights and en passant replace the codes of pieces.
        if us == Color::Black {
            halves.replace(self.king(us).relative_to(us), Piece::BlackKing, BLACK_KING_TO_MOVE);
        }
        for (_, color, side) in CastlingRights::EACH {
            let (rook, code) = match color {
                Color::White => (Piece::WhiteRook, WHITE_CASTLING_ROOK),
                Color::Black => (Piece::BlackRook, BLACK_CASTLING_ROOK),
            };
            if let Some(square) = self.castling_rook(color, side).filter(|&square| self.piece_on(square) == Some(rook))
            {
                halves.replace(square.relative_to(us), rook, code);
            }
        }
        if let Some(passed) = self.ep_square_by(EnPassantPolicy::Legal) {
            let pawn = Piece::new(!us, PieceType::Pawn);
            halves.replace(Square::new(passed.file(), Rank::Five), pawn, EN_PASSANT_PAWN);
        }
        Ok(halves.to_packed())
    }
}

impl TryFrom<&PackedBoard> for Board {
    type Error = PackError;

    /// Reads a packed board. The counters are as in a new game; the castling mode follows from the rights as in a FEN.
    #[inline]
    fn try_from(packed: &PackedBoard) -> Result<Self, PackError> {
        let halves = Halves::from_packed(*packed);
        halves.check_codes()?;
        let us = if halves.has_code_15() { Color::Black } else { Color::White };

        let (mut setup, mut captured) = (PieceSetup::EMPTY, None);
        let mut parts = BoardParts { side_to_move: us, ..BoardParts::EMPTY };
        let marked = setup.put_codes(halves.occupied, halves.ascending(), &PIECES, MARKED, us);
        for square in marked.relative_to(us) {
            let square = square.relative_to(us);
            match setup.piece_on(square) {
                Some(Piece::BlackKing) => {}
                Some(rook) => parts.castling_rooks[rook.color() as usize].insert(square),
                None => {
                    parts.double_push = square.step(us.up());
                    if parts.double_push.is_none() || captured.replace(square).is_some() {
                        return Err(PackError::EnPassantPawn(square));
                    }
                    setup.put(square, Some(Piece::new(!us, PieceType::Pawn)));
                }
            }
        }

        // A pawn that no legal move captures has the code of a pawn, so that there is only one form.
        match (setup.board(&parts), captured) {
            (Err(BoardError::StaleEnPassantSquare(_)), Some(pawn)) => Err(PackError::EnPassantPawn(pawn)),
            (Err(error), _) => Err(PackError::Board(error)),
            (Ok(board), Some(pawn)) if board.ep_square().is_none() => Err(PackError::EnPassantPawn(pawn)),
            (Ok(board), _) => Ok(board),
        }
    }
}
