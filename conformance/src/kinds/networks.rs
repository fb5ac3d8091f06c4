//! Values of networks: of boards, along games, and step by step.

use gardez_nnue::architecture::InputSet;
use gardez_nnue::definition::Trace;
use gardez_nnue::features::{FeatureSet, PawnPairs, ThreatInputs};
use gardez_nnue::{AccumulatorStack, Architecture, Array, Backend, Evaluation, Network};
use gardez_position::{Board, FenMode, FenReader, Position};
use serde_json::{Value, json};

use crate::check::each_row;
use crate::findings::Findings;
use crate::nnue;
use crate::report::Outcome;
use crate::rows::Row;

/// One of this many boards is also computed by the slow definition.
const SLOWLY: u64 = 32;

/// Returns the network of the file: its name without `games_` and without its ending.
fn set(findings: &Findings<'_>) -> String {
    findings.file.split('.').next().unwrap_or_default().trim_start_matches("games_").to_owned()
}

/// Returns the position of a FEN, of chess or Chess960.
fn position(findings: &mut Findings<'_>, row: &Row<'_>, fen: &str) -> Outcome<Position> {
    findings.about(fen);
    let mode = if row.parse::<u8>(1)? == 1 { FenMode::Chess960 } else { FenMode::Standard };
    let read = FenReader::new().with_mode(mode).read(fen);
    Ok(findings.unless_error(row.name(0), "a position", read)?.position)
}

pub(crate) fn check_description(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    findings.begin_record(1);
    let text = String::from_utf8_lossy(bytes);
    findings.holds("file", "at most 30 lines", text.lines().count() <= 30);
    findings.succeeds("file", "a description", Architecture::from_toml(&text)).map(drop)
}

/// Compares a network with what is written again.
pub(crate) fn check_file(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    findings.begin_record(1);
    let architecture = nnue::description(&findings.file, findings.directory().ok().as_deref())?;
    let network = findings.succeeds("file", "a network", nnue::read(bytes, &architecture))?;
    findings.bytes("file, written", bytes, &network.to_bytes());
    Ok(())
}

/// Compares a table of values. The first line names the columns.
pub(crate) fn check_table(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    let network = nnue::network(&set(findings), findings.directory().ok().as_deref())?;
    let text = String::from_utf8_lossy(bytes);
    let heading = text.lines().next().unwrap_or_default();
    each_row(findings, bytes, heading, |findings, row| compare(findings, &network, row))
}

/// Compares a row of values of a board, or along a game if there is a column of moves. The columns have names.
fn compare(findings: &mut Findings<'_>, network: &Network<'_>, row: &Row<'_>) -> Outcome {
    let [fen] = row.first()?;
    let start = position(findings, row, fen)?;
    let unit = network.architecture().scale / network.architecture().divisor;
    // The interpreter of this network adds 1,024 numbers of 32 bits one by one.
    let near = if findings.file.contains("bullet_multi") { 1e-4 } else { 1e-5 };
    let text = |expected: Option<&str>, number: f64, near: f64| match expected.and_then(|text| text.parse::<f64>().ok())
    {
        Some(known) if (known - number).abs() <= near => expected.unwrap_or_default().to_owned(),
        _ => number.to_string(),
    };
    // A sum and a value belong to the bucket of the position.
    let mut compare = |by: &str, found: &[Evaluation], own: &[Evaluation]| {
        findings.parts(found.len());
        for name in ["raw", "positional", "psqt"] {
            let Some(known) = row.cell(name) else { continue };
            let number = |found: &Evaluation| if name == "psqt" { found.material.into() } else { found.output };
            let near = if name == "raw" && known.contains('.') { near } else { 0.0 };
            let mut texts = known.split(',');
            let all: Vec<_> = found.iter().map(|found| text(texts.next(), number(found), near)).collect();
            findings.text(format_args!("{name} by {by}"), known, all.join(","));
        }
        // The sum of a simple network is divided by the largest activation before the bias is added.
        if let Some(known) = row.cell("sum").and_then(|text| text.parse::<i64>().ok()) {
            let bias = network.number(Array::LayerBiases { bucket: own[0].bucket, layer: 0 }, 0);
            findings.text(format_args!("sum / 255 by {by}"), &(known / 255).to_string(), own[0].output - bias);
        }
        let Some(known) = row.cell("value") else { return };
        let mut texts = known.split(',');
        let all = own.iter().map(|found| {
            let (expected, real) = (texts.next(), found.output * unit);
            // An integer may be the next one if the number before the cut is nearly whole.
            let is_whole = (real - real.round()).abs() < 0.01 && row.cell("psqt").is_none();
            match expected {
                Some(known) if known.contains('.') => text(expected, real, near * unit + real.abs() * 1e-6),
                _ => text(expected, found.value.into(), if is_whole { 1.0 } else { 0.0 }),
            }
        });
        let all = all.collect::<Vec<_>>().join(",");
        findings.text(format_args!("value by {by}"), known, all);
    };
    if let Some(moves) = row.cell("moves") {
        for backend in Backend::available() {
            let (mut position, mut stack) = (start.clone(), AccumulatorStack::with_backend(network, backend));
            let mut found = vec![stack.evaluate(&position)];
            for text in moves.split(' ').filter(|text| !text.is_empty()) {
                let mv = position.parse_uci(text);
                let mv = mv.map_err(|_| row.damage(0, format!("{text} is not a legal move")))?;
                position.do_move_with(mv, &mut stack);
                found.push(stack.evaluate(&position));
            }
            compare(backend.name(), &found, &found);
        }
        return Ok(());
    }
    let (own, all) = (network.bucket(&start), 0..network.buckets());
    for backend in Backend::available() {
        let mut stack = AccumulatorStack::with_backend(network, backend);
        let found: Vec<_> = all.clone().map(|bucket| stack.evaluate_with_bucket(&start, bucket)).collect();
        compare(backend.name(), &found, &found[own..=own]);
    }
    if start.key() % SLOWLY == 0 {
        let found: Vec<_> = all.map(|bucket| Trace::with_bucket(network, &start, bucket).evaluation).collect();
        compare("definition", &found, &found[own..=own]);
    }
    findings.text("bucket", row.cell("bucket").unwrap_or_default(), own);
    Ok(())
}

/// Returns numbers as they are in a trace: whole ones without a fraction.
fn numbers(found: &[f64]) -> Value {
    let number = |&found: &f64| if found.fract() == 0.0 { json!(found as i64) } else { json!(found) };
    found.iter().map(number).collect()
}

/// Returns the expected numbers if those that are found are near them, and else those.
fn near(expected: &Value, found: &[f64]) -> Value {
    let expected_numbers: Vec<_> = expected.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    let found = &found[..expected_numbers.len().min(found.len())];
    let is_near = |(expected, found): (&f64, &f64)| (expected - found).abs() <= 1e-5 * expected.abs().max(1.0);
    let has_all = expected_numbers.len() == found.len();
    if has_all && expected_numbers.iter().zip(found).all(is_near) { expected.clone() } else { numbers(found) }
}

/// Compares each step of an evaluation of a network of another program.
fn check_steps(findings: &mut Findings<'_>, record: &Value, network: &Network<'_>, board: &Board) -> Outcome {
    let (trace, sides) = (Trace::new(network, board), [board.side_to_move(), !board.side_to_move()]);
    let mut found = record.clone();
    found["bucket"] = json!(trace.evaluation.bucket);
    for (i, side) in ["mover", "other"].into_iter().enumerate() {
        for set in &*network.architecture().inputs {
            let (name, list) = match set {
                InputSet::Pieces(set) => ("pieces", set.active(board, sides[i])),
                InputSet::Threats(slots) => ("threats", ThreatInputs::new(*slots).active(board, sides[i])),
                InputSet::Pairs => ("pairs", PawnPairs.active(board, sides[i])),
            };
            let mut list = list.to_vec();
            list.sort_unstable();
            found["indices"][side][name] = json!(list);
        }
        let sums = &trace.sums[i];
        let sum = sums.iter().map(|&sum| i64::from(sum)).sum::<i64>();
        found["sums"][side] = json!({ "first8": sums[..8], "sum": sum });
    }
    let products = &trace.layers[0].0;
    for name in ["product", "product_times_65025"].into_iter().filter(|name| record.get(name).is_some()) {
        found[name] = json!({ "first16": numbers(&products[..16]), "sum": numbers(&[products.iter().sum()])[0] });
    }
    for (i, (inputs, sums)) in trace.layers.iter().enumerate() {
        // What the next layer receives, which some layers shift first.
        if let (Some(next), Some(shape)) = (trace.layers.get(i + 1), network.architecture().layers.get(i + 1)) {
            let name = format!("layer{}", i + 1);
            if record.get(&name).is_some() && shape.input_shift == 0 {
                found[&name] = near(&record[&name], &next.0);
            }
        }
        let biased = format!("layer{}_biased", i + 1);
        let plain = format!("layer{}_sums", i + 1);
        if record.get(&biased).is_some() {
            found[&biased] = near(&record[&biased], sums);
            let weight = |n| network.number(Array::LayerWeights { bucket: trace.evaluation.bucket, layer: i }, n);
            let sum =
                |output| inputs.iter().enumerate().map(|(n, input)| input * weight(output * inputs.len() + n)).sum();
            let all: Vec<f64> = (0..sums.len()).map(sum).collect();
            if record.get(&plain).is_some() {
                found[&plain] = near(&record[&plain], &all);
            }
        } else if record.get(&plain).is_some() {
            found[&plain] = near(&record[&plain], sums);
        }
    }
    found["output"] = near(&record["output"], &[trace.evaluation.output]);
    if record.get("psqt").is_some() {
        found["psqt"] = json!([trace.evaluation.material]);
    }
    findings.same("", record, &found)
}

/// Compares each step of an evaluation.
pub(crate) fn check_trace(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let set = record.get("network").unwrap_or(&record["set"]).as_str().unwrap_or_default().to_owned();
    let fen = record["fen"].as_str().unwrap_or_default().to_owned();
    findings.about(format!("{set}: {fen}"));
    let network = nnue::network(&set, findings.directory().ok().as_deref())?;
    let read = FenReader::new().with_mode(FenMode::Detect).read(&fen);
    let position = findings.unless_error("fen", "a position", read)?.position;
    if record.get("network").is_some() {
        return check_steps(findings, record, &network, &position);
    }
    let trace = Trace::new(&network, &position);
    // The weights and biases of one program are doubled.
    let factor = if set == "sf18small" { 2 } else { 1 };
    let sums = trace.sums.each_ref().map(|sums| sums.iter().map(|sum| factor * i64::from(*sum)).collect::<Vec<_>>());
    let whole = |numbers: &[f64]| numbers.iter().map(|&number| number as i64).collect::<Vec<_>>();
    let layers: Vec<_> = trace.layers.iter().map(|(inputs, sums)| (whole(inputs), whole(sums))).collect();
    let [(products, first), (second_in, second), (third_in, third)] = &layers[..] else {
        findings.fails("layers", &3, &layers.len());
        return Ok(());
    };
    let mut found = json!({
        "set": set, "fen": fen, "bucket": trace.evaluation.bucket,
        "acc_mover_first8": sums[0][..8], "acc_mover_sum": sums[0].iter().sum::<i64>(),
        "acc_other_first8": sums[1][..8], "acc_other_sum": sums[1].iter().sum::<i64>(),
        "psqt_mover": trace.material[0], "psqt_other": trace.material[1],
        "ft_out_first16": products[..16], "ft_out_sum": products.iter().sum::<i64>(),
        "fc0": first, "fc1_in": second_in, "fc1": second, "fc2_in": third_in, "fc2": third[0],
        "psqt": trace.evaluation.material, "positional": trace.evaluation.positional,
    });
    if let Some(skip) = record.get("skip") {
        let skipped = if first.len() == 16 { first[15] } else { first[30] - first[31] };
        findings.same("skip", skip, &json!(skipped))?;
        found["skip"] = skip.clone();
    }
    findings.same("", record, &found)
}
