//! Games in PGN: they are read and written, and compared with what other readers make of them.

use std::io::{self, Read};

use gardez_notation::pgn::{ExportStyle, Game, Keep, ProblemKind, ReadGame, Reader};

use crate::decisions::reason;
use crate::file::Content;
use crate::findings::Findings;
use crate::games::read_all;
use crate::report::Outcome;
use crate::rows::Row;

/// Checks a file, with a record for each game: streams give the same games, and written games are read as the same.
pub(crate) fn check(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    let mut reader = Reader::from_bytes(bytes);
    let mut stream = Reader::new(SmallReads(bytes));
    let mut given = Reader::from_bytes(bytes);
    let (mut number, mut is_utf16) = (0, false);
    loop {
        number += 1;
        let (Ok(read), Ok(kept)) = (reader.read_game(), given.read_game_keeping(Keep::Text));
        if read.is_some() || number == 1 {
            findings.begin_record(number);
        }
        findings.about(format!("game {number}"));
        is_utf16 |= read.iter().any(|read| read.problems.iter().any(|problem| problem.kind == ProblemKind::Utf16));
        let streamed = match stream.read_game() {
            Ok(streamed) => streamed,
            // What is not a PGN is an error of a stream, and a problem of a slice.
            Err(error) => {
                let mut problems = read.iter().flat_map(|read| &read.problems);
                let is_known = problems.any(|problem| problem.kind.to_string() == error.to_string());
                findings.holds("stream", "no error, or the problem of the slice", is_known);
                return Ok(());
            }
        };
        findings.holds("as a stream", "the same game with the same problems", read == streamed);
        let Some(read) = read else { break };
        findings.parts(read.game.len());
        findings.about(read.game.to_string());
        again(findings, "export format", &read, &read.game.to_string(), Keep::Normalized);
        if let Some(kept) = kept {
            again(findings, "as given", &kept, &kept.game.to_pgn(ExportStyle::AS_GIVEN), Keep::Text);
        }
    }
    // Places in UTF-16 count the bytes of its text in UTF-8.
    if !is_utf16 {
        findings.compare("bytes read", &(bytes.len() as u64), &reader.offset());
    }
    Ok(())
}

/// Reads a written game, and compares it with the original.
fn again(findings: &mut Findings<'_>, field: &str, read: &ReadGame, text: &str, keep: Keep) {
    let mut reader = Reader::from_bytes(text.as_bytes());
    match reader.read_game_keeping(keep) {
        Ok(Some(found)) => {
            findings.holds(field, "the same tree when it is read again", found.game == read.game);
            let style = if keep == Keep::Text { ExportStyle::AS_GIVEN } else { ExportStyle::default() };
            let written = found.game.to_pgn(style);
            findings.holds(field, "the same text when it is written again", written == text);
        }
        Ok(None) => findings.holds(field, "a game with neither tags nor moves", read.game.is_empty()),
    }
    findings.holds(field, "one game and no more", matches!(reader.read_game(), Ok(None)));
}

/// A stream that yields at most 997 bytes at a time.
struct SmallReads<'a>(&'a [u8]);

impl Read for SmallReads<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.0.len().min(buffer.len()).min(997);
        let (piece, rest) = self.0.split_at(length);
        buffer[..length].copy_from_slice(piece);
        self.0 = rest;
        Ok(length)
    }
}

/// Compares a row of `counts.tsv`: numbers that another library counted in a PGN file.
pub(crate) fn counts(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let Ok(directory) = findings.directory() else { return Ok(()) };
    let games = read_all(&Content::beside(&directory, row.cells[0])?);
    findings.about(row.cells[0]);
    let sum = |count: fn(&ReadGame) -> usize| games.iter().map(count).sum::<usize>().to_string();
    let found = [
        games.len().to_string(),
        sum(|read| read.game.main_line().count()),
        sum(|read| tally(&read.game).variations),
        sum(|read| tally(&read.game).comments),
        sum(|read| tally(&read.game).nags),
        sum(errors),
        results(&games),
    ];
    for ((name, expected), found) in row.heading.split('\t').zip(&row.cells).skip(1).zip(found) {
        let column = name.split(' ').next().unwrap_or_default();
        let reason = reason(&findings.file, &format!("{} {column}", row.cells[0]));
        findings.opinion(reason, name, expected, &found, found == **expected);
    }
    Ok(())
}

/// The numbers of the parts of a game tree.
#[derive(Default)]
struct Tally {
    variations: usize,
    comments: usize,
    nags: usize,
}

fn tally(game: &Game) -> Tally {
    let mut tally = Tally::default();
    let mut open = vec![game.root()];
    while let Some(id) = open.pop() {
        let node = game.node(id);
        tally.variations += node.children().len().saturating_sub(1);
        tally.comments += node.comments.len();
        tally.nags += node.nags.len();
        if let Some(before) = &node.before {
            tally.comments += before.comments.len();
            tally.nags += before.nags.len();
        }
        open.extend(node.children());
    }
    tally
}

/// Returns the number of moves and positions that could not be read, and of texts that are not a game.
fn errors(read: &ReadGame) -> usize {
    let is_error = |kind: &ProblemKind| {
        matches!(
            kind,
            ProblemKind::Move(_)
                | ProblemKind::NullMoveInCheck
                | ProblemKind::TooLongWord
                | ProblemKind::NoGame
                | ProblemKind::Fen(_)
                | ProblemKind::UnknownVariant(_)
        )
    };
    read.problems.iter().filter(|problem| is_error(&problem.kind)).count()
}

/// Returns the results at the ends of the games, or in the tags where a game has no result at its end.
fn results(games: &[ReadGame]) -> String {
    let mut counts = [0; 4];
    for read in games {
        let is_missing = read.problems.iter().any(|problem| problem.kind == ProblemKind::MissingResult);
        let tag = read.game.tags.get("Result").filter(|_| is_missing);
        let result = tag.unwrap_or(read.game.result.as_str());
        let place = ["1-0", "0-1", "1/2-1/2"].iter().position(|&known| known == result);
        counts[place.unwrap_or(3)] += 1;
    }
    counts.map(|count| count.to_string()).join("/")
}

/// Compares a row of `verdicts.tsv`: the results of two other readers for an odd PGN file.
pub(crate) fn verdicts(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let Ok(directory) = findings.directory() else { return Ok(()) };
    let [file] = row.first()?;
    findings.about(file);
    let found = read_all(&Content::beside(&directory, &format!("{file}.pgn"))?)
        .iter()
        .map(ours)
        .collect::<Vec<_>>()
        .join(" ## ");
    for (name, verdict) in row.heading.split('\t').zip(&row.cells).skip(1) {
        let expected = verdict.split(" ## ").map(theirs).collect::<Option<Vec<_>>>().map(|games| games.join(" ## "));
        let expected = expected.unwrap_or_else(|| (*verdict).to_owned());
        let reader = name.split(' ').next().unwrap_or_default();
        let reason = reason(&findings.file, &format!("{file} {reader}"));
        findings.opinion(reason, name, &expected, &found, found == expected);
    }
    Ok(())
}

/// Returns a game in the format of the file: moves, event, result, numbers of parts, and whether a move was refused.
fn ours(read: &ReadGame) -> String {
    let game = &read.game;
    let texts = game.main_line().map(|id| match game.node(id).mv() {
        Some(m) => m.uci(game.start().castling_mode()).to_string(),
        None => "0000".to_owned(),
    });
    let moves = texts.collect::<Vec<_>>().join(" ");
    let event = game.tags.get("Event").filter(|event| *event != "?").unwrap_or_default();
    let tally = tally(game);
    let bad = u8::from(errors(read) != 0);
    format!(
        "{moves}|ev={event}|res={}|var={}|nag={}|com={}|bad={bad}",
        game.result, tally.variations, tally.nags, tally.comments
    )
}

/// Returns the result of another reader in the same format.
fn theirs(verdict: &str) -> Option<String> {
    // The event may contain anything except a bar.
    let parts: Vec<_> = verdict.split('|').collect();
    let [moves, event, result, variations, nags, comments, errors] = parts[..] else { return None };
    let event = event.strip_prefix("ev=")?;
    let event = if event == "?" { "" } else { event };
    let result = result.strip_prefix("res=").or(result.strip_prefix("out="))?;
    let result = if result.is_empty() { "*" } else { result };
    let bad = match errors.split_once('=')? {
        ("err", errors) => u8::from(!errors.starts_with("0:")),
        (_, tokens) => u8::from(!tokens.is_empty()),
    };
    Some(format!("{moves}|ev={event}|res={result}|{variations}|{nags}|{comments}|bad={bad}"))
}
