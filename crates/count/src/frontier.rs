//! The distinct positions after some plies, with the number of move sequences that lead to each.

mod error;
mod gather;

use alloc::vec::Vec;

use gardez_position::{Board, PackedBoard};

pub use self::error::FrontierError;
use self::gather::Gather;

/// A position of a frontier, and how often it is reached.
///
/// Units next to each other share many descendants, so count them one after the other with one [`Table`](crate::Table).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Unit {
    /// The position, without its counters.
    pub board: PackedBoard,
    /// The number of move sequences that lead to it.
    pub multiplicity: u64,
}

/// The settings for computing a frontier: the ply, and the memory.
///
/// ```
/// use gardez_count::{Frontier, FrontierError};
/// use gardez_position::Board;
///
/// let (mut units, mut most) = (0, 0);
/// let frontier = Frontier::new(4).with_memory(10_000);
/// let sequences = frontier.for_each(&Board::start(), |unit| {
///     units += 1;
///     most = most.max(unit.multiplicity);
///     Ok::<_, FrontierError>(())
/// })?;
/// assert_eq!((units, most, sequences), (72_078, 16, 197_281));
///
/// let error = Frontier::new(4).with_max_units(70_000).units(&Board::start()).expect_err("there are more");
/// assert_eq!(error, FrontierError::TooManyUnits { ply: 4, max: 70_000 });
/// # Ok::<_, FrontierError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frontier {
    plies: u32,
    max_units: u64,
    memory: usize,
}

impl Frontier {
    /// The largest number of units, unless [`Frontier::with_max_units`] sets another: 2<sup>27</sup>, which are 4 GiB.
    pub const MAX_UNITS: u64 = 1 << 27;

    /// The number of units that [`Frontier::for_each`] holds by default: 128 MiB.
    pub const MEMORY: usize = 1 << 22;

    /// Returns the frontier after this number of plies.
    pub const fn new(plies: u32) -> Self {
        Self { plies, max_units: Self::MAX_UNITS, memory: Self::MEMORY }
    }

    /// Sets the largest number of units. More units are an error, at the last ply and at every ply before it.
    #[must_use]
    pub const fn with_max_units(mut self, units: u64) -> Self {
        self.max_units = units;
        self
    }

    /// Sets the number of units of the last ply that [`Frontier::for_each`] holds at a time, at least 1024.
    ///
    /// With less memory, the ply before is expanded more often: half of it takes up to twice the time.
    #[must_use]
    pub const fn with_memory(mut self, units: usize) -> Self {
        self.memory = if units < 1024 { 1024 } else { units };
        self
    }

    /// Returns the distinct positions that are reached from `board`, in ascending order.
    ///
    /// The sum of the multiplicities is the perft number. A deeper count is the sum of the counts of the units, each times
    /// its multiplicity, on any number of machines.
    ///
    /// # Errors
    ///
    /// If there are more units than the limit, more than 2<sup>64</sup> − 1 sequences to one of them, or over 32 pieces.
    ///
    /// ```
    /// use gardez_count::{Frontier, count};
    /// use gardez_position::Board;
    ///
    /// let units = Frontier::new(3).units(&Board::start())?;
    /// assert_eq!(units.iter().map(|unit| u128::from(unit.multiplicity)).sum::<u128>(), 8902);
    ///
    /// let mut sum = 0;
    /// for unit in units {
    ///     sum += u128::from(unit.multiplicity) * count(&Board::try_from(&unit.board)?, 2);
    /// }
    /// assert_eq!(sum, 4_865_609);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn units(&self, board: &Board) -> Result<Vec<Unit>, FrontierError> {
        let mut units = alloc::vec![Unit { board: board.packed()?, multiplicity: 1 }];
        for ply in 1..=self.plies {
            let mut gather = Gather::new(ply, self.max_units, usize::MAX, None);
            expand(&units, |unit| gather.add(unit))?;
            units = gather.finish()?.0;
        }
        Ok(units)
    }

    /// Passes the units to `sink` in ascending order, without holding all of them. Returns the number of sequences.
    ///
    /// The units of the ply before the last are held: in chess they are about a tenth as many.
    ///
    /// # Errors
    ///
    /// Returns the first error of `sink`, or an error of [`Frontier::units`]. The sink may have received units then.
    pub fn for_each<E: From<FrontierError>>(
        &self,
        board: &Board,
        mut sink: impl FnMut(Unit) -> Result<(), E>,
    ) -> Result<u128, E> {
        let Some(before) = self.plies.checked_sub(1) else {
            self.units(board)?.into_iter().try_for_each(sink)?;
            return Ok(1);
        };
        let parents = Self { plies: before, ..*self }.units(board)?;
        let (mut passed, mut sequences) = (0, 0);
        let mut last = None;
        loop {
            // Each round yields the units that follow the last one, as many as the memory has room for.
            let mut gather = Gather::new(self.plies, self.max_units - passed, self.memory, last);
            expand(&parents, |unit| gather.add(unit)).map_err(|error| self.whole_limit(error))?;
            let (units, has_more) = gather.finish().map_err(|error| self.whole_limit(error))?;
            passed += units.len() as u64;
            last = units.last().map(|unit| unit.board);
            for unit in units {
                sequences += u128::from(unit.multiplicity);
                sink(unit)?;
            }
            if !has_more {
                return Ok(sequences);
            }
        }
    }

    /// Returns the error with the limit for all rounds, instead of what was left for the last one.
    fn whole_limit(&self, error: FrontierError) -> FrontierError {
        match error {
            FrontierError::TooManyUnits { ply, .. } => FrontierError::TooManyUnits { ply, max: self.max_units },
            other => other,
        }
    }
}

/// Makes each legal move of each unit, and passes on the position after it with the multiplicity of the unit.
fn expand(units: &[Unit], mut pass: impl FnMut(Unit) -> Result<(), FrontierError>) -> Result<(), FrontierError> {
    for &Unit { board, multiplicity } in units {
        let board = Board::try_from(&board)?;
        for m in board.legal_moves() {
            pass(Unit { board: board.after(m).packed()?, multiplicity })?;
        }
    }
    Ok(())
}
