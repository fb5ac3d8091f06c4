//! Single sets in place of vectors.

/// The number of sets in a vector.
pub(crate) const LANES: usize = 1;
/// A vector of sets.
pub(crate) type Lanes = u64;

stamp!(baseline, {
    /// A set for each lane.
    #[inline]
    pub(crate) fn each(sets: &[u64; LANES]) -> Lanes {
        sets[0]
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

    /// The set where two others meet, and the empty set elsewhere.
    #[inline]
    pub(crate) fn if_meet(a: Lanes, b: Lanes, set: Lanes) -> Lanes {
        if a & b == 0 { 0 } else { set }
    }

    /// The set where two others do not meet, and the empty set elsewhere.
    #[inline]
    pub(crate) fn unless_meet(a: Lanes, b: Lanes, set: Lanes) -> Lanes {
        if a & b == 0 { set } else { 0 }
    }

    /// The squares of a set, and where two others meet only those that are also in `limit`.
    #[inline]
    pub(crate) fn narrow(set: Lanes, a: Lanes, b: Lanes, limit: Lanes) -> Lanes {
        if a & b == 0 { set } else { set & limit }
    }

    /// Adds the number of squares of each byte of a set to a sum of bytes, at most 31 times.
    #[inline]
    pub(crate) fn count(sum: Lanes, set: Lanes) -> Lanes {
        let by_two = set - (set >> 1 & !0 / 3);
        let by_four = (by_two & !0 / 5) + (by_two >> 2 & !0 / 5);
        sum + (by_four + (by_four >> 4) & !0 / 17)
    }

    /// Adds sums of `count` to a total.
    #[inline]
    pub(crate) fn collect(total: Lanes, sum: Lanes) -> Lanes {
        total + (sum & !0 / 257) + (sum >> 8 & !0 / 257)
    }

    /// The sum of a total.
    #[inline]
    pub(crate) fn total(total: Lanes) -> u64 {
        total.wrapping_mul(!0 / 0xffff) >> 48
    }
});
