//! The outputs of a batch.

use gardez_lc0::training::{RecordView, V6Tail, V7};
use gardez_lc0::{CELLS, CellLayout, LengthError, PLANE_BYTES, POLICY_SIZE, Planes, Rule50Scale};

use super::error::LoaderError;
use super::state::Origin;

/// The number of values of a record in [`Batch::with_values`]: six rows of three.
pub const VALUES: usize = 18;

/// The buffer for the planes of a batch, and the form of the planes. The [`Rule50Scale`] of plane 109 has no default.
#[derive(Debug)]
#[non_exhaustive]
pub enum PlanesMut<'a> {
    /// [`CELLS`] numbers for each record.
    F32 {
        /// The numbers.
        cells: &'a mut [f32],
        /// The order of the numbers of a record.
        layout: CellLayout,
        /// The scale of plane 109.
        rule50: Rule50Scale,
    },
    /// [`CELLS`] numbers for each record, as the bits of half-precision numbers (IEEE 754 binary16).
    F16Bits {
        /// The bits of the numbers.
        cells: &'a mut [u16],
        /// The order of the numbers of a record.
        layout: CellLayout,
        /// The scale of plane 109.
        rule50: Rule50Scale,
    },
    /// [`CELLS`] bytes for each record: 0 and 1, and the plain counter on plane 109.
    U8 {
        /// The bytes.
        cells: &'a mut [u8],
        /// The order of the bytes of a record.
        layout: CellLayout,
    },
    /// [`PLANE_BYTES`] bytes for each record, in which each cell is a bit, and a plain counter for each record.
    Bits {
        /// The bits, the lowest bit of a byte first.
        bits: &'a mut [u8],
        /// The plain counters.
        counters: &'a mut [u8],
        /// The order of the bits of a record.
        layout: CellLayout,
    },
}

/// The number of moves in [`ListedMut`] for each record. No position has more than 218.
pub const LISTED: usize = 224;

/// The buffer for the probabilities of the legal moves of a batch, [`LISTED`] for each record: less than a fifth of the
/// bytes of [`Batch::with_policy`].
///
/// The policy indices are in ascending order. After the last move, the index is
/// [`V7::NO_MOVE`](gardez_lc0::training::V7::NO_MOVE) and the probability 0.
#[derive(Debug)]
pub struct ListedMut<'a> {
    /// The policy indices of the moves.
    pub indices: &'a mut [u16],
    /// Their probabilities.
    pub probabilities: &'a mut [f32],
}

/// The outputs of a batch: optional slices of the caller.
///
/// ```
/// use gardez_data::loader::{Batch, Loader, LoaderOptions, Memory, PlanesMut, Records, VALUES};
/// use gardez_lc0::training::V6;
/// use gardez_lc0::{CELLS, CellLayout, Encoder, InputFormat, POLICY_SIZE, PositionHistory, Rule50Scale};
///
/// let mut chunks = Memory::new();
/// let record = V6::from_history(&Encoder::new(InputFormat::Classical), &PositionHistory::start());
/// chunks.push("game", record.bytes());
///
/// const SIZE: usize = 256;
/// let (mut cells, mut policy) = (vec![0.0; SIZE * CELLS], vec![0.0; SIZE * POLICY_SIZE]);
/// let mut values = vec![0.0; SIZE * VALUES];
/// let mut loader = Loader::new(Records::new(chunks), LoaderOptions::default())?;
/// loop {
///     let (layout, rule50) = (CellLayout::PlanesFirst, Rule50Scale::Training);
///     let batch = Batch::new(SIZE)
///         .with_planes(PlanesMut::F32 { cells: &mut cells, layout, rule50 })
///         .with_policy(&mut policy)
///         .with_values(&mut values);
///     let count = loader.next_batch(batch)?;
///     if count == 0 {
///         break;
///     }
///     // Train with `cells[..count * CELLS]` and the other outputs.
/// }
/// # Ok::<_, gardez_data::loader::LoaderError>(())
/// ```
#[derive(Debug)]
pub struct Batch<'a> {
    size: usize,
    planes: Option<PlanesMut<'a>>,
    policy: Option<&'a mut [f32]>,
    legal: Option<&'a mut [bool]>,
    listed: Option<ListedMut<'a>>,
    values: Option<&'a mut [f32]>,
    wdl: Option<&'a mut [f32]>,
    moves: Option<&'a mut [u16]>,
    transforms: Option<&'a mut [u8]>,
    weights: Option<&'a mut [f32]>,
    origins: Option<&'a mut [Origin]>,
}

macro_rules! setters {
    ($($(#[$meta:meta])* $name:ident => $field:ident: $type:ty;)+) => {
        impl<'a> Batch<'a> {
            $(
                $(#[$meta])*
                #[must_use]
                pub fn $name(mut self, $field: $type) -> Self {
                    self.$field = Some($field);
                    self
                }
            )+
        }
    };
}

setters! {
    /// Writes the planes.
    with_planes => planes: PlanesMut<'a>;
    /// Writes the stored probabilities of the moves, [`POLICY_SIZE`] for each record: -1 for illegal moves.
    with_policy => policy: &'a mut [f32];
    /// Writes which moves are legal, [`POLICY_SIZE`] for each record: those with a probability of 0 or more.
    with_legal => legal: &'a mut [bool];
    /// Writes the probabilities of the legal moves as a list, [`LISTED`] for each record.
    with_listed => listed: ListedMut<'a>;
    /// Writes values, [`VALUES`] numbers for each record: `[6][3]`.
    ///
    /// | row | q | d | m |
    /// |---|---|---|---|
    /// | 0: the game | `result_q` | `result_d` | `plies_left` |
    /// | 1: the best move | `best_q` | `best_d` | `best_m` |
    /// | 2: the move that was played | `played_q` | `played_d` | `played_m` |
    /// | 3: the network itself | `orig_q` | `orig_d` | `orig_m` |
    /// | 4: the search | `root_q` | `root_d` | `root_m` |
    /// | 5: short-term | `q_st` | `d_st` | NaN |
    ///
    /// Unknown numbers are NaN. Row 5 is NaN in records of versions 3 to 6, unless the loader [computes
    /// it](super::LoaderOptions::with_short_term_values), or a later revision of lc0 stored `q_st` in version 6.
    with_values => values: &'a mut [f32];
    /// Writes the rows of [`Batch::with_values`] as probabilities of a win, a draw and a loss, [`VALUES`] for each record:
    /// `(1 - d + q) / 2`, `d`, `(1 - d - q) / 2`.
    with_wdl => wdl: &'a mut [f32];
    /// Writes four policy indices for each record: the played move, the best move, the opponent's reply and the move after
    /// it, or [`V7::NO_MOVE`](gardez_lc0::training::V7::NO_MOVE).
    with_moves => moves: &'a mut [u16];
    /// Writes the number of the [transform](gardez_lc0::Transform) of each record.
    with_transforms => transforms: &'a mut [u8];
    /// Writes the [weight](super::PositionWeight) of each record.
    with_weights => weights: &'a mut [f32];
    /// Writes the origin of each record.
    with_origins => origins: &'a mut [Origin];
}

impl<'a> Batch<'a> {
    /// Creates a batch of this many records without outputs.
    pub const fn new(size: usize) -> Self {
        let [policy, values, wdl, weights] = [const { None }; 4];
        let (planes, legal, listed, moves, transforms, origins) = (None, None, None, None, None, None);
        Self { size, planes, policy, legal, listed, values, wdl, moves, transforms, weights, origins }
    }

    /// Returns the number of records.
    pub const fn size(&self) -> usize {
        self.size
    }

    pub(super) fn check(&self) -> Result<(), LoaderError> {
        fn len<T>(slice: &Option<&mut [T]>) -> Option<usize> {
            slice.as_deref().map(<[T]>::len)
        }
        let (planes, counters) = match &self.planes {
            None => ((CELLS, None), None),
            Some(PlanesMut::F32 { cells, .. }) => ((CELLS, Some(cells.len())), None),
            Some(PlanesMut::F16Bits { cells, .. }) => ((CELLS, Some(cells.len())), None),
            Some(PlanesMut::U8 { cells, .. }) => ((CELLS, Some(cells.len())), None),
            Some(PlanesMut::Bits { bits, counters, .. }) => ((PLANE_BYTES, Some(bits.len())), Some(counters.len())),
        };
        let outputs = [
            ("the planes", planes.0, planes.1),
            ("the counters", 1, counters),
            ("the probabilities", POLICY_SIZE, len(&self.policy)),
            ("the legal moves", POLICY_SIZE, len(&self.legal)),
            ("the listed indices", LISTED, self.listed.as_ref().map(|listed| listed.indices.len())),
            ("the listed probabilities", LISTED, self.listed.as_ref().map(|listed| listed.probabilities.len())),
            ("the values", VALUES, len(&self.values)),
            ("the wins, draws and losses", VALUES, len(&self.wdl)),
            ("the moves", 4, len(&self.moves)),
            ("the transforms", 1, len(&self.transforms)),
            ("the weights", 1, len(&self.weights)),
            ("the origins", 1, len(&self.origins)),
        ];
        for (output, each, found) in outputs {
            let expected = self.size.saturating_mul(each);
            if let Some(found) = found.filter(|&found| found != expected) {
                return Err(LoaderError::Output { output, expected, found });
            }
        }
        Ok(())
    }

    /// Writes a record. The place must be below the size, and the lengths must have been checked.
    pub(super) fn write(
        &mut self,
        place: usize,
        view: &RecordView<'_>,
        origin: Origin,
        weight: impl FnOnce() -> f32,
        planes: &mut Planes,
    ) -> Result<(), LengthError> {
        if let Some(output) = &mut self.planes {
            write_planes(output, place, view, planes)?;
        }
        if let Some(policy) = &mut self.policy {
            view.write_policy(&mut policy[place * POLICY_SIZE..][..POLICY_SIZE]);
        }
        if let Some(legal) = &mut self.legal {
            view.write_legal(&mut legal[place * POLICY_SIZE..][..POLICY_SIZE]);
        }
        if let Some(ListedMut { indices, probabilities }) = &mut self.listed {
            let places = place * LISTED..(place + 1) * LISTED;
            view.write_listed(&mut indices[places.clone()], &mut probabilities[places]);
        }
        if self.values.is_some() || self.wdl.is_some() {
            let rows = values(view);
            if let Some(values) = &mut self.values {
                values[place * VALUES..][..VALUES].copy_from_slice(rows.as_flattened());
            }
            if let Some(wdl) = &mut self.wdl {
                let rows = rows.map(|[q, d, _]| [(1.0 - d + q) / 2.0, d, (1.0 - d - q) / 2.0]);
                wdl[place * VALUES..][..VALUES].copy_from_slice(rows.as_flattened());
            }
        }
        if let Some(moves) = &mut self.moves {
            let later = view.later();
            let later =
                later.map_or([V7::NO_MOVE; 2], |later| [later.opp_played_idx.get(), later.next_played_idx.get()]);
            let tail = view.tail();
            moves[place * 4..][..4].copy_from_slice(&[tail.played_idx.get(), tail.best_idx.get(), later[0], later[1]]);
        }
        if let Some(transforms) = &mut self.transforms {
            transforms[place] = view.tail().invariance_info & 7;
        }
        if let Some(weights) = &mut self.weights {
            weights[place] = weight();
        }
        if let Some(origins) = &mut self.origins {
            origins[place] = origin;
        }
        Ok(())
    }
}

fn write_planes(
    output: &mut PlanesMut<'_>,
    place: usize,
    view: &RecordView<'_>,
    planes: &mut Planes,
) -> Result<(), LengthError> {
    let scale = match *output {
        PlanesMut::F32 { rule50, .. } | PlanesMut::F16Bits { rule50, .. } => rule50,
        // The plain counter is written whatever the scale.
        PlanesMut::U8 { .. } | PlanesMut::Bits { .. } => Rule50Scale::Engine,
    };
    if view.planes_into(scale, planes).is_err() {
        // A loader refuses such records, so only a source whose bytes change comes here.
        *planes = Planes::EMPTY;
    }
    match output {
        PlanesMut::F32 { cells, layout, .. } => planes.write(*layout, &mut cells[place * CELLS..][..CELLS]),
        PlanesMut::F16Bits { cells, layout, .. } => planes.write(*layout, &mut cells[place * CELLS..][..CELLS]),
        PlanesMut::U8 { cells, layout } => planes.write(*layout, &mut cells[place * CELLS..][..CELLS]),
        PlanesMut::Bits { bits, counters, layout } => {
            counters[place] = view.tail().rule50_count;
            planes.write_bits(*layout, &mut bits[place * PLANE_BYTES..][..PLANE_BYTES])
        }
    }
}

fn values(view: &RecordView<'_>) -> [[f32; 3]; 6] {
    let V6Tail { result_q, result_d, plies_left, best_q, best_d, best_m, played_q, played_d, played_m, .. } =
        view.tail();
    let V6Tail { orig_q, orig_d, orig_m, root_q, root_d, root_m, q_st, .. } = view.tail();
    let rows = [
        [result_q, result_d, plies_left],
        [best_q, best_d, best_m],
        [played_q, played_d, played_m],
        [orig_q, orig_d, orig_m],
        [root_q, root_d, root_m],
    ]
    .map(|row| row.map(|value| value.get()));
    let short_term = match view.later() {
        Some(later) => [q_st.get(), later.d_st.get(), f32::NAN],
        // The first revisions of version 6 have 0 here.
        None if q_st.get().to_bits() == 0 => [f32::NAN; 3],
        None => [q_st.get(), f32::NAN, f32::NAN],
    };
    let [result, best, played, orig, root] = rows;
    [result, best, played, orig, root, short_term]
}
