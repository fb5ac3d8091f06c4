//! The operators of sets.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::bitboard::Bitboard;

macro_rules! set_operator {
    ($operator:ident, $function:ident, $assigning:ident, $assign:ident, |$a:ident, $b:ident| $result:expr, $what:literal) => {
        impl $operator for Bitboard {
            type Output = Self;

            #[doc = $what]
            #[inline]
            fn $function(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($result)
            }
        }

        impl $assigning for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = $operator::$function(*self, other);
            }
        }
    };
}

set_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b, "The squares that are in both sets.");
set_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b, "The squares that are in either set.");
set_operator!(
    BitXor,
    bitxor,
    BitXorAssign,
    bitxor_assign,
    |a, b| a ^ b,
    "The squares that are in exactly one of the sets."
);
set_operator!(
    Sub,
    sub,
    SubAssign,
    sub_assign,
    |a, b| a & !b,
    "The squares of the first set that are not in the second."
);

impl Not for Bitboard {
    type Output = Self;

    /// Returns the squares that are not in the set.
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}
