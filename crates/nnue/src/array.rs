//! The arrays of a network.

use core::fmt;

/// An array of numbers of a network.
///
/// *Material* is the part of the first layer that skips all others: eight numbers for each input, one for each bucket of
/// the number of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Array {
    /// The biases of the first layer.
    Biases,
    /// The weights of pieces on squares, input by input.
    Pieces,
    /// The material of pieces on squares.
    PieceMaterial,
    /// The weights of threats, input by input.
    Threats,
    /// The material of threats.
    ThreatMaterial,
    /// The weights of pairs of pawns, input by input.
    Pairs,
    /// The material of pairs of pawns.
    PairMaterial,
    /// The biases of a layer after the first one.
    LayerBiases {
        /// The bucket that uses the layer.
        bucket: usize,
        /// 0 for the layer after the first one.
        layer: usize,
    },
    /// The weights of a layer after the first one, output by output.
    LayerWeights {
        /// The bucket that uses the layer.
        bucket: usize,
        /// 0 for the layer after the first one.
        layer: usize,
    },
}

impl Array {
    /// Returns the bucket, or 0 for an array of the first layer.
    pub(crate) const fn bucket(self) -> usize {
        match self {
            Self::LayerBiases { bucket, .. } | Self::LayerWeights { bucket, .. } => bucket,
            _ => 0,
        }
    }

    /// Returns the same array of another bucket.
    pub(crate) const fn in_bucket(self, bucket: usize) -> Self {
        match self {
            Self::LayerBiases { layer, .. } => Self::LayerBiases { bucket, layer },
            Self::LayerWeights { layer, .. } => Self::LayerWeights { bucket, layer },
            array => array,
        }
    }
}

impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Biases => "the biases of the first layer",
            Self::Pieces => "the weights of pieces",
            Self::PieceMaterial => "the material of pieces",
            Self::Threats => "the weights of threats",
            Self::ThreatMaterial => "the material of threats",
            Self::Pairs => "the weights of pairs of pawns",
            Self::PairMaterial => "the material of pairs of pawns",
            Self::LayerBiases { bucket, layer } => return write!(f, "the biases of layer {layer} of bucket {bucket}"),
            Self::LayerWeights { bucket, layer } => {
                return write!(f, "the weights of layer {layer} of bucket {bucket}");
            }
        })
    }
}
