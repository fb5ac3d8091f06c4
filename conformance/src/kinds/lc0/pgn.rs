//! The games that lc0's reader of opening books reads from PGN files, compared with those of `gardez_notation`.
//!
//! lc0 reads what its books need, and stops at the first word that it does not know. If Gardez reads more on purpose,
//! or differently, the case is listed with the reason and with lc0's result. A case that is listed and does not differ
//! is a failure.

use gardez_notation::pgn::{Reader, Severity};
use gardez_position::{FenMode, Position};
use gardez_types::{CastlingMode, Color, Move};

use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// The number of cases.
const CASES: usize = 33;

/// A case that is read differently on purpose.
struct Meant {
    id: i64,
    /// lc0's result.
    lc0: &'static str,
    reason: &'static str,
}

const fn meant(id: i64, lc0: &'static str, reason: &'static str) -> Meant {
    Meant { id, lc0, reason }
}

/// The cases that are read differently on purpose.
const MEANT: [Meant; 13] = [
    meant(7, "illegal", "numeric glyphs are part of the standard"),
    meant(8, "illegal", "variations are part of the standard"),
    meant(10, "illegal", "castling with zeros is read and reported"),
    meant(12, "illegal", "a promotion without `=` is read and reported"),
    meant(14, "illegal", "coordinates with a hyphen are read and reported"),
    meant(16, "ambiguous", "the moves before an ambiguous one are kept"),
    meant(17, "illegal", "the moves before an illegal one are kept"),
    meant(
        18,
        "[rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1: e2e4=796 g8f6=4013 b1c3=82] no error",
        "lc0 flips the wrong half of the moves if black moves first",
    ),
    meant(19, "illegal", "a number with three dots is part of the standard"),
    meant(
        20,
        "[4k3/8/8/8/8/8/4P3/4K3 w - - 5 20: e2e4=796 e8d7=3891] no error",
        "the names of tags are case-sensitive, as in the standard",
    ),
    meant(28, "no error", "tags without moves are a game as well"),
    meant(
        30,
        "[rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1: e2e4=796 e7e5=3364] \
         [rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1: g1f3=405 b8c6=3690] no error",
        "a blank line does not end a game before its result",
    ),
    meant(32, "illegal", "a line that starts with % is an escape in the standard"),
];

/// The result of an older revision of lc0 for the one case that a later revision reads as Gardez does. The older one
/// did not know black's en passant captures.
const OLDER: &str = "illegal";

/// lc0's error messages, and their names here.
const ERRORS: [(&str, &str); 2] =
    [("Opening book move seems illegal.", "illegal"), ("Opening book move seems ambiguous.", "ambiguous")];

/// Compares the one record of `pgn`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let cases = record.filled_list()?.collect::<Vec<_>>();
    findings.compare("the number of cases", &CASES, &cases.len());
    for (index, case) in cases.iter().enumerate() {
        findings.part();
        let ([id, name, pgn, result], [], [newer]) =
            case.parts(["id", "name", "pgn", "result"], [], ["result_newer"])?;
        findings.about(name.text()?);
        findings.number(&id, index)?;
        let older = expected(&result)?;
        // If a later revision differs, Gardez must agree with it.
        let expected = match &newer {
            Some(newer) => {
                let newer = expected(newer)?;
                findings.compare(case.path, OLDER, &older[..]);
                newer
            }
            None => older,
        };
        let found = found(pgn.text()?);
        let number = id.number()?;
        let meant = MEANT.iter().find(|meant| meant.id == number);
        if let Some(meant) = meant {
            findings.compare(case.path, meant.lc0, &expected[..]);
        }
        let reason = meant.map(|meant| meant.reason);
        findings.opinion(reason, &case.path.to_string(), &expected, &found, expected == found);
    }
    Ok(())
}

/// The games that lc0 reads, and the error at which it stops.
fn expected(result: &Node<'_>) -> Outcome<String> {
    let [games, error] = result.fields(["games", "error"])?;
    let mut text = String::new();
    for game in games.list()? {
        let [start, moves, raw] = game.fields(["start_fen", "moves", "raw"])?;
        let start =
            Position::from_fen(start.text()?, FenMode::Chess960).map_err(|error| start.error(error.to_string()))?;
        let (moves, numbers) = (moves.list()?.collect::<Vec<_>>(), raw.list()?.collect::<Vec<_>>());
        if moves.len() != numbers.len() {
            return Err(raw.error("the numbers of moves and of their raw values differ"));
        }
        let words = moves.iter().zip(&numbers).map(|(m, number)| Ok(format!("{}={}", m.text()?, number.number()?)));
        text += &format!("[{start}: {}] ", words.collect::<Outcome<Vec<_>>>()?.join(" "));
    }
    if error.is_null() {
        return Ok(text + "no error");
    }
    let message = error.text()?;
    let known = ERRORS.iter().find(|(known, _)| *known == message);
    known.map(|(_, name)| text + name).ok_or_else(|| error.error("unknown error of lc0"))
}

/// The result of Gardez in the same format.
fn found(pgn: &str) -> String {
    let mut reader = Reader::from_bytes(pgn.as_bytes());
    let (mut text, mut has_error) = (String::new(), false);
    while let Ok(Some(read)) = reader.read_game() {
        let start = Position::from_fen(&Position::from(*read.game.start()).to_string(), FenMode::Detect);
        let start = start.and_then(|start| Position::from_fen(&start.to_string(), FenMode::Chess960));
        let start = start.map_or_else(|error| error.to_string(), |start| start.to_string());
        let moves = read.game.main_line().filter_map(|id| read.game.node(id).mv());
        // The numbers are those of the moves from white's side.
        let word = |m: Move| {
            let number = gardez_lc0::Move::from_absolute(m, Color::White).raw();
            format!("{}={number}", m.uci(CastlingMode::Chess960))
        };
        text += &format!("[{start}: {}] ", moves.map(word).collect::<Vec<_>>().join(" "));
        has_error |= read.problems.iter().any(|problem| problem.kind.severity() == Severity::Error);
    }
    text + if has_error { "an error" } else { "no error" }
}
