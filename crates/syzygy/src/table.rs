//! One table.

mod bits;
mod groups;
mod index;
mod maps;
mod numbering;
mod pairs;
mod reader;
mod symbols;

use gardez_position::Board;
use gardez_types::{Color, PieceType};

use self::groups::{Groups, Lead};
use self::index::{PieceSquares, half};
use self::maps::Distances;
use self::pairs::{Coded, Pairs};
use self::reader::Reader;
use crate::error::TableErrorKind;
use crate::material::Material;
use crate::name::TableKind;
use crate::source::Bytes;
use crate::wdl::Wdl;

/// A flag in the fifth byte: the table has values for both sides to move.
const SPLIT: u8 = 1;
/// A flag in the fifth byte: the ending has pawns.
const HAS_PAWNS: u8 = 2;

/// The size of the checksum after the data.
const CHECKSUM: u64 = 16;

/// A table that has been opened.
pub(crate) struct Table {
    bytes: Bytes,
    is_symmetric: bool,
    /// The number of sides to move with values.
    halves: usize,
    /// A part for each side to move and, with pawns, for each file of the leading pawn.
    parts: Box<[Part]>,
}

/// The values of the positions with one side to move and one file of the leading pawn.
struct Part {
    groups: Groups,
    pairs: Pairs,
    distances: Option<Distances>,
}

pub(crate) enum Distance {
    /// The plies minus one, and whether they are rounded.
    Plies(u16, bool),
    /// The table contains only positions with the other side to move.
    OtherSide,
}

impl Table {
    /// Reads and checks the description.
    pub(crate) fn new(bytes: Bytes, material: &Material, kind: TableKind) -> Result<Self, TableErrorKind> {
        let len = bytes.len();
        // The data come in units of 64 bytes, and a checksum follows them.
        if len % 64 != CHECKSUM {
            return Err(TableErrorKind::Length(len));
        }
        let mut reader = Reader::new(&bytes);
        if reader.array()? != kind.magic() {
            return Err(TableErrorKind::Magic);
        }
        let flags = reader.byte()?;
        let is_symmetric = material.is_symmetric();
        let is_split = flags & SPLIT != 0;
        if (flags & HAS_PAWNS != 0) != material.has_pawns() || (kind == TableKind::Wdl && is_split == is_symmetric) {
            return Err(TableErrorKind::Pieces);
        }
        let halves = if kind == TableKind::Wdl && is_split { 2 } else { 1 };

        // The order of the pieces.
        let mut groups = Vec::new();
        let are_pawns_on_both_sides = Color::ALL.into_iter().all(|side| material.count(side, PieceType::Pawn) != 0);
        for file in 0..if material.has_pawns() { 4 } else { 1 } {
            let order = reader.byte()?;
            let pawn_order = if are_pawns_on_both_sides { Some(reader.byte()?) } else { None };
            let pieces = reader.take(material.piece_count() as u64)?;
            for half in 0..halves {
                let nibble = |byte: u8| byte >> (4 * half) & 0xf;
                let pieces: Vec<u8> = pieces.iter().map(|&code| nibble(code)).collect();
                let new = Groups::new(material, &pieces, nibble(order), pawn_order.map(nibble), file);
                groups.push(new.ok_or(TableErrorKind::Pieces)?);
            }
        }
        reader.align(2);

        // How the values are encoded.
        let mut parts = Vec::with_capacity(groups.len());
        let mut all_flags = Vec::with_capacity(groups.len());
        for groups in groups {
            let (flags, pairs) = Pairs::read(&mut reader, groups.size, kind)?;
            all_flags.push(flags);
            parts.push(Part { groups, pairs, distances: None });
        }
        if kind == TableKind::Dtz {
            for (part, flags) in parts.iter_mut().zip(all_flags) {
                part.distances = Some(Distances::read(&mut reader, flags)?);
            }
            reader.align(2);
        }

        // Where the sections begin.
        for place in [Coded::place_index, Coded::place_lengths, Coded::place_data] {
            for part in &mut parts {
                if let Pairs::Coded(coded) = &mut part.pairs {
                    place(coded, &mut reader)?;
                }
            }
        }
        reader.align(64);
        reader.skip(CHECKSUM)?;
        Ok(Self { is_symmetric, halves, parts: parts.into(), bytes })
    }

    #[inline]
    pub(crate) fn wdl(&self, board: &Board, strong: Color) -> Result<Wdl, TableErrorKind> {
        let strong = self.strong(board, strong);
        let (part, pieces) = self.find(board, strong, half(board, strong))?;
        let value = part.pairs.value(&self.bytes, pieces.number(&part.groups))?;
        // The value is the low byte; the high bits are not used here.
        Wdl::from_table(value & 0xff).ok_or(TableErrorKind::Data { what: "value" })
    }

    /// Returns the value of a position in a table of distances. `wdl` must not be a draw.
    #[inline]
    pub(crate) fn dtz(&self, board: &Board, strong: Color, wdl: Wdl) -> Result<Distance, TableErrorKind> {
        let strong = self.strong(board, strong);
        let (part, pieces) = self.find(board, strong, 0)?;
        let Some(distances) = &part.distances else { return Err(TableErrorKind::Magic) };
        if distances.half() != half(board, strong) && !self.is_symmetric {
            return Ok(Distance::OtherSide);
        }
        let value = part.pairs.value(&self.bytes, pieces.number(&part.groups))?;
        distances.plies(value, wdl).map(|(plies, is_rounded)| Distance::Plies(plies, is_rounded))
    }

    /// Returns the side that the table calls white: the side to move, if both sides have the same pieces.
    #[inline]
    fn strong(&self, board: &Board, strong: Color) -> Color {
        if self.is_symmetric { board.side_to_move() } else { strong }
    }

    /// Returns the part that contains a position, and the squares of the pieces in its order.
    #[inline]
    fn find(&self, board: &Board, strong: Color, half: usize) -> Result<(&Part, PieceSquares), TableErrorKind> {
        let error = TableErrorKind::Data { what: "position" };
        let half = half.min(self.halves - 1);
        let part = self.parts.get(half).ok_or(error)?;
        let mut pieces = PieceSquares::find(board, &part.groups, strong).ok_or(error)?;
        let Lead::Pawns { count, .. } = part.groups.lead else { return Ok((part, pieces)) };
        let file = pieces.lead_file(count);
        if file == 0 {
            return Ok((part, pieces));
        }
        // The parts of the other files may order the pieces differently.
        let part = self.parts.get(file * self.halves + half).ok_or(error)?;
        let mut pieces = PieceSquares::find(board, &part.groups, strong).ok_or(error)?;
        pieces.lead_file(count);
        Ok((part, pieces))
    }
}
