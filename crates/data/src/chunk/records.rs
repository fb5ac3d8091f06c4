//! From a game to records.

use gardez_bitboard::Bitboard;
use gardez_lc0::training::{F32, U32, V6};
use gardez_lc0::{Encoder, FillMode, Move, PositionHistory};
use gardez_position::Board;
use gardez_types::{CastlingRights, CastlingSide, Color, GameResult, PieceType, Rank, Square};

use super::options::{ChunkOptions, MissingValue, Undecided};
use crate::evaluation::Evaluation;
use crate::game::{Game, UnfitGameError};
use crate::policy::Policy;

/// The records of a game, one for each move; created by [`Game::records`].
#[derive(Clone, Debug)]
pub struct Records<'a> {
    game: &'a Game,
    options: ChunkOptions,
    encoder: Encoder,
    /// All positions of the game, also that after the last move.
    history: PositionHistory,
    next: usize,
    length: usize,
    /// The bits of `invariance_info` that all records have.
    flags: u8,
}

impl Game {
    /// Returns the records of the game, one at a time, as the [module](super) describes them.
    ///
    /// # Errors
    ///
    /// Returns an error if a move is not legal, if a value or a policy does not make sense, or if the options refuse
    /// the game.
    pub fn records(&self, options: &ChunkOptions) -> Result<Records<'_>, UnfitGameError> {
        if self.result == GameResult::Unknown && options.undecided == Undecided::Refuse {
            return Err(UnfitGameError::NoResult);
        }
        if !options.format.shows_rooks() {
            if let Some(square) = inner_castling_rook(&self.start) {
                return Err(UnfitGameError::CastlingRook { square });
            }
        }
        let mut history = PositionHistory::new((&self.start).into());
        history.reserve(self.plies.len());
        let mut board = self.start;
        let mut length = None;
        for (ply, step) in self.plies.iter().enumerate() {
            if u16::from(options.most_rule50) < board.halfmove_clock() {
                length.get_or_insert(ply);
            }
            if !board.is_legal(step.mv) {
                return Err(UnfitGameError::IllegalMove { ply });
            }
            match step.evaluation {
                Some(evaluation) if !is_possible(evaluation) => return Err(UnfitGameError::Value { ply }),
                None if options.missing == MissingValue::Refuse => return Err(UnfitGameError::NoValue { ply }),
                _ => {}
            }
            if !step.policy.is_distribution(&board) {
                return Err(UnfitGameError::Policy { ply });
            }
            board.do_move(step.mv);
            history.push(step.mv);
        }
        if self.last.is_some_and(|evaluation| !is_possible(evaluation)) {
            return Err(UnfitGameError::Value { ply: self.plies.len() });
        }
        let is_decided_elsewhere = self.result != GameResult::Unknown && history.last().game_result() != self.result;
        Ok(Records {
            game: self,
            options: *options,
            encoder: Encoder::new(options.format).with_fill(FillMode::No),
            history,
            next: 0,
            length: length.unwrap_or(self.plies.len()),
            flags: if is_decided_elsewhere { V6::ADJUDICATED } else { 0 },
        })
    }
}

fn is_possible(evaluation: Evaluation) -> bool {
    match evaluation {
        Evaluation::Expected { q, d } => (-1.0..=1.0).contains(&q) && (0.0..=1.0).contains(&d),
        Evaluation::Centipawns(_) | Evaluation::Mate(_) => true,
    }
}

/// Returns the evaluation before a move that leads to a position with this one, from the player's point of view.
const fn before_move(after: Evaluation) -> Evaluation {
    match after {
        Evaluation::Centipawns(centipawns) => Evaluation::Centipawns(centipawns.saturating_neg()),
        Evaluation::Mate(plies) if plies <= 0 => Evaluation::Mate(plies.saturating_neg().saturating_add(1)),
        Evaluation::Mate(plies) => Evaluation::Mate((-plies).saturating_sub(1)),
        Evaluation::Expected { q, d } => Evaluation::Expected { q: -q, d },
    }
}

fn of_result(result: GameResult, color: Color) -> Evaluation {
    match result.winner() {
        Some(winner) => Evaluation::Expected { q: if winner == color { 1.0 } else { -1.0 }, d: 0.0 },
        None => Evaluation::Expected { q: 0.0, d: 1.0 },
    }
}

/// Returns a rook that may castle although another one is nearer to the edge.
fn inner_castling_rook(board: &Board) -> Option<Square> {
    CastlingRights::EACH.into_iter().find_map(|(_, color, side)| {
        let rook = board.castling_rook(color, side)?;
        let back_rank = Bitboard::from(Rank::One.relative_to(color));
        let is_outside = |other: Square| match side {
            CastlingSide::KingSide => rook.file() < other.file(),
            CastlingSide::QueenSide => other.file() < rook.file(),
        };
        (board.pieces(color, PieceType::Rook) & back_rank).into_iter().any(is_outside).then_some(rook)
    })
}

impl Records<'_> {
    /// Returns the number of moves before the first position whose fifty-move counter is too large for a record.
    pub fn rule50_ply(&self) -> Option<usize> {
        (self.length < self.game.plies.len()).then_some(self.length)
    }

    fn record(&self, number: usize) -> V6 {
        let step = &self.game.plies[number];
        let positions = &self.history[..=number];
        let board = self.history[number].board();
        let color = board.side_to_move();
        let mut record = V6::from_history(&self.encoder, positions);

        // The moves.
        let played = Move::from_absolute(step.mv, color);
        let best = self.set_policy(&mut record, &board.legal_moves(), played, &step.policy);
        record.set_moves(played, best, self.options.indexing).expect("a legal move has an index");

        // The result, for this position and for the whole game.
        let result = step.result.unwrap_or(self.game.result);
        record.set_result(result, color);
        record.invariance_info |= self.flags;
        let left = (self.game.plies.len() - number) as f32;
        record.plies_left = F32::new(left);

        // What was expected.
        let best = step.evaluation.unwrap_or_else(|| of_result(result, color));
        let played = match step.evaluation {
            Some(_) => self.evaluation_after(number).map_or(best, before_move),
            None => best,
        };
        let numbers = |evaluation| {
            let (q, d) = self.options.values.expected(evaluation);
            let plies = if let Evaluation::Mate(plies) = evaluation { plies.unsigned_abs() as f32 } else { left };
            (F32::new(q), F32::new(d), F32::new(plies))
        };
        (record.best_q, record.best_d, record.best_m) = numbers(best);
        (record.root_q, record.root_d, record.root_m) = (record.best_q, record.best_d, record.best_m);
        (record.played_q, record.played_d, record.played_m) = numbers(played);
        if let Evaluation::Mate(_) = best {
            record.invariance_info |= V6::BEST_IS_PROVEN;
        }
        record
    }

    fn evaluation_after(&self, number: usize) -> Option<Evaluation> {
        if let Some(next) = self.game.plies.get(number + 1) {
            return next.evaluation;
        }
        let board = self.history[number + 1].board();
        if !board.legal_moves().is_empty() {
            return self.game.last;
        }
        Some(if board.in_check() { Evaluation::Mate(0) } else { Evaluation::Expected { q: 0.0, d: 1.0 } })
    }

    fn set_policy(&self, record: &mut V6, legal: &[Move], played: Move, policy: &Policy) -> Move {
        let color = self.history[self.next].board().side_to_move();
        let indexing = self.options.indexing;
        let visits_of = |m: Move| match policy {
            Policy::Played => u32::from(m == played),
            Policy::Visits(given) => number_of(given, m, color),
            Policy::Probabilities(_) => 0,
        };
        let visits: Vec<(Move, u32)> = legal.iter().map(|&m| (m, visits_of(m))).collect();
        record.set_visits(&visits, indexing).expect("a legal move has an index");
        match policy {
            Policy::Played => played,
            Policy::Visits(given) => best_of(given, color, played),
            Policy::Probabilities(given) => {
                for &m in legal {
                    let index = record.index_of(m, indexing).expect("a legal move has an index");
                    record.probabilities[usize::from(index.index())] = F32::new(number_of(given, m, color));
                }
                record.visits = U32::new(1);
                best_of(given, color, played)
            }
        }
    }
}

fn number_of<T: Copy + Default>(moves: &[(gardez_types::Move, T)], m: Move, color: Color) -> T {
    let found = moves.iter().find(|(other, _)| Move::from_absolute(*other, color) == m);
    found.map_or_else(T::default, |&(_, number)| number)
}

/// Returns the move with the largest number: of several, the one that was played, or else the first.
fn best_of<T: Copy + PartialOrd>(moves: &[(gardez_types::Move, T)], color: Color, played: Move) -> Move {
    let mut best: Option<(Move, T)> = None;
    for &(m, number) in moves {
        let m = Move::from_absolute(m, color);
        if best.is_none_or(|(_, most)| most < number || most == number && m == played) {
            best = Some((m, number));
        }
    }
    best.map_or(played, |(m, _)| m)
}

impl Iterator for Records<'_> {
    type Item = V6;

    fn next(&mut self) -> Option<V6> {
        if self.length <= self.next {
            return None;
        }
        let record = self.record(self.next);
        self.next += 1;
        Some(record)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.length - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Records<'_> {}
