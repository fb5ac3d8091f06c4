//! From the entries of a block to what is kept of them.

use std::cell::RefCell;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::rc::Rc;

use gardez_formats::{
    AnyReader, AnyWriter, Division, Entry, FormatErrorKind, InView, LeftOut, ReadEntries, ReadError, Unrepresentable,
    UnrepresentableError, View, WriteError,
};
use gardez_position::PackedBoard;

use super::{Conversion, add_unrepresentable};
use crate::files::{Job, Step};
use crate::filter::Rejections;
use crate::record;
use crate::record::position_of;
use crate::tables::TableReport;
use crate::unrepresentable::OnUnrepresentable;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A record of the output.
    Encoded,
    /// A record of a temporary file.
    Record,
    Entries,
    /// Bytes of the output if the input is divided into chunks, which end all games. Otherwise, the entry.
    Chunks,
}

pub(super) struct Filtering<'c, V> {
    conversion: &'c Conversion<'c>,
    form: Form,
    view: PhantomData<fn() -> V>,
}

impl<'c, V> Filtering<'c, V> {
    pub(super) const fn new(conversion: &'c Conversion<'c>, form: Form) -> Self {
        Self { conversion, form, view: PhantomData }
    }
}

#[derive(Debug)]
pub(super) struct Piece<V> {
    pub(super) bytes: Vec<u8>,
    pub(super) read: u64,
    pub(super) written: u64,
    pub(super) entries: Vec<Entry<V>>,
    /// The positions of all entries that are kept, if each position is kept once.
    pub(super) positions: Vec<[u8; PackedBoard::SIZE]>,
    pub(super) rejections: Rejections,
    pub(super) tables: TableReport,
    pub(super) unrepresentable: Vec<(UnrepresentableError, u64)>,
    pub(super) left_out: LeftOut,
    /// The failure that ends everything, with its entry, counted from 0 in the piece.
    pub(super) failure: Option<(u64, Failure)>,
}

#[derive(Debug)]
pub(super) enum Failure {
    Unrepresentable(UnrepresentableError),
    /// A board has this many pieces.
    Pieces(u32),
    Tables(io::Error),
}

impl<V> Default for Piece<V> {
    fn default() -> Self {
        Self {
            bytes: Vec::new(),
            read: 0,
            written: 0,
            entries: Vec::new(),
            positions: Vec::new(),
            rejections: Rejections::default(),
            tables: TableReport::default(),
            unrepresentable: Vec::new(),
            left_out: LeftOut::new(),
            failure: None,
        }
    }
}

/// Decides which entries are kept, and what becomes of them.
pub(super) struct Kept<'c, V> {
    conversion: &'c Conversion<'c>,
    form: Form,
    /// The writer to `bytes`, if something is encoded.
    writer: Option<AnyWriter<'static>>,
    bytes: Rc<RefCell<Vec<u8>>>,
    piece: Piece<V>,
}

impl<'c, V: View> Kept<'c, V> {
    pub(super) fn new(conversion: &'c Conversion<'c>, form: Form) -> Self {
        let bytes = Rc::default();
        let writer = match form {
            Form::Encoded | Form::Chunks => conversion.format.writer(Shared(Rc::clone(&bytes)), conversion.write),
            Form::Record | Form::Entries => None,
        };
        Self { conversion, form, writer, bytes, piece: Piece::default() }
    }

    /// Takes an entry. Returns `false` if it ends everything.
    pub(super) fn put(&mut self, entry: &Entry<V>) -> bool {
        let kept = self.keep(entry);
        let is_sound = kept.is_ok();
        self.piece.failure = kept.err().map(|failure| (0, failure));
        is_sound
    }

    fn keep(&mut self, entry: &Entry<V>) -> Result<(), Failure> {
        let Self { conversion, piece, .. } = self;
        if let Some(reason) = conversion.filter.rejects(entry) {
            piece.rejections.add(reason);
            return Ok(());
        }
        let (changed, mut entry) = (conversion.tables, entry);
        let mut copy;
        if let Some((tables, rule)) = changed {
            copy = *entry;
            if !rule.apply(tables, &mut copy, &mut piece.tables).map_err(Failure::Tables)? {
                return Ok(());
            }
            entry = &copy;
        }
        match (self.form, &mut self.writer) {
            (Form::Encoded | Form::Chunks, Some(writer)) => match writer.write(entry) {
                Ok(()) => {}
                Err(WriteError::Unrepresentable(error)) if conversion.on_unrepresentable == OnUnrepresentable::Skip => {
                    add_unrepresentable(&mut piece.unrepresentable, error, 1);
                    return Ok(());
                }
                Err(WriteError::Unrepresentable(error)) => return Err(Failure::Unrepresentable(error)),
                Err(error) => unreachable!("a list has no errors: {error}"),
            },
            (Form::Record, _) => {
                piece.bytes.extend_from_slice(&record::encode(entry).map_err(Failure::Pieces)?);
            }
            _ => piece.entries.push(*entry),
        }
        if conversion.is_unique {
            piece.positions.push(position_of(entry, true).map_err(Failure::Pieces)?);
        }
        piece.written += 1;
        Ok(())
    }

    /// Writes what the writer holds back at the end of a block.
    fn end(&mut self) -> Result<(), Failure> {
        match self.writer.take().map_or(Ok(()), AnyWriter::finish) {
            Ok(()) => Ok(()),
            Err(WriteError::Unrepresentable(error)) => Err(Failure::Unrepresentable(error)),
            Err(error) => unreachable!("a list has no errors: {error}"),
        }
    }

    pub(super) fn take_piece(&mut self) -> Piece<V> {
        let mut piece = std::mem::take(&mut self.piece);
        if !matches!(self.form, Form::Record) {
            piece.bytes = self.bytes.take();
        }
        piece
    }
}

struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) struct Open<'b, 'c, V> {
    reader: InView<'b, V>,
    kept: Kept<'c, V>,
    /// The entries that were left out of the pieces so far.
    left_out: LeftOut,
}

impl<'c, V: View> Job for Filtering<'c, V> {
    type Piece = Piece<V>;
    type Open<'b>
        = Open<'b, 'c, V>
    where
        Self: 'b;

    fn memory(&self) -> usize {
        self.conversion.memory.of_threads()
    }

    fn size(piece: &Piece<V>) -> usize {
        piece.bytes.capacity() + size_of_val(&piece.entries[..]) + size_of_val(&piece.positions[..])
    }

    fn begin<'b>(&'b self, reader: AnyReader<'b>) -> Open<'b, 'c, V> {
        let form = match (self.form, reader.format().row().division) {
            (Form::Chunks, Division::Chunks(_)) => Form::Chunks,
            (Form::Chunks, _) => Form::Entries,
            (form, _) => form,
        };
        let reader = reader.in_view().with_lossy(self.conversion.write.lossy);
        Open { reader, kept: Kept::new(self.conversion, form), left_out: LeftOut::new() }
    }

    fn step(&self, open: &mut Open<'_, 'c, V>, most: u64) -> (Piece<V>, Step) {
        let Open { reader, kept, left_out } = open;
        let mut step = Step { entries: 0, end: None };
        let mut failure = None;
        while step.entries < most && step.end.is_none() && failure.is_none() {
            match reader.next_entry() {
                Ok(Some(entry)) => {
                    if !kept.put(entry) {
                        failure = kept.piece.failure.take().map(|(_, failure)| (step.entries, failure));
                    }
                    step.entries += 1;
                }
                Ok(None) => step.end = Some(Ok(())),
                Err(ReadError::Format(error)) if error.kind == FormatErrorKind::Negation => {
                    let reason = Unrepresentable::Score(i16::MIN);
                    let error = UnrepresentableError { format: self.conversion.format, reason };
                    match self.conversion.on_unrepresentable {
                        OnUnrepresentable::Skip => add_unrepresentable(&mut kept.piece.unrepresentable, error, 1),
                        OnUnrepresentable::Stop => failure = Some((step.entries, Failure::Unrepresentable(error))),
                    }
                    step.entries += 1;
                }
                Err(error) => step.end = Some(Err(error)),
            }
        }
        if failure.is_none() && step.end.is_some() {
            failure = kept.end().err().map(|failure| (step.entries.saturating_sub(1), failure));
        }
        let mut piece = kept.take_piece();
        (piece.failure, piece.read) = (failure, step.entries);
        let all = reader.left_out();
        let before = |words: &str| left_out.iter().find(|(other, _)| *other == words).map_or(0, |(_, count)| *count);
        piece.left_out = all.iter().map(|&(words, count)| (words, count - before(words))).collect();
        *left_out = all;
        (piece, step)
    }
}
