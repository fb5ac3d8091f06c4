//! The distance to the next zeroing move, and the result at a given fifty-move counter.

use core::fmt;
use core::ops::Neg;

use crate::wdl::Wdl;

/// The distance in plies to the next capture, pawn move or mate with best play of both sides.
///
/// It is positive if the side to move wins, negative if the side to move loses, and 0 in a draw:
///
/// | plies | the position |
/// |---:|---|
/// | 1 | the next move mates, or zeroes the counter and keeps the win |
/// | 2 to 100 | a win; the zeroing move comes later |
/// | 101 | a cursed win; the next move zeroes the counter |
/// | above 101 | a cursed win; the zeroing move comes later |
/// | -1 | the side to move is mated, or its best move zeroes the counter and loses |
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

    /// Returns the distance before a zeroing move that leads to `wdl`.
    #[inline]
    pub(crate) const fn before_zeroing(wdl: Wdl) -> Self {
        Self::new([-1, -101, 0, 101, 1][wdl.index()], false)
    }

    /// Returns the distance in the tables. A [rounded](Dtz::is_rounded) distance may be one ply longer (further from 0).
    #[inline]
    pub const fn plies(self) -> i32 {
        self.plies
    }

    /// Returns `true` if the true distance may be one ply longer, because the table counts full moves.
    ///
    /// Tables count plies wherever one ply changes the result by the fifty-move rule.
    #[inline]
    pub const fn is_rounded(self) -> bool {
        self.is_rounded
    }

    /// Returns the largest possible true distance in plies, without a sign.
    #[inline]
    pub const fn at_most(self) -> u32 {
        self.plies.unsigned_abs() + self.is_rounded as u32
    }

    pub(crate) const fn one_ply_earlier(self) -> Self {
        let before = Self::new(-self.plies, self.is_rounded);
        Self { plies: before.plies + before.plies.signum(), ..before }
    }

    /// Returns the result for the side to move if the fifty-move counter is `rule50`.
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
        // The zeroing move itself may be the hundredth ply.
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

    #[inline]
    fn neg(self) -> Self {
        Self { plies: -self.plies, ..self }
    }
}

impl fmt::Display for Dtz {
    /// Writes the number of plies, or both numbers of a rounded distance, such as `7 or 8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_rounded {
            f.pad(&format!("{} or {}", self.plies, self.plies + self.plies.signum()))
        } else {
            fmt::Display::fmt(&self.plies, f)
        }
    }
}

/// The result for the side to move at a given fifty-move counter. Values are ordered: greater is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Prospect {
    /// A loss.
    Loss,
    /// A loss or a blessed loss, because the distance is rounded.
    MaybeLoss,
    /// A draw by the fifty-move rule if this side defends correctly.
    BlessedLoss,
    /// A draw.
    Draw,
    /// A draw by the fifty-move rule if the other side defends correctly.
    CursedWin,
    /// A win or a cursed win, because the distance is rounded.
    MaybeWin,
    /// A win.
    Win,
}

impl fmt::Display for Prospect {
    /// Writes the words of [`Wdl`], `win or cursed win` or `loss or blessed loss`.
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
    fn the_zeroing_move_may_be_the_hundredth_ply() {
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
    fn a_rounded_distance_shows_both_numbers() {
        assert_eq!(Dtz::new(7, true).to_string(), "7 or 8");
        assert_eq!(Dtz::new(-7, true).to_string(), "-7 or -8");
        assert_eq!(format!("{:>4}", Dtz::new(-7, false)), "  -7");
    }
}
