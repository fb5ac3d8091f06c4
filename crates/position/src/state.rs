//! What a move changes besides the pieces, and what undoing it needs back.

use gardez_types::{CastlingRights, Color, Move, Piece, Square};
use gardez_zobrist as zobrist;

use crate::Value;

/// The part of a position that cannot be worked out backwards from a move: one per ply, kept until the move is undone.
///
/// The first half is carried from one state to the next and changed on the way; the second half is worked out anew.
///
/// Two cache lines, aligned: copied in vectors that do not overlap. (Where they overlap, the CPU waits for the first
/// store before it can load what both wrote; that cost a quarter of making and unmaking a move.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct StateInfo {
    // Carried to the next state.
    pub(crate) material_key: u64,
    pub(crate) group_keys: [u64; 4],
    pub(crate) non_pawn_material: [Value; 2],
    pub(crate) castling_rights: CastlingRights,
    // Wide enough never to be checked for overflow when they grow.
    pub(crate) rule50: u32,
    pub(crate) plies_from_null: u32,
    pub(crate) double_step: Option<Square>,
    pub(crate) ep_square: Option<Square>,

    // Recomputed at every move.
    pub(crate) captured: Option<Piece>,
    pub(crate) last_move: Option<Move>,
    pub(crate) key: u64,
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
        material_key: 0,
        group_keys: [zobrist::no_pawns(), 0, 0, 0],
        non_pawn_material: [0; 2],
        castling_rights: CastlingRights::empty(),
        rule50: 0,
        plies_from_null: 0,
        double_step: None,
        ep_square: None,
        captured: None,
        last_move: None,
        key: zobrist::castling(CastlingRights::empty()),
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

    /// The value of the knights, bishops, rooks and queens of `color`; see [`piece_value`](crate::piece_value).
    #[inline]
    pub const fn non_pawn_material(&self, color: Color) -> Value {
        self.non_pawn_material[color as usize]
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
        if self.rule50 > u16::MAX as u32 { u16::MAX } else { self.rule50 as u16 }
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
