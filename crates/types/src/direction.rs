//! The eight ways a queen can go.

vocabulary! {
    /// A direction on the board; north is up the board, towards rank 8.
    ///
    /// [`Direction::ALL`] runs clockwise, so that opposite directions are four apart.
    #[derive(Debug)]
    Direction, "direction", from_index {
        /// Towards rank 8.
        North = 0,
        /// Towards h8.
        NorthEast = 1,
        /// Towards the h-file.
        East = 2,
        /// Towards h1.
        SouthEast = 3,
        /// Towards rank 1.
        South = 4,
        /// Towards a1.
        SouthWest = 5,
        /// Towards the a-file.
        West = 6,
        /// Towards a8.
        NorthWest = 7,
    }
}

ordinal! { Direction, "direction" }

impl Direction {
    /// The four directions of a rook.
    pub const ORTHOGONAL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The four directions of a bishop.
    pub const DIAGONAL: [Self; 4] = [Self::NorthEast, Self::SouthEast, Self::SouthWest, Self::NorthWest];

    /// One step as (files to the east, ranks to the north).
    #[inline]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Self::North => (0, 1),
            Self::NorthEast => (1, 1),
            Self::East => (1, 0),
            Self::SouthEast => (1, -1),
            Self::South => (0, -1),
            Self::SouthWest => (-1, -1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, 1),
        }
    }

    /// One step as a difference of square numbers: 8 for north, 1 for east, and their sums.
    #[inline]
    pub const fn offset(self) -> i8 {
        let (files, ranks) = self.delta();
        ranks * 8 + files
    }

    /// The direction that leads back.
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::known((self as u8 + 4) & 7)
    }
}
