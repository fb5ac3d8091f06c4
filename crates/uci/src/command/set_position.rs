//! The command `position`.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use gardez_position::{Board, FenError, FenMode, FenReader, Position, SetupError};
use gardez_types::{CastlingMode, ErrorInfo, UciText};

use crate::error::{LineError, LineErrorKind};
use crate::text::LineText;
use crate::words::{Word, Words, write_moves};

/// The command `position`: a start position, and the moves since then.
///
/// The FEN is kept as text, because the option `UCI_Chess960` decides how its castling rights and moves are read.
///
/// ```
/// use gardez_position::{FenMode, Position};
/// use gardez_uci::{Command, SetPosition};
///
/// let Command::Position(command) = "position startpos moves e2e4 e7e5".parse()? else { panic!("a position") };
/// let position = command.to_position(FenMode::Standard)?;
/// assert_eq!(position.game_ply(), 2);
/// assert_eq!(SetPosition::from_position(&position), command);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SetPosition {
    /// `None` is the start position of chess.
    fen: Option<LineText>,
    moves: Vec<UciText>,
}

impl SetPosition {
    /// Returns the start position of chess, `position startpos`.
    pub const fn start() -> Self {
        Self { fen: None, moves: Vec::new() }
    }

    /// Returns the position of a FEN, in any dialect that [`FenReader`] reads.
    ///
    /// # Errors
    ///
    /// Returns the error of [`FenReader`].
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        FenReader::new().read_board(fen)?;
        // A FEN that can be read contains neither line breaks nor words of the protocol.
        Ok(Self { fen: Some(LineText::cleaned(fen)), moves: Vec::new() })
    }

    /// Returns the FEN of a position of another variant, which is not read here: see the option `UCI_Variant`.
    ///
    /// ```
    /// use gardez_uci::{LineText, SetPosition};
    ///
    /// let fen = LineText::new("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1")?;
    /// let command = SetPosition::from_variant_fen(fen).with_moves(["Q@e7".parse()?]);
    /// assert_eq!(command.to_string(), "position fen 4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1 moves Q@e7");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub const fn from_variant_fen(fen: LineText) -> Self {
        Self { fen: Some(fen), moves: Vec::new() }
    }

    /// Returns the position of a board. The castling mode of the board decides how its castling rights are written.
    pub fn from_board(board: &Board) -> Self {
        let fen = board.to_string();
        let is_start = board.castling_mode() == CastlingMode::Standard && fen == Board::default().to_string();
        Self { fen: (!is_start).then(|| LineText::cleaned(&fen)), moves: Vec::new() }
    }

    /// Returns the first position of the history, and all moves since then, so that the engine knows about repetitions.
    ///
    /// The command begins after the last null move, which the protocol cannot express.
    pub fn from_position(position: &Position) -> Self {
        let mut start = position.clone();
        let mut moves = Vec::new();
        while let Some(mv) = start.undo_move() {
            moves.push(mv.uci(position.castling_mode()));
        }
        moves.reverse();
        Self { moves, ..Self::from_board(&start) }
    }

    /// Returns the same with these moves after the moves that it has.
    pub fn with_moves(mut self, moves: impl IntoIterator<Item = UciText>) -> Self {
        self.moves.extend(moves);
        self
    }

    /// Returns the FEN, or `None` for the start position of chess.
    pub fn fen(&self) -> Option<&str> {
        self.fen.as_ref().map(LineText::as_str)
    }

    /// Returns the moves.
    pub fn moves(&self) -> &[UciText] {
        &self.moves
    }

    /// Makes the moves on a new position. Pass [`FenMode::Chess960`] if the option `UCI_Chess960` is on, else `Standard`.
    ///
    /// # Errors
    ///
    /// Returns an error if the FEN cannot be read or a move is not legal.
    pub fn to_position(&self, mode: FenMode) -> Result<Position, SetupError> {
        let mut position = match &self.fen {
            Some(fen) => Position::from_fen(fen.as_str(), mode).map_err(SetupError::Fen)?,
            None => Position::from_fen(&Position::start().to_string(), mode).map_err(SetupError::Fen)?,
        };
        for (index, mv) in self.moves.iter().enumerate() {
            let m = position.parse_uci(&mv.to_string()).map_err(|error| SetupError::Move { index, error })?;
            position.do_move(m);
        }
        Ok(position)
    }

    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        let mut this = Self::start();
        if !words.take("startpos") {
            if !words.take("fen") {
                let span = words.peek().map_or(words.here(), |word| word.span());
                return Err(words.error(LineErrorKind::Word { expected: "startpos or fen" }, span));
            }
            let Some(fen) = words.until(&["moves"]) else {
                return Err(words.error(LineErrorKind::MissingValue { after: "fen" }, words.here()));
            };
            // A FEN has spaces only. The places of errors stay the same.
            let text = fen.text.replace('\t', " ");
            if let Err(error) = FenReader::new().read_board(&text) {
                let inner = error.span().unwrap_or(0..text.len());
                let span = fen.start + inner.start..fen.start + inner.end;
                words.problem(LineErrorKind::Fen(error), span)?;
            }
            this.fen = Some(words.text(Word { text: &text, ..fen }, LineText::new)?);
        }
        if words.take("moves") {
            while let Some(word) = words.next() {
                let mv = words.read_move(word)?;
                this.moves.push(mv);
            }
        }
        Ok(this)
    }
}

impl fmt::Display for SetPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fen {
            None => f.write_str("position startpos")?,
            Some(fen) => write!(f, "position fen {fen}")?,
        }
        if self.moves.is_empty() {
            return Ok(());
        }
        f.write_str(" moves")?;
        write_moves(f, &self.moves)
    }
}
