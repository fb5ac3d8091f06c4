//! Boards without anything else: the binary FEN of Lichess, and the 24 bytes of chess-library.

use gardez_formats::binary_fen::{self, BinaryFen};
use gardez_formats::{Strictness, chess_library};
use gardez_position::{Board, EnPassantPolicy, FenMode, FenProblems, FenReader};
use gardez_types::ErrorInfo;

use crate::findings::Findings;
use crate::packed::{bytes_of, hex, hex_or_error};
use crate::report::Outcome;
use crate::rows::Row;

const MODES: [Strictness; 2] = [Strictness::Strict, Strictness::Lenient];

fn board(row: &Row<'_>, column: usize, policy: EnPassantPolicy) -> Outcome<Board> {
    let read = FenReader::new().with_en_passant(policy).read_board(row.cells[column]);
    Ok(read.map_err(|error| row.damage(column, error))?.position)
}

/// Returns the FEN of a board that was read, or the kind of the error.
fn fen<E: ErrorInfo>(read: Result<Board, E>) -> String {
    read.map_or_else(|error| error.kind_name().to_owned(), |board| board.to_string())
}

/// Compares a row of `*.binfen.tsv`: a FEN, and its binary FEN with and without counters.
pub(crate) fn binary_fen(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [text, bytes, short] = row.first()?;
    findings.about(text);
    let board = board(row, 0, EnPassantPolicy::Legal)?;
    findings.text("binary_fen", bytes, hex(BinaryFen::new(&board).as_bytes()));
    findings.text("without_counters", short, hex(BinaryFen::without_counters(&board).as_bytes()));
    for mode in MODES {
        let read = fen(binary_fen::read(&bytes_of("binary_fen", bytes)?, mode));
        findings.compare(format_args!("read, {mode}"), &board.to_string(), &read);
        let key = binary_fen::read(&bytes_of("without_counters", short)?, mode);
        findings.holds(format_args!("key, {mode}"), "the same position", key.is_ok_and(|key| key == board));
    }
    Ok(())
}

/// Compares a row of `*.clib24.tsv`: a FEN, its 24 bytes, and the FEN that is read back.
pub(crate) fn chess_library(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [text, bytes, _] = row.first()?;
    findings.about(text);
    let (board, back) = (board(row, 0, EnPassantPolicy::Legal)?, board(row, 2, EnPassantPolicy::Legal)?);
    findings.text("bytes", bytes, hex_or_error(chess_library::pack(&board)));
    let bytes = <[u8; chess_library::SIZE]>::try_from(bytes_of("bytes", bytes)?);
    let bytes = bytes.map_err(|_| row.damage(1, "expected 24 bytes"))?;
    for mode in MODES {
        let read = chess_library::unpack(&bytes, mode);
        let is_same = read.is_ok_and(|read| read == back && read == board && read.same_clocks(&back));
        findings.holds(format_args!("read back, {mode}"), "the same position", is_same);
    }
    Ok(())
}

/// Compares a row of `binfen_edges.tsv`: odd positions, and what the two programs make of them.
///
/// The reader of FENs drops en passant squares and rights that cannot be, which the programs packed.
pub(crate) fn edge(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [text, verdict, binary, library] = row.first()?;
    findings.about(text);
    // The binary FEN has every en passant square that the FEN has, and a FEN read here has only possible ones.
    let read = FenReader::new().with_en_passant(EnPassantPolicy::Always).read_board(text);
    let read = read.map_err(|error| row.damage(0, error))?;
    let is_repaired = read.dropped_ep().is_some() || read.problems().contains(FenProblems::CASTLING_RIGHTS);
    let bytes = hex(BinaryFen::new(&read.position).as_bytes());
    if is_repaired {
        findings.holds("shakmaty_binary_fen", "other bytes or an error", verdict == "error" || bytes != binary);
    } else {
        findings.text("shakmaty_binary_fen", binary, bytes);
    }
    let packed = chess_library::pack(&board(row, 0, EnPassantPolicy::Legal)?);
    findings.text("chess_library_24", library, hex_or_error(packed));
    Ok(())
}

/// Compares a row of `binfen_bytes.tsv`: odd bytes, and the verdict of shakmaty.
///
/// shakmaty reads any pieces and bytes after the end. A board has one king a side, and only useful en passant squares.
pub(crate) fn odd_bytes(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [bytes, what, verdict, result] = row.first()?;
    findings.about(what);
    let bytes = bytes_of("bytes", bytes)?;
    let expected = FenReader::new().with_mode(FenMode::Detect).read_board(result).map(|read| read.position);
    for mode in MODES {
        let found = binary_fen::read(&bytes, mode);
        match &expected {
            _ if verdict != "ok" => findings.holds(format_args!("{mode}"), "an error", found.is_err()),
            _ if mode.is_strict() && found.as_ref().is_err_and(|error| error.kind_name() == "not-empty") => {
                findings.holds(format_args!("{mode}"), "bytes after the end", what.starts_with("spare bytes"));
            }
            Err(error) => findings.text(format_args!("{mode}"), error.kind_name(), fen(found)),
            // A position is the same whether its rights are written as in chess or as in Chess960.
            Ok(board) => match found {
                Ok(found) => findings.holds(format_args!("{mode}"), result, found == *board),
                Err(error) => findings.fails(format_args!("{mode}"), &result, &error),
            },
        }
    }
    Ok(())
}
