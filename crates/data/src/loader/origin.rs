//! The origin of a record.

/// The origin of a record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Origin {
    /// The number of the chunk in its [source](super::ChunkSource).
    pub chunk: u32,
    /// The place of the record in the chunk, from 0 on.
    pub record: u32,
}
