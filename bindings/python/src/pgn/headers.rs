//! Tag pairs as a dict.

use gardez_notation::pgn::Tags;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString};

/// Names that most files have. Games share their texts.
const NAMES: [&str; 24] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "UTCDate",
    "UTCTime",
    "WhiteElo",
    "BlackElo",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "WhiteTitle",
    "BlackTitle",
    "ECO",
    "Opening",
    "TimeControl",
    "Termination",
    "EventDate",
    "PlyCount",
    "SetUp",
    "FEN",
    "Variant",
];

static SHARED: PyOnceLock<Vec<Py<PyString>>> = PyOnceLock::new();

/// Returns a dict of names and values.
pub(super) fn dict<'a>(py: Python<'_>, tags: impl Iterator<Item = (&'a str, &'a str)>) -> PyResult<Py<PyDict>> {
    let shared = SHARED.get_or_init(py, || NAMES.iter().map(|name| PyString::intern(py, name).unbind()).collect());
    let dict = PyDict::new(py);
    let mut next = 0;
    for (name, value) in tags {
        // The names often come in this order, or in that of the game before.
        let place = (next..NAMES.len()).chain(0..next).find(|&place| NAMES[place] == name);
        match place {
            Some(place) => {
                dict.set_item(&shared[place], value)?;
                next = (place + 1) % NAMES.len();
            }
            None => dict.set_item(name, value)?,
        }
    }
    Ok(dict.unbind())
}

/// Returns the tags of a dict.
pub(super) fn tags(dict: &Bound<'_, PyDict>) -> PyResult<Tags> {
    let mut tags = Tags::default();
    for (name, value) in dict {
        let text = |part: &Bound<'_, PyAny>| {
            let text = part.cast::<PyString>();
            text.map(|text| text.to_string_lossy().into_owned())
                .map_err(|_| PyTypeError::new_err("the names and values of headers are texts"))
        };
        tags.set(text(&name)?, text(&value)?);
    }
    Ok(tags)
}
