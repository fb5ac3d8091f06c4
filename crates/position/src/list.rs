//! A list of moves without heap memory.
//!
//! Moves are stored in batches that are larger than needed, which saves an unpredictable branch for each piece. The
//! next piece overwrites the surplus. The moves past the end of the list are not initialized.
#![allow(unsafe_code)] // saves a third of the time of making a list, and half with AVX-512

use core::fmt;
use core::iter::FusedIterator;
use core::mem::MaybeUninit;
use core::ops::{Deref, DerefMut};
use core::slice;

use gardez_bitboard::Bitboard;
use gardez_types::{Direction, Move, Square};

/// A list of moves, stored in place: 1 KiB, with room for every arrangement of pieces.
///
/// It dereferences to a slice, so moves can be sorted.
#[derive(Clone)]
pub struct MoveList {
    /// The number of moves at the front that are initialized.
    len: usize,
    moves: [MaybeUninit<Move>; Self::CAPACITY],
}

/// The number of moves stored at once; a queen has up to 27.
const BATCH: usize = 32;

impl MoveList {
    /// The number of moves that every list has room for, on every board.
    //
    // The proof counts moves by target. A target and a direction determine the slider that moves there, so all sliders
    // together have at most 8 moves for each square that is free of pieces of their side; the same is true of knights.
    // Sliders and knights also have at most the moves that they have on an empty board. A pawn has at most 12 moves on
    // the rank before the last, 4 on its start rank and 3 elsewhere, and the king has at most 10. For all numbers of
    // pieces, these bounds give at most 472 moves, which leaves room for a surplus batch of 32.
    pub const CAPACITY: usize = 512;

    /// Creates an empty list.
    #[inline]
    pub const fn new() -> Self {
        Self { len: 0, moves: [const { MaybeUninit::uninit() }; Self::CAPACITY] }
    }

    /// Returns the moves that `fill` adds to an empty list, written where the caller wants the list.
    #[inline]
    pub(crate) fn filled(fill: impl FnOnce(&mut Self)) -> Self {
        #[inline(never)]
        fn write(list: &mut MaybeUninit<MoveList>, fill: impl FnOnce(&mut MoveList)) {
            fill(list.write(MoveList::new()));
        }
        let mut list = MaybeUninit::uninit();
        write(&mut list, fill);
        // SAFETY: `write` has written a list.
        unsafe { list.assume_init() }
    }

    /// Empties the list.
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a move at the end.
    ///
    /// # Panics
    ///
    /// Panics if the list is full.
    #[inline]
    pub fn push(&mut self, m: Move) {
        self.moves[self.len].write(m);
        self.len += 1;
    }

    /// Keeps the first `len` moves, or all if there are not more.
    #[inline]
    pub const fn truncate(&mut self, len: usize) {
        if len < self.len {
            self.len = len;
        }
    }

    /// Keeps the moves for which `keep` returns `true`, in the same order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for i in 0..self.len {
            let m = self[i];
            self[kept] = m;
            kept += usize::from(keep(m));
        }
        self.len = kept;
    }

    /// Adds the normal moves of a piece, except a move to its own square.
    // Inlined only with AVX-512, where storing a batch takes a few instructions.
    #[cfg_attr(target_feature = "avx512vbmi2", inline)]
    #[cfg_attr(not(target_feature = "avx512vbmi2"), inline(never))]
    pub(crate) fn push_piece(&mut self, from: Square, targets: Bitboard) {
        self.push_batch::<1>(targets - from.into(), (from as u16) << 6);
    }

    /// Adds normal moves of one or two steps in one direction.
    #[cfg_attr(target_feature = "avx512vbmi2", inline)]
    #[cfg_attr(not(target_feature = "avx512vbmi2"), inline(never))]
    pub(crate) fn push_steps(&mut self, targets: Bitboard, step: Direction, steps: u8) {
        debug_assert!(matches!(steps, 1 | 2), "a move leads to another square");
        // The origin of a move is its target less this distance, and is stored six bits above the target.
        let distance = i16::from(step.offset()) * i16::from(steps);
        self.push_batch::<{ 1 + (1 << 6) }>(targets, (distance as u16).wrapping_neg() << 6);
    }

    /// Adds a move for each target. The number of a move is `target × FACTOR + offset`.
    #[inline]
    fn push_batch<const FACTOR: u16>(&mut self, targets: Bitboard, offset: u16) {
        let room: &mut [MaybeUninit<Move>; BATCH] =
            (&mut self.moves[self.len..self.len + BATCH]).try_into().expect("a slice of this length");
        let (stored, rest) = store::<FACTOR>(targets, offset, room);
        // `store` has initialized this many moves.
        self.len += stored;
        if !rest.is_empty() {
            self.push_rest::<FACTOR>(rest, offset);
        }
    }

    /// Adds more moves than a batch has room for, on a board with more pawns than a game can have.
    #[cold]
    #[inline(never)]
    fn push_rest<const FACTOR: u16>(&mut self, targets: Bitboard, offset: u16) {
        self.push_batch::<FACTOR>(targets, offset);
    }
}

/// Stores a move for each of the first targets, at most a batch, at the front of `room`, and arbitrary numbers after
/// them. Returns the number of moves and the other targets.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx512bw", target_feature = "avx512vbmi2")))]
#[inline]
fn store<const FACTOR: u16>(
    targets: Bitboard,
    offset: u16,
    room: &mut [MaybeUninit<Move>; BATCH],
) -> (usize, Bitboard) {
    // Without BMI1 each move costs more instructions, so a surplus of eight costs too much.
    const AT_ONCE: usize = if cfg!(target_feature = "bmi1") { 8 } else { 4 };
    let room: &mut [MaybeUninit<u16>; BATCH] =
        // SAFETY: a `Move` is a `u16` in memory, and both may be uninitialized. The number written for a target is not
        // zero, which a `Move` cannot be: its two squares differ, because both callers of `push_batch` ensure it.
        unsafe { &mut *(&raw mut *room).cast() };
    let (mut bits, mut stored) = (targets.bits(), 0);
    for chunk in room.chunks_exact_mut(AT_ONCE) {
        for place in chunk {
            // Counted here, because a count of bits takes a dozen instructions without POPCNT.
            stored += usize::from(bits != 0);
            let to = bits.trailing_zeros() as u16;
            place.write(to.wrapping_mul(FACTOR).wrapping_add(offset));
            bits &= bits.wrapping_sub(1);
        }
        if bits == 0 {
            break;
        }
    }
    if cfg!(target_feature = "popcnt") {
        stored = targets.len() as usize - bits.count_ones() as usize;
    }
    (stored, Bitboard::from_bits(bits))
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx512bw", target_feature = "avx512vbmi2"))]
#[allow(clippy::incompatible_msrv)] // an older compiler does not know these features and compiles the other function
#[inline]
fn store<const FACTOR: u16>(
    targets: Bitboard,
    offset: u16,
    room: &mut [MaybeUninit<Move>; BATCH],
) -> (usize, Bitboard) {
    use core::arch::x86_64::{
        _mm512_add_epi16, _mm512_castsi512_si256, _mm512_cvtepu8_epi16, _mm512_loadu_si512, _mm512_maskz_compress_epi8,
        _mm512_mullo_epi16, _mm512_set1_epi16, _mm512_storeu_si512,
    };

    static SQUARES: [Square; 64] = Square::ALL;
    // The targets that a batch has no room for. A board of a game has none.
    let rest = if targets.len() as usize <= BATCH { Bitboard::EMPTY } else { after_batch(targets) };
    let targets = targets - rest;
    // SAFETY: the CPU has the features, because all code is compiled for them. 64 squares of one byte each are read, and
    // 32 moves of two bytes each are written. The number written for a target is not zero, which a `Move` cannot be: its
    // two squares differ, because both callers of `push_batch` ensure it.
    unsafe {
        let squares = _mm512_maskz_compress_epi8(targets.bits(), _mm512_loadu_si512(SQUARES.as_ptr().cast()));
        let to = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(squares));
        let multiples = if FACTOR == 1 { to } else { _mm512_mullo_epi16(to, _mm512_set1_epi16(FACTOR as i16)) };
        let moves = _mm512_add_epi16(multiples, _mm512_set1_epi16(offset as i16));
        _mm512_storeu_si512(room.as_mut_ptr().cast(), moves);
    }
    (targets.len() as usize, rest)
}

/// Returns all targets after the first batch.
#[cfg(all(target_arch = "x86_64", target_feature = "avx512bw", target_feature = "avx512vbmi2"))]
#[cold]
fn after_batch(targets: Bitboard) -> Bitboard {
    targets.into_iter().skip(BATCH).collect()
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        // SAFETY: the first `len` moves are initialized.
        unsafe { slice::from_raw_parts(self.moves.as_ptr().cast(), self.len) }
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        // SAFETY: the first `len` moves are initialized.
        unsafe { slice::from_raw_parts_mut(self.moves.as_mut_ptr().cast(), self.len) }
    }
}

impl PartialEq for MoveList {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for MoveList {}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = MoveListIntoIter;

    #[inline]
    fn into_iter(self) -> MoveListIntoIter {
        MoveListIntoIter { list: self, next: 0 }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The moves of a [`MoveList`] by value, made by `list.into_iter()`.
#[derive(Clone, Debug)]
pub struct MoveListIntoIter {
    list: MoveList,
    next: usize,
}

impl Iterator for MoveListIntoIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let m = self.list.get(self.next).copied()?;
        self.next += 1;
        Some(m)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for MoveListIntoIter {}
impl FusedIterator for MoveListIntoIter {}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    fn one_by_one(targets: Bitboard, from: impl Fn(Square) -> Square) -> Vec<Move> {
        targets.into_iter().map(|to| Move::normal(from(to), to)).collect()
    }

    #[test]
    fn a_batch_contains_the_same_moves_as_a_loop_that_makes_one_at_a_time() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..if cfg!(miri) { 1 } else { 1000 } {
            bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            for from in Square::ALL {
                // From no targets to more targets than any piece has.
                for targets in [bits & (bits >> 7), bits, bits & (bits >> 5) & (bits << 11), bits >> 58] {
                    let targets = Bitboard::from_bits(targets);
                    let mut list = MoveList::new();
                    list.push_piece(from, targets);
                    assert_eq!(*list, one_by_one(targets - from.into(), |_| from), "{from} to {targets:?}");
                }
            }
        }
    }

    #[test]
    fn more_moves_than_a_batch_are_all_stored() {
        // All 48 squares from the third rank on.
        let targets = Bitboard::from_bits(!0 << 16);
        let mut list = MoveList::new();
        list.push_steps(targets, Direction::North, 2);
        let back = |to: Square| Square::from_index(to as u8 - 16).expect("two ranks below");
        assert_eq!(*list, one_by_one(targets, back));
        assert_eq!(list.len(), 48);
    }

    #[test]
    fn moves_follow_one_another_without_a_gap() {
        let mut list = MoveList::new();
        list.push_piece(Square::E4, Bitboard::from(Square::E5));
        list.push_piece(Square::A1, Bitboard::EMPTY);
        list.push_steps(Bitboard::from(Square::H3), Direction::North, 1);
        list.push(Move::castling(Square::E1, Square::H1));
        let moves = [
            Move::normal(Square::E4, Square::E5),
            Move::normal(Square::H2, Square::H3),
            Move::castling(Square::E1, Square::H1),
        ];
        assert_eq!(*list, moves);
        assert_eq!(list.clone().into_iter().collect::<Vec<_>>(), moves);
        assert_eq!(list.into_iter().len(), 3);
    }

    /// Returns the bound of [`MoveList::CAPACITY`] for these numbers of pieces: each kind is on the squares on which it
    /// has most moves. `pawns` counts pawns on the rank before the last, on their start rank, and elsewhere.
    fn most_moves(sliders: usize, knights: usize, pawns: [usize; 3]) -> usize {
        let best = |degrees: &[(usize, usize)], pieces: usize| {
            let squares = degrees.iter().flat_map(|&(moves, squares)| core::iter::repeat_n(moves, squares));
            squares.take(pieces).sum::<usize>()
        };
        let free = 63 - sliders - knights - pawns.iter().sum::<usize>();
        let sliding = best(&[(27, 4), (25, 12), (23, 20), (21, 28)], sliders).min(8 * free);
        let leaping = best(&[(8, 16), (6, 16), (4, 20), (3, 8), (2, 4)], knights).min(8 * free);
        sliding + leaping + 12 * pawns[0] + 4 * pawns[1] + 3 * pawns[2] + 10
    }

    #[test]
    fn no_numbers_of_pieces_have_more_moves_than_the_list_has_room_for() {
        let mut most = 0;
        // The pawns on the rank before the last, on their start rank, and elsewhere.
        for pawns in (0..9 * 9 * 33).map(|n| [n % 9, n / 9 % 9, n / 81]) {
            let others = 63 - pawns.iter().sum::<usize>();
            for sliders in 0..=others {
                let moves = (0..=others - sliders).map(|knights| most_moves(sliders, knights, pawns)).max();
                most = most.max(moves.unwrap_or_default());
            }
        }
        assert_eq!(most, 472);
        assert!(most + BATCH <= MoveList::CAPACITY);
    }

    #[test]
    fn pushing_to_a_full_list_panics() {
        let overfull = std::panic::catch_unwind(|| {
            let mut list = MoveList::new();
            for _ in 0..MoveList::CAPACITY {
                list.push_piece(Square::A1, Bitboard::from(Square::A2));
            }
            list.len()
        });
        assert!(overfull.is_err(), "a batch was stored past the end");
    }
}
