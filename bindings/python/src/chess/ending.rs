//! Mate, draws and results.

use gardez_position::{Bitboard, CanMate};
use gardez_types::Color;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use super::board::{Board, base, sketch};
use super::game::Packed;
use crate::args::ColorArg;
use crate::position;
use gardez_variants::{FreeBoard as Sketch, FreeMove, Variant};

/// Returns how often the last position of a game has occurred, up to a limit.
fn repetitions(sketch: &Sketch, past: &[Packed], limit: usize) -> usize {
    let (mut found, packed) = (1, Packed::from(*sketch));
    // A position with other pieces or pawns never comes back, unless pieces do.
    let (count, returns) = (sketch.occupied().len(), sketch.variant == Variant::Crazyhouse);
    for earlier in past.iter().rev().take_while(|earlier| returns || earlier.occupied().len() == count) {
        if found == limit {
            break;
        }
        found += usize::from(earlier.has_pieces_of(&packed) && Sketch::from(*earlier).repeats(sketch));
    }
    found
}

/// Returns `true` if some legal move leads to a position for which `fits` holds.
fn can_reach(sketch: &Sketch, mut fits: impl FnMut(&Sketch, FreeMove) -> bool) -> bool {
    sketch.legal_moves(Bitboard::FULL, Bitboard::FULL).into_iter().any(|m| {
        let mut after = *sketch;
        after.play(m);
        fits(&after, m)
    })
}

/// Returns `true` if the clock has reached a number of plies, and the game is not over by mate.
fn is_clock(sketch: &Sketch, plies: u32) -> bool {
    plies <= sketch.halfmove_clock && sketch.variant != Variant::Crazyhouse && sketch.has_legal_moves()
}

fn can_claim_fifty(sketch: &Sketch) -> bool {
    is_clock(sketch, 100)
        || 99 <= sketch.halfmove_clock && can_reach(sketch, |after, m| !sketch.is_zeroing(m) && is_clock(after, 100))
}

fn can_claim_threefold(sketch: &Sketch, past: &[Packed]) -> bool {
    if repetitions(sketch, past, 3) == 3 {
        return true;
    }
    let present = [Packed::from(*sketch)];
    // A third time needs two positions before it.
    !past.is_empty() && can_reach(sketch, |after, _| 3 < repetitions(after, &present, 2) + repetitions(after, past, 3))
}

fn is_insufficient(sketch: &Sketch) -> bool {
    Color::ALL.into_iter().all(|color| sketch.has_insufficient_material_for(color))
}

/// Returns who has won by a rule of the variant, if the game is over by one. In antichess, a side that cannot move
/// wins.
fn variant_ending(sketch: &Sketch) -> Option<Option<Color>> {
    if let Some(end) = sketch.variant_end() {
        return Some(end.winner);
    }
    let is_stuck = sketch.variant == Variant::Antichess && !sketch.has_legal_moves();
    is_stuck.then_some(Some(sketch.side_to_move))
}

/// Returns the number of a termination, and who won.
fn ending(sketch: &Sketch, past: &[Packed], claim_draw: bool) -> Option<(u8, Option<Color>)> {
    if let Some(winner) = variant_ending(sketch) {
        let number = match winner {
            None => 10,
            Some(winner) if winner == sketch.side_to_move => 8,
            Some(_) => 9,
        };
        return Some((number, winner));
    }
    let has_legal = sketch.has_legal_moves();
    if !has_legal && sketch.in_check() {
        return Some((1, Some(!sketch.side_to_move)));
    }
    let draw = |number| Some((number, None));
    if is_insufficient(sketch) {
        return draw(3);
    }
    if !has_legal {
        return draw(2);
    }
    if is_clock(sketch, 150) {
        return draw(4);
    }
    if repetitions(sketch, past, 5) == 5 {
        return draw(5);
    }
    if claim_draw && can_claim_fifty(sketch) {
        return draw(6);
    }
    if claim_draw && can_claim_threefold(sketch, past) {
        return draw(7);
    }
    None
}

#[pymethods]
impl Board {
    /// Returns true if a rule of the variant has ended the game.
    fn is_variant_end(slf: &Bound<'_, Self>) -> bool {
        sketch(slf).variant_end().is_some()
    }

    /// Returns true if the side to move has lost by a rule of the variant.
    fn is_variant_loss(slf: &Bound<'_, Self>) -> bool {
        let sketch = sketch(slf);
        variant_ending(&sketch).is_some_and(|winner| winner == Some(!sketch.side_to_move))
    }

    /// Returns true if the side to move has won by a rule of the variant.
    fn is_variant_win(slf: &Bound<'_, Self>) -> bool {
        let sketch = sketch(slf);
        variant_ending(&sketch).is_some_and(|winner| winner == Some(sketch.side_to_move))
    }

    /// Returns true if the game is drawn by a rule of the variant.
    fn is_variant_draw(slf: &Bound<'_, Self>) -> bool {
        variant_ending(&sketch(slf)) == Some(None)
    }

    /// Returns true if the side to move is in check and has no legal move.
    fn is_checkmate(slf: &Bound<'_, Self>) -> bool {
        let sketch = sketch(slf);
        sketch.in_check() && !sketch.has_legal_moves()
    }

    /// Returns true if the side to move is not in check and has no legal move.
    fn is_stalemate(slf: &Bound<'_, Self>) -> bool {
        let sketch = sketch(slf);
        !sketch.in_check() && sketch.variant_end().is_none() && !sketch.has_legal_moves()
    }

    /// Returns true if neither side can mate.
    fn is_insufficient_material(slf: &Bound<'_, Self>) -> bool {
        is_insufficient(&sketch(slf))
    }

    /// Returns true if a color cannot mate, whatever the other one does.
    fn has_insufficient_material(slf: &Bound<'_, Self>, color: ColorArg) -> bool {
        sketch(slf).has_insufficient_material_for(color.0)
    }

    /// Returns whether any series of legal moves ends in mate by a color, or None if a search of `limit` positions does
    /// not find out. By the FIDE Laws of Chess, a game is drawn on time if the opponent cannot mate.
    #[pyo3(signature = (color, *, limit = 200_000))]
    fn can_mate(slf: &Bound<'_, Self>, color: ColorArg, limit: usize) -> PyResult<Option<bool>> {
        let board = position::board(slf.py(), &sketch(slf))?;
        Ok(match slf.py().detach(|| board.can_mate(color.0, limit)) {
            CanMate::Yes(_) => Some(true),
            CanMate::No => Some(false),
            CanMate::Unknown => None,
        })
    }

    /// Returns true if 75 moves by each side have passed without a capture or a move of a pawn.
    fn is_seventyfive_moves(slf: &Bound<'_, Self>) -> bool {
        is_clock(&sketch(slf), 150)
    }

    /// Returns true if the position has occurred five times.
    fn is_fivefold_repetition(slf: &Bound<'_, Self>) -> bool {
        Self::is_repetition(slf, 5)
    }

    /// Returns true if a player can claim a draw by 50 moves or repetition, at once or with a legal move.
    fn can_claim_draw(slf: &Bound<'_, Self>) -> bool {
        Self::can_claim_fifty_moves(slf) || Self::can_claim_threefold_repetition(slf)
    }

    /// Returns true if 50 moves by each side have passed without a capture or a move of a pawn.
    fn is_fifty_moves(slf: &Bound<'_, Self>) -> bool {
        is_clock(&sketch(slf), 100)
    }

    /// Returns true if a player can claim a draw by 50 moves, at once or with a legal move.
    fn can_claim_fifty_moves(slf: &Bound<'_, Self>) -> bool {
        can_claim_fifty(&sketch(slf))
    }

    /// Returns true if a player can claim a draw by repetition, at once or with a legal move.
    fn can_claim_threefold_repetition(slf: &Bound<'_, Self>) -> bool {
        let game = base(slf).lock();
        can_claim_threefold(&game.position.into(), game.past())
    }

    /// Returns true if the position has occurred this many times, 3 unless told otherwise.
    #[pyo3(signature = (count = 3))]
    fn is_repetition(slf: &Bound<'_, Self>, count: i64) -> bool {
        let game = base(slf).lock();
        let count = usize::try_from(count).unwrap_or(0);
        count <= repetitions(&game.position.into(), game.past(), count.max(1))
    }

    /// Returns how the game has ended, or None. `claim_draw` counts draws that a player could claim.
    #[pyo3(signature = (*, claim_draw = false))]
    fn outcome<'py>(slf: &Bound<'py, Self>, claim_draw: bool) -> PyResult<Option<Bound<'py, PyAny>>> {
        static OUTCOME: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        static TERMINATION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let py = slf.py();
        let ending = {
            let game = base(slf).lock();
            ending(&game.position.into(), game.past(), claim_draw)
        };
        let Some((number, winner)) = ending else { return Ok(None) };
        let termination = TERMINATION.import(py, "gardez.outcome", "Termination")?.call1((number,))?;
        let winner = winner.map(|color| color == Color::White);
        OUTCOME.import(py, "gardez.outcome", "Outcome")?.call1((termination, winner)).map(Some)
    }

    /// Returns the result: `1-0`, `0-1`, `1/2-1/2`, or `*` if the game goes on.
    #[pyo3(signature = (*, claim_draw = false))]
    fn result(slf: &Bound<'_, Self>, claim_draw: bool) -> &'static str {
        let game = base(slf).lock();
        match ending(&game.position.into(), game.past(), claim_draw) {
            None => "*",
            Some((_, None)) => "1/2-1/2",
            Some((_, Some(Color::White))) => "1-0",
            Some((_, Some(Color::Black))) => "0-1",
        }
    }

    /// Returns true if the game has ended.
    #[pyo3(signature = (*, claim_draw = false))]
    fn is_game_over(slf: &Bound<'_, Self>, claim_draw: bool) -> bool {
        let game = base(slf).lock();
        ending(&game.position.into(), game.past(), claim_draw).is_some()
    }
}
