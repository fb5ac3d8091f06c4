//! The reader of FENs: text to a board without broken invariants.

use gardez_types::{CastlingMode, Square};

use super::set_up::{Dropped, Part, Right, SetUp};
use super::syntax::Fields;
use super::{EnPassantPolicy, FenError, FenErrorKind, FenMode, FenProblems};
use crate::Board;
#[cfg(feature = "alloc")]
use crate::Position;

/// Reads FENs with more choices than [`Position::from_fen`](crate::Position::from_fen).
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
    pub(super) mode: FenMode,
    pub(super) refused: FenProblems,
    pub(super) en_passant: EnPassantPolicy,
}

/// The position of a FEN, and what was dropped from the text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReadFen<P> {
    /// The position.
    pub position: P,
    dropped: Dropped,
}

impl<P> ReadFen<P> {
    /// The en passant square of the text if the last move cannot have been a double step past it. The position does not
    /// have it.
    pub const fn dropped_ep(&self) -> Option<Square> {
        self.dropped.ep_square
    }
}

impl<P: AsRef<Board>> ReadFen<P> {
    /// All problems of the text: those of the [board](Board::problems), and the castling rights and the en passant square
    /// that were dropped.
    ///
    /// They are computed with each call.
    ///
    /// ```
    /// use gardez_position::{FenProblems, FenReader};
    ///
    /// // There is no rook on h1, and the side to move is in check by three pieces.
    /// let read = FenReader::new().read_board("k3r3/8/8/8/8/5n2/8/r3K3 w K - 0 1")?;
    /// assert_eq!(read.problems(), FenProblems::CASTLING_RIGHTS | FenProblems::IMPOSSIBLE_CHECK);
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    pub fn problems(&self) -> FenProblems {
        self.problem_kinds().filter_map(FenErrorKind::problem).collect()
    }

    /// The problems of the text one by one, with the letters, colors or squares that they concern.
    pub fn problem_kinds(&self) -> impl Iterator<Item = FenErrorKind> + use<P> {
        self.dropped.kinds().chain(self.position.as_ref().problem_kinds())
    }
}

impl Default for FenReader {
    fn default() -> Self {
        Self::new()
    }
}

impl FenReader {
    /// A reader that detects the castling mode, keeps an en passant square if a legal capture on it exists, and does not
    /// refuse any problem.
    pub const fn new() -> Self {
        Self { mode: FenMode::Detect, refused: FenProblems::empty(), en_passant: EnPassantPolicy::Legal }
    }

    /// Sets the castling mode of the positions.
    #[must_use]
    pub const fn with_mode(mut self, mode: FenMode) -> Self {
        self.mode = mode;
        self
    }

    /// Refuses these problems, in addition to those that it refuses already.
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

    /// Sets which en passant squares of the text are kept. Stockfish does what [`EnPassantPolicy::PseudoLegal`] does.
    #[must_use]
    pub const fn with_en_passant(mut self, policy: EnPassantPolicy) -> Self {
        self.en_passant = policy;
        self
    }

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a FEN, or if its position breaks an invariant or has a refused problem.
    #[cfg(feature = "alloc")]
    pub fn read(&self, fen: &str) -> Result<ReadFen<Position>, FenError> {
        let mut position = Position::from(Board::empty(CastlingMode::Standard));
        let dropped = self.read_into(position.board_mut(), fen)?;
        Ok(ReadFen { position, dropped })
    }

    /// Reads a board; [`FenReader::read`] without the history.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a FEN, or if its position breaks an invariant or has a refused problem.
    pub fn read_board(&self, fen: &str) -> Result<ReadFen<Board>, FenError> {
        let mut position = Board::empty(CastlingMode::Standard);
        let dropped = self.read_into(&mut position, fen)?;
        Ok(ReadFen { position, dropped })
    }

    /// Reads into an empty board, because copies of a board cost measurable time.
    fn read_into(&self, board: &mut Board, fen: &str) -> Result<Dropped, FenError> {
        let fields = Fields::read(fen)?;
        let set_up = SetUp {
            squares: fields.squares,
            side_to_move: fields.side_to_move,
            en_passant: fields.en_passant.as_ref().map(|&(square, _)| square),
            rule50: fields.rule50,
            fullmove: fields.fullmove,
        };
        let mut rights = fen[fields.castling.clone()].chars().map(Right::Letter);
        set_up.lay_out(board, self, &mut rights).map_err(|(kind, part)| {
            let span = match (part, fields.en_passant) {
                (Part::Right(index), _) => fields.castling.start + index..fields.castling.start + index + 1,
                (Part::EnPassant, Some((_, span))) => span,
                _ => fields.placement,
            };
            FenError::new(kind, span)
        })
    }
}
