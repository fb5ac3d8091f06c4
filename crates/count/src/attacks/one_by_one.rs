//! What our sliders attack, and what theirs do, in a single lane: one slider after the other.

use super::Bounds;
use crate::board::{Bits, bit};
use crate::tables;

stamp!(baseline, {
    use crate::lanes::level::Lanes;
    use crate::sliders::level::{bishop, rook};

    /// Takes into account our rooks and queens.
    #[inline]
    pub(crate) fn straight_lines(bounds: &mut Bounds<Lanes>, king: usize, sliders: Lanes, occupied: Lanes) {
        let seen = rook(king, occupied);
        for slider in Bits(sliders) {
            look(bounds, king, slider, seen, rook(slider, occupied & !bit(king)), occupied);
        }
    }

    /// Takes into account our bishops and queens.
    #[inline]
    pub(crate) fn diagonal_lines(bounds: &mut Bounds<Lanes>, king: usize, sliders: Lanes, occupied: Lanes) {
        let seen = bishop(king, occupied);
        for slider in Bits(sliders) {
            look(bounds, king, slider, seen, bishop(slider, occupied & !bit(king)), occupied);
        }
    }

    /// The squares that a rook on a square attacks.
    #[inline]
    pub(crate) fn rook_targets(square: usize, occupied: Lanes) -> Lanes {
        rook(square, occupied)
    }

    /// The squares that a bishop on a square attacks.
    #[inline]
    pub(crate) fn bishop_targets(square: usize, occupied: Lanes) -> Lanes {
        bishop(square, occupied)
    }

    /// Takes into account one of our sliders. `seen` is what their king sees on lines of the same kind.
    #[inline]
    fn look(bounds: &mut Bounds<Lanes>, king: usize, slider: usize, seen: u64, attacks: u64, occupied: u64) {
        let between = tables::between(king, slider);
        bounds.danger |= attacks;
        bounds.pinned |= attacks & seen & occupied & between;
        if seen & bit(slider) != 0 {
            bounds.targets &= between | bit(slider);
        }
    }
});
