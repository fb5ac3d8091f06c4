//! The shape of a simple network, whose file does not state it.

use alloc::vec::Vec;

use super::block::Rows;
use crate::features::{FeatureSet, PieceSquares, Pieces};

/// The function that is applied to the sums of the first layer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Activation {
    /// Negative sums count as 0.
    ReLU,
    /// Sums are cut to the range from 0 to QA.
    CReLU,
    /// Sums are cut to the range from 0 to QA and squared.
    SCReLU,
}

/// The shape of a simple network: one hidden layer that both perspectives share, and one output for each bucket.
///
/// The file has no header, so you have to pass the shape of the network. The default is bullet's example `simple` with
/// 128 neurons.
///
/// ```
/// use gardez_nnue::features::{KingBuckets, Mirror, PieceSquares};
/// use gardez_nnue::{Activation, SimpleShape};
///
/// let mut shape = SimpleShape::default();
/// assert_eq!((shape.width, shape.activation), (128, Activation::SCReLU));
/// shape.inputs = PieceSquares { kings: KingBuckets::Half([0; 32]), mirror: Mirror::AToD, ..PieceSquares::CHESS_768 };
/// shape.output_buckets = 8;
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimpleShape {
    /// The inputs.
    pub inputs: PieceSquares,
    /// The number of neurons for each perspective.
    pub width: usize,
    /// The number of outputs. A board uses the output `(pieces - 2) / (32 / output_buckets)`, rounded as bullet's
    /// `MaterialCount` does.
    pub output_buckets: usize,
    /// The function that is applied to the sums of the first layer.
    pub activation: Activation,
    /// The number that represents 1 in the first layer.
    pub qa: i16,
    /// The number that represents 1 in the weights of the second layer.
    pub qb: i16,
    /// The value of an output of 1, in centipawns.
    pub scale: i32,
    /// `true` if the weights of the second layer are output by output (`.transpose()` in bullet's examples), `false` if
    /// they are input by input. There is no difference with one output.
    pub is_transposed: bool,
}

impl Default for SimpleShape {
    fn default() -> Self {
        Self {
            inputs: PieceSquares::CHESS_768,
            width: 128,
            output_buckets: 1,
            activation: Activation::SCReLU,
            qa: 255,
            qb: 64,
            scale: 400,
            is_transposed: true,
        }
    }
}

/// The text that is repeated at the end of a file until its length is a multiple of 64.
pub(crate) const PADDING: &[u8; 6] = b"bullet";

impl SimpleShape {
    /// Returns the number of bytes of a file with this shape. Saturates at [`usize::MAX`], which no file has.
    pub(crate) fn file_len(&self) -> usize {
        let first = self.width.saturating_mul(1 + self.inputs.inputs() as usize);
        let second = self.output_buckets.saturating_mul(self.width.saturating_mul(2).saturating_add(1));
        first.saturating_add(second).saturating_mul(2).checked_next_multiple_of(64).unwrap_or(usize::MAX)
    }

    pub(crate) fn bucket<B: Pieces + ?Sized>(&self, board: &B) -> usize {
        let pieces = board.occupied().len() as usize;
        // A board with more than 32 pieces, which no game leads to, uses the last one.
        (pieces.saturating_sub(2) / 32_usize.div_ceil(self.output_buckets)).min(self.output_buckets - 1)
    }
}

/// The second layer of a simple network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SimpleOutput {
    pub(crate) shape: SimpleShape,
    /// Two rows for each output: for the side to move, and for the other one.
    pub(crate) weights: Rows,
    pub(crate) biases: Vec<i16>,
    /// The largest magnitude of a weight.
    pub(crate) largest: u16,
}

impl SimpleOutput {
    /// Sets a weight. Each must be set only once.
    pub(crate) fn set_weight(&mut self, index: usize, weight: i16) {
        self.weights.set(index, weight);
        self.largest = self.largest.max(weight.unsigned_abs());
    }

    /// Returns the value of a sum of activations times weights, in centipawns.
    pub(crate) fn value(&self, sum: i64, bucket: usize) -> i32 {
        let (shape, bias) = (&self.shape, i64::from(self.biases[bucket]));
        let [qa, qb] = [shape.qa, shape.qb].map(i64::from);
        let sum = if shape.activation == Activation::SCReLU { sum / qa } else { sum };
        let value = (sum + bias).saturating_mul(i64::from(shape.scale)) / (qa * qb);
        value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }
}
