//! The level of any CPU.

/// Every CPU may run these functions.
macro_rules! stamp {
    ($($functions:tt)*) => { with_attribute! { #[allow(clippy::allow_attributes)] $($functions)* } };
}

engine!();
#[path = "leaving.rs"]
mod leaving;

#[path = "made.rs"]
mod made;

#[path = "reach.rs"]
mod reach;
#[path = "magic.rs"]
mod sliders;

#[path = "sums.rs"]
mod sums;

#[path = "zones.rs"]
mod zones;

/// All moves of a node are counted.
const FILTERED: bool = false;
