//! From pieces, rights and counters to a board without broken invariants: the second step of reading a FEN, and the
//! builder.

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingMode, CastlingRights, CastlingSide, Color, Piece, PieceType, Rank, Square};

use super::castling::{mode_of, rook_of};
use super::syntax::MAX_FULLMOVE;
use super::{EnPassantPolicy, FenErrorKind, FenMode, FenProblems, FenReader};
use crate::Board;
#[cfg(feature = "alloc")]
use crate::Position;

/// The parts of a position, before they are checked.
#[derive(Clone, Debug)]
pub(super) struct SetUp {
    pub(super) squares: [Option<Piece>; 64],
    pub(super) side_to_move: Color,
    pub(super) en_passant: Option<Square>,
    pub(super) rule50: u16,
    pub(super) fullmove: u32,
}

/// A castling right of the input.
#[derive(Clone, Copy, Debug)]
pub(super) enum Right {
    /// Given by a letter of any dialect of FEN.
    Letter(char),
    /// Given by its rook.
    Rook(Color, Square),
}

/// The part of the input that a problem concerns.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Placement,
    /// The right with this number, from 0.
    Right(usize),
    EnPassant,
}

type Problem = (FenErrorKind, Part);

/// Castling rights and an en passant square that are dropped because they are impossible.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Dropped {
    /// The letters of castling rights: bit 0 for `A`.
    rights: u64,
    pub(super) ep_square: Option<Square>,
}

impl Dropped {
    /// Adds a right. The letter is an ASCII letter.
    const fn note_right(&mut self, letter: char) {
        self.rights |= 1 << (letter as u32 - 'A' as u32);
    }

    /// An error for each dropped item.
    pub(super) fn kinds(self) -> impl Iterator<Item = FenErrorKind> {
        let letters = ('A'..='z').enumerate().filter(move |&(index, _)| self.rights >> index & 1 != 0);
        let rights = letters.map(|(_, letter)| FenErrorKind::CastlingRight(letter));
        rights.chain(self.ep_square.map(FenErrorKind::StaleEnPassantSquare))
    }
}

impl SetUp {
    /// Sets up an empty board in place and returns what was dropped. Returns an error if the board breaks an invariant or
    /// `reader` refuses it.
    pub(super) fn lay_out(
        &self,
        board: &mut Board,
        reader: &FenReader,
        rights: &mut dyn Iterator<Item = Right>,
    ) -> Result<Dropped, Problem> {
        let of_placement = |kind| (kind, Part::Placement);
        board.put_pieces(&self.squares);
        playable(board, self.side_to_move).map_err(of_placement)?;
        if self.side_to_move == Color::Black {
            board.pass_to_black();
        }
        board.state.rule50 = self.rule50;
        board.state.game_ply = 2 * self.fullmove.saturating_sub(1) + self.side_to_move as u32;

        let mut dropped = Dropped::default();
        for (index, right) in rights.enumerate() {
            if let Err(letter) = grant(board, right) {
                reader.pass(FenErrorKind::CastlingRight(letter)).map_err(|kind| (kind, Part::Right(index)))?;
                dropped.note_right(letter);
            }
        }
        board.mode = mode_of(board, reader.mode);
        dropped.ep_square = self.note_en_passant(board, reader)?;
        // Looking for problems of the pieces takes time, and most readers do not refuse any.
        if !reader.refused.is_empty() {
            board.problem_kinds().try_for_each(|kind| reader.pass(kind)).map_err(of_placement)?;
        }
        Ok(dropped)
    }

    /// Sets the square that the last double step passed, or returns it if there cannot have been such a step.
    fn note_en_passant(&self, board: &mut Board, reader: &FenReader) -> Result<Option<Square>, Problem> {
        let Some(square) = self.en_passant else { return Ok(None) };
        if board.can_have_stepped(square) {
            board.state.double_step = Some(square);
            board.count_en_passant(reader.en_passant);
            return Ok(None);
        }
        reader.pass(FenErrorKind::StaleEnPassantSquare(square)).map_err(|kind| (kind, Part::EnPassant))?;
        Ok(Some(square))
    }
}

impl FenReader {
    /// Returns the error unless it is a problem that is not refused.
    fn pass(&self, kind: FenErrorKind) -> Result<(), FenErrorKind> {
        match kind.problem() {
            Some(problem) if !self.refused.contains(problem) => Ok(()),
            _ => Err(kind),
        }
    }
}

/// Checks what must be true of the pieces for the rules to apply.
fn playable(board: &Board, side_to_move: Color) -> Result<(), FenErrorKind> {
    for color in Color::ALL {
        match board.pieces(color, PieceType::King).len() {
            1 => {}
            0 => return Err(FenErrorKind::MissingKing(color)),
            _ => return Err(FenErrorKind::SeveralKings(color)),
        }
    }
    let back_ranks = Bitboard::from(Rank::One) | Rank::Eight.into();
    if let Some(square) = (board.by_type(PieceType::Pawn) & back_ranks).lsb() {
        return Err(FenErrorKind::PawnOnBackRank(square));
    }
    if board.attackers_exist(board.king(!side_to_move), side_to_move, board.occupied()) {
        return Err(FenErrorKind::OpponentInCheck);
    }
    Ok(())
}

/// Grants a right, at most one for each side of a king. Returns its letter if its king or rook is missing.
fn grant(board: &mut Board, right: Right) -> Result<(), char> {
    let (letter, rook) = match right {
        Right::Letter(letter) => (letter, rook_of(board, letter)),
        Right::Rook(color, rook) => {
            let letter = match color {
                Color::White => rook.file().letter().to_ascii_uppercase(),
                Color::Black => rook.file().letter(),
            };
            (letter, rook_of(board, letter).filter(|&(_, found)| found == rook))
        }
    };
    let free = rook.filter(|&(color, rook)| {
        let side = CastlingSide::from_squares(board.king(color), rook);
        board.castling_rook(color, side).is_none_or(|granted| granted == rook)
    });
    let (color, rook) = free.ok_or(letter)?;
    board.grant(color, rook);
    Ok(())
}

/// Sets up a position in code, piece by piece.
///
/// Every position that does not break an invariant can be built; [`Board::problems`] reports what cannot arise in a game.
/// An impossible castling right or double step is an error; nothing is dropped.
///
/// ```
/// use gardez_position::Position;
/// use gardez_types::{Color, Piece, Square};
///
/// let position = Position::builder()
///     .with_piece(Square::E1, Piece::WhiteKing)
///     .with_piece(Square::H1, Piece::WhiteRook)
///     .with_piece(Square::E8, Piece::BlackKing)
///     .with_castling_rook(Color::White, Square::H1)
///     .with_side_to_move(Color::White)
///     .build()?;
/// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// # Ok::<_, gardez_position::FenErrorKind>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    set_up: SetUp,
    /// Each granted right once: eight squares of each back rank, and one place for the first rook on another square.
    rooks: [Option<(Color, Square)>; 17],
    reader: FenReader,
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    /// An empty board, white to move.
    pub const fn new() -> Self {
        Self {
            set_up: SetUp { squares: [None; 64], side_to_move: Color::White, en_passant: None, rule50: 0, fullmove: 1 },
            rooks: [None; 17],
            reader: FenReader::new().refuse(FenProblems::CASTLING_RIGHTS.union(FenProblems::STALE_EN_PASSANT)),
        }
    }

    /// Puts a piece on a square, in place of what was there.
    #[must_use]
    pub const fn with_piece(mut self, square: Square, piece: Piece) -> Self {
        self.set_up.squares[square as usize] = Some(piece);
        self
    }

    /// Sets the side to move.
    #[must_use]
    pub const fn with_side_to_move(mut self, color: Color) -> Self {
        self.set_up.side_to_move = color;
        self
    }

    /// Grants `color` the right to castle with the rook on this square. Granting the same right again has no effect.
    #[must_use]
    pub fn with_castling_rook(mut self, color: Color, rook: Square) -> Self {
        let at_home = rook.rank() == color.back_rank();
        // A rook on another rank is an error; the first one is enough to report it.
        let is_noted = |&(c, r): &(Color, Square)| (c, r) == (color, rook) || (!at_home && r.rank() != c.back_rank());
        if !self.rooks.iter().flatten().any(is_noted) {
            if let Some(free) = self.rooks.iter_mut().find(|place| place.is_none()) {
                *free = Some((color, rook));
            }
        }
        self
    }

    /// Grants castling rights with rooks in the corners, as in standard chess.
    #[must_use]
    pub fn with_castling_rights(mut self, rights: CastlingRights) -> Self {
        for (right, color, side) in CastlingRights::EACH {
            if rights.contains(right) {
                self = self.with_castling_rook(color, side.standard_rook(color));
            }
        }
        self
    }

    /// Sets the square that a pawn has just passed with a double step.
    #[must_use]
    pub const fn with_double_step(mut self, square: Square) -> Self {
        self.set_up.en_passant = Some(square);
        self
    }

    /// Sets the number of plies since the last capture or pawn move.
    #[must_use]
    pub const fn with_rule50(mut self, plies: u16) -> Self {
        self.set_up.rule50 = plies;
        self
    }

    /// Sets the move number, which starts at 1. 0 is taken as 1, and a number above 1,000,000 as 1,000,000.
    #[must_use]
    pub const fn with_fullmove(mut self, number: u32) -> Self {
        self.set_up.fullmove = if number > MAX_FULLMOVE { MAX_FULLMOVE } else { number };
        self
    }

    /// Sets the castling mode. By default, it is detected from the castling rights.
    #[must_use]
    pub const fn with_mode(mut self, mode: FenMode) -> Self {
        self.reader.mode = mode;
        self
    }

    /// Refuses positions with one of these problems.
    #[must_use]
    pub const fn refuse(mut self, problems: FenProblems) -> Self {
        self.reader = self.reader.refuse(problems);
        self
    }

    /// Sets when the square of the double step counts as an en passant square.
    #[must_use]
    pub const fn with_en_passant(mut self, policy: EnPassantPolicy) -> Self {
        self.reader.en_passant = policy;
        self
    }

    /// Builds the position.
    ///
    /// # Errors
    ///
    /// Returns an error if the position breaks an invariant or has a refused problem, or if a castling right or the double
    /// step is impossible.
    #[cfg(feature = "alloc")]
    pub fn build(&self) -> Result<Position, FenErrorKind> {
        self.build_board().map(Position::from)
    }

    /// Like [`Builder::build`], but returns a board without a history.
    ///
    /// # Errors
    ///
    /// The same as for [`Builder::build`].
    pub fn build_board(&self) -> Result<Board, FenErrorKind> {
        let mut rights = self.rooks.into_iter().flatten().map(|(color, rook)| Right::Rook(color, rook));
        let mut board = Board::empty(CastlingMode::Standard);
        match self.set_up.lay_out(&mut board, &self.reader, &mut rights) {
            Ok(_) => Ok(board),
            Err((kind, _)) => Err(kind),
        }
    }
}
