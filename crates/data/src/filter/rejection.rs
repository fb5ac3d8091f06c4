//! The reasons entries are left out, with their numbers.

macro_rules! reasons {
    ($($reason:ident = $name:literal,)*) => {
        /// The reason a [`Filter`](crate::Filter) leaves out an entry.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Rejection {
            $(#[doc = concat!("\"", $name, "\".")] $reason,)*
        }

        impl Rejection {
            /// All reasons.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$reason),*];

            /// Returns the reason in a few words, for reports.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$reason => $name,)*
                }
            }
        }
    };
}

reasons! {
    Ply = "ply out of range",
    Score = "score too large",
    Pieces = "number of pieces out of range",
    NoMove = "no move",
    Capture = "move is a capture",
    Promotion = "move is a promotion",
    Check = "in check",
    ScoreRange = "score out of range",
    ValueNone = "score of 32002, which means none",
    Incorrect = "score contradicts the result",
    Material = "material out of range",
    Castling = "move is castling",
    Doubt = "result that the score makes unlikely",
    Random = "skipped at random",
    Duplicate = "duplicate",
    Placeholder = "score of 0 in place of none",
    EarlyPly = "early ply, skipped at random",
    PieceBalance = "number of pieces that is too frequent",
}

/// The number of entries that were left out, for each reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rejections([u64; Rejection::ALL.len()]);

impl Rejections {
    /// Returns the number of entries left out for this reason.
    pub const fn count(&self, reason: Rejection) -> u64 {
        self.0[reason as usize]
    }

    /// Returns the number of entries left out.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    #[cfg(feature = "lc0")]
    pub(crate) fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, count)| *sum += count);
    }

    /// Counts an entry.
    pub const fn add(&mut self, reason: Rejection) {
        self.0[reason as usize] += 1;
    }
}
