//! Values of networks: of boards, along games, and step by step.

use gardez_nnue::definition::Trace;
use gardez_nnue::{AccumulatorStack, Architecture, Backend, Evaluation, Network};
use gardez_position::{FenMode, FenReader, Position};
use serde_json::{Value, json};

use crate::findings::Findings;
use crate::nnue;
use crate::report::Outcome;
use crate::rows::Row;

/// One of this many boards is also computed by the slow definition.
const SLOWLY: u64 = 32;

/// Returns the network of the file: its name without `games_` and without its ending.
fn network(findings: &Findings<'_>) -> Outcome<&'static Network<'static>> {
    let name = findings.file.split('.').next().unwrap_or_default();
    nnue::network(name.trim_start_matches("games_"), findings.directory().ok().as_deref())
}

/// Returns the position of a FEN, of chess or Chess960.
fn position(findings: &mut Findings<'_>, row: &Row<'_>, fen: &str) -> Outcome<Position> {
    findings.about(fen);
    let mode = if row.parse::<u8>(1)? == 1 { FenMode::Chess960 } else { FenMode::Standard };
    let read = FenReader::new().with_mode(mode).read(fen);
    Ok(findings.unless_error(row.name(0), "a position", read)?.position)
}

/// Compares a row of values of all buckets.
pub(crate) fn check_board(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, _, bucket, material, positional, value] = row.first()?;
    let network = network(findings)?;
    let position = position(findings, row, fen)?;
    findings.text(row.name(2), bucket, network.bucket(&position));
    let mut compare = |by: &dyn std::fmt::Display, evaluations: Vec<Evaluation>| {
        findings.parts(evaluations.len());
        let list = |number: fn(&Evaluation) -> i64| {
            evaluations.iter().map(|evaluation| number(evaluation).to_string()).collect::<Vec<_>>().join(",")
        };
        findings.text(format_args!("{} by {by}", row.name(3)), material, list(|found| found.material.into()));
        findings.text(format_args!("{} by {by}", row.name(4)), positional, list(|found| found.positional));
        findings.text(format_args!("{} by {by}", row.name(5)), value, evaluations[network.bucket(&position)].value);
    };
    for backend in Backend::available() {
        let mut stack = AccumulatorStack::with_backend(network, backend);
        let all = 0..network.buckets();
        compare(&backend, all.map(|bucket| stack.evaluate_with_bucket(&position, bucket)).collect());
    }
    if position.key() % SLOWLY == 0 {
        let all = 0..network.buckets();
        let slowly = all.map(|bucket| Trace::with_bucket(network, &position, bucket).evaluation);
        compare(&"definition", slowly.collect());
    }
    Ok(())
}

/// Compares a row of sums and values of a simple network.
pub(crate) fn check_simple(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, _, bucket, sum, value] = row.first()?;
    let network = network(findings)?;
    let position = position(findings, row, fen)?;
    let mut found: Vec<_> = Backend::available()
        .map(|backend| (backend.name(), AccumulatorStack::with_backend(network, backend).evaluate(&position)))
        .collect();
    found.push(("definition", Trace::new(network, &position).evaluation));
    for (by, found) in found {
        findings.parts(1);
        findings.text(format_args!("{} by {by}", row.name(2)), bucket, found.bucket);
        findings.text(format_args!("{} by {by}", row.name(3)), sum, found.positional);
        findings.text(format_args!("{} by {by}", row.name(4)), value, found.value);
    }
    Ok(())
}

/// Compares a network with what is written again.
pub(crate) fn check_file(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    findings.begin_record(1);
    let read = nnue::read(findings.file.split('.').next().unwrap_or_default(), bytes);
    let network = findings.succeeds("file", "a network", read)?;
    findings.bytes("file, written", bytes, &network.to_bytes());
    Ok(())
}

/// Checks that a description is one, and short.
pub(crate) fn check_description(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    findings.begin_record(1);
    let text = String::from_utf8_lossy(bytes);
    findings.holds("file", "at most 30 lines", text.lines().count() <= 30);
    findings.succeeds("file", "a description", Architecture::from_toml(&text)).map(drop)
}

/// Compares a network that has a description with what is written again.
pub(crate) fn check_described_file(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    findings.begin_record(1);
    let architecture = nnue::description(&findings.file, findings.directory().ok().as_deref())?;
    let network = findings.succeeds("file", "a network", Network::read_described(bytes, &architecture))?;
    findings.bytes("file, written", bytes, &network.to_bytes());
    Ok(())
}

/// Compares a table of values or of games of a network that has a description. The first line names the columns.
pub(crate) fn check_described(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    let name = findings.file.split('.').next().unwrap_or_default().to_owned();
    let network = nnue::described(name.trim_start_matches("games_"), findings.directory().ok().as_deref())?;
    let text = String::from_utf8_lossy(bytes);
    let mut lines = (1..).zip(text.lines());
    let heading: Vec<_> = lines.next().map(|(_, heading)| heading.split('\t').collect()).unwrap_or_default();
    for (number, line) in lines {
        findings.begin_record(number);
        let row = Row::new(line, "fen\tchess960");
        if let Err(error) = check_described_row(findings, &network, &heading, &row) {
            findings.damage(number, error);
        }
    }
    Ok(())
}

fn check_described_row(findings: &mut Findings<'_>, network: &Network<'_>, heading: &[&str], row: &Row<'_>) -> Outcome {
    let cell = |name: &str| {
        let column = heading.iter().position(|&found| found == name)?;
        row.cells.get(column).copied()
    };
    let [fen] = row.first()?;
    let start = position(findings, row, fen)?;
    let architecture = network.architecture().expect("the network has a description");
    // The interpreter of this network adds 1,024 numbers of 32 bits one by one.
    let near = if findings.file.contains("bullet_multi") { 1e-4 } else { 1e-5 };
    let text = |expected: Option<&str>, number: f64, near: f64| match expected.and_then(|text| text.parse::<f64>().ok())
    {
        Some(known) if (known - number).abs() <= near => expected.unwrap_or_default().to_owned(),
        _ => number.to_string(),
    };
    let mut compare = |by: &str, found: &[Evaluation], valued: &[Evaluation]| {
        findings.parts(found.len());
        let outputs: (_, fn(&Evaluation) -> f64, _) = match cell("raw") {
            Some(known) => ("raw", |found| found.output, if known.contains('.') { near } else { 0.0 }),
            None => ("positional", |found| found.output, 0.0),
        };
        let psqt: (_, fn(&Evaluation) -> f64, _) = ("psqt", |found| found.material.into(), 0.0);
        for (name, number, near) in [outputs, psqt] {
            let Some(known) = cell(name) else { continue };
            let mut texts = known.split(',');
            let all: Vec<_> = found.iter().map(|found| text(texts.next(), number(found), near)).collect();
            findings.text(format_args!("{name} by {by}"), known, all.join(","));
        }
        let Some(known) = cell("value") else { return };
        let (mut texts, unit) = (known.split(','), architecture.scale / architecture.divisor);
        let all = valued.iter().map(|found| {
            let (expected, real) = (texts.next(), found.output * unit);
            // An integer may be the next one if the number before the cut is nearly whole.
            let is_whole = (real - real.round()).abs() < 0.01 && near > 0.0 && cell("psqt").is_none();
            match expected {
                Some(known) if known.contains('.') => text(expected, real, near * unit + real.abs() * 1e-6),
                _ => text(expected, found.value.into(), if is_whole { 1.0 } else { 0.0 }),
            }
        });
        let all = all.collect::<Vec<_>>().join(",");
        findings.text(format_args!("value by {by}"), known, all);
    };
    if let Some(moves) = cell("moves") {
        for backend in Backend::available() {
            let (mut position, mut stack) = (start.clone(), AccumulatorStack::with_backend(network, backend));
            let mut found = vec![stack.evaluate(&position)];
            for text in moves.split(' ').filter(|text| !text.is_empty()) {
                let Ok(mv) = position.parse_uci(text) else {
                    return Err(row.damage(0, format!("{text} is not a legal move")));
                };
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
    findings.text("bucket", cell("bucket").unwrap_or_default(), own);
    Ok(())
}

/// Compares a game: the values before the first move and after each move.
pub(crate) fn check_game(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [fen, _, moves, material, positional] = row.first()?;
    let network = network(findings)?;
    let start = position(findings, row, fen)?;
    for backend in Backend::available() {
        let (mut position, mut stack) = (start.clone(), AccumulatorStack::with_backend(network, backend));
        let (mut materials, mut positionals) = (Vec::new(), Vec::new());
        let mut texts = moves.split(' ').filter(|text| !text.is_empty());
        loop {
            findings.parts(1);
            let found = stack.evaluate(&position);
            materials.push(found.material.to_string());
            positionals.push(found.positional.to_string());
            let Some(text) = texts.next() else { break };
            let mv = findings.unless_error(row.name(2), "a legal move", position.parse_uci(text))?;
            position.do_move_with(mv, &mut stack);
        }
        findings.text(format_args!("{} by {backend}", row.name(3)), material, materials.join(","));
        findings.text(format_args!("{} by {backend}", row.name(4)), positional, positionals.join(","));
    }
    Ok(())
}

/// Compares each step of an evaluation.
pub(crate) fn check_trace(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let set = record["set"].as_str().unwrap_or_default().to_owned();
    let fen = record["fen"].as_str().unwrap_or_default().to_owned();
    findings.about(format!("{set}: {fen}"));
    let network = nnue::network(&set, findings.directory().ok().as_deref())?;
    let read = FenReader::new().with_mode(FenMode::Detect).read(&fen);
    let position = findings.unless_error("fen", "a position", read)?.position;
    let trace = Trace::new(network, &position);
    let sum = |sums: &[i16]| sums.iter().map(|&sum| i64::from(sum)).sum::<i64>();
    let whole = |numbers: &[f64]| numbers.iter().map(|&number| number as i64).collect::<Vec<_>>();
    let layers: Vec<_> = trace.layers.iter().map(|(inputs, sums)| (whole(inputs), whole(sums))).collect();
    let [(products, first), (second_in, second), (third_in, third)] = &layers[..] else {
        findings.fails("layers", &3, &layers.len());
        return Ok(());
    };
    let mut found = json!({
        "set": set, "fen": fen, "bucket": trace.evaluation.bucket,
        "acc_mover_first8": trace.sums[0][..8], "acc_mover_sum": sum(&trace.sums[0]),
        "acc_other_first8": trace.sums[1][..8], "acc_other_sum": sum(&trace.sums[1]),
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
