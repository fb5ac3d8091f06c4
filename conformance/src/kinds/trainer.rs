//! The filters of nnue-pytorch's data loader.

use std::collections::BTreeMap;

use gardez::data::{PieceBalance, Rejection, TrainerEntry, TrainerFilter};
use gardez_formats::{Entry, SideToMove, Wdl};
use gardez_position::{Board, FenMode, FenReader};

use crate::check::each_row;
use crate::findings::Findings;
use crate::report::{Outcome, RecordError};
use crate::rows::Row;

const FILTERS: &str = "n\tfen\tmove\tscore\tply\tresult\tcapture\tcheck\tsimple_eval\tpieces\tp_result\tp_ply\t\
    early28\tsimple1000\tdefaults\tdraws";
const PIECES: &str = "pc_y\tstep\tpieces\talpha\tp_pieces";

/// Compares `filters.tsv`: entries in their order, with what each filter decides.
pub(crate) fn filters(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    let off = TrainerFilter {
        filtered: false,
        wld_filtered: false,
        soft_early_fen_skipping: 0,
        pc_y: [0.0; 5],
        ..TrainerFilter::default()
    };
    let mut early = TrainerFilter { early_fen_skipping: 28, ..off.clone() }.start();
    let mut simple = TrainerFilter { early_fen_skipping: 0, simple_eval_skipping: 1000, ..off }.start();
    let default = TrainerFilter::default();
    let mut state = default.start();
    each_row(findings, bytes, FILTERS, |findings, row| {
        findings.about(row.cells[1]);
        let read = FenReader::new().with_mode(FenMode::Detect).read_board(row.cells[1]);
        let board: Board = findings.unless_error("fen", "a position", read)?.position;
        let mv = findings.unless_error("move", "a legal move", board.parse_uci(row.cells[2]))?;
        let result = Wdl::from_sign(row.parse(5)?).ok_or_else(|| row.damage(5, "not a result"))?;
        let mut entry = Entry::<SideToMove>::new(board, Some(mv), row.parse(3)?, result);
        entry.ply = row.parse(4)?;
        let entry = TrainerEntry::new(&entry);
        findings.text("capture", row.cells[6], u8::from(entry.is_capture));
        findings.text("check", row.cells[7], u8::from(entry.in_check));
        findings.text("simple_eval", row.cells[8], entry.simple_eval);
        findings.text("pieces", row.cells[9], entry.pieces);
        let chance = TrainerFilter::result_probability(entry.score, entry.ply, entry.result);
        close(findings, row, 10, chance)?;
        close(findings, row, 11, default.ply_probability(entry.ply))?;
        for (column, state) in [(12, &mut early), (13, &mut simple)] {
            // The piece counts are not in these columns.
            let reason = state.rejects(&entry).filter(|&reason| reason != Rejection::PieceBalance);
            findings.text(row.name(column), row.cells[column], if reason.is_some() { "drop" } else { "keep" });
        }
        let before = state.draws();
        findings.text("defaults", row.cells[14], word(state.rejects(&entry)));
        findings.text("draws", row.cells[15], state.draws() - before);
        Ok(())
    })
}

/// Compares `pieces.tsv`: chosen steps while the entries of `filters.tsv` pass the filter by piece count again and again.
pub(crate) fn pieces(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    let directory = findings.directory()?;
    let counts = counts(&crate::file::Content::beside(&directory, "filters.tsv")?)?;
    let mut states: BTreeMap<String, (u64, PieceBalance)> = BTreeMap::new();
    each_row(findings, bytes, PIECES, |findings, row| {
        findings.about(format!("{} at step {}", row.cells[0], row.cells[1]));
        let points: Vec<f64> = row.cells[0].split(',').filter_map(|point| point.parse().ok()).collect();
        let points = points.try_into().map_err(|_| row.damage(0, "not five numbers"))?;
        let state = states.entry(row.cells[0].into()).or_insert_with(|| (0, PieceBalance::new(points)));
        let (step, mut chance) = (row.parse(1)?, None);
        while state.0 < step {
            let count = counts[(state.0 % counts.len() as u64) as usize];
            (state.0, chance) = (state.0 + 1, Some((count, state.1.next(count))));
        }
        let (count, chance) = chance.ok_or_else(|| row.damage(1, "the steps must ascend"))?;
        findings.text("pieces", row.cells[2], count);
        close(findings, row, 3, state.1.alpha())?;
        close(findings, row, 4, chance)
    })
}

/// Returns the numbers of pieces of the entries that have a score.
fn counts(bytes: &[u8]) -> Outcome<Vec<u32>> {
    let text = String::from_utf8_lossy(bytes);
    let rows = text.lines().skip(1).map(|line| Row::new(line, FILTERS));
    let rows = rows.filter(|row| row.cells.get(3) != Some(&"32002"));
    let counts = rows.map(|row| row.parse(9)).collect::<Outcome<Vec<_>>>()?;
    if counts.is_empty() { Err(RecordError::new("n", "no entries in filters.tsv")) } else { Ok(counts) }
}

/// Compares a number with one that is exact to 1e-12.
fn close(findings: &mut Findings<'_>, row: &Row<'_>, column: usize, found: f64) -> Outcome {
    let expected: f64 = row.parse(column)?;
    let claim = format!("{expected}, not {found}");
    findings.holds(row.name(column), &claim, (found - expected).abs() <= 1e-12 * expected.abs().max(1.0));
    Ok(())
}

fn word(reason: Option<Rejection>) -> &'static str {
    match reason {
        None => "keep",
        Some(Rejection::ValueNone) => "none",
        Some(Rejection::Placeholder) => "placeholder",
        Some(Rejection::Ply) => "early",
        Some(Rejection::Random) => "random",
        Some(Rejection::Capture) => "capture",
        Some(Rejection::Check) => "check",
        Some(Rejection::Doubt) => "wld",
        Some(Rejection::Material) => "simple",
        Some(Rejection::EarlyPly) => "ply",
        Some(Rejection::PieceBalance) => "pieces",
        Some(other) => other.name(),
    }
}
