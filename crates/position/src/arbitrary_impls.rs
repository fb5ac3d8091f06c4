//! `arbitrary`: boards and positions of random games, for fuzzing.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::board::Board;
use crate::position::Position;

/// The largest number of moves of a random game.
const MAX_PLIES: usize = 255;

/// A position after up to 255 legal moves from a start position of chess, Chess960 or double Chess960.
impl<'a> Arbitrary<'a> for Position {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let mut number = || bytes.int_in_range(0..=959);
        let (kind, white, black) = (number()? % 4, number()?, number()?);
        let mut position = match kind {
            0 => Board::double_chess960(white, black).map(Self::from),
            1 => Board::chess960(white).map(Self::from),
            _ => None,
        }
        .unwrap_or_default();
        for _ in 0..MAX_PLIES {
            let moves = position.legal_moves();
            // Choosing from one move takes no bytes, so the end is checked first.
            if bytes.is_empty() || moves.is_empty() {
                break;
            }
            position.do_move(*bytes.choose(&moves)?);
        }
        Ok(position)
    }
}

/// The board of an arbitrary [`Position`].
impl<'a> Arbitrary<'a> for Board {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        Position::arbitrary(bytes).map(|position| *position.board())
    }
}
