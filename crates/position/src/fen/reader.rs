//! From the text of a FEN to a board that keeps every invariant.

use gardez_types::{CastlingMode, Square};

use super::set_up::{Overlooked, Part, Right, SetUp};
use super::syntax::Fields;
use super::{EnPassantPolicy, FenError, FenMode, FenProblems};
use crate::Board;
#[cfg(feature = "alloc")]
use crate::Position;

/// Reads FENs as it was told to.
///
/// ```
/// use gardez_position::{FenProblems, FenReader};
///
/// // White has nine pawns.
/// let fen = "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1";
/// let error = FenReader::new().read(fen).expect_err("that cannot be");
/// assert_eq!(error.problem(), Some(FenProblems::TOO_MANY_PIECES));
///
/// let read = FenReader::new().ignore(FenProblems::TOO_MANY_PIECES).read(fen)?;
/// assert_eq!(read.ignored, FenProblems::TOO_MANY_PIECES);
/// # Ok::<_, gardez_position::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FenReader {
    pub(super) mode: FenMode,
    pub(super) ignored: FenProblems,
    pub(super) en_passant: EnPassantPolicy,
    pub(super) strict: bool,
}

/// What a FEN said: the position, and what was overlooked on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReadFen<P> {
    /// The position.
    pub position: P,
    /// The problems it has that the reader was told to ignore.
    pub ignored: FenProblems,
    /// The en passant square of the text, if no double step can have left it; the position does without.
    pub dropped_ep: Option<Square>,
}

impl Default for FenReader {
    fn default() -> Self {
        Self::new()
    }
}

impl FenReader {
    /// A reader that detects the castling mode, keeps en passant squares on which a legal capture exists, and ignores
    /// only a surplus of promoted pieces.
    pub const fn new() -> Self {
        Self {
            mode: FenMode::Detect,
            ignored: FenProblems::PROMOTED_SURPLUS,
            en_passant: EnPassantPolicy::Legal,
            strict: false,
        }
    }

    /// Sets the castling mode of the positions.
    #[must_use]
    pub const fn with_mode(mut self, mode: FenMode) -> Self {
        self.mode = mode;
        self
    }

    /// Ignores these problems, besides those that are ignored already.
    #[must_use]
    pub const fn ignore(mut self, problems: FenProblems) -> Self {
        self.ignored = self.ignored.union(problems);
        self
    }

    /// Ignores no problem at all, and refuses an en passant square that no double step can have left.
    #[must_use]
    pub const fn strict(mut self) -> Self {
        self.ignored = FenProblems::empty();
        self.strict = true;
        self
    }

    /// Sets which en passant squares are kept from the text; [`EnPassantPolicy::PseudoLegal`] is Stockfish's way.
    #[must_use]
    pub const fn with_en_passant(mut self, policy: EnPassantPolicy) -> Self {
        self.en_passant = policy;
        self
    }

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// If the text is no FEN, or its position has a problem that is not ignored.
    #[cfg(feature = "alloc")]
    pub fn read(&self, fen: &str) -> Result<ReadFen<Position>, FenError> {
        let mut position = Position::from(Board::empty(CastlingMode::Standard));
        let Overlooked { ignored, dropped_ep } = self.read_into(position.board_mut(), fen)?;
        Ok(ReadFen { position, ignored, dropped_ep })
    }

    /// Reads a board; [`FenReader::read`] without the history.
    ///
    /// # Errors
    ///
    /// If the text is no FEN, or its position has a problem that is not ignored.
    pub fn read_board(&self, fen: &str) -> Result<ReadFen<Board>, FenError> {
        let mut position = Board::empty(CastlingMode::Standard);
        let Overlooked { ignored, dropped_ep } = self.read_into(&mut position, fen)?;
        Ok(ReadFen { position, ignored, dropped_ep })
    }

    /// Reads into an empty board: a board is large enough for its copies to be felt.
    fn read_into(&self, board: &mut Board, fen: &str) -> Result<Overlooked, FenError> {
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
