//! The stem of a chain: a whole entry in 32 bytes.

use gardez_bitboard::Bitboard;
use gardez_position::{Board, BoardParts, EnPassantPolicy, PieceSetup};
use gardez_types::{CastlingSide, Color, Move, MoveKind, Piece, PieceType, Rank, Square};

use super::candidates::PROMOTIONS;
use super::text::{fold, unfold};
use crate::entry::Entry;
use crate::error::{Fault, FormatErrorKind};
use crate::misfit::Misfit;
use crate::moves;
use crate::pieces::{self, CodeTable, Codes, MOST_PIECES};
use crate::read::Strictness;
use crate::view::{SideToMove, Wdl};

/// The number of bytes of a stem.
pub(super) const SIZE: usize = 32;

/// The largest ply.
pub(super) const MAX_PLY: u32 = (1 << 14) - 1;

/// The largest fifty-move counter.
pub(super) const MAX_RULE50: u16 = 255;

// The places of the fields.
const LIST: usize = 8;
const MOVE: usize = 24;
const SCORE: usize = 26;
const PLY_AND_RESULT: usize = 28;
const RULE50: usize = 30;

// The codes after those of the twelve pieces.
const EN_PASSANT_PAWN: u8 = 12;
const WHITE_CASTLING_ROOK: u8 = 13;
const BLACK_CASTLING_ROOK: u8 = 14;
const BLACK_KING_TO_MOVE: u8 = 15;

/// The codes. The code 12 is a pawn of either color, whose rank decides; the codes from 12 on are marked.
static CODES: CodeTable = CodeTable::of_twelve([
    Piece::WhitePawn,
    Piece::BlackPawn,
    Piece::WhiteKnight,
    Piece::BlackKnight,
    Piece::WhiteBishop,
    Piece::BlackBishop,
    Piece::WhiteRook,
    Piece::BlackRook,
    Piece::WhiteQueen,
    Piece::BlackQueen,
    Piece::WhiteKing,
    Piece::BlackKing,
]);

fn u16_at(bytes: &[u8; SIZE], at: usize) -> u16 {
    u16::from_be_bytes([bytes[at], bytes[at + 1]])
}

/// Replaces `entry` by the one of this stem. `is_last` says that no entry of the chain follows.
pub(super) fn decode(
    bytes: &[u8; SIZE],
    strictness: Strictness,
    is_last: bool,
    entry: &mut Entry<SideToMove>,
) -> Result<(), Fault> {
    let ply_and_result = u16_at(bytes, PLY_AND_RESULT);
    let result = unfold(ply_and_result >> 14);
    let ply = u32::from(ply_and_result) & MAX_PLY;

    // What is left out would change the meaning of the entries that follow.
    let mode = if is_last { strictness } else { Strictness::Strict };
    let rule50 = u16_at(bytes, RULE50);
    if MAX_RULE50 < rule50 && strictness.is_strict() {
        return Err(Fault::new(FormatErrorKind::Rule50 { found: rule50.into() }, RULE50));
    }
    decode_board(bytes, ply, mode, &mut entry.board)?;
    entry.score = unfold(u16_at(bytes, SCORE));
    entry.ply = ply;
    let wrong_result = Fault::new(FormatErrorKind::Result { found: result.into() }, PLY_AND_RESULT);
    entry.result = Wdl::from_sign(result as i8).ok_or(wrong_result)?;
    entry.mv = match u16_at(bytes, MOVE) {
        0 => None,
        raw => {
            let read = decode_move(raw).ok_or(FormatErrorKind::Move { raw });
            match read.and_then(|m| moves::checked(&entry.board, m, mode)) {
                Ok(m) => m,
                Err(FormatErrorKind::Move { .. }) if !mode.is_strict() => None,
                Err(kind) => return Err(Fault::new(kind, MOVE)),
            }
        }
    };
    Ok(())
}

/// Replaces a board by a stem's.
fn decode_board(bytes: &[u8; SIZE], ply: u32, strictness: Strictness, board: &mut Board) -> Result<(), Fault> {
    let codes = Codes {
        occupied: Bitboard::from_bits(u64::from_be_bytes(core::array::from_fn(|i| bytes[i]))),
        list: u128::from_le_bytes(core::array::from_fn(|i| bytes[LIST + i])),
    };
    codes.check(0)?;
    let mut parts = BoardParts {
        en_passant: EnPassantPolicy::Always,
        rule50: u16_at(bytes, RULE50) & MAX_RULE50,
        fullmove: ply / 2 + 1,
        ..BoardParts::EMPTY
    };
    let mut setup = PieceSetup::EMPTY;
    let marked = codes.put(&CODES, &mut setup);
    for square in marked {
        let at = || LIST + codes.code_on(square).1;
        match setup.piece_on(square) {
            Some(Piece::BlackKing) => parts.side_to_move = Color::Black,
            Some(rook) => {
                if castles_from(rook.color(), square) {
                    parts.castling_rooks[rook.color() as usize].insert(square);
                } else if strictness.is_strict() {
                    return Err(Fault::new(FormatErrorKind::CastlingMark { square }, at()));
                }
            }
            None => {
                let color = match square.rank() {
                    Rank::Four => Color::White,
                    Rank::Five => Color::Black,
                    _ => return Err(Fault::new(FormatErrorKind::EnPassantMark { square }, at())),
                };
                if parts.double_push.is_some() {
                    return Err(Fault::new(FormatErrorKind::EnPassantMark { square }, at()));
                }
                parts.double_push = square.step(color.up().opposite());
                setup.put(square, Some(Piece::new(color, PieceType::Pawn)));
            }
        }
    }
    pieces::replace(board, &setup, &mut parts, strictness).map_err(|error| Fault::new(FormatErrorKind::Board(error), 0))
}

/// Returns `true` if a rook castles from this square in standard chess.
fn castles_from(color: Color, square: Square) -> bool {
    [CastlingSide::KingSide, CastlingSide::QueenSide].into_iter().any(|side| side.standard_rook(color) == square)
}

/// Returns the rook of a right that is not in the corner of its side.
pub(super) fn unusual_castling_rook(board: &Board) -> Option<Square> {
    let rights =
        gardez_types::CastlingRights::EACH.into_iter().filter(|(right, ..)| board.castling_rights().contains(*right));
    rights.into_iter().find_map(|(_, color, side)| {
        let rook = board.castling_rook(color, side)?;
        (rook != side.standard_rook(color)).then_some(rook)
    })
}

fn decode_move(raw: u16) -> Option<Move> {
    let square = |shift: u16| Square::from_index((raw >> shift) as u8 & 63);
    let (from, to) = (square(8)?, square(2)?);
    if from == to {
        return None;
    }
    let kind = raw >> 14;
    if kind != 1 && raw & 3 != 0 {
        return None;
    }
    Some(match kind {
        0 => Move::normal(from, to),
        1 => Move::new_promotion(from, to, PROMOTIONS[usize::from(raw & 3)]),
        2 => Move::castling(from, to),
        _ => Move::en_passant(from, to),
    })
}

const fn encode_move(m: Move) -> u16 {
    let kind = match m.kind() {
        MoveKind::Normal => 0,
        MoveKind::Promotion => 1,
        MoveKind::Castling => 2,
        MoveKind::EnPassant => 3,
    };
    let promotion = match m.promotion() {
        Some(piece) => piece as u16 - PieceType::Knight as u16,
        None => 0,
    };
    kind << 14 | (m.from() as u16) << 8 | (m.to() as u16) << 2 | promotion
}

/// Returns the bytes of a stem. Castling rights, ply and counter are the ones that fit; the caller has checked or
/// changed them.
pub(super) fn encode(entry: &Entry<SideToMove>, ply: u16, rule50: u8) -> Result<[u8; SIZE], Misfit> {
    let board = &entry.board;
    let occupied = board.occupied();
    if MOST_PIECES < occupied.len() {
        return Err(Misfit::Pieces(occupied.len()));
    }
    // The pawn that can be captured, and the rooks that castle, have codes of their own.
    let mut special = Bitboard::EMPTY;
    if let Some(passed) = board.ep_square() {
        special |= Bitboard::from(passed).shift((!board.side_to_move()).up());
    }
    for (right, color, side) in gardez_types::CastlingRights::EACH {
        if board.castling_rights().contains(right) {
            special |= Bitboard::from(board.castling_rook(color, side));
        }
    }
    let black_king = if board.side_to_move() == Color::Black { BLACK_KING_TO_MOVE } else { 11 };
    let codes = Codes::from_board(board, |square| match board.piece_on(square) {
        Some(Piece::BlackKing) => black_king,
        Some(Piece::WhiteRook) if special.contains(square) => WHITE_CASTLING_ROOK,
        Some(Piece::BlackRook) if special.contains(square) => BLACK_CASTLING_ROOK,
        Some(piece) if special.contains(square) && piece.piece_type() == PieceType::Pawn => EN_PASSANT_PAWN,
        Some(piece) => 2 * piece.piece_type().index() as u8 + piece.color() as u8,
        None => 0,
    });

    let mut bytes = [0; SIZE];
    bytes[..LIST].copy_from_slice(&codes.occupied.bits().to_be_bytes());
    bytes[LIST..MOVE].copy_from_slice(&codes.list.to_le_bytes());
    bytes[MOVE..SCORE].copy_from_slice(&entry.mv.map_or(0, encode_move).to_be_bytes());
    bytes[SCORE..PLY_AND_RESULT].copy_from_slice(&fold(entry.score).to_be_bytes());
    let result = fold(entry.result.sign().into());
    bytes[PLY_AND_RESULT..RULE50].copy_from_slice(&(result << 14 | ply).to_be_bytes());
    bytes[RULE50..].copy_from_slice(&u16::from(rule50).to_be_bytes());
    Ok(bytes)
}
