//! Formats of whole games: a start position, four bytes for each move, and four zero bytes.

use alloc::vec::Vec;
use core::marker::PhantomData;

use gardez_io::{Input, Sink};
use gardez_position::Board;
use gardez_types::Move;

use crate::entry::Entry;
use crate::error::{Fault, FormatError, FormatErrorKind, ReadError};
use crate::format::Format;
use crate::game::{Game, GameMove};
use crate::moves;
use crate::read::{ReadEntries, ReadGames, Strictness};
use crate::records::check_end;
use crate::unrepresentable::{Lossy, Unrepresentable, WriteError};
use crate::view::{Wdl, White};
use crate::write::{WriteEntries, WriteGames};

/// The layout of the start of a game, in `SIZE` bytes, and of a move, in 16 bits. No move is 0.
pub trait GameLayout<const SIZE: usize> {
    #[doc(hidden)]
    const FORMAT: Format;

    #[doc(hidden)]
    fn decode_start(bytes: &[u8; SIZE], strictness: Strictness) -> Result<(Board, Wdl), Fault>;

    #[doc(hidden)]
    fn encode_start(start: &Board, result: Wdl, lossy: Lossy) -> Result<[u8; SIZE], Unrepresentable>;

    /// Returns the move with this number, which the caller checks: it need not be legal.
    #[doc(hidden)]
    fn decode_move(board: &Board, raw: u16, strictness: Strictness) -> Option<Move>;

    /// Returns the number of a legal move.
    #[doc(hidden)]
    fn encode_move(board: &Board, m: Move) -> u16;
}

/// The bytes of a move and its score, and of the end of a game.
pub(crate) const MOVE_SIZE: usize = 4;

/// The default of [`with_most_moves`](GameReader::with_most_moves).
pub const MOST_MOVES: usize = 1 << 16;

/// A reader of games: [`viri::Reader`](crate::viri::Reader) or [`monty::Reader`](crate::monty::Reader).
///
/// It yields games ([`ReadGames`]) or their positions ([`ReadEntries`]), which takes no memory for the game. Both can be
/// mixed: `next_game` within a game returns the rest of the game.
///
/// The formats do not limit the number of moves. [`with_most_moves`](Self::with_most_moves) limits games that are read as a
/// whole.
#[derive(Clone, Debug)]
pub struct GameReader<S, L, const SIZE: usize> {
    source: S,
    strictness: Strictness,
    most_moves: usize,
    offset: u64,
    next: Next,
    /// The current position. Its move has not been made.
    entry: Entry<White>,
    game: Game<White>,
    layout: PhantomData<L>,
}

/// The next part of the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// A game, or the end of the input.
    Start,
    /// A move, or the end of the game.
    Move,
    /// Nothing.
    Over,
}

impl<S: Input, L: GameLayout<SIZE>, const SIZE: usize> GameReader<S, L, SIZE> {
    /// Creates a strict reader of these bytes.
    pub fn new(source: S) -> Self {
        Self {
            source,
            strictness: Strictness::Strict,
            most_moves: MOST_MOVES,
            offset: 0,
            next: Next::Start,
            entry: Entry::new(Board::start(), None, 0, Wdl::Draw),
            game: Game::new(Board::start(), Wdl::Draw),
            layout: PhantomData,
        }
    }

    /// Sets the treatment of values that no writer writes.
    #[must_use]
    pub const fn with_strictness(mut self, strictness: Strictness) -> Self {
        self.strictness = strictness;
        self
    }

    /// Sets the largest number of moves of a game that is read as a whole, at four bytes each.
    #[must_use]
    pub const fn with_most_moves(mut self, most_moves: usize) -> Self {
        self.most_moves = most_moves;
        self
    }

    /// Returns the byte at which the next game, or the next move, begins.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Reads the start of a game. Returns whether there is one.
    #[inline]
    fn begin(&mut self) -> Result<bool, ReadError> {
        let bytes = self.source.peek(SIZE);
        let Some(start) = bytes.first_chunk() else {
            let found = bytes.len() as u64;
            check_end(&mut self.source, L::FORMAT, self.offset)?;
            return match found {
                0 => Ok(false),
                found => Err(self.error(FormatErrorKind::Incomplete { expected: SIZE as u64, found }, 0)),
            };
        };
        match L::decode_start(start, self.strictness) {
            Ok((board, result)) => self.entry = Entry::new(board, None, 0, result),
            Err(Fault { kind, at }) => return Err(self.error(kind, at)),
        }
        self.consume(SIZE);
        self.next = Next::Move;
        Ok(true)
    }

    /// Returns the next move of the game with its score, or `None` at its end. The move is legal, and not made.
    #[inline]
    fn next_move(&mut self) -> Result<Option<GameMove>, ReadError> {
        let bytes = self.source.peek(MOVE_SIZE);
        let Some(&[low, high, score @ ..]) = bytes.first_chunk::<MOVE_SIZE>() else {
            let found = bytes.len() as u64;
            check_end(&mut self.source, L::FORMAT, self.offset)?;
            return Err(self.error(FormatErrorKind::Incomplete { expected: MOVE_SIZE as u64, found }, 0));
        };
        let (raw, score) = (u16::from_le_bytes([low, high]), i16::from_le_bytes(score));
        if raw == 0 && score == 0 {
            self.consume(MOVE_SIZE);
            return Ok(None);
        }
        let board = &self.entry.board;
        let mv = match L::decode_move(board, raw, self.strictness) {
            Some(m) if board.is_legal(m) => m,
            Some(m) => return Err(self.error(moves::illegal(board, m), 0)),
            None => return Err(self.error(FormatErrorKind::Move { raw }, 0)),
        };
        self.consume(MOVE_SIZE);
        Ok(Some(GameMove { mv, score }))
    }

    /// Reads up to the next entry. Returns whether there is one.
    #[inline]
    fn advance(&mut self) -> Result<bool, ReadError> {
        loop {
            if !self.enter()? {
                return Ok(false);
            }
            match self.next_move()? {
                Some(GameMove { mv, score }) => {
                    (self.entry.mv, self.entry.score) = (Some(mv), score);
                    return Ok(true);
                }
                None => self.next = Next::Start,
            }
        }
    }

    /// Makes the move of the current entry, or begins a game. Returns `false` if there is none.
    #[inline]
    fn enter(&mut self) -> Result<bool, ReadError> {
        match self.next {
            Next::Over => return Ok(false),
            Next::Start => return self.begin(),
            Next::Move => {}
        }
        if let Some(m) = self.entry.mv.take() {
            self.entry.board.do_move(m);
            self.entry.ply = self.entry.board.game_ply();
        }
        Ok(true)
    }

    /// Reads the rest of the current game, or the next game. Returns whether there is one.
    fn advance_game(&mut self) -> Result<bool, ReadError> {
        if !self.enter()? {
            return Ok(false);
        }
        let Entry { board, ply, result, .. } = self.entry;
        (self.game.start, self.game.ply, self.game.result) = (board, ply, result);
        self.game.moves.clear();
        while let Some(played) = self.next_move()? {
            if self.game.moves.len() == self.most_moves {
                let kind = FormatErrorKind::TooManyMoves { most: self.most_moves };
                return Err(FormatError::new(L::FORMAT, kind, self.offset - MOVE_SIZE as u64).into());
            }
            self.game.moves.push(played);
            self.entry.board.do_move(played.mv);
        }
        self.next = Next::Start;
        Ok(true)
    }

    #[inline]
    fn consume(&mut self, count: usize) {
        self.source.consume(count);
        self.offset += count as u64;
    }

    /// Returns the error of the start or move that comes next; `at` is counted from its first byte.
    #[cold]
    fn error(&self, kind: FormatErrorKind, at: usize) -> ReadError {
        FormatError::new(L::FORMAT, kind, self.offset + at as u64).into()
    }

    /// Ends the reader after an error or the end of the input.
    #[inline]
    fn end_unless(&mut self, found: Result<bool, ReadError>) -> Result<bool, ReadError> {
        if !matches!(found, Ok(true)) {
            self.next = Next::Over;
        }
        found
    }
}

impl<S: Input, L: GameLayout<SIZE>, const SIZE: usize> ReadEntries for GameReader<S, L, SIZE> {
    type View = White;

    fn format(&self) -> Format {
        L::FORMAT
    }

    #[inline]
    fn next_entry(&mut self) -> Result<Option<&Entry<White>>, ReadError> {
        let found = self.advance();
        Ok(self.end_unless(found)?.then_some(&self.entry))
    }
}

impl<S: Input, L: GameLayout<SIZE>, const SIZE: usize> ReadGames for GameReader<S, L, SIZE> {
    type View = White;

    fn format(&self) -> Format {
        L::FORMAT
    }

    fn next_game(&mut self) -> Result<Option<&Game<White>>, ReadError> {
        let found = self.advance_game();
        Ok(self.end_unless(found)?.then_some(&self.game))
    }
}

/// A writer of games: [`viri::Writer`](crate::viri::Writer) or [`monty::Writer`](crate::monty::Writer).
///
/// It writes games ([`WriteGames`]) or entries ([`WriteEntries`]): an entry continues the current game if its position,
/// counters and result follow from the previous one.
#[derive(Clone, Debug)]
pub struct GameWriter<W, L, const SIZE: usize> {
    target: W,
    lossy: Lossy,
    /// The game that entries are added to: the position after its last move, and its result.
    open: Option<(Board, Wdl)>,
    /// The bytes of the game or entry that is being written.
    bytes: Vec<u8>,
    layout: PhantomData<L>,
}

impl<W: Sink, L: GameLayout<SIZE>, const SIZE: usize> GameWriter<W, L, SIZE> {
    /// Creates a writer that refuses everything that the format cannot hold.
    pub const fn new(target: W) -> Self {
        Self { target, lossy: Lossy::NONE, open: None, bytes: Vec::new(), layout: PhantomData }
    }

    /// Sets what may be changed instead of refusing a game.
    #[must_use]
    pub const fn with_lossy(mut self, lossy: Lossy) -> Self {
        self.lossy = lossy;
        self
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
        self.bytes.clear();
        self.end_game();
        self.target.put(&self.bytes).map_err(WriteError::Stream)?;
        self.target.finish().map_err(WriteError::Stream)
    }

    /// Adds the end of the game that entries were added to, if there is one.
    fn end_game(&mut self) {
        if self.open.take().is_some() {
            self.bytes.extend_from_slice(&[0; MOVE_SIZE]);
        }
    }

    /// Adds a move, unless it is not legal.
    fn add_move(&mut self, board: &Board, GameMove { mv, score }: GameMove) -> Result<(), WriteError> {
        if !board.is_legal(mv) {
            return Err(WriteError::unrepresentable(L::FORMAT, Unrepresentable::Move(mv)));
        }
        self.bytes.extend_from_slice(&L::encode_move(board, mv).to_le_bytes());
        self.bytes.extend_from_slice(&score.to_le_bytes());
        Ok(())
    }

    fn start(&self, start: &Board, result: Wdl) -> Result<[u8; SIZE], WriteError> {
        L::encode_start(start, result, self.lossy).map_err(|reason| WriteError::unrepresentable(L::FORMAT, reason))
    }
}

impl<W: Sink, L: GameLayout<SIZE>, const SIZE: usize> WriteGames for GameWriter<W, L, SIZE> {
    type View = White;

    fn format(&self) -> Format {
        L::FORMAT
    }

    fn write_game(&mut self, game: &Game<White>) -> Result<(), WriteError> {
        let start = self.start(&game.start, game.result)?;
        let open = self.open;
        self.bytes.clear();
        self.end_game();
        self.bytes.extend_from_slice(&start);
        let mut board = game.start;
        for &played in &game.moves {
            if let Err(error) = self.add_move(&board, played) {
                self.open = open;
                return Err(error);
            }
            board.do_move(played.mv);
        }
        self.bytes.extend_from_slice(&[0; MOVE_SIZE]);
        self.target.put(&self.bytes).map_err(WriteError::Stream)
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        self.end()
    }
}

impl<W: Sink, L: GameLayout<SIZE>, const SIZE: usize> WriteEntries for GameWriter<W, L, SIZE> {
    type View = White;

    fn format(&self) -> Format {
        L::FORMAT
    }

    fn write_entry(&mut self, entry: &Entry<White>) -> Result<(), WriteError> {
        let &Entry { board, score, result, .. } = entry;
        let mv = entry.mv.ok_or(WriteError::unrepresentable(L::FORMAT, Unrepresentable::NoMove))?;
        let open = self.open;
        self.bytes.clear();
        let continues =
            |(after, previous): (Board, Wdl)| previous == result && after == board && after.same_clocks(&board);
        if !open.is_some_and(continues) {
            let start = self.start(&board, result)?;
            self.end_game();
            self.bytes.extend_from_slice(&start);
        }
        if let Err(error) = self.add_move(&board, GameMove { mv, score }) {
            self.open = open;
            return Err(error);
        }
        self.open = Some((board.after(mv), result));
        self.target.put(&self.bytes).map_err(WriteError::Stream)
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        self.end()
    }
}
