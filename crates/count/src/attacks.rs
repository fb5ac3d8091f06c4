//! The attacks of our sliders and of theirs, in several lanes: all sliders at once, one direction after the other.

use crate::board::{FILE_A, FILE_H, bit};
use crate::rays::{EAST, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST};

/// The limits of their replies in each lane.
pub(crate) struct Bounds<Lanes> {
    /// The targets of pieces other than the king: all squares, or those that end a check.
    pub(crate) targets: Lanes,
    /// The pieces that are the only ones between their king and one of our sliders.
    pub(crate) pinned: Lanes,
    /// The squares that we attack. Our lines pass through their king.
    pub(crate) danger: Lanes,
}

stamp!({
    use crate::lanes::level::{
        Lanes, all, and, narrow, or, ray, seen_down, seen_up, shl, shr, slide_right, unless_meet, without,
        without_lowest,
    };

    /// Takes into account our rooks and queens.
    #[inline]
    pub(crate) fn straight_lines(
        bounds: &mut Bounds<Lanes>,
        king: usize,
        sliders: Lanes,
        occupied: Lanes,
        promotes: bool,
    ) {
        let open = without(all(!0), without(occupied, all(bit(king))));
        let seen = [
            seen_up(ray(king, NORTH), occupied),
            seen_up(ray(king, EAST), occupied),
            seen_down(ray(king, SOUTH), occupied, 8),
            seen_down(ray(king, WEST), occupied, 1),
        ];
        let attacks = [
            slide_down(sliders, open, 8, !0),
            slide_down(sliders, open, 1, !FILE_H),
            slide_up(sliders, open, 8, !0),
            slide_right(sliders, without(occupied, all(bit(king)))),
        ];
        look(bounds, &seen, &attacks, sliders, occupied, promotes);
    }

    /// Takes into account our bishops and queens.
    #[inline]
    pub(crate) fn diagonal_lines(
        bounds: &mut Bounds<Lanes>,
        king: usize,
        sliders: Lanes,
        occupied: Lanes,
        promotes: bool,
    ) {
        let open = without(all(!0), without(occupied, all(bit(king))));
        let seen = [
            seen_up(ray(king, NORTH_EAST), occupied),
            seen_up(ray(king, NORTH_WEST), occupied),
            seen_down(ray(king, SOUTH_WEST), occupied, 9),
            seen_down(ray(king, SOUTH_EAST), occupied, 7),
        ];
        let attacks = [
            slide_down(sliders, open, 9, !FILE_H),
            slide_down(sliders, open, 7, !FILE_A),
            slide_up(sliders, open, 9, !FILE_A),
            slide_up(sliders, open, 7, !FILE_H),
        ];
        look(bounds, &seen, &attacks, sliders, occupied, promotes);
    }

    #[inline]
    pub(crate) fn rook_targets(square: usize, occupied: Lanes) -> Lanes {
        let up = or(seen_up(ray(square, NORTH), occupied), seen_up(ray(square, EAST), occupied));
        or(up, or(seen_down(ray(square, SOUTH), occupied, 8), seen_down(ray(square, WEST), occupied, 1)))
    }

    #[inline]
    pub(crate) fn bishop_targets(square: usize, occupied: Lanes) -> Lanes {
        let up = or(seen_up(ray(square, NORTH_EAST), occupied), seen_up(ray(square, NORTH_WEST), occupied));
        or(up, or(seen_down(ray(square, SOUTH_WEST), occupied, 9), seen_down(ray(square, SOUTH_EAST), occupied, 7)))
    }

    /// Adds the attacks of our sliders in four directions. `seen` is what their king sees the other way.
    #[inline]
    fn look(
        bounds: &mut Bounds<Lanes>,
        seen: &[Lanes; 4],
        attacks: &[Lanes; 4],
        sliders: Lanes,
        occupied: Lanes,
        promotes: bool,
    ) {
        let union = |sets: &[Lanes; 4]| or(or(sets[0], sets[1]), or(sets[2], sets[3]));
        bounds.danger = or(bounds.danger, union(attacks));
        // The squares between their king and a checking slider, which are empty; or a piece that is alone there.
        let met: [Lanes; 4] = core::array::from_fn(|i| and(seen[i], attacks[i]));
        let met = union(&met);
        bounds.pinned = or(bounds.pinned, and(met, occupied));
        let checkers = and(union(seen), sliders);
        bounds.targets = narrow(bounds.targets, checkers, checkers, or(without(met, occupied), checkers));
        // Only after a promotion do two sliders check on lines of the same kind.
        if promotes {
            let others = without_lowest(checkers);
            bounds.targets = unless_meet(others, others, bounds.targets);
        }
    }

    /// Returns the squares that sliders attack upward, `step` squares at a time, until the edge of `ends`.
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

    /// Returns the same toward lower squares.
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
