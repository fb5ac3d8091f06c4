//! The targets of their sliders, and how our arrivals change them, in four directions at once.

use core::arch::x86_64::*;

use crate::board::{ALL, BISHOP, Bits, Board, FILE_A, FILE_H, QUEEN, RANK_1, ROOK, bit};
use crate::lines::Lines;
use crate::mine::Mine;
use crate::tables;

/// The shift of a step in each direction: files, rising diagonals, ranks, falling diagonals.
const STEPS: [u64; 4] = [8, 9, 1, 7];
/// The squares on which a step up, or down, can end. On other squares it has gone around the edge.
const UP_ENDS: [u64; 4] = [!0, !FILE_A, !FILE_A, !FILE_H];
const DOWN_ENDS: [u64; 4] = [!0, !FILE_H, !FILE_H, !FILE_A];

/// The attacks of their sliders after we pass.
pub(crate) struct Reach {
    /// The squares attacked in each direction, taking pins into account, including the pieces that they protect.
    up: __m256i,
    down: __m256i,
    /// The targets of all sliders, taking pins into account.
    pub(crate) union: u64,
    /// All attacked squares, ignoring pins.
    pub(crate) danger: u64,
    /// If there are few sliders: each with its square and its attacks, instead of the squares in each direction.
    few: [(usize, u64); FEW],
    len: usize,
}

/// Up to this number of sliders, they are processed one by one.
const FEW: usize = 2;

stamp!(bmi2, {
    use crate::lanes::level::{all, and, or};
    use crate::moves::level::slides;

    #[inline]
    fn load(numbers: &[u64; 4]) -> __m256i {
        // The compiler makes one load of it.
        let [a, b, c, d] = numbers.map(|number| number as i64);
        _mm256_set_epi64x(d, c, b, a)
    }

    #[inline]
    fn xor(a: __m256i, b: __m256i) -> __m256i {
        _mm256_xor_si256(a, b)
    }

    /// Computes the targets of their sliders and the number of their moves.
    #[inline]
    pub(crate) fn reach(board: &Board, lines: &Lines) -> (Reach, u32) {
        let them = &board.them;
        let king = lines.king;
        let (straight, diagonal) = (them[ROOK] | them[QUEEN], them[BISHOP] | them[QUEEN]);
        let empty = !(board.us[ALL] | them[ALL]);
        let sliders = straight | diagonal;
        if sliders.count_ones() as usize <= FEW {
            return reach_of_few(board, lines, sliders);
        }
        let held = lines.pinned & (straight | diagonal);
        let (mut up, mut down) = rays(empty, &[straight, diagonal, straight, diagonal]);
        let danger = union_of(or(up, down));
        let mut union = danger & !them[ALL];
        if held != 0 {
            let free = !held;
            let files = straight & (free | tables::FILE[king]);
            let ranks = straight & (free | RANK_1 << (king & 56));
            let rising = diagonal & (free | tables::DIAGONAL[king]);
            let falling = diagonal & (free | tables::ANTIDIAGONAL[king]);
            (up, down) = rays(empty, &[files, rising, ranks, falling]);
            union = union_of(or(up, down)) & !them[ALL];
        }
        let pieces = all(them[ALL]);
        let count = count(_mm256_andnot_si256(pieces, up)) + count(_mm256_andnot_si256(pieces, down));
        (Reach { up, down, union, danger, few: [(0, 0); FEW], len: 0 }, count)
    }

    #[inline]
    fn reach_of_few(board: &Board, lines: &Lines, sliders: u64) -> (Reach, u32) {
        let them = &board.them;
        let occupied = board.us[ALL] | them[ALL];
        let (mut few, mut len, mut union, mut danger, mut count) = ([(0, 0); FEW], 0, 0, 0, 0);
        for square in Bits(sliders) {
            let mut attacks = slides(them, square, occupied);
            danger |= attacks;
            if lines.pinned & bit(square) != 0 {
                attacks &= tables::line(lines.king, square);
            }
            few[len % FEW] = (square, attacks);
            len += 1;
            union |= attacks;
            count += (attacks & !them[ALL]).count_ones();
        }
        let none = _mm256_setzero_si256();
        (Reach { up: none, down: none, union: union & !them[ALL], danger, few, len }, count)
    }

    /// Returns the squares that sliders on each kind of line attack, up and down the board.
    #[inline]
    fn rays(empty: u64, sliders: &[u64; 4]) -> (__m256i, __m256i) {
        let (sliders, empty) = (load(sliders), all(empty));
        let up = |sets, steps| _mm256_sllv_epi64(sets, steps);
        let down = |sets, steps| _mm256_srlv_epi64(sets, steps);
        (rays_one_way(sliders, empty, load(&UP_ENDS), up), rays_one_way(sliders, empty, load(&DOWN_ENDS), down))
    }

    /// Fills the empty squares in each direction, then takes one more step, which may capture.
    #[inline]
    fn rays_one_way(
        sliders: __m256i,
        empty: __m256i,
        ends: __m256i,
        turn: impl Fn(__m256i, __m256i) -> __m256i,
    ) -> __m256i {
        let one = load(&STEPS);
        let (two, four) = (_mm256_slli_epi64::<1>(one), _mm256_slli_epi64::<2>(one));
        let mut open = and(empty, ends);
        let mut fill = or(sliders, and(open, turn(sliders, one)));
        open = and(open, turn(open, one));
        fill = or(fill, and(open, turn(fill, two)));
        open = and(open, turn(open, two));
        fill = or(fill, and(open, turn(fill, four)));
        and(turn(fill, one), ends)
    }

    #[inline]
    fn halves(sets: __m256i) -> (__m128i, __m128i) {
        (_mm256_castsi256_si128(sets), _mm256_extracti128_si256::<1>(sets))
    }

    #[inline]
    fn numbers(sets: __m128i) -> (u64, u64) {
        (_mm_cvtsi128_si64(sets) as u64, _mm_extract_epi64::<1>(sets) as u64)
    }

    #[inline]
    fn union_of(sets: __m256i) -> u64 {
        let (low, high) = halves(sets);
        let (a, b) = numbers(_mm_or_si128(low, high));
        a | b
    }

    #[inline]
    fn count(sets: __m256i) -> u32 {
        let (low, high) = halves(sets);
        let ((a, b), (c, d)) = (numbers(low), numbers(high));
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// Returns for each reached square the number of those beyond it. `back` steps toward the slider.
    #[inline]
    fn count_beyond(reached: __m256i, back: impl Fn(__m256i) -> __m256i) -> [__m256i; 3] {
        // Squares with at least one, two, …, six.
        let one = and(reached, back(reached));
        let two = and(reached, back(one));
        let three = and(reached, back(two));
        let four = and(reached, back(three));
        let five = and(reached, back(four));
        let six = and(reached, back(five));
        let ones = xor(xor(xor(one, two), xor(three, four)), xor(five, six));
        [ones, or(_mm256_andnot_si256(four, two), six), four]
    }

    /// Returns the change in replies by our moves to squares, with the effect on their sliders.
    #[inline]
    pub(crate) fn arriving(board: &Board, reach: &Reach, mine: &Mine, gained: &[u64; 3], lost: &[u64; 5]) -> i64 {
        let [a, b, c] = *gained;
        let mut sum = mine.arriving(a ^ b ^ c) + 2 * mine.arriving(a & b | (a ^ b) & c);
        let [a, b, c, d, e] = *lost;
        let (first, carry) = (a ^ b ^ c, a & b | (a ^ b) & c);
        let (second, carry_too) = (first ^ d ^ e, first & d | (first ^ d) & e);
        sum -= mine.arriving(second) + 2 * (mine.arriving(carry) + mine.arriving(carry_too));
        if (board.them[BISHOP] | board.them[ROOK] | board.them[QUEEN]).count_ones() as usize <= FEW {
            return sum + arriving_of_few(board, reach, mine);
        }
        sum + arriving_of_sliders(board, reach, mine)
    }

    #[inline]
    fn arriving_of_few(board: &Board, reach: &Reach, mine: &Mine) -> i64 {
        let any = mine.any();
        let them = board.them[ALL];
        let mut sum = 0;
        for &(square, attacks) in &reach.few[..reach.len.min(FEW)] {
            let met = attacks & any & !board.us[ALL];
            if met & them != 0 {
                sum += mine.arriving(met & them);
            }
            let beyond = &tables::BEYOND[square % 64];
            for to in Bits(met & !them) {
                sum -= i64::from((attacks & !them & beyond[to]).count_ones()) * mine.to(to);
            }
        }
        sum
    }

    #[inline]
    fn arriving_of_sliders(board: &Board, reach: &Reach, mine: &Mine) -> i64 {
        let step = load(&STEPS);
        let pieces = all(board.them[ALL]);
        let [up_ones, up_twos, up_fours] =
            count_beyond(_mm256_andnot_si256(pieces, reach.up), |sets| _mm256_srlv_epi64(sets, step));
        let [down_ones, down_twos, down_fours] =
            count_beyond(_mm256_andnot_si256(pieces, reach.down), |sets| _mm256_sllv_epi64(sets, step));

        // Their own pieces are not targets. There the same numbers count the sliders that protect them.
        let up_ones = or(up_ones, and(reach.up, pieces));
        let down_ones = or(down_ones, and(reach.down, pieces));

        // Add up the directions: both ways of a line, then pairs of lines, then all.
        let ones = xor(up_ones, down_ones);
        let carry = and(up_ones, down_ones);
        let half = xor(up_twos, down_twos);
        let twos = xor(half, carry);
        let carry = or(and(up_twos, down_twos), and(half, carry));
        let half = xor(up_fours, down_fours);
        let fours = xor(half, carry);
        let eights = or(and(up_fours, down_fours), and(half, carry));

        let ((a, b), (c, d)) = (halves(ones), halves(twos));
        let (ones, carry) = (_mm_xor_si128(a, b), _mm_and_si128(a, b));
        let half = _mm_xor_si128(c, d);
        let twos = _mm_xor_si128(half, carry);
        let carry = _mm_or_si128(_mm_and_si128(c, d), _mm_and_si128(half, carry));
        let ((a, b), (c, d)) = (halves(fours), halves(eights));
        let half = _mm_xor_si128(a, b);
        let fours = _mm_xor_si128(half, carry);
        let carry = _mm_or_si128(_mm_and_si128(a, b), _mm_and_si128(half, carry));
        let half = _mm_xor_si128(c, d);
        let eights = _mm_xor_si128(half, carry);
        let sixteens = _mm_or_si128(_mm_and_si128(c, d), _mm_and_si128(half, carry));

        let ((a, b), (c, d)) = (numbers(ones), numbers(twos));
        let (ones, carry) = (a ^ b, a & b);
        let (twos, carry) = (c ^ d ^ carry, c & d | (c ^ d) & carry);
        let (a, b) = numbers(fours);
        let (fours, carry) = (a ^ b ^ carry, a & b | (a ^ b) & carry);
        let (a, b) = numbers(eights);
        let (eights, carry) = (a ^ b ^ carry, a & b | (a ^ b) & carry);
        let (a, b) = numbers(sixteens);
        let (sixteens, more) = (a ^ b ^ carry, a & b | (a ^ b) & carry);

        let mut sum =
            -(mine.arriving(ones) + 2 * mine.arriving(twos) + 4 * mine.arriving(fours) + 8 * mine.arriving(eights));
        if sixteens | more != 0 {
            sum -= 16 * mine.arriving(sixteens) + 32 * mine.arriving(more);
        }
        let captured = mine.any() & board.them[ALL];
        if captured != 0 {
            // At most eight pieces protect a piece.
            let [ones, twos, fours, eights] = [ones, twos, fours, eights].map(|set| set & captured);
            sum += 2 * (mine.arriving(ones) + 2 * mine.arriving(twos));
            if fours | eights != 0 {
                sum += 8 * mine.arriving(fours) + 16 * mine.arriving(eights);
            }
        }
        sum
    }
});
