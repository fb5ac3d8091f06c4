//! The targets, and the table of all of them.

mod builder;
mod checkpoint;
mod fens;
mod formats;
mod game;
mod lc0_archive;
mod lc0_chunks;
mod lc0_loader;
mod moves;
mod network;
mod notations;
mod outputs;
mod pgn;
mod planes;
mod serde_values;
mod syzygy;
mod values;

pub use formats::any_format;
pub use moves::ignore_allowed;

/// A function of a byte string that panics if a promise is broken.
pub struct Target {
    /// The name on the command line, of its seeds, and in the table of runs.
    pub name: &'static str,
    /// Runs an input.
    pub run: fn(&[u8]),
    /// The longest input that libFuzzer makes.
    pub max_len: usize,
    /// The name of its dictionary, or nothing.
    pub dictionary: &'static str,
}

const fn row(name: &'static str, run: fn(&[u8]), max_len: usize, dictionary: &'static str) -> Target {
    Target { name, run, max_len, dictionary }
}

/// Every target, in the order of the crates.
pub const TARGETS: &[Target] = &[
    row("vocabulary", values::vocabulary, 16, "fen"),
    row("time_control", values::time_control, 64, "time_control"),
    row("eco", values::eco, 8, ""),
    row("opening_names", values::opening_names, 64, "openings"),
    row("policy", values::policy, 64, ""),
    row("fen", fens::fen, 256, "fen"),
    row("placement", fens::placement, 96, "fen"),
    row("packed", fens::packed, 24, ""),
    row("binary_fen", fens::binary_fen, 64, ""),
    row("uci", fens::uci, 512, "fen"),
    row("lc0_fen", fens::lc0_fen, 256, "fen"),
    row("variants", fens::variants, 1024, "fen"),
    row("builder", builder::builder, 160, ""),
    row("moves", moves::moves, 256, "fen"),
    row("game", game::game, 160, ""),
    row("network", network::network, 48, ""),
    row("san", notations::san, 128, "san"),
    row("lan", notations::lan, 128, "san"),
    row("variation", notations::variation, 512, "san"),
    row("epd", notations::epd, 512, "epd"),
    row("suite", notations::suite, 1024, "suite"),
    row("commands", notations::commands, 512, "pgn"),
    row("uci_lines", notations::uci_lines, 256, "uci"),
    row("pgn", pgn::pgn, 4096, "pgn"),
    row("gzip", pgn::gzip, 8192, ""),
    row("zstd", pgn::zstd, 8192, ""),
    row("readers", pgn::readers, 2048, "pgn"),
    row("written_game", outputs::written_game, 512, ""),
    row("book", outputs::book, 1024, ""),
    row("svg", outputs::svg, 128, "svg"),
    row("checkpoint", checkpoint::checkpoint, 2048, "checkpoint"),
    row("syzygy", syzygy::syzygy, 16_384, ""),
    row("lc0_chunks", lc0_chunks::lc0_chunks, 32_768, ""),
    row("lc0_pgn", lc0_chunks::lc0_pgn, 2048, "pgn"),
    row("lc0_loader", lc0_loader::lc0_loader, 32_768, ""),
    row("lc0_archive", lc0_archive::lc0_archive, 16_384, "lc0_archive"),
    row("planes", planes::planes, 1024, ""),
    row("any_format", formats::any_format, 4096, "formats"),
    row("viri", formats::viri, 1024, ""),
    row("montyvalue", formats::monty_value, 1024, ""),
    row("monty", formats::monty_policy, 4096, ""),
    row("json", serde_values::json, 512, "json"),
    row("binary", serde_values::binary, 256, "fen"),
];
