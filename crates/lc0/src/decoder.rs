//! From planes back to boards, and to the move between two encodings.

use core::fmt::{self, Write};

use arrayvec::ArrayString;
use gardez_bitboard::{Bitboard, between};
use gardez_types::{CastlingSide, Color, PieceType, Rank, Square};

use crate::encoder::PLANES_PER_SLOT;
use crate::{Board, FenErrorKind, InputFormat, Move, Planes, ReadFen, Side};

/// Why planes cannot be decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DecodeError {
    /// Two planes of the newest slot claim this square.
    Overlap(Square),
    /// The board that the planes show is one that [`Board::from_fen`] refuses.
    Board(FenErrorKind),
    /// No single move leads from one encoding to the other.
    NoMove,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overlap(square) => write!(f, "two pieces stand on {square}"),
            Self::Board(kind) => write!(f, "the planes show no board: {kind}"),
            Self::NoMove => f.write_str("no single move leads from one encoding to the other"),
        }
    }
}

impl core::error::Error for DecodeError {}

/// The kinds of pieces in the order of the planes.
const KINDS: [PieceType; 6] =
    [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen, PieceType::King];

/// The places of three of them.
const PAWN: usize = 0;
const ROOK: usize = 3;
const KING: usize = 5;

/// The board and the fifty-move counter that the planes of an encoding show, without its transform
/// ([`Planes::untransformed`]).
///
/// Canonical formats do not tell who has black: of them, white is always to move. In formats 1 and 2, the en passant flag
/// is told from their pawns of the last two positions. The full move is not among the planes; lc0 gives it the number of
/// the fifty-move counter, and so does this. A counter in hundreds is cut off, as lc0 cuts it: 53 and 59 come back as 52
/// and 58.
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
/// If pieces overlap, or the board is none that lc0 reads.
pub fn decode_board(format: InputFormat, planes: &Planes) -> Result<ReadFen, DecodeError> {
    let is_black = !format.is_canonical() && !planes.masks[108].is_empty();
    let us = if is_black { Color::Black } else { Color::White };
    let board = pieces(planes, is_black)?;

    // From here on as lc0 does: by way of the text, and its rules for rights and en passant.
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
    debug_assert!(written.is_ok(), "the longest FEN has less than 160 characters");
    Board::from_fen(&fen).map_err(|error| DecodeError::Board(error.kind))
}

/// A text on the stack.
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

/// The pieces of the newest slot, white's as ours.
fn pieces(planes: &Planes, is_black: bool) -> Result<Board, DecodeError> {
    let us = if is_black { Color::Black } else { Color::White };
    let mut board = Board::EMPTY;
    for (index, &mask) in planes.slot(0)[..12].iter().enumerate() {
        let side = if (index < 6) == is_black { Side::Theirs } else { Side::Ours };
        for square in mask {
            let absolute = square.relative_to(us);
            if board.occupied().contains(absolute) {
                return Err(DecodeError::Overlap(square));
            }
            if KINDS[index % 6] == PieceType::Pawn && matches!(square.rank(), Rank::One | Rank::Eight) {
                return Err(DecodeError::Board(FenErrorKind::PawnOnBackRank));
            }
            board.put(side, KINDS[index % 6], absolute);
        }
    }
    Ok(board)
}

/// The castling field of a FEN.
fn rights(format: InputFormat, planes: &Planes, us: Color) -> ArrayString<4> {
    let mut letters = ArrayString::new();
    for (side, back_rank) in [(Side::Ours, Rank::One), (Side::Theirs, Rank::Eight)] {
        for wing in CastlingSide::ALL {
            let plane = if wing == CastlingSide::QueenSide { 104 } else { 105 };
            let letter = match format {
                InputFormat::Classical => {
                    let letter = if wing == CastlingSide::QueenSide { 'q' } else { 'k' };
                    let plane = if side == Side::Ours { plane } else { plane + 2 };
                    (!planes.masks[plane].is_empty()).then_some(letter)
                }
                _ => (planes.masks[plane] & back_rank.into()).lsb().map(|rook| rook.file().letter()),
            };
            let is_white = (side == Side::Ours) == (us == Color::White);
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

/// The file on which we may capture en passant, as a square.
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

/// The move between two consecutive encodings without their transforms, as the player to move in the newer one sees it:
/// an opponent's move, which goes down the board.
///
/// It is told from the pieces of the mover alone, and from those of the other side whether a pawn captures en passant.
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
/// If the pieces do not differ by one move of one side.
pub fn decode_move(newer: &Planes, older: &Planes) -> Result<Move, DecodeError> {
    let before: [Bitboard; 6] = core::array::from_fn(|kind| older.masks[kind].flip_vertical());
    let after: [Bitboard; 6] = core::array::from_fn(|kind| newer.masks[6 + kind]);
    let left: [Bitboard; 6] = core::array::from_fn(|kind| before[kind] - after[kind]);
    let arrived: [Bitboard; 6] = core::array::from_fn(|kind| after[kind] - before[kind]);
    let differs = |kind: usize| !left[kind].is_empty() || !arrived[kind].is_empty();
    let changed = (0..6).filter(|&kind| differs(kind)).fold(0_u8, |kinds, kind| kinds | 1 << kind);
    let single = |set: Bitboard| set.single().ok_or(DecodeError::NoMove);

    // A pawn that leaves and another piece that arrives.
    if changed.count_ones() == 2 && changed & 1 == 1 {
        let kind = (changed & !1).trailing_zeros() as usize;
        if !arrived[PAWN].is_empty() || !left[kind].is_empty() {
            return Err(DecodeError::NoMove);
        }
        let (from, to) = (single(left[PAWN])?, single(arrived[kind])?);
        return Move::promotion(from, to, KINDS[kind]).ok_or(DecodeError::NoMove);
    }
    // King and rook together.
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
            // The rook stood already where castling leads it.
            let rook = CastlingSide::from_squares(from, to).rook_target(Color::Black);
            if before[ROOK].contains(rook) { Ok(Move::castling(from, rook)) } else { Err(DecodeError::NoMove) }
        }
        // So did the king, and the rook has jumped over it.
        ROOK if !between(from, to).is_disjoint(before[KING]) => Ok(Move::castling(single(before[KING])?, from)),
        PAWN => {
            let their_men = (6..12).fold(Bitboard::EMPTY, |men, kind| men | older.masks[kind].flip_vertical());
            let is_en_passant = from.file() != to.file() && !their_men.contains(to);
            Ok(if is_en_passant { Move::en_passant(from, to) } else { Move::normal(from, to) })
        }
        _ => Ok(Move::normal(from, to)),
    }
}
