//! The networks that are known by name: Stockfish's, whose files state what they are, and bullet's simple one.

use alloc::borrow::Cow::Borrowed;

use super::{Architecture, Function, InputSet, LayerShape, OutputBuckets, Skip, Sum};
use crate::features::PieceSquares;
use crate::features::definition::ThreatSlots;

/// A file of Stockfish: its version, the number of its inputs, and the arrays of the first layer.
macro_rules! file {
    ($first:literal) => {
        Borrowed(concat!(
            $first,
            "; stacks ( hash; l1b i32; l1w i8 pad 32; l2b i32; l2w i8 pad 32; l3b i32; l3w i8 pad 32 )"
        ))
    };
}

/// A layer whose sums are cut.
const CLIPPED: LayerShape =
    LayerShape { outputs: 32, activation: Borrowed(&[Function::Clip { max: 127.0, shift: 6 }]), ..LayerShape::OUTPUT };

/// A layer whose sums are squared, and cut.
const DUAL: LayerShape = LayerShape {
    outputs: 32,
    activation: Borrowed(&[Function::Square { max: 127.0, shift: 19 }, Function::Clip { max: 127.0, shift: 6 }]),
    ..LayerShape::OUTPUT
};

impl Architecture {
    /// bullet's example `1_simple`: one hidden layer of `width` neurons, and one output. A file states none of it, so
    /// change what differs.
    ///
    /// ```
    /// use std::borrow::Cow::Borrowed;
    ///
    /// use gardez_nnue::architecture::{Architecture, InputSet, KingBuckets, Mirror, OutputBuckets, PieceSquares};
    ///
    /// // One king bucket with mirrored files, and eight outputs.
    /// const INPUTS: PieceSquares =
    ///     PieceSquares { kings: KingBuckets::Half([0; 32]), mirror: Mirror::AToD, ..PieceSquares::CHESS_768 };
    /// const MINE: Architecture = Architecture {
    ///     width: 256,
    ///     inputs: Borrowed(&[InputSet::Pieces(INPUTS)]),
    ///     buckets: OutputBuckets::material_count(8),
    ///     ..Architecture::SIMPLE
    /// };
    /// assert_eq!((MINE.scale, MINE.divisor), (400.0, 255.0 * 64.0));
    /// ```
    pub const SIMPLE: Self = Self {
        name: Borrowed("simple"),
        width: 128,
        inputs: Borrowed(&[InputSet::Pieces(PieceSquares::CHESS_768)]),
        activation: Borrowed(&[Function::SCReLU { max: 255.0, shift: 0 }]),
        layers: Borrowed(&[LayerShape { sum: Sum::Quotient(255.0), ..LayerShape::OUTPUT }]),
        scale: 400.0,
        divisor: 255.0 * 64.0,
        file: Borrowed("l0w i16; l0b i16; l1w i16; l1b i16; fill 64 bullet"),
        ..Self::NEW
    };

    /// Stockfish 12 and 13: HalfKP.
    pub const STOCKFISH_12: Self = Self {
        name: Borrowed("stockfish-12"),
        width: 256,
        inputs: Borrowed(&[InputSet::Pieces(PieceSquares::HALF_KP)]),
        activation: Borrowed(&[Function::Clip { max: 127.0, shift: 0 }]),
        layers: Borrowed(&[CLIPPED, CLIPPED, LayerShape::OUTPUT]),
        divisor: 16.0,
        file: file!("stockfish 0x7AF32F16 0x5D69D5B8; l0b i16; pieces i16"),
        ..Self::NEW
    };

    /// Stockfish 14: HalfKAv2.
    pub const STOCKFISH_14: Self = Self {
        name: Borrowed("stockfish-14"),
        width: 512,
        inputs: Borrowed(&[InputSet::Pieces(PieceSquares::HALF_KA_V2)]),
        buckets: OutputBuckets::stockfish(),
        layers: Borrowed(&[LayerShape { outputs: 16, ..CLIPPED }, CLIPPED, LayerShape::OUTPUT]),
        file: file!("stockfish 0x7AF32F20 0x5F234CB8; l0b i16; pieces i16; pieces.psqt i32"),
        ..Self::STOCKFISH_12
    };

    /// Stockfish 14.1: HalfKAv2_hm.
    pub const STOCKFISH_14_1: Self = Self {
        name: Borrowed("stockfish-14.1"),
        width: 1024,
        inputs: Borrowed(&[InputSet::Pieces(PieceSquares::HALF_KA_V2_HM)]),
        layers: Borrowed(&[LayerShape { outputs: 8, ..CLIPPED }, CLIPPED, LayerShape::OUTPUT]),
        file: file!("stockfish 0x7AF32F20 0x7F234CB8; l0b i16; pieces i16; pieces.psqt i32"),
        ..Self::STOCKFISH_14
    };

    /// Stockfish 15 and 15.1: HalfKAv2_hm.
    pub const STOCKFISH_15: Self = Self {
        name: Borrowed("stockfish-15"),
        activation: Borrowed(&[Function::Pairwise { max: 127.0, shift: 7 }]),
        layers: Borrowed(&[LayerShape { outputs: 16, forward: 15, ..DUAL }, CLIPPED, LayerShape::OUTPUT]),
        skips: Borrowed(&[Skip { layer: 1, output: 15, factor: 9600.0, divisor: 8128.0 }]),
        ..Self::STOCKFISH_14_1
    };

    /// Stockfish 16 to 17.1, and the small network of Stockfish 18: HalfKAv2_hm, compressed.
    pub const STOCKFISH_16: Self = Self {
        name: Borrowed("stockfish-16"),
        divides_parts: true,
        file: file!("stockfish 0x7AF32F20 0x7F234CB8; l0b i16 block; pieces i16 block; pieces.psqt i32 block"),
        ..Self::STOCKFISH_15
    };

    /// The big network of Stockfish 18: HalfKAv2_hm and the full threats of that version.
    pub const STOCKFISH_18_BIG: Self = Self {
        name: Borrowed("stockfish-18-big"),
        inputs: Borrowed(&[
            InputSet::Pieces(PieceSquares::HALF_KA_V2_HM),
            InputSet::Threats(ThreatSlots::STOCKFISH_18),
        ]),
        activation: Borrowed(&[Function::Pairwise { max: 255.0, shift: 9 }]),
        file: file!(
            "stockfish 0x7AF32F20 0x8F234CB8; l0b i16 block; threats i8; pieces i16 block; threats.psqt i32 block; \
             pieces.psqt i32 joined"
        ),
        ..Self::STOCKFISH_16
    };

    /// Stockfish since July 2026: HalfKAv2_hm, full threats and pairs of pawns.
    pub const STOCKFISH_2026: Self = Self {
        name: Borrowed("stockfish-2026"),
        inputs: Borrowed(&[
            InputSet::Threats(ThreatSlots::CURRENT),
            InputSet::Pairs,
            InputSet::Pieces(PieceSquares::HALF_KA_V2_HM),
        ]),
        layers: Borrowed(&[
            LayerShape {
                activation: Borrowed(&[
                    Function::Square { max: 127.0, shift: 21 },
                    Function::Clip { max: 127.0, shift: 7 },
                ]),
                ..DUAL
            },
            DUAL,
            LayerShape { inputs: Borrowed(&[1, 2]), ..LayerShape::OUTPUT },
        ]),
        skips: Borrowed(&[
            Skip { layer: 1, output: 30, factor: 1.0, divisor: 1.0 },
            Skip { layer: 1, output: 31, factor: -1.0, divisor: 1.0 },
        ]),
        unit: Some([9600.0, 16384.0]),
        file: file!(
            "stockfish 0x6A448AFA 0xCB685B13; l0b i16 block; threats i8; threats.psqt i32 block; pairs i8; \
             pairs.psqt i32 block; pieces i16 block; pieces.psqt i32 block"
        ),
        ..Self::STOCKFISH_18_BIG
    };

    /// The networks of Stockfish, the oldest first.
    pub const STOCKFISH: [Self; 7] = [
        Self::STOCKFISH_12,
        Self::STOCKFISH_14,
        Self::STOCKFISH_14_1,
        Self::STOCKFISH_15,
        Self::STOCKFISH_16,
        Self::STOCKFISH_18_BIG,
        Self::STOCKFISH_2026,
    ];

    /// Returns Stockfish's hash of the layers after the first one.
    pub(crate) fn layers_hash(&self) -> u32 {
        let (start, last) = (0xEC42_E90D ^ (2 * self.width as u32), self.layers.len().saturating_sub(1));
        self.layers.iter().enumerate().fold(start, |hash, (i, layer)| {
            let hash = 0xCC03_DAE4_u32.wrapping_add(layer.outputs as u32) ^ hash.rotate_right(1);
            if i < last { hash.wrapping_add(0x538D_24C7) } else { hash }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hashes_are_those_of_the_programs() {
        for (known, layers) in Architecture::STOCKFISH.into_iter().zip([
            0x6333_7156,
            0x6333_76CA,
            0x6333_6A54,
            0x6333_6A4A,
            0x6333_6A4A,
            0x6333_6A4A,
            0x6333_7116,
        ]) {
            assert_eq!(known.layers_hash(), layers, "{}", known.name);
        }
        assert_eq!(Architecture { width: 128, ..Architecture::STOCKFISH_16 }.layers_hash(), 0x6333_712A);
    }
}
