//! The kinds of errors: [docs/json.md](../../../docs/json.md) lists all of them.
//!
//! `GARDEZ_RENEW=1 cargo test -p gardez --all-features --test it error_kinds` writes the table again.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use gardez::lc0::training::Rule;

/// The error types with own kinds: the path in `gardez` and the kinds.
macro_rules! kinds {
    ($($($path:ident)::+),+ $(,)?) => {
        vec![$((stringify!($($path)::+).replace(' ', ""), gardez::$($path)::+::KINDS.to_vec())),+]
    };
}

/// The types that are declared by `errors!`.
fn tables() -> Vec<(String, Vec<&'static str>)> {
    kinds![
        count::CheckpointErrorKind,
        count::FrontierError,
        data::ConversionError,
        data::FilterTextError,
        data::GameTextError,
        data::RescoreOptionError,
        data::SortError,
        data::UnfitGameError,
        data::chunk::GameConversionError,
        data::files::OpenError,
        data::loader::ChunkProblem,
        data::loader::EntryFileError,
        data::loader::LoaderError,
        data::loader::RecordProblem,
        data::loader::StateError,
        data::table::RegisterError,
        formats::FormatErrorKind,
        formats::Unrepresentable,
        formats::NegationError,
        formats::ReadError,
        formats::WriteError,
        lc0::DecodeError,
        lc0::FenErrorKind,
        lc0::LengthError,
        lc0::ParseMoveError,
        lc0::UnknownNumberError,
        lc0::training::ArchiveError,
        lc0::training::ReadError,
        lc0::training::RecordErrorKind,
        lc0::training::UnlistedMoveError,
        nnue::NetworkError,
        nnue::features::FeatureSetsError,
        notation::epd::EpdErrorKind,
        notation::epd::EpdProblemKind,
        notation::epd::ValueError,
        notation::pgn::DecompressErrorKind,
        notation::pgn::GameError,
        notation::pgn::ProblemKind,
        notation::pgn::TimeControlErrorKind,
        notation::polyglot::BookError,
        notation::san::SanError,
        notation::san::VariationErrorKind,
        perft::suite::SuiteErrorKind,
        position::BoardError,
        position::EndgameCodeError,
        position::FenErrorKind,
        position::FindMoveError,
        position::IllegalMoveError,
        position::PackError,
        position::UnknownProblemError,
        syzygy::MaterialError,
        syzygy::OpenError,
        syzygy::ProbeError,
        syzygy::TableErrorKind,
        types::ParseError,
        uci::LineErrorKind,
        uci::OptionError,
        uci::TextError,
        uci::process::EngineError,
        variants::FreeFenErrorKind,
        variants::FreeSanError,
        variants::IllegalReason,
        variants::IllegalVariantMoveError,
        variants::SanError,
        variants::SetupError,
        variants::UciError,
        variants::UnknownVariantError,
        variants::VariantFenErrorKind,
    ]
}

fn all() -> Vec<(String, Vec<&'static str>)> {
    let mut all = tables();
    all.extend(kinds![data::UnanswerableError]);
    all.push(("lc0::training::BrokenRule".into(), Rule::ALL.iter().map(|rule| rule.name()).collect()));
    // It is generic, and written by hand.
    all.push(("notation::pgn::ReadError".into(), vec!["source", "stopped"]));
    all.sort();
    all
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/gardez is in the workspace").into()
}

#[test]
fn the_documentation_lists_the_kinds_of_all_errors() {
    let mut table = "| error | kinds |\n|---|---|\n".to_owned();
    for (name, kinds) in all() {
        writeln!(table, "| `{name}` | `{}` |", kinds.join("`, `")).expect("a string takes all");
    }
    let path = root().join("docs/json.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (head, rest) = page.split_once("| error | kinds |\n").expect("the page has the table");
    let tail = rest.split_once("\n\n").map_or("", |(_, tail)| tail);
    let renewed = if tail.is_empty() { format!("{head}{table}") } else { format!("{head}{table}\n{tail}") };
    if std::env::var_os("GARDEZ_RENEW").is_some() {
        fs::write(&path, renewed).expect("the page can be written");
    } else {
        assert!(page == renewed, "docs/json.md: `GARDEZ_RENEW=1` renews the kinds of errors");
    }
}

#[test]
fn every_error_type_of_the_libraries_is_in_the_list() {
    let mut declared = Vec::new();
    let mut directories = vec![root().join("crates")];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("an entry").path()) {
            if entry.is_dir() {
                directories.push(entry);
                continue;
            }
            let is_source = entry.extension().is_some_and(|extension| extension == "rs");
            let text = if is_source { fs::read_to_string(&entry).expect("a source") } else { String::new() };
            for table in text.split("\nerrors! {\n").skip(1) {
                let table = table.split("\n}\n").next().unwrap_or(table);
                for item in table.split("\n    pub ").skip(1) {
                    let name = item.split(|c: char| !c.is_alphanumeric()).nth(1).expect("enum or struct, and a name");
                    // A type whose kinds are all those of other errors has no list.
                    if item.contains(" = \"") {
                        declared.push(name.to_owned());
                    }
                }
            }
        }
    }
    let mut listed: Vec<_> =
        tables().iter().filter_map(|(path, _)| Some(path.rsplit("::").next()?.to_owned())).collect();
    declared.sort();
    listed.sort();
    assert_eq!(declared, listed);
}
