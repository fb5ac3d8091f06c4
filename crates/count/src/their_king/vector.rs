//! The steps of their king, on all squares next to it at once.

use core::arch::x86_64::*;

use gardez_types::{Direction, Square, geometry};

use crate::board::{ALL, BISHOP, Bits, Board, KING, KNIGHT, PAWN, QUEEN, ROOK, bit};
use crate::lines::Lines;
use crate::mine::{FIRST_PIECE, Mine, PLACES};
use crate::tables;

/// Eight sets, one for each square next to a king.
type Eight = [u64; 8];

/// The squares next to a king on an empty board, with what is known about them.
#[repr(C, align(64))]
struct Around {
    /// The squares themselves, as sets; the empty set beyond the edge.
    squares: Eight,
    /// The rays that go up from each square: north, east, north-east, north-west.
    up: [Eight; 4],
    /// The rays that go down: south, west, south-west, south-east.
    down: [Eight; 4],
    knights: Eight,
    pawns: Eight,
    kings: Eight,
}

static AROUND: [Around; 64] = {
    const UP: [Direction; 4] = [Direction::North, Direction::East, Direction::NorthEast, Direction::NorthWest];
    const NONE: Around =
        Around { squares: [0; 8], up: [[0; 8]; 4], down: [[0; 8]; 4], knights: [0; 8], pawns: [0; 8], kings: [0; 8] };
    let mut table = [NONE; 64];
    let mut king = 0;
    while king < 64 {
        let mut left = tables::KING[king];
        let mut lane = 0;
        while left != 0 {
            let square = Square::ALL[left.trailing_zeros() as usize];
            let i = square as usize;
            left &= left - 1;
            let around = &mut table[king];
            around.squares[lane] = bit(i);
            around.knights[lane] = tables::KNIGHT[i];
            around.pawns[lane] = tables::PAWN[i];
            around.kings[lane] = tables::KING[i];
            let mut direction = 0;
            while direction < 4 {
                around.up[direction][lane] = geometry::slide(square, UP[direction], 0);
                around.down[direction][lane] = geometry::slide(square, UP[direction].opposite(), 0);
                direction += 1;
            }
            lane += 1;
        }
        king += 1;
    }
    table
};

/// Places from here on are rarely used: few positions have more moving pieces.
const USUAL: usize = 8;

stamp!(avx512, {
    use crate::lanes::level::{all, and, or, seen_down, seen_up};
    use crate::sums::level::{add_cover, attacks, load, store, tally_with_checks, total};
    use crate::zone::level::{special, zone_of};

    /// Returns the number of king steps that answer our moves, without captures of a piece that captured.
    #[inline(never)]
    pub(crate) fn steps(board: &Board, lines: &Lines, mine: &Mine) -> i64 {
        if tables::KING[lines.king] & !board.them[ALL] == 0 {
            return 0;
        }
        let us = &board.us;
        let around = &AROUND[lines.king % 64];
        let occupied = all((us[ALL] | board.them[ALL]) & !board.them[KING]);

        // The squares that a rook and a bishop on each square would see.
        let [north, east, north_east, north_west] = &around.up;
        let [south, west, south_west, south_east] = &around.down;
        let up = [load(north), load(east), load(north_east), load(north_west)];
        let down = [load(south), load(west), load(south_west), load(south_east)];
        let (straight_rays, diagonal_rays) =
            (or(or(up[0], up[1]), or(down[0], down[1])), or(or(up[2], up[3]), or(down[2], down[3])));
        let straight = or(
            or(seen_up(up[0], occupied), seen_up(up[1], occupied)),
            or(seen_down(down[0], occupied, 8), seen_down(down[1], occupied, 1)),
        );
        // If none of our pieces moves along diagonals, or can after a promotion, the diagonals do not matter.
        let has_diagonal = us[BISHOP] | us[QUEEN] | mine.becomes() != 0;
        let diagonal = if has_diagonal {
            or(
                or(seen_up(up[2], occupied), seen_up(up[3], occupied)),
                or(seen_down(down[2], occupied, 9), seen_down(down[3], occupied, 7)),
            )
        } else {
            _mm512_setzero_si512()
        };

        let (knights, pawns, kings) = (load(&around.knights), load(&around.pawns), load(&around.kings));
        let (straight_sliders, diagonal_sliders) = (all(us[ROOK] | us[QUEEN]), all(us[BISHOP] | us[QUEEN]));
        let sliders = or(and(straight, straight_sliders), and(diagonal, diagonal_sliders));
        let leapers = or(and(knights, all(us[KNIGHT])), or(and(pawns, all(us[PAWN])), and(kings, all(us[KING]))));
        let attackers = or(sliders, leapers);
        let blocked = or(
            and(_mm512_andnot_si512(straight, straight_rays), straight_sliders),
            and(_mm512_andnot_si512(diagonal, diagonal_rays), diagonal_sliders),
        );

        // Squares without attackers: all moves count, except to squares from which their piece attacks the square.
        let squares = load(&around.squares);
        let open = _mm512_test_epi64_mask(squares, all(!board.them[ALL]));
        let free = open & _mm512_testn_epi64_mask(attackers, attackers);
        let mut sum = i64::from((mine.count + mine.count_of_checks()) * free.count_ones());
        let by_type = [
            _mm512_maskz_mov_epi64(free, pawns),
            _mm512_maskz_mov_epi64(free, knights),
            _mm512_maskz_mov_epi64(free, diagonal),
            _mm512_maskz_mov_epi64(free, straight),
            _mm512_maskz_or_epi64(free, straight, diagonal),
            _mm512_maskz_mov_epi64(free, kings),
            _mm512_setzero_si512(),
            _mm512_setzero_si512(),
        ];
        let mut taken = _mm512_setzero_si512();
        for &set in &mine.sets[..FIRST_PIECE] {
            taken = _mm512_add_epi64(taken, _mm512_popcnt_epi64(and(by_type[PAWN], all(set))));
        }
        // A loop of fixed length has no unpredictable branch; unused places are empty.
        for place in FIRST_PIECE..USUAL {
            taken = _mm512_add_epi64(taken, arriving(mine, place, &by_type));
        }
        for place in (USUAL..mine.len).chain(mine.places_of_checks()) {
            taken = _mm512_add_epi64(taken, arriving(mine, place, &by_type));
        }
        sum -= _mm512_reduce_add_epi64(taken);

        for &(rook, attacks) in mine.castlings() {
            let safe = _mm512_testn_epi64_mask(attackers, all(!rook)) & _mm512_testn_epi64_mask(squares, all(attacks));
            sum += i64::from((open & safe).count_ones());
        }

        // A hider may leave, and the attacker may be blocked or leave.
        let mut uncovered = free & _mm512_test_epi64_mask(blocked, blocked);
        if uncovered != 0 {
            // Look through our own pieces.
            let us = all(us[ALL]);
            let others = _mm512_andnot_si512(and(straight, us), occupied);
            let through = or(
                or(seen_up(up[0], others), seen_up(up[1], others)),
                or(seen_down(down[0], others, 8), seen_down(down[1], others, 1)),
            );
            let hidden = and(_mm512_andnot_si512(straight, through), straight_sliders);
            let others = _mm512_andnot_si512(and(diagonal, us), occupied);
            let through = or(
                or(seen_up(up[2], others), seen_up(up[3], others)),
                or(seen_down(down[2], others, 9), seen_down(down[3], others, 7)),
            );
            let hidden = or(hidden, and(_mm512_andnot_si512(diagonal, through), diagonal_sliders));
            uncovered &= _mm512_test_epi64_mask(hidden, hidden);
        }
        let few = _mm512_cmple_epu64_mask(_mm512_popcnt_epi64(attackers), _mm512_set1_epi64(2));
        let odd = uncovered | open & !free & few;
        if odd != 0 {
            let [mut attackers_of, mut straight_of, mut diagonal_of, mut blocked_of] = [[0; 8]; 4];
            store(&mut attackers_of, attackers);
            store(&mut straight_of, straight);
            store(&mut diagonal_of, diagonal);
            store(&mut blocked_of, blocked);
            for lane in Bits(odd.into()) {
                let lane = lane % 8;
                let square = around.squares[lane].trailing_zeros() as usize % 64;
                let zone =
                    zone_of(board, square, attackers_of[lane], straight_of[lane], diagonal_of[lane], blocked_of[lane]);
                let cover = zone.cover(board);
                if zone.attackers != 0 && cover & mine.any_with_checks() != 0 {
                    let mut tally = tally_with_checks(mine);
                    add_cover(&mut tally, cover, &attacks(square, zone.straight, zone.diagonal));
                    sum += total(&tally);
                }
                sum += special(board, mine, &zone, cover);
            }
        }
        sum
    }

    /// Returns the number of moves of the piece in a place into the set of its type.
    #[inline]
    fn arriving(mine: &Mine, place: usize, by_type: &[__m512i; 8]) -> __m512i {
        let attacks = by_type[usize::from(mine.types[place % PLACES]) % 8];
        _mm512_popcnt_epi64(and(attacks, all(mine.sets[place % PLACES])))
    }
});
