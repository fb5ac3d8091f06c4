//! The first layer of a network with 256 neurons and king buckets, kept by an observer while random games are played.
//!
//! ```sh
//! cargo run --release -p gardez-nnue --example accumulator [GAMES]
//! ```
//!
//! After each move, the layer is compared with one that is computed from the board.

use std::env;
use std::process::ExitCode;

use gardez_nnue::features::{ChessBucketsMirrored, FeatureSet, IndexList, Numbering, PieceInputs};
use gardez_position::{Board, MoveObserver, Position};
use gardez_types::{CastlingSide, Color, Generator, Move, MoveKind, Piece, Square};

const NEURONS: usize = 256;

/// The bucket of the own king: four on its first rank, and fewer the higher it goes. Files e to h count as d to a.
const LAYOUT: [u8; 32] = [
    0, 1, 2, 3, // rank 1
    4, 4, 5, 5, // rank 2
    6, 6, 6, 6, // rank 3
    7, 7, 7, 7, // rank 4
    7, 7, 7, 7, // rank 5
    7, 7, 7, 7, // rank 6
    7, 7, 7, 7, // rank 7
    7, 7, 7, 7, // rank 8
];

/// The weights of the first layer, a column of neurons for each input.
struct Network {
    inputs: ChessBucketsMirrored,
    columns: Vec<[i16; NEURONS]>,
}

impl Network {
    /// Returns a network of random weights. A real program reads them from a file.
    fn random(seed: u64) -> Self {
        let inputs = ChessBucketsMirrored::new(LAYOUT);
        let mut generator = Generator::new(seed);
        let column = |_| core::array::from_fn(|_| generator.next_u64() as i16 % 256);
        Self { inputs, columns: (0..FeatureSet::inputs(&inputs)).map(column).collect() }
    }
}

/// The values of the neurons for both perspectives. To undo a move, go back to a copy from before the move.
#[derive(Clone)]
struct Accumulator<'n> {
    network: &'n Network,
    /// The current numbering of the pieces for each perspective.
    numberings: [Numbering; 2],
    values: [[i16; NEURONS]; 2],
    refreshes: u32,
}

impl<'n> Accumulator<'n> {
    /// Computes the values from a board.
    fn new(network: &'n Network, board: &Board) -> Self {
        let numberings = Color::ALL.map(|color| network.inputs.numbering(color, board.king(color)));
        let (mut values, mut list) = ([[0; NEURONS]; 2], IndexList::new());
        for color in Color::ALL {
            network.inputs.active_into(board, color, &mut list);
            for &index in &list {
                add(&mut values[color as usize], &network.columns[index as usize]);
            }
        }
        Self { network, numberings, values, refreshes: 0 }
    }

    /// Calls `update` with the values of each perspective and the weights of a piece on a square.
    fn each(&mut self, piece: Piece, square: Square, update: fn(&mut [i16; NEURONS], &[i16; NEURONS])) {
        for color in Color::ALL {
            if let Some(index) = self.numberings[color as usize].index(piece, square) {
                update(&mut self.values[color as usize], &self.network.columns[index as usize]);
            }
        }
    }

    /// Computes the values of one perspective anew, with another numbering.
    fn refresh(&mut self, color: Color, numbering: Numbering, board: &Board) {
        self.numberings[color as usize] = numbering;
        self.refreshes += 1;
        let values = &mut self.values[color as usize];
        *values = [0; NEURONS];
        for (square, piece) in board.piece_map() {
            if let Some(index) = numbering.index(piece, square) {
                add(values, &self.network.columns[index as usize]);
            }
        }
    }
}

fn add(values: &mut [i16; NEURONS], column: &[i16; NEURONS]) {
    values.iter_mut().zip(column).for_each(|(value, weight)| *value = value.wrapping_add(*weight));
}

fn sub(values: &mut [i16; NEURONS], column: &[i16; NEURONS]) {
    values.iter_mut().zip(column).for_each(|(value, weight)| *value = value.wrapping_sub(*weight));
}

impl MoveObserver for Accumulator<'_> {
    /// Gives all pieces of a perspective their new numbers before its king moves to another bucket or to the other half
    /// of the board. After that, the king is a piece like any other.
    fn making(&mut self, board: &Board, m: Move) {
        let us = board.side_to_move();
        if m.from() != board.king(us) {
            return;
        }
        let king = match m.kind() {
            MoveKind::Castling => CastlingSide::from_squares(m.from(), m.to()).king_target(us),
            _ => m.to(),
        };
        let numbering = self.network.inputs.numbering(us, king);
        if numbering != self.numberings[us as usize] {
            self.refresh(us, numbering, board);
        }
    }

    fn removed(&mut self, _: &Board, piece: Piece, square: Square) {
        self.each(piece, square, sub);
    }

    fn placed(&mut self, _: &Board, piece: Piece, square: Square) {
        self.each(piece, square, add);
    }

    fn moved(&mut self, _: &Board, piece: Piece, from: Square, to: Square) {
        self.each(piece, from, sub);
        self.each(piece, to, add);
    }

    fn replaced(&mut self, _: &Board, square: Square, old: Piece, new: Piece) {
        self.each(old, square, sub);
        self.each(new, square, add);
    }
}

/// The counts of a run.
#[derive(Default)]
struct Tally {
    moves: u32,
    refreshes: u32,
    differences: u32,
}

/// Plays random games of at most 200 plies, half of them of Chess960, and compares the accumulator after each move.
fn play(games: u32) -> Tally {
    let (network, mut generator, mut tally) = (Network::random(1), Generator::new(2), Tally::default());
    for game in 0..games {
        let mut position = match game % 2 {
            0 => Position::start(),
            _ => Position::chess960((generator.next_u64() % 960) as u16).expect("below 960"),
        };
        let mut accumulator = Accumulator::new(&network, &position);
        for _ in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[generator.next_u64() as usize % moves.len()];
            position.do_move_with(m, &mut accumulator);
            tally.moves += 1;
            tally.differences += u32::from(accumulator.values != Accumulator::new(&network, &position).values);
        }
        tally.refreshes += accumulator.refreshes;
    }
    tally
}

fn main() -> ExitCode {
    let games = match env::args().nth(1).map(|text| text.parse()) {
        None => 100,
        Some(Ok(games)) => games,
        Some(Err(_)) => {
            eprintln!("usage: accumulator [GAMES]");
            return ExitCode::from(2);
        }
    };
    let Tally { moves, refreshes, differences } = play(games);
    println!("{games} games, {moves} moves, {refreshes} refreshes, {differences} differences");
    if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_observed_accumulator_is_always_the_computed_one() {
        let Tally { moves, refreshes, differences } = play(20);
        assert_eq!(differences, 0);
        assert!(moves > 2000 && refreshes > 100, "{moves} moves, {refreshes} refreshes");
    }

    #[test]
    fn a_copy_from_before_a_move_undoes_it() {
        let network = Network::random(3);
        let mut position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().expect("a position");
        let mut stack = vec![Accumulator::new(&network, &position)];
        for text in ["e1c1", "e8g8"] {
            let mut next = stack.last().expect("never empty").clone();
            position.do_move_with(position.parse_uci(text).expect("legal"), &mut next);
            assert!(next.values == Accumulator::new(&network, &position).values, "{text}");
            stack.push(next);
        }
        position.undo_move();
        stack.pop();
        assert!(stack[1].values == Accumulator::new(&network, &position).values);
    }
}
