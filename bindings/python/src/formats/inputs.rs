//! The inputs of networks by the names of their sets.

use gardez_data::loader::Position;
use gardez_formats::Color;
use gardez_nnue::features::{
    Chess768, ChessBuckets, ChessBucketsMirrored, FeatureSet, FullThreats, FullThreats79856, HalfKaV2Hm,
    HalfKaV2Hm12Planes, HalfKp, IndexList, Numbering, PawnPairs, PieceInputs,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A set of inputs.
#[derive(Clone)]
pub(super) enum Inputs {
    Chess768,
    Buckets(Box<ChessBuckets>),
    Mirrored(Box<ChessBucketsMirrored>),
    HalfKp,
    HalfKaV2Hm,
    HalfKaV2Hm12Planes,
    FullThreats,
    FullThreats79856,
    PawnPairs,
}

/// The sets without buckets of the caller.
const NAMED: [(&str, Inputs); 7] = [
    ("Chess768", Inputs::Chess768),
    ("HalfKP", Inputs::HalfKp),
    ("HalfKAv2_hm", Inputs::HalfKaV2Hm),
    ("HalfKAv2_hm_12planes", Inputs::HalfKaV2Hm12Planes),
    ("FullThreats", Inputs::FullThreats),
    ("FullThreats79856", Inputs::FullThreats79856),
    ("PP_3Wide", Inputs::PawnPairs),
];

impl Inputs {
    /// Returns the set with this name, and buckets for those that need them.
    pub(super) fn new(name: &str, buckets: Option<Vec<u8>>) -> PyResult<Self> {
        let wrong = |text: String| PyValueError::new_err(format!("features: {text}"));
        if let Some((_, set)) = NAMED.iter().find(|(known, _)| *known == name) {
            return if buckets.is_none() { Ok(set.clone()) } else { Err(wrong(format!("{name} has no buckets"))) };
        }
        let buckets = buckets.unwrap_or_default();
        let number = buckets.len();
        match name {
            "ChessBuckets" => match buckets.try_into() {
                Ok(layout) => Ok(Self::Buckets(Box::new(ChessBuckets::new(layout)))),
                Err(_) => Err(wrong(format!("{name} needs 64 buckets, not {number}"))),
            },
            "ChessBucketsMirrored" => match buckets.try_into() {
                Ok(layout) => Ok(Self::Mirrored(Box::new(ChessBucketsMirrored::new(layout)))),
                Err(_) => Err(wrong(format!("{name} needs 32 buckets, not {number}"))),
            },
            other => {
                let names: Vec<_> = NAMED.iter().map(|(name, _)| *name).collect();
                Err(wrong(format!("{other} is not one of {}, ChessBuckets, ChessBucketsMirrored", names.join(", "))))
            }
        }
    }

    /// Returns the number of inputs.
    pub(super) fn count(&self) -> u32 {
        fn inputs(set: &impl FeatureSet) -> u32 {
            set.inputs()
        }
        match self {
            Self::Chess768 => inputs(&Chess768),
            Self::Buckets(set) => inputs(&**set),
            Self::Mirrored(set) => inputs(&**set),
            Self::HalfKp => inputs(&HalfKp),
            Self::HalfKaV2Hm => inputs(&HalfKaV2Hm),
            Self::HalfKaV2Hm12Planes => inputs(&HalfKaV2Hm12Planes),
            Self::FullThreats => inputs(&FullThreats),
            Self::FullThreats79856 => inputs(&FullThreats79856),
            Self::PawnPairs => inputs(&PawnPairs),
        }
    }

    /// Returns the most inputs of a board with 32 pieces: a piece attacks at most 8 others, and 16 pawns have 120
    /// pairs.
    pub(super) const fn most(&self) -> usize {
        match self {
            Self::FullThreats | Self::FullThreats79856 => 256,
            Self::PawnPairs => 128,
            Self::Chess768
            | Self::Buckets(_)
            | Self::Mirrored(_)
            | Self::HalfKp
            | Self::HalfKaV2Hm
            | Self::HalfKaV2Hm12Planes => 32,
        }
    }

    /// Passes the active inputs of a position on.
    #[inline]
    pub(super) fn active(
        &self,
        position: &Position,
        perspective: Color,
        list: &mut IndexList,
        mut add: impl FnMut(u32),
    ) {
        let king = position.king(perspective);
        let numbering: Numbering = match self {
            Self::Chess768 => Chess768.numbering(perspective, king),
            Self::Buckets(set) => set.numbering(perspective, king),
            Self::Mirrored(set) => set.numbering(perspective, king),
            Self::HalfKp => HalfKp.numbering(perspective, king),
            Self::HalfKaV2Hm => HalfKaV2Hm.numbering(perspective, king),
            Self::HalfKaV2Hm12Planes => HalfKaV2Hm12Planes.numbering(perspective, king),
            Self::FullThreats => return by_board(&FullThreats, position, perspective, list, add),
            Self::FullThreats79856 => return by_board(&FullThreats79856, position, perspective, list, add),
            Self::PawnPairs => return by_board(&PawnPairs, position, perspective, list, add),
        };
        for (piece, square) in position.pieces() {
            if let Some(index) = numbering.index(piece, square) {
                add(index);
            }
        }
    }
}

/// Passes the active inputs of a set that needs the board on.
fn by_board(
    set: &impl FeatureSet,
    position: &Position,
    perspective: Color,
    list: &mut IndexList,
    add: impl FnMut(u32),
) {
    // Every position comes from a board.
    let Some(board) = position.board() else { return };
    set.active_into(&board, perspective, list);
    list.iter().copied().for_each(add);
}
