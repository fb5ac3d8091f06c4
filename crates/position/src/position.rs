//! A board with its history: moves are made and taken back.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;
use core::slice;
use core::str::FromStr;

use gardez_types::Move;

use crate::{Board, Builder, Fen, FenError, FenMode, FenReader, IllegalMoveError, MoveObserver, SetupError, StateInfo};

/// A chess position with the moves that led to it.
///
/// It dereferences to its [`Board`], so whatever can be asked of a board can be asked of a position; only the position
/// changes. The states before the current one form a chain, from the set-up position on.
///
/// ```
/// use gardez_position::Position;
///
/// let mut position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse()?;
/// let castling = position.parse_uci("e1g1")?;
/// position.do_move(castling);
/// println!("{position:?}");
/// // 8  r . . . k . . r
/// // …
/// // 1  R . . . . R K .
/// assert_eq!(position.to_string(), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
/// position.undo_move();
/// assert_eq!(position.to_string(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    board: Board,
    history: Vec<StateInfo>,
}

impl Position {
    /// The start position of chess.
    pub fn start() -> Self {
        Board::start().into()
    }

    /// The Chess960 start position with this number, 0 to 959; see [`Board::chess960`].
    pub fn chess960(number: u16) -> Option<Self> {
        Board::chess960(number).map(Self::from)
    }

    /// The double Chess960 start position with these numbers, 0 to 959 each; see [`Board::double_chess960`].
    pub fn double_chess960(white: u16, black: u16) -> Option<Self> {
        Board::double_chess960(white, black).map(Self::from)
    }

    /// Reads a FEN in any of its dialects. A [`FenReader`] offers more choices.
    ///
    /// # Errors
    ///
    /// If the text is no FEN or its position is not legal; the error says what is wrong and where.
    pub fn from_fen(fen: &str, mode: FenMode) -> Result<Self, FenError> {
        FenReader::new().with_mode(mode).read(fen).map(|read| read.position)
    }

    /// Starts setting up a position in code; see [`Builder`].
    pub fn builder() -> Builder {
        Builder::new()
    }

    /// The position after these moves in UCI text from the position of a FEN, as engines receive it.
    ///
    /// ```
    /// use gardez_position::{FenMode, Position};
    ///
    /// let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// let position = Position::from_fen_and_moves(start, FenMode::Standard, "e2e4 e7e5 g1f3".split(' '))?;
    /// assert_eq!(position.game_ply(), 3);
    /// # Ok::<_, gardez_position::SetupError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the FEN cannot be read, or one of the moves is not legal; the error says which.
    pub fn from_fen_and_moves<'a>(
        fen: &str,
        mode: FenMode,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, SetupError> {
        let mut position = Self::from_fen(fen, mode).map_err(SetupError::Fen)?;
        for (index, text) in moves.into_iter().enumerate() {
            let m = position.parse_uci(text).map_err(|error| SetupError::Move { index, error })?;
            position.do_move(m);
        }
        Ok(position)
    }

    /// The board as it stands, to copy or to keep without the history.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The board of a position that is being set up.
    pub(crate) const fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    /// The states before the current one, from the set-up position on: one for each move and null move made.
    #[inline]
    pub fn history(&self) -> &[StateInfo] {
        &self.history
    }

    /// Makes a move if the rules allow it.
    ///
    /// # Errors
    ///
    /// If the move is not legal here; the position is unchanged.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMoveError> {
        if !self.is_legal(m) {
            return Err(self.refusal(m));
        }
        self.do_move(m);
        Ok(())
    }

    /// Makes a move that is known to be legal.
    ///
    /// # Panics
    ///
    /// In debug builds, if the move is not legal. In release builds such a move may panic or leave a position that
    /// [`Board::check_invariants`] rejects.
    #[inline]
    pub fn do_move(&mut self, m: Move) {
        self.do_move_with(m, &mut ());
    }

    /// Makes a move that is known to be legal, and tells an observer of each piece that it moves.
    ///
    /// With the observer `()` it is [`Position::do_move`]. Taking a move back has no observer: one that keeps a state
    /// keeps a stack of them.
    ///
    /// # Panics
    ///
    /// As [`Position::do_move`].
    #[inline]
    pub fn do_move_with(&mut self, m: Move, observer: &mut impl MoveObserver) {
        // As a slice, the state is copied once it is known that there is room: by value, it would go through the stack.
        self.history.extend_from_slice(slice::from_ref(&self.board.state));
        self.board.apply(m, observer);
    }

    /// A copy without the states that no rule looks back to: those before the last irreversible move. It takes moves
    /// back only that far.
    ///
    /// For handing a position to a search thread.
    #[must_use = "the position itself does not change"]
    pub fn trimmed(&self) -> Self {
        let reversible = usize::from(self.rule50()).min(self.history.len());
        let mut history = Vec::with_capacity(reversible + 64);
        history.extend_from_slice(&self.history[self.history.len() - reversible..]);
        let mut trimmed = Self { board: self.board, history };
        // The first state that is kept is a set-up position now.
        match trimmed.history.first_mut() {
            Some(first) => first.last_move = None,
            None => trimmed.board.state.last_move = None,
        }
        trimmed
    }

    /// Takes back the last move and returns it; nothing happens, and there is none, at the set-up position and after
    /// a null move. Nothing is recomputed.
    #[inline]
    pub fn undo_move(&mut self) -> Option<Move> {
        let m = self.board.last_move()?;
        // Copied from where it lies: a state that is handed on by value goes twice through the stack, at twice the cost
        // of the whole move.
        let before = self.history.last()?;
        self.board.unapply(m, before);
        self.history.truncate(self.history.len() - 1);
        Some(m)
    }

    /// Lets the side to move pass. The fifty-move counter and the [game ply](Board::game_ply) stay as they are, so that
    /// the [number of the move](Board::fullmove) is one less while black is to move at an even ply, as in the reference.
    ///
    /// # Panics
    ///
    /// In debug builds, if the side to move is in check. In release builds that leaves a position that
    /// [`Board::check_invariants`] rejects.
    pub fn do_null_move(&mut self) {
        self.history.push(self.board.state);
        self.board.apply_null();
    }

    /// Takes back a null move; false, and nothing happens, if the last move was none.
    pub fn undo_null_move(&mut self) -> bool {
        if self.board.last_move().is_some() {
            return false;
        }
        self.history.pop().is_some_and(|before| {
            self.board.unapply_null(&before);
            true
        })
    }
}

impl Default for Position {
    /// The start position of chess.
    fn default() -> Self {
        Self::start()
    }
}

impl From<Board> for Position {
    /// The position on this board, with no history.
    fn from(board: Board) -> Self {
        let mut board = board;
        // Without the state before it, the last move cannot be taken back.
        board.state.last_move = None;
        Self { board, history: Vec::new() }
    }
}

impl Deref for Position {
    type Target = Board;

    #[inline]
    fn deref(&self) -> &Board {
        &self.board
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN in any of its dialects; the castling mode follows from the rights.
    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen, FenMode::Detect)
    }
}

impl fmt::Display for Position {
    /// The FEN in the position's own mode.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Fen::own(&self.board), f)
    }
}

impl fmt::Debug for Position {
    /// Draws the board, and says how many moves can be taken back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}\n{} moves made", self.board, self.history.len())
    }
}
