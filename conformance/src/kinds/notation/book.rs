//! Opening books of the Polyglot format.

use std::collections::HashSet;

use gardez_notation::polyglot::{Book, BookBuilder, RawMove};
use gardez_position::Board;

use crate::Outcome;
use crate::findings::Findings;
use crate::report::RecordError;

/// Checks a file, which is one record. The entries must be in order, the moves that are reached from the start position
/// must be legal, and the book must be the same when it is written again.
pub(crate) fn check(findings: &mut Findings<'_>, _: &str, bytes: &[u8]) -> Outcome {
    if bytes.is_empty() {
        return Ok(());
    }
    findings.begin_record(1);
    let book = Book::new(bytes).map_err(|error| RecordError::new("length", error.to_string()))?;
    match book.check() {
        Ok(()) => findings.holds("order", "sorted by key", true),
        Err(error) => findings.fails("order", &"sorted by key", &error),
    }
    for entry in book.entries() {
        findings.part();
        findings.holds("entry", "found by its key", book.find(entry.key).any(|found| found == entry));
    }

    // Follow the book from the start position. Every entry of a position that is reached must be a legal move.
    let (mut seen, mut open) = (HashSet::new(), vec![Board::start()]);
    while let Some(board) = open.pop() {
        if !seen.insert(board.polyglot_key()) {
            continue;
        }
        let moves: Vec<_> = book.moves(&board).collect();
        findings.about(&board.to_string());
        findings.compare("legal moves", &book.find(board.polyglot_key()).count(), &moves.len());
        for found in moves {
            // Some books store castling as a king's step of two. It is written as king takes rook.
            findings.holds(
                "number of the move",
                "the move",
                RawMove::from_move(found.mv).to_move(&board) == Some(found.mv),
            );
            open.push(board.after(found.mv));
        }
    }
    findings.about("the whole book");

    let mut builder = BookBuilder::new();
    builder.extend(book.entries());
    let (mut ours, mut theirs) = (builder.entries(), book.entries().collect::<Vec<_>>());
    ours.sort_unstable();
    theirs.sort_unstable();
    findings.holds("entries, written", "the same ones", ours == theirs);
    let written = Book::new(builder.to_bytes());
    findings.holds("book, written", "sorted by key", written.is_ok_and(|book| book.check().is_ok()));
    Ok(())
}
