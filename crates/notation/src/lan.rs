//! Long algebraic notation: `Ng1-f3`, `e7xd8=Q#`, `O-O`.
//!
//! Every move except castling has its origin and its target. [`LanStyle`] says whether a hyphen is written between
//! them; [`parse`] reads both styles. Marks, castling and promotions are as in SAN.
//!
//! ```
//! use gardez_notation::lan::{self, Lan, LanStyle};
//! use gardez_position::Board;
//!
//! let board = Board::start();
//! let m = lan::parse(&board, "Ng1-f3")?;
//! assert_eq!(Lan::new(&board, m, LanStyle::Hyphen).as_str(), "Ng1-f3");
//! assert_eq!(Lan::new(&board, m, LanStyle::Dense).as_str(), "Ng1f3");
//! # Ok::<_, gardez_notation::san::SanError>(())
//! ```

use gardez_position::Board;
use gardez_types::{Move, MoveKind, PieceType};

use crate::san::{MoveText, ParsedMove, SanError, parse_lenient, reads_as_text};

/// The text between the squares of a move that captures nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum LanStyle {
    /// `Ng1-f3`.
    #[default]
    Hyphen,
    /// `Ng1f3`.
    Dense,
}

/// A move in long algebraic notation, on the stack. It dereferences to its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lan(MoveText);

impl Lan {
    /// Returns the text of a legal move.
    ///
    /// # Panics
    ///
    /// May panic, or return another text, if `m` is not legal on `board`.
    pub fn new(board: &Board, m: Move, style: LanStyle) -> Self {
        let mut line = MoveText::EMPTY;
        if !line.castling(m) {
            let piece = board.piece_on(m.from()).map_or(PieceType::Pawn, |piece| piece.piece_type());
            if piece != PieceType::Pawn {
                line.piece(piece);
            }
            line.square(m.from());
            if board.piece_on(m.to()).is_some() || m.kind() == MoveKind::EnPassant {
                line.push(b'x');
            } else if style == LanStyle::Hyphen {
                line.push(b'-');
            }
            line.square(m.to());
            line.promotion(m);
        }
        line.mark(board, m);
        Self(line)
    }
}

reads_as_text!(Lan);

/// Reads a legal move in long algebraic notation, in either style, and nothing else.
///
/// [`san::parse_lenient`](crate::san::parse_lenient) reads other forms.
///
/// # Errors
///
/// Returns an error if the text is malformed or fits no legal move, and [`SanError::NotCanonical`] if it is not exactly
/// the text of a [`Lan`], or a null move.
pub fn parse(board: &Board, text: &str) -> Result<Move, SanError> {
    let ParsedMove { mv, repairs } = parse_lenient(board, text)?;
    let is_printed =
        |m: Move| [LanStyle::Hyphen, LanStyle::Dense].iter().any(|&style| *Lan::new(board, m, style) == *text);
    mv.filter(|&m| is_printed(m)).ok_or(SanError::NotCanonical { mv, repairs })
}
