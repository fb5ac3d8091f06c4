//! The layouts of records: little-endian numbers without gaps.

use zerocopy::little_endian::{F32, U16, U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::policy::POLICY_SIZE;

/// The number of planes that a record stores. The other eight follow from its fields.
pub(super) const STORED_PLANES: usize = 104;

/// Passes the table of the fields of all versions to a macro: the fields up to the planes, and then the others. A row
/// has a mark for each version: its number, or a dot if the version does not have the field.
///
/// The layouts, the conversion to version 6 and the attributes of Python's records are made of it.
#[doc(hidden)]
#[macro_export]
macro_rules! lc0_record_fields {
    ($callback:ident! { $($before:tt)* }) => {
        $callback! {
            $($before)*
            {
                /// The number of the version.
                [3 4 5 6 7] version: U32,
                /// lc0's number of the input format. Versions 3 and 4 have format 1.
                [. . 5 6 7] input_format: U32,
                /// The share of visits of each move, or -1 if the move is not legal. The indices follow the transform.
                [3 4 5 6 7] probabilities: [F32; POLICY_SIZE],
                /// Planes 0 to 103 as the network saw them, with the bits of each byte reversed.
                [3 4 5 6 7] planes: [U64; STORED_PLANES],
            }
            {
                /// Our right to castle queen side: 1 in format 1, the file of the rook as a bit in other formats.
                [3 4 5 6 7] castling_us_ooo: u8,
                /// Our right to castle king side.
                [3 4 5 6 7] castling_us_oo: u8,
                /// Their right to castle queen side.
                [3 4 5 6 7] castling_them_ooo: u8,
                /// Their right to castle king side.
                [3 4 5 6 7] castling_them_oo: u8,
                /// 1 if black is to move.
                [3 4 . . .] side_to_move: u8,
                /// Formats 1 and 2: 1 if black is to move. Others: the file of the en passant flag as a bit, transformed.
                [. . 5 6 7] side_to_move_or_enpassant: u8,
                /// Plies since the last capture or pawn move.
                [3 4 5 6 7] rule50_count: u8,
                /// Unused.
                [3 4 . . .] move_count: u8,
                /// Bits 0 to 2: the transform. Bit 3: the best move is proven. Bit 4: the game was ended because of its
                /// length. Bit 5: it was adjudicated. Bit 6: the record is marked for deletion. Bit 7: black is to move.
                [. . 5 6 7] invariance_info: u8,
                /// 1 if the side to move has won, 0 for a draw, -1 if it has lost.
                [3 4 5 . .] result: i8,
                /// 0. Earlier versions keep the result here.
                [. . . 6 7] dummy: u8,
                /// The expected result of the position, -1 to 1.
                [. 4 5 6 7] root_q: F32,
                /// The expected result after the best move.
                [. 4 5 6 7] best_q: F32,
                /// The probability of a draw in the position.
                [. 4 5 6 7] root_d: F32,
                /// The probability of a draw after the best move.
                [. 4 5 6 7] best_d: F32,
                /// The expected number of plies left in the position.
                [. . 5 6 7] root_m: F32,
                /// The expected number of plies left after the best move.
                [. . 5 6 7] best_m: F32,
                /// The number of plies that were left in the game.
                [. . 5 6 7] plies_left: F32,
                /// 1 if the side to move has won, -1 if it has lost, 0 otherwise.
                [. . . 6 7] result_q: F32,
                /// 1 if the game was a draw, 0 otherwise.
                [. . . 6 7] result_d: F32,
                /// The expected result after the move that was played.
                [. . . 6 7] played_q: F32,
                /// The probability of a draw after the move that was played.
                [. . . 6 7] played_d: F32,
                /// The expected number of plies left after the move that was played.
                [. . . 6 7] played_m: F32,
                /// The result that the network itself expected, -1 to 1; NaN if it is unknown.
                [. . . 6 7] orig_q: F32,
                /// The network's probability of a draw; NaN if it is unknown.
                [. . . 6 7] orig_d: F32,
                /// The network's expected number of plies left; NaN if it is unknown.
                [. . . 6 7] orig_m: F32,
                /// The number of visits of the search, or 0 in records of earlier versions.
                [. . . 6 7] visits: U32,
                /// The index of the move that was played.
                [. . . 6 7] played_idx: U16,
                /// The index of the best move.
                [. . . 6 7] best_idx: U16,
                /// The Kullback-Leibler divergence between the network's probabilities and the search's.
                [. . . 6 7] policy_kld: F32,
                /// The short-term value: an average of `root_q` over this record and those after it, from the side to
                /// move's point of view. 0 and unused in version 6.
                [. . . 6 7] q_st: F32,
                /// The short-term probability of a draw: the same average of `root_d`.
                [. . . . 7] d_st: F32,
                /// The `played_idx` of the next record, whose transform may differ, or [`V7::NO_MOVE`].
                [. . . . 7] opp_played_idx: U16,
                /// The `played_idx` of the record after the next one, or [`V7::NO_MOVE`].
                [. . . . 7] next_played_idx: U16,
                /// 0. Reserved for values that later revisions add.
                [. . . . 7] reserved: [F32; 8],
            }
        }
    };
}

/// Defines a layout: a structure of the fields whose mark is not a dot. A whole version has this size.
macro_rules! layout {
    ($head:tt {$($kept:tt)*} . {$($dropped:tt)*} $($rest:tt)*) => {
        layout! { $head {$($kept)*} $($rest)* }
    };
    ($head:tt {$($kept:tt)*} [. $mark:literal] {$($field:tt)*} $($rest:tt)*) => {
        layout! { $head {$($kept)* $($field)*} $($rest)* }
    };
    ($head:tt {$($kept:tt)*} [$($marks:tt)*] {$($dropped:tt)*} $($rest:tt)*) => {
        layout! { $head {$($kept)*} $($rest)* }
    };
    ($head:tt {$($kept:tt)*} $mark:literal {$($field:tt)*} $($rest:tt)*) => {
        layout! { $head {$($kept)* $($field)*} $($rest)* }
    };
    ([$(#[$meta:meta])* $name:ident, $version:literal, $size:literal] {$($fields:tt)*}) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
        #[repr(C)]
        pub struct $name {
            $($fields)*
        }

        impl $name {
            /// The value of the field `version`.
            pub const VERSION: u32 = $version;

            /// The size of a record in bytes.
            pub const SIZE: usize = $size;

            /// Returns the record in these bytes, or `None` if they are not [`Self::SIZE`]. The version is not checked.
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
    ([$(#[$meta:meta])* part $name:ident] {$($fields:tt)*}) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
        #[repr(C)]
        pub struct $name {
            $($fields)*
        }
    };
}

/// Defines all versions, and the parts of versions 6 and 7.
macro_rules! layouts {
    (
        {$($(#[$head_meta:meta])* [$h3:tt $h4:tt $h5:tt $h6:tt $h7:tt] $head:ident: $head_type:ty,)+}
        {$($(#[$meta:meta])* [$v3:tt $v4:tt $v5:tt $v6:tt $v7:tt] $field:ident: $type:ty,)+}
    ) => {
        layout! {
            [
                /// Version 3: planes, probabilities and the result.
                V3, 3, 8276
            ] {}
            $($h3 { $(#[$head_meta])* pub $head: $head_type, })+
            $($v3 { $(#[$meta])* pub $field: $type, })+
        }
        layout! {
            [
                /// Version 4: version 3 with values of the root of the search.
                V4, 4, 8292
            ] {}
            $($h4 { $(#[$head_meta])* pub $head: $head_type, })+
            $($v4 { $(#[$meta])* pub $field: $type, })+
        }
        layout! {
            [
                /// Version 5: with the input format and the number of plies left.
                V5, 5, 8308
            ] {}
            $($h5 { $(#[$head_meta])* pub $head: $head_type, })+
            $($v5 { $(#[$meta])* pub $field: $type, })+
        }
        layout! {
            [
                /// Version 6: with the moves that were played and found best, and the values of the network itself.
                V6, 6, 8356
            ] {}
            $($h6 { $(#[$head_meta])* pub $head: $head_type, })+
            $($v6 { $(#[$meta])* pub $field: $type, })+
        }
        layout! {
            [
                /// Version 7: with short-term values and the next moves of the game.
                V7, 7, 8396
            ] {}
            $($h7 { $(#[$head_meta])* pub $head: $head_type, })+
            $($v7 { $(#[$meta])* pub $field: $type, })+
        }
        layout! {
            [
                /// The fields of version 6 after the planes. Version 7 begins with them.
                part V6Tail
            ] {} $($v6 { $(#[$meta])* pub $field: $type, })+
        }
        layout! {
            [
                /// The fields that only version 7 has.
                part V7Tail
            ] {} $([$v6 $v7] { $(#[$meta])* pub $field: $type, })+
        }

        pub(super) const FIELDS: &[FieldRow] = &[
            $(row!($head: $head_type, [$h3 $h4 $h5 $h6 $h7]),)+
            $(row!($field: $type, [$v3 $v4 $v5 $v6 $v7]),)+
        ];
    };
}

/// The place of a field in the versions 3 to 7.
pub(super) struct FieldRow {
    pub(super) size: usize,
    offsets: [Option<usize>; 5],
}

impl FieldRow {
    pub(super) fn offset(&self, version: u32) -> Option<usize> {
        *self.offsets.get(version.checked_sub(V3::VERSION)? as usize)?
    }
}

macro_rules! row {
    ($field:ident: $type:ty, [$v3:tt $v4:tt $v5:tt $v6:tt $v7:tt]) => {
        FieldRow {
            size: size_of::<$type>(),
            offsets: [
                offset!($v3 V3 $field),
                offset!($v4 V4 $field),
                offset!($v5 V5 $field),
                offset!($v6 V6 $field),
                offset!($v7 V7 $field),
            ],
        }
    };
}

/// Returns the place of a field in a layout, unless its mark is a dot.
macro_rules! offset {
    (. $layout:ident $field:ident) => {
        None
    };
    ($mark:literal $layout:ident $field:ident) => {
        Some(core::mem::offset_of!($layout, $field))
    };
}

/// Matches a record of any version, with the same expression for each, or the same variant of another type.
macro_rules! match_version {
    ($from:ident($value:expr): $record:ident => $result:expr) => {
        match $value {
            $from::V3($record) => $result,
            $from::V4($record) => $result,
            $from::V5($record) => $result,
            $from::V6($record) => $result,
            $from::V7($record) => $result,
        }
    };
    ($from:ident($value:expr) to $to:ident: $record:ident => $result:expr) => {
        match $value {
            $from::V3($record) => $to::V3($result),
            $from::V4($record) => $to::V4($result),
            $from::V5($record) => $to::V5($result),
            $from::V6($record) => $to::V6($result),
            $from::V7($record) => $to::V7($result),
        }
    };
}
pub(super) use match_version;

lc0_record_fields! { layouts! {} }

const _: () = assert!(V6::SIZE + size_of::<V7Tail>() == V7::SIZE, "version 7 begins with version 6");

impl V7 {
    /// Returns the fields that version 6 has, too, with the version of this record.
    pub(super) fn common(&self) -> &V6 {
        V6::ref_from_prefix(self.as_bytes()).expect("version 7 begins like version 6").0
    }
}
