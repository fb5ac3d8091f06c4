//! The variants and their names.

use core::fmt;
use core::str::FromStr;

use gardez_types::errors;

/// A variant of chess.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Variant {
    /// Chess and Chess960.
    Chess,
    /// Captured pieces change sides and can be dropped.
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

/// The rules and FEN of Lichess, or of the libraries python-chess, shakmaty and chessops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// Pockets are a ninth rank (`/Qn`), and given checks are at the end (`+0+0`).
    #[default]
    Lichess,
    /// Pockets are in brackets (`[Qn]`), and the checks left are before the counters (`3+3`).
    Libraries,
}

errors! {
    /// The reason a text is not the name of a variant.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct UnknownVariantError = "unknown-variant", "not the name of a known variant";
}

struct Names {
    key: &'static str,
    title: &'static str,
    uci: &'static str,
    /// Other spellings, without capitals, spaces and hyphens.
    others: &'static str,
}

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
        let chess = "std chess960 960 frc fischerandom fischerrandom fromposition normal classical wildfr";
        let (key, title, uci, others) = match self {
            Self::Chess => ("standard", "Standard", "chess", chess),
            Self::Crazyhouse => ("crazyhouse", "Crazyhouse", "crazyhouse", "crazy house zh"),
            Self::Antichess => ("antichess", "Antichess", "antichess", "anti"),
            Self::Atomic => ("atomic", "Atomic", "atomic", "atom atomicchess"),
            Self::ThreeCheck => ("threeCheck", "Three-check", "3check", "threecheckchess 3checkchess"),
            Self::KingOfTheHill => ("kingOfTheHill", "King of the Hill", "kingofthehill", "koth"),
            Self::RacingKings => ("racingKings", "Racing Kings", "racingkings", "racing race"),
            Self::Horde => ("horde", "Horde", "horde", "hordechess"),
        };
        Names { key, title, uci, others }
    }

    /// Returns Lichess's key, such as `threeCheck`.
    pub const fn key(self) -> &'static str {
        self.names().key
    }

    /// Returns the name on Lichess and in the PGN tag `Variant`, such as `Three-check`.
    pub const fn title(self) -> &'static str {
        self.names().title
    }

    /// Returns the value of the UCI option `UCI_Variant`, such as `3check`.
    pub const fn uci_name(self) -> &'static str {
        self.names().uci
    }

    /// Returns the FEN of the start position, without pockets and checks, so that all programs read it.
    pub const fn start_fen(self) -> &'static str {
        match self {
            Self::Antichess => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            Self::RacingKings => "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
            Self::Horde => "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
            _ => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        }
    }

    /// Returns `true` if the variant is also played from the start positions of Chess960.
    pub const fn has_chess960(self) -> bool {
        !matches!(self, Self::RacingKings | Self::Horde)
    }

    /// Returns `true` if the openings of chess have names in this variant, as on Lichess.
    pub(crate) const fn has_openings(self) -> bool {
        matches!(self, Self::Chess | Self::Crazyhouse | Self::ThreeCheck | Self::KingOfTheHill)
    }

    /// Returns `true` if fifty moves without a capture or pawn move are a draw: not in crazyhouse.
    pub(crate) const fn has_fifty_move_rule(self) -> bool {
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

    /// Returns the variant with this name, in the spelling of any program: `Atomic chess`, `KOTH`, `3-check`, `House`.
    ///
    /// Capitals, spaces, hyphens and underscores make no difference.
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
            [names.key, names.title, names.uci].into_iter().chain(names.others.split(' ')).any(is_name)
        })
    }
}

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
