//! The error of computing a frontier.

use gardez_position::{PackError, PackedBoard};
use gardez_types::errors;

errors! {
    /// An error while computing a frontier.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub enum FrontierError {
        /// There are more units than the limit.
        TooManyUnits { ply: u32, max: u64 } = "too-many-units", "the frontier at ply {ply} has more than {max} units";
        /// The number of sequences that lead to a unit does not fit into 64 bits.
        Multiplicity { ply: u32, board: PackedBoard } = "multiplicity",
            "at ply {ply}, 2^64 or more move sequences lead to the packed board {board:?}";
        /// A position cannot be packed.
        Pack(error: PackError) = error => source error => from PackError;
    }
}
