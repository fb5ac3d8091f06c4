//! Sums over sets of targets, eight sets at a time.

// Reading eight numbers into a register goes through a pointer; the level gains a quarter of its speed here.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::lines::Lines;
use super::mine::Mine;
use super::theirs::Theirs;
use crate::count::board::{ALL, BISHOP, Board, KING, QUEEN, RANK_1, RANK_8, ROOK, SPECIAL};
use crate::count::tables;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// By how much the eight directions turn a board to the left: up, up right, right, down right, and so on.
const STEPS: [u64; 8] = [8, 9, 1, 57, 56, 55, 63, 7];
/// Where a step in each direction may end: elsewhere it has gone around the edge.
const ENDS: [u64; 8] =
    [!RANK_1, !RANK_1 & !FILE_A, !FILE_A, !RANK_8 & !FILE_A, !RANK_8, !RANK_8 & !FILE_H, !FILE_H, !RANK_1 & !FILE_H];

/// From where each type attacks a square.
pub(super) type Attacks = __m512i;

/// A sum over our moves.
pub(super) struct Tally {
    sets: [__m512i; 4],
    types: [__m512i; 4],
    sum: __m512i,
    len: usize,
}

/// From where pawns, knights and kings attack each square, in the places of their types.
static LEAPS: [[u64; 8]; 64] = {
    let mut leaps = [[0; 8]; 64];
    let mut i = 0;
    while i < 64 {
        leaps[i][0] = tables::PAWN[i];
        leaps[i][1] = tables::KNIGHT[i];
        leaps[i][KING] = tables::KING[i];
        i += 1;
    }
    leaps
};

stamp! {
    #[inline]
    pub(super) fn load(numbers: &[u64; 8]) -> __m512i {
        // SAFETY: the reference covers the 64 bytes that are read, and no alignment is asked for.
        unsafe { _mm512_loadu_epi64(numbers.as_ptr().cast()) }
    }

    /// What our arrivals add to and take from their pawns' moves, and take from those of their sliders that are cut off.
    #[inline]
    pub(super) fn common_arrivals(board: &Board, lines: &Lines, theirs: &Theirs, mine: &Mine) -> i64 {
        let them = &board.them;
        let king = lines.king;
        let free = !lines.pinned;
        let (straight, diagonal) = (them[ROOK] | them[QUEEN], them[BISHOP] | them[QUEEN]);
        let ranks = straight & (free | RANK_1 << (king & 56));
        let files = straight & (free | tables::FILE[king]);
        let rising = diagonal & (free | tables::DIAGONAL[king]);
        let falling = diagonal & (free | tables::ANTIDIAGONAL[king]);

        // Fill the empty squares in each direction, and take the step that may capture.
        let (step, ends) = (load(&STEPS), load(&ENDS));
        let (two, four) = (_mm512_slli_epi64::<1>(step), _mm512_slli_epi64::<2>(step));
        let mut fill = load(&[files, rising, ranks, falling, files, rising, ranks, falling]);
        let empty = !(board.us[ALL] | them[ALL]);
        let mut open = _mm512_and_si512(_mm512_set1_epi64(empty as i64), ends);
        fill = _mm512_or_si512(fill, _mm512_and_si512(open, _mm512_rolv_epi64(fill, step)));
        open = _mm512_and_si512(open, _mm512_rolv_epi64(open, step));
        fill = _mm512_or_si512(fill, _mm512_and_si512(open, _mm512_rolv_epi64(fill, two)));
        open = _mm512_and_si512(open, _mm512_rolv_epi64(open, two));
        fill = _mm512_or_si512(fill, _mm512_and_si512(open, _mm512_rolv_epi64(fill, four)));
        let free_of_them = _mm512_andnot_si512(_mm512_set1_epi64(them[ALL] as i64), ends);
        let reach = _mm512_and_si512(_mm512_rolv_epi64(fill, step), free_of_them);

        // Squares with at least one, two, ... six reached squares behind them; then their number in binary.
        let one = _mm512_and_si512(reach, _mm512_rorv_epi64(reach, step));
        let two = _mm512_and_si512(reach, _mm512_rorv_epi64(one, step));
        let three = _mm512_and_si512(reach, _mm512_rorv_epi64(two, step));
        let four = _mm512_and_si512(reach, _mm512_rorv_epi64(three, step));
        let five = _mm512_and_si512(reach, _mm512_rorv_epi64(four, step));
        let six = _mm512_and_si512(reach, _mm512_rorv_epi64(five, step));
        let ones = _mm512_xor_si512(
            _mm512_xor_si512(_mm512_xor_si512(one, two), _mm512_xor_si512(three, four)),
            _mm512_xor_si512(five, six),
        );
        let twos = _mm512_or_si512(_mm512_andnot_si512(four, two), six);

        // Their pawns: what they may capture, and where they may not step.
        let pawns = load(&[theirs.left, theirs.right, theirs.single, theirs.double, theirs.double << 8, 0, 0, 0]);
        let cuts = |plane: u64| {
            let plane = _mm512_set1_epi64(plane as i64);
            let count = |set| _mm512_popcnt_epi64(_mm512_and_si512(plane, set));
            let upper = _mm512_add_epi64(count(twos), _mm512_slli_epi64::<1>(count(four)));
            (_mm512_add_epi64(count(ones), _mm512_slli_epi64::<1>(upper)), count(pawns))
        };
        let [first, second, third, fourth] = mine.planes;
        let (mut cut, mut pawn) = cuts(third);
        if fourth != 0 {
            let (cut_more, pawn_more) = cuts(fourth);
            cut = _mm512_add_epi64(cut, _mm512_slli_epi64::<1>(cut_more));
            pawn = _mm512_add_epi64(pawn, _mm512_slli_epi64::<1>(pawn_more));
        }
        for plane in [second, first] {
            let (cut_more, pawn_more) = cuts(plane);
            cut = _mm512_add_epi64(_mm512_slli_epi64::<1>(cut), cut_more);
            pawn = _mm512_add_epi64(_mm512_slli_epi64::<1>(pawn), pawn_more);
        }
        let signs = load(&[!0, !0, 1, 1, 1, 0, 0, 0]);
        // Lanes of the pawns: minus what may be captured, plus what is blocked.
        let signed = _mm512_sub_epi64(_mm512_xor_si512(pawn, negative(signs)), negative(signs));
        -_mm512_reduce_add_epi64(_mm512_add_epi64(cut, signed))
    }

    /// All ones in the lanes that are negative.
    #[inline]
    fn negative(signs: __m512i) -> __m512i {
        _mm512_srai_epi64::<63>(signs)
    }

    /// Sets the moves up for summing by type.
    #[inline]
    pub(super) fn tally(mine: &Mine) -> Tally {
        let zero = _mm512_setzero_si512();
        let mut tally = Tally { sets: [zero; 4], types: [zero; 4], sum: zero, len: mine.len };
        for part in 0..4 {
            if 8 * part < mine.len {
                set_part(&mut tally, mine, part, part);
            }
        }
        tally
    }

    /// The same for all moves and those that check.
    #[inline]
    pub(super) fn tally_with_checks(mine: &Mine) -> Tally {
        let mut tally = tally(mine);
        if !mine.places_of_checks().is_empty() && mine.len <= 24 {
            // Moves that check have their places in the last part.
            let part = mine.len.div_ceil(8);
            set_part(&mut tally, mine, part, 3);
            tally.len = 8 * part + 8;
        }
        tally
    }

    #[inline]
    fn set_part(tally: &mut Tally, mine: &Mine, to: usize, part: usize) {
        tally.sets[to % 4] = load(&mine.sets.as_chunks().0[part]);
        let types = i64::from_le_bytes(mine.types.as_chunks().0[part]);
        tally.types[to % 4] = _mm512_cvtepu8_epi64(_mm_set_epi64x(0, types));
    }

    /// From where each type attacks a square, sliders being given.
    #[inline]
    pub(super) fn attacks(square: usize, straight: u64, diagonal: u64) -> Attacks {
        let straight = _mm512_maskz_set1_epi64(0b01_1000, straight as i64);
        let diagonal = _mm512_maskz_set1_epi64(0b01_0100, diagonal as i64);
        _mm512_or_si512(load(&LEAPS[square % 64]), _mm512_or_si512(straight, diagonal))
    }

    /// The squares of both.
    #[inline]
    pub(super) fn either(attacks: &Attacks, others: &Attacks) -> Attacks {
        _mm512_or_si512(*attacks, *others)
    }

    /// The same squares for each type.
    #[inline]
    pub(super) fn all_alike(squares: u64) -> Attacks {
        _mm512_set1_epi64(squares as i64)
    }

    /// Takes off the moves to where the type of the piece attacks.
    #[inline]
    pub(super) fn take_off(tally: &mut Tally, attacks: &Attacks) {
        for part in 0..4 {
            if 8 * part < tally.len {
                let there = _mm512_permutexvar_epi64(tally.types[part], *attacks);
                let count = _mm512_popcnt_epi64(_mm512_and_si512(tally.sets[part], there));
                tally.sum = _mm512_sub_epi64(tally.sum, count);
            }
        }
    }

    /// Adds the moves into `cover` to where the type of the piece does not attack.
    #[inline]
    pub(super) fn add_cover(tally: &mut Tally, cover: u64, attacks: &Attacks) {
        add(tally, _mm512_andnot_si512(*attacks, _mm512_set1_epi64(cover as i64)));
    }

    #[inline]
    fn add(tally: &mut Tally, by_type: __m512i) {
        for part in 0..4 {
            if 8 * part < tally.len {
                let there = _mm512_permutexvar_epi64(tally.types[part], by_type);
                let count = _mm512_popcnt_epi64(_mm512_and_si512(tally.sets[part], there));
                tally.sum = _mm512_add_epi64(tally.sum, count);
            }
        }
    }

    /// The sum.
    #[inline]
    pub(super) fn total(tally: &Tally) -> i64 {
        _mm512_reduce_add_epi64(tally.sum)
    }

    /// The board after a piece, or a pawn that does not promote, has moved, and the turn has passed.
    #[inline]
    pub(super) fn after_piece(board: &Board, piece_type: usize, from: u64, to: u64, double: u64) -> Board {
        let moved = _mm512_maskz_set1_epi64(1 << ALL | (1 << (piece_type & 7)) as u8, (from | to) as i64);
        let kept = if piece_type == KING { 0 } else { RANK_1 & !from };
        let special = board.us[SPECIAL] & kept | double;
        let us = _mm512_mask_set1_epi64(_mm512_xor_si512(load(&board.us), moved), 1 << SPECIAL, special as i64);
        let them = _mm512_andnot_si512(_mm512_set1_epi64(to as i64), load(&board.them));
        let them = _mm512_mask_and_epi64(them, 1 << SPECIAL, them, _mm512_set1_epi64(RANK_8 as i64));
        let mirror = _mm512_set_epi64(
            0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607,
            0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607,
            0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607,
            0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607,
        );
        let mut after = Board { us: [0; 8], them: [0; 8] };
        store(&mut after.us, _mm512_shuffle_epi8(them, mirror));
        store(&mut after.them, _mm512_shuffle_epi8(us, mirror));
        after
    }

    #[inline]
    pub(super) fn store(numbers: &mut [u64; 8], vector: __m512i) {
        // SAFETY: the reference covers the 64 bytes that are written, and no alignment is asked for.
        unsafe { _mm512_storeu_epi64(numbers.as_mut_ptr().cast(), vector) }
    }
}
