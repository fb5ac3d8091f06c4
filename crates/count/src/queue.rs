//! Our moves in a queue, to be counted several at a time.

// These instructions are unsafe to call where the feature SSE2 is not named, but every CPU of this architecture has it.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

/// The largest number of moves in a queue. More are counted in another way.
pub(crate) const MOST: usize = 48;
/// The number of moves that are written at once.
const STEP: usize = 8;

/// Two sets: the square that a move leaves, and the square that it reaches.
///
/// A move is written and read as a whole: a CPU waits for parts that were written just before.
pub(crate) type Pair = __m128i;

/// Moves of any pieces.
pub(crate) struct Queue {
    /// The moves. After the last move the sets are empty.
    pub(crate) moves: [Pair; MOST + 2 * STEP],
    /// The number of moves.
    pub(crate) len: usize,
}

/// Evaluates instructions of SSE2.
macro_rules! sse2 {
    ($value:expr) => {
        // SAFETY: every CPU of this architecture has SSE2.
        unsafe { $value }
    };
}

stamp!({
    #[inline]
    #[allow(unused_unsafe, reason = "two levels name the feature")]
    pub(crate) fn queue() -> Queue {
        Queue { moves: [sse2!(_mm_setzero_si128()); MOST + 2 * STEP], len: 0 }
    }

    /// Returns two sets.
    #[inline]
    #[allow(unused_unsafe, reason = "two levels name the feature")]
    pub(crate) fn pair(from: u64, to: u64) -> Pair {
        sse2!(_mm_set_epi64x(to as i64, from as i64))
    }

    /// Adds the moves of a piece. Without room, the queue is useless and its length too large.
    #[inline]
    #[allow(unused_unsafe, reason = "two levels name the feature")]
    pub(crate) fn add_piece(queue: &mut Queue, from: u64, targets: u64) {
        add(queue, targets, pair(from, targets), pair(0, !0));
    }

    /// Adds moves of pawns: `from` contains the pawns, in the order of their targets.
    #[inline]
    #[allow(unused_unsafe, reason = "two levels name the feature")]
    pub(crate) fn add_pawns(queue: &mut Queue, from: u64, targets: u64) {
        add(queue, targets, pair(from, targets), pair(!0, !0));
    }

    /// Adds moves. Where `step` is -1, each move takes one square of the sets; where it is zero, all squares.
    #[inline]
    #[allow(unused_unsafe, reason = "two levels name the feature")]
    fn add(queue: &mut Queue, targets: u64, sets: Pair, step: Pair) {
        let (mut left, mut sets, mut first) = (targets.count_ones() as usize, sets, queue.len);
        queue.len += left;
        // Writing a fixed number of moves avoids unpredictable branches.
        while left != 0 {
            let place = first.min(MOST);
            for i in place..place + STEP {
                queue.moves[i] = sse2!(_mm_and_si128(sets, _mm_sub_epi64(_mm_setzero_si128(), sets)));
                sets = sse2!(_mm_and_si128(sets, _mm_add_epi64(sets, step)));
            }
            first += STEP;
            left = left.saturating_sub(STEP);
        }
    }

    #[inline]
    #[allow(unused_unsafe, reason = "two levels name the feature")]
    pub(crate) fn end(queue: &mut Queue) {
        let place = queue.len.min(MOST);
        queue.moves[place..place + STEP].fill(sse2!(_mm_setzero_si128()));
    }
});
