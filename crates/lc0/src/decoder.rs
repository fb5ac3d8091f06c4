//! From planes to a board, and from two encodings to the move between them.

mod moves;

pub use moves::decode_move;
#[cfg(feature = "alloc")]
pub(crate) use moves::decode_move_as_lc0;

use gardez_types::{CastlingSide, Color, File, PieceType, Rank, Square, errors};

use crate::board::Board;
use crate::castlings::Side;
use crate::encoder::{InputFormat, PLANES_PER_SLOT, Planes};
use crate::fen::ReadFen;
use crate::setup::DoublePushError;

errors! {
    /// The reason planes show no board or no move. Squares are from the side to move's point of view.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum DecodeError {
        Overlap(square: Square) = "overlap", "the planes have two pieces on {square}";
        PawnOnBackRank(square: Square) = "pawn-on-back-rank", "the planes have a pawn on {square}";
        MissingRook(owner: Side, side: CastlingSide) = "missing-rook",
            "the planes have no rook for {} castling on the {} side",
            if *owner == Side::Ours { "our" } else { "their" },
            if *side == CastlingSide::KingSide { "king" } else { "queen" };
        EnPassantOccupied(square: Square) = "en-passant-occupied",
            "the planes have a piece on {square}, which a double push passed";
        /// Their pawn that passed this square is missing.
        NoPawnToCapture(square: Square) = "no-pawn-to-capture", "the planes have no pawn that can have passed {square}";
        NoMove = "no-move", "no single move leads from one encoding to the other";
    }
}

/// The types of pieces in the order of the planes.
const PIECE_TYPES: [PieceType; 6] =
    [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen, PieceType::King];

/// Returns the board and the counters that an encoding shows.
///
/// Undo the transform of the planes first, with [`Planes::untransformed`]. The rest is completed as lc0 does:
///
/// - In canonical formats, white is to move, because most of them do not show the color.
/// - Formats 1 and 2 show no en passant flags. A double push between the last two positions sets a flag.
/// - The number of the full move is the halfmove clock.
/// - A clock in hundreds of plies is truncated: 53 and 59 become 52 and 58.
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
/// Returns an error if two pieces are on one square, a pawn is on rank 1 or 8, a castling right of the classical format
/// has no rook, or no pawn can have made the double push that the planes show.
pub fn decode_board(format: InputFormat, planes: &Planes) -> Result<ReadFen, DecodeError> {
    let is_black = !format.is_canonical() && !planes.masks[108].is_empty();
    // White's pieces are ours until the board is complete.
    let mut board = pieces(planes, is_black)?;
    grant_rights(&mut board, format, planes, is_black)?;
    if let Some(file) = double_push(format, planes) {
        let passed = Square::new(file, Rank::Six);
        board.set_double_push(owner(Side::Theirs, is_black), file).map_err(|reason| match reason {
            DoublePushError::Occupied => DecodeError::EnPassantOccupied(passed),
            DoublePushError::NoPawn => DecodeError::NoPawnToCapture(passed),
        })?;
    }
    let clock = if format.is_hectoplies() { planes.rule50 * 100.0 } else { planes.plies } as i32;
    let board = if is_black { board.swap_colors() } else { board };
    Ok(ReadFen { board, halfmove_clock: clock, fullmove_number: clock })
}

/// Returns the owner on a board on which white's pieces are ours.
fn owner(seen: Side, is_black: bool) -> Side {
    match (seen, is_black) {
        (seen, false) => seen,
        (Side::Ours, true) => Side::Theirs,
        (Side::Theirs, true) => Side::Ours,
    }
}

/// Returns the pieces of the newest slot. White's pieces are ours.
fn pieces(planes: &Planes, is_black: bool) -> Result<Board, DecodeError> {
    let us = if is_black { Color::Black } else { Color::White };
    let mut board = Board::EMPTY;
    for (index, &mask) in planes.slot(0)[..12].iter().enumerate() {
        let owner = owner(if index < 6 { Side::Ours } else { Side::Theirs }, is_black);
        let piece_type = PIECE_TYPES[index % 6];
        for square in mask {
            let absolute = square.relative_to(us);
            if board.occupied().contains(absolute) {
                return Err(DecodeError::Overlap(square));
            }
            if piece_type == PieceType::Pawn && matches!(square.rank(), Rank::One | Rank::Eight) {
                return Err(DecodeError::PawnOnBackRank(square));
            }
            board.put_piece(owner, piece_type, absolute);
        }
    }
    Ok(board)
}

fn grant_rights(board: &mut Board, format: InputFormat, planes: &Planes, is_black: bool) -> Result<(), DecodeError> {
    for (seen, back_rank) in [(Side::Ours, Rank::One), (Side::Theirs, Rank::Eight)] {
        let owner = owner(seen, is_black);
        for side in CastlingSide::ALL {
            let plane = if side == CastlingSide::QueenSide { 104 } else { 105 };
            if !format.shows_rooks() {
                // The planes say whether there is a right. Its rook is the outermost one, as in a FEN.
                let plane = if seen == Side::Ours { plane } else { plane + 2 };
                if !planes.masks[plane].is_empty() {
                    let rook = board.outermost_rook(owner, side).ok_or(DecodeError::MissingRook(seen, side))?;
                    board.castlings.grant(owner, side, rook);
                }
            } else if let Some(rook) = (planes.masks[plane] & back_rank.into()).lsb() {
                board.grant_rook(owner, rook.file());
            }
        }
    }
    Ok(())
}

/// Returns the file on which their pawn has made a double push and may be captured.
fn double_push(format: InputFormat, planes: &Planes) -> Option<File> {
    if format.is_canonical() {
        return planes.masks[108].lsb().map(Square::file);
    }
    let (now, before) = (planes.masks[6], planes.masks[PLANES_PER_SLOT + 6]);
    let mut changed = (now ^ before).into_iter();
    let (Some(first), Some(second), None) = (changed.next(), changed.next(), changed.next()) else { return None };
    let is_double_push = first.file() == second.file() && first.rank_distance(second) == 2;
    (!before.is_empty() && is_double_push).then_some(first.file())
}
