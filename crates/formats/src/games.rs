//! Formats of whole games: a start position, moves, and zero bytes.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem;

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
use crate::view::{View, Wdl, White, differs};
use crate::write::{WriteEntries, WriteGames};

/// The layout of the start of a game, in `SIZE` bytes, and of a move, which begins with 16 bits that are not 0.
pub trait GameLayout<const SIZE: usize> {
    #[doc(hidden)]
    type View: View;

    #[doc(hidden)]
    const FORMAT: Format;

    /// The number of zero bytes that end a game.
    #[doc(hidden)]
    const END: usize = 4;

    /// The bytes of a move without its visit counts, at least as many.
    #[doc(hidden)]
    const MOVE: usize = 4;

    #[doc(hidden)]
    fn decode_start(bytes: &[u8; SIZE], strictness: Strictness) -> Result<(Board, Wdl), Fault>;

    #[doc(hidden)]
    fn encode_start(start: &Board, result: Wdl, lossy: Lossy) -> Result<[u8; SIZE], Unrepresentable>;

    /// Returns the move with this number, which the caller checks: it need not be legal.
    #[doc(hidden)]
    fn decode_move(board: &Board, raw: u16, strictness: Strictness) -> Option<Move>;

    #[doc(hidden)]
    fn encode_move(board: &Board, m: Move) -> u16;

    /// Returns the score and the number of visit counts of a legal move.
    #[doc(hidden)]
    #[inline]
    fn decode_score(_: &Board, bytes: &[u8]) -> Result<(i16, usize), Fault> {
        Ok((i16::from_le_bytes([bytes[2], bytes[3]]), 0))
    }

    /// Appends the score, without visit counts.
    #[doc(hidden)]
    fn encode_score(score: i16, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&score.to_le_bytes());
    }
}

/// The most moves of a game that is read as a whole, by default: see [`with_most_moves`](GameReader::with_most_moves).
pub const MOST_MOVES: usize = 1 << 16;

/// A reader of games: [`viri::Reader`](crate::viri::Reader) or [`monty::Reader`](crate::monty::Reader).
///
/// It yields games ([`ReadGames`]) or their positions ([`ReadEntries`]), which takes no memory for the game. Both can be
/// mixed: `next_game` within a game returns the rest of the game.
#[derive(Clone, Debug)]
pub struct GameReader<S, L: GameLayout<SIZE>, const SIZE: usize> {
    source: S,
    strictness: Strictness,
    most_moves: usize,
    offset: u64,
    next: Next,
    /// The current position. Its move has not been made.
    entry: Entry<L::View>,
    game: Game<L::View>,
    layout: PhantomData<L>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// A game, or the end of the input.
    Start,
    /// A move, or the end of the game.
    Move,
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

    /// Sets the largest number of moves of a game that is read as a whole.
    #[must_use]
    pub const fn with_most_moves(mut self, most_moves: usize) -> Self {
        self.most_moves = most_moves;
        self
    }

    /// Returns the byte at which the next game, or the next move, begins.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the next bytes of a game: this many.
    #[inline]
    fn shown(&mut self, wanted: usize) -> Result<&[u8], ReadError> {
        let found = self.source.peek(wanted).len();
        if found < wanted {
            return Err(self.incomplete(wanted, found));
        }
        Ok(&self.source.buffered()[..wanted])
    }

    #[cold]
    fn incomplete(&mut self, expected: usize, found: usize) -> ReadError {
        let (expected, found) = (expected as u64, found as u64);
        match check_end(&mut self.source, L::FORMAT, self.offset) {
            Ok(()) => self.error(FormatErrorKind::Incomplete { expected, found }, 0),
            Err(error) => error,
        }
    }

    /// Reads the start of a game. Returns whether there is one.
    #[inline]
    fn begin(&mut self) -> Result<bool, ReadError> {
        if self.source.peek(SIZE).is_empty() {
            return check_end(&mut self.source, L::FORMAT, self.offset).map(|()| false);
        }
        let strictness = self.strictness;
        let start = self.shown(SIZE)?.first_chunk().expect("as many as are wanted");
        match L::decode_start(start, strictness) {
            Ok((board, result)) => {
                let is_turned = differs::<White, L::View>(board.side_to_move());
                self.entry = Entry::new(board, None, 0, if is_turned { result.reversed() } else { result });
            }
            Err(Fault { kind, at }) => return Err(self.error(kind, at)),
        }
        self.consume(SIZE);
        self.next = Next::Move;
        Ok(true)
    }

    /// Returns the next move of the game, legal and not made, with its score; `None` at the end. `each` receives its bytes.
    #[inline]
    fn next_move(&mut self, each: impl FnOnce(GameMove, &[u8])) -> Result<Option<GameMove>, ReadError> {
        let bytes = self.shown(L::END)?;
        let raw = u16::from_le_bytes([bytes[0], bytes[1]]);
        if bytes.iter().all(|&byte| byte == 0) {
            self.consume(L::END);
            self.next = Next::Start;
            return Ok(None);
        }
        let board = &self.entry.board;
        let mv = match L::decode_move(board, raw, self.strictness) {
            Some(m) if board.is_legal(m) => m,
            Some(m) => return Err(self.error(moves::illegal(board, m), 0)),
            None => return Err(self.error(FormatErrorKind::Move { raw }, 0)),
        };
        self.shown(L::MOVE)?;
        let (score, counts) = match L::decode_score(&self.entry.board, &self.source.buffered()[..L::MOVE]) {
            Ok(decoded) => decoded,
            Err(Fault { kind, at }) => return Err(self.error(kind, at)),
        };
        let played = GameMove { mv, score };
        each(played, self.shown(L::MOVE + counts)?);
        self.consume(L::MOVE + counts);
        Ok(Some(played))
    }

    #[inline]
    fn advance(&mut self) -> Result<bool, ReadError> {
        loop {
            if !self.enter()? {
                return Ok(false);
            }
            if let Some(GameMove { mv, score }) = self.next_move(|_, _| {})? {
                (self.entry.mv, self.entry.score) = (Some(mv), score);
                return Ok(true);
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
            if !L::View::IS_WHITE {
                self.entry.result = self.entry.result.reversed();
            }
        }
        Ok(true)
    }

    /// Reads the rest of the current game, or the next game. Returns its first position, and passes its moves to `each`.
    pub(crate) fn read_game(&mut self, each: impl FnMut(GameMove, &[u8])) -> Result<Option<Entry<L::View>>, ReadError> {
        let found = self.moves(each);
        if !matches!(found, Ok(Some(_))) {
            self.next = Next::Over;
        }
        found
    }

    fn moves(&mut self, mut each: impl FnMut(GameMove, &[u8])) -> Result<Option<Entry<L::View>>, ReadError> {
        if !self.enter()? {
            return Ok(None);
        }
        let (start, mut count, mut before) = (self.entry, 0, self.offset);
        while let Some(played) = self.next_move(&mut each)? {
            if count == self.most_moves {
                let kind = FormatErrorKind::TooManyMoves { most: self.most_moves };
                return Err(FormatError::new(L::FORMAT, kind, before).into());
            }
            (count, before) = (count + 1, self.offset);
            self.entry.board.do_move(played.mv);
        }
        Ok(Some(start))
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
}

impl<S: Input, L: GameLayout<SIZE>, const SIZE: usize> ReadEntries for GameReader<S, L, SIZE> {
    type View = L::View;

    fn format(&self) -> Format {
        L::FORMAT
    }

    #[inline]
    fn next_entry(&mut self) -> Result<Option<&Entry<L::View>>, ReadError> {
        let found = self.advance();
        if !matches!(found, Ok(true)) {
            self.next = Next::Over;
        }
        Ok(found?.then_some(&self.entry))
    }
}

impl<S: Input, L: GameLayout<SIZE>, const SIZE: usize> ReadGames for GameReader<S, L, SIZE> {
    type View = L::View;

    fn format(&self) -> Format {
        L::FORMAT
    }

    fn next_game(&mut self) -> Result<Option<&Game<L::View>>, ReadError> {
        let mut moves = mem::take(&mut self.game.moves);
        moves.clear();
        let start = self.read_game(|played, _| moves.push(played))?;
        self.game.moves = moves;
        Ok(start.map(|start| {
            (self.game.start, self.game.ply, self.game.result) = (start.board, start.ply, start.white_result());
            &self.game
        }))
    }
}

/// A writer of games: [`viri::Writer`](crate::viri::Writer), [`monty::Writer`](crate::monty::Writer) or
/// [`monty::PolicyWriter`](crate::monty::PolicyWriter).
///
/// It writes games ([`WriteGames`]) or entries ([`WriteEntries`]): an entry continues the current game if its position,
/// counters and result follow from the previous one.
#[derive(Clone, Debug)]
pub struct GameWriter<W, L, const SIZE: usize> {
    target: W,
    lossy: Lossy,
    /// The game that entries are added to: the position after its last move, and its result from White's point of view.
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
        if self.open.take().is_some() {
            self.end_game();
        }
        self.target.put(&self.bytes).map_err(WriteError::Stream)?;
        self.target.finish().map_err(WriteError::Stream)
    }

    fn end_game(&mut self) {
        self.bytes.resize(self.bytes.len() + L::END, 0);
    }

    /// Begins the bytes of a game, after the end of the game that entries were added to.
    fn begin_game(&mut self, start: &Board, result: Wdl) -> Result<(), Unrepresentable> {
        let start = L::encode_start(start, result, self.lossy)?;
        self.bytes.clear();
        if self.open.is_some() {
            self.end_game();
        }
        self.bytes.extend_from_slice(&start);
        Ok(())
    }

    /// Adds a move, unless it is not legal.
    fn add_move(&mut self, board: &Board, mv: Move, score: i16) -> Result<(), Unrepresentable> {
        if !board.is_legal(mv) {
            return Err(Unrepresentable::Move(mv));
        }
        self.bytes.extend_from_slice(&L::encode_move(board, mv).to_le_bytes());
        L::encode_score(score, &mut self.bytes);
        Ok(())
    }

    /// Writes a game of these moves. `change` can change the bytes of the last move.
    pub(crate) fn write_moves(
        &mut self,
        (start, result): (&Board, Wdl),
        played: impl Iterator<Item = GameMove>,
        mut change: impl FnMut(&Board, &mut Vec<u8>) -> Result<(), Unrepresentable>,
    ) -> Result<(), WriteError> {
        let moves = || {
            self.begin_game(start, result)?;
            let mut board = *start;
            for GameMove { mv, score } in played {
                self.add_move(&board, mv, score)?;
                change(&board, &mut self.bytes)?;
                board.do_move(mv);
            }
            self.end_game();
            Ok(())
        };
        moves().map_err(|reason| WriteError::unrepresentable(L::FORMAT, reason))?;
        self.open = None;
        self.target.put(&self.bytes).map_err(WriteError::Stream)
    }
}

impl<W: Sink, L: GameLayout<SIZE>, const SIZE: usize> WriteGames for GameWriter<W, L, SIZE> {
    type View = L::View;

    fn format(&self) -> Format {
        L::FORMAT
    }

    fn write_game(&mut self, game: &Game<L::View>) -> Result<(), WriteError> {
        self.write_moves((&game.start, game.result), game.moves.iter().copied(), |_, _| Ok(()))
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        self.end()
    }
}

impl<W: Sink, L: GameLayout<SIZE>, const SIZE: usize> WriteEntries for GameWriter<W, L, SIZE> {
    type View = L::View;

    fn format(&self) -> Format {
        L::FORMAT
    }

    fn write_entry(&mut self, entry: &Entry<L::View>) -> Result<(), WriteError> {
        let unrepresentable = |reason| WriteError::unrepresentable(L::FORMAT, reason);
        let (board, result) = (entry.board, entry.white_result());
        let mv = entry.mv.ok_or(unrepresentable(Unrepresentable::NoMove))?;
        let continues =
            |(after, previous): (Board, Wdl)| previous == result && after == board && after.same_clocks(&board);
        if self.open.is_some_and(continues) {
            self.bytes.clear();
        } else {
            self.begin_game(&board, result).map_err(unrepresentable)?;
        }
        self.add_move(&board, mv, entry.score).map_err(unrepresentable)?;
        self.open = Some((board.after(mv), result));
        self.target.put(&self.bytes).map_err(WriteError::Stream)
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        self.end()
    }
}
