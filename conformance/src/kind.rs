//! The kinds of files, and the names by which they are recognized.

use std::path::Path;

use crate::findings::Findings;
use crate::json::Node;
use crate::kinds::{
    attacks, display, endgame_codes, fen, flip, games, lc0, notation, opinions, perft, polyglot, positions,
    pseudo_legal, repetition, syzygy, tables, zobrist,
};
use crate::{Outcome, kinds::Row};

/// A kind of file whose values can be compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Positions with state and moves.
    Positions,
    /// The same for positions that cannot arise in a game.
    UnreachablePositions,
    /// Numbers, each with whether it is a pseudo-legal move and a legal one.
    PseudoLegal,
    /// Games, ply by ply.
    Games,
    /// FENs and the positions that they describe.
    Fen,
    /// FENs that must be refused.
    UndefinedFen,
    /// Node counts as JSON lines.
    PerftRecords,
    /// Attackers and attacked squares.
    Attacks,
    /// Positions with the colors exchanged.
    Flip,
    /// The text of the board display.
    Display,
    /// Positions from codes such as KBPKN.
    EndgameCodes,
    /// The key tables.
    Zobrist,
    /// Attack and line tables.
    Tables,
    /// A suite of node counts in any format.
    PerftSuite,
    /// Boards of lc0 with moves and attacks.
    Lc0Boards,
    /// Histories as input planes.
    Lc0Encodings,
    /// FENs as lc0 reads them.
    Lc0Fens,
    /// Games with lc0's repetitions and results.
    Lc0Histories,
    /// Moves as lc0 reads them.
    Lc0ParseMoves,
    /// Sets of squares with their symmetries.
    Lc0Bitboards,
    /// The list of policy moves under all transforms.
    Lc0PolicyMap,
    /// Legal moves with their policy indices.
    Lc0PolicyPositions,
    /// The maps of both policy heads.
    Lc0HeadMaps,
    /// The values that lc0's own unit tests expect.
    Lc0PeerTests,
    /// The games that lc0's reader of opening books reads from PGN files.
    Lc0Pgn,
    /// Games as training records.
    Lc0Training,
    /// A file of training records.
    Lc0Chunk,
    /// The numbers of the Polyglot format.
    PolyglotNumbers,
    /// Positions with their Polyglot keys.
    PolyglotKeys,
    /// Positions of games with their halfmove clocks, and whether the material is insufficient.
    Repetition,
    /// Damaged FENs with another library's verdict and normal forms.
    MutatedFens,
    /// FENs with another library's verdict.
    ValidatedFens,
    /// FENs made to break readers, with their author's verdict.
    DestructionTest,
    /// Positions with their values in endgame tables.
    Syzygy,
    /// Moves of chess with their SAN.
    San,
    /// Moves of Chess960 with their SAN.
    San960,
    /// Texts of moves with another library's verdict.
    SanTexts,
    /// Moves as SAN, long algebraic notation and UCI.
    Notations,
    /// Games in PGN, which are read, written, and read again.
    Pgn,
    /// Numbers that another library counted in PGN files.
    PgnCounts,
    /// The results of two other readers for odd PGN files.
    PgnVerdicts,
    /// Named openings as lines of moves.
    Openings,
    /// Positions with operations.
    Epd,
    /// Positions with a move and the value of an exchange.
    Exchanges,
    /// An opening book of the Polyglot format.
    PolyglotBook,
}

/// The layout of the records of a file, and the function that compares one.
pub(crate) enum Shape {
    /// A JSON object in each line.
    JsonLines(fn(&mut Findings<'_>, &Node<'_>) -> Outcome),
    /// One JSON object.
    Json(fn(&mut Findings<'_>, &Node<'_>) -> Outcome),
    /// A row in each line.
    Rows(&'static Table),
    /// A perft suite.
    Suite,
    /// Another layout. The function starts the records itself. Its text argument is the name of the file.
    Whole(fn(&mut Findings<'_>, &str, &[u8]) -> Outcome),
}

/// A file of rows.
pub(crate) struct Table {
    /// The content of the first line.
    pub(crate) first_line: FirstLine,
    /// Whether blank lines, and lines that contain only NUL bytes, are skipped.
    pub(crate) skips_blank_lines: bool,
    /// The number of rows that the file must have, if it is known.
    pub(crate) rows: Option<u64>,
    /// Compares a row.
    pub(crate) compare: fn(&mut Findings<'_>, &Row<'_>) -> Outcome,
}

/// The content of the first line of a file of rows.
pub(crate) enum FirstLine {
    /// A row like any other line.
    Row,
    /// A remark after `# `.
    Remark,
    /// The names of the columns after `# `.
    Columns(&'static [&'static str]),
}

impl Kind {
    /// Returns the kind of the file at `path`, or `None` if it is not known.
    ///
    /// The name of the file determines the kind. For some kinds, the name of its directory matters as well.
    pub fn from_path(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let is_suite = |name: &str| [".epd", ".txt", ".perft", ".jsonl"].iter().any(|end| name.ends_with(end));
        Some(match name.strip_suffix(".gz").unwrap_or(name) {
            "positions.jsonl" => Self::Positions,
            "positions_unreachable.jsonl" => Self::UnreachablePositions,
            "pseudo_legal.jsonl" => Self::PseudoLegal,
            "games.jsonl" => Self::Games,
            "fen.jsonl" => Self::Fen,
            "fen_undefined.jsonl" => Self::UndefinedFen,
            "perft.jsonl" => Self::PerftRecords,
            "attacks.jsonl" => Self::Attacks,
            "flip.jsonl" => Self::Flip,
            "display.jsonl" => Self::Display,
            "endgame_codes.jsonl" => Self::EndgameCodes,
            "zobrist.json" => Self::Zobrist,
            "tables.json" => Self::Tables,
            "random64.txt" => Self::PolyglotNumbers,
            "keys.tsv" | "keys_spec.tsv" => Self::PolyglotKeys,
            "repetition.tsv" => Self::Repetition,
            "mutated.tsv" => Self::MutatedFens,
            "chessjs-validate.tsv" => Self::ValidatedFens,
            "destruction-test.epd" => Self::DestructionTest,
            "vectors.tsv" if is_inside(path, "syzygy") => Self::Syzygy,
            "san_std.tsv" => Self::San,
            "san_960.tsv" => Self::San960,
            "san_parse.tsv" => Self::SanTexts,
            "valid_notation_tests.json" => Self::Notations,
            "counts.tsv" => Self::PgnCounts,
            "verdicts.tsv" => Self::PgnVerdicts,
            "see.epd" => Self::Exchanges,
            name if name.ends_with(".pgn") => Self::Pgn,
            name if name.ends_with(".bin") => Self::PolyglotBook,
            name if name.ends_with(".tsv") && is_inside(path, "openings") => Self::Openings,
            name if name.ends_with(".epd") && is_inside(path, "epd") => Self::Epd,
            "boards.jsonl" => Self::Lc0Boards,
            "encodings.jsonl" => Self::Lc0Encodings,
            "fens.jsonl" => Self::Lc0Fens,
            "histories.jsonl" => Self::Lc0Histories,
            "parse_moves.jsonl" => Self::Lc0ParseMoves,
            "bitboards.json" => Self::Lc0Bitboards,
            "policy_map.json" => Self::Lc0PolicyMap,
            "policy_positions.jsonl" => Self::Lc0PolicyPositions,
            "policy_head_maps.json" => Self::Lc0HeadMaps,
            "peer_tests.json" => Self::Lc0PeerTests,
            "pgn.json" => Self::Lc0Pgn,
            "training.jsonl" => Self::Lc0Training,
            name if lc0::chunks::is_chunk(name) && path.parent().is_some_and(|parent| parent.ends_with("training")) => {
                Self::Lc0Chunk
            }
            name if is_suite(name) && path.parent().is_some_and(is_place_of_suites) => Self::PerftSuite,
            _ => return None,
        })
    }

    /// The name of the parts of which a record of this kind has many, or `None` if there are no such parts.
    pub const fn parts(self) -> Option<&'static str> {
        match self {
            Self::Positions | Self::UnreachablePositions => Some("moves"),
            Self::Games => Some("plies"),
            Self::PseudoLegal => Some("numbers"),
            Self::Pgn | Self::Openings => Some("plies"),
            Self::PolyglotBook => Some("entries"),
            Self::Lc0Boards | Self::Lc0PolicyPositions => Some("moves"),
            Self::Lc0Histories => Some("plies"),
            Self::Lc0Encodings => Some("encodings"),
            Self::Lc0Pgn => Some("cases"),
            _ => None,
        }
    }

    pub(crate) const fn shape(self) -> Shape {
        match self {
            Self::Positions => Shape::JsonLines(positions::check),
            Self::UnreachablePositions => Shape::JsonLines(positions::check_unreachable),
            Self::PseudoLegal => Shape::JsonLines(pseudo_legal::check),
            Self::Games => Shape::JsonLines(games::check),
            Self::Fen => Shape::JsonLines(fen::check),
            Self::UndefinedFen => Shape::JsonLines(fen::check_undefined),
            Self::PerftRecords => Shape::JsonLines(perft::check),
            Self::Attacks => Shape::JsonLines(attacks::check),
            Self::Flip => Shape::JsonLines(flip::check),
            Self::Display => Shape::JsonLines(display::check),
            Self::EndgameCodes => Shape::JsonLines(endgame_codes::check),
            Self::Zobrist => Shape::Json(zobrist::check),
            Self::Tables => Shape::Json(tables::check),
            Self::PerftSuite => Shape::Suite,
            Self::Lc0Boards => Shape::JsonLines(lc0::boards::check),
            Self::Lc0Encodings => Shape::JsonLines(lc0::encodings::check),
            Self::Lc0Fens => Shape::JsonLines(lc0::fens::check),
            Self::Lc0Histories => Shape::JsonLines(lc0::histories::check),
            Self::Lc0ParseMoves => Shape::JsonLines(lc0::parse_moves::check),
            Self::Lc0Bitboards => Shape::Json(lc0::bitboards::check),
            Self::Lc0PolicyMap => Shape::Json(lc0::policy::check_map),
            Self::Lc0PolicyPositions => Shape::JsonLines(lc0::policy::check_position),
            Self::Lc0HeadMaps => Shape::Json(lc0::policy::check_head_maps),
            Self::Lc0PeerTests => Shape::Json(lc0::peer_tests::check),
            Self::Lc0Pgn => Shape::Json(lc0::pgn::check),
            Self::Lc0Training => Shape::JsonLines(lc0::training::check),
            Self::Lc0Chunk => Shape::Whole(lc0::chunks::check),
            Self::PolyglotNumbers => Shape::Rows(&polyglot::NUMBERS),
            Self::PolyglotKeys => Shape::Rows(&polyglot::KEYS),
            Self::Repetition => Shape::Rows(&repetition::TABLE),
            Self::MutatedFens => Shape::Rows(&opinions::MUTATED),
            Self::ValidatedFens => Shape::Rows(&opinions::VALIDATED),
            Self::DestructionTest => Shape::Rows(&opinions::DESTRUCTION_TEST),
            Self::Syzygy => Shape::Rows(&syzygy::TABLE),
            Self::San => Shape::Rows(&notation::san::STANDARD),
            Self::San960 => Shape::Rows(&notation::san::CHESS960),
            Self::SanTexts => Shape::Rows(&notation::san::TEXTS),
            Self::Notations => Shape::Json(notation::san::check),
            Self::Pgn => Shape::Whole(notation::pgn::check),
            Self::PgnCounts => Shape::Rows(&notation::counts::TABLE),
            Self::PgnVerdicts => Shape::Rows(&notation::verdicts::TABLE),
            Self::Openings => Shape::Rows(&notation::openings::TABLE),
            Self::Epd => Shape::Rows(&notation::epd::TABLE),
            Self::Exchanges => Shape::Rows(&notation::epd::EXCHANGES),
            Self::PolyglotBook => Shape::Whole(notation::book::check),
        }
    }
}

/// Whether a file is in a directory of this name.
fn is_inside(path: &Path, name: &str) -> bool {
    path.parent().is_some_and(|directory| is_called(directory, &[name]))
}

/// Whether the text files in a directory are suites of node counts.
fn is_place_of_suites(directory: &Path) -> bool {
    is_called(directory, &["perft", "suites"])
}

fn is_called(directory: &Path, names: &[&str]) -> bool {
    // A relative path such as `.` does not contain the name of the directory.
    let whole = directory.canonicalize();
    let name = whole.as_deref().unwrap_or(directory).file_name();
    name.is_some_and(|name| names.iter().any(|&known| name == known))
}
