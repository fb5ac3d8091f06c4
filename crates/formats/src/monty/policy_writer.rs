//! Writing policy games.

use alloc::vec::Vec;

use gardez_io::Sink;
use gardez_position::Board;
#[cfg(feature = "std")]
use gardez_types::Color;
use gardez_types::Move;

use super::POLICY_FORMAT as FORMAT;
use super::policy_game::{PolicyGame, PolicyMove, WinProbability};
use super::policy_reader::END_SIZE;
use super::start;
#[cfg(feature = "std")]
use crate::entry::Entry;
#[cfg(feature = "std")]
use crate::format::Format;
use crate::unrepresentable::{Lossy, Unrepresentable, WriteError};
#[cfg(feature = "std")]
use crate::view::SideToMove;
use crate::view::Wdl;
#[cfg(feature = "std")]
use crate::write::WriteEntries;

/// A writer of policy games; see [`PolicyReader`](super::PolicyReader).
#[derive(Clone, Debug)]
pub struct PolicyWriter<W> {
    target: W,
    lossy: Lossy,
    /// The game that entries are added to: the position after its last move, and its result from White's point of view.
    open: Option<(Board, Wdl)>,
    /// The bytes of the game or entry that is being written.
    bytes: Vec<u8>,
}

impl<W: Sink> PolicyWriter<W> {
    /// Creates a writer that refuses everything that the format cannot hold.
    pub const fn new(target: W) -> Self {
        Self { target, lossy: Lossy::NONE, open: None, bytes: Vec::new() }
    }

    /// Sets what may be changed instead of refusing a game.
    #[must_use]
    pub const fn with_lossy(mut self, lossy: Lossy) -> Self {
        self.lossy = lossy;
        self
    }

    /// Writes a game.
    ///
    /// # Errors
    ///
    /// Returns an error if a move is not legal, if the number of visit counts is neither 0 nor the number of legal moves, if
    /// the format cannot hold the game, or if the stream reports an error. Nothing of a game that does not fit is written.
    pub fn write_game(&mut self, game: &PolicyGame) -> Result<(), WriteError> {
        let start = start::encode(&game.start, game.result, self.lossy).map_err(unrepresentable)?;
        self.bytes.clear();
        if self.open.is_some() {
            self.bytes.extend_from_slice(&[0; END_SIZE]);
        }
        self.bytes.extend_from_slice(&start);
        let mut board = game.start;
        for (index, &PolicyMove { mv, win, .. }) in game.moves.iter().enumerate() {
            if !board.is_legal(mv) {
                return Err(unrepresentable(Unrepresentable::Move(mv)));
            }
            let visits = &game.visits[game.visits_of(index)];
            if !visits.is_empty() && visits.len() != board.legal_move_count() {
                return Err(unrepresentable(Unrepresentable::VisitCounts(visits.len())));
            }
            self.add_move(&board, mv, win, visits.len() as u8);
            self.bytes.extend_from_slice(visits);
            board.do_move(mv);
        }
        self.bytes.extend_from_slice(&[0; END_SIZE]);
        self.open = None;
        self.target.put(&self.bytes).map_err(WriteError::Stream)
    }

    /// Adds a legal move, without its visit counts. A position has at most 218 legal moves.
    fn add_move(&mut self, board: &Board, mv: Move, win: WinProbability, counts: u8) {
        self.bytes.extend_from_slice(&super::moves::encode(board, mv).to_le_bytes());
        self.bytes.extend_from_slice(&win.raw().to_le_bytes());
        self.bytes.push(counts);
    }

    /// Ends the current game, flushes the target and returns it.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream, if there is one.
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.end()?;
        Ok(self.target)
    }

    fn end(&mut self) -> Result<(), WriteError> {
        if self.open.take().is_some() {
            self.target.put(&[0; END_SIZE]).map_err(WriteError::Stream)?;
        }
        self.target.finish().map_err(WriteError::Stream)
    }
}

#[cold]
const fn unrepresentable(reason: Unrepresentable) -> WriteError {
    WriteError::unrepresentable(FORMAT, reason)
}

/// Makes games of entries, without visit counts: an entry continues the current game if its position, counters and result
/// follow from the previous one. A score becomes a probability by [`WinProbability::from_score`].
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
impl<W: Sink> WriteEntries for PolicyWriter<W> {
    type View = SideToMove;

    fn format(&self) -> Format {
        FORMAT
    }

    fn write_entry(&mut self, entry: &Entry<SideToMove>) -> Result<(), WriteError> {
        let board = entry.board;
        let mv = entry.mv.ok_or(unrepresentable(Unrepresentable::NoMove))?;
        if !board.is_legal(mv) {
            return Err(unrepresentable(Unrepresentable::Move(mv)));
        }
        let result = match board.side_to_move() {
            Color::White => entry.result,
            Color::Black => entry.result.reversed(),
        };
        self.bytes.clear();
        let continues =
            |(after, previous): (Board, Wdl)| previous == result && after == board && after.same_clocks(&board);
        if !self.open.is_some_and(continues) {
            let start = start::encode(&board, result, self.lossy).map_err(unrepresentable)?;
            if self.open.is_some() {
                self.bytes.extend_from_slice(&[0; END_SIZE]);
            }
            self.bytes.extend_from_slice(&start);
        }
        self.add_move(&board, mv, WinProbability::from_score(entry.score), 0);
        self.open = Some((board.after(mv), result));
        self.target.put(&self.bytes).map_err(WriteError::Stream)
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        self.end()
    }
}
