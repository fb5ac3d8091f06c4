//! The places in a FEN of the pieces that an error is about.

use core::ops::Range;

use gardez_bitboard::Bitboard;
use gardez_types::{File, Piece, PieceType, Rank, Square};

use super::fields::{Field, Fields};
use crate::setup::board_error::BoardError;

impl Fields<'_> {
    /// Returns the bytes from the first to the last piece that an error is about, or the whole first field.
    #[cold]
    pub(super) fn place_of(&self, error: BoardError, placement: &Field<[Option<Piece>; 64]>) -> Range<usize> {
        let kings = |color| {
            let king = Some(Piece::new(color, PieceType::King));
            // As they are read: from the eighth rank to the first.
            self.piece_letters(&placement.span).filter(move |&(square, _)| placement.value[square as usize] == king)
        };
        let byte = |at: usize| at..at + 1;
        let found = match error {
            BoardError::PawnOnBackRank(square) => self.span_of(square.into(), &placement.span),
            BoardError::ImpossibleCheck { checkers } => self.span_of(checkers, &placement.span),
            BoardError::SeveralKings(color) => kings(color).nth(1).map(|(_, at)| byte(at)),
            BoardError::OpponentInCheck(color) => kings(color).next().map(|(_, at)| byte(at)),
            _ => None,
        };
        found.unwrap_or_else(|| placement.span.clone())
    }

    /// Returns the bytes from the first to the last of the pieces on `squares`.
    fn span_of(&self, squares: Bitboard, field: &Range<usize>) -> Option<Range<usize>> {
        let mut places = self.piece_letters(field).filter(|&(square, _)| squares.contains(square)).map(|(_, at)| at);
        let first = places.next()?;
        Some(first..places.last().unwrap_or(first) + 1)
    }

    /// Returns the squares of the pieces with the places of their letters in the first field.
    fn piece_letters(&self, field: &Range<usize>) -> impl Iterator<Item = (Square, usize)> + '_ {
        let (mut rank, mut file) = (7, 0);
        self.bytes().iter().enumerate().take(field.end).skip(field.start).filter_map(move |(at, &byte)| {
            match byte {
                b'/' => {
                    rank -= 1;
                    file = 0;
                }
                b'1'..=b'8' => file += byte - b'0',
                _ => {
                    let square = Square::new(File::from_index(file)?, Rank::from_index(rank)?);
                    file += 1;
                    return Some((square, at));
                }
            }
            None
        })
    }
}
