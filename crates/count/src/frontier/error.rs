//! The error of computing a frontier.

use gardez_position::{PackError, PackedBoard};
use gardez_types::errors;

errors! {
    /// An error while computing a frontier.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum FrontierError {
        TooManyUnits { ply: u32, max: u64 } = "too-many-units", "the frontier at ply {ply} has more than {max} units";
        Multiplicity { ply: u32, board: PackedBoard } = "multiplicity",
            "at ply {ply}, 2^64 or more move sequences lead to the packed board {board:?}";
        /// A position cannot be packed.
        Pack(error: PackError) = error => source error => from PackError;
    }
}
