//! The numbers of moves.

use gardez_types::Color;

/// The number before a move, with its dots, or `NONE`.
///
/// It is four times the number plus four, plus 1 for one dot or 3 for more: one comparison shows whether a number is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pgn) struct MoveNumber(u64);

impl MoveNumber {
    pub(in crate::pgn) const NONE: Self = Self(0);

    pub(in crate::pgn) fn new(number: u32, dots: usize) -> Self {
        Self(4 * u64::from(number) + 4 + [0, 1, 3][dots.min(2)])
    }

    /// Returns the number that is due before a move.
    #[inline]
    pub(in crate::pgn) const fn due(number: u32, side_to_move: Color) -> Self {
        Self(4 * number as u64 + if matches!(side_to_move, Color::White) { 5 } else { 7 })
    }

    #[inline]
    pub(in crate::pgn) const fn plus(self, numbers: i64) -> Self {
        Self(self.0.wrapping_add_signed(numbers.wrapping_mul(4)))
    }

    #[inline]
    pub(in crate::pgn) const fn next(self) -> Self {
        Self(self.0.wrapping_add(2))
    }

    /// Returns the number that was due before this one.
    pub(in crate::pgn) const fn previous(self) -> Self {
        Self(self.0.wrapping_sub(2))
    }

    #[inline]
    pub(in crate::pgn) const fn add_dot(&mut self) {
        self.0 |= 1 | (self.0 & 1) << 1;
    }

    /// Returns `true` if there is a number, perhaps without a dot.
    #[inline]
    pub(in crate::pgn) const fn is_some(self) -> bool {
        4 <= self.0
    }

    pub(in crate::pgn) const fn number(self) -> u32 {
        let number = (self.0 / 4).wrapping_sub(1);
        if number < u32::MAX as u64 { number as u32 } else { u32::MAX }
    }

    /// Returns the color whose move the dots announce.
    pub(in crate::pgn) const fn color(self) -> Option<Color> {
        match self.0 % 4 {
            0 => None,
            1 => Some(Color::White),
            _ => Some(Color::Black),
        }
    }

    /// Returns `true` if this number can be written where the other one is due.
    pub(in crate::pgn) fn fits(self, due: Self) -> bool {
        self.number() == due.number() && (self.color().is_none() || self.color() == due.color())
    }
}
