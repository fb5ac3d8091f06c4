//! Games as training records: every field of the stored records, and the same records made again from the game.

mod fields;

use std::fs;

use gardez_lc0::training::V6;
use gardez_lc0::{
    Encoder, FillMode, GameResult, InputFormat, Move, Planes, PolicyIndexing, PositionHistory, Rule50Scale,
    decode_board, decode_move,
};

use super::{chunks, format, legal, planes, start, text};
use crate::Outcome;
use crate::file::Content;
use crate::findings::Findings;
use crate::json::Node;

/// The values that all records of a game have in common.
struct Game {
    format: InputFormat,
    fills: [FillMode; 2],
    result: GameResult,
    is_adjudicated: bool,
}

/// Compares a record of `training` and the file of its game.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [game, format_node, fill_white, fill_black, fen, moves, result, adjudicated, records] = record.fields([
        "game",
        "format",
        "fill_white",
        "fill_black",
        "fen",
        "moves",
        "result",
        "adjudicated",
        "records",
    ])?;
    let fill = |node: &Node<'_>| FillMode::from_raw(node.number_as()?).ok_or_else(|| node.error("unknown fill mode"));
    let result = match result.text()? {
        "white" => GameResult::WhiteWins,
        "black" => GameResult::BlackWins,
        "draw" => GameResult::Draw,
        "undecided" => GameResult::Unknown,
        other => return Err(result.error(format!("unknown result: {other:?}"))),
    };
    let common = Game {
        format: format(&format_node)?,
        fills: [fill(&fill_white)?, fill(&fill_black)?],
        result,
        is_adjudicated: adjudicated.truth()?,
    };
    let stored = stored(findings, &game)?;
    let nodes = records.filled_list()?.collect::<Vec<_>>();
    findings.compare(records.path, &nodes.len(), &stored.len());

    let Some(mut history) = start(findings, &fen)? else { return Ok(()) };
    let moves = moves.list()?.collect::<Vec<_>>();
    findings.compare(
        moves.first().map_or("moves".to_owned(), |node| node.path.to_string()),
        &moves.len(),
        &nodes.len(),
    );
    let mut made = Vec::new();
    let mut previous = None;
    for (index, (node, stored)) in nodes.iter().zip(&stored).enumerate() {
        let (record, untransformed) =
            compare(findings, node, (index, stored, moves.get(index)), &history, (&common, previous.as_ref()))?;
        made.extend(record);
        previous = Some(untransformed);
        if let Some(m) = moves.get(index) {
            let Some(m) = legal(findings, history.last().board(), m)? else { return Ok(()) };
            history.push_relative(m);
        }
    }
    V6::set_plies_left(&mut made);
    for (index, (made, stored)) in made.iter().zip(&stored).enumerate() {
        let place = made.bytes().iter().zip(stored.bytes()).position(|(made, stored)| made != stored);
        match place {
            None => findings.holds("records", "the stored bytes when the record is made again", true),
            Some(place) => findings.fails(
                format_args!("records[{index}]"),
                &"the stored bytes when the record is made again",
                &format!("a different byte {place}"),
            ),
        }
    }
    Ok(())
}

/// Reads the records of the game from its file, which is in the directory `training`.
fn stored(findings: &Findings<'_>, game: &Node<'_>) -> Outcome<Vec<V6>> {
    let name = format!("game_{}", game.number()?);
    let Some(directory) = &findings.directory else {
        return Err(game.error("the directory of the records is not known"));
    };
    let paths = [".gz", ""].map(|end| directory.join("training").join(format!("{name}{end}")));
    let Some(path) = paths.iter().find(|path| fs::metadata(path).is_ok()) else {
        return Err(game.error(format!("missing file training/{name}")));
    };
    let content = Content::read(path);
    if let Some(reason) = &content.cut {
        return Err(game.error(format!("training/{name} is damaged: {reason}")));
    }
    Ok(chunks::records(&content.bytes)?.into_iter().map(|record| *record.into_v6()).collect())
}

/// Compares one record. Returns the record made again from the game, and its planes for the next record.
fn compare(
    findings: &mut Findings<'_>,
    node: &Node<'_>,
    (index, stored, next_move): (usize, &V6, Option<&Node<'_>>),
    history: &PositionHistory,
    (game, previous): (&Game, Option<&Planes>),
) -> Outcome<(Option<V6>, Planes)> {
    findings.part();
    let (
        [ply, pos_fen, visits, best, played, transform, proven, fields, decoded, populated],
        [],
        [prev_raw, prev_move],
    ) = node.parts(
        [
            "ply",
            "pos_fen",
            "visits",
            "best",
            "played",
            "transform",
            "best_is_proven",
            "fields",
            "decoded_planes",
            "populated",
        ],
        [],
        ["decoded_prev_move_raw", "decoded_prev_move"],
    )?;
    let position = history.last();
    let (board, side) = (position.board(), position.board().side_to_move());
    findings.number(&ply, index)?;
    findings.text(&pos_fen, position)?;

    // The record made from the game.
    let fill = game.fills[usize::from(board.is_flipped())];
    let mut record = V6::from_history(&Encoder::new(game.format).with_fill(fill), history);
    findings.number(&transform, record.transform().raw())?;
    let mut counts: Vec<(Move, u32)> = Vec::new();
    for (name, count) in visits.entries()? {
        let m = board.parse_move(name).map_err(|error| count.error(error.to_string()))?;
        findings.compare(count.path, name, &text(m, side).to_string());
        counts.push((m, count.number_as()?));
    }
    let mut listed: Vec<_> = counts.iter().map(|(m, _)| *m).collect();
    let mut all = board.legal_moves().to_vec();
    listed.sort_unstable();
    all.sort_unstable();
    findings.holds(visits.path, "exactly the legal moves", listed == all);
    // The rule of lc0's revision that wrote the files.
    let indexing = PolicyIndexing::Lc0;
    let damage = |error: gardez_lc0::training::UnlistedMoveError| visits.error(error.to_string());
    record.set_visits(&counts, indexing).map_err(damage)?;
    let best = legal(findings, board, &best)?;
    let played_move = legal(findings, board, &played)?;
    if let Some(next) = next_move {
        findings.text(&played, next.text()?)?;
    }
    if let (Some(best), Some(played)) = (best, played_move) {
        record.set_moves(played, best, indexing).map_err(damage)?;
    }
    record.set_result(game.result, side);
    if proven.truth()? {
        record.invariance_info |= V6::BEST_IS_PROVEN;
    }
    if game.is_adjudicated {
        record.invariance_info |= V6::ADJUDICATED;
    }
    fields::compare(findings, &fields, stored, &mut record)?;

    let (found, record_transform) =
        stored.planes(Rule50Scale::Engine).map_err(|error| node.error(error.to_string()))?;
    let untransformed = found.untransformed(record_transform);
    planes(findings, &decoded, &untransformed)?;
    match decode_board(game.format, &untransformed) {
        Ok(read) => findings.text(&populated, read)?,
        Err(error) => findings.fails(populated.path, &populated.text()?, &error),
    }

    let fitting = stored.indexing(&board.legal_moves());
    findings.holds(node.path, "a rule that fits the legal moves", fitting.is_some());
    match (previous, prev_raw, prev_move) {
        (None, None, None) => {}
        (Some(previous), Some(raw), Some(name)) => match decode_move(&untransformed, previous) {
            Ok(m) => {
                findings.number(&raw, m.raw())?;
                findings.text(&name, text(m, gardez_types::Color::White))?;
            }
            Err(error) => findings.fails(raw.path, &raw.number()?, &error),
        },
        _ => return Err(node.error("a move before the first record, or none before a later one")),
    }
    Ok((Some(record), untransformed))
}
