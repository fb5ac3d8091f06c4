//! Replaying a game.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::moves::{Inference, exact, pieces};
use crate::decoder::{DecodeError, decode_board};
use crate::encoder::{InputFormat, Rule50Scale};
use crate::history::{Position, PositionHistory};
use crate::moves::Move;
use crate::policy::PolicyIndex;
use crate::training::any::AnyRecord;
use crate::training::check::{Field, Found, GameError, Rule, field};
use crate::training::layout::V6;
use crate::training::view::RecordRef;

/// A game that was replayed from its records: the positions, and the moves between them.
///
/// The first record shows the start position. Each move is inferred from the pieces of two records and made on the
/// board, so the positions have the castling rights, en passant flags, clocks and repetitions of a real game.
///
/// As in lc0, the start position is what [`decode_board`] returns, without history, and its game ply is its halfmove
/// clock. In canonical formats, white is to move in it. Format 1 does not say which rook may castle: with another rook
/// than the outermost one, a game of Chess960 may be refused.
///
/// ```
/// use gardez_lc0::training::{Replay, V6};
/// use gardez_lc0::{Encoder, InputFormat, PositionHistory};
///
/// let encoder = Encoder::new(InputFormat::Canonical);
/// let mut history = PositionHistory::start();
/// let mut records = vec![V6::from_history(&encoder, &history)];
/// for text in ["e2e4", "c7c5", "g1f3"] {
///     history.push_relative(history.last().board().parse_move(text)?);
///     records.push(V6::from_history(&encoder, &history));
/// }
/// let replay = Replay::from_records(&records)?;
/// // The moves are from the mover's point of view.
/// assert_eq!(format!("{:?}", replay.moves()), "[e2e4, c2c4, g1f3]");
/// assert_eq!(replay.history(), &history);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    format: InputFormat,
    history: PositionHistory,
    moves: Vec<Move>,
    last_move: Option<Move>,
}

impl Replay {
    /// Replays the records of a game, oldest first. The versions may be mixed.
    ///
    /// Only the pieces of all records, and the other planes of the first one, are read.
    /// [`check_game`](super::check_game) also checks the values.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no record, the first shows no position, or no legal move leads from a record to the next.
    pub fn from_records(records: &[impl AnyRecord]) -> Result<Self, GameError> {
        let moves = infer(records, exact)?;
        Self::from_moves(records, moves, |_, _, _, _| Ok(()))
    }

    /// Replays these moves. `judge` sees each record but the last, its position and the move, which may be illegal.
    pub(super) fn from_moves(
        records: &[impl AnyRecord],
        moves: Vec<Move>,
        mut judge: impl FnMut(usize, &V6, &Position, Move) -> Result<(), GameError>,
    ) -> Result<Self, GameError> {
        let (Some(first), Some(last)) = (records.first(), records.last()) else {
            return Err(GameError::new(0, Rule::NoRecords, Field::NONE, 0));
        };
        let (format, start) = start_position(&modern(first))?;
        let mut history = PositionHistory::new(start);
        history.reserve(moves.len());
        for (index, (record, &m)) in records.iter().zip(&moves).enumerate() {
            let position = history.last();
            judge(index, &modern(record), position, m)?;
            if !position.board().legal_moves().contains(&m) {
                return Err(GameError::new(index, Rule::IllegalMove, field!(planes), Found::Move(m)));
            }
            history.push_relative(m);
        }
        let last_move = last_move(&modern(last), history.last());
        Ok(Self { format, history, moves, last_move })
    }

    /// Returns the format of the first record.
    pub const fn format(&self) -> InputFormat {
        self.format
    }

    /// Returns the positions, one for each record.
    pub const fn history(&self) -> &PositionHistory {
        &self.history
    }

    /// Returns the moves between the records, each from the mover's point of view.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the move after the last record: the legal move with its `played_idx`, by the rule of [`V6::indexing`].
    ///
    /// `None` if the record has no visits, or if no legal move has this index.
    pub const fn last_move(&self) -> Option<Move> {
        self.last_move
    }

    /// Returns the positions.
    pub fn into_history(self) -> PositionHistory {
        self.history
    }
}

/// Returns the fields of version 6 of the record, upgraded if it is older.
pub(super) fn modern(record: &impl AnyRecord) -> Cow<'_, V6> {
    match record.view() {
        RecordRef::V6(record) => Cow::Borrowed(record),
        RecordRef::V7(record) => Cow::Borrowed(record.common()),
        record => Cow::Owned(record.to_v6()),
    }
}

pub(super) fn infer(records: &[impl AnyRecord], inference: Inference) -> Result<Vec<Move>, GameError> {
    let mut moves = Vec::with_capacity(records.len().saturating_sub(1));
    let mut older = records.first().map(|record| pieces(&modern(record)));
    for (index, record) in records.iter().skip(1).enumerate() {
        let newer = pieces(&modern(record));
        if let Some(older) = &older {
            let no_move = |error| GameError::new(index, Rule::NoMove, field!(planes), Found::Planes(error));
            moves.push(inference(&newer, older).map_err(no_move)?);
        }
        older = Some(newer);
    }
    Ok(moves)
}

/// Returns the format and the position of the first record.
fn start_position(record: &V6) -> Result<(InputFormat, Position), GameError> {
    let (Ok(format), Ok((planes, transform))) = (record.format(), record.planes(Rule50Scale::Engine)) else {
        return Err(GameError::new(0, Rule::InputFormat, field!(input_format), record.input_format.get()));
    };
    let no_position = |error: DecodeError| GameError::new(0, Rule::StartPosition, field!(planes), Found::Planes(error));
    let read = decode_board(format, &planes.untransformed(transform)).map_err(no_position)?;
    Ok((format, Position::new(read.board, read.halfmove_clock, read.halfmove_clock)))
}

fn last_move(record: &V6, position: &Position) -> Option<Move> {
    let legal = position.board().legal_moves();
    let index = PolicyIndex::from_index(record.played_idx.get()).filter(|_| record.visits.get() > 0)?;
    index.among(&legal, record.transform(), record.indexing(&legal).unwrap_or_default())
}
