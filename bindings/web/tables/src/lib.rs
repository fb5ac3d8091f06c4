//! The WebAssembly module inside the entry `gardez/tables` of the npm package: Syzygy tables from memory.

use gardez_position::{FenMode, Position};
use gardez_syzygy::Tablebase;
use gardez_web_failure::Failure;
use wasm_bindgen::prelude::wasm_bindgen;

/// A set of Syzygy tables.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Tables {
    tables: Tablebase,
}

#[wasm_bindgen]
impl Tables {
    /// Returns a set without tables.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Fails if there is no memory for a file of this many bytes, which `add` could not say: it would end in a trap.
    #[wasm_bindgen(js_name = makeRoom)]
    pub fn make_room(&self, bytes: f64) -> Result<(), Failure> {
        Failure::unless_there_is_room(bytes)
    }

    /// Adds a file, such as `KQvK.rtbw`. False if this file was there already.
    pub fn add(&mut self, name: &str, bytes: Vec<u8>) -> Result<bool, Failure> {
        self.tables.add_bytes(name, bytes).map_err(|error| Failure::new("table", error))
    }

    /// Returns the names of the files, separated by spaces.
    pub fn names(&self) -> String {
        self.tables.tables().map(|table| table.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the most pieces of a position that a table describes.
    #[wasm_bindgen(js_name = maxPieces)]
    pub fn max_pieces(&self) -> usize {
        self.tables.max_pieces()
    }

    /// Returns the value of a position for the side to move, from -2 (loss) to 2 (win).
    pub fn wdl(&self, fen: &str) -> Result<i8, Failure> {
        let position = read(fen)?;
        self.tables.probe_wdl(position.board()).map(|wdl| wdl.raw()).map_err(|error| Failure::new("probe", error))
    }

    /// Returns the distance to a capture or pawn move in plies, negative for the side that loses; 0 is a draw.
    pub fn dtz(&self, fen: &str) -> Result<i32, Failure> {
        let position = read(fen)?;
        self.tables.probe_dtz(position.board()).map(|dtz| dtz.plies()).map_err(|error| Failure::new("probe", error))
    }

    /// Returns the legal moves, best first. Each has three numbers: the move, its value from -2 to 2, and its distance,
    /// which is
    /// -32768 where the tables do not give it.
    pub fn moves(&self, fen: &str) -> Result<Vec<i32>, Failure> {
        let position = read(fen)?;
        let ranked = self.tables.probe_root(&position).or_else(|_| self.tables.probe_root_wdl(position.board()));
        let ranked = ranked.map_err(|error| Failure::new("probe", error))?;
        let numbers = |entry: &gardez_syzygy::RootMove| {
            [entry.mv.raw().into(), entry.wdl.raw().into(), entry.dtz.map_or(UNKNOWN, |dtz| dtz.plies())]
        };
        Ok(ranked.iter().flat_map(numbers).collect())
    }
}

/// The distance of a move that the tables do not give.
const UNKNOWN: i32 = -32_768;

fn read(fen: &str) -> Result<Position, Failure> {
    Position::from_fen(fen, FenMode::Detect).map_err(|error| Failure::new("fen", error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_tables_and_bad_files_are_failures() {
        let mut tables = Tables::new();
        assert!(tables.wdl("8/8/8/8/8/4k3/8/4K2Q w - - 0 1").is_err());
        assert!(tables.moves("nonsense").is_err());
        for name in ["KQvK.rtbw", "KQvK.txt", "", "../KQvK.rtbz"] {
            _ = tables.add(name, vec![1, 2, 3]);
        }
        assert!(tables.wdl("8/8/8/8/8/4k3/8/4K2Q w - - 0 1").is_err());
    }
}
