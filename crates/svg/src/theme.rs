//! The colors of a board and its pieces.

use crate::color::Rgba;

/// The colors of a picture.
///
/// Start from one of the constants, and change some of its fields:
///
/// ```
/// use gardez_svg::{Diagram, Rgba, Theme};
///
/// let mut theme = Theme::BLUE;
/// theme.last_move = Rgba::new(0xffff00).with_alpha(0x60);
/// let picture = Diagram::new().with_theme(theme).to_string();
/// assert!(picture.contains("#8ca2ad"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Theme {
    /// Light squares.
    pub light_squares: Rgba,
    /// Dark squares.
    pub dark_squares: Rgba,
    /// The bodies of white pieces.
    pub white_fill: Rgba,
    /// The outlines of white pieces, and the lines inside.
    pub white_line: Rgba,
    /// The bodies of black pieces.
    pub black_fill: Rgba,
    /// The outlines of black pieces.
    pub black_line: Rgba,
    /// The lines inside black pieces.
    pub black_detail: Rgba,
    /// The area next to the board and below, transparent by default.
    pub margin: Rgba,
    /// Coordinates outside the board, and the names of masks.
    pub text: Rgba,
    /// Laid over the two squares of the last move.
    pub last_move: Rgba,
    /// Laid over the square of a king in check.
    pub check: Rgba,
    /// Arrows and circles without a color of their own.
    pub mark: Rgba,
}

impl Theme {
    /// Light and dark wood, the default.
    pub const BROWN: Self = Self {
        light_squares: Rgba::new(0xf0d9b5),
        dark_squares: Rgba::new(0xb58863),
        white_fill: Rgba::new(0xffffff),
        white_line: Rgba::new(0x222222),
        black_fill: Rgba::new(0x333333),
        black_line: Rgba::new(0x111111),
        black_detail: Rgba::new(0xdddddd),
        margin: Rgba::TRANSPARENT,
        text: Rgba::new(0x777777),
        last_move: Rgba::new(0xcdd26a).with_alpha(0xb0),
        check: Rgba::new(0xe02020).with_alpha(0x99),
        mark: Rgba::new(0x15781b).with_alpha(0xb3),
    };

    /// Green and cream.
    pub const GREEN: Self = Self {
        light_squares: Rgba::new(0xffffdd),
        dark_squares: Rgba::new(0x86a666),
        mark: Rgba::new(0x003088).with_alpha(0xb3),
        ..Self::BROWN
    };

    /// Blue and gray.
    pub const BLUE: Self =
        Self { light_squares: Rgba::new(0xdee3e6), dark_squares: Rgba::new(0x8ca2ad), ..Self::BROWN };

    /// Light gray, for paper and for sets of squares.
    pub const GRAY: Self = Self {
        light_squares: Rgba::new(0xf7f7f7),
        dark_squares: Rgba::new(0xd4d4d4),
        last_move: Rgba::new(0x8fbfe8).with_alpha(0xb0),
        ..Self::BROWN
    };
}

impl Default for Theme {
    /// Returns [`Theme::BROWN`].
    fn default() -> Self {
        Self::BROWN
    }
}
