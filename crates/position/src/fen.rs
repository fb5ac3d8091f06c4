//! Forsyth–Edwards Notation, read and written in its three dialects.
//!
//! The dialects differ in the castling field: `KQkq` in normal FEN, where each letter means the outermost rook of a
//! wing (so it serves Chess960 too); the files of the rooks, `HAha`, in Shredder-FEN; and X-FEN, which writes the normal
//! letters and names a file only for an inner rook. All three are read in any mode.
//!
//! Fields after the side to move may be missing. The half-moves since the last capture or pawn move are read up to
//! 65,535, the number of the move up to 1,000,000, and its 0 as 1; several blanks, a plus sign, leading zeros and the end of
//! a line are accepted. The time is that of going through the text once.
//!
//! Reading takes two steps. The *syntax* is checked first; an error has a kind and a byte range. Then the *position*:
//! what breaks an invariant is always refused, for the rules cannot handle it (a missing king, the side not to move in
//! check, a pawn on the first or last rank). Everything else can be played on and is read, as Stockfish does.
//!
//! What cannot arise in a game is reported as a [problem](FenProblems): [`ReadFen::problems`] has those of a text,
//! [`Board::problems`](crate::Board::problems) those of a board. [`FenReader::strict`] refuses all problems,
//! [`FenReader::refuse`] those that it is given.
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
    /// The position prints itself as standard chess does.
    Standard,
    /// The position prints itself as Chess960 programs do.
    Chess960,
    /// Chess960 if there is a castling right that standard chess does not know: of a king that is not on the e-file or
    /// a rook that is not in a corner.
    #[default]
    Detect,
}

impl From<CastlingMode> for FenMode {
    /// The reading mode that gives a position this castling mode.
    fn from(mode: CastlingMode) -> Self {
        match mode {
            CastlingMode::Standard => Self::Standard,
            CastlingMode::Chess960 => Self::Chess960,
        }
    }
}

/// When the square behind a double step counts as an en passant square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EnPassantPolicy {
    /// When a legal en passant capture exists.
    #[default]
    Legal,
    /// When a pawn attacks it, whether it may legally capture or not.
    PseudoLegal,
    /// Always.
    Always,
}
