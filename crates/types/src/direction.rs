//! The eight directions of a queen.

vocabulary! {
    /// A direction on the board. North leads up the board, toward rank 8.
    ///
    /// ```text
    /// NorthWest  North  NorthEast        7  0  1
    ///      West    x    East             6  x  2
    /// SouthWest  South  SouthEast        5  4  3
    /// ```
    ///
    /// The numbers run clockwise, so opposite directions are four apart.
    #[derive(Debug)]
    Direction, "direction", from_index {
        /// Toward rank 8.
        North = 0,
        /// Toward h8.
        NorthEast = 1,
        /// Toward the h-file.
        East = 2,
        /// Toward h1.
        SouthEast = 3,
        /// Toward rank 1.
        South = 4,
        /// Toward a1.
        SouthWest = 5,
        /// Toward the a-file.
        West = 6,
        /// Toward a8.
        NorthWest = 7,
    }
}

ordinal! { Direction, "direction" }

impl Direction {
    /// The four directions of a rook.
    pub const ORTHOGONAL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The four directions of a bishop.
    pub const DIAGONAL: [Self; 4] = [Self::NorthEast, Self::SouthEast, Self::SouthWest, Self::NorthWest];

    /// Returns one step as (files to the east, ranks to the north).
    ///
    /// ```text
    /// (-1,  1)  (0,  1)  (1,  1)
    /// (-1,  0)     x     (1,  0)
    /// (-1, -1)  (0, -1)  (1, -1)
    /// ```
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

    /// Returns one step as a difference of square numbers.
    ///
    /// ```text
    ///  7   8   9
    /// -1   x   1
    /// -9  -8  -7
    /// ```
    ///
    /// A step off the edge of the board is not noticed when such numbers are added.
    /// [`Square::step`](crate::Square::step) checks for it.
    #[inline]
    pub const fn offset(self) -> i8 {
        let (files, ranks) = self.delta();
        ranks * 8 + files
    }

    /// Returns the direction that leads back: south for north, south-west for north-east.
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::from_valid((self as u8 + 4) & 7)
    }
}
