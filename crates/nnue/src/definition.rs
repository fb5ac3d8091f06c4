//! The value of a board: the slow and obvious definition.
//!
//! Every number is read from its place in the file, inputs are listed anew, and all sums are plain loops. The back ends
//! are compared with it. To find the step in which another program differs, look at the fields of a [`Trace`].

use alloc::vec::Vec;

use gardez_position::Board;
use gardez_types::Color;

use crate::evaluation::Evaluation;
use crate::features::{FeatureSet, IndexList, PawnPairs};
use crate::network::{Activation, Array, BUCKETS, Network, Output, Rules, SimpleShape, ThreatSet};

/// Everything that a network computes on the way to the value of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Trace {
    /// The result.
    pub evaluation: Evaluation,
    /// The sums of the first layer for the side to move and for the other side.
    pub sums: [Vec<i16>; 2],
    /// The material of the first layer for the side to move and for the other side, for each bucket.
    pub material: [[i32; BUCKETS]; 2],
    /// The input of each layer after the first one and its result, without padding.
    pub layers: Vec<(Vec<i32>, Vec<i64>)>,
}

impl Trace {
    /// Computes the value of a board.
    pub fn new(network: &Network<'_>, board: &Board) -> Self {
        Self::with_bucket(network, board, network.bucket(board))
    }

    /// Computes the value of a board with the layers of a bucket that may be another one than the board's.
    ///
    /// # Panics
    ///
    /// Panics if the network does not have this bucket.
    pub fn with_bucket(network: &Network<'_>, board: &Board, bucket: usize) -> Self {
        let [us, them] = [board.side_to_move(), !board.side_to_move()].map(|color| first_layer(network, board, color));
        let (sums, material) = ([us.0, them.0], [us.1, them.1]);
        let mut layers = Vec::new();
        let positional = match &network.output {
            Output::Stacks(_, rules) => stack(network, rules, bucket, &sums, &mut layers),
            Output::Simple(output) => simple(network, &output.shape, bucket, &sums, &mut layers),
        };
        let parts = material.map(|material| material.get(bucket).copied().unwrap_or_default());
        let evaluation = Evaluation::new(network, bucket, parts[0].wrapping_sub(parts[1]) / 2, positional);
        Self { evaluation, sums, material, layers }
    }
}

/// Returns the sums of the first layer for one perspective, and the material of each bucket.
fn first_layer(network: &Network<'_>, board: &Board, perspective: Color) -> (Vec<i16>, [i32; BUCKETS]) {
    let threats = network.threat_set().map_or(IndexList::new(), |set| match set {
        ThreatSet::Stockfish18(set) => set.active(board, perspective),
        ThreatSet::Stockfish2026(set) => set.active(board, perspective),
    });
    let has_pairs = network.len_of(Array::Pairs) > 0;
    let pairs = if has_pairs { PawnPairs.active(board, perspective) } else { IndexList::new() };
    // The weights of one program are doubled, which changes nothing but the places where a sum wraps around.
    let factor = network.kind().rules().map_or(1, |rules| if rules.is_doubled { 2 } else { 1 });
    let mut sums: Vec<i16> = (0..network.width()).map(|i| factor * network.number(Array::Biases, i) as i16).collect();
    let mut material = [0_i32; BUCKETS];
    for (weights, materials, inputs) in [
        (Array::Pieces, Array::PieceMaterial, network.inputs.active(board, perspective)),
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
                for (i, sum) in material.iter_mut().enumerate() {
                    *sum = sum.wrapping_add(network.number(materials, input as usize * BUCKETS + i));
                }
            }
        }
    }
    (sums, material)
}

/// Appends what a layer receives and computes.
fn layer(network: &Network<'_>, bucket: usize, layers: &mut Vec<(Vec<i32>, Vec<i64>)>, inputs: Vec<i32>) {
    let layer = layers.len();
    let (biases, weights) = (Array::LayerBiases { bucket, layer }, Array::LayerWeights { bucket, layer });
    let outputs = network.len_of(biases);
    // Rows are padded.
    let row = network.len_of(weights) / outputs;
    let sums = (0..outputs).map(|output| {
        let products = inputs
            .iter()
            .enumerate()
            .map(|(i, &input)| i64::from(input) * i64::from(network.number(weights, output * row + i)));
        i64::from(network.number(biases, output)) + products.sum::<i64>()
    });
    let sums = sums.collect();
    layers.push((inputs, sums));
}

/// Returns the positional part of a network with a header.
fn stack(
    network: &Network<'_>,
    rules: &Rules,
    bucket: usize,
    sums: &[Vec<i16>; 2],
    layers: &mut Vec<(Vec<i32>, Vec<i64>)>,
) -> i64 {
    let half = network.width() / 2;
    let cut = |sum: i16| i32::from(sum.clamp(0, rules.max));
    let products = |sums: &Vec<i16>| -> Vec<_> {
        (0..half).map(|i| (cut(sums[i]) * cut(sums[i + half])) >> rules.shift).collect()
    };
    layer(network, bucket, layers, sums.iter().flat_map(products).collect());

    let squared = |sums: &[i64], shift: u32| -> Vec<_> {
        sums.iter().map(|sum| ((sum * sum) >> shift).min(127) as i32).collect()
    };
    let linear =
        |sums: &[i64], shift: u32| -> Vec<_> { sums.iter().map(|sum| (sum >> shift).clamp(0, 127) as i32).collect() };
    let first = layers[0].1.clone();
    if rules.is_dense {
        let seen = [squared(&first, 21), linear(&first, 7)].concat();
        layer(network, bucket, layers, seen.clone());
        let second = &layers[1].1;
        let inputs = [seen, squared(second, 19), linear(second, 6)].concat();
        layer(network, bucket, layers, inputs);
        (layers[2].1[0] + first[30] - first[31]) * 9600 / 16384
    } else {
        let (skipped, others) = first.split_last().expect("16 outputs");
        layer(network, bucket, layers, [squared(others, 19), linear(others, 6)].concat());
        let inputs = linear(&layers[1].1, 6);
        layer(network, bucket, layers, inputs);
        layers[2].1[0] + skipped * 9600 / 8128
    }
}

/// Returns the sum of a simple network, without its bias.
fn simple(
    network: &Network<'_>,
    shape: &SimpleShape,
    bucket: usize,
    sums: &[Vec<i16>; 2],
    layers: &mut Vec<(Vec<i32>, Vec<i64>)>,
) -> i64 {
    let activated = |&sum: &i16| match shape.activation {
        Activation::ReLU => i32::from(sum.max(0)),
        Activation::CReLU => i32::from(sum.clamp(0, shape.qa)),
        Activation::SCReLU => i32::from(sum.clamp(0, shape.qa)).pow(2),
    };
    let inputs: Vec<_> = sums.iter().flatten().map(activated).collect();
    let weight = |i| i64::from(network.number(Array::LayerWeights { bucket, layer: 0 }, i));
    let sum = inputs.iter().enumerate().map(|(i, &input)| i64::from(input) * weight(i)).sum();
    layers.push((inputs, alloc::vec![sum]));
    sum
}
