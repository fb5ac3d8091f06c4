//! The level of any CPU once more, able to count a single move of a node: it shows which move is counted wrongly.

/// Every CPU may run these functions.
macro_rules! stamp {
    ($($functions:tt)*) => { with_attribute! { #[allow(clippy::allow_attributes)] $($functions)* } };
}

engine!();
portable!();

/// Moves of a node are left out.
const FILTERED: bool = true;
