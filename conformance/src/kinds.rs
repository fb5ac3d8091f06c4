//! The kinds of files, a row for each, with the names by which they are recognized.

mod boards;
mod columns;
mod epd;
mod features;
mod fen_verdicts;
mod fens;
mod format_boards;
mod format_edges;
mod format_files;
mod format_rows;
mod games;
mod languages;
mod lc0_boards;
mod lc0_encodings;
mod lc0_histories;
mod lc0_peer_tests;
mod lc0_pgn;
mod lc0_policy;
mod lc0_records;
mod lc0_rescore;
mod lc0_texts;
mod lc0_training;
mod lc0_validate;
mod networks;
mod openings;
mod perft;
mod pgn;
mod polyglot;
mod positions;
mod repetition;
mod rules;
mod san;
mod stumbles;
mod syzygy;
mod tables;
mod trainer;
mod unwinnable;
mod variants;

use std::fmt;
use std::path::Path;

use serde_json::Value;

use crate::findings::Findings;
use crate::packed;
use crate::report::Outcome;
use crate::rows::Row;

use Shape::{Json, JsonLines, Lines, Rows, Whole};

/// The layout of the records of a file, and the function that compares one.
#[derive(Clone, Copy)]
pub(crate) enum Shape {
    /// A JSON object in each line.
    JsonLines(fn(&mut Findings<'_>, &mut Value) -> Outcome),
    /// One JSON value.
    Json(fn(&mut Findings<'_>, &mut Value) -> Outcome),
    /// A row in each line, after the heading, which is the first line unless it is empty here.
    Rows(&'static str, fn(&mut Findings<'_>, &Row<'_>) -> Outcome),
    /// A row in each line that is not blank.
    Lines(fn(&mut Findings<'_>, &Row<'_>) -> Outcome),
    /// Another layout. The function starts the records itself.
    Whole(fn(&mut Findings<'_>, &[u8]) -> Outcome),
}

/// A row of the table of kinds.
struct Entry {
    /// The names of its files. `*` stands for any text, and `#` for digits.
    files: &'static [&'static str],
    /// The directories in which the files must be, or none for any.
    directories: &'static [&'static str],
    shape: Shape,
    /// The name of the parts of which a record has many.
    parts: Option<&'static str>,
}

const fn row(files: &'static [&'static str], shape: Shape) -> Entry {
    Entry { files, directories: &[], shape, parts: None }
}

impl Entry {
    const fn inside(mut self, directories: &'static [&'static str]) -> Self {
        self.directories = directories;
        self
    }

    const fn many(mut self, parts: &'static str) -> Self {
        self.parts = Some(parts);
        self
    }
}

/// All kinds. A file is of the first kind that fits, so names come before endings.
static TABLE: &[Entry] = &[
    // Stockfish.
    row(&["positions.jsonl"], JsonLines(positions::check)).many("moves"),
    row(&["positions_unreachable.jsonl"], JsonLines(positions::check_unreachable)).many("moves"),
    row(&["pseudo_legal.jsonl"], JsonLines(boards::pseudo_legal)).many("numbers"),
    row(&["games.jsonl"], JsonLines(games::check)).many("plies"),
    row(&["fen.jsonl"], JsonLines(fens::check)),
    row(&["fen_undefined.jsonl"], JsonLines(fens::check_undefined)),
    row(&["perft.jsonl"], JsonLines(perft::check)),
    row(&["attacks.jsonl"], JsonLines(boards::attacks)),
    row(&["flip.jsonl"], JsonLines(boards::flip)),
    row(&["display.jsonl"], JsonLines(boards::display)),
    row(&["endgame_codes.jsonl"], JsonLines(boards::endgame_code)),
    row(&["zobrist.json"], Json(tables::keys)),
    row(&["tables.json"], Json(tables::attacks)),
    // lc0.
    row(&["boards.jsonl"], JsonLines(lc0_boards::check)).many("moves"),
    row(&["encodings.jsonl"], JsonLines(lc0_encodings::check)).many("encodings"),
    row(&["fens.jsonl"], JsonLines(lc0_texts::fen)),
    row(&["histories.jsonl"], JsonLines(lc0_histories::check)).many("plies"),
    row(&["parse_moves.jsonl"], JsonLines(lc0_texts::parse_move)),
    row(&["bitboards.json"], Json(lc0_policy::bitboards)),
    row(&["policy_map.json"], Json(lc0_policy::map)),
    row(&["policy_positions.jsonl"], JsonLines(lc0_policy::position)).many("moves"),
    row(&["policy_head_maps.json"], Json(lc0_policy::head_maps)),
    row(&["peer_tests.json"], Json(lc0_peer_tests::check)),
    row(&["pgn.json"], Json(lc0_pgn::check)).many("cases"),
    row(&["training.jsonl"], JsonLines(lc0_training::check)),
    row(&["verdicts.tsv"], Rows("file\trecords\tformat\tdamage\trecord\tverdict\tcheck", lc0_validate::compare))
        .inside(&["validate"]),
    row(&["d#"], Whole(lc0_validate::file)).inside(&["validate"]),
    row(&["game_#", "old_v#_#", "old_v#_#_as_v6", "g#_v#", "r#_in", "r#_out#"], Whole(lc0_records::file))
        .inside(&["training", "v7", "rescore"]),
    row(&["games.tsv"], Rows("file\trecords\tformat\ttheta\tgame", lc0_records::versions))
        .inside(&["v7"])
        .many("records"),
    row(&["runs.tsv"], Rows(lc0_rescore::HEADING, lc0_rescore::compare)).inside(&["rescore"]).many("records"),
    // FENs.
    row(
        &["mutated.tsv"],
        Rows(
            "# text\tpython-chess 1.11.2 verdict\tfen, ep only if an ep capture is legal\tfen, ep as given",
            fen_verdicts::mutated,
        ),
    ),
    row(&["chessjs-validate.tsv"], Rows("", fen_verdicts::validated)),
    row(&["destruction-test.epd"], Lines(fen_verdicts::destruction_test)),
    row(&["rights_not_960.tsv"], Rows("# fen\tfen that is written\tchess960\tlegal moves", fen_verdicts::rights)),
    row(&["fen_forms.tsv"], Rows("# text\texpected\tsource", fen_verdicts::form)),
    // Packed formats.
    row(&["verdicts.tsv"], Rows("format\tfile\twhat\tpeer\tentries\tverdict", format_files::verdict)).inside(&["bad"]),
    row(&["std.tsv", "frc.tsv", "fens.tsv", "ep.tsv", "chain.tsv"], Rows(packed::HEADING, format_rows::table))
        .inside(&["formats"]),
    row(
        &["*.bullet", "*.bullet.txt", "*.bin", "*.binpack", "*.plain", "*.marlin", "*.viri", "*.montyvalue", "*.monty"],
        Whole(format_files::entries),
    )
    .inside(&["formats"])
    .many("entries"),
    row(&["*.bullet", "*.bin", "*.binpack", "*.marlin", "*.viri", "*.montyvalue", "*.monty"], Whole(format_files::bad))
        .inside(&["bad"]),
    row(&["mutated.jsonl"], JsonLines(format_files::mutated)).inside(&["formats"]),
    row(&["chunks.tsv"], Rows("what\tvalue", format_rows::chunks)).inside(&["formats"]),
    row(&["odd_lines.tsv"], Rows("line\tverdict\tbytes_or_error", format_rows::line)).inside(&["formats"]),
    row(&["text_rights.*.txt"], Whole(format_rows::rights)),
    row(&["edges.tsv"], Rows(format_edges::HEADING, format_edges::compare)).inside(&["formats"]),
    row(&["*.binfen.tsv"], Rows("fen\tbinary_fen\twithout_counters", format_boards::binary_fen)).inside(&["formats"]),
    row(&["*.clib24.tsv"], Rows("", format_boards::chess_library)).inside(&["formats"]),
    row(
        &["binfen_edges.tsv"],
        Rows(
            "fen\tshakmaty_verdict\tshakmaty_binary_fen_or_error\tchess_library_24\tchess_library_read_back",
            format_boards::edge,
        ),
    )
    .inside(&["formats"]),
    row(&["binfen_bytes.tsv"], Rows("bytes\twhat\tverdict\tfen_or_error\t…", format_boards::odd_bytes))
        .inside(&["formats"]),
    // Lines and tables.
    row(&["*.jsonl.tsv", "*.csv.tsv", "*.txt.tsv", "*.book.tsv", "*.epd.tsv"], Whole(columns::compare))
        .inside(&["columns"]),
    #[cfg(feature = "parquet")]
    row(&["games.parquet.tsv"], Rows("n\tfate\tplies\tresult\tlast_fen\t…", columns::game)).inside(&["columns"]),
    #[cfg(feature = "parquet")]
    row(&["*.parquet.tsv"], Whole(columns::compare)).inside(&["columns"]),
    #[cfg(feature = "parquet")]
    row(&["*.parquet"], Whole(columns::known)).inside(&["columns"]),
    row(&["*.bag.tsv"], Whole(columns::records)).inside(&["columns"]),
    row(&["bad_containers.tsv"], Rows("file\tfate\treason", columns::container)).inside(&["columns"]),
    row(&["*.jsonl.zst"], Whole(columns::packed)).inside(&["columns"]),
    row(&["*.jsonl", "*.csv", "*.txt", "*.book", "*.epd", "*.bag", "*.bagz"], Whole(columns::known))
        .inside(&["columns"]),
    // Variants.
    row(&["positions.*.jsonl", "few_men.*.jsonl"], JsonLines(variants::position)).many("moves"),
    row(&["games.*.jsonl"], JsonLines(variants::game)).many("plies"),
    row(&["odd_fens.tsv"], Rows(variants::ODD_HEADING, variants::odd)),
    row(
        &["*_material.tsv"],
        Rows(
            "variant\tfen\twhite_insufficient\tblack_insufficient\tprograms\tpython_chess\tshakmaty\tchessops\t…",
            variants::material,
        ),
    ),
    row(&["games.*.pgn"], Whole(variants::pgn)).many("moves"),
    row(&["perft.tsv"], Rows("variant\tmode\tfen\tcounts_from_depth_1", variants::counts)),
    // Games.
    row(
        &["repetition.tsv"],
        Rows(
            "# file\tgame index\tply\tfen\toccurrences of the position so far\thalfmove clock\tinsufficient material",
            repetition::compare,
        ),
    ),
    row(&["unwinnable.tsv"], Rows("fen\twinner\tverdict\t…", unwinnable::compare)),
    row(&["rules.tsv"], Rows("# fen\tmode\tmoves\tplies\toutcome\tlines\tvariations", rules::compare))
        .inside(&["python-chess"])
        .many("plies"),
    row(
        &["counts.tsv"],
        Rows(
            "# file\tgames\tmain-line plies\tvariations\tcomments\tNAGs\terrors\tresults 1-0/0-1/draw/other, as python-chess 1.11.2 reads the file",
            pgn::counts,
        ),
    ),
    row(
        &["verdicts.tsv"],
        Rows("# file\tpython-chess 1.11.2 read_game\tpgn-reader 0.29.0 with shakmaty 0.30.1", pgn::verdicts),
    ),
    row(&["index.tsv"], Rows(stumbles::HEADING, stumbles::compare)).many("plies"),
    row(
        &["letters.tsv"],
        Rows("code\tlanguage\tking\tqueen\trook\tbishop\tknight\tpawn\tevidence", languages::letters),
    ),
    row(&["games.tsv"], Rows(languages::HEADING, languages::game)),
    row(&["*.pgn", "*.pgn.bz2", "*.pgn.lz4", "*.pgn.zip"], Whole(pgn::check)).many("plies"),
    // Moves.
    row(&["san_std.tsv"], Rows("# fen\tuci\tsan\tvariant\tcategory", san::compare)),
    row(&["san_960.tsv"], Rows("# shredder fen\tuci\tsan\tvariant\tcategory", san::compare)),
    row(&["san_parse.tsv"], Rows("# fen\ttext\tuci or !error, as python-chess 1.11.2 reads it", san::text)),
    row(&["valid_notation_tests.json"], Json(san::check)),
    // Networks that a description beside them or in `data/nnue/arch` describes.
    row(&["*.toml"], Whole(networks::check_description)).inside(&["arch"]),
    row(&["*.bin", "*.nnue"], Whole(networks::check_file)).inside(&["arch"]),
    row(&["*.tsv"], Whole(networks::check_table)).inside(&["arch"]).many("evaluations"),
    // Networks as files.
    row(&["rnd_*.nnue", "bullet_simple32.bin", "bullet_hm10x64x8.bin"], Whole(networks::check_file)),
    // Polyglot.
    row(&["random64.txt"], Whole(polyglot::numbers)),
    row(&["keys.tsv", "keys_spec.tsv"], Rows("# fen\tpolyglot key", polyglot::key)),
    row(&["*.bin"], Whole(polyglot::book)).inside(&["polyglot"]).many("entries"),
    // Tables.
    row(&["vectors.tsv"], Rows("# fen\twdl\tdtz\ttable", syzygy::compare)).inside(&["syzygy"]),
    // Networks.
    row(&["features.tsv"], Rows("fen\tset\tperspective\tindices", features::check_active))
        .inside(&["features"])
        .many("indices"),
    row(&["diffs.tsv"], Rows("fen\tmove\tset\tperspective\trefresh\tremoved\tadded", features::check_difference))
        .inside(&["features"])
        .many("indices"),
    row(&["composed.tsv"], Rows("fen\tset\tperspective\tpieces\tindices", features::check_composed)).many("indices"),
    row(&["filters.tsv"], Whole(trainer::filters)),
    row(&["pieces.tsv"], Whole(trainer::pieces)),
    // Values of networks.
    row(
        &["sf151.tsv", "sf18big.tsv", "sf18small.tsv", "sfdev.tsv", "bullet_simple32.tsv", "bullet_hm10x64x8.tsv"],
        Whole(networks::check_table),
    )
    .many("evaluations"),
    row(
        &["games_sf151.tsv", "games_sf18big.tsv", "games_sf18small.tsv", "games_sfdev.tsv"],
        Whole(networks::check_table),
    )
    .many("evaluations"),
    row(&["trace.jsonl"], JsonLines(networks::check_trace)).inside(&["nnue", "arch"]),
    // Openings.
    row(&["*.tsv"], Rows("eco\tname\tpgn", openings::compare)).inside(&["openings"]).many("plies"),
    // EPDs.
    row(&["see.epd"], Lines(epd::exchange)),
    row(&["*.epd"], Lines(epd::compare)).inside(&["epd"]),
    // Node counts.
    row(&["*.epd", "*.txt", "*.perft", "*.jsonl"], Whole(perft::check_suite)).inside(&["perft", "suites"]),
];

/// A kind of file whose values can be compared.
#[derive(Clone, Copy)]
pub struct Kind(&'static Entry);

impl Kind {
    /// Returns all kinds, in the order in which a file is compared with their names.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(Self)
    }

    /// Returns the kind of the file at `path`, by its name, and for some kinds by the name of its directory.
    ///
    /// # Errors
    ///
    /// Returns a text that says which kinds of other directories have this name, or that none has.
    pub fn from_path(path: &Path) -> Result<Self, String> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.strip_suffix(".gz").unwrap_or(&name).as_bytes();
        let is_called = |entry: &&Entry| entry.files.iter().any(|file| fits(file.as_bytes(), name));
        let is_here = |entry: &&Entry| entry.directories.is_empty() || is_inside(path, entry.directories);
        let found = TABLE.iter().filter(is_called).find(is_here);
        found.map(Self).ok_or_else(|| {
            let elsewhere: Vec<_> =
                TABLE.iter().filter(is_called).flat_map(|entry| entry.directories).copied().collect();
            match &elsewhere[..] {
                [] => "no kind of files has this name".into(),
                names => format!("no kind of files has this name outside of directories called {}", names.join(" or ")),
            }
        })
    }

    /// Returns the name of the parts of which a record of this kind has many.
    pub const fn parts(self) -> Option<&'static str> {
        self.0.parts
    }

    pub(crate) const fn shape(self) -> Shape {
        self.0.shape
    }
}

impl Eq for Kind {}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} in {:?}", self.0.files, self.0.directories)
    }
}

/// Returns `true` if a file is in a directory with one of these names.
fn is_inside(path: &Path, names: &[&str]) -> bool {
    let Some(directory) = path.parent() else { return false };
    // A relative path such as `.` does not contain the name of the directory.
    let whole = directory.canonicalize();
    let name = whole.as_deref().unwrap_or(directory).file_name();
    name.is_some_and(|name| names.iter().any(|&known| name == known))
}

/// Returns `true` if a name fits a pattern, in which `*` stands for any text and `#` for digits.
fn fits(pattern: &[u8], name: &[u8]) -> bool {
    match pattern.split_first() {
        None => name.is_empty(),
        Some((b'*', rest)) => (0..=name.len()).any(|at| fits(rest, &name[at..])),
        Some((b'#', rest)) => {
            let digits = name.iter().take_while(|byte| byte.is_ascii_digit()).count();
            digits > 0 && fits(rest, &name[digits..])
        }
        Some((byte, rest)) => name.first() == Some(byte) && fits(rest, &name[1..]),
    }
}
