//! Games as training records: every field of the stored records, and the same records made anew from the game.

use std::fs;

use gardez_bitboard::Bitboard;
use gardez_lc0::training::{F32, V6};
use gardez_lc0::{
    Encoder, FillMode, GameResult, InputFormat, Move, Planes, PolicyIndexing, PositionHistory, decode_board,
    decode_move,
};

use super::{chunks, format, legal, planes, start, text};
use crate::Outcome;
use crate::file::Content;
use crate::findings::Findings;
use crate::json::Node;

/// What every record of a game has in common.
struct Game {
    format: InputFormat,
    fills: [FillMode; 2],
    result: GameResult,
    is_adjudicated: bool,
}

/// Compares a record of `training`, and the file of its game.
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
    let fill = |node: &Node<'_>| {
        FillMode::from_number(node.number_as()?).ok_or_else(|| node.flaw("there is no such fill mode"))
    };
    let result = match result.text()? {
        "white" => GameResult::WhiteWon,
        "black" => GameResult::BlackWon,
        "draw" => GameResult::Draw,
        "undecided" => GameResult::Undecided,
        other => return Err(result.flaw(format!("there is no result {other:?}"))),
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
            history.append(m);
        }
    }
    V6::set_plies_left(&mut made);
    for (index, (made, stored)) in made.iter().zip(&stored).enumerate() {
        let place = made.bytes().iter().zip(stored.bytes()).position(|(made, stored)| made != stored);
        match place {
            None => findings.holds("records", "the stored bytes when the record is made anew", true),
            Some(place) => findings.fails(
                format_args!("records[{index}]"),
                &"the stored bytes when the record is made anew",
                &format!("another byte {place}"),
            ),
        }
    }
    Ok(())
}

/// The records of the game's file, which lies in a directory beside this one.
fn stored(findings: &Findings<'_>, game: &Node<'_>) -> Outcome<Vec<V6>> {
    let name = format!("game_{}", game.number()?);
    let Some(directory) = &findings.directory else {
        return Err(game.flaw("without a directory there are no records"));
    };
    let paths = [".gz", ""].map(|end| directory.join("training").join(format!("{name}{end}")));
    let Some(path) = paths.iter().find(|path| fs::metadata(path).is_ok()) else {
        return Err(game.flaw(format!("there is no file training/{name}")));
    };
    let content = Content::read(path);
    if let Some(reason) = &content.cut {
        return Err(game.flaw(format!("training/{name} is damaged: {reason}")));
    }
    Ok(chunks::records(&content.bytes)?.into_iter().map(|record| *record.into_v6()).collect())
}

/// Compares one record; returns it made anew, and its planes for the next one.
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

    // The record as it is made from the game.
    let fill = game.fills[usize::from(board.is_flipped())];
    let mut record = V6::of(&Encoder::new(game.format).fill(fill), history);
    findings.number(&transform, record.transform().bits())?;
    let mut counts: Vec<(Move, u32)> = Vec::new();
    for (name, count) in visits.entries()? {
        let m = board.parse_move(name).map_err(|error| count.flaw(error.to_string()))?;
        findings.compare(count.path, name, &text(m, side).to_string());
        counts.push((m, count.number_as()?));
    }
    let mut listed: Vec<_> = counts.iter().map(|(m, _)| *m).collect();
    let mut all = board.legal_moves().to_vec();
    listed.sort_unstable();
    all.sort_unstable();
    findings.holds(visits.path, "every legal move and no other", listed == all);
    // The reference's rule for the revision that wrote the files.
    let indexing = PolicyIndexing::Lc0V032;
    let flaw = |error: gardez_lc0::training::NoSuchMove| visits.flaw(error.to_string());
    record.set_visits(&counts, indexing).map_err(flaw)?;
    let best = legal(findings, board, &best)?;
    let played_move = legal(findings, board, &played)?;
    if let Some(next) = next_move {
        findings.text(&played, next.text()?)?;
    }
    if let (Some(best), Some(played)) = (best, played_move) {
        record.set_moves(played, best, indexing).map_err(flaw)?;
    }
    record.set_result(game.result, side);
    if proven.truth()? {
        record.invariance_info |= V6::BEST_IS_PROVEN;
    }
    if game.is_adjudicated {
        record.invariance_info |= V6::ADJUDICATED;
    }
    compare_fields(findings, &fields, stored, &mut record)?;

    let (found, record_transform) = stored.planes().map_err(|error| node.flaw(error.to_string()))?;
    let untransformed = found.untransformed(record_transform);
    planes(findings, &decoded, &untransformed)?;
    match decode_board(game.format, &untransformed) {
        Ok(read) => findings.text(&populated, read)?,
        Err(error) => findings.fails(populated.path, &populated.text()?, &error),
    }

    let fitting = stored.indexing(&board.legal_moves());
    let is_told = fitting.is_some();
    findings.holds(node.path, "a rule that fits the legal moves", is_told);
    match (previous, prev_raw, prev_move) {
        (None, None, None) => {}
        (Some(previous), Some(raw), Some(name)) => match decode_move(&untransformed, previous) {
            Ok(m) => {
                findings.number(&raw, m.raw())?;
                findings.text(&name, text(m, gardez_types::Color::White))?;
            }
            Err(error) => findings.fails(raw.path, &raw.number()?, &error),
        },
        _ => return Err(node.flaw("a move before the first record, or none before a later one")),
    }
    Ok((Some(record), untransformed))
}

/// Compares every field of the stored record; those that cannot be made from the game are taken over.
fn compare_fields(findings: &mut Findings<'_>, fields: &Node<'_>, stored: &V6, made: &mut V6) -> Outcome {
    let (whole, values, []) = fields.parts(
        [
            "version",
            "input_format",
            "castling",
            "side_to_move_or_enpassant",
            "rule50_count",
            "invariance_info",
            "dummy",
            "visits",
            "played_idx",
            "best_idx",
            "reserved",
            "probabilities",
            "planes",
        ],
        VALUES,
        [],
    )?;
    let [
        version,
        input_format,
        castling,
        side,
        rule50,
        info,
        dummy,
        visits,
        played,
        best,
        reserved,
        probabilities,
        planes,
    ] = &whole;
    findings.number(version, stored.version.get())?;
    findings.number(input_format, stored.input_format.get())?;
    let rights = [stored.castling_us_ooo, stored.castling_us_oo, stored.castling_them_ooo, stored.castling_them_oo];
    for (expected, right) in castling.items::<4>()?.iter().zip(rights) {
        findings.number(expected, right)?;
    }
    findings.number(side, stored.side_to_move_or_enpassant)?;
    findings.number(rule50, stored.rule50_count)?;
    findings.number(info, stored.invariance_info)?;
    findings.number(dummy, stored.dummy)?;
    findings.number(visits, stored.visits.get())?;
    findings.number(played, stored.played_idx.get())?;
    findings.number(best, stored.best_idx.get())?;
    findings.number(reserved, stored.reserved.get())?;

    let found = [
        stored.root_q,
        stored.best_q,
        stored.root_d,
        stored.best_d,
        stored.root_m,
        stored.best_m,
        stored.plies_left,
        stored.result_q,
        stored.result_d,
        stored.played_q,
        stored.played_d,
        stored.played_m,
        stored.orig_q,
        stored.orig_d,
        stored.orig_m,
        stored.policy_kld,
    ];
    for (expected, found) in values.iter().zip(found) {
        findings.single(expected, found.get())?;
    }

    // A probability that is not listed is -1, a plane that is not listed is empty.
    let mut unlisted = stored.probabilities;
    for (index, value) in probabilities.entries()? {
        let place = index.parse::<usize>().ok().and_then(|index| unlisted.get_mut(index));
        let Some(place) = place else { return Err(value.flaw("there is no move of this index")) };
        findings.single(&value, place.get())?;
        *place = F32::new(-1.0);
    }
    findings.holds(probabilities.path, "all that are not -1", unlisted.iter().all(|p| p.get() == -1.0));
    let mut unlisted = stored.planes;
    for item in planes.list()? {
        let [index, mask] = item.tuple(["index", "mask"])?;
        let Some(place) = unlisted.get_mut(index.number_as::<usize>()?) else {
            return Err(index.flaw("there is no such plane"));
        };
        findings.set(&mask, Bitboard::from_bits(place.get()))?;
        *place = 0.into();
    }
    findings.holds(planes.path, "all that are not empty", unlisted.iter().all(|plane| plane.get() == 0));

    // What the search and the network said cannot be made from the game.
    made.root_q = stored.root_q;
    made.best_q = stored.best_q;
    made.root_d = stored.root_d;
    made.best_d = stored.best_d;
    made.root_m = stored.root_m;
    made.best_m = stored.best_m;
    made.played_q = stored.played_q;
    made.played_d = stored.played_d;
    made.played_m = stored.played_m;
    (made.orig_q, made.orig_d, made.orig_m) = (stored.orig_q, stored.orig_d, stored.orig_m);
    made.policy_kld = stored.policy_kld;
    Ok(())
}

/// The fields in single precision.
const VALUES: [&str; 16] = [
    "root_q",
    "best_q",
    "root_d",
    "best_d",
    "root_m",
    "best_m",
    "plies_left",
    "result_q",
    "result_d",
    "played_q",
    "played_d",
    "played_m",
    "orig_q",
    "orig_d",
    "orig_m",
    "policy_kld",
];
