//! The scale of the halfmove clock on plane 109.

use super::format::InputFormat;

/// The number by which plane 109 divides the halfmove clock.
///
/// | program | formats 1, 2 and 3 | formats 4, 5, 132 and 133 |
/// |---|---|---|
/// | [`Engine`](Self::Engine): lc0 when it plays, and its rescorer | 1 | 100 |
/// | [`Training`](Self::Training): lczero-training when it reads records | 99 | 100 |
///
/// Both are right: when lczero-training exports a network, it divides the weights that read plane 109 by 99. Use
/// [`Engine`](Self::Engine) to run a network from an lc0 weights file, and [`Training`](Self::Training) to train one
/// that will be exported like this. There is no default, because a network with the wrong scale only plays a little worse.
///
/// ```
/// use gardez_lc0::training::V6;
/// use gardez_lc0::{InputFormat, Rule50Scale};
///
/// let mut record = V6::empty();
/// record.input_format = InputFormat::Classical.raw().into();
/// record.rule50_count = 33;
/// assert_eq!(record.planes(Rule50Scale::Engine)?.0.rule50(), 33.0);
/// assert_eq!(record.planes(Rule50Scale::Training)?.0.rule50(), 33.0 / 99.0);
/// # Ok::<_, gardez_lc0::UnknownNumberError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Rule50Scale {
    /// The input of lc0's engine.
    Engine,
    /// The input of training.
    Training,
}

impl Rule50Scale {
    /// Returns the number by which the clock is divided: 1, 99 or 100.
    #[inline]
    pub(crate) const fn divisor(self, format: InputFormat) -> f32 {
        match self {
            _ if format.is_hectoplies() => 100.0,
            Self::Engine => 1.0,
            Self::Training => 99.0,
        }
    }
}
