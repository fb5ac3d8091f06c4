//! Sets of inputs as values.

use alloc::format;
use alloc::string::String;
#[cfg(feature = "toml")]
use alloc::vec::Vec;

use gardez_types::{Color, Piece, PieceType, Square};

use crate::features::definition::ThreatSlots;
use crate::features::{Numbering, PawnPairs, PieceInputs, Planes};

/// A set of inputs.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "toml", derive(serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum InputSet {
    /// One input for each piece on its square.
    Pieces(PieceSquares),
    /// One input for each pair of a piece and a piece that it attacks or defends. In TOML: for pawns, knights, bishops,
    /// rooks, queens and kings, the letters of what they attack, such as `["NR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""]`.
    Threats(ThreatSlots),
    /// One input for each pair of pawns on neighboring files: [`PawnPairs`].
    Pairs,
}

/// A set with one input for each piece on its square, for each bucket of the perspective's king.
///
/// Black sees the board upside down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "toml", derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct PieceSquares {
    /// 768, or 704 if both kings share a plane, or 640 without kings.
    pub planes: u32,
    /// `true` if the planes are own pawns, their pawns, own knights, and so on, with the kings last. Else all own pieces
    /// come first; a plane that both kings share is the last of them.
    pub interleaved: bool,
    /// The buckets of the perspective's king.
    pub kings: KingBuckets,
    /// When files are flipped.
    pub mirror: Mirror,
    /// `true` if Black sees the board turned around, with files flipped as well.
    pub rotated: bool,
    /// The number of inputs that begin each bucket and are never on.
    pub extra: u32,
}

/// The buckets of the perspective's king, as the perspective sees its square: a list of 1, 32 or 64 numbers in TOML.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "toml", derive(serde::Deserialize), serde(try_from = "Vec<u8>"))]
pub enum KingBuckets {
    /// One bucket.
    One,
    /// For four files of each rank, from the first rank: e to h if the king is mirrored there, else a to d. Without a
    /// mirror, the file e counts as d, f as c, g as b, h as a.
    Half([u8; 32]),
    /// For each square from a1.
    Squares([u8; 64]),
}

/// When a perspective sees files flipped.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "toml", derive(serde::Deserialize))]
pub enum Mirror {
    /// Never.
    #[default]
    #[cfg_attr(feature = "toml", serde(rename = "none"))]
    None,
    /// So that its king is on the files a to d.
    #[cfg_attr(feature = "toml", serde(rename = "a-d"))]
    AToD,
    /// So that its king is on the files e to h.
    #[cfg_attr(feature = "toml", serde(rename = "e-h"))]
    EToH,
}

/// The output bucket of each number of pieces, kings included: in TOML the number of buckets by bullet's
/// `MaterialCount`, or a list of 33 buckets for 0 to 32 pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "toml", derive(serde::Deserialize), serde(try_from = "Buckets"))]
pub struct OutputBuckets {
    count: u8,
    table: [u8; 33],
}

#[cfg(feature = "toml")]
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Buckets {
    Count(u8),
    Table(Vec<u8>),
}

impl OutputBuckets {
    /// Returns the buckets of a table.
    pub const fn new(table: [u8; 33]) -> Self {
        let (mut count, mut i) = (1, 0);
        while i < table.len() {
            if table[i] >= count {
                count = table[i].saturating_add(1);
            }
            i += 1;
        }
        Self { count, table }
    }

    /// Returns bullet's `MaterialCount`: (pieces - 2) / (32 / `count`), where the divisor is rounded up.
    ///
    /// # Panics
    ///
    /// Panics if `count` is 0 or more than 32.
    pub const fn material_count(count: u8) -> Self {
        assert!(count > 0 && count <= 32, "from 1 to 32 buckets");
        let (mut table, mut pieces, step) = ([0; 33], 2, 32_u8.div_ceil(count));
        while pieces < 33 {
            table[pieces as usize] = (pieces - 2) / step;
            pieces += 1;
        }
        // Some counts have buckets that no number of pieces uses.
        Self { count, table }
    }

    /// Returns Stockfish's eight buckets: (pieces - 1) / 4.
    pub const fn stockfish() -> Self {
        let (mut table, mut pieces) = ([0; 33], 1);
        while pieces < 33 {
            table[pieces as usize] = (pieces - 1) / 4;
            pieces += 1;
        }
        Self::new(table)
    }

    pub(crate) fn count(&self) -> usize {
        self.count.into()
    }

    /// Returns the bucket of a number of pieces. More than 32 count as 32.
    pub(crate) fn of(&self, pieces: usize) -> usize {
        self.table[pieces.min(32)].min(self.count - 1).into()
    }
}

#[cfg(feature = "toml")]
impl TryFrom<Buckets> for OutputBuckets {
    type Error = String;

    fn try_from(buckets: Buckets) -> Result<Self, String> {
        match buckets {
            Buckets::Count(count @ 1..=32) => Ok(Self::material_count(count)),
            Buckets::Count(count) => Err(format!("{count} is not a number of output buckets from 1 to 32")),
            Buckets::Table(table) => {
                let found = table.len();
                table.try_into().map(Self::new).map_err(|_| format!("33 output buckets are needed, not {found}"))
            }
        }
    }
}

#[cfg(feature = "toml")]
impl TryFrom<Vec<u8>> for KingBuckets {
    type Error = String;

    fn try_from(table: Vec<u8>) -> Result<Self, String> {
        if let Ok(half) = table[..].try_into() {
            return Ok(Self::Half(half));
        }
        match table[..].try_into() {
            Ok(squares) => Ok(Self::Squares(squares)),
            Err(_) if table == [0] => Ok(Self::One),
            Err(_) => Err(format!("32 or 64 king buckets are needed, not {}", table.len())),
        }
    }
}

impl KingBuckets {
    fn count(&self) -> u32 {
        let table: &[u8] = match self {
            Self::One => &[0],
            Self::Half(table) => table,
            Self::Squares(table) => table,
        };
        table.iter().max().map_or(0, |&most| u32::from(most) + 1)
    }
}

impl Default for PieceSquares {
    fn default() -> Self {
        Self::CHESS_768
    }
}

impl PieceSquares {
    /// `chess768`, whatever the square of the king.
    pub const CHESS_768: Self = Self {
        planes: 768,
        interleaved: false,
        kings: KingBuckets::One,
        mirror: Mirror::None,
        rotated: false,
        extra: 0,
    };

    /// HalfKP, of Stockfish 12 and 13.
    pub const HALF_KP: Self = Self {
        planes: 640,
        interleaved: true,
        kings: KingBuckets::Squares(each()),
        rotated: true,
        extra: 1,
        ..Self::CHESS_768
    };

    /// HalfKAv2, of Stockfish 14.
    pub const HALF_KA_V2: Self =
        Self { planes: 704, interleaved: true, kings: KingBuckets::Squares(each()), ..Self::CHESS_768 };

    const fn bucket_size(&self) -> u32 {
        self.planes + self.extra
    }

    /// Returns the plane of a piece of the perspective White, or `None` if there is none.
    const fn plane(planes: u32, interleaved: bool, piece: Piece) -> Option<u32> {
        let (side, kind) = (piece.color() as u32, piece.piece_type().index() as u32);
        let is_king = matches!(piece.piece_type(), PieceType::King);
        let side = if is_king && planes == 704 { 0 } else { side };
        match planes {
            640 if is_king => None,
            _ if interleaved => Some(2 * kind + side),
            640 => Some(5 * side + kind),
            _ => Some(6 * side + kind),
        }
    }

    /// Returns how the perspective flips squares and the bucket of its king.
    fn view(&self, perspective: Color, king: Square) -> (u8, u32) {
        let upside_down = match perspective {
            Color::White => 0,
            Color::Black if self.rotated => 63,
            Color::Black => 56,
        };
        let is_right = (king as u8 ^ upside_down) & 7 > 3;
        let is_mirrored = match self.mirror {
            Mirror::None => false,
            Mirror::AToD => is_right,
            Mirror::EToH => !is_right,
        };
        let flip = upside_down ^ if is_mirrored { 7 } else { 0 };
        let seen = usize::from(king as u8 ^ flip);
        let bucket = match &self.kings {
            KingBuckets::One => 0,
            KingBuckets::Squares(table) => table[seen],
            KingBuckets::Half(table) => {
                let file = match self.mirror {
                    Mirror::EToH => seen % 8 - 4,
                    _ => (seen % 8).min(7 - seen % 8),
                };
                table[seen / 8 * 4 + file]
            }
        };
        (flip, bucket.into())
    }

    /// Returns the input of a piece on a square, or `None` if it has none: the slow and obvious definition.
    pub(crate) fn index(&self, perspective: Color, king: Square, piece: Piece, square: Square) -> Option<u32> {
        let (flip, bucket) = self.view(perspective, king);
        let seen = if piece.color() == perspective { Color::White } else { Color::Black };
        let plane = Self::plane(self.planes, self.interleaved, Piece::new(seen, piece.piece_type()))?;
        Some(self.bucket_size() * bucket + self.extra + 64 * plane + u32::from(square as u8 ^ flip))
    }
}

/// Returns a bucket for each square.
const fn each() -> [u8; 64] {
    let (mut table, mut square) = ([0; 64], 0);
    while square < 64 {
        table[square] = square as u8;
        square += 1;
    }
    table
}

impl PieceInputs for PieceSquares {
    #[inline]
    fn inputs(&self) -> u32 {
        self.bucket_size() * self.kings.count()
    }

    #[inline]
    fn numbering(&self, perspective: Color, king: Square) -> Numbering {
        /// The planes for 640, 704 and 768, each for both orders and both perspectives.
        static PLANES: [[[Planes; 2]; 2]; 3] = {
            let mut all = [[[[Numbering::NO_PLANE; 16]; 2]; 2]; 3];
            let mut i = 0;
            while i < 12 * Piece::COUNT {
                let (planes, interleaved, perspective) = (i / 4 % 3, i % 2, i / 2 % 2);
                let piece = Piece::ALL[i / 12];
                let seen = Color::ALL[(piece.color() as usize) ^ perspective];
                let seen = Piece::new(seen, piece.piece_type());
                if let Some(plane) = PieceSquares::plane(640 + 64 * planes as u32, interleaved == 1, seen) {
                    all[planes][interleaved][perspective][piece as usize] = plane as u8;
                }
                i += 1;
            }
            all
        };
        let (flip, bucket) = self.view(perspective, king);
        let planes = &PLANES[(self.planes as usize / 64 - 10).min(2)][usize::from(self.interleaved)];
        Numbering::new(self.bucket_size() * bucket + self.extra, flip, &planes[perspective as usize])
    }
}

impl InputSet {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Pieces(pieces) => PieceInputs::inputs(pieces) as usize,
            Self::Threats(slots) => 2 * slots.side_inputs() as usize,
            Self::Pairs => PawnPairs::INPUTS as usize,
        }
    }

    pub(super) fn check(&self) -> Result<(), String> {
        match self {
            Self::Pieces(pieces) if !matches!(pieces.planes, 640 | 704 | 768) || pieces.extra > 0xffff => {
                Err(format!("a bucket of pieces has 640, 704 or 768 inputs, not {}", pieces.planes))
            }
            Self::Threats(slots) if slots.side_inputs() == 0 => Err(String::from("no piece attacks another one")),
            _ => Ok(()),
        }
    }
}
