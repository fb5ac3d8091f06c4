//! Several diagrams in one picture.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use gardez_position::PieceType;

use crate::color::Rgba;
use crate::diagram::Diagram;
use crate::draw::{Extent, write_start};
use crate::frame::BOARD;
use crate::pieces::write_shapes;
use crate::text::Escaped;
use crate::theme::Theme;

/// The room between diagrams, and around all of them.
const GAP: i32 = 24;

const CAPTION: i32 = 44;

/// Diagrams in rows, each with a caption, such as the planes of a network's input.
///
/// ```
/// use gardez_position::{Board, Color, PieceType};
/// use gardez_svg::{Coordinates, Diagram, Sheet};
///
/// let board = Board::start();
/// let mut sheet = Sheet::new(3);
/// for piece_type in PieceType::ALL {
///     let set = board.pieces(Color::White, piece_type);
///     let plane = Diagram::from(set).with_coordinates(Coordinates::None);
///     sheet = sheet.with_diagram(format!("our {piece_type:?}"), plane);
/// }
/// assert_eq!(sheet.to_string().matches("<svg").count(), 1 + 6);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sheet {
    columns: usize,
    size: Option<u32>,
    title: Option<String>,
    text: Rgba,
    diagrams: Vec<(String, Diagram)>,
}

impl Sheet {
    /// Creates an empty sheet with this many diagrams in a row, at least one.
    pub const fn new(columns: usize) -> Self {
        let columns = if columns == 0 { 1 } else { columns };
        Self { columns, size: None, title: None, text: Theme::BROWN.text, diagrams: Vec::new() }
    }

    /// Adds a diagram below a caption. The sizes and titles of diagrams make no difference.
    #[must_use]
    pub fn with_diagram(mut self, caption: impl Into<String>, diagram: Diagram) -> Self {
        self.diagrams.push((caption.into(), diagram));
        self
    }

    /// Sets the width of the picture in pixels. Without it, the picture fills the width of the page.
    #[must_use]
    pub const fn with_size(mut self, pixels: u32) -> Self {
        self.size = Some(pixels);
        self
    }

    /// Sets the title, for tooltips and screen readers.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the color of the captions.
    #[must_use]
    pub const fn with_text_color(mut self, color: Rgba) -> Self {
        self.text = color;
        self
    }
}

impl fmt::Display for Sheet {
    /// Writes the picture as SVG text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.columns.min(self.diagrams.len()).max(1);
        let rows = || self.diagrams.chunks(columns);
        let heights = || rows().map(|row| row.iter().map(|(_, diagram)| height(diagram)).max().unwrap_or_default());
        let extent = Extent {
            left: 0,
            top: 0,
            width: GAP + columns as i32 * (BOARD + GAP),
            height: GAP + heights().map(|height| CAPTION + height + GAP).sum::<i32>(),
        };
        write_start(f, extent, self.size, self.title.as_deref())?;
        let has = |piece_type: PieceType| self.diagrams.iter().any(|(_, diagram)| diagram.has(piece_type));
        write_shapes(f, has)?;

        let mut top = GAP;
        for (row, row_height) in rows().zip(heights()) {
            for (column, (caption, diagram)) in row.iter().enumerate() {
                let left = GAP + column as i32 * (BOARD + GAP);
                write!(f, "<text x=\"{left}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"30\"", top + 30)?;
                self.text.write_attribute(f, "fill")?;
                writeln!(f, ">{}</text>", Escaped(caption))?;
                write!(
                    f,
                    "<svg x=\"{left}\" y=\"{}\" width=\"{BOARD}\" height=\"{}\"",
                    top + CAPTION,
                    height(diagram)
                )?;
                writeln!(f, " viewBox=\"{}\">", diagram.extent())?;
                diagram.write_board(f)?;
                f.write_str("</svg>\n")?;
            }
            top += CAPTION + row_height + GAP;
        }
        f.write_str("</svg>\n")
    }
}

fn height(diagram: &Diagram) -> i32 {
    let Extent { width, height, .. } = diagram.extent();
    (height * BOARD + width - 1) / width
}
