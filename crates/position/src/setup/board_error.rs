//! What can be wrong with a board.

use core::fmt;

use gardez_bitboard::Bitboard;
use gardez_types::{Color, ErrorInfo, Square};

use crate::clause::{name, say};

/// What is wrong with a board.
///
/// | kinds | returned by |
/// |---|---|
/// | kings, pawns, opponent in check, castling right, en passant square: broken rules of all boards | everything that sets up a board (but most FEN readers drop the last two), and [`Board::check_invariants`](crate::Board::check_invariants) |
/// | too many pieces, promoted surplus, impossible check: what cannot arise in a game | [`Board::problem_kinds`](crate::Board::problem_kinds), and readers and builders that refuse it |
/// | sets, checkers, keys: damage by a move that was not legal | [`Board::check_invariants`](crate::Board::check_invariants) |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BoardError {
    /// A side has no king.
    MissingKing(Color),
    /// A side has several kings.
    SeveralKings(Color),
    /// A pawn is on the first or the last rank.
    PawnOnBackRank(Square),
    /// The side that is not to move is in check.
    OpponentInCheck,
    /// A castling right lacks its king or rook, or is the second one for the same side.
    CastlingRight {
        /// The side with the right.
        color: Color,
        /// The square of the rook. For a FEN with `K` or `Q` and no such rook, the corner.
        rook: Square,
    },
    /// The last move cannot have been a double step past this en passant square.
    StaleEnPassantSquare(Square),

    /// A side has more than 16 pieces.
    TooManyPieces {
        /// The side.
        color: Color,
        /// The number of its pieces.
        pieces: u32,
    },
    /// A side has more than 8 pawns.
    TooManyPawns {
        /// The side.
        color: Color,
        /// The number of its pawns.
        pawns: u32,
    },
    /// A side has more promoted pieces than missing pawns.
    PromotedSurplus {
        /// The side.
        color: Color,
        /// The number of pieces that must come from promotions.
        promoted: u32,
        /// The number of missing pawns.
        missing: u32,
    },
    /// No move can lead to this check.
    ImpossibleCheck {
        /// The pieces that give check.
        checkers: Bitboard,
    },

    /// The sets of pieces and the array of squares differ on a square.
    Sets(Square),
    /// The checkers that are computed from the last move are not the pieces that attack the king.
    Checkers,
    /// The incremental key differs from the key computed from the board.
    Key,
    /// The incremental pawn key differs from the key computed from the board.
    PawnKey,
    /// The incremental material key differs from the key computed from the board.
    MaterialKey,
    /// The incremental minor-piece key differs from the key computed from the board.
    MinorPieceKey,
    /// The incremental non-pawn key of a side differs from the key computed from the board.
    NonPawnKey(Color),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::MissingKing(color) => say(f, &[&name(color), &" has no king"]),
            Self::SeveralKings(color) => say(f, &[&name(color), &" has several kings"]),
            Self::PawnOnBackRank(square) => say(f, &[&"a pawn is on ", &square]),
            Self::OpponentInCheck => f.write_str("the side that is not to move is in check"),
            Self::CastlingRight { color, rook } => {
                say(f, &[&name(color), &" cannot have the right to castle with a rook on ", &rook])
            }
            Self::StaleEnPassantSquare(square) => {
                say(f, &[&"no double step can have left the en passant square ", &square])
            }
            Self::TooManyPieces { color, pieces } => {
                say(f, &[&name(color), &" has ", &pieces, &" pieces, more than 16"])
            }
            Self::TooManyPawns { color, pawns } => say(f, &[&name(color), &" has ", &pawns, &" pawns, more than 8"]),
            Self::PromotedSurplus { color, promoted, missing } => {
                say(f, &[&name(color), &" has ", &promoted, &" promoted pieces, but only ", &missing])?;
                f.write_str(" pawns are missing")
            }
            Self::ImpossibleCheck { checkers } => {
                let pieces = if checkers.len() == 1 { "piece" } else { "pieces" };
                say(f, &[&"no move can have given the check by the ", &pieces, &" on"])?;
                let mut separator = " ";
                for checker in checkers {
                    say(f, &[&separator, &checker])?;
                    separator = ", ";
                }
                Ok(())
            }
            Self::Sets(square) => say(f, &[&"the sets of pieces and the array of squares differ on ", &square]),
            Self::Checkers => f.write_str("the checkers computed from the last move are wrong"),
            Self::Key => f.write_str("the key is not the key of the board"),
            Self::PawnKey => f.write_str("the pawn key is not the key of the board"),
            Self::MaterialKey => f.write_str("the material key is not the key of the board"),
            Self::MinorPieceKey => f.write_str("the minor-piece key is not the key of the board"),
            Self::NonPawnKey(color) => {
                say(f, &[&"the non-pawn key of ", &name(color), &" is not the key of the board"])
            }
        }
    }
}

impl core::error::Error for BoardError {}

impl ErrorInfo for BoardError {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::MissingKing(_) => "missing-king",
            Self::SeveralKings(_) => "several-kings",
            Self::PawnOnBackRank(_) => "pawn-on-back-rank",
            Self::OpponentInCheck => "opponent-in-check",
            Self::CastlingRight { .. } => "castling-right",
            Self::StaleEnPassantSquare(_) => "stale-en-passant-square",
            Self::TooManyPieces { .. } => "too-many-pieces",
            Self::TooManyPawns { .. } => "too-many-pawns",
            Self::PromotedSurplus { .. } => "promoted-surplus",
            Self::ImpossibleCheck { .. } => "impossible-check",
            Self::Sets(_) => "sets",
            Self::Checkers => "checkers",
            Self::Key => "key",
            Self::PawnKey => "pawn-key",
            Self::MaterialKey => "material-key",
            Self::MinorPieceKey => "minor-piece-key",
            Self::NonPawnKey(_) => "non-pawn-key",
        }
    }
}
