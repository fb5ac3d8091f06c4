//! What our sliders attack, and what theirs do, in several lanes: all sliders at once, one direction after the other.

use super::Bounds;
use crate::board::{FILE_A, FILE_H, bit};
use crate::tables::{EAST, NORTH, NORTH_EAST, NORTH_WEST, RAYS, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST};

stamp!(bmi2, avx512, {
    use crate::lanes::level::{Lanes, all, and, narrow, or, seen_down, seen_up, shl, shr, without};

    /// Takes into account our rooks and queens.
    #[inline]
    pub(crate) fn straight_lines(bounds: &mut Bounds<Lanes>, king: usize, sliders: Lanes, occupied: Lanes) {
        let open = without(all(!0), without(occupied, all(bit(king))));
        let rays = &RAYS[king];
        look(bounds, seen_up(rays[NORTH], occupied), slide_down(sliders, open, 8, !0), sliders, occupied);
        look(bounds, seen_up(rays[EAST], occupied), slide_down(sliders, open, 1, !FILE_H), sliders, occupied);
        look(bounds, seen_down(rays[SOUTH], occupied, 8), slide_up(sliders, open, 8, !0), sliders, occupied);
        look(bounds, seen_down(rays[WEST], occupied, 1), slide_up(sliders, open, 1, !FILE_A), sliders, occupied);
    }

    /// Takes into account our bishops and queens.
    #[inline]
    pub(crate) fn diagonal_lines(bounds: &mut Bounds<Lanes>, king: usize, sliders: Lanes, occupied: Lanes) {
        let open = without(all(!0), without(occupied, all(bit(king))));
        let rays = &RAYS[king];
        look(bounds, seen_up(rays[NORTH_EAST], occupied), slide_down(sliders, open, 9, !FILE_H), sliders, occupied);
        look(bounds, seen_up(rays[NORTH_WEST], occupied), slide_down(sliders, open, 7, !FILE_A), sliders, occupied);
        look(bounds, seen_down(rays[SOUTH_WEST], occupied, 9), slide_up(sliders, open, 9, !FILE_A), sliders, occupied);
        look(bounds, seen_down(rays[SOUTH_EAST], occupied, 7), slide_up(sliders, open, 7, !FILE_H), sliders, occupied);
    }

    /// The squares that a rook on a square attacks.
    #[inline]
    pub(crate) fn rook_targets(square: usize, occupied: Lanes) -> Lanes {
        let rays = &RAYS[square % 64];
        let up = or(seen_up(rays[NORTH], occupied), seen_up(rays[EAST], occupied));
        or(up, or(seen_down(rays[SOUTH], occupied, 8), seen_down(rays[WEST], occupied, 1)))
    }

    /// The squares that a bishop on a square attacks.
    #[inline]
    pub(crate) fn bishop_targets(square: usize, occupied: Lanes) -> Lanes {
        let rays = &RAYS[square % 64];
        let up = or(seen_up(rays[NORTH_EAST], occupied), seen_up(rays[NORTH_WEST], occupied));
        or(up, or(seen_down(rays[SOUTH_WEST], occupied, 9), seen_down(rays[SOUTH_EAST], occupied, 7)))
    }

    /// Takes into account our sliders that attack in one direction. `seen` is what their king sees in the opposite
    /// direction.
    #[inline]
    fn look(bounds: &mut Bounds<Lanes>, seen: Lanes, attacks: Lanes, sliders: Lanes, occupied: Lanes) {
        bounds.targets = narrow(bounds.targets, seen, sliders, seen);
        bounds.pinned = or(bounds.pinned, and(and(seen, attacks), occupied));
        bounds.danger = or(bounds.danger, attacks);
    }

    /// The squares that sliders attack toward higher squares. Each step goes up by this number of squares, and ends on
    /// one of `ends`, unless it has gone around the edge.
    #[inline]
    fn slide_up(sliders: Lanes, open: Lanes, step: u32, ends: u64) -> Lanes {
        let mut open = and(open, all(ends));
        let mut fill = or(sliders, and(open, shl(sliders, step)));
        open = and(open, shl(open, step));
        fill = or(fill, and(open, shl(fill, 2 * step)));
        open = and(open, shl(open, 2 * step));
        fill = or(fill, and(open, shl(fill, 4 * step)));
        and(shl(fill, step), all(ends))
    }

    /// The same toward lower squares.
    #[inline]
    fn slide_down(sliders: Lanes, open: Lanes, step: u32, ends: u64) -> Lanes {
        let mut open = and(open, all(ends));
        let mut fill = or(sliders, and(open, shr(sliders, step)));
        open = and(open, shr(open, step));
        fill = or(fill, and(open, shr(fill, 2 * step)));
        open = and(open, shr(open, 2 * step));
        fill = or(fill, and(open, shr(fill, 4 * step)));
        and(shr(fill, step), all(ends))
    }
});
