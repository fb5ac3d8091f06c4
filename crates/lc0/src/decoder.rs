//! From planes back to a board, and from two encodings to the move between them.

use core::fmt::{self, Write};

use arrayvec::ArrayString;
use gardez_bitboard::{Bitboard, between};
use gardez_types::{CastlingSide, Color, ErrorInfo, PieceType, Rank, Square};

use crate::encoder::PLANES_PER_SLOT;
use crate::{Board, FenErrorKind, InputFormat, Move, Planes, ReadFen, Side};

/// Why planes cannot be decoded to a board or a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DecodeError {
    /// Two planes of the newest slot have a piece on this square.
    Overlap(Square),
    /// [`Board::from_fen`] refuses the board that the planes show, for this reason.
    Board(FenErrorKind),
    /// No single move leads from one encoding to the other.
    NoMove,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overlap(square) => write!(f, "the planes have two pieces on {square}"),
            Self::Board(kind) => write!(f, "the planes do not show a board: {kind}"),
            Self::NoMove => f.write_str("no single move leads from one encoding to the other"),
        }
    }
}

impl core::error::Error for DecodeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Board(kind) => Some(kind),
            Self::Overlap(_) | Self::NoMove => None,
        }
    }
}

impl ErrorInfo for DecodeError {
    /// The name of the kind; for [`DecodeError::Board`] that of the inner kind.
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Overlap(_) => "overlap",
            Self::Board(kind) => kind.kind_name(),
            Self::NoMove => "no-move",
        }
    }
}

/// The types of pieces in the order of the planes.
const PIECE_TYPES: [PieceType; 6] =
    [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen, PieceType::King];

/// The indices of three of them.
const PAWN: usize = 0;
const ROOK: usize = 3;
const KING: usize = 5;

/// Returns the board and the fifty-move counter that an encoding shows.
///
/// The planes must be without their transform; see [`Planes::untransformed`]. What is not in the planes is completed as
/// lc0 does:
///
/// - In the boards of canonical formats, white is to move. Most of these formats do not show which side is black.
/// - Formats 1 and 2 do not show en passant flags. A flag is set if the pawns of the opponent have made a double step
///   between the last two positions.
/// - The number of the full move is set to the fifty-move counter.
/// - A counter in hundreds of plies is truncated: 53 and 59 become 52 and 58.
///
/// ```
/// use gardez_lc0::{Encoder, InputFormat, PositionHistory, decode_board};
///
/// let fen = "r3k2r/pppq1ppp/8/3Pp3/8/8/PPP2PPP/R3K2R w KQkq e6 0 12";
/// let history = PositionHistory::from_fen(fen)?;
/// let (planes, transform) = Encoder::new(InputFormat::Canonical).encode(&history);
/// let read = decode_board(InputFormat::Canonical, &planes.untransformed(transform))?;
/// assert_eq!(&read.board, history.last().board());
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if two pieces are on one square, or if lc0 refuses the FEN of the board.
pub fn decode_board(format: InputFormat, planes: &Planes) -> Result<ReadFen, DecodeError> {
    let is_black = !format.is_canonical() && !planes.masks[108].is_empty();
    let us = if is_black { Color::Black } else { Color::White };
    let board = pieces(planes, is_black)?;

    // As in lc0, the board goes through a FEN, whose rules apply to rights and en passant.
    let mut fen = ArrayString::<160>::new();
    let rule50 = if format.is_hectoplies() { planes.rule50 * 100.0 } else { planes.rule50 } as i32;
    let placement = ArrayString::<128>::from_display(&board.fen());
    let placement = placement.split(' ').next().unwrap_or_default();
    let rights = rights(format, planes, us);
    let letter = if is_black { 'b' } else { 'w' };
    let written = match en_passant_file(format, planes) {
        Some(flag) => {
            let square = Square::new(flag.file(), Rank::Six).relative_to(us);
            write!(fen, "{placement} {letter} {rights} {square} {rule50} {rule50}")
        }
        None => write!(fen, "{placement} {letter} {rights} - {rule50} {rule50}"),
    };
    debug_assert!(written.is_ok(), "a FEN has fewer than 160 characters");
    Board::from_fen(&fen).map_err(|error| DecodeError::Board(error.kind))
}

/// Prints a value into a text on the stack.
trait FromDisplay {
    fn from_display(value: &dyn fmt::Display) -> Self;
}

impl<const N: usize> FromDisplay for ArrayString<N> {
    fn from_display(value: &dyn fmt::Display) -> Self {
        let mut text = Self::new();
        let written = write!(text, "{value}");
        debug_assert!(written.is_ok(), "there is room for the text");
        text
    }
}

/// Returns the pieces of the newest slot. White's pieces are ours.
fn pieces(planes: &Planes, is_black: bool) -> Result<Board, DecodeError> {
    let us = if is_black { Color::Black } else { Color::White };
    let mut board = Board::EMPTY;
    for (index, &mask) in planes.slot(0)[..12].iter().enumerate() {
        let owner = if (index < 6) == is_black { Side::Theirs } else { Side::Ours };
        for square in mask {
            let absolute = square.relative_to(us);
            if board.occupied().contains(absolute) {
                return Err(DecodeError::Overlap(square));
            }
            if PIECE_TYPES[index % 6] == PieceType::Pawn && matches!(square.rank(), Rank::One | Rank::Eight) {
                return Err(DecodeError::Board(FenErrorKind::PawnOnBackRank));
            }
            board.put_piece(owner, PIECE_TYPES[index % 6], absolute);
        }
    }
    Ok(board)
}

/// Returns the castling field of a FEN.
fn rights(format: InputFormat, planes: &Planes, us: Color) -> ArrayString<4> {
    let mut letters = ArrayString::new();
    for (owner, back_rank) in [(Side::Ours, Rank::One), (Side::Theirs, Rank::Eight)] {
        for side in CastlingSide::ALL {
            let plane = if side == CastlingSide::QueenSide { 104 } else { 105 };
            let letter = match format {
                InputFormat::Classical => {
                    let letter = if side == CastlingSide::QueenSide { 'q' } else { 'k' };
                    let plane = if owner == Side::Ours { plane } else { plane + 2 };
                    (!planes.masks[plane].is_empty()).then_some(letter)
                }
                _ => (planes.masks[plane] & back_rank.into()).lsb().map(|rook| rook.file().letter()),
            };
            let is_white = (owner == Side::Ours) == (us == Color::White);
            if let Some(letter) = letter {
                letters.push(if is_white { letter.to_ascii_uppercase() } else { letter });
            }
        }
    }
    if letters.is_empty() {
        letters.push('-');
    }
    letters
}

/// Returns a square of the file on which we may capture en passant.
fn en_passant_file(format: InputFormat, planes: &Planes) -> Option<Square> {
    if format.is_canonical() {
        return planes.masks[108].lsb();
    }
    let (now, before) = (planes.masks[6], planes.masks[PLANES_PER_SLOT + 6]);
    let mut changed = (now ^ before).into_iter();
    let (Some(first), Some(second), None) = (changed.next(), changed.next(), changed.next()) else { return None };
    let is_double_step = first.file() == second.file() && first.rank_distance(second) == 2;
    (!before.is_empty() && is_double_step).then_some(first)
}

/// Returns the move between two consecutive encodings.
///
/// Both must be without their transforms; see [`Planes::untransformed`]. The move is seen by the side to move in `newer`. It
/// is a move of the opponent, so pawns move down; [`Move::flip_vertical`] returns it as the mover sees it.
///
/// The function compares the pieces of the mover. The opponent's pieces only decide whether a pawn captured en passant.
///
/// ```
/// use gardez_lc0::{Encoder, InputFormat, PositionHistory, decode_move};
///
/// let mut history = PositionHistory::start();
/// let encoder = Encoder::new(InputFormat::Classical);
/// let (before, _) = encoder.encode(&history);
/// history.append(history.last().board().parse_move("e2e4")?);
/// let (after, _) = encoder.encode(&history);
/// assert_eq!(format!("{:?}", decode_move(&after, &before)?), "e7e5");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns [`DecodeError::NoMove`] if the pieces of the mover do not differ by a single move.
pub fn decode_move(newer: &Planes, older: &Planes) -> Result<Move, DecodeError> {
    // By type of piece, indexed as `PIECE_TYPES`.
    let before: [Bitboard; 6] = core::array::from_fn(|kind| older.masks[kind].flip_vertical());
    let after: [Bitboard; 6] = core::array::from_fn(|kind| newer.masks[6 + kind]);
    let left: [Bitboard; 6] = core::array::from_fn(|kind| before[kind] - after[kind]);
    let arrived: [Bitboard; 6] = core::array::from_fn(|kind| after[kind] - before[kind]);
    let differs = |kind: usize| !left[kind].is_empty() || !arrived[kind].is_empty();
    let changed = (0..6).filter(|&kind| differs(kind)).fold(0_u8, |kinds, kind| kinds | 1 << kind);
    let single = |set: Bitboard| set.single().ok_or(DecodeError::NoMove);

    // A pawn left and another piece arrived: a promotion.
    if changed.count_ones() == 2 && changed & 1 == 1 {
        let kind = (changed & !1).trailing_zeros() as usize;
        if !arrived[PAWN].is_empty() || !left[kind].is_empty() {
            return Err(DecodeError::NoMove);
        }
        let (from, to) = (single(left[PAWN])?, single(arrived[kind])?);
        return Move::promotion(from, to, PIECE_TYPES[kind]).ok_or(DecodeError::NoMove);
    }
    // King and rook moved together: castling.
    if changed == 1 << ROOK | 1 << KING {
        return Ok(Move::castling(single(left[KING])?, single(left[ROOK])?));
    }
    if changed.count_ones() != 1 {
        return Err(DecodeError::NoMove);
    }
    let kind = changed.trailing_zeros() as usize;
    let (from, to) = (single(left[kind])?, single(arrived[kind])?);
    match kind {
        KING if from.distance(to) > 1 => {
            // Castling in which the rook stays: it was on its target square before.
            let rook = CastlingSide::from_squares(from, to).rook_target(Color::Black);
            if before[ROOK].contains(rook) { Ok(Move::castling(from, rook)) } else { Err(DecodeError::NoMove) }
        }
        // Castling in which the king stays: the rook moved past it.
        ROOK if !between(from, to).is_disjoint(before[KING]) => Ok(Move::castling(single(before[KING])?, from)),
        PAWN => {
            let opponents = (6..12).fold(Bitboard::EMPTY, |all, kind| all | older.masks[kind].flip_vertical());
            let is_en_passant = from.file() != to.file() && !opponents.contains(to);
            Ok(if is_en_passant { Move::en_passant(from, to) } else { Move::normal(from, to) })
        }
        _ => Ok(Move::normal(from, to)),
    }
}
