//! Plain alpha-beta with material and squares: what libraries need for making moves, and little else.

use super::library::{Candidate, Candidates, Contestant, MoveOf, Stage};
use super::{Best, MATE, Searcher, Tree, add_captures, pop_best, value};

/// Searches a position to a fixed depth and values the last positions by the piece-square score.
///
/// Captures come first. At the last ply, a cut ends the stage and not the loop over its moves, so they need no order and
/// the tree is the same for every contestant.
pub fn plain<C: Contestant>(position: &mut C::Position, depth: u32) -> Tree {
    let mut searcher = Searcher::new();
    let score = C::score(position);
    let value = searcher.plain::<C>(position, score, depth, -MATE, MATE);
    searcher.tree(value)
}

impl Searcher {
    fn plain<C: Contestant>(
        &mut self,
        position: &mut C::Position,
        score: C::Score,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return value::<C>(position, score);
        }
        let mut best = Best { alpha, beta, value: -MATE, code: 0, has_legal_move: false };
        for stage in [Stage::Captures, Stage::Quiets] {
            let mut moves = Candidates::new();
            add_moves::<C>(position, stage, &mut moves);
            best.has_legal_move |= !moves.is_empty();
            if depth == 1 {
                for candidate in &moves {
                    self.try_plainly::<C>(position, score, depth, candidate, &mut best);
                }
            } else {
                while let Some(candidate) = pop_best(&mut moves).filter(|_| !best.is_cut()) {
                    self.try_plainly::<C>(position, score, depth, &candidate, &mut best);
                }
            }
            if best.is_cut() {
                break;
            }
        }
        if !best.has_legal_move {
            // The nearer mate is worth more.
            best.value = if C::in_check(position) { -MATE + 1 - depth as i32 } else { 0 };
        }
        self.note(best.value, 0)
    }

    /// Makes a move, searches the position after it, and undoes the move.
    #[inline]
    fn try_plainly<C: Contestant>(
        &mut self,
        position: &mut C::Position,
        score: C::Score,
        depth: u32,
        candidate: &Candidate<MoveOf<C>>,
        best: &mut Best,
    ) {
        let value = C::after(position, candidate, score, |position, score, key| {
            self.keys ^= key;
            -self.plain::<C>(position, score, depth - 1, -best.beta, -best.alpha)
        });
        best.value = best.value.max(value);
        best.alpha = best.alpha.max(value);
    }
}

/// Adds the moves of a stage, quiet ones in the order of their squares.
#[inline]
fn add_moves<C: Contestant>(position: &C::Position, stage: Stage, moves: &mut Candidates<MoveOf<C>>) {
    match stage {
        Stage::Captures => add_captures::<C>(position, moves),
        Stage::Quiets => C::generate(position, stage, |m, piece| {
            let mut candidate = Candidate::new::<C::Library>(C::board(position), m, piece);
            candidate.order = candidate.code::<C::Library>().into();
            moves.push(candidate);
        }),
    }
}
