//! The shapes of the pieces.
//!
//! Each shape fits a square of 48 units. The element that uses a shape sets the fill and the line of bodies, and by its
//! property `color` the lines inside, so that one shape serves both colors.

use core::fmt;

use gardez_position::{Color, Piece, PieceType};

use crate::theme::Theme;

/// The shape of a piece: bodies with outlines, lines inside, and dots.
struct Shape {
    bodies: &'static [&'static str],
    /// Circles with outlines, such as the points of a crown: their radius and their centers.
    balls: (&'static str, &'static [(&'static str, &'static str)]),
    lines: &'static str,
    dots: &'static [(&'static str, &'static str)],
}

/// The shapes by [`PieceType::index`].
static SHAPES: [Shape; 6] = [
    Shape {
        bodies: &[
            "M24 8.5a6.5 6.5 0 0 0-4 11.6h-3.5v3.4h4c0 5.5-2.5 9.5-7.5 12V40h22v-4.5c-5-2.5-7.5-6.5-7.5-12h4v-3.4H28a6.5 6.5 0 0 0-4-11.6z",
        ],
        balls: ("0", &[]),
        lines: "M21.5 23.5h5M14.3 35.5h19.4",
        dots: &[],
    },
    Shape {
        bodies: &[
            "M12 40v-3.5c1.5-6 9.5-6.5 10-12.5-2 1.5-4.5 2-6.5 4.2-1.2 1.5-2 2.8-3.7 2.8-2.3 0-4-2-3.6-4.5.3-1.7 1.3-3 2.3-4.7l3.5-6c1-2.5 3-4.7 5.7-6.2L20.5 5.5l4.5 3.5c8 1.5 12.5 8 12.5 18.5 0 3.5-.5 6-1 9V40z",
        ],
        balls: ("0", &[]),
        lines: "M27 13.5c4.5 2.5 6.5 8 6 15M13.3 36.5h21.9",
        dots: &[("19.5", "16.5"), ("12.2", "26")],
    },
    Shape {
        bodies: &[
            "M24 11c-5.5 3.5-9 8-9 12.5 0 2.7 1.3 4.8 3.5 6.5l-.5 3.5c-1.5 1.5-3.5 2-6.5 2.3V40h25v-4.2c-3-.3-5-.8-6.5-2.3l-.5-3.5c2.2-1.7 3.5-3.8 3.5-6.5 0-4.5-3.5-9-9-12.5z",
        ],
        balls: ("2.5", &[("24", "8.5")]),
        lines: "M24 16v8.5M20 20h8M19.5 30h9M19.2 33.5h9.6",
        dots: &[],
    },
    Shape {
        bodies: &["M12.5 8.5h5.5v3.5h3.5v-3.5h5v3.5h3.5v-3.5h5.5v8.5l-4 3.5v12l4.5 3.5v4h-24v-4l4.5-3.5v-12l-4-3.5z"],
        balls: ("0", &[]),
        lines: "M13.8 17h20.4M17.8 20.5h12.4M17.8 32.5h12.4M13.3 36h21.4",
        dots: &[],
    },
    Shape {
        bodies: &["M8 15.5l5.5 16.5-1.5 4V40h24v-4l-1.5-4L40 15.5l-6.5 8.5-2-12-5 11L24 10l-2.5 13-5-11-2 12z"],
        balls: ("2.3", &[("7.5", "13.5"), ("16", "10"), ("24", "8"), ("32", "10"), ("40.5", "13.5")]),
        lines: "M14.7 31.7q9.3-2.5 18.6 0M13.3 35.7q10.7-2.6 21.4 0",
        dots: &[],
    },
    Shape {
        bodies: &[
            "M22.3 5h3.4v2.6h2.8v3.4h-2.8v8h-3.4v-8h-2.8V7.6h2.8z",
            "M24 19c-2-5-5-5.5-8-5-4.5.8-7 5-5.5 10 .8 2.7 2.5 5 3.5 8l-1.5 4V40h23v-4L34 32c1-3 2.7-5.3 3.5-8 1.5-5-1-9.2-5.5-10-3-.5-6 0-8 5z",
        ],
        balls: ("0", &[]),
        lines: "M24 20.3v9M15.2 31.6q8.8-3.3 17.6 0M13.7 35.6q10.3-3.4 20.6 0",
        dots: &[],
    },
];

pub(crate) fn write_shapes(f: &mut fmt::Formatter<'_>, is_used: impl Fn(PieceType) -> bool) -> fmt::Result {
    if !PieceType::ALL.into_iter().any(&is_used) {
        return Ok(());
    }
    f.write_str("<defs>\n")?;
    for piece_type in PieceType::ALL.into_iter().filter(|&piece_type| is_used(piece_type)) {
        let shape = &SHAPES[piece_type.index()];
        write!(f, "<g id=\"gardez-{}\">", piece_type.name())?;
        for body in shape.bodies {
            write!(f, "<path d=\"{body}\"/>")?;
        }
        let (radius, centers) = shape.balls;
        for (x, y) in centers {
            write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")?;
        }
        write!(f, "<path fill=\"none\" stroke=\"currentColor\" d=\"{}\"/>", shape.lines)?;
        for (x, y) in shape.dots {
            write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"1.2\" fill=\"currentColor\" stroke=\"none\"/>")?;
        }
        f.write_str("</g>\n")?;
    }
    f.write_str("</defs>\n")
}

/// Writes pieces, each with the upper left corner of its place, white pieces first.
pub(crate) fn write_pieces<I: Iterator<Item = (Piece, (i32, i32))>>(
    f: &mut fmt::Formatter<'_>,
    pieces: impl Fn() -> I,
    theme: &Theme,
) -> fmt::Result {
    for color in Color::ALL {
        if !pieces().any(|(piece, _)| piece.color() == color) {
            continue;
        }
        let (fill, line, detail) = match color {
            Color::White => (theme.white_fill, theme.white_line, theme.white_line),
            Color::Black => (theme.black_fill, theme.black_line, theme.black_detail),
        };
        write!(f, "<g class=\"gardez-{}\"", if color == Color::White { "white" } else { "black" })?;
        fill.write_attribute(f, "fill")?;
        line.write_attribute(f, "stroke")?;
        write!(f, " color=\"#{:06x}\"", detail.rgb())?;
        f.write_str(" stroke-width=\"1.6\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n")?;
        for (piece, (x, y)) in pieces().filter(|(piece, _)| piece.color() == color) {
            writeln!(f, "<use href=\"#gardez-{}\" x=\"{x}\" y=\"{y}\"/>", piece.piece_type().name())?;
        }
        f.write_str("</g>\n")?;
    }
    Ok(())
}
