//! The 64-bit function that hashes boards and histories, bit for bit as lc0 does.

use crate::board::Board;

#[inline]
const fn mix(value: u64) -> u64 {
    let low = value.wrapping_add(0xbaad_41cd_cb83_9961).wrapping_mul(0xfad0_d7f2_fbb0_59f1);
    let high = (value >> 31).wrapping_add(0xd571_b3a9_2b1b_2755).wrapping_mul(0x7ace_c005_0bf8_2f43);
    low.wrapping_add(high)
}

#[inline]
pub(crate) const fn cat(hash: u64, word: u64) -> u64 {
    let added: u64 = 0x2997_99ad_f0d9_5def;
    hash ^ added.wrapping_add(mix(word)).wrapping_add(hash << 6).wrapping_add(hash >> 2)
}

impl Board {
    /// Returns lc0's hash of everything but the rook files of the castling rights.
    ///
    /// The start position has the hash `0x2048b91bc77aace7`.
    pub fn hash(&self) -> u64 {
        let rest = u64::from(self.our_king as u8) << 24
            | u64::from(self.their_king as u8) << 16
            | u64::from(self.castlings.bits()) << 8
            | u64::from(self.flipped);
        let words = [self.ours, self.theirs, self.straight, self.diagonal, self.pawns].map(|set| set.bits());
        cat(words.into_iter().fold(0, cat), rest)
    }
}
