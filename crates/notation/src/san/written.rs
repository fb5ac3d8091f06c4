//! The parts of a move text, without a board.

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingSide, File, PieceType, Rank, Square};

use crate::san::repairs::Repairs;

/// The mark for check or mate after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    None,
    Check,
    Mate,
}

/// The part of the origin that a text contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Disambiguation {
    None,
    File,
    Rank,
    Square,
}

/// A move of a piece as it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The piece of the letter, or a pawn.
    pub(crate) piece: PieceType,
    /// The squares that the text leaves open as origin.
    pub(crate) among: Bitboard,
    pub(crate) disambiguation: Disambiguation,
    pub(crate) to: Square,
    pub(crate) captures: bool,
    pub(crate) promotion: Option<PieceType>,
    /// `true` if the text is two squares without a letter.
    pub(crate) any_piece: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Content {
    Step(Step),
    Castling(CastlingSide),
    Null,
}

/// The parts of a move text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    pub(crate) content: Content,
    pub(crate) mark: Mark,
    pub(crate) repairs: Repairs,
}

#[inline]
pub(crate) fn file(byte: u8) -> Option<File> {
    File::from_index(byte.wrapping_sub(b'a'))
}

#[inline]
pub(crate) fn rank(byte: u8) -> Option<Rank> {
    Rank::from_index(byte.wrapping_sub(b'1'))
}

/// Returns the piece with this capital letter.
#[inline]
pub(crate) const fn piece(byte: u8) -> Option<PieceType> {
    match byte {
        b'N' => Some(PieceType::Knight),
        b'B' => Some(PieceType::Bishop),
        b'R' => Some(PieceType::Rook),
        b'Q' => Some(PieceType::Queen),
        b'K' => Some(PieceType::King),
        _ => None,
    }
}

/// The piece whose move can begin with a byte.
static LETTERS: [Option<PieceType>; 256] = {
    let mut table = [None; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'h' => Some(PieceType::Pawn),
            byte => piece(byte),
        };
        byte += 1;
    }
    table
};

/// Splits a text in standard form into its parts.
///
/// From the end: the mark, the promotion, the target; from the front: the piece; between them the origin and `x`.
#[inline(always)] // in the loop over moves
pub(crate) fn standard(text: &[u8]) -> Option<Written> {
    let (mark, text) = match text {
        [text @ .., b'+'] => (Mark::Check, text),
        [text @ .., b'#'] => (Mark::Mate, text),
        _ => (Mark::None, text),
    };
    let (promotion, text) = match text {
        [text @ .., b'=', letter] => match piece(*letter)? {
            PieceType::King => return None,
            piece => (Some(piece), text),
        },
        _ => (None, text),
    };
    let [front @ .., to_file, to_rank] = text else { return None };
    let (Some(to_file), Some(to_rank)) = (file(*to_file), rank(*to_rank)) else {
        return castling(text).filter(|_| promotion.is_none()).map(|side| {
            let content = Content::Castling(side);
            Written { content, mark, repairs: Repairs::empty() }
        });
    };
    let to = Square::new(to_file, to_rank);
    // A table replaces a branch that would be unpredictable.
    let piece = LETTERS[usize::from(text[0])]?;
    let front = &front[usize::from(piece != PieceType::Pawn)..];
    let captures = front.last() == Some(&b'x');
    let front = &front[..front.len() - usize::from(captures)];
    let (disambiguation, among) = match *front {
        [] => (Disambiguation::None, Bitboard::FULL),
        [byte] => match (file(byte), rank(byte)) {
            (Some(file), _) => (Disambiguation::File, Bitboard::from_file(file)),
            (_, Some(rank)) => (Disambiguation::Rank, Bitboard::from_rank(rank)),
            _ => return None,
        },
        [from_file, from_rank] => (Disambiguation::Square, Square::new(file(from_file)?, rank(from_rank)?).into()),
        _ => return None,
    };
    let step = Step { piece, among, disambiguation, to, captures, promotion, any_piece: false };
    Some(Written { content: Content::Step(step), mark, repairs: Repairs::empty() })
}

#[cold]
fn castling(text: &[u8]) -> Option<CastlingSide> {
    match text {
        b"O-O" => Some(CastlingSide::KingSide),
        b"O-O-O" => Some(CastlingSide::QueenSide),
        _ => None,
    }
}
