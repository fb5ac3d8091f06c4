//! The values of a table of distances, which may be indices of lists.

use super::reader::Reader;
use crate::error::TableErrorKind;
use crate::wdl::Wdl;

/// A flag of a part: the side to move, 0 for the stronger side.
const HALF: u8 = 1;
/// A flag of a part: values are indices of lists.
const MAPPED: u8 = 2;
/// A flag of a part: the distances of wins are plies, not moves.
const WIN_PLIES: u8 = 4;
/// A flag of a part: the distances of losses are plies, not moves.
const LOSS_PLIES: u8 = 8;
/// A flag of a part: the distances in the lists have 16 bits, not 8.
const WIDE: u8 = 16;

/// The meaning of the values of a part of a table of distances.
#[derive(Debug)]
pub(super) struct Distances {
    flags: u8,
    /// The distances of wins, losses, cursed wins and blessed losses.
    lists: Option<[Box<[u16]>; 4]>,
}

impl Distances {
    /// Reads the lists of a part, if the flags say that it has lists.
    pub(super) fn read(reader: &mut Reader<'_>, flags: u8) -> Result<Self, TableErrorKind> {
        if flags & MAPPED == 0 {
            return Ok(Self { flags, lists: None });
        }
        if flags & WIDE != 0 {
            reader.align(2);
        }
        let mut lists: [Box<[u16]>; 4] = Default::default();
        for list in &mut lists {
            *list = if flags & WIDE != 0 {
                let count = u64::from(reader.u16()?);
                reader.take(2 * count)?.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
            } else {
                let count = u64::from(reader.byte()?);
                reader.take(count)?.iter().map(|&byte| byte.into()).collect()
            };
        }
        Ok(Self { flags, lists: Some(lists) })
    }

    #[inline]
    pub(super) fn half(&self) -> usize {
        usize::from(self.flags & HALF)
    }

    /// Returns the distance of a value minus one, and whether it is rounded. `wdl` must not be a draw.
    #[inline]
    pub(super) fn plies(&self, value: u16, wdl: Wdl) -> Result<(u16, bool), TableErrorKind> {
        let value = match &self.lists {
            None => value,
            Some(lists) => {
                let list = &lists[[1, 3, 0, 2, 0][wdl.index()]];
                *list.get(usize::from(value)).ok_or(TableErrorKind::Data { what: "distance" })?
            }
        };
        let in_plies = match wdl {
            Wdl::Win => WIN_PLIES,
            Wdl::Loss => LOSS_PLIES,
            _ => 0,
        };
        if self.flags & in_plies != 0 {
            return Ok((value, false));
        }
        // A larger number cannot be a distance.
        let doubled = value.checked_mul(2).ok_or(TableErrorKind::Data { what: "distance" })?;
        Ok((doubled, true))
    }
}
