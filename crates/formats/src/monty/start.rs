//! The start of a game: a position and the result.

use gardez_bitboard::Bitboard;
use gardez_position::{Board, BoardError, BoardParts, PieceSetup};
use gardez_types::{CastlingRights, CastlingSide, Color, File, Piece, PieceType, Square};

use crate::error::{Fault, FormatErrorKind};
use crate::pieces;
use crate::read::Strictness;
use crate::unrepresentable::{Lossy, Unrepresentable};
use crate::view::Wdl;

/// The number of bytes before the first move of a game.
pub const START_SIZE: usize = 43;

/// The places of the fields.
const SIDE: usize = 32;
const EN_PASSANT: usize = 33;
const RIGHTS: usize = 34;
const RULE50: usize = 35;
const FULLMOVE: usize = 36;
const ROOK_FILES: usize = 38;
const RESULT: usize = 42;

/// The castling rights with their bits, in the order of the rook files.
const RIGHTS_IN_ORDER: [(u8, Color, CastlingSide); 4] = [
    (8, Color::White, CastlingSide::QueenSide),
    (4, Color::White, CastlingSide::KingSide),
    (2, Color::Black, CastlingSide::QueenSide),
    (1, Color::Black, CastlingSide::KingSide),
];

const CORNER_FILES: [u8; 4] = [0, 7, 0, 7];

/// The piece types by the number of their three sets: the first set is the highest bit.
const PIECE_TYPES: [Option<PieceType>; 8] = [
    None,
    Some(PieceType::Pawn),
    Some(PieceType::Knight),
    Some(PieceType::Bishop),
    Some(PieceType::Rook),
    Some(PieceType::Queen),
    Some(PieceType::King),
    None,
];

pub(super) fn decode(bytes: &[u8; START_SIZE], strictness: Strictness) -> Result<(Board, Wdl), Fault> {
    let mut parts = BoardParts::EMPTY;
    let setup = decode_pieces(bytes, strictness)?;
    parts.side_to_move = match bytes[SIDE] {
        0 => Color::White,
        found @ 2.. if strictness.is_strict() => return Err(Fault::new(FormatErrorKind::Side { found }, SIDE)),
        _ => Color::Black,
    };
    match bytes[EN_PASSANT] {
        0 => {}
        found => {
            parts.double_push = Square::from_index(found);
            if parts.double_push.is_none() && strictness.is_strict() {
                return Err(Fault::new(FormatErrorKind::EnPassantSquare { found }, EN_PASSANT));
            }
        }
    }
    decode_rooks(bytes, strictness, &mut parts)?;
    parts.halfmove_clock = bytes[RULE50].into();
    parts.fullmove_number = u16::from_le_bytes([bytes[FULLMOVE], bytes[FULLMOVE + 1]]).into();
    let found = bytes[RESULT];
    let result = Wdl::from_raw(found).ok_or(Fault::new(FormatErrorKind::Result { found: found.into() }, RESULT))?;
    let board = pieces::board(&setup, &mut parts, strictness).map_err(fault)?;
    check_sides(bytes, strictness, &board)?;
    Ok((board, result))
}

fn decode_pieces(bytes: &[u8; START_SIZE], strictness: Strictness) -> Result<PieceSetup, Fault> {
    let mut setup = PieceSetup::EMPTY;
    let [black, first, second, third] =
        [0, 8, 16, 24].map(|at| u64::from_le_bytes(core::array::from_fn(|i| bytes[at + i])));
    let occupied = first | second | third;
    if let Some(square) = Bitboard::from_bits(black & !occupied).lsb() {
        if strictness.is_strict() {
            return Err(Fault::new(FormatErrorKind::PieceCode { square, code: 8 }, square as usize / 8));
        }
    }
    for square in Bitboard::from_bits(occupied) {
        let bit = |set: u64| (set >> square as u32 & 1) as u8;
        let code = bit(first) << 2 | bit(second) << 1 | bit(third);
        let Some(piece_type) = PIECE_TYPES[usize::from(code)] else {
            return Err(Fault::new(FormatErrorKind::PieceCode { square, code }, 8 + square as usize / 8));
        };
        let color = if bit(black) == 1 { Color::Black } else { Color::White };
        setup.put(square, Some(Piece::new(color, piece_type)));
    }
    Ok(setup)
}

/// Returns the files of the rooks, whether their rights are there or not.
fn rook_files(bytes: &[u8; START_SIZE]) -> [u8; 4] {
    match core::array::from_fn(|i| bytes[ROOK_FILES + i]) {
        [0, 0, 0, 0] => CORNER_FILES,
        files => files,
    }
}

fn decode_rooks(bytes: &[u8; START_SIZE], strictness: Strictness, parts: &mut BoardParts) -> Result<(), Fault> {
    if bytes[RIGHTS] > 15 && strictness.is_strict() {
        return Err(Fault::new(FormatErrorKind::NotEmpty { bytes: 1 }, RIGHTS));
    }
    for (index, (found, (bit, color, _))) in rook_files(bytes).into_iter().zip(RIGHTS_IN_ORDER).enumerate() {
        let has_right = bytes[RIGHTS] & bit != 0;
        match File::from_index(found) {
            Some(file) if has_right => {
                parts.castling_rooks[color as usize].insert(Square::new(file, color.back_rank()));
            }
            None if has_right || strictness.is_strict() => {
                return Err(Fault::new(FormatErrorKind::File { found }, ROOK_FILES + index));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Checks that each right is on the side of the king that its bit says.
fn check_sides(bytes: &[u8; START_SIZE], strictness: Strictness, board: &Board) -> Result<(), Fault> {
    let rights = RIGHTS_IN_ORDER.into_iter().enumerate();
    for (index, (bit, color, side)) in rights {
        let is_there = board.castling_rights().contains(CastlingRights::new(color, side));
        if is_there != (bytes[RIGHTS] & bit != 0) && strictness.is_strict() {
            let square = Square::new(File::ALL[usize::from(rook_files(bytes)[index] % 8)], color.back_rank());
            return Err(Fault::new(FormatErrorKind::CastlingMark { square }, ROOK_FILES + index));
        }
    }
    Ok(())
}

fn fault(error: BoardError) -> Fault {
    let at = match error {
        BoardError::CastlingRight { .. } => RIGHTS,
        BoardError::StaleEnPassantSquare(_) => EN_PASSANT,
        _ => 0,
    };
    Fault::new(FormatErrorKind::Board(error), at)
}

pub(super) fn encode(start: &Board, result: Wdl, lossy: Lossy) -> Result<[u8; START_SIZE], Unrepresentable> {
    let mut bytes = [0; START_SIZE];
    let [pawns, knights, bishops, rooks, queens, kings] = PieceType::ALL.map(|piece_type| start.by_type(piece_type));
    let sets =
        [start.by_color(Color::Black), rooks | queens | kings, knights | bishops | kings, pawns | bishops | queens];
    for (set, chunk) in sets.into_iter().zip(bytes.chunks_exact_mut(8)) {
        chunk.copy_from_slice(&set.bits().to_le_bytes());
    }
    bytes[SIDE] = start.side_to_move() as u8;
    bytes[EN_PASSANT] = start.state().double_push().map_or(0, |square| square as u8);
    bytes[ROOK_FILES..RESULT].copy_from_slice(&CORNER_FILES);
    for (index, (bit, color, side)) in RIGHTS_IN_ORDER.into_iter().enumerate() {
        if let Some(rook) = start.castling_rook(color, side) {
            bytes[RIGHTS] |= bit;
            bytes[ROOK_FILES + index] = rook.file() as u8;
        }
    }
    let (rule50, fullmove) = lossy.counters(start)?;
    bytes[RULE50] = rule50;
    bytes[FULLMOVE..ROOK_FILES].copy_from_slice(&fullmove.to_le_bytes());
    bytes[RESULT] = result.raw();
    // A rook on the king side is not on the a-file, so the four files are never all 0, which would be read as the corners.
    Ok(bytes)
}
