//! The stem of a chain: a whole entry in 32 bytes.

use gardez_bitboard::Bitboard;
use gardez_position::{Board, BoardParts, EnPassantPolicy, PieceSetup};
use gardez_types::{CastlingSide, Color, Move, MoveKind, Piece, PieceType, Rank, Square};

use super::text::{fold, unfold};
use crate::binary_fen::CODES;
use crate::entry::Entry;
use crate::error::{Fault, FormatErrorKind};
use crate::moves;
use crate::pieces::{self, Codes};
use crate::read::Strictness;
use crate::unrepresentable::Unrepresentable;
use crate::view::{SideToMove, Wdl};

pub(super) const SIZE: usize = 32;

pub(super) const MAX_PLY: u32 = (1 << 14) - 1;

pub(super) const MAX_RULE50: u16 = 255;

// The places of the fields.
const LIST: usize = 8;
const MOVE: usize = 24;
const SCORE: usize = 26;
const PLY_AND_RESULT: usize = 28;
const RULE50: usize = 30;

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

fn decode_board(bytes: &[u8; SIZE], ply: u32, strictness: Strictness, board: &mut Board) -> Result<(), Fault> {
    let codes = Codes {
        occupied: Bitboard::from_bits(u64::from_be_bytes(core::array::from_fn(|i| bytes[i]))),
        list: u128::from_le_bytes(core::array::from_fn(|i| bytes[LIST + i])),
    };
    codes.check(0)?;
    let mut parts = BoardParts {
        en_passant: EnPassantPolicy::Always,
        halfmove_clock: u16_at(bytes, RULE50) & MAX_RULE50,
        fullmove_number: ply / 2 + 1,
        ..BoardParts::EMPTY
    };
    let mut setup = PieceSetup::EMPTY;
    let marked = codes.put(&CODES, &mut setup);
    // Sets, because nothing can be foreseen of these marks.
    let king = marked & setup.pieces(Color::Black, PieceType::King);
    parts.side_to_move = if king.is_empty() { Color::White } else { Color::Black };
    let mut others = marked - king;
    for color in Color::ALL {
        let rooks = others & setup.pieces(color, PieceType::Rook) & corners(color);
        parts.castling_rooks[color as usize] = rooks;
        others -= rooks;
    }
    for square in others {
        let at = || LIST + codes.code_on(square).1;
        if setup.piece_on(square).is_some() {
            if strictness.is_strict() {
                return Err(Fault::new(FormatErrorKind::CastlingMark { square }, at()));
            }
            continue;
        }
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
    pieces::replace(board, &setup, &mut parts, strictness).map_err(|error| Fault::new(FormatErrorKind::Board(error), 0))
}

const fn corners(color: Color) -> Bitboard {
    let [king_side, queen_side] =
        [CastlingSide::KingSide.standard_rook(color), CastlingSide::QueenSide.standard_rook(color)];
    Bitboard::from_bits(1 << king_side as u32 | 1 << queen_side as u32)
}

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
        1 => Move::new_promotion(from, to, moves::PROMOTIONS[usize::from(raw & 3)]),
        2 => Move::castling(from, to),
        _ => Move::en_passant(from, to),
    })
}

fn encode_move(m: Move) -> u16 {
    let kind = match m.kind() {
        MoveKind::Normal => 0,
        MoveKind::Promotion => 1,
        MoveKind::Castling => 2,
        MoveKind::EnPassant => 3,
    };
    kind << 14 | (m.from() as u16) << 8 | (m.to() as u16) << 2 | moves::promotion(m)
}

/// Returns the bytes of a stem. The caller has checked castling rights, ply and counter.
pub(super) fn encode(entry: &Entry<SideToMove>, ply: u16, rule50: u8) -> Result<[u8; SIZE], Unrepresentable> {
    let board = &entry.board;
    let codes = Codes::of_board(board, pieces::marked(board, board.ep_square()), &CODES)?;
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
