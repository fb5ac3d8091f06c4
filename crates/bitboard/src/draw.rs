//! Sets drawn as boards, in code and in text.

use core::fmt;

use gardez_types::{File, Rank, Square};

use crate::bitboard::Bitboard;

/// Makes a constant [`Bitboard`](crate::Bitboard) from a drawing, from a8 to h1.
///
/// `X` is a square in the set, and `.` is a square outside. Anything else is a compile error.
///
/// ```
/// use gardez_bitboard::{Square, bitboard, knight_attacks};
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
    (@cell $other:tt) => { compile_error!("expected X or . for each square") };
    ($($cell:tt)*) => {{
        const DRAWN: $crate::Bitboard = $crate::Bitboard::from_rows([$($crate::bitboard!(@cell $cell)),*]);
        DRAWN
    }};
}

impl Bitboard {
    /// Returns the set with the squares that are true in `cells`, from a8 to h1.
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

    /// Returns the set drawn as a framed board, as Stockfish prints it, for `{}`.
    pub const fn pretty(self) -> Pretty {
        Pretty(self)
    }
}

impl fmt::Debug for Bitboard {
    /// Draws the set as eight lines, from rank 8 down to rank 1.
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

/// A framed drawing of a set, returned by [`Bitboard::pretty`].
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
