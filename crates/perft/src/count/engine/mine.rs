//! Our moves that are counted together, as sets of targets.

use crate::count::board::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK, bit, up_left, up_right};

/// The most men beside pawns that the engine keeps apart; positions with more are counted move by move.
pub(super) const MAX_PIECES: u32 = 16;
/// The pawns' four sets come first.
pub(super) const FIRST_PIECE: usize = 4;
/// Promotions are counted move by move if so many places are taken: the king and the empty last place need room.
pub(super) const FULL: usize = PLACES - 6;
/// Room for them all; a power of two.
pub(super) const PLACES: usize = 32;

/// The moves that are counted together: without those that check, castle or capture en passant.
pub(super) struct Mine {
    /// Pawn steps, double steps, captures to the left and to the right; then a set for each piece.
    pub(super) sets: [u64; PLACES],
    pub(super) types: [u8; PLACES],
    pub(super) from: [u8; PLACES],
    pub(super) len: usize,
    /// The place of each piece by its square; elsewhere the last one, which stays empty.
    place: [u8; 64],
    /// The moves to each square, counted in binary: the lowest digit of all squares first.
    pub(super) planes: [u64; 4],
    /// Squares to which too many moves lead for the planes.
    pub(super) overflow: u64,
    pub(super) count: u32,
    /// The pawns whose promotions are among the pieces.
    becomes: u64,
}

impl Mine {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            sets: [0; PLACES],
            types: [PAWN as u8; PLACES],
            from: [0; PLACES],
            len: FIRST_PIECE,
            place: [PLACES as u8 - 1; 64],
            planes: [0; 4],
            overflow: 0,
            count: 0,
            becomes: 0,
        }
    }

    /// Adds the moves of a piece.
    #[inline(always)]
    pub(super) fn piece(&mut self, piece_type: usize, from: usize, targets: u64) {
        let place = self.len % PLACES;
        self.sets[place] = targets;
        self.types[place] = piece_type as u8;
        self.from[place] = from as u8;
        self.place[from % 64] = place as u8;
        self.len = place + 1;
    }

    /// The set of the piece on a square.
    #[inline(always)]
    pub(super) fn targets_at(&mut self, square: usize) -> &mut u64 {
        &mut self.sets[usize::from(self.place[square % 64]) % PLACES]
    }

    /// Adds a set of the pawns' moves.
    #[inline(always)]
    pub(super) fn pawns(&mut self, place: usize, targets: u64) {
        self.sets[place] = targets;
        self.add(targets);
    }

    #[inline(always)]
    pub(super) fn add(&mut self, targets: u64) {
        let mut carry = targets;
        for plane in &mut self.planes {
            let sum = *plane ^ carry;
            carry &= *plane;
            *plane = sum;
        }
        self.overflow |= carry;
    }

    /// All targets.
    #[inline(always)]
    pub(super) fn any(&self) -> u64 {
        self.planes.iter().fold(0, |any, plane| any | plane)
    }

    /// How many moves go to a square.
    #[inline(always)]
    pub(super) fn to(&self, square: usize) -> i64 {
        let digits = self.planes.iter().enumerate();
        digits.fold(0, |sum, (i, plane)| sum | ((plane >> (square & 63) & 1) << i) as i64)
    }

    /// How many moves go to the squares of a set.
    #[inline(always)]
    pub(super) fn arriving(&self, set: u64) -> i64 {
        let [ones, twos, fours, eights] = self.planes.map(|plane| plane & set);
        let mut sum = ones.count_ones() + 2 * twos.count_ones() + 4 * fours.count_ones();
        if eights != 0 {
            sum += 8 * eights.count_ones();
        }
        i64::from(sum)
    }

    /// The targets of the man on a square, where it is or becomes a piece of the type.
    #[inline(always)]
    pub(super) fn targets_of(&self, piece_type: usize, square: usize) -> u64 {
        if piece_type == PAWN {
            return self.targets_of_pawn(square);
        }
        let mut place = usize::from(self.place[square & 63]);
        // What a pawn becomes stands in successive places.
        if self.becomes & bit(square) != 0 {
            place += piece_type - KNIGHT;
        }
        self.sets[place % PLACES]
    }

    /// Adds the promotions of a pawn, for which there is room below [`FULL`] places.
    #[inline(always)]
    pub(super) fn promotions(&mut self, from: usize, targets: u64, keeps: impl Fn(usize) -> bool) {
        self.becomes |= bit(from);
        for piece_type in [KNIGHT, BISHOP, ROOK, QUEEN] {
            let set = if keeps(piece_type) { targets } else { 0 };
            self.piece(piece_type, from, set);
        }
        self.place[from % 64] -= 3;
    }

    #[inline(always)]
    pub(super) fn targets_of_pawn(&self, square: usize) -> u64 {
        let pawn = bit(square);
        self.sets[0] & pawn << 8
            | self.sets[1] & pawn << 16
            | self.sets[2] & up_left(pawn)
            | self.sets[3] & up_right(pawn)
    }

    /// Eight sets, with the types of their pieces.
    #[allow(dead_code, reason = "only levels with vectors take eight at once")]
    #[inline(always)]
    pub(super) fn part(&self, part: usize) -> (&[u64; 8], &[u8; 8]) {
        (&self.sets.as_chunks().0[part % 4], &self.types.as_chunks().0[part % 4])
    }
}
