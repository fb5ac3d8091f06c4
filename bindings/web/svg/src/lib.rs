//! The WebAssembly module inside the entry `gardez/svg` of the npm package: pictures of boards.

use gardez_svg::{Arrow, Circle, Coordinates, Diagram, Rgba, Theme};
use gardez_types::{Color, Move, Piece, Square};
use gardez_web_failure::Failure;
use wasm_bindgen::prelude::wasm_bindgen;

/// A picture of a board.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Picture {
    diagram: Diagram,
}

fn square(index: u8) -> Result<Square, Failure> {
    Square::from_index(index).ok_or_else(|| Failure::new("range", "a square must be a number from 0 to 63"))
}

/// Reads a color such as `#15781b`; an empty text means the theme's.
fn color(text: &str) -> Result<Option<Rgba>, Failure> {
    if text.is_empty() {
        return Ok(None);
    }
    text.parse()
        .map(Some)
        .map_err(|_| Failure::new("range", format_args!("expected a color such as #15781b, not {text}")))
}

#[wasm_bindgen]
impl Picture {
    /// Returns a picture of pieces: their letters from a1, b1 … to h8, with a period for an empty square.
    #[wasm_bindgen(constructor)]
    pub fn new(squares: &str) -> Self {
        let pieces = squares.chars().zip(Square::ALL);
        let put = |diagram: Diagram, (letter, square)| match Piece::from_letter(letter) {
            Some(piece) => diagram.with_piece(square, piece),
            None => diagram,
        };
        Self { diagram: pieces.fold(Diagram::new(), put) }
    }

    fn change(&mut self, change: impl FnOnce(Diagram) -> Diagram) {
        self.diagram = change(core::mem::take(&mut self.diagram));
    }

    /// Shows the board from black's side.
    pub fn flip(&mut self) {
        self.change(|diagram| diagram.with_orientation(Color::Black));
    }

    /// Sets where the coordinates are: nowhere (0), inside the board (1) or beside it.
    pub fn coordinates(&mut self, place: u8) {
        let place = match place {
            0 => Coordinates::None,
            1 => Coordinates::Inside,
            _ => Coordinates::Outside,
        };
        self.change(|diagram| diagram.with_coordinates(place));
    }

    /// Sets the colors: brown (0), green (1), blue (2) or gray.
    pub fn theme(&mut self, number: u8) {
        let theme = match number {
            0 => Theme::BROWN,
            1 => Theme::GREEN,
            2 => Theme::BLUE,
            _ => Theme::GRAY,
        };
        self.change(|diagram| diagram.with_theme(theme));
    }

    /// Sets the width in pixels.
    pub fn size(&mut self, pixels: u32) {
        self.change(|diagram| diagram.with_size(pixels));
    }

    /// Sets the title, which screen readers read aloud.
    pub fn title(&mut self, title: &str) {
        self.change(|diagram| diagram.with_title(title));
    }

    /// Marks the squares of the last move, given by its number.
    #[wasm_bindgen(js_name = lastMove)]
    pub fn last_move(&mut self, raw: u16) -> Result<(), Failure> {
        let m = Move::from_raw(raw).ok_or_else(|| Failure::new("range", "the last move is not a move"))?;
        self.change(|diagram| diagram.with_last_move(m));
        Ok(())
    }

    /// Marks the square of a king in check.
    pub fn check(&mut self, king: u8) -> Result<(), Failure> {
        let king = square(king)?;
        self.change(|diagram| diagram.with_check(king));
        Ok(())
    }

    /// Adds an arrow.
    pub fn arrow(&mut self, from: u8, to: u8, named: &str) -> Result<(), Failure> {
        let arrow = Arrow::new(square(from)?, square(to)?);
        let arrow = color(named)?.map_or(arrow, |color| arrow.with_color(color));
        self.change(|diagram| diagram.with_arrow(arrow));
        Ok(())
    }

    /// Adds a circle.
    pub fn circle(&mut self, place: u8, named: &str) -> Result<(), Failure> {
        let circle = Circle::new(square(place)?);
        let circle = color(named)?.map_or(circle, |color| circle.with_color(color));
        self.change(|diagram| diagram.with_circle(circle));
        Ok(())
    }

    /// Returns the text of the picture.
    pub fn svg(&self) -> String {
        self.diagram.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_the_shapes_of_its_pieces() {
        let mut picture = Picture::new(&format!("K{}k", ".".repeat(62)));
        picture.arrow(0, 63, "#ff0000").expect("squares of the board");
        assert!(
            picture.arrow(0, 64, "").is_err() && picture.circle(0, "red").is_err() && picture.last_move(0).is_err()
        );
        let svg = picture.svg();
        assert!(svg.contains("gardez-king") && svg.contains("#ff0000") && !svg.contains("gardez-pawn"), "{svg}");
    }
}
