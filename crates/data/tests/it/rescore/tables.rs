//! Sets of tables of which some are missing, and the rule that says what lc0 finds in them: a probe goes through the
//! zeroing moves in lc0's order, stops at the first that wins, and fails at the first whose table is missing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use gardez_lc0 as lc0;
use gardez_position::Board;
use gardez_syzygy::{Material, TableKind, Tablebase, Wdl};
use gardez_types::{Color, Generator, Move, PieceType};

use crate::rescore::number;

/// All tables that can be found: the packaged ones, and the tables of the crate `gardez-syzygy` and of the large test data.
static FILES: LazyLock<BTreeMap<String, &'static [u8]>> = LazyLock::new(|| {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables");
    let neighbor = Path::new(env!("CARGO_MANIFEST_DIR")).join("../syzygy/tests/tables");
    let large = std::env::var_os("GARDEZ_DATA").map(|data| PathBuf::from(data).join("data/syzygy"));
    let mut files = BTreeMap::new();
    for directory in [Some(own), Some(neighbor), large].into_iter().flatten().filter(|directory| directory.is_dir()) {
        for entry in std::fs::read_dir(directory).expect("a directory") {
            let path = entry.expect("a file").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
            if TableKind::ALL.iter().any(|kind| name.ends_with(kind.extension())) {
                files.entry(name).or_insert_with(|| &*std::fs::read(path).expect("a table").leak());
            }
        }
    }
    files
});

/// All of these tables.
static ALL: LazyLock<Tablebase> = LazyLock::new(|| tablebase(|_| true));

fn tablebase(mut is_wanted: impl FnMut(&str) -> bool) -> Tablebase {
    let mut tablebase = Tablebase::new();
    for (name, bytes) in FILES.iter().filter(|(name, _)| is_wanted(name)) {
        tablebase.add_bytes(name, *bytes).expect("a table");
    }
    tablebase
}

/// A set of tables, with the answers that lc0 finds in it.
pub(crate) struct Tables(Tablebase);

impl Tables {
    /// The tables with these names.
    pub(crate) fn named(names: &[&str]) -> Self {
        Self(tablebase(|name| names.contains(&name)))
    }

    /// All tables of three pieces.
    pub(crate) fn small() -> Self {
        Self(tablebase(|name| name.split('.').next().is_some_and(|ending| ending.len() == 4)))
    }

    /// All tables that can be found, without some or most of them.
    pub(crate) fn random(generator: &mut Generator) -> Self {
        let missing = [0, 1, 3, 8, 13][number(generator, 5)];
        let tables = tablebase(|_| missing <= number(generator, 16));
        // The rescorer needs a table.
        if tables.max_pieces() < 3 { Self::small() } else { Self(tables) }
    }

    pub(crate) fn tablebase(&self) -> &Tablebase {
        &self.0
    }

    /// The result of a position.
    pub(crate) fn wdl(&self, board: &Board) -> Option<Wdl> {
        let wdl = self.search(board, |_| false)?.0;
        assert!(ALL.probe_wdl(board).map_or(true, |known| known == wdl), "{board}");
        Some(wdl)
    }

    /// The distance of a position.
    pub(crate) fn dtz(&self, board: &Board) -> Option<i32> {
        let plies = self.known_dtz(board)?;
        assert!(ALL.probe_dtz(board).map_or(true, |known| known.plies() == plies), "{board}");
        Some(plies)
    }

    /// The moves that win fastest. There are none if any of the probes fails.
    pub(crate) fn fastest_wins(&self, board: &Board) -> Vec<Move> {
        let moves = moves(board);
        let all: Option<Vec<i32>> = moves.iter().map(|&m| self.plies(board, m)).collect();
        let least = all.iter().flatten().copied().filter(|plies| 0 < *plies).min();
        let plies = all.unwrap_or_default().into_iter();
        plies.zip(moves).filter(|(plies, _)| Some(*plies) == least).map(|(_, m)| m).collect()
    }

    /// The result by captures, by pawn moves that are wanted, and by the table; and whether the best of these moves decides
    /// the distance.
    fn search(&self, board: &Board, is_wanted: impl Fn(Move) -> bool) -> Option<(Wdl, bool)> {
        let mut values = Vec::new();
        let moves = moves(board);
        for &m in &moves {
            if board.is_capture(m) || is_wanted(m) {
                let value = -self.wdl(&board.after(m))?;
                values.push(value);
                if value == Wdl::Win {
                    return Some((Wdl::Win, true));
                }
            }
        }
        let best = values.iter().copied().max();
        if let Some(best) = best.filter(|_| values.len() == moves.len()) {
            return Some((best, true));
        }
        let stored = self.0.stored_wdl(board).ok()?;
        Some(match best {
            Some(best) if stored <= best => (best, Wdl::Draw < best),
            _ => (stored, false),
        })
    }

    fn known_dtz(&self, board: &Board) -> Option<i32> {
        let pawns = board.by_type(PieceType::Pawn);
        let (wdl, is_decided) = self.search(board, |m| pawns.contains(m.from()))?;
        if wdl == Wdl::Draw {
            return Some(0);
        }
        if is_decided {
            return Some(before_zeroing(wdl));
        }
        if let Some(stored) = self.0.stored_dtz(board, wdl).ok()? {
            return Some(stored.plies());
        }
        let all: Option<Vec<i32>> = moves(board).into_iter().map(|m| self.plies(board, m)).collect();
        let same = all?.into_iter().filter(|plies| plies.signum() == before_zeroing(wdl).signum());
        // There is no move in a mate.
        Some(same.min().unwrap_or(-1))
    }

    /// The distance by a move.
    fn plies(&self, board: &Board, m: Move) -> Option<i32> {
        let after = board.after(m);
        if board.is_capture(m) || board.by_type(PieceType::Pawn).contains(m.from()) {
            return Some(before_zeroing(-self.wdl(&after)?));
        }
        let plies = -self.dtz(&after)?;
        let is_mate = after.in_check() && after.legal_moves().is_empty();
        Some(if is_mate { 1 } else { plies + plies.signum() })
    }
}

fn before_zeroing(wdl: Wdl) -> i32 {
    match wdl {
        Wdl::Loss => -1,
        Wdl::BlessedLoss => -101,
        Wdl::Draw => 0,
        Wdl::CursedWin => 101,
        Wdl::Win => 1,
    }
}

/// The legal moves in lc0's order.
fn moves(board: &Board) -> Vec<Move> {
    let moves = lc0::Board::from(board).legal_moves();
    moves.iter().map(|m| m.to_absolute(board.side_to_move()).expect("a move")).collect()
}

/// A random position with the pieces of one of the tables, in which nobody may castle.
pub(crate) fn random_start(generator: &mut Generator) -> String {
    let names: Vec<&String> = FILES.keys().collect();
    let name = names[number(generator, names.len())];
    let material: Material = name.split('.').next().and_then(|name| name.parse().ok()).expect("the name of a table");
    loop {
        let mut squares = [None; 64];
        for side in Color::ALL {
            for piece in PieceType::ALL {
                for _ in 0..material.count(side, piece) {
                    let mut square = number(generator, 64);
                    while squares[square].is_some() {
                        square = number(generator, 64);
                    }
                    squares[square] = Some(gardez_types::Piece::new(side, piece));
                }
            }
        }
        let parts = gardez_position::BoardParts {
            squares,
            side_to_move: Color::ALL[number(generator, 2)],
            ..gardez_position::BoardParts::EMPTY
        };
        if let Ok(board) = Board::from_parts(&parts) {
            return board.to_string();
        }
    }
}
