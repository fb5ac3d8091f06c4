//! The WebAssembly module inside the entry `gardez/variants` of the npm package: the variants of chess that sites play.
//!
//! Only texts and numbers cross the border. A move is the 16 bits of `VariantMove`.

use gardez_variants::{CastlingMode, Color, Dialect, PieceType, Square, Variant, VariantMove, VariantPosition};
use gardez_web_failure::Failure;
use wasm_bindgen::prelude::wasm_bindgen;

gardez_web_pgn::pgn_reader!(gardez_variants::VariantBoard);

/// A game of a variant with all its moves.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct Game {
    position: VariantPosition,
}

/// The greatest depth of a count, and the most moves of a game.
const MAX_DEPTH: u32 = 9;
const MAX_MOVES: usize = 20_000;

fn read(fen: &str, variant: &str) -> Result<VariantPosition, Failure> {
    let unknown = || Failure::new("range", format_args!("{variant:?} is not the name of a known variant"));
    let variant = Variant::from_name(variant).ok_or_else(unknown)?;
    if fen.is_empty() {
        return Ok(VariantPosition::start(variant));
    }
    VariantPosition::from_fen(variant, fen).map_err(|error| {
        use gardez_variants::ErrorInfo;
        Failure::about("fen", fen, error.span(), &error)
    })
}

#[wasm_bindgen]
impl Game {
    /// Returns the game that begins with a FEN, or with the start position of a variant, and has these moves.
    #[wasm_bindgen(constructor)]
    pub fn new(fen: &str, variant: &str, moves: &[u16]) -> Result<Self, Failure> {
        let mut game = Self { position: read(fen, variant)? };
        moves.iter().try_for_each(|&raw| game.play(raw))?;
        Ok(game)
    }

    /// Returns the name of the variant, as the tag of a PGN has it.
    pub fn variant(&self) -> String {
        self.position.variant().title().into()
    }

    /// Returns the FEN as Lichess writes it, or as libraries do.
    pub fn fen(&self, is_of_libraries: bool) -> String {
        let dialect = if is_of_libraries { Dialect::Libraries } else { Dialect::Lichess };
        self.position.fen(dialect).to_string()
    }

    /// Returns the pieces: 64 characters from a1, b1 … to h8; a period is an empty square.
    pub fn squares(&self) -> String {
        let letter = |&square: &Square| self.position.piece_on(square).map_or('.', |piece| piece.letter());
        Square::ALL.iter().map(letter).collect()
    }

    /// Returns the pieces in hand: pawns, knights, bishops, rooks and queens of White, then of Black.
    pub fn pockets(&self) -> Vec<u8> {
        const TYPES: [PieceType; 5] =
            [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
        Color::ALL.into_iter().flat_map(|color| TYPES.map(|piece| self.position.pocket(color).count(piece))).collect()
    }

    /// Returns the checks that White and Black still have to give to win.
    #[wasm_bindgen(js_name = checksLeft)]
    pub fn checks_left(&self) -> Vec<u8> {
        Color::ALL.map(|color| self.position.checks_left(color)).to_vec()
    }

    /// Returns the letter of the side to move.
    pub fn turn(&self) -> String {
        self.position.side_to_move().to_string()
    }

    /// Returns `true` if castling is written as in Chess960.
    #[wasm_bindgen(js_name = isChess960)]
    pub fn is_chess960(&self) -> bool {
        self.position.castling_mode() == CastlingMode::Chess960
    }

    /// Returns `true` if the side to move is in check.
    #[wasm_bindgen(js_name = inCheck)]
    pub fn in_check(&self) -> bool {
        self.position.in_check()
    }

    /// Returns the number of the move, from 1.
    #[wasm_bindgen(js_name = moveNumber)]
    pub fn move_number(&self) -> u32 {
        self.position.fullmove_number()
    }

    /// Returns how the game ends: empty if it goes on, else the reason and the winner's letter, or a hyphen after a draw.
    pub fn outcome(&self) -> String {
        let Some(outcome) = self.position.outcome() else { return String::new() };
        let winner = outcome.winner.map_or("-".into(), |color| color.to_string());
        format!("{:?} {winner}", outcome.reason)
    }

    /// Returns the legal moves.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self) -> Vec<u16> {
        self.position.legal_moves().iter().map(|m| m.raw()).collect()
    }

    /// Returns all legal moves in standard notation, in the order of the list, separated by spaces.
    #[wasm_bindgen(js_name = movesSan)]
    pub fn moves_san(&self) -> String {
        let sans = self.position.legal_moves().into_iter().map(|m| self.position.san(m).to_string());
        sans.collect::<Vec<_>>().join(" ")
    }

    /// Returns a legal move in standard notation.
    pub fn san(&self, raw: u16) -> Result<String, Failure> {
        Ok(self.position.san(self.legal(raw)?).to_string())
    }

    /// Returns a legal move in UCI notation.
    pub fn uci(&self, raw: u16) -> Result<String, Failure> {
        Ok(self.legal(raw)?.uci(self.position.castling_mode()).to_string())
    }

    /// Finds a move by its text, in standard notation or UCI.
    #[wasm_bindgen(js_name = findText)]
    pub fn find_text(&self, text: &str) -> Result<u16, Failure> {
        use gardez_variants::SanError;
        let plain = text.trim_end_matches(['!', '?']);
        let found = self.position.parse_san(plain);
        let found = found.or_else(|error| self.position.parse_uci(plain).map_err(|_| error));
        let code = |error: &SanError| match error {
            SanError::Malformed => "malformed",
            SanError::Ambiguous { .. } => "ambiguous",
            _ => "illegal",
        };
        found.map(VariantMove::raw).map_err(|error| Failure::new(code(&error), format_args!("{text:?}: {error}")))
    }

    /// Plays a move given by its number.
    pub fn play(&mut self, raw: u16) -> Result<(), Failure> {
        if self.position.moves().len() == MAX_MOVES {
            return Err(Failure::new("range", format_args!("a game has at most {MAX_MOVES} moves")));
        }
        let m = self.legal(raw)?;
        self.position.do_move(m);
        Ok(())
    }

    /// Takes the last move back, and returns its number.
    pub fn undo(&mut self) -> Option<u16> {
        self.position.undo_move().map(VariantMove::raw)
    }

    /// Returns the number of sequences of `depth` legal moves.
    pub fn perft(&self, depth: u32) -> Result<f64, Failure> {
        if MAX_DEPTH < depth {
            return Err(Failure::new("range", format_args!("the depth must be a number from 0 to {MAX_DEPTH}")));
        }
        Ok(self.position.board().perft(depth) as f64)
    }
}

impl Game {
    fn legal(&self, raw: u16) -> Result<VariantMove, Failure> {
        let m = VariantMove::from_raw(raw).filter(|&m| self.position.is_legal(m));
        m.ok_or_else(|| Failure::new("illegal", format_args!("the move {raw} is not legal here")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_are_played_and_taken_back() {
        let mut game = Game::new("", "crazyhouse", &[]).expect("the start position");
        for text in ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qd8"] {
            game.play(game.find_text(text).expect("a legal move")).expect("a legal move");
        }
        let before = game.fen(true);
        assert_eq!(game.pockets(), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
        let drop = game.find_text("P@d5").expect("a drop");
        game.play(drop).expect("a legal move");
        assert_eq!(game.pockets()[0], 0);
        assert_eq!(game.undo(), Some(drop));
        assert_eq!(game.fen(true), before);
        assert!(
            Game::new("", "suicide", &[]).is_err() && Game::new("8/8", "atomic", &[]).is_err() && game.play(0).is_err()
        );
    }

    #[test]
    fn no_call_ends_in_a_trap() {
        for variant in Variant::ALL {
            let mut game = Game::new("", variant.title(), &[]).expect("the start position");
            let mut state = 1_u32;
            for _ in 0..2_000 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let moves = game.legal_moves();
                let raw = moves.get((state >> 16) as usize % moves.len().max(1)).copied();
                _ = (game.play((state >> 8) as u16), game.san((state >> 12) as u16), game.uci(state as u16));
                match raw {
                    Some(raw) if state % 16 != 0 => _ = game.play(raw),
                    _ => _ = (0..1 + state % 7).map(|_| game.undo()).count(),
                }
                _ = (game.outcome(), game.moves_san(), game.pockets(), game.find_text("@@@"), game.fen(false));
                let fen = game.fen(state % 2 == 0);
                game = Game::new(&fen, variant.key(), &[]).expect(&fen);
            }
        }
    }
}
