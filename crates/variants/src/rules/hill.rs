//! King of the hill: a king in the center wins.

use core::ops::ControlFlow;

use gardez_bitboard::Bitboard;
use gardez_position::internals::Side;
use gardez_types::{Color, PieceType};

use crate::movegen::chess_moves;
use crate::outcome::{Outcome, Reason};
use crate::rules::Laws;
use crate::sink::DropSink;
use crate::state::BoardState;
use crate::variant::{Dialect, Variant};

/// King of the hill: chess, but a king on d4, e4, d5 or e5 wins.
#[derive(Clone, Copy, Debug)]
pub enum KingOfTheHill {}

const HILL: Bitboard = Bitboard::from_bits(0x0018_1800_0000);

impl Laws for KingOfTheHill {
    const VARIANT: Variant = Variant::KingOfTheHill;

    #[inline]
    fn moves<S: Side, K: DropSink>(state: &BoardState, sink: &mut K) -> ControlFlow<K::Break> {
        chess_moves::<S, K>(state, sink)
    }

    #[inline]
    fn variant_end(state: &BoardState) -> Option<Outcome> {
        let king = (state.by_type(PieceType::King) & HILL).lsb()?;
        Some(Outcome::win(Reason::Hill, state.piece_on(king)?.color()))
    }

    /// Returns `false`: a king alone can always go to the hill.
    fn cannot_win(_: &BoardState, _: Color, _: Dialect) -> bool {
        false
    }
}
