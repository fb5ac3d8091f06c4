//! The value of a board: the slow and obvious definition.
//!
//! Every number is read from its place in the file, inputs are listed anew, and all sums are plain loops. The back ends
//! are compared with it. To find the step in which another program differs, look at the fields of a [`Trace`].

use alloc::vec::Vec;

use gardez_bitboard::{attacks, pawn_attacks};
use gardez_types::{Color, PieceType};

use crate::architecture::{Architecture, InputSet, truncated};
use crate::evaluation::Evaluation;
use crate::features::{IndexList, Pieces, definition};
use crate::network::{Activation, Array, BUCKETS, Network, Output, Rules, SimpleShape};

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
        let evaluation = match &network.output {
            Output::Stacks(_, rules) => {
                Evaluation::new(network, bucket, part, stack(network, rules, bucket, &sums, &mut layers))
            }
            Output::Simple(output) => {
                Evaluation::new(network, bucket, part, simple(network, &output.shape, bucket, &sums, &mut layers))
            }
            Output::Described(network_layers) => {
                let output = described(network, &network_layers.architecture, bucket, &sums, &mut layers);
                Evaluation::described(network_layers, bucket, part, output)
            }
        };
        Self { evaluation, sums, material, layers }
    }
}

/// Returns the sums of the first layer for one perspective, and the material of each bucket.
fn first_layer(
    network: &Network<'_>,
    board: &(impl Pieces + ?Sized),
    perspective: Color,
) -> (Vec<i16>, [i32; BUCKETS]) {
    let threats = network.threat_set().map(|set| InputSet::Threats(set.slots));
    let pairs = network.has_pairs().then_some(InputSet::Pairs);
    let [pieces, threats, pairs] = [Some(InputSet::Pieces(network.inputs)), threats, pairs].map(|set| {
        let mut list = IndexList::new();
        set.iter().for_each(|set| list_inputs(set, board, perspective, &mut list));
        list
    });
    // The weights of one program are doubled, which changes nothing but the places where a sum wraps around.
    let factor = network.kind().rules().map_or(1, |rules| if rules.is_doubled { 2 } else { 1 });
    let mut sums: Vec<i16> = (0..network.width()).map(|i| factor * network.number(Array::Biases, i) as i16).collect();
    let mut material = [0_i32; BUCKETS];
    for (weights, materials, inputs) in [
        (Array::Pieces, Array::PieceMaterial, pieces),
        (Array::Threats, Array::ThreatMaterial, threats),
        (Array::Pairs, Array::PairMaterial, pairs),
    ] {
        let factor = if weights == Array::Pieces { factor } else { 1 };
        for &input in &inputs {
            for (i, sum) in sums.iter_mut().enumerate() {
                let weight = network.number(weights, input as usize * network.width() + i) as i16;
                *sum = sum.wrapping_add(factor * weight);
            }
            if network.len_of(materials) > 0 {
                let buckets = if network.architecture().is_some() { network.buckets() } else { BUCKETS };
                for (i, sum) in material.iter_mut().take(buckets).enumerate() {
                    *sum = sum.wrapping_add(network.number(materials, input as usize * buckets + i) as i32);
                }
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

fn described(
    network: &Network<'_>,
    architecture: &Architecture,
    bucket: usize,
    sums: &[Vec<i16>; 2],
    layers: &mut Vec<(Vec<f64>, Vec<f64>)>,
) -> f64 {
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
    output
}

/// Appends what a layer receives and computes.
fn layer(network: &Network<'_>, bucket: usize, layers: &mut Vec<(Vec<f64>, Vec<f64>)>, inputs: Vec<f64>) -> Vec<i64> {
    let layer = layers.len();
    let (biases, weights) = (Array::LayerBiases { bucket, layer }, Array::LayerWeights { bucket, layer });
    let outputs = network.len_of(biases);
    // Rows are padded.
    let row = network.len_of(weights) / outputs;
    let sum = |output: usize| {
        let products = inputs.iter().enumerate().map(|(i, &input)| input * network.number(weights, output * row + i));
        network.number(biases, output) + products.sum::<f64>()
    };
    let sums: Vec<_> = (0..outputs).map(sum).collect();
    let whole = sums.iter().map(|&sum| sum as i64).collect();
    layers.push((inputs, sums));
    whole
}

/// Returns the positional part of a network with a header.
fn stack(
    network: &Network<'_>,
    rules: &Rules,
    bucket: usize,
    sums: &[Vec<i16>; 2],
    layers: &mut Vec<(Vec<f64>, Vec<f64>)>,
) -> i64 {
    let half = network.width() / 2;
    let cut = |sum: i16| i32::from(sum.clamp(0, rules.max));
    let products = |sums: &Vec<i16>| -> Vec<_> {
        (0..half).map(|i| f64::from((cut(sums[i]) * cut(sums[i + half])) >> rules.shift)).collect()
    };
    let first = layer(network, bucket, layers, sums.iter().flat_map(products).collect());

    let squared = |sums: &[i64], shift: u32| -> Vec<_> {
        sums.iter().map(|sum| ((sum * sum) >> shift).min(127) as f64).collect()
    };
    let linear =
        |sums: &[i64], shift: u32| -> Vec<_> { sums.iter().map(|sum| (sum >> shift).clamp(0, 127) as f64).collect() };
    if rules.is_dense {
        let seen = [squared(&first, 21), linear(&first, 7)].concat();
        let second = layer(network, bucket, layers, seen.clone());
        let inputs = [seen, squared(&second, 19), linear(&second, 6)].concat();
        let last = layer(network, bucket, layers, inputs);
        (last[0] + first[30] - first[31]) * 9600 / 16384
    } else {
        let (skipped, others) = first.split_last().expect("16 outputs");
        let second = layer(network, bucket, layers, [squared(others, 19), linear(others, 6)].concat());
        let last = layer(network, bucket, layers, linear(&second, 6));
        last[0] + skipped * 9600 / 8128
    }
}

/// Returns the sum of a simple network, without its bias.
fn simple(
    network: &Network<'_>,
    shape: &SimpleShape,
    bucket: usize,
    sums: &[Vec<i16>; 2],
    layers: &mut Vec<(Vec<f64>, Vec<f64>)>,
) -> i64 {
    let activated = |&sum: &i16| match shape.activation {
        Activation::ReLU => f64::from(sum.max(0)),
        Activation::CReLU => f64::from(sum.clamp(0, shape.qa)),
        Activation::SCReLU => f64::from(i32::from(sum.clamp(0, shape.qa)).pow(2)),
    };
    let inputs: Vec<_> = sums.iter().flatten().map(activated).collect();
    let weight = |i| network.number(Array::LayerWeights { bucket, layer: 0 }, i);
    let sum: f64 = inputs.iter().enumerate().map(|(i, &input)| input * weight(i)).sum();
    layers.push((inputs, alloc::vec![sum]));
    sum as i64
}
