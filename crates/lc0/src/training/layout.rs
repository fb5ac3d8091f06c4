//! The layouts of records: little-endian numbers without gaps.

use zerocopy::little_endian::{F32, U16, U32, U64};
use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::POLICY_SIZE;

/// The number of planes that a record stores as masks. The other eight follow from its fields.
pub(super) const STORED_PLANES: usize = 104;

/// The size of the probabilities in bytes.
pub(super) const POLICY_BYTES: usize = 4 * POLICY_SIZE;

/// Defines a layout: a structure with these fields in this order, and of this size.
macro_rules! layout {
    ($(#[$meta:meta])* $name:ident, $version:literal, $size:literal {
        $($(#[$field_meta:meta])* $field:ident: $type:ty,)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
        #[repr(C)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)+
        }

        impl $name {
            /// The value of the field `version`.
            pub const VERSION: u32 = $version;

            /// The size of a record in bytes.
            pub const SIZE: usize = $size;

            /// Returns the record in these bytes without copying it, or `None` if their number is not [`Self::SIZE`].
            ///
            /// The version is not checked.
            pub fn from_bytes(bytes: &[u8]) -> Option<&Self> {
                Self::ref_from_bytes(bytes).ok()
            }

            /// Returns the bytes of the record.
            pub fn bytes(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        const _: () = assert!(size_of::<$name>() == $name::SIZE, "the layout has no gaps");
    };
}

/// Defines a version that has all fields of version 3.
macro_rules! early_layout {
    ($(#[$meta:meta])* $name:ident, $version:literal, $size:literal {
        $($(#[$field_meta:meta])* $field:ident: $type:ty,)*
    }) => {
        layout! {
            $(#[$meta])*
            $name, $version, $size {
                /// The number of the version.
                version: U32,
                /// The share of visits of each move, or -1 if the move is not legal.
                probabilities: [F32; POLICY_SIZE],
                /// Planes 0 to 103, with the bits of each byte reversed.
                planes: [U64; STORED_PLANES],
                /// 1 if we may castle queen side.
                castling_us_ooo: u8,
                /// 1 if we may castle king side.
                castling_us_oo: u8,
                /// 1 if they may castle queen side.
                castling_them_ooo: u8,
                /// 1 if they may castle king side.
                castling_them_oo: u8,
                /// 1 if black is to move.
                side_to_move: u8,
                /// Plies since the last capture or pawn move.
                rule50_count: u8,
                /// Unused.
                move_count: u8,
                /// 1 if the side to move has won, 0 for a draw, -1 if it has lost.
                result: i8,
                $($(#[$field_meta])* $field: $type,)*
            }
        }
    };
}

early_layout! {
    /// Version 3: planes, probabilities and the result.
    V3, 3, 8276 {}
}

early_layout! {
    /// Version 4: version 3 with values of the root of the search.
    V4, 4, 8292 {
        /// The expected result of the position, -1 to 1.
        root_q: F32,
        /// The expected result after the best move.
        best_q: F32,
        /// The probability of a draw in the position.
        root_d: F32,
        /// The probability of a draw after the best move.
        best_d: F32,
    }
}

layout! {
    /// Version 5: with the input format and the number of plies left.
    V5, 5, 8308 {
        /// 5.
        version: U32,
        /// lc0's number of the input format.
        input_format: U32,
        /// The share of visits of each move, or -1 if the move is not legal.
        probabilities: [F32; POLICY_SIZE],
        /// Planes 0 to 103, with the bits of each byte reversed.
        planes: [U64; STORED_PLANES],
        /// Our right to castle queen side: 1 in format 1, the file of the rook as a bit in other formats.
        castling_us_ooo: u8,
        /// Our right to castle king side.
        castling_us_oo: u8,
        /// Their right to castle queen side.
        castling_them_ooo: u8,
        /// Their right to castle king side.
        castling_them_oo: u8,
        /// Formats 1 and 2: 1 if black is to move. Other formats: the file of the en passant flag as a bit.
        side_to_move_or_enpassant: u8,
        /// Plies since the last capture or pawn move.
        rule50_count: u8,
        /// The transform and flags, as in [`V6`].
        invariance_info: u8,
        /// 1 if the side to move has won, 0 for a draw, -1 if it has lost.
        result: i8,
        /// The expected result of the position, -1 to 1.
        root_q: F32,
        /// The expected result after the best move.
        best_q: F32,
        /// The probability of a draw in the position.
        root_d: F32,
        /// The probability of a draw after the best move.
        best_d: F32,
        /// The expected number of plies left in the position.
        root_m: F32,
        /// The expected number of plies left after the best move.
        best_m: F32,
        /// The number of plies that were left in the game.
        plies_left: F32,
    }
}

/// Defines a version that has all fields of version 6.
macro_rules! modern_layout {
    ($(#[$meta:meta])* $name:ident, $version:literal, $size:literal {
        $($(#[$field_meta:meta])* $field:ident: $type:ty,)*
    }) => {
        layout! {
            $(#[$meta])*
            $name, $version, $size {
                /// The number of the version.
                version: U32,
                /// lc0's number of the [input format](crate::InputFormat).
                input_format: U32,
                /// The share of visits of each move, or -1 if the move is not legal. The indices follow the transform.
                probabilities: [F32; POLICY_SIZE],
                /// Planes 0 to 103 as the network saw them, with the bits of each byte reversed.
                planes: [U64; STORED_PLANES],
                /// Our right to castle queen side: 1 in format 1, the file of the rook as a bit in other formats.
                castling_us_ooo: u8,
                /// Our right to castle king side.
                castling_us_oo: u8,
                /// Their right to castle queen side.
                castling_them_ooo: u8,
                /// Their right to castle king side.
                castling_them_oo: u8,
                /// Formats 1 and 2: 1 if black is to move. Other formats: the file of the en passant flag as a bit, after
                /// the transform.
                side_to_move_or_enpassant: u8,
                /// Plies since the last capture or pawn move.
                rule50_count: u8,
                /// Bits 0 to 2: the transform. The other bits have names: [`V6::BEST_IS_PROVEN`],
                /// [`V6::MAX_LENGTH_EXCEEDED`], [`V6::ADJUDICATED`], [`V6::MARKED_FOR_DELETION`], [`V6::BLACK_TO_MOVE`].
                invariance_info: u8,
                /// 0. Earlier versions keep the result here.
                dummy: u8,
                /// The expected result of the position, -1 to 1.
                root_q: F32,
                /// The expected result after the best move.
                best_q: F32,
                /// The probability of a draw in the position.
                root_d: F32,
                /// The probability of a draw after the best move.
                best_d: F32,
                /// The expected number of plies left in the position.
                root_m: F32,
                /// The expected number of plies left after the best move.
                best_m: F32,
                /// The number of plies that were left in the game.
                plies_left: F32,
                /// 1 if the side to move has won, -1 if it has lost, 0 otherwise.
                result_q: F32,
                /// 1 if the game was a draw, 0 otherwise.
                result_d: F32,
                /// The expected result after the move that was played.
                played_q: F32,
                /// The probability of a draw after the move that was played.
                played_d: F32,
                /// The expected number of plies left after the move that was played.
                played_m: F32,
                /// The result that the network itself expected, -1 to 1; NaN if it is unknown.
                orig_q: F32,
                /// The network's probability of a draw; NaN if it is unknown.
                orig_d: F32,
                /// The network's expected number of plies left; NaN if it is unknown.
                orig_m: F32,
                /// The number of visits of the search, or 0 in records of earlier versions.
                visits: U32,
                /// The index of the move that was played.
                played_idx: U16,
                /// The index of the best move.
                best_idx: U16,
                /// The Kullback-Leibler divergence between the network's probabilities and those of the search.
                policy_kld: F32,
                /// 0. Later revisions of lc0 keep a short-term value as `f32` here.
                reserved: U32,
                $($(#[$field_meta])* $field: $type,)*
            }
        }
    };
}

modern_layout! {
    /// Version 6: with the moves that were played and found best, and the values of the network itself.
    V6, 6, 8356 {}
}

modern_layout! {
    /// Version 7: with short-term values and the next moves of the game.
    V7, 7, 8396 {
        /// A short-term probability of a draw.
        d_st: F32,
        /// The index of the opponent's reply.
        opp_played_idx: U16,
        /// The index of the move after the reply.
        next_played_idx: U16,
        /// Unused.
        reserved_tail: [F32; 8],
    }
}

impl V6 {
    /// Returns a record of zeros.
    pub(super) fn zeroed() -> Self {
        Self::new_zeroed()
    }

    /// Returns the bytes of the record, to copy fields between versions.
    #[cfg(feature = "alloc")]
    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        self.as_mut_bytes()
    }
}
