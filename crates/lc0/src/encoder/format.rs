//! The names of input formats and fill modes, and lc0's numbers for them.

use crate::{Numbered, UnknownNumberError};

/// How the 112 planes are laid out; each network is trained for one format.
///
/// | format | number | castling planes | canonical | plane 109 | plane 110 | history |
/// |---|---:|---|---|---|---|---|
/// | [`Classical`](Self::Classical) | 1 | full planes | no | plies | – | the last 8 plies |
/// | [`CastlingPlane`](Self::CastlingPlane) | 2 | rooks | no | plies | – | the last 8 plies |
/// | [`Canonical`](Self::Canonical) | 3 | rooks | yes | plies | – | up to an irreversible move |
/// | [`Hectoplies`](Self::Hectoplies) | 4 | rooks | yes | hundreds of plies | – | up to an irreversible move |
/// | [`HectopliesArmageddon`](Self::HectopliesArmageddon) | 132 | rooks | yes | hundreds of plies | black to move | up to an irreversible move |
/// | [`CanonicalV2`](Self::CanonicalV2) | 5 | rooks | yes | hundreds of plies | – | repeated positions |
/// | [`CanonicalV2Armageddon`](Self::CanonicalV2Armageddon) | 133 | rooks | yes | hundreds of plies | black to move | repeated positions |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum InputFormat {
    /// `INPUT_CLASSICAL_112_PLANE`: castling as full planes, the side to move on plane 108.
    #[default]
    Classical = 1,
    /// `INPUT_112_WITH_CASTLING_PLANE`: castling as the squares of the rooks, for Chess960.
    CastlingPlane = 2,
    /// `INPUT_112_WITH_CANONICALIZATION`: en passant on plane 108, and the board turned so that equal positions look
    /// equal.
    Canonical = 3,
    /// `INPUT_112_WITH_CANONICALIZATION_HECTOPLIES`: the fifty-move counter in hundreds.
    Hectoplies = 4,
    /// `INPUT_112_WITH_CANONICALIZATION_HECTOPLIES_ARMAGEDDON`: who has black is told on plane 110.
    HectopliesArmageddon = 132,
    /// `INPUT_112_WITH_CANONICALIZATION_V2`: the history shows positions that were repeated.
    CanonicalV2 = 5,
    /// `INPUT_112_WITH_CANONICALIZATION_V2_ARMAGEDDON`: both.
    CanonicalV2Armageddon = 133,
}

impl InputFormat {
    /// All seven, in the order of lc0's list.
    pub const ALL: [Self; 7] = [
        Self::Classical,
        Self::CastlingPlane,
        Self::Canonical,
        Self::Hectoplies,
        Self::HectopliesArmageddon,
        Self::CanonicalV2,
        Self::CanonicalV2Armageddon,
    ];

    /// The format with this number, or `None` if lc0 does not know the number.
    pub const fn from_raw(number: u32) -> Option<Self> {
        Some(match number {
            1 => Self::Classical,
            2 => Self::CastlingPlane,
            3 => Self::Canonical,
            4 => Self::Hectoplies,
            132 => Self::HectopliesArmageddon,
            5 => Self::CanonicalV2,
            133 => Self::CanonicalV2Armageddon,
            _ => return None,
        })
    }

    /// The number that lc0 gives the format.
    #[inline]
    pub const fn raw(self) -> u32 {
        self as u32
    }

    /// True if the board is turned, and the history ends at an irreversible move.
    #[inline]
    pub const fn is_canonical(self) -> bool {
        self as u8 >= 3
    }

    /// True if plane 109 counts hundreds of plies.
    #[inline]
    pub const fn is_hectoplies(self) -> bool {
        self as u8 >= 4
    }

    /// True if plane 110 tells who has black.
    #[inline]
    pub const fn is_armageddon(self) -> bool {
        self as u8 >= 128
    }

    /// True if the history shows repeated positions only.
    #[inline]
    pub const fn is_v2(self) -> bool {
        matches!(self, Self::CanonicalV2 | Self::CanonicalV2Armageddon)
    }
}

/// What history slots before the first position hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum FillMode {
    /// Nothing; self-play's choice.
    No = 0,
    /// The first position again, unless it is the start position of chess; the engine's default.
    #[default]
    FenOnly = 1,
    /// The first position again.
    Always = 2,
}

impl FillMode {
    /// All three, by number.
    pub const ALL: [Self; 3] = [Self::No, Self::FenOnly, Self::Always];

    /// The mode with this number, 0 to 2.
    pub const fn from_raw(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::No),
            1 => Some(Self::FenOnly),
            2 => Some(Self::Always),
            _ => None,
        }
    }

    /// The number of the mode, 0 to 2.
    #[inline]
    pub const fn raw(self) -> u8 {
        self as u8
    }
}

impl TryFrom<u8> for FillMode {
    type Error = UnknownNumberError;

    fn try_from(number: u8) -> Result<Self, UnknownNumberError> {
        Self::from_raw(number).ok_or(UnknownNumberError { of: Numbered::FillMode, found: number.into() })
    }
}

impl TryFrom<u32> for InputFormat {
    type Error = UnknownNumberError;

    fn try_from(number: u32) -> Result<Self, UnknownNumberError> {
        Self::from_raw(number).ok_or(UnknownNumberError { of: Numbered::InputFormat, found: number })
    }
}
