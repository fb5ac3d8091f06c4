//! What a board of any variant keeps, and how pieces are put down and taken up: always together with the key.

use gardez_bitboard::{Bitboard, between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use gardez_position::internals::CastlingSetup;
use gardez_types::{CastlingMode, CastlingRights, CastlingSide, Color, Piece, PieceType, Square};

use crate::keys::{self, CHECKS};

/// The pieces in hand of one side, by type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pocket([u8; 5]);

impl Pocket {
    /// The types of pieces that a pocket can have, in the order in which a FEN lists them.
    pub const TYPES: [PieceType; 5] =
        [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

    /// Returns the number of pieces of this type, 0 for a king.
    #[inline]
    pub fn count(&self, piece_type: PieceType) -> u8 {
        self.0.get(piece_type.index()).copied().unwrap_or_default()
    }

    /// Returns the number of pieces.
    pub fn len(&self) -> u32 {
        self.0.iter().copied().map(u32::from).sum()
    }

    /// Returns `true` if there are no pieces.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 5]
    }
}

/// What a board of any variant consists of: pieces, pockets, side to move, rights and counters.
///
/// A [`Board`](crate::Board) and a [`VariantBoard`](crate::VariantBoard) dereference to it, so its methods are theirs.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct BoardState {
    pub(crate) squares: [Option<Piece>; 64],
    by_type: [Bitboard; 6],
    by_color: [Bitboard; 2],
    pub(crate) promoted: Bitboard,
    pub(crate) key: u64,
    pub(crate) setup: CastlingSetup,
    pub(crate) ply: u32,
    pub(crate) rule50: u16,
    pub(crate) pockets: [Pocket; 2],
    pub(crate) checks: [u8; 2],
    pub(crate) castling_rights: CastlingRights,
    pub(crate) ep_square: Option<Square>,
    pub(crate) side_to_move: Color,
    pub(crate) mode: CastlingMode,
}

impl BoardState {
    /// An empty board with White to move, to be set up.
    pub(crate) const EMPTY: Self = Self {
        squares: [None; 64],
        by_type: [Bitboard::EMPTY; 6],
        by_color: [Bitboard::EMPTY; 2],
        promoted: Bitboard::EMPTY,
        key: keys::white_to_move(),
        setup: CastlingSetup::NONE,
        ply: 0,
        rule50: 0,
        pockets: [Pocket([0; 5]); 2],
        checks: [CHECKS; 2],
        castling_rights: CastlingRights::empty(),
        ep_square: None,
        side_to_move: Color::White,
        mode: CastlingMode::Standard,
    };
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
        self.by_color[0] | self.by_color[1]
    }

    /// Returns the squares of the pieces of one color.
    #[inline]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.by_color[color as usize]
    }

    /// Returns the squares of the pieces of one type, of both colors.
    #[inline]
    pub const fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.by_type[piece_type.index()]
    }

    /// Returns the squares of the pieces of one color and type.
    #[inline]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by_color(color) & self.by_type(piece_type)
    }

    /// Returns the squares of the pieces of any of these types, of both colors.
    pub fn by_types<const N: usize>(&self, piece_types: [PieceType; N]) -> Bitboard {
        piece_types.into_iter().fold(Bitboard::EMPTY, |set, piece_type| set | self.by_type(piece_type))
    }

    /// Returns the number of pieces of one color and type.
    #[inline]
    pub fn count(&self, color: Color, piece_type: PieceType) -> u32 {
        self.pieces(color, piece_type).len()
    }

    /// Returns the king of `color`, or the lowest of its kings in antichess. The horde has none, and an exploded king is
    /// gone.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, PieceType::King).lsb()
    }

    /// Returns the squares of the pieces that were pawns, in crazyhouse. If captured, they are pawns again.
    #[inline]
    pub const fn promoted(&self) -> Bitboard {
        self.promoted
    }

    /// Returns the pieces in hand of `color`; only crazyhouse has any.
    #[inline]
    pub const fn pocket(&self, color: Color) -> &Pocket {
        &self.pockets[color as usize]
    }

    /// Returns the number of checks that `color` still has to give to win, 3 to 0; only three-check counts them.
    #[inline]
    pub const fn checks_left(&self, color: Color) -> u8 {
        self.checks[color as usize]
    }
}

/// # Side to move, rights and counters
impl BoardState {
    /// Returns the side to move.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Returns the number of plies since the last capture or pawn move, up to 65,535. A drop of a pawn is a pawn move.
    #[inline]
    pub const fn rule50(&self) -> u16 {
        self.rule50
    }

    /// Returns the number of plies since the start of the game, as the move number of the FEN counts them.
    #[inline]
    pub const fn game_ply(&self) -> u32 {
        self.ply
    }

    /// Returns the move number of the FEN, from 1 to 1,000,000.
    #[inline]
    pub const fn fullmove(&self) -> u32 {
        let number = self.ply / 2 + 1;
        if number < 1_000_000 { number } else { 1_000_000 }
    }

    /// Returns the en passant square if the last move was a double step and a legal capture exists.
    #[inline]
    pub const fn ep_square(&self) -> Option<Square> {
        self.ep_square
    }

    /// Returns the castling rights that are left.
    #[inline]
    pub const fn castling_rights(&self) -> CastlingRights {
        self.castling_rights
    }

    /// Returns the square of the rook with which `color` may castle on `side`, or `None` if that right is lost.
    #[inline]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        if self.castling_rights.contains(CastlingRights::new(color, side)) {
            self.setup.rook(color, side)
        } else {
            None
        }
    }

    /// Returns the castling mode: how the board writes castling as UCI text. It does not change the rules.
    #[inline]
    pub const fn castling_mode(&self) -> CastlingMode {
        self.mode
    }

    /// Returns the key: Polyglot's, with the en passant square only if a capture is legal, and with own terms for
    /// pockets, promoted pieces and given checks. The variant is not a part of it.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }
}

/// # Attacks
impl BoardState {
    /// Returns the pieces of `color` that attack `square` on a board with these occupied squares, as in chess.
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

    /// Returns the pieces that check a king of `us` on `king`, and the pieces of `us` that are pinned to it.
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
            } else if !blockers.has_several() {
                pinned |= blockers;
            }
        }
        (checkers, pinned)
    }
}

impl BoardState {
    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put_piece(&mut self, piece: Piece, square: Square) {
        self.put_back(piece, square);
        self.key ^= keys::piece(piece, square);
    }

    /// Removes this piece from its square, with its mark if it was promoted.
    #[inline]
    pub(crate) fn remove_piece(&mut self, piece: Piece, square: Square) {
        self.take_back(piece, square);
        self.key ^= keys::piece(piece, square);
        if self.promoted.contains(square) {
            self.mark_promoted(square, false);
        }
    }

    /// Puts a piece on an empty square, without the key, which whoever undoes a move knows.
    #[inline]
    pub(crate) fn put_back(&mut self, piece: Piece, square: Square) {
        self.squares[square as usize] = Some(piece);
        self.by_type[piece.piece_type().index()].toggle(square);
        self.by_color[piece.color() as usize].toggle(square);
    }

    /// Removes this piece from its square, without key and mark.
    #[inline]
    pub(crate) fn take_back(&mut self, piece: Piece, square: Square) {
        self.squares[square as usize] = None;
        self.by_type[piece.piece_type().index()].toggle(square);
        self.by_color[piece.color() as usize].toggle(square);
    }

    /// Moves this piece to an empty square, without key and mark.
    #[inline]
    pub(crate) fn move_back(&mut self, piece: Piece, from: Square, to: Square) {
        let both = Bitboard::from(from) | to.into();
        self.squares[from as usize] = None;
        self.squares[to as usize] = Some(piece);
        self.by_type[piece.piece_type().index()] ^= both;
        self.by_color[piece.color() as usize] ^= both;
    }

    /// Marks the piece on `square` as one that was a pawn, or removes the mark.
    #[inline]
    pub(crate) fn mark_promoted(&mut self, square: Square, mark: bool) {
        if self.promoted.contains(square) != mark {
            self.promoted.toggle(square);
            self.key ^= keys::promoted(square);
        }
    }

    /// Sets the number of pieces of this type in a pocket.
    pub(crate) fn set_pocket(&mut self, color: Color, piece_type: PieceType, count: u8) {
        let slot = &mut self.pockets[color as usize].0[piece_type.index()];
        self.key ^= keys::pocket(color, piece_type, *slot) ^ keys::pocket(color, piece_type, count);
        *slot = count;
    }

    /// Sets the number of checks that `color` still has to give.
    pub(crate) fn set_checks_left(&mut self, color: Color, checks: u8) {
        let slot = &mut self.checks[color as usize];
        self.key ^= keys::checks(color, *slot) ^ keys::checks(color, checks);
        *slot = checks;
    }

    #[inline]
    pub(crate) fn remove_rights(&mut self, rights: CastlingRights) {
        let lost = self.castling_rights & rights;
        if lost.is_empty() {
            return;
        }
        self.castling_rights -= lost;
        self.key ^= keys::castling(lost);
    }

    pub(crate) fn grant(&mut self, color: Color, king: Square, rook: Square) {
        let side = CastlingSide::from_squares(king, rook);
        self.setup.add(color, side, king, rook);
        let right = CastlingRights::new(color, side) - self.castling_rights;
        self.castling_rights |= right;
        self.key ^= keys::castling(right);
    }

    #[inline]
    pub(crate) fn set_ep_square(&mut self, square: Option<Square>) {
        if self.ep_square != square {
            self.key ^= keys::en_passant(self.ep_square) ^ keys::en_passant(square);
            self.ep_square = square;
        }
    }

    #[inline]
    pub(crate) fn pass_turn(&mut self) {
        self.side_to_move = !self.side_to_move;
        self.key ^= keys::white_to_move();
    }

    /// Computes the key from the parts.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        let mut scratch = Self::EMPTY;
        for square in self.occupied() {
            if let Some(piece) = self.piece_on(square) {
                scratch.put_piece(piece, square);
            }
        }
        for square in self.promoted {
            scratch.mark_promoted(square, true);
        }
        for color in Color::ALL {
            for piece_type in Pocket::TYPES {
                scratch.set_pocket(color, piece_type, self.pocket(color).count(piece_type));
            }
            scratch.set_checks_left(color, self.checks_left(color));
        }
        scratch.key ^= keys::castling(self.castling_rights);
        scratch.set_ep_square(self.ep_square);
        if self.side_to_move == Color::Black {
            scratch.pass_turn();
        }
        scratch.key
    }

    /// Returns what makes two positions the same.
    pub(crate) fn identity(&self) -> impl PartialEq + use<> {
        let rooks = CastlingRights::EACH.map(|(_, color, side)| self.castling_rook(color, side));
        (self.squares, self.promoted, self.pockets, self.checks, rooks, self.ep_square, self.side_to_move)
    }
}
