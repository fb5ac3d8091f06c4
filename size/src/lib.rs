//! Lists the legal moves of a position, for WebAssembly: a program without `std`, whose size `cargo xtask ci size` limits.
//!
//! The caller writes a FEN to `fen()`, calls `list_moves` with its length, and reads moves of 16 bits from `moves()`.
#![no_std]
#![allow(unsafe_code, reason = "a function with a name of its own for callers in another language is not checked")]

use core::str;
use core::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

use gardez_position::{Board, MoveList};

/// Longer than any FEN.
static FEN: [AtomicU8; 128] = [const { AtomicU8::new(0) }; 128];

static MOVES: [AtomicU16; MoveList::CAPACITY] = [const { AtomicU16::new(0) }; MoveList::CAPACITY];

/// Returns the place for a FEN of at most 128 bytes.
#[unsafe(no_mangle)] // SAFETY: no other item has this name.
pub extern "C" fn fen() -> *const AtomicU8 {
    FEN.as_ptr()
}

/// Returns the place where `list_moves` writes the moves.
#[unsafe(no_mangle)] // SAFETY: no other item has this name.
pub extern "C" fn moves() -> *const AtomicU16 {
    MOVES.as_ptr()
}

/// Returns the number of legal moves of the FEN in the first `length` bytes, or -1 if they are not a FEN.
#[unsafe(no_mangle)] // SAFETY: no other item has this name.
pub extern "C" fn list_moves(length: usize) -> i32 {
    let mut text = [0; FEN.len()];
    for (to, from) in text.iter_mut().zip(&FEN) {
        *to = from.load(Relaxed);
    }
    let text = text.get(..length).and_then(|text| str::from_utf8(text).ok());
    let Some(board) = text.and_then(|text| text.parse::<Board>().ok()) else { return -1 };
    let list = board.legal_moves();
    for (to, m) in MOVES.iter().zip(&list) {
        to.store(m.raw(), Relaxed);
    }
    list.len() as i32
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
