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
mod variation;
mod vocabulary;
mod writers;

use crate::structure;
use crate::target::Target;

/// Separators of FENs and lines of moves.
const FEN: &[u8] = b" /\n";

/// What is checked of each format of packed positions or games.
const FORMAT: &str = "a strict reader gives the first items of a lenient one, and the items of a stream; they are valid, and \
    what is written is read";

/// Every target, in the order of the crates.
pub const TARGETS: &[Target] = &[
    Target::new(
        "vocabulary",
        vocabulary::run,
        "squares, pieces, rights, results, moves: a text or number that is accepted is the one that is written",
    )
    .max_len(16)
    .words(b" -", "fen"),
    Target::new(
        "fen",
        fen::run,
        "an accepted FEN is a valid position, also after every move, and is read again as the same; \
         strict readers accept what has no problem",
    )
    .words(FEN, "fen"),
    Target::new("placement", placement::run, "pieces of a FEN are read, written, turned and mirrored without loss")
        .max_len(96)
        .words(b"/ ", "fen"),
    Target::new("uci", uci::run, "a FEN and moves are played and undone, and the position is the one from before")
        .max_len(512)
        .words(FEN, "fen"),
    Target::new(
        "builder",
        builder::run,
        "any arrangement is refused, or is a valid position with the moves of the slow rules",
    )
    .max_len(160),
    Target::new(
        "moves",
        moves::run,
        "any 16 bits as a move, to every query: legal as the list says, refused otherwise, and undone",
    )
    .max_len(256)
    .words(b" /", "fen")
    .seeds(moves::seeds),
    Target::new("packed", packed::run, "24 bytes are refused, or are a board that packs to the same bytes")
        .max_len(24)
        .seeds(packed::seeds),
    Target::new("game", game::run, "a game, and at its end everything that is compared in random games")
        .max_len(160)
        .seeds(game::seeds)
        .slow(),
    Target::new(
        "san",
        san::run,
        "an accepted move is legal; it needs no repair exactly if it is the text that is printed",
    )
    .max_len(128)
    .words(FEN, "san"),
    Target::new("lan", lan::run, "strict LAN is what is printed, and the lenient reader of SAN accepts it")
        .max_len(128)
        .words(FEN, "san"),
    Target::new(
        "variation",
        variation::run,
        "a line of moves is written and read again; the lenient reader accepts what the strict one does",
    )
    .max_len(512)
    .words(FEN, "san"),
    Target::new("epd", epd::run, "an accepted EPD is written and read again as the same, and so is every typed value")
        .max_len(512)
        .words(b" ;\"/", "epd"),
    Target::new(
        "pgn",
        pgn::run,
        "a stream gives the games of a slice, and games are written and read again as the same",
    )
    .max_len(4096)
    .words(b" \n.(){}[]", "pgn")
    .mutate(structure::pgn::pgn),
    Target::new(
        "gzip",
        compressed::gzip,
        "a stream of gzip gives what flate2 gives, whatever the size of the reads, and the games of it, or an error",
    )
    .max_len(8192)
    .seeds(compressed::gzip_seeds)
    .slow()
    .mutate(structure::gzip::gzip)
    .version(2),
    Target::new(
        "zstd",
        compressed::zstd,
        "a stream of Zstandard gives the same whatever the size of the reads, and the games of it, or an error",
    )
    .max_len(8192)
    .seeds(compressed::zstd_seeds)
    .slow()
    .mutate(structure::zstd::zstd)
    .version(2),
    Target::new(
        "commands",
        commands::run,
        "clocks, times and evaluations in comments are read as they are set, and gone when they are removed",
    )
    .max_len(512)
    .words(b" []%:,\n", "pgn"),
    Target::new("time_control", time_control::run, "an accepted time control is written and read again as the same")
        .max_len(64)
        .words(b":/+*", "time_control"),
    Target::new("book", book::run, "moves of a Polyglot book are legal, and a book that is written is sorted")
        .max_len(1024)
        .seeds(book::seeds),
    Target::new("writers", writers::run, "games, books and commands made in code are written so that they are read")
        .max_len(512),
    Target::new("uci_lines", uci_lines::run, "what the strict reader of UCI accepts is written and read as the same")
        .words(b" ", "uci"),
    Target::new("eco", openings::eco, "an ECO code is the one that is written, and so is the number of an opening")
        .max_len(8),
    Target::new("opening_names", openings::names, "a name that is found has its text, and its position is named so")
        .max_len(64)
        .words(b" :,", "openings")
        .slow(),
    Target::new("svg", svg::run, "no text becomes an element of a picture, and colors are read as written")
        .max_len(128)
        .words(b" ,()", "svg"),
    Target::new("suite", suite::run, "an accepted position of a perft suite has counts and is read again")
        .max_len(1024)
        .words(b" ;\n,\":{}[]", "suite"),
    Target::new("checkpoint", checkpoint::run, "a checkpoint is refused and unchanged, or has the same parts again")
        .max_len(2048)
        .words(b" \n", "checkpoint")
        .slow(),
    Target::new("syzygy", syzygy::run, "a damaged endgame table gives values or errors, in bounded time")
        .max_len(16_384)
        .seeds(syzygy::seeds)
        .slow(),
    Target::new("lc0_fen", lc0_fen::run, "a FEN as lc0 reads it is refused with a place, or is printed as the same")
        .words(FEN, "fen"),
    Target::new(
        "lc0_loader",
        lc0_loader::run,
        "chunks of a loader are used, left out or refused; threads, states and sizes of batches \
         do not change the order",
    )
    .max_len(32_768)
    .seeds(lc0_loader::seeds)
    .slow()
    .mutate(structure::chunk::after_options),
    Target::new(
        "lc0_records",
        lc0_records::run,
        "training records are read to their end, or to an error with its offset",
    )
    .max_len(32_768)
    .seeds(lc0_records::seeds)
    .slow()
    .mutate(structure::chunk::chunk),
    Target::new(
        "lc0_chunks",
        lc0_chunks::of_records,
        "training records are games with legal moves up to an error, and entries; a lenient reader gives no less",
    )
    .max_len(32_768)
    .seeds(lc0_chunks::record_seeds)
    .slow()
    .mutate(structure::chunk::chunk),
    Target::new(
        "lc0_pgn",
        lc0_chunks::of_pgn,
        "games of a PGN are training records that lc0's rescorer accepts, and both are read as the same game",
    )
    .max_len(2048)
    .words(b" \n.(){}[]%,", "pgn")
    .seeds(lc0_chunks::pgn_seeds)
    .slow()
    .mutate(structure::pgn::pgn),
    Target::new(
        "lc0_game",
        lc0_game::run,
        "a game of training records is accepted as written; damaged, it is accepted or refused, \
         alike in all versions",
    )
    .max_len(256)
    .seeds(lc0_game::seeds)
    .slow(),
    Target::new(
        "lc0_rescore",
        lc0_rescore::run,
        "a damaged game is refused unchanged, or rescored; rescoring it again changes nothing",
    )
    .max_len(96)
    .seeds(lc0_rescore::seeds)
    .slow(),
    Target::new(
        "lc0_short_term",
        lc0_short_term::run,
        "a game of training records with any values has the short-term values of its definition in version 7",
    )
    .max_len(128)
    .seeds(lc0_short_term::seeds)
    .slow(),
    Target::new(
        "lc0_archive",
        lc0_archive::run,
        "a tar of training chunks is listed in the same way from a file, a stream and its index, \
         and every chunk is inside it",
    )
    .max_len(16_384)
    .words(b"\n", "lc0_archive")
    .seeds(lc0_archive::seeds)
    .slow()
    .mutate(structure::tar::tar),
    Target::new("policy", policy::run, "any policy index, move and transform: an index has its move, and back")
        .max_len(64),
    Target::new("planes", planes::run, "any planes are refused, or are a board whose planes are the same")
        .max_len(1024)
        .seeds(planes::seeds),
    Target::new("bin", formats::bin_positions, FORMAT)
        .max_len(1024)
        .seeds(formats::bin_seeds)
        .mutate(formats::bin_mutate),
    Target::new("binpack", formats::binpack_positions, FORMAT)
        .max_len(4096)
        .seeds(formats::binpack_seeds)
        .mutate(formats::binpack_mutate),
    Target::new("bullet", formats::bullet_positions, FORMAT)
        .max_len(1024)
        .seeds(formats::bullet_seeds)
        .mutate(formats::bullet_mutate),
    Target::new("bullet_text", formats::bullet_lines, FORMAT)
        .max_len(1024)
        .words(b" |/\n", "formats")
        .seeds(formats::bullet_text_seeds)
        .mutate(formats::bullet_text_mutate),
    Target::new("plain", formats::plain_positions, FORMAT)
        .max_len(1024)
        .words(b" \n/", "formats")
        .seeds(formats::plain_seeds)
        .mutate(formats::plain_mutate),
    Target::new("packed_board", formats::packed_boards, FORMAT)
        .max_len(96)
        .seeds(formats::packed_board_seeds)
        .mutate(formats::packed_board_mutate),
    Target::new("marlin", formats::marlin_positions, FORMAT)
        .max_len(1024)
        .seeds(formats::marlin_seeds)
        .mutate(formats::marlin_mutate),
    Target::new("chess_library", formats::chess_library_positions, FORMAT)
        .max_len(512)
        .seeds(formats::chess_library_seeds)
        .mutate(formats::chess_library_mutate),
    Target::new("viri", formats::viri_games, FORMAT)
        .max_len(1024)
        .seeds(formats::viri_seeds)
        .mutate(formats::viri_mutate),
    Target::new("monty_value", formats::monty_values, FORMAT)
        .max_len(1024)
        .seeds(formats::monty_value_seeds)
        .mutate(formats::monty_value_mutate),
    Target::new("monty_policy", formats::monty_policies, FORMAT)
        .max_len(4096)
        .seeds(formats::monty_policy_seeds)
        .mutate(structure::games::monty_policy),
    Target::new("binary_fen", formats::binary_fens, "an accepted binary FEN is a valid position, and is read again")
        .max_len(64)
        .seeds(formats::binary_fen_seeds)
        .mutate(structure::boards::binary_fen),
    Target::new("any_format", formats::any_format, FORMAT).max_len(512).seeds(formats::any_format_seeds),
    Target::new("detect", formats::detect, "any bytes look like a format, or like none")
        .max_len(512)
        .seeds(formats::bin_seeds),
    Target::new("json", serde_values::json, "every type read from JSON is written and read again as the same")
        .max_len(512)
        .words(b" \",:[]{}/", "json"),
    Target::new("binary", serde_values::binary, "every type read from a binary format is written and read as the same")
        .max_len(256)
        .words(b" /", "fen")
        .seeds(serde_values::binary_seeds),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different_and_sentences_have_no_full_stop() {
        let mut names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(TARGETS.iter().all(|target| !target.promise.ends_with('.')));
    }
}
