//! Files of packed positions and games: which format they have, readers, and writers.

mod chunks;
mod damage;
mod files;
mod games;
mod inputs;
mod places;
mod report;
mod source;

pub(crate) use chunks::games as chunk_games;
pub(crate) use damage::Damage;
pub(crate) use files::{OnNegation, misfit};
pub(crate) use inputs::{Input, Inputs};
pub(crate) use places::{Place, places};
pub(crate) use source::Source;

use std::path::Path;

use gardez_formats::Format;

/// The formats that can be read, in the order of the help. All but the last one can be written.
const FORMATS: [Format; 14] = [
    Format::Binpack,
    Format::Bin,
    Format::Plain,
    Format::Bullet,
    Format::BulletText,
    Format::Marlin,
    Format::Viri,
    Format::MontyValue,
    Format::ChessLibrary,
    Format::PackedBoard,
    Format::Lc0V6,
    Format::Lc0V7,
    Format::Pgn,
    Format::MontyPolicy,
];

/// The part of a help text that lists the formats.
pub(crate) const FORMATS_HELP: &str = "\
Formats, by the extension of a file or by --from and --to:
  binpack      Stockfish's .binpack
  bin          Stockfish's .bin
  plain        Stockfish's plain text
  bullet       bulletformat
  bullet.txt   the text form of bulletformat: FEN | score | result
  marlin       marlinformat
  viri         viriformat, whole games
  montyvalue   montyformat, value games
  clib24       chess-library's 24 bytes: boards only
  packed       packed boards, 24 bytes: boards only
  v6           lc0's training records, one game or several. A directory of
               such files is an input or an output, a tar of them an input
  v7           the same, of version 7
  pgn          games with [%eval] comments
  monty        montyformat, policy games without visits; can only be read";

/// Returns the extensions of all formats.
pub(crate) fn extensions() -> impl Iterator<Item = &'static str> {
    FORMATS.into_iter().flat_map(|format| format.extensions().iter().copied())
}

/// Reads the name of a format, which is one of its extensions.
pub(crate) fn format(name: &str) -> Result<Format, String> {
    let found = FORMATS.into_iter().find(|format| format.extensions().contains(&name));
    found.ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|format| format.extensions()[0]).collect();
        format!("expected one of {}", names.join(", "))
    })
}

/// Returns the format that the name of a file means, packed or not.
pub(crate) fn from_path(path: &Path) -> Option<Format> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(name);
    Format::from_file_name(name).filter(|format| FORMATS.contains(format))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_of_a_packed_file_is_known() {
        assert_eq!(from_path(Path::new("a/b.bullet.txt.gz")), Some(Format::BulletText));
        assert_eq!(from_path(Path::new("b.binpack.zst")), Some(Format::Binpack));
        assert_eq!(from_path(Path::new("game.v6.gz")), Some(Format::Lc0V6));
        assert_eq!(from_path(Path::new("game_000000.gz")), None);
        assert_eq!(from_path(Path::new("b.txt")), None);
        assert_eq!(from_path(Path::new("-")), None);
    }

    #[test]
    fn every_format_that_says_where_it_ends_is_read() {
        let unknown: Vec<Format> = Format::ALL.into_iter().filter(|format| !FORMATS.contains(format)).collect();
        assert_eq!(unknown, [Format::BinaryFen]);
    }

    #[test]
    fn the_help_lists_every_format() {
        for known in FORMATS {
            assert!(FORMATS_HELP.contains(&format!("\n  {} ", known.extensions()[0])), "{known}");
            assert_eq!(format(known.extensions()[0]), Ok(known));
        }
        assert!(format("png").is_err_and(|error| error.starts_with("expected one of binpack, bin, plain")));
    }
}
