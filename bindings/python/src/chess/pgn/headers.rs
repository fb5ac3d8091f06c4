//! The tags of a game, which `Headers` shows as a mapping.
//!
//! A line that was read is kept as it is. It becomes a name and a value when somebody asks for them.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, MutexGuard, PoisonError};

use gardez_notation::pgn::{self, Answer, Problem, ProblemKind, ReadError, Reader, Text, Visitor, Words};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::{Events, Header, Lines, read};

/// The tags that each game has, in their order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// A tag.
enum Tag {
    /// A line that was read: where its name and its value are.
    Read(Py<PyString>, Range<usize>, Range<usize>),
    /// A name and a value that were set.
    Set(Py<PyString>, Py<PyString>),
}

impl Tag {
    fn name<'a>(&'a self, py: Python<'_>) -> &'a str {
        match self {
            Self::Read(line, name, _) => line.to_str(py).ok().and_then(|line| line.get(name.clone())),
            Self::Set(name, _) => name.to_str(py).ok(),
        }
        .unwrap_or_default()
    }

    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        match self {
            Self::Read(line, _, value) => {
                Ok(PyString::new(py, line.to_str(py)?.get(value.clone()).unwrap_or_default()))
            }
            Self::Set(_, value) => Ok(value.bind(py).clone()),
        }
    }
}

/// Returns the number of bytes that can be the name of a tag.
fn name_length(text: &str) -> usize {
    let is_letter = |&byte: &u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
    let length = text.bytes().take_while(is_letter).count();
    if text.starts_with(|letter: char| letter.is_ascii_alphanumeric()) { length } else { 0 }
}

/// Where moves begin on a line among the tags, and where a comment begins that does not end on the line.
pub(super) struct Parsed {
    pub(super) moves: usize,
    pub(super) open_comment: Option<usize>,
}

/// Reads a line among the tags, as every reader of games does. Adds its comments to `comments`.
pub(super) fn parse<E: Events>(
    line: &Bound<'_, PyString>,
    text: &str,
    events: Option<&mut E>,
    comments: &mut Vec<String>,
) -> PyResult<Parsed> {
    let mut parts = Parts { line, text, events, comments, open_comment: None };
    if let Some(tag) = pgn::Tag::from_line(text.as_bytes()) {
        // Nearly all lines are like this, which is faster.
        return match parts.tag(tag) {
            ControlFlow::Break(Some(error)) => Err(error),
            _ => Ok(Parsed { moves: text.len(), open_comment: None }),
        };
    }
    let mut reader = Reader::from_bytes(text.as_bytes());
    let moves = match reader.read_text(&mut parts) {
        Err(ReadError::Stopped(Some(error))) => return Err(error),
        Err(ReadError::Stopped(None)) => usize::try_from(reader.offset()).unwrap_or(text.len()),
        _ => text.len(),
    };
    Ok(Parsed { moves, open_comment: parts.open_comment })
}

/// Receives the parts of a line, up to its moves.
struct Parts<'a, 'py, E> {
    line: &'a Bound<'py, PyString>,
    text: &'a str,
    /// `None` if the game is left out.
    events: Option<&'a mut E>,
    comments: &'a mut Vec<String>,
    open_comment: Option<usize>,
}

impl<E> Parts<'_, '_, E> {
    /// Returns where a part of the line is.
    fn range(&self, part: Text<'_>) -> Range<usize> {
        let part = part.as_bytes();
        let start = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        start..start.wrapping_add(part.len())
    }
}

impl<E: Events> Visitor<Words> for Parts<'_, '_, E> {
    /// An error; `None` where the moves begin.
    type Break = Option<PyErr>;

    fn tag(&mut self, tag: pgn::Tag<'_>) -> ControlFlow<Self::Break> {
        let (name, value) = (self.range(tag.name()), self.range(tag.raw_value()));
        let Some(events) = &mut self.events else { return ControlFlow::Continue(()) };
        let header = Header { line: self.line, text: self.text, name, value };
        let done = if name_length(header.name()) != header.name().len() {
            events.error(format!("invalid header name: {:?}", header.name()))
        } else if header.value().contains(['\n', '\r']) {
            events.error(format!("line break in pgn header {}: {:?}", header.name(), header.value()))
        } else {
            events.header(&header)
        };
        done.map_or_else(|error| ControlFlow::Break(Some(error)), ControlFlow::Continue)
    }

    fn comment(&mut self, comment: Text<'_>) -> ControlFlow<Self::Break> {
        // Those to the end of a line are left out, as among the moves.
        let range = self.range(comment);
        if self.text.as_bytes().get(range.start.wrapping_sub(1)) == Some(&b'{') {
            self.comments.push(self.text.get(range).unwrap_or_default().to_owned());
        }
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<Self::Break> {
        let kind = match &problem.kind {
            // They are kept as they are.
            ProblemKind::QuoteInTagValue | ProblemKind::DuplicateTag | ProblemKind::NotUtf8 => {
                return ControlFlow::Continue(());
            }
            ProblemKind::UnclosedComment => {
                self.comments.pop();
                self.open_comment = usize::try_from(problem.offset).ok();
                return ControlFlow::Continue(());
            }
            ProblemKind::NoGame => &ProblemKind::OuterText,
            kind => kind,
        };
        let Some(events) = &mut self.events else { return ControlFlow::Continue(()) };
        let done = events.error(format!("{kind}: {:?}", self.text.trim_end()));
        done.map_or_else(|error| ControlFlow::Break(Some(error)), ControlFlow::Continue)
    }

    fn begin_moves(&mut self, (): ()) -> ControlFlow<Self::Break, Answer> {
        ControlFlow::Break(None)
    }
}

/// Up to this number of tags, a name is searched from the last tag on.
const FEW: usize = 16;

/// Tags in the order in which they came. Several may have one name until `settle` is called.
#[derive(Default)]
struct List {
    /// `None` where a tag was removed.
    tags: Vec<Option<Tag>>,
    /// Where the tag of each name is, if the list is settled.
    places: HashMap<String, usize>,
    is_settled: bool,
}

impl List {
    fn find(&mut self, py: Python<'_>, name: &str) -> Option<usize> {
        if !self.is_settled && self.tags.len() <= FEW {
            return self.tags.iter().rposition(|tag| tag.as_ref().is_some_and(|tag| tag.name(py) == name));
        }
        self.settle(py);
        self.places.get(name).copied()
    }

    /// Leaves one tag of each name, with the last value, where the first one was.
    fn settle(&mut self, py: Python<'_>) {
        if !self.is_settled {
            self.places.clear();
            self.is_settled = true;
            for tag in std::mem::take(&mut self.tags).into_iter().flatten() {
                self.put(py, tag);
            }
        }
    }

    /// Puts a tag where the one of this name is, or at the end.
    fn put(&mut self, py: Python<'_>, tag: Tag) {
        self.settle(py);
        let name = tag.name(py);
        if let Some(&place) = self.places.get(name) {
            self.tags[place] = Some(tag);
        } else {
            self.places.insert(name.to_owned(), self.tags.len());
            self.tags.push(Some(tag));
        }
    }

    fn remove(&mut self, py: Python<'_>, name: &str) -> Option<Tag> {
        self.settle(py);
        let tag = self.tags[self.places.remove(name)?].take();
        self.is_settled = self.tags.len() <= 2 * self.places.len() + FEW;
        tag
    }
}

/// The tags of a game, in the order in which they were set: those that each game has come first.
#[pyclass(name = "_Tags", module = "gardez._gardez", frozen, subclass)]
#[derive(Default)]
pub(super) struct Tags(Mutex<List>);

impl Tags {
    // No code of Python runs while this is held.
    fn list(&self) -> MutexGuard<'_, List> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the value of a name.
    fn value<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
        let Some(name) = key.cast::<PyString>().ok().and_then(|key| key.to_str().ok()) else { return Ok(None) };
        let mut list = self.list();
        let tag = list.find(key.py(), name).and_then(|at| list.tags[at].as_ref());
        tag.map(|tag| tag.value(key.py())).transpose()
    }
}

#[pymethods]
impl Tags {
    #[new]
    #[pyo3(signature = (*_arguments, **_options))]
    fn new(_arguments: &Bound<'_, PyTuple>, _options: Option<&Bound<'_, PyDict>>) -> Self {
        Self::default()
    }

    /// Reads the headers of the next game, and passes over its moves. Returns false at the end of the file.
    fn _read(&self, handle: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mut events = Headers::default();
        let is_read = read(&mut Lines::of(handle)?, &mut events)?;
        *self.list() = List { tags: events.0, ..List::default() };
        Ok(is_read)
    }

    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
        self.value(key)?.ok_or_else(|| PyKeyError::new_err(key.clone().unbind()))
    }

    /// Returns the value of a name, or `default`.
    #[pyo3(signature = (key, default=None))]
    fn get<'py>(
        &self,
        key: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.value(key)?.map(Bound::into_any).or(default))
    }

    fn __contains__(&self, key: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.value(key)?.is_some())
    }

    fn __setitem__(&self, key: &Bound<'_, PyString>, value: &Bound<'_, PyString>) -> PyResult<()> {
        let Some(name) = key.to_str().ok().filter(|name| !name.is_empty() && name_length(name) == name.len()) else {
            return Err(PyValueError::new_err(format!("invalid header name: {}", key.repr()?)));
        };
        if value.to_string_lossy().contains(['\n', '\r']) {
            return Err(PyValueError::new_err(format!("line break in pgn header {name}: {}", value.repr()?)));
        }
        let tag = Tag::Set(key.clone().unbind(), value.clone().unbind());
        self.list().put(key.py(), tag);
        Ok(())
    }

    fn __delitem__(&self, key: &Bound<'_, PyAny>) -> PyResult<()> {
        let name = key.cast::<PyString>().ok().and_then(|key| key.to_str().ok());
        let removed = name.and_then(|name| self.list().remove(key.py(), name));
        removed.map(drop).ok_or_else(|| PyKeyError::new_err(key.clone().unbind()))
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        let mut list = self.list();
        list.settle(py);
        list.places.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut names = {
            let mut list = self.list();
            list.settle(py);
            list.tags.iter().flatten().map(|tag| tag.name(py).to_owned()).collect::<Vec<_>>()
        };
        names.sort_by_key(|name| ROSTER.iter().position(|known| known == name).unwrap_or(ROSTER.len()));
        Ok(PyList::new(py, names)?.try_iter()?.into_any())
    }
}

/// Only headers.
#[derive(Default)]
struct Headers(Vec<Option<Tag>>);

impl Events for Headers {
    fn header(&mut self, header: &Header<'_, '_>) -> PyResult<()> {
        // A line with lone surrogates is kept without them.
        let is_whole = header.line.to_str().is_ok_and(|line| line.len() == header.text.len());
        let py = header.line.py();
        let line = if is_whole { header.line.clone() } else { PyString::new(py, header.text) };
        self.0.push(Some(Tag::Read(line.unbind(), header.name.clone(), header.value.clone())));
        Ok(())
    }

    fn end_headers(&mut self) -> PyResult<bool> {
        Ok(false)
    }
}
