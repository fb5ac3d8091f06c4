//! Forsyth–Edwards Notation, read and written in its three dialects.
//!
//! The dialects differ in the castling field. Every dialect is read in every mode.
//!
//! | dialect | castling field |
//! |---|---|
//! | normal FEN | `KQkq`; each letter means the outermost rook of its side, so Chess960 can be written too |
//! | Shredder-FEN | the files of the rooks: `HAha` |
//! | X-FEN | `KQkq`, but the file of a rook that is not the outermost one |
//!
//! Fields after the side to move may be missing. The halfmove clock is read up to 65,535. The move number is read up to
//! 1,000,000, and 0 is read as 1. Several spaces, a plus sign, leading zeros and a line end are accepted. Reading takes
//! linear time.
//!
//! Reading takes two steps. The *syntax* is checked first; an error has a kind and a byte range. Then the *position*:
//! a position that breaks an invariant is always refused, because the rules do not apply to it (a missing king, the side
//! not to move in check, a pawn on the first or last rank). Every other position can be played and is read, as in Stockfish.
//!
//! What cannot arise in a game is reported as a [problem](FenProblems): [`ReadFen::problems`] has those of a text,
//! [`Board::problems`](crate::Board::problems) those of a board. [`FenReader::strict`] refuses all problems,
//! [`FenReader::refuse`] refuses the given ones.
//!
//! | problem | what is read |
//! |---|---|
//! | a castling right without its king or rook | the position without the right |
//! | an en passant square that no double step can have left | the position without the square |
//! | too many pieces, pawns or promoted pieces | the position |
//! | a check that no move can have given | the position |

mod castling;
mod error;
mod placement;
mod problems;
mod reader;
mod set_up;
mod syntax;
mod writer;

pub use error::{FenError, FenErrorKind};
pub use problems::{FenProblems, UnknownProblemError};
pub use reader::{FenReader, ReadFen};
pub use set_up::Builder;
pub use writer::{Fen, FenStyle};

use crate::CastlingMode;

/// The castling mode a position gets when its FEN is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FenMode {
    /// Castling is printed as in standard chess: `KQkq` and `e1g1`.
    Standard,
    /// Castling is printed as in Chess960: `HAha` and `e1h1`.
    Chess960,
    /// Chess960 if a castling right belongs to a king that is not on the e-file or to a rook that is not in a corner,
    /// otherwise standard chess.
    #[default]
    Detect,
}

impl From<CastlingMode> for FenMode {
    /// The mode for reading positions of this castling mode.
    fn from(mode: CastlingMode) -> Self {
        match mode {
            CastlingMode::Standard => Self::Standard,
            CastlingMode::Chess960 => Self::Chess960,
        }
    }
}

/// When the square that a double step passed counts as an en passant square.
///
/// ```text
/// 5  . . . . . . . .
/// 4  . . . p P . . .      white has just played e2-e4, past e3
/// 3  . . . . x . . .      black's pawn on d4 attacks e3: `PseudoLegal`
/// 2  . . . . . . . .      the capture is `Legal` if it does not expose black's king
///    a b c d e f g h
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EnPassantPolicy {
    /// When a legal en passant capture exists.
    #[default]
    Legal,
    /// When a pawn attacks it, even if the capture is not legal.
    PseudoLegal,
    /// Always.
    Always,
}
