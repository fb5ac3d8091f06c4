//! Published numbers of the start position.

/// The number of distinct positions at each ply (A083276 in the OEIS).
pub(crate) const POSITIONS: [u64; 12] = [
    1,
    20,
    400,
    5_362,
    72_078,
    822_518,
    9_417_681,
    96_400_068,
    988_187_354,
    9_183_421_888,
    85_375_278_064,
    726_155_461_002,
];

/// The number of move sequences of each length (A048987 in the OEIS).
pub(crate) const SEQUENCES: [u128; 16] = [
    1,
    20,
    400,
    8_902,
    197_281,
    4_865_609,
    119_060_324,
    3_195_901_860,
    84_998_978_956,
    2_439_530_234_167,
    69_352_859_712_417,
    2_097_651_003_696_806,
    62_854_969_236_701_747,
    1_981_066_775_000_396_239,
    61_885_021_521_585_529_237,
    2_015_099_950_053_364_471_960,
];

/// The result of comparing a number with the published one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It is the published number.
    Known,
    /// Nothing is published.
    New,
    /// Another number is published.
    Wrong { published: u128 },
}

impl Verdict {
    /// Compares a number with the published one, if there is one.
    pub(crate) fn of(number: u128, published: Option<u128>) -> Self {
        match published {
            None => Self::New,
            Some(published) if published == number => Self::Known,
            Some(published) => Self::Wrong { published },
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Known => f.write_str("known"),
            Self::New => f.write_str("new"),
            Self::Wrong { published } => write!(f, "WRONG: {published} is published"),
        }
    }
}
