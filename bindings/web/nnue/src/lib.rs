//! The WebAssembly module inside the entry `gardez/nnue` of the npm package: evaluations of neural networks.

use gardez_nnue::{AccumulatorStack, Network};
use gardez_position::{FenMode, Position};
use gardez_types::Move;
use gardez_web_failure::Failure;
use wasm_bindgen::prelude::wasm_bindgen;

/// A network of Stockfish.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Evaluator {
    network: Network<'static>,
}

fn position(fen: &str) -> Result<Position, Failure> {
    Position::from_fen(fen, FenMode::Detect).map_err(|error| Failure::new("fen", error))
}

/// Fails if there is no memory for a file of so many bytes and what is read from it.
#[wasm_bindgen(js_name = makeRoom)]
pub fn make_room(bytes: f64) -> Result<(), Failure> {
    Failure::unless_there_is_room(bytes)
}

#[wasm_bindgen]
impl Evaluator {
    /// Reads the bytes of a file `.nnue`.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: Vec<u8>) -> Result<Self, Failure> {
        Network::read(&bytes).map(|network| Self { network }).map_err(|error| Failure::new("network", error))
    }

    /// Returns the description in the file.
    pub fn description(&self) -> String {
        self.network.description().into()
    }

    /// Returns the name of the kind of network, and the number of sums of its first layer.
    pub fn kind(&self) -> String {
        format!("{} {}", self.network.architecture().name, self.network.width())
    }

    /// Evaluates the position of a FEN and the positions after moves, given by their numbers: for each the value, its parts
    /// `material` and `positional` in sixteenths of it, and the bucket.
    pub fn evaluate(&self, fen: &str, moves: &[u16]) -> Result<Vec<f64>, Failure> {
        let mut position = position(fen)?;
        let mut stack = AccumulatorStack::new(&self.network);
        let mut numbers = Vec::with_capacity(4 * (moves.len() + 1));
        let mut push = |stack: &mut AccumulatorStack<'_>, position: &Position| {
            // `piece_values` evaluates boards, too: one copy of the code is enough.
            let found = stack.evaluate(position.board());
            numbers.extend([
                f64::from(found.value),
                f64::from(found.material),
                found.positional as f64,
                found.bucket as f64,
            ]);
        };
        push(&mut stack, &position);
        for &raw in moves {
            let m = Move::from_raw(raw).filter(|&m| position.is_legal(m));
            let m = m.ok_or_else(|| Failure::new("illegal", format_args!("the move {raw} is not legal here")))?;
            position.do_move_with(m, &mut stack);
            push(&mut stack, &position);
        }
        Ok(numbers)
    }

    /// Returns each piece's part, from a1 to h8: the change of the value without it. NaN for empty squares and kings.
    #[wasm_bindgen(js_name = pieceValues)]
    pub fn piece_values(&self, fen: &str) -> Result<Vec<f64>, Failure> {
        let values = self.network.piece_values(position(fen)?.board());
        Ok(values.iter().map(|value| value.map_or(f64::NAN, f64::from)).collect())
    }
}

#[cfg(test)]
mod tests {
    use gardez_nnue::Architecture;

    use super::*;

    #[test]
    fn a_network_that_is_built_is_read_and_evaluates_moves_as_it_evaluates_boards() {
        let architecture = Architecture { width: 128, ..Architecture::STOCKFISH_16 };
        let built = Network::build(&architecture, |_, i| i as i32 % 41 - 20).expect("in range");
        let bytes = built.with_description("by hand").to_bytes();
        let evaluator = Evaluator::new(bytes).expect("the bytes of a network");
        assert_eq!((evaluator.description().as_str(), evaluator.kind().as_str()), ("by hand", "stockfish-16 128"));
        let mut board = gardez_position::Board::start();
        let m = board.parse_uci("e2e4").expect("a legal move");
        let line = evaluator.evaluate(&board.to_string(), &[m.raw()]).expect("a legal line");
        board.do_move(m);
        assert_eq!(line[4..], evaluator.evaluate(&board.to_string(), &[]).expect("a position"));
        assert!(
            evaluator.evaluate("nonsense", &[]).is_err() && evaluator.evaluate(&board.to_string(), &[m.raw()]).is_err()
        );
        let values = evaluator.piece_values(&board.to_string()).expect("a position");
        assert!(values[0].is_finite() && values[4].is_nan() && values[20].is_nan());
        assert!(Evaluator::new(vec![1, 2, 3]).is_err());
    }
}
