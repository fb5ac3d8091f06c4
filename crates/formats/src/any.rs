//! Readers by the name of their format.

use alloc::boxed::Box;

use gardez_io::Input;

use crate::entry::Entry;
use crate::error::{FormatError, FormatErrorKind, ReadError};
use crate::format::Format;
use crate::read::{ReadEntries, Strictness};
use crate::view::{SideToMove, View, White};
use crate::{bin, binpack, bullet, bullet_text, chess_library, marlin, monty, packed_board, plain, viri};

/// Two readers, of which only one can be sent to other threads. This is the only list of readers by format.
macro_rules! any_reader {
    ($(#[$doc:meta])* $name:ident $(+ $bound:ident)?) => {
        $(#[$doc])*
        pub enum $name<'a> {
            /// White sees the scores.
            White(Box<dyn ReadEntries<View = White> $(+ $bound)? + 'a>),
            /// The side to move sees the scores.
            SideToMove(Box<dyn ReadEntries<View = SideToMove> $(+ $bound)? + 'a>),
        }

        impl<'a> $name<'a> {
            /// Returns a reader of this format, or `None` if files of the format are not rows of entries: a [binary
            /// FEN](crate::binary_fen) does not say where it ends, and PGN and lc0's records are read by other crates.
            ///
            /// [Policy games](crate::monty::PolicyReader) give entries without their visit counts.
            pub fn new(format: Format, source: impl Input $(+ $bound)? + 'a, strictness: Strictness) -> Option<Self> {
                macro_rules! reader {
                    ($view:ident, $module:ident) => {
                        Self::$view(Box::new($module::Reader::new(source).with_strictness(strictness)))
                    };
                }
                Some(match format {
                    Format::Bullet => reader!(SideToMove, bullet),
                    Format::BulletText => reader!(White, bullet_text),
                    Format::Marlin => reader!(White, marlin),
                    Format::Viri => reader!(White, viri),
                    Format::Bin => reader!(SideToMove, bin),
                    Format::Binpack => reader!(SideToMove, binpack),
                    Format::Plain => reader!(SideToMove, plain),
                    Format::MontyValue => reader!(White, monty),
                    Format::ChessLibrary => reader!(White, chess_library),
                    Format::PackedBoard => reader!(White, packed_board),
                    Format::MontyPolicy => {
                        let reader = monty::PolicyReader::new(source).with_strictness(strictness);
                        Self::SideToMove(Box::new(reader.into_entries()))
                    }
                    Format::BinaryFen | Format::Pgn | Format::Lc0V6 | Format::Lc0V7 => return None,
                })
            }

            /// Returns the format that is read.
            pub fn format(&self) -> Format {
                match self {
                    Self::White(reader) => reader.format(),
                    Self::SideToMove(reader) => reader.format(),
                }
            }
        }

        impl core::fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.format()).finish()
            }
        }
    };
}

any_reader! {
    /// A reader of a format that is known only when the program runs.
    ///
    /// A match gives a reader whose view is known, which the steps of `gardez-data` take. If several inputs are
    /// to have the same view, [`AnyReader::in_view`] converts.
    ///
    /// ```
    /// use gardez_formats::{AnyReader, Format, ReadEntries, Strictness};
    ///
    /// let bytes = [0; 40];
    /// let reader = AnyReader::new(Format::Bin, &bytes[..], Strictness::Strict).expect("the format has entries");
    /// let first = match reader {
    ///     AnyReader::White(reader) => reader.entries().next().map(|entry| entry.is_ok()),
    ///     AnyReader::SideToMove(reader) => reader.entries().next().map(|entry| entry.is_ok()),
    /// };
    /// assert_eq!(first, Some(false)); // there are two kings on a1
    /// ```
    AnyReader
}

any_reader! {
    /// An [`AnyReader`] that can be sent to another thread.
    AnySendReader + Send
}

impl<'a> AnyReader<'a> {
    /// Returns the same entries in the view `V`.
    pub const fn in_view<V: View>(self) -> InView<'a, V> {
        InView { reader: self, number: 0, entry: None }
    }
}

/// The entries of an [`AnyReader`] in the view `V`.
///
/// A score of -32768 that changes its sign is an error with the number of the entry; the entries after it are given.
#[derive(Debug)]
pub struct InView<'a, V> {
    reader: AnyReader<'a>,
    number: u64,
    entry: Option<Entry<V>>,
}

impl<V: View> ReadEntries for InView<'_, V> {
    type View = V;

    fn format(&self) -> Format {
        self.reader.format()
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<V>>, ReadError> {
        let converted = match &mut self.reader {
            AnyReader::White(reader) => reader.next_entry()?.map(Entry::to_view),
            AnyReader::SideToMove(reader) => reader.next_entry()?.map(Entry::to_view),
        };
        self.number += 1;
        match converted.transpose() {
            Ok(entry) => {
                self.entry = entry;
                Ok(self.entry.as_ref())
            }
            Err(_) => Err(FormatError::new(self.format(), FormatErrorKind::Negation, self.number - 1).into()),
        }
    }
}
