//! The lines that lead to the king of the side not to move: pins, possible discovered checks, and squares that check.

use crate::board::{ALL, BISHOP, Bits, Board, KING, PAWN, QUEEN, RANK_7, ROOK, bit, lsb};
use crate::tables;

/// The lines through their king, as they are known before the move.
pub(crate) struct Lines {
    /// The square of their king.
    pub(crate) king: usize,
    /// Their pinned pieces.
    pub(crate) pinned: u64,
    /// Our pieces that discover a check when they leave the line to their king.
    pub(crate) discoverers: u64,
    /// The squares between their king and the sliders that pin: an arriving piece changes pins.
    pub(crate) pin_lines: u64,
    /// Our pieces that change pins by leaving: they pin, or are between our slider and their king next to one of theirs.
    pub(crate) movers: u64,
    /// The squares from which a rook, or a bishop, attacks their king.
    pub(crate) straight: u64,
    pub(crate) diagonal: u64,
    /// The squares from which a rook, or a bishop, attacks their king through one of their pieces.
    pub(crate) straight_xray: u64,
    pub(crate) diagonal_xray: u64,
}

stamp!({
    use crate::sliders::level::{bishop, rook};

    #[inline]
    pub(crate) fn lines(board: &Board) -> Lines {
        let (us, them) = (&board.us, &board.them);
        let occupied = us[ALL] | them[ALL];
        let king = lsb(them[KING]);
        let (mut pinned, mut discoverers, mut pin_lines, mut movers) = (0, 0, 0, 0);
        let snipers =
            tables::ROOK_RAYS[king] & (us[ROOK] | us[QUEEN]) | tables::BISHOP_RAYS[king] & (us[BISHOP] | us[QUEEN]);
        for sniper in Bits(snipers) {
            let between = tables::between(king, sniper);
            let blockers = between & occupied;
            let others = blockers & blockers.wrapping_sub(1);
            if others == 0 {
                discoverers |= blockers & us[ALL];
                if blockers & them[ALL] != 0 {
                    pinned |= blockers;
                    pin_lines |= between;
                    movers |= bit(sniper);
                }
            } else if others & (others - 1) == 0 {
                let ours = blockers & us[ALL];
                if ours != 0 && ours != blockers {
                    movers |= ours;
                }
            }
        }
        // Lines on which none of our pieces moves do not matter.
        let promoting = us[PAWN] & RANK_7;
        let (mut straight, mut straight_xray, mut diagonal, mut diagonal_xray) = (0, 0, 0, 0);
        if us[ROOK] | us[QUEEN] | promoting != 0 {
            straight = rook(king, occupied);
            straight_xray = rook(king, occupied ^ straight & them[ALL]) & !straight;
        }
        if us[BISHOP] | us[QUEEN] | promoting != 0 {
            diagonal = bishop(king, occupied);
            diagonal_xray = bishop(king, occupied ^ diagonal & them[ALL]) & !diagonal;
        }
        Lines { king, pinned, discoverers, pin_lines, movers, straight, diagonal, straight_xray, diagonal_xray }
    }
});
