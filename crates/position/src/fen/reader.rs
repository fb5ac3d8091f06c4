//! From the text of a FEN to a board that keeps every invariant.

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingMode, CastlingSide, Color, PieceType, Rank, Square};

use super::castling::{mode_of, rook_of};
use super::syntax::Fields;
use super::{EnPassantPolicy, FenError, FenErrorKind, FenMode, FenProblems, problems};
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
/// assert_eq!(error.problem(), Some(FenProblems::TOO_MANY_MEN));
///
/// let read = FenReader::new().ignore(FenProblems::TOO_MANY_MEN).read(fen)?;
/// assert_eq!(read.ignored, FenProblems::TOO_MANY_MEN);
/// # Ok::<_, gardez_position::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FenReader {
    mode: FenMode,
    ignored: FenProblems,
    en_passant: EnPassantPolicy,
    strict: bool,
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
    pub const fn mode(mut self, mode: FenMode) -> Self {
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
    pub const fn en_passant(mut self, policy: EnPassantPolicy) -> Self {
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
        let ReadFen { position, ignored, dropped_ep } = self.read_board(fen)?;
        Ok(ReadFen { position: position.into(), ignored, dropped_ep })
    }

    /// Reads a board; [`FenReader::read`] without the history.
    ///
    /// # Errors
    ///
    /// If the text is no FEN, or its position has a problem that is not ignored.
    pub fn read_board(&self, fen: &str) -> Result<ReadFen<Board>, FenError> {
        let fields = Fields::read(fen)?;
        let mut board = Board::empty(CastlingMode::Standard);
        for (square, piece) in Square::ALL.into_iter().zip(fields.squares) {
            if let Some(piece) = piece {
                board.put(piece, square);
            }
        }
        let of_placement = |kind| FenError::new(kind, fields.placement.clone());
        playable(&board, fields.side_to_move).map_err(of_placement)?;
        if fields.side_to_move == Color::Black {
            board.pass_to_black();
        }
        board.state.checkers = board.find_checkers();
        board.state.rule50 = fields.rule50;
        board.game_ply = 2 * fields.fullmove.saturating_sub(1) + u32::from(fields.side_to_move == Color::Black);

        let mut ignored = FenProblems::empty();
        self.grant_rights(&mut board, fen, &fields, &mut ignored)?;
        board.mode = mode_of(&board, self.mode);
        let dropped_ep = self.note_en_passant(&mut board, &fields)?;
        for problem in problems::of_board(&board) {
            self.overlook(problem, &mut ignored).map_err(of_placement)?;
        }
        Ok(ReadFen { position: board, ignored, dropped_ep })
    }

    /// Notes a problem that is ignored; any other is an error.
    fn overlook(&self, kind: FenErrorKind, ignored: &mut FenProblems) -> Result<(), FenErrorKind> {
        match kind.problem() {
            Some(problem) if self.ignored.contains(problem) => {
                *ignored |= problem;
                Ok(())
            }
            _ => Err(kind),
        }
    }

    /// Gives the castling rights of the text whose king and rook are there.
    fn grant_rights(
        &self,
        board: &mut Board,
        fen: &str,
        fields: &Fields,
        ignored: &mut FenProblems,
    ) -> Result<(), FenError> {
        for (at, letter) in fen[fields.castling.clone()].char_indices() {
            let rook = rook_of(board, letter).filter(|&(color, rook)| {
                let side = CastlingSide::of(board.king(color), rook);
                board.castling_rook(color, side).is_none_or(|granted| granted == rook)
            });
            match rook {
                Some((color, rook)) => board.grant(color, rook),
                None => {
                    let start = fields.castling.start + at;
                    self.overlook(FenErrorKind::CastlingRight(letter), ignored)
                        .map_err(|kind| FenError::new(kind, start..start + 1))?;
                }
            }
        }
        Ok(())
    }

    /// Notes the square behind the last double step, or returns the one that cannot be.
    fn note_en_passant(&self, board: &mut Board, fields: &Fields) -> Result<Option<Square>, FenError> {
        let Some((square, span)) = fields.en_passant.clone() else { return Ok(None) };
        if board.can_have_stepped(square) {
            board.state.double_step = Some(square);
            board.count_en_passant(self.en_passant);
            Ok(None)
        } else if self.strict {
            Err(FenError::new(FenErrorKind::StaleEnPassantSquare(square), span))
        } else {
            Ok(Some(square))
        }
    }
}

/// What must be true of the pieces for the rules to make sense: always required.
fn playable(board: &Board, side_to_move: Color) -> Result<(), FenErrorKind> {
    for color in Color::ALL {
        match board.pieces(color, PieceType::King).len() {
            1 => {}
            0 => return Err(FenErrorKind::MissingKing(color)),
            _ => return Err(FenErrorKind::SeveralKings(color)),
        }
    }
    let back_ranks = Bitboard::from(Rank::One) | Rank::Eight.into();
    if let Some(square) = (board.of_type(PieceType::Pawn) & back_ranks).lsb() {
        return Err(FenErrorKind::PawnOnBackRank(square));
    }
    if board.is_attacked(board.king(!side_to_move), side_to_move, board.occupied()) {
        return Err(FenErrorKind::OpponentInCheck);
    }
    Ok(())
}
