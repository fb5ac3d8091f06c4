//! Why a frontier cannot be computed.

use core::fmt;

use gardez_position::{PackError, PackedBoard};
use gardez_types::ErrorInfo;

/// Why a frontier cannot be computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FrontierError {
    /// There are more units than the limit.
    TooManyUnits {
        /// The ply at which there are too many.
        ply: u32,
        /// The limit.
        max: u64,
    },
    /// The number of sequences that lead to a unit does not fit into 64 bits.
    Multiplicity {
        /// The ply of the unit.
        ply: u32,
        /// Its position.
        board: PackedBoard,
    },
    /// A position cannot be packed.
    Pack(PackError),
}

impl fmt::Display for FrontierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyUnits { ply, max } => write!(f, "the frontier at ply {ply} has more than {max} units"),
            Self::Multiplicity { ply, board } => {
                write!(f, "at ply {ply}, 2^64 or more move sequences lead to the packed board {board:?}")
            }
            Self::Pack(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl core::error::Error for FrontierError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Pack(error) => Some(error),
            _ => None,
        }
    }
}

impl ErrorInfo for FrontierError {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::TooManyUnits { .. } => "too-many-units",
            Self::Multiplicity { .. } => "multiplicity",
            Self::Pack(error) => error.kind_name(),
        }
    }
}

impl From<PackError> for FrontierError {
    fn from(error: PackError) -> Self {
        Self::Pack(error)
    }
}
