//! The error of a board.

use core::fmt::{Display, Formatter, Result};

use gardez_bitboard::Bitboard;
use gardez_types::{Color, Square, errors};

use crate::clause::name;

errors! {
    /// The reason a board is not a position.
    ///
    /// First come broken rules of all boards, then, from too many pieces on, what
    /// [`Board::problem_kinds`](crate::Board::problem_kinds) finds, and then damage by an illegal move, which
    /// [`Board::check_invariants`](crate::Board::check_invariants) finds.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum BoardError {
        MissingKing(color: Color) = "missing-king", "{} has no king", name(*color);
        SeveralKings(color: Color) = "several-kings", "{} has several kings", name(*color);
        PawnOnBackRank(square: Square) = "pawn-on-back-rank", "a pawn is on {square}";
        OpponentInCheck(color: Color) = "opponent-in-check", "{}'s king can be captured ({} to move)",
            name(*color), name(!*color);
        /// A castling right lacks its king or rook, or is the second one for the same side.
        CastlingRight { color: Color, rook: Square } = "castling-right",
            "{} cannot have the right to castle with a rook on {rook}", name(*color);
        StaleEnPassantSquare(square: Square) = "stale-en-passant-square",
            "no double push can have left the en passant square {square}";

        TooManyPieces { color: Color, pieces: u32 } = "too-many-pieces",
            "{} has {pieces} pieces, more than 16", name(*color);
        TooManyPawns { color: Color, pawns: u32 } = "too-many-pawns", "{} has {pawns} pawns, more than 8", name(*color);
        PromotedSurplus { color: Color, promoted: u32, missing: u32 } = "promoted-surplus",
            "{} has {promoted} promoted pieces, but only {missing} pawns are missing", name(*color);
        /// No move can lead to this check.
        ImpossibleCheck { checkers: Bitboard } = "impossible-check", |f| write_check(f, *checkers);

        Sets(square: Square) = "sets", "the sets of pieces and the array of squares differ on {square}";
        /// The checkers found by the last move are not the king's attackers.
        Checkers = "checkers", "the checkers computed from the last move are wrong";
        Key = "key", "the key is not the key of the board";
        PawnKey = "pawn-key", "the pawn key is not the key of the board";
        MaterialKey = "material-key", "the material key is not the key of the board";
        MinorPieceKey = "minor-piece-key", "the minor-piece key is not the key of the board";
        NonPawnKey(color: Color) = "non-pawn-key", "the non-pawn key of {} is not the key of the board", name(*color);
    }
}

/// Writes the text of an impossible check.
fn write_check(f: &mut Formatter<'_>, checkers: Bitboard) -> Result {
    let pieces = if checkers.len() == 1 { "piece" } else { "pieces" };
    write!(f, "no move can have given the check by the {pieces} on")?;
    checkers.into_iter().enumerate().try_for_each(|(index, checker)| {
        f.write_str(if index == 0 { " " } else { ", " })?;
        checker.fmt(f)
    })
}
