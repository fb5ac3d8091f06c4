//! The board: where the pieces stand, whose turn it is, and the current state; a value to copy.

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingMode, Color, Move, Piece, PieceType, Square};
use gardez_zobrist as zobrist;

use crate::StateInfo;
use crate::castling::CastlingSetup;
use crate::value::non_pawn_value;

/// A position without its history: everything but repetition, in a small `Copy` value.
///
/// It is for those who copy positions instead of taking moves back: tree search over a network, data generation.
/// [`Board::after`] makes a move on a copy. A [`Position`](crate::Position) holds a board and dereferences to it.
///
/// ```
/// use gardez_position::Board;
///
/// let start = Board::start();
/// let children: Vec<Board> = start.legal_moves().into_iter().map(|m| start.after(m)).collect();
/// assert_eq!(children.len(), 20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub struct Board {
    pub(crate) squares: [Option<Piece>; 64],
    pub(crate) by_type: [Bitboard; 6],
    pub(crate) by_color: [Bitboard; 2],
    pub(crate) state: StateInfo,
    pub(crate) setup: CastlingSetup,
    pub(crate) game_ply: u32,
    pub(crate) side_to_move: Color,
    pub(crate) mode: CastlingMode,
}

impl Board {
    /// A board without pieces, for those who set one up; no legal position.
    pub(crate) const fn empty(mode: CastlingMode) -> Self {
        Self {
            squares: [None; 64],
            by_type: [Bitboard::EMPTY; 6],
            by_color: [Bitboard::EMPTY; 2],
            state: StateInfo::EMPTY,
            setup: CastlingSetup::NONE,
            game_ply: 0,
            side_to_move: Color::White,
            mode,
        }
    }

    /// The piece on `square`, if there is one.
    #[inline]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square as usize]
    }

    /// The squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// The squares of the pieces of one color.
    #[inline]
    pub const fn colored(&self, color: Color) -> Bitboard {
        self.by_color[color as usize]
    }

    /// The squares of the pieces of one kind, of both colors.
    #[inline]
    pub const fn of_type(&self, piece_type: PieceType) -> Bitboard {
        self.by_type[piece_type.index()]
    }

    /// The squares of the pieces of one color and kind.
    #[inline]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.colored(color) & self.of_type(piece_type)
    }

    /// The bishops and queens of `color`.
    #[inline]
    pub(crate) fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.of_type(PieceType::Bishop) | self.of_type(PieceType::Queen)) & self.colored(color)
    }

    /// The rooks and queens of `color`.
    #[inline]
    pub(crate) fn orthogonal_sliders(&self, color: Color) -> Bitboard {
        (self.of_type(PieceType::Rook) | self.of_type(PieceType::Queen)) & self.colored(color)
    }

    /// The squares of the pieces of any of these kinds, of both colors.
    ///
    /// ```
    /// use gardez_position::Board;
    /// use gardez_types::PieceType;
    ///
    /// let minors = Board::start().of_types([PieceType::Knight, PieceType::Bishop]);
    /// assert_eq!(minors.len(), 8);
    /// ```
    #[inline]
    pub fn of_types<const N: usize>(&self, piece_types: [PieceType; N]) -> Bitboard {
        piece_types.into_iter().fold(Bitboard::EMPTY, |set, piece_type| set | self.of_type(piece_type))
    }

    /// The squares of the pieces of one color and any of these kinds.
    #[inline]
    pub fn pieces_of_types<const N: usize>(&self, color: Color, piece_types: [PieceType; N]) -> Bitboard {
        self.colored(color) & self.of_types(piece_types)
    }

    /// How many pieces of one color and kind there are.
    #[inline]
    pub fn count(&self, color: Color, piece_type: PieceType) -> u32 {
        self.pieces(color, piece_type).len()
    }

    /// The square of the king of `color`.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceType::King).lsb().expect("each side has a king")
    }

    /// The side whose turn it is.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The current state: what the last move left behind.
    #[inline]
    pub const fn state(&self) -> &StateInfo {
        &self.state
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.state.checkers
    }

    /// True if the side to move is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        !self.state.checkers.is_empty()
    }

    /// Half-moves since the last capture or pawn move.
    #[inline]
    pub const fn rule50(&self) -> u16 {
        self.state.rule50
    }

    /// The en passant square that counts; see [`StateInfo::ep_square`].
    #[inline]
    pub const fn ep_square(&self) -> Option<Square> {
        self.state.ep_square
    }

    /// The move that led here; none at the set-up position and after a null move.
    #[inline]
    pub const fn last_move(&self) -> Option<Move> {
        self.state.last_move
    }

    /// Half-moves since the start of the game: twice the full moves made, and one more when black is to move. Null moves
    /// do not count.
    #[inline]
    pub const fn game_ply(&self) -> u32 {
        self.game_ply
    }

    /// The number of the full move, from 1, as a FEN prints it.
    #[inline]
    pub const fn fullmove(&self) -> u32 {
        // After a null move black may be to move at an even ply.
        self.game_ply.saturating_sub(self.side_to_move as u32) / 2 + 1
    }

    /// How the position writes castling: the mode in which it was read.
    #[inline]
    pub const fn castling_mode(&self) -> CastlingMode {
        self.mode
    }

    /// Makes black the side to move of a board that is being set up. The key follows.
    pub(crate) fn pass_to_black(&mut self) {
        self.state.key ^= zobrist::side();
        self.side_to_move = Color::Black;
    }

    /// Puts all pieces of a position on the empty board. Keys and material follow.
    pub(crate) fn lay(&mut self, squares: &[Option<Piece>; 64]) {
        // Which squares hold a piece is found without a branch: half of them do, and no CPU can guess which.
        let mut occupied = 0;
        for (index, piece) in squares.iter().enumerate() {
            occupied |= u64::from(piece.is_some()) << index;
        }
        // Nor can it guess the kind, so each piece's key goes to the two sums that it belongs to, by number; the first
        // number is for sums that nobody asks for.
        const SUMS: [[usize; 2]; 7] = [[0, 0], [1, 0], [2, 3], [2, 3], [0, 3], [0, 3], [0, 3]];
        let (mut sums, mut counts) = ([0; 5], [0; 16]);
        for square in Bitboard::from_bits(occupied) {
            if let Some(piece) = squares[square as usize] {
                let (piece_type, color, key) = (piece.piece_type(), piece.color(), zobrist::piece(piece, square));
                self.state.key ^= key;
                let [first, second] = SUMS[piece_type as usize];
                sums[first] ^= key;
                sums[second + usize::from(second > 0) * color as usize] ^= key;
                let count = &mut counts[piece as usize];
                self.state.material_key ^= material_term(piece, *count);
                *count += 1;
                self.state.non_pawn_material[color as usize] += non_pawn_value(piece_type);
                self.set(piece, square);
            }
        }
        self.state.pawn_key ^= sums[1];
        self.state.minor_piece_key ^= sums[2];
        self.state.non_pawn_key[0] ^= sums[3];
        self.state.non_pawn_key[1] ^= sums[4];
    }

    /// Puts a new piece on an empty square. Keys and material follow.
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        let count = self.pieces(piece.color(), piece.piece_type()).len();
        self.state.material_key ^= material_term(piece, count);
        self.state.non_pawn_material[piece.color() as usize] += non_pawn_value(piece.piece_type());
        self.land(piece, square);
    }

    /// Takes a piece off the board. Keys and material follow.
    pub(crate) fn take(&mut self, piece: Piece, square: Square) {
        self.lift(piece, square);
        let count = self.pieces(piece.color(), piece.piece_type()).len();
        self.state.material_key ^= material_term(piece, count);
        self.state.non_pawn_material[piece.color() as usize] -= non_pawn_value(piece.piece_type());
    }

    /// Puts down a piece that was lifted. The keys of its place follow.
    #[inline]
    pub(crate) fn land(&mut self, piece: Piece, square: Square) {
        self.toggle_keys(piece, zobrist::piece(piece, square));
        self.set(piece, square);
    }

    /// Lifts a piece to put it down elsewhere. The keys of its place follow.
    #[inline]
    pub(crate) fn lift(&mut self, piece: Piece, square: Square) {
        self.toggle_keys(piece, zobrist::piece(piece, square));
        self.clear(piece, square);
    }

    /// Moves a piece to an empty square. The keys follow.
    #[inline]
    pub(crate) fn relocate(&mut self, piece: Piece, from: Square, to: Square) {
        self.toggle_keys(piece, zobrist::piece(piece, from) ^ zobrist::piece(piece, to));
        self.shift(piece, from, to);
    }

    /// Changes each key that this piece is part of.
    #[inline]
    fn toggle_keys(&mut self, piece: Piece, difference: u64) {
        self.state.key ^= difference;
        match piece.piece_type() {
            PieceType::Pawn => self.state.pawn_key ^= difference,
            piece_type => {
                self.state.non_pawn_key[piece.color() as usize] ^= difference;
                if matches!(piece_type, PieceType::Knight | PieceType::Bishop) {
                    self.state.minor_piece_key ^= difference;
                }
            }
        }
    }

    /// Puts a piece on an empty square; for undoing, where the key comes back with the old state.
    #[inline]
    pub(crate) fn set(&mut self, piece: Piece, square: Square) {
        self.squares[square as usize] = Some(piece);
        self.by_type[piece.piece_type().index()].insert(square);
        self.by_color[piece.color() as usize].insert(square);
    }

    /// Takes a piece off its square; for undoing, where the key comes back with the old state.
    #[inline]
    pub(crate) fn clear(&mut self, piece: Piece, square: Square) {
        self.squares[square as usize] = None;
        self.by_type[piece.piece_type().index()].remove(square);
        self.by_color[piece.color() as usize].remove(square);
    }

    /// Moves a piece to an empty square; for undoing, where the key comes back with the old state.
    #[inline]
    pub(crate) fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        let both = Bitboard::from(from) | to.into();
        self.squares[from as usize] = None;
        self.squares[to as usize] = Some(piece);
        self.by_type[piece.piece_type().index()] ^= both;
        self.by_color[piece.color() as usize] ^= both;
    }
}

/// What the `count`th piece of a kind, counted from 0, adds to the material key: the key of a square from a2 on.
///
/// With more than 56 pieces of a kind, which no game has, the squares begin again at a1.
#[inline]
pub(crate) const fn material_term(piece: Piece, count: u32) -> u64 {
    zobrist::piece(piece, Square::ALL[(count as usize + 8) % 64])
}
