//! What a position says of itself.

use gardez_position::Outcome;
use gardez_types::{CastlingRights, Color};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::chess::Chess;

/// Returns the letters of the pieces on all squares from a1 to h8, with a period for an empty square.
fn letters(chess: &Chess) -> String {
    chess.position.board().piece_array().iter().map(|piece| piece.map_or('.', |piece| piece.letter())).collect()
}

#[wasm_bindgen]
impl Chess {
    /// Returns the pieces: 64 characters from a1, b1 … to h8; a period is an empty square.
    pub fn squares(&self) -> String {
        letters(self)
    }

    /// Returns `true` if it is black's turn.
    #[wasm_bindgen(js_name = isBlack)]
    pub fn is_black(&self) -> bool {
        self.position.board().side_to_move() == Color::Black
    }

    /// Returns `true` if the castling rules and texts follow Chess960.
    #[wasm_bindgen(js_name = isChess960)]
    pub fn is_chess960(&self) -> bool {
        self.position.board().castling_mode() == gardez_types::CastlingMode::Chess960
    }

    /// Returns facts as bits. 0: check; 1: checkmate; 2: stalemate; 3: insufficient material; 4: fifty moves; 5: three
    /// occurrences; 6: five occurrences; 7: seventy-five moves.
    pub fn facts(&self) -> u32 {
        let board = self.position.board();
        let occurrences = self.position.occurrences();
        let bits = [
            board.in_check(),
            board.is_checkmate(),
            board.is_stalemate(),
            board.has_insufficient_material(),
            100 <= board.rule50(),
            3 <= occurrences,
            5 <= occurrences,
            150 <= board.rule50(),
        ];
        bits.iter().enumerate().map(|(bit, &fact)| u32::from(fact) << bit).sum()
    }

    /// Returns how the game ends: empty if it goes on, else the kind and the winner's letter, or a hyphen after a draw.
    pub fn outcome(&self) -> String {
        let Some(outcome) = self.position.outcome() else { return String::new() };
        let kind = match outcome {
            Outcome::Checkmate { .. } => "checkmate",
            Outcome::Stalemate => "stalemate",
            Outcome::InsufficientMaterial => "insufficient-material",
            Outcome::SeventyFiveMoves => "seventy-five-moves",
            Outcome::FivefoldRepetition => "fivefold-repetition",
            Outcome::FiftyMoves => "fifty-moves",
            Outcome::ThreefoldRepetition => "threefold-repetition",
            _ => "draw",
        };
        let winner = match outcome.winner() {
            Some(Color::White) => 'w',
            Some(Color::Black) => 'b',
            None => '-',
        };
        format!("{kind} {winner}")
    }

    /// Returns the number of the move, from 1.
    #[wasm_bindgen(js_name = moveNumber)]
    pub fn move_number(&self) -> u32 {
        self.position.board().fullmove()
    }

    /// Returns the plies since the last capture or pawn move.
    #[wasm_bindgen(js_name = rule50)]
    pub fn rule50(&self) -> u16 {
        self.position.board().rule50()
    }

    /// Returns the castling rights: bits 0 to 3 for white's king side and queen side, then black's.
    #[wasm_bindgen(js_name = castlingRights)]
    pub fn castling_rights(&self) -> u8 {
        let rights = self.position.board().castling_rights();
        let order = [Color::White, Color::Black]
            .into_iter()
            .flat_map(|color| gardez_types::CastlingSide::ALL.map(|side| CastlingRights::new(color, side)));
        order.enumerate().map(|(bit, right)| u8::from(rights.contains(right)) << bit).sum()
    }

    /// Returns the number of the start position of Chess960, or -1.
    #[wasm_bindgen(js_name = chess960Number)]
    pub fn chess960_number(&self) -> i32 {
        self.position.board().chess960_number().map_or(-1, i32::from)
    }

    /// Returns the key of the position, as Stockfish computes it.
    pub fn key(&self) -> u64 {
        self.position.board().key()
    }

    /// Returns the key of the position in a Polyglot book.
    #[wasm_bindgen(js_name = polyglotKey)]
    pub fn polyglot_key(&self) -> u64 {
        self.position.board().polyglot_key()
    }
}
