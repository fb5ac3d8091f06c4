//! Entries that a format cannot hold.

/// The treatment of an entry that the format of a writer cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OnUnrepresentable {
    /// The conversion ends with an error.
    #[default]
    Stop,
    /// The entry is left out and counted.
    Skip,
}
