//! The moves of a game, found by comparing the planes of its records.

use gardez_lc0::training::V6;
use gardez_lc0::{Planes, PolicyIndex, PolicyIndexing, Rule50Scale, Transform, decode_board, decode_move};
use gardez_position::{Board, BoardParts, EnPassantPolicy};
use gardez_types::{Color, GameResult, Move, PieceType};

use super::error::ChunkError;
use crate::evaluation::Evaluation;
use crate::game::{Game, MOST_PLIES, Ply};
use crate::policy::Policy;

#[derive(Debug)]
pub(super) struct Replay {
    game: Game,
    /// The newest record, its planes without the transform, and the position that they show.
    record: Box<V6>,
    planes: Planes,
    board: Board,
    has_policies: bool,
    /// The rule of policy indices, if a move so far shows it.
    indexing: Option<PolicyIndexing>,
}

impl Replay {
    /// Returns the game that begins with this record, which is at this byte of the stream.
    pub(super) fn begin(record: Box<V6>, offset: u64, has_policies: bool) -> Result<Self, ChunkError> {
        let planes = planes(&record, offset)?;
        let board = start(&record, offset, &planes)?;
        let game = Game::new(board, GameResult::Unknown);
        Ok(Self { game, record, planes, board, has_policies, indexing: None })
    }

    /// Goes on with the next record. Returns the record if no legal move leads to it.
    pub(super) fn follow(&mut self, record: Box<V6>, offset: u64) -> Result<Option<Box<V6>>, ChunkError> {
        let planes = planes(&record, offset)?;
        let color = self.board.side_to_move();
        let found = decode_move(&planes, &self.planes).ok().and_then(|m| m.flip_vertical().to_absolute(color));
        let legal = found.filter(|&mv| self.board.is_legal(mv)).map(|mv| (mv, self.board.after(mv)));
        let Some((mv, after)) = legal.filter(|(_, after)| shows(&planes, after)) else { return Ok(Some(record)) };
        if self.game.plies.len() == MOST_PLIES {
            return Ok(Some(record));
        }
        self.learn_indexing(mv);
        self.push(mv);
        (self.record, self.planes, self.board) = (record, planes, after);
        Ok(None)
    }

    /// Returns the game, with the last move that its last record names.
    pub(super) fn finish(mut self) -> Game {
        let color = self.board.side_to_move();
        self.game.result = result(&self.record, color);
        for ply in &mut self.game.plies {
            ply.result = ply.result.filter(|&result| result != self.game.result);
        }
        if let Some(mv) = self.last_move() {
            self.push(mv);
            self.game.plies.last_mut().expect("it has just been added").result = None;
            let is_over = self.board.after(mv).legal_moves().is_empty();
            let is_known = self.game.plies.last().is_some_and(|ply| ply.evaluation.is_some());
            self.game.last = if is_known && !is_over { last_evaluation(&self.record) } else { None };
        }
        self.game
    }

    /// Returns the move that was played in the last position. Records of versions 3 to 5 do not have it.
    fn last_move(&self) -> Option<Move> {
        if self.record.visits.get() == 0 {
            return None;
        }
        let index = PolicyIndex::from_index(self.record.played_idx.get())?;
        let board = gardez_lc0::Board::from(&self.board);
        let legal = board.legal_moves();
        let indexing = self.indexing.or_else(|| self.record.indexing(&legal)).unwrap_or(PolicyIndexing::Lc0);
        let m = index.among(&legal, self.record.transform(), indexing)?;
        m.to_absolute(self.board.side_to_move()).filter(|&mv| self.board.is_legal(mv))
    }

    /// Notes the rule of policy indices if the index of this move shows it.
    fn learn_indexing(&mut self, mv: Move) {
        let transform = self.record.transform();
        if self.record.visits.get() == 0 || !transform.contains(Transform::TRANSPOSE) {
            return;
        }
        let m = gardez_lc0::Move::from_absolute(mv, self.board.side_to_move());
        let fits = |indexing: &PolicyIndexing| {
            let index = PolicyIndex::from_move(m, transform, *indexing);
            index.is_some_and(|index| index.index() == self.record.played_idx.get())
        };
        let mut fitting = [PolicyIndexing::Lc0, PolicyIndexing::Geometric].into_iter().filter(fits);
        if let (Some(only), None) = (fitting.next(), fitting.next()) {
            self.indexing = Some(only);
        }
    }

    fn push(&mut self, mv: Move) {
        let evaluation = evaluation(&self.record);
        let policy = if self.has_policies { self.policy(mv) } else { Policy::Played };
        let result = Some(result(&self.record, self.board.side_to_move()));
        self.game.plies.push(Ply { mv, evaluation, policy, result });
    }

    fn policy(&self, played: Move) -> Policy {
        let board = gardez_lc0::Board::from(&self.board);
        let (legal, transform) = (board.legal_moves(), self.record.transform());
        let indexing = self.indexing.or_else(|| self.record.indexing(&legal)).unwrap_or(PolicyIndexing::Lc0);
        let share_of = |&m: &gardez_lc0::Move| {
            let index = PolicyIndex::from_move(m, transform, indexing)?;
            let share = self.record.probabilities[usize::from(index.index())].get();
            Some((m.to_absolute(self.board.side_to_move())?, share)).filter(|&(_, share)| 0.0 < share)
        };
        let shares: Vec<(Move, f32)> = legal.iter().filter_map(share_of).collect();
        let total = self.record.visits.get().saturating_sub(1);
        // What the shares were before they were divided by their sum, if they were visits.
        let visits: Vec<(Move, u32)> =
            shares.iter().map(|&(mv, share)| (mv, (f64::from(share) * f64::from(total)).round() as u32)).collect();
        let is_exact = |(&(_, share), &(_, count)): (&(Move, f32), &(Move, u32))| share == count as f32 / total as f32;
        let sum: u64 = visits.iter().map(|&(_, count)| u64::from(count)).sum();
        let policy = if sum == u64::from(total) && shares.iter().zip(&visits).all(is_exact) {
            match visits[..] {
                [(only, 1)] if only == played => Policy::Played,
                _ => Policy::Visits(visits),
            }
        } else {
            Policy::Probabilities(shares)
        };
        if policy.is_distribution(&self.board) { policy } else { Policy::Played }
    }
}

fn planes(record: &V6, offset: u64) -> Result<Planes, ChunkError> {
    let format = |error| ChunkError::Format { offset, error };
    let (planes, transform) = record.planes(Rule50Scale::Engine).map_err(format)?;
    Ok(planes.untransformed(transform))
}

fn start(record: &V6, offset: u64, planes: &Planes) -> Result<Board, ChunkError> {
    let format = record.format().map_err(|error| ChunkError::Format { offset, error })?;
    let read = decode_board(format, planes).map_err(|error| ChunkError::Planes { offset, error })?;
    let counter = u16::from(record.rule50_count);
    let parts = BoardParts {
        en_passant: EnPassantPolicy::Legal,
        halfmove_clock: counter,
        // lc0's rescorer takes the counter as the number of plies since the start of the game.
        fullmove_number: 1 + u32::from(counter) / 2,
        ..BoardParts::from(&read.board)
    };
    let board = Board::from_parts(&parts).map_err(|error| ChunkError::Board { offset, error })?;
    // The boards of canonical formats are those of White. A bit of the record says whose they really are.
    let is_black = format.is_canonical() && record.invariance_info & V6::BLACK_TO_MOVE != 0;
    Ok(if is_black { board.swap_colors() } else { board })
}

fn shows(planes: &Planes, board: &Board) -> bool {
    let us = board.side_to_move();
    [us, !us]
        .into_iter()
        .flat_map(|color| PieceType::ALL.map(|kind| (color, kind)))
        .zip(planes.slot(0))
        .all(|((color, kind), &mask)| board.pieces(color, kind).relative_to(us) == mask)
}

/// Returns the result of the game according to a record in which `color` is to move. Fractions are rounded.
fn result(record: &V6, color: Color) -> GameResult {
    match record.result_q.get() {
        q if 0.5 <= q => GameResult::from_winner(color),
        q if q <= -0.5 => GameResult::from_winner(!color),
        _ if record.invariance_info & V6::MAX_LENGTH_EXCEEDED != 0 => GameResult::Unknown,
        _ => GameResult::Draw,
    }
}

/// Returns the best move's evaluation. A value that equals the result is unknown, unless it is proven.
fn evaluation(record: &V6) -> Option<Evaluation> {
    let (q, d) = (record.best_q.get(), record.best_d.get());
    let is_proven = record.invariance_info & V6::BEST_IS_PROVEN != 0;
    if !is_proven && (q, d) == (record.result_q.get(), record.result_d.get()) {
        return None;
    }
    let is_mate = is_proven && q.abs() == 1.0;
    Some(if is_mate { mate(q, record.best_m.get().round()) } else { Evaluation::Expected { q, d } })
}

/// Returns a mate in this number of plies. The side that mates needs at least one.
fn mate(q: f32, plies: f32) -> Evaluation {
    Evaluation::Mate(if 0.0 < q { (plies as i32).max(1) } else { -(plies as i32).max(0) })
}

/// Returns the evaluation after the last record: the played move's, unless it is also the best move. A proven mate is
/// not lost by the move.
fn last_evaluation(record: &V6) -> Option<Evaluation> {
    let bits = |q: f32, d: f32| (q.to_bits(), d.to_bits());
    let (q, d) = (record.played_q.get(), record.played_d.get());
    let is_mate = q.abs() == 1.0;
    let is_best = bits(q, d) == bits(record.best_q.get(), record.best_d.get());
    if is_best && !(is_mate && record.invariance_info & V6::BEST_IS_PROVEN != 0) {
        return None;
    }
    if !is_mate {
        return Some(Evaluation::Expected { q: -q, d });
    }
    let plies = record.played_m.get().round();
    (1.0 <= plies).then(|| mate(-q, plies - 1.0))
}
