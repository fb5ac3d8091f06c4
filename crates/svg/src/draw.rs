//! Writes a diagram as SVG text, from the squares up to the arrows.

use core::fmt;

use gardez_bitboard::Bitboard;
use gardez_position::{Color, Piece, PieceType};
use gardez_types::Square;

use crate::color::Rgba;
use crate::diagram::{Coordinates, Diagram, Strip};
use crate::frame::{BOARD, Frame, SQUARE};
use crate::marks::{Mask, shown_target};
use crate::pieces::{write_pieces, write_shapes};
use crate::text::Escaped;

/// The room for coordinates at the left and at the bottom.
const MARGIN: i32 = 18;

/// The width of a piece of a pocket with its number.
const POCKET: i32 = 60;

const LEGEND_LINE: i32 = 24;

/// An area of a picture, in the units of [`Frame`].
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) width: i32,
    pub(crate) height: i32,
}

impl fmt::Display for Extent {
    /// Returns the value of the attribute `viewBox`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.left, self.top, self.width, self.height)
    }
}

/// Writes the beginning of a picture, with its size and its title.
pub(crate) fn write_start(
    f: &mut fmt::Formatter<'_>,
    extent: Extent,
    size: Option<u32>,
    title: Option<&str>,
) -> fmt::Result {
    write!(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{extent}\"")?;
    if let Some(width) = size {
        let height = u64::from(width) * extent.height as u64 / extent.width as u64;
        write!(f, " width=\"{width}\" height=\"{height}\"")?;
    }
    f.write_str(" role=\"img\">\n")?;
    title.map_or(Ok(()), |title| writeln!(f, "<title>{}</title>", Escaped(title)))
}

impl fmt::Display for Diagram {
    /// Writes the picture as SVG text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_start(f, self.extent(), self.size, self.title.as_deref())?;
        write_shapes(f, |piece_type| self.has(piece_type))?;
        self.write_board(f)?;
        f.write_str("</svg>\n")
    }
}

impl Diagram {
    /// Returns `true` if the diagram contains a piece of this type.
    pub(crate) fn has(&self, piece_type: PieceType) -> bool {
        self.placed().any(|(piece, _)| piece.piece_type() == piece_type)
    }

    fn margin(&self) -> i32 {
        if self.coordinates == Coordinates::Outside { MARGIN } else { 0 }
    }

    pub(crate) fn extent(&self) -> Extent {
        let margin = self.margin();
        let legend = self.masks.iter().filter(|mask| !mask.name.is_empty()).count() as i32 * LEGEND_LINE;
        let strip = if self.strips.is_some() { SQUARE } else { 0 };
        Extent { left: -margin, top: -strip, width: BOARD + margin, height: BOARD + margin + 2 * strip + legend }
    }

    fn strips(&self) -> impl Iterator<Item = (Color, &Strip, i32)> + Clone {
        let top = |color| if color == self.frame.orientation { BOARD + self.margin() } else { -SQUARE };
        let both = self.strips.as_ref().into_iter().flat_map(|strips| Color::ALL.into_iter().zip(strips));
        both.map(move |(color, strip)| (color, strip, top(color)))
    }

    /// Returns the pieces of the pockets, each with its number and the upper left corner of its place.
    fn pockets(&self) -> impl Iterator<Item = (Piece, u8, (i32, i32))> + Clone {
        self.strips().flat_map(|(color, strip, top)| {
            let kinds = PieceType::ALL.into_iter().zip(strip.pocket).filter(|&(_, count)| count != 0);
            kinds
                .zip(0..)
                .map(move |((piece_type, count), at)| (Piece::new(color, piece_type), count, (at * POCKET, top)))
        })
    }

    fn placed(&self) -> impl Iterator<Item = (Piece, (i32, i32))> {
        let on_board = |square| Some((self.pieces[square as usize]?, self.frame.corner(square)));
        let in_pockets = self.pockets().map(|(piece, _, corner)| (piece, corner));
        Square::ALL.into_iter().filter_map(on_board).chain(in_pockets)
    }

    /// Writes everything but the shapes of the pieces.
    pub(crate) fn write_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extent = self.extent();
        if self.theme.margin.alpha() != 0 {
            let Extent { left, top, width, height } = extent;
            write!(f, "<path class=\"gardez-margin\" d=\"M{left} {top}h{width}v{height}h-{width}z\"")?;
            self.theme.margin.write_attribute(f, "fill")?;
            f.write_str("/>\n")?;
        }
        self.write_squares(f)?;
        self.write_masks(f)?;
        write_pieces(f, || self.placed(), &self.theme)?;
        self.circles.iter().try_for_each(|circle| circle.write(f, self.frame, self.theme.mark))?;
        self.arrows.iter().try_for_each(|arrow| arrow.write(f, self.frame, self.theme.mark))?;
        self.glyphs.iter().try_for_each(|glyph| glyph.write(f, self.frame))?;
        self.write_coordinates(f)?;
        self.write_strips(f)?;
        self.write_legend(f, extent)
    }

    /// Writes the numbers of the pieces in pockets, and the notes.
    fn write_strips(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let notes = self.strips().filter(|(_, strip, _)| !strip.note.is_empty());
        let numbers = self.pockets().filter(|&(_, count, _)| 1 < count);
        if notes.clone().next().is_none() && numbers.clone().next().is_none() {
            return Ok(());
        }
        f.write_str("<g font-family=\"sans-serif\" font-size=\"15\"")?;
        self.theme.text.write_attribute(f, "fill")?;
        f.write_str(">\n")?;
        for (_, count, (left, top)) in numbers {
            writeln!(f, "<text x=\"{}\" y=\"{}\">{count}</text>", left + SQUARE - 4, top + 38)?;
        }
        for (_, strip, top) in notes {
            let (x, y) = (BOARD - 4, top + 30);
            writeln!(f, "<text text-anchor=\"end\" x=\"{x}\" y=\"{y}\">{}</text>", Escaped(&strip.note))?;
        }
        f.write_str("</g>\n")
    }

    fn write_squares(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<path class=\"gardez-light\" d=\"M0 0h{BOARD}v{BOARD}h-{BOARD}z\"")?;
        self.theme.light_squares.write_attribute(f, "fill")?;
        f.write_str("/>\n")?;
        write_set(f, self.frame, "dark", Bitboard::DARK_SQUARES, self.theme.dark_squares)?;
        let last = self.last_move.map_or(Bitboard::EMPTY, |m| Bitboard::from(m.from()) | shown_target(m).into());
        write_set(f, self.frame, "last-move", last, self.theme.last_move)?;
        write_set(f, self.frame, "check", self.check.map_or(Bitboard::EMPTY, Bitboard::from), self.theme.check)
    }

    /// Writes each mask as one shape. A square in several masks is divided into columns.
    fn write_masks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mask) in self.masks.iter().enumerate() {
            if mask.squares.is_empty() {
                continue;
            }
            f.write_str("<path class=\"gardez-mask\"")?;
            mask.color(index).write_attribute(f, "fill")?;
            f.write_str(" d=\"")?;
            for square in self.frame.squares(mask.squares) {
                let others = |masks: &[Mask]| masks.iter().filter(|mask| mask.squares.contains(square)).count();
                let (column, columns) = (others(&self.masks[..index]) as i32, others(&self.masks) as i32);
                let (left, right) = (SQUARE * column / columns, SQUARE * (column + 1) / columns);
                let (x, y) = self.frame.corner(square);
                write_rectangle(f, x + left, y, right - left)?;
            }
            f.write_str("\"/>\n")?;
        }
        Ok(())
    }

    fn write_coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.coordinates {
            Coordinates::None => Ok(()),
            Coordinates::Outside => {
                f.write_str("<g class=\"gardez-coordinates\" font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\"")?;
                self.theme.text.write_attribute(f, "fill")?;
                f.write_str(">\n")?;
                for i in 0..8 {
                    let middle = SQUARE * i as i32 + SQUARE / 2;
                    writeln!(f, "<text x=\"{middle}\" y=\"{}\">{}</text>", BOARD + 14, self.frame.file(i))?;
                    writeln!(f, "<text x=\"-9\" y=\"{}\">{}</text>", middle + 5, self.frame.rank(i))?;
                }
                f.write_str("</g>\n")
            }
            Coordinates::Inside => {
                f.write_str("<g class=\"gardez-coordinates\" font-family=\"sans-serif\" font-size=\"10\"")?;
                f.write_str(" font-weight=\"bold\">\n")?;
                // The lower left square is dark, so every other letter has the color of the light squares.
                for i in 0..8 {
                    let at = SQUARE * i as i32;
                    let colors = [self.theme.light_squares, self.theme.dark_squares];
                    write!(f, "<text text-anchor=\"end\" x=\"{}\" y=\"{}\"", at + SQUARE - 2, BOARD - 3)?;
                    colors[i % 2].write_attribute(f, "fill")?;
                    writeln!(f, ">{}</text>", self.frame.file(i))?;
                    write!(f, "<text x=\"2\" y=\"{}\"", at + 10)?;
                    colors[(i + 1) % 2].write_attribute(f, "fill")?;
                    writeln!(f, ">{}</text>", self.frame.rank(i))?;
                }
                f.write_str("</g>\n")
            }
        }
    }

    /// Writes a line for each mask that has a name: its color and the name.
    fn write_legend(&self, f: &mut fmt::Formatter<'_>, extent: Extent) -> fmt::Result {
        let named = || self.masks.iter().enumerate().filter(|(_, mask)| !mask.name.is_empty());
        if named().next().is_none() {
            return Ok(());
        }
        f.write_str("<g class=\"gardez-legend\" font-family=\"sans-serif\" font-size=\"15\"")?;
        self.theme.text.write_attribute(f, "fill")?;
        f.write_str(">\n")?;
        let mut top = extent.top + extent.height - LEGEND_LINE * named().count() as i32;
        for (index, mask) in named() {
            f.write_str("<path")?;
            mask.color(index).write_attribute(f, "fill")?;
            writeln!(f, " d=\"M4 {}h14v14h-14z\"/>", top + 6)?;
            writeln!(f, "<text x=\"26\" y=\"{}\">{}</text>", top + 18, Escaped(&mask.name))?;
            top += LEGEND_LINE;
        }
        f.write_str("</g>\n")
    }
}

/// Writes whole squares as one shape.
fn write_set(f: &mut fmt::Formatter<'_>, frame: Frame, class: &str, set: Bitboard, color: Rgba) -> fmt::Result {
    if set.is_empty() {
        return Ok(());
    }
    write!(f, "<path class=\"gardez-{class}\"")?;
    color.write_attribute(f, "fill")?;
    f.write_str(" d=\"")?;
    for square in frame.squares(set) {
        let (x, y) = frame.corner(square);
        write_rectangle(f, x, y, SQUARE)?;
    }
    f.write_str("\"/>\n")
}

fn write_rectangle(f: &mut fmt::Formatter<'_>, x: i32, y: i32, width: i32) -> fmt::Result {
    write!(f, "M{x} {y}h{width}v{SQUARE}h-{width}z")
}
