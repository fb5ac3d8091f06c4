//! Horde: pawns without a king against the pieces of chess.

use core::ops::ControlFlow;

use gardez_bitboard::Bitboard;
use gardez_position::BoardError;
use gardez_position::internals::Side;
use gardez_types::{Color, Rank};

use crate::board::Board;
use crate::movegen::{BACK_RANKS, chess_moves};
use crate::outcome::{Outcome, Reason};
use crate::rules::{Laws, chess};
use crate::setup::SetupError;
use crate::sink::DropSink;
use crate::state::BoardState;
use crate::variant::{Dialect, Variant};

mod material;

/// Horde: one side, usually White, has pawns and no king, and wins by mate. The other side wins by capturing everything.
#[derive(Clone, Copy, Debug)]
pub enum Horde {}

impl Laws for Horde {
    const VARIANT: Variant = Variant::Horde;

    /// Generates the moves of chess. Pawns of the horde may step twice from the first rank, too.
    #[inline]
    fn moves<S: Side, K: DropSink>(state: &BoardState, sink: &mut K) -> ControlFlow<K::Break> {
        chess_moves::<S, K>(state, sink)
    }

    #[inline]
    fn variant_end(state: &BoardState) -> Option<Outcome> {
        let destroyed = Color::ALL.into_iter().find(|&color| state.by_color(color).is_empty())?;
        Some(Outcome::win(Reason::HordeDestroyed, !destroyed))
    }

    /// Returns `false` for the side with the king, which can always capture everything.
    fn cannot_win(state: &BoardState, color: Color, _: Dialect) -> bool {
        state.king(color).is_none() && material::horde_cannot_mate(state, color)
    }

    /// Returns `true` if the horde cannot move, and no move of the other side changes that.
    fn is_closed(state: &BoardState) -> bool {
        let is_stuck = |state: &BoardState| {
            let mut board = Board::<Self>::from_state(*state);
            board.state.set_ep_square(None);
            if state.king(state.side_to_move()).is_some() {
                board.state.pass_turn();
            }
            !board.has_legal_moves()
        };
        let board = Board::<Self>::from_state(*state);
        let is_horde_to_move = state.king(state.side_to_move()).is_none();
        is_stuck(state) && (is_horde_to_move || board.legal_moves().iter().all(|&m| is_stuck(&board.after(m).state)))
    }

    /// Checks that only one side has a king, and that pawns on back ranks are the horde's, on its first rank.
    fn check(state: &BoardState) -> Result<(), SetupError> {
        let horde = match Color::ALL.map(|color| state.king(color)) {
            [None, Some(_)] => Color::White,
            [Some(_), None] => Color::Black,
            [None, None] => return Err(BoardError::MissingKing(Color::Black).into()),
            [Some(_), Some(_)] => return Err(SetupError::HordeKing(Color::White)),
        };
        chess::one_king(state, !horde)?;
        let first = Bitboard::from(Rank::One.relative_to(horde));
        chess::no_pawns_on(state, BACK_RANKS - (first & state.by_color(horde)))?;
        chess::opponent_is_safe::<Self>(state)
    }
}
