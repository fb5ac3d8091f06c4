//! The differences between networks: one row for each kind.

use core::fmt;

use crate::features::PawnPairs;
use crate::features::definition::ThreatSlots;

/// The kinds of networks that are known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum NetworkKind {
    /// The format of Stockfish 15.1: HalfKAv2_hm, not compressed.
    Stockfish15,
    /// The format of Stockfish 16 to 17.1 and of the small network of Stockfish 18: HalfKAv2_hm, compressed.
    Stockfish16,
    /// The big network of Stockfish 18: HalfKAv2_hm and the full threats of that version.
    Stockfish18Big,
    /// The network of Stockfish since July 2026: HalfKAv2_hm, full threats and pairs of pawns.
    Stockfish2026,
    /// A network with one hidden layer, as bullet's simple examples save it. Its file has no header.
    Simple,
    /// A network of an [`Architecture`](crate::architecture::Architecture).
    Described,
}

impl NetworkKind {
    /// The kinds whose files have a header, so that [`Network::read`](super::Network::read) recognizes them.
    pub const WITH_HEADER: [Self; 4] =
        [Self::Stockfish15, Self::Stockfish16, Self::Stockfish18Big, Self::Stockfish2026];

    /// Returns the name, such as `"stockfish-18-big"`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stockfish15 => "stockfish-15",
            Self::Stockfish16 => "stockfish-16",
            Self::Stockfish18Big => "stockfish-18-big",
            Self::Stockfish2026 => "stockfish-2026",
            Self::Simple => "simple",
            Self::Described => "described",
        }
    }

    /// Returns the rules of a kind whose files have a header.
    pub(crate) const fn rules(self) -> Option<&'static Rules> {
        Some(match self {
            Self::Stockfish15 => &STOCKFISH_15,
            Self::Stockfish16 => &STOCKFISH_16,
            Self::Stockfish18Big => &STOCKFISH_18_BIG,
            Self::Stockfish2026 => &STOCKFISH_2026,
            Self::Simple | Self::Described => return None,
        })
    }
}

impl fmt::Display for NetworkKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

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
    /// The weights of a layer after the first one, output by output. Each output's row is padded to a multiple of 32,
    /// except in simple networks.
    LayerWeights {
        /// The bucket that uses the layer.
        bucket: usize,
        /// 0 for the layer after the first one.
        layer: usize,
    },
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

/// The coding of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Coding {
    /// With as many bytes as the type of the array.
    Plain,
    /// As one block of signed LEB128.
    Compressed,
}

/// The properties of a kind of network with a header.
#[derive(PartialEq, Debug)]
pub(crate) struct Rules {
    /// The first number of the file.
    pub(crate) version: u32,
    /// The hash of the first layer, without its width.
    pub(crate) features: u32,
    /// The arrays of the first layer in the order of the file. The arrays of one row are in one block.
    pub(crate) arrays: &'static [(&'static [Array], Coding)],
    /// The numbers of threats and of pairs of pawns.
    pub(crate) inputs: [usize; 2],
    /// `true` if the weights and biases of the first layer are doubled after they are read.
    pub(crate) is_doubled: bool,
    /// The sums of the first layer are cut to this maximum before they are multiplied.
    pub(crate) max: i16,
    /// The products are divided by two to the power of this.
    pub(crate) shift: u32,
    /// The number of outputs of the layer after the first one.
    pub(crate) outputs: usize,
    /// `true` if the last layer has the activations of both layers before it as inputs.
    pub(crate) is_dense: bool,
}

const HALF_KA: u32 = 0x7F23_4CB8;
const STOCKFISH_18_THREATS: u32 = 0x8F23_4CB8;
const THREATS: u32 = 0x2E6B_9D04;
const PAIRS: u32 = 0x86F2_B1DD;

const STOCKFISH_15: Rules = Rules {
    version: 0x7AF3_2F20,
    features: HALF_KA,
    arrays: &[
        (&[Array::Biases], Coding::Plain),
        (&[Array::Pieces], Coding::Plain),
        (&[Array::PieceMaterial], Coding::Plain),
    ],
    inputs: [0, 0],
    is_doubled: false,
    max: 127,
    shift: 7,
    outputs: 16,
    is_dense: false,
};

const STOCKFISH_16: Rules = Rules {
    arrays: &[
        (&[Array::Biases], Coding::Compressed),
        (&[Array::Pieces], Coding::Compressed),
        (&[Array::PieceMaterial], Coding::Compressed),
    ],
    is_doubled: true,
    max: 254,
    shift: 9,
    ..STOCKFISH_15
};

const STOCKFISH_18_BIG: Rules = Rules {
    features: STOCKFISH_18_THREATS,
    arrays: &[
        (&[Array::Biases], Coding::Compressed),
        (&[Array::Threats], Coding::Plain),
        (&[Array::Pieces], Coding::Compressed),
        (&[Array::ThreatMaterial, Array::PieceMaterial], Coding::Compressed),
    ],
    inputs: [ThreatSlots::STOCKFISH_18.inputs() as usize, 0],
    max: 255,
    shift: 9,
    ..STOCKFISH_15
};

const STOCKFISH_2026: Rules = Rules {
    version: 0x6A44_8AFA,
    features: (THREATS.rotate_left(1) ^ PAIRS).rotate_left(1) ^ HALF_KA,
    arrays: &[
        (&[Array::Biases], Coding::Compressed),
        (&[Array::Threats], Coding::Plain),
        (&[Array::ThreatMaterial], Coding::Compressed),
        (&[Array::Pairs], Coding::Plain),
        (&[Array::PairMaterial], Coding::Compressed),
        (&[Array::Pieces], Coding::Compressed),
        (&[Array::PieceMaterial], Coding::Compressed),
    ],
    inputs: [ThreatSlots::CURRENT.inputs() as usize, PawnPairs::INPUTS as usize],
    outputs: 32,
    is_dense: true,
    ..STOCKFISH_18_BIG
};

impl Rules {
    /// Returns the number of inputs and outputs of the layers after the first one. Inputs are padded.
    pub(crate) const fn layers(&self, width: usize) -> [[usize; 2]; 3] {
        if self.is_dense {
            [[width, self.outputs], [2 * self.outputs, 32], [2 * self.outputs + 64, 1]]
        } else {
            [[width, self.outputs], [2 * self.outputs, 32], [32, 1]]
        }
    }

    pub(crate) const fn transformer_hash(&self, width: usize) -> u32 {
        self.features ^ (2 * width as u32)
    }

    /// Returns the hash of the layers after the first one.
    pub(crate) const fn stack_hash(&self, width: usize) -> u32 {
        let (mut hash, layers, mut i) = (0xEC42_E90D ^ (2 * width as u32), self.layers(width), 0);
        while i < layers.len() {
            hash = 0xCC03_DAE4_u32.wrapping_add(layers[i][1] as u32) ^ hash.rotate_right(1);
            if i < layers.len() - 1 {
                hash = hash.wrapping_add(0x538D_24C7);
            }
            i += 1;
        }
        hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hashes_are_those_of_the_programs() {
        for (kind, width, file, transformer, stack) in [
            (NetworkKind::Stockfish15, 1024, 0x1C10_2EF2, 0x7F23_44B8, 0x6333_6A4A),
            (NetworkKind::Stockfish18Big, 1024, 0xEC10_2EF2, 0x8F23_44B8, 0x6333_6A4A),
            (NetworkKind::Stockfish16, 128, 0x1C10_3C92, 0x7F23_4DB8, 0x6333_712A),
            (NetworkKind::Stockfish2026, 1024, 0xA85B_2205, 0xCB68_5313, 0x6333_7116),
        ] {
            let rules = kind.rules().expect("a kind with a header");
            assert_eq!((rules.transformer_hash(width), rules.stack_hash(width)), (transformer, stack), "{kind}");
            assert_eq!(transformer ^ stack, file, "{kind}");
        }
    }
}
