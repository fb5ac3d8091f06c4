//! Bytes as an endgame table.

use std::sync::LazyLock;

use gardez_position::Position;
use gardez_syzygy::Tablebase;

/// Tables of every layout, with a position for each.
const TABLES: [(&str, &str); 6] = [
    ("KRvK", "8/8/8/8/4k3/8/8/KR6 w - - 0 1"),
    ("KNNvK", "8/8/8/8/4k3/8/8/KNN5 b - - 0 1"),
    ("KRvKR", "8/8/8/8/4k2r/8/8/KR6 w - - 0 1"),
    ("KPvK", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"),
    ("KPPvK", "4k3/8/4K3/4P3/8/8/P7/8 b - - 0 1"),
    ("KPvKP", "4k3/7p/4K3/4P3/8/8/8/8 w - - 0 1"),
];

/// The first bytes of WDL tables and of DTZ tables.
const KINDS: [(&str, [u8; 4]); 2] = [("rtbw", [0x71, 0xe8, 0x23, 0x5d]), ("rtbz", [0xd7, 0x66, 0x0c, 0xa5])];

static POSITIONS: LazyLock<[Position; 6]> = LazyLock::new(|| TABLES.map(|(_, fen)| fen.parse().expect("a FEN")));

pub(super) fn syzygy(data: &[u8]) {
    let Some((&choice, rest)) = data.split_first() else { return };
    let choice = usize::from(choice) % TABLES.len();
    let ((name, _), position) = (TABLES[choice], &POSITIONS[choice]);
    let mut tablebase = Tablebase::new();
    // The same bytes are used for both tables, with the first bytes of each and a valid length.
    for (extension, magic) in KINDS {
        let mut bytes = [&magic[..], rest].concat();
        bytes.resize(bytes.len().div_ceil(64) * 64 + 16, 0);
        let _ = tablebase.add_bytes(&format!("{name}.{extension}"), bytes);
    }
    for board in [*position.board(), position.swap_colors()] {
        let _ = tablebase.probe_wdl(&board);
        let _ = tablebase.probe_dtz(&board);
        let _ = tablebase.probe_root(&board.into());
    }
}
