//! Positions with whether a side can still mate.

use gardez_position::{CanMate, Color, FenReader};

use crate::findings::Findings;
use crate::report::Outcome;
use crate::rows::Row;

/// Searches this many positions unless the options say otherwise.
const POSITIONS: u64 = 200_000;

pub(crate) fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, winner, verdict] = row.first()?;
    findings.about(fen);
    let winner = match winner {
        "white" => Color::White,
        "black" => Color::Black,
        other => return Err(row.damage(1, format!("unexpected value {other:?}"))),
    };
    let board = *findings.unless_error(row.name(0), "a position", FenReader::new().read(fen))?.position.board();
    let limit = findings.options.max_nodes.unwrap_or(POSITIONS);
    let found = match board.can_mate(winner, usize::try_from(limit).unwrap_or(usize::MAX)) {
        CanMate::Yes(line) => {
            let mut position = board;
            let is_legal = line.into_iter().all(|m| position.play(m).is_ok());
            let is_mate = is_legal && position.is_checkmate() && position.side_to_move() != winner;
            findings.holds("line", "legal moves that end in mate by the winner", is_mate);
            "winnable"
        }
        CanMate::No => "unwinnable",
        CanMate::Unknown => {
            findings.undecided(row.name(2), &verdict, &format_args!("no answer within {limit} positions"));
            return Ok(());
        }
    };
    findings.text(row.name(2), verdict, found);
    findings.holds(
        "quick proof",
        "that a dead position is unwinnable",
        !board.is_dead_position() || verdict == "unwinnable",
    );
    Ok(())
}
