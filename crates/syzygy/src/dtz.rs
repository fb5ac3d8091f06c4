//! The distance to the next zeroing move, and what the fifty-move rule makes of it.

use core::fmt;
use core::ops::Neg;

use crate::Wdl;

/// The distance, in plies, to the next capture, pawn move or mate with best play of both sides: positive if the side to
/// move wins, negative if it loses, 0 in a draw.
///
/// The winner hurries, the loser delays. A distance above 100 belongs to a cursed win or blessed loss; if the very next
/// move is such a win's zeroing move, the distance is 101, and it is 1 in front of a true win. The side that is mated is
/// at -1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Dtz {
    plies: i32,
    is_rounded: bool,
}

impl Dtz {
    /// The distance in a draw.
    pub const DRAW: Self = Self { plies: 0, is_rounded: false };

    pub(crate) const fn new(plies: i32, is_rounded: bool) -> Self {
        Self { plies, is_rounded }
    }

    /// The distance in front of a zeroing move that leads to `wdl`.
    #[inline]
    pub(crate) const fn before_zeroing(wdl: Wdl) -> Self {
        Self::new([-1, -101, 0, 101, 1][wdl.index()], false)
    }

    /// The number that the tables hold for it. The true distance is this or, if it [is rounded](Dtz::is_rounded), one ply
    /// more (further from 0).
    #[inline]
    pub const fn plies(self) -> i32 {
        self.plies
    }

    /// True if the distance may be one ply longer, because the table counts full moves.
    ///
    /// Tables in which that ply would decide about the fifty-move rule count plies.
    #[inline]
    pub const fn is_rounded(self) -> bool {
        self.is_rounded
    }

    /// The greatest number of plies that it may take, never negative.
    #[inline]
    pub const fn at_most(self) -> u32 {
        self.plies.unsigned_abs() + self.is_rounded as u32
    }

    /// The distance seen one ply earlier, by the other side.
    pub(crate) const fn one_ply_earlier(self) -> Self {
        let before = Self::new(-self.plies, self.is_rounded);
        Self { plies: before.plies + before.plies.signum(), ..before }
    }

    /// What the side to move gets if the fifty-move counter stands at `rule50`.
    ///
    /// ```
    /// use gardez_position::Position;
    /// use gardez_syzygy::{Prospect, Tablebase};
    ///
    /// # let tablebase = Tablebase::open([concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables")])?;
    /// let position: Position = "8/8/8/8/4k3/8/8/KR6 w - - 0 1".parse()?;
    /// let dtz = tablebase.probe_dtz(&position)?;
    /// assert_eq!(dtz.plies(), 29);
    /// assert_eq!(dtz.prospect(0), Prospect::Win);
    /// assert_eq!(dtz.prospect(80), Prospect::CursedWin);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub const fn prospect(self, rule50: u16) -> Prospect {
        if self.plies == 0 {
            return Prospect::Draw;
        }
        let (at_least, at_most) = (self.plies.unsigned_abs() + rule50 as u32, self.at_most() + rule50 as u32);
        let is_win = 0 < self.plies;
        // The zeroing move itself may be the hundredth.
        match (is_win, at_most <= 100, at_least <= 100) {
            (true, true, _) => Prospect::Win,
            (true, false, true) => Prospect::MaybeWin,
            (true, false, false) => Prospect::CursedWin,
            (false, true, _) => Prospect::Loss,
            (false, false, true) => Prospect::MaybeLoss,
            (false, false, false) => Prospect::BlessedLoss,
        }
    }
}

impl Neg for Dtz {
    type Output = Self;

    /// The same distance for the other side.
    #[inline]
    fn neg(self) -> Self {
        Self { plies: -self.plies, ..self }
    }
}

impl fmt::Display for Dtz {
    /// The number of plies; a rounded one as both numbers that it may be, such as `7 or 8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_rounded {
            f.pad(&format!("{} or {}", self.plies, self.plies + self.plies.signum()))
        } else {
            fmt::Display::fmt(&self.plies, f)
        }
    }
}

/// What the side to move gets at some count of the fifty-move rule; greater is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Prospect {
    /// A loss.
    Loss,
    /// A loss or a blessed loss: the rounded distance does not tell.
    MaybeLoss,
    /// A draw by the fifty-move rule, if the other side does not let it come so far.
    BlessedLoss,
    /// A draw.
    Draw,
    /// A draw by the fifty-move rule, if the other side finds the way to it.
    CursedWin,
    /// A win or a cursed win: the rounded distance does not tell.
    MaybeWin,
    /// A win.
    Win,
}

impl fmt::Display for Prospect {
    /// As [`Wdl`], and `win or cursed win`, `loss or blessed loss` where the distance does not tell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::MaybeLoss => "loss or blessed loss",
            Self::BlessedLoss => "blessed loss",
            Self::Draw => "draw",
            Self::CursedWin => "cursed win",
            Self::MaybeWin => "win or cursed win",
            Self::Win => "win",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hundredth_ply_may_be_the_zeroing_one() {
        let (exact, rounded) = (Dtz::new(20, false), Dtz::new(20, true));
        assert_eq!([79, 80, 81].map(|r| exact.prospect(r)), [Prospect::Win, Prospect::Win, Prospect::CursedWin]);
        assert_eq!([79, 80, 81].map(|r| rounded.prospect(r)), [Prospect::Win, Prospect::MaybeWin, Prospect::CursedWin]);
        assert_eq!(
            [79, 80, 81].map(|r| (-rounded).prospect(r)),
            [Prospect::Loss, Prospect::MaybeLoss, Prospect::BlessedLoss]
        );
        assert_eq!(Dtz::DRAW.prospect(100), Prospect::Draw);
    }

    #[test]
    fn one_ply_earlier_is_one_ply_further_for_the_other_side() {
        assert_eq!(Dtz::new(-4, true).one_ply_earlier(), Dtz::new(5, true));
        assert_eq!(Dtz::new(4, false).one_ply_earlier(), Dtz::new(-5, false));
        assert_eq!(Dtz::DRAW.one_ply_earlier(), Dtz::DRAW);
    }

    #[test]
    fn a_rounded_distance_says_so() {
        assert_eq!(Dtz::new(7, true).to_string(), "7 or 8");
        assert_eq!(Dtz::new(-7, true).to_string(), "-7 or -8");
        assert_eq!(format!("{:>4}", Dtz::new(-7, false)), "  -7");
    }
}
