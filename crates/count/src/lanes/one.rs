//! Vectors of one set, for CPUs whose vectors are not used.

/// The number of sets in a vector.
pub(crate) const LANES: usize = 1;
/// A vector of sets.
pub(crate) type Lanes = u64;

stamp!(baseline, {
    /// The numbers themselves.
    #[inline]
    pub(crate) fn numbers(numbers: &[u64; LANES]) -> Lanes {
        numbers[0]
    }

    /// The squares whose numbers are six bits of each number, from this bit on.
    #[inline]
    pub(crate) fn squares(packed: &[u64; LANES], first_bit: u32) -> Lanes {
        1 << (packed[0] >> first_bit & 63)
    }

    /// The same set in every lane.
    #[inline]
    pub(crate) fn all(set: u64) -> Lanes {
        set
    }

    #[inline]
    pub(crate) fn and(a: Lanes, b: Lanes) -> Lanes {
        a & b
    }

    #[inline]
    pub(crate) fn or(a: Lanes, b: Lanes) -> Lanes {
        a | b
    }

    /// The squares of the first set that are not in the second.
    #[inline]
    pub(crate) fn without(a: Lanes, b: Lanes) -> Lanes {
        a & !b
    }

    #[inline]
    pub(crate) fn shl(set: Lanes, bits: u32) -> Lanes {
        set << bits
    }

    #[inline]
    pub(crate) fn shr(set: Lanes, bits: u32) -> Lanes {
        set >> bits
    }

    /// All squares where two sets do not meet, and none elsewhere.
    #[inline]
    fn apart(a: Lanes, b: Lanes) -> Lanes {
        if a & b == 0 { !0 } else { 0 }
    }

    /// The set where two others meet, and the empty set elsewhere.
    #[inline]
    pub(crate) fn if_meet(a: Lanes, b: Lanes, set: Lanes) -> Lanes {
        without(set, apart(a, b))
    }

    /// The set where two others do not meet, and the empty set elsewhere.
    #[inline]
    pub(crate) fn unless_meet(a: Lanes, b: Lanes, set: Lanes) -> Lanes {
        and(set, apart(a, b))
    }

    /// The squares of a set, and where two others meet only those that are also in `limit`.
    #[inline]
    pub(crate) fn narrow(set: Lanes, a: Lanes, b: Lanes, limit: Lanes) -> Lanes {
        and(set, or(apart(a, b), limit))
    }

    /// The squares of a ray to higher squares, up to the first piece and including it.
    #[inline]
    pub(crate) fn seen_up(ray: u64, occupied: Lanes) -> Lanes {
        let pieces = ray & occupied;
        (pieces ^ pieces.wrapping_sub(1)) & ray
    }

    /// The squares of a ray to lower squares, up to the first piece and including it. The ray descends by this number
    /// of squares a step.
    #[inline]
    pub(crate) fn seen_down(ray: u64, occupied: Lanes, step: u32) -> Lanes {
        let mut beyond = shr(and(all(ray), occupied), step);
        beyond = or(beyond, shr(beyond, step));
        beyond = or(beyond, shr(beyond, 2 * step));
        beyond = or(beyond, shr(beyond, 4 * step));
        without(all(ray), beyond)
    }

    /// Adds the number of squares of a set to a sum.
    #[inline]
    pub(crate) fn count(sum: Lanes, set: Lanes) -> Lanes {
        sum + u64::from(set.count_ones())
    }

    /// Adds sums of `count` to a total.
    #[inline]
    pub(crate) fn collect(total: Lanes, sum: Lanes) -> Lanes {
        total + sum
    }

    /// The sum of all lanes of a total.
    #[inline]
    pub(crate) fn total(total: Lanes) -> u64 {
        total
    }
});
