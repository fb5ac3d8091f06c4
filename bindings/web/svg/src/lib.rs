//! The WebAssembly module inside the entry `gardez/svg` of the npm package: pictures of boards.

use gardez_svg::{Arrow, Circle, Coordinates, Diagram, Rgba, Theme};
use gardez_types::{Color, Move, Piece, Square};
use gardez_web_failure::Failure;
use wasm_bindgen::prelude::wasm_bindgen;

const COORDINATES: [Coordinates; 3] = [Coordinates::None, Coordinates::Inside, Coordinates::Outside];
const THEMES: [Theme; 4] = [Theme::BROWN, Theme::GREEN, Theme::BLUE, Theme::GRAY];

/// Returns a picture of pieces: their letters from a1, b1 … to h8, with a period for an empty square.
///
/// `settings` are numbers: 1 if black is at the bottom, where the coordinates are, the theme, the width in pixels, the last
/// move, and the square of a king in check; -1 for what is not set. `marks` are two squares for each arrow, or a square twice
/// for a circle; `colors` has a line for each of them, such as `#15781b`, or an empty one for the theme's.
#[wasm_bindgen]
pub fn picture(
    squares: &str,
    settings: &[i32],
    title: Option<String>,
    marks: &[u8],
    colors: &str,
) -> Result<String, Failure> {
    let wrong = || Failure::new("range", "these are no settings of a picture");
    let &[flipped, coordinates, theme, size, last_move, king] = settings else { return Err(wrong()) };
    let no_move = || Failure::new("range", "the last move is not a move");
    let last_move = match last_move {
        -1 => None,
        raw => Some(u16::try_from(raw).ok().and_then(Move::from_raw).ok_or_else(no_move)?),
    };
    let coordinates = COORDINATES.get(coordinates as usize).ok_or_else(wrong)?;
    let mut diagram = Diagram::new()
        .with_orientation(if flipped == 1 { Color::Black } else { Color::White })
        .with_coordinates(*coordinates)
        .with_theme(*THEMES.get(theme as usize).ok_or_else(wrong)?)
        .with_last_move(last_move)
        .with_check(u8::try_from(king).ok().and_then(Square::from_index));
    for (letter, square) in squares.chars().zip(Square::ALL) {
        if let Some(piece) = Piece::from_letter(letter) {
            diagram = diagram.with_piece(square, piece);
        }
    }
    if let Ok(pixels) = u32::try_from(size) {
        diagram = diagram.with_size(pixels);
    }
    if let Some(title) = title {
        diagram = diagram.with_title(title);
    }
    for (squares, color) in marks.chunks_exact(2).zip(colors.split('\n')) {
        let square = |index: u8| Square::from_index(index).ok_or_else(wrong);
        let (from, to) = (square(squares[0])?, square(squares[1])?);
        let wrong = |_| Failure::new("range", format_args!("expected a color such as #15781b, not {color}"));
        let color: Option<Rgba> =
            Some(color).filter(|color| !color.is_empty()).map(str::parse).transpose().map_err(wrong)?;
        diagram = if from == to {
            let circle = Circle::new(from);
            diagram.with_circle(color.map_or(circle, |color| circle.with_color(color)))
        } else {
            let arrow = Arrow::new(from, to);
            diagram.with_arrow(color.map_or(arrow, |color| arrow.with_color(color)))
        };
    }
    Ok(diagram.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_the_shapes_of_its_pieces() {
        let draw = |marks: &[u8], colors| {
            picture(&format!("K{}k", ".".repeat(62)), &[1, 2, 0, -1, -1, 0], None, marks, colors)
        };
        let svg = draw(&[0, 63, 5, 5], "#ff0000\n").expect("squares of the board");
        assert!(svg.contains("gardez-king") && svg.contains("#ff0000") && !svg.contains("gardez-pawn"), "{svg}");
        assert!(
            draw(&[0, 64], "").is_err()
                && draw(&[0, 0], "red").is_err()
                && picture("", &[0; 6], None, &[], "").is_err()
        );
    }
}
