//! Our moves that are counted together, as sets of targets.

use crate::board::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK, bit, up_left, up_right};

/// The largest number of a side's pieces besides pawns. With more, every move is made.
pub(crate) const MAX_PIECES: usize = 16;
/// The first place of a piece. The four sets of the pawns come before it.
pub(crate) const FIRST_PIECE: usize = 4;
/// The number of places, a power of two.
pub(crate) const PLACES: usize = 32;
/// The last place, which is always empty.
const EMPTY: usize = PLACES - 1;
/// The places from here on belong to moves that check.
const FIRST_CHECK: usize = 24;

/// A sum of sets: for each square the number of sets that contain it, in binary, the lowest digit of all squares first.
#[derive(Clone, Copy)]
pub(crate) struct Planes {
    pub(crate) digits: [u64; 4],
    /// Squares that are in too many sets for four digits.
    pub(crate) overflow: u64,
}

impl Planes {
    #[inline(always)]
    pub(crate) fn add(&mut self, set: u64) {
        let [ones, twos, fours, eights] = self.digits;
        let (to_twos, to_fours) = (ones & set, ones & twos & set);
        let to_eights = to_fours & fours;
        self.digits = [ones ^ set, twos ^ to_twos, fours ^ to_fours, eights ^ to_eights];
        self.overflow |= eights & to_eights;
    }
}

/// The moves that are counted together. Of checks and castlings, only the replies of the king are.
pub(crate) struct Mine {
    /// Pawn steps, double pushes, captures to the left and to the right; then one set for each piece that moves.
    pub(crate) sets: [u64; PLACES],
    pub(crate) types: [u8; PLACES],
    pub(crate) from: [u8; PLACES],
    pub(crate) len: usize,
    /// The first place of the moves that check. They fill the places up to the last one, which is empty.
    pub(crate) first_check: usize,
    /// The number of places that neither pieces nor promotions need.
    room: usize,
    /// The place of each piece by its square; for other squares, the last place.
    place: [u8; 64],
    /// The number of moves to each square, in binary: the lowest digit of all squares first.
    pub(crate) planes: [u64; 4],
    /// The number of moves.
    pub(crate) count: u32,
    /// The pawns whose promotions are among the pieces.
    becomes: u64,
    /// Castlings: the square of the rook before, and the squares that it attacks afterwards.
    castlings: [(u64, u64); 2],
    castlings_len: usize,
}

impl Mine {
    /// Returns no moves yet, with room for this many pieces.
    #[inline(always)]
    pub(crate) fn new(pieces: usize) -> Self {
        Self {
            sets: [0; PLACES],
            types: [PAWN as u8; PLACES],
            from: [0; PLACES],
            len: FIRST_PIECE,
            first_check: EMPTY,
            room: EMPTY - FIRST_PIECE - pieces.min(MAX_PIECES),
            place: [EMPTY as u8; 64],
            planes: [0; 4],
            count: 0,
            becomes: 0,
            castlings: [(0, 0); 2],
            castlings_len: 0,
        }
    }

    /// Adds the moves of a piece.
    #[inline(always)]
    pub(crate) fn piece(&mut self, piece_type: usize, from: usize, targets: u64) {
        let place = self.len % PLACES;
        self.sets[place] = targets;
        self.types[place] = piece_type as u8;
        self.from[place] = from as u8;
        self.place[from % 64] = place as u8;
        self.len = place + 1;
    }

    /// Adds moves of a piece that check. Returns `false` if there is no room.
    #[inline(always)]
    pub(crate) fn checks(&mut self, piece_type: usize, from: usize, targets: u64) -> bool {
        if self.room < PLACES - FIRST_CHECK || self.first_check == FIRST_CHECK {
            return false;
        }
        self.first_check -= 1;
        let place = self.first_check % PLACES;
        self.sets[place] = targets;
        self.types[place] = piece_type as u8;
        self.from[place] = from as u8;
        true
    }

    /// Adds the promotions of a pawn. Returns `false` if there is no room.
    #[inline(always)]
    pub(crate) fn promotions(&mut self, from: usize, targets: u64) -> bool {
        let reserved = if self.first_check == EMPTY { 0 } else { PLACES - FIRST_CHECK };
        if self.room < 4 + reserved {
            return false;
        }
        self.room -= 4;
        self.becomes |= bit(from);
        for piece_type in [KNIGHT, BISHOP, ROOK, QUEEN] {
            self.piece(piece_type, from, targets);
        }
        // The four pieces of a promotion are in successive places.
        self.place[from % 64] -= 3;
        true
    }

    /// Adds castling with a rook that attacks these squares afterwards.
    #[inline(always)]
    pub(crate) fn castling(&mut self, rook: u64, attacks: u64) {
        self.castlings[self.castlings_len % 2] = (rook, attacks);
        self.castlings_len += 1;
    }

    /// Returns castlings: the square of the rook before, and the squares that it attacks afterwards.
    #[inline(always)]
    pub(crate) fn castlings(&self) -> &[(u64, u64)] {
        &self.castlings[..self.castlings_len.min(2)]
    }

    /// Returns the pawns whose promotions are among the pieces.
    #[inline(always)]
    pub(crate) fn becomes(&self) -> u64 {
        self.becomes
    }

    /// Returns all targets.
    #[inline(always)]
    pub(crate) fn any(&self) -> u64 {
        let [ones, twos, fours, eights] = self.planes;
        ones | twos | fours | eights
    }

    /// Returns the number of moves to a square.
    #[inline(always)]
    pub(crate) fn to(&self, square: usize) -> i64 {
        let [ones, twos, fours, eights] = self.planes.map(|plane| plane >> (square & 63) & 1);
        (ones | twos << 1 | fours << 2 | eights << 3) as i64
    }

    /// Returns the number of moves to the squares of a set.
    #[inline(always)]
    pub(crate) fn arriving(&self, set: u64) -> i64 {
        let [ones, twos, fours, eights] = self.planes.map(|plane| plane & set);
        let mut sum = ones.count_ones() + 2 * twos.count_ones() + 4 * fours.count_ones();
        if eights != 0 {
            sum += 8 * eights.count_ones();
        }
        i64::from(sum)
    }

    /// Returns the targets of the piece on a square, which is of this type or promotes to it.
    #[inline(always)]
    pub(crate) fn targets_of(&self, piece_type: usize, square: usize) -> u64 {
        if piece_type == PAWN {
            return self.targets_of_pawn(square);
        }
        let mut place = usize::from(self.place[square & 63]);
        if self.becomes & bit(square) != 0 {
            place += piece_type - KNIGHT;
        }
        self.sets[place % PLACES]
    }

    #[inline(always)]
    pub(crate) fn targets_of_pawn(&self, square: usize) -> u64 {
        let pawn = bit(square);
        self.sets[0] & pawn << 8
            | self.sets[1] & pawn << 16
            | self.sets[2] & up_left(pawn)
            | self.sets[3] & up_right(pawn)
    }

    /// Returns the targets from which the piece on a square checks.
    #[inline(always)]
    pub(crate) fn checks_of(&self, piece_type: usize, square: usize) -> u64 {
        let mut targets = 0;
        for place in self.first_check..EMPTY {
            let place = place % PLACES;
            if usize::from(self.from[place]) == square && usize::from(self.types[place]) == piece_type {
                targets |= self.sets[place];
            }
        }
        targets
    }

    /// Returns the number of moves that check.
    #[inline(always)]
    pub(crate) fn count_of_checks(&self) -> u32 {
        (self.first_check..EMPTY).map(|place| self.sets[place % PLACES].count_ones()).sum()
    }

    /// Returns all targets, checks included.
    #[inline(always)]
    pub(crate) fn any_with_checks(&self) -> u64 {
        (self.first_check..EMPTY).fold(self.any(), |any, place| any | self.sets[place % PLACES])
    }

    /// Returns the number of moves that check and go to the squares of a set.
    #[allow(dead_code, reason = "only levels without vectors need it")]
    #[inline(always)]
    pub(crate) fn checks_arriving(&self, set: u64) -> u32 {
        (self.first_check..EMPTY).map(|place| (self.sets[place % PLACES] & set).count_ones()).sum()
    }

    #[inline(always)]
    pub(crate) fn places_of_checks(&self) -> core::ops::Range<usize> {
        self.first_check..EMPTY
    }
}
