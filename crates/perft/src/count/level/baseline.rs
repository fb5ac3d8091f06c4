//! The level of any CPU.

/// Every CPU can run these functions.
macro_rules! stamp {
    ($($functions:tt)*) => { with_attribute! { #[allow(clippy::allow_attributes)] $($functions)* } };
}

engine!();
portable!();

/// All moves of a node are counted.
const FILTERED: bool = false;
