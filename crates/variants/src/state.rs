//! The state of a board of any variant, with its key.

use core::fmt;

use gardez_bitboard::{Bitboard, between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use gardez_position::internals::CastlingSetup;
use gardez_types::{CastlingMode, CastlingRights, CastlingSide, Color, Piece, PieceType, Square};

use crate::keys;
use crate::turn::Turn;

/// The pieces in hand of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pocket(u64); // a byte for each piece type, at its number

impl Pocket {
    /// The piece types that a pocket can have, in the order of a FEN.
    pub const TYPES: [PieceType; 5] =
        [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

    /// Returns the number of pieces of this type.
    #[inline]
    pub const fn count(&self, piece_type: PieceType) -> u8 {
        (self.0 >> (8 * piece_type as u32)) as u8
    }

    #[inline]
    fn set(&mut self, piece_type: PieceType, count: u8) {
        let at = 8 * piece_type as u32;
        self.0 = self.0 & !(0xff << at) | u64::from(count) << at;
    }

    /// Returns the number of pieces.
    pub fn len(&self) -> u32 {
        self.0.to_le_bytes().into_iter().map(u32::from).sum()
    }

    /// Returns `true` if there are no pieces.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

impl fmt::Debug for Pocket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(Self::TYPES.map(|piece_type| (piece_type, self.count(piece_type)))).finish()
    }
}

/// The state of a board of any variant: pieces, pockets, side to move, rights and counters.
///
/// [`Board`](crate::Board) and [`VariantBoard`](crate::VariantBoard) dereference to it.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct BoardState {
    pub(crate) squares: [Option<Piece>; 64],
    /// White's pieces, the pieces of each type at its number 1 to 6, and Black's pieces.
    sets: [Bitboard; 8],
    pub(crate) promoted: Bitboard,
    pub(crate) key: u64,
    pub(crate) setup: CastlingSetup,
    pub(crate) pockets: [Pocket; 2],
    pub(crate) turn: Turn,
    pub(crate) mode: CastlingMode,
}

impl BoardState {
    /// An empty board with White to move, to be set up.
    pub(crate) const EMPTY: Self = Self {
        squares: [None; 64],
        sets: [Bitboard::EMPTY; 8],
        promoted: Bitboard::EMPTY,
        key: keys::white_to_move(),
        setup: CastlingSetup::NONE,
        pockets: [Pocket(0); 2],
        turn: Turn::START,
        mode: CastlingMode::Standard,
    };

    /// Returns a board with these pieces, without rights and en passant square; its counters are 0.
    pub(crate) fn set_up(
        pieces: impl Iterator<Item = (Square, Option<Piece>)>,
        promoted: Bitboard,
        pockets: [[u8; 5]; 2],
        checks_left: [u8; 2],
        side_to_move: Color,
    ) -> Self {
        let mut state = Self::EMPTY;
        for (square, piece) in pieces.filter_map(|(square, piece)| Some((square, piece?))) {
            state.put_piece(piece, square);
        }
        for square in promoted {
            state.mark_promoted(square, true);
        }
        for color in Color::ALL {
            for (piece_type, count) in Pocket::TYPES.into_iter().zip(pockets[color.index()]) {
                state.set_pocket(color, piece_type, count);
            }
            state.set_checks_left(color, checks_left[color.index()]);
        }
        if side_to_move == Color::Black {
            state.pass_turn();
        }
        state
    }
}

/// # Pieces
impl BoardState {
    /// Returns the piece on `square`, if there is one.
    #[inline]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square as usize]
    }

    /// Returns the squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.sets[0] | self.sets[7]
    }

    /// Returns the squares of the pieces of one color.
    #[inline]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.sets[7 * color as usize]
    }

    /// Returns the squares of the pieces of one type.
    #[inline]
    pub const fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.sets[piece_type as usize]
    }

    /// Returns the squares of the pieces of one color and type.
    #[inline]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by_color(color) & self.by_type(piece_type)
    }

    pub(crate) fn by_types<const N: usize>(&self, piece_types: [PieceType; N]) -> Bitboard {
        piece_types.into_iter().fold(Bitboard::EMPTY, |set, piece_type| set | self.by_type(piece_type))
    }

    /// Returns the number of pieces of one color and type.
    #[inline]
    pub fn count(&self, color: Color, piece_type: PieceType) -> u32 {
        self.pieces(color, piece_type).len()
    }

    /// Returns the king of `color`: the lowest of several in antichess.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, PieceType::King).lsb()
    }

    /// Returns the squares of the promoted pieces, in crazyhouse only.
    #[inline]
    pub const fn promoted(&self) -> Bitboard {
        self.promoted
    }

    /// Returns the pieces in hand of `color`, in crazyhouse only.
    #[inline]
    pub const fn pocket(&self, color: Color) -> &Pocket {
        &self.pockets[color as usize]
    }

    /// Returns the number of checks, 3 to 0, that `color` still has to give, in three-check only.
    #[inline]
    pub const fn checks_left(&self, color: Color) -> u8 {
        self.turn.checks_left(color)
    }
}

/// # Side to move, rights and counters
impl BoardState {
    /// Returns the side to move.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.turn.side_to_move()
    }

    /// Returns the plies since the last capture, pawn move or drop of a pawn, up to 65,535.
    #[inline]
    pub const fn halfmove_clock(&self) -> u16 {
        self.turn.halfmove_clock()
    }

    /// Returns the plies since the start of the game, from the move number of the FEN.
    #[inline]
    pub const fn game_ply(&self) -> u32 {
        self.turn.ply()
    }

    /// Returns the move number of the FEN, from 1 to 1,000,000.
    #[inline]
    pub const fn fullmove_number(&self) -> u32 {
        let number = self.game_ply() / 2 + 1;
        if number < 1_000_000 { number } else { 1_000_000 }
    }

    /// Returns the en passant square if a legal capture exists.
    #[inline]
    pub const fn ep_square(&self) -> Option<Square> {
        self.turn.ep_square()
    }

    /// Returns the castling rights.
    #[inline]
    pub const fn castling_rights(&self) -> CastlingRights {
        self.turn.rights()
    }

    /// Returns the rook with which `color` may castle on `side`, or `None` without that right.
    #[inline]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let has_right = self.castling_rights().contains(CastlingRights::new(color, side));
        if has_right { self.setup.rook(color, side) } else { None }
    }

    /// Returns the form of castling in UCI.
    #[inline]
    pub const fn castling_mode(&self) -> CastlingMode {
        self.mode
    }

    /// Returns the Zobrist key: Polyglot's, with own numbers for pockets, promoted pieces and checks.
    ///
    /// The en passant square is included only if a capture is legal. The variant makes no difference.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }
}

/// # Attacks
impl BoardState {
    /// Returns the pieces of `color` that attack `square` with these occupied squares, as in chess.
    #[inline]
    pub fn attackers_of(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let diagonal = self.by_type(PieceType::Bishop) | self.by_type(PieceType::Queen);
        let orthogonal = self.by_type(PieceType::Rook) | self.by_type(PieceType::Queen);
        (knight_attacks(square) & self.by_type(PieceType::Knight)
            | pawn_attacks(!color, square) & self.by_type(PieceType::Pawn)
            | king_attacks(square) & self.by_type(PieceType::King)
            | bishop_attacks(square, occupied) & diagonal
            | rook_attacks(square, occupied) & orthogonal)
            & self.by_color(color)
    }

    /// Returns the pieces that give check to a king of `us`, and the pieces of `us` that are pinned to it.
    #[inline]
    pub(crate) fn checkers_and_pinned(&self, king: Square, us: Color) -> (Bitboard, Bitboard) {
        let them = self.by_color(!us);
        let diagonal = self.by_type(PieceType::Bishop) | self.by_type(PieceType::Queen);
        let orthogonal = self.by_type(PieceType::Rook) | self.by_type(PieceType::Queen);
        let mut checkers = (knight_attacks(king) & self.by_type(PieceType::Knight)
            | pawn_attacks(us, king) & self.by_type(PieceType::Pawn))
            & them;
        let mut pinned = Bitboard::EMPTY;
        let snipers = (bishop_attacks(king, them) & diagonal | rook_attacks(king, them) & orthogonal) & them;
        for sniper in snipers {
            let blockers = between(king, sniper) & self.by_color(us);
            if blockers.is_empty() {
                checkers.insert(sniper);
            } else if !blockers.more_than_one() {
                pinned |= blockers;
            }
        }
        (checkers, pinned)
    }
}

impl BoardState {
    #[inline]
    pub(crate) fn put_piece(&mut self, piece: Piece, square: Square) {
        self.put_back(piece, square);
        self.key ^= keys::piece(Some(piece), square);
    }

    #[inline]
    pub(crate) fn remove_piece(&mut self, piece: Piece, square: Square) {
        self.take_back(piece, square);
        self.key ^= keys::piece(Some(piece), square);
        if self.promoted.contains(square) {
            self.mark_promoted(square, false);
        }
    }

    /// Puts a piece on an empty square, without the key.
    #[inline]
    pub(crate) fn put_back(&mut self, piece: Piece, square: Square) {
        self.squares[square as usize] = Some(piece);
        self.toggle(piece, square.into());
    }

    /// Removes this piece, without key and mark.
    #[inline]
    pub(crate) fn take_back(&mut self, piece: Piece, square: Square) {
        self.squares[square as usize] = None;
        self.toggle(piece, square.into());
    }

    /// Moves this piece to the square of `victim`, without key and marks, and without an unpredictable branch.
    #[inline]
    pub(crate) fn replace(&mut self, piece: Piece, from: Square, to: Square, victim: Option<Piece>) {
        self.squares[from as usize] = None;
        self.squares[to as usize] = Some(piece);
        self.toggle(piece, Bitboard::from(from) | to.into());
        self.toggle_victim(piece, to, victim);
    }

    /// Undoes [`BoardState::replace`].
    #[inline]
    pub(crate) fn replace_back(&mut self, piece: Piece, from: Square, to: Square, victim: Option<Piece>) {
        self.squares[to as usize] = victim;
        self.squares[from as usize] = Some(piece);
        self.toggle(piece, Bitboard::from(from) | to.into());
        self.toggle_victim(piece, to, victim);
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, squares: Bitboard) {
        self.sets[piece as usize & 7] ^= squares;
        self.sets[7 * piece.color() as usize] ^= squares;
    }

    #[inline]
    fn toggle_victim(&mut self, taker: Piece, square: Square, victim: Option<Piece>) {
        let taken = Bitboard::from_bits(u64::from(victim.is_some()) << square as u8);
        self.sets[keys::number(victim) & 7] ^= taken;
        self.sets[7 * !taker.color() as usize] ^= taken;
    }

    #[inline]
    pub(crate) fn mark_promoted(&mut self, square: Square, mark: bool) {
        if self.promoted.contains(square) != mark {
            self.promoted.toggle(square);
            self.key ^= keys::promoted(square);
        }
    }

    #[inline]
    pub(crate) fn set_pocket(&mut self, color: Color, piece_type: PieceType, count: u8) {
        let pocket = &mut self.pockets[color as usize];
        self.key ^= keys::pocket(color, piece_type, pocket.count(piece_type)) ^ keys::pocket(color, piece_type, count);
        pocket.set(piece_type, count);
    }

    #[inline]
    pub(crate) fn set_checks_left(&mut self, color: Color, checks: u8) {
        self.key ^= keys::checks(color, self.checks_left(color)) ^ keys::checks(color, checks);
        self.turn.set_checks_left(color, checks);
    }

    #[inline]
    pub(crate) fn remove_rights(&mut self, rights: CastlingRights) {
        self.key ^= keys::castling(self.castling_rights() & rights);
        self.turn.set_rights(self.castling_rights() - rights);
    }

    pub(crate) fn grant(&mut self, color: Color, king: Square, rook: Square) {
        let side = CastlingSide::from_squares(king, rook);
        self.setup.add(color, side, king, rook);
        let rights = self.castling_rights();
        let right = CastlingRights::new(color, side) - rights;
        self.turn.set_rights(rights | right);
        self.key ^= keys::castling(right);
    }

    #[inline]
    pub(crate) fn set_ep_square(&mut self, square: Option<Square>) {
        self.key ^= keys::en_passant(self.ep_square()) ^ keys::en_passant(square);
        self.turn.set_ep_square(square);
    }

    #[inline]
    pub(crate) fn pass_turn(&mut self) {
        self.turn.pass();
        self.key ^= keys::white_to_move();
    }

    /// Counts a ply and passes the turn. `key` is the other changes of the key.
    #[inline]
    pub(crate) fn advance(&mut self, key: u64, resets_clock: bool) {
        self.key ^= key ^ keys::white_to_move() ^ keys::en_passant(self.ep_square());
        self.turn.advance(resets_clock);
    }

    /// Returns the pieces in hand, by color and in the order of [`Pocket::TYPES`].
    pub(crate) fn in_hand(&self) -> [[u8; 5]; 2] {
        self.pockets.map(|pocket| Pocket::TYPES.map(|piece_type| pocket.count(piece_type)))
    }

    pub(crate) fn all_checks_left(&self) -> [u8; 2] {
        Color::ALL.map(|color| self.checks_left(color))
    }

    /// Computes the key from the other fields.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        let pieces = Square::ALL.into_iter().zip(self.squares);
        let side_to_move = self.side_to_move();
        let mut scratch = Self::set_up(pieces, self.promoted, self.in_hand(), self.all_checks_left(), side_to_move);
        scratch.set_ep_square(self.ep_square());
        scratch.key ^ keys::castling(self.castling_rights())
    }

    /// Returns everything in which two positions can differ.
    pub(crate) fn identity(&self) -> impl PartialEq + use<> {
        let rooks = CastlingRights::EACH.map(|(_, color, side)| self.castling_rook(color, side));
        let turn = (self.ep_square(), self.side_to_move());
        (self.squares, self.promoted, self.pockets, self.all_checks_left(), rooks, turn)
    }
}
