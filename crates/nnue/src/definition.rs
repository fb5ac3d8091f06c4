//! The value of a board: the slow and obvious definition.
//!
//! Every number is read from its place in the file, inputs are listed anew, and all sums are plain loops. The back ends
//! are compared with it. To find the step in which another program differs, look at the fields of a [`Trace`].

use alloc::vec::Vec;

use gardez_bitboard::{attacks, pawn_attacks};
use gardez_types::{Color, PieceType};

use crate::architecture::{BUCKETS, InputSet, truncated};
use crate::array::Array;
use crate::evaluation::Evaluation;
use crate::features::{IndexList, Pieces, definition};
use crate::network::Network;

/// Everything that a network computes on the way to the value of a board.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Trace {
    /// The result.
    pub evaluation: Evaluation,
    /// The sums of the first layer for the side to move and for the other side.
    pub sums: [Vec<i16>; 2],
    /// The material of the first layer for the side to move and for the other side, for each bucket.
    pub material: [[i32; BUCKETS]; 2],
    /// The inputs of each layer after the first one and its sums, without padding.
    pub layers: Vec<(Vec<f64>, Vec<f64>)>,
}

impl Trace {
    /// Computes the value of a board.
    pub fn new(network: &Network<'_>, board: &(impl Pieces + ?Sized)) -> Self {
        Self::with_bucket(network, board, network.bucket(board))
    }

    /// Computes the value of a board with the layers of a bucket that may be another one than the board's.
    ///
    /// # Panics
    ///
    /// Panics if the network does not have this bucket.
    pub fn with_bucket(network: &Network<'_>, board: &(impl Pieces + ?Sized), bucket: usize) -> Self {
        let [us, them] = [board.side_to_move(), !board.side_to_move()].map(|color| first_layer(network, board, color));
        let (sums, material) = ([us.0, them.0], [us.1, them.1]);
        let mut layers = Vec::new();
        let parts = material.map(|material| material.get(bucket).copied().unwrap_or_default());
        let part = parts[0].wrapping_sub(parts[1]) / 2;
        let output = output(network, bucket, &sums, &mut layers);
        let evaluation = Evaluation::new(network, bucket, part, output);
        Self { evaluation, sums, material, layers }
    }
}

/// Returns the sums of the first layer for one perspective, and the material of each bucket.
fn first_layer(
    network: &Network<'_>,
    board: &(impl Pieces + ?Sized),
    perspective: Color,
) -> (Vec<i16>, [i32; BUCKETS]) {
    let mut sums: Vec<i16> = (0..network.width()).map(|i| network.number(Array::Biases, i) as i16).collect();
    let mut material = [0_i32; BUCKETS];
    for set in &*network.architecture().inputs {
        let mut inputs = IndexList::new();
        list_inputs(set, board, perspective, &mut inputs);
        let (weights, materials) = match set {
            InputSet::Pieces(_) => (Array::Pieces, Array::PieceMaterial),
            InputSet::Threats(_) => (Array::Threats, Array::ThreatMaterial),
            InputSet::Pairs => (Array::Pairs, Array::PairMaterial),
        };
        let buckets = if network.len_of(materials) > 0 { network.buckets() } else { 0 };
        for &input in &inputs {
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = sum.wrapping_add(network.number(weights, input as usize * network.width() + i) as i16);
            }
            for (i, sum) in material.iter_mut().take(buckets).enumerate() {
                *sum = sum.wrapping_add(network.number(materials, input as usize * buckets + i) as i32);
            }
        }
    }
    (sums, material)
}

fn list_inputs(set: &InputSet, board: &(impl Pieces + ?Sized), perspective: Color, list: &mut IndexList) {
    let (king, occupied, pieces) = (board.king(perspective), board.occupied(), board.piece_array());
    for (from, piece) in occupied.into_iter().filter_map(|square| Some((square, pieces[square as usize]?))) {
        let seen = match piece.piece_type() {
            PieceType::Pawn => pawn_attacks(piece.color(), from),
            piece_type => attacks(piece_type, from, occupied),
        };
        match set {
            InputSet::Pieces(pieces) => {
                pieces.index(perspective, king, piece, from).into_iter().for_each(|index| list.push(index));
            }
            InputSet::Threats(slots) => {
                let targets = (seen & occupied).into_iter().filter_map(|to| Some((pieces[to as usize]?, to)));
                let indices = targets.filter_map(|target| slots.index(perspective, king, (piece, from), target));
                indices.for_each(|index| list.push(index));
            }
            InputSet::Pairs => {
                let pawns = board.by_type(PieceType::Pawn);
                for to in pawns.into_iter().filter(|&to| from < to && pawns.contains(from)) {
                    let color = |square| {
                        if board.by_color(Color::White).contains(square) { Color::White } else { Color::Black }
                    };
                    let index = definition::pawn_pair(perspective, king, (color(from), from), (color(to), to));
                    index.into_iter().for_each(|index| list.push(index));
                }
            }
        }
    }
}

/// Returns the output of the last layer, and appends what each layer receives and computes.
fn output(network: &Network<'_>, bucket: usize, sums: &[Vec<i16>; 2], layers: &mut Vec<(Vec<f64>, Vec<f64>)>) -> f64 {
    let architecture = network.architecture();
    let mut first = Vec::new();
    for sums in sums {
        let sums: Vec<_> = sums.iter().map(|&sum| f64::from(sum)).collect();
        architecture.activation.iter().for_each(|function| function.apply(&sums, &mut first));
    }
    let mut results = alloc::vec![first];
    for (layer, shape) in architecture.layers.iter().enumerate() {
        let inputs = shape.sources(layer).flat_map(|source| &results[source]).map(|&input| shape.shifted(input));
        let inputs: Vec<_> = inputs.collect();
        let sum = |output: usize| {
            let weight = |i| network.number(Array::LayerWeights { bucket, layer }, output * inputs.len() + i);
            let products = inputs.iter().enumerate().map(|(i, input)| input * weight(i));
            shape.sum.apply(products.sum(), network.number(Array::LayerBiases { bucket, layer }, output))
        };
        let sums: Vec<_> = (0..shape.outputs).map(sum).collect();
        results.push(shape.results(&sums, &results));
        layers.push((inputs, sums));
    }
    let mut output = results[architecture.layers.len()][0];
    for skip in &*architecture.skips {
        output += truncated(layers[skip.layer - 1].1[skip.output] * skip.factor / skip.divisor);
    }
    architecture.unit.map_or(output, |[factor, divisor]| truncated(output * factor / divisor))
}
