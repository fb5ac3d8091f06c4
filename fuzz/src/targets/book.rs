//! Bytes as a Polyglot book.

use gardez_notation::polyglot::{Book, BookBuilder, Entry};
use gardez_position::Board;

pub(super) fn run(bytes: &[u8]) {
    let board = Board::start();
    // Every second record is about the start position.
    let mut bytes = bytes.to_vec();
    for record in bytes.chunks_exact_mut(Entry::SIZE).step_by(2) {
        record[..8].copy_from_slice(&board.polyglot_key().to_be_bytes());
    }
    let Ok(book) = Book::new(&bytes) else { return };
    let _ = book.check();
    assert!(book.moves(&board).all(|found| board.is_legal(found.mv)));
    assert!(book.pick(&board, bytes.len() as u64).is_none_or(|found| board.is_legal(found.mv)));
    assert!(book.entries().all(|entry| Entry::from_bytes(entry.to_bytes()) == entry));
    let mut builder = BookBuilder::new();
    builder.extend(book.entries());
    assert!(Book::new(builder.to_bytes()).is_ok_and(|book| book.check().is_ok()));
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let board = Board::start();
    let mut builder = BookBuilder::new();
    for m in board.legal_moves() {
        builder.add(&board, m, u32::from(m.raw()));
        let after = board.after(m);
        builder.add(&after, after.legal_moves()[0], 1);
    }
    let bytes = builder.to_bytes();
    vec![bytes[..160].to_vec(), bytes]
}
