//! Games in PGN. Reading a stream must give the same games as reading a slice, and games must be the same when they are
//! written and read again.

use std::io::{self, Read};

use gardez_notation::pgn::{ExportStyle, Keep, ReadGame, Reader};

use crate::Outcome;
use crate::findings::Findings;

/// Checks a file: each game is a record.
pub(crate) fn check(findings: &mut Findings<'_>, _: &str, bytes: &[u8]) -> Outcome {
    let mut reader = Reader::from_bytes(bytes);
    let mut stream = Reader::new(SmallReads(bytes));
    let mut given = Reader::from_bytes(bytes);
    let mut number = 0;
    loop {
        number += 1;
        let (Ok(read), Ok(streamed)) = (reader.read_game(), stream.read_game()) else {
            findings.fails("stream", &"no error", &"one");
            return Ok(());
        };
        let Ok(kept) = given.read_game_keeping(Keep::Text);
        if read.is_some() || number == 1 {
            findings.begin_record(number);
        }
        findings.about(&format!("game {number}"));
        findings.holds("as a stream", "the same game with the same problems", read == streamed);
        let Some(read) = read else { break };
        for _ in 0..read.game.len() {
            findings.part();
        }
        findings.about(&read.game.to_string());
        again(findings, "export format", &read, &read.game.to_string(), Keep::Normalized);
        if let Some(kept) = kept {
            again(findings, "as given", &kept, &kept.game.to_pgn(ExportStyle::AS_GIVEN), Keep::Text);
        }
    }
    findings.compare("bytes read", &(bytes.len() as u64), &reader.offset());
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
