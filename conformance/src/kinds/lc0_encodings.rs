//! Histories encoded as planes of lc0, in all formats and fill modes.

use gardez_lc0::{CELLS, Encoder, FillMode, InputFormat, PLANES, Planes, PositionHistory, Transform, decode_board};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::findings::Findings;
use crate::json::{filled, take};
use crate::lc0::{compare_planes, fill_mode, format, legal, start};
use crate::report::Outcome;

/// An encoding: its format, the number of positions, the fill modes, the transform and the planes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Encoding {
    f: u32,
    hp: usize,
    fills: Vec<u8>,
    t: Value,
    p: Value,
}

pub(crate) fn check(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    take::<u64>(record, "id")?;
    take::<String>(record, "kind")?;
    let fen: String = take(record, "fen")?;
    let moves: Vec<String> = take(record, "moves")?;
    let encodings: Vec<Encoding> = filled("enc", take(record, "enc")?)?;
    let mut history = start(findings, &fen)?;
    for text in &moves {
        let m = legal(findings, "moves", history.last().board(), text)?;
        history.push_relative(m);
    }
    let last = history.last();
    let found =
        json!({"final_fen": last.to_string(), "rule50": last.halfmove_clock(), "repetitions": last.repetitions()});
    findings.same("", record, &found)?;
    findings.parts(encodings.len());
    let mut asked = Vec::new();
    for (index, encoding) in encodings.into_iter().enumerate() {
        compare(findings, &format!("enc[{index}]"), encoding, &history, &mut asked)?;
    }
    complete(findings, &mut asked);
    Ok(())
}

/// The arguments of an encoding: format, slots, fill mode.
type Asked = (u32, usize, u8);

fn compare(
    findings: &mut Findings<'_>,
    field: &str,
    Encoding { f, hp: slots, fills, t, p }: Encoding,
    history: &PositionHistory,
    asked: &mut Vec<Asked>,
) -> Outcome {
    let format = format(f)?;
    for number in filled("fills", fills)? {
        let mode = fill_mode(number)?;
        asked.push((f, slots, number));
        let (found, transform) = Encoder::new(format).with_fill(mode).with_slots(slots).encode(history);
        if t.is_null() && p.is_null() {
            endless(findings, field, history, (format, mode));
        } else {
            findings.same(field, &t, &transform.raw().into())?;
            compare_planes(findings, field, &p, &found)?;
        }
        written(findings, field, &found);
        // If the planes contain the whole board, decoding must give it back.
        let board = history.last().board();
        let has_flag = !board.en_passant().is_empty() && !format.is_canonical();
        if slots == 8 && !has_flag {
            decoded(findings, field, (format, &found, transform), history);
        }
    }
    Ok(())
}

/// Checks that Gardez fills in no positions before the start for arguments for which lc0 does not return.
fn endless(
    findings: &mut Findings<'_>,
    field: &str,
    history: &PositionHistory,
    (format, mode): (InputFormat, FillMode),
) {
    let first = &history[0];
    let is_so = format.is_v2() && mode != FillMode::No && first.halfmove_clock() != 0 && first.repetitions() == 0;
    findings.holds(field, "arguments for which lc0 does not return", is_so);
    let found = Encoder::new(format).with_fill(mode).encode(history);
    let unfilled = Encoder::new(format).with_fill(FillMode::No).encode(history);
    findings.holds(field, "no filled-in positions", found == unfilled);
}

/// Compares the numbers that `write_f32` writes with the masks.
fn written(findings: &mut Findings<'_>, field: &str, planes: &Planes) {
    let mut dense = vec![f32::NAN; CELLS];
    let is_written = planes.write_f32(&mut dense).is_ok();
    let mut is_so = is_written;
    for (plane, cells) in planes.iter().zip(dense.chunks_exact(64)) {
        for (square, cell) in gardez_types::Square::ALL.into_iter().zip(cells) {
            is_so &= *cell == if plane.mask.contains(square) { plane.value } else { 0.0 };
        }
    }
    findings.holds(field, "the numbers that the masks give", is_so && dense.len() == 64 * PLANES);
}

/// Compares the decoded board with the encoded one, as far as the format contains it.
fn decoded(
    findings: &mut Findings<'_>,
    field: &str,
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
    findings.holds(field, "the board after decoding", without_rights(&found) == without_rights(&fen));
}

/// Checks that each format and number of slots occurs with all three fill modes, each once.
fn complete(findings: &mut Findings<'_>, asked: &mut [Asked]) {
    asked.sort_unstable();
    let is_complete = asked.chunks(3).all(|modes| match modes {
        [a, b, c] => (a.0, a.1, a.2) == (b.0, b.1, 0) && (b.0, b.1) == (c.0, c.1) && (b.2, c.2) == (1, 2),
        _ => false,
    });
    findings.holds("enc", "each format with each fill mode once", is_complete);
    let formats: Vec<_> = asked.iter().filter(|asked| asked.1 == 8).map(|asked| asked.0).collect();
    let has_all = InputFormat::ALL.iter().all(|format| formats.contains(&format.raw()));
    let has_some = [1, 3, 5].iter().all(|format| formats.contains(format)) && formats.len() == 9;
    findings.holds("enc", "formats 1, 3 and 5, or all of them", has_all || has_some);
}
