//! The perspective of a score and a result, White's or the side to move's, as a type.

use core::fmt;

use gardez_types::{Color, GameResult, errors};

/// The perspective of a score and a result: [`White`] or [`SideToMove`], and no other type.
pub trait View: sealed::Sealed + Copy + fmt::Debug + Send + Sync + 'static {
    /// `true` for White's view.
    const IS_WHITE: bool;
}

/// Scores and results are from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum White {}

/// Scores and results are from the side to move's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SideToMove {}

impl View for White {
    const IS_WHITE: bool = true;
}

impl View for SideToMove {
    const IS_WHITE: bool = false;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::White {}
    impl Sealed for super::SideToMove {}
}

#[inline]
pub(crate) fn differs<V: View, W: View>(side_to_move: Color) -> bool {
    V::IS_WHITE != W::IS_WHITE && side_to_move == Color::Black
}

/// Returns a score with the opposite sign.
///
/// # Errors
///
/// Returns an error for -32768, which cannot be negated in 16 bits.
#[inline]
pub(crate) fn negate_score(score: i16) -> Result<i16, NegationError> {
    score.checked_neg().ok_or(NegationError)
}

errors! {
    /// The score -32768 cannot be negated in 16 bits, so the other side cannot see it.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct NegationError = "negation", "the score -32768 cannot be negated in 16 bits";
}

/// The result of a game, seen by one side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Wdl {
    /// That side lost.
    Loss = 0,
    /// The game was drawn.
    Draw = 1,
    /// That side won.
    Win = 2,
}

impl Wdl {
    /// All results.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// Returns the result with this number: 0 for a loss, 1 for a draw, 2 for a win.
    #[inline]
    pub const fn from_raw(raw: u8) -> Option<Self> {
        match raw {
            0 => Some(Self::Loss),
            1 => Some(Self::Draw),
            2 => Some(Self::Win),
            _ => None,
        }
    }

    /// Returns 0 for a loss, 1 for a draw, 2 for a win.
    #[inline]
    pub const fn raw(self) -> u8 {
        self as u8
    }

    /// Returns the result with this sign: -1 for a loss, 0 for a draw, 1 for a win.
    #[inline]
    pub const fn from_sign(sign: i8) -> Option<Self> {
        match sign {
            -1 => Some(Self::Loss),
            0 => Some(Self::Draw),
            1 => Some(Self::Win),
            _ => None,
        }
    }

    /// Returns -1 for a loss, 0 for a draw, 1 for a win.
    #[inline]
    pub const fn sign(self) -> i8 {
        self as i8 - 1
    }

    /// Returns the result from the other side's point of view.
    #[inline]
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// Returns the result of a game from `color`'s point of view, or `None` if it is not known.
    pub fn from_game(result: GameResult, color: Color) -> Option<Self> {
        match result.winner() {
            Some(winner) if winner == color => Some(Self::Win),
            Some(_) => Some(Self::Loss),
            None if result == GameResult::Draw => Some(Self::Draw),
            None => None,
        }
    }

    /// Returns the result of the game, given the side that sees it.
    pub const fn to_game(self, color: Color) -> GameResult {
        match (self, color) {
            (Self::Draw, _) => GameResult::Draw,
            (Self::Win, Color::White) | (Self::Loss, Color::Black) => GameResult::WhiteWins,
            (Self::Win, Color::Black) | (Self::Loss, Color::White) => GameResult::BlackWins,
        }
    }
}
