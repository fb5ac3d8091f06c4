//! The formats by name.

use core::fmt;

/// A format of positions or games.
///
/// `Display` writes the [name](Format::name).
///
/// ```
/// use gardez_formats::Format;
///
/// assert_eq!(Format::from_file_name("test80.binpack"), Some(Format::Binpack));
/// assert_eq!(Format::Binpack.to_string(), ".binpack");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// bulletformat: `ChessBoard`, 32 bytes a position, seen by the side to move.
    Bullet,
    /// The text form of bulletformat: `FEN | score | result`.
    BulletText,
    /// marlinformat: `PackedBoard`, 32 bytes a position.
    Marlin,
    /// viriformat: games, each a marlinformat entry and four bytes a move.
    Viri,
    /// Stockfish's `.bin`: `PackedSfenValue`, 40 bytes a position with its move.
    Bin,
    /// Stockfish's `.binpack`: chains of positions in chunks.
    Binpack,
    /// Stockfish's plain text: six lines a position.
    Plain,
    /// montyformat, value games.
    MontyValue,
    /// montyformat, policy games.
    MontyPolicy,
    /// The binary FEN of Lichess.
    BinaryFen,
    /// Changes the 24 bytes of chess-library.
    ChessLibrary,
    /// [`PackedBoard`](gardez_position::PackedBoard): the canonical 24 bytes of Gardez.
    PackedBoard,
    /// PGN. The crate `gardez-notation` reads it; the module `convert` of `gardez` makes entries of it.
    Pgn,
    /// Training records of lc0, of versions 3 to 6. The crate `gardez-lc0` reads and writes them; the module `convert`
    /// of `gardez` makes entries of them.
    Lc0V6,
    /// Training records of lc0, of version 7.
    Lc0V7,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 15] = [
        Self::Bullet,
        Self::BulletText,
        Self::Marlin,
        Self::Viri,
        Self::Bin,
        Self::Binpack,
        Self::Plain,
        Self::MontyValue,
        Self::MontyPolicy,
        Self::BinaryFen,
        Self::ChessLibrary,
        Self::PackedBoard,
        Self::Pgn,
        Self::Lc0V6,
        Self::Lc0V7,
    ];

    /// Returns the name of the format, as its users call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bullet => "bulletformat",
            Self::BulletText => "bulletformat text",
            Self::Marlin => "marlinformat",
            Self::Viri => "viriformat",
            Self::Bin => ".bin",
            Self::Binpack => ".binpack",
            Self::Plain => "plain text",
            Self::MontyValue => "montyformat value",
            Self::MontyPolicy => "montyformat policy",
            Self::BinaryFen => "binary FEN",
            Self::ChessLibrary => "chess-library's 24 bytes",
            Self::PackedBoard => "packed boards",
            Self::Pgn => "PGN",
            Self::Lc0V6 => "lc0's records",
            Self::Lc0V7 => "lc0's records of version 7",
        }
    }

    /// Returns the extensions of file names that mean this format, the usual one first.
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Bullet => &["bullet"],
            Self::BulletText => &["bullet.txt"],
            Self::Marlin => &["marlin", "marlinformat"],
            Self::Viri => &["viri", "vf", "viriformat"],
            Self::Bin => &["bin"],
            Self::Binpack => &["binpack"],
            Self::Plain => &["plain"],
            Self::MontyValue => &["montyvalue"],
            Self::MontyPolicy => &["monty"],
            Self::BinaryFen => &["binfen"],
            Self::ChessLibrary => &["clib24"],
            Self::PackedBoard => &["packed"],
            Self::Pgn => &["pgn"],
            Self::Lc0V6 => &["v6", "chunk"],
            Self::Lc0V7 => &["v7"],
        }
    }

    /// Returns `true` if files of the format are text.
    pub const fn is_text(self) -> bool {
        match self {
            Self::BulletText | Self::Plain | Self::Pgn => true,
            Self::Bullet
            | Self::Marlin
            | Self::Viri
            | Self::Bin
            | Self::Binpack
            | Self::MontyValue
            | Self::MontyPolicy
            | Self::BinaryFen
            | Self::ChessLibrary
            | Self::PackedBoard
            | Self::Lc0V6
            | Self::Lc0V7 => false,
        }
    }

    /// Returns the number of bytes of an entry, if all entries have the same and can be read by themselves.
    ///
    /// ```
    /// use gardez_formats::Format;
    ///
    /// assert_eq!(Format::Bin.record_size(), Some(40));
    /// assert_eq!(Format::Binpack.record_size(), None);
    /// ```
    pub const fn record_size(self) -> Option<usize> {
        match self {
            Self::Bullet | Self::Marlin => Some(32),
            Self::Bin => Some(40),
            Self::ChessLibrary | Self::PackedBoard => Some(24),
            Self::BulletText
            | Self::Viri
            | Self::Binpack
            | Self::Plain
            | Self::MontyValue
            | Self::MontyPolicy
            | Self::BinaryFen
            | Self::Pgn
            | Self::Lc0V6
            | Self::Lc0V7 => None,
        }
    }

    /// Returns about how many bytes of a file an entry needs, so that the numbers of entries of files can be compared.
    /// lc0's records are usually compressed.
    pub const fn typical_entry_size(self) -> usize {
        match self {
            Self::Binpack => 3,
            Self::Viri | Self::MontyValue => 4,
            Self::Pgn => 8,
            Self::BinaryFen => 21,
            Self::ChessLibrary | Self::PackedBoard => 24,
            Self::Bullet | Self::Marlin | Self::Bin => 32,
            Self::MontyPolicy => 35,
            Self::BulletText => 60,
            Self::Plain => 120,
            Self::Lc0V6 | Self::Lc0V7 => 256,
        }
    }

    /// Returns the format that the extension of a file name means.
    ///
    /// ```
    /// use gardez_formats::Format;
    ///
    /// assert_eq!(Format::from_file_name("games/a.bullet.txt"), Some(Format::BulletText));
    /// assert_eq!(Format::from_file_name("a.txt"), None);
    /// ```
    pub fn from_file_name(name: &str) -> Option<Self> {
        let has = |extension: &str| name.strip_suffix(extension).is_some_and(|stem| stem.ends_with('.'));
        Self::ALL.into_iter().find(|format| format.extensions().iter().any(|extension| has(extension)))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
