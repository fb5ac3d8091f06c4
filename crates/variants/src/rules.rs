//! The rules of each variant, one file each, and what they have in common.

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

/// A variant as a type: the rules of a [`Board`](crate::Board).
///
/// The crate implements it for each variant; it cannot be implemented elsewhere.
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

    /// Returns the pieces that give check to `color`.
    fn checkers(state: &BoardState, color: Color) -> Bitboard {
        state.king(color).map_or(Bitboard::EMPTY, |king| state.attackers_of(king, !color, state.occupied()))
    }

    /// Returns `true` if an en passant capture of the side to move is legal, in a game that goes on.
    fn en_passant_is_legal(state: &BoardState, from: Square, ep_square: Square) -> bool {
        movegen::en_passant_is_safe(state, from, ep_square)
    }

    /// Does what else follows when this piece is captured; it has left the board.
    fn captured(_: &mut BoardState, _: Piece, _was_promoted: bool) {}

    /// Returns the squares whose pieces explode when a piece has captured on `to`.
    fn exploding(_: &BoardState, _to: Square) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Does what else follows after a move of `mover`; the other side is to move.
    fn after_move(_: &mut BoardState, _mover: Color) {}

    /// Returns how a game ends in which the side to move has no move and is not in check.
    fn stalemate(_: &BoardState) -> Outcome {
        Outcome::draw(Reason::Stalemate)
    }

    /// Returns `true` if `color` cannot win any more, whatever the other side does.
    fn cannot_win(state: &BoardState, color: Color, dialect: Dialect) -> bool;

    /// Returns `true` if a closed position is a draw at Lichess.
    fn is_closed(_: &BoardState) -> bool {
        false
    }

    /// Checks what must be true of the pieces. The default demands what chess does.
    fn check(state: &BoardState) -> Result<(), SetupError> {
        chess::check(state)
    }
}
