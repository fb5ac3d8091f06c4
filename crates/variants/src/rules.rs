//! The rules of each variant, one file each, and their common trait.

mod antichess;
mod atomic;
mod chess;
mod crazyhouse;
mod hill;
mod horde;
mod racing;
mod three_check;

use core::ops::ControlFlow;

use gardez_bitboard::Bitboard;
use gardez_position::internals::Side;
use gardez_types::{Color, Piece, Square};

pub use antichess::Antichess;
pub use atomic::Atomic;
pub use chess::Chess;
pub(crate) use chess::cannot_mate;
pub use crazyhouse::Crazyhouse;
pub use hill::KingOfTheHill;
pub use horde::Horde;
pub use racing::RacingKings;
pub use three_check::ThreeCheck;

use crate::movegen;
use crate::outcome::{Outcome, Reason};
use crate::setup::SetupError;
use crate::sink::DropSink;
use crate::state::BoardState;
use crate::variant::{Dialect, Variant};

/// A variant as a type: the rules of a [`Board`](crate::Board). It cannot be implemented outside of the crate.
pub trait Rules: Laws {}

impl<L: Laws> Rules for L {}

/// The rules that a variant can decide. The defaults are the rules of chess.
pub trait Laws: Copy + core::fmt::Debug + 'static {
    /// The variant.
    const VARIANT: Variant;

    /// Generates the legal moves of a game that has not ended by a rule of the variant.
    fn moves<S: Side, K: DropSink>(state: &BoardState, sink: &mut K) -> ControlFlow<K::Break>;

    /// Returns how the game has ended by a rule of the variant. There are no moves then.
    fn variant_end(_: &BoardState) -> Option<Outcome> {
        None
    }

    /// Returns the pieces that would give check to a king of `color` on `king`, with these occupied squares.
    #[inline]
    fn king_attackers(state: &BoardState, color: Color, king: Square, occupied: Bitboard) -> Bitboard {
        state.attackers_of(king, !color, occupied)
    }

    /// Returns the pieces that give check to `color`.
    fn checkers(state: &BoardState, color: Color) -> Bitboard {
        state.king(color).map_or(Bitboard::EMPTY, |king| Self::king_attackers(state, color, king, state.occupied()))
    }

    /// Returns `true` if an en passant capture is legal, in a game that goes on.
    fn en_passant_is_legal(state: &BoardState, from: Square, ep_square: Square) -> bool {
        movegen::en_passant_is_safe(state, from, ep_square)
    }

    /// Applies the effects of a capture, after the piece has left the board.
    fn captured(_: &mut BoardState, _: Piece, _was_promoted: bool) {}

    /// Returns the squares whose pieces explode when a piece has captured on `to`.
    fn exploding(_: &BoardState, _to: Square) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Applies the effects of a move of `mover`, when the other side is to move.
    fn after_move(_: &mut BoardState, _mover: Color) {}

    /// Returns the outcome if the side to move has no move and is not in check.
    fn stalemate(_: &BoardState) -> Outcome {
        Outcome::draw(Reason::Stalemate)
    }

    /// Returns `true` if `color` cannot win, whatever the other side does.
    fn cannot_win(state: &BoardState, color: Color, dialect: Dialect) -> bool;

    /// Returns `true` if Lichess draws the position because it is closed.
    fn is_closed(_: &BoardState) -> bool {
        false
    }

    /// Checks that the pieces are a position: as in chess, by default.
    fn check(state: &BoardState) -> Result<(), SetupError> {
        chess::check::<Self>(state)
    }
}
