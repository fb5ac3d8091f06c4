//! Deviations from standard form.

use core::fmt;

use bitflags::bitflags;

bitflags! {
    /// The deviations of a move text from standard form. `Display` names them, separated by commas.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Repairs: u32 {
        /// No mark for check or mate.
        const MISSING_CHECK_MARK = 1 << 0;
        /// A mark for check or mate that the move does not give, or `+` for `#`, or the reverse.
        const WRONG_CHECK_MARK = 1 << 1;
        /// Castling with zeros or small letters: `0-0`, `o-o-o`.
        const CASTLING_LETTERS = 1 << 2;
        /// A promotion in another form than `=Q`: `e8Q`, `e8(Q)`, `e8/Q`, `e8=q`.
        const PROMOTION_FORM = 1 << 3;
        /// More of the origin than is needed: `Ngf3` where `Nf3` is enough.
        const OVER_DISAMBIGUATED = 1 << 4;
        /// `e.p.` or `ep` after an en passant capture.
        const EN_PASSANT_SUFFIX = 1 << 5;
        /// A chess piece symbol in place of a letter.
        const FIGURINE = 1 << 6;
        /// Origin and target: `e2-e4`, `e2e4`, `Ng1-f3`.
        const LONG_FORM = 1 << 7;
        /// A capture without `x`.
        const MISSING_CAPTURE_MARK = 1 << 8;
        /// An `x` without a capture.
        const WRONG_CAPTURE_MARK = 1 << 9;
        /// A capture written with `:` or `×`.
        const CAPTURE_FORM = 1 << 10;
        /// `P` for a pawn.
        const PAWN_LETTER = 1 << 11;
        /// A small letter for a piece: `nf3`.
        const LOWER_CASE_PIECE = 1 << 12;
        /// An annotation such as `!?`, which is a token of its own in PGN.
        const ANNOTATION = 1 << 13;
        /// Blanks before, after or inside the text.
        const BLANKS = 1 << 14;
        /// A null move in another form than `--`: `0000`, `Z0`, `null`, `pass`, `@@@@`.
        const NULL_MOVE_FORM = 1 << 15;
        /// The letters of another language than English.
        const LETTERS = 1 << 16;
        /// Squares as numbers, as the ICCF writes them: `5254`, `52-54`.
        const NUMBERS = 1 << 17;
    }
}

const NAMES: [&str; 18] = [
    "missing check mark",
    "wrong check mark",
    "castling written with other letters than O",
    "promotion written in another form than =Q",
    "more of the origin than is needed",
    "en passant suffix",
    "figurine",
    "long form",
    "missing capture mark",
    "capture mark without a capture",
    "capture written with another mark than x",
    "letter for a pawn",
    "small letter for a piece",
    "annotation inside the move",
    "blanks inside the move",
    "null move written in another form than --",
    "letters of another language",
    "squares as numbers (ICCF)",
];

impl fmt::Display for Repairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = true;
        for (bit, name) in NAMES.iter().enumerate() {
            if self.bits() & (1 << bit) != 0 {
                if !is_first {
                    f.write_str(", ")?;
                }
                f.write_str(name)?;
                is_first = false;
            }
        }
        if is_first { f.write_str("nothing") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_repair_has_a_name() {
        assert_eq!(Repairs::all().bits().count_ones() as usize, NAMES.len());
        assert_eq!(Repairs::all().iter().count(), NAMES.len());
    }
}
