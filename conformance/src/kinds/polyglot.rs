//! The Polyglot format of opening books: its numbers, its keys, and books.

use std::collections::HashSet;

use gardez_notation::polyglot::{Book, BookBuilder, RawMove};
use gardez_position::{Board, EnPassantPolicy, FenMode, FenReader};
use gardez_types::{CastlingSide, Color, File, Piece, PieceType, Square};
use gardez_zobrist::polyglot;

use crate::findings::Findings;
use crate::json::{hex, parse_hex};
use crate::report::{Outcome, RecordError};
use crate::rows::Row;

/// Compares `random64.txt`: a remark, then one number in each line.
pub(crate) fn numbers(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    let text = str::from_utf8(bytes).map_err(|error| RecordError::new("", error.to_string()))?;
    let mut lines = text.lines();
    if !lines.next().is_some_and(|line| line.starts_with("# ")) || !text.ends_with('\n') {
        return if text.is_empty() { Ok(()) } else { Err(RecordError::new("", "no remark, or no line end")) };
    }
    let mut found = numbers_in_order();
    for (index, line) in lines.enumerate() {
        findings.begin_record(index as u64 + 2);
        let field = format!("number {index}");
        let expected = hex(parse_hex(&field, line)?);
        let found = found.next().ok_or_else(|| RecordError::new(&*field, "the format has 781 numbers"))?;
        findings.compare(field, &expected, &hex(found));
    }
    match found.count() {
        0 => Ok(()),
        missing => Err(RecordError::new("", format!("{missing} numbers are missing"))),
    }
}

/// Compares a row of `keys.tsv` or `keys_spec.tsv`, whatever the policy for en passant squares.
pub(crate) fn key(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, key] = row.first()?;
    findings.about(fen);
    let expected = hex(parse_hex(row.name(1), key)?);
    for policy in [EnPassantPolicy::Legal, EnPassantPolicy::PseudoLegal, EnPassantPolicy::Always] {
        let read = FenReader::new().with_mode(FenMode::Detect).with_en_passant(policy).read_board(fen);
        let read = findings.unless_error(row.name(0), "a position", read)?;
        findings.compare(row.name(1), &expected, &hex(read.position.polyglot_key()));
    }
    Ok(())
}

/// Returns the numbers in the order of the format: pieces on squares, castling rights, en passant files, white to move.
fn numbers_in_order() -> impl Iterator<Item = u64> {
    let pieces = PieceType::ALL.into_iter().flat_map(|t| [Color::Black, Color::White].map(|c| Piece::new(c, t)));
    let pieces = pieces.flat_map(|piece| Square::ALL.map(|square| polyglot::piece(piece, square)));
    let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
    let castling = Color::ALL.into_iter().flat_map(move |color| sides.map(|side| polyglot::castling(color, side)));
    pieces.chain(castling).chain(File::ALL.map(polyglot::en_passant)).chain([polyglot::white_to_move()])
}

/// Checks a book: its order, legal moves from the start position on, and the same bytes when it is written again.
pub(crate) fn book(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    if bytes.is_empty() {
        return Ok(());
    }
    findings.begin_record(1);
    let book = Book::new(bytes).map_err(|error| RecordError::new("length", error.to_string()))?;
    let _ = findings.succeeds("order", "sorted by key", book.check());
    for entry in book.entries() {
        findings.parts(1);
        findings.holds("entry", "found by its key", book.find(entry.key).any(|found| found == entry));
    }

    // Follow the book from the start position. Every entry of a position that is reached must be a legal move.
    let (mut seen, mut open) = (HashSet::new(), vec![Board::start()]);
    while let Some(board) = open.pop() {
        if !seen.insert(board.polyglot_key()) {
            continue;
        }
        let moves: Vec<_> = book.moves(&board).collect();
        findings.about(board.to_string());
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
