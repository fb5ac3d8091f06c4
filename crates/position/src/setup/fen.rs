//! Forsyth–Edwards Notation, read and written in its three dialects.
//!
//! The dialects differ in the castling field. Every dialect is read in every mode.
//!
//! | dialect | castling field |
//! |---|---|
//! | normal FEN | `KQkq`; each letter means the outermost rook of its side, so Chess960 can be written too |
//! | Shredder-FEN | the files of the rooks: `HAha` |
//! | X-FEN | `KQkq`, but the file of a rook that is not the outermost one |
//!
//! Fields after the side to move may be missing. The halfmove clock is read up to 65,535, the move number up to
//! 1,000,000, and a move number 0 as 1. Several spaces, underscores as spaces, a plus sign, leading zeros, and a
//! semicolon or a line end after the last field are accepted. Reading takes linear time.
//!
//! A position to which the rules do not apply is refused: a missing king, the side not to move in check, a pawn on the
//! first or last rank. Every other position is read, as in Stockfish. [`ReadFen::problems`] and [`Board::problems`]
//! report what cannot arise in a game; [`FenReader::strict`] refuses it. Impossible castling rights and en passant
//! squares are dropped.

mod error;
pub(crate) mod fields;
mod place;

use core::ops::Range;

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingMode, Color, Piece, PieceType, Rank, Square};

pub use super::board_error::BoardError;
pub use super::builder::Builder;
pub use super::castling::FenMode;
pub use super::en_passant::EnPassantPolicy;
pub use super::problems::{FenProblems, UnknownProblemError};
pub use super::writer::{Fen, FenStyle};
pub use error::{FenError, FenErrorKind};

use self::fields::{Field, Fields};
use super::castling::rook_of;
use super::piece_setup::PieceSetup;
use crate::board::Board;

/// Reads FENs with options.
///
/// ```
/// use gardez_position::{FenProblems, FenReader};
///
/// // White has nine pawns.
/// let fen = "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1";
/// let read = FenReader::new().read_board(fen)?;
/// assert_eq!(read.problems(), FenProblems::TOO_MANY_PIECES);
///
/// let error = FenReader::new().strict().read_board(fen).expect_err("nine pawns are refused");
/// assert_eq!(error.problem(), Some(FenProblems::TOO_MANY_PIECES));
/// # Ok::<_, gardez_position::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FenReader {
    mode: FenMode,
    refused: FenProblems,
    en_passant: EnPassantPolicy,
}

/// The position of a FEN, and what was dropped from the text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReadFen<P> {
    /// The position.
    pub position: P,
    pub(crate) dropped: Dropped,
}

impl<P> ReadFen<P> {
    /// Returns the en passant square that was dropped because no double push can have passed it.
    pub const fn dropped_ep(&self) -> Option<Square> {
        self.dropped.ep_square
    }
}

impl<P: AsRef<Board>> ReadFen<P> {
    /// Returns the problems of the [board](Board::problems), and what was dropped.
    pub fn problems(&self) -> FenProblems {
        self.problem_kinds().filter_map(BoardError::problem).collect()
    }

    /// Returns the problems of the text one by one, with their colors or squares.
    pub fn problem_kinds(&self) -> impl Iterator<Item = BoardError> + use<P> {
        self.dropped.kinds().chain(self.position.as_ref().problem_kinds())
    }
}

impl Default for FenReader {
    fn default() -> Self {
        Self::new()
    }
}

impl FenReader {
    /// Creates a reader that detects the castling mode, keeps legal en passant squares, and refuses nothing.
    pub const fn new() -> Self {
        Self { mode: FenMode::Detect, refused: FenProblems::empty(), en_passant: EnPassantPolicy::Legal }
    }

    /// Sets the castling mode of the positions.
    #[must_use]
    pub const fn with_mode(mut self, mode: FenMode) -> Self {
        self.mode = mode;
        self
    }

    /// Refuses these problems, too.
    #[must_use]
    pub const fn refuse(mut self, problems: FenProblems) -> Self {
        self.refused = self.refused.union(problems);
        self
    }

    /// Refuses all problems.
    #[must_use]
    pub const fn strict(self) -> Self {
        self.refuse(FenProblems::all())
    }

    /// Sets which en passant squares are kept; Stockfish keeps [`EnPassantPolicy::PseudoLegal`].
    #[must_use]
    pub const fn with_en_passant(mut self, policy: EnPassantPolicy) -> Self {
        self.en_passant = policy;
        self
    }

    /// Reads a board; `FenReader::read` reads a position with a history.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a FEN, or if its position breaks an invariant or has a refused problem.
    pub fn read_board(&self, fen: &str) -> Result<ReadFen<Board>, FenError> {
        let mut position = Board::empty(CastlingMode::Standard);
        let dropped = self.read_into(&mut position, fen)?;
        Ok(ReadFen { position, dropped })
    }

    /// Reads the FEN at the beginning of a text, such as an EPD, and returns where the FEN ends.
    ///
    /// The FEN ends at a space or at the end of the text, after the en passant square or the two counters.
    ///
    /// ```
    /// use gardez_position::FenReader;
    ///
    /// let line = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O";
    /// let (read, end) = FenReader::new().read_prefix(line)?;
    /// assert_eq!(read.position.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// assert_eq!(&line[end..], " bm O-O");
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not begin with a FEN, or if its position breaks an invariant or has a problem.
    pub fn read_prefix(&self, text: &str) -> Result<(ReadFen<Board>, usize), FenError> {
        let mut fields = Fields::of_prefix(text);
        let mut position = Board::empty(CastlingMode::Standard);
        let dropped = self.read_fields(&mut fields, &mut position)?;
        Ok((ReadFen { position, dropped }, fields.length()))
    }

    /// Reads into an empty board, which saves measurable copies.
    pub(crate) fn read_into(&self, board: &mut Board, fen: &str) -> Result<Dropped, FenError> {
        self.read_fields(&mut Fields::new(fen), board)
    }

    /// Reads a FEN from left to right, and sets up the empty board in the same order.
    fn read_fields(&self, fields: &mut Fields<'_>, board: &mut Board) -> Result<Dropped, FenError> {
        // The syntax of all fields comes first.
        let placement = fields.placement()?;
        let side_to_move = fields.side_to_move()?;
        let castling = fields.castling()?;
        let en_passant = fields.en_passant()?;
        let (halfmove_clock, fullmove_number) = fields.counters()?;
        fields.end()?;

        // Then the position that they describe.
        let mut dropped = Dropped::default();
        let of_placement = |error| self.pass(error, &fields.place_of(error, &placement));
        board.set_up_pieces(&PieceSetup::from_squares(&placement.value), side_to_move).or_else(of_placement)?;
        let mut mode = self.mode;
        loop {
            dropped.rooks = self.read_rights(&castling, board, mode)?;
            if dropped.rooks.is_empty()
                || mode != FenMode::Detect
                || board.castles_as_in_standard_chess()
                || !castling.value.iter().all(|letter| b"KQkq".contains(letter))
            {
                break;
            }
            // Letters that cannot be right do not prove that kings castle from other files.
            board.clear_castling_rights();
            mode = FenMode::Standard;
        }
        board.set_up_mode(self.mode);
        if let Some(Field { value: square, span }) = en_passant {
            if let Err(error) = board.set_up_double_push(square, self.en_passant) {
                self.pass(error, &span)?;
                dropped.ep_square = Some(square);
            }
        }
        board.set_up_counters(halfmove_clock, fullmove_number);
        // Looking for problems of the pieces takes time, and most readers do not refuse any.
        if !self.refused.is_empty() {
            board.problem_kinds().try_for_each(of_placement)?;
        }
        Ok(dropped)
    }

    /// Sets up the castling rights, and returns the rooks of impossible rights.
    fn read_rights(&self, letters: &Field<&[u8]>, board: &mut Board, mode: FenMode) -> Result<Bitboard, FenError> {
        let mut dropped = Bitboard::EMPTY;
        for (at, &letter) in letters.span.clone().zip(letters.value) {
            let (color, rook) =
                rook_of(letter, |color| (Some(board.king(color)), board.pieces(color, PieceType::Rook)));
            if let Err(error) = board.set_up_castling_right(color, rook, mode) {
                self.pass(error, &(at..at + 1))?;
                dropped.insert(rook);
            }
        }
        Ok(dropped)
    }

    /// Returns the error with its place, unless it is a problem that is not refused.
    fn pass(&self, error: BoardError, span: &Range<usize>) -> Result<(), FenError> {
        if self.refused.refuses(error) {
            return Err(FenError::new(FenErrorKind::Board(error), span.clone()));
        }
        Ok(())
    }
}

/// Reads the first field of a FEN, which must be the whole text.
pub(super) fn read_placement(text: &str) -> Result<[Option<Piece>; 64], FenError> {
    let mut fields = Fields::new(text);
    let placement = fields.placement()?;
    fields.end()?;
    Ok(placement.value)
}

/// Castling rights and an en passant square that are dropped because they are impossible.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Dropped {
    /// The rooks of the rights, white on the first rank and black on the eighth.
    rooks: Bitboard,
    ep_square: Option<Square>,
}

impl Dropped {
    fn kinds(self) -> impl Iterator<Item = BoardError> {
        let color = |rook: Square| if rook.rank() == Rank::One { Color::White } else { Color::Black };
        let rights = self.rooks.into_iter().map(move |rook| BoardError::CastlingRight { color: color(rook), rook });
        rights.chain(self.ep_square.map(BoardError::StaleEnPassantSquare))
    }
}
