//! Networks: their numbers, read from files of several programs and written again.

mod block;
mod described;
mod error;
mod kind;
mod layer;
mod pages;
mod read;
mod simple;
mod write;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use crate::features::{FULL_THREATS, FULL_THREATS_79856, FeatureSet, PieceSquares, Pieces, ThreatInputs};

pub(crate) use block::{Block, ByteRows, Bytes, LANES, Rows, Sums};
pub(crate) use described::Described;
pub use error::NetworkError;
pub(crate) use kind::Rules;
pub use kind::{Array, NetworkKind};
pub(crate) use layer::{Layer, Stack};
pub(crate) use simple::SimpleOutput;
pub use simple::{Activation, SimpleShape};

use kind::Coding;

/// The number of buckets of the networks with a header, by the number of pieces on the board.
pub const BUCKETS: usize = 8;

/// Networks are narrower than this.
pub(crate) const MAX_WIDTH: usize = 1 << 14;

/// A network for evaluation.
///
/// [`Network::read`] copies everything; [`Network::borrow`] leaves the weights of threats in the file, which are most of a
/// large network, so that processes share a file that is mapped into memory. Threads can share a network.
///
/// [`Network::evaluate_board`] evaluates one board, and an [`AccumulatorStack`](crate::AccumulatorStack) boards of a game.
///
/// ```
/// use gardez_nnue::{Array, Network, NetworkKind};
///
/// // A tiny network, in which a number is its place in its array.
/// let network = Network::build(NetworkKind::Stockfish15, 64, "an example", |_, index| index as i32 % 100)?;
/// let bytes = network.to_bytes();
/// let read = Network::read(&bytes)?;
/// assert_eq!((read.kind(), read.width(), read.description()), (NetworkKind::Stockfish15, 64, "an example"));
/// assert_eq!(read.number(Array::Pieces, 64 * 7 + 3), 51.0);
/// assert_eq!(read.to_bytes(), bytes);
/// # Ok::<_, gardez_nnue::NetworkError>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Network<'a> {
    kind: NetworkKind,
    description: String,
    width: usize,
    pub(crate) inputs: PieceSquares,
    pub(crate) biases: Rows,
    pub(crate) pieces: Table<Rows>,
    pub(crate) threats: Table<ByteRows<'a>>,
    pub(crate) pairs: Table<ByteRows<'a>>,
    pub(crate) output: Output,
}

/// The numbers of the inputs of a set, or nothing if a network does not have the set.
#[derive(Clone, PartialEq)]
pub(crate) struct Table<W> {
    pub(crate) weights: W,
    pub(crate) material: Vec<[i32; BUCKETS]>,
}

impl Table<ByteRows<'_>> {
    fn into_owned(self) -> Table<ByteRows<'static>> {
        Table { weights: self.weights.into_owned(), material: self.material }
    }
}

/// The layers after the first one.
#[derive(Clone, PartialEq)]
pub(crate) enum Output {
    /// A stack of layers for each bucket.
    Stacks(Vec<Stack>, &'static Rules),
    Simple(SimpleOutput),
    Described(Box<Described>),
}

impl<'a> Network<'a> {
    /// Makes a network from a function: `number` receives an array and the place of a number in it, as it is in the file.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Shape`] if the width is not a multiple of 64 from 64 to 16,320, or if the kind is
    /// [`NetworkKind::Simple`]; [`NetworkError::Number`] if a number is out of range.
    pub fn build(
        kind: NetworkKind,
        width: usize,
        description: &str,
        mut number: impl FnMut(Array, usize) -> i32,
    ) -> Result<Self, NetworkError> {
        let Some(rules) = kind.rules() else { return Err(NetworkError::Shape { what: "the kind", found: 0 }) };
        let mut network = Self::with_header(kind, rules, width)?;
        network.description = description.into();
        network.build_all(&mut number)?;
        Ok(network)
    }

    /// Makes a simple network from a function: `number` receives an array and the place of a number in it. The arrays are
    /// [`Array::Pieces`], [`Array::Biases`], and for each output [`Array::LayerWeights`] (the side to move first)
    /// and [`Array::LayerBiases`], with `layer` 0.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Shape`] or [`NetworkError::Number`].
    pub fn build_simple(
        shape: &SimpleShape,
        mut number: impl FnMut(Array, usize) -> i32,
    ) -> Result<Self, NetworkError> {
        let mut network = Self::simple(shape)?;
        network.build_all(&mut number)?;
        Ok(network)
    }

    /// Returns the kind.
    pub const fn kind(&self) -> NetworkKind {
        self.kind
    }

    /// Returns the description in the file, which is any text. A simple network has none.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns the number of sums of the first layer for each perspective.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Returns the shape of a simple network.
    pub const fn shape(&self) -> Option<&SimpleShape> {
        match &self.output {
            Output::Simple(output) => Some(&output.shape),
            Output::Stacks(..) | Output::Described(_) => None,
        }
    }

    /// Returns the number of buckets, each of which has layers of its own.
    pub fn buckets(&self) -> usize {
        match &self.output {
            Output::Simple(output) => output.shape.output_buckets,
            Output::Stacks(stacks, _) => stacks.len(),
            Output::Described(described) => described.architecture.buckets.count(),
        }
    }

    /// Returns the bucket that a board uses.
    #[inline]
    pub fn bucket<B: Pieces + ?Sized>(&self, board: &B) -> usize {
        match &self.output {
            Output::Simple(output) => output.shape.bucket(board),
            // A board with more than 32 pieces, which no game leads to, uses the last one.
            Output::Stacks(..) => ((board.occupied().len() as usize - 1) / 4).min(BUCKETS - 1),
            Output::Described(described) => described.architecture.buckets.of(board.occupied().len() as usize),
        }
    }

    /// Returns a network that borrows nothing.
    pub fn into_owned(self) -> Network<'static> {
        Network { threats: self.threats.into_owned(), pairs: self.pairs.into_owned(), ..self }
    }

    /// Returns a network without numbers.
    fn empty(kind: NetworkKind, width: usize, inputs: PieceSquares, output: Output) -> Self {
        let bytes = || Table { weights: ByteRows::borrowed(&[]), material: Vec::new() };
        Self {
            kind,
            description: String::new(),
            width,
            inputs,
            biases: Rows::new(0, width),
            pieces: Table { weights: Rows::new(0, width), material: Vec::new() },
            threats: bytes(),
            pairs: bytes(),
            output,
        }
    }

    fn with_header(kind: NetworkKind, rules: &'static Rules, width: usize) -> Result<Self, NetworkError> {
        if width == 0 || width >= MAX_WIDTH || width % 64 != 0 {
            return Err(NetworkError::Shape { what: "the width", found: width });
        }
        let stacks = (0..BUCKETS).map(|_| rules.layers(width).map(|[inputs, outputs]| Layer::new(inputs, outputs)));
        let output = Output::Stacks(stacks.collect(), rules);
        Ok(Self::empty(kind, width, PieceSquares::HALF_KA_V2_HM, output))
    }

    fn simple(shape: &SimpleShape) -> Result<Self, NetworkError> {
        for (what, found, most) in [
            ("the width", shape.width, MAX_WIDTH),
            ("the number of output buckets", shape.output_buckets, 33),
            ("QA", shape.qa.max(0) as usize, usize::MAX),
            ("QB", shape.qb.max(0) as usize, usize::MAX),
        ] {
            if found == 0 || most <= found {
                return Err(NetworkError::Shape { what, found });
            }
        }
        let (weights, biases) =
            (Rows::new(2 * shape.output_buckets, shape.width), alloc::vec![0; shape.output_buckets]);
        let output = Output::Simple(SimpleOutput { shape: shape.clone(), weights, biases, largest: 0 });
        Ok(Self::empty(NetworkKind::Simple, shape.width, shape.inputs, output))
    }

    /// Returns the arrays after the first layer, in the order of a file with a header.
    fn layers(&self) -> impl Iterator<Item = Array> + use<> {
        let (buckets, layers) = (self.buckets(), if self.kind == NetworkKind::Simple { 1 } else { 3 });
        (0..buckets).flat_map(move |bucket| {
            (0..layers)
                .flat_map(move |layer| [Array::LayerBiases { bucket, layer }, Array::LayerWeights { bucket, layer }])
        })
    }

    /// Returns the number of numbers of an array, or 0 if the network does not have it.
    pub fn len_of(&self, array: Array) -> usize {
        if let Output::Described(described) = &self.output {
            return described.len_of(array);
        }
        let rules = self.kind.rules();
        let [threats, pairs] = rules.map_or([0; 2], |rules| rules.inputs);
        let pieces = || self.inputs.inputs() as usize;
        match (array, &self.output) {
            (Array::Biases, _) => self.width,
            (Array::Pieces, _) => pieces() * self.width,
            (Array::PieceMaterial, Output::Stacks(..)) => pieces() * BUCKETS,
            (Array::Threats, _) => threats * self.width,
            (Array::ThreatMaterial, _) => threats * BUCKETS,
            (Array::Pairs, _) => pairs * self.width,
            (Array::PairMaterial, _) => pairs * BUCKETS,
            (Array::LayerBiases { bucket, layer }, Output::Stacks(stacks, _)) => {
                stacks.get(bucket).and_then(|stack| stack.get(layer)).map_or(0, |layer| layer.outputs)
            }
            (Array::LayerWeights { bucket, layer }, Output::Stacks(stacks, _)) => {
                stacks.get(bucket).and_then(|stack| stack.get(layer)).map_or(0, |layer| layer.inputs * layer.outputs)
            }
            (Array::LayerBiases { bucket, layer: 0 }, Output::Simple(output)) if bucket < output.biases.len() => 1,
            (Array::LayerWeights { bucket, layer: 0 }, Output::Simple(output)) if bucket < output.biases.len() => {
                2 * self.width
            }
            _ => 0,
        }
    }

    /// Returns a number as it is in the file.
    ///
    /// # Panics
    ///
    /// Panics if the array is not that long.
    pub fn number(&self, array: Array, index: usize) -> f64 {
        let length = self.len_of(array);
        assert!(index < length, "{array} has {length} numbers, and {index} is not one of them");
        self.number_at(array, index)
    }

    /// Returns a number that is known to be there.
    fn number_at(&self, array: Array, index: usize) -> f64 {
        let factor = self.factor();
        let buckets = self.material_buckets();
        let material = |table: &[[i32; BUCKETS]]| table[index / buckets][index % buckets];
        let byte = |table: &Table<ByteRows<'_>>| i32::from(table.weights[self.byte_place(index)] as i8);
        let number = match (array, &self.output) {
            (Array::LayerBiases { .. } | Array::LayerWeights { .. }, Output::Described(described)) => {
                return described.number(array, index);
            }
            (Array::Biases, _) => i32::from(self.biases.get(index) / factor),
            (Array::Pieces, _) => i32::from(self.pieces.weights.get(index) / factor),
            (Array::PieceMaterial, _) => material(&self.pieces.material),
            (Array::Threats, _) => byte(&self.threats),
            (Array::ThreatMaterial, _) => material(&self.threats.material),
            (Array::Pairs, _) => byte(&self.pairs),
            (Array::PairMaterial, _) => material(&self.pairs.material),
            (Array::LayerBiases { bucket, layer }, Output::Stacks(stacks, _)) => stacks[bucket][layer].biases[index],
            (Array::LayerWeights { bucket, layer }, Output::Stacks(stacks, _)) => {
                i32::from(stacks[bucket][layer].weight(index))
            }
            (Array::LayerBiases { bucket, .. }, Output::Simple(output)) => i32::from(output.biases[bucket]),
            (Array::LayerWeights { bucket, .. }, Output::Simple(output)) => {
                i32::from(output.weights.get(2 * self.width * bucket + index))
            }
        };
        number.into()
    }

    fn material_buckets(&self) -> usize {
        if let Output::Described(_) = self.output { self.buckets() } else { BUCKETS }
    }

    /// Returns the place of a weight of one byte, whose rows are padded to blocks.
    fn byte_place(&self, index: usize) -> usize {
        index / self.width * self.width.next_multiple_of(LANES) + index % self.width
    }

    /// Returns what weights and biases of the first layer are multiplied by after they are read.
    fn factor(&self) -> i16 {
        if self.kind.rules().is_some_and(|rules| rules.is_doubled) { 2 } else { 1 }
    }

    /// Returns what a number of an array can be.
    fn range(&self, array: Array) -> RangeInclusive<i64> {
        let least = match (array, &self.output) {
            (_, Output::Described(_)) => i64::MIN,
            (Array::Biases | Array::Pieces, _) => i64::from(i16::MIN) / i64::from(self.factor()),
            (Array::Threats | Array::Pairs, _) | (Array::LayerWeights { .. }, Output::Stacks(..)) => i8::MIN.into(),
            (_, Output::Simple(_)) => i16::MIN.into(),
            _ => i32::MIN.into(),
        };
        least..=-1 - least
    }

    /// Sets all numbers of an array, in the order of the file. They must be in range.
    fn fill<E>(&mut self, array: Array, mut next: impl FnMut() -> Result<i64, E>) -> Result<(), E> {
        let (length, width, factor) = (self.len_of(array), self.width, self.factor());
        let buckets = self.material_buckets();
        let mut rows = |rows: &mut Rows, factor: i16| {
            *rows = Rows::new(length / width, width);
            rows.try_for_each(|number| next().map(|found| *number = factor * found as i16))
        };
        match (array, &mut self.output) {
            (Array::Biases, _) => rows(&mut self.biases, factor),
            (Array::Pieces, _) => rows(&mut self.pieces.weights, factor),
            (Array::PieceMaterial, _) => material(&mut self.pieces.material, [length, buckets], next),
            (Array::ThreatMaterial, _) => material(&mut self.threats.material, [length, buckets], next),
            (Array::PairMaterial, _) => material(&mut self.pairs.material, [length, buckets], next),
            (Array::Threats | Array::Pairs, _) => {
                let mut numbers = ByteRows::zeros(length / width * width.next_multiple_of(LANES));
                for row in numbers.chunks_exact_mut(width.next_multiple_of(LANES)) {
                    row[..width].iter_mut().try_for_each(|number| next().map(|found| *number = found as u8))?;
                }
                *self.bytes(array) = numbers;
                Ok(())
            }
            (Array::LayerBiases { .. } | Array::LayerWeights { .. }, Output::Described(_)) => Ok(()),
            (Array::LayerBiases { bucket, layer }, Output::Stacks(stacks, _)) => {
                let numbers = (0..length).map(|_| next().map(|found| found as i32));
                stacks[bucket][layer].biases = numbers.collect::<Result<_, _>>()?;
                Ok(())
            }
            (Array::LayerWeights { bucket, layer }, Output::Stacks(stacks, _)) => {
                let layer = &mut stacks[bucket][layer];
                layer.clear_weights();
                (0..length).try_for_each(|index| next().map(|found| layer.set_weight(index, found as i8)))
            }
            (Array::LayerBiases { bucket, .. }, Output::Simple(output)) => {
                next().map(|found| output.biases[bucket] = found as i16)
            }
            (Array::LayerWeights { bucket, .. }, Output::Simple(output)) => {
                (2 * width * bucket..2 * width * (bucket + 1)).try_for_each(|index| {
                    let found = next()? as i16;
                    output.set_weight(index, found);
                    Ok(())
                })
            }
        }
    }

    fn bytes(&mut self, array: Array) -> &mut ByteRows<'a> {
        if array == Array::Threats { &mut self.threats.weights } else { &mut self.pairs.weights }
    }

    fn build_all(&mut self, number: &mut impl FnMut(Array, usize) -> i32) -> Result<(), NetworkError> {
        let simple: &[(&[Array], Coding)] = &[(&[Array::Pieces, Array::Biases], Coding::Plain)];
        let first = self.kind.rules().map_or(simple, |rules| rules.arrays);
        let arrays = first.iter().flat_map(|(arrays, _)| arrays.iter().copied()).chain(self.layers());
        for array in arrays {
            let (range, mut index) = (self.range(array), 0);
            self.fill(array, || {
                let found = i64::from(number(array, index));
                index += 1;
                let error = || NetworkError::Number { part: alloc::format!("{array}"), at: index - 1, found };
                if range.contains(&found) { Ok(found) } else { Err(error()) }
            })?;
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn threat_set(&self) -> Option<&ThreatInputs> {
        match (&self.output, self.kind) {
            (Output::Described(described), _) => described.threats.as_ref(),
            (_, NetworkKind::Stockfish18Big) => Some(&FULL_THREATS_79856),
            (_, NetworkKind::Stockfish2026) => Some(&FULL_THREATS),
            _ => None,
        }
    }

    /// Returns `true` if the network has pairs of pawns.
    #[inline]
    pub(crate) fn has_pairs(&self) -> bool {
        !self.pairs.weights.is_empty()
    }
}

fn material<E>(
    table: &mut Vec<[i32; BUCKETS]>,
    [length, buckets]: [usize; 2],
    mut next: impl FnMut() -> Result<i64, E>,
) -> Result<(), E> {
    *table = pages::filled([0; BUCKETS], length / buckets);
    let mut numbers = table.iter_mut().flat_map(|row| &mut row[..buckets]);
    numbers.try_for_each(|number| next().map(|found| *number = found as i32))
}

impl fmt::Debug for Network<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Network");
        debug.field("kind", &self.kind).field("width", &self.width);
        match self.shape() {
            Some(shape) => debug.field("shape", shape),
            None => debug.field("description", &self.description),
        };
        debug.finish_non_exhaustive()
    }
}
