//! What the reference's reader of opening books makes of PGN files, beside the reader of `gardez_notation`.
//!
//! The reference reads what its books need and stops at the first word that it does not know. Where Gardez means to read
//! more, or otherwise, the case is listed with the reason and with what the reference makes of it; a case that is listed
//! and does not differ fails.

use gardez_notation::pgn::{Reader, Severity};
use gardez_position::{FenMode, Position};
use gardez_types::{CastlingMode, Color, Move};

use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// How many cases there are.
const CASES: usize = 33;

/// A case that is read otherwise on purpose.
struct Meant {
    id: i64,
    /// What the reference makes of it.
    reference: &'static str,
    reason: &'static str,
}

const fn meant(id: i64, reference: &'static str, reason: &'static str) -> Meant {
    Meant { id, reference, reason }
}

/// The cases that are read otherwise on purpose.
const MEANT: [Meant; 13] = [
    meant(7, "illegal", "numeric glyphs are part of the standard"),
    meant(8, "illegal", "variations are part of the standard"),
    meant(10, "illegal", "castling with zeros is understood and noted"),
    meant(12, "illegal", "a promotion without `=` is understood and noted"),
    meant(14, "illegal", "coordinates with a dash are understood and noted"),
    meant(16, "ambiguous", "the moves before an ambiguous one are kept"),
    meant(17, "illegal", "the moves before an illegal one are kept"),
    meant(
        18,
        "[rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1: e2e4=796 g8f6=4013 b1c3=82] no error",
        "the reference turns the wrong half of the moves if black begins",
    ),
    meant(19, "illegal", "a number with three dots is part of the standard"),
    meant(
        20,
        "[4k3/8/8/8/8/8/4P3/4K3 w - - 5 20: e2e4=796 e8d7=3891] no error",
        "the names of tags are told apart by case, as in the standard",
    ),
    meant(28, "no error", "tags without moves are a game, too"),
    meant(
        30,
        "[rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1: e2e4=796 e7e5=3364] \
         [rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1: g1f3=405 b8c6=3690] no error",
        "a blank line does not end a game before its result",
    ),
    meant(32, "illegal", "a line that begins with % is an escape in the standard"),
];

/// What an older revision of the reference made of the one case that a later one reads otherwise, as Gardez does: it did
/// not know black's captures en passant.
const OLDER: &str = "illegal";

/// What the reference says where it stops, and what it is called here.
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
        // Where a later revision differs, it is the one to agree with.
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
            findings.compare(case.path, meant.reference, &expected[..]);
        }
        let reason = meant.map(|meant| meant.reason);
        findings.opinion(reason, &case.path.to_string(), &expected, &found, expected == found);
    }
    Ok(())
}

/// The games that the reference reads, and the error at which it stops.
fn expected(result: &Node<'_>) -> Outcome<String> {
    let [games, error] = result.fields(["games", "error"])?;
    let mut text = String::new();
    for game in games.list()? {
        let [start, moves, raw] = game.fields(["start_fen", "moves", "raw"])?;
        let start =
            Position::from_fen(start.text()?, FenMode::Chess960).map_err(|error| start.flaw(error.to_string()))?;
        let (moves, numbers) = (moves.list()?.collect::<Vec<_>>(), raw.list()?.collect::<Vec<_>>());
        if moves.len() != numbers.len() {
            return Err(raw.flaw("there is not one number for each move"));
        }
        let words = moves.iter().zip(&numbers).map(|(m, number)| Ok(format!("{}={}", m.text()?, number.number()?)));
        text += &format!("[{start}: {}] ", words.collect::<Outcome<Vec<_>>>()?.join(" "));
    }
    if error.is_null() {
        return Ok(text + "no error");
    }
    let message = error.text()?;
    let known = ERRORS.iter().find(|(known, _)| *known == message);
    known.map(|(_, name)| text + name).ok_or_else(|| error.flaw("the reference has no such error"))
}

/// The same of Gardez.
fn found(pgn: &str) -> String {
    let mut reader = Reader::from_bytes(pgn.as_bytes());
    let (mut text, mut has_error) = (String::new(), false);
    while let Ok(Some(read)) = reader.read_game() {
        let start = Position::from_fen(&Position::from(*read.game.start()).to_string(), FenMode::Detect);
        let start = start.and_then(|start| Position::from_fen(&start.to_string(), FenMode::Chess960));
        let start = start.map_or_else(|error| error.to_string(), |start| start.to_string());
        let moves = read.game.main_line().filter_map(|id| read.game.node(id).mv());
        // The numbers are those of moves that white would see.
        let word = |m: Move| {
            let number = gardez_lc0::Move::from_absolute(m, Color::White).raw();
            format!("{}={number}", m.uci(CastlingMode::Chess960))
        };
        text += &format!("[{start}: {}] ", moves.map(word).collect::<Vec<_>>().join(" "));
        has_error |= read.problems.iter().any(|problem| problem.kind.severity() == Severity::Error);
    }
    text + if has_error { "an error" } else { "no error" }
}
