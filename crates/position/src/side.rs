//! Colors known at compile time, for the paths in which every branch counts.

use gardez_types::{Color, Direction, Rank};

/// The side that moves, as a type: functions generic over it are compiled once for each color.
pub(crate) trait Side {
    /// The other side.
    type Them: Side;

    const US: Color;
    const THEM: Color = Self::US.opposite();

    /// The way our pawns step.
    const UP: Direction = Self::US.up();
    /// Our pawns capture one step up and west of where they stand.
    const UP_WEST: Direction;
    /// Our pawns capture one step up and east of where they stand.
    const UP_EAST: Direction;

    /// Where a pawn arrives with the first half of a double step.
    const RANK_3: Rank = Rank::Three.relative_to(Self::US);
    /// Where a pawn stands before it promotes.
    const RANK_7: Rank = Rank::Seven.relative_to(Self::US);
    /// Where a pawn promotes.
    const RANK_8: Rank = Rank::Eight.relative_to(Self::US);
}

pub(crate) struct White;
pub(crate) struct Black;

impl Side for White {
    type Them = Black;

    const US: Color = Color::White;
    const UP_WEST: Direction = Direction::NorthWest;
    const UP_EAST: Direction = Direction::NorthEast;
}

impl Side for Black {
    type Them = White;

    const US: Color = Color::Black;
    const UP_WEST: Direction = Direction::SouthWest;
    const UP_EAST: Direction = Direction::SouthEast;
}
