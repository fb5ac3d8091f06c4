//! The level of any CPU again, compiled so that it can count a single move of a node. It finds moves that are counted
//! wrongly.

/// Every CPU can run these functions.
macro_rules! stamp {
    ($($functions:tt)*) => { with_attribute! { #[allow(clippy::allow_attributes)] $($functions)* } };
}

engine!();
portable!();

/// Moves of a node can be left out.
const FILTERED: bool = true;
