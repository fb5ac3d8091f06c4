//! Insufficient material of a horde.

use gardez_bitboard::Bitboard;
use gardez_types::{Color, PieceType};

use crate::state::BoardState;

/// The numbers of pieces of one side.
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

/// Returns `true` if the horde cannot mate by Lichess's rule, even if the other side's pieces block their own king.
///
/// The rule is wrong in some cases: with a knight and two bishops on one color, the horde can mate a bare king.
pub(super) fn horde_cannot_mate(state: &BoardState, horde: Color) -> bool {
    let (white, black) = (Numbers::new(state, horde), Numbers::new(state, !horde));
    // The black bishops on the color of White's bishops, and on the other.
    let light = usize::from(white.bishops[1] > 0);
    let [same, other] = [black.bishops[light], black.bishops[1 - light]];
    match white.all {
        0 => true,
        // The pawn may promote; a queen mates wherever a rook or a bishop does.
        1 if white.pawns == 1 => !queen_mates(&black) && !knight_mates(&black),
        1 if white.queens == 1 => !queen_mates(&black),
        1 if white.rooks == 1 => !rook_mates(&black),
        1 if white.knights == 1 => !knight_mates(&black),
        1 => other + black.pawns < 2,
        // A bishop of the same color does not take a square that the rook does not attack.
        2 if white.rooks == 1 && white.all_bishops() == 1 => black.all - 1 == same,
        _ if white.pawns + white.queens + white.rooks > 0 => false,
        2 if white.knights == 2 => black.pawns + black.knights + black.all_bishops() == 0,
        2 if white.has_bishop_pair() => {
            black.pawns + black.all_bishops() == 0 && (black.knights == 0 || black.rooks + black.queens == 0)
        }
        2 if white.knights == 1 => black.pawns + other == 0 && black.all - 1 - same < 2,
        // Bishops on one color attack no more squares if there are more of them.
        _ if white.knights == 0 && !white.has_bishop_pair() => black.pawns + black.knights + other < 2,
        _ if white.knights == 1 && !white.has_bishop_pair() => black.all == 1,
        _ => false,
    }
}

fn queen_mates(black: &Numbers) -> bool {
    black.pawns > 0 || black.rooks > 0 || black.bishops.iter().any(|&bishops| bishops >= 2)
}

fn rook_mates(black: &Numbers) -> bool {
    black.pawns >= 2 || (black.rooks > 0 && black.pawns + black.knights > 0) || (black.pawns > 0 && black.knights > 0)
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
