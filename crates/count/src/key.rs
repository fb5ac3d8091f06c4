//! A number for each board, under which the board is looked up.

use crate::board::Board;

/// Random factors, from the digits of a fraction as the seed. Sums of products with unrelated factors differ for
/// different boards.
static FACTORS: [u64; 16] = {
    let mut generator = gardez_types::Generator::new(0x6a09_e667_f3bc_c908);
    let mut factors = [0; 16];
    let mut i = 0;
    while i < 16 {
        factors[i] = generator.next_u64();
        i += 1;
    }
    factors
};

/// The key of a board: a sum of products of neighboring sets, each with a secret added ("NH", John Black and others,
/// "UMAC: fast and secure message authentication", 1999), mixed so that each bit of the sum changes it.
#[inline(always)]
pub(crate) fn key(board: &Board) -> u64 {
    let mut sum = 0_u128;
    let sets = board.us.iter().zip(&board.them).zip(FACTORS.chunks(2));
    for ((us, them), factors) in sets {
        let product = u128::from(us.wrapping_add(factors[0])) * u128::from(them.wrapping_add(factors[1]));
        sum = sum.wrapping_add(product);
    }
    let folded = u128::from(sum as u64 ^ FACTORS[3]) * u128::from((sum >> 64) as u64 ^ FACTORS[7] | 1);
    let mixed = (folded >> 64) as u64 ^ folded as u64 ^ (sum as u64).rotate_left(32);
    mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
