//! Reads arbitrary bytes as a book. Its moves must be legal, and a book that is written must be sorted.
#![no_main]

use gardez_notation::polyglot::{Book, BookBuilder, Entry};
use gardez_position::Board;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let board = Board::start();
    // Every second record is about the start position.
    let mut bytes = bytes.to_vec();
    for record in bytes.chunks_exact_mut(Entry::SIZE).step_by(2) {
        record[..8].copy_from_slice(&board.polyglot_key().to_be_bytes());
    }
    let Ok(book) = Book::new(&bytes) else { return };
    let _ = book.check();
    assert!(book.moves(&board).all(|found| board.is_legal(found.mv)));
    let mut builder = BookBuilder::new();
    builder.extend(book.entries());
    assert!(Book::new(builder.to_bytes()).is_ok_and(|book| book.check().is_ok()));
});
