//! The options of a call.

use gardez_lc0::{CellLayout, Encoder, FillMode, InputFormat, PolicyIndexing, Rule50Scale};
use half::f16;
use numpy::{PyArrayDescr, PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// An input format of lc0, by its number.
#[derive(Clone, Copy)]
pub(crate) struct Format(pub(crate) InputFormat);

/// The contents of the history slots before the first position.
#[derive(Clone, Copy)]
pub(crate) struct Fill(pub(crate) FillMode);

/// What plane 109 shows.
#[derive(Clone, Copy)]
pub(crate) struct Scale(pub(crate) Rule50Scale);

/// The order of the numbers of planes.
#[derive(Clone, Copy)]
pub(crate) struct Layout(pub(crate) CellLayout);

/// How policy indices follow a transform.
#[derive(Clone, Copy)]
pub(crate) struct Indexing(pub(crate) PolicyIndexing);

/// A number of threads, 1 to [`Threads::MOST`].
#[derive(Clone, Copy)]
pub(crate) struct Threads(pub(crate) usize);

/// The type of the numbers of dense planes.
#[derive(Clone, Copy)]
pub(super) enum CellType {
    F32,
    F16,
    U8,
}

impl Format {
    pub(crate) const CLASSICAL: Self = Self(InputFormat::Classical);
}

impl Fill {
    pub(crate) const FEN_ONLY: Self = Self(FillMode::FenOnly);
}

impl Scale {
    pub(crate) const ENGINE: Self = Self(Rule50Scale::Engine);
}

impl Indexing {
    pub(crate) const LC0: Self = Self(PolicyIndexing::Lc0);
}

impl Threads {
    /// More threads than this are a mistake of the caller.
    pub(crate) const MOST: usize = 256;
    pub(crate) const ONE: Self = Self(1);
}

pub(super) fn encoder(format: Format, fill: Fill, rule50: Scale) -> Encoder {
    Encoder::new(format.0).with_fill(fill.0).with_rule50_scale(rule50.0)
}

impl FromPyObject<'_, '_> for Format {
    type Error = PyErr;

    fn extract(obj: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let number = integer(obj)?;
        let format = number.and_then(|number| u32::try_from(number).ok()).and_then(InputFormat::from_raw);
        format.map(Self).ok_or_else(|| {
            PyValueError::new_err(format!("format: expected one of {}, found {}", InputFormat::NUMBERS, shown(obj)))
        })
    }
}

impl FromPyObject<'_, '_> for Threads {
    type Error = PyErr;

    fn extract(obj: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let number = integer(obj)?.and_then(|number| usize::try_from(number).ok());
        let threads = number.filter(|number| (1..=Self::MOST).contains(number));
        threads.map(Self).ok_or_else(|| {
            PyValueError::new_err(format!("threads: expected 1 to {}, found {}", Self::MOST, shown(obj)))
        })
    }
}

/// Defines how options are read that are one of some texts.
macro_rules! choices {
    ($($option:ident, $name:literal: $($text:literal => $value:expr),+;)+) => {$(
        impl FromPyObject<'_, '_> for $option {
            type Error = PyErr;

            fn extract(obj: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
                choose(obj, $name, &[$(($text, $value)),+]).map(Self)
            }
        }
    )+};
}

choices! {
    Fill, "fill": "no" => FillMode::No, "fen_only" => FillMode::FenOnly, "always" => FillMode::Always;
    Scale, "rule50": "engine" => Rule50Scale::Engine, "training" => Rule50Scale::Training;
    Layout, "layout": "planes" => CellLayout::PlanesFirst, "tokens" => CellLayout::Tokens;
    Indexing, "indexing": "lc0" => PolicyIndexing::Lc0, "geometric" => PolicyIndexing::Geometric;
}

impl CellType {
    /// Returns the type that `dtype` names, else the type of `out`, else `float32`.
    pub(super) fn new(
        py: Python<'_>,
        dtype: Option<&Bound<'_, PyAny>>,
        out: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let found = match (dtype, out.and_then(|out| out.cast::<PyUntypedArray>().ok())) {
            (Some(dtype), _) => PyArrayDescr::new(py, dtype)?,
            (None, Some(out)) => out.dtype(),
            (None, None) => return Ok(Self::F32),
        };
        if found.is_equiv_to(&numpy::dtype::<f32>(py)) {
            Ok(Self::F32)
        } else if found.is_equiv_to(&numpy::dtype::<f16>(py)) {
            Ok(Self::F16)
        } else if found.is_equiv_to(&numpy::dtype::<u8>(py)) {
            Ok(Self::U8)
        } else {
            Err(PyTypeError::new_err(format!("dtype: expected float32, float16 or uint8, found {found}")))
        }
    }
}

pub(super) fn choose<T: Copy>(obj: Borrowed<'_, '_, PyAny>, option: &str, choices: &[(&str, T)]) -> PyResult<T> {
    let Ok(text) = obj.cast::<PyString>() else {
        return Err(PyTypeError::new_err(format!("expected a str, found {}", type_name(&obj))));
    };
    let text = text.to_string_lossy();
    choices.iter().find(|&&(name, _)| name == text).map(|&(_, choice)| choice).ok_or_else(|| {
        let names: Vec<_> = choices.iter().map(|(name, _)| format!("{name:?}")).collect();
        PyValueError::new_err(format!("{option}: expected {}, found {}", names.join(" or "), shown(obj)))
    })
}

/// Returns an integer of Python, or `None` if it has more than 64 bits.
pub(super) fn integer(obj: Borrowed<'_, '_, PyAny>) -> PyResult<Option<i64>> {
    match obj.extract() {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(obj.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

pub(super) fn type_name(obj: &Bound<'_, PyAny>) -> String {
    obj.get_type().name().map_or_else(|_| "an unknown type".to_owned(), |name| name.to_string())
}

fn shown(obj: Borrowed<'_, '_, PyAny>) -> String {
    // The text of a huge number is refused by Python itself.
    let Ok(text) = obj.repr() else { return "a huge number".to_owned() };
    let text = text.to_string_lossy();
    if text.chars().count() <= 40 { text.into_owned() } else { text.chars().take(40).chain("...".chars()).collect() }
}
