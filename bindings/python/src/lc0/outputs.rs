//! The arrays of a batch, which the loader fills.

use gardez_data::loader::{Batch, Origin, PlanesMut, VALUES};
use gardez_lc0::{CELLS, CellLayout, PLANE_BYTES, POLICY_SIZE, Rule50Scale};
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error;

/// The columns of a table that has a name of its own: the first row of wins, draws and losses, and so on.
const RESULT: usize = 0;
const BEST: usize = 1;

/// How planes are written.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub(super) rule50: Rule50Scale,
    pub(super) layout: CellLayout,
}

/// Defines the arrays of a batch: for each its name, the type of its numbers, and how many numbers a record has.
macro_rules! outputs {
    ($($field:ident: $number:ty, $each:expr;)+) => {
        /// The arrays of a batch. Each is C-contiguous, which the module `gardez.lc0` has checked.
        #[derive(Default)]
        pub(super) struct Arrays<'py> {
            $($field: Option<PyReadwriteArrayDyn<'py, $number>>,)+
        }

        /// The arrays as slices, which can leave the GIL.
        pub(super) struct Slices<'a> {
            $($field: Option<&'a mut [$number]>,)+
        }

        impl<'py> Arrays<'py> {
            pub(super) fn borrow(dict: &Bound<'py, PyDict>) -> PyResult<Self> {
                let mut arrays = Self::default();
                for (name, array) in dict {
                    let name: String = name.extract()?;
                    match &*name {
                        $(stringify!($field) => arrays.$field = writable(&name, &array)?,)+
                        _ => return Err(PyValueError::new_err(format!("{name} is not an output"))),
                    }
                }
                Ok(arrays)
            }

            pub(super) fn slices(&mut self, size: usize) -> PyResult<Slices<'_>> {
                Ok(Slices { $($field: slice(stringify!($field), &mut self.$field, size, $each)?,)+ })
            }
        }
    };
}

outputs! {
    planes: f32, CELLS;
    half_planes: u16, CELLS;
    byte_planes: u8, CELLS;
    masks: u8, PLANE_BYTES;
    counter: u8, 1;
    policy: f32, POLICY_SIZE;
    legal: bool, POLICY_SIZE;
    wdl: f32, 3;
    best_wdl: f32, 3;
    q: f32, 1;
    plies_left: f32, 1;
    values: f32, VALUES;
    wdls: f32, VALUES;
    moves: u16, 4;
    transform: u8, 1;
    weight: f32, 1;
    origin: u32, 2;
}

/// Memory for what is copied to several arrays.
#[derive(Default)]
pub(super) struct Space {
    values: Vec<f32>,
    wdls: Vec<f32>,
    origins: Vec<Origin>,
}

/// Returns the array of this name, which may be written.
fn writable<'py, T: Element>(name: &str, array: &Bound<'py, PyAny>) -> PyResult<Option<PyReadwriteArrayDyn<'py, T>>> {
    let wrong = |text: String| PyValueError::new_err(format!("out: {name}: {text}"));
    let array = array.cast::<PyArrayDyn<T>>().map_err(|_| wrong("an array of another type".into()))?;
    array.try_readwrite().map(Some).map_err(|error| error::array(&format!("out: {name}"), error))
}

/// Returns the numbers of an array, if there is one, for this many records with `each` numbers.
fn slice<'a, T: Element>(
    name: &str,
    array: &'a mut Option<PyReadwriteArrayDyn<'_, T>>,
    size: usize,
    each: usize,
) -> PyResult<Option<&'a mut [T]>> {
    let Some(array) = array else { return Ok(None) };
    let wrong = |text: String| PyValueError::new_err(format!("out: {name}: {text}"));
    let slice = array.as_slice_mut().map_err(|error| wrong(error.to_string()))?;
    if slice.len() != size.saturating_mul(each) {
        return Err(wrong(format!("{} elements instead of {size} times {each}", slice.len())));
    }
    Ok(Some(slice))
}

impl Slices<'_> {
    /// Returns the batch of these slices, and of the memory for what is copied later.
    pub(super) fn batch<'a>(&'a mut self, size: usize, style: Style, space: &'a mut Space) -> Batch<'a> {
        let Style { rule50, layout } = style;
        let mut batch = Batch::new(size);
        if let Some(cells) = &mut self.planes {
            batch = batch.with_planes(PlanesMut::F32 { cells, layout, rule50 });
        } else if let Some(cells) = &mut self.half_planes {
            batch = batch.with_planes(PlanesMut::F16Bits { cells, layout, rule50 });
        } else if let Some(cells) = &mut self.byte_planes {
            batch = batch.with_planes(PlanesMut::U8 { cells, layout });
        } else if let (Some(bits), Some(counters)) = (&mut self.masks, &mut self.counter) {
            batch = batch.with_planes(PlanesMut::Bits { bits, counters, layout: CellLayout::PlanesFirst });
        }
        macro_rules! set {
            ($($field:ident => $with:ident;)+) => {
                $(
                    if let Some(slice) = &mut self.$field {
                        batch = batch.$with(slice);
                    }
                )+
            };
        }
        set! {
            policy => with_policy;
            legal => with_legal;
            moves => with_moves;
            transform => with_transforms;
            weight => with_weights;
        }
        if self.values.is_some() || self.q.is_some() || self.plies_left.is_some() {
            space.values.resize(size * VALUES, 0.0);
            batch = batch.with_values(&mut space.values);
        }
        if self.wdls.is_some() || self.wdl.is_some() || self.best_wdl.is_some() {
            space.wdls.resize(size * VALUES, 0.0);
            batch = batch.with_wdl(&mut space.wdls);
        }
        if self.origin.is_some() {
            space.origins.resize(size, Origin::default());
            batch = batch.with_origins(&mut space.origins);
        }
        batch
    }

    /// Copies what the batch left in the memory, for this many records.
    pub(super) fn finish(&mut self, count: usize, space: &Space) {
        if let Some(values) = &mut self.values {
            values[..count * VALUES].copy_from_slice(&space.values[..count * VALUES]);
        }
        if let Some(wdls) = &mut self.wdls {
            wdls[..count * VALUES].copy_from_slice(&space.wdls[..count * VALUES]);
        }
        for (output, row) in [(&mut self.wdl, RESULT), (&mut self.best_wdl, BEST)] {
            for (to, from) in
                output.iter_mut().flat_map(|rows| rows.chunks_exact_mut(3)).take(count).zip(rows(&space.wdls))
            {
                to.copy_from_slice(&from[row * 3..][..3]);
            }
        }
        for (output, place) in [(&mut self.q, BEST * 3), (&mut self.plies_left, RESULT * 3 + 2)] {
            for (to, from) in
                output.iter_mut().flat_map(|values| values.iter_mut()).take(count).zip(rows(&space.values))
            {
                *to = from[place];
            }
        }
        if let Some(origin) = &mut self.origin {
            for (to, from) in origin.chunks_exact_mut(2).zip(&space.origins).take(count) {
                to.copy_from_slice(&[from.chunk, from.record]);
            }
        }
    }
}

fn rows(values: &[f32]) -> impl Iterator<Item = &[f32]> {
    values.chunks_exact(VALUES)
}
