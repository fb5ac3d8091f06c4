//! Positions, counts, games and odd FENs of variants of chess.

use gardez_notation::pgn::{Keep, Problem, ProblemKind, Reader};
use gardez_variants::pgn::games;
use gardez_variants::{CastlingMode, Color, Dialect, Outcome as End, Variant, VariantBoard, VariantMove};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::decisions::reason;
use crate::file::Content;
use crate::findings::Findings;
use crate::json::{take, take_if_any};
use crate::report::SUITE_NODES;
use crate::report::{Outcome, RecordError};
use crate::rows::Row;

/// Compares the node counts of a position that are within the bound.
pub(crate) fn counts(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [variant, _, fen, counts] = row.first()?;
    findings.about(fen);
    let board = findings.succeeds("fen", "a position", VariantBoard::from_fen(self::variant(variant)?, fen))?;
    for (depth, nodes) in (1..).zip(counts.split(' ')) {
        let nodes: u64 = nodes.parse().map_err(|_| row.damage(3, format!("unexpected number {nodes:?}")))?;
        if findings.options.max_nodes.unwrap_or(SUITE_NODES) < nodes {
            findings.above_bound();
        } else {
            let found = board.perft(depth);
            findings.compare(format_args!("depth {depth}"), &nodes, &found);
            if found != nodes {
                // An altered position may have many more moves at the next depth.
                break;
            }
        }
    }
    Ok(())
}

/// Compares a position with all its moves.
pub(crate) fn position(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let (name, mode, fen_in): (String, String, String) =
        (take(record, "v")?, take(record, "mode")?, take(record, "fen_in")?);
    findings.about(&*fen_in);
    let board = findings.succeeds("fen_in", "a position", VariantBoard::from_fen(variant(&name)?, &fen_in))?;
    let mode = if mode == "960" { CastlingMode::Chess960 } else { CastlingMode::Standard };
    let moves = sorted_moves(&board, mode);
    findings.parts(moves.len());
    let afters: Vec<String> = moves.iter().map(|(_, m)| board.after(*m).fen(Dialect::Libraries).to_string()).collect();
    let digest = Sha256::digest(afters.join("\n"));
    let texts = |text: fn(&VariantBoard, &(String, VariantMove)) -> String| {
        moves.iter().map(|m| text(&board, m)).collect::<Vec<_>>().join(" ")
    };
    let mut found = json!({
        "fen": board.fen(Dialect::Libraries).to_string(),
        "uci": texts(|_, (uci, _)| uci.clone()),
        "san": texts(|board, (_, m)| board.san(*m).to_string()),
        "check": board.in_check(),
        "end": board.outcome_by(Dialect::Libraries).map(end),
        "insufficient": Color::ALL.map(|color| board.has_insufficient_material_for(color, Dialect::Libraries)),
        "after_sha256_16": digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect::<String>(),
    });
    if let Some(expected) = take_if_any::<Value>(record, "after")? {
        findings.same("after", &expected, &json!(afters))?;
    }
    if board.outcome_by(Dialect::Libraries) == board.outcome() {
        // Both dialects are read as the same position.
        let own = VariantBoard::from_fen(board.variant(), &board.to_string());
        found["fen"] = json!(own.map(|own| own.fen(Dialect::Libraries).to_string()).unwrap_or_default());
    }
    findings.compare("moves counted", &(moves.len() as u32), &board.legal_move_count());
    for (uci, m) in &moves {
        findings.holds(format_args!("uci {uci}"), "the move", board.parse_uci(uci) == Ok(*m));
        let san = board.san(*m);
        findings.holds(format_args!("san {san}"), "the move", board.parse_san(&san) == Ok(*m));
    }
    findings.same("", record, &found)
}

/// Compares a game: its moves in both texts, and where it ends.
pub(crate) fn game(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let (name, mode, start): (String, String, String) =
        (take(record, "v")?, take(record, "mode")?, take(record, "start")?);
    let (uci, san): (String, String) = (take(record, "uci")?, take(record, "san")?);
    findings.about(&*start);
    let variant = variant(&name)?;
    let mut board = findings.succeeds("start", "a position", VariantBoard::from_fen(variant, &start))?;
    let mode = if mode == "960" { CastlingMode::Chess960 } else { CastlingMode::Standard };
    for (uci, san) in uci.split_ascii_whitespace().zip(san.split_ascii_whitespace()) {
        let m = findings.succeeds("uci", "a legal move", board.parse_uci(uci))?;
        findings.text("uci", uci, m.uci(mode));
        findings.text("san", san, board.san(m));
        findings.holds("san", "the move", board.parse_san(san) == Ok(m));
        findings.parts(1);
        board.do_move(m);
    }
    let expected: String = take(record, "final_fen_pc")?;
    match variant {
        // Another order of the pockets and another halfmove clock.
        Variant::Crazyhouse => {
            let read = findings.succeeds("final_fen_pc", "a position", VariantBoard::from_fen(variant, &expected))?;
            findings.holds("final_fen_pc", "the same position", read == board);
        }
        _ => findings.text("final_fen_pc", &expected, board.fen(Dialect::Libraries)),
    }
    let result = board.outcome_by(Dialect::Libraries).map_or("*", |end| end.result().as_str());
    findings.same("", record, &json!({ "result": result }))
}

fn variant(name: &str) -> Outcome<Variant> {
    let known = Variant::ALL.into_iter().find(|variant| variant.key() == name);
    known.ok_or_else(|| RecordError::new("variant", format!("unknown variant {name:?}")))
}

fn sorted_moves(board: &VariantBoard, mode: CastlingMode) -> Vec<(String, VariantMove)> {
    let mut moves: Vec<_> = board.legal_moves().into_iter().map(|m| (m.uci(mode).to_string(), m)).collect();
    moves.sort_unstable();
    moves
}

fn end(end: End) -> Value {
    let winner = end.winner.map(|color| if color == Color::White { "w" } else { "b" });
    json!({ "winner": winner, "reason": end.reason.name(), "variant_end": end.is_variant_end() })
}

pub(crate) const ODD_HEADING: &str = "variant\tfen\t\
    shakmaty\tshakmaty_fen\tshakmaty_moves\tshakmaty_winner\t\
    chessops\tchessops_fen\tchessops_moves\tchessops_winner\t\
    python_chess\tpython_chess_fen\tpython_chess_moves\tpython_chess_winner\tfairy_validate";

/// Compares what two of three other readers say about a FEN: whether it is read, and if so, as which position.
pub(crate) fn odd(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let variant = variant(row.cells[0])?;
    let fen = if row.cells[1] == "(empty)" { "" } else { row.cells[1] };
    findings.about(format!("{variant} {fen:?}"));
    let readers = [2, 6, 10].map(|at| (row.cells[at] == "ok", &row.cells[at + 1..at + 4]));
    let is_read = readers.iter().filter(|(is_read, _)| *is_read).count() >= 2;
    let read = VariantBoard::from_fen(variant, fen);
    let found = read.as_ref().map_or_else(ToString::to_string, ToString::to_string);
    let expected = if is_read { "a position" } else { "an error" };
    let reason = reason(&findings.file, fen);
    findings.opinion(reason, "verdict", expected, &found, read.is_ok() == is_read);
    let agreed = readers.into_iter().find(|(is_ok, _)| *is_ok && is_read);
    let (Some((_, &[text, moves, winner])), Ok(board)) = (agreed, read) else { return Ok(()) };
    findings.text("fen", text, board.fen(Dialect::Libraries));
    findings.text("moves", moves, board.legal_move_count());
    let found = match board.outcome_by(Dialect::Libraries).map(|end| end.winner) {
        None => "-",
        Some(None) => "None",
        Some(Some(Color::White)) => "w",
        Some(Some(Color::Black)) => "b",
    };
    findings.text("winner", winner, found);
    Ok(())
}

/// Compares a row of `horde_material.tsv` or `other_material.tsv`: which sides cannot win, as three libraries say. A mate
/// shows where the libraries are wrong.
pub(crate) fn material(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let (variant, fen) = (variant(row.cells[0])?, row.cells[1]);
    findings.about(format!("{variant} {fen}"));
    let board = findings.unless_error("fen", "a position", VariantBoard::from_fen(variant, fen))?;
    for (color, column) in Color::ALL.into_iter().zip(2..) {
        let cannot_win = board.has_insufficient_material_for(color, Dialect::Libraries);
        findings.text(row.name(column), row.cells[column], u8::from(cannot_win));
    }
    if let Some(mate) = row.cells.get(8).filter(|&&mate| mate != "-") {
        let end = VariantBoard::from_fen(variant, mate).ok().and_then(|board| board.outcome_by(Dialect::Libraries));
        findings.holds("mate", "a win of White", end.and_then(|end| end.winner) == Some(Color::White));
    }
    Ok(())
}

/// Compares games in PGN with the list of their moves next to them, and reads them again after writing.
pub(crate) fn pgn(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    let list = findings.file.trim_end_matches(".gz").replace(".pgn", ".jsonl");
    let list = Content::beside(&findings.directory()?, &list)?;
    let mut expected = list.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let mut reader = Reader::from_bytes(bytes);
    for (number, Ok(read)) in (1..).zip(games(&mut reader)) {
        findings.begin_record(number);
        findings.about(format!("game {number}"));
        let line = expected.next().ok_or_else(|| RecordError::new("", "the list has fewer games"))?;
        let record: Value = serde_json::from_slice(line).map_err(|error| RecordError::new("", error.to_string()))?;
        let game = read.game;
        let moves = game.main_line().filter_map(|id| game.node(id).mv());
        let mode = if record["mode"] == "960" { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let uci = moves.map(|m| m.uci(mode).to_string()).collect::<Vec<_>>().join(" ");
        findings.parts(game.len());
        findings.text("uci", record["uci"].as_str().unwrap_or_default(), uci);
        findings.text("result", record["result"].as_str().unwrap_or_default(), game.result);
        let is_fine = |problem: &Problem| matches!(problem.kind, ProblemKind::MissingSetUp);
        findings.holds("problems", "none but a missing SetUp", read.problems.iter().all(is_fine));
        let written = game.to_string();
        let again = Reader::from_bytes(written.as_bytes()).read_game_on::<VariantBoard>(Keep::Normalized);
        let Ok(again) = again;
        findings.holds("written", "the same game", again.is_some_and(|again| again.game == game));
    }
    findings.holds("games", "as many as in the list", expected.next().is_none());
    Ok(())
}
