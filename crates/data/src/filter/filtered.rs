//! A reader around a reader, for the entries that a filter keeps.

use gardez_formats::{Entry, Format, ReadEntries, ReadError};

use super::{Filter, Rejection, Rejections};

/// A reader that yields only some entries of another one.
pub struct Filtered<'a, R: ReadEntries> {
    reader: R,
    filter: Filter,
    condition: Option<Condition<'a, R::View>>,
    rejections: Rejections,
    /// The entry that is lent, which is a copy: a loop cannot lend what it has borrowed from the reader.
    entry: Option<Entry<R::View>>,
}

/// A condition of the caller for each entry.
type Condition<'a, V> = std::boxed::Box<dyn FnMut(&Entry<V>) -> bool + 'a>;

impl<'a, R: ReadEntries> Filtered<'a, R> {
    /// Returns the entries of `reader` that the filter keeps.
    pub const fn new(reader: R, filter: Filter) -> Self {
        Self { reader, filter, condition: None, rejections: Rejections::NONE, entry: None }
    }

    /// Returns the same reader, which keeps only entries for which `condition` returns `true`, such as those whose
    /// result an endgame table confirms.
    #[must_use]
    pub fn with_condition(mut self, condition: impl FnMut(&Entry<R::View>) -> bool + 'a) -> Self {
        self.condition = Some(std::boxed::Box::new(condition));
        self
    }

    /// Returns the number of entries left out so far.
    pub const fn rejections(&self) -> &Rejections {
        &self.rejections
    }

    /// Returns the reader below.
    pub const fn reader(&self) -> &R {
        &self.reader
    }
}

impl<R: ReadEntries> ReadEntries for Filtered<'_, R> {
    type View = R::View;

    fn format(&self) -> Format {
        self.reader.format()
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<R::View>>, ReadError> {
        while let Some(entry) = self.reader.next_entry()? {
            let rejection = self.filter.rejects(entry);
            let mut is_refused = || self.condition.as_mut().is_some_and(|holds| !holds(entry));
            match rejection.or_else(|| is_refused().then_some(Rejection::Condition)) {
                Some(reason) => self.rejections.add(reason),
                None => return Ok(Some(self.entry.insert(*entry))),
            }
        }
        Ok(None)
    }
}

impl<R: ReadEntries> std::fmt::Debug for Filtered<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Filtered")
            .field("format", &self.reader.format())
            .field("filter", &self.filter)
            .field("rejections", &self.rejections)
            .finish_non_exhaustive()
    }
}
