//! Finds the opening of a position and of a game.
//!
//! The upper half of a key finds at most one opening. Its moves are made, and the positions are compared.

use core::borrow::Borrow;
use core::iter;

use gardez_position::{Board, EnPassantPolicy};
use gardez_types::Move;

use crate::opening::Opening;
use crate::table::{KEY_OPENINGS, KEYS};

/// # Finding
impl Opening {
    /// Returns the opening of a position, if the position has a name.
    ///
    /// Positions with equal pieces, side to move, castling rights and legal en passant captures are the same.
    pub fn from_board(board: &Board) -> Option<Self> {
        if board.ep_square() != board.ep_square_by(EnPassantPolicy::Legal) {
            // The key contains an en passant square without a legal capture.
            let without = Board::try_from(&board.packed().ok()?).ok()?;
            return Self::by_key(&without);
        }
        Self::by_key(board)
    }

    /// Returns the opening of a board whose key contains no en passant square without a legal capture.
    fn by_key(board: &Board) -> Option<Self> {
        let index = KEYS.binary_search(&((board.raw_key() >> 32) as u32)).ok()?;
        let opening = Self::from_index(KEY_OPENINGS[index])?;
        (opening.board().packed() == board.packed()).then_some(opening)
    }

    /// Returns the opening of a game: the opening of its last position with a name.
    ///
    /// Pass the positions of the main line, with or without the start position: all, or only 40 plies as Lichess does.
    ///
    /// ```
    /// use gardez_openings::Opening;
    /// use gardez_position::Position;
    ///
    /// let mut position = Position::start();
    /// let mut boards = vec![*position.board()];
    /// for text in ["d2d4", "d7d5", "c2c4", "e7e6", "a2a4", "h7h5"] {
    ///     position.play(position.parse_uci(text)?)?;
    ///     boards.push(*position.board());
    /// }
    /// let opening = Opening::from_boards(&boards).expect("the game has a name");
    /// assert_eq!(opening.to_string(), "D30 Queen's Gambit Declined");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn from_boards<B: Borrow<Board>>(boards: impl IntoIterator<Item = B>) -> Option<Self> {
        Self::each_of(boards).last().map(|(_, opening)| opening)
    }

    /// Returns the opening of a game with these moves from the start position. An illegal move ends the game.
    pub fn from_moves(moves: impl IntoIterator<Item = Move>) -> Option<Self> {
        let (mut board, mut moves) = (Board::start(), moves.into_iter());
        Self::from_boards(iter::from_fn(|| {
            let m = moves.next().filter(|&m| board.is_legal(m))?;
            board.do_move(m);
            Some(board)
        }))
    }

    /// Returns the positions of a game that have names: the index in `boards`, and the opening.
    ///
    /// ```
    /// use gardez_openings::Opening;
    /// use gardez_position::Board;
    ///
    /// let mut board = Board::start();
    /// let boards = ["e2e4", "e7e5", "f2f4"].map(|text| {
    ///     board.do_move(board.parse_uci(text).expect("the move is legal"));
    ///     board
    /// });
    /// let names = Opening::each_of(boards).map(|(index, opening)| format!("{index} {}", opening.name()));
    /// assert_eq!(names.collect::<Vec<_>>(), ["0 King's Pawn Game", "1 King's Pawn Game", "2 King's Gambit"]);
    /// ```
    pub fn each_of<B: Borrow<Board>>(boards: impl IntoIterator<Item = B>) -> impl Iterator<Item = (usize, Self)> {
        let boards = boards.into_iter().enumerate();
        boards.filter_map(|(index, board)| Some((index, Self::from_board(board.borrow())?)))
    }
}
