//! A picture of a board.

use alloc::string::String;
use alloc::vec::Vec;

use gardez_bitboard::Bitboard;
use gardez_position::{Board, Piece, Position};
use gardez_types::{Color, Move, Square};

use crate::frame::Frame;
use crate::marks::{Arrow, Circle, Glyph, Mask};
use crate::theme::Theme;

/// A picture of a board. `Display` writes it as SVG text.
///
/// The same diagram always produces the same text. The text has no scripts, no style sheets, no references to other files
/// and no empty lines, so it can be part of HTML and Markdown. The ids of shapes begin with `gardez-` and are the same in
/// all pictures, so a page can contain several.
///
/// The style sheet of a page can change the theme by the classes `gardez-light`, `gardez-dark`, `gardez-last-move`,
/// `gardez-check`, `gardez-white` and `gardez-black` (the pieces), `gardez-arrow`, `gardez-circle`, `gardez-glyph`,
/// `gardez-mask`, `gardez-margin`, `gardez-coordinates` and `gardez-legend`: `.gardez-dark { fill: #769656 }`.
///
/// ```
/// use gardez_position::Position;
/// use gardez_svg::{Arrow, Circle, Diagram, Square};
///
/// let mut position: Position = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1".parse()?;
/// position.play(position.parse_uci("d1d8")?)?;
/// let picture = Diagram::from(&position)
///     .with_last_move(position.last_move())
///     .with_check(position.in_check().then(|| position.king(position.side_to_move())))
///     .with_arrow(Arrow::new(Square::D8, Square::G8))
///     .with_circle(Circle::new(Square::F7))
///     .with_size(400)
///     .to_string();
/// assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Diagram {
    pub(crate) pieces: [Option<Piece>; 64],
    pub(crate) frame: Frame,
    pub(crate) coordinates: Coordinates,
    pub(crate) theme: Theme,
    pub(crate) size: Option<u32>,
    pub(crate) title: Option<String>,
    pub(crate) last_move: Option<Move>,
    pub(crate) check: Option<Square>,
    pub(crate) arrows: Vec<Arrow>,
    pub(crate) circles: Vec<Circle>,
    pub(crate) glyphs: Vec<Glyph>,
    pub(crate) masks: Vec<Mask>,
    /// The pictures next to the board on each side, by color.
    pub(crate) strips: Option<[Strip; 2]>,
}

/// The picture next to the back rank of a side: the pieces in its pocket, and a text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Strip {
    /// The numbers of pawns, knights, bishops, rooks and queens.
    pub(crate) pocket: [u8; 5],
    pub(crate) note: String,
}

/// The place of the coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Coordinates {
    /// No coordinates.
    None,
    /// In the corners of squares, at the left and at the bottom.
    Inside,
    /// To the left of the board and below it.
    #[default]
    Outside,
}

impl Diagram {
    /// Creates an empty board from White's point of view, with coordinates outside.
    pub const fn new() -> Self {
        Self {
            pieces: [None; 64],
            frame: Frame { orientation: Color::White },
            coordinates: Coordinates::Outside,
            theme: Theme::BROWN,
            size: None,
            title: None,
            last_move: None,
            check: None,
            arrows: Vec::new(),
            circles: Vec::new(),
            glyphs: Vec::new(),
            masks: Vec::new(),
            strips: None,
        }
    }

    /// Puts a piece on a square, in place of any other piece.
    #[must_use]
    pub const fn with_piece(mut self, square: Square, piece: Piece) -> Self {
        self.pieces[square as usize] = Some(piece);
        self
    }

    /// Draws the board with the back rank of this side at the bottom.
    #[must_use]
    pub const fn with_orientation(mut self, bottom: Color) -> Self {
        self.frame = Frame { orientation: bottom };
        self
    }

    /// Sets the place of the coordinates.
    #[must_use]
    pub const fn with_coordinates(mut self, coordinates: Coordinates) -> Self {
        self.coordinates = coordinates;
        self
    }

    /// Sets the colors.
    #[must_use]
    pub const fn with_theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
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

    /// Marks the squares of the last move; for castling, the squares of the king.
    #[must_use]
    pub fn with_last_move(mut self, last_move: impl Into<Option<Move>>) -> Self {
        self.last_move = last_move.into();
        self
    }

    /// Marks the square of a king in check.
    #[must_use]
    pub fn with_check(mut self, king: impl Into<Option<Square>>) -> Self {
        self.check = king.into();
        self
    }

    /// Adds an arrow: an [`Arrow`], a [`Move`], or a [`Threat`](crate::Threat) of a threat list.
    #[must_use]
    pub fn with_arrow(mut self, arrow: impl Into<Arrow>) -> Self {
        self.arrows.push(arrow.into());
        self
    }

    /// Adds arrows, such as all legal moves or a threat list.
    ///
    /// ```
    /// use gardez_position::{Position, observers::DirtyThreats};
    /// use gardez_svg::Diagram;
    ///
    /// let mut position: Position = "k7/4p3/8/8/8/8/4R3/4K3 w - - 0 1".parse()?;
    /// let mut threats = DirtyThreats::default();
    /// position.do_move_with(position.parse_uci("e2d2")?, &mut threats);
    /// let picture = Diagram::from(&position).with_arrows(threats.entries());
    /// # assert_eq!(picture.to_string().matches("#b02020").count(), 3);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_arrows<A: Into<Arrow>>(mut self, arrows: impl IntoIterator<Item = A>) -> Self {
        self.arrows.extend(arrows.into_iter().map(Into::into));
        self
    }

    /// Adds a circle.
    #[must_use]
    pub fn with_circle(mut self, circle: Circle) -> Self {
        self.circles.push(circle);
        self
    }

    /// Adds a glyph at the corner of a square.
    #[must_use]
    pub fn with_glyph(mut self, glyph: Glyph) -> Self {
        self.glyphs.push(glyph);
        self
    }

    /// Adds a set of squares. Sets that overlap share their squares.
    ///
    /// ```
    /// use gardez_position::{Board, Color, PieceType};
    /// use gardez_svg::{Diagram, Mask};
    ///
    /// let board = Board::start();
    /// let picture = Diagram::from(&board)
    ///     .with_mask(Mask::new("pawns", board.attacks_by(Color::White, PieceType::Pawn)))
    ///     .with_mask(Mask::new("knights", board.attacks_by(Color::White, PieceType::Knight)));
    /// assert!(picture.to_string().contains(">knights<"));
    /// ```
    #[must_use]
    pub fn with_mask(mut self, mask: impl Into<Mask>) -> Self {
        self.masks.push(mask.into());
        self
    }

    /// Shows the pocket of a side next to its back rank: the numbers of pawns, knights, bishops, rooks and queens.
    ///
    /// A picture with a pocket or a [note](Self::with_note) has room for both sides, so pictures of a game have one size.
    ///
    /// ```
    /// use gardez_svg::{Color, Diagram};
    ///
    /// let picture = Diagram::new().with_pocket(Color::White, [2, 1, 0, 0, 0]).to_string();
    /// assert_eq!(picture.matches("<use").count(), 2);
    /// assert!(picture.contains(">2</text>"));
    /// ```
    #[must_use]
    pub fn with_pocket(mut self, side: Color, pieces: [u8; 5]) -> Self {
        self.strip(side).pocket = pieces;
        self
    }

    /// Shows a short text next to the back rank of a side, such as its clock.
    #[must_use]
    pub fn with_note(mut self, side: Color, note: impl Into<String>) -> Self {
        self.strip(side).note = note.into();
        self
    }

    fn strip(&mut self, side: Color) -> &mut Strip {
        let none = || Strip { pocket: [0; 5], note: String::new() };
        &mut self.strips.get_or_insert_with(|| [none(), none()])[side as usize]
    }
}

impl Default for Diagram {
    fn default() -> Self {
        Self::new()
    }
}

impl From<&Board> for Diagram {
    fn from(board: &Board) -> Self {
        Self { pieces: Square::ALL.map(|square| board.piece_on(square)), ..Self::new() }
    }
}

impl From<&Position> for Diagram {
    fn from(position: &Position) -> Self {
        Self::from(position.board())
    }
}

impl From<Bitboard> for Diagram {
    fn from(squares: Bitboard) -> Self {
        Self::new().with_mask(squares)
    }
}
