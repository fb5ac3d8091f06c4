//! Reading policy games.

use gardez_io::Input;
use gardez_position::Board;
#[cfg(feature = "std")]
use gardez_types::Color;

use super::POLICY_FORMAT as FORMAT;
use super::policy_game::{PolicyGame, PolicyMove, WinProbability};
use super::start::{self, START_SIZE};
#[cfg(feature = "std")]
use crate::entry::Entry;
use crate::error::{Fault, FormatError, FormatErrorKind, ReadError};
#[cfg(feature = "std")]
use crate::format::Format;
use crate::games::MOST_MOVES;
#[cfg(feature = "std")]
use crate::read::ReadEntries;
use crate::read::Strictness;
use crate::records::check_end;
#[cfg(feature = "std")]
use crate::view::SideToMove;
use crate::view::Wdl;

/// The bytes of the end of a game, and of a move before its visit counts.
pub(super) const END_SIZE: usize = 2;
const MOVE_SIZE: usize = 5;

/// A reader of policy games.
///
/// Every move is checked. A game of more than [`MOST_MOVES`] moves is an error, unless
/// [`with_most_moves`](Self::with_most_moves) sets another limit.
///
/// ```
/// use gardez_formats::Wdl;
/// use gardez_formats::monty::{PolicyGame, PolicyReader, PolicyWriter, WinProbability};
/// use gardez_position::Board;
///
/// let mut game = PolicyGame::new(Board::start(), Wdl::Draw);
/// game.push(game.start.parse_uci("e2e4")?, WinProbability::from_raw(35000), [7; 20]);
/// let mut writer = PolicyWriter::new(Vec::new());
/// writer.write_game(&game)?;
/// let bytes = writer.finish()?;
/// assert_eq!(bytes.len(), 43 + 5 + 20 + 2);
///
/// let mut reader = PolicyReader::new(&bytes[..]);
/// while let Some(again) = reader.next_game()? {
///     assert_eq!(again, &game);
/// }
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PolicyReader<S> {
    source: S,
    strictness: Strictness,
    most_moves: usize,
    offset: u64,
    is_over: bool,
    game: PolicyGame,
}

impl<S: Input> PolicyReader<S> {
    /// Creates a strict reader of these bytes.
    pub fn new(source: S) -> Self {
        let game = PolicyGame::new(Board::start(), Wdl::Draw);
        Self { source, strictness: Strictness::Strict, most_moves: MOST_MOVES, offset: 0, is_over: false, game }
    }

    /// Sets the treatment of values that no writer writes.
    #[must_use]
    pub const fn with_strictness(mut self, strictness: Strictness) -> Self {
        self.strictness = strictness;
        self
    }

    /// Sets the largest number of moves of a game, each with up to 218 visit counts.
    #[must_use]
    pub const fn with_most_moves(mut self, most_moves: usize) -> Self {
        self.most_moves = most_moves;
        self
    }

    /// Returns the byte at which the next game begins, or at which reading stopped.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the next game, or `None` at the end of the input and after an error. A game with a damaged end is lost.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not policy games, or if the stream reports an error.
    pub fn next_game(&mut self) -> Result<Option<&PolicyGame>, ReadError> {
        let found = if self.is_over { Ok(false) } else { self.advance() };
        // Unless a game follows, nothing does.
        self.is_over = !matches!(found, Ok(true));
        Ok(found?.then_some(&self.game))
    }

    fn advance(&mut self) -> Result<bool, ReadError> {
        if !self.begin()? {
            return Ok(false);
        }
        let mut board = self.game.start;
        while let Some(played) = self.next_move(&board)? {
            if self.game.moves.len() == self.most_moves {
                return Err(self.error(FormatErrorKind::TooManyMoves { most: self.most_moves }, 0));
            }
            let counts = played.visits_end - self.game.visits.len();
            let bytes = self.source.peek(MOVE_SIZE + counts);
            self.game.visits.extend_from_slice(&bytes[MOVE_SIZE..MOVE_SIZE + counts]);
            self.consume(MOVE_SIZE + counts);
            self.game.moves.push(played);
            board.do_move(played.mv);
        }
        self.consume(END_SIZE);
        Ok(true)
    }

    /// Reads the start of a game. Returns whether there is one.
    fn begin(&mut self) -> Result<bool, ReadError> {
        let bytes = self.source.peek(START_SIZE);
        let Some(bytes) = bytes.first_chunk() else {
            let found = bytes.len() as u64;
            check_end(&mut self.source, FORMAT, self.offset)?;
            return match found {
                0 => Ok(false),
                found => Err(self.error(FormatErrorKind::Incomplete { expected: START_SIZE as u64, found }, 0)),
            };
        };
        match start::decode(bytes, self.strictness) {
            Ok((board, result)) => (self.game.start, self.game.result) = (board, result),
            Err(Fault { kind, at }) => return Err(self.error(kind, at)),
        }
        self.game.moves.clear();
        self.game.visits.clear();
        self.consume(START_SIZE);
        Ok(true)
    }

    /// Returns the next move, which is legal, or `None` at the end of the game. Its visit counts are there, unconsumed.
    fn next_move(&mut self, board: &Board) -> Result<Option<PolicyMove>, ReadError> {
        let bytes = self.source.peek(END_SIZE);
        let Some(&raw) = bytes.first_chunk::<END_SIZE>() else {
            let found = bytes.len() as u64;
            check_end(&mut self.source, FORMAT, self.offset)?;
            return Err(self.error(FormatErrorKind::Incomplete { expected: END_SIZE as u64, found }, 0));
        };
        let raw = u16::from_le_bytes(raw);
        if raw == 0 {
            return Ok(None);
        }
        let mv = match super::moves::decode(board, raw, self.strictness) {
            Some(m) if board.is_legal(m) => m,
            Some(m) => return Err(self.error(crate::moves::illegal(board, m), 0)),
            None => return Err(self.error(FormatErrorKind::Move { raw }, 0)),
        };
        let bytes = self.source.peek(MOVE_SIZE);
        let Some(&[_, _, low, high, counts]) = bytes.first_chunk::<MOVE_SIZE>() else {
            let found = bytes.len() as u64;
            check_end(&mut self.source, FORMAT, self.offset)?;
            return Err(self.error(FormatErrorKind::Incomplete { expected: MOVE_SIZE as u64, found }, 0));
        };
        let counts = usize::from(counts);
        if counts != 0 && counts != board.legal_move_count() {
            let expected = board.legal_move_count();
            return Err(self.error(FormatErrorKind::VisitCounts { expected, found: counts }, MOVE_SIZE - 1));
        }
        let found = self.source.peek(MOVE_SIZE + counts).len();
        if found < MOVE_SIZE + counts {
            check_end(&mut self.source, FORMAT, self.offset)?;
            let kind = FormatErrorKind::Incomplete { expected: (MOVE_SIZE + counts) as u64, found: found as u64 };
            return Err(self.error(kind, 0));
        }
        let win = WinProbability::from_raw(u16::from_le_bytes([low, high]));
        Ok(Some(PolicyMove { mv, win, visits_end: self.game.visits.len() + counts }))
    }

    fn consume(&mut self, count: usize) {
        self.source.consume(count);
        self.offset += count as u64;
    }

    /// Returns the error of the start or move that comes next; `at` is counted from its first byte.
    #[cold]
    fn error(&self, kind: FormatErrorKind, at: usize) -> ReadError {
        FormatError::new(FORMAT, kind, self.offset + at as u64).into()
    }
}

#[cfg(feature = "std")]
impl<S: Input> PolicyReader<S> {
    /// Returns a reader of the positions without their visit counts, in no memory for a game. The score of an entry is
    /// [`WinProbability::to_score`].
    #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
    pub fn into_entries(self) -> PolicyEntries<S> {
        PolicyEntries { reader: self, is_within: false, entry: Entry::new(Board::start(), None, 0, Wdl::Draw) }
    }
}

/// A reader of the positions of policy games; see [`PolicyReader::into_entries`].
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
#[derive(Clone, Debug)]
pub struct PolicyEntries<S> {
    reader: PolicyReader<S>,
    /// `true` within a game.
    is_within: bool,
    /// The current entry. Its move has not been made.
    entry: Entry<SideToMove>,
}

#[cfg(feature = "std")]
impl<S: Input> PolicyEntries<S> {
    /// Reads up to the next entry. Returns whether there is one.
    fn advance(&mut self) -> Result<bool, ReadError> {
        loop {
            if let Some(m) = self.entry.mv.take() {
                self.entry.board.do_move(m);
            }
            if !self.is_within {
                if !self.reader.begin()? {
                    return Ok(false);
                }
                self.is_within = true;
                self.entry.board = self.reader.game.start;
            }
            let board = self.entry.board;
            let Some(PolicyMove { mv, win, visits_end }) = self.reader.next_move(&board)? else {
                self.reader.consume(END_SIZE);
                self.is_within = false;
                continue;
            };
            // No visit counts are kept, so this is their number.
            self.reader.consume(MOVE_SIZE + visits_end);
            let result = match board.side_to_move() {
                Color::White => self.reader.game.result,
                Color::Black => self.reader.game.result.reversed(),
            };
            self.entry = Entry::new(board, Some(mv), win.to_score(), result);
            return Ok(true);
        }
    }
}

#[cfg(feature = "std")]
impl<S: Input> ReadEntries for PolicyEntries<S> {
    type View = SideToMove;

    fn format(&self) -> Format {
        FORMAT
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<SideToMove>>, ReadError> {
        let found = if self.reader.is_over { Ok(false) } else { self.advance() };
        self.reader.is_over = !matches!(found, Ok(true));
        Ok(found?.then_some(&self.entry))
    }
}
