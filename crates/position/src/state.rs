//! What a move changes besides the pieces, and what undoing it needs back.

use gardez_types::{CastlingRights, Color, Move, Piece, Square};
use gardez_zobrist as zobrist;

/// The part of a position that cannot be worked out backwards from a move: one per ply, kept until the move is undone.
///
/// Most of it is carried from one state to the next and changed on the way; the last move and what it captured are new
/// each time. What follows from the pieces is not kept but worked out when a [`Board`](crate::Board) is asked.
///
/// One cache line, aligned: it is copied as a whole, in one or a few vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
// In this order, for a CPU waits where a load takes in more than one of the stores that it has just made. The fifty-move
// counter, which some moves empty, is no neighbor of the two that always grow, lest the compiler load them at once; and
// what is read right after it was written does not begin a word of four bytes, lest the compiler load the word. Each cost
// a quarter of making a move and taking it back.
#[repr(C, align(64))]
pub struct StateInfo {
    pub(crate) key: u64,
    pub(crate) material_key: u64,
    /// See [`Group`].
    pub(crate) group_keys: [u64; 4],
    pub(crate) plies_from_null: u32,
    pub(crate) game_ply: u32,
    pub(crate) double_step: Option<Square>,
    pub(crate) captured: Option<Piece>,
    pub(crate) last_move: Option<Move>,
    pub(crate) castling_rights: CastlingRights,
    pub(crate) ep_square: Option<Square>,
    pub(crate) rule50: u16,
}

/// Where in [`StateInfo::group_keys`] a group of pieces has its key.
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
        double_step: None,
        captured: None,
        last_move: None,
        castling_rights: CastlingRights::empty(),
        ep_square: None,
        rule50: 0,
    };

    /// The key of how many pieces of each kind there are, wherever they stand.
    #[inline]
    pub const fn material_key(&self) -> u64 {
        self.material_key
    }

    /// The key of the pawns; not 0 without pawns.
    #[inline]
    pub const fn pawn_key(&self) -> u64 {
        self.group_keys[Group::PAWNS]
    }

    /// The key of the knights and bishops of both colors; 0 without any.
    #[inline]
    pub const fn minor_piece_key(&self) -> u64 {
        self.group_keys[Group::MINOR_PIECES]
    }

    /// The key of the pieces of `color` that are no pawns, its king included.
    #[inline]
    pub const fn non_pawn_key(&self, color: Color) -> u64 {
        self.group_keys[Group::NON_PAWNS[color as usize]]
    }

    /// The castling rights that are left.
    #[inline]
    pub const fn castling_rights(&self) -> CastlingRights {
        self.castling_rights
    }

    /// Half-moves since the last capture or pawn move, as the fifty-move rule counts them; null moves do not count.
    /// 65,535 stands for any more.
    #[inline]
    pub const fn rule50(&self) -> u16 {
        self.rule50
    }

    /// Half-moves since the last null move, or since the position was set up.
    #[inline]
    pub const fn plies_from_null(&self) -> u32 {
        self.plies_from_null
    }

    /// The square behind the pawn that has just made a double step, whether it can be captured there or not.
    #[inline]
    pub const fn double_step(&self) -> Option<Square> {
        self.double_step
    }

    /// The en passant square that counts: it is part of the key and printed in a FEN.
    ///
    /// After a move, there is one only if a legal en passant capture exists.
    #[inline]
    pub const fn ep_square(&self) -> Option<Square> {
        self.ep_square
    }

    /// The piece that the last move captured. A null move leaves it as it was.
    #[inline]
    pub const fn captured(&self) -> Option<Piece> {
        self.captured
    }

    /// The move that led here; none at the set-up position and after a null move.
    #[inline]
    pub const fn last_move(&self) -> Option<Move> {
        self.last_move
    }

    /// The key of the position without the fifty-move term.
    #[inline]
    pub const fn raw_key(&self) -> u64 {
        self.key
    }
}
