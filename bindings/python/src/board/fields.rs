//! Side to move, counters, keys, castling rights and the en passant square.

use gardez_position::EnPassantPolicy;
use gardez_types::{CastlingMode, CastlingRights, CastlingSide, Color, File};
use pyo3::prelude::*;

use crate::args::ColorArg;
use crate::board::{Board, Game};

impl Game {
    /// Returns the squares of the rooks that may still castle.
    pub(super) fn castling_rooks(&self) -> u64 {
        let board = self.position.board();
        let rooks = CastlingRights::EACH.into_iter().filter_map(|(_, color, side)| board.castling_rook(color, side));
        rooks.fold(0, |set, rook| set | 1 << rook as u8)
    }

    fn ep_by(&self, policy: EnPassantPolicy) -> Option<u8> {
        self.position.ep_square_by(policy).map(|square| square as u8)
    }
}

#[pymethods]
impl Board {
    /// Returns the side to move: True for white.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().turn == gardez.WHITE
    /// True
    #[getter]
    fn turn(&self) -> bool {
        self.game().position.side_to_move() == Color::White
    }

    /// Returns the number of the move, from 1; it grows after each move of black.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.game().position.fullmove()
    }

    /// Returns the number of plies since the last capture or pawn move, for the fifty-move rule.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.game().position.rule50()
    }

    /// Returns the number of plies since the start of the game, as the move number counts them.
    ///
    /// >>> import gardez
    /// >>> gardez.Board("4k3/8/8/8/8/8/8/4K3 b - - 0 3").ply()
    /// 5
    fn ply(&self) -> u32 {
        let game = self.game();
        2 * (game.position.fullmove() - 1) + u32::from(game.position.side_to_move() == Color::Black)
    }

    /// Returns True if castling is written as king takes own rook, as in Chess960.
    #[getter]
    fn chess960(&self) -> bool {
        self.game().mode() == CastlingMode::Chess960
    }

    /// Returns the square that the last move passed with a double step, from 0 to 63, or None. A capture there need not
    /// exist; see `has_legal_en_passant`.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.push_san("e4")
    /// Move.from_uci('e2e4')
    /// >>> board.ep_square == gardez.E3, board.has_legal_en_passant()
    /// (True, False)
    #[getter]
    fn ep_square(&self) -> Option<u8> {
        self.game().ep_by(EnPassantPolicy::Always)
    }

    /// Returns True if an en passant capture is legal.
    fn has_legal_en_passant(&self) -> bool {
        self.game().ep_by(EnPassantPolicy::Legal).is_some()
    }

    /// Returns True if a pawn attacks the en passant square, even if the capture would leave its king attacked.
    fn has_pseudo_legal_en_passant(&self) -> bool {
        self.game().ep_by(EnPassantPolicy::PseudoLegal).is_some()
    }

    /// Returns the rooks that may still castle, as a set of 64 bits.
    ///
    /// >>> import gardez
    /// >>> gardez.SquareSet(gardez.Board().castling_rights).tolist().count(True)
    /// 4
    #[getter]
    fn castling_rights(&self) -> u64 {
        self.game().castling_rooks()
    }

    /// Returns True if a color may still castle, on any side.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().has_castling_rights(gardez.WHITE)
    /// True
    fn has_castling_rights(&self, color: ColorArg) -> bool {
        let game = self.game();
        CastlingSide::ALL.iter().any(|&side| game.position.castling_rook(color.0, side).is_some())
    }

    /// Returns True if a color may still castle on the king's side.
    fn has_kingside_castling_rights(&self, color: ColorArg) -> bool {
        self.game().position.castling_rook(color.0, CastlingSide::KingSide).is_some()
    }

    /// Returns True if a color may still castle on the queen's side.
    fn has_queenside_castling_rights(&self, color: ColorArg) -> bool {
        self.game().position.castling_rook(color.0, CastlingSide::QueenSide).is_some()
    }

    /// Returns True if a castling right belongs to a king that is not on the e-file or to a rook that is not in a
    /// corner.
    fn has_chess960_castling_rights(&self) -> bool {
        let game = self.game();
        let board = game.position.board();
        CastlingRights::EACH.into_iter().any(|(_, color, side)| {
            let rook = board.castling_rook(color, side);
            rook.is_some_and(|rook| rook != side.standard_rook(color) || board.king(color).file() != File::E)
        })
    }

    /// Returns the key of the position, 64 bits, as Stockfish computes it. From a halfmove clock of 14 on it depends on
    /// the clock.
    ///
    /// A board has no hash because it changes; the key serves in its place.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().key == gardez.Board().key
    /// True
    #[getter]
    fn key(&self) -> u64 {
        self.game().position.key()
    }

    /// Returns the key of the position in a Polyglot book, 64 bits.
    ///
    /// >>> import gardez
    /// >>> hex(gardez.Board().polyglot_key)
    /// '0x463b96181691fc9c'
    #[getter]
    fn polyglot_key(&self) -> u64 {
        self.game().position.polyglot_key()
    }
}
