//! The formats that are checked: how each is read and written, and what it keeps of an entry.

use gardez_formats::monty::{self, PolicyGame, PolicyWriter, WinProbability, scale_visits};
use gardez_formats::{
    AnyReader, Entry, Format, Game, GameMove, Lossy, ReadEntries, ReadError, ReadOptions, SideToMove, Strictness, View,
    White, WriteError, WriteGames, WriteOptions, bin, binpack, bullet, bullet_text, marlin, plain, viri,
};
use gardez_position::{Board, BoardParts, FenStyle};
use gardez_types::{CastlingMode, CastlingSide, Color, Move, MoveKind, PieceType};

use crate::packed::Expected;

/// A format of files.
pub(crate) struct Codec {
    /// The end of the names of its files.
    pub(crate) ending: &'static str,
    format: Format,
    /// Returns what the format keeps of an entry of a table, as a text.
    pub(crate) expect: fn(&Expected) -> String,
    write: Write,
}

/// The function that writes the entries of a table.
enum Write {
    Entries(WriteOptions),
    Games(fn(&[Expected]) -> Result<Vec<u8>, String>),
}

/// The entries of a file as texts, and the error after them.
pub(crate) struct Read {
    pub(crate) entries: Vec<String>,
    pub(crate) error: Option<ReadError>,
}

const fn codec_of(ending: &'static str, format: Format, write: Write, expect: fn(&Expected) -> String) -> Codec {
    Codec { ending, format, expect, write }
}

const fn lossy(lossy: Lossy, chain_rule: binpack::ChainRule) -> Write {
    Write::Entries(WriteOptions { lossy, chain_rule })
}

const EXACT: Write = lossy(Lossy::NONE, binpack::ChainRule::Counters);

/// All formats. A name that fits several ends with the first.
pub(crate) static CODECS: &[Codec] = &[
    codec_of(".bullet", bullet::FORMAT, EXACT, |expected| describe(&turned(&expected.entry))),
    codec_of(".bullet.txt", bullet_text::FORMAT, EXACT, |expected| describe(&without_move(&expected.entry))),
    codec_of(".plain", plain::FORMAT, EXACT, |expected| describe(&expected.entry)),
    codec_of(".marlin", marlin::FORMAT, EXACT, |expected| describe(&without_move(&expected.entry))),
    codec_of(
        ".viri",
        viri::FORMAT,
        Write::Games(|entries| write_games(viri::Writer::new(Vec::new()), entries, viri::Writer::finish)),
        |expected| describe(&expected.entry),
    ),
    codec_of(
        ".montyvalue",
        monty::FORMAT,
        Write::Games(|entries| write_games(monty::Writer::new(Vec::new()), entries, monty::Writer::finish)),
        |expected| describe(&expected.entry),
    ),
    codec_of(".monty", monty::POLICY_FORMAT, Write::Games(write_policy), |expected| {
        // The score is kept as a probability.
        let mut entry = expected.entry.to_side_to_move().expect("no score of a table is -32768");
        entry.score = WinProbability::from_score(entry.score).to_score();
        describe(&entry)
    }),
    codec_of(".bin", bin::FORMAT, lossy(Lossy::RULE50_HIGH_BITS, binpack::ChainRule::Counters), |expected| {
        // The clock has seven bits.
        describe(&with_counters(&expected.entry, |parts| parts.halfmove_clock &= 127))
    }),
    codec_of(TOOLS, binpack::FORMAT, lossy(Lossy::FULLMOVE, binpack::ChainRule::Pieces), |expected| {
        describe(&with_counters(&expected.entry, no_counters))
    }),
    codec_of(".binpack", binpack::FORMAT, lossy(Lossy::FULLMOVE, binpack::ChainRule::Counters), |expected| {
        // The move number follows from the ply.
        describe(&with_counters(&expected.entry, |parts| parts.fullmove_number = expected.entry.ply / 2 + 1))
    }),
];

/// The files of Stockfish's tools, whose clocks are not compared because they do not follow from the moves.
const TOOLS: &str = ".tools.binpack";

impl Codec {
    /// Reads all entries, as texts.
    pub(crate) fn read(&self, bytes: &[u8], strictness: Strictness) -> Read {
        let reader = self.format.reader(bytes, ReadOptions { strictness, ..ReadOptions::default() });
        match reader.expect("a format of entries") {
            AnyReader::White(reader) => self.read_all(reader),
            AnyReader::SideToMove(reader) => self.read_all(reader),
        }
    }

    fn read_all(&self, mut reader: impl ReadEntries) -> Read {
        let mut entries = Vec::new();
        let error = loop {
            match reader.next_entry() {
                Ok(Some(entry)) if self.ending == TOOLS => entries.push(describe(&with_counters(entry, no_counters))),
                Ok(Some(entry)) => entries.push(describe(entry)),
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
        };
        assert!(matches!(reader.next_entry(), Ok(None)), "an error ends the input");
        Read { entries, error }
    }

    pub(crate) fn write(&self, entries: &[Expected]) -> Result<Vec<u8>, String> {
        let options = match &self.write {
            Write::Games(write) => return write(entries),
            Write::Entries(options) => *options,
        };
        let mut bytes = Vec::new();
        let mut writer = self.format.writer(&mut bytes, options).expect("a format of entries");
        let mut written = entries.iter().try_for_each(|expected| writer.write(&expected.entry));
        written = written.and_then(|()| writer.finish());
        written.map(|()| bytes).map_err(|error| error.to_string())
    }
}

pub(crate) fn codec(name: &str) -> Option<&'static Codec> {
    let name = name.strip_suffix(".gz").unwrap_or(name);
    CODECS.iter().find(|codec| name.ends_with(codec.ending))
}

/// Returns an entry as a text: FEN, move, score and result of White, ply.
fn describe<V: View>(entry: &Entry<V>) -> String {
    let mv = entry.mv.map_or("-".into(), |m| m.uci(CastlingMode::Chess960).to_string());
    let (score, result) = match entry.to_white() {
        Ok(white) => (white.score.to_string(), white.result.sign()),
        Err(error) => (error.to_string(), 0),
    };
    format!("{} {mv} {score} {result} {}", entry.board.fen(FenStyle::Shredder), entry.ply)
}

/// Returns the entry without its move and its ply.
fn without_move(&Entry { board, score, result, .. }: &Entry<White>) -> Entry<White> {
    Entry::new(board, None, score, result)
}

fn with_counters<V: View>(entry: &Entry<V>, change: impl Fn(&mut BoardParts)) -> Entry<V> {
    let mut parts = BoardParts::from(&entry.board);
    change(&mut parts);
    let board = Board::from_parts(&parts).expect("counters can be anything");
    Entry::new(board, entry.mv, entry.score, entry.result).with_ply(entry.ply)
}

/// Returns the entry as the side to move sees it, with nothing but the pieces, score and result.
fn turned(entry: &Entry<White>) -> Entry<SideToMove> {
    let entry = entry.to_side_to_move().expect("no score of a table is -32768");
    let board = match entry.board.side_to_move() {
        Color::White => entry.board,
        Color::Black => entry.board.swap_colors(),
    };
    let parts = BoardParts { squares: *board.piece_array(), ..BoardParts::EMPTY };
    let board = Board::from_parts(&parts).expect("the same pieces without castling rights");
    Entry::new(board, None, entry.score, entry.result)
}

fn no_counters(parts: &mut BoardParts) {
    (parts.halfmove_clock, parts.fullmove_number) = (0, 1);
}

fn write_games<W: WriteGames<View = White>>(
    mut writer: W,
    entries: &[Expected],
    finish: fn(W) -> Result<Vec<u8>, WriteError>,
) -> Result<Vec<u8>, String> {
    for entries in games(entries) {
        let Entry { board, result, .. } = entries[0].entry;
        let mut game = Game::new(board, result);
        let moves =
            entries.iter().filter_map(|&Expected { entry, .. }| Some(GameMove { mv: entry.mv?, score: entry.score }));
        game.moves.extend(moves);
        writer.write_game(&game).map_err(|error| error.to_string())?;
    }
    finish(writer).map_err(|error| error.to_string())
}

/// Writes the games of a table as policy games, with the visit counts that the files were made with.
fn write_policy(entries: &[Expected]) -> Result<Vec<u8>, String> {
    let mut writer = PolicyWriter::new(Vec::new());
    for entries in games(entries) {
        let Entry { board, result, .. } = entries[0].entry;
        let mut game = PolicyGame::new(board, result);
        for (index, expected) in entries.iter().enumerate() {
            let entry = expected.entry.to_side_to_move().map_err(|error| error.to_string())?;
            let mv = entry.mv.ok_or("an entry without a move")?;
            // Every fourth entry has no counts.
            let visits = if index % 4 == 3 { Vec::new() } else { visits(&entry.board, mv) };
            game.push(mv, WinProbability::from_score(entry.score), visits);
        }
        writer.write_game(&game).map_err(|error| error.to_string())?;
    }
    writer.finish().map_err(|error| error.to_string())
}

fn games(entries: &[Expected]) -> impl Iterator<Item = &[Expected]> {
    entries.chunk_by(|one, next| one.game == next.game)
}

/// Returns the visit counts of the files: a number that depends on the number of the move, and 300 more if it was played.
fn visits(board: &Board, played: Move) -> Vec<u8> {
    let mut moves: Vec<_> = board.legal_moves().into_iter().map(|m| (number(board, m), m)).collect();
    moves.sort_unstable_by_key(|&(number, _)| number);
    let count = |&(number, m): &(u16, Move)| {
        let count = (u32::from(number).wrapping_mul(2_654_435_761) >> 20) % 97;
        if m == played { count + 300 } else { count }
    };
    scale_visits(moves.iter().map(count))
}

/// Returns the number of a move in montyformat, from its description and not from the crate.
fn number(board: &Board, m: Move) -> u16 {
    let captures = board.piece_on(m.to()).is_some();
    let is_pawn = board.piece_on(m.from()).is_some_and(|piece| piece.piece_type() == PieceType::Pawn);
    let (to, kind) = match m.kind() {
        MoveKind::Castling => {
            let side = CastlingSide::from_squares(m.from(), m.to());
            (side.king_target(board.side_to_move()), if side == CastlingSide::KingSide { 2 } else { 3 })
        }
        MoveKind::EnPassant => (m.to(), 5),
        MoveKind::Promotion => {
            let piece = m.promotion().map_or(0, |piece| piece.index() as u16 - 1);
            (m.to(), 8 + piece + if captures { 4 } else { 0 })
        }
        MoveKind::Normal if captures => (m.to(), 4),
        MoveKind::Normal if is_pawn && m.from().rank_distance(m.to()) == 2 => (m.to(), 1),
        MoveKind::Normal => (m.to(), 0),
    };
    (m.from() as u16) << 10 | (to as u16) << 4 | kind
}
