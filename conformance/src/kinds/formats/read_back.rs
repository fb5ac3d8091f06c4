//! What programs read from the bytes that they wrote for positions on which they differ.

use gardez_formats::{Entry, Losses, ReadEntries, ReadError, Strictness, Wdl, WriteEntries, binpack, marlin};
use gardez_position::{Board, FenReader, FenStyle};
use gardez_types::{CastlingRights, Square};

use crate::Outcome;
use crate::findings::Findings;
use crate::report::RecordError;

/// The bytes before a stem: the head of a chunk. The number of further entries follows the stem.
const STEM_HEAD: [u8; 8] = [b'B', b'I', b'N', b'P', 34, 0, 0, 0];

/// A column of bytes, the column of what was read from them, and how they are read here.
struct Column {
    bytes: usize,
    read: (usize, &'static str),
    as_text: fn(&[u8], Strictness) -> Result<String, ReadError>,
}

static COLUMNS: [Column; 2] = [
    Column { bytes: 3, read: (4, "viriformat_marlin_read_back"), as_text: marlin },
    Column { bytes: 5, read: (6, "sfbinpack_read_back"), as_text: stem },
];

/// What differs, and why: the end of the name of the position, the column, and what is read here.
const MEANT: &[(&str, &str, &str)] = &[
    // A capture en passant that an enemy pawn attacks, but that is not legal, is written again without the board having it.
    (
        "the capture would expose the king along the rank",
        "viriformat_marlin_read_back",
        "8/8/8/8/k2pP2Q/8/8/4K3 b - - 0 1",
    ),
    ("the taking pawn is pinned on its file", "viriformat_marlin_read_back", "8/8/3k4/8/3pP3/8/3R4/4K3 b - - 0 1"),
    // No pawn can have passed these squares.
    ("ep square of the wrong side", "viriformat_marlin_read_back", "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1"),
    ("ep square of the wrong side", "sfbinpack_read_back", "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1 e1e2 100 0 1"),
    ("ep square with no pawn", "viriformat_marlin_read_back", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    // The moves are not legal.
    ("the taking pawn is pinned on its file", "sfbinpack_read_back", "8/8/3k4/8/3pP3/8/3R4/4K3 b - e3 0 1 - -100 1 -1"),
    ("thirty queens", "sfbinpack_read_back", "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ b - - 3 7 - -100 13 -1"),
    // The other program wrote the ply into the bits of the result.
    ("fullmove 8193 (ply 16384)", "sfbinpack_read_back", "-2 is not a result, at byte 36 of .binpack"),
];

/// The FEN that nnue-pytorch reads from a FEN, and the position that it writes for it: the pieces of a stem.
const FEN_READ: usize = 8;
const POSITION: usize = 9;

/// Compares the columns of a row that say what was read.
pub(super) fn compare(findings: &mut Findings<'_>, what: &str, cells: &[&str]) -> Outcome {
    let cell = |index: usize| cells.get(index).copied().ok_or_else(|| RecordError::new("", "a column is missing"));
    for Column { bytes, read: (index, name), as_text } in &COLUMNS {
        let expected = cell(*index)?;
        // Some bytes are a refusal in words.
        let Ok(bytes) = super::bytes_of(name, cell(*bytes)?) else { continue };
        let found = as_text(&bytes, Strictness::Lenient).unwrap_or_else(|error| error.to_string());
        let meant = MEANT.iter().find(|(known, column, _)| what.ends_with(known) && column == name);
        findings.compare(name, meant.map_or(expected, |(.., ours)| ours), found.as_str());
    }
    let read = FenReader::new().read_board(cell(FEN_READ)?);
    let board = read.map_err(|error| RecordError::new("nnue_pytorch_fen_read", error.to_string()))?.position;
    findings.compare("nnue_pytorch_position24", cell(POSITION)?, position(&board).as_str());
    Ok(())
}

fn marlin(bytes: &[u8], mode: Strictness) -> Result<String, ReadError> {
    let entry = marlin::Reader::new(bytes).with_strictness(mode).entries().next().transpose()?;
    Ok(entry.map_or_else(String::new, |entry| fen(&entry.board)))
}

fn stem(bytes: &[u8], mode: Strictness) -> Result<String, ReadError> {
    let file = [&STEM_HEAD, bytes, &[0, 0]].concat();
    let entry = binpack::Reader::new(&file[..]).with_strictness(mode).entries().next().transpose()?;
    let text = |entry: Entry<_>| {
        let mv = entry.mv.map_or("-".into(), |m| m.uci(entry.board.castling_mode()).to_string());
        format!("{} {mv} {} {} {}", fen(&entry.board), entry.score, entry.ply, entry.result.sign())
    };
    Ok(entry.map_or_else(String::new, text))
}

/// The pieces of a stem.
fn position(board: &Board) -> String {
    let losses = Losses::CASTLING_RIGHTS | Losses::FULLMOVE;
    let mut writer = binpack::Writer::new(Vec::new()).with_losses(losses);
    let written = writer.write_entry(&Entry::new(*board, None, 0, Wdl::Draw).with_ply(0));
    match written.and_then(|()| writer.finish()) {
        Ok(bytes) => super::hex(&bytes[STEM_HEAD.len()..][..24]),
        Err(error) => error.to_string(),
    }
}

/// A FEN, with the files of the rooks if one is not in its corner.
fn fen(board: &Board) -> String {
    let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
    let rooks = CastlingRights::EACH.into_iter().filter_map(|(_, color, side)| board.castling_rook(color, side));
    let style =
        if rooks.into_iter().all(|rook| corners.contains(&rook)) { FenStyle::Standard } else { FenStyle::Shredder };
    board.fen(style).to_string()
}
