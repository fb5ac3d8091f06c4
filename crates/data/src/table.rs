//! The table of formats: the rows of all codecs ([`FORMATS`]), and the rows that a program adds. A format is found by its
//! name, by the extension of a file or by the first bytes of a file.
//!
//! ```
//! use gardez_data::table;
//! use gardez_formats::{binpack, bullet_text};
//!
//! assert_eq!(table::named("binpack"), Some(binpack::FORMAT));
//! assert_eq!(table::of_path("games/a.bullet.txt.gz".as_ref()), Some(bullet_text::FORMAT));
//! assert_eq!(table::detect(b"BINP\x22\0\0\0"), Some(binpack::FORMAT));
//! assert!(table::help().starts_with("  binpack      Stockfish's .binpack\n"));
//! ```

use std::path::Path;
use std::sync::{PoisonError, RwLock};

use gardez_formats::{Format, FormatRow};
use gardez_formats::{bin, binpack, bullet, bullet_text, chess_library, marlin, monty, packed_board, plain, viri};
use gardez_types::errors;

#[cfg(feature = "lc0")]
pub use crate::chunk::{LC0_V6, LC0_V7};
pub use crate::columns::{BAG, CSV, EPD, FEN_BOOK, JSONL};
pub use crate::pgn::PGN;

/// The formats of this crate and of `gardez-formats`, in the order of help texts.
pub static FORMATS: &[Format] = &[
    binpack::FORMAT,
    bin::FORMAT,
    plain::FORMAT,
    bullet::FORMAT,
    bullet_text::FORMAT,
    marlin::FORMAT,
    viri::FORMAT,
    monty::FORMAT,
    chess_library::FORMAT,
    packed_board::FORMAT,
    #[cfg(feature = "lc0")]
    LC0_V6,
    #[cfg(feature = "lc0")]
    LC0_V7,
    PGN,
    monty::POLICY_FORMAT,
    JSONL,
    CSV,
    EPD,
    FEN_BOOK,
    BAG,
];

static REGISTERED: RwLock<Vec<Format>> = RwLock::new(Vec::new());

/// Adds a format to the end of the table, for as long as the program runs.
///
/// # Errors
///
/// Returns an error if the row has no extension, or one that another format has.
pub fn register(row: &'static FormatRow) -> Result<Format, RegisterError> {
    let format = Format::new(row);
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    if row.extensions.is_empty() {
        return Err(RegisterError::NoExtension { name: row.name });
    }
    for known in FORMATS.iter().chain(&*registered) {
        if let Some(&extension) = row.extensions.iter().find(|extension| known.extensions().contains(extension)) {
            return Err(RegisterError::Taken { extension, format: *known });
        }
    }
    registered.push(format);
    Ok(format)
}

errors! {
    /// The reason a format cannot be added to the table.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum RegisterError {
        NoExtension { name: &'static str } = "no-extension", "{name} has no extension";
        Taken { extension: &'static str, format: Format } = "taken", "{extension} already is an extension of {format}";
    }
}

/// Returns all formats: [`FORMATS`], then the [registered](register) ones.
pub fn formats() -> Vec<Format> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    FORMATS.iter().chain(&*registered).copied().collect()
}

/// Returns the format with this name, which is one of its extensions.
pub fn named(name: &str) -> Option<Format> {
    formats().into_iter().find(|format| format.extensions().contains(&name))
}

/// Returns the names of all formats for messages, such as `bin, plain`.
pub fn names() -> String {
    formats().iter().map(|format| format.extension()).collect::<Vec<_>>().join(", ")
}

/// Returns the format that the name of a file means, with `.gz` or `.zst` after its extension or without.
pub fn of_path(path: &Path) -> Option<Format> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(name);
    formats().into_iter().find(|format| format.has_name(name))
}

/// Returns the format of a file that is named like this one and begins with these bytes: viriformat for a `.binpack` without
/// its mark. The examples of bullet call their files so.
pub(crate) fn by_content(named: Format, front: &[u8]) -> Format {
    let [binpack, viri] = [binpack::FORMAT, viri::FORMAT];
    if named == binpack && !(binpack.row().fits)(front) && (viri.row().fits)(front) { viri } else { named }
}

/// Returns the format that the first few kilobytes of an input look like, if only one does.
///
/// `.binpack` has a mark, training records have a version, and the text formats have words. Most others fit if some
/// entries can be read strictly and nothing else follows. Packed boards of 24 bytes are never found: nearly all bytes
/// fit them.
pub fn detect(bytes: &[u8]) -> Option<Format> {
    let mut fitting = formats().into_iter().filter(|format| (format.row().fits)(bytes));
    match (fitting.next(), fitting.next()) {
        (only, None) => only,
        _ => None,
    }
}

/// Returns the list of all formats for a help text, without a line end after the last.
pub fn help() -> String {
    let line = |format: &Format| {
        format!("  {:<12} {}", format.extension(), format.row().about.replace('\n', &format!("\n{:15}", "")))
    };
    formats().iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use gardez_formats::{Entry, SideToMove, Wdl, White, WriteEntries};
    use gardez_position::Board;

    use super::*;

    #[test]
    fn records_of_the_same_size_look_like_their_own_format() {
        let mut board = Board::start();
        let (mut marlin, mut bullet) = (marlin::Writer::new(Vec::new()), bullet::Writer::new(Vec::new()));
        let mut bin = bin::Writer::new(Vec::new());
        for index in 0..40 {
            let legal = board.legal_moves();
            let mv = legal[7 * index % legal.len()];
            let entry = Entry::<SideToMove>::new(board, Some(mv), index as i16, Wdl::Win);
            marlin.write_entry(&Entry::<White>::new(board, None, index as i16, Wdl::Win)).expect("fits");
            bullet.write_entry(&entry).expect("fits");
            bin.write_entry(&entry).expect("fits");
            board.do_move(mv);
        }
        assert_eq!(detect(&marlin.finish().expect("a Vec")), Some(marlin::FORMAT));
        assert_eq!(detect(&bullet.finish().expect("a Vec")), Some(bullet::FORMAT));
        assert_eq!(detect(&bin.finish().expect("a Vec")), Some(bin::FORMAT));
    }

    #[test]
    #[cfg(feature = "lc0")]
    fn training_records_are_known_by_their_version_and_their_probabilities() {
        for (version, format, found) in [
            (3, None, Some(LC0_V6)),
            (5, Some(133), Some(LC0_V6)),
            (6, Some(1), Some(LC0_V6)),
            (7, Some(3), Some(LC0_V7)),
            (6, Some(6), None),
            (8, Some(1), None),
        ] {
            let words = [version].into_iter().chain(format);
            let mut bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
            for probability in [-1.0_f32, 0.25, -1.0, 1.0].into_iter().cycle().take(900) {
                bytes.extend(probability.to_le_bytes());
            }
            assert_eq!(detect(&bytes), found, "version {version}");
            let last = bytes.len() - 4;
            bytes[last..].copy_from_slice(&2.0_f32.to_le_bytes());
            assert_eq!(detect(&bytes), None, "version {version}");
        }
    }

    #[test]
    fn a_row_without_a_name_of_its_own_is_refused() {
        static NAMELESS: FormatRow = FormatRow::new("nameless", &[], "");
        static TAKEN: FormatRow = FormatRow::new("another", &["another", "bin"], "");
        assert_eq!(register(&NAMELESS).map_err(|error| error.to_string()), Err("nameless has no extension".to_owned()));
        let error = register(&TAKEN).expect_err("the extension is that of another format");
        assert_eq!(error.to_string(), "bin already is an extension of .bin");
        assert_eq!(formats(), FORMATS);
    }
}
