//! A board with its history: moves are made and undone.

mod setting_up;

mod with_values;

use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;
use core::slice;

use gardez_types::{CastlingRights, Move, MoveKind};

use crate::board::Board;
use crate::illegal::{IllegalMoveError, LostRight, Obstacle};
use crate::observers::MoveObserver;
use crate::setup::writer::Fen;
use crate::state::StateInfo;

pub use with_values::PositionWith;

/// A chess position with its history: a [`Board`], and the states before it, from the set-up position on.
///
/// Use it where moves are undone or repetitions matter: in alpha-beta search, and for games.
///
/// ```
/// use gardez_position::Position;
///
/// // 1  R . . . K . . R
/// let mut position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse()?;
/// let castling = position.parse_uci("e1g1")?;
/// position.do_move(castling);
/// // 1  R . . . . R K .
/// assert_eq!(position.to_string(), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
/// position.undo_move();
/// assert_eq!(position.to_string(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
///
/// # The methods of a board
///
/// A position dereferences to its [`Board`]: all its methods that take `&self` work on a position, and a `&Position`
/// can be passed as a `&Board`. Methods that return a board, such as [`after`](Board::after), return it without the
/// history; to keep the history, make the move on a clone.
///
/// Two positions are equal if their boards are. [`Position::same_history`] compares the histories, too.
#[derive(Clone)]
pub struct Position {
    board: Board,
    /// The states before the current one, which follows them after a move was undone, so that it need not be copied again.
    states: Vec<StateInfo>,
    /// The number of states before the current one.
    plies: usize,
}

/// # Making and undoing moves
///
/// | wanted | method |
/// |---|---|
/// | to make a move that may be illegal: from a user, a file, a hash table | [`play`](Position::play), which checks it |
/// | to make a legal move, for example one of [`legal_moves`](Board::legal_moves) | [`do_move`](Position::do_move), which does not |
/// | to undo either of them | [`undo_move`](Position::undo_move) |
/// | to know which pieces move, for example for a network | [`do_move_with`](Position::do_move_with) |
/// | to keep a value of your own for each ply | [`PositionWith`] |
/// | a null move, and undoing it | [`do_null_move`](Position::do_null_move), [`do_null_move_with`](Position::do_null_move_with), [`pass`](Position::pass), [`undo_null_move`](Position::undo_null_move) |
impl Position {
    /// Makes a move if it is legal.
    ///
    /// [`Position::do_move`] makes it without the check.
    ///
    /// # Errors
    ///
    /// Returns the reason if the move is not legal. The position is unchanged then.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMoveError> {
        if !self.is_legal(m) {
            return Err(self.refusal(m));
        }
        self.do_move(m);
        Ok(())
    }

    /// Returns why a move is not legal, or `None` if it is.
    ///
    /// Like [`Board::why_illegal`], but also says which move ended a right to castle.
    ///
    /// ```
    /// use gardez_position::{Move, Position, Square};
    ///
    /// let position = Position::from_moves("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1e2 g8f6 e2e1 d7d6".split(' '))?;
    /// let error = position.why_illegal(Move::castling(Square::E1, Square::H1)).expect("the king has moved");
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the king cannot castle: there is no right to castle on the king side, since e1e2 at ply 6"
    /// );
    /// # Ok::<_, gardez_position::SetupError>(())
    /// ```
    pub fn why_illegal(&self, m: Move) -> Option<IllegalMoveError> {
        let mut error = self.board().why_illegal(m)?;
        if let IllegalMoveError::NoSuchMove { why: Obstacle::NoRight { side, lost }, .. } = &mut error {
            let right = CastlingRights::new(self.side_to_move(), *side);
            let states = self.history().iter().chain([self.state()]);
            let had = self.history().iter().zip(states.skip(1));
            let last = had.filter(|(before, _)| before.castling_rights().contains(right)).last();
            *lost = last.and_then(|(before, after)| Some(LostRight { mv: after.last_move()?, ply: before.game_ply }));
        }
        Some(error)
    }

    #[cold]
    pub(crate) fn refusal(&self, m: Move) -> IllegalMoveError {
        self.why_illegal(m).unwrap_or_else(|| self.board().refusal(m))
    }

    /// Makes a legal move. For a move that may be illegal, use [`Position::play`].
    ///
    /// # Panics
    ///
    /// Debug builds panic if the move is not legal. Release builds may panic or leave a position that
    /// [`Board::check_invariants`] rejects.
    #[inline]
    pub fn do_move(&mut self, m: Move) {
        self.do_move_with(m, &mut ());
    }

    /// Makes a legal move and reports each change of the pieces to `observer`; see [`MoveObserver`].
    ///
    /// [`Position::undo_move`] has no observer: keep a stack of the observed values, and pop it.
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`Position::do_move`].
    #[inline]
    pub fn do_move_with(&mut self, m: Move, observer: &mut (impl MoveObserver + ?Sized)) {
        self.keep_state();
        self.board.do_move_with(m, observer);
    }

    /// Undoes the last move and returns it.
    ///
    /// Returns `None` and does nothing at the set-up position and after a null move, which
    /// [`Position::undo_null_move`] undoes.
    #[inline]
    pub fn undo_move(&mut self) -> Option<Move> {
        let m = self.board.last_move()?;
        if m.kind() != MoveKind::Normal {
            return self.undo_special(m);
        }
        // The state is copied from its place in the vector. By value, it would take twice as long as the whole move.
        let ply = self.plies.checked_sub(1)?;
        self.board.undo_normal(m, self.states.get(ply)?);
        self.return_to(ply);
        Some(m)
    }

    /// Makes a null move: the other side is to move, and there is no en passant square.
    ///
    /// The fifty-move counter and the [game ply](Board::game_ply) do not change, so the [move number](Board::fullmove_number)
    /// is one less while black is to move at an even ply.
    ///
    /// # Panics
    ///
    /// Panics in debug builds if the side to move is in check. Release builds leave a position that
    /// [`Board::check_invariants`] rejects.
    pub fn do_null_move(&mut self) {
        self.do_null_move_with(&mut ());
    }

    /// Makes a null move and reports it to `observer`.
    ///
    /// The observer receives [`making_null`](MoveObserver::making_null) and [`key`](MoveObserver::key).
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`Position::do_null_move`].
    pub fn do_null_move_with(&mut self, observer: &mut (impl MoveObserver + ?Sized)) {
        self.keep_state();
        self.board.do_null_move_with(observer);
    }

    /// Makes a null move that counts as a ply; see [`Board::pass`]. [`Position::undo_null_move`] undoes it.
    ///
    /// # Errors
    ///
    /// Returns [`IllegalMoveError::PassInCheck`] and changes nothing if the side to move is in check.
    pub fn pass(&mut self) -> Result<(), IllegalMoveError> {
        let mut board = self.board;
        board.pass()?;
        self.keep_state();
        self.board = board;
        Ok(())
    }

    /// Undoes a null move and returns `true`. Returns `false` and does nothing if the last move was not a null move.
    pub fn undo_null_move(&mut self) -> bool {
        if self.board.last_move().is_some() {
            return false;
        }
        let Some(ply) = self.plies.checked_sub(1) else { return false };
        self.board.undo_null_move(&self.states[ply]);
        self.return_to(ply);
        true
    }
}

impl Position {
    /// Undoes a promotion, an en passant capture or castling.
    #[inline(never)] // rare, so it is kept out of the hot path
    fn undo_special(&mut self, m: Move) -> Option<Move> {
        let ply = self.plies.checked_sub(1)?;
        self.board.undo_special(m, self.states.get(ply)?);
        self.return_to(ply);
        Some(m)
    }

    /// Keeps the current state, before a move changes it.
    #[inline]
    fn keep_state(&mut self) {
        if self.states.len() == self.plies {
            // As a slice, the state is copied after the vector has made room. By value, the stack gets a copy first.
            self.states.extend_from_slice(slice::from_ref(&self.board.state));
        }
        self.plies += 1;
    }

    /// Makes a state the current one, after the board has returned to it.
    #[inline]
    fn return_to(&mut self, ply: usize) {
        self.states.truncate(ply + 1);
        self.plies = ply;
    }
}

/// # The board and the history
impl Position {
    /// Returns the current board, for example to copy it without the history.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the states before the current one, from the set-up position on: one per move or null move.
    #[inline]
    pub fn history(&self) -> &[StateInfo] {
        &self.states[..self.plies]
    }

    /// Returns a copy that keeps only the history of the last `plies` moves, which the copy can undo.
    // No program here calls it; a search that copies long games needs it.
    #[must_use = "the position itself does not change"]
    pub fn recent(&self, plies: usize) -> Self {
        let states = self.history()[self.plies.saturating_sub(plies)..].to_vec();
        let mut recent = Self { board: self.board, plies: states.len(), states };
        // The first state that is kept becomes the set-up position.
        match recent.states.first_mut() {
            Some(first) => first.last_move = None,
            None => recent.board.state.last_move = None,
        }
        recent
    }
}

impl From<Board> for Position {
    /// Returns the position with this board and no history, and so without a [last move](Board::last_move).
    fn from(board: Board) -> Self {
        let mut board = board;
        // Without the state before it, the last move cannot be undone.
        board.state.last_move = None;
        Self { board, states: Vec::new(), plies: 0 }
    }
}

impl AsRef<Board> for Position {
    #[inline]
    fn as_ref(&self) -> &Board {
        &self.board
    }
}

impl Deref for Position {
    type Target = Board;

    #[inline]
    fn deref(&self) -> &Board {
        &self.board
    }
}

impl fmt::Display for Position {
    /// Returns the FEN in the position's own castling mode.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Fen::own(&self.board), f)
    }
}

impl fmt::Debug for Position {
    /// Draws the board, followed by the number of moves in the history.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}\n{} moves made", self.board, self.plies)
    }
}
