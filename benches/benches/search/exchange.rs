//! Static exchange evaluation by the rules of `gardez_position::Board::see`, written once over the attack functions of a
//! library.

use crate::library::facts::Facts;
use crate::library::{BISHOP, Candidate, KING, KNIGHT, Kind, Library, PAWN, QUEEN, ROOK};

/// The values of the pieces in an exchange, and of nothing.
const VALUES: [i32; 7] = [208, 781, 825, 1276, 2538, 0, 0];

impl<Own> Facts<Own> {
    /// Returns `true` if the exchange that a move starts does not lose material.
    pub(crate) fn keeps_material<L: Library>(&mut self, board: &L::Board, candidate: &Candidate<L::Move>) -> bool {
        if candidate.kind != Kind::Usual {
            return true;
        }
        let (won, risked) = (VALUES[usize::from(candidate.captured)], VALUES[usize::from(candidate.piece)]);
        risked <= won || 0 <= self.exchange::<L>(board, candidate.m, won, risked)
    }

    /// Returns the value of an exchange that captures `won` and puts `risked` at risk.
    fn exchange<L: Library>(&mut self, board: &L::Board, m: L::Move, won: i32, risked: i32) -> i32 {
        let target = L::to(m);
        let straight = L::pieces(board, ROOK) | L::pieces(board, QUEEN);
        let diagonal = L::pieces(board, BISHOP) | L::pieces(board, QUEEN);
        let mut occupied = L::occupied(board) & !L::bit(L::from(m)) & !L::bit(target);
        let mut attackers = L::rook(target, occupied) & straight
            | L::bishop(target, occupied) & diagonal
            | L::knight(target) & L::pieces(board, KNIGHT)
            | L::king(target) & L::pieces(board, KING)
            | L::pawn(false, target) & L::pieces(board, PAWN) & L::color(board, true)
            | L::pawn(true, target) & L::pieces(board, PAWN) & L::color(board, false);

        // For each capture, the balance so far for the side that captured.
        let mut gains = [0; 32];
        gains[0] = won;
        let (mut captures, mut at_risk) = (1, risked);
        let mut white = L::white_to_move(board);
        loop {
            white = !white;
            attackers &= occupied;
            let mut ours = attackers & L::color(board, white);
            if ours == 0 {
                break;
            }
            let pins = self.pins::<L>(board, white);
            if pins.pinners & occupied != 0 {
                ours &= !pins.blockers;
            }
            let Some(piece) = (PAWN..=KING).find(|&piece| ours & L::pieces(board, piece) != 0) else { break };
            if piece == KING && attackers & L::color(board, !white) != 0 {
                break;
            }
            gains[captures] = at_risk - gains[captures - 1];
            captures += 1;
            at_risk = VALUES[piece];
            let square = ours & L::pieces(board, piece);
            occupied ^= square & square.wrapping_neg();
            if matches!(piece, PAWN | BISHOP | QUEEN) {
                attackers |= L::bishop(target, occupied) & diagonal;
            }
            if matches!(piece, ROOK | QUEEN) {
                attackers |= L::rook(target, occupied) & straight;
            }
        }
        // From the last capture to the first: each side captures only if that is better than stopping.
        while captures > 1 {
            captures -= 1;
            gains[captures - 1] = (-gains[captures]).min(gains[captures - 1]);
        }
        gains[0]
    }
}
