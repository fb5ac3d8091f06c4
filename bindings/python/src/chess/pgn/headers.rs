//! The tags of a game, which `Headers` shows as a mapping.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use gardez_notation::pgn::Tag as TagLine;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::events::{Events, name_length, read};
use super::lines;

/// The tags that each game has, in their order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The name and the value of a tag.
struct Tag(Box<str>, Box<str>);

/// Up to this number of tags, a name is searched from the last tag on.
const FEW: usize = 32;

/// Tags in the order in which they came. Several may have one name until `settle` is called.
#[derive(Default)]
struct List {
    /// `None` where a tag was removed.
    tags: Vec<Option<Tag>>,
    /// Where the tag of each name is, if the list is settled.
    places: HashMap<String, usize>,
    is_settled: bool,
    /// Lines with a tag each, before the tags; most programs look for a few, and are gone.
    lines: String,
}

/// Returns the tag of a line, unless python-chess does not read its name.
fn tag(line: &str) -> Option<TagLine<'_>> {
    TagLine::from_line(line.as_bytes()).filter(|tag| is_name(&tag.name().to_str()))
}

fn is_name(name: &str) -> bool {
    name_length(name) == name.len()
}

impl List {
    /// Returns the value of a name.
    fn value(&mut self, name: &str) -> Option<Cow<'_, str>> {
        if self.lines.len() > 80 * FEW {
            self.settle();
        }
        if !self.lines.is_empty() {
            // Most lines are another tag's, which their first bytes show.
            let begins = |line: &&str| line.trim_start_matches(['[', ' ', '\t']).starts_with(name);
            let mut tags = self.lines.lines().rev().filter(begins).filter_map(tag);
            return tags.find(|tag| tag.name() == name).map(|tag| tag.raw_value().to_str());
        }
        let at = if !self.is_settled && self.tags.len() <= FEW {
            self.tags.iter().rposition(|tag| tag.as_ref().is_some_and(|tag| *tag.0 == *name))
        } else {
            self.settle();
            self.places.get(name).copied()
        };
        self.tags[at?].as_ref().map(|tag| Cow::from(&*tag.1))
    }

    /// Leaves one tag of each name, with the last value, where the first one was.
    fn settle(&mut self) {
        if !self.is_settled {
            self.places.clear();
            self.is_settled = true;
            for tag in std::mem::take(&mut self.lines).lines().filter_map(tag) {
                self.tags.push(Some(Tag(tag.name().to_str().into(), tag.raw_value().to_str().into())));
            }
            for tag in std::mem::take(&mut self.tags).into_iter().flatten() {
                self.put(tag);
            }
        }
    }

    /// Puts a tag where the one of this name is, or at the end.
    fn put(&mut self, tag: Tag) {
        self.settle();
        if let Some(&place) = self.places.get(&*tag.0) {
            self.tags[place] = Some(tag);
        } else {
            self.places.insert(tag.0.to_string(), self.tags.len());
            self.tags.push(Some(tag));
        }
    }

    fn remove(&mut self, name: &str) -> Option<Tag> {
        self.settle();
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
        Ok(self.list().value(name).map(|value| PyString::new(key.py(), &value)))
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
        let Some(game) = lines::game(handle, false)? else { return Ok(false) };
        *self.list() = if game.has_only_tags {
            List { lines: game.text, ..List::default() }
        } else {
            let mut events = Headers::default();
            read(&game.text, &mut events)?;
            List { tags: events.0, ..List::default() }
        };
        Ok(true)
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
        let Some(name) = key.to_str().ok().filter(|name| !name.is_empty() && is_name(name)) else {
            return Err(PyValueError::new_err(format!("invalid header name: {}", key.repr()?)));
        };
        let text = value.to_string_lossy();
        if text.contains(['\n', '\r']) {
            return Err(PyValueError::new_err(format!("line break in pgn header {name}: {}", value.repr()?)));
        }
        self.list().put(Tag(name.into(), text.into()));
        Ok(())
    }

    fn __delitem__(&self, key: &Bound<'_, PyAny>) -> PyResult<()> {
        let name = key.cast::<PyString>().ok().and_then(|key| key.to_str().ok());
        let removed = name.and_then(|name| self.list().remove(name));
        removed.map(drop).ok_or_else(|| PyKeyError::new_err(key.clone().unbind()))
    }

    fn __len__(&self) -> usize {
        let mut list = self.list();
        list.settle();
        list.places.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut names = {
            let mut list = self.list();
            list.settle();
            list.tags.iter().flatten().map(|tag| tag.0.to_string()).collect::<Vec<_>>()
        };
        names.sort_by_key(|name| ROSTER.iter().position(|known| known == name).unwrap_or(ROSTER.len()));
        Ok(PyList::new(py, names)?.try_iter()?.into_any())
    }
}

#[derive(Default)]
struct Headers(Vec<Option<Tag>>);

impl Events for Headers {
    fn header(&mut self, name: &str, value: &str) -> PyResult<()> {
        self.0.push(Some(Tag(name.into(), value.into())));
        Ok(())
    }

    fn end_headers(&mut self) -> PyResult<bool> {
        Ok(false)
    }
}
