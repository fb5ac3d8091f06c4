//! Win, draw or loss, including the effect of the fifty-move rule.

use core::fmt;
use core::ops::Neg;

/// The result for the side to move with best play, if the fifty-move counter is 0. Greater is better.
///
/// ```
/// use gardez_syzygy::Wdl;
///
/// assert!(Wdl::CursedWin > Wdl::Draw);
/// assert_eq!(-Wdl::CursedWin, Wdl::BlessedLoss);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(i8)]
pub enum Wdl {
    /// The side to move loses.
    Loss = -2,
    /// The side to move can reach a draw by the fifty-move rule, but loses without that rule.
    BlessedLoss = -1,
    /// Neither side can win.
    Draw = 0,
    /// The other side can reach a draw by the fifty-move rule, but loses without that rule.
    CursedWin = 1,
    /// The side to move wins.
    Win = 2,
}

impl Wdl {
    /// All values, from loss to win.
    pub const ALL: [Self; 5] = [Self::Loss, Self::BlessedLoss, Self::Draw, Self::CursedWin, Self::Win];

    /// Returns the value as a number, from -2 for a loss to 2 for a win.
    #[inline]
    pub const fn raw(self) -> i8 {
        self as i8
    }

    /// Returns the value with this number from -2 to 2.
    #[inline]
    pub const fn from_raw(value: i8) -> Option<Self> {
        match value {
            -2 => Some(Self::Loss),
            -1 => Some(Self::BlessedLoss),
            0 => Some(Self::Draw),
            1 => Some(Self::CursedWin),
            2 => Some(Self::Win),
            _ => None,
        }
    }

    /// Returns the value with this number in a table, from 0 for a loss to 4 for a win.
    #[inline]
    pub(crate) const fn from_table(value: u16) -> Option<Self> {
        match value {
            0..=4 => Self::from_raw(value as i8 - 2),
            _ => None,
        }
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        (self as i8 + 2) as usize
    }
}

impl Neg for Wdl {
    type Output = Self;

    /// Returns the value for the other side.
    #[inline]
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Wdl {
    /// Writes `loss`, `blessed loss`, `draw`, `cursed win` or `win`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::BlessedLoss => "blessed loss",
            Self::Draw => "draw",
            Self::CursedWin => "cursed win",
            Self::Win => "win",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_its_own_numbers() {
        for (index, wdl) in Wdl::ALL.into_iter().enumerate() {
            assert_eq!(Wdl::from_raw(wdl.raw()), Some(wdl));
            assert_eq!(Wdl::from_table(index as u16), Some(wdl));
            assert_eq!(wdl.index(), index);
            assert_eq!((-wdl).raw(), -wdl.raw());
        }
        assert_eq!((Wdl::from_raw(3), Wdl::from_raw(-3), Wdl::from_table(5)), (None, None, None));
    }
}
