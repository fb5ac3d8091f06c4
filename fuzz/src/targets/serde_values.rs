//! Every type that is read with serde, from JSON and from a binary format.

use std::fmt::Debug;

use gardez_bitboard::Bitboard;
use gardez_lc0::{FillMode, InputFormat, PolicyIndex, Transform};
use gardez_notation::epd::Epd;
use gardez_notation::pgn::{Game, Nag, TimeControl};
use gardez_notation::san::San;
use gardez_position::{Board, MoveList, Outcome, Position};
use gardez_syzygy::{Prospect, Wdl};
use gardez_types::{CastlingRights, Color, File, GameResult, Move, Piece, PieceType, Rank, Square, UciText};
use gardez_uci::{Answer, Command};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Calls a function for each type.
macro_rules! each_type {
    ($function:ident($bytes:expr)) => {
        each_type!(@ $function($bytes): CastlingRights, Color, File, GameResult, Move, Piece, PieceType, Rank, Square,
            UciText, Bitboard, Board, Position, Outcome, MoveList, Epd, Game, Nag, San, TimeControl, FillMode,
            InputFormat, PolicyIndex, Transform, gardez_lc0::Move, Prospect, Wdl, Command, Answer)
    };
    (@ $function:ident($bytes:expr): $($name:ty),+) => { $($function::<$name>($bytes);)+ };
}

trait Value: Serialize + DeserializeOwned + PartialEq + Debug {}

impl<T: Serialize + DeserializeOwned + PartialEq + Debug> Value for T {}

pub(super) fn json(bytes: &[u8]) {
    each_type!(from_json(bytes));
}

fn from_json<T: Value>(bytes: &[u8]) {
    let Ok(value) = serde_json::from_slice::<T>(bytes) else { return };
    let written = serde_json::to_vec(&value).expect("a value that was read");
    let again = serde_json::from_slice::<T>(&written).ok();
    assert_eq!(again.as_ref(), Some(&value), "{}", String::from_utf8_lossy(&written));
}

pub(super) fn binary(bytes: &[u8]) {
    each_type!(from_binary(bytes));
}

fn from_binary<T: Value>(bytes: &[u8]) {
    let Ok(value) = postcard::from_bytes::<T>(bytes) else { return };
    let written = postcard::to_allocvec(&value).expect("a value that was read");
    assert_eq!(postcard::from_bytes::<T>(&written).as_ref(), Ok(&value), "{written:?}");
}
