//! The positions that are searched.

use gardez_position::CastlingMode;

/// A position and how deeply to search it.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Its name in the results.
    pub name: &'static str,
    /// The depth.
    pub depth: u32,
    /// The rules of castling.
    pub mode: CastlingMode,
    /// The position; in Chess960, with a Shredder castling field.
    pub fen: &'static str,
}

/// Returns forty positions: openings, middlegames, endgames, Chess960, and positions with checks, promotions and en
/// passant.
pub fn cases() -> Vec<Case> {
    include_str!("../../data/search.tsv").lines().map(read).collect()
}

/// Reads the name, the depth and the position of a line.
fn read(line: &'static str) -> Case {
    let mut fields = line.split('\t');
    let mut next = || fields.next().expect("a line has three fields");
    let (name, depth, fen) = (next(), next().parse().expect("the depth is a number"), next());
    let mode = if name.starts_with("chess960") { CastlingMode::Chess960 } else { CastlingMode::Standard };
    Case { name, depth, mode, fen }
}
