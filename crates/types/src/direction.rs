//! The eight directions of a queen.

/// A direction on the board. North leads up the board, toward rank 8.
///
/// `direction as i8` is [`Direction::offset`], the difference of square numbers.
///
/// ```text
/// NorthWest  North  NorthEast         7   8   9
///      West    x    East             -1   x   1
/// SouthWest  South  SouthEast        -9  -8  -7
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(i8)]
pub enum Direction {
    /// Toward rank 8.
    North = 8,
    /// Toward h8.
    NorthEast = 9,
    /// Toward the h-file.
    East = 1,
    /// Toward h1.
    SouthEast = -7,
    /// Toward rank 1.
    South = -8,
    /// Toward a1.
    SouthWest = -9,
    /// Toward the a-file.
    West = -1,
    /// Toward a8.
    NorthWest = 7,
}

impl Direction {
    /// All directions, clockwise: opposite directions are four apart.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The number of directions.
    pub const COUNT: usize = Self::ALL.len();

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

    /// Returns one step as a difference of square numbers, such as 8 for north.
    ///
    /// Adding it does not notice the edge of the board; [`Square::step`](crate::Square::step) does.
    #[inline]
    pub const fn offset(self) -> i8 {
        self as i8
    }

    /// Returns the direction that leads back.
    #[inline]
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::NorthEast => Self::SouthWest,
            Self::East => Self::West,
            Self::SouthEast => Self::NorthWest,
            Self::South => Self::North,
            Self::SouthWest => Self::NorthEast,
            Self::West => Self::East,
            Self::NorthWest => Self::SouthEast,
        }
    }
}
