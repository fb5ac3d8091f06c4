//! Colors as types: hot paths are compiled once for each color, without a branch.

use gardez_types::{Color, Direction, Rank};

/// The side to move, as a type.
pub trait Side {
    /// The other side.
    type Them: Side;

    /// The side to move.
    const US: Color;
    /// The side that is not to move.
    const THEM: Color = Self::US.opposite();

    /// The direction in which our pawns step.
    const UP: Direction = Self::US.up();
    /// The direction of our pawns' captures toward the a-file.
    const UP_WEST: Direction;
    /// The direction of our pawns' captures toward the h-file.
    const UP_EAST: Direction;

    /// The rank that a double push passes.
    const RANK_3: Rank = Rank::Three.relative_to(Self::US);
    /// The rank from which a pawn promotes.
    const RANK_7: Rank = Rank::Seven.relative_to(Self::US);
    /// The rank on which a pawn promotes.
    const RANK_8: Rank = Rank::Eight.relative_to(Self::US);
}

/// White, as a type.
pub struct White;
/// Black, as a type.
pub struct Black;

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
