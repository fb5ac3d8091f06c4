//! Positions on which programs differ, and the bytes that each writes for them.

use gardez_formats::{
    Entry, Game, Losses, SideToMove, Wdl, White, WriteEntries, WriteError, WriteGames, bin, binpack, bullet, marlin,
    monty,
};
use gardez_position::{Board, EnPassantPolicy, FenReader};
use gardez_types::{Color, Move};

use super::read_back;
use crate::Outcome;
use crate::findings::Findings;
use crate::kinds::Row;
use crate::report::RecordError;
use crate::shape::{FirstLine, Table};

/// `edges.tsv`.
pub(crate) const TABLE: Table = Table { first_line: FirstLine::Row, skips_blank_lines: false, rows: None, compare };

/// A column whose bytes are compared.
struct Column {
    name: &'static str,
    /// The en passant squares that its program keeps.
    en_passant: EnPassantPolicy,
    write: fn(&Entry<SideToMove>) -> Result<Vec<u8>, WriteError>,
}

static COLUMNS: [Column; 5] = [
    Column { name: "bulletformat_text", en_passant: EnPassantPolicy::Legal, write: bullet },
    Column { name: "viriformat_marlin", en_passant: EnPassantPolicy::Always, write: marlin },
    Column { name: "monty_header", en_passant: EnPassantPolicy::Always, write: monty },
    Column { name: "sfbinpack_stem", en_passant: EnPassantPolicy::Always, write: stem },
    Column { name: "tools_bin40", en_passant: EnPassantPolicy::Legal, write: bin },
];

/// Where ours differ: what the position is, the column, and what is written or the error.
const MEANT: &[(&str, &str, &str)] = &[
    // The move that those programs were given is not legal here, so the entry has none.
    (
        "ep field set, the taking pawn is pinned on its file",
        "sfbinpack_stem",
        "00000800180008106ac10f00000000000000000000000000000000c740010000",
    ),
    (
        "ep field set, the taking pawn is pinned on its file",
        "tools_bin40",
        "89150000008018008003000004000000000000000000000000000000000000009cff00000100ffff",
    ),
    ("thirty queens", "sfbinpack_stem", "ffff00000000ffff88888a88888888889999999999999f99000000c7400d0003"),
    (
        "thirty queens",
        "tools_bin40",
        "093ee79c73ce39e79c73ce0000000029a594524a29a5945202c30100000000009cff00000d00ffff",
    ),
    // The square of the wrong side is dropped before.
    (
        "ep square of the wrong side",
        "sfbinpack_stem",
        "10000000180000101ab00000000000000000000000000000043000c880000000",
    ),
    // For games and marlinformat, impossible en passant squares and rights are dropped before, and move number 0 is 1.
    (
        "ep square of the wrong side",
        "viriformat_marlin",
        "100000180000001085d000000000000000000000000000004000010064000200",
    ),
    (
        "ep square of the wrong side",
        "monty_header",
        "00000008000000101000000000000010100000000000001000000018000000000000000001000007000702",
    ),
    ("ep square with no pawn", "viriformat_marlin", "1000000000000010d50000000000000000000000000000004000010064000200"),
    (
        "ep square with no pawn",
        "monty_header",
        "00000000000000101000000000000010100000000000001000000000000000000000000001000007000702",
    ),
    (
        "right without rook h1",
        "monty_header",
        "000000000000009111000000000000911000000000000010000000000000000000000b0001000007000702",
    ),
    ("fullmove 0", "viriformat_marlin", "1000000000000010d50000000000000000000000000000004000010064000200"),
    (
        "fullmove 0",
        "monty_header",
        "00000000000000101000000000000010100000000000001000000000000000000000000001000007000702",
    ),
    // A right without its rook is dropped before, and so is the right of an inner rook.
    (
        "right without rook h1",
        "tools_bin40",
        "08fe820b0000000000700007040000000000000000000000000000000000000064000c01000001ff",
    ),
    (
        "Chess960 right of the inner rook b, another rook on a",
        "tools_bin40",
        "08fe5e000000000000700e00400000000000000000000000000000000000000064000c01000001ff",
    ),
    // The rights of the rooks in the corners are kept.
    (
        "Chess960 rights, rooks a and e, king b",
        "sfbinpack_stem",
        "1300000000000013ade67b00000000000000000000000000012400c880000000",
    ),
    // The other programs write the ply into the bits of the result, or only its low bits.
    ("fullmove 8193 (ply 16384)", "sfbinpack_stem", "ply 16384 does not fit .binpack"),
    ("fullmove 65535", "sfbinpack_stem", "ply 131068 does not fit .binpack"),
    ("fullmove 65535", "tools_bin40", "ply 131068 does not fit .bin"),
    // Move number 0 is read as 1.
    ("fullmove 0", "tools_bin40", "081e00000000000000004000000000000000000000000000000000000000000064000c01000001ff"),
];

fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, what, ..] = row.cells[..] else { return Err(RecordError::new("", "expected several cells")) };
    findings.about(what);
    if row.index == 0 {
        findings.compare("fen", "fen", fen);
        return Ok(());
    }
    for column in &COLUMNS {
        let index = place(column.name);
        let Some(&bytes) = row.cells.get(index) else { return Err(RecordError::new(column.name, "is missing")) };
        let reader = FenReader::new().with_en_passant(column.en_passant);
        let board = reader.read_board(fen).map_err(|error| RecordError::new("fen", error.to_string()))?.position;
        let found = match (column.write)(&entry(board)) {
            Ok(bytes) => super::hex(&bytes),
            Err(error) => error.to_string(),
        };
        let meant = MEANT.iter().find(|(known, name, _)| what.ends_with(known) && *name == column.name);
        findings.compare(column.name, meant.map_or(bytes, |(.., ours)| ours), found.as_str());
    }
    read_back::compare(findings, what, &row.cells)
}

/// The place of a column.
fn place(name: &str) -> usize {
    match name {
        "bulletformat_text" => 2,
        "viriformat_marlin" => 3,
        "monty_header" => 7,
        "sfbinpack_stem" => 5,
        _ => 10,
    }
}

/// The entry of a board as the programs got it: White is better and wins, and the king steps forward.
fn entry(board: Board) -> Entry<SideToMove> {
    let us = board.side_to_move();
    let king = board.king(us);
    let ahead = if us == Color::White { king.offset(0, 1) } else { king.offset(0, -1) };
    let mv = ahead.map(|to| Move::normal(king, to)).filter(|&m| board.is_legal(m));
    let entry = Entry::<White>::new(board, mv, 100, Wdl::Win);
    entry.to_side_to_move().expect("a small score")
}

fn bullet(entry: &Entry<SideToMove>) -> Result<Vec<u8>, WriteError> {
    let mut writer = bullet::Writer::new(Vec::new());
    writer.write_entry(entry)?;
    writer.finish()
}

fn marlin(entry: &Entry<SideToMove>) -> Result<Vec<u8>, WriteError> {
    let mut writer = marlin::Writer::new(Vec::new());
    writer.write_entry(&entry.to_white().expect("a small score"))?;
    writer.finish()
}

fn monty(entry: &Entry<SideToMove>) -> Result<Vec<u8>, WriteError> {
    let mut writer = monty::Writer::new(Vec::new());
    writer.write_game(&Game::<White>::new(entry.board, Wdl::Win))?;
    Ok(writer.finish()?[..monty::START_SIZE].to_vec())
}

fn bin(entry: &Entry<SideToMove>) -> Result<Vec<u8>, WriteError> {
    let losses = Losses::RULE50_HIGH_BITS | Losses::CASTLING_RIGHTS;
    let mut writer = bin::Writer::new(Vec::new()).with_losses(losses);
    writer.write_entry(entry)?;
    writer.finish()
}

fn stem(entry: &Entry<SideToMove>) -> Result<Vec<u8>, WriteError> {
    let mut writer = binpack::Writer::new(Vec::new()).with_losses(Losses::CASTLING_RIGHTS);
    writer.write_entry(entry)?;
    let bytes = writer.finish()?;
    Ok(bytes[8..40].to_vec())
}
