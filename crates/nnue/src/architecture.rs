//! Architectures: what a network's file does not state.
//!
//! An [`Architecture`] is a value that describes the inputs, the layers and the file of a network, so that a network
//! that no code here knows is read, written and evaluated. Write it as a `const`, or as TOML (feature `toml`). The networks
//! of Stockfish are such values, too.
//!
//! All sums after the first layer are made in `f64`, which is exact for integers below 2⁵³. Where a number is shifted to the
//! right, it is rounded down, as programs do with integers. Layers in the form of Stockfish 15.1 to 2026 or of
//! [`Architecture::SIMPLE`] are computed by vectors of the CPU, whatever their network is called.
//!
//! ```
//! use std::borrow::Cow::Borrowed;
//!
//! use gardez_nnue::architecture::{Architecture, Function, InputSet, LayerShape, OutputBuckets, PieceSquares, Sum};
//! use gardez_nnue::Network;
//! use gardez_position::Board;
//!
//! // 768 inputs, 64 neurons for each side, one output: bullet's example `1_simple` with CReLU.
//! const MINE: Architecture = Architecture {
//!     name: Borrowed("mine"),
//!     width: 64,
//!     inputs: Borrowed(&[InputSet::Pieces(PieceSquares::CHESS_768)]),
//!     activation: Borrowed(&[Function::Clip { max: 255.0, shift: 0 }]),
//!     layers: Borrowed(&[LayerShape { sum: Sum::Float { weights: 255.0 * 64.0, biases: 255.0 * 64.0 }, ..LayerShape::OUTPUT }]),
//!     scale: 400.0,
//!     file: Borrowed("l0w i16; l0b i16; l1w i16; l1b i16; fill 64 bullet"),
//!     ..Architecture::NEW
//! };
//! let network = Network::build(&MINE, |_, index| (index % 41) as f64 - 20.0)?;
//! let bytes = network.to_bytes();
//! assert_eq!((bytes.len(), bytes.ends_with(b"bulletbu")), (98_752, true));
//! let read = Network::borrow(&bytes, &MINE)?;
//! assert_eq!(read.evaluate_board(&Board::start()), network.evaluate_board(&Board::start()));
//!
//! let error = Network::borrow(&bytes[..99], &MINE).expect_err("a cut file");
//! assert_eq!(error.to_string(), "the weights of pieces at byte 0 needs 98304 bytes, but the file has 99 more");
//! # Ok::<_, gardez_nnue::NetworkError>(())
//! ```

mod file;
mod functions;
mod inputs;
mod known;
#[cfg(feature = "toml")]
mod toml;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

pub use functions::{Function, Sum};
pub use inputs::{InputSet, OutputBuckets};

pub use crate::features::{KingBuckets, Mirror, PieceSquares};

pub(crate) use functions::truncated;

pub(crate) use file::{Coding, Layout, NumberType, Part};

use crate::array::Array;
use crate::error::NetworkError;

/// The most buckets of a network whose first layer has material.
pub const BUCKETS: usize = 8;

/// Networks are narrower than this.
pub(crate) const MAX_WIDTH: usize = 1 << 14;

/// The inputs, layers and file of a network.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "toml", derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Architecture {
    /// The name of the network's kind.
    pub name: Cow<'static, str>,
    /// The number of sums of the first layer for each perspective.
    pub width: usize,
    /// The sets of inputs: one of pieces, and perhaps one of threats and one of pairs of pawns. The order does not matter.
    pub inputs: Cow<'static, [InputSet]>,
    /// The functions of the sums of each perspective, whose results follow each other. The results of the side to move
    /// come first.
    pub activation: Cow<'static, [Function]>,
    /// The output bucket of each number of pieces. Each bucket has layers of its own.
    pub buckets: OutputBuckets,
    /// The layers after the first one. The last one has one output.
    pub layers: Cow<'static, [LayerShape]>,
    /// Sums of earlier layers that are added to the output.
    pub skips: Cow<'static, [Skip]>,
    /// If there are two numbers, the output, with the skips, is multiplied by the first and divided by the second toward zero.
    pub unit: Option<[f64; 2]>,
    /// The value of a board is the output, with the material, times this number.
    pub scale: f64,
    /// What the value is divided by, toward zero.
    pub divisor: f64,
    /// `true` if the output and the material are divided each on its own.
    pub divides_parts: bool,
    /// The parts of the file, in order, separated by semicolons:
    ///
    /// | part | bytes |
    /// |---|---|
    /// | `l1w i8 [bucket][out][in]` | an array: its name, the type of its numbers (`i8`, `i16`, `i32`, `f32`), and the order of its indices; the last one runs fastest |
    /// | `hex 43 42 ??`, `ascii CBNF`, `u16 1024` | bytes that must be there; `??` is any byte |
    /// | `any 49` | 49 bytes of any values |
    /// | `text` | a length of four bytes and a text |
    /// | `stockfish 0x7AF32F20 0x7F234CB8` | Stockfish's header: the version, a hash, a text, and the hash of the first layer, which follows from the second number and the width |
    /// | `fill 64 bullet` | a text (or zeros) repeated up to a multiple of 64 bytes; a file may end before it |
    /// | `stacks ( … )` | parts for each output bucket in turn; there, `hash` is Stockfish's hash of the layers |
    /// | `zstd` | the rest is one Zstandard frame (feature `zstd`) |
    ///
    /// The names of arrays are `l0w` or `pieces`, `threats` and `pairs` for the weights of the inputs, with `.psqt` for
    /// their material, `l0b` for the biases of the first layer, and `l1w`, `l1b`, `l2w` … for the others.
    ///
    /// Weights of pieces and the biases of the first layer must fit in 16 bits, and weights of threats and pairs in 8 bits.
    /// Without an order, weights of inputs are `[in][out]`, and those of other layers are `[bucket][out][in]`. `[in/4]` and
    /// `[in%4]` are groups of inputs and places in a group. After the order, `pad 32` fills each row of inputs up to a multiple
    /// of 32, `leb` is LEB128 of each number (of the bits of an `f32`), `block` is Stockfish's compressed block, and `joined` is the
    /// block of the array before.
    pub file: Cow<'static, str>,
}

/// A layer after the first one, and the functions of its sums.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "toml", derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct LayerShape {
    /// The number of sums.
    pub outputs: usize,
    /// The results that the layer receives, one after the other: 0 is the first layer, 1 is `layers[0]`. If there are
    /// none, it receives the result before it.
    pub inputs: Cow<'static, [usize]>,
    /// The inputs are shifted to the right by this many bits.
    pub input_shift: i32,
    /// How a sum of products becomes an output.
    pub sum: Sum,
    /// The number of sums that the functions receive. 0 means all.
    pub forward: usize,
    /// The functions of the sums, whose results follow each other.
    pub activation: Cow<'static, [Function]>,
    /// The result that is added to the layer's own, numbered as in `inputs`.
    pub residual: Option<usize>,
}

/// A sum of an earlier layer that is added to the output: times `factor`, and divided by `divisor` toward zero.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "toml", derive(serde::Deserialize), serde(deny_unknown_fields))]
pub struct Skip {
    /// The layer, 1 for `layers[0]`.
    pub layer: usize,
    /// The place among the sums of the layer.
    pub output: usize,
    /// The factor.
    pub factor: f64,
    /// The divisor.
    pub divisor: f64,
}

impl LayerShape {
    /// A layer with one output and integers.
    pub const OUTPUT: Self = Self {
        outputs: 1,
        inputs: Cow::Borrowed(&[]),
        input_shift: 0,
        sum: Sum::Shift(0),
        forward: 0,
        activation: Cow::Borrowed(&[Function::Identity]),
        residual: None,
    };

    pub(crate) fn sources(&self, layer: usize) -> impl Iterator<Item = usize> + '_ {
        let before = self.inputs.is_empty().then_some(layer);
        self.inputs.iter().copied().chain(before)
    }

    pub(crate) fn shifted(&self, input: f64) -> f64 {
        functions::shifted(input, self.input_shift)
    }

    /// Returns the results for all sums of the layer, after the results of the layers before it.
    pub(crate) fn results(&self, sums: &[f64], before: &[Vec<f64>]) -> Vec<f64> {
        let (forwarded, mut results) = (if self.forward == 0 { sums } else { &sums[..self.forward] }, Vec::new());
        self.activation.iter().for_each(|function| function.apply(forwarded, &mut results));
        if let Some(place) = self.residual {
            results.iter_mut().zip(&before[place]).for_each(|(result, added)| *result += added);
        }
        results
    }
}

impl Default for LayerShape {
    fn default() -> Self {
        Self::OUTPUT
    }
}

impl Default for Architecture {
    fn default() -> Self {
        Self::NEW
    }
}

impl Architecture {
    /// An architecture to begin with: without inputs, width and file, and with one layer of one output.
    pub const NEW: Self = Self {
        name: Cow::Borrowed("described"),
        width: 0,
        inputs: Cow::Borrowed(&[]),
        activation: Cow::Borrowed(&[]),
        buckets: OutputBuckets::material_count(1),
        layers: Cow::Borrowed(&[LayerShape::OUTPUT]),
        skips: Cow::Borrowed(&[]),
        unit: None,
        scale: 1.0,
        divisor: 1.0,
        divides_parts: false,
        file: Cow::Borrowed(""),
    };

    /// Returns the value of a board.
    pub(crate) fn value(&self, material: i32, output: f64) -> i32 {
        let scaled = |number: f64| truncated(number * self.scale / self.divisor);
        let material = material.into();
        (if self.divides_parts { scaled(material) + scaled(output) } else { scaled(material + output) }) as i32
    }

    pub(crate) fn pieces(&self) -> Option<PieceSquares> {
        self.inputs.iter().find_map(|set| if let InputSet::Pieces(pieces) = set { Some(*pieces) } else { None })
    }

    /// Returns the number of inputs of a set by the array of its weights or of its material, or 0 without such a set.
    pub(crate) fn inputs_of(&self, array: Array) -> usize {
        let is_of = |set: &&InputSet| {
            matches!(
                (array, set),
                (Array::Pieces | Array::PieceMaterial, InputSet::Pieces(_))
                    | (Array::Threats | Array::ThreatMaterial, InputSet::Threats(_))
                    | (Array::Pairs | Array::PairMaterial, InputSet::Pairs)
            )
        };
        self.inputs.iter().find(is_of).map_or(0, InputSet::len)
    }

    /// Returns the numbers of inputs and outputs of each layer, or the reason why there is no such network.
    pub(crate) fn layer_sizes(&self) -> Result<Vec<[usize; 2]>, NetworkError> {
        let (mut results, mut sizes) = (Vec::new(), Vec::new());
        results.push(2 * Function::results(&self.activation, self.width).map_err(reason)?);
        for (layer, shape) in self.layers.iter().enumerate() {
            let number = layer + 1;
            let known = |place: usize| {
                results.get(place).copied().ok_or_else(|| reason(format!("layer {number} asks for the result {place}")))
            };
            let inputs = shape.sources(layer).map(known).sum::<Result<usize, _>>()?;
            let forward = if shape.forward == 0 { shape.outputs } else { shape.forward };
            if shape.outputs == 0 || shape.outputs >= MAX_WIDTH || forward > shape.outputs {
                return Err(reason(format!("layer {number} has {} outputs, of which {forward} go on", shape.outputs)));
            }
            let result = Function::results(&shape.activation, forward).map_err(reason)?;
            match shape.residual.map(known).transpose()? {
                Some(added) if added != result => {
                    return Err(reason(format!("layer {number} has {result} results, and {added} are added to them")));
                }
                _ => {}
            }
            results.push(result);
            sizes.push([inputs, shape.outputs]);
        }
        for skip in &*self.skips {
            let layer = skip.layer.checked_sub(1).and_then(|layer| sizes.get(layer));
            if layer.is_none_or(|[_, outputs]| skip.output >= *outputs) || skip.divisor == 0.0 {
                return Err(reason(format!("no output {} of layer {} can be added", skip.output, skip.layer)));
            }
        }
        match sizes.last() {
            Some([_, 1]) => Ok(sizes),
            _ => Err(reason(String::from("the last layer does not have one output"))),
        }
    }

    /// Returns the parts of the file.
    pub(crate) fn parts(&self) -> Result<Vec<Part>, NetworkError> {
        file::parse(&self.file).map_err(reason)
    }

    /// Checks everything that does not depend on numbers, and returns the parts of the file.
    pub(crate) fn check(&self) -> Result<Vec<Part>, NetworkError> {
        if self.width == 0 || self.width >= MAX_WIDTH {
            return Err(NetworkError::Shape { what: "the width", found: self.width });
        }
        if self.divisor == 0.0 || self.unit.is_some_and(|[_, divisor]| divisor == 0.0) {
            return Err(NetworkError::Shape { what: "the divisor", found: 0 });
        }
        let kinds = [Array::Pieces, Array::Threats, Array::Pairs].map(|array| self.inputs_of(array) > 0);
        if !kinds[0] || kinds.iter().filter(|&&is_there| is_there).count() != self.inputs.len() {
            return Err(reason(String::from("a network has one set of pieces, and other sets at most once")));
        }
        for set in &*self.inputs {
            set.check().map_err(reason)?;
        }
        let sizes = self.layer_sizes()?;
        let parts = self.parts()?;
        let found: Vec<_> = parts
            .iter()
            .flat_map(|part| match part {
                Part::Stacks(inner) => inner.iter().map(|part| (part, true)).collect(),
                part => alloc::vec![(part, false)],
            })
            .filter_map(|(part, is_stacked)| Some((part.layout()?, is_stacked)))
            .collect();
        for (i, (layout, is_stacked)) in found.iter().enumerate() {
            let dims = self.dims(layout.array, &sizes);
            let array = layout.array;
            let is_first = !matches!(array, Array::LayerBiases { .. } | Array::LayerWeights { .. });
            let fits = match array {
                Array::Threats | Array::Pairs | Array::Pieces | Array::Biases => layout.number != NumberType::F32,
                Array::LayerBiases { .. } | Array::LayerWeights { .. } => true,
                _ => layout.number != NumberType::F32 && self.buckets.count() <= BUCKETS,
            };
            if dims.contains(&0) {
                return Err(reason(format!("{} are in the file, but not in the network", file::name(array))));
            }
            if !fits || (*is_stacked && is_first) {
                return Err(reason(format!("{} cannot be stored in this way", file::name(array))));
            }
            if found[..i].iter().any(|(other, _)| other.array == array) {
                return Err(reason(format!("{} are in the file twice", file::name(array))));
            }
            layout.check(dims).map_err(reason)?;
        }
        let layers = (0..sizes.len())
            .flat_map(|layer| [Array::LayerWeights { bucket: 0, layer }, Array::LayerBiases { bucket: 0, layer }]);
        let first = [Array::Biases, Array::Pieces, Array::Threats, Array::Pairs];
        let needed = first.into_iter().filter(|&array| !self.dims(array, &sizes).contains(&0)).chain(layers);
        for array in needed {
            if found.iter().all(|(layout, _)| layout.array != array) {
                return Err(reason(format!("{} are not in the file", file::name(array))));
            }
        }
        Ok(parts)
    }

    /// Returns the numbers of buckets, outputs and inputs of an array.
    pub(crate) fn dims(&self, array: Array, sizes: &[[usize; 2]]) -> [usize; 3] {
        let layer = |layer: usize| sizes.get(layer).copied().unwrap_or_default();
        match array {
            Array::Biases => [1, self.width, 1],
            Array::Pieces | Array::Threats | Array::Pairs => [1, self.width, self.inputs_of(array)],
            Array::PieceMaterial | Array::ThreatMaterial | Array::PairMaterial => {
                [1, self.buckets.count(), self.inputs_of(array)]
            }
            Array::LayerWeights { layer: place, .. } => {
                let [inputs, outputs] = layer(place);
                [self.buckets.count(), outputs, inputs]
            }
            Array::LayerBiases { layer: place, .. } => [self.buckets.count(), layer(place)[1], 1],
        }
    }
}

fn reason(text: String) -> NetworkError {
    NetworkError::Architecture { reason: text }
}
