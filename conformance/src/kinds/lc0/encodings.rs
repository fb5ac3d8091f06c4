//! Histories encoded as planes, in all formats and fill modes.

use gardez_lc0::{CELLS, Encoder, FillMode, InputFormat, PLANES, Planes, PositionHistory, Transform, decode_board};

use super::{format, planes, play, start};
use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// Compares a record of `encodings`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [id, kind, fen, moves, final_fen, rule50, repetitions, enc] =
        record.fields(["id", "kind", "fen", "moves", "final_fen", "rule50", "repetitions", "enc"])?;
    id.number()?;
    kind.text()?;
    let Some(mut history) = start(findings, &fen)? else { return Ok(()) };
    if !play(findings, &mut history, &moves)? {
        return Ok(());
    }
    findings.text(&final_fen, history.last())?;
    findings.number(&rule50, history.last().rule50())?;
    findings.number(&repetitions, history.last().repetitions())?;
    let mut asked = Vec::new();
    for item in enc.filled_list()? {
        findings.part();
        encoding(findings, &item, &history, &mut asked)?;
    }
    complete(findings, &enc, &mut asked);
    Ok(())
}

/// The arguments of an encoding: format, slots, fill mode.
type Asked = (u32, usize, u8);

/// Compares one encoding.
fn encoding(
    findings: &mut Findings<'_>,
    item: &Node<'_>,
    history: &PositionHistory,
    asked: &mut Vec<Asked>,
) -> Outcome {
    let [f, slots, fills, t, p] = item.fields(["f", "hp", "fills", "t", "p"])?;
    let (format, slots) = (format(&f)?, slots.number_as::<usize>()?);
    for fill in fills.filled_list()? {
        let number = fill.number_as::<u8>()?;
        let Some(mode) = FillMode::from_raw(number) else { return Err(fill.error("unknown fill mode")) };
        asked.push((format.raw(), slots, number));
        let (found, transform) = Encoder::new(format).with_fill(mode).with_slots(slots).encode(history);
        if t.is_null() && p.is_null() {
            endless(findings, item, history, (format, mode));
        } else {
            findings.number(&t, transform.raw())?;
            planes(findings, &p, &found)?;
        }
        written(findings, item, &found);
        // If the planes contain the whole board, decoding must give it back.
        let board = history.last().board();
        let has_flag = !board.en_passant().is_empty() && !format.is_canonical();
        if slots == 8 && !has_flag {
            decoded(findings, item, (format, &found, transform), history);
        }
    }
    Ok(())
}

/// lc0 does not return for some arguments. For these, Gardez must not fill in positions before the start.
fn endless(
    findings: &mut Findings<'_>,
    item: &Node<'_>,
    history: &PositionHistory,
    (format, mode): (InputFormat, FillMode),
) {
    let first = history.starting();
    let is_so = format.is_v2() && mode != FillMode::No && first.rule50() != 0 && first.repetitions() == 0;
    findings.holds(item.path, "arguments for which lc0 does not return", is_so);
    let found = Encoder::new(format).with_fill(mode).encode(history);
    let unfilled = Encoder::new(format).with_fill(FillMode::No).encode(history);
    findings.holds(item.path, "no filled-in positions", found == unfilled);
}

/// Compares the numbers that `write_f32` writes with the masks.
fn written(findings: &mut Findings<'_>, item: &Node<'_>, planes: &Planes) {
    let mut dense = vec![f32::NAN; CELLS];
    let is_written = planes.write_f32(&mut dense).is_ok();
    let mut is_so = is_written;
    for (plane, cells) in planes.iter().zip(dense.chunks_exact(64)) {
        for (square, cell) in gardez_types::Square::ALL.into_iter().zip(cells) {
            is_so &= *cell == if plane.mask.contains(square) { plane.value } else { 0.0 };
        }
    }
    findings.holds(item.path, "the numbers that the masks give", is_so && dense.len() == 64 * PLANES);
}

/// Compares the decoded board with the encoded one, as far as the format contains it.
fn decoded(
    findings: &mut Findings<'_>,
    item: &Node<'_>,
    (format, planes, transform): (InputFormat, &Planes, Transform),
    history: &PositionHistory,
) {
    let position = history.last();
    let fen = position.board().fen().to_string();
    // Canonical formats always have white to move. Format 1 does not contain the files of the castling rooks.
    let board = if format.is_canonical() && position.board().is_flipped() { None } else { Some(fen) };
    let Some(fen) = board.filter(|_| format != InputFormat::Classical || position.board().castlings().is_empty())
    else {
        return;
    };
    let found = decode_board(format, &planes.clone().untransformed(transform));
    let is_guessed = !format.is_canonical() && found.as_ref().is_ok_and(|read| !read.board.en_passant().is_empty());
    if is_guessed {
        return;
    }
    let found = found.map_or_else(|error| error.to_string(), |read| read.board.fen().to_string());
    // A rook file that is no longer used can change the text of the rights.
    let without_rights = |fen: &str| fen.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
    findings.holds(item.path, "the board after decoding", without_rights(&found) == without_rights(&fen));
}

/// Checks that each format and number of slots occurs with all three fill modes, each once.
fn complete(findings: &mut Findings<'_>, enc: &Node<'_>, asked: &mut [Asked]) {
    asked.sort_unstable();
    let is_complete = asked.chunks(3).all(|modes| match modes {
        [a, b, c] => (a.0, a.1, a.2) == (b.0, b.1, 0) && (b.0, b.1) == (c.0, c.1) && (b.2, c.2) == (1, 2),
        _ => false,
    });
    findings.holds(enc.path, "each format with each fill mode once", is_complete);
    let formats: Vec<_> = asked.iter().filter(|asked| asked.1 == 8).map(|asked| asked.0).collect();
    let has_all = InputFormat::ALL.iter().all(|format| formats.contains(&format.raw()));
    let has_some = [1, 3, 5].iter().all(|format| formats.contains(format)) && formats.len() == 9;
    findings.holds(enc.path, "formats 1, 3 and 5, or all of them", has_all || has_some);
}
