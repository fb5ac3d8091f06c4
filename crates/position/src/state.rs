//! The state of a position: what undoing a move cannot compute.

use gardez_types::{CastlingRights, Color, Move, Piece, Square};
use gardez_zobrist as zobrist;

/// The part of a position that undoing cannot compute: keys, counters, rights, en passant, last move and capture.
///
/// A [`Board`](crate::Board) has one state of 64 bytes; a `Position` keeps one for each ply of its history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
// The order of the fields matters. A CPU stalls when a load covers more than one of its recent stores. The fifty-move
// counter, which some moves reset, is not next to the two counters that always grow, so that the compiler does not load
// all of them at once. A field that is read right after it was written does not start a word of four bytes, so that the
// compiler does not load the whole word. docs/notes/position.md says what each of the two stalls cost.
#[repr(C, align(64))]
pub struct StateInfo {
    pub(crate) key: u64,
    pub(crate) material_key: u64,
    /// See [`Group`].
    pub(crate) group_keys: [u64; 4],
    pub(crate) plies_from_null: u32,
    pub(crate) game_ply: u32,
    pub(crate) double_push: Option<Square>,
    pub(crate) captured: Option<Piece>,
    pub(crate) last_move: Option<Move>,
    pub(crate) castling_rights: CastlingRights,
    pub(crate) ep_square: Option<Square>,
    pub(crate) halfmove_clock: u16,
}

/// The largest move number.
pub(crate) const MAX_FULLMOVE: u32 = 1_000_000;

/// The index of the key of a group of pieces in [`StateInfo::group_keys`].
pub(crate) struct Group;

impl Group {
    pub(crate) const PAWNS: usize = 0;
    pub(crate) const NON_PAWNS: [usize; 2] = [1, 2];
    pub(crate) const MINOR_PIECES: usize = 3;
}

impl StateInfo {
    /// The state of a board without pieces.
    pub(crate) const EMPTY: Self = Self {
        key: zobrist::castling(CastlingRights::empty()),
        material_key: 0,
        group_keys: [zobrist::no_pawns(), 0, 0, 0],
        plies_from_null: 0,
        game_ply: 0,
        double_push: None,
        captured: None,
        last_move: None,
        castling_rights: CastlingRights::empty(),
        ep_square: None,
        halfmove_clock: 0,
    };

    /// Returns the key of the numbers of pieces of each kind.
    #[inline]
    pub const fn material_key(&self) -> u64 {
        self.material_key
    }

    /// Returns the key of the pawns, which is not 0 without pawns.
    #[inline]
    pub const fn pawn_key(&self) -> u64 {
        self.group_keys[Group::PAWNS]
    }

    /// Returns the key of the knights and bishops of both colors.
    #[inline]
    pub const fn minor_piece_key(&self) -> u64 {
        self.group_keys[Group::MINOR_PIECES]
    }

    /// Returns the key of the pieces of `color`, king included, that are not pawns.
    #[inline]
    pub const fn non_pawn_key(&self, color: Color) -> u64 {
        self.group_keys[Group::NON_PAWNS[color as usize]]
    }

    /// Returns the castling rights.
    #[inline]
    pub const fn castling_rights(&self) -> CastlingRights {
        self.castling_rights
    }

    /// Returns the number of plies since the last capture or pawn move, without null moves, up to 65,535.
    #[inline]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Returns the number of plies since the last null move, or since the position was set up.
    #[inline]
    pub const fn plies_from_null(&self) -> u32 {
        self.plies_from_null
    }

    /// Returns the square that the last move passed with a double push, even without an en passant capture.
    #[inline]
    pub const fn double_push(&self) -> Option<Square> {
        self.double_push
    }

    /// Returns the en passant square, which is part of the key and of the FEN.
    ///
    /// After a double push, it is set only if a legal en passant capture exists. A `FenReader` may keep it in more
    /// cases; see [`EnPassantPolicy`](crate::EnPassantPolicy).
    #[inline]
    pub const fn ep_square(&self) -> Option<Square> {
        self.ep_square
    }

    /// Returns the piece that the last move captured; null moves do not change it.
    #[inline]
    pub const fn captured(&self) -> Option<Piece> {
        self.captured
    }

    /// Returns the move that led to this state, or `None` for the set-up position and after a null move.
    #[inline]
    pub const fn last_move(&self) -> Option<Move> {
        self.last_move
    }

    /// Returns the key without the fifty-move counter.
    #[inline]
    pub const fn raw_key(&self) -> u64 {
        self.key
    }
}
