//! Functions of sums.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A function of the sums of a layer.
///
/// In TOML it is a text: its name, perhaps a maximum (1 without it), and perhaps a shift, such as `"pairwise 255 >> 9"` or
/// `"clip"`. The names are those in parentheses.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "toml", derive(serde::Deserialize), serde(try_from = "String"))]
pub enum Function {
    /// The sum itself (`identity`).
    Identity,
    /// The sum is shifted, and then cut to the range from 0 to `max` (`clip`; `relu` has no maximum).
    Clip {
        /// The largest result.
        max: f64,
        /// The bits by which the sum is shifted to the right; negative ones shift it to the left.
        shift: i32,
    },
    /// The square of the sum, shifted, and at most `max` (`square`).
    Square {
        /// The largest result.
        max: f64,
        /// The bits by which the square is shifted to the right.
        shift: i32,
    },
    /// The sum is cut to the range from 0 to `max`, and its square is shifted (`screlu`).
    SCReLU {
        /// The largest sum.
        max: f64,
        /// The bits by which the square is shifted to the right.
        shift: i32,
    },
    /// All sums are cut to the range from 0 to `max`, and those of the first half are multiplied by those of the second
    /// half; the products are shifted (`pairwise`).
    Pairwise {
        /// The largest sum.
        max: f64,
        /// The bits by which the product is shifted to the right.
        shift: i32,
    },
    /// `z * clip(z + 3, 0, 6) / 6` (`hard-swish`).
    HardSwish,
    /// The hard swish of the first half of the sums, times the second half (`gated`).
    Gated,
}

/// How a sum `s` of products and a bias `b` become an output.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "toml", derive(serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Sum {
    /// `(s >> shift) + b`.
    Shift(i32),
    /// `s / quotient + b`, with a division toward zero.
    Quotient(f64),
    /// `s / weights + b / biases`, with fractions.
    Float {
        /// What a sum of products is divided by.
        weights: f64,
        /// What a bias is divided by.
        #[cfg_attr(feature = "toml", serde(default = "one"))]
        biases: f64,
    },
}

#[cfg(feature = "toml")]
const fn one() -> f64 {
    1.0
}

/// Returns a number shifted to the right, rounded down. A shift by 0 does not round.
pub(crate) fn shifted(number: f64, shift: i32) -> f64 {
    if shift == 0 {
        return number;
    }
    let scaled = number * if shift > 0 { 1.0 / power(shift) } else { power(-shift) };
    let whole = truncated(scaled);
    if whole > scaled { whole - 1.0 } else { whole }
}

/// Returns two to the power of a number that is not negative.
fn power(exponent: i32) -> f64 {
    (1_u64 << exponent.min(62)) as f64
}

/// Returns a number without its fraction.
pub(crate) const fn truncated(number: f64) -> f64 {
    // Larger numbers have no fraction.
    if -9e15 < number && number < 9e15 { number as i64 as f64 } else { number }
}

/// Returns a number between 0 and a maximum. What is not a number stays so.
fn clip(number: f64, max: f64) -> f64 {
    if number < 0.0 {
        0.0
    } else if number > max {
        max
    } else {
        number
    }
}

fn hard_swish(z: f64) -> f64 {
    z * clip(z + 3.0, 6.0) / 6.0
}

impl Sum {
    pub(crate) fn apply(self, sum: f64, bias: f64) -> f64 {
        match self {
            Self::Shift(shift) => shifted(sum, shift) + bias,
            Self::Quotient(quotient) => truncated(sum / quotient) + bias,
            Self::Float { weights, biases } => sum / weights + bias / biases,
        }
    }
}

impl Function {
    /// Returns the number of results of functions of this many sums.
    pub(super) fn results(functions: &[Self], sums: usize) -> Result<usize, String> {
        let results = functions.iter().map(|function| match function {
            Self::Pairwise { .. } | Self::Gated if sums % 2 != 0 => Err(format!("{sums} sums do not have two halves")),
            Self::Pairwise { .. } | Self::Gated => Ok(sums / 2),
            _ => Ok(sums),
        });
        match results.sum::<Result<usize, _>>()? {
            0 => Err(String::from("a layer has no function")),
            count => Ok(count),
        }
    }

    pub(crate) fn apply(self, sums: &[f64], results: &mut Vec<f64>) {
        let (first, second) = sums.split_at(sums.len() / 2);
        let halves = first.iter().zip(second);
        match self {
            Self::Identity => results.extend(sums),
            Self::Clip { max, shift } => results.extend(sums.iter().map(|&sum| clip(shifted(sum, shift), max))),
            Self::Square { max, shift } => results.extend(sums.iter().map(|&sum| {
                let square = shifted(sum * sum, shift);
                if square > max { max } else { square }
            })),
            Self::SCReLU { max, shift } => results.extend(sums.iter().map(|&sum| {
                let cut = clip(sum, max);
                shifted(cut * cut, shift)
            })),
            Self::Pairwise { max, shift } => {
                results.extend(halves.map(|(&a, &b)| shifted(clip(a, max) * clip(b, max), shift)));
            }
            Self::HardSwish => results.extend(sums.iter().map(|&sum| hard_swish(sum))),
            Self::Gated => results.extend(halves.map(|(&gate, &sum)| hard_swish(gate) * sum)),
        }
    }
}

impl TryFrom<String> for Function {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let refuse = || format!("{text:?} is not a function");
        let mut words = text.split_whitespace().peekable();
        let name = words.next().ok_or_else(refuse)?;
        let (mut max, mut shift) = (if name == "relu" { f64::INFINITY } else { 1.0 }, 0);
        if let Some(number) = words.peek().and_then(|word| word.parse().ok()) {
            max = number;
            words.next();
        }
        if let Some(arrow) = words.next() {
            let bits: i32 =
                words.next().and_then(|word| word.parse().ok()).filter(|bits| *bits < 64).ok_or_else(refuse)?;
            shift = match arrow {
                ">>" => bits,
                "<<" => -bits,
                _ => return Err(refuse()),
            };
        }
        let function = match name {
            "identity" => Self::Identity,
            "clip" | "relu" => Self::Clip { max, shift },
            "square" => Self::Square { max, shift },
            "screlu" => Self::SCReLU { max, shift },
            "pairwise" => Self::Pairwise { max, shift },
            "hard-swish" => Self::HardSwish,
            "gated" => Self::Gated,
            _ => return Err(refuse()),
        };
        if words.next().is_some() { Err(refuse()) } else { Ok(function) }
    }
}
