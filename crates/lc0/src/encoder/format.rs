//! Input formats and fill modes, with lc0's numbers.

use crate::error::UnknownNumberError;

/// The layout of the 112 planes. Each network is trained for one format.
///
/// | format | number | castling planes | canonical | plane 109 | plane 110 | history |
/// |---|---:|---|---|---|---|---|
/// | [`Classical`](Self::Classical) | 1 | full planes | no | plies | – | the last 8 positions |
/// | [`CastlingPlane`](Self::CastlingPlane) | 2 | rooks | no | plies | – | the last 8 positions |
/// | [`Canonical`](Self::Canonical) | 3 | rooks | yes | plies | – | up to an irreversible move |
/// | [`Hectoplies`](Self::Hectoplies) | 4 | rooks | yes | hundreds of plies | – | up to an irreversible move |
/// | [`HectopliesArmageddon`](Self::HectopliesArmageddon) | 132 | rooks | yes | hundreds of plies | black to move | up to an irreversible move |
/// | [`CanonicalV2`](Self::CanonicalV2) | 5 | rooks | yes | hundreds of plies | – | repeated positions |
/// | [`CanonicalV2Armageddon`](Self::CanonicalV2Armageddon) | 133 | rooks | yes | hundreds of plies | black to move | repeated positions |
///
/// *Canonical* formats transform a board without castling rights, so that it looks the same as its mirror images; see
/// [`Transform::canonical`](crate::Transform::canonical). Their history ends at an irreversible move: after a position
/// with the halfmove clock at 0, before other castling rights, and before an older position with an en passant flag.
///
/// The formats 5 and 133 show the newest position, and older positions that were repetitions when they occurred, as far
/// back as the halfmove clock allows. With a fill mode other than [`FillMode::No`], lc0's encoder never returns in
/// these formats if the first position has a clock above 0. This crate ends the history there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
#[non_exhaustive]
pub enum InputFormat {
    /// `INPUT_CLASSICAL_112_PLANE`: castling as full planes, the side to move on plane 108.
    #[default]
    Classical = 1,
    /// `INPUT_112_WITH_CASTLING_PLANE`: castling as the squares of the rooks, for Chess960.
    CastlingPlane = 2,
    /// `INPUT_112_WITH_CANONICALIZATION`: the en passant flag on plane 108, and the board transformed.
    Canonical = 3,
    /// `INPUT_112_WITH_CANONICALIZATION_HECTOPLIES`: the halfmove clock in hundreds of plies.
    Hectoplies = 4,
    /// `INPUT_112_WITH_CANONICALIZATION_HECTOPLIES_ARMAGEDDON`: the side to move on plane 110.
    HectopliesArmageddon = 132,
    /// `INPUT_112_WITH_CANONICALIZATION_V2`: the history shows repeated positions.
    CanonicalV2 = 5,
    /// `INPUT_112_WITH_CANONICALIZATION_V2_ARMAGEDDON`: repeated positions, and the side to move on plane 110.
    CanonicalV2Armageddon = 133,
}

impl InputFormat {
    /// All formats, in the order of lc0's list.
    pub const ALL: [Self; 7] = [
        Self::Classical,
        Self::CastlingPlane,
        Self::Canonical,
        Self::Hectoplies,
        Self::HectopliesArmageddon,
        Self::CanonicalV2,
        Self::CanonicalV2Armageddon,
    ];

    /// The numbers of all formats, for messages.
    pub const NUMBERS: &'static str = "1, 2, 3, 4, 132, 5, 133";

    /// Returns the format with this number, or `None` if there is none.
    pub const fn from_raw(number: u32) -> Option<Self> {
        let mut index = 0;
        while index < Self::ALL.len() {
            if Self::ALL[index].raw() == number {
                return Some(Self::ALL[index]);
            }
            index += 1;
        }
        None
    }

    /// Returns lc0's number of the format.
    #[inline]
    pub const fn raw(self) -> u32 {
        self as u32
    }

    /// Returns `true` if castling rights are the squares of the rooks, and `false` if they are full planes.
    #[inline]
    pub const fn shows_rooks(self) -> bool {
        !matches!(self, Self::Classical)
    }

    /// Returns `true` if boards are transformed and the history ends at an irreversible move.
    #[inline]
    pub const fn is_canonical(self) -> bool {
        !matches!(self, Self::Classical | Self::CastlingPlane)
    }

    /// Returns `true` if plane 109 counts hundreds of plies.
    #[inline]
    pub(crate) const fn is_hectoplies(self) -> bool {
        !matches!(self, Self::Classical | Self::CastlingPlane | Self::Canonical)
    }

    /// Returns `true` if plane 110 is full when black is to move.
    #[inline]
    pub(crate) const fn is_armageddon(self) -> bool {
        matches!(self, Self::HectopliesArmageddon | Self::CanonicalV2Armageddon)
    }

    /// Returns `true` if only repeated positions are shown after the newest one.
    #[inline]
    pub const fn is_v2(self) -> bool {
        matches!(self, Self::CanonicalV2 | Self::CanonicalV2Armageddon)
    }
}

/// The contents of the history slots before the first position of a game.
///
/// If the first position has an en passant flag, the slots show it before the double push. Formats 1 and 2 show one
/// such slot even with [`FillMode::No`], because that position is known to have occurred, and canonical formats none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
#[non_exhaustive]
pub enum FillMode {
    /// No pieces. lc0's self-play uses this mode.
    No = 0,
    /// The first position again, unless it is the start position of chess: the default of lc0's engine.
    #[default]
    FenOnly = 1,
    /// The first position again.
    Always = 2,
}

impl FillMode {
    /// All three modes.
    pub const ALL: [Self; 3] = [Self::No, Self::FenOnly, Self::Always];

    /// Returns the mode with this number, or `None` above 2.
    pub const fn from_raw(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::No),
            1 => Some(Self::FenOnly),
            2 => Some(Self::Always),
            _ => None,
        }
    }

    /// Returns lc0's number of the mode.
    #[inline]
    pub const fn raw(self) -> u8 {
        self as u8
    }
}

impl TryFrom<u8> for FillMode {
    type Error = UnknownNumberError;

    fn try_from(number: u8) -> Result<Self, UnknownNumberError> {
        Self::from_raw(number).ok_or(UnknownNumberError::FillMode(number.into()))
    }
}

impl TryFrom<u32> for InputFormat {
    type Error = UnknownNumberError;

    fn try_from(number: u32) -> Result<Self, UnknownNumberError> {
        Self::from_raw(number).ok_or(UnknownNumberError::InputFormat(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_all_formats_are_listed() {
        let numbers = InputFormat::ALL.map(|format| std::format!("{}", format.raw()));
        assert_eq!(numbers.join(", "), InputFormat::NUMBERS);
        assert!(InputFormat::ALL.into_iter().all(|format| InputFormat::from_raw(format.raw()) == Some(format)));
    }
}
