//! The WebAssembly module inside the entry `gardez/openings` of the npm package: names of openings.

use gardez_openings::Opening;
use gardez_position::Board;
use gardez_types::Move;
use wasm_bindgen::prelude::wasm_bindgen;

/// Returns the last opening that a game went through: its ECO code, a space, its name, a line end and the number of
/// plies. The text is empty if there is none. `moves` are numbers of moves from the start position; the name of a later
/// position wins.
#[wasm_bindgen(js_name = openingOfMoves)]
pub fn opening_of_moves(moves: &[u16]) -> String {
    let mut board = Board::start();
    let mut boards = vec![board];
    for &raw in moves.iter().take(MAX_PLIES) {
        let Some(m) = Move::from_raw(raw).filter(|&m| board.is_legal(m)) else { break };
        board.do_move(m);
        boards.push(board);
    }
    let last = Opening::each_of(&boards).last();
    last.map_or(String::new(), |(ply, opening)| format!("{} {}\n{ply}", opening.eco(), opening.name()))
}

/// Returns the opening of a position: its ECO code, a space and its name, or an empty text.
#[wasm_bindgen(js_name = openingOfFen)]
pub fn opening_of_fen(fen: &str) -> String {
    let board: Option<Board> = fen.parse().ok();
    let opening = board.as_ref().and_then(Opening::from_board);
    opening.map_or(String::new(), |opening| format!("{} {}", opening.eco(), opening.name()))
}

/// No opening is longer.
const MAX_PLIES: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_later_position_wins() {
        let mut board = Board::start();
        let mut moves = Vec::new();
        for text in ["e2e4", "c7c5", "g1f3", "d7d6"] {
            let m = board.parse_uci(text).expect("these moves are legal");
            moves.push(m.raw());
            board.do_move(m);
        }
        assert!(opening_of_moves(&moves).starts_with("B5"), "{}", opening_of_moves(&moves));
        assert_eq!(opening_of_moves(&[]), opening_of_moves(&[0, 1, 65_535]));
        assert_eq!(opening_of_fen("no FEN"), "");
    }
}
