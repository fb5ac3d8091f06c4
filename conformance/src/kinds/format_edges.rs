//! Positions on which programs differ, the bytes that each writes for them, and what it reads from those bytes.
//!
//! Gardez differs by the rules of [`reason`] and [`normal`]. What is read from its own bytes is written as the same bytes.

use std::ops::Range;

use gardez_formats::{
    Entry, Game, Lossy, ReadEntries, ReadError, ReadGames, SideToMove, Strictness, Wdl, White, WriteEntries,
    WriteError, WriteGames, bin, binpack, bullet, marlin, monty,
};
use gardez_position::{Board, EnPassantPolicy, FenProblems, FenReader, FenStyle, ReadFen};
use gardez_types::{CastlingRights, Color, Move, Square};

use crate::findings::Findings;
use crate::packed::{bytes_of, hex};
use crate::report::Outcome;
use crate::rows::Row;

pub(crate) const HEADING: &str = "fen\twhat\tbulletformat_text\tviriformat_marlin\tviriformat_marlin_read_back\t\
    sfbinpack_stem\tsfbinpack_read_back\tmonty_header\tnnue_pytorch_fen_read\tnnue_pytorch_position24\ttools_bin40";

/// A column of bytes.
struct Column {
    place: usize,
    en_passant: EnPassantPolicy,
    write: fn(&Entry<SideToMove>) -> Result<Vec<u8>, WriteError>,
    /// The bytes of a file that are in the column.
    part: Range<usize>,
    read: fn(&[u8]) -> Option<Entry<SideToMove>>,
}

static COLUMNS: [Column; 5] = [
    Column {
        place: 2,
        en_passant: EnPassantPolicy::Legal,
        write: |entry| write(bullet::Writer::new(Vec::new()), entry, bullet::Writer::finish),
        part: 0..32,
        read: |bytes| first(bullet::Reader::new(bytes)),
    },
    Column {
        place: 3,
        en_passant: EnPassantPolicy::Always,
        write: |entry| write(marlin::Writer::new(Vec::new()), entry, marlin::Writer::finish),
        part: 0..32,
        read: |bytes| first(marlin::Reader::new(bytes)),
    },
    Column {
        place: 7,
        en_passant: EnPassantPolicy::Always,
        write: |entry| {
            let mut writer = monty::Writer::new(Vec::new());
            writer.write_game(&Game::<White>::new(entry.board, Wdl::Win))?;
            writer.finish()
        },
        part: 0..monty::START_SIZE,
        read: |bytes| Some(entry(monty::Reader::new(bytes).next_game().ok()??.start)),
    },
    Column {
        place: STEM,
        en_passant: EnPassantPolicy::Always,
        write: |entry| {
            let writer = binpack::Writer::new(Vec::new()).with_lossy(Lossy::CASTLING_RIGHTS);
            write(writer, entry, binpack::Writer::finish)
        },
        part: STEM_HEAD.len()..STEM_HEAD.len() + 32,
        read: |bytes| first(binpack::Reader::new(bytes)),
    },
    Column {
        place: 10,
        en_passant: EnPassantPolicy::Legal,
        write: |entry| {
            let lossy = Lossy::RULE50_HIGH_BITS | Lossy::CASTLING_RIGHTS;
            write(bin::Writer::new(Vec::new()).with_lossy(lossy), entry, bin::Writer::finish)
        },
        part: 0..40,
        read: |bytes| first(bin::Reader::new(bytes)),
    },
];

/// The column of a stem of a `.binpack`.
const STEM: usize = 5;

/// The bytes before a stem: the head of a chunk. The number of further entries follows the stem.
const STEM_HEAD: [u8; 8] = [b'B', b'I', b'N', b'P', 34, 0, 0, 0];

/// The columns of bytes, each with the column after it of what the program read from them, and how they are read here.
static READ_BACK: [(usize, AsText); 2] = [(3, marlin_text), (STEM, stem_text)];

type AsText = fn(&[u8]) -> Result<String, ReadError>;

/// The FEN that nnue-pytorch reads from a FEN, and the position that it writes for it: the pieces of a stem.
const FEN_READ: usize = 8;
const POSITION: usize = 9;

pub(crate) fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, what] = row.first()?;
    findings.about(what);
    for Column { place, en_passant, write, part, read } in &COLUMNS {
        let reader = FenReader::new().with_en_passant(*en_passant);
        let read_fen = reader.read_board(fen).map_err(|error| row.damage(0, error))?;
        let (entry, expected) = (entry(read_fen.position), row.cells[*place]);
        let file = write(&entry);
        let found = match &file {
            Ok(file) => hex(&file[part.clone()]),
            Err(error) => error.to_string(),
        };
        let reason = reason(fen, &read_fen, &entry, file.is_err()).filter(|_| found != expected);
        findings.opinion(reason, row.name(*place), expected, &found, found == expected);
        if let Ok(file) = file {
            let again = read(&file).and_then(|entry| write(&entry).ok());
            findings.bytes(format_args!("{}, written again", row.name(*place)), &file, &again.unwrap_or_default());
        }
    }
    for (place, read) in &READ_BACK {
        // Some bytes are a refusal in words.
        let Ok(bytes) = bytes_of("", row.cells[*place]) else { continue };
        let (name, expected) = (row.name(place + 1), row.cells[place + 1]);
        let found = read(&bytes).unwrap_or_else(|error| error.to_string());
        let reason = normal(expected).iter().any(|normal| found.starts_with(normal));
        let reason = reason.then_some("what no position or entry can have is not read").filter(|_| found != expected);
        findings.opinion(reason, name, expected, &found, found == expected);
    }
    let read = FenReader::new().read_board(row.cells[FEN_READ]).map_err(|error| row.damage(FEN_READ, error))?;
    let lossy = Lossy::CASTLING_RIGHTS | Lossy::FULLMOVE;
    let writer = binpack::Writer::new(Vec::new()).with_lossy(lossy);
    let bare = Entry::new(read.position, None, 0, Wdl::Draw).with_ply(0);
    let stem = write(writer, &bare, binpack::Writer::finish).map_err(|error| row.damage(POSITION, error))?;
    findings.text(row.name(POSITION), row.cells[POSITION], hex(&stem[STEM_HEAD.len()..][..24]));
    Ok(())
}

/// Returns why the bytes may differ from the program's.
fn reason(fen: &str, read: &ReadFen<Board>, entry: &Entry<SideToMove>, is_refused: bool) -> Option<&'static str> {
    if read.dropped_ep().is_some() || read.problems().contains(FenProblems::CASTLING_RIGHTS) || fen.ends_with(" 0") {
        return Some("squares and rights without their pawns and rooks are dropped, and move number 0 is 1");
    }
    if entry.mv.is_none() {
        return Some("the move that the program was given is not legal");
    }
    if is_refused {
        return Some("the program writes a large ply into the bits of the result, or only its low bits");
    }
    (!has_corner_rooks(&entry.board)).then_some("the program drops the rights of all rooks if one is not in its corner")
}

/// Returns what Gardez may read where a program read this text, without en passant squares and moves that cannot be.
fn normal(text: &str) -> Vec<String> {
    let words: Vec<_> = text.split(' ').collect();
    let (Some(fen), rest) = (words.get(..6), words.get(6..).unwrap_or_default()) else { return Vec::new() };
    if let Some(result @ ("-2" | "2")) = rest.last().copied() {
        return vec![format!("{result} is not a result")];
    }
    let policies = [EnPassantPolicy::Legal, EnPassantPolicy::PseudoLegal, EnPassantPolicy::Always];
    let boards = policies.into_iter().filter_map(|policy| {
        FenReader::new().with_en_passant(policy).read_board(&fen.join(" ")).ok().map(|read| read.position)
    });
    let text = |board: Board| {
        let mut words = vec![printed(&board)];
        words.extend(rest.iter().map(|&word| word.to_owned()));
        if let Some(mv) = words.get_mut(1).filter(|mv| board.parse_uci(mv).is_err()) {
            *mv = "-".to_owned();
        }
        words.join(" ")
    };
    boards.map(text).collect()
}

/// Returns the entry of a board as the programs got it: White is better and wins, and the king steps forward.
fn entry(board: Board) -> Entry<SideToMove> {
    let us = board.side_to_move();
    let king = board.king(us);
    let ahead = if us == Color::White { king.offset(0, 1) } else { king.offset(0, -1) };
    let mv = ahead.map(|to| Move::normal(king, to)).filter(|&m| board.is_legal(m));
    let entry = Entry::<White>::new(board, mv, 100, Wdl::Win);
    entry.to_side_to_move().expect("a small score")
}

fn write<W: WriteEntries>(
    mut writer: W,
    entry: &Entry<SideToMove>,
    finish: fn(W) -> Result<Vec<u8>, WriteError>,
) -> Result<Vec<u8>, WriteError> {
    writer.write_entry(&entry.to_view().expect("a small score"))?;
    finish(writer)
}

fn first(reader: impl ReadEntries) -> Option<Entry<SideToMove>> {
    reader.entries().next()?.ok()?.to_view().ok()
}

fn marlin_text(bytes: &[u8]) -> Result<String, ReadError> {
    let entry = marlin::Reader::new(bytes).with_strictness(Strictness::Lenient).entries().next().transpose()?;
    Ok(entry.map_or_else(String::new, |entry| printed(&entry.board)))
}

fn stem_text(bytes: &[u8]) -> Result<String, ReadError> {
    let file = [&STEM_HEAD, bytes, &[0, 0]].concat();
    let entry = binpack::Reader::new(&file[..]).with_strictness(Strictness::Lenient).entries().next().transpose()?;
    let text = |entry: Entry<_>| {
        let mv = entry.mv.map_or("-".into(), |m| m.uci(entry.board.castling_mode()).to_string());
        format!("{} {mv} {} {} {}", printed(&entry.board), entry.score, entry.ply, entry.result.sign())
    };
    Ok(entry.map_or_else(String::new, text))
}

/// Returns a FEN, with the files of the rooks if one is not in its corner.
fn printed(board: &Board) -> String {
    board.fen(if has_corner_rooks(board) { FenStyle::Standard } else { FenStyle::Shredder }).to_string()
}

/// Returns `true` if all rooks that can castle are in the corners.
fn has_corner_rooks(board: &Board) -> bool {
    let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
    let rooks = CastlingRights::EACH.into_iter().filter_map(|(_, color, side)| board.castling_rook(color, side));
    rooks.into_iter().all(|rook| corners.contains(&rook))
}
