//! The layers after the first one: as they are in the file, and in the form of vectors.

use alloc::vec::Vec;

use super::Network;
use super::block::{Bytes, Rows};
use crate::architecture::{Architecture, Function, NumberType};

/// The numbers of a layer: weights input by input.
#[derive(Clone, PartialEq, Default)]
pub(crate) struct Numbers {
    pub(crate) biases: Vec<f64>,
    pub(crate) weights: Vec<f64>,
}

/// The layers of all buckets in a form that vectors compute.
#[derive(Clone, PartialEq)]
pub(crate) enum Vectors {
    /// Those of Stockfish 15.1 to 2026.
    Stacks(Stacks),
    /// One layer with one output.
    Single(Single),
}

/// Layers of bytes.
#[derive(Clone, PartialEq)]
pub(crate) struct Stacks {
    /// The sums of the first layer are cut to this maximum before they are multiplied.
    pub(crate) max: i16,
    /// The products are divided by two to the power of this.
    pub(crate) shift: u32,
    /// `true` if the last layer has the activations of both layers before it as inputs.
    pub(crate) is_dense: bool,
    /// The layers of each bucket.
    pub(crate) layers: Vec<Stack>,
}

/// The layers after the first one, for one bucket.
pub(crate) type Stack = [Layer; 3];

/// A fully connected layer. If it has several outputs, the weights of four neighboring inputs are together for each output,
/// because vector instructions multiply and add four bytes at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layer {
    /// A multiple of 32.
    pub(crate) inputs: usize,
    /// 1, or a multiple of 16.
    pub(crate) outputs: usize,
    pub(crate) biases: Vec<i32>,
    pub(crate) weights: Vec<Bytes>,
}

/// A layer with one output, whose inputs are sums that are cut and perhaps squared.
#[derive(Clone, PartialEq)]
pub(crate) struct Single {
    pub(crate) max: i16,
    pub(crate) is_squared: bool,
    /// Two rows for each bucket: for the side to move, and for the other one.
    pub(crate) weights: Rows,
}

impl Vectors {
    /// Returns the layers of a network as vectors compute them, if they do.
    pub(super) fn new(network: &Network<'_>) -> Option<Self> {
        let architecture = &network.architecture;
        let [function] = *architecture.activation else { return None };
        let (max, shift) = match function {
            Function::Pairwise { max, shift } | Function::SCReLU { max, shift } | Function::Clip { max, shift } => {
                (max, shift)
            }
            _ => return None,
        };
        if !(1.0..=255.0).contains(&max) || f64::from(max as i16) != max {
            return None;
        }
        let max = max as i16;
        if !matches!(function, Function::Pairwise { .. }) {
            return Single::new(network, max, matches!(function, Function::SCReLU { .. }))
                .filter(|_| shift == 0)
                .map(Self::Single);
        }
        let is_form_of = |known: &Architecture| {
            (&architecture.layers, &architecture.skips, architecture.unit) == (&known.layers, &known.skips, known.unit)
        };
        let is_dense = is_form_of(&Architecture::STOCKFISH_2026);
        let products = u32::try_from(shift).ok().and_then(|shift| i32::from(max).pow(2).checked_shr(shift));
        let is_known = is_dense || is_form_of(&Architecture::STOCKFISH_15);
        if !is_known || architecture.width % 64 != 0 || products.is_none_or(|most| most > 127) {
            return None;
        }
        let layers = network.numbers.iter().map(|stack| {
            let mut layers = stack.iter().zip(&network.sizes).map(|(numbers, &sizes)| Layer::new(numbers, sizes));
            Some([layers.next()??, layers.next()??, layers.next()??])
        });
        Some(Self::Stacks(Stacks { max, shift: shift as u32, is_dense, layers: layers.collect::<Option<_>>()? }))
    }
}

impl Single {
    fn new(network: &Network<'_>, max: i16, is_squared: bool) -> Option<Self> {
        let architecture = &network.architecture;
        let [layer] = &*architecture.layers else { return None };
        let (width, is_plain) = (architecture.width, layer.input_shift == 0 && matches!(*layer.inputs, [] | [0]));
        let mut weights = Rows::new(2 * network.numbers.len(), width);
        for (place, &weight) in network.numbers.iter().flat_map(|stack| &stack[0].weights).enumerate() {
            // A product with an activation must fit in 16 bits before it is multiplied by the activation once more.
            let largest = weight.abs() * if is_squared { f64::from(max) } else { 1.0 };
            if !is_plain || !NumberType::I16.holds(weight) || largest > f64::from(i16::MAX) {
                return None;
            }
            weights.set(place, weight as i16);
        }
        Some(Self { max, is_squared, weights })
    }
}

impl Layer {
    fn new(numbers: &Numbers, [inputs, outputs]: [usize; 2]) -> Option<Self> {
        let padded = inputs.next_multiple_of(32);
        let mut weights = alloc::vec![Bytes::ZERO; (padded * outputs).div_ceil(64)];
        for (i, &weight) in numbers.weights.iter().enumerate() {
            let (input, output) = (i / outputs, i % outputs);
            let place = if outputs == 1 { input } else { input / 4 * 4 * outputs + 4 * output + input % 4 };
            if !NumberType::I8.holds(weight) {
                return None;
            }
            weights[place / 64].0[place % 64] = weight as i8 as u8;
        }
        // With these biases, no sum exceeds 32 bits.
        let bias = |&bias: &f64| Some(bias as i32).filter(|_| bias.abs() < 1e9 && f64::from(bias as i32) == bias);
        let biases = numbers.biases.iter().map(bias).collect::<Option<_>>()?;
        Some(Self { inputs: padded, outputs, biases, weights })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_have_the_form_of_vectors_by_their_values_not_by_their_name() {
        let form = |architecture: &Architecture, weight: f64| match Network::build(architecture, |_, i| {
            if i == 0 { weight } else { 1.0 }
        })
        .expect("in range")
        .vectors
        {
            Some(Vectors::Stacks(stacks)) if stacks.is_dense => "dense",
            Some(Vectors::Stacks(_)) => "stacks",
            Some(Vectors::Single(_)) => "single",
            None => "none",
        };
        let known = Architecture::STOCKFISH.map(|known| form(&Architecture { width: 64, ..known }, 1.0));
        assert_eq!(known, ["none", "none", "none", "stacks", "stacks", "stacks", "dense"]);
        let mine = Architecture { name: "mine".into(), width: 64, ..Architecture::STOCKFISH_15 };
        assert_eq!(form(&mine, 2.0), "stacks");
        assert_eq!(form(&Architecture { width: 96, ..mine.clone() }, 1.0), "none");
        let large = Function::Pairwise { max: 255.0, shift: 8 };
        assert_eq!(form(&Architecture { activation: alloc::vec![large].into(), ..mine }, 1.0), "none");
        assert_eq!(form(&Architecture::SIMPLE, 128.0), "single");
        assert_eq!(form(&Architecture::SIMPLE, 129.0), "none", "a product does not fit in 16 bits");
    }
}
