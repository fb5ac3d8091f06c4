//! What the tests share: random numbers, random positions, the paths of the tables, and all ways to read them.

// Each test uses only a part of it.
#![allow(dead_code)]
// `Access::mapped` is unsafe.
#![allow(unsafe_code)]

use std::path::{Path, PathBuf};

use gardez_position::{Board, FenReader};
use gardez_types::{Color, Piece, PieceType};
use gardez_zobrist::Generator;

use gardez_syzygy::{Access, Material, Tablebase};

/// The directory of the committed tables.
pub(crate) fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables")
}

/// The bytes of a committed table.
pub(crate) fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(committed().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// All ways to read files.
pub(crate) fn accesses() -> Vec<Access> {
    vec![
        Access::Positioned,
        // SAFETY: a test writes to a file only before it is mapped or after its last probe; the test in which that is
        // different is a process of its own, and expects to end.
        #[cfg(feature = "mmap")]
        unsafe {
            Access::mapped()
        },
        Access::Loaded,
    ]
}

/// The tables of a directory, for each way to read them and several sizes of the cache: none, one that is too small to
/// keep a table as a whole, and the usual one.
pub(crate) fn tablebases(directory: &Path) -> Vec<Tablebase> {
    let open = |tablebase: Tablebase, access| {
        let mut tablebase = tablebase;
        tablebase.add_directory(directory, access).expect("a directory");
        tablebase
    };
    let with_caches = [0, 1].map(|mebibytes| open(Tablebase::new().with_cache(mebibytes), Access::Positioned));
    let others = accesses().into_iter().map(|access| open(Tablebase::new(), access));
    with_caches.into_iter().chain(others).collect()
}

/// The pieces of a table, by its name with or without the extension.
pub(crate) fn material(name: &str) -> Material {
    name.split('.').next().and_then(|name| name.parse().ok()).expect("the name of a table")
}

/// A directory of tables with up to five pieces, if the environment variable `GARDEZ_DATA` says where test data is.
pub(crate) fn large_tables() -> Option<PathBuf> {
    let directory = Path::new(&std::env::var_os("GARDEZ_DATA")?).join("data/syzygy");
    directory.is_dir().then_some(directory)
}

/// Returns `true` if the long versions of the tests run.
pub(crate) fn is_slow() -> bool {
    std::env::var_os("GARDEZ_SLOW").is_some()
}

/// Random numbers that are the same in every run.
pub(crate) struct Random(Generator);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Generator::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.next_u64() >> 16
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.next_below(bound)
    }
}

/// A random legal position with these pieces. Either side may be the stronger one, and either may be to move.
pub(crate) fn position(random: &mut Random, material: &Material, rule50: u16) -> Board {
    loop {
        let swap = random.below(2) == 1;
        let mut squares = [None; 64];
        for side in Color::ALL {
            for kind in PieceType::ALL {
                for _ in 0..material.count(side, kind) {
                    let mut square = random.below(64);
                    while squares[square].is_some() {
                        square = random.below(64);
                    }
                    squares[square] = Some(Piece::new(if swap { !side } else { side }, kind));
                }
            }
        }
        let mut fen = String::new();
        for rank in (0..8).rev() {
            for file in 0..8 {
                fen.push(squares[8 * rank + file].map_or('1', |piece: Piece| piece.letter()));
            }
            fen.push(if rank == 0 { ' ' } else { '/' });
        }
        fen = fen.replace("11111111", "8");
        for count in (2..8).rev() {
            fen = fen.replace(&"1".repeat(count), &count.to_string());
        }
        let side = if random.below(2) == 1 { 'b' } else { 'w' };
        if let Ok(read) = FenReader::new().read(&format!("{fen}{side} - - {rule50} 1")) {
            return *read.position.board();
        }
    }
}
