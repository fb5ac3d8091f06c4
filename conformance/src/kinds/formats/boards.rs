//! Boards without anything else: the binary FEN of Lichess, and the 24 bytes of chess-library.

use gardez_formats::binary_fen::{self, BinaryFen};
use gardez_formats::{Strictness, chess_library};
use gardez_position::{Board, EnPassantPolicy, FenReader};
use gardez_types::ErrorInfo;

use super::{bytes_of, hex};
use crate::Outcome;
use crate::findings::Findings;
use crate::kinds::Row;
use crate::report::RecordError;
use crate::shape::{FirstLine, Table};

/// `*.binfen.tsv`: a FEN, and its binary FEN with and without counters.
pub(crate) const BINARY_FENS: Table = table(binary_fen);

/// `*.clib24.tsv`: a FEN, its 24 bytes, and the FEN that is read back.
pub(crate) const CHESS_LIBRARY: Table = table(chess_library);

/// `binfen_edges.tsv`: odd positions, and what the two programs make of them.
pub(crate) const EDGES: Table = table(edge);

/// `binfen_bytes.tsv`: odd bytes, and the verdict of shakmaty.
pub(crate) const BYTES: Table = table(odd_bytes);

const fn table(compare: fn(&mut Findings<'_>, &Row<'_>) -> Outcome) -> Table {
    Table { first_line: FirstLine::Row, skips_blank_lines: false, rows: None, compare }
}

/// The first cells of a row, or nothing for the names of the columns.
fn cells<'a, const N: usize>(findings: &mut Findings<'_>, row: &Row<'a>) -> Outcome<Option<[&'a str; N]>> {
    let Some(cells) = row.cells.first_chunk::<N>() else {
        return Err(RecordError::new("", format!("expected {N} cells")));
    };
    if row.index == 0 {
        findings.holds("columns", "names", cells.iter().all(|name| !name.is_empty()));
        return Ok(None);
    }
    findings.about(cells[0]);
    Ok(Some(*cells))
}

fn board(fen: &str, policy: EnPassantPolicy) -> Outcome<Board> {
    let read = FenReader::new().with_en_passant(policy).read_board(fen);
    Ok(read.map_err(|error| RecordError::new("fen", error.to_string()))?.position)
}

/// The FEN of a board that was read, or the kind of the error.
fn fen<E: ErrorInfo>(read: Result<Board, E>) -> String {
    read.map_or_else(|error| error.kind_name().to_owned(), |board| board.to_string())
}

fn binary_fen(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let Some([text, bytes, short]) = cells(findings, row)? else { return Ok(()) };
    let board = board(text, EnPassantPolicy::Legal)?;
    findings.compare("binary_fen", bytes, hex(BinaryFen::new(&board).as_bytes()).as_str());
    findings.compare("without_counters", short, hex(BinaryFen::without_counters(&board).as_bytes()).as_str());
    for mode in [Strictness::Strict, Strictness::Lenient] {
        let read = fen(binary_fen::read(&bytes_of("binary_fen", bytes)?, mode));
        findings.compare(format_args!("read, {mode}"), board.to_string().as_str(), read.as_str());
        let key = binary_fen::read(&bytes_of("without_counters", short)?, mode);
        findings.holds(format_args!("key, {mode}"), "the same position", key.is_ok_and(|key| key == board));
    }
    Ok(())
}

fn chess_library(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let Some([text, bytes, back]) = cells(findings, row)? else { return Ok(()) };
    let board = board(text, EnPassantPolicy::Legal)?;
    let packed = chess_library::pack(&board).map_or_else(|error| error.to_string(), |packed| hex(&packed));
    findings.compare("bytes", bytes, packed.as_str());
    let bytes = bytes_of("bytes", bytes)?;
    let Ok(bytes) = <[u8; chess_library::SIZE]>::try_from(bytes) else {
        return Err(RecordError::new("bytes", "expected 24 bytes"));
    };
    let back = self::board(back, EnPassantPolicy::Legal)?;
    for mode in [Strictness::Strict, Strictness::Lenient] {
        let read = chess_library::unpack(&bytes, mode);
        findings.holds(
            format_args!("read back, {mode}"),
            "the same position",
            read.is_ok_and(|read| read == back && read == board && read.same_clocks(&back)),
        );
    }
    Ok(())
}

/// FENs that ours refuses or repairs before they are packed, so that the programs write something else: the en passant
/// square of the wrong side or without a pawn, and a right without its rook.
const REPAIRED: [&str; 3] =
    ["4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1"];

fn edge(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let Some([text, verdict, binary, library, _]) = cells(findings, row)? else { return Ok(()) };
    // The binary FEN has every en passant square that the FEN has, and a FEN read here has only possible ones.
    let ours = hex(BinaryFen::new(&board(text, EnPassantPolicy::Always)?).as_bytes());
    if REPAIRED.contains(&text) {
        findings.holds("shakmaty_binary_fen", "other bytes or an error", verdict == "error" || ours != binary);
    } else {
        findings.compare("shakmaty_binary_fen", binary, ours.as_str());
    }
    let packed = chess_library::pack(&board(text, EnPassantPolicy::Legal)?);
    let packed = packed.map_or_else(|error| error.to_string(), |packed| hex(&packed));
    findings.compare("chess_library_24", library, packed.as_str());
    Ok(())
}

/// Bytes that shakmaty reads as a set-up, and ours does not read as a board, or reads otherwise: how their description
/// begins, and the result in strict and in lenient mode.
const READ_OTHERWISE: &[(&str, &str, &str)] = &[
    // shakmaty reads any pieces; a board has one king on each side.
    ("no bytes", "missing-king", "missing-king"),
    ("start position occupancy", "missing-king", "missing-king"),
    ("two black kings of code 15", "missing-king", "missing-king"),
    ("empty board, ply 1", "missing-king", "missing-king"),
    // The variant says how castling is written.
    (
        "variant byte 2",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
    ),
    ("spare bytes after the variant", "not-empty", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    // No pawn can capture there.
    ("code 12 on e5, four-byte shape", "4k3/8/8/4p3/8/8/8/4K3 w - - 0 1", "4k3/8/8/4p3/8/8/8/4K3 w - - 0 1"),
    // The king on h8 and the rook on e8 are those of Chess960.
    ("black rook mark", "4r2k/8/8/8/8/8/8/4K3 w e - 0 1", "4r2k/8/8/8/8/8/8/4K3 w e - 0 1"),
];

fn odd_bytes(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let Some([bytes, what, verdict, result]) = cells(findings, row)? else { return Ok(()) };
    findings.about(what);
    let otherwise = READ_OTHERWISE.iter().find(|(known, ..)| what.starts_with(known));
    let bytes = bytes_of("bytes", bytes)?;
    for mode in [Strictness::Strict, Strictness::Lenient] {
        let found = binary_fen::read(&bytes, mode);
        match otherwise {
            Some((_, strict, lenient)) => {
                let expected = if mode.is_strict() { strict } else { lenient };
                findings.compare(format_args!("{mode}"), *expected, fen(found).as_str());
            }
            None if verdict == "ok" => findings.compare(format_args!("{mode}"), result, fen(found).as_str()),
            None => findings.holds(format_args!("{mode}"), "an error", found.is_err()),
        }
    }
    Ok(())
}
