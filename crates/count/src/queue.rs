//! Our moves in a queue, to be counted several at a time.

/// The largest number of moves in a queue. More are counted in another way.
pub(crate) const MOST: usize = 48;
/// The number of moves that are written at once.
const STEP: usize = 8;

/// Moves of any pieces.
pub(crate) struct Queue {
    /// The square that each move leaves, as a set.
    pub(crate) from: [u64; MOST + 2 * STEP],
    /// The square that each move reaches, as a set. After the last move the sets are empty.
    pub(crate) to: [u64; MOST + 2 * STEP],
    /// The number of moves.
    pub(crate) len: usize,
}

impl Queue {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { from: [0; MOST + 2 * STEP], to: [0; MOST + 2 * STEP], len: 0 }
    }

    /// Adds the moves to some squares, each from the square that `from` returns for it. If there is no room, the queue
    /// is useless, and the number of moves is too large.
    #[inline(always)]
    pub(crate) fn add(&mut self, targets: u64, from: impl Fn(u64) -> u64) {
        let (mut left, mut first) = (targets, self.len);
        // Writing a fixed number of moves avoids unpredictable branches.
        while left != 0 {
            let place = first.min(MOST);
            for i in place..place + STEP {
                let to = left & left.wrapping_neg();
                left ^= to;
                self.from[i] = from(to);
                self.to[i] = to;
            }
            first += STEP;
        }
        self.len += targets.count_ones() as usize;
    }

    /// Ends the queue.
    #[inline(always)]
    pub(crate) fn end(&mut self) {
        let place = self.len.min(MOST);
        self.to[place..place + STEP].fill(0);
    }
}
