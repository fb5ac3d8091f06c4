//! From a history to the 112 input planes of a network.

#[cfg(feature = "alloc")]
mod batch;
mod dense;
mod encode;
mod format;
mod planes;
mod scale;
mod slots;

pub use dense::{Cell, CellLayout, PLANE_BYTES};
pub use format::{FillMode, InputFormat};
pub(crate) use planes::Rest;
pub use planes::{CELLS, PLANES, PLANES_PER_SLOT, Plane, Planes, RULE50_PLANE, SLOTS};
pub use scale::Rule50Scale;

/// Encodes positions as the 112 input planes of a network.
///
/// ```
/// use gardez_lc0::{Encoder, FillMode, InputFormat, PositionHistory};
///
/// let history = PositionHistory::start();
/// let encoder = Encoder::new(InputFormat::Classical).with_fill(FillMode::No);
/// let (planes, transform) = encoder.encode(&history);
/// assert_eq!(planes.plane(0).mask.bits(), 0xff00, "plane 0 shows our pawns");
/// assert!(transform.is_none());
///
/// let mut dense = [0.0; gardez_lc0::CELLS];
/// planes.write_f32(&mut dense)?;
/// assert_eq!(dense[..24].iter().sum::<f32>(), 8.0);
/// # Ok::<_, gardez_lc0::LengthError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Encoder {
    format: InputFormat,
    fill: FillMode,
    scale: Rule50Scale,
    /// The number of slots that stay empty.
    unused: u8,
}

impl Encoder {
    /// Creates an encoder of all eight slots with [`FillMode::FenOnly`] and [`Rule50Scale::Engine`], lc0's defaults.
    pub const fn new(format: InputFormat) -> Self {
        Self { format, fill: FillMode::FenOnly, scale: Rule50Scale::Engine, unused: 0 }
    }

    /// Sets the scale of plane 109.
    #[must_use]
    pub const fn with_rule50_scale(mut self, scale: Rule50Scale) -> Self {
        self.scale = scale;
        self
    }

    /// Sets the contents of the history slots before the first position.
    #[must_use]
    pub const fn with_fill(mut self, fill: FillMode) -> Self {
        self.fill = fill;
        self
    }

    /// Sets the number of slots to use, from the newest position on, clamped to 1..=[`SLOTS`].
    #[must_use]
    pub const fn with_slots(mut self, slots: usize) -> Self {
        self.unused = match slots {
            0 => 7,
            1..=7 => 8 - slots as u8,
            _ => 0,
        };
        self
    }

    /// Returns the input format.
    pub const fn format(&self) -> InputFormat {
        self.format
    }
}

impl Default for Encoder {
    /// Returns an encoder of [`InputFormat::Classical`].
    fn default() -> Self {
        Self::new(InputFormat::default())
    }
}
