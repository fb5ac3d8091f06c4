//! Networks: their numbers, read from files of several programs and written again.

mod block;
mod layer;
mod pages;
mod read;
mod write;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::architecture::{Architecture, BUCKETS, InputSet, Layout, Part};
use crate::array::Array;
use crate::error::NetworkError;
use crate::features::{PieceSquares, Pieces, ThreatInputs};

pub(crate) use block::{Block, ByteRows, Bytes, LANES, Rows, Sums};
pub(crate) use layer::{Layer, Numbers, Single, Stack, Stacks, Vectors};

/// A network for evaluation.
///
/// [`Network::read`] copies everything; [`Network::borrow`] leaves the weights of threats in the file, which are most of a
/// large network, so that processes share a file that is mapped into memory. Threads can share a network.
///
/// [`Network::evaluate_board`] evaluates one board, and an [`AccumulatorStack`](crate::AccumulatorStack) boards of a game.
///
/// ```
/// use gardez_nnue::{Architecture, Array, Network};
///
/// // A tiny network, in which a number is its place in its array.
/// let architecture = Architecture { width: 64, ..Architecture::STOCKFISH_15 };
/// let network = Network::build(&architecture, |_, index| index as i32 % 100)?.with_description("an example");
/// let bytes = network.to_bytes();
/// let read = Network::read(&bytes)?;
/// assert_eq!((read.architecture(), read.description()), (&architecture, "an example"));
/// assert_eq!(read.number(Array::Pieces, 64 * 7 + 3), 51.0);
/// assert_eq!(read.to_bytes(), bytes);
/// # Ok::<_, gardez_nnue::NetworkError>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Network<'a> {
    architecture: Architecture,
    description: String,
    /// The numbers of inputs and outputs of each layer.
    sizes: Vec<[usize; 2]>,
    parts: Vec<Part>,
    /// The bytes of the file that may be any.
    free: Vec<u8>,
    pub(crate) inputs: PieceSquares,
    threat_inputs: Option<ThreatInputs>,
    pub(crate) biases: Rows,
    pub(crate) pieces: Table<Rows>,
    pub(crate) threats: Table<ByteRows<'a>>,
    pub(crate) pairs: Table<ByteRows<'a>>,
    /// The layers of each bucket.
    pub(crate) numbers: Vec<Vec<Numbers>>,
    pub(crate) vectors: Option<Vectors>,
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

impl<'a> Network<'a> {
    /// Makes a network of an architecture from a function: `number` receives an array and the place of a number in it, as it
    /// is in the file. If an array has the numbers of all buckets, they have different places.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Architecture`] or [`NetworkError::Shape`] if there is no such network, and [`NetworkError::Number`] if a
    /// number does not fit its type.
    pub fn build<N: Into<f64>>(
        architecture: &Architecture,
        mut number: impl FnMut(Array, usize) -> N,
    ) -> Result<Self, NetworkError> {
        let mut network = Self::new(architecture)?;
        for part in network.parts.clone() {
            let is_stacked = matches!(part, Part::Stacks(_));
            let parts = if let Part::Stacks(parts) = part { parts } else { alloc::vec![part] };
            let buckets = if is_stacked { network.buckets() } else { 1 };
            for layout in parts.iter().filter_map(Part::layout) {
                for bucket in 0..buckets {
                    let stacked = is_stacked.then_some(bucket);
                    let (places, each) =
                        (layout.places(network.stored_dims(layout, stacked)), network.len_of(layout.array));
                    let (mut n, range) = (0, layout.range());
                    network.fill(layout, stacked, || {
                        let (array, at) = (layout.array.in_bucket(bucket + n / each), places.nth(n));
                        n += 1;
                        let found = number(array, at).into();
                        let whole = layout.number.whole(found);
                        if layout.number.holds(found) && range.contains(&whole) {
                            return Ok(whole);
                        }
                        Err(NetworkError::Number { part: array.to_string(), at, found: found as i64 })
                    })?;
                }
            }
            let any = |part: &Part| {
                if let Part::Bytes(bytes) = part { bytes.iter().filter(|byte| byte.is_none()).count() } else { 0 }
            };
            let count = buckets * parts.iter().map(any).sum::<usize>();
            network.free.resize(network.free.len() + count, 0);
        }
        network.vectors = Vectors::new(&network);
        Ok(network)
    }

    /// Returns the network with a text for its file, if its file has one.
    #[must_use]
    pub fn with_description(self, text: &str) -> Self {
        Self { description: text.into(), ..self }
    }

    /// Returns the architecture.
    pub const fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// Returns the text in the file, if there is one.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns the number of sums of the first layer for each perspective.
    pub const fn width(&self) -> usize {
        self.architecture.width
    }

    /// Returns the number of buckets, each of which has layers of its own.
    pub fn buckets(&self) -> usize {
        self.architecture.buckets.count()
    }

    /// Returns the bucket that a board uses.
    #[inline]
    pub fn bucket<B: Pieces + ?Sized>(&self, board: &B) -> usize {
        self.architecture.buckets.of(board.occupied().len() as usize)
    }

    /// Returns a network that borrows nothing.
    pub fn into_owned(self) -> Network<'static> {
        Network { threats: self.threats.into_owned(), pairs: self.pairs.into_owned(), ..self }
    }

    /// Returns a network without numbers.
    fn new(architecture: &Architecture) -> Result<Self, NetworkError> {
        let (parts, sizes) = (architecture.check()?, architecture.layer_sizes()?);
        let threat_inputs = architecture.inputs.iter().find_map(|set| match set {
            InputSet::Threats(slots) => Some(ThreatInputs::new(*slots)),
            _ => None,
        });
        let bytes = || Table { weights: ByteRows::borrowed(&[]), material: Vec::new() };
        let layers = sizes.iter().map(|_| Numbers::default()).collect();
        Ok(Self {
            description: String::new(),
            inputs: architecture.pieces().unwrap_or_default(),
            threat_inputs,
            biases: Rows::new(0, architecture.width),
            pieces: Table { weights: Rows::new(0, architecture.width), material: Vec::new() },
            threats: bytes(),
            pairs: bytes(),
            numbers: alloc::vec![layers; architecture.buckets.count()],
            vectors: None,
            free: Vec::new(),
            architecture: architecture.clone(),
            sizes,
            parts,
        })
    }

    /// Returns the number of numbers of an array, or 0 if the network does not have it.
    pub fn len_of(&self, array: Array) -> usize {
        let mut parts = self.parts.iter().flat_map(|part| match part {
            Part::Stacks(parts) => &parts[..],
            part => core::slice::from_ref(part),
        });
        let (stored, [_, outputs, inputs]) = (array.in_bucket(0), self.architecture.dims(array, &self.sizes));
        let is_there = parts.any(|part| part.layout().is_some_and(|layout| layout.array == stored));
        if is_there && array.bucket() < self.buckets() { outputs * inputs } else { 0 }
    }

    /// Returns a number as it is in the file. Those of the first layer are counted input by input, and weights of other
    /// layers output by output.
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
        let (buckets, width) = (self.buckets(), self.width());
        let material = |table: &[[i32; BUCKETS]]| table[index / buckets][index % buckets];
        // Rows of bytes are padded to blocks.
        let place = index / width * width.next_multiple_of(LANES) + index % width;
        let number = match array {
            Array::Biases => self.biases.get(index).into(),
            Array::Pieces => self.pieces.weights.get(index).into(),
            Array::PieceMaterial => material(&self.pieces.material),
            Array::Threats => (self.threats.weights[place] as i8).into(),
            Array::ThreatMaterial => material(&self.threats.material),
            Array::Pairs => (self.pairs.weights[place] as i8).into(),
            Array::PairMaterial => material(&self.pairs.material),
            Array::LayerBiases { bucket, layer } => return self.numbers[bucket][layer].biases[index],
            Array::LayerWeights { bucket, layer } => {
                let [inputs, outputs] = self.sizes[layer];
                return self.numbers[bucket][layer].weights[index % inputs * outputs + index / inputs];
            }
        };
        number.into()
    }

    /// Returns the numbers of buckets, outputs and inputs of an array in a file, or in one stack of it.
    fn stored_dims(&self, layout: &Layout, bucket: Option<usize>) -> [usize; 3] {
        let [buckets, outputs, inputs] = self.architecture.dims(layout.array, &self.sizes);
        [if bucket.is_some() { 1 } else { buckets }, outputs, inputs]
    }

    /// Sets all numbers of an array, in the order of [`Places::nth`](crate::architecture::Places::nth). They must be in range.
    fn fill(
        &mut self,
        layout: &Layout,
        bucket: Option<usize>,
        mut next: impl FnMut() -> Result<i64, NetworkError>,
    ) -> Result<(), NetworkError> {
        let ([buckets, outputs, inputs], width) = (self.stored_dims(layout, bucket), self.width());
        let mut rows = |rows: &mut Rows| {
            *rows = Rows::new(inputs, width);
            rows.try_for_each(|number| next().map(|found| *number = found as i16))
        };
        let material = match layout.array {
            Array::Biases => return rows(&mut self.biases),
            Array::Pieces => return rows(&mut self.pieces.weights),
            Array::Threats | Array::Pairs => {
                let length = width.next_multiple_of(LANES);
                let mut numbers = ByteRows::zeros(inputs * length);
                for row in numbers.chunks_exact_mut(length) {
                    row[..width].iter_mut().try_for_each(|number| next().map(|found| *number = found as u8))?;
                }
                *self.bytes(layout.array) = numbers;
                return Ok(());
            }
            Array::LayerBiases { layer, .. } | Array::LayerWeights { layer, .. } => {
                let first = bucket.unwrap_or_default();
                for stack in &mut self.numbers[first..first + buckets] {
                    let mut numbers = alloc::vec![0.0; outputs * inputs];
                    for place in (0..outputs).flat_map(|output| (0..inputs).map(move |input| input * outputs + output))
                    {
                        numbers[place] = layout.number.real(next()?);
                    }
                    match layout.array {
                        Array::LayerBiases { .. } => stack[layer].biases = numbers,
                        _ => stack[layer].weights = numbers,
                    }
                }
                return Ok(());
            }
            Array::PieceMaterial => &mut self.pieces.material,
            Array::ThreatMaterial => &mut self.threats.material,
            Array::PairMaterial => &mut self.pairs.material,
        };
        *material = pages::filled([0; BUCKETS], inputs);
        let mut numbers = material.iter_mut().flat_map(|row| &mut row[..outputs]);
        numbers.try_for_each(|number| next().map(|found| *number = found as i32))
    }

    fn bytes(&mut self, array: Array) -> &mut ByteRows<'a> {
        if array == Array::Threats { &mut self.threats.weights } else { &mut self.pairs.weights }
    }

    #[inline]
    pub(crate) const fn threat_set(&self) -> Option<&ThreatInputs> {
        self.threat_inputs.as_ref()
    }

    /// Returns `true` if the network has pairs of pawns.
    #[inline]
    pub(crate) fn has_pairs(&self) -> bool {
        !self.pairs.weights.is_empty()
    }
}

impl fmt::Debug for Network<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Network");
        debug.field("architecture", &self.architecture).field("description", &self.description).finish_non_exhaustive()
    }
}
