//! Feature sets by their names, one or several after the other.

use alloc::string::String;
use alloc::vec::Vec;

use gardez_types::errors;

use super::{
    FULL_THREATS, FULL_THREATS_79856, FeatureSet, IndexList, KingBuckets, Mirror, PawnPairs, PieceSquares, Pieces,
    ThreatInputs,
};

/// The inputs of a network: one feature set, or several whose numbers follow each other.
///
/// ```
/// use gardez_nnue::features::{FeatureSets, IndexList};
/// use gardez_position::Board;
///
/// let sets = FeatureSets::parse("Full_Threats+HalfKAv2_hm+PP_3Wide")?;
/// assert_eq!((sets.inputs(), sets.max_active()), (88_944, 288));
/// let board: Board = "6k1/8/4p3/8/3N4/2R4r/1P6/2K5 b - - 0 1".parse()?;
/// let (mut white, mut black) = ([0; 288], [0; 288]);
/// let mut lists = [IndexList::new(), IndexList::new()];
/// assert_eq!(sets.write_rows(&board, &mut lists, [&mut white, &mut black]), [10, 10]);
/// white[..10].sort_unstable();
/// assert_eq!(white[..4], [86, 2157, 41094, 82862]);
/// assert_eq!(white[10..], [-1; 278]);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct FeatureSets {
    /// Each set with its first input.
    parts: Vec<(Named, u32)>,
    inputs: u32,
    max_active: usize,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Named {
    Pieces(PieceSquares),
    Threats(&'static ThreatInputs),
    PawnPairs,
}

/// The sets without buckets of the caller, with the most active inputs of a board with 32 pieces: a piece attacks at most 8
/// others, and 16 pawns have 120 pairs.
const NAMED: [(&str, Named, usize); 7] = [
    ("Chess768", Named::Pieces(PieceSquares::CHESS_768), 32),
    ("HalfKP", Named::Pieces(PieceSquares::HALF_KP), 32),
    ("HalfKAv2_hm", Named::Pieces(PieceSquares::HALF_KA_V2_HM), 32),
    ("HalfKAv2_hm_12planes", Named::Pieces(PieceSquares::HALF_KA_V2_HM_12_PLANES), 32),
    ("FullThreats", Named::Threats(&FULL_THREATS), 256),
    ("FullThreats79856", Named::Threats(&FULL_THREATS_79856), 256),
    ("PP_3Wide", Named::PawnPairs, 128),
];

/// nnue-pytorch's sets, with the most active inputs for which it has room.
const TRAINER: [(&str, Named, usize); 3] = [
    ("Full_Threats", Named::Threats(&FULL_THREATS), 128),
    ("PP_3Wide", Named::PawnPairs, 128),
    ("HalfKAv2_hm", Named::Pieces(PieceSquares::HALF_KA_V2_HM_12_PLANES), 32),
];

/// The most sets that follow each other.
const MOST_SETS: usize = 32;

errors! {
    /// The reason a name is not a feature set.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum FeatureSetsError {
        Unknown { name: String, names: String } = "unknown", "{name:?} is not one of {names}";
        /// The set has no buckets, or another number of them.
        Buckets { name: String, expected: usize, found: usize } = "buckets", |f| match expected {
            0 => write!(f, "{name} has no buckets"),
            _ => write!(f, "{name} needs {expected} buckets, not {found}"),
        };
        TooMany { found: usize } = "too-many", "{found} sets are too many, at most {MOST_SETS}";
    }
}

impl FeatureSets {
    /// Returns the sets of nnue-pytorch in this text: `Full_Threats`, `PP_3Wide` and `HalfKAv2_hm`, or several of them
    /// joined by `+`, in this order. A `+` at the end is ignored.
    ///
    /// Its `HalfKAv2_hm` has 12 planes. Its rows have room for 128 threats, and no game of chess needs more.
    ///
    /// # Errors
    ///
    /// Returns an error if a name is not one of these, or if there are too many.
    pub fn parse(names: &str) -> Result<Self, FeatureSetsError> {
        let names = names.strip_suffix('+').unwrap_or(names).split('+');
        let found = names.clone().count();
        if MOST_SETS < found {
            return Err(FeatureSetsError::TooMany { found });
        }
        let mut sets = Self { parts: Vec::new(), inputs: 0, max_active: 0 };
        for name in names {
            let (_, set, most) = TRAINER.iter().find(|row| row.0 == name).ok_or_else(|| unknown(name, &TRAINER, ""))?;
            sets.add(*set, *most);
        }
        Ok(sets)
    }

    /// Returns the set of [`gardez_nnue::features`](super) with this name, such as `HalfKAv2_hm`, which has 11 planes;
    /// `ChessBuckets` and `ChessBucketsMirrored` take 64 and 32 buckets. All other names are [parsed](Self::parse).
    ///
    /// # Errors
    ///
    /// Returns an error if no set has this name, or if it has another number of buckets.
    pub fn named(name: &str, buckets: &[u8]) -> Result<Self, FeatureSetsError> {
        let wrong = |expected| FeatureSetsError::Buckets { name: name.into(), expected, found: buckets.len() };
        let (set, most) = match name {
            "ChessBuckets" => {
                let kings = KingBuckets::Squares(buckets.try_into().map_err(|_| wrong(64))?);
                (Named::Pieces(PieceSquares { kings, ..PieceSquares::CHESS_768 }), 32)
            }
            "ChessBucketsMirrored" => {
                let kings = KingBuckets::Half(buckets.try_into().map_err(|_| wrong(32))?);
                (Named::Pieces(PieceSquares { kings, mirror: Mirror::AToD, ..PieceSquares::CHESS_768 }), 32)
            }
            _ if !buckets.is_empty() => return Err(wrong(0)),
            _ => match NAMED.iter().find(|row| row.0 == name) {
                Some((_, set, most)) => (*set, *most),
                None if name.contains('+') || TRAINER.iter().any(|row| row.0 == name) => return Self::parse(name),
                None => return Err(unknown(name, &NAMED, ", ChessBuckets, ChessBucketsMirrored, Full_Threats")),
            },
        };
        let mut sets = Self { parts: Vec::new(), inputs: 0, max_active: 0 };
        sets.add(set, most);
        Ok(sets)
    }

    fn add(&mut self, set: Named, most: usize) {
        let first = self.inputs;
        self.inputs += match &set {
            Named::Pieces(set) => set.inputs(),
            Named::Threats(set) => set.inputs(),
            Named::PawnPairs => PawnPairs::INPUTS,
        };
        self.max_active += most;
        self.parts.push((set, first));
    }

    /// Returns the number of inputs. All indices are below it.
    pub const fn inputs(&self) -> u32 {
        self.inputs
    }

    /// Returns the number of active inputs for which a row has room.
    pub const fn max_active(&self) -> usize {
        self.max_active
    }

    /// Lists the active inputs of both perspectives, set by set. `take` gets both lists, white first, and the first input
    /// of the set, which must be added to each index.
    #[inline]
    pub fn list<B: Pieces + ?Sized>(
        &self,
        board: &B,
        lists: &mut [IndexList; 2],
        mut take: impl FnMut([&[u32]; 2], u32),
    ) {
        for (set, first) in &self.parts {
            match set {
                Named::Pieces(set) => set.active_both_into(board, lists),
                Named::Threats(set) => set.active_both_into(board, lists),
                Named::PawnPairs => PawnPairs.active_both_into(board, lists),
            }
            take(lists.each_ref().map(|list| &**list), *first);
        }
    }

    /// Writes the active inputs of both perspectives into rows, white first, and -1 after them. Returns their numbers.
    ///
    /// A row that is shorter than [`max_active`](Self::max_active) has the first of them.
    pub fn write_rows<B: Pieces + ?Sized>(
        &self,
        board: &B,
        lists: &mut [IndexList; 2],
        mut rows: [&mut [i32]; 2],
    ) -> [usize; 2] {
        let mut counts = [0; 2];
        self.list(board, lists, |lists, first| {
            for ((row, count), list) in rows.iter_mut().zip(&mut counts).zip(lists) {
                let room = &mut row[*count..];
                for (cell, index) in room.iter_mut().zip(list) {
                    *cell = (first + index) as i32;
                }
                *count += room.len().min(list.len());
            }
        });
        rows.into_iter().zip(counts).for_each(|(row, count)| row[count..].fill(-1));
        counts
    }
}

fn unknown(name: &str, known: &[(&str, Named, usize)], more: &str) -> FeatureSetsError {
    let names: Vec<_> = known.iter().map(|row| row.0).collect();
    FeatureSetsError::Unknown { name: name.into(), names: names.join(", ") + more }
}
