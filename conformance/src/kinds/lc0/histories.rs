//! Games ply by ply: repetitions, counters and results.

use gardez_lc0::{GameEnd, GameResult, PositionHistory};
use gardez_position::{EnPassantPolicy, FenReader};

use super::{legal, start};
use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// Compares a record of `histories`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [id, kind, fen, moves, plies, final_fen, position_hash, hash_last] =
        record.fields(["id", "kind", "fen", "moves", "plies", "final_fen", "position_hash", "hash_last"])?;
    id.number()?;
    kind.text()?;
    let Some(mut history) = start(findings, &fen)? else { return Ok(()) };
    let moves = moves.list()?.collect::<Vec<_>>();
    let plies = plies.filled_list()?.collect::<Vec<_>>();
    findings.compare("number of plies", &plies.len(), &(moves.len() + 1));
    let first = history.clone();
    for (index, ply) in plies.iter().enumerate() {
        findings.part();
        if index > 0 {
            let Some(node) = moves.get(index - 1) else { return Ok(()) };
            let Some(m) = legal(findings, history.last().board(), node)? else { return Ok(()) };
            history.push_relative(m);
        }
        compare(findings, ply, &history)?;
    }
    findings.text(&final_fen, history.last())?;
    findings.hex(&position_hash, history.last().hash())?;
    let [one, eight] = hash_last.fields(["1", "8"])?;
    findings.hex(&one, history.hash_last(1))?;
    findings.hex(&eight, history.hash_last(8))?;
    compare_with_position(findings, &fen, &moves, &history)?;

    while history.pop().is_some() {}
    findings.holds(fen.path, "the first position after all moves are undone", history == first);
    Ok(())
}

fn compare(findings: &mut Findings<'_>, expected: &Node<'_>, history: &PositionHistory) -> Outcome {
    let [repetitions, cycle, rule50, ply, result, reason, has_repeated] =
        expected.tuple(["repetitions", "cycle", "rule50", "ply", "result", "reason", "has_repeated"])?;
    let last = history.last();
    findings.number(&repetitions, last.repetitions())?;
    findings.number(&cycle, last.cycle_length())?;
    findings.number(&rule50, last.rule50())?;
    findings.number(&ply, last.game_ply())?;
    findings.text(&result, name(last.game_result()))?;
    let found = match last.game_end() {
        None => "-",
        Some(GameEnd::Checkmate(_)) => "checkmate",
        Some(GameEnd::Stalemate) => "stalemate",
        Some(GameEnd::Material) => "material",
        Some(GameEnd::Rule50) => "rule50",
        Some(GameEnd::Repetition) => "repetition",
        Some(_) => "unknown",
    };
    findings.text(&reason, found)?;
    findings.flag(&has_repeated, history.did_repeat_since_last_zeroing_move())
}

/// The name of a result in the files.
pub(super) const fn name(result: GameResult) -> &'static str {
    match result {
        GameResult::Unknown => "undecided",
        GameResult::BlackWins => "black",
        GameResult::Draw => "draw",
        GameResult::WhiteWins => "white",
    }
}

/// Plays the same game with `gardez_position`, which must give the same history.
fn compare_with_position(
    findings: &mut Findings<'_>,
    fen: &Node<'_>,
    moves: &[Node<'_>],
    history: &PositionHistory,
) -> Outcome {
    let Ok(read) = FenReader::new().with_en_passant(EnPassantPolicy::Always).read(fen.text()?) else { return Ok(()) };
    let mut position = read.position;
    for (node, before) in moves.iter().zip(history.iter()) {
        let side = before.board().side_to_move();
        let Some(m) = before.board().parse_move(node.text()?).ok().and_then(|m| m.to_absolute(side)) else {
            return Ok(());
        };
        position.do_move(m);
    }
    let other = PositionHistory::from(&position);
    let is_same = other.len() == history.len()
        && other.iter().zip(history.iter()).all(|(a, b)| a.hash() == b.hash() && a.cycle_length() == b.cycle_length());
    findings.holds(fen.path, "the same history from gardez_position", is_same);
    Ok(())
}
