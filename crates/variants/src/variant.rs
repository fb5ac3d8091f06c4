//! The variants, and the names that sites and programs give them.

use core::fmt;
use core::str::FromStr;

use gardez_types::errors;

/// A variant of chess.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Variant {
    /// Chess and Chess960.
    Chess,
    /// Captured pieces change their color and can be dropped.
    Crazyhouse,
    /// Captures are forced, and the side that loses everything wins.
    Antichess,
    /// Captures explode.
    Atomic,
    /// The third check wins.
    ThreeCheck,
    /// A king in the center wins.
    KingOfTheHill,
    /// A king on the eighth rank wins, and giving check is illegal.
    RacingKings,
    /// Pawns without a king against pieces.
    Horde,
}

/// The rules and texts to use where Lichess differs from the libraries python-chess, shakmaty and chessops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// The rules of Lichess; pockets as a ninth rank (`/Qn`), and the checks that were given at the end (`+0+0`).
    #[default]
    Lichess,
    /// The common rules of the libraries; pockets in brackets (`[Qn]`), and the checks that are left before the
    /// counters (`3+3`).
    Libraries,
}

errors! {
    /// The reason a text is not the name of a variant.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct UnknownVariantError = "unknown-variant", "not the name of a known variant";
}

/// The names of one variant.
struct Names {
    key: &'static str,
    title: &'static str,
    short: &'static str,
    uci: &'static str,
    lichess_id: u8,
    /// Other spellings, without capitals, spaces and hyphens.
    others: &'static [&'static str],
}

const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl Variant {
    /// All variants.
    pub const ALL: [Self; 8] = [
        Self::Chess,
        Self::Crazyhouse,
        Self::Antichess,
        Self::Atomic,
        Self::ThreeCheck,
        Self::KingOfTheHill,
        Self::RacingKings,
        Self::Horde,
    ];

    const fn names(self) -> Names {
        let (key, title, short, uci, lichess_id, others): (_, _, _, _, _, &[_]) = match self {
            Self::Chess => (
                "standard",
                "Standard",
                "Std",
                "chess",
                1,
                &[
                    "chess960",
                    "960",
                    "frc",
                    "fischerandom",
                    "fischerrandom",
                    "fromposition",
                    "normal",
                    "classical",
                    "wildfr",
                ],
            ),
            Self::Crazyhouse => ("crazyhouse", "Crazyhouse", "Crazy", "crazyhouse", 10, &["house", "zh"]),
            Self::Antichess => ("antichess", "Antichess", "Anti", "antichess", 6, &[]),
            Self::Atomic => ("atomic", "Atomic", "Atom", "atomic", 7, &["atomicchess"]),
            Self::ThreeCheck => {
                ("threeCheck", "Three-check", "3check", "3check", 5, &["threecheckchess", "3checkchess"])
            }
            Self::KingOfTheHill => ("kingOfTheHill", "King of the Hill", "KotH", "kingofthehill", 4, &[]),
            Self::RacingKings => ("racingKings", "Racing Kings", "Racing", "racingkings", 9, &["race"]),
            Self::Horde => ("horde", "Horde", "Horde", "horde", 8, &["hordechess"]),
        };
        Names { key, title, short, uci, lichess_id, others }
    }

    /// Returns Lichess's key, such as `threeCheck`.
    pub const fn key(self) -> &'static str {
        self.names().key
    }

    /// Returns the name as Lichess and the tag `Variant` of a PGN have it, such as `Three-check`.
    pub const fn title(self) -> &'static str {
        self.names().title
    }

    /// Returns Lichess's short name, such as `3check`.
    pub const fn short_name(self) -> &'static str {
        self.names().short
    }

    /// Returns the value of the UCI option `UCI_Variant`, such as `3check`.
    pub const fn uci_name(self) -> &'static str {
        self.names().uci
    }

    /// Returns Lichess's number, such as 5.
    pub const fn lichess_id(self) -> u8 {
        self.names().lichess_id
    }

    /// Returns the FEN of the start position, without pockets and given checks, so that all readers accept it.
    pub const fn start_fen(self) -> &'static str {
        match self {
            Self::Antichess => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            Self::RacingKings => "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
            Self::Horde => "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
            _ => USUAL,
        }
    }

    /// Returns `true` if the start position has the pieces of chess.
    pub const fn starts_as_chess(self) -> bool {
        !matches!(self, Self::RacingKings | Self::Horde)
    }

    /// Returns `true` if the game is also played from the start positions of Chess960.
    pub const fn has_chess960(self) -> bool {
        self.starts_as_chess()
    }

    /// Returns `true` if names of openings of chess make sense, as Lichess decides it.
    pub const fn has_openings(self) -> bool {
        matches!(self, Self::Chess | Self::Crazyhouse | Self::ThreeCheck | Self::KingOfTheHill)
    }

    /// Returns `true` if a game is drawn after fifty moves without a capture or a pawn move: not in crazyhouse.
    pub const fn has_fifty_move_rule(self) -> bool {
        !matches!(self, Self::Crazyhouse)
    }

    /// Returns `true` if captured pieces go to a pocket.
    pub const fn has_pockets(self) -> bool {
        matches!(self, Self::Crazyhouse)
    }

    /// Returns `true` if the number of checks decides the game.
    pub const fn counts_checks(self) -> bool {
        matches!(self, Self::ThreeCheck)
    }

    /// Returns the variant with this name: any of the names above, and the spellings of other programs, such as
    /// `Atomic chess`, `KOTH`, `3-check`, `House`, `Fischerandom`. Capitals, spaces and hyphens make no difference.
    ///
    /// ```
    /// use gardez_variants::Variant;
    ///
    /// assert_eq!(Variant::from_name("king of the hill"), Some(Variant::KingOfTheHill));
    /// assert_eq!(Variant::from_name("3-Check"), Some(Variant::ThreeCheck));
    /// assert_eq!(Variant::from_name("Suicide"), None, "another game than antichess");
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        let is_name = |other: &str| letters(name).eq(letters(other));
        Self::ALL.into_iter().find(|variant| {
            let names = variant.names();
            [names.key, names.title, names.short, names.uci].iter().chain(names.others).any(|&other| is_name(other))
        })
    }
}

/// Returns what counts of a name.
fn letters(name: &str) -> impl Iterator<Item = char> + '_ {
    name.chars().filter(|letter| !matches!(letter, ' ' | '-' | '_')).map(|letter| letter.to_ascii_lowercase())
}

impl FromStr for Variant {
    type Err = UnknownVariantError;

    /// Reads any name that [`Variant::from_name`] knows.
    fn from_str(name: &str) -> Result<Self, UnknownVariantError> {
        Self::from_name(name).ok_or(UnknownVariantError)
    }
}

impl fmt::Display for Variant {
    /// Writes the [title](Variant::title).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.title())
    }
}
