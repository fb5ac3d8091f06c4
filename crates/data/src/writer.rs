//! Writers by the name of their format.

use std::boxed::Box;

use gardez_io::Sink;

use crate::transfer::{OnMisfit, TransferError, Transferred, transfer, write};
use gardez_formats::Entry;
use gardez_formats::Format;
use gardez_formats::ReadEntries;
use gardez_formats::WriteEntries;
use gardez_formats::{Losses, WriteError};
use gardez_formats::{SideToMove, View, White};
use gardez_formats::{bin, binpack, bullet, bullet_text, chess_library, marlin, monty, packed_board, plain, viri};

/// A writer of a format that is known only when the program runs.
///
/// Entries of both views are written. A score of -32768 that changes its sign does not fit, unless [`Losses::SCORE`] is
/// accepted.
///
/// ```
/// use gardez_data::AnyWriter;
/// use gardez_formats::{Entry, Format, Losses, Wdl, White};
/// use gardez_position::Board;
///
/// let mut bytes = Vec::new();
/// let mut writer = AnyWriter::new(Format::Bullet, &mut bytes, Losses::NONE).expect("the format has entries");
/// writer.write(&Entry::<White>::new(Board::start(), None, 31, Wdl::Draw))?;
/// writer.finish()?;
/// assert_eq!(bytes.len(), 32);
/// # Ok::<_, gardez_formats::WriteError>(())
/// ```
pub struct AnyWriter<'a> {
    writer: Views<'a>,
    losses: Losses,
}

enum Views<'a> {
    White(Box<dyn WriteEntries<View = White> + 'a>),
    SideToMove(Box<dyn WriteEntries<View = SideToMove> + 'a>),
}

impl<'a> AnyWriter<'a> {
    /// Creates a writer of this format, or `None` if files of the format are not rows of entries, or need visit counts,
    /// which entries do not have.
    ///
    /// It does not buffer: write to a `std::io::BufWriter`.
    pub fn new(format: Format, target: impl Sink + 'a, losses: Losses) -> Option<Self> {
        macro_rules! writer {
            ($view:ident, $module:ident) => {
                Views::$view(Box::new($module::Writer::new(target).with_losses(losses)))
            };
        }
        // These formats can hold everything that they have a field for.
        macro_rules! text_writer {
            ($view:ident, $module:ident) => {
                Views::$view(Box::new($module::Writer::new(target)))
            };
        }
        let writer = match format {
            Format::Bullet => writer!(SideToMove, bullet),
            Format::BulletText => text_writer!(White, bullet_text),
            Format::Marlin => writer!(White, marlin),
            Format::Viri => writer!(White, viri),
            Format::Bin => writer!(SideToMove, bin),
            Format::Binpack => writer!(SideToMove, binpack),
            Format::Plain => text_writer!(SideToMove, plain),
            Format::MontyValue => writer!(White, monty),
            Format::ChessLibrary => writer!(White, chess_library),
            Format::PackedBoard => writer!(White, packed_board),
            Format::MontyPolicy | Format::BinaryFen | Format::Pgn | Format::Lc0V6 | Format::Lc0V7 => {
                return None;
            }
        };
        Some(Self { writer, losses })
    }

    /// Returns a writer of `.binpack` with this rule for its chains.
    pub fn binpack(target: impl Sink + 'a, losses: Losses, rule: binpack::ChainRule) -> Self {
        let writer = binpack::Writer::new(target).with_losses(losses).with_chain_rule(rule);
        Self { writer: Views::SideToMove(Box::new(writer)), losses }
    }

    /// Returns the format that is written.
    pub fn format(&self) -> Format {
        match &self.writer {
            Views::White(writer) => writer.format(),
            Views::SideToMove(writer) => writer.format(),
        }
    }

    /// Returns `true` if White sees the scores of the format. If not, the side to move does.
    pub const fn is_white(&self) -> bool {
        matches!(self.writer, Views::White(_))
    }

    /// Writes an entry.
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot hold the entry, or if the stream reports an error.
    pub fn write<V: View>(&mut self, entry: &Entry<V>) -> Result<(), WriteError> {
        match &mut self.writer {
            Views::White(writer) => write(entry, &mut **writer, self.losses),
            Views::SideToMove(writer) => write(entry, &mut **writer, self.losses),
        }
    }

    /// Writes all entries of a reader; see [`transfer`](crate::transfer()).
    ///
    /// # Errors
    ///
    /// Returns the error of the reader or of the writer. What was read before it has been written.
    pub fn write_all<R: ReadEntries + ?Sized>(
        &mut self,
        reader: &mut R,
        on_misfit: OnMisfit,
    ) -> Result<Transferred, TransferError> {
        match &mut self.writer {
            Views::White(writer) => transfer(reader, &mut **writer, self.losses, on_misfit),
            Views::SideToMove(writer) => transfer(reader, &mut **writer, self.losses, on_misfit),
        }
    }

    /// Writes what is held back, and flushes.
    ///
    /// # Errors
    ///
    /// Returns an error if a game that was held back does not fit, or if the stream reports an error.
    pub fn finish(mut self) -> Result<(), WriteError> {
        match &mut self.writer {
            Views::White(writer) => writer.flush(),
            Views::SideToMove(writer) => writer.flush(),
        }
    }
}

impl std::fmt::Debug for AnyWriter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("AnyWriter").field(&self.format()).finish()
    }
}
