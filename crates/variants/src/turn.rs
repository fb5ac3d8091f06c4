//! Side to move, rights and counters of a board.

use gardez_types::{CastlingRights, Color, Square};

use crate::keys::CHECKS;

/// Side to move, rights and counters in one number: a move changes most of them, and one store undoes it. Reading small
/// fields together right after writing them one by one would stall the CPU.
///
/// | bits | |
/// |---|---|
/// | 0 to 31 | plies since the start of the game |
/// | 32 to 47 | plies since the last capture or pawn move |
/// | 48 to 54 | the en passant square plus 1, or 0 |
/// | 55 | 1 if Black is to move |
/// | 56 to 59 | castling rights |
/// | 60 to 63 | checks left, two bits for each color |
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn(u64);

const RULE50: u32 = 32;
const EP_SQUARE: u32 = 48;
const SIDE: u32 = 55;
const RIGHTS: u32 = 56;
const GIVEN: u32 = 60;

impl Turn {
    /// White to move, without rights, and no check given.
    pub(crate) const START: Self = Self((CHECKS as u64 * 5) << GIVEN);

    #[inline]
    const fn get(self, at: u32, mask: u64) -> u64 {
        self.0 >> at & mask
    }

    #[inline]
    const fn set(&mut self, at: u32, mask: u64, value: u64) {
        self.0 = self.0 & !(mask << at) | value << at;
    }

    #[inline]
    pub(crate) const fn ply(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub(crate) const fn halfmove_clock(self) -> u16 {
        self.get(RULE50, 0xffff) as u16
    }

    #[inline]
    pub(crate) const fn ep_square(self) -> Option<Square> {
        Square::from_index((self.get(EP_SQUARE, 127) as u8).wrapping_sub(1))
    }

    #[inline]
    pub(crate) const fn side_to_move(self) -> Color {
        if self.get(SIDE, 1) == 0 { Color::White } else { Color::Black }
    }

    #[inline]
    pub(crate) const fn rights(self) -> CastlingRights {
        CastlingRights::from_bits_truncate(self.get(RIGHTS, 15) as u8)
    }

    #[inline]
    pub(crate) const fn checks_left(self, color: Color) -> u8 {
        self.get(GIVEN + 2 * color as u32, 3) as u8
    }

    pub(crate) fn set_counters(&mut self, ply: u32, halfmove_clock: u16) {
        self.set(0, 0xffff_ffff, ply.into());
        self.set(RULE50, 0xffff, halfmove_clock.into());
    }

    #[inline]
    pub(crate) fn set_ep_square(&mut self, square: Option<Square>) {
        self.set(EP_SQUARE, 127, square.map_or(0, |square| square as u64 + 1));
    }

    #[inline]
    pub(crate) fn set_rights(&mut self, rights: CastlingRights) {
        self.set(RIGHTS, 15, rights.bits().into());
    }

    /// Sets the checks that are left, at most three.
    #[inline]
    pub(crate) fn set_checks_left(&mut self, color: Color, checks: u8) {
        self.set(GIVEN + 2 * color as u32, 3, checks.min(CHECKS).into());
    }

    #[inline]
    pub(crate) const fn pass(&mut self) {
        self.0 ^= 1 << SIDE;
    }

    /// Counts a ply, after which the other side is to move and there is no en passant square.
    #[inline]
    pub(crate) const fn advance(&mut self, resets_clock: bool) {
        // No branches: which moves reset the clock is unpredictable. The clock may overflow into a bit that is 0.
        let mut bits = (self.0 & !(127 << EP_SQUARE)) + (1 | 1 << RULE50);
        bits -= (bits >> EP_SQUARE & 1) << RULE50;
        self.0 = bits & !((0xffff * resets_clock as u64) << RULE50);
        self.pass();
    }
}
