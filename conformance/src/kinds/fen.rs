//! FENs in every dialect, well-formed and malformed, and the positions that they describe.

use gardez_position::{FenProblems, FenReader, FenStyle, Position, ReadFen};
use gardez_types::CastlingRights;

use super::{number, printed, reader, state};
use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// The fields other than the state.
const FIELDS: [&str; 8] = ["class", "kind", "input", "c960", "fen", "stm", "rooks", "n_legal"];

/// The kinds of malformed input that are accepted because only their formatting is odd. The result must be the same as
/// Stockfish's.
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

/// The kinds of positions that cannot arise in a game, with what is reported. They are read, and the result must be
/// Stockfish's, except where a right is dropped: Stockfish records a right even without its rook.
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

/// Like [`PROBLEMS`], for inputs on which Stockfish's behavior is undefined. They are read, and Stockfish's result is not
/// compared.
const UNDEFINED_PROBLEMS: [(&str, FenProblems); 7] = [
    ("castling_white_K_no_rook_anywhere", RIGHTS),
    ("castling_white_Q_no_rook_anywhere", RIGHTS),
    ("castling_white_K_rook_only_above", RIGHTS),
    ("castling_black_k_no_rook_anywhere", RIGHTS),
    ("castling_black_q_no_rook_on_rank8", RIGHTS),
    ("castling_rook_square_is_king_square", RIGHTS),
    ("white_castling_letter_no_rook", RIGHTS),
];

/// The problems that are reported for a kind, if it is one of these.
fn problems(kinds: &[(&str, FenProblems)], kind: &str) -> Option<FenProblems> {
    kinds.iter().find(|&&(known, _)| known == kind).map(|&(_, problems)| problems)
}

/// Compares a record of `fen`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let (fields, state, []) = record.parts(FIELDS, state::FIELDS, [])?;
    let [class, kind, input, c960, ..] = &fields;
    let (text, kind) = (input.text()?, kind.text()?);
    findings.about(&format!("{text:?}"));
    let result = reader(c960)?.read(text);
    if let (Some(expected), Ok(read)) = (problems(&PROBLEMS, kind), &result) {
        reported(findings, input, expected, read)?;
    }
    let result = result.map(|read| read.position);
    match class.text()? {
        "lenient" if problems(&PROBLEMS, kind) == Some(RIGHTS) || kind == UNSOUND_IN_STOCKFISH => {
            findings.holds(input.path, "a position", result.is_ok());
            Ok(())
        }
        "lenient" if problems(&PROBLEMS, kind).is_some() => compare(findings, &fields, &state, result),
        "valid" => compare(findings, &fields, &state, result),
        "lenient" if FORMATTING.contains(&kind) => compare(findings, &fields, &state, result),
        "lenient" if SEVERAL_BLANKS.contains(&kind) => {
            let written = text.split(' ').filter(|field| !field.is_empty()).collect::<Vec<_>>().join(" ");
            let found = result.map_or_else(|error| error.to_string(), |position| printed(&position));
            findings.compare(input.path, &written, &found);
            Ok(())
        }
        "lenient" => {
            refused(findings, input, result)?;
            Ok(())
        }
        other => Err(class.error(format!("expected valid or lenient, found {other:?}"))),
    }
}

/// Compares a record of `fen_undefined`.
pub(crate) fn check_undefined(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [kind, input, c960, checked_build, optimised_build] =
        record.fields(["kind", "input", "c960", "checked_build", "optimised_build"])?;
    for informational in [checked_build, optimised_build] {
        informational.text()?;
    }
    findings.about(&format!("{:?}", input.text()?));
    let result = reader(&c960)?.read(input.text()?);
    match (problems(&UNDEFINED_PROBLEMS, kind.text()?), result) {
        (Some(expected), Ok(read)) => reported(findings, &input, expected, &read),
        (Some(_), Err(error)) => {
            findings.fails(input.path, &"a position", &error);
            Ok(())
        }
        (None, result) => refused(findings, &input, result.map(|read| read.position)),
    }
}

/// Checks that the input is read with these problems, and that a strict reader refuses it.
fn reported(findings: &mut Findings<'_>, input: &Node<'_>, expected: FenProblems, read: &ReadFen<Position>) -> Outcome {
    findings.compare(input.path, &expected.to_string(), &read.problems().to_string());
    findings.holds(input.path, "a sound position", read.position.check_invariants().is_ok());
    findings.holds(input.path, "refused by strict readers", FenReader::new().strict().read(input.text()?).is_err());
    Ok(())
}

type Result = std::result::Result<Position, gardez_position::FenError>;

/// Checks that the input is refused, with an error that has a text and a place within the input.
fn refused(findings: &mut Findings<'_>, input: &Node<'_>, result: Result) -> Outcome {
    match result {
        Ok(position) => findings.fails(input.path, &"an error", &printed(&position)),
        Err(error) => {
            findings.holds(input.path, "an error", true);
            let text = input.text()?;
            findings.holds(input.path, "a place within the input", text.get(error.span.clone()).is_some());
            findings.holds(input.path, "a reason", !error.to_string().is_empty());
        }
    }
    Ok(())
}

fn compare(
    findings: &mut Findings<'_>,
    fields: &[Node<'_>; FIELDS.len()],
    state: &[Node<'_>; state::FIELDS.len()],
    result: Result,
) -> Outcome {
    let [_, _, input, c960, fen, stm, rooks, n_legal] = fields;
    let position = match result {
        Ok(position) => position,
        Err(error) => {
            findings.fails(input.path, &"a position", &error);
            return Ok(());
        }
    };
    // Stockfish prints rights that need Chess960 as `KQ` where it is not told that it is Chess960. Gardez always prints them
    // as in Chess960, so that castling cannot be taken for a step of the king.
    let style = if c960.flag()? { FenStyle::Shredder } else { FenStyle::Standard };
    findings.text(fen, position.fen(style).to_string())?;
    findings.number(stm, number(position.side_to_move()))?;
    state::compare(findings, state, &position)?;
    for (expected, (_, color, side)) in rooks.items::<4>()?.iter().zip(CastlingRights::EACH) {
        let rook = position.castling_rook(color, side);
        if expected.is_null() {
            findings.holds(expected.path, "no right", rook.is_none());
        } else {
            findings.square(expected, rook)?;
        }
    }
    findings.number(n_legal, position.legal_moves().len())
}
