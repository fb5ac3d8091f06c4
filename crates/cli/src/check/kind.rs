//! The kind of a file, by its first bytes, its name and its end.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use gardez::Board;
use gardez::data::files::Place;
use gardez::data::table::{self, EPD, JSONL, PGN};
use gardez::notation::epd::{Epd, EpdErrorKind};
use gardez::notation::pgn::{Keep, Problem, ProblemKind, Reader, Severity};
use gardez::notation::polyglot::Entry;
use gardez_formats::Format;
use gardez_io::{ForeignFormat, TextStream};
use gardez_perft::Suite;

/// The first bytes of a file, by which its kind is recognized.
pub(super) const FRONT: usize = 1 << 14;

/// The kind of a file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Kind {
    Empty,
    Format(Format),
    /// Positions with remarks between semicolons, such as values of exchanges.
    Remarks,
    Suite,
    Book,
    Network,
    Table,
    Tar,
    /// Something that is not checked: its name in JSON, the same in words, and what to do.
    Other(&'static str, &'static str, &'static str),
}

const UNPACK: &str = "unpack it first";
const NOTHING: &str = "";

/// Files that are not checked, with the bytes that they begin with.
const MARKS: [(&[u8], Kind); 3] = [
    (b"PAR1", Kind::Other("parquet", "Parquet", "`gardez stats` and `gardez convert` read tables of positions")),
    (b"\x0d\xc0\x01\0\0", Kind::Other("lc0-network", "a network of lc0", "this program reads networks of Stockfish")),
    (b"\x1f\x8b", Kind::Other("gzip", "a gzip stream inside another stream", "unpack it twice")),
];

/// Returns the kind of a file that begins with these bytes. `is_whole` says that there are no more.
pub(super) fn detect(place: &Place, front: &[u8], is_whole: bool) -> Kind {
    let named = place.path().and_then(|path| table::of_path(&path));
    if front.is_empty() {
        return Kind::Empty;
    }
    let text = text(front);
    let has_remarks = text.as_ref().is_some_and(|text| has_remarks(text));
    if let Some(format) = named.filter(|format| (format.row().fits)(front) && !(*format == EPD && has_remarks)) {
        return Kind::Format(format);
    }
    if let Some((_, kind)) = MARKS.iter().find(|(mark, _)| front.starts_with(mark)) {
        return *kind;
    }
    // Each record of a .bagz is packed on its own.
    if let Some(format) = named.filter(|format| !format.is_text() && front.starts_with(b"\x28\xb5\x2f\xfd")) {
        return Kind::Format(format);
    }
    // Syzygy's tables of results and of distances; networks of Stockfish, whose versions differ in the first two bytes.
    match front {
        [0x71, 0xe8, 0x23, 0x5d, ..] | [0xd7, 0x66, 0x0c, 0xa5, ..] => return Kind::Table,
        [_, _, 0xf3, 0x7a, ..] => return Kind::Network,
        _ => {}
    }
    if let Some(foreign) = ForeignFormat::detect(front) {
        return other(foreign);
    }
    match text {
        Some(text) => of_text(&text, named, has_remarks),
        None => of_bytes(place, front, is_whole, named),
    }
}

/// Returns the kind of a packed file or a document.
fn other(foreign: ForeignFormat) -> Kind {
    match foreign.name() {
        "a tar archive" => Kind::Tar,
        name @ "a page of HTML" => {
            Kind::Other("html", name, "perhaps the answer of a server that did not find the file")
        }
        name @ "a PDF document" => Kind::Other("pdf", name, "save the games as PGN"),
        name @ "an RTF document" => Kind::Other("rtf", name, "save it as plain text"),
        name @ "an SQLite database" => Kind::Other("sqlite", name, "export the games as PGN"),
        name @ "UTF-32 text" => Kind::Other("utf-32", name, "save it as UTF-8: iconv -f UTF-32 -t UTF-8"),
        name => Kind::Other(name.split(' ').nth(1).unwrap_or(name), name, UNPACK),
    }
}

/// Returns the text of the first bytes, or `None` if they are not text.
fn text(front: &[u8]) -> Option<String> {
    let mut text = Vec::new();
    TextStream::new(front).read_to_end(&mut text).ok()?;
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&text);
    let is_text = |byte: &u8| !byte.is_ascii_control() || byte.is_ascii_whitespace() || *byte == 0x1a;
    let odd = text.iter().filter(|byte| !is_text(byte)).count();
    // A text of another code page has bytes above 127, but few control characters; some editors end lines with a NUL.
    (odd * 50 <= text.len()).then(|| String::from_utf8_lossy(text).into_owned())
}

/// Returns the lines of a text that are neither blank nor remarks.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let is_remark = |line: &str| line.is_empty() || line.starts_with(['#', '%']) || line.starts_with("//");
    text.lines().map(str::trim).filter(move |line| !is_remark(line))
}

/// Returns `true` if positions are followed by semicolons and texts that are not operations of EPD.
fn has_remarks(text: &str) -> bool {
    let is_remark = |line: &str| line.parse::<Epd>().is_err_and(|error| matches!(error.kind, EpdErrorKind::Opcode(_)));
    let position = lines(text).next().and_then(|first| first.split_once(';')).map(|(position, _)| position);
    position.is_some_and(is_position) && lines(text).take(10).any(is_remark)
}

fn of_text(text: &str, named: Option<Format>, has_remarks: bool) -> Kind {
    let first = lines(text).next().unwrap_or_default();
    let has_tabs = named.is_none() && first.contains('\t');
    let is_object = first.starts_with("{\"");
    let is_odd = |format| has_tabs || is_object && format != JSONL || has_remarks && format == EPD;
    if let Some(format) = table::detect(text.as_bytes()).filter(|&format| !is_odd(format)) {
        return Kind::Format(format);
    }
    // The last line may be cut.
    let mut cases = Suite::new(text.as_bytes()).take(3).peekable();
    if cases.peek().is_some_and(|case| case.as_ref().is_ok_and(|case| !case.counts.is_empty())) {
        return Kind::Suite;
    }
    match first.chars().next() {
        Some('{' | '[')
            if ["{\"", "{", "[{", "["]
                .iter()
                .any(|&start| first == start || start.len() == 2 && first.starts_with(start)) =>
        {
            // The first line may be longer than what is looked at.
            let is_one = first.ends_with('}') && lines(text).nth(1).is_some_and(|second| second.starts_with('{'));
            return match is_one || named == Some(JSONL) {
                true => Kind::Other("json-lines", "lines of JSON", NOTHING),
                false => Kind::Other("json", "JSON", NOTHING),
            };
        }
        _ if has_tabs => return Kind::Other("table", "a table with tabs", NOTHING),
        _ => {}
    }
    if has_remarks {
        return Kind::Remarks;
    }
    if named == Some(EPD) || is_position(first) {
        return Kind::Format(named.filter(|format| format.is_text()).unwrap_or(EPD));
    }
    if is_game(text, first) {
        return Kind::Format(PGN);
    }
    named.map_or(Kind::Other("text", "text", NOTHING), Kind::Format)
}

/// Returns `true` if a line begins with a position: eight ranks and a side to move.
pub(super) fn is_position(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let ranks = words.next().is_some_and(|word| {
        word.matches('/').count() == 7 && word.chars().all(|c| c == '/' || "pnbrqkPNBRQK12345678~+".contains(c))
    });
    let is_row = words.next().is_some_and(|side| ["w", "b"].contains(&side)) && ranks;
    // A capture in place of an opcode is a field of another table.
    let is_epd = || line.parse::<Epd>().is_ok_and(|epd| epd.operations.iter().all(|one| !one.opcode.contains('x')));
    is_row && if line.contains(';') { is_epd() } else { words.count() <= 4 }
}

/// Returns `true` if there are tags, or moves from the first word on.
fn is_game(text: &str, first: &str) -> bool {
    let is_tag = |line: &str| {
        let name = line.strip_prefix('[').and_then(|rest| rest.split_once(" \"")).map(|(name, _)| name);
        name.is_some_and(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
    };
    let mut lines = text.lines().zip(text.lines().skip(1));
    if is_tag(first) || lines.any(|(line, next)| is_tag(line) && is_tag(next)) {
        return true;
    }
    let is_move = |word: &str| {
        word.len() < 8 && word.as_bytes().windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']))
    };
    // A move that is not legal may follow a number with a dot, but not the words of a list.
    let after = first.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = after.strip_prefix('.').filter(|_| after.len() < first.len());
    let mut words = numbered.unwrap_or(first).trim_start_matches('.').split_ascii_whitespace();
    let word = words.next().unwrap_or_default();
    if numbered.is_some() && is_move(word) {
        return true;
    }
    let is_marked = numbered.is_some() || first.starts_with(['{', '(']);
    let begins = is_marked
        || first.starts_with(|c: char| c.is_ascii_digit())
        || gardez::notation::san::parse_lenient(&Board::start(), word).is_ok();
    // Words that only look like a move are followed by words that do not, or their number is wrong.
    let fits = |problem: &Problem| {
        let is_wrong = problem.kind.severity() == Severity::Error || matches!(problem.kind, ProblemKind::Number { .. });
        is_marked || !is_wrong || problem.span().end == text.len() as u64
    };
    let read = Reader::from_bytes(text.as_bytes()).read_game_on::<Board>(Keep::Normalized);
    begins
        && read.is_ok_and(|read| {
            read.is_some_and(|read| read.game.main_line().next().is_some() && read.problems.iter().all(fits))
        })
}

fn of_bytes(place: &Place, front: &[u8], is_whole: bool, named: Option<Format>) -> Kind {
    let has_end = |end: &[u8]| {
        let Place::File(path) = place else { return false };
        let mut last = [0; 12];
        let read = File::open(path).and_then(|mut file| {
            file.seek(SeekFrom::End(-(last.len() as i64)))?;
            file.read_exact(&mut last)
        });
        read.is_ok() && last.windows(end.len()).any(|window| window == end)
    };
    let is_book = {
        let entries: Vec<_> = front.chunks_exact(Entry::SIZE).filter_map(|bytes| bytes.try_into().ok()).collect();
        let entries: Vec<_> = entries.into_iter().map(Entry::from_bytes).collect();
        let are_moves = entries.iter().all(|entry| entry.mv.raw() < 0x5000 && entry.mv.from() != entry.mv.to());
        // A book of some length may be cut.
        let is_whole = !is_whole || front.len().is_multiple_of(Entry::SIZE);
        entries.len() > if is_whole { 2 } else { 8 } && are_moves && entries.is_sorted_by_key(|entry| entry.key)
    };
    match named.filter(|format| !format.is_text()).or_else(|| table::detect(front)) {
        _ if is_book => Kind::Book,
        // Trainers fill the end of a network without a header with their name.
        _ if has_end(b"bullet") => Kind::Network,
        Some(format) if !format.is_text() => Kind::Format(format),
        _ => Kind::Other("unknown", "bytes of an unknown kind", "--from FORMAT reads them as a format of this program"),
    }
}
