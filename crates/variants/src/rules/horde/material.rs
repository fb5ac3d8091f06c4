//! With which pieces a horde can still mate.

use gardez_bitboard::Bitboard;
use gardez_types::{Color, PieceType};

use crate::state::BoardState;

/// The numbers of pieces of one side that decide.
struct Numbers {
    all: u32,
    pawns: u32,
    knights: u32,
    /// On dark and on light squares.
    bishops: [u32; 2],
    rooks: u32,
    queens: u32,
}

impl Numbers {
    fn new(state: &BoardState, color: Color) -> Self {
        let count = |piece_type| state.count(color, piece_type);
        let bishops = state.pieces(color, PieceType::Bishop);
        Self {
            all: state.by_color(color).len(),
            pawns: count(PieceType::Pawn),
            knights: count(PieceType::Knight),
            bishops: [Bitboard::DARK_SQUARES, Bitboard::LIGHT_SQUARES].map(|squares| (bishops & squares).len()),
            rooks: count(PieceType::Rook),
            queens: count(PieceType::Queen),
        }
    }

    fn all_bishops(&self) -> u32 {
        self.bishops[0] + self.bishops[1]
    }

    fn has_bishop_pair(&self) -> bool {
        self.bishops[0] > 0 && self.bishops[1] > 0
    }
}

/// Returns `true` if the horde cannot mate, even with the help of the other side, whose own pieces have to take squares
/// from its king.
pub(super) fn horde_cannot_mate(state: &BoardState, horde: Color) -> bool {
    let (white, black) = (Numbers::new(state, horde), Numbers::new(state, !horde));
    match white.all {
        0 => true,
        // One piece cannot mate a king alone.
        1 | 2 if black.all == 1 && white.pawns + white.queens + white.rooks == 0 => true,
        1 if black.all == 1 => true,
        1 if white.pawns == 1 => {
            // It may become any piece; a queen mates wherever a rook or a bishop does.
            !queen_mates(&black) && !knight_mates(&black)
        }
        1 if white.queens == 1 => !queen_mates(&black),
        1 if white.rooks == 1 => !rook_mates(&black),
        1 if white.all_bishops() == 1 => !bishop_mates(&white, &black),
        1 => !knight_mates(&black),
        // A pawn, queen or rook and another piece mate; a rook and a bishop need help against a king alone.
        2 if white.rooks == 1 && white.all_bishops() == 1 => black.all == 1,
        _ if white.pawns + white.queens + white.rooks > 0 => false,
        2 if white.knights == 2 => black.pawns + black.all_bishops() + black.knights == 0,
        2 if white.has_bishop_pair() => {
            black.pawns + black.all_bishops() == 0 && (black.knights == 0 || black.rooks + black.queens == 0)
        }
        2 if white.knights == 1 => {
            let [same, other] = squares_of(&white, &black);
            black.pawns + other == 0 && black.all - 1 - same < 3
        }
        2 => {
            // Two bishops on one color.
            let [_, other] = squares_of(&white, &black);
            let helpers = [black.pawns, other, black.knights];
            helpers.iter().sum::<u32>() < 2
        }
        3 if white.knights >= 2 || white.has_bishop_pair() => false,
        3 => black.all == 1,
        _ => false,
    }
}

/// Returns the numbers of black bishops on the color of the squares of White's bishops, and on the other.
fn squares_of(white: &Numbers, black: &Numbers) -> [u32; 2] {
    let light = usize::from(white.bishops[1] > 0);
    [black.bishops[light], black.bishops[1 - light]]
}

fn queen_mates(black: &Numbers) -> bool {
    black.pawns > 0 || black.rooks > 0 || black.bishops.iter().any(|&bishops| bishops >= 2)
}

fn rook_mates(black: &Numbers) -> bool {
    black.pawns >= 2 || (black.rooks > 0 && black.pawns + black.knights > 0) || (black.pawns > 0 && black.knights > 0)
}

fn bishop_mates(white: &Numbers, black: &Numbers) -> bool {
    let [_, other] = squares_of(white, black);
    other + black.pawns >= 2
}

fn knight_mates(black: &Numbers) -> bool {
    let (pawns, knights, rooks, bishops) = (black.pawns, black.knights, black.rooks, black.all_bishops());
    let helpers = knights >= 2
        || pawns >= 2
        || (rooks > 0 && knights + bishops + pawns > 0)
        || (knights > 0 && bishops + pawns > 0)
        || (bishops > 0 && pawns > 0);
    // Of several bishops on one color, only one helps.
    black.all >= 4 && helpers && black.bishops.iter().all(|&on_one| on_one < 2 || black.all - on_one >= 3)
}
