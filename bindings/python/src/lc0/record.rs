//! `Record`: a training record of one position.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use gardez_lc0::training::{self, AnyRecord, F32, RecordRef, Strictness, U16, U32, V6, V7};
use gardez_lc0::{CELLS, CellLayout, Rule50Scale, lc0_record_fields};
use numpy::{PyArray, PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::error::record_error;
use super::options::unknown;

/// A training record of lc0: a position as planes, the probabilities of its moves, and the result of its game.
///
///     Record(data, chunk="", index=0)
///
/// `data` is one record of version 3 to 7. Versions 3 to 5 are converted to version 6 as lc0's reader does: fields that
/// they do not have become 0, or NaN where that means unknown; `version` keeps the number. The attributes have the names
/// and the units of lc0's C++ structure; `q` is -1 to 1 as the side to move sees it, `d` a probability, `m` plies.
///
/// Two records are equal if their bytes are. Records can be pickled.
///
/// Raises `RecordError` if `data` is not one record; `.offset` is the byte.
///
/// >>> import struct
/// >>> data = bytearray(8356)
/// >>> struct.pack_into("<II", data, 0, 6, 1)
/// >>> record = Record(bytes(data))
/// >>> record.version, record.input_format, record.probabilities.shape
/// (6, 1, (1858,))
#[pyclass(module = "gardez.lc0", frozen, eq, hash, name = "Record")]
pub(crate) struct Record {
    record: Kept,
    /// The version before the conversion.
    version: u32,
    chunk: Arc<str>,
    index: u32,
}

enum Kept {
    V6(Box<V6>),
    V7(Box<V7>),
}

impl Record {
    pub(super) fn new(record: training::Record, chunk: Arc<str>, index: u32) -> Self {
        let version = record.version();
        let record = match record {
            training::Record::V7(record) => Kept::V7(record),
            record => Kept::V6(record.into_v6()),
        };
        Self { record, version, chunk, index }
    }

    fn view(&self) -> RecordRef<'_> {
        match &self.record {
            Kept::V6(record) => RecordRef::V6(record),
            Kept::V7(record) => RecordRef::V7(record),
        }
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.view().record_bytes() == other.view().record_bytes()
    }
}

impl Hash for Record {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.view().record_bytes().hash(state);
    }
}

/// Returns the scale of a text.
pub(super) fn scale(rule50: &str) -> PyResult<Rule50Scale> {
    match rule50 {
        "engine" => Ok(Rule50Scale::Engine),
        "training" => Ok(Rule50Scale::Training),
        other => Err(unknown("rule50", other, "\"engine\" or \"training\"")),
    }
}

/// Returns the layout of a text.
pub(super) fn layout(layout: &str) -> PyResult<CellLayout> {
    match layout {
        "planes" => Ok(CellLayout::PlanesFirst),
        "tokens" => Ok(CellLayout::Tokens),
        other => Err(unknown("layout", other, "\"planes\" or \"tokens\"")),
    }
}

/// Adds the attributes of the numbers that versions 6 and 7 have to the methods: a row of the table of fields each.
macro_rules! methods {
    // Those with methods of their own, and what the conversion to version 6 drops.
    ($made:tt $rest:tt $(#[$meta:meta])* [$($marks:tt)*] version: $type:ty, $($rows:tt)*) => {
        methods! { $made $rest $($rows)* }
    };
    ($made:tt $rest:tt $(#[$meta:meta])* [$($marks:tt)*] dummy: $type:ty, $($rows:tt)*) => {
        methods! { $made $rest $($rows)* }
    };
    ($made:tt $rest:tt $(#[$meta:meta])* [$($marks:tt)*] $name:ident: [$($type:tt)*], $($rows:tt)*) => {
        methods! { $made $rest $($rows)* }
    };
    ($made:tt $rest:tt $(#[$meta:meta])* [$v3:tt $v4:tt $v5:tt . $v7:tt] $name:ident: $type:ty, $($rows:tt)*) => {
        methods! { $made $rest $($rows)* }
    };
    ({ $($made:tt)* } $rest:tt $(#[$meta:meta])* [$($marks:tt)*] $name:ident: $type:ident, $($rows:tt)*) => {
        methods! {
            {
                $($made)*
                $(#[$meta])*
                #[getter]
                fn $name(&self) -> <$type as Number>::Value {
                    match &self.record {
                        Kept::V6(record) => record.$name.number(),
                        Kept::V7(record) => record.$name.number(),
                    }
                }
            }
            $rest
            $($rows)*
        }
    };
    ({ $($made:tt)* } { $($rest:tt)* }) => {
        #[pymethods]
        impl Record {
            $($made)*
            $($rest)*
        }
    };
}

/// Passes the rows on without the marks of their groups.
macro_rules! rows {
    ({ $($rest:tt)* } { $($head:tt)* } { $($tail:tt)* }) => {
        methods! { {} { $($rest)* } $($head)* $($tail)* }
    };
}

/// A number of a record as Python gets it.
trait Number {
    type Value;

    fn number(&self) -> Self::Value;
}

macro_rules! numbers {
    ($($type:ty => $value:ty, |$number:ident| $get:expr;)+) => {
        $(
            impl Number for $type {
                type Value = $value;

                fn number(&self) -> $value {
                    let $number = self;
                    $get
                }
            }
        )+
    };
}

numbers! {
    u8 => u8, |number| *number;
    U16 => u16, |number| number.get();
    U32 => u32, |number| number.get();
    F32 => f32, |number| number.get();
}

lc0_record_fields! { rows! { {
    /// Returns the transform of the planes and of the policy indices: bit 0 flips, bit 1 mirrors, bit 2 transposes.
    #[getter]
    fn transform(&self) -> u8 {
        self.view().transform().raw()
    }

    #[new]
    #[pyo3(signature = (data, chunk="", index=0))]
    fn py_new(py: Python<'_>, data: &[u8], chunk: &str, index: u32) -> PyResult<Self> {
        match training::Record::from_bytes(data) {
            Ok(record) => Ok(Self::new(record, chunk.into(), index)),
            Err(error) => {
                Err(record_error(py, error.to_string(), chunk, Some(index), Some(error.offset as u64)))
            }
        }
    }

    /// Returns the version of the record in its file, 3 to 7.
    #[getter]
    fn version(&self) -> u32 {
        self.version
    }

    /// Returns the name of the chunk that the record comes from.
    #[getter]
    fn chunk(&self) -> &str {
        &self.chunk
    }

    /// Returns the place of the record in its chunk, from 0 on: the ply of the game.
    #[getter]
    fn index(&self) -> u32 {
        self.index
    }

    /// Returns the short-term probability of a draw; NaN before version 7.
    #[getter]
    fn d_st(&self) -> f32 {
        if let Kept::V7(record) = &self.record { record.d_st.get() } else { f32::NAN }
    }

    /// Returns the policy index of the opponent's reply, or `None` where it is not known.
    #[getter]
    fn opp_played_idx(&self) -> Option<u16> {
        let Kept::V7(record) = &self.record else { return None };
        Some(record.opp_played_idx.get()).filter(|&index| index != V7::NO_MOVE)
    }

    /// Returns the policy index of the side's own next move, or `None` where it is not known.
    #[getter]
    fn next_played_idx(&self) -> Option<u16> {
        let Kept::V7(record) = &self.record else { return None };
        Some(record.next_played_idx.get()).filter(|&index| index != V7::NO_MOVE)
    }

    /// Returns the share of visits of each move, (1858,) float32; -1 where a move is not legal. A new array each time.
    #[getter]
    fn probabilities<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        let probabilities = match &self.record {
            Kept::V6(record) => &record.probabilities,
            Kept::V7(record) => &record.probabilities,
        };
        PyArray::from_iter(py, probabilities.iter().map(|p| p.get()))
    }

    /// Returns all 112 planes as the network sees them.
    ///
    ///     planes(rule50, layout="planes")
    ///
    /// `rule50` scales the counter on plane 109: "engine" for a network that lc0's engine runs, "training" for one that
    /// lczero-training exports. Returns a new float32 array of the shape (112, 8, 8), or (64, 112) if `layout` is "tokens".
    /// Raises `ValueError` if the record has an unknown input format.
    #[pyo3(signature = (rule50, layout="planes"))]
    fn planes<'py>(&self, py: Python<'py>, rule50: &str, layout: &str) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let (scale, layout) = (scale(rule50)?, self::layout(layout)?);
        let (planes, _) = self.view().planes(scale).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let mut cells = vec![0.0_f32; CELLS];
        planes.write(layout, &mut cells).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let shape = if layout == CellLayout::Tokens { vec![64, 112] } else { vec![112, 8, 8] };
        PyArray::from_vec(py, cells).reshape(shape)
    }

    /// Checks the values of the record by the rules of lc0's rescorer, or by stricter ones.
    ///
    ///     check(strict=False)
    ///
    /// Returns `None`, or the text of the first rule that the record breaks.
    #[pyo3(signature = (strict=false))]
    fn check(&self, strict: bool) -> Option<String> {
        let strictness = if strict { Strictness::Strict } else { Strictness::Lc0 };
        self.view().check(strictness).err().map(|error| error.to_string())
    }

    /// Returns the record as bytes of version 6, or 7 if it was read as that.
    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.view().record_bytes())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Bound<'py, PyBytes>, String, u32)) {
        let record = slf.get();
        (slf.get_type().into_any(), (record.__bytes__(slf.py()), record.chunk.as_ref().into(), record.index))
    }

    fn __repr__(&self) -> String {
        format!("<Record {} of {:?}, version {}>", self.index, &*self.chunk, self.version)
    }
} } }
