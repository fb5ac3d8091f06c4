//! Positions and games with what python-chess says about mates, draws, claims, material and lines in SAN.
//!
//! `conformance/python_chess_rules.py` writes such files, and explains the letters.

use gardez_notation::san::{parse_variation, variation_san};
use gardez_position::{Board, Color, FenMode, Outcome as End, Position};

use crate::findings::Findings;
use crate::report::Outcome;
use crate::rows::Row;

pub(crate) fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, mode, moves, plies, outcome, lines, variations] = row.first()?;
    findings.about(fen);
    let mode = match mode {
        "std" => FenMode::Standard,
        "960" => FenMode::Chess960,
        _ => return Err(row.damage(1, format!("expected std or 960, found {mode:?}"))),
    };
    let moves: Vec<_> = moves.split(' ').filter(|&text| text != "-").collect();
    let plies: Vec<_> = plies.split(' ').collect();
    if plies.len() != moves.len() + 1 {
        return Err(row.damage(3, format!("{} words for {} moves", plies.len(), moves.len())));
    }
    let mut position = findings.unless_error(row.name(0), "a position", Position::from_fen(fen, mode))?;
    let mut boards = Vec::with_capacity(plies.len());
    for (ply, expected) in plies.into_iter().enumerate() {
        findings.parts(1);
        if ply > 0 {
            let played = position.parse_uci(moves[ply - 1]).map(|m| position.do_move(m));
            if let Err(error) = played {
                findings.fails(format_args!("{}[{ply}]", row.name(2)), &"a legal move", &error);
                return Ok(());
            }
        }
        boards.push(*position.board());
        let (field, found) = (format!("{}[{ply}]", row.name(3)), word(&position));
        findings.opinion(reason(&position), &field, expected, &found, expected == found);
    }
    let found = end(&position);
    findings.opinion(reason(&position), row.name(4), outcome, &found, outcome == found);

    let texts = |cell| str::split(cell, "; ").filter(|&text| text != "-");
    findings.compare("number of variations", &texts(lines).count(), &texts(variations).count());
    for (line, expected) in texts(lines).zip(texts(variations)) {
        compare_line(findings, row, &boards, line, expected)?;
    }
    Ok(())
}

/// Compares the text of a line of moves, and reads it back.
fn compare_line(findings: &mut Findings<'_>, row: &Row<'_>, boards: &[Board], line: &str, expected: &str) -> Outcome {
    let mut words = line.split(' ');
    let start = words
        .next()
        .and_then(|ply| boards.get(ply.parse::<usize>().ok()?))
        .ok_or_else(|| row.damage(5, format!("expected the number of a ply and moves, found {line:?}")))?;
    let (mut position, mut moves) = (Position::from(*start), Vec::new());
    for word in words {
        let played = position.parse_uci(word).map(|m| {
            position.do_move(m);
            moves.push(m);
        });
        if let Err(error) = played {
            findings.fails(row.name(5), &format_args!("a legal move {word}"), &error);
            return Ok(());
        }
    }
    // python-chess writes no space after the number of a move of Black.
    let expected = expected.replacen("...", "... ", 1);
    match variation_san(start, &moves) {
        Ok(found) => findings.compare(row.name(6), &expected, &found),
        Err(error) => findings.fails(row.name(6), &expected, &error),
    }
    let is_same = parse_variation(start, &expected).is_ok_and(|found| found == moves);
    findings.holds(row.name(6), "that the text is read as the moves of the line", is_same);
    Ok(())
}

fn reason(position: &Position) -> Option<&'static str> {
    let is_both = position.has_insufficient_material() && position.is_stalemate();
    is_both.then_some("a stalemate ends the game as a stalemate, whatever the material is (FIDE, article 5.2.1)")
}

/// Returns what holds after a ply, in the letters of the file.
fn word(position: &Position) -> String {
    let mut word = String::new();
    let mut add = |holds: bool, letter: char| word.extend(holds.then_some(letter));
    add(position.has_insufficient_material_for(Color::White), 'w');
    add(position.has_insufficient_material_for(Color::Black), 'b');
    add(can_claim(position, End::FiftyMoves), 'f');
    add(can_claim(position, End::ThreefoldRepetition), 't');
    let outcome = position.outcome().filter(|outcome| !outcome.is_claim());
    word.extend(outcome.map(letter));
    if word.is_empty() { "-".to_owned() } else { word }
}

/// Returns `true` if a player can claim this draw, now or by announcing a move.
fn can_claim(position: &Position, wanted: End) -> bool {
    let now = End::draws_by_count(position.halfmove_clock().min(100), position.occurrences().min(3));
    position.has_legal_moves()
        && now.chain(position.claims_by_move().map(|(_, outcome)| outcome)).any(|outcome| outcome == wanted)
}

/// Returns the outcome with its winner. Claims count, also those by announcing a move.
fn end(position: &Position) -> String {
    let now = position.outcome().filter(|outcome| !outcome.is_claim());
    let claim = || [End::FiftyMoves, End::ThreefoldRepetition].into_iter().find(|&end| can_claim(position, end));
    let Some(outcome) = now.or_else(claim) else { return "-".to_owned() };
    let winner = outcome.winner().map_or("", |color| if color == Color::White { "w" } else { "b" });
    format!("{}{winner}", letter(outcome))
}

const fn letter(outcome: End) -> char {
    match outcome {
        End::Checkmate { .. } => 'C',
        End::Stalemate => 'S',
        End::InsufficientMaterial => 'I',
        End::SeventyFiveMoves => 'V',
        End::FivefoldRepetition => 'F',
        End::FiftyMoves => 'f',
        End::ThreefoldRepetition => 't',
        _ => '?',
    }
}
