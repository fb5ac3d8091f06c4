//! The common parts of all readers.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use gardez_position::{EnPassantPolicy, FenProblems, FenReader};

use crate::entry::Entry;
use crate::error::{FormatError, FormatErrorKind, ReadError};
use crate::format::{Fact, Format};
use crate::game::Game;
use crate::view::View;

/// The treatment of values that no writer of the format writes.
///
/// In both modes, a reader yields only boards that keep the rules, and stops at a place that it does not understand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Strictness {
    /// Values that no writer writes are errors.
    #[default]
    Strict,
    /// Values that do not change the meaning of the rest are ignored, such as bits that should be zero. The documentation
    /// of each format lists them.
    Lenient,
}

impl Strictness {
    /// Returns `true` for [`Strictness::Strict`].
    #[inline]
    pub const fn is_strict(self) -> bool {
        matches!(self, Self::Strict)
    }

    /// Returns the reader of the FENs of text formats: a strict one refuses castling rights and en passant squares that cannot
    /// be, which others leave out.
    pub fn fen_reader(self) -> FenReader {
        let reader = FenReader::new().with_en_passant(EnPassantPolicy::Always);
        match self {
            Self::Strict => reader.refuse(FenProblems::CASTLING_RIGHTS | FenProblems::STALE_EN_PASSANT),
            Self::Lenient => reader,
        }
    }
}

/// The reasons a reader left something out, in a few words each, with their counts.
pub type LeftOut = Vec<(&'static str, u64)>;

/// A reader of entries.
///
/// The reader owns the entry; [`ReadEntries::entries`] makes an iterator over copies. Damaged input yields the entries up to
/// the damage, then an error, then the end.
pub trait ReadEntries {
    /// The perspective of the scores and results.
    type View: View;

    /// Returns the format that is read.
    fn format(&self) -> Format;

    /// Returns the next entry, or `None` at the end of the input and after an error.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not what the format says, or if the stream reports an error.
    fn next_entry(&mut self) -> Result<Option<&Entry<Self::View>>, ReadError>;

    /// Returns what was left out so far. Readers of packed formats leave out nothing.
    fn left_out(&self) -> LeftOut {
        LeftOut::new()
    }

    /// Returns `true` if the format has this fact, but not the last entry. Only entries that are [kept
    /// incomplete](crate::ReadOptions::keeps_incomplete) lack a score or a result.
    fn lacks(&self, _fact: Fact) -> bool {
        false
    }

    /// Returns an iterator over copies of the entries.
    fn entries(mut self) -> impl Iterator<Item = Result<Entry<Self::View>, ReadError>>
    where
        Self: Sized,
    {
        core::iter::from_fn(move || self.next_entry().map(Option::<&_>::copied).transpose())
    }
}

macro_rules! read_through {
    ($($pointer:ty),*) => {
        $(impl<R: ReadEntries + ?Sized> ReadEntries for $pointer {
            type View = R::View;

            fn format(&self) -> Format {
                (**self).format()
            }

            fn next_entry(&mut self) -> Result<Option<&Entry<Self::View>>, ReadError> {
                (**self).next_entry()
            }

            fn left_out(&self) -> LeftOut {
                (**self).left_out()
            }

            fn lacks(&self, fact: Fact) -> bool {
                (**self).lacks(fact)
            }
        })*
    };
}

read_through!(&mut R, Box<R>);

/// A reader of games.
///
/// The reader owns the game; [`ReadGames::games`] makes an iterator over copies.
pub trait ReadGames {
    /// The perspective of the scores.
    type View: View;

    /// Returns the format that is read.
    fn format(&self) -> Format;

    /// Returns the next game, or `None` at the end of the input and after an error. A game with a damaged end is lost.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not what the format says, or if the stream reports an error.
    fn next_game(&mut self) -> Result<Option<&Game<Self::View>>, ReadError>;

    /// Returns an iterator over copies of the games.
    fn games(mut self) -> impl Iterator<Item = Result<Game<Self::View>, ReadError>>
    where
        Self: Sized,
    {
        core::iter::from_fn(move || self.next_game().map(Option::<&_>::cloned).transpose())
    }
}

impl fmt::Display for Strictness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if self.is_strict() { "strict" } else { "lenient" })
    }
}

const TRIED: usize = 256;

/// Returns `true` if there are entries and no error but an end within an entry, for
/// [`FormatRow::fits`](crate::FormatRow::fits) of formats without a mark.
pub fn can_read(mut reader: impl ReadEntries) -> bool {
    for count in 0..TRIED {
        match reader.next_entry() {
            Ok(Some(_)) => {}
            Err(ReadError::Format(FormatError { kind: FormatErrorKind::Incomplete { .. }, .. })) | Ok(None) => {
                return 0 < count;
            }
            Err(_) => return false,
        }
    }
    true
}
