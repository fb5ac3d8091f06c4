//! Boards as text, in both directions.

use core::fmt;

use gardez_types::{File, Rank, Square};

use crate::Bitboard;

/// Draws a set of squares in code: eight rows from rank 8 down, `X` for a square in the set and `.` for one outside.
///
/// ```
/// use gardez_bitboard::{bitboard, knight_attacks};
/// use gardez_types::Square;
///
/// let expected = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . X . X . .
///     . . X . . . X .
///     . . . . . . . .
///     . . X . . . X .
///     . . . X . X . .
///     . . . . . . . .
/// };
/// assert_eq!(knight_attacks(Square::E4), expected);
/// ```
#[macro_export]
macro_rules! bitboard {
    (@cell X) => { true };
    (@cell .) => { false };
    (@cell $other:tt) => { compile_error!("a square is drawn as X or .") };
    ($($cell:tt)*) => {{
        const DRAWN: $crate::Bitboard = $crate::Bitboard::from_rows([$($crate::bitboard!(@cell $cell)),*]);
        DRAWN
    }};
}

impl Bitboard {
    /// The set drawn as 64 cells from a8 to h1; what the [`bitboard!`] macro calls.
    #[doc(hidden)]
    pub const fn from_rows(cells: [bool; 64]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < 64 {
            if cells[i] {
                bits |= 1 << (i ^ 56);
            }
            i += 1;
        }
        Self(bits)
    }

    /// The set drawn as a framed board with ranks and files named, as Stockfish prints it.
    pub const fn pretty(self) -> Pretty {
        Pretty(self)
    }
}

impl fmt::Debug for Bitboard {
    /// Draws the board: a line for each rank from 8 down, `X` for a square in the set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            f.write_str("\n")?;
            for file in File::ALL {
                let cell = if self.contains(Square::new(file, rank)) { "X" } else { "." };
                let blank = if file == File::A { "" } else { " " };
                write!(f, "{blank}{cell}")?;
            }
        }
        Ok(())
    }
}

impl fmt::LowerHex for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

impl fmt::UpperHex for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::UpperHex::fmt(&self.0, f)
    }
}

/// A framed drawing of a set, made by [`Bitboard::pretty`]; print it with `{}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pretty(Bitboard);

impl fmt::Display for Pretty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const FRAME: &str = "+---+---+---+---+---+---+---+---+\n";
        f.write_str(FRAME)?;
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                f.write_str(if self.0.contains(Square::new(file, rank)) { "| X " } else { "|   " })?;
            }
            write!(f, "| {rank}\n{FRAME}")?;
        }
        f.write_str("  a   b   c   d   e   f   g   h\n")
    }
}
