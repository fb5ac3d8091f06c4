//! The kinds of files, with a module for each group of them, and the names by which they are recognized.

mod boards;
mod epd;
mod features;
mod fen_verdicts;
mod fens;
mod format_boards;
mod format_edges;
mod format_files;
mod format_rows;
mod games;
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
mod variants;

use std::path::Path;

use serde_json::Value;

use crate::findings::Findings;
use crate::packed;
use crate::report::Outcome;
use crate::rows::Row;

pub(crate) use features::LAYOUT_10;

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

/// The row of a kind in the table.
struct Entry {
    kind: Kind,
    /// The group of kinds to which it belongs.
    group: &'static str,
    /// The names of its files. `*` stands for any text, and `#` for digits.
    files: &'static [&'static str],
    /// The directories in which the files must be. If there are none, any directory will do.
    directories: &'static [&'static str],
    shape: Shape,
    /// The name of its parts, if it has any.
    parts: &'static [&'static str],
}

/// Defines the kinds from a table: groups of rows, and in each row a kind, its files, and the shape of its records. `in` is
/// followed by the directories of the files, and `many` by the name of the parts of which a record has many.
macro_rules! kinds {
    ($($group:literal {
        $(
            $(#[$meta:meta])*
            $kind:ident: [$($file:literal),+] $(in [$($directory:literal),+])?, $shape:expr $(, many $parts:literal)?;
        )+
    })+) => {
        /// A kind of file whose values can be compared.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Kind {
            $($($(#[$meta])* $kind,)+)+
        }

        static TABLE: &[Entry] = &[$($(Entry {
            kind: Kind::$kind,
            group: $group,
            files: &[$($file),+],
            directories: &[$($($directory),+)?],
            shape: $shape,
            parts: &[$($parts)?],
        },)+)+];
    };
}

// A file is of the first kind that fits, so names come before endings.
kinds! {
    "Stockfish" {
        /// Positions with state and moves.
        Positions: ["positions.jsonl"], JsonLines(positions::check), many "moves";
        /// The same for positions that cannot arise in a game.
        UnreachablePositions: ["positions_unreachable.jsonl"], JsonLines(positions::check_unreachable), many "moves";
        /// Numbers, each with whether it is a pseudo-legal move and a legal one.
        PseudoLegal: ["pseudo_legal.jsonl"], JsonLines(boards::pseudo_legal), many "numbers";
        /// Games, ply by ply.
        Games: ["games.jsonl"], JsonLines(games::check), many "plies";
        /// FENs and the positions that they describe.
        Fen: ["fen.jsonl"], JsonLines(fens::check);
        /// FENs that must be refused.
        UndefinedFen: ["fen_undefined.jsonl"], JsonLines(fens::check_undefined);
        /// Node counts as JSON lines.
        PerftRecords: ["perft.jsonl"], JsonLines(perft::check);
        /// Attackers and attacked squares.
        Attacks: ["attacks.jsonl"], JsonLines(boards::attacks);
        /// Positions with the colors exchanged.
        Flip: ["flip.jsonl"], JsonLines(boards::flip);
        /// The text of the board display.
        Display: ["display.jsonl"], JsonLines(boards::display);
        /// Positions from codes such as KBPKN.
        EndgameCodes: ["endgame_codes.jsonl"], JsonLines(boards::endgame_code);
        /// The key tables.
        Zobrist: ["zobrist.json"], Json(tables::keys);
        /// Attack and line tables.
        Tables: ["tables.json"], Json(tables::attacks);
    }
    "lc0" {
        /// Boards of lc0 with moves and attacks.
        Lc0Boards: ["boards.jsonl"], JsonLines(lc0_boards::check), many "moves";
        /// Histories as input planes.
        Lc0Encodings: ["encodings.jsonl"], JsonLines(lc0_encodings::check), many "encodings";
        /// FENs as lc0 reads them.
        Lc0Fens: ["fens.jsonl"], JsonLines(lc0_texts::fen);
        /// Games with lc0's repetitions and results.
        Lc0Histories: ["histories.jsonl"], JsonLines(lc0_histories::check), many "plies";
        /// Moves as lc0 reads them.
        Lc0ParseMoves: ["parse_moves.jsonl"], JsonLines(lc0_texts::parse_move);
        /// Sets of squares with their symmetries.
        Lc0Bitboards: ["bitboards.json"], Json(lc0_policy::bitboards);
        /// The list of policy moves under all transforms.
        Lc0PolicyMap: ["policy_map.json"], Json(lc0_policy::map);
        /// Legal moves with their policy indices.
        Lc0PolicyPositions: ["policy_positions.jsonl"], JsonLines(lc0_policy::position), many "moves";
        /// The maps of both policy heads.
        Lc0HeadMaps: ["policy_head_maps.json"], Json(lc0_policy::head_maps);
        /// The values that lc0's own unit tests expect.
        Lc0PeerTests: ["peer_tests.json"], Json(lc0_peer_tests::check);
        /// The games that lc0's reader of opening books reads from PGN files.
        Lc0Pgn: ["pgn.json"], Json(lc0_pgn::check), many "cases";
        /// Games as training records.
        Lc0Training: ["training.jsonl"], JsonLines(lc0_training::check);
        /// Games of training records with the verdict of lc0's rescorer.
        Lc0Verdicts: ["verdicts.tsv"] in ["validate"], Rows("file\trecords\tformat\tdamage\trecord\tverdict\tcheck", lc0_validate::compare);
        /// A game of those.
        Lc0Game: ["d#"] in ["validate"], Whole(lc0_validate::file);
        /// A file of training records.
        Lc0Chunk: ["game_#", "old_v#_#", "old_v#_#_as_v6", "g#_v#", "r#_in", "r#_out#"] in ["training", "v7", "rescore"],
            Whole(lc0_records::file);
        /// Games as training records of versions 6 and 7.
        Lc0Version7: ["games.tsv"] in ["v7"], Rows("file\trecords\tformat\ttheta\tgame", lc0_records::versions), many "records";
        /// Runs of lc0's rescorer.
        Lc0Rescore: ["runs.tsv"] in ["rescore"], Rows(lc0_rescore::HEADING, lc0_rescore::compare), many "records";
    }
    "FENs" {
        /// Damaged FENs with another library's verdict and normal forms.
        MutatedFens: ["mutated.tsv"], Rows("# text\tpython-chess 1.11.2 verdict\tfen, ep only if an ep capture is legal\tfen, ep as given", fen_verdicts::mutated);
        /// FENs with another library's verdict.
        ValidatedFens: ["chessjs-validate.tsv"], Rows("", fen_verdicts::validated);
        /// FENs made to break readers, with their author's verdict.
        DestructionTest: ["destruction-test.epd"], Lines(fen_verdicts::destruction_test);
        /// FENs of standard chess with castling rights that cannot be.
        RightsNot960: ["rights_not_960.tsv"], Rows("# fen\tfen that is written\tchess960\tlegal moves", fen_verdicts::rights);
        /// FENs as web pages and lists write them.
        FenForms: ["fen_forms.tsv"], Rows("# text\texpected\tsource", fen_verdicts::form);
    }
    "packed formats" {
        /// The verdicts of other programs on packed files that are damaged or odd.
        FormatVerdicts: ["verdicts.tsv"] in ["bad"], Rows("format\tfile\twhat\tpeer\tentries\tverdict", format_files::verdict);
        /// Entries of packed files: positions with moves, scores, plies and results.
        FormatTables: ["std.tsv", "frc.tsv", "fens.tsv", "ep.tsv", "chain.tsv"] in ["formats"], Rows(packed::HEADING, format_rows::table);
        /// Packed files that other programs wrote.
        Formats: [
            "*.bullet", "*.bullet.txt", "*.bin", "*.binpack", "*.plain", "*.marlin", "*.viri", "*.montyvalue", "*.monty"
        ] in ["formats"], Whole(format_files::entries), many "entries";
        /// Packed files that are damaged or odd.
        BadFormats: [
            "*.bullet", "*.bin", "*.binpack", "*.marlin", "*.viri", "*.montyvalue", "*.monty"
        ] in ["bad"], Whole(format_files::bad);
        /// Packed files with random damage.
        MutatedFormats: ["mutated.jsonl"] in ["formats"], JsonLines(format_files::mutated);
        /// Sizes of the chunks of a long packed file.
        FormatChunks: ["chunks.tsv"] in ["formats"], Rows("what\tvalue", format_rows::chunks);
        /// Lines of bulletformat text with another reader's verdict.
        FormatLines: ["odd_lines.tsv"] in ["formats"], Rows("line\tverdict\tbytes_or_error", format_rows::line);
        /// Entries of which one has a castling right that cannot be.
        TextRights: ["text_rights.*.txt"], Whole(format_rows::rights);
        /// Positions on which programs differ, as their bytes.
        FormatEdges: ["edges.tsv"] in ["formats"], Rows(format_edges::HEADING, format_edges::compare);
        /// Positions as binary FENs.
        BinaryFens: ["*.binfen.tsv"] in ["formats"], Rows("fen\tbinary_fen\twithout_counters", format_boards::binary_fen);
        /// Positions as the 24 bytes of chess-library.
        ChessLibrary: ["*.clib24.tsv"] in ["formats"], Rows("", format_boards::chess_library);
        /// Odd positions as binary FENs and as the 24 bytes of chess-library.
        BinaryFenEdges: ["binfen_edges.tsv"] in ["formats"], Rows("fen\tshakmaty_verdict\tshakmaty_binary_fen_or_error\tchess_library_24\tchess_library_read_back", format_boards::edge);
        /// Odd bytes as binary FENs.
        BinaryFenBytes: ["binfen_bytes.tsv"] in ["formats"], Rows("bytes\twhat\tverdict\tfen_or_error\t…", format_boards::odd_bytes);
    }
    "variants" {
        /// Positions of a variant with their moves, texts and ends.
        VariantPositions: ["positions.*.jsonl", "few_men.*.jsonl"], JsonLines(variants::position), many "moves";
        /// Games of a variant.
        VariantGames: ["games.*.jsonl"], JsonLines(variants::game), many "plies";
        /// FENs of variants with the verdicts of other readers.
        OddVariantFens: ["odd_fens.tsv"], Rows(variants::ODD_HEADING, variants::odd);
        /// Positions with the sides that cannot win any more.
        VariantMaterial: ["*_material.tsv"],
            Rows("variant\tfen\twhite_insufficient\tblack_insufficient\tprograms\tpython_chess\tshakmaty\tchessops\t…", variants::material);
        /// Games of a variant in PGN, with the list of their moves next to them.
        VariantPgn: ["games.*.pgn"], Whole(variants::pgn), many "moves";
        /// Node counts of variants.
        VariantCounts: ["perft.tsv"], Rows("variant\tmode\tfen\tcounts_from_depth_1", variants::counts);
    }
    "games" {
        /// Positions of games with their halfmove clocks, and whether the material is insufficient.
        Repetition: ["repetition.tsv"], Rows("# file\tgame index\tply\tfen\toccurrences of the position so far\thalfmove clock\tinsufficient material", repetition::compare);
        /// Positions and games with mates, draws, claims, material and lines in SAN, as another library sees them.
        RulesOfGames: ["rules.tsv"] in ["python-chess"], Rows("# fen\tmode\tmoves\tplies\toutcome\tlines\tvariations", rules::compare), many "plies";
        /// Numbers that another library counted in PGN files.
        PgnCounts: ["counts.tsv"], Rows("# file\tgames\tmain-line plies\tvariations\tcomments\tNAGs\terrors\tresults 1-0/0-1/draw/other, as python-chess 1.11.2 reads the file", pgn::counts);
        /// The results of two other readers for odd PGN files.
        PgnVerdicts: ["verdicts.tsv"], Rows("# file\tpython-chess 1.11.2 read_game\tpgn-reader 0.29.0 with shakmaty 0.30.1", pgn::verdicts);
        /// Odd files as people have them, with what must be read of each.
        Stumbles: ["index.tsv"], Rows(stumbles::HEADING, stumbles::compare), many "plies";
        /// Games in PGN, which are read, written, and read again.
        Pgn: ["*.pgn"], Whole(pgn::check), many "plies";
    }
    "moves" {
        /// Moves of chess with their SAN.
        San: ["san_std.tsv"], Rows("# fen\tuci\tsan\tvariant\tcategory", san::compare);
        /// Moves of Chess960 with their SAN.
        San960: ["san_960.tsv"], Rows("# shredder fen\tuci\tsan\tvariant\tcategory", san::compare);
        /// Texts of moves with another library's verdict.
        SanTexts: ["san_parse.tsv"], Rows("# fen\ttext\tuci or !error, as python-chess 1.11.2 reads it", san::text);
        /// Moves as SAN, long algebraic notation and UCI.
        Notations: ["valid_notation_tests.json"], Json(san::check);
    }
    "networks as files" {
        /// Networks, which are read and written again.
        NetworkFiles: ["rnd_*.nnue", "bullet_simple32.bin", "bullet_hm10x64x8.bin"], Whole(networks::check_file);
    }
    "Polyglot" {
        /// The numbers of the Polyglot format.
        PolyglotNumbers: ["random64.txt"], Whole(polyglot::numbers);
        /// Positions with their Polyglot keys.
        PolyglotKeys: ["keys.tsv", "keys_spec.tsv"], Rows("# fen\tpolyglot key", polyglot::key);
        /// An opening book of the Polyglot format.
        PolyglotBook: ["*.bin"], Whole(polyglot::book), many "entries";
    }
    "tables" {
        /// Positions with their values in endgame tables.
        Syzygy: ["vectors.tsv"] in ["syzygy"], Rows("# fen\twdl\tdtz\ttable", syzygy::compare);
    }
    "networks" {
        /// Positions with the active inputs of networks.
        Features: ["features.tsv"] in ["features"], Rows("fen\tset\tperspective\tindices", features::check_active), many "indices";
        /// Moves with the inputs that they turn on and off.
        FeatureDifferences: ["diffs.tsv"] in ["features"], Rows("fen\tmove\tset\tperspective\trefresh\tremoved\tadded", features::check_difference), many "indices";
    }
    "values of networks" {
        /// Positions with the values of networks.
        NetworkValues: ["sf151.tsv", "sf18big.tsv", "sf18small.tsv", "sfdev.tsv"],
            Rows("fen\tchess960\tbucket\tpsqt\tpositional\tvalue", networks::check_board), many "evaluations";
        /// Positions with the values of simple networks.
        SimpleNetworkValues: ["bullet_simple32.tsv", "bullet_hm10x64x8.tsv"],
            Rows("fen\tchess960\tbucket\tsum\tvalue", networks::check_simple), many "evaluations";
        /// Games with the values of networks after each move.
        NetworkGames: ["games_sf151.tsv", "games_sf18big.tsv", "games_sf18small.tsv", "games_sfdev.tsv"],
            Rows("fen\tchess960\tmoves\tpsqt\tpositional", networks::check_game), many "evaluations";
        /// Values of networks, step by step.
        NetworkTraces: ["trace.jsonl"], JsonLines(networks::check_trace);
    }
    "openings" {
        /// Named openings as lines of moves.
        Openings: ["*.tsv"] in ["openings"], Rows("eco\tname\tpgn", openings::compare), many "plies";
    }
    "EPDs" {
        /// Positions with a move and the value of an exchange.
        Exchanges: ["see.epd"], Lines(epd::exchange);
        /// Positions with operations.
        Epd: ["*.epd"] in ["epd"], Lines(epd::compare);
    }
    "node counts" {
        /// A suite of node counts in any format.
        PerftSuite: ["*.epd", "*.txt", "*.perft", "*.jsonl"] in ["perft", "suites"], Whole(perft::check_suite);
    }
}

impl Kind {
    /// Returns all kinds, in the order in which a file is compared with their names.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|entry| entry.kind)
    }

    /// Returns the kind of the file at `path`, or `None` if it is not known.
    ///
    /// The name of the file determines the kind. For some kinds, the name of its directory matters as well.
    pub fn from_path(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let name = name.strip_suffix(".gz").unwrap_or(name);
        let is_here = |directories: &[&str]| directories.is_empty() || is_inside(path, directories);
        let is_called = |entry: &Entry| entry.files.iter().any(|file| fits(file.as_bytes(), name.as_bytes()));
        TABLE.iter().find(|entry| is_called(entry) && is_here(entry.directories)).map(|entry| entry.kind)
    }

    /// Returns the name of the parts of which a record of this kind has many, or `None` if there are no such parts.
    pub fn parts(self) -> Option<&'static str> {
        self.entry().parts.first().copied()
    }

    /// Returns the group of kinds to which this kind belongs: who made the values, or what they are about.
    pub fn group(self) -> &'static str {
        self.entry().group
    }

    /// Returns the names of the files of this kind. `*` stands for any text, and `#` for digits.
    pub fn files(self) -> &'static [&'static str] {
        self.entry().files
    }

    /// Returns the names of the directories in which the files of this kind must be. If there are none, any directory
    /// will do.
    pub fn directories(self) -> &'static [&'static str] {
        self.entry().directories
    }

    pub(crate) fn shape(self) -> Shape {
        self.entry().shape
    }

    fn entry(self) -> &'static Entry {
        &TABLE[self as usize]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text_and_a_hash_for_digits() {
        for (pattern, name, is_fit) in [
            ("*.pgn", "a.pgn", true),
            ("*.pgn", ".pgn", true),
            ("*.pgn", "a.pgn.txt", false),
            ("game_#", "game_12", true),
            ("game_#", "game_", false),
            ("game_#", "game_1a", false),
            ("old_v#_#_as_v6", "old_v3_17_as_v6", true),
            ("old_v#_#", "old_v3_17_as_v6", false),
        ] {
            assert_eq!(fits(pattern.as_bytes(), name.as_bytes()), is_fit, "{pattern} and {name}");
        }
    }

    #[test]
    fn each_kind_is_found_by_its_own_names() {
        for kind in Kind::all() {
            assert_eq!(kind.entry().kind, kind);
            for file in kind.files() {
                let name = file.replace('*', "any").replace('#', "7");
                let path = Path::new(kind.directories().first().unwrap_or(&"anywhere")).join(name);
                assert_eq!(Kind::from_path(&path), Some(kind), "{}", path.display());
            }
        }
        assert_eq!(Kind::from_path(Path::new("elsewhere/vectors.tsv")), None);
        assert_eq!(Kind::from_path(Path::new("perft/perft.jsonl.gz")), Some(Kind::PerftRecords));
    }
}
