//! Setting up a position with a history.

use alloc::vec::Vec;
use core::str::FromStr;

use gardez_types::CastlingMode;

use super::Position;
use crate::board::Board;
use crate::setup::board_error::BoardError;
use crate::setup::builder::Builder;
use crate::setup::castling::FenMode;
use crate::setup::fen::{FenError, FenReader, ReadFen};
use crate::setup::moves::{SetupError, make_moves};

/// # Setting up
///
/// Also `Position::from(board)`. [`FenReader::read`] and [`Builder::build`] have options.
impl Position {
    /// Returns the start position of chess.
    pub fn start() -> Self {
        Board::start().into()
    }

    /// Reads a FEN in any of its dialects. A [`FenReader`] has more options.
    ///
    /// Reads every position that can be played. [`Board::problems`] reports why a position cannot arise in a game.
    ///
    /// # Errors
    ///
    /// Returns the reason and the place if the text is not a FEN or its position breaks an invariant.
    pub fn from_fen(fen: &str, mode: FenMode) -> Result<Self, FenError> {
        FenReader::new().with_mode(mode).read(fen).map(|read| read.position)
    }

    /// Reads a FEN and makes moves in UCI notation, as engines receive them.
    ///
    /// # Errors
    ///
    /// Returns an error if the FEN cannot be read, or the index of the first move that cannot be read or is not legal.
    pub fn from_fen_and_moves<'a>(
        fen: &str,
        mode: FenMode,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, SetupError> {
        make_moves(Self::from_fen(fen, mode).map_err(SetupError::Fen)?, moves, Self::do_move)
    }

    /// Returns the position after moves in UCI notation from the start position of chess.
    ///
    /// ```
    /// use gardez_position::{ErrorInfo, Position, SetupError};
    ///
    /// let game = Position::from_moves("e2e4 e7e5 g1f3".split(' '))?;
    /// assert_eq!(game.history().len(), 3);
    ///
    /// let error = Position::from_moves(["e2e4", "e2e4"]).expect_err("the pawn has moved");
    /// assert_eq!(error.to_string(), "move 2: there is no piece on e2");
    /// assert!(matches!(error, SetupError::Move { index: 1, .. }));
    /// # Ok::<_, SetupError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the index of the first move that cannot be read or is not legal.
    pub fn from_moves<'a>(moves: impl IntoIterator<Item = &'a str>) -> Result<Self, SetupError> {
        make_moves(Self::start(), moves, Self::do_move)
    }
}

impl Default for Position {
    /// Returns the start position of chess.
    fn default() -> Self {
        Self::start()
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN in any of its dialects. The castling rights decide the castling mode.
    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen, FenMode::Detect)
    }
}

impl FenReader {
    /// Reads a position with a history.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a FEN, or if its position breaks an invariant or has a refused problem.
    pub fn read(&self, fen: &str) -> Result<ReadFen<Position>, FenError> {
        let mut position = Position { board: Board::empty(CastlingMode::Standard), states: Vec::new(), plies: 0 };
        let dropped = self.read_into(&mut position.board, fen)?;
        Ok(ReadFen { position, dropped })
    }
}

impl Builder {
    /// Builds a position; like [`Builder::build_board`], with a history.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Builder::build_board`].
    pub fn build(&self) -> Result<Position, BoardError> {
        self.build_board().map(Position::from)
    }
}
