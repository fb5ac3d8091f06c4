//! Boards of Stockfish: attacks, colors exchanged, the text of the display, endgame codes, and numbers as moves.

use gardez_bitboard::Bitboard;
use gardez_position::Board;
use gardez_types::{Color, Move, PieceType, Square};
use serde_json::{Value, json};

use crate::findings::Findings;
use crate::json::{filled, hex, merged, parse_hex, set, take};
use crate::report::{Outcome, RecordError};
use crate::setup::{printed, set_up, state};

/// Compares a record of `attacks`: the attackers of squares, and the squares that pieces attack.
pub(crate) fn attacks(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let position = set_up(findings, record, "fen")?;
    let (own, given) = (position.occupied(), parse_hex("occ", &take::<String>(record, "occ")?)?);
    let given = Bitboard::from_bits(given);
    let attacked = |color, occupied| {
        let squares = Square::ALL.into_iter().filter(|&square| position.attackers_exist(square, color, occupied));
        set(squares.collect())
    };
    let found = json!({
        "attackers_to": Square::ALL.map(|square| set(position.attackers_to(square))).to_vec(),
        "attackers_to_occ": Square::ALL.map(|square| set(position.attackers_through(square, given))).to_vec(),
        "exist": [
            attacked(Color::White, own),
            attacked(Color::White, given),
            attacked(Color::Black, own),
            attacked(Color::Black, given),
        ],
        "attacks_by": Color::ALL.map(|color| PieceType::ALL.map(|piece| set(position.attacks_by(color, piece)))),
    });
    findings.same("", record, &found)
}

pub(crate) fn flip(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let position = set_up(findings, record, "fen")?;
    let board = position.board().swap_colors();
    let twice = printed(&board.swap_colors());
    let same_back = u8::from(twice == printed(&position));
    let found = json!({"flipped": printed(&board), "back": twice, "same_back": same_back});
    findings.same("", record, &merged(found, state(&board)))?;
    findings.succeeds("flipped", "every invariant", board.check_invariants())
}

pub(crate) fn display(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let position = set_up(findings, record, "fen")?;
    findings.same("", record, &json!({"display": position.pretty().to_string()}))
}

/// Compares a record of `endgame_codes`: positions made from codes such as KBPKN.
pub(crate) fn endgame_code(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let code: String = take(record, "code")?;
    let color = match take::<u8>(record, "strong")? {
        0 => Color::White,
        1 => Color::Black,
        other => return Err(RecordError::new("strong", format!("expected 0 or 1, found {other}"))),
    };
    findings.about(&code);
    let board = Board::from_endgame_code(&code, color);
    let board = findings.unless_error("code", "a position", board)?;
    let found = json!({
        "fen": printed(&board),
        "material_key": hex(board.state().material_key()),
        "key": hex(board.raw_key()),
        "pawn_key": hex(board.state().pawn_key()),
    });
    findings.same("", record, &found)
}

/// Compares a record of `pseudo_legal`: 16-bit numbers with 1 for pseudo-legal moves, 2 for legal ones, 0 for others.
pub(crate) fn pseudo_legal(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let position = set_up(findings, record, "fen")?;
    let numbers: Vec<(u16, u8)> = filled("m", take(record, "m")?)?;
    findings.parts(numbers.len());
    for (raw, expected) in numbers {
        // A move that no piece can make is not pseudo-legal.
        let found = Move::from_raw(raw).map_or(0, |m| match (position.is_pseudo_legal(m), position.is_legal(m)) {
            (false, false) => 0,
            (true, false) => 1,
            (true, true) => 2,
            (false, true) => u8::MAX,
        });
        findings.compare(format_args!("m[{raw}]"), &expected, &found);
    }
    findings.same("", record, &json!({}))
}
