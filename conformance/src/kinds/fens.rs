//! FENs in every dialect, well-formed and malformed, and the positions that they describe.

use gardez_position::{FenError, FenProblems, FenReader, FenStyle, Position, ReadFen};
use serde_json::{Value, json};

use crate::findings::Findings;
use crate::json::{merged, take};
use crate::report::{Outcome, RecordError};
use crate::setup::{for_each_right, printed, reader, state};

/// The kinds of malformed input that are accepted, with Stockfish's result, because only the formatting is odd.
const FORMATTING: [&str; 9] = [
    "castling_letter_repeated",
    "spaces_before_counters",
    "tabs_before_counters",
    "newline_at_end",
    "halfmove_text_+3",
    "halfmove_text_007",
    "fullmove_text_+4",
    "fullmove_text_0012",
    // X-FEN allows it.
    "castling_king_moved_file_standard",
];

/// The kinds of which all fields are read. Stockfish does not read the fields after the second blank.
const SEVERAL_BLANKS: [&str; 3] = ["two_spaces_after_placement", "two_spaces_before_castling", "two_spaces_before_ep"];

const RIGHTS: FenProblems = FenProblems::CASTLING_RIGHTS;
const MANY: FenProblems = FenProblems::TOO_MANY_PIECES;
const SURPLUS: FenProblems = FenProblems::PROMOTED_SURPLUS;
const CHECK: FenProblems = FenProblems::IMPOSSIBLE_CHECK;

/// The kinds of positions that no game leads to, with what is reported. The result is Stockfish's, except for rights
/// that are dropped because their rook is missing.
const PROBLEMS: [(&str, FenProblems); 14] = [
    ("castling_letter_no_rook_there", RIGHTS),
    ("castling_king_side_only_left_rook", RIGHTS),
    ("castling_queen_side_only_right_rook", RIGHTS),
    ("castling_black_no_rook_on_back_rank", RIGHTS),
    ("castling_white_no_rook_on_back_rank", RIGHTS),
    ("castling_king_not_on_back_rank", RIGHTS),
    ("castling_two_rights_same_side", RIGHTS),
    ("castling_letter_is_king_square", RIGHTS),
    ("castling_right_no_rook_on_named_file", RIGHTS),
    ("nine_pawns", MANY),
    ("more_than_16_pieces", MANY.union(SURPLUS)),
    ("three_checkers", CHECK),
    ("ep_square_with_impossible_check", CHECK),
    ("ep_square_while_knight_gives_check", CHECK),
];

/// For this kind, Stockfish lists an en passant capture that leaves the king in check.
const UNSOUND_IN_STOCKFISH: &str = "ep_square_while_knight_gives_check";

/// Like [`PROBLEMS`], for inputs on which Stockfish's behavior is undefined and not compared.
const UNDEFINED_PROBLEMS: [(&str, FenProblems); 7] = [
    ("castling_white_K_no_rook_anywhere", RIGHTS),
    ("castling_white_Q_no_rook_anywhere", RIGHTS),
    ("castling_white_K_rook_only_above", RIGHTS),
    ("castling_black_k_no_rook_anywhere", RIGHTS),
    ("castling_black_q_no_rook_on_rank8", RIGHTS),
    ("castling_rook_square_is_king_square", RIGHTS),
    ("white_castling_letter_no_rook", RIGHTS),
];

fn problems(kinds: &[(&str, FenProblems)], kind: &str) -> Option<FenProblems> {
    kinds.iter().find(|&&(known, _)| known == kind).map(|&(_, problems)| problems)
}

pub(crate) fn check(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let class: String = take(record, "class")?;
    let kind: String = take(record, "kind")?;
    let text: String = take(record, "input")?;
    findings.about(format!("{text:?}"));
    // Stockfish prints rights that need Chess960 as `KQ` without its option. Gardez always prints them as in Chess960.
    let style = if record["c960"] == 1 { FenStyle::Shredder } else { FenStyle::Standard };
    let result = reader(record)?.read(&text);
    let problems = problems(&PROBLEMS, &kind);
    if let (Some(expected), Ok(read)) = (problems, &result) {
        reported(findings, &text, expected, read);
    }
    let is_formatting = class == "valid" || FORMATTING.contains(&kind.as_str());
    if class != "valid" && class != "lenient" {
        return Err(RecordError::new("class", format!("expected valid or lenient, found {class:?}")));
    }
    if class == "lenient" && (problems == Some(RIGHTS) || kind == UNSOUND_IN_STOCKFISH) {
        findings.succeeds("input", "a position", result)?;
    } else if is_formatting || problems.is_some() {
        let read = findings.unless_error("input", "a position", result)?;
        let position = read.position;
        let found = json!({
            "fen": position.fen(style).to_string(),
            "stm": position.side_to_move() as u8,
            "rooks": for_each_right(&position, |rook, _, _| rook.to_string()),
            "n_legal": position.legal_moves().len(),
        });
        findings.same("", record, &merged(found, state(&position)))?;
    } else if SEVERAL_BLANKS.contains(&kind.as_str()) {
        let written = text.split(' ').filter(|field| !field.is_empty()).collect::<Vec<_>>().join(" ");
        let found = result.map_or_else(|error| error.to_string(), |read| printed(&read.position));
        findings.compare("input", &written, &found);
    } else {
        refused(findings, &text, result);
    }
    Ok(())
}

pub(crate) fn check_undefined(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    for informational in ["checked_build", "optimised_build"] {
        take::<String>(record, informational)?;
    }
    let kind: String = take(record, "kind")?;
    let text: String = take(record, "input")?;
    findings.about(format!("{text:?}"));
    let result = reader(record)?.read(&text);
    match problems(&UNDEFINED_PROBLEMS, &kind) {
        Some(expected) => {
            let read = findings.unless_error("input", "a position", result)?;
            reported(findings, &text, expected, &read);
        }
        None => refused(findings, &text, result),
    }
    findings.same("", record, &json!({}))
}

/// Checks that a text is read with these problems, and that a strict reader refuses it.
fn reported(findings: &mut Findings<'_>, text: &str, expected: FenProblems, read: &ReadFen<Position>) {
    findings.text("input", &expected.to_string(), read.problems());
    findings.holds("input", "a sound position", read.position.check_invariants().is_ok());
    findings.holds("input", "refused by strict readers", FenReader::new().strict().read(text).is_err());
}

/// Checks that a text is refused, with an error that has a text and a place within the input.
fn refused(findings: &mut Findings<'_>, text: &str, result: Result<ReadFen<Position>, FenError>) {
    match result {
        Ok(read) => findings.fails("input", &"an error", &printed(&read.position)),
        Err(error) => {
            findings.holds("input", "an error", true);
            findings.holds("input", "a place within the input", text.get(error.span.clone()).is_some());
            findings.holds("input", "a reason", !error.to_string().is_empty());
        }
    }
}
