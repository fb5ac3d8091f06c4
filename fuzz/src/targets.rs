//! The targets, and the table of all of them.

mod book;
mod builder;
mod checkpoint;
mod commands;
mod compressed;
mod epd;
mod fen;
pub mod formats;
mod game;
mod games;
mod lan;
mod lc0_archive;
mod lc0_chunks;
mod lc0_fen;
mod lc0_game;
mod lc0_loader;
mod lc0_records;
mod lc0_rescore;
mod lc0_short_term;
mod moves;
mod network;
mod openings;
mod packed;
mod pgn;
mod placement;
mod planes;
mod policy;
mod san;
mod serde_values;
mod suite;
mod svg;
mod syzygy;
mod time_control;
mod uci;
mod uci_lines;
mod variants;
mod variation;
mod vocabulary;
mod writers;

use gardez_formats::{bin, binpack, bullet, bullet_text, chess_library, marlin, packed_board, plain};

use crate::structure;
use crate::target::{Part, Target};

/// The promise about a file of any format.
const FILES: &str = "a strict reader gives the first entries of a lenient one, and those of a stream; they are valid, \
    and what is written is read";

/// The promise about whole games.
const GAMES: &str = "games, and their entries, are read from a slice as from a stream, strictly as leniently, and \
    what is written is read";

/// Every target, in the order of the crates. Targets with several parts have those that exercise the same code and take
/// about the same time.
pub const TARGETS: &[Target] = &[
    Target { name: "values", parts: &[
        Part::new(
        "vocabulary",
        vocabulary::run,
        "squares, pieces, rights, results, moves: a text or number that is accepted is the one that is written",
    )
    .max_len(16)
    .dictionary("fen"),
        Part::new("time_control", time_control::run, "an accepted time control is written and read again as the same")
        .max_len(64)
        .dictionary("time_control"),
        Part::new("eco", openings::eco, "an ECO code is the one that is written, and so is the number of an opening")
        .max_len(8),
        Part::new("policy", policy::run, "any policy index, move and transform: an index has its move, and back")
        .max_len(64),
    ] },
    Target { name: "fens", parts: &[
        Part::new(
        "fen",
        fen::run,
        "an accepted FEN is a valid position, also after every move, and is read again as the same; \
         strict readers accept what has no problem",
    )
    .dictionary("fen"),
        Part::new("placement", placement::run, "pieces of a FEN are read, written, turned and mirrored without loss")
        .max_len(96)
        .dictionary("fen"),
        Part::new("uci", uci::run, "a FEN and moves are played and undone, and the position is the one from before")
        .max_len(512)
        .dictionary("fen"),
        Part::new("lc0_fen", lc0_fen::run, "a FEN as lc0 reads it is refused with a place, or is printed as the same")
        .dictionary("fen"),
    ] },
    Target { name: "builder", parts: &[
        Part::new(
        "builder",
        builder::run,
        "any arrangement is refused, or is a valid position with the moves of the slow rules",
    )
    .max_len(160),
    ] },
    Target { name: "boards", parts: &[
        Part::new("packed", packed::run, "24 bytes are refused, or are a board that packs to the same bytes")
        .max_len(24)
        .seeds(packed::seeds),
        Part::format("packed_board", packed_board::FORMAT, structure::boards::packed_board).max_len(96),
        Part::format("chess_library", chess_library::FORMAT, structure::boards::chess_library).max_len(512),
        Part::new("binary_fen", formats::binary_fens, "an accepted binary FEN is a valid position, and is read again")
        .max_len(64)
        .seeds(formats::binary_fen_seeds)
        .mutate(structure::boards::binary_fen),
        Part::new("detect", formats::detect, "any bytes look like a format, or like none")
        .max_len(512)
        .seeds(|| formats::seeds(bin::FORMAT)),
    ] },
    Target { name: "moves", parts: &[
        Part::new(
        "moves",
        moves::run,
        "any 16 bits as a move, to every query: legal as the list says, refused otherwise, and undone",
    )
    .max_len(256)
    .dictionary("fen")
    .seeds(moves::seeds),
    ] },
    Target { name: "game", parts: &[
        Part::new("game", game::run, "a game, and at its end everything that is known about its last position")
        .max_len(160)
        .seeds(game::seeds)
        .slow(),
    ] },
    Target { name: "variants", parts: &[
        Part::new(
        "variants",
        variants::run,
        "a FEN of a variant is read again from both of its forms, its moves are read from both of their texts, and \
         undone",
    )
    .max_len(1024)
    .dictionary("fen"),
    ] },
    Target { name: "network", parts: &[
        Part::new(
        "network",
        network::run,
        "a changed network is refused, or read and written again as the same, and all back ends agree on a value",
    )
    .max_len(48)
    .seeds(network::seeds)
    .slow(),
    ] },
    Target { name: "notations", parts: &[
        Part::new(
        "san",
        san::run,
        "an accepted move is legal; it needs no repair exactly if it is the text that is printed",
    )
    .max_len(128)
    .dictionary("san"),
        Part::new("lan", lan::run, "strict LAN is what is printed, and the lenient reader of SAN accepts it")
        .max_len(128)
        .dictionary("san"),
        Part::new(
        "variation",
        variation::run,
        "a line of moves is written and read again; the lenient reader accepts what the strict one does",
    )
    .max_len(512)
    .dictionary("san"),
    ] },
    Target { name: "lines", parts: &[
        Part::new("epd", epd::run, "an accepted EPD is written and read again as the same, and so is every typed value")
        .max_len(512)
        .dictionary("epd"),
        Part::new("suite", suite::run, "an accepted position of a perft suite has counts and is read again")
        .max_len(1024)
        .dictionary("suite"),
        Part::new(
        "commands",
        commands::run,
        "clocks, times and evaluations in comments are read as they are set, and gone when they are removed",
    )
    .max_len(512)
    .dictionary("pgn"),
        Part::new("uci_lines", uci_lines::run, "what the strict reader of UCI accepts is written and read as the same")
        .dictionary("uci"),
    ] },
    Target { name: "pgn", parts: &[
        Part::new(
        "pgn",
        pgn::run,
        "a stream gives the games of a slice, and games are written and read again as the same",
    )
    .max_len(4096)
    .dictionary("pgn")
    .mutate(structure::pgn::pgn),
    ] },
    Target { name: "compressed", parts: &[
        Part::new(
        "gzip",
        compressed::gzip,
        "a stream of gzip gives what flate2 gives, whatever the size of the reads, and the games of it, or an error",
    )
    .max_len(8192)
    .seeds(compressed::gzip_seeds)
    .slow()
    .mutate(structure::gzip::gzip),
        Part::new(
        "zstd",
        compressed::zstd,
        "a stream of Zstandard gives the same whatever the size of the reads, and the games of it, or an error",
    )
    .max_len(8192)
    .seeds(compressed::zstd_seeds)
    .slow()
    .mutate(structure::zstd::zstd),
    ] },
    Target { name: "outputs", parts: &[
        Part::new("writers", writers::run, "games, books and commands made in code are written so that they are read")
        .max_len(512),
        Part::new("book", book::run, "moves of a Polyglot book are legal, and a book that is written is sorted")
        .max_len(1024)
        .seeds(book::seeds),
        Part::new("svg", svg::run, "no text becomes an element of a picture, and colors are read as written")
        .max_len(128)
        .dictionary("svg"),
    ] },
    Target { name: "opening_names", parts: &[
        Part::new("opening_names", openings::names, "a name that is found has its text, and its position is named so")
        .max_len(64)
        .dictionary("openings")
        .slow(),
    ] },
    Target { name: "checkpoint", parts: &[
        Part::new("checkpoint", checkpoint::run, "a checkpoint is refused and unchanged, or has the same parts again")
        .max_len(2048)
        .dictionary("checkpoint")
        .slow(),
    ] },
    Target { name: "syzygy", parts: &[
        Part::new("syzygy", syzygy::run, "a damaged endgame table gives values or errors, in bounded time")
        .max_len(16_384)
        .seeds(syzygy::seeds)
        .slow(),
    ] },
    Target { name: "lc0_files", parts: &[
        Part::new(
        "lc0_records",
        lc0_records::run,
        "training records are read to their end, or to an error with its offset",
    )
    .max_len(32_768)
    .seeds(lc0_records::seeds)
    .slow()
    .mutate(structure::chunk::chunk),
        Part::new(
        "lc0_chunks",
        lc0_chunks::of_records,
        "training records are games with legal moves up to an error, and entries; a lenient reader gives no less",
    )
    .max_len(32_768)
    .seeds(lc0_chunks::record_seeds)
    .slow()
    .mutate(structure::chunk::chunk),
        Part::new(
        "lc0_loader",
        lc0_loader::run,
        "chunks of a loader are used, left out or refused; threads, states and sizes of batches \
         do not change the order",
    )
    .max_len(32_768)
    .seeds(lc0_loader::seeds)
    .slow()
    .mutate(structure::chunk::after_options),
    ] },
    Target { name: "lc0_pgn", parts: &[
        Part::new(
        "lc0_pgn",
        lc0_chunks::of_pgn,
        "games of a PGN are training records that lc0's rescorer accepts, and both are read as the same game",
    )
    .max_len(2048)
    .dictionary("pgn")
    .seeds(lc0_chunks::pgn_seeds)
    .slow()
    .mutate(structure::pgn::pgn),
    ] },
    Target { name: "lc0_games", parts: &[
        Part::new(
        "lc0_game",
        lc0_game::run,
        "a game of training records is accepted as written; damaged, it is accepted or refused, \
         alike in all versions",
    )
    .max_len(256)
    .seeds(lc0_game::seeds)
    .slow(),
        Part::new(
        "lc0_short_term",
        lc0_short_term::run,
        "a game of training records with any values has the short-term values of its definition in version 7",
    )
    .max_len(128)
    .seeds(lc0_short_term::seeds)
    .slow(),
        Part::new(
        "lc0_rescore",
        lc0_rescore::run,
        "a damaged game is refused unchanged, or rescored; rescoring it again changes nothing",
    )
    .max_len(96)
    .seeds(lc0_rescore::seeds)
    .slow(),
    ] },
    Target { name: "lc0_archive", parts: &[
        Part::new(
        "lc0_archive",
        lc0_archive::run,
        "a tar of training chunks is listed in the same way from a file and a stream, \
         and every chunk is inside it",
    )
    .max_len(16_384)
    .dictionary("lc0_archive")
    .seeds(lc0_archive::seeds)
    .slow()
    .mutate(structure::tar::tar),
    ] },
    Target { name: "planes", parts: &[
        Part::new("planes", planes::run, "any planes are refused, or are a board whose planes are the same")
        .max_len(1024)
        .seeds(planes::seeds),
    ] },
    Target { name: "records", parts: &[
        Part::format("bin", bin::FORMAT, structure::boards::bin),
        Part::format("bullet", bullet::FORMAT, structure::boards::bullet),
        Part::format("marlin", marlin::FORMAT, structure::boards::marlin),
    ] },
    Target { name: "texts", parts: &[
        Part::format("plain", plain::FORMAT, structure::lines).dictionary("formats"),
        Part::format("bullet_text", bullet_text::FORMAT, structure::lines).dictionary("formats"),
    ] },
    Target { name: "binpack", parts: &[
        Part::format("binpack", binpack::FORMAT, structure::binpack::binpack).max_len(4096),
    ] },
    Target { name: "games", parts: &[
        Part::new("viri", games::viri::run, GAMES).max_len(1024).seeds(games::viri::seeds).mutate(games::viri::mutate),
        Part::new("monty_value", games::monty_value::run, GAMES).max_len(1024).seeds(games::monty_value::seeds).mutate(games::monty_value::mutate),
        Part::new("monty_policy", games::monty_policy, GAMES).max_len(4096).seeds(games::monty_policy_seeds).mutate(structure::games::monty_policy),
    ] },
    Target { name: "any_format", parts: &[
        Part::new("any_format", formats::any_format, FILES).max_len(512).seeds(formats::any_format_seeds),
    ] },
    Target { name: "serde", parts: &[
        Part::new("json", serde_values::json, "every type read from JSON is written and read again as the same")
        .max_len(512)
        .dictionary("json"),
        Part::new("binary", serde_values::binary, "every type read from a binary format is written and read as the same")
        .max_len(256)
        .dictionary("fen")
        .seeds(serde_values::binary_seeds),
    ] },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different_and_sentences_have_no_full_stop() {
        let names = TARGETS.iter().filter(|target| target.head() > 0).map(|target| target.name);
        let parts = || TARGETS.iter().flat_map(|target| target.parts);
        let mut names: Vec<_> = names.chain(parts().map(|part| part.name)).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(parts().all(|part| !part.promise.ends_with('.')));
    }
}
