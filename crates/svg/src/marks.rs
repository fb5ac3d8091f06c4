//! Arrows, circles, glyphs and masks.

use alloc::string::String;
use core::fmt;

use gardez_bitboard::Bitboard;
use gardez_position::observers::Threat;
use gardez_types::{CastlingSide, Color, Move, MoveKind, Square};

use crate::color::Rgba;
use crate::frame::{Frame, SQUARE};
use crate::text::{Escaped, Tenths};

/// The color of attacks that a move adds.
const ADDED: Rgba = Rgba::new(0x15781b).with_alpha(0xb3);

/// The color of attacks that a move removes.
const REMOVED: Rgba = Rgba::new(0xb02020).with_alpha(0xb3);

/// Returns the square that the king reaches by a castling move, or the target of any other move.
pub(crate) fn shown_target(m: Move) -> Square {
    if m.kind() != MoveKind::Castling {
        return m.to();
    }
    let side = CastlingSide::from_squares(m.from(), m.to());
    Square::new(side.king_target(Color::White).file(), m.from().rank())
}

/// An arrow between the centers of two squares, or a circle if the squares are the same.
///
/// ```
/// use gardez_svg::{Arrow, Diagram, Rgba, Square};
///
/// let blue = Arrow::new(Square::G1, Square::F3).with_color(Rgba::new(0x003088)).with_width(4);
/// let picture = Diagram::new().with_arrow(blue).to_string();
/// assert!(picture.contains("#003088"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    from: Square,
    to: Square,
    color: Option<Rgba>,
    width: u8,
    offset: i8,
}

impl Arrow {
    /// Creates an arrow in the color of the theme, about as wide as a seventh of a square.
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to, color: None, width: 7, offset: 0 }
    }

    /// Sets the color.
    #[must_use]
    pub const fn with_color(mut self, color: Rgba) -> Self {
        self.color = Some(color);
        self
    }

    /// Sets the width of the line in 1/48 of a square, clamped to 1 to 16.
    #[must_use]
    pub fn with_width(mut self, width: u8) -> Self {
        self.width = width.clamp(1, 16);
        self
    }

    /// Moves the arrow to its right in 1/48 of a square, clamped to -16 to 16, so that arrows can be side by side.
    #[must_use]
    pub fn with_offset(mut self, offset: i8) -> Self {
        self.offset = offset.clamp(-16, 16);
        self
    }

    /// Writes the arrow as a shape with seven corners.
    pub(crate) fn write(self, f: &mut fmt::Formatter<'_>, frame: Frame, default: Rgba) -> fmt::Result {
        if self.from == self.to {
            return Circle { square: self.from, color: self.color }.write(f, frame, default);
        }
        let ((x, y), (to_x, to_y)) = (frame.center(self.from), frame.center(self.to));
        let (dx, dy) = (to_x - x, to_y - y);
        let length = thousandths_of_length(dx, dy);
        // The direction has a length of 1,000.
        let (dx, dy) = (i64::from(dx) * 1_000_000 / length, i64::from(dy) * 1_000_000 / length);

        // The place `along` units from the start, and `right` halves of a unit to the right.
        let offset = 2 * i64::from(self.offset);
        let place = |along: i64, right: i64| {
            let right = right + offset;
            let tenths = |start: i32, sum: i64| Tenths(10 * start + ((sum + 100 * sum.signum()) / 200) as i32);
            (tenths(x, 2 * along * dx - right * dy), tenths(y, 2 * along * dy + right * dx))
        };
        let width = i64::from(self.width);
        let tip = length / 1000 - 4;
        let neck = tip - (width + 8);
        let corners = [
            place(12, -width),
            place(neck, -width),
            place(neck, -width - 14),
            place(tip, 0),
            place(neck, width + 14),
            place(neck, width),
            place(12, width),
        ];
        f.write_str("<path class=\"gardez-arrow\"")?;
        self.color.unwrap_or(default).write_attribute(f, "fill")?;
        for (index, (x, y)) in corners.into_iter().enumerate() {
            let command = ["L", " d=\"M"][usize::from(index == 0)];
            write!(f, "{command}{x} {y}")?;
        }
        f.write_str("z\"/>\n")
    }
}

impl From<Move> for Arrow {
    /// Returns an arrow from the origin to the target; for castling, to the target of the king.
    fn from(m: Move) -> Self {
        Self::new(m.from(), shown_target(m))
    }
}

impl From<Threat> for Arrow {
    /// Returns an arrow from the attacker to its target: green for an added attack, red for a removed attack, side by side.
    fn from(threat: Threat) -> Self {
        let (color, offset) = if threat.is_added { (ADDED, 3) } else { (REMOVED, 9) };
        Self::new(threat.attacker_square, threat.attacked_square).with_color(color).with_width(3).with_offset(offset)
    }
}

fn thousandths_of_length(dx: i32, dy: i32) -> i64 {
    let (dx, dy) = (i64::from(dx), i64::from(dy));
    (1_000_000 * (dx * dx + dy * dy)).isqrt()
}

/// A circle around a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Circle {
    square: Square,
    color: Option<Rgba>,
}

impl Circle {
    /// Creates a circle in the color of the theme.
    pub const fn new(square: Square) -> Self {
        Self { square, color: None }
    }

    /// Sets the color.
    #[must_use]
    pub const fn with_color(mut self, color: Rgba) -> Self {
        self.color = Some(color);
        self
    }

    pub(crate) fn write(self, f: &mut fmt::Formatter<'_>, frame: Frame, default: Rgba) -> fmt::Result {
        let (x, y) = frame.center(self.square);
        write!(f, "<circle class=\"gardez-circle\" cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\"", SQUARE / 2 - 3)?;
        self.color.unwrap_or(default).write_attribute(f, "stroke")?;
        f.write_str(" stroke-width=\"4\"/>\n")
    }
}

/// A short text in a disk at the upper right corner of a square, such as `!?`.
///
/// ```
/// use gardez_svg::{Diagram, Glyph, Square};
///
/// let picture = Diagram::new().with_glyph(Glyph::new(Square::E4, "!?")).to_string();
/// assert!(picture.contains(">!?</text>"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Glyph {
    square: Square,
    text: String,
    color: Rgba,
}

/// The colors of glyphs with `!` and `?`. Other glyphs are gray.
const GLYPHS: [(&str, u32); 6] =
    [("!", 0x22ac38), ("?", 0xd08a10), ("!!", 0x168226), ("??", 0xd23c3c), ("!?", 0xb848a8), ("?!", 0x3a8fc4)];

impl Glyph {
    /// Creates a glyph with the usual color of its text. Up to three characters fit into the disk.
    pub fn new(square: Square, text: impl Into<String>) -> Self {
        let text = text.into();
        let known = GLYPHS.iter().find(|(known, _)| *known == text);
        Self { square, text, color: Rgba::new(known.map_or(0x66_66_66, |&(_, color)| color)) }
    }

    /// Sets the color of the disk.
    #[must_use]
    pub const fn with_color(mut self, color: Rgba) -> Self {
        self.color = color;
        self
    }

    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>, frame: Frame) -> fmt::Result {
        let (x, y) = frame.corner(self.square);
        let (x, y) = (x + SQUARE - 9, y + 9);
        write!(f, "<g class=\"gardez-glyph\"><circle cx=\"{x}\" cy=\"{y}\" r=\"9\"")?;
        self.color.write_attribute(f, "fill")?;
        write!(f, "/><text x=\"{x}\" y=\"{}\" fill=\"#fff\" font-family=\"sans-serif\"", y + 4)?;
        let size = if self.text.chars().count() < 3 { 12 } else { 9 };
        f.write_str(" font-weight=\"bold\" text-anchor=\"middle\"")?;
        writeln!(f, " font-size=\"{size}\">{}</text></g>", Escaped(&self.text))
    }
}

/// A set of squares with a name for the legend: attacks, a plane of a network's input, an outpost.
///
/// A mask without a color gets one of eight colors, by its place in the diagram.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mask {
    pub(crate) name: String,
    pub(crate) squares: Bitboard,
    color: Option<Rgba>,
}

/// The colors of masks without a color, one after another.
const PALETTE: [u32; 8] = [0x3b7dd8, 0xe0812b, 0x2fa05a, 0xc2453f, 0x8a63c9, 0x17a2a8, 0xc9a514, 0xd0589c];

impl Mask {
    /// Creates a set of squares with a name. An empty name is not in the legend.
    pub fn new(name: impl Into<String>, squares: Bitboard) -> Self {
        Self { name: name.into(), squares, color: None }
    }

    /// Sets the color.
    #[must_use]
    pub const fn with_color(mut self, color: Rgba) -> Self {
        self.color = Some(color);
        self
    }

    pub(crate) fn color(&self, index: usize) -> Rgba {
        self.color.unwrap_or(Rgba::new(PALETTE[index % PALETTE.len()]).with_alpha(0xb3))
    }
}

impl From<Bitboard> for Mask {
    /// Returns a mask without a name.
    fn from(squares: Bitboard) -> Self {
        Self::new("", squares)
    }
}
