//! The values that lc0's own unit tests expect.

use gardez_lc0::{Board, Encoder, FillMode, InputFormat, Move, PLANES, PLANES_PER_SLOT, Planes, PositionHistory};
use gardez_types::MoveKind;

use super::{format, start, text};
use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// Compares the one record of `peer_tests`.
///
/// `syzygy` is not compared, because the endgame tables are not part of `gardez-lc0`. `hash` is not compared, because
/// it contains hashes of lists of words and not of boards.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [standard, note, chess960, board, material, position, encoder, syzygy, hash] = record.fields([
        "perft_standard",
        "perft_note",
        "perft_chess960",
        "board",
        "mating_material",
        "position",
        "encoder",
        "syzygy",
        "hash",
    ])?;
    note.text()?;
    let _ = syzygy.entries()?;
    let _ = hash.entries()?;
    for case in standard.filled_list()? {
        let ([name, fen, counts], [], [depth, active]) =
            case.parts(["name", "fen", "perft"], [], ["active_depth", "active_in_reference"])?;
        name.text()?;
        if let Some(depth) = &depth {
            depth.number()?;
        }
        if let Some(active) = &active {
            active.truth()?;
        }
        perft(findings, &fen, &counts, 0)?;
    }
    for case in chess960.filled_list()? {
        let [fen, counts, active, n] = case.fields(["fen", "perft", "active_in_reference", "n"])?;
        active.truth()?;
        n.number()?;
        perft(findings, &fen, &counts, 1)?;
    }
    for case in board.filled_list()? {
        board_case(findings, &case)?;
    }
    for case in material.filled_list()? {
        let [fen, expected] = case.tuple(["fen", "expected"])?;
        let Some(history) = start(findings, &fen)? else { continue };
        findings.truth(&expected, history.last().board().has_mating_material())?;
    }
    positions(findings, &position)?;
    for case in encoder.filled_list()? {
        encoder_case(findings, &case)?;
    }
    Ok(())
}

/// Compares node counts, of which the first is at depth `first_depth`. The default bound is that of suites. At every
/// node, the legal moves are also computed by making each pseudo-legal move.
fn perft(findings: &mut Findings<'_>, fen: &Node<'_>, counts: &Node<'_>, first_depth: u32) -> Outcome {
    let Some(history) = start(findings, fen)? else { return Ok(()) };
    let bound = findings.options.max_nodes.unwrap_or(crate::SUITE_NODES);
    for (depth, expected) in (first_depth..).zip(counts.filled_list()?) {
        if expected.number_as::<u64>()? > bound {
            findings.above_bound();
            continue;
        }
        let nodes = nodes(findings, history.last().board(), depth);
        findings.number(&expected, nodes)?;
    }
    Ok(())
}

fn nodes(findings: &mut Findings<'_>, board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let legal = board.legal_moves();
    // A pseudo-legal move is legal if it does not leave its own king attacked.
    let leaves_safe = |m: &&Move| {
        let after = board.after(**m).swap_colors();
        !after.in_check()
    };
    let safe: Vec<Move> = board.pseudo_legal_moves().iter().filter(leaves_safe).copied().collect();
    if *safe != *legal {
        findings.fails("legal moves", &format!("{safe:?}"), &format!("{legal:?} of {}", board.fen()));
    }
    if depth == 1 {
        return legal.len() as u64;
    }
    legal.iter().map(|&m| nodes(findings, &board.after(m), depth - 1)).sum()
}

fn board_case(findings: &mut Findings<'_>, case: &Node<'_>) -> Outcome {
    let ([name, fen], [], [expect, mirror_first, count, rule50, fullmove, apply, newer, legal_after]) = case.parts(
        ["name", "fen"],
        [],
        [
            "expect",
            "mirror_first",
            "pseudo_legal_count",
            "rule50",
            "fullmove",
            "apply",
            "only_in_newer_reference",
            "legal_after",
        ],
    )?;
    name.text()?;
    findings.about(fen.text()?);
    let result = Board::from_fen(fen.text()?);
    let expect = expect.map(|node| node.text()).transpose()?;
    findings.holds(
        fen.path,
        "an error if and only if one is expected",
        result.is_err() == (expect == Some("parse error")),
    );
    let Ok(read) = result else { return Ok(()) };
    let mut board = read.board;
    if mirror_first.map(|node| node.truth()).transpose()? == Some(true) {
        board = board.swap_colors();
    }
    if let Some(count) = &count {
        findings.number(count, board.pseudo_legal_moves().len())?;
    }
    if let Some(rule50) = &rule50 {
        findings.number(rule50, read.rule50)?;
    }
    if let Some(fullmove) = &fullmove {
        findings.number(fullmove, read.fullmove)?;
    }
    if let Some(newer) = newer {
        newer.truth()?;
    }
    let Some(apply) = apply else { return Ok(()) };
    let mut kinds = Vec::new();
    for node in apply.filled_list()? {
        let Ok(m) = board.parse_move(node.text()?) else {
            findings.fails(node.path, &"a move", &node.text()?);
            return Ok(());
        };
        kinds.push(m.kind());
        board = board.after(m);
    }
    match expect {
        Some(text) if text.starts_with("no en passant flag") => {
            findings.holds(apply.path, text, board.en_passant().is_empty());
        }
        Some(text) if text.starts_with("second move is not en passant") => {
            findings.holds(apply.path, text, kinds.get(1) == Some(&MoveKind::Normal));
        }
        other => return Err(case.error(format!("unknown expectation: {other:?}"))),
    }
    if let Some(legal_after) = legal_after {
        let legal = board.legal_moves();
        super::list(findings, &legal_after, &legal, |findings, node, &m| {
            findings.text(node, text(m, board.side_to_move()))
        })?;
    }
    Ok(())
}

/// Makes the moves as lc0's tests do, whether they are legal or not.
fn applied(findings: &mut Findings<'_>, fen: &Node<'_>, moves: &Node<'_>) -> Outcome<Option<PositionHistory>> {
    let Some(mut history) = start(findings, fen)? else { return Ok(None) };
    for node in moves.list()? {
        match history.last().board().parse_move(node.text()?) {
            Ok(m) => history.push_relative(m),
            Err(error) => {
                findings.fails(node.path, &node.text()?, &error);
                return Ok(None);
            }
        }
    }
    Ok(Some(history))
}

fn positions(findings: &mut Findings<'_>, node: &Node<'_>) -> Outcome {
    let [round_trip, note, repetitions, zeroing] =
        node.fields(["fen_round_trip", "round_trip_note", "repetitions", "did_repeat_since_zeroing"])?;
    note.text()?;
    for fen in round_trip.filled_list()? {
        let Some(history) = start(findings, &fen)? else { continue };
        findings.text(&fen, history.last())?;
    }
    for case in repetitions.filled_list()? {
        let [fen, moves, expected] = case.fields(["fen", "moves", "repetitions"])?;
        let Some(history) = applied(findings, &fen, &moves)? else { continue };
        findings.number(&expected, history.last().repetitions())?;
    }
    for case in zeroing.filled_list()? {
        let [fen, moves, expected] = case.fields(["fen", "moves", "expect"])?;
        let Some(history) = applied(findings, &fen, &moves)? else { continue };
        findings.truth(&expected, history.did_repeat_since_last_zeroing_move())?;
    }
    Ok(())
}

fn encoder_case(findings: &mut Findings<'_>, case: &Node<'_>) -> Outcome {
    let ([name, fen, moves, number, fill], [], [expected_planes, values, zero_range, transform, note]) = case.parts(
        ["name", "fen", "moves", "format", "fill"],
        [],
        ["planes", "values", "zero_range", "transform", "note"],
    )?;
    name.text()?;
    let format: InputFormat = format(&number)?;
    let Some(fill) = FillMode::from_raw(fill.number_as()?) else {
        return Err(fill.error("unknown fill mode"));
    };
    let Some(history) = applied(findings, &fen, &moves)? else { return Ok(()) };
    let (planes, found) = Encoder::new(format).with_fill(fill).encode(&history);
    if let Some(transform) = &transform {
        findings.number(transform, found.raw())?;
    }
    let place = |name: &str, node: &Node<'_>| {
        let place = name.parse::<usize>().ok().filter(|&place| place < PLANES);
        place.ok_or_else(|| node.error("unknown plane"))
    };
    for (name, mask) in expected_planes.iter().flat_map(|node| node.entries()).flatten() {
        findings.set(&mask, planes.plane(place(name, &mask)?).mask)?;
    }
    for (name, value) in values.iter().flat_map(|node| node.entries()).flatten() {
        findings.single(&value, planes.plane(place(name, &value)?).value)?;
    }
    if let Some(range) = &zero_range {
        let [first, last] = range.tuple(["first", "last"])?;
        let (first, last) = (first.number_as::<usize>()?, last.number_as::<usize>()?);
        let is_empty = (first..=last).all(|index| index < PLANES && planes.plane(index).mask.is_empty());
        findings.holds(range.path, "empty planes", is_empty && first <= last);
    }
    if let Some(note) = &note {
        // Only one case has a note. It says that the planes contain the position before.
        note.text()?;
        findings.holds(note.path, "planes 13 to 24 with pieces", shows_pieces(&planes));
    }
    Ok(())
}

fn shows_pieces(planes: &Planes) -> bool {
    planes.slot(1)[..PLANES_PER_SLOT - 1].iter().any(|mask| !mask.is_empty())
}
