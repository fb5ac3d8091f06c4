//! The evaluation of a board by a network.

use gardez_position::Board;
use gardez_types::PieceType;

use crate::network::Network;

/// A network's evaluation of a board, from the side to move's point of view.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Evaluation {
    /// The bucket whose layers were used.
    pub bucket: usize,
    /// The part that skips all layers but the first one, in sixteenths of `value` for Stockfish. It is 0 for a network
    /// without material.
    pub material: i32,
    /// The part that comes from the last layer: `output` without its fraction.
    pub positional: i64,
    /// The output of the last layer, before it is scaled: a whole number if all layers have integers.
    pub output: f64,
    /// Both parts together, scaled: for Stockfish in its internal units, and else mostly centipawns.
    ///
    /// Rounded as in the program: Stockfish 15.1 divides the sum of both parts by 16, Stockfish 18 each part.
    pub value: i32,
}

impl Evaluation {
    pub(crate) fn new(network: &Network<'_>, bucket: usize, material: i32, output: f64) -> Self {
        let value = network.architecture().value(material, output);
        Self { bucket, material, positional: output as i64, output, value }
    }

    /// Returns the two parts as Stockfish 15.1 mixes them for its search, before optimism and the fifty-move rule: the
    /// fewer pieces there are, the more the positional part counts.
    pub fn stockfish_15(&self, board: &Board) -> i32 {
        const VALUES: [(PieceType, i64); 4] =
            [(PieceType::Knight, 781), (PieceType::Bishop, 825), (PieceType::Rook, 1276), (PieceType::Queen, 2538)];
        let pieces = VALUES.iter().map(|&(piece_type, value)| i64::from(board.by_type(piece_type).len()) * value);
        let delta = 24 - pieces.sum::<i64>() / 9560;
        (((1024 - delta) * i64::from(self.material) + (1024 + delta) * self.positional) / 16384) as i32
    }

    /// Returns the two parts as Stockfish 18 mixes them for its search, before optimism and the fifty-move rule.
    pub const fn stockfish_18(&self) -> i32 {
        let (material, positional) = (self.material as i64 / 16, self.positional / 16);
        ((125 * material + 131 * positional) / 128) as i32
    }

    /// Returns the two parts as Stockfish mixes them since July 2026, before optimism and the fifty-move rule.
    pub const fn stockfish_2026(&self) -> i32 {
        self.material / 16 + (self.positional / 16) as i32
    }
}
