//! A board with its table values, as text.

use core::fmt;

use gardez_position::Board;

use crate::tablebase::Tablebase;
use crate::wdl::Wdl;

/// A board with its table values, made by [`Tablebase::pretty`]; print it with `{}`.
#[derive(Clone, Copy, Debug)]
pub struct Pretty<'a> {
    tablebase: &'a Tablebase,
    board: &'a Board,
}

impl Tablebase {
    /// Draws a board as [`Board::pretty`] does, and adds the lines that Stockfish prints: the result and the distance.
    ///
    /// The number in parentheses is the state of the probe:
    ///
    /// | state | meaning |
    /// |---:|---|
    /// | 0 | a table is missing or damaged; the value is printed as 0 |
    /// | 1 | the value comes from a table |
    /// | 2 | a zeroing move is best; for the result, a capture |
    ///
    /// The lines are missing if a side may castle, or if the board has more pieces than the largest table.
    ///
    /// ```
    /// use gardez_position::Position;
    /// use gardez_syzygy::Tablebase;
    ///
    /// # let tablebase = Tablebase::open([concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables")])?;
    /// let position: Position = "8/8/8/8/4k3/8/8/KR6 w - - 0 1".parse()?;
    /// let text = tablebase.pretty(&position).to_string();
    /// assert!(text.starts_with(&position.pretty().to_string()));
    /// assert!(text.ends_with("\nTablebases WDL:    2 (1)\nTablebases DTZ:   29 (1)"));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn pretty<'a>(&'a self, board: &'a Board) -> Pretty<'a> {
        Pretty { tablebase: self, board }
    }
}

impl fmt::Display for Pretty<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tablebase, board } = *self;
        fmt::Display::fmt(&board.pretty(), f)?;
        if tablebase.check(board).is_err() || tablebase.max_pieces() == 0 {
            return Ok(());
        }
        let (mut wdl, mut wdl_state, mut dtz, mut dtz_state) = (0, 0, 0, 0);
        if let Ok(score) = tablebase.score(board) {
            let capture_is_best = score.zeroing_is_best && score.wdl != Wdl::Draw;
            (wdl, wdl_state) = (score.wdl.raw(), 1 + u8::from(capture_is_best));
            if let Ok(distance) = tablebase.distance(board) {
                let zeroing_is_best = capture_is_best || tablebase.pawn_move_is_best(board, score.wdl) == Ok(true);
                (dtz, dtz_state) = (distance.plies(), 1 + u8::from(zeroing_is_best));
            }
        }
        write!(f, "\nTablebases WDL: {wdl:4} ({wdl_state})\nTablebases DTZ: {dtz:4} ({dtz_state})")
    }
}
