//! FENs in every dialect, well-formed and malformed, and the positions that they describe.

use gardez_position::Position;
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

/// Compares a record of `fen`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let (fields, state, []) = record.parts(FIELDS, state::FIELDS, [])?;
    let [class, kind, input, c960, ..] = &fields;
    let (text, kind) = (input.text()?, kind.text()?);
    findings.about(&format!("{text:?}"));
    let result = reader(c960)?.read(text).map(|read| read.position);
    match class.text()? {
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
    for informational in [kind, checked_build, optimised_build] {
        informational.text()?;
    }
    findings.about(&format!("{:?}", input.text()?));
    let result = reader(&c960)?.read(input.text()?).map(|read| read.position);
    refused(findings, &input, result)
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
    let [_, _, input, _, fen, stm, rooks, n_legal] = fields;
    let position = match result {
        Ok(position) => position,
        Err(error) => {
            findings.fails(input.path, &"a position", &error);
            return Ok(());
        }
    };
    findings.text(fen, printed(&position))?;
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
