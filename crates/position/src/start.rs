//! Start positions: chess, the 960 of Chess960, and their pairings.

use gardez_types::{CastlingMode, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Rank, Square};
use gardez_zobrist as zobrist;

use crate::Board;

/// How the standard array is numbered among the 960.
const STANDARD: u16 = 518;

impl Board {
    /// The start position of chess.
    pub fn start() -> Self {
        let back = back_rank(STANDARD).expect("518 is below 960");
        set_up(back, back, CastlingMode::Standard)
    }

    /// The Chess960 start position with this number, 0 to 959, after Reinhard Scharnagl; 518 is that of chess.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// let board = Board::chess960(0).expect("below 960");
    /// assert_eq!(board.to_string(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    /// assert!(Board::chess960(960).is_none());
    /// ```
    pub fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// The double Chess960 start position in which each side has its own array, both numbered 0 to 959.
    pub fn double_chess960(white: u16, black: u16) -> Option<Self> {
        Some(set_up(back_rank(white)?, back_rank(black)?, CastlingMode::Chess960))
    }
}

/// The array with this number, from the a-file to the h-file.
///
/// The number says, in this order: where the light-squared and the dark-squared bishop stand, on which of the six free
/// files the queen, on which two of the five free files the knights; rook, king and rook take what is left.
fn back_rank(number: u16) -> Option<[PieceType; 8]> {
    /// The two of the five free files that the knights take.
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    if number >= 960 {
        return None;
    }
    let mut rank = [None; 8];
    let (rest, light) = (usize::from(number / 4), usize::from(number % 4));
    rank[2 * light + 1] = Some(PieceType::Bishop);
    let (rest, dark) = (rest / 4, rest % 4);
    rank[2 * dark] = Some(PieceType::Bishop);
    let (knights, queen) = (rest / 6, rest % 6);
    *free(&mut rank, queen) = Some(PieceType::Queen);
    let (first, second) = KNIGHTS[knights];
    // The second knight first, for the first would shift its count.
    *free(&mut rank, second) = Some(PieceType::Knight);
    *free(&mut rank, first) = Some(PieceType::Knight);
    for piece_type in [PieceType::Rook, PieceType::King, PieceType::Rook] {
        *free(&mut rank, 0) = Some(piece_type);
    }
    Some(rank.map(|piece_type| piece_type.expect("eight pieces were placed")))
}

/// The `n`th file that is still free, counted from 0.
fn free(rank: &mut [Option<PieceType>; 8], n: usize) -> &mut Option<PieceType> {
    rank.iter_mut().filter(|place| place.is_none()).nth(n).expect("as many files are free as are counted")
}

fn set_up(white: [PieceType; 8], black: [PieceType; 8], mode: CastlingMode) -> Board {
    let mut squares = [None; 64];
    for (color, back) in [(Color::White, white), (Color::Black, black)] {
        let pawns = Rank::Two.relative_to(color);
        for (file, piece_type) in File::ALL.into_iter().zip(back) {
            squares[Square::new(file, color.back_rank()) as usize] = Some(Piece::new(color, piece_type));
            squares[Square::new(file, pawns) as usize] = Some(Piece::new(color, PieceType::Pawn));
        }
    }
    let mut board = Board::empty(mode);
    board.lay(&squares);
    for color in Color::ALL {
        for rook in board.pieces(color, PieceType::Rook) {
            board.grant(color, rook);
        }
    }
    board
}

impl Board {
    /// Gives `color` the right to castle with the rook on `rook`.
    pub(crate) fn grant(&mut self, color: Color, rook: Square) {
        let king = self.king(color);
        let side = CastlingSide::from_squares(king, rook);
        self.setup.add(color, side, king, rook);
        let before = self.state.castling_rights;
        self.state.castling_rights |= CastlingRights::new(color, side);
        self.state.key ^= zobrist::castling(before) ^ zobrist::castling(self.state.castling_rights);
    }
}
