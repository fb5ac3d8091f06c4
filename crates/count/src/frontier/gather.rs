//! Units in any order are gathered, sorted, and united if they have the same board.

use alloc::vec::Vec;

use gardez_position::PackedBoard;

use super::{FrontierError, Unit};

/// Fewer units than this are not worth sorting.
const FEW: usize = 512;

/// The first units of a frontier, in ascending order, among those that come after a board.
pub(super) struct Gather {
    ply: u32,
    /// The largest number of distinct units.
    max_units: u64,
    /// The number of units for which there is room.
    room: usize,
    /// Only units after this board are gathered.
    after: Option<PackedBoard>,
    /// Only units up to this board are gathered. It is set when units had to be left out.
    up_to: Option<PackedBoard>,
    /// Sorted and distinct units, then units in any order.
    units: Vec<Unit>,
    /// The number of units at which they are sorted next.
    full: usize,
}

impl Gather {
    pub(super) fn new(ply: u32, max_units: u64, room: usize, after: Option<PackedBoard>) -> Self {
        Self { ply, max_units, room, after, up_to: None, units: Vec::new(), full: FEW.min(room) }
    }

    /// Adds a unit, if it is among those that are gathered.
    pub(super) fn add(&mut self, unit: Unit) -> Result<(), FrontierError> {
        if self.after.is_some_and(|after| unit.board <= after) || self.up_to.is_some_and(|up_to| up_to < unit.board) {
            return Ok(());
        }
        self.units.push(unit);
        if self.units.len() < self.full { Ok(()) } else { self.unite() }
    }

    /// The units, and whether others come after them.
    pub(super) fn finish(mut self) -> Result<(Vec<Unit>, bool), FrontierError> {
        self.unite()?;
        Ok((self.units, self.up_to.is_some()))
    }

    /// Sorts the units and adds up the multiplicities of equal boards. If more than half of the room is taken, the units
    /// with the largest boards are left out.
    fn unite(&mut self) -> Result<(), FrontierError> {
        self.units.sort_unstable_by_key(|unit| unit.board);
        let mut overflow = None;
        self.units.dedup_by(|unit, first| {
            let is_same = unit.board == first.board;
            if is_same {
                let sum = first.multiplicity.checked_add(unit.multiplicity);
                overflow = overflow.or(sum.is_none().then_some(unit.board));
                first.multiplicity = sum.unwrap_or(u64::MAX);
            }
            is_same
        });
        if let Some(board) = overflow {
            return Err(FrontierError::Multiplicity { ply: self.ply, board });
        }
        if self.max_units < self.units.len() as u64 {
            return Err(FrontierError::TooManyUnits { ply: self.ply, max: self.max_units });
        }
        if self.room / 2 < self.units.len() {
            self.units.truncate(self.room / 2);
            self.up_to = self.units.last().map(|unit| unit.board);
        }
        self.full = (2 * self.units.len()).max(FEW).min(self.room);
        Ok(())
    }
}
